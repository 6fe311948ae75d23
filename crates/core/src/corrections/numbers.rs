//! Reads numbers of operations. `serde` keeps the fields of an operation until it knows which one it is. If a
//! crate of the program enables `arbitrary_precision` of `serde_json`, as `starlark` does, numbers are then kept
//! as maps, which only [`Number`] reads.

use serde::de::Error;
use serde::{Deserialize, Deserializer};
use serde_json::Number;

/// The four sides of a box.
pub(super) fn four<'de, D: Deserializer<'de>>(from: D) -> Result<[f32; 4], D::Error> {
    sides(&<[Number; 4]>::deserialize(from)?)
}

/// The sides of boxes.
pub(super) fn fours<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<[f32; 4]>, D::Error> {
    let boxes = <Vec<[Number; 4]>>::deserialize(from)?;
    boxes.iter().map(sides).collect()
}

/// The level of a heading.
pub(super) fn level<'de, D: Deserializer<'de>>(from: D) -> Result<u8, D::Error> {
    let level = Number::deserialize(from)?;
    let level = level.as_u64().and_then(|level| u8::try_from(level).ok());
    level.ok_or_else(|| D::Error::custom("the level of a heading is an integer below 256"))
}

/// Coordinates in points.
fn sides<E: Error>(numbers: &[Number; 4]) -> Result<[f32; 4], E> {
    let side = |number: &Number| number.as_f64().unwrap_or(f64::INFINITY) as f32;
    let sides = numbers.each_ref().map(side);
    match sides.iter().all(|side| side.is_finite()) {
        true => Ok(sides),
        false => Err(E::custom("a box is larger than any page")),
    }
}
