//! The tree: structure elements with their content, or analysed pages with their nodes. Rows are sent in
//! parts, as the user opens them.

mod analysed;
mod elements;
mod key;
mod names;
mod path;
mod search;

use serde::Serialize;

pub(in crate::browse) use key::Key;
pub(super) use key::key_of_node;
pub(in crate::browse) use names::{Names, names};
pub(in crate::browse) use path::{Path, path};
pub(in crate::browse) use search::{SearchedRows, search};

use super::find::folded;
use super::view::View;
use crate::diagnostics::Result;
use crate::structure::Kid;

pub(super) use elements::{content_name, shown_of_content};

/// A row of the tree.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(in crate::browse) struct Row {
    pub key: Key,
    /// The own type of an element, the kind of a node, or `MCID 7` or `OBJR 12` for content.
    name: String,
    /// The standard type of an element.
    standard: Option<String>,
    namespace: Option<String>,
    /// The number of rows below. It is 1 for a page that has not been analysed, because it is unknown.
    pub kids: usize,
    /// The first page with content of it.
    pub page: Option<u32>,
    /// The beginning of its text, if known.
    text: Option<String>,
}

impl Row {
    /// Whether its name, its type or its text contains a [`folded`] text.
    fn shows(&self, wanted: &str) -> bool {
        let shown = [Some(&self.name), self.standard.as_ref(), self.text.as_ref()];
        let mut shown = shown.into_iter().flatten();
        shown.any(|text| folded(text).contains(wanted))
    }
}

/// Some of the rows below another one.
#[derive(Debug, Serialize)]
pub(in crate::browse) struct Rows {
    pub total: usize,
    pub rows: Vec<Row>,
}

/// The rows below one, or below the root: `count` of them, starting at index `from`.
///
/// # Errors
///
/// If the parent does not exist; errors of reading its page.
pub(in crate::browse) fn rows(
    view: &View,
    parent: Option<Key>,
    from: usize,
    count: usize,
) -> Result<Rows> {
    match view.tags() {
        Some(tags) => elements::rows(view, tags, parent, from, count),
        None => analysed::rows(view, parent, from, count),
    }
}

/// The page of some content.
pub(super) fn page_of(kid: &Kid) -> Option<u32> {
    match kid {
        Kid::Element(_) => None,
        Kid::Content { page, .. } | Kid::Object { page, .. } => *page,
    }
}
