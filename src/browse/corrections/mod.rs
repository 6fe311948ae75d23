//! The corrections of a document that a person makes in the browser: the file to which they are written, what can
//! be undone, who else has the document open, and which words are doubtful.
//!
//! [`Journal`] is the file, [`History`](history::History) the steps in it. `correcting` applies the corrections
//! to the views of the document.

mod doubt;
mod doubts;
mod history;
mod journal;
mod presence;
mod vocabulary;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};
use std::time::{Duration, Instant, SystemTime};
use std::{env, thread};

use serde_json::{Value, json};

pub(super) use doubts::{Doubtful, Doubts, is_human, is_measured};
pub(super) use journal::Journal;
use presence::Presence;

use crate::convert::sha256;
use pdfa2hocr_core::corrections::{self, Entry, Id, Operation, PageState, Source};
use pdfa2hocr_core::diagnostics::{Diagnostic, Result};
use pdfa2hocr_core::lock::lock;
use pdfa2hocr_core::page_number::PageNumber;
use pdfa2hocr_core::pdf;

/// The corrections of an open document.
pub(super) struct Corrections {
    written: Mutex<Journal>,
    pub(super) presence: Presence,
    /// The name of the document's file.
    name: String,
    source: pdf::Source,
    /// The digest of the document's file.
    sha256: Arc<OnceLock<String>>,
    /// The name of the person.
    by: String,
    doubts: Mutex<Doubts>,
    /// The time of the last request of the editor.
    busy: Mutex<Option<Instant>>,
}

impl Corrections {
    /// Opens the files of a document: those of the command line, of which the first is written, or the one
    /// beside the document.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::file`] if a file that is not written cannot be read.
    pub(super) fn open(document: &Path, source: pdf::Source, given: &[PathBuf]) -> Result<Self> {
        let (own, others) = match given.split_first() {
            Some((first, others)) => (first.clone(), others),
            None => (document.with_extension("corrections.json"), &[][..]),
        };
        let others = others.iter().map(|path| {
            let content = journal::read_file(path).map_err(Diagnostic::file)?;
            Ok((path.clone(), content))
        });
        let written = Journal::open(&own, others.collect::<Result<_>>()?);
        let mut doubts = Doubts::default();
        doubts.relearn(written.merged.corrections());
        let name = document.file_name().unwrap_or_default();
        Ok(Self {
            written: Mutex::new(written),
            presence: Presence::default(),
            name: name.to_string_lossy().into_owned(),
            source,
            sha256: Arc::default(),
            by: user(),
            doubts: Mutex::new(doubts),
            busy: Mutex::default(),
        })
    }

    /// The file that is written; others wait.
    pub(super) fn written(&self) -> MutexGuard<'_, Journal> {
        lock(&self.written)
    }

    /// The doubtful words of the pages read so far.
    pub(super) fn doubts(&self) -> MutexGuard<'_, Doubts> {
        lock(&self.doubts)
    }

    /// Forgets the doubtful words of pages that changed; of all pages if it is not known which did.
    pub(super) fn forget_doubts(&self, changed: Option<&BTreeSet<u32>>) {
        let mut doubts = self.doubts();
        match changed {
            Some(pages) => pages.iter().for_each(|page| doubts.remove(*page)),
            None => doubts.clear(),
        }
    }

    /// The files that exist.
    pub(super) fn paths(&self) -> Vec<PathBuf> {
        let written = self.written();
        let own = Some(&written.path).filter(|_| !written.content.entries.is_empty());
        let others = written.others.iter().map(|(path, _)| path);
        own.into_iter().chain(others).cloned().collect()
    }

    /// Computes the digest of the document's file in a thread: this takes seconds for large files.
    pub(super) fn begin_digest(&self) {
        if self.sha256.get().is_none() {
            let (known, source) = (Arc::clone(&self.sha256), self.source.clone());
            // Without a thread, the first change computes it.
            let _ = thread::Builder::new().spawn(move || {
                known.get_or_init(|| sha256(&source));
            });
        }
    }

    /// The first line of a new file. Waits for the digest.
    pub(super) fn source(&self, pages: u32) -> Source {
        Source {
            pdfa2hocr_corrections: 1,
            name: self.name.clone(),
            sha256: self.sha256.get_or_init(|| sha256(&self.source)).clone(),
            pages,
        }
    }

    /// Records a request of the editor, which other work must not delay.
    pub(super) fn be_busy(&self) {
        *lock(&self.busy) = Some(Instant::now());
    }

    /// Whether the last request of the editor was within this time.
    pub(super) fn is_busy(&self, within: Duration) -> bool {
        let last = *lock(&self.busy);
        last.is_some_and(|last| last.elapsed() < within)
    }

    /// The state for a tab. `changed` means that the document's file is another one than that which was corrected.
    pub(super) fn status(&self, journal: &Journal, tab: Option<&str>) -> Value {
        let (undo, redo) = journal.history.counts();
        let merged = journal.merged.corrections();
        let corrected = &journal.content.source.sha256;
        let now = self.sha256.get().filter(|_| !corrected.is_empty());
        json!({
            "writable": journal.why_not().is_none(),
            "why": journal.why_not(),
            "file": journal.path.display().to_string(),
            "by": self.by,
            "seq": journal.seq,
            "undo": undo,
            "redo": redo,
            "states": states(merged, merged.pages()),
            "changed": now.is_some_and(|now| now != corrected),
            "others": self.presence.others(tab, Instant::now()),
            "conflicts": merged.conflicts().collect::<Vec<_>>(),
        })
    }

    /// Entries of one request with these operations, made now.
    ///
    /// # Errors
    ///
    /// If the system provides no random numbers.
    pub(super) fn new_entries(
        &self,
        operations: Vec<(Option<PageNumber>, Operation)>,
    ) -> std::result::Result<Vec<Entry>, String> {
        let mut random = [0; history::STEP / 2];
        getrandom::fill(&mut random).map_err(|error| format!("no random numbers: {error}"))?;
        let request: String = random.iter().map(|byte| format!("{byte:02x}")).collect();
        let at = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
        let entries = operations.into_iter().enumerate();
        let entries = entries.map(|(number, (page, operation))| Entry {
            id: Id(format!("{request}{number:04x}")),
            by: self.by.clone(),
            at: at.clone(),
            page,
            operation,
        });
        Ok(entries.collect())
    }
}

/// The states of pages, by their numbers.
pub(super) fn states(
    of: &corrections::Corrections,
    pages: impl Iterator<Item = PageNumber>,
) -> BTreeMap<PageNumber, PageState> {
    pages.map(|page| (page, of.state(page))).collect()
}

/// The name of the user, as the system has it.
fn user() -> String {
    let names = ["USER", "LOGNAME", "USERNAME"].into_iter();
    let mut names = names.filter_map(|name| env::var(name).ok());
    let name = names.find(|name| !name.trim().is_empty());
    name.unwrap_or_else(|| "unknown".to_owned())
}
