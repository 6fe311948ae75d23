//! The outline of a document (12.3.3) with the places that its items lead to.

use serde::Serialize;

use crate::pdf::{self, Destination, Document, OutlineItem};

/// An item of the outline.
#[derive(Debug, Serialize)]
pub(crate) struct OutlineEntry {
    title: String,
    /// Where it leads: a page from 0, and a height on it in points from above.
    pub page: Option<u32>,
    y: Option<f64>,
    /// Its items are to be seen at first.
    open: bool,
    pub items: Vec<OutlineEntry>,
}

/// The items of the first level, with those below.
pub(crate) fn outline_entries(document: &Document) -> Vec<OutlineEntry> {
    entries(document, pdf::outline(document))
}

/// The outline is as deep as it was read, so this ends.
fn entries(document: &Document, items: Vec<OutlineItem>) -> Vec<OutlineEntry> {
    let entry = |item: OutlineItem| OutlineEntry {
        page: item.destination.map(|destination| destination.page),
        y: item
            .destination
            .and_then(|destination| height(document, destination)),
        title: item.title,
        open: item.open,
        items: entries(document, item.items),
    };
    items.into_iter().map(entry).collect()
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
