//! What [rewritten](super::rewrite) modules call in the place of operations that can make something
//! large: each tells how large the result will be before it is made, and looks at the limits.

use starlark::environment::GlobalsBuilder;
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::values::dict::DictRef;
use starlark::values::list::ListRef;
use starlark::values::set::SetRef;
use starlark::values::structs::StructRef;
use starlark::values::tuple::{TupleRef, UnpackTuple};
use starlark::values::{Heap, UnpackValue, Value};

use super::session::{Session, refuse};

/// What names of guards begin with; modules cannot use such names.
pub(super) const PREFIX: &str = "__guard";
pub(super) const ADD: &str = "__guard_add";
pub(super) const COMBINE: &str = "__guard_combine";
pub(super) const COMPARE: &str = "__guard_compare";
pub(super) const MULTIPLY: &str = "__guard_multiply";
pub(super) const PERCENT: &str = "__guard_percent";
pub(super) const LEFT_SHIFT: &str = "__guard_left_shift";
pub(super) const MORE: &str = "__guard_more";
pub(super) const COMBINED: &str = "__guard_combined";
pub(super) const TIMES: &str = "__guard_times";
pub(super) const FILL: &str = "__guard_fill";
pub(super) const SHIFT: &str = "__guard_shift";
pub(super) const LOOP: &str = "__guard_loop";
pub(super) const ROOM: &str = "__guard_room";
pub(super) const ATTRIBUTE: &str = "__guard_attribute";
pub(super) const METHOD: &str = "__guard_method";

/// The methods of strings, lists, dictionaries and sets whose work grows with what they are given.
pub(super) const METHODS: [&str; 46] = [
    "capitalize",
    "codepoints",
    "count",
    "difference",
    "difference_update",
    "discard",
    "elems",
    "endswith",
    "extend",
    "find",
    "format",
    "index",
    "insert",
    "intersection",
    "intersection_update",
    "isalnum",
    "isalpha",
    "isdigit",
    "islower",
    "isspace",
    "issubset",
    "issuperset",
    "istitle",
    "isupper",
    "items",
    "join",
    "keys",
    "lower",
    "lstrip",
    "pop",
    "remove",
    "replace",
    "rfind",
    "rindex",
    "rsplit",
    "rstrip",
    "split",
    "splitlines",
    "startswith",
    "strip",
    "symmetric_difference",
    "title",
    "union",
    "update",
    "upper",
    "values",
];

/// What a piece of a string that is cut costs: the piece's value and its place in a list.
pub(super) const PIECE: usize = 40;
/// What a value is taken to be at least.
pub(super) const VALUE: usize = 8;
/// What an entry of a dictionary or set takes, which is not in the engine's heap.
const ENTRY: usize = 48;

/// The session of an evaluation.
pub(super) fn session<'a>(eval: &Evaluator<'_, 'a, '_>) -> starlark::Result<&'a Session> {
    eval.extra
        .and_then(|extra| extra.downcast_ref::<Session>())
        .ok_or_else(|| refuse("nothing can be done without a page"))
}

/// Makes sure that there is room for `bytes`, and counts the work of filling them.
pub(super) fn claim(eval: &Evaluator, bytes: usize) -> starlark::Result<()> {
    session(eval)?.room(eval.heap(), bytes)?;
    work(eval, bytes)
}

/// Counts the work of looking at `bytes`: a step is worth some hundred.
pub(super) fn work(eval: &Evaluator, bytes: usize) -> starlark::Result<()> {
    session(eval)?.charge(eval.get_total_tick_count(), 1 + (bytes / 128) as u64)
}

fn is_table(value: Value) -> bool {
    ["dict", "set"].contains(&value.get_type())
}

/// The length of a value that has one.
pub(super) fn length(value: Value) -> usize {
    if value.unpack_i32().is_some() {
        return 0;
    }
    value
        .length()
        .ok()
        .and_then(|n| n.try_into().ok())
        .unwrap_or(0)
}

/// Counts a dictionary or set of so many entries that is about to be made.
pub(super) fn claim_table(eval: &Evaluator, entries: usize) -> starlark::Result<()> {
    let bytes = entries.saturating_mul(ENTRY);
    claim(eval, bytes)?;
    session(eval)?.hold(bytes);
    Ok(())
}

pub(super) fn is_sequence(value: Value) -> bool {
    value.unpack_str().is_some()
        || ListRef::from_value(value).is_some()
        || TupleRef::from_value(value).is_some()
}

/// The bytes of a string, or of the places in a list or tuple; of anything else, next to nothing.
fn size(value: Value) -> usize {
    if let Some(text) = value.unpack_str() {
        return text.len();
    }
    let places = match (ListRef::from_value(value), TupleRef::from_value(value)) {
        (Some(list), _) => list.len(),
        (_, Some(tuple)) => tuple.len(),
        // These can be added to lists.
        _ if is_table(value) || value.get_type() == "range" => length(value),
        _ => 1,
    };
    places.saturating_mul(VALUE)
}

/// The bytes that a value would have as text, with all that is in it, however often; looks at no
/// more of it than `most` bytes.
fn weigh<'v>(value: Value<'v>, heap: Heap<'v>, most: usize) -> usize {
    let mut weight = 0usize;
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        weight = weight.saturating_add(VALUE);
        if weight > most {
            break;
        }
        if let Some(text) = value.unpack_str() {
            weight = weight.saturating_add(text.len());
        } else if let Some(list) = ListRef::from_value(value) {
            open.extend(list.iter());
        } else if let Some(tuple) = TupleRef::from_value(value) {
            open.extend(tuple.iter());
        } else if let Some(dict) = DictRef::from_value(value) {
            open.extend(dict.iter().flat_map(|(k, v)| [k, v]));
        } else if let Some(fields) = StructRef::from_value(value) {
            for (name, value) in fields.iter() {
                weight = weight.saturating_add(name.len());
                open.push(value);
            }
        } else if SetRef::unpack_value(value).is_ok_and(|set| set.is_some()) {
            open.extend(value.iterate(heap).into_iter().flatten());
        } else {
            weight = weight.saturating_add(32);
        }
    }
    weight
}

/// [`weigh`], with the work of it, and room for the text.
pub(super) fn claim_text<'v>(
    eval: &Evaluator<'v, '_, '_>,
    values: &[Value<'v>],
) -> starlark::Result<usize> {
    let most = session(eval)?.limits.memory;
    let weight = values.iter().fold(0usize, |sum, &v| {
        sum.saturating_add(weigh(v, eval.heap(), most))
    });
    claim(eval, weight)?;
    Ok(weight)
}

/// Room for `sequence * count`, in either order.
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

/// Refuses numbers beyond 64 bits: they can grow, outside the engine's heap.
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

/// Room for `template % values`.
fn claim_filled<'v>(
    eval: &Evaluator<'v, '_, '_>,
    template: Value<'v>,
    values: Value<'v>,
) -> starlark::Result<()> {
    if template.unpack_str().is_some() {
        claim_text(eval, &[template, values])?;
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

/// Room for what `-`, `|`, `&` or `^` makes.
fn claim_combined(eval: &Evaluator, a: Value, b: Value) -> starlark::Result<()> {
    if is_table(a) {
        return claim_table(eval, length(a).saturating_add(length(b)));
    }
    small(a).and(small(b))
}

/// The work of comparing two values, or of looking for one in the other.
fn claim_comparison<'v>(
    eval: &Evaluator<'v, '_, '_>,
    a: Value<'v>,
    b: Value<'v>,
    op: &str,
) -> starlark::Result<()> {
    if a.unpack_i32().is_some() && b.unpack_i32().is_some() {
        return Ok(());
    }
    let holds =
        |value: Value| is_table(value) || is_sequence(value) && value.unpack_str().is_none();
    let session = session(eval)?;
    let bytes = match (op, holds(a), holds(b)) {
        ("in" | "not in", false, true) if is_table(b) => VALUE,
        ("in" | "not in", false, true) => size(b),
        // One is compared with all that is in the other, however often that holds the same.
        (_, true, true) | ("in" | "not in", true, _) => {
            let most = session.limits.memory;
            weigh(a, eval.heap(), most).saturating_add(weigh(b, eval.heap(), most))
        }
        _ => size(a).saturating_add(size(b)),
    };
    if bytes > session.limits.memory {
        return Err(refuse("these values are too large to be compared"));
    }
    work(eval, bytes)
}

/// Room for what a method of a string or list makes.
fn claim_method<'v>(
    eval: &Evaluator<'v, '_, '_>,
    object: Value<'v>,
    name: &str,
    args: &[Value<'v>],
) -> starlark::Result<()> {
    let Some(text) = object.unpack_str() else {
        let added: usize = args.iter().map(|&a| size(a)).sum();
        let all = added.saturating_add(size(object));
        return match name {
            "difference" | "intersection" | "symmetric_difference" | "union" => {
                claim_table(eval, all / VALUE)
            }
            "update" => claim_table(eval, added / VALUE),
            "items" => claim(eval, all.saturating_mul(8)),
            "extend" | "keys" | "values" => claim(eval, all),
            "pop" if args.is_empty() || is_table(object) => Ok(()),
            _ => work(eval, all),
        };
    };
    let argument = |i: usize| args.get(i).and_then(|a| a.unpack_str()).unwrap_or_default();
    match name {
        "format" => {
            // A place can name any of the values, and name it again.
            let places = text.matches('{').count();
            let weight = claim_text(eval, args)?;
            claim(
                eval,
                text.len().saturating_add(places.saturating_mul(weight)),
            )
        }
        "join" => {
            let weight = claim_text(eval, args)?;
            let parts = args.first().map_or(0, |&a| size(a) / VALUE);
            claim(
                eval,
                weight.saturating_add(parts.saturating_mul(text.len())),
            )
        }
        "replace" => {
            let places = text.len() / argument(0).len().max(1) + 1;
            let added = places.saturating_mul(argument(1).len());
            claim(eval, text.len().saturating_add(added))
        }
        "codepoints" | "elems" | "rsplit" | "split" | "splitlines" => {
            let separator = args.first().and_then(|a| a.unpack_str());
            let pieces = match separator {
                Some(separator) if !separator.is_empty() => text.matches(separator).count() + 1,
                // Words, lines, or single characters.
                _ => text.len(),
            };
            claim(
                eval,
                text.len().saturating_add(pieces.saturating_mul(PIECE)),
            )
        }
        "capitalize" | "lower" | "title" | "upper" => claim(eval, 2 * text.len()),
        _ => work(eval, text.len()),
    }
}

/// The guards, by the names above.
#[starlark_module]
pub(super) fn guards(globals: &mut GlobalsBuilder) {
    fn __guard_add<'v>(
        #[starlark(require = pos)] a: Value<'v>,
        #[starlark(require = pos)] b: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        if is_sequence(a) {
            claim(eval, size(a).saturating_add(size(b)))?;
        }
        small(a).and(small(b))?;
        a.add(b, eval.heap())
    }

    /// `a - b`, `a | b`, `a & b`, `a ^ b`: of numbers, sets and dictionaries.
    fn __guard_combine<'v>(
        #[starlark(require = pos)] a: Value<'v>,
        #[starlark(require = pos)] b: Value<'v>,
        #[starlark(require = pos)] op: &str,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        claim_combined(eval, a, b)?;
        match op {
            "-" => a.sub(b, eval.heap()),
            "|" => a.bit_or(b, eval.heap()),
            "&" => a.bit_and(b, eval.heap()),
            _ => a.bit_xor(b, eval.heap()),
        }
    }

    /// Whether two values compare in this way.
    fn __guard_compare<'v>(
        #[starlark(require = pos)] a: Value<'v>,
        #[starlark(require = pos)] b: Value<'v>,
        #[starlark(require = pos)] op: &str,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<bool> {
        claim_comparison(eval, a, b, op)?;
        Ok(match op {
            "==" => a.equals(b)?,
            "!=" => !a.equals(b)?,
            "<" => a.compare(b)?.is_lt(),
            "<=" => a.compare(b)?.is_le(),
            ">" => a.compare(b)?.is_gt(),
            ">=" => a.compare(b)?.is_ge(),
            "in" => b.is_in(a)?,
            _ => !b.is_in(a)?,
        })
    }

    fn __guard_multiply<'v>(
        #[starlark(require = pos)] a: Value<'v>,
        #[starlark(require = pos)] b: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        claim_product(eval, a, b)?;
        a.mul(b, eval.heap())
    }

    fn __guard_percent<'v>(
        #[starlark(require = pos)] a: Value<'v>,
        #[starlark(require = pos)] b: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        claim_filled(eval, a, b)?;
        a.percent(b, eval.heap())
    }

    fn __guard_left_shift<'v>(
        #[starlark(require = pos)] a: Value<'v>,
        #[starlark(require = pos)] b: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        claim_shift(eval, a, b)?;
        a.left_shift(b, eval.heap())
    }

    /// The right side of `+=`.
    fn __guard_more<'v>(
        #[starlark(require = pos)] value: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        if is_table(value) {
            claim_table(eval, length(value))?;
        } else if value.unpack_i32().is_none() {
            small(value)?;
            claim(eval, size(value))?;
        }
        Ok(value)
    }

    /// The right side of `-=`, `|=`, `&=` and `^=`.
    fn __guard_combined<'v>(
        #[starlark(require = pos)] target: Value<'v>,
        #[starlark(require = pos)] value: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        claim_combined(eval, target, value)?;
        Ok(value)
    }

    /// The right side of `*=`.
    fn __guard_times<'v>(
        #[starlark(require = pos)] target: Value<'v>,
        #[starlark(require = pos)] value: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        claim_product(eval, target, value)?;
        Ok(value)
    }

    /// The right side of `%=`.
    fn __guard_fill<'v>(
        #[starlark(require = pos)] target: Value<'v>,
        #[starlark(require = pos)] value: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        claim_filled(eval, target, value)?;
        Ok(value)
    }

    /// The right side of `<<=`.
    fn __guard_shift<'v>(
        #[starlark(require = pos)] target: Value<'v>,
        #[starlark(require = pos)] value: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        claim_shift(eval, target, value)?;
        Ok(value)
    }

    /// What a loop at this line goes over.
    fn __guard_loop<'v>(
        #[starlark(require = pos)] value: Value<'v>,
        #[starlark(require = pos)] line: i32,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        session(eval)?.enter_loop(line);
        Ok(value)
    }

    /// What a call or a slice gave.
    fn __guard_room<'v>(
        #[starlark(require = pos)] value: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        session(eval)?.room(eval.heap(), 0)?;
        Ok(value)
    }

    /// `object.name` for one of [`METHODS`] that is not called at once.
    fn __guard_attribute<'v>(
        #[starlark(require = pos)] object: Value<'v>,
        #[starlark(require = pos)] name: &str,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        if is_sequence(object) {
            return Err(refuse(format!(
                "call \"{name}\" where you take it: .{name}(…)"
            )));
        }
        object.get_attr_error(name, eval.heap())
    }

    /// `object.name(args)` for one of [`METHODS`].
    fn __guard_method<'v>(
        #[starlark(require = pos)] object: Value<'v>,
        #[starlark(require = pos)] name: &str,
        #[starlark(args)] args: UnpackTuple<Value<'v>>,
        #[starlark(kwargs)] named: DictRef<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let names: Vec<(&str, Value)> = named
            .iter()
            .filter_map(|(name, value)| Some((name.unpack_str()?, value)))
            .collect();
        if is_sequence(object) || is_table(object) {
            let values = args.items.iter().copied();
            let all: Vec<Value> = values.chain(names.iter().map(|(_, v)| *v)).collect();
            claim_method(eval, object, name, &all)?;
        }
        let method = object.get_attr_error(name, eval.heap())?;
        eval.eval_function(method, &args.items, &names)
    }
}
