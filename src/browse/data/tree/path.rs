//! The path from the root of the tree to a row, so that the browser can open the tree there.

use serde::Serialize;

use super::key::Key;
use crate::browse::data::view::View;
use pdfa2hocr_core::diagnostics::{Diagnostic, Result};
use pdfa2hocr_core::structure::{ElementId, Kid, Structure, Tags};

/// The rows from the outermost to the requested one.
#[derive(Debug, PartialEq, Serialize)]
pub(in crate::browse) struct Path {
    path: Vec<Step>,
}

#[derive(Debug, PartialEq, Serialize)]
struct Step {
    key: Key,
    /// Its index among the rows of its parent.
    index: usize,
}

/// The path to a row.
///
/// # Errors
///
/// If no row has this key.
pub(in crate::browse) fn path(view: &View, key: Key) -> Result<Path> {
    let path = match (view.tags(), key) {
        (Some(tags), Key::Element(_) | Key::Content(..)) => of_element(tags, key),
        (None, Key::Page(index)) if index < view.page_count() => Some(vec![of_page(index)]),
        (None, Key::Node(index, node)) => of_node(view, index, node)?,
        _ => None,
    };
    let path =
        path.ok_or_else(|| Diagnostic::argument(format!("there is nothing {key} in the tree")))?;
    Ok(Path { path })
}

fn of_element(tags: &Tags, key: Key) -> Option<Vec<Step>> {
    let structure = tags.structure();
    let (number, kid) = match key {
        Key::Content(element, kid) => (element, Some(kid)),
        Key::Element(element) => (element, None),
        Key::Page(_) | Key::Node(..) => return None,
    };
    let id = structure.id(number)?;
    let mut path: Vec<Step> = structure
        .ancestors(id)
        .map(|id| Step {
            key: Key::element(id),
            index: place(structure, id),
        })
        .collect();
    path.reverse();
    if let Some(kid) = kid {
        let index = kid as usize;
        structure[id].kids.get(index)?;
        path.push(Step { key, index });
    }
    Some(path)
}

/// The index of an element among those of its parent.
fn place(structure: &Structure, id: ElementId) -> usize {
    let found = match structure[id].parent {
        Some(parent) => structure[parent]
            .kids
            .iter()
            .position(|kid| *kid == Kid::Element(id)),
        None => structure.top().iter().position(|top| *top == id),
    };
    found.unwrap_or_default()
}

fn of_page(index: u32) -> Step {
    Step {
        key: Key::Page(index),
        index: index as usize,
    }
}

fn of_node(view: &View, index: u32, node: u32) -> Result<Option<Vec<Step>>> {
    let seen = view.page(index)?;
    let tree = &seen.page.model().tree;
    let Some(id) = tree.node(node) else {
        return Ok(None);
    };
    let mut path = Vec::new();
    let mut at = id;
    while at != tree.root() {
        let Some(parent) = tree.parent(at) else {
            return Ok(None);
        };
        path.push(Step {
            key: Key::Node(index, at.number()),
            index: tree
                .children(parent)
                .position(|id| id == at)
                .unwrap_or_default(),
        });
        at = parent;
    }
    path.push(of_page(index));
    path.reverse();
    Ok(Some(path))
}
