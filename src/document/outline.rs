//! Reads the outline of a document: the bookmarks of a PDF (ISO 32000-1, 12.3.3), with the page and the height
//! of each target, or the divisions that METS names.

use serde::Serialize;

use crate::convert::Pipeline;
use pdfa2hocr_core::page::Division;
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
pub(crate) fn outline_items(pipeline: &Pipeline) -> Vec<OutlineItem> {
    match pipeline.pdf() {
        Some(document) => items(document, pdf::outline(document)),
        None => nested(pipeline.describe().divisions),
    }
}

/// Nests divisions by their levels.
fn nested(divisions: Vec<Division>) -> Vec<OutlineItem> {
    let mut out = Vec::new();
    // The open items with their levels, which increase.
    let mut open: Vec<(u8, OutlineItem)> = Vec::new();
    let close = |open: &mut Vec<(u8, OutlineItem)>, out: &mut Vec<OutlineItem>, level: u8| {
        while let Some((_, item)) = open.pop_if(|(own, _)| *own >= level) {
            let around = open.last_mut().map(|(_, around)| &mut around.items);
            around.unwrap_or(out).push(item);
        }
    };
    for division in divisions {
        close(&mut open, &mut out, division.level);
        let item = OutlineItem {
            title: division.label,
            page: Some(division.page),
            y: None,
            open: true,
            items: Vec::new(),
        };
        open.push((division.level, item));
    }
    close(&mut open, &mut out, 0);
    out
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisions_are_nested_by_their_levels() {
        let of = |level, title: &str| Division {
            level,
            label: title.to_owned(),
            page: 0,
        };
        let items = nested(vec![
            of(2, "a"),
            of(1, "b"),
            of(3, "c"),
            of(2, "d"),
            of(1, "e"),
        ]);
        let shape = |items: &[OutlineItem]| -> Vec<(String, usize)> {
            let one = |item: &OutlineItem| (item.title.clone(), item.items.len());
            items.iter().map(one).collect()
        };
        let of = |title: &str, inside| (title.to_owned(), inside);
        assert_eq!(shape(&items), [of("a", 0), of("b", 2), of("e", 0)]);
        assert_eq!(shape(&items[1].items), [of("c", 0), of("d", 0)]);
    }
}
