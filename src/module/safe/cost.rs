//! What operations cost, in steps and in memory.

use starlark::eval::Evaluator;
use starlark::values::Value;
use starlark::values::list::ListRef;
use starlark::values::tuple::TupleRef;

use crate::module::session::{Session, refuse};

/// What a piece of a string that is cut costs: the piece's value and its place in a list.
pub(in crate::module) const PIECE: usize = 40;
/// What a value is taken to be at least.
pub(in crate::module) const VALUE: usize = 8;
/// What an entry of a dictionary or set takes, which is not in the engine's heap.
pub(super) const ENTRY: usize = 64;
/// Bytes looked at, or copied, that are a step.
const STEP: usize = 128;

/// The session of an evaluation.
pub(in crate::module) fn session<'a>(
    eval: &Evaluator<'_, 'a, '_>,
) -> starlark::Result<&'a Session> {
    eval.extra
        .and_then(|extra| extra.downcast_ref::<Session>())
        .ok_or_else(|| refuse("nothing can be done without a page"))
}

/// Makes sure that there is room for `bytes`, and counts the work of filling them.
pub(in crate::module) fn claim(eval: &Evaluator, bytes: usize) -> starlark::Result<()> {
    room(eval, bytes)?;
    work(eval, bytes)
}

/// Makes sure that there is room for `bytes`.
pub(in crate::module) fn room(eval: &Evaluator, bytes: usize) -> starlark::Result<()> {
    session(eval)?.room(eval.heap(), bytes)
}

/// Counts the work of looking at `bytes`: a step is worth some hundred.
pub(in crate::module) fn work(eval: &Evaluator, bytes: usize) -> starlark::Result<()> {
    steps(eval, 1 + (bytes / STEP) as u64)
}

/// Counts steps.
pub(in crate::module) fn steps(eval: &Evaluator, steps: u64) -> starlark::Result<()> {
    session(eval)?.charge(eval.get_total_tick_count(), steps)
}

/// Counts a dictionary or set of this many entries that is about to be made, or was.
pub(super) fn claim_table(eval: &Evaluator, entries: usize) -> starlark::Result<()> {
    let bytes = entries.max(1).saturating_mul(ENTRY);
    claim(eval, bytes)?;
    session(eval)?.hold(bytes);
    Ok(())
}

pub(super) fn is_table(value: Value) -> bool {
    value.unpack_i32().is_none() && ["dict", "set"].contains(&value.get_type())
}

pub(super) fn is_sequence(value: Value) -> bool {
    value.unpack_str().is_some()
        || ListRef::from_value(value).is_some()
        || TupleRef::from_value(value).is_some()
}

/// The length of a value that has one; of a string in bytes, which is soon known.
pub(super) fn length(value: Value) -> usize {
    if let Some(text) = value.unpack_str() {
        return text.len();
    }
    if value.unpack_i32().is_some() {
        return 0;
    }
    value
        .length()
        .ok()
        .and_then(|n| n.try_into().ok())
        .unwrap_or(0)
}

/// The bytes of a string, or of the places in a list or tuple; of anything else, next to nothing.
pub(super) fn size(value: Value) -> usize {
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
