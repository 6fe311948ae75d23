//! Answers requests for the tree, its rows and their details.

use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::routing::get;
use axum::{Json, Router};
use serde::Deserialize;

use super::{Search, most};
use crate::browse::App;
use crate::browse::analysis_key::AnalysisKey;
use crate::browse::answer::Answer;
use crate::browse::data::{self, Details, Key, Names, Rows, SearchedRows};

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/{id}/tree", get(rows))
        .route("/{id}/tree/path", get(path))
        .route("/{id}/tree/search", get(search))
        .route("/{id}/tree/names", get(names))
        .route("/{id}/element", get(element))
}

#[derive(Deserialize)]
struct Wanted {
    analysis: Option<AnalysisKey>,
    parent: Option<Key>,
    #[serde(default)]
    from: usize,
    count: Option<usize>,
}

async fn rows(
    State(app): State<Arc<App>>,
    Path(id): Path<usize>,
    Query(wanted): Query<Wanted>,
) -> Answer<Rows> {
    let (from, count) = (wanted.from, most(wanted.count));
    let job = move |view: &data::View| data::rows(view, wanted.parent, from, count);
    app.with_view(id, wanted.analysis, job).await.map(Json)
}

#[derive(Deserialize)]
struct Row {
    analysis: Option<AnalysisKey>,
    key: Key,
}

async fn path(
    State(app): State<Arc<App>>,
    Path(id): Path<usize>,
    Query(Row { analysis, key }): Query<Row>,
) -> Answer<data::Path> {
    let job = move |view: &data::View| data::path(view, key);
    app.with_view(id, analysis, job).await.map(Json)
}

async fn element(
    State(app): State<Arc<App>>,
    Path(id): Path<usize>,
    Query(Row { analysis, key }): Query<Row>,
) -> Answer<Details> {
    let job = move |view: &data::View| data::element(view, key);
    app.with_view(id, analysis, job).await.map(Json)
}

async fn search(
    State(app): State<Arc<App>>,
    Path(id): Path<usize>,
    Query(wanted): Query<Search>,
) -> Answer<SearchedRows> {
    let count = most(wanted.count);
    let job = move |view: &data::View| data::search(view, &wanted.q, wanted.from, count);
    app.with_view(id, wanted.analysis, job).await.map(Json)
}

#[derive(Deserialize)]
struct By {
    analysis: Option<AnalysisKey>,
}

async fn names(
    State(app): State<Arc<App>>,
    Path(id): Path<usize>,
    Query(By { analysis }): Query<By>,
) -> Answer<Arc<Names>> {
    let job = |view: &data::View| Ok(data::names(view));
    app.with_view(id, analysis, job).await.map(Json)
}
