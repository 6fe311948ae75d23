//! Answers requests for the findings of the validator.

use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::routing::get;
use axum::{Json, Router};
use serde::Deserialize;

use crate::browse::App;
use crate::browse::answer::{Answer, Failure};
use crate::browse::data::Faults;
use pdfa2hocr_validate::Flavour;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/{id}/faults", get(faults))
}

#[derive(Deserialize)]
struct Wanted {
    flavour: Option<String>,
}

async fn faults(
    State(app): State<Arc<App>>,
    Path(id): Path<usize>,
    Query(Wanted { flavour }): Query<Wanted>,
) -> Answer<Faults> {
    let flavour = flavour.filter(|name| !name.is_empty());
    let flavour = flavour.map(|name| name.parse::<Flavour>()).transpose();
    let flavour = flavour.map_err(|why| Failure::bad_request(why.to_string()))?;
    let faults = app.with_document(id, move |opened| {
        let (view, inspector) = (opened.view(None)?, opened.inspector()?);
        let faults = opened
            .checks
            .faults(&opened.source, &view, inspector, flavour)?;
        Ok(faults)
    });
    faults.await.map(Json)
}
