//! Answers searches for text in a document.

use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::routing::get;
use axum::{Json, Router};

use super::{Search, most};
use crate::browse::App;
use crate::browse::answer::Answer;
use crate::browse::data::{self, Found};

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/{id}/search", get(search))
}

async fn search(
    State(app): State<Arc<App>>,
    Path(id): Path<usize>,
    Query(wanted): Query<Search>,
) -> Answer<Found> {
    let count = most(wanted.count);
    let job = move |view: &data::View| data::find(view, &wanted.q, wanted.from, count);
    app.with_view(id, wanted.analysis, job).await.map(Json)
}
