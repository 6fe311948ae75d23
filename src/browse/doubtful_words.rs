//! The pages with their doubtful words: one page for the editor, and the list of all pages, which are read
//! gradually while nobody edits.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use super::analysis_key::AnalysisKey;
use super::answer::Failure;
use super::corrections::is_measured;
use super::data;
use super::documents::Opened;

/// Longest time for which a request reads pages.
const LONGEST: Duration = Duration::from_millis(500);

/// Time after a request of the editor during which no other pages are read.
const PAUSE: Duration = Duration::from_millis(300);

impl Opened {
    /// A page for the editor, with the results of all operations on it.
    ///
    /// # Errors
    ///
    /// If the page does not exist; errors of a strict module; if the analysis has been removed.
    pub(super) fn edited_page(
        &self,
        analysis: Option<AnalysisKey>,
        index: u32,
    ) -> Result<Value, Failure> {
        self.corrections.be_busy();
        self.corrections.begin_digest();
        let seen = self.view(analysis)?.page(index)?;
        let page = &seen.page;
        let doubtful = self.corrections.doubts().of(page);
        let mut edited = data::edit(page, &doubtful);
        let is_measured = is_measured(page);
        edited["doubt"] = if is_measured {
            "confidence"
        } else {
            "vocabulary"
        }
        .into();
        edited["results"] = json!(page.corrections());
        Ok(edited)
    }

    /// Reads pages whose doubtful words are not known, for a while. Stops when somebody edits.
    fn read_doubtful(&self) -> Result<(), Failure> {
        let corrections = &self.corrections;
        let next = (0..self.page_count()).find(|page| !corrections.doubts().has(*page));
        let Some(next) = next.filter(|_| !corrections.is_busy(PAUSE)) else {
            return Ok(());
        };
        let view = self.view(None)?;
        view.pages_in_turn(next, LONGEST, |page| {
            let present = self.view(None);
            if !present.is_ok_and(|present| Arc::ptr_eq(&present, &view)) {
                return true;
            }
            let mut doubts = corrections.doubts();
            doubts.put(&page);
            doubts.has(page.index() + 1) || corrections.is_busy(PAUSE)
        })?;
        Ok(())
    }

    /// A part of the list of pages, those with most doubtful words first: the rows from a number on, the number of the
    /// next row, and how many pages were read so far. Each request reads some more, until all are.
    ///
    /// # Errors
    ///
    /// If the document cannot be read.
    pub(super) fn work_list(&self, from: usize, count: usize) -> Result<Value, Failure> {
        self.read_doubtful()?;
        let corrections = &self.corrections;
        let counts = corrections.doubts().counts();
        let read = counts.len();
        let set = Arc::clone(corrections.written().merged.corrections());
        let document = self.document(None)?;
        let labels = &document.pipeline().labels;
        let rows = counts.into_iter().skip(from).take(count).map(|count| {
            json!({
                "page": count.page,
                "doubts": count.doubts,
                "words": count.words,
                "label": labels.label(count.page.index()),
                "state": set.state(count.page),
            })
        });
        let next = from.saturating_add(count);
        Ok(json!({
            "rows": rows.collect::<Vec<_>>(),
            "next": (next < read).then_some(next),
            "read": read,
            "pages": self.page_count(),
        }))
    }
}
