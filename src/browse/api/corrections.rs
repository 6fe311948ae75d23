//! Answers requests of the editor: the state of the corrections, changes, the pages with their words, the work
//! list, and the search for words to replace.

use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::{Deserialize, Serialize};

use super::get::{of_document, of_item};
use super::{By, most};
use crate::browse::App;
use crate::browse::analysis_key::AnalysisKey;
use crate::browse::answer::{Answer, Failure};
use crate::browse::correcting::{Change, Changed, OnPage};
use crate::browse::corrections::Status;
use crate::browse::data::{self, FoundWords};
use crate::browse::documents::Opened;
use crate::browse::doubtful_words::{EditedPage, WorkList};
use pdfa2hocr_core::corrections::{Id, PageState};
use pdfa2hocr_core::page_number::PageNumber;

/// Longest name of a tab in bytes.
const LONGEST_TAB: usize = 100;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/{id}/corrections", of_document(state).post(make))
        .route("/{id}/corrections/undo", post(undo))
        .route("/{id}/corrections/redo", post(redo))
        .route("/{id}/corrections/progress", post(progress))
        .route("/{id}/corrections/settle", post(settle))
        .route("/{id}/corrections/presence", post(presence))
        .route("/{id}/corrections/work", get(work))
        .route("/{id}/corrections/find", of_document(find))
        .route("/{id}/pages/{index}/edit", of_item(edit))
}

/// A tab of a browser, by the random name that it has given itself.
#[derive(Deserialize)]
struct Tab {
    tab: Option<String>,
}

fn state(opened: &Opened, tab: Tab) -> Result<Status, Failure> {
    opened.corrections_state(tab.tab.as_deref())
}

/// The tab that asks for a change, and the last change that it knows.
#[derive(Deserialize)]
struct Asked {
    seq: usize,
    tab: Option<String>,
}

#[derive(Deserialize)]
struct Make {
    seq: usize,
    tab: Option<String>,
    operations: Vec<OnPage>,
}

/// The answer to a change that was not made, because the tab did not know the latest one.
#[derive(Serialize)]
struct Stale<'a> {
    error: &'static str,
    #[serde(flatten)]
    status: &'a Status,
}

/// Makes a change, and answers with its results.
async fn changed(app: &App, id: usize, asked: Asked, change: Change) -> Result<Response, Failure> {
    let job = move |opened: &Opened| opened.correct(asked.seq, asked.tab.as_deref(), change);
    Ok(match app.with_document(id, job).await? {
        Changed::Done(done) => Json(done).into_response(),
        Changed::Stale(status) => {
            let stale = Stale {
                error: "another tab or program changed the corrections; they are shown now",
                status: &status,
            };
            (StatusCode::CONFLICT, Json(stale)).into_response()
        }
    })
}

async fn make(
    State(app): State<Arc<App>>,
    Path(id): Path<usize>,
    Json(wanted): Json<Make>,
) -> Result<Response, Failure> {
    let Make {
        seq,
        tab,
        operations,
    } = wanted;
    changed(&app, id, Asked { seq, tab }, Change::Make(operations)).await
}

async fn undo(
    State(app): State<Arc<App>>,
    Path(id): Path<usize>,
    Json(asked): Json<Asked>,
) -> Result<Response, Failure> {
    changed(&app, id, asked, Change::Undo).await
}

async fn redo(
    State(app): State<Arc<App>>,
    Path(id): Path<usize>,
    Json(asked): Json<Asked>,
) -> Result<Response, Failure> {
    changed(&app, id, asked, Change::Redo).await
}

#[derive(Deserialize)]
struct Progress {
    seq: usize,
    tab: Option<String>,
    page: PageNumber,
    state: PageState,
}

async fn progress(
    State(app): State<Arc<App>>,
    Path(id): Path<usize>,
    Json(wanted): Json<Progress>,
) -> Result<Response, Failure> {
    let change = Change::Progress(wanted.page, wanted.state);
    let (seq, tab) = (wanted.seq, wanted.tab);
    changed(&app, id, Asked { seq, tab }, change).await
}

/// Two operations that contradict each other: the one that stays, and the one that is withdrawn.
#[derive(Deserialize)]
struct Settle {
    seq: usize,
    tab: Option<String>,
    keep: Id,
    drop: Id,
}

async fn settle(
    State(app): State<Arc<App>>,
    Path(id): Path<usize>,
    Json(wanted): Json<Settle>,
) -> Result<Response, Failure> {
    if wanted.keep == wanted.drop {
        return Err(Failure::bad_request(
            "one operation is kept, and another dropped",
        ));
    }
    let (seq, tab) = (wanted.seq, wanted.tab);
    changed(&app, id, Asked { seq, tab }, Change::Settle(wanted.drop)).await
}

#[derive(Deserialize)]
struct Present {
    tab: String,
}

#[derive(Serialize)]
struct Presence {
    others: usize,
    seq: usize,
}

async fn presence(
    State(app): State<Arc<App>>,
    Path(id): Path<usize>,
    Json(Present { tab }): Json<Present>,
) -> Answer<Presence> {
    if tab.len() > LONGEST_TAB {
        return Err(Failure::bad_request("the name of the tab is too long"));
    }
    let report = move |opened: &Opened| {
        let (others, seq) = opened.report_tab(&tab)?;
        Ok(Presence { others, seq })
    };
    app.with_document(id, report).await.map(Json)
}

/// A part of the work list.
#[derive(Deserialize)]
struct Rows {
    #[serde(default)]
    from: usize,
    count: Option<usize>,
}

async fn work(
    State(app): State<Arc<App>>,
    Path(id): Path<usize>,
    Query(rows): Query<Rows>,
) -> Answer<WorkList> {
    let opened = app.opened(id).await?;
    let list = move || WorkList::of(&opened, rows.from, most(rows.count));
    app.work.run(list).await.map(Json)
}

fn edit(opened: &Opened, index: u32, by: By) -> Result<EditedPage, Failure> {
    opened.edited_page(by.analysis, index)
}

/// A text to find, and where.
#[derive(Deserialize)]
struct Wanted {
    analysis: Option<AnalysisKey>,
    q: String,
    /// The page at which to continue, as the previous answer said.
    #[serde(default)]
    from: u32,
    count: Option<usize>,
    /// Whether case matters: `1` or `true`.
    #[serde(default)]
    case: String,
}

fn find(opened: &Opened, wanted: Wanted) -> Result<FoundWords, Failure> {
    let view = opened.view(wanted.analysis)?;
    let case = matches!(wanted.case.as_str(), "1" | "true");
    let count = most(wanted.count);
    Ok(data::find_words(
        &view,
        &wanted.q,
        wanted.from,
        count,
        case,
    )?)
}
