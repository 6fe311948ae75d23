//! `pdfa2hocr learn`: options and replacements that would have made corrections unnecessary.

use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use super::args::{Reading, Record, Roads};
use super::claims::Claims;
use super::corrections;
use super::destination::Destination;
use super::existing::Content;
use super::input::{InputLimit, named};
use super::output::Output;
use super::report::Report;
use crate::convert::Options;
use crate::document::Document;
use crate::learn::{Learned, Replacement, Replacements, learn};
use pdfa2hocr_core::corrections::Corrections;
use pdfa2hocr_core::counted::counted;
use pdfa2hocr_core::diagnostics::{Diagnostic, Result, write_error};

/// Least number of times that a word must be corrected in the same way.
const LEAST: usize = 3;

#[derive(Debug, Args)]
pub(super) struct Learn {
    /// Files of corrections of one document, made in `pdfa2hocr browse`
    #[arg(value_name = "CORRECTIONS", required = true)]
    files: Vec<PathBuf>,

    /// The document [default: the file that the corrections name, beside them]
    #[arg(long, value_name = "INPUT", help_heading = "Input")]
    source: Option<PathBuf>,

    #[command(flatten)]
    roads: Roads,

    #[command(flatten)]
    reading: Reading,

    /// Write the words that were corrected the same way three times or more; - is standard output
    ///
    /// The table has a line for each: the word, its replacement, how often it was made, how often the word was
    /// right or became another one. Remove the lines that are not always right, and pass the table to the module
    /// `replacements`.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    words: Option<PathBuf>,

    #[command(flatten)]
    record: Record,

    #[command(flatten)]
    input_limit: InputLimit,
}

impl Learn {
    /// Prints the options, and writes the table of words.
    pub(super) fn run(&self) -> Result<()> {
        let made = Corrections::of_files(corrections::files(&self.files)?);
        let mut names = made.sources.iter().map(|source| &source.name);
        let own = names.find(|name| !name.is_empty());
        let beside = self.files.first().zip(own);
        let beside = beside.map(|(first, own)| first.with_file_name(own));
        let why = "the corrections do not name their document: name it with --source";
        let input = self.source.clone().or(beside);
        let input = input.ok_or_else(|| Diagnostic::argument(why))?;
        let options = Options {
            road: self.roads.road()?,
            corrections: None,
            ..self.reading.options()?
        };
        let source = self.input_limit.read(&input)?;
        let inputs = self.files.iter().chain([&input]).map(PathBuf::as_path);
        let (files, rule) = (self.reading.files(), self.record.rule(&source));
        let claims = Claims::of_document(inputs, &source, files, rule);
        let logs = self.record.claim_logs(&claims)?;
        let claim = |path: &Path| claims.claim(path, Content::PlainText);
        let table = self.words.as_deref().map(claim).transpose()?;
        let is_shown = !matches!(table, Some(Destination::Stdout));
        let shown = is_shown.then(|| claim(Path::new("-"))).transpose()?;
        let mut report = Report::new(self.reading.quiet, false, &logs)?;
        let learned = Document::with_observer(&source, options, &mut report)
            .map_err(|error| named(error, &input))
            .and_then(|document| learn(&document, &made));
        let words = Replacements::of(made.in_effect()).usual(LEAST);
        let written = learned.and_then(|learned| {
            let texts = [
                (shown, described(&learned, &words)),
                (table, tabulated(&words)),
            ];
            for (place, text) in texts {
                let Some(place) = place else { continue };
                let mut out = Output::create(&place)?;
                out.write_all(text.as_bytes())
                    .map_err(|error| write_error(&error))?;
                out.finish()?;
            }
            Ok(())
        });
        report.end(written)
    }
}

/// The report for people.
fn described(learned: &Learned, words: &[Replacement]) -> String {
    let mut out = String::new();
    let operations = counted(learned.operations, "correction");
    let done = counted(learned.done, "page");
    let _ = writeln!(out, "{operations} of structure; {done} marked done");
    for effect in &learned.effects {
        let _ = writeln!(
            out,
            "{:<40} explains {:>5}, breaks {:>5}",
            effect.candidate.name, effect.explains, effect.breaks
        );
    }
    if learned.effects.is_empty() && learned.operations > 0 {
        out.push_str("no option explains any of them\n");
    }
    let _ = writeln!(
        out,
        "{} corrected the same way three times or more",
        counted(words.len(), "word")
    );
    out
}

/// The table of words for the module `replacements`.
fn tabulated(words: &[Replacement]) -> String {
    let mut out = String::from("# word\treplacement\ttimes\tothers\n");
    for own in words {
        let (word, text) = (&own.word, &own.text);
        let _ = writeln!(out, "{word}\t{text}\t{}\t{}", own.times, own.others);
    }
    out
}
