//! The names in the tree, for the visibility and the colours of boxes.

use serde::Serialize;

#[derive(Debug, Serialize)]
pub(in crate::browse) struct Names {
    pub(super) names: Vec<Named>,
}

#[derive(Debug, Serialize)]
pub(super) struct Named {
    pub name: String,
    pub standard: Option<String>,
    /// The number of elements with the name; `None` for nodes of pages.
    pub count: Option<usize>,
}
