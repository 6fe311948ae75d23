//! The pages with their doubtful words: one page for the editor, and the list of all pages, which are read in the
//! background while nobody edits.

use std::collections::HashSet;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};
use std::thread;
use std::time::Duration;

use serde::Serialize;

use super::analysis_key::AnalysisKey;
use super::answer::Failure;
use super::corrections::{Basis, Count, is_human};
use super::data::{self, Edit, Marked};
use super::documents::Opened;
use pdfa2hocr_core::corrections::{Outcome, PageState};

/// Longest time for which pages are read in one go; then the views may have changed.
const LONGEST: Duration = Duration::from_secs(2);

/// Time after a request of the editor during which no other pages are read.
const PAUSE: Duration = Duration::from_millis(300);

/// A page for the editor.
#[derive(Serialize)]
pub(super) struct EditedPage {
    #[serde(flatten)]
    edit: Edit,
    doubt: Basis,
    /// The results of all operations on the page.
    results: Vec<Outcome>,
}

/// A part of the list of pages, those with most doubtful words first.
#[derive(Serialize)]
pub(super) struct WorkList {
    rows: Vec<Row>,
    /// The number of the row at which to continue.
    next: Option<usize>,
    /// The number of pages read so far, and of all pages. The list changes until both are equal.
    read: usize,
    pages: u32,
}

#[derive(Serialize)]
struct Row {
    #[serde(flatten)]
    count: Count,
    label: Option<String>,
    state: PageState,
}

impl Opened {
    /// A page for the editor.
    ///
    /// # Errors
    ///
    /// If the page does not exist; errors of a strict module; if the analysis has been removed.
    pub(super) fn edited_page(
        &self,
        analysis: Option<AnalysisKey>,
        index: u32,
    ) -> Result<EditedPage, Failure> {
        self.corrections.be_busy();
        self.corrections.begin_digest();
        let seen = self.view(analysis)?.page(index)?;
        let page = &seen.page;
        let mut doubts = self.corrections.doubts();
        if !doubts.has(index) {
            doubts.put(page);
        }
        let (doubt, doubtful) = doubts.of(page);
        drop(doubts);
        let human = page.words().filter(is_human);
        let marked = Marked {
            human: human.map(|word| word.node()).collect(),
            doubtful: HashSet::from_iter(doubtful),
        };
        Ok(EditedPage {
            edit: data::edit(page, &marked),
            doubt,
            results: page.corrections().to_vec(),
        })
    }

    /// Reads a page whose doubtful words are not known, and those after it. Returns whether there are more.
    fn read_doubtful(&self) -> Result<bool, Failure> {
        let corrections = &self.corrections;
        let next = (0..self.page_count()).find(|page| !corrections.doubts().has(*page));
        let Some(next) = next else { return Ok(false) };
        if corrections.is_busy(PAUSE) {
            thread::sleep(PAUSE);
            return Ok(true);
        }
        let view = self.view(None)?;
        view.pages_in_turn(next, LONGEST, |page| {
            let is_old = !self
                .view(None)
                .is_ok_and(|present| Arc::ptr_eq(&present, &view));
            if is_old {
                return true;
            }
            let mut doubts = corrections.doubts();
            doubts.put(&page);
            doubts.has(page.index() + 1) || corrections.is_busy(PAUSE)
        })?;
        Ok(true)
    }
}

impl WorkList {
    /// The rows from a number on. Begins to read the pages that are not known.
    ///
    /// # Errors
    ///
    /// If the document cannot be read.
    pub(super) fn of(opened: &Arc<Opened>, from: usize, count: usize) -> Result<Self, Failure> {
        let corrections = &opened.corrections;
        let counts = corrections.doubts().counts();
        let read = counts.len();
        if read < opened.page_count() as usize {
            read_in_background(opened);
        }
        let states = corrections.written().history().states();
        let document = opened.document(None)?;
        let labels = &document.pipeline().labels;
        let rows = counts.into_iter().skip(from).take(count).map(|count| Row {
            count,
            label: labels.label(count.page.index()),
            state: states.get(&count.page).copied().unwrap_or_default(),
        });
        let next = from.saturating_add(count);
        Ok(Self {
            rows: rows.collect(),
            next: (next < read).then_some(next),
            read,
            pages: opened.page_count(),
        })
    }
}

/// Starts a thread that reads the pages that are not known, unless there is one. It ends with the document.
fn read_in_background(opened: &Arc<Opened>) {
    if opened.corrections.reading.swap(true, Ordering::SeqCst) {
        return;
    }
    let document = Arc::downgrade(opened);
    let read = move || {
        while let Some(opened) = Weak::upgrade(&document) {
            if !opened.read_doubtful().unwrap_or(false) {
                opened.corrections.reading.store(false, Ordering::SeqCst);
                return;
            }
        }
    };
    if thread::Builder::new().spawn(read).is_err() {
        opened.corrections.reading.store(false, Ordering::SeqCst);
    }
}
