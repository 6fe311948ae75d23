//! `pdfa2hocr locate`: finds quotations in a document.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use clap::{ArgMatches, Args, ValueEnum};

use super::args::{self, Pages, Reading, Record, Roads, Verbose};
use super::claims::Claims;
use super::file_error::cannot;
use super::input::{InputLimit, named};
use super::output;
use super::report::Report;
use super::terminal;
use crate::convert::Options;
use crate::document::Document;
use pdfa2hocr_core::diagnostics::{Diagnostic, Result, write_error};
use pdfa2hocr_core::locate::{Difference, Found, Hit};
use pdfa2hocr_core::visible::visible;

/// Exit code if a quotation was not found.
const NOT_FOUND: u8 = 9;

/// Maximum size of a file of quotations in bytes; a larger file is an error.
const MAX_FILE: usize = 16 << 20;

#[derive(Debug, Args)]
pub(super) struct Locate {
    /// The file to look in; - is standard input
    #[arg(value_name = "INPUT")]
    input: PathBuf,

    /// The quotations to find
    #[arg(value_name = "QUOTE", required_unless_present = "quotes")]
    quote: Vec<String>,

    /// Look for the quotations in a file, one a line, too; - is standard input
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    quotes: Option<PathBuf>,

    #[command(flatten)]
    pages: Pages,

    #[command(flatten)]
    roads: Roads,

    #[command(flatten)]
    reading: Reading,

    /// The output format
    #[arg(
        long,
        value_name = "FORMAT",
        default_value = "text",
        help_heading = "Output"
    )]
    format: Format,

    #[command(flatten)]
    record: Record,

    #[command(flatten)]
    verbose: Verbose,

    #[command(flatten)]
    input_limit: InputLimit,
}

/// The output format of places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A line for each line of the quotation: page, box and text
    Text,
    /// An object for each quotation, a line each, with all that is known
    Json,
}

impl Locate {
    /// Finds the quotations; returns the exit code. `matches` are the parsed arguments.
    ///
    /// # Errors
    ///
    /// Those of [`Document::locate_all`], of reading the quotations, and of writing.
    pub(super) fn run(&self, matches: &ArgMatches) -> Result<u8> {
        terminal::warn(&args::of_analysis(&self.reading, matches));
        let source = self.input_limit.read(&self.input)?;
        let read = self.quotes.iter().chain([&self.input]);
        let rule = self.record.rule(&source);
        let claims = Claims::new(read).replacing(rule);
        claims.claim_stdout()?;
        let log = self.record.claim_log(&claims)?;
        let options = Options {
            road: self.roads.road()?,
            pages: self.pages.pages.clone(),
            ..self.reading.options()?
        };
        let mut quotes = self.quote.clone();
        if let Some(file) = &self.quotes {
            quotes.extend(lines(file)?);
        }
        let quotes: Vec<&str> = quotes.iter().map(String::as_str).collect();
        let mut report = Report::new(self.reading.quiet, self.verbose.verbose, log.as_ref())?;
        let document = Document::with_observer(&source, options, &mut report)
            .map_err(|error| named(error, &self.input))?;
        let mut index = document.locate_index(&mut report)?;
        let whole = report.truncated();
        report.finish();
        let mut out = output::stdout()?;
        let mut all_found = true;
        let mut closed = false;
        index.find_each(&quotes, &mut |found| {
            all_found &= !found.located.is_empty();
            let written = match self.format {
                Format::Text if quotes.len() > 1 => format!("{}\n{}", quoted(&found), text(&found)),
                Format::Text => text(&found),
                Format::Json => json(&found),
            };
            // A reader that closes the pipe early is not an error.
            if !closed {
                match out.write_all(written.as_bytes()) {
                    Err(error) if error.kind() == io::ErrorKind::BrokenPipe => closed = true,
                    other => other.map_err(|e| write_error(&e))?,
                }
            }
            Ok(())
        })?;
        whole?;
        match all_found {
            true => Ok(0),
            false => Ok(NOT_FOUND),
        }
    }
}

/// The non-blank lines of a file.
fn lines(file: &Path) -> Result<Vec<String>> {
    let mut text = Vec::new();
    let longest = u64::try_from(MAX_FILE).unwrap_or(u64::MAX);
    let read = match file.as_os_str() == "-" {
        true => io::stdin().take(longest).read_to_end(&mut text),
        false => File::open(file).and_then(|file| file.take(longest).read_to_end(&mut text)),
    };
    let wrong =
        |what: String| Diagnostic::file(format!("{}: {what}", visible(&file.to_string_lossy())));
    read.map_err(|error| cannot("read", file, &error))?;
    if text.len() >= MAX_FILE {
        return Err(wrong(format!("quotations have less than {MAX_FILE} bytes")));
    }
    let text = String::from_utf8_lossy(&text);
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    Ok(lines.map(str::to_owned).collect())
}

fn json(found: &Found) -> String {
    let mut json = serde_json::to_string(found).unwrap_or_default();
    json.push('\n');
    json
}

fn quoted(found: &Found) -> String {
    format!("quotation: {}", visible(&found.quote))
}

fn text(found: &Found) -> String {
    let mut out = String::new();
    let mut add = |what: &str, hit: &Hit| {
        let score = hit.score;
        out.push_str(&format!("{what} {score:.2}: {}\n", visible(&hit.text)));
        for Difference {
            quoted, printed, ..
        } in &hit.differs
        {
            out.push_str(&format!(
                "  quoted “{}”, printed “{}”\n",
                visible(quoted),
                visible(printed)
            ));
        }
        for place in &hit.places {
            for [x0, y0, x1, y1] in &place.boxes {
                let page = place.page;
                out.push_str(&format!("  page {page}: {x0:.1} {y0:.1} {x1:.1} {y1:.1}\n"));
            }
        }
    };
    found.located.iter().for_each(|hit| add("located", hit));
    found.near.iter().for_each(|hit| add("near", hit));
    if out.is_empty() {
        out.push_str("not there\n");
    }
    out
}
