//! Pages with their layers.

use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::routing::get;
use axum::{Json, Router};
use serde::Deserialize;

use crate::browse::App;
use crate::browse::analyses::AnalysisKey;
use crate::browse::answer::Answer;
use crate::browse::data::{self, Characters, Layers};

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/{id}/pages/{index}", get(layers))
        .route("/{id}/pages/{index}/characters", get(characters))
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

async fn characters(
    State(app): State<Arc<App>>,
    Path((id, index)): Path<(usize, u32)>,
    Query(By { analysis }): Query<By>,
) -> Answer<Characters> {
    let job = move |view: &data::View| data::characters(view, index);
    app.with_view(id, analysis, job).await.map(Json)
}
