//! Reports the progress and the result of a batch.

use std::io::{self, IsTerminal};
use std::sync::Mutex;
use std::time::Instant;

use indicatif::ProgressBar;

use super::job::Job;
use super::outcome::{Outcome, TRUNCATED};
use crate::cli::terminal;
use pdfa2hocr_core::counted::counted;
use pdfa2hocr_core::lock::{lock, unlocked};

/// Counts of files by outcome.
#[derive(Default)]
pub(super) struct Tally {
    pub converted: usize,
    /// Converted by an earlier batch.
    pub earlier: usize,
    pub failed: usize,
    /// Written, but truncated by a limit.
    pub truncated: usize,
    pub pages: usize,
}

pub(super) struct Progress {
    quiet: bool,
    verbose: bool,
    files: usize,
    /// Counts bytes, which predict the remaining time better than files.
    bar: ProgressBar,
    tally: Mutex<Tally>,
    started: Instant,
}

impl Progress {
    pub(super) fn new(jobs: &[Job], quiet: bool, verbose: bool) -> Self {
        let bytes = jobs.iter().map(|j| j.bytes).fold(0, u64::saturating_add);
        let bar = match quiet || !io::stderr().is_terminal() {
            true => ProgressBar::hidden(),
            false => terminal::bar(bytes, "{bar:30} {msg}, {eta} left"),
        };
        Self {
            quiet,
            verbose,
            files: jobs.len(),
            bar,
            tally: Mutex::default(),
            started: Instant::now(),
        }
    }

    fn print(&self, line: &str) {
        self.bar.suspend(|| terminal::say(line));
    }

    /// Counts a page that is done.
    pub(super) fn page(&self) {
        let mut tally = lock(&self.tally);
        tally.pages += 1;
        self.show(&tally);
    }

    fn show(&self, tally: &Tally) {
        if !self.bar.is_hidden() {
            let files = tally.converted + tally.truncated + tally.earlier + tally.failed;
            let (all, pages) = (counted(self.files, "file"), counted(tally.pages, "page"));
            self.bar.set_message(format!("{files} of {all}, {pages}"));
        }
    }

    fn file(&self, job: &Job, count: impl FnOnce(&mut Tally)) {
        let mut tally = lock(&self.tally);
        count(&mut tally);
        self.show(&tally);
        drop(tally);
        self.bar.inc(job.bytes);
    }

    /// Counts a file that an earlier batch converted.
    pub(super) fn earlier(&self, job: &Job) {
        self.file(job, |t| t.earlier += 1);
    }

    /// Counts and reports a file that was converted or failed.
    pub(super) fn done(&self, job: &Job, outcome: &Outcome) {
        let input = job.input.display();
        if outcome.exit == Some(0) {
            self.file(job, |t| t.converted += 1);
            if self.verbose {
                let pages = counted(outcome.counts.pages, "page");
                let words = counted(outcome.counts.words, "word");
                self.print(&format!("{input}: {pages}, {words}"));
            }
        } else {
            self.file(job, |t| match outcome.exit {
                Some(TRUNCATED) => t.truncated += 1,
                _ => t.failed += 1,
            });
            self.print(&format!("pdfa2hocr: {input}: {}", outcome.message));
        }
    }

    /// Prints the summary.
    pub(super) fn finish(self) -> Tally {
        self.bar.finish_and_clear();
        let tally = unlocked(self.tally);
        if !self.quiet {
            let done = tally.converted + tally.truncated + tally.earlier + tally.failed;
            let parts = [
                (tally.converted, "converted"),
                (tally.truncated, "truncated"),
                (tally.earlier, "done before"),
                (tally.failed, "failed"),
                (self.files.saturating_sub(done), "left"),
            ];
            let parts: Vec<String> = parts
                .iter()
                .filter(|(count, _)| *count > 0)
                .map(|(count, what)| format!("{count} {what}"))
                .collect();
            terminal::say(&format!(
                "{}: {}; {} in {:.1} s",
                counted(self.files, "file"),
                parts.join(", "),
                counted(tally.pages, "page"),
                self.started.elapsed().as_secs_f64()
            ));
        }
        tally
    }
}
