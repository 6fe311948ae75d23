//! Answers requests for the list of documents, their summaries, and their passwords.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::{Deserialize, Serialize};

use crate::browse::App;
use crate::browse::analysis_key::RoadName;
use crate::browse::answer::{Answer, Failure};
use crate::browse::documents::Opened;
use crate::browse::warned::Warned;
use crate::inspect::page_sizes;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/documents", get(list))
        .route("/{id}", get(summary))
        .route("/{id}/password", post(password))
}

#[derive(Serialize)]
struct List {
    version: &'static str,
    documents: Vec<Entry>,
    command: Command,
}

/// The options of the command line.
#[derive(Serialize)]
struct Command {
    /// Each option with its value, in long form, without mapping and modules.
    options: Vec<String>,
    mapping: Option<String>,
    modules: Vec<String>,
}

#[derive(Serialize)]
struct Entry {
    id: usize,
    name: String,
    state: &'static str,
    error: Option<String>,
}

async fn list(State(app): State<Arc<App>>) -> Json<List> {
    let documents = app.documents.entries().map(|entry| {
        let (state, error) = entry.state();
        Entry {
            id: entry.id,
            name: entry.name.clone(),
            state,
            error,
        }
    });
    let command_line = &app.command_line;
    let modules = command_line.modules().iter();
    Json(List {
        version: env!("CARGO_PKG_VERSION"),
        documents: documents.collect(),
        command: Command {
            options: command_line.given().to_vec(),
            mapping: command_line.mapping().map(str::to_owned),
            modules: modules
                .map(|path| path.to_string_lossy().into_owned())
                .collect(),
        },
    })
}

/// A document as a whole.
#[derive(Serialize)]
struct Summary {
    id: usize,
    name: String,
    title: Option<String>,
    kind: &'static str,
    bytes: usize,
    page_count: u32,
    /// Runs of pages of the same size: count, width and height in points.
    sizes: Vec<(u32, f64, f64)>,
    /// The page labels of the document, if it has any.
    labels: Option<Vec<Option<String>>>,
    /// The road of the command line's options.
    road: RoadName,
    roads: Vec<RoadName>,
    /// The number of structure elements.
    elements: usize,
    /// Whether its pages can be rendered.
    pictures: bool,
    validate: bool,
    warnings: Vec<Warned>,
}

async fn summary(State(app): State<Arc<App>>, Path(id): Path<usize>) -> Answer<Summary> {
    app.with_document(id, summarise).await.map(Json)
}

fn summarise(opened: &Opened) -> Result<Summary, Failure> {
    let document = opened.document(None)?;
    let info = document.info();
    let pdf = opened.pdf().ok();
    let pages = document.page_count();
    let labels = &document.pipeline().labels;
    let labels: Vec<_> = (0..pages).map(|index| labels.label(index)).collect();
    let roads = opened.roads();
    let tagged = opened.document(Some(RoadName::Tags)).ok();
    let tags = tagged.as_ref();
    let tags = tags.and_then(|document| document.pipeline().tags());
    Ok(Summary {
        id: opened.id,
        name: opened.name.clone(),
        title: info.metadata.title,
        kind: document.pipeline().kind(),
        bytes: opened.source.bytes().len(),
        page_count: pages,
        sizes: page_sizes(
            (0..pages).map(|index| document.pipeline().page_size(index).unwrap_or_default()),
        ),
        labels: labels.iter().any(Option::is_some).then_some(labels),
        road: opened.road(),
        roads,
        elements: tags.map_or(0, |tags| tags.structure().len()),
        pictures: opened.drawer().is_ok(),
        validate: cfg!(feature = "validate") && pdf.is_some(),
        warnings: document.warnings().iter().map(Warned::from).collect(),
    })
}

#[derive(Deserialize)]
struct Password {
    password: String,
}

async fn password(
    State(app): State<Arc<App>>,
    Path(id): Path<usize>,
    Json(Password { password }): Json<Password>,
) -> Answer<Summary> {
    let entry = app.documents.entry(id)?;
    let job = move || match entry.open_with(&password) {
        Ok(opened) => summarise(&opened),
        Err(failure) if failure.status == StatusCode::LOCKED => Err(Failure::new(
            StatusCode::FORBIDDEN,
            "this is not the document's password",
        )),
        Err(failure) => Err(failure),
    };
    app.work.run(job).await.map(Json)
}
