//! Answers requests of the editor: the state of the corrections, changes, the pages with their words, the work
//! list, and the search for words to replace.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::post;
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::Value;

use super::get::{of_document, of_item};
use super::pages::PagesFrom;
use super::{By, Search, most};
use crate::browse::answer::{Answer, Failure};
use crate::browse::correcting::Change;
use crate::browse::documents::Opened;
use crate::browse::{App, data};

/// Longest name of a tab in bytes.
const LONGEST_TAB: usize = 100;

pub(super) fn routes() -> Router<Arc<App>> {
    let state = |opened: &Opened, tab: Tab| opened.corrections_state(tab.tab.as_deref());
    let edit = |opened: &Opened, index: u32, by: By| opened.edited_page(by.analysis, index);
    let find = |opened: &Opened, wanted: Search| {
        let view = opened.view(wanted.analysis)?;
        let case = matches!(wanted.case.as_str(), "1" | "true");
        let (from, count) = (wanted.from, most(wanted.count));
        Ok(data::find_words(&view, &wanted.q, from, count, case)?)
    };
    let work =
        |opened: &Opened, rows: PagesFrom| opened.work_list(rows.from as usize, most(rows.count));
    Router::new()
        .route("/{id}/corrections", of_document(state).post(change))
        .route("/{id}/corrections/presence", post(presence))
        .route("/{id}/corrections/work", of_document(work))
        .route("/{id}/corrections/find", of_document(find))
        .route("/{id}/pages/{index}/edit", of_item(edit))
}

/// A tab of a browser, by the random name that it has given itself.
#[derive(Deserialize)]
struct Tab {
    tab: Option<String>,
}

/// A change, the tab that asks for it, and the last change that it knows.
#[derive(Deserialize)]
struct Asked {
    seq: usize,
    tab: Option<String>,
    change: Change,
}

/// Makes a change, and answers with its results.
async fn change(
    State(app): State<Arc<App>>,
    Path(id): Path<usize>,
    Json(Asked { seq, tab, change }): Json<Asked>,
) -> Result<(StatusCode, Json<Value>), Failure> {
    let job = move |opened: &Opened| opened.correct(seq, tab.as_deref(), change);
    let (status, answer) = app.with_document(id, job).await?;
    Ok((status, Json(answer)))
}

async fn presence(
    State(app): State<Arc<App>>,
    Path(id): Path<usize>,
    Json(Tab { tab }): Json<Tab>,
) -> Answer<Value> {
    let tab = tab.filter(|tab| tab.len() <= LONGEST_TAB);
    let tab = tab.ok_or_else(|| Failure::bad_request("the tab has no name, or a long one"))?;
    let report = move |opened: &Opened| opened.report_tab(&tab);
    app.with_document(id, report).await.map(Json)
}
