//! Counts the work of comparisons and of searches in lists and tables.

use starlark::eval::Evaluator;
use starlark::values::Value;

use super::cost::{is_sequence, is_table, size, work};
use super::measure::{leaf, measure};
use super::table;

/// Counts the work of comparing two values, or of searching one in the other.
pub(super) fn claim_comparison<'v>(
    eval: &Evaluator<'v, '_, '_>,
    a: Value<'v>,
    b: Value<'v>,
    op: &str,
) -> starlark::Result<()> {
    if a.unpack_i32().is_some() && b.unpack_i32().is_some() {
        return Ok(());
    }
    let is_list = |value: Value| is_sequence(value) && value.unpack_str().is_none();
    let is_in = ["in", "not in"].contains(&op);
    match (a.unpack_str(), b.unpack_str()) {
        _ if is_in && is_table(b) => table::key(eval, a),
        // The text is compared with every entry.
        (Some(text), None) if is_in && is_list(b) => {
            let alike = |b: Value| b.unpack_str().map_or(0, |b| b.len().min(text.len()));
            let bytes = b.iterate(eval.heap())?.map(alike);
            work(eval, bytes.fold(size(b), usize::saturating_add))
        }
        (None, None) if is_in && is_list(b) && leaf(a).is_some() => work(eval, size(b)),
        (Some(_), Some(_)) => work(eval, size(a).saturating_add(size(b))),
        _ => measure(eval, [a, b]).map(drop),
    }
}
