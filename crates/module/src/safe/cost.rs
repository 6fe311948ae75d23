//! Counts the cost of operations in steps and memory.

use starlark::eval::Evaluator;
use starlark::values::Value;
use starlark::values::list::ListRef;
use starlark::values::tuple::TupleRef;

use crate::refusal::refuse;
use crate::session::Session;

/// Bytes for each piece of a split string: its value and its list entry.
pub(crate) const PIECE: usize = 40;
/// Minimum bytes of a value.
pub(crate) const VALUE: usize = 8;
/// Bytes of a dictionary or set entry, allocated outside the engine's heap.
pub(super) const ENTRY: usize = 64;
/// Bytes read or copied in one step.
const STEP: usize = 128;

/// Returns the session of an evaluation.
pub(crate) fn session<'a>(eval: &Evaluator<'_, 'a, '_>) -> starlark::Result<&'a Session> {
    eval.extra
        .and_then(|extra| extra.downcast_ref::<Session>())
        .ok_or_else(|| refuse("nothing can be done without a page"))
}

/// Checks that `bytes` can be allocated, and counts the work of filling them.
pub(crate) fn claim(eval: &Evaluator, bytes: usize) -> starlark::Result<()> {
    room(eval, bytes)?;
    work(eval, bytes)
}

/// Checks that `bytes` can be allocated.
pub(crate) fn room(eval: &Evaluator, bytes: usize) -> starlark::Result<()> {
    session(eval)?.room(eval.heap(), bytes)
}

/// Counts the work of reading `bytes`: one step, and one more for each [`STEP`] bytes.
pub(crate) fn work(eval: &Evaluator, bytes: usize) -> starlark::Result<()> {
    steps(eval, 1 + (bytes / STEP) as u64)
}

pub(crate) fn steps(eval: &Evaluator, steps: u64) -> starlark::Result<()> {
    session(eval)?.charge(eval.get_total_tick_count(), steps)
}

/// Counts the memory of a new dictionary or set with this many entries.
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

/// The length of a value, or 0 if it has none. Strings are measured in bytes, which is fast.
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

/// The bytes of a string, or of the entries of a list or tuple; for other values one entry.
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
