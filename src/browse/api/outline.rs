//! Answers requests for the outline of a document.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::routing::get;
use axum::{Json, Router};
use serde::Serialize;

use crate::browse::App;
use crate::browse::answer::{Answer, Failure};
use crate::browse::documents::Opened;
use crate::document::{OutlineItem, outline_items};

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/{id}/outline", get(outline))
}

#[derive(Serialize)]
struct Outline {
    items: Vec<OutlineItem>,
}

async fn outline(State(app): State<Arc<App>>, Path(id): Path<usize>) -> Answer<Outline> {
    app.with_document(id, read).await.map(Json)
}

fn read(opened: &Opened) -> Result<Outline, Failure> {
    let Ok(document) = opened.pdf() else {
        return Ok(Outline { items: Vec::new() });
    };
    let items = outline_items(document);
    Ok(Outline { items })
}
