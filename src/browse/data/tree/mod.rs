//! The tree: structure elements with their content, or analysed pages with their nodes. Rows are sent in
//! parts, as the user opens them.

mod analysed;
mod elements;
mod key;
mod names;
mod path;
mod row;
mod search;

pub(in crate::browse) use key::Key;
pub(super) use key::key_of_node;
pub(in crate::browse) use names::names;
pub(in crate::browse) use path::{Path, path};
pub(super) use row::page_of;
pub(in crate::browse) use row::{Row, Rows};
pub(in crate::browse) use search::{SearchedRows, search};

use super::view::View;
use pdfa2hocr_core::diagnostics::Result;

pub(super) use elements::{content_name, shown_of_content};

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
