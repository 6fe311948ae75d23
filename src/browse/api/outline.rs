//! The outline of a document.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::routing::get;
use axum::{Json, Router};
use serde::Serialize;

use crate::browse::App;
use crate::browse::answer::{Answer, Failure};
use crate::browse::documents::Opened;
use crate::pdf::{self, Destination, OutlineItem};

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/{id}/outline", get(outline))
}

#[derive(Serialize)]
struct Outline {
    items: Vec<Item>,
}

#[derive(Serialize)]
struct Item {
    title: String,
    /// Where it leads: a page from 0, and a height on it in points from above.
    page: Option<u32>,
    y: Option<f64>,
    /// Its items are to be seen at first.
    open: bool,
    items: Vec<Item>,
}

async fn outline(State(app): State<Arc<App>>, Path(id): Path<usize>) -> Answer<Outline> {
    app.with_document(id, read).await.map(Json)
}

fn read(opened: &Opened) -> Result<Outline, Failure> {
    let Ok(document) = opened.pdf() else {
        return Ok(Outline { items: Vec::new() });
    };
    let items = pdf::outline(document);
    Ok(Outline {
        items: items
            .into_iter()
            .map(|item| shown(document, item))
            .collect(),
    })
}

/// The outline is as deep as it was read, so this ends.
fn shown(document: &pdf::Document, item: OutlineItem) -> Item {
    Item {
        page: item.destination.map(|destination| destination.page),
        y: item
            .destination
            .and_then(|destination| height(document, destination)),
        title: item.title,
        open: item.open,
        items: item
            .items
            .into_iter()
            .map(|item| shown(document, item))
            .collect(),
    }
}

fn height(document: &pdf::Document, destination: Destination) -> Option<f64> {
    let page = document.page(destination.page)?;
    let (_, y) = page
        .matrix()
        .apply64(destination.left.unwrap_or(0.0), destination.top?);
    let height = f64::from(page.size().1);
    // Some lead to a place off the page.
    Some((y.clamp(0.0, height) * 100.0).round() / 100.0)
}
