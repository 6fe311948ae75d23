//! Answers requests for pages with their layers, characters and output.

use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::routing::get;
use axum::{Json, Router};
use serde::Deserialize;

use crate::browse::App;
use crate::browse::analysis_key::AnalysisKey;
use crate::browse::answer::{Answer, Failure};
use crate::browse::data::{self, Characters, Layers, Output};

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/{id}/pages/{index}", get(layers))
        .route("/{id}/pages/{index}/characters", get(characters))
        .route("/{id}/pages/{index}/output", get(output))
}

#[derive(Deserialize)]
struct By {
    analysis: Option<AnalysisKey>,
}

async fn layers(
    State(app): State<Arc<App>>,
    Path((id, index)): Path<(usize, u32)>,
    Query(By { analysis }): Query<By>,
) -> Answer<Layers> {
    let job = move |view: &data::View| data::layers(view, index);
    app.with_view(id, analysis, job).await.map(Json)
}

#[derive(Deserialize)]
struct As {
    analysis: Option<AnalysisKey>,
    format: String,
}

async fn output(
    State(app): State<Arc<App>>,
    Path((id, index)): Path<(usize, u32)>,
    Query(As { analysis, format }): Query<As>,
) -> Answer<Output> {
    let format = format.parse().map_err(Failure::bad_request)?;
    let job = move |view: &data::View| data::output(view, index, format);
    app.with_view(id, analysis, job).await.map(Json)
}

async fn characters(
    State(app): State<Arc<App>>,
    Path((id, index)): Path<(usize, u32)>,
    Query(By { analysis }): Query<By>,
) -> Answer<Characters> {
    let job = move |view: &data::View| data::characters(view, index);
    app.with_view(id, analysis, job).await.map(Json)
}
