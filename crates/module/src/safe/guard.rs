//! The functions that [rewritten](super::rewrite) modules call instead of operators. Each counts the cost of
//! the operation before performing it, and checks the limits.

use std::fmt;

use allocative::Allocative;
use starlark::any::ProvidesStaticType;
use starlark::collections::SmallMap;
use starlark::environment::GlobalsBuilder;
use starlark::eval::{Arguments, Evaluator};
use starlark::starlark_module;
use starlark::values::dict::{Dict, DictRef};
use starlark::values::{
    AllocValue, Heap, NoSerialize, StarlarkPagablePanic, StarlarkValue, Trace, UnpackValue, Value,
    starlark_value,
};

use super::comparison::claim_comparison;
use super::cost::{
    VALUE, claim, claim_table, is_sequence, is_table, length, room, session, size, steps, work,
};
use super::measure::{claim_text, measure};
use super::methods;
use super::table::{enter, enter_all, key, keys_of};
use crate::refusal::refuse;

/// Prefix of guard names; modules cannot use names that begin with it.
pub(crate) const PREFIX: &str = "__guard";
pub(super) const OPERATE: &str = "__guard_operate";
pub(super) const MODIFY: &str = "__guard_modify";
pub(super) const MORE: &str = "__guard_more";
pub(super) const NUMBER: &str = "__guard_number";
pub(super) const LOOP: &str = "__guard_loop";
pub(super) const ROOM: &str = "__guard_room";
pub(super) const ATTRIBUTE: &str = "__guard_attribute";
pub(super) const METHOD: &str = "__guard_method";
pub(super) const AT: &str = "__guard_at";
pub(super) const KEY: &str = "__guard_key";
pub(super) const STORE: &str = "__guard_store";
pub(super) const PLACE: &str = "__guard_place";
pub(super) const SLICE: &str = "__guard_slice";
pub(super) const TABLE: &str = "__guard_table";
pub(super) const MADE: &str = "__guard_made";
pub(super) const SPREAD: &str = "__guard_spread";
pub(super) const NAMED: &str = "__guard_named";
pub(super) const TOLL: &str = "__guard_toll";

/// Maximum values passed to a call with `*`, and maximum names and bytes of names passed with `**`.
const SPREAD_VALUES: usize = 100_000;
const NAMED_VALUES: usize = 1000;
const NAMED_BYTES: usize = 64 << 10;
/// Characters of a string skipped in one step.
const SKIPPED: usize = 512;

/// Counts the cost of `a op b`.
fn claim_operation<'v>(
    eval: &Evaluator<'v, '_, '_>,
    a: Value<'v>,
    op: &str,
    b: Value<'v>,
) -> starlark::Result<()> {
    match op {
        "+" => {
            if is_sequence(a) {
                claim(eval, size(a).saturating_add(size(b)))?;
            }
            small(a).and(small(b))
        }
        "*" => claim_product(eval, a, b),
        "%" => claim_filled(eval, a, b),
        "<<" => claim_shift(eval, a, b),
        "-" | "|" | "&" | "^" => claim_combined(eval, a, b),
        _ => claim_comparison(eval, a, b, op),
    }
}

/// Reserves memory for `sequence * count`, in either order.
fn claim_product(eval: &Evaluator, a: Value, b: Value) -> starlark::Result<()> {
    let times = |sequence: Value, count: Value| {
        let count = usize::try_from(count.unpack_i32().unwrap_or(0)).unwrap_or(0);
        size(sequence).saturating_mul(count)
    };
    match (is_sequence(a), is_sequence(b)) {
        (true, _) => claim(eval, times(a, b)),
        (_, true) => claim(eval, times(b, a)),
        _ => small(a).and(small(b)),
    }
}

/// Rejects integers beyond 64 bits: their memory is outside the engine's heap.
fn small(value: Value) -> starlark::Result<()> {
    if value.unpack_i32().is_some() || value.get_type() != "int" {
        return Ok(());
    }
    match i64::unpack_value(value) {
        Ok(Some(_)) => Ok(()),
        _ => Err(refuse(
            "modules do not calculate with whole numbers beyond 64 bits",
        )),
    }
}

/// Reserves memory for `template % values`.
fn claim_filled<'v>(
    eval: &Evaluator<'v, '_, '_>,
    template: Value<'v>,
    values: Value<'v>,
) -> starlark::Result<()> {
    if let Some(text) = template.unpack_str() {
        // A float can have up to 310 digits.
        let places = text.matches('%').count();
        let weight = claim_text(eval, &[values])?;
        let floats = places.min(weight / VALUE + 1).saturating_mul(320);
        claim(eval, text.len().saturating_add(floats))?;
    }
    Ok(())
}

fn claim_shift(eval: &Evaluator, value: Value, by: Value) -> starlark::Result<()> {
    small(value)?;
    if by.unpack_i32().is_none_or(|by| by > 64) {
        return Err(refuse("numbers are not shifted by more than 64 bits"));
    }
    claim(eval, VALUE)
}

/// Reserves memory for the result of `-`, `|`, `&` or `^`.
fn claim_combined<'v>(
    eval: &Evaluator<'v, '_, '_>,
    a: Value<'v>,
    b: Value<'v>,
) -> starlark::Result<()> {
    if is_table(a) && is_table(b) {
        let keys = |table| keys_of(eval, table, false);
        return enter_all(eval, keys(a).into_iter().chain(keys(b)));
    }
    small(a).and(small(b))
}

/// Cost of `a[b]`, without the key lookup.
fn claim_index<'v>(
    eval: &Evaluator<'v, '_, '_>,
    object: Value<'v>,
    index: Value<'v>,
) -> starlark::Result<()> {
    match (object.unpack_str(), index.unpack_i32()) {
        // The characters before the index are skipped one by one.
        (Some(text), Some(index)) => {
            let skipped = match usize::try_from(index) {
                Ok(index) => index.min(text.len()),
                Err(_) => text.len(),
            };
            if skipped > SKIPPED {
                steps(eval, (skipped / SKIPPED) as u64)?;
            }
            Ok(())
        }
        (_, Some(_)) => Ok(()),
        _ => key(eval, index),
    }
}

/// `object[index]` as an assignment target.
#[derive(Debug, ProvidesStaticType, Trace, Allocative, NoSerialize, StarlarkPagablePanic)]
struct ItemTarget<'v> {
    object: Value<'v>,
    index: Value<'v>,
}

impl fmt::Display for ItemTarget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a place")
    }
}

impl<'v> AllocValue<'v> for ItemTarget<'v> {
    fn alloc_value(self, heap: Heap<'v>) -> Value<'v> {
        heap.alloc_complex_no_freeze(self)
    }
}

#[starlark_value(type = "place")]
impl<'v> StarlarkValue<'v> for ItemTarget<'v> {
    fn set_attr(&self, _attribute: &str, value: Value<'v>) -> starlark::Result<()> {
        self.object.set_at(self.index, value)
    }
}

/// The guards, by the names above.
#[starlark_module]
pub(crate) fn guards(globals: &mut GlobalsBuilder) {
    /// `a op b`, for all operators whose cost depends on the values.
    fn __guard_operate<'v>(
        #[starlark(require = pos)] a: Value<'v>,
        #[starlark(require = pos)] b: Value<'v>,
        #[starlark(require = pos)] op: &str,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        claim_operation(eval, a, op, b)?;
        let heap = eval.heap();
        let truth = match op {
            "+" => return a.add(b, heap),
            "-" => return a.sub(b, heap),
            "*" => return a.mul(b, heap),
            "%" => return a.percent(b, heap),
            "|" => return a.bit_or(b, heap),
            "&" => return a.bit_and(b, heap),
            "^" => return a.bit_xor(b, heap),
            "<<" => return a.left_shift(b, heap),
            "==" => a.equals(b)?,
            "!=" => !a.equals(b)?,
            "<" => a.compare(b)?.is_lt(),
            "<=" => a.compare(b)?.is_le(),
            ">" => a.compare(b)?.is_gt(),
            ">=" => a.compare(b)?.is_ge(),
            "in" => b.is_in(a)?,
            _ => !b.is_in(a)?,
        };
        Ok(Value::new_bool(truth))
    }

    /// The right side of `+=`.
    fn __guard_more<'v>(
        #[starlark(require = pos)] value: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        if value.unpack_i32().is_none() {
            small(value)?;
            claim(eval, size(value))?;
        }
        Ok(value)
    }

    /// The right side of `target op= value`, for all operators but `+`.
    fn __guard_modify<'v>(
        #[starlark(require = pos)] target: Value<'v>,
        #[starlark(require = pos)] value: Value<'v>,
        #[starlark(require = pos)] op: &str,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        if is_table(target) && ["-", "|", "&", "^"].contains(&op) {
            for key in keys_of(eval, value, false) {
                enter(eval, target, key)?;
            }
        } else {
            claim_operation(eval, target, op, value)?;
        }
        Ok(value)
    }

    /// The right side of `-=`, `|=`, `&=` and `^=` if the left side cannot be evaluated twice.
    fn __guard_number<'v>(
        #[starlark(require = pos)] value: Value<'v>,
    ) -> starlark::Result<Value<'v>> {
        if is_table(value) {
            return Err(refuse(
                "write this out: what a call gives is not changed like that in modules",
            ));
        }
        small(value)?;
        Ok(value)
    }

    /// The iterable of a loop; records the file number and line of the loop.
    fn __guard_loop<'v>(
        #[starlark(require = pos)] value: Value<'v>,
        #[starlark(require = pos)] file: i32,
        #[starlark(require = pos)] line: i32,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        session(eval)?.enter_loop(file, line);
        Ok(value)
    }

    /// The result of a call or slice; checks the memory limit.
    fn __guard_room<'v>(
        #[starlark(require = pos)] value: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        session(eval)?.room(eval.heap(), 0)?;
        Ok(value)
    }

    /// `object.name` for one of the [`methods`] that is not called immediately.
    fn __guard_attribute<'v>(
        #[starlark(require = pos)] object: Value<'v>,
        #[starlark(require = pos)] name: &str,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        match methods::attribute(eval, object, name)? {
            Some(value) => Ok(value),
            None => object.get_attr_error(name, eval.heap()),
        }
    }

    /// `object.name(args)` for one of the [`methods`]. The arguments are passed unchanged. The engine would
    /// copy them to a tuple and a dictionary that live until the evaluation ends.
    fn __guard_method<'v>(
        args: &Arguments<'v, '_>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let (values, named) = methods::unpack(args, eval)?;
        match &*values {
            [object, name, values @ ..] => {
                let name = name.unpack_str().unwrap_or_default();
                methods::call(eval, *object, name, values, &named)
            }
            _ => Err(refuse("nothing is called")),
        }
    }

    /// `object[index]`.
    fn __guard_at<'v>(
        #[starlark(require = pos)] object: Value<'v>,
        #[starlark(require = pos)] index: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        claim_index(eval, object, index)?;
        object.at(index, eval.heap())
    }

    /// Counts the lookup of a key, for an augmented assignment or a dictionary literal.
    fn __guard_key<'v>(
        #[starlark(require = pos)] index: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        key(eval, index)?;
        Ok(index)
    }

    /// `object[index] = value`.
    fn __guard_store<'v>(
        #[starlark(require = pos)] value: Value<'v>,
        #[starlark(require = pos)] object: Value<'v>,
        #[starlark(require = pos)] index: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        enter(eval, object, index)?;
        object.set_at(index, value)?;
        Ok(Value::new_none())
    }

    /// `object[index]` as one of several assignment targets.
    fn __guard_place<'v>(
        #[starlark(require = pos)] object: Value<'v>,
        #[starlark(require = pos)] index: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        enter(eval, object, index)?;
        Ok(eval.heap().alloc(ItemTarget { object, index }))
    }

    /// `object[from:to:step]`.
    fn __guard_slice<'v>(
        #[starlark(require = pos)] object: Value<'v>,
        #[starlark(require = pos)] from: Value<'v>,
        #[starlark(require = pos)] to: Value<'v>,
        #[starlark(require = pos)] step: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        measure(eval, [from, to, step])?;
        let all = size(object);
        let places = |bound: Value| usize::try_from(bound.unpack_i32()?).ok();
        let end = places(to).map_or(all, |to| to.saturating_mul(VALUE).min(all));
        let taken = end.saturating_sub(places(from).map_or(0, |from| from.saturating_mul(VALUE)));
        room(eval, all)?;
        // Slicing a string counts its characters.
        work(
            eval,
            if object.unpack_str().is_some() {
                all / 4
            } else {
                taken
            },
        )?;
        let given = |bound: Value<'v>| (!bound.is_none()).then_some(bound);
        object.slice(given(from), given(to), given(step), eval.heap())
    }

    /// Creates a dictionary of pairs.
    fn __guard_table<'v>(
        #[starlark(require = pos)] pairs: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        enter_all(eval, keys_of(eval, pairs, true))?;
        let mut made = SmallMap::new();
        for pair in pairs.iterate(eval.heap())? {
            let mut pair = pair.iterate(eval.heap())?;
            if let (Some(key), Some(value)) = (pair.next(), pair.next()) {
                made.insert_hashed(key.get_hashed()?, value);
            }
        }
        Ok(eval.heap().alloc(Dict::new(made)))
    }

    /// Counts a dictionary literal with few entries.
    fn __guard_made<'v>(
        #[starlark(require = pos)] dict: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        claim_table(eval, length(dict))?;
        Ok(dict)
    }

    /// Checks the values passed to a call with `*`.
    fn __guard_spread<'v>(
        #[starlark(require = pos)] values: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let count = length(values);
        if count > SPREAD_VALUES {
            return Err(refuse(format!(
                "a call is given at most {SPREAD_VALUES} values with *, not {count}"
            )));
        }
        claim(eval, count.saturating_mul(VALUE))?;
        Ok(values)
    }

    /// Checks the names passed to a call with `**`.
    fn __guard_named<'v>(
        #[starlark(require = pos)] values: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        if let Some(dict) = DictRef::from_value(values) {
            let bytes: usize = dict.keys().map(size).sum();
            if dict.len() > NAMED_VALUES || bytes > NAMED_BYTES {
                return Err(refuse(format!(
                    "a call is given at most {NAMED_VALUES} names with **"
                )));
            }
            claim_table(eval, dict.len())?;
        }
        Ok(values)
    }

    /// Counts the cost of a long code section without calls, each time it runs.
    fn __guard_toll<'v>(
        #[starlark(require = pos)] length: i32,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<bool> {
        let length = usize::try_from(length).unwrap_or(0);
        room(eval, length.saturating_mul(64))?;
        steps(eval, length as u64 / 8)?;
        Ok(true)
    }
}
