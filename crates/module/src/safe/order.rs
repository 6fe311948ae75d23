//! `sorted`, `min` and `max` like those of the language, but comparisons are measured first.

use std::cmp::Ordering;

use starlark::environment::GlobalsBuilder;
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::values::Value;
use starlark::values::list::AllocList;
use starlark::values::tuple::UnpackTuple;

use super::cost::{claim, length, room, work};
use super::measure::measure;
use crate::refusal::refuse;

/// Bytes for each value while sorting: the value and its key, twice.
const HELD: usize = 40;

/// A value and its sort key.
type Keyed<'v> = (Value<'v>, Value<'v>);

/// Returns the values with their keys, and the bytes of all keys.
fn keyed<'v>(
    eval: &mut Evaluator<'v, '_, '_>,
    values: Vec<Value<'v>>,
    key: Option<Value<'v>>,
) -> starlark::Result<(Vec<Keyed<'v>>, usize)> {
    let mut keyed = Vec::with_capacity(values.len());
    for value in values {
        let key = match key {
            None => value,
            Some(key) => {
                let key = eval.eval_function(key, &[value], &[])?;
                room(eval, 0)?;
                key
            }
        };
        keyed.push((value, key));
    }
    let weight = measure(eval, keyed.iter().map(|(_, key)| *key))?;
    Ok((keyed, weight))
}

/// Reserves memory for the values of an iterable and returns them.
fn values<'v>(eval: &Evaluator<'v, '_, '_>, from: Value<'v>) -> starlark::Result<Vec<Value<'v>>> {
    claim(eval, length(from).saturating_mul(HELD))?;
    Ok(from.iterate(eval.heap())?.collect())
}

/// Stable merge sort. It stops with an error if two values cannot be compared.
fn sort<'v>(
    mut items: Vec<Keyed<'v>>,
    before: impl Fn(&Keyed<'v>, &Keyed<'v>) -> starlark::Result<bool>,
) -> starlark::Result<Vec<Keyed<'v>>> {
    let mut width = 1;
    while width < items.len() {
        let mut merged = Vec::with_capacity(items.len());
        for both in items.chunks(2 * width) {
            let (left, right) = both.split_at(width.min(both.len()));
            let (mut left, mut right) = (left.iter(), right.iter().peekable());
            for item in left.by_ref() {
                while let Some(other) = right.peek() {
                    if !before(other, item)? {
                        break;
                    }
                    merged.extend(right.next().copied());
                }
                merged.push(*item);
            }
            merged.extend(right.copied());
        }
        items = merged;
        width *= 2;
    }
    Ok(items)
}

/// Returns the first of the values in `order` by their keys.
fn first<'v>(
    eval: &mut Evaluator<'v, '_, '_>,
    mut given: Vec<Value<'v>>,
    key: Option<Value<'v>>,
    order: Ordering,
) -> starlark::Result<Value<'v>> {
    if let [only] = *given {
        given = values(eval, only)?;
    }
    let (keyed, weight) = keyed(eval, given, key)?;
    work(eval, weight)?;
    let mut keyed = keyed.into_iter();
    let mut best = keyed
        .next()
        .ok_or_else(|| refuse("an empty list has no minimum or maximum"))?;
    for next in keyed {
        if next.1.compare(best.1)? == order {
            best = next;
        }
    }
    Ok(best.0)
}

#[starlark_module]
pub(crate) fn ordering(globals: &mut GlobalsBuilder) {
    /// Returns the values in ascending order, by `key(value)` if given.
    fn sorted<'v>(
        #[starlark(require = pos)] x: Value<'v>,
        #[starlark(require = named)] key: Option<Value<'v>>,
        #[starlark(require = named, default = false)] reverse: bool,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let given = values(eval, x)?;
        let (items, weight) = keyed(eval, given, key)?;
        work(
            eval,
            weight.saturating_mul(items.len().max(1).ilog2() as usize),
        )?;
        let wanted = if reverse {
            Ordering::Greater
        } else {
            Ordering::Less
        };
        let sorted = sort(items, |a, b| Ok(a.1.compare(b.1)? == wanted))?;
        Ok(eval
            .heap()
            .alloc(AllocList(sorted.into_iter().map(|(value, _)| value))))
    }

    /// Returns the smallest argument or, for one argument, its smallest element, by `key(value)` if given.
    fn min<'v>(
        #[starlark(args)] args: UnpackTuple<Value<'v>>,
        key: Option<Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        first(eval, args.items, key, Ordering::Less)
    }

    /// Returns the largest argument or, for one argument, its largest element, by `key(value)` if given.
    fn max<'v>(
        #[starlark(args)] args: UnpackTuple<Value<'v>>,
        key: Option<Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        first(eval, args.items, key, Ordering::Greater)
    }
}
