//! Some pages of a document with their elements, for a file that contains only these.

use std::collections::{BTreeSet, HashMap};

use pdfa2hocr_core::structure::{ElementId, Tags};

/// The chosen pages, with their elements.
pub(super) struct Chosen {
    pub pages: BTreeSet<u32>,
    /// The elements with content on the chosen pages, and their ancestors, each with the first of these
    /// pages.
    pub elements: HashMap<ElementId, u32>,
}

impl Chosen {
    pub(super) fn new(tags: Option<&Tags>, pages: &[u32]) -> Self {
        let pages: BTreeSet<u32> = pages.iter().copied().collect();
        let mut elements = HashMap::new();
        for (tags, page) in pages.iter().filter_map(|page| Some((tags?, *page))) {
            for item in tags.pages().of(page) {
                for id in tags.structure().ancestors(item.element) {
                    if elements.contains_key(&id) {
                        // Its ancestors are contained already.
                        break;
                    }
                    elements.insert(id, page);
                }
            }
        }
        Self { pages, elements }
    }
}
