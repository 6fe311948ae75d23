//! `pdfa2hocr locate`: finds quotations in documents.

mod found;
mod kept;
mod quotations;
#[cfg(feature = "ocr")]
mod snippets;

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{ArgMatches, Args, ValueEnum};

use super::args::{self, Logs, Pages, Reading, Record, Roads, Verbose};
use super::claims::Claims;
use super::fingerprint::{Fingerprint, fingerprint};
use super::input::{InputLimit, named};
use super::report::Report;
use super::{found_inputs, output, terminal};
use crate::convert::Options;
use crate::document::Document;
use pdfa2hocr_core::counted::counted;
use pdfa2hocr_core::diagnostics::{Diagnostic, DiagnosticKind, Result};
use pdfa2hocr_core::locate::Index;
use pdfa2hocr_core::visible::visible;

use found::Places;
use kept::Kept;
use quotations::Quotation;

/// Exit code if a quotation was not found.
const NOT_FOUND: u8 = 9;

#[derive(Debug, Args)]
pub(super) struct Locate {
    /// The file to look in; - is standard input
    ///
    /// With --quote or --quotes: files and folders, of which the PDFs and the recognised text are searched.
    #[arg(value_name = "INPUT", required = true)]
    input: PathBuf,

    /// The quotations to find
    ///
    /// "…" and "[...]" in a quotation stand for omitted words.
    #[arg(value_name = "QUOTE", required_unless_present_any = ["quote", "quotes"])]
    more: Vec<OsString>,

    /// Find this quotation; all other arguments are inputs
    #[arg(short = 'e', long, value_name = "QUOTE", help_heading = "Input")]
    quote: Vec<String>,

    /// Find the quotations of a list; all other arguments are inputs
    ///
    /// A quotation a line; - is standard input. A .tsv file has a column named quote, and perhaps one named id;
    /// of .json (CSL-JSON) and .bib, the quotations in the notes are found.
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    quotes: Option<PathBuf>,

    /// Keep the text of the documents in this folder, so that the next search need not read them
    #[arg(long, value_name = "DIR", help_heading = "Input")]
    index: Option<PathBuf>,

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
    /// A page for web browsers, with pictures of the places
    #[cfg(feature = "ocr")]
    Html,
}

impl Locate {
    /// Finds the quotations; returns the exit code. `matches` are the parsed arguments.
    ///
    /// # Errors
    ///
    /// Those of [`Document::locate_all`], of reading the quotations, and of writing;
    /// [`DiagnosticKind::Several`] if one of several documents cannot be searched.
    pub(super) fn run(&self, matches: &ArgMatches) -> Result<u8> {
        terminal::warn(&args::of_analysis(&self.reading, matches));
        let (inputs, quotations) = self.arguments()?;
        let inputs = self.found(&inputs)?;
        let claims = Claims::new(self.quotes.iter().chain(&inputs));
        claims.claim_stdout()?;
        let logs = self.record.claim_logs(&claims)?;
        let options = self.options(matches)?;
        let kept = match &self.index {
            Some(folder) => Some(Kept::new(folder, &options)?),
            None => None,
        };
        let mut all: Vec<Places> = quotations.into_iter().map(Places::new).collect();
        let mut failed = 0;
        let mut whole = Ok(());
        let mut report = Report::new(self.reading.quiet, self.verbose.verbose, &logs)?;
        for input in &inputs {
            let name = input.to_string_lossy();
            if inputs.len() > 1 {
                report.begin(name.to_string());
            }
            let searched = self
                .index(input, kept.as_ref(), &mut report)
                .and_then(|mut index| search(&mut index, &name, &mut all));
            whole = whole.and(report.truncated());
            match searched {
                Err(error) if inputs.len() > 1 && error.kind != DiagnosticKind::Argument => {
                    failed += 1;
                    let error = named(error, input);
                    terminal::say(&format!("pdfa2hocr: {error}"));
                }
                other => other?,
            }
        }
        report.finish();
        self.print(&all, inputs.len() > 1)?;
        whole?;
        if failed > 0 {
            let of = counted(inputs.len(), "document");
            let why = format!("{failed} of {of} could not be searched, as the lines above say");
            return Err(Diagnostic::new(DiagnosticKind::Several, why));
        }
        match all.iter().all(|places| !places.located.is_empty()) {
            true => Ok(0),
            false => Ok(NOT_FOUND),
        }
    }

    /// The inputs and the quotations.
    fn arguments(&self) -> Result<(Vec<PathBuf>, Vec<Quotation>)> {
        let mut inputs = vec![self.input.clone()];
        let mut quotations: Vec<Quotation> = self
            .quote
            .iter()
            .map(|quote| Quotation::new(quote))
            .collect();
        if self.quote.is_empty() && self.quotes.is_none() {
            for quote in self.more.iter().map(|quote| quote.to_string_lossy()) {
                if !self.reading.quiet && Path::new(&*quote).exists() {
                    let quote = visible(&quote);
                    let why = format!(
                        "\"{quote}\" is looked for as a quotation, but is a file; to search several files, \
                         give the quotations with -e"
                    );
                    terminal::warn(&[why]);
                }
                quotations.push(Quotation::new(&quote));
            }
        } else {
            inputs.extend(self.more.iter().map(PathBuf::from));
        }
        if let Some(list) = &self.quotes {
            quotations.extend(quotations::read(list)?);
        }
        Ok((inputs, quotations))
    }

    /// The documents to search: one input, or the files in several.
    fn found(&self, inputs: &[PathBuf]) -> Result<Vec<PathBuf>> {
        if let [one] = inputs
            && !one.is_dir()
        {
            return Ok(vec![one.clone()]);
        }
        let found = found_inputs::inputs(inputs, None, Path::new(""), self.reading.quiet)?;
        Ok(found.into_iter().map(|found| found.input).collect())
    }

    /// The options that affect the text of a document.
    fn options(&self, matches: &ArgMatches) -> Result<Fingerprint> {
        let mut options = args::given::<Pages>(matches);
        options.extend(args::given::<Roads>(matches));
        options.extend(args::given::<Reading>(matches));
        fingerprint(&options, None, &self.reading.files())
    }

    /// The index of a document, from the folder of indexes if it is there.
    fn index(&self, input: &Path, kept: Option<&Kept<'_>>, report: &mut Report) -> Result<Index> {
        let place = kept.map(|kept| kept.path(input)).transpose()?;
        if let Some(place) = &place
            && let Some(index) = Kept::load(place)?
        {
            return Ok(index);
        }
        let document = self.document(input, report)?;
        let mut index = document.locate_index(report)?;
        // A truncated text is not kept, because the next search would not know that it is.
        if let Some(place) = place
            && report.truncated().is_ok()
        {
            Kept::save(&place, &mut index)?;
        }
        Ok(index)
    }

    fn document(&self, input: &Path, report: &mut Report) -> Result<Document> {
        let options = Options {
            road: self.roads.road()?,
            pages: self.pages.pages.clone(),
            ..self.reading.options()?
        };
        let source = self.input_limit.read(input)?;
        Document::with_observer(&source, options, report).map_err(|error| named(error, input))
    }

    /// Prints the places. A reader that closes the pipe early is not an error.
    fn print(&self, all: &[Places], names_files: bool) -> Result<()> {
        let mut out = output::stdout()?;
        let mut write = |text: &str| out.write_all(text.as_bytes());
        let written = match self.format {
            Format::Text => all.iter().try_for_each(|places| {
                if all.len() > 1 {
                    write(&format!("quotation: {}\n", visible(&places.quote)))?;
                }
                write(&places.text(names_files))
            }),
            Format::Json => all.iter().try_for_each(|places| write(&places.json())),
            #[cfg(feature = "ocr")]
            Format::Html => {
                let password = self.reading.password.text();
                let open = |file: &Path| {
                    let mut report = Report::new(true, false, &Logs::default())?;
                    self.document(file, &mut report)
                };
                snippets::write(all, password, &open, &mut write)
            }
        };
        output::ended(written.and_then(|()| out.flush()))
    }
}

/// Adds the places of all quotations in a document.
fn search(index: &mut Index, file: &str, all: &mut [Places]) -> Result<()> {
    let quotes: Vec<String> = all.iter().map(|places| places.quote.clone()).collect();
    let quotes: Vec<&str> = quotes.iter().map(String::as_str).collect();
    let mut places = all.iter_mut();
    index.find_each(&quotes, &mut |found| {
        if let Some(places) = places.next() {
            places.add(file, found);
        }
        Ok(())
    })
}
