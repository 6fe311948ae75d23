//! Makes analyses with the user's changes.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::routing::post;
use axum::{Json, Router};
use serde::Serialize;

use crate::browse::App;
use crate::browse::analysis_key::{AnalysisKey, RoadName};
use crate::browse::answer::Answer;
use crate::browse::changes::Changes;
use crate::browse::warned::Warned;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/{id}/analyses", post(make))
}

/// A new analysis, or an existing one with the same changes.
#[derive(Serialize)]
struct Made {
    key: AnalysisKey,
    road: RoadName,
    /// Warnings about its options, and about the tags if it uses them.
    warnings: Vec<Warned>,
    /// The text that modules printed before the first page.
    printed: Vec<String>,
}

async fn make(
    State(app): State<Arc<App>>,
    Path(id): Path<usize>,
    Json(changes): Json<Changes>,
) -> Answer<Made> {
    let with = Arc::clone(&app);
    let made = app.with_document(id, move |opened| {
        let analysis = opened.change(changes, &*with.command_line)?;
        let document = analysis.view.document();
        Ok(Made {
            key: analysis.key(),
            road: RoadName::of(document),
            printed: document.printed().to_vec(),
            warnings: document.warnings().iter().map(Warned::from).collect(),
        })
    });
    made.await.map(Json)
}
