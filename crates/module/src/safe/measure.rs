//! Measures a value with all values in it. The walk visits as much as the engine would, but is not recursive
//! and stops at the limits.

use std::{slice, vec};

use starlark::eval::Evaluator;
use starlark::values::dict::DictRef;
use starlark::values::list::ListRef;
use starlark::values::set::SetRef;
use starlark::values::structs::StructRef;
use starlark::values::tuple::TupleRef;
use starlark::values::{UnpackValue, Value};

use super::NESTED;
use super::cost::{VALUE, claim, work};
use crate::refusal::refuse;

/// Bytes after which the walk checks the limits. Values outside lists are measured in one piece.
const STRIDE: usize = 1 << 16;
/// Bytes of values when printed: of a node with the start of its text, and of a number.
const NODE: usize = 512;
const NUMBER: usize = 24;

/// The values of a container that are still to visit.
enum Rest<'v> {
    /// The entries of a list or tuple.
    Places(slice::Iter<'v, Value<'v>>),
    /// The parts of a dictionary, set or struct.
    Parts(vec::IntoIter<Value<'v>>),
}

impl<'v> Iterator for Rest<'v> {
    type Item = Value<'v>;

    fn next(&mut self) -> Option<Value<'v>> {
        match self {
            Self::Places(places) => places.next().copied(),
            Self::Parts(parts) => parts.next(),
        }
    }
}

/// For a value that is not a container: its maximum bytes as text and in memory.
pub(super) fn leaf(value: Value) -> Option<usize> {
    if let Some(text) = value.unpack_str() {
        return Some(VALUE + written(text));
    }
    if value.unpack_i32().is_some() || value.is_none() || value.unpack_bool().is_some() {
        return Some(VALUE);
    }
    match value.get_type() {
        "list" | "tuple" | "dict" | "set" | "struct" => None,
        // Its text contains the names of its parameters.
        "function" => Some(NODE + value.to_str().len()),
        "int" | "float" | "range" => Some(NUMBER),
        _ => Some(NODE),
    }
}

/// Maximum bytes of a quoted text, in which special characters are escaped like `\x01`.
fn written(text: &str) -> usize {
    let escaped = |b: &u8| b.is_ascii_control() || matches!(b, b'"' | b'\\') || !b.is_ascii();
    text.len() + 3 * text.as_bytes().iter().filter(|b| escaped(b)).count()
}

/// Returns the values in a container, and adds the length of its field names to `weight`.
fn parts<'v>(value: Value<'v>, eval: &Evaluator<'v, '_, '_>, weight: &mut usize) -> Rest<'v> {
    if let Some(list) = ListRef::from_value(value) {
        return Rest::Places(list.content().iter());
    }
    if let Some(tuple) = TupleRef::from_value(value) {
        return Rest::Places(tuple.content().iter());
    }
    let mut found = Vec::new();
    if let Some(dict) = DictRef::from_value(value) {
        found.extend(dict.iter().flat_map(|(key, value)| [key, value]));
    } else if let Some(fields) = StructRef::from_value(value) {
        for (name, value) in fields.iter() {
            *weight = weight.saturating_add(name.len());
            found.push(value);
        }
    } else if SetRef::unpack_value(value).is_ok_and(|set| set.is_some()) {
        found.extend(value.iterate(eval.heap()).into_iter().flatten());
    }
    Rest::Parts(found.into_iter())
}

/// Total bytes of values as text, counting shared parts each time. The work of measuring is counted.
///
/// # Errors
///
/// If values are nested deeper than [`NESTED`], or the steps for measuring exceed the limit.
pub(crate) fn measure<'v>(
    eval: &Evaluator<'v, '_, '_>,
    values: impl IntoIterator<Item = Value<'v>>,
) -> starlark::Result<usize> {
    let mut all = 0usize;
    let mut weight = 0usize;
    let mut open: Vec<Rest<'v>> = Vec::new();
    for value in values {
        let mut next = Some(value);
        while let Some(value) = next {
            match leaf(value) {
                Some(bytes) => weight = weight.saturating_add(bytes),
                None if open.len() >= NESTED => return Err(too_deep()),
                None => {
                    weight = weight.saturating_add(VALUE);
                    open.push(parts(value, eval, &mut weight));
                }
            }
            if weight > STRIDE {
                work(eval, weight)?;
                all = all.saturating_add(weight);
                weight = 0;
            }
            next = None;
            while let Some(rest) = open.last_mut() {
                next = rest.next();
                if next.is_some() {
                    break;
                }
                open.pop();
            }
        }
    }
    if weight > 2 * VALUE {
        work(eval, weight)?;
    }
    Ok(all.saturating_add(weight))
}

fn too_deep() -> starlark::Error {
    refuse(format!(
        "this is nested more than {NESTED} deep, or is in itself"
    ))
}

/// Like [`measure`], and reserves memory for the text.
pub(crate) fn claim_text<'v>(
    eval: &Evaluator<'v, '_, '_>,
    values: &[Value<'v>],
) -> starlark::Result<usize> {
    let weight = measure(eval, values.iter().copied())?;
    claim(eval, weight)?;
    Ok(weight)
}
