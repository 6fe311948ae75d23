//! Changes the corrections of an open document, and applies them to its views. Only the pages that an operation
//! concerns are read again.

use std::collections::BTreeSet;

use axum::http::StatusCode;
use serde::{Deserialize, Serialize};

use super::answer::Failure;
use super::corrections::{Journal, Refused, Status};
use super::documents::Opened;
use pdfa2hocr_core::corrections::{Entry, Id, Operation, Outcome, PageState, PagesOf};
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
    Progress {
        page: PageNumber,
        state: PageState,
    },
    /// Withdraws an entry that another one contradicts.
    Settle(Id),
}

/// The result of a change.
pub(super) enum Changed {
    Done(Done),
    /// The tab did not know the latest change; its request did nothing. The state is that for the tab.
    Stale(Box<Stale>),
}

/// The reason why a change was not made, and the present state.
#[derive(Serialize)]
pub(super) struct Stale {
    error: &'static str,
    #[serde(flatten)]
    status: Status,
}

/// A change that is on the disk.
#[derive(Serialize)]
pub(super) struct Done {
    pub seq: usize,
    pub undo: usize,
    pub redo: usize,
    /// The identifiers of the entries, in the order of the operations.
    pub ids: Vec<Id>,
    pub results: Vec<Outcome>,
    /// The pages that changed, from 1.
    pub pages: Vec<PageNumber>,
}

impl Opened {
    /// The state of the corrections, for a tab. The file is read again if another program changed it.
    ///
    /// # Errors
    ///
    /// Those of modules, if the document is read again.
    pub(super) fn corrections_state(&self, tab: Option<&str>) -> Result<Status, Failure> {
        self.corrections.begin_digest();
        let mut written = self.corrections.written();
        self.notice_change(&mut written)?;
        Ok(self.corrections.status(&written, tab))
    }

    /// Records that a tab is open. Returns the number of others, and of the last change.
    ///
    /// # Errors
    ///
    /// Those of [`Opened::corrections_state`].
    pub(super) fn report_tab(&self, tab: &str) -> Result<(usize, usize), Failure> {
        let others = self.corrections.report(tab);
        let mut written = self.corrections.written();
        self.notice_change(&mut written)?;
        Ok((others, written.seq()))
    }

    /// Changes the corrections. `seq` is the last change that the tab knows.
    ///
    /// # Errors
    ///
    /// [`StatusCode::FORBIDDEN`] if the file cannot be written; if an operation is invalid; errors of modules.
    pub(super) fn correct(
        &self,
        seq: usize,
        tab: Option<&str>,
        change: Change,
    ) -> Result<Changed, Failure> {
        self.corrections.be_busy();
        let source = self.corrections.source(self.page_count());
        let forbidden = |why| Failure::new(StatusCode::FORBIDDEN, why);
        let mut written = self.corrections.written();
        let stale = |written: &Journal| {
            Ok(Changed::Stale(Box::new(Stale {
                error: "another tab or program changed the corrections; they are shown now",
                status: self.corrections.status(written, tab),
            })))
        };
        self.notice_change(&mut written)?;
        if let Some(why) = written.why_not() {
            return Err(forbidden(why.to_owned()));
        }
        if written.seq() != seq {
            return stale(&written);
        }
        let operations = self.operations(&written, change)?;
        let entries = self.corrections.entries(operations).map_err(forbidden)?;
        match written.append(&source, &entries) {
            Ok(()) => {}
            Err(Refused::Changed) => {
                self.notice_change(&mut written)?;
                return stale(&written);
            }
            Err(Refused::Unwritable(why)) => return Err(forbidden(why)),
        }
        let Concerned { pages, read } = self.concerned(&written, &entries);
        let is_progress = |entry: &Entry| matches!(entry.operation, Operation::Progress { .. });
        if !entries.iter().all(is_progress) {
            self.apply(&written, Some(&read))?;
        }
        let (undo, redo) = written.history().counts();
        let seq = written.seq();
        // Pages are read without the lock.
        drop(written);
        Ok(Changed::Done(Done {
            seq,
            undo,
            redo,
            results: self.results(&entries)?,
            ids: entries.into_iter().map(|entry| entry.id).collect(),
            pages: pages.into_iter().map(PageNumber::of).collect(),
        }))
    }

    /// Reads the corrections again if another program changed their file.
    fn notice_change(&self, written: &mut Journal) -> Result<(), Failure> {
        match written.notice_change() {
            true => self.apply(written, None),
            false => Ok(()),
        }
    }

    /// The operations of a change, with their pages.
    fn operations(
        &self,
        written: &Journal,
        change: Change,
    ) -> Result<Vec<(Option<PageNumber>, Operation)>, Failure> {
        let nothing = |what| Failure::bad_request(format!("there is nothing to {what}"));
        Ok(match change {
            Change::Make(operations) => {
                if operations.is_empty() || operations.len() > MOST {
                    let why = format!("a request has 1 to {MOST} operations");
                    return Err(Failure::bad_request(why));
                }
                operations
                    .iter()
                    .try_for_each(|operation| operation.check(self.page_count()))
                    .map_err(Failure::bad_request)?;
                let made = operations.into_iter();
                made.map(|made| (Some(made.page), made.operation)).collect()
            }
            Change::Undo => vec![(
                None,
                written.history().to_undo().ok_or_else(|| nothing("undo"))?,
            )],
            Change::Redo => vec![(
                None,
                written.history().to_redo().ok_or_else(|| nothing("redo"))?,
            )],
            Change::Progress { page, state } => {
                self.check_page(page)?;
                vec![(Some(page), Operation::Progress { state })]
            }
            Change::Settle(drop) => {
                let merged = self.corrections.merged(written);
                if !merged.in_effect().any(|(entry, ..)| entry.id == drop) {
                    return Err(Failure::bad_request(
                        "this operation does not exist, or was taken back",
                    ));
                }
                vec![(None, Operation::Undo { of: vec![drop] })]
            }
        })
    }

    fn check_page(&self, page: PageNumber) -> Result<(), Failure> {
        match page.index() < self.page_count() {
            true => Ok(()),
            false => Err(Failure::bad_request(format!("page {page} does not exist"))),
        }
    }

    /// The pages that entries concern, also those whose operations they undo or redo.
    fn concerned(&self, written: &Journal, entries: &[Entry]) -> Concerned {
        let mut pages = Concerned::default();
        let mut merged = None;
        for entry in entries {
            match &entry.operation {
                Operation::Undo { of } | Operation::Redo { of } => {
                    let all = merged.get_or_insert_with(|| self.corrections.merged(written));
                    let of = all.entries.iter().filter(|entry| of.contains(&entry.id));
                    of.for_each(|entry| self.add_pages(entry, &mut pages));
                }
                _ => self.add_pages(entry, &mut pages),
            }
        }
        pages
    }

    fn add_pages(&self, entry: &Entry, concerned: &mut Concerned) {
        let Some(first) = entry.page.map(PageNumber::index) else {
            return;
        };
        let (pages, near) = match &entry.operation {
            Operation::Gutters { pages, .. } => (*pages, NEIGHBOURS),
            _ => (PagesOf::This, 0),
        };
        let all = first..self.page_count();
        for page in all.filter(|&page| pages.contains(first, page)) {
            concerned.pages.insert(page);
            concerned
                .read
                .extend(page.saturating_sub(near)..=page.saturating_add(near));
        }
    }

    /// The results of operations on their pages.
    fn results(&self, entries: &[Entry]) -> Result<Vec<Outcome>, Failure> {
        let made = entries
            .iter()
            .filter(|entry| entry.operation.phase().is_some());
        let pages: BTreeSet<PageNumber> = made.clone().filter_map(|entry| entry.page).collect();
        let ids: BTreeSet<&Id> = made.map(|entry| &entry.id).collect();
        let view = self.view(None)?;
        let mut results = Vec::new();
        for page in pages {
            let seen = view.page(page.index())?;
            let outcomes = seen.page.corrections().iter();
            results.extend(
                outcomes
                    .filter(|outcome| ids.contains(&outcome.id))
                    .cloned(),
            );
        }
        Ok(results)
    }

    /// Reads the document with the present corrections; only some pages anew, or all.
    fn apply(&self, written: &Journal, pages: Option<&BTreeSet<u32>>) -> Result<(), Failure> {
        self.read_corrected(&self.corrections.set(written), pages)
    }
}

/// The pages that entries concern, by their indices.
#[derive(Default)]
struct Concerned {
    /// Those on which they apply.
    pages: BTreeSet<u32>,
    /// Those that are read again.
    read: BTreeSet<u32>,
}

impl OnPage {
    /// Checks what no page can have.
    fn check(&self, pages: u32) -> Result<(), String> {
        let Self { page, operation } = self;
        if page.index() >= pages {
            return Err(format!("page {page} does not exist"));
        }
        if operation.phase().is_none() {
            return Err("this operation has a route of its own".to_owned());
        }
        if !operation.is_finite() {
            return Err("a box has a number that is not finite".to_owned());
        }
        let anchors = operation
            .anchors()
            .iter()
            .map(|anchor| anchor.text.as_str());
        let mut texts = anchors.chain(operation.text());
        match texts.any(|text| text.len() > LONGEST_TEXT) {
            true => Err(format!("a text has more than {LONGEST_TEXT} bytes")),
            false => Ok(()),
        }
    }
}
