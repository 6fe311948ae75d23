//! Analyses that the user makes.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::routing::post;
use axum::{Json, Router};
use serde::Serialize;

use super::documents::Warned;
use crate::browse::App;
use crate::browse::analysis_key::{AnalysisKey, RoadName};
use crate::browse::answer::Answer;
use crate::browse::changes::Changes;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/{id}/analyses", post(make))
}

/// An analysis that was made, or was there.
#[derive(Serialize)]
struct Made {
    key: AnalysisKey,
    road: RoadName,
    /// Of its options, and of tags that are read by it.
    warnings: Vec<Warned>,
    /// What modules printed before the first page.
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
        Ok(Made {
            key: analysis.key(),
            road: match analysis.view.is_tagged() {
                true => RoadName::Tags,
                false => RoadName::Layout,
            },
            printed: analysis.view.printed().to_vec(),
            warnings: analysis.view.warnings().iter().map(Warned::from).collect(),
        })
    });
    made.await.map(Json)
}
