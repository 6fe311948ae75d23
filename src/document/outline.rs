//! Reads the outline of a document (ISO 32000-1, 12.3.3), with the page and the height of each target.

use serde::Serialize;

use pdfa2hocr_core::pdf::{self, Destination, Document};

/// An item of the outline, also called a bookmark.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct OutlineItem {
    /// The title, as in the document.
    pub title: String,
    /// The page of its target, from 0.
    pub page: Option<u32>,
    /// The distance of its target from the top of the page, in points.
    pub y: Option<f64>,
    /// Whether its items are initially shown.
    pub open: bool,
    /// The items below it.
    pub items: Vec<OutlineItem>,
}

/// The items of the first level, with those below.
pub(crate) fn outline_items(document: &Document) -> Vec<OutlineItem> {
    items(document, pdf::outline(document))
}

/// Recursion ends because the outline was read with limited depth.
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
    // Some targets are outside the page.
    Some((y.clamp(0.0, height) * 100.0).round() / 100.0)
}
