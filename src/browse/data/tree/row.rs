//! The rows of the tree.

use serde::Serialize;

use super::key::Key;
use crate::browse::data::folded::folded;
use pdfa2hocr_core::structure::Kid;

/// A row of the tree.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(in crate::browse) struct Row {
    pub key: Key,
    /// The own type of an element, the kind of a node, or `MCID 7` or `OBJR 12` for content.
    pub name: String,
    /// The standard type of an element.
    pub standard: Option<String>,
    pub namespace: Option<String>,
    /// The number of rows below. It is 1 for a page that has not been analysed, because it is unknown.
    pub kids: usize,
    /// The first page with content of it.
    pub page: Option<u32>,
    /// The beginning of its text, if known.
    pub text: Option<String>,
}

impl Row {
    /// Whether its name, its type or its text contains a [`folded`] text.
    pub(super) fn shows(&self, wanted: &str) -> bool {
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

/// The page of some content.
pub(in crate::browse::data) fn page_of(kid: &Kid) -> Option<u32> {
    match kid {
        Kid::Element(_) => None,
        Kid::Content { page, .. } | Kid::Object { page, .. } => *page,
    }
}
