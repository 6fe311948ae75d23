//! Describes a book as a whole: the data shown before any page is loaded.

use serde::Serialize;

use super::book::{Book, Kept, Picture};
use crate::document::{OutlineItem, outline_items};
use crate::inspect::page_sizes;
use pdfa2hocr_core::page_number::PageNumber;

/// A book as a whole.
#[derive(Debug, Serialize)]
pub(super) struct Summary {
    pub title: String,
    page_count: usize,
    /// Consecutive pages of one size: number of pages, width and height in points.
    sizes: Vec<(u32, f64, f64)>,
    /// The page labels, unless they are 1, 2, 3.
    labels: Option<Vec<String>>,
    /// File extensions of the thumbnails; `None` for pages without one.
    thumbnails: Vec<Option<&'static str>>,
    pictures: bool,
    outline: Vec<OutlineItem>,
    /// Number of pages whose text is stored together.
    texts: usize,
    /// The folder with the other files; `None` if the file contains everything.
    folder: Option<String>,
}

impl Summary {
    pub(super) fn new(book: &Book, kept: &Kept, texts: usize, folder: Option<&str>) -> Self {
        let document = book.document();
        let extension = |picture: &Option<Picture>| picture.as_ref().map(|p| p.extension);
        let pages = || kept.pages.values();
        let label = |(index, label): (u32, &Option<String>)| {
            label
                .clone()
                .unwrap_or_else(|| PageNumber::of(index).to_string())
        };
        let labels = kept
            .pages
            .iter()
            .map(|(index, page)| label((*index, &page.label)));
        let labels: Vec<String> = labels.collect();
        let counted = (1..)
            .zip(&labels)
            .all(|(n, label): (usize, _)| *label == n.to_string());
        let mut outline = outline_items(document.pipeline());
        outline.iter_mut().for_each(|entry| renumber(entry, kept));
        Self {
            title: title(kept.title.as_deref(), &document.info().name),
            page_count: kept.pages.len(),
            sizes: page_sizes(pages().map(|page| page.size)),
            labels: (!counted).then_some(labels),
            thumbnails: pages().map(|page| extension(&page.thumbnail)).collect(),
            pictures: pages().any(|page| page.picture.is_some()),
            outline,
            texts,
            folder: folder.map(str::to_owned),
        }
    }
}

/// The document's title, otherwise its file name without extension.
fn title(title: Option<&str>, name: &str) -> String {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let own = title.map(str::trim).filter(|title| !title.is_empty());
    own.unwrap_or(stem).to_owned()
}

/// Converts outline targets from pages of the document to pages of the book, which may be a selection. The
/// outline has limited depth, so the recursion ends.
fn renumber(entry: &mut OutlineItem, kept: &Kept) {
    let place = |page: u32| {
        kept.pages
            .contains_key(&page)
            .then(|| kept.pages.range(..page).count() as u32)
    };
    entry.page = entry.page.and_then(place);
    entry
        .items
        .iter_mut()
        .for_each(|below| renumber(below, kept));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_book_without_a_title_is_called_like_its_file() {
        assert_eq!(title(Some(" A title "), "x.pdf"), "A title");
        assert_eq!(title(Some(" "), "a.b.pdf"), "a.b");
        assert_eq!(title(None, ""), "");
    }
}
