//! Answers requests that compare two analyses of a document.

use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::routing::get;
use axum::{Json, Router};
use serde::Deserialize;

use crate::browse::App;
use crate::browse::analysis_key::AnalysisKey;
use crate::browse::answer::Answer;
use crate::browse::data::{self, Differences, OfPages};
use crate::browse::documents::Opened;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/{id}/differences", get(of_pages))
        .route("/{id}/pages/{index}/differences", get(differences))
}

/// The two analyses to compare.
#[derive(Deserialize)]
struct Of {
    a: Option<AnalysisKey>,
    b: Option<AnalysisKey>,
    /// The page at which to begin.
    #[serde(default)]
    from: u32,
}

async fn differences(
    State(app): State<Arc<App>>,
    Path((id, index)): Path<(usize, u32)>,
    Query(of): Query<Of>,
) -> Answer<Differences> {
    let job = move |opened: &Opened| {
        let (a, b) = (opened.view(of.a)?, opened.view(of.b)?);
        Ok(data::differences(&a, &b, index)?)
    };
    app.with_document(id, job).await.map(Json)
}

async fn of_pages(
    State(app): State<Arc<App>>,
    Path(id): Path<usize>,
    Query(of): Query<Of>,
) -> Answer<OfPages> {
    let job = move |opened: &Opened| {
        let (a, b) = (opened.view(of.a)?, opened.view(of.b)?);
        Ok(data::of_pages(&a, &b, of.from)?)
    };
    app.with_document(id, job).await.map(Json)
}
