//! Changes the corrections of an open document, and applies them to its views. Only the pages that an operation
//! concerns are read again.

use std::collections::BTreeSet;
use std::slice;
use std::sync::{Arc, MutexGuard};
use std::time::Instant;

use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::{Value, json};

use super::answer::Failure;
use super::corrections::{Journal, states};
use super::documents::Opened;
use pdfa2hocr_core::corrections::{Entry, Id, Operation, Outcome};
use pdfa2hocr_core::page_number::PageNumber;

/// Most operations of a request.
const MOST: usize = 10_000;

/// Number of neighbours on each side that a page's gutters may change: running heads are compared with them.
const NEIGHBOURS: u32 = 4;

/// Most bytes of a text.
const LONGEST_TEXT: usize = 100_000;

/// An operation on a page, as the browser sends it.
#[derive(Debug, Deserialize)]
pub(super) struct OnPage {
    page: PageNumber,
    #[serde(flatten)]
    operation: Operation,
}

/// A change of the corrections.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Change {
    Make(Vec<OnPage>),
    Undo,
    Redo,
    /// Withdraws an entry that another one contradicts.
    Settle(Id),
}

impl Opened {
    /// The state of the corrections, for a tab. The file is read again if another program changed it.
    pub(super) fn corrections_state(&self, tab: Option<&str>) -> Result<Value, Failure> {
        self.corrections.begin_digest();
        let written = self.latest();
        Ok(self.corrections.status(&written, tab))
    }

    /// Records that a tab is open. Returns the number of other tabs, and of the last change.
    pub(super) fn report_tab(&self, tab: &str) -> Result<Value, Failure> {
        let others = self.corrections.presence.report(tab, Instant::now());
        let seq = self.latest().seq;
        Ok(json!({"others": others, "seq": seq}))
    }

    /// Changes the corrections. `seq` is the last change that the tab knows. If this is not the latest one, nothing
    /// is changed, and the answer is the present state. `src/web/types.d.ts` has the types of answers.
    ///
    /// # Errors
    ///
    /// [`StatusCode::FORBIDDEN`] if the file cannot be written; if an operation is invalid; errors of modules.
    pub(super) fn correct(
        &self,
        seq: usize,
        tab: Option<&str>,
        change: Change,
    ) -> Result<(StatusCode, Value), Failure> {
        self.corrections.be_busy();
        let source = self.corrections.source(self.page_count());
        let forbidden = |why| Failure::new(StatusCode::FORBIDDEN, why);
        let mut written = self.latest();
        let stale = |written: &Journal| {
            let mut state = self.corrections.status(written, tab);
            let why = "another tab or program changed the corrections; they are shown now";
            state["error"] = why.into();
            Ok((StatusCode::CONFLICT, state))
        };
        if let Some(why) = written.why_not() {
            return Err(forbidden(why.to_owned()));
        }
        if written.seq != seq {
            return stale(&written);
        }
        let operations = self.operations(&written, change)?;
        let entries = self
            .corrections
            .new_entries(operations)
            .map_err(forbidden)?;
        let before = Arc::clone(written.merged.corrections());
        let Some(changed) = written.append(&source, &entries).map_err(forbidden)? else {
            drop(written);
            return stale(&self.latest());
        };
        let after = Arc::clone(written.merged.corrections());
        let (pages, read) = self.concerned(&written, &entries);
        let is_progress = |entry: &Entry| matches!(entry.operation, Operation::Progress { .. });
        if !entries.iter().all(is_progress) {
            let pages = changed.iter().copied();
            self.corrections.doubts().learn(pages, &before, &after);
            self.read_corrected(&after, Some(&read));
        }
        let (undo, redo) = written.history.counts();
        let seq = written.seq;
        // Pages are read without the lock.
        drop(written);
        let ids = entries.iter().map(|entry| &entry.id);
        let done = json!({
            "seq": seq,
            "undo": undo,
            "redo": redo,
            "ids": ids.collect::<Vec<_>>(),
            "results": self.results(&entries)?,
            "states": states(&after, changed.into_iter()),
            "pages": pages.into_iter().map(PageNumber::of).collect::<Vec<_>>(),
        });
        Ok((StatusCode::OK, done))
    }

    /// The corrections, which are read again if another program changed their file.
    fn latest(&self) -> MutexGuard<'_, Journal> {
        let mut written = self.corrections.written();
        if written.notice_change() {
            let corrections = written.merged.corrections();
            self.corrections.doubts().relearn(corrections);
            self.read_corrected(corrections, None);
        }
        written
    }

    /// The operations of a change, with their pages.
    fn operations(
        &self,
        written: &Journal,
        change: Change,
    ) -> Result<Vec<(Option<PageNumber>, Operation)>, Failure> {
        let (history, merged) = (&written.history, written.merged.corrections());
        let (operation, why_not) = match change {
            Change::Make(operations) => {
                if operations.is_empty() || operations.len() > MOST {
                    let why = format!("a request has 1 to {MOST} operations");
                    return Err(Failure::bad_request(why));
                }
                let made = operations.into_iter().map(|OnPage { page, operation }| {
                    if page.index() >= self.page_count() {
                        return Err(Failure::bad_request(format!("page {page} does not exist")));
                    }
                    check(&operation).map_err(Failure::bad_request)?;
                    Ok((Some(page), operation))
                });
                return made.collect();
            }
            Change::Undo => (history.to_undo(), "there is nothing to undo"),
            Change::Redo => (history.to_redo(), "there is nothing to redo"),
            Change::Settle(id) => {
                let page = written.merged.entry(&id).and_then(|entry| entry.page);
                let mut in_effect = page.into_iter().flat_map(|page| merged.on(page));
                let is_there = in_effect.any(|entry| entry.id == id);
                let undo = is_there.then(|| Operation::Undo { of: vec![id] });
                (undo, "this operation does not exist, or was taken back")
            }
        };
        let operation = operation.ok_or_else(|| Failure::bad_request(why_not))?;
        Ok(vec![(None, operation)])
    }

    /// The indices of the pages on which entries apply, and of those that are read again.
    fn concerned(&self, written: &Journal, entries: &[Entry]) -> (BTreeSet<u32>, BTreeSet<u32>) {
        // An entry that undoes or redoes others concerns their pages.
        let ids = entries.iter().flat_map(|entry| {
            let others = entry.operation.of();
            others.unwrap_or(slice::from_ref(&entry.id))
        });
        let (mut pages, mut near) = (BTreeSet::new(), 0);
        for entry in ids.filter_map(|id| written.merged.entry(id)) {
            let Some(first) = entry.page.map(PageNumber::index) else {
                continue;
            };
            pages.insert(first);
            if let Operation::Gutters { pages: on, .. } = &entry.operation {
                let following = first..self.page_count();
                pages.extend(following.filter(|&page| on.contains(first, page)));
                near = NEIGHBOURS;
            }
        }
        let around = |&page: &u32| page.saturating_sub(near)..=page.saturating_add(near);
        let read = pages.iter().flat_map(around).collect();
        (pages, read)
    }

    /// The results of operations on their pages.
    fn results(&self, entries: &[Entry]) -> Result<Vec<Outcome>, Failure> {
        let made = entries.iter();
        let made = made.filter(|entry| entry.operation.phase().is_some());
        let pages: BTreeSet<PageNumber> = made.clone().filter_map(|entry| entry.page).collect();
        let ids: BTreeSet<&Id> = made.map(|entry| &entry.id).collect();
        let view = self.view(None)?;
        let mut results = Vec::new();
        for page in pages {
            let seen = view.page(page.index())?;
            let own = seen.page.corrections().iter();
            results.extend(own.filter(|own| ids.contains(&own.id)).cloned());
        }
        Ok(results)
    }
}

/// Checks what no page can have.
fn check(operation: &Operation) -> Result<(), String> {
    if operation.of().is_some() {
        return Err("this operation has a route of its own".to_owned());
    }
    let anchors = operation.anchors().iter().map(|anchor| &*anchor.text);
    let mut texts = anchors.chain(operation.text());
    match texts.any(|text| text.len() > LONGEST_TEXT) {
        true => Err(format!("a text has more than {LONGEST_TEXT} bytes")),
        false => Ok(()),
    }
}
