//! The conversion of one document: `pdfa2hocr INPUT OUTPUT`.

// Doc comments are help texts for terminals here.
#![allow(rustdoc::invalid_html_tags)]

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{ArgMatches, Args};

use super::args::{self, Conversion};
use super::attachments::Attachments;
use super::existing::Content;
use super::files::{self, Making};
use super::formats::{self, FormatChoice, Formats};
use super::input::{InputLimit, is_pipe, named};
use super::ipc::{self, Event};
use super::kind::Kind;
use super::maps::{MapChoice, Maps};
use super::output::Output;
use super::report::Report;
use super::time_limit::TimeLimit;
use super::{claims, terminal, unsaved};
use crate::convert::{Options, Road};
use crate::document::Document;
use pdfa2hocr_core::diagnostics::{Diagnostic, Result};
use pdfa2hocr_core::pdf::Source;
use pdfa2hocr_core::read::OcrDocument;
use pdfa2hocr_core::write::Format;

/// The arguments of the conversion of one document.
#[derive(Debug, Args)]
pub(super) struct Convert {
    /// A PDF or recognised text (hOCR, ALTO, PAGE, TEI, METS, …); - is standard input
    ///
    /// Several files of recognised text, or a folder of them, are one document: INPUT… OUTPUT.
    #[arg(value_name = "INPUT", required = true)]
    input: Option<PathBuf>,

    /// The file to write; - is standard output
    ///
    /// With several formats, each has its own ending: out.html, out.txt.
    #[arg(value_name = "OUTPUT", required_unless_present_any = ["structure_text", "format"])]
    output: Option<PathBuf>,

    /// Further files of the same document, the last of which is the OUTPUT
    #[arg(hide = true)]
    more: Vec<PathBuf>,

    #[command(flatten)]
    conversion: Conversion,

    #[command(flatten)]
    formats: Formats,

    /// Also write a map of the text: a JSON file that says for each word of it where it is on which page
    ///
    /// With markdown, html and text. With several of them, each names its own: --map
    /// text=text.json,markdown=markdown.json.
    #[arg(
        long,
        value_name = "FILE",
        value_delimiter = ',',
        conflicts_with = "structure_text",
        help_heading = "Output"
    )]
    map: Vec<MapChoice>,

    /// Show the document's structure tree with its text, one element per line
    ///
    /// Without an OUTPUT, it goes to standard output.
    #[arg(long, conflicts_with_all = ["page_analysis", "format"], help_heading = "Output")]
    structure_text: bool,

    /// Also convert the PDFs embedded in this one, each to its own file in this folder
    ///
    /// Those embedded in them are converted as well. The folder's attachments.tsv lists all embedded
    /// files. The exit code is 7 when one could not be converted.
    #[arg(
        long,
        value_name = "DIR",
        conflicts_with = "structure_text",
        help_heading = "Output"
    )]
    attachments: Option<PathBuf>,

    /// End a conversion that takes longer than N seconds, without output; 0 for no limit
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 0,
        help_heading = "Limits"
    )]
    time_limit: u64,

    #[command(flatten)]
    input_limit: InputLimit,

    /// Report progress to the program that started this one, and end with it
    #[arg(long, hide = true)]
    report_progress: bool,

    /// Read a mapping or a module from another file, as long as what it should hold is not saved
    #[arg(long, num_args = 2, value_names = ["FILE", "TEXT"], hide = true)]
    unsaved: Vec<PathBuf>,
}

impl Convert {
    /// Converts the document. `matches` are the parsed arguments.
    pub(super) fn run(&self, matches: &ArgMatches) -> Result<()> {
        self.check_inputs()?;
        let mut options = self.options()?;
        let time_limit = TimeLimit::start(self.time_limit);
        let conversion = &self.conversion;
        let reading = &conversion.document.reading;
        let output = self.output();
        let formats = self.formats.choices(output);
        let is_pdf = |choice: FormatChoice| choice.format == Kind::Plain(Format::Pdf);
        let second = || output.and_then(|o| claims::second_pdf(self.input(), o));
        if let Some(error) = second().filter(|_| !self.formats.named().any(is_pdf)) {
            return Err(error);
        }
        let inputs = self.inputs();
        let source = match inputs.as_slice() {
            [one] => self.input_limit.read(one)?,
            several => self.input_limit.read_all(several)?,
        };
        // Checks for outputs that would replace other files before writing the first one.
        let claims = Arc::new(conversion.claims(inputs, &source));
        let logs = conversion.record.claim_logs(&claims)?;
        let structure = match self.structure_text {
            true => {
                let output = output.unwrap_or(Path::new("-"));
                Some(claims.claim(output, Content::text(output, &["txt"]))?)
            }
            false => None,
        };
        let places = match structure {
            Some(_) => Vec::new(),
            None => formats::claim(&claims, formats::places(&formats, output)?)?,
        };
        let maps = Maps::claim(&claims, &self.map, &formats)?;
        let attachments = match &self.attachments {
            Some(folder) => Some(Attachments::claim(folder, conversion, &formats, &claims)?),
            None => None,
        };
        terminal::warn(&self.warnings(matches, &formats));
        options.images = conversion.images(&claims, &places, source.name())?;
        let verbose = conversion.verbose.verbose;
        let mut report = Report::new(reading.quiet, verbose, &logs)?;
        if self.report_progress {
            ipc::end_with_parent();
            report.owner = Some(Box::new(Event::send));
        }
        let result = if let Some(place) = structure {
            let mut output = Output::create(&place)?;
            Document::with_observer(&source, options, &mut report)
                .and_then(|document| document.write_structure(&mut output, &mut report))
                .and_then(|()| time_limit.put(|| output.finish()))
        } else {
            let making = Making {
                maps,
                ..conversion.making(&claims)
            };
            files::write(&source, options, &places, &making, &time_limit, &mut report)
        };
        let result = result
            .map_err(|error| named(error, self.input()))
            .and_then(|()| match attachments {
                Some(attachments) => attachments.convert_all(&source, &mut report),
                None => Ok(()),
            });
        report.end(result)
    }

    /// Checks that several files are recognised text, which can be one document.
    fn check_inputs(&self) -> Result<()> {
        if self.more.is_empty() || self.inputs().iter().all(|path| is_text(path)) {
            return Ok(());
        }
        let message = format!(
            "there are {} files, and only one INPUT and one OUTPUT can be: convert many with \
             pdfa2hocr batch FILE… --output-dir FOLDER",
            2 + self.more.len()
        );
        Err(Diagnostic::argument(message))
    }

    fn warnings(&self, matches: &ArgMatches, formats: &[FormatChoice]) -> Vec<String> {
        let reading = &self.conversion.document.reading;
        if self.report_progress {
            return Vec::new();
        }
        if self.structure_text {
            return args::of_analysis(reading, matches);
        }
        let mut warnings = args::of_conversion(&self.conversion, matches, formats);
        if !reading.quiet {
            warnings.extend(formats::contradictions(formats, self.output()));
        }
        warnings
    }

    /// The file to read, the first of several.
    fn input(&self) -> &Path {
        self.input.as_deref().unwrap_or(Path::new("-"))
    }

    /// The files to read: of several words, all but the last.
    fn inputs(&self) -> Vec<&Path> {
        let words = [&self.input, &self.output].into_iter().flatten();
        let words = words.chain(&self.more).map(PathBuf::as_path);
        match self.more.len() {
            0 => vec![self.input()],
            more => words.take(more + 1).collect(),
        }
    }

    /// The file to write.
    fn output(&self) -> Option<&Path> {
        let output = self.more.last().or(self.output.as_ref());
        output.map(PathBuf::as_path)
    }

    /// The options of the conversion.
    fn options(&self) -> Result<Options> {
        let mut options = self.conversion.options()?;
        unsaved::put(&self.unsaved, &mut options)?;
        if self.structure_text {
            if !self.conversion.document.roads.is_by_tags() {
                let why = "--structure-text shows the tags: leave --road out";
                return Err(Diagnostic::argument(why));
            }
            options.road = Road::TagsOnly;
            // Elements are written as they are in the file.
            options.modules.clear();
        }
        Ok(options)
    }
}

/// Whether a file, or one in a folder, is recognised text. Returns `true` for a pipe, which can be read only
/// once.
fn is_text(path: &Path) -> bool {
    is_pipe(path) || Source::map(path).is_ok_and(|source| OcrDocument::recognises(&source))
}
