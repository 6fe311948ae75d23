//! Counts the work of looking up keys of dictionaries and sets, and their memory, which is outside the
//! engine's heap.

use std::collections::HashMap;

use starlark::eval::Evaluator;
use starlark::values::Value;
use starlark::values::dict::DictRef;

use super::cost::{claim_table, is_table, length, steps, work};
use super::measure::measure;
use crate::refusal::refuse;

/// Maximum size of a key, in bytes.
const LONGEST: usize = 1 << 20;
/// Tables with fewer entries are not checked for collisions.
const FEW: usize = 32;
/// Number of keys with the same hash that are free in a table. It is never reached by chance.
const FREE_COLLISIONS: u64 = 32;
/// Steps for each further key with the same hash: every lookup may compare with it.
const COLLISION_STEPS: u64 = 100;

/// Counts the work of looking up a key.
///
/// # Errors
///
/// If it is nested too deep or too long, or the steps exceed the limit.
pub(super) fn key<'v>(eval: &Evaluator<'v, '_, '_>, key: Value<'v>) -> starlark::Result<()> {
    weigh(eval, key).map(drop)
}

fn weigh<'v>(eval: &Evaluator<'v, '_, '_>, key: Value<'v>) -> starlark::Result<usize> {
    if key.unpack_i32().is_some() {
        return Ok(0);
    }
    let weight = match key.unpack_str() {
        Some(text) => text.len(),
        None => measure(eval, [key])?,
    };
    if weight > LONGEST {
        return Err(refuse(format!(
            "a key of a dictionary or set has at most {} KB",
            LONGEST >> 10
        )));
    }
    // It is hashed, and compared with keys of the same hash.
    work(eval, 2 * weight)?;
    Ok(weight)
}

/// Counts a key before it is inserted into a table.
pub(super) fn enter<'v>(
    eval: &Evaluator<'v, '_, '_>,
    table: Value<'v>,
    key: Value<'v>,
) -> starlark::Result<()> {
    let weight = weigh(eval, key)?;
    if !is_table(table) || table.is_in(key)? {
        return Ok(());
    }
    claim_table(eval, 1)?;
    if length(table) >= FEW {
        let hash = key.get_hashed()?.hash().get();
        let session = super::cost::session(eval)?;
        let collisions = session
            .collisions(&(table.identity(), hash))
            .saturating_sub(FREE_COLLISIONS);
        charge(eval, collisions, weight)?;
    }
    Ok(())
}

fn charge(eval: &Evaluator, collisions: u64, weight: usize) -> starlark::Result<()> {
    if collisions == 0 {
        return Ok(());
    }
    steps(
        eval,
        collisions * COLLISION_STEPS * (1 + weight as u64 / 128),
    )
}

/// Counts keys before a table is built from them.
pub(super) fn enter_all<'v>(
    eval: &Evaluator<'v, '_, '_>,
    keys: impl IntoIterator<Item = Value<'v>>,
) -> starlark::Result<()> {
    let mut counts: HashMap<u32, u64> = HashMap::new();
    let mut count = 0;
    for key in keys {
        let weight = weigh(eval, key)?;
        let collisions = counts.entry(key.get_hashed()?.hash().get()).or_default();
        *collisions += 1;
        charge(eval, collisions.saturating_sub(FREE_COLLISIONS), weight)?;
        count += 1;
        // Counted in batches, because there may be any number.
        if count % 1024 == 0 {
            claim_table(eval, 1024)?;
        }
    }
    claim_table(eval, count % 1024)
}

/// The keys for a new dictionary or set: the keys of a dictionary, the first of each pair, or each value.
pub(super) fn keys_of<'v>(
    eval: &Evaluator<'v, '_, '_>,
    from: Value<'v>,
    pairs: bool,
) -> Vec<Value<'v>> {
    let heap = eval.heap();
    if let Some(dict) = DictRef::from_value(from) {
        return dict.keys().collect();
    }
    let Ok(items) = from.iterate(heap) else {
        return Vec::new();
    };
    match pairs {
        true => items
            .filter_map(|pair| pair.iterate(heap).ok()?.next())
            .collect(),
        false => items.collect(),
    }
}
