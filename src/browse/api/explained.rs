//! Answers requests for pages as one self-contained file.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use axum::routing::get;
use serde::Deserialize;

use super::inspect::download;
use crate::browse::App;
use crate::browse::analysis_key::AnalysisKey;
use crate::browse::answer::Failure;
use crate::browse::documents::Opened;
use crate::browse::explained::{self, Explained};
use pdfa2hocr_core::page::PageList;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/{id}/explained.html", get(explained))
}

#[derive(Deserialize)]
struct Wanted {
    analysis: Option<AnalysisKey>,
    /// The list of pages as in `--pages`: `1-5,9`.
    pages: String,
}

async fn explained(
    State(app): State<Arc<App>>,
    Path(id): Path<usize>,
    Query(Wanted { analysis, pages }): Query<Wanted>,
) -> Result<Response, Failure> {
    let pages: PageList = pages.parse().map_err(Failure::bad_request)?;
    let write = move |opened: &Opened| {
        let count = opened.document(None)?.page_count();
        let pages = pages.of(count).map_err(Failure::bad_request)?;
        let first = analysis.map(|key| opened.view(Some(key))).transpose()?;
        let explained = Explained {
            name: &opened.name,
            views: explained::views(&opened.given(), first)?,
            drawer: opened.drawer().ok(),
            pages: &pages,
        };
        let mut file = Vec::new();
        explained.write(&mut file, &mut ())?;
        let stem = opened
            .name
            .rsplit_once('.')
            .map_or(&*opened.name, |(stem, _)| stem);
        Ok(download(&format!("{stem}.html"), file))
    };
    app.with_document(id, write).await
}
