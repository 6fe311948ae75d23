//! Answers requests for the tree, its rows and their details, and for the outline.

use std::sync::Arc;

use axum::Router;
use serde::{Deserialize, Serialize};

use super::get::{Nothing, of_document};
use super::{By, Search, most};
use crate::browse::App;
use crate::browse::analysis_key::AnalysisKey;
use crate::browse::answer::Failure;
use crate::browse::data::{self, Key};
use crate::browse::documents::Opened;
use crate::document::OutlineItem;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/{id}/tree", of_document(rows))
        .route("/{id}/tree/path", of_document(path))
        .route("/{id}/tree/search", of_document(search))
        .route("/{id}/tree/names", of_document(names))
        .route("/{id}/element", of_document(element))
        .route("/{id}/outline", of_document(outline))
}

#[derive(Deserialize)]
struct Wanted {
    analysis: Option<AnalysisKey>,
    parent: Option<Key>,
    #[serde(default)]
    from: usize,
    count: Option<usize>,
}

fn rows(opened: &Opened, wanted: Wanted) -> Result<data::Rows, Failure> {
    let (view, count) = (opened.view(wanted.analysis)?, most(wanted.count));
    Ok(data::rows(&view, wanted.parent, wanted.from, count)?)
}

#[derive(Deserialize)]
struct Row {
    analysis: Option<AnalysisKey>,
    key: Key,
}

fn path(opened: &Opened, row: Row) -> Result<data::Path, Failure> {
    Ok(data::path(&*opened.view(row.analysis)?, row.key)?)
}

fn element(opened: &Opened, row: Row) -> Result<data::Details, Failure> {
    Ok(data::element(&*opened.view(row.analysis)?, row.key)?)
}

fn search(opened: &Opened, wanted: Search) -> Result<data::SearchedRows, Failure> {
    let (view, count) = (opened.view(wanted.analysis)?, most(wanted.count));
    Ok(data::search(&view, &wanted.q, wanted.from, count)?)
}

fn names(opened: &Opened, by: By) -> Result<Arc<data::Names>, Failure> {
    Ok(data::names(&*opened.view(by.analysis)?))
}

#[derive(Serialize)]
struct Outline {
    items: Vec<OutlineItem>,
}

/// The bookmarks of a PDF, or the divisions of METS; other documents have none.
fn outline(opened: &Opened, _: Nothing) -> Result<Outline, Failure> {
    Ok(Outline {
        items: opened.outline(),
    })
}
