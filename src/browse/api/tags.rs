//! Answers requests that compare the tags of a document with its geometry.

use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::routing::get;
use axum::{Json, Router};
use serde::Deserialize;

use super::most;
use crate::browse::App;
use crate::browse::analysis_key::RoadName;
use crate::browse::answer::Answer;
use crate::browse::data::{self, Verdicts};

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/{id}/tags", get(verdicts))
}

#[derive(Deserialize)]
struct Wanted {
    /// The page at which to continue.
    #[serde(default)]
    from: u32,
    count: Option<usize>,
}

async fn verdicts(
    State(app): State<Arc<App>>,
    Path(id): Path<usize>,
    Query(wanted): Query<Wanted>,
) -> Answer<Verdicts> {
    let count = most(wanted.count);
    let verdicts = app.with_document(id, move |opened| {
        let document = opened.document(Some(RoadName::Tags))?;
        Ok(data::verdicts(&document, wanted.from, count))
    });
    verdicts.await.map(Json)
}
