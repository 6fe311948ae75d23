//! The tree rows of analysed pages and their nodes.

use super::{Key, Row, Rows};
use crate::browse::data::on_page::append;
use crate::browse::data::view::View;
use pdfa2hocr_core::blocks::Page;
use pdfa2hocr_core::diagnostics::{Diagnostic, Result};
use pdfa2hocr_core::page::NodeId;

pub(super) fn rows(view: &View, parent: Option<Key>, from: usize, count: usize) -> Result<Rows> {
    let Some(parent) = parent else {
        let pages = || view.pages();
        let shown = pages().skip(from).take(count);
        return Ok(Rows {
            total: pages().count(),
            rows: shown.map(|index| page_row(view, index)).collect(),
        });
    };
    let (index, node) = match parent {
        Key::Page(index) => (index, None),
        Key::Node(index, node) => (index, Some(node)),
        Key::Element(_) | Key::Content(..) => {
            return Err(Diagnostic::argument(format!(
                "{parent} is not in the tree of pages"
            )));
        }
    };
    let seen = view.page(index)?;
    let tree = &seen.page.model().tree;
    let node = node.map_or(Some(tree.root()), |number| tree.node(number));
    let node = node.ok_or_else(|| Diagnostic::argument(format!("there is no node {parent}")))?;
    let rows = tree.children(node).skip(from).take(count);
    Ok(Rows {
        total: tree.children(node).count(),
        rows: rows.map(|id| node_row(&seen.page, id)).collect(),
    })
}

pub(super) fn page_row(view: &View, index: u32) -> Row {
    let known = view.known_page(index);
    let labels = &view.document().pipeline().labels;
    Row {
        key: Key::Page(index),
        name: "page".to_owned(),
        standard: None,
        namespace: None,
        kids: known.map_or(1, |seen| {
            let tree = &seen.page.model().tree;
            tree.children(tree.root()).count()
        }),
        page: Some(index),
        text: labels.label(index),
    }
}

pub(super) fn node_row(page: &Page, id: NodeId) -> Row {
    let model = page.model();
    Row {
        key: Key::Node(page.index(), id.number()),
        name: model.tree[id].kind.to_string(),
        standard: None,
        namespace: None,
        kids: model.tree.children(id).count(),
        page: Some(page.index()),
        text: beginning(page, id),
    }
}

/// The beginning of the text below a node.
fn beginning(page: &Page, id: NodeId) -> Option<String> {
    let model = page.model();
    let (mut text, mut word) = (String::new(), String::new());
    for (_, glyphs) in model.tree.words(id) {
        word.clear();
        model.push_text(glyphs, &mut word);
        if !append(&mut text, &word) {
            break;
        }
    }
    (!text.is_empty()).then(|| text.replace('\u{AD}', "-"))
}
