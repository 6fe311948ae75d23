//! The summary of a document, restricted to the exported pages.

use serde::Serialize;

use super::{Explained, road};
use crate::browse::data::View;
use crate::browse::warned::Warned;
use crate::inspect::page_sizes;

/// The answer of `GET api/D` for some pages. It contains no data about the user's computer.
#[derive(Serialize)]
pub(super) struct Summary<'a> {
    id: usize,
    name: &'a str,
    title: Option<String>,
    kind: &'static str,
    page_count: usize,
    /// The indices of the pages in the document.
    pages: &'a [u32],
    sizes: Vec<(u32, f64, f64)>,
    labels: Option<Vec<Option<String>>>,
    road: &'static str,
    roads: Vec<&'static str>,
    pictures: bool,
    validate: bool,
    warnings: Vec<Warned>,
    /// The views and tabs that work with the file alone.
    views: [&'static str; 1],
    tabs: [&'static str; 6],
    /// The functions of its toolbar other than display.
    tools: [&'static str; 0],
}

impl<'a> Summary<'a> {
    pub(super) fn new(explained: &Explained<'a>, view: &View) -> Self {
        let pipeline = view.document().pipeline();
        let pages = explained.pages.iter();
        let labels = &pipeline.labels;
        let labels: Vec<_> = pages.clone().map(|index| labels.label(*index)).collect();
        let roads: Vec<_> = explained.views.iter().map(|view| road(view)).collect();
        let warnings = view.document().warnings();
        let of_pages = warnings.iter().filter(|warning| {
            let page = warning.place.page;
            page.is_none_or(|page| explained.pages.contains(&page))
        });
        Self {
            id: 0,
            name: explained.name,
            title: view.document().info().metadata.title,
            kind: pipeline.kind(),
            page_count: explained.pages.len(),
            pages: explained.pages,
            sizes: page_sizes(pages.map(|index| pipeline.page_size(*index).unwrap_or_default())),
            labels: labels.iter().any(Option::is_some).then_some(labels),
            road: roads.first().copied().unwrap_or("layout"),
            roads,
            pictures: explained.drawer.is_some(),
            validate: false,
            warnings: of_pages.map(Warned::from).collect(),
            views: ["pages"],
            tabs: ["tree", "thumbnails", "outline", "find", "element", "layers"],
            tools: [],
        }
    }
}
