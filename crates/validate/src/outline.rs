//! The items of the document's outline (ISO 32000-1, 12.3.3).

use super::entries::{catalog_dict, reachable};
use pdfa2hocr_core::pdf::{Dict, Document};

/// Maximum number of outline items read; the rest is not checked.
const MAX_ITEMS: usize = 1 << 20;

/// All items of the outline, each once.
pub(super) fn items(document: &Document) -> Vec<Dict<'_>> {
    let first = catalog_dict(document, &["Outlines", "First"]);
    reachable(first.into_iter().collect(), MAX_ITEMS, |item| {
        let keys = ["Next", "First"].iter();
        keys.filter_map(|key| item.get::<Dict<'_>>(key)).collect()
    })
}
