//! Answers requests for the words of a document that need a review.

use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::routing::get;
use axum::{Json, Router};
use serde::Deserialize;

use super::most;
use crate::browse::App;
use crate::browse::analysis_key::AnalysisKey;
use crate::browse::answer::Answer;
use crate::browse::data::{self, Review};

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/{id}/review", get(review))
}

#[derive(Deserialize)]
struct Wanted {
    analysis: Option<AnalysisKey>,
    /// The page at which to continue.
    #[serde(default)]
    from: u32,
    count: Option<usize>,
}

async fn review(
    State(app): State<Arc<App>>,
    Path(id): Path<usize>,
    Query(wanted): Query<Wanted>,
) -> Answer<Review> {
    let count = most(wanted.count);
    let job = move |view: &data::View| data::review(view, wanted.from, count);
    app.with_view(id, wanted.analysis, job).await.map(Json)
}
