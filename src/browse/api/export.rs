//! Answers requests for exports in all formats, and for the equivalent command line.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde::{Deserialize, Serialize};

use super::inspect::download_headers;
use crate::browse::App;
use crate::browse::analysis_key::AnalysisKey;
use crate::browse::answer::{Answer, Failure};
use crate::browse::command_line::FileFormat;
use crate::browse::export::{Chosen, Exported, Line, Progress, Words};
use pdfa2hocr_core::page::PageList;
use pdfa2hocr_core::pdf::Source;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/{id}/export", get(state).post(export))
        .route("/{id}/export/command", get(command))
        .route("/{id}/export/{number}", get(file))
}

/// The analysis, format and pages to export.
#[derive(Deserialize)]
struct Wanted {
    analysis: Option<AnalysisKey>,
    format: String,
    /// The list of pages as in `--pages`; all if there is none.
    pages: Option<String>,
}

/// The available formats, and the running exports.
#[derive(Serialize)]
struct Exporting {
    formats: Vec<&'static str>,
    running: Vec<Progress>,
}

async fn state(State(app): State<Arc<App>>, Path(id): Path<usize>) -> Json<Exporting> {
    Json(Exporting {
        formats: app.command_line.formats().iter().map(|f| f.name).collect(),
        running: app.exports.progress(id),
    })
}

impl App {
    /// Prepares an export of a document: the choice, the arguments and the password.
    async fn wanted(&self, id: usize, wanted: &Wanted) -> Result<(Chosen, Words, String), Failure> {
        let opened = self.opened(id).await?;
        let mut formats = self.command_line.formats().into_iter();
        let format = formats.find(|format| format.name == wanted.format);
        let format = format.ok_or_else(|| Failure::bad_request("there is no such format"))?;
        let entry = self.documents.entry(id)?;
        let chosen = Chosen::new(&entry.path, format, wanted.pages.as_deref())?;
        let words = Words::new(&opened, &*self.command_line, wanted.analysis)?;
        words.check_pages(&chosen)?;
        let document = opened.document(None)?;
        let password = document.pipeline().options().password.clone();
        Ok((chosen, words, password))
    }

    /// Checks that the export is a single file.
    ///
    /// # Errors
    ///
    /// If the format needs several files for these pages.
    async fn check_one_file(&self, id: usize, wanted: &Wanted) -> Result<(), Failure> {
        let formats = self.command_line.formats();
        let one_page = |format: &FileFormat| format.one_page && format.name == wanted.format;
        if !formats.iter().any(one_page) {
            return Ok(());
        }
        let count = self.opened(id).await?.document(None)?.page_count();
        let pages = match &wanted.pages {
            None => count as usize,
            Some(list) => {
                let list: PageList = list.parse().map_err(Failure::bad_request)?;
                list.of(count).map_err(Failure::bad_request)?.len()
            }
        };
        if pages == 1 {
            return Ok(());
        }
        let why = "a file of this format holds one page: choose one, or run the command line, which makes \
                   a file for each";
        Err(Failure::bad_request(why))
    }
}

async fn export(
    State(app): State<Arc<App>>,
    Path(id): Path<usize>,
    Json(wanted): Json<Wanted>,
) -> Answer<Exported> {
    let (chosen, words, password) = app.wanted(id, &wanted).await?;
    app.check_one_file(id, &wanted).await?;
    let command_line = &*app.command_line;
    let exported = app
        .exports
        .run(id, &chosen, &words, &password, command_line);
    exported.await.map(Json)
}

async fn command(
    State(app): State<Arc<App>>,
    Path(id): Path<usize>,
    Query(wanted): Query<Wanted>,
) -> Answer<Line> {
    let (chosen, words, _) = app.wanted(id, &wanted).await?;
    Ok(Json(words.line(&chosen)))
}

/// A file on disk that is sent without copying it.
struct Mapped(Source);

impl AsRef<[u8]> for Mapped {
    fn as_ref(&self) -> &[u8] {
        self.0.bytes()
    }
}

async fn file(
    State(app): State<Arc<App>>,
    Path((_, number)): Path<(usize, usize)>,
) -> Result<Response, Failure> {
    let path = app.exports.file(number).ok_or_else(|| {
        let why = "this file is no longer there; export it again";
        Failure::new(StatusCode::GONE, why)
    })?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let headers = download_headers(&name);
    let mapped = app.work.run(move || {
        // An empty file cannot be mapped.
        match std::fs::metadata(&path) {
            Ok(file) if file.len() == 0 => Ok(Bytes::new()),
            _ => Ok(Bytes::from_owner(Mapped(Source::map(&path)?))),
        }
    });
    Ok((headers, Body::from(mapped.await?)).into_response())
}
