//! Finds rows of the tree by name, by the beginning of their text, and by the texts of elements such as
//! `Alt`. On analysed pages, also by the whole text of lines.

use std::time::{Duration, Instant};

use serde::Serialize;

use super::analysed::{node_row, page_row};
use super::elements::{Texts, content_rows, element_row};
use super::{Key, Row};
use crate::browse::data::folded::folded;
use crate::browse::data::view::View;
use pdfa2hocr_core::blocks::Page;
use pdfa2hocr_core::diagnostics::Result;
use pdfa2hocr_core::page::{NodeId, NodeKind};
use pdfa2hocr_core::structure::{Element, ElementId, Tags};

/// Longest time of one request; the next one continues.
const LONGEST: Duration = Duration::from_millis(500);

/// The rows that were found.
#[derive(Debug, Serialize)]
pub(in crate::browse) struct SearchedRows {
    rows: Vec<FoundRow>,
    /// The element or page at which the search continues.
    next: Option<u32>,
}

#[derive(Debug, Serialize)]
struct FoundRow {
    #[serde(flatten)]
    row: Row,
    /// The rows around it, beginning with the outermost.
    path: Vec<Key>,
}

/// Finds at least `count` rows, from an element or a page on.
pub(in crate::browse) fn search(
    view: &View,
    wanted: &str,
    from: u32,
    count: usize,
) -> Result<SearchedRows> {
    let wanted = folded(wanted);
    match view.tags() {
        _ if wanted.is_empty() => Ok(SearchedRows {
            rows: Vec::new(),
            next: None,
        }),
        Some(tags) => Ok(in_elements(view, tags, &wanted, from, count)),
        None => in_pages(view, &wanted, from, count),
    }
}

fn in_elements(view: &View, tags: &Tags, wanted: &str, from: u32, count: usize) -> SearchedRows {
    let begun = Instant::now();
    let structure = tags.structure();
    let mut rows = Vec::new();
    let mut texts = Texts::in_passing(view, tags);
    let mut number = from;
    while let Some(id) = structure.id(number) {
        if rows.len() >= count || (number > from && begun.elapsed() > LONGEST) {
            return SearchedRows {
                rows,
                next: Some(number),
            };
        }
        number += 1;
        if !view.has_element(id) {
            continue;
        }
        let row = element_row(view, tags, id, &mut texts);
        if has_text_with(&structure[id], wanted) || row.shows(wanted) {
            let path = around(tags, id);
            rows.push(FoundRow { row, path });
        }
        let content = content_rows(tags, id, &mut texts).into_iter();
        rows.extend(content.filter(|row| row.shows(wanted)).map(|row| {
            let mut path = around(tags, id);
            path.push(Key::element(id));
            FoundRow { row, path }
        }));
    }
    SearchedRows { rows, next: None }
}

fn around(tags: &Tags, id: ElementId) -> Vec<Key> {
    let mut path: Vec<Key> = tags
        .structure()
        .ancestors(id)
        .skip(1)
        .map(Key::element)
        .collect();
    path.reverse();
    path
}

/// Whether a text of an element, such as its `Alt`, contains `wanted`.
fn has_text_with(element: &Element, wanted: &str) -> bool {
    let said = [
        &element.lang,
        &element.alt,
        &element.actual_text,
        &element.expansion,
        &element.title,
        &element.id,
    ];
    let mut said = said.into_iter().flatten();
    said.any(|text| folded(text).contains(wanted))
}

fn in_pages(view: &View, wanted: &str, from: u32, count: usize) -> Result<SearchedRows> {
    let mut rows = Vec::new();
    let next = view.pages_in_turn(from, LONGEST, |page| {
        if called(&page).contains(wanted) {
            let (row, path) = (page_row(view, page.index()), Vec::new());
            rows.push(FoundRow { row, path });
        }
        in_page(&page, wanted, &mut rows, count);
        rows.len() >= count
    })?;
    Ok(SearchedRows { rows, next })
}

/// The name of a page in the tree: `page ii (4)`, or `page 4` if it has no other label.
fn called(page: &Page) -> String {
    let number = page.number().to_string();
    match page.label().filter(|label| *label != number) {
        Some(label) => folded(&format!("page {label} ({number})")),
        None => format!("page {number}"),
    }
}

/// Most rows that one page adds beyond `count`.
const OF_PAGE: usize = 1000;

fn in_page(page: &Page, wanted: &str, rows: &mut Vec<FoundRow>, count: usize) {
    let model = page.model();
    let tree = &model.tree;
    for id in tree.below(tree.root()).skip(1) {
        let row = node_row(page, id);
        if !row.shows(wanted) && !is_wanted(page, id, wanted) {
            continue;
        }
        if rows.len() >= count.saturating_add(OF_PAGE) {
            return;
        }
        let around = tree.around(id);
        let mut path: Vec<Key> = around.map(|id| Key::node(model, id)).collect();
        path.reverse();
        rows.push(FoundRow { row, path });
    }
}

fn is_wanted(page: &Page, id: NodeId, wanted: &str) -> bool {
    let model = page.model();
    let node = &model.tree[id];
    let mut values = node.attributes.iter().map(|attribute| &attribute.value);
    if values.any(|text| folded(text).contains(wanted)) {
        return true;
    }
    let mut text = String::new();
    if node.kind == NodeKind::TEXTLINE {
        model.push_text_below(id, &mut text);
    }
    folded(&text).contains(wanted)
}
