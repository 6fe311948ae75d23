//! What the page asks for, one file a subject.
//!
//! A function here takes what is in the address, and does its work with
//! [`App::with_document`](super::App::with_document). Numbers of documents and pages count from 0.

mod analyses;
mod compare;
mod documents;
mod explained;
mod export;
#[cfg(feature = "validate")]
mod faults;
mod inspect;
mod outline;
mod pages;
mod pictures;
mod review;
mod scripts;
mod search;
mod tags;
mod tree;

use std::sync::Arc;

use axum::Router;
use serde::Deserialize;

use super::App;
use super::analysis_key::AnalysisKey;

pub(super) fn routes() -> Router<Arc<App>> {
    let routes = Router::new()
        .merge(compare::routes())
        .merge(analyses::routes())
        .merge(documents::routes())
        .merge(explained::routes())
        .merge(export::routes())
        .merge(inspect::routes())
        .merge(outline::routes())
        .merge(pages::routes())
        .merge(pictures::routes())
        .merge(review::routes())
        .merge(scripts::routes())
        .merge(search::routes())
        .merge(tags::routes())
        .merge(tree::routes());
    #[cfg(feature = "validate")]
    let routes = routes.merge(faults::routes());
    routes
}

/// What is looked for.
#[derive(Deserialize)]
struct Search {
    analysis: Option<AnalysisKey>,
    q: String,
    /// Where it goes on: the page, or what the answer before said.
    #[serde(default)]
    from: u32,
    count: Option<usize>,
}

/// How many rows of a list are sent, when the page does not say how many it wants, and at most.
const ROWS: usize = 200;
const MOST: usize = 1000;

/// How many rows of a list are sent.
fn most(wanted: Option<usize>) -> usize {
    wanted.unwrap_or(ROWS).clamp(1, MOST)
}
