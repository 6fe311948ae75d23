//! The items of the document's outline (ISO 32000-1, 12.3.3).

use std::collections::HashSet;

use super::entries::Identity;
use crate::pdf::{Dict, Document};

/// Maximum number of outline items read; the rest is not checked.
const MOST_ITEMS: usize = 1 << 20;

/// All items of the outline, each once.
pub(super) fn items(document: &Document) -> Vec<Dict<'_>> {
    let outline = document
        .catalog()
        .and_then(|c| c.get::<Dict<'_>>("Outlines"));
    let first = outline.and_then(|o| o.get::<Dict<'_>>("First"));
    let mut todo: Vec<Dict<'_>> = first.into_iter().collect();
    let mut seen: HashSet<Identity> = HashSet::new();
    let mut found = Vec::new();
    while found.len() < MOST_ITEMS
        && let Some(item) = todo.pop()
    {
        if !seen.insert(Identity::of(&item)) {
            continue;
        }
        todo.extend(
            ["Next", "First"]
                .iter()
                .filter_map(|key| item.get::<Dict<'_>>(key)),
        );
        found.push(item);
    }
    found
}
