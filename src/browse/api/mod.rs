//! The functions that answer requests of the page, one file for each subject.
//!
//! Most are functions of a document and the parameters in the address ([`get`]). Documents and pages are counted
//! from 0.

mod analyses;
mod corrections;
mod documents;
mod explained;
mod export;
#[cfg(feature = "validate")]
mod faults;
mod get;
mod inspect;
mod pages;
mod pictures;
mod scripts;
mod tree;

use std::sync::Arc;

use axum::Router;
use serde::Deserialize;

use super::App;
use super::analysis_key::AnalysisKey;

pub(super) fn routes() -> Router<Arc<App>> {
    let routes = Router::new()
        .merge(analyses::routes())
        .merge(corrections::routes())
        .merge(documents::routes())
        .merge(explained::routes())
        .merge(export::routes())
        .merge(inspect::routes())
        .merge(pages::routes())
        .merge(pictures::routes())
        .merge(scripts::routes())
        .merge(tree::routes());
    #[cfg(feature = "validate")]
    let routes = routes.merge(faults::routes());
    routes
}

/// An analysis of a document; without one, that of the command line.
#[derive(Deserialize)]
struct By {
    analysis: Option<AnalysisKey>,
}

/// The parameters of a search.
#[derive(Deserialize)]
struct Search {
    analysis: Option<AnalysisKey>,
    q: String,
    /// The page at which to continue, or the value that the previous answer returned.
    #[serde(default)]
    from: u32,
    count: Option<usize>,
    /// Whether case matters, in a search for words to replace: `1` or `true`.
    #[serde(default)]
    case: String,
}

/// Rows of a list in an answer: the default, and the maximum.
const ROWS: usize = 200;
const MOST: usize = 1000;

/// The number of rows to send.
fn most(wanted: Option<usize>) -> usize {
    wanted.unwrap_or(ROWS).clamp(1, MOST)
}
