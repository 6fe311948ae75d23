//! The items of a document's outline that lead to the chosen pages.

use serde::Serialize;

use crate::browse::data::View;
use crate::document::{OutlineItem, outline_items};

#[derive(Serialize)]
pub(super) struct Outline {
    items: Vec<OutlineItem>,
}

impl Outline {
    pub(super) fn new(view: &View, pages: &[u32]) -> Self {
        let items = outline_items(view.document().pipeline());
        Self {
            items: items
                .into_iter()
                .filter_map(|item| kept(item, pages))
                .collect(),
        }
    }
}

/// Keeps an item if it or one below it leads to the pages. Recursion ends because the outline was read with
/// limited depth.
fn kept(mut entry: OutlineItem, pages: &[u32]) -> Option<OutlineItem> {
    let below = std::mem::take(&mut entry.items).into_iter();
    entry.items = below.filter_map(|item| kept(item, pages)).collect();
    entry.page = entry.page.filter(|page| pages.contains(page));
    (entry.page.is_some() || !entry.items.is_empty()).then_some(entry)
}
