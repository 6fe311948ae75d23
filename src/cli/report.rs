//! Reports of a conversion: warnings, progress, the log.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use serde::Serialize;

use super::args::Logs;
use super::destination::Destination;
use super::errors::worded;
use super::ipc::{Event, Listener};
use super::output::Output;
use super::repeated::Repeated;
use super::terminal;
use crate::convert::{Observer, PageDone, RecognisedPart};
use pdfa2hocr_core::corrections::Outcome;
use pdfa2hocr_core::counted::counted;
use pdfa2hocr_core::diagnostics::{
    Diagnostic, DiagnosticKind, Result, Warning, Warnings, io_reason,
};
use pdfa2hocr_core::page_number::PageNumber;

/// Delay before a progress bar appears; shorter conversions show none.
const SOON: Duration = Duration::from_secs(1);

/// Reports to the user and writes the log.
pub(super) struct Report {
    /// The document, if there are several.
    name: Option<String>,
    quiet: bool,
    verbose: bool,
    /// Receives events for the program that started this one.
    pub(super) owner: Option<Listener>,
    log: Option<Output>,
    corrections: Option<Output>,
    /// The document, in the lines about corrections of a batch.
    document: Option<String>,
    /// Number of warnings so far, by kind.
    counts: BTreeMap<DiagnosticKind, usize>,
    /// The warnings, which are printed at the end.
    repeated: Repeated,
    /// The warnings about pages whose text could not be recognised. They are collected even if `quiet`, because the
    /// error at the end names them.
    unrecognised: Repeated,
    /// Whether the conversion failed, so that its error is not about text recognition.
    has_failed: bool,
    /// Number of warnings that were only counted by the library.
    more: usize,
    started: Instant,
    pages: usize,
    bar: Option<ProgressBar>,
}

/// A line of the log.
#[derive(Serialize)]
struct LogLine<'a> {
    kind: &'static str,
    /// Page number, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<PageNumber>,
    /// Object and generation number.
    #[serde(skip_serializing_if = "Option::is_none")]
    object: Option<(u32, i32)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    offset: Option<u64>,
    message: &'a str,
}

/// A line of the log about content that a format cannot represent.
#[derive(Serialize)]
struct LostLine<'a> {
    kind: &'static str,
    format: &'a str,
    what: &'a str,
    count: usize,
}

/// A line of `--corrections-report`.
#[derive(Serialize)]
struct CorrectionLine<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    document: Option<&'a str>,
    #[serde(flatten)]
    outcome: &'a Outcome,
}

impl Report {
    /// Reports to the user.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::File`] if a file of `logs` cannot be written.
    pub(super) fn new(quiet: bool, verbose: bool, logs: &Logs) -> Result<Self> {
        let stream = |place: &Option<Destination>| place.as_ref().map(Output::stream).transpose();
        Ok(Self {
            corrections: stream(&logs.corrections)?,
            log: stream(&logs.log)?,
            name: None,
            quiet,
            verbose,
            owner: None,
            document: None,
            counts: BTreeMap::new(),
            repeated: Repeated::default(),
            unrecognised: Repeated::default(),
            has_failed: false,
            more: 0,
            started: Instant::now(),
            pages: 0,
            bar: None,
        })
    }

    /// Reports to `owner` on a document of a batch, and prints only errors. Its corrections are reported in the same
    /// file as those of the other documents.
    pub(super) fn in_batch(document: &str, mut logs: Logs, owner: Listener) -> Result<Self> {
        let corrections = logs.corrections.take();
        Ok(Self {
            corrections: corrections.as_ref().map(Output::append).transpose()?,
            document: Some(document.to_owned()),
            owner: Some(owner),
            ..Self::new(true, false, &logs)?
        })
    }

    /// Begins a further document, whose name is in front of each of its warnings. Prints those of the one before.
    pub(super) fn begin(&mut self, name: String) {
        self.print_warnings();
        self.name = Some(name);
        self.counts.clear();
        self.more = 0;
        self.repeated = Repeated::default();
        self.unrecognised = Repeated::default();
    }

    fn send(&self, event: Event) {
        if let Some(owner) = &self.owner {
            owner(&event);
        }
    }

    fn print(&self, line: &str) {
        self.beside_bar(|| terminal::say(line));
    }

    /// Prints while the progress bar is hidden.
    fn beside_bar(&self, print: impl FnOnce()) {
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    /// An error if a limit was reached, so that the output is truncated, or if text could not be recognised.
    pub(super) fn truncated(&self) -> Result<()> {
        if !self.counts.contains_key(&DiagnosticKind::Limit) {
            return match self.counts.contains_key(&DiagnosticKind::Ocr) {
                true => Err(self.incomplete()),
                false => Ok(()),
            };
        }
        Err(Diagnostic::limit(
            "the output is written, but truncated: a limit was reached, as the warnings say; \
             docs/limits.md has them all",
        ))
    }

    /// The error for pages whose text could not be recognised. It names the pages and the reason, which `quiet` would
    /// hide. Several reasons are warnings.
    fn incomplete(&self) -> Diagnostic {
        let mut lines = self.unrecognised.lines();
        let first = lines.next().unwrap_or_default();
        let first = first.strip_prefix("warning: ").unwrap_or(&first);
        let rest = "The output is written without this text; run the command again to retry";
        Diagnostic::limit(match (lines.count(), self.quiet) {
            (0, _) => format!("{first}. {rest}"),
            (more, true) => {
                let more = counted(more, "more reason");
                format!("{first} ({more} without -q). {rest}")
            }
            (_, false) => format!("some text is not recognised, as the warnings say. {rest}"),
        })
    }

    /// The warnings about text recognition that no error reports.
    fn unrecognised_lines(&self) -> Vec<String> {
        let lines: Vec<String> = self.unrecognised.lines().collect();
        let is_error = lines.len() == 1
            && self.name.is_none()
            && !self.has_failed
            && !self.counts.contains_key(&DiagnosticKind::Limit);
        if is_error { Vec::new() } else { lines }
    }

    /// Ends the report. Returns the result of the conversion, or the error that the warnings amount to.
    ///
    /// # Errors
    ///
    /// That of the conversion; [`DiagnosticKind::Limit`] if the output is truncated;
    /// [`DiagnosticKind::Module`] if a module failed; [`DiagnosticKind::Conformance`] if a PDF claims less than
    /// requested.
    pub(super) fn end(mut self, result: Result<()>) -> Result<()> {
        self.has_failed = result.is_err();
        let truncated = self.truncated();
        let claims_less = self.counts.contains_key(&DiagnosticKind::Conformance);
        let failed = self.counts.get(&DiagnosticKind::Module).copied();
        self.finish();
        result.and(truncated)?;
        let why = match failed {
            None if claims_less => {
                let why = "the PDF is written, but claims less than --pdf-conformance asks for";
                return Err(Diagnostic::new(DiagnosticKind::Conformance, why));
            }
            None => return Ok(()),
            Some(1) => "the module failed on a page, which is as it was without it".to_owned(),
            Some(n) => {
                format!("the module failed {n} times; the pages are as they were without it")
            }
        };
        Err(Diagnostic::module(why))
    }

    /// Prints the warnings of the document.
    fn print_warnings(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
        if !self.quiet {
            let name = self.name.as_ref().map(|name| format!("{name}: "));
            let name = name.unwrap_or_default();
            for line in self
                .unrecognised_lines()
                .into_iter()
                .chain(self.repeated.lines())
            {
                terminal::say(&format!("pdfa2hocr: {name}{line}"));
            }
            if self.more > 0 {
                terminal::say(&format!(
                    "pdfa2hocr: {} on pages with over {} of them",
                    counted(self.more, "more warning"),
                    Warnings::KEPT
                ));
            }
        }
    }

    /// Prints the warnings, and ends the log.
    pub(super) fn finish(mut self) {
        self.print_warnings();
        let files = [("log", &mut self.log), ("report", &mut self.corrections)];
        for (name, file) in files {
            if let Some(Err(error)) = file.as_mut().map(Write::flush) {
                let why = io_reason(&error);
                terminal::say(&format!("pdfa2hocr: cannot write the {name}: {why}"));
            }
        }
    }
}

/// Writes a line of JSON in one write, because the lines of several documents may go to one file. A file that
/// cannot be written is reported once, at the end.
fn put(out: &mut Option<Output>, line: &impl Serialize) {
    if let (Some(out), Ok(mut line)) = (out, serde_json::to_vec(line)) {
        line.push(b'\n');
        let _ = out.write_all(&line);
    }
}

impl Observer for Report {
    fn pages(&mut self, count: usize) {
        self.pages = count;
        self.send(Event::Pages(count));
    }

    fn warning(&mut self, warning: &Warning) {
        let warning = &worded(warning);
        self.send(Event::Warnings(1));
        let line = LogLine {
            kind: warning.kind.name(),
            page: warning.place.page.map(PageNumber::of),
            object: warning.place.object,
            offset: warning.place.offset,
            message: &warning.message,
        };
        put(&mut self.log, &line);
        *self.counts.entry(warning.kind).or_default() += 1;
        if warning.kind == DiagnosticKind::Ocr {
            self.unrecognised.warning(warning);
        } else if !self.quiet {
            self.repeated.warning(warning);
        }
    }

    fn more_warnings(&mut self, count: usize) {
        self.more += count;
        self.send(Event::Warnings(count));
    }

    fn corrected(&mut self, outcome: &Outcome) {
        let line = CorrectionLine {
            document: self.document.as_deref(),
            outcome,
        };
        put(&mut self.corrections, &line);
    }

    fn lost(&mut self, format: &str, what: &str, count: usize) {
        let line = LostLine {
            kind: "loss",
            format,
            what,
            count,
        };
        put(&mut self.log, &line);
        self.print(&format!("pdfa2hocr: lost in {format}: {what}: {count}"));
    }

    fn printed(&mut self, page: Option<u32>, text: &str) {
        if self.document.is_some() {
            return;
        }
        self.beside_bar(|| match page {
            Some(page) => terminal::say_lines(&format!("page {}: {text}", PageNumber::of(page))),
            None => terminal::say_lines(text),
        });
    }

    fn page_done(&mut self, page: &PageDone) {
        self.send(Event::Words(page.words));
        if page.needs_ocr {
            self.send(Event::NeedsOcr(page.index));
        }
        match page.recognised {
            Some(RecognisedPart::Page) => self.send(Event::Recognised(page.index)),
            Some(RecognisedPart::Pictures) => self.send(Event::Pictures(page.index)),
            None => {}
        }
        if self.verbose {
            let words = counted(page.words, "word");
            self.print(&format!("page {}: {words}", PageNumber::of(page.index)));
        }
        if self.quiet || self.verbose || !io::stderr().is_terminal() {
            return;
        }
        if self.bar.is_none() && self.started.elapsed() > SOON && page.done < self.pages {
            let template = "{bar:30} {pos} of {len} pages, {eta} left";
            let bar = terminal::bar(self.pages as u64, template);
            self.bar = Some(bar);
        }
        if let Some(bar) = &self.bar {
            bar.set_position(page.done as u64);
        }
    }
}
