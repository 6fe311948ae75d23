//! The tree: structure elements with their content, or the analysed pages with their nodes. It is
//! handed out piece by piece, as it is opened.

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
    /// Of an element, its own type; of a node, its kind; of content, `MCID 7` or `OBJR 12`.
    name: String,
    /// The standard type that an element stands for.
    standard: Option<String>,
    namespace: Option<String>,
    /// How many rows are below. Of a page that has not been analysed it is 1, as nobody knows yet.
    pub kids: usize,
    /// The first page that it has something on.
    pub page: Option<u32>,
    /// How its text begins, where that is known.
    text: Option<String>,
}

impl Row {
    /// Whether its name, its type or its text has something in it that is [`folded`].
    fn shows(&self, wanted: &str) -> bool {
        let shown = [Some(&self.name), self.standard.as_ref(), self.text.as_ref()];
        let mut shown = shown.into_iter().flatten();
        shown.any(|text| folded(text).contains(wanted))
    }
}

/// Some of the rows below one.
#[derive(Debug, Serialize)]
pub(in crate::browse) struct Rows {
    pub total: usize,
    pub rows: Vec<Row>,
}

/// The rows below one, or below the root, `count` of them from the one at `from`.
///
/// # Errors
///
/// When there is no such parent; those of reading its page.
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

/// The page that content is on.
pub(super) fn page_of(kid: &Kid) -> Option<u32> {
    match kid {
        Kid::Element(_) => None,
        Kid::Content { page, .. } | Kid::Object { page, .. } => *page,
    }
}
