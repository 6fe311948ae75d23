//! The outline of a document (12.3.3) with the places that its items lead to.

use serde::Serialize;

use crate::pdf::{self, Destination, Document};

/// An item of the outline, which many readers call a bookmark.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct OutlineItem {
    /// As the document has it.
    pub title: String,
    /// The page that it leads to, from 0.
    pub page: Option<u32>,
    /// How far down on the page, in points from its upper edge.
    pub y: Option<f64>,
    /// Its items are to be seen at first.
    pub open: bool,
    /// Those below it.
    pub items: Vec<OutlineItem>,
}

/// The items of the first level, with those below.
pub(crate) fn outline_items(document: &Document) -> Vec<OutlineItem> {
    items(document, pdf::outline(document))
}

/// The outline is as deep as it was read, so this ends.
fn items(document: &Document, read: Vec<pdf::OutlineItem>) -> Vec<OutlineItem> {
    let item = |item: pdf::OutlineItem| OutlineItem {
        page: item.destination.map(|destination| destination.page),
        y: item
            .destination
            .and_then(|destination| height(document, destination)),
        title: item.title,
        open: item.open,
        items: items(document, item.items),
    };
    read.into_iter().map(item).collect()
}

fn height(document: &Document, destination: Destination) -> Option<f64> {
    let page = document.page(destination.page)?;
    let (_, y) = page
        .matrix()
        .apply64(destination.left.unwrap_or(0.0), destination.top?);
    let height = f64::from(page.size().1);
    // Some lead to a place off the page.
    Some((y.clamp(0.0, height) * 100.0).round() / 100.0)
}
