//! `pdfa2hocr tag`: gives a PDF a structure tree from the page analysis.

use std::path::PathBuf;

use clap::{ArgMatches, Args};

use super::args::{self, Reading, Record, Verbose};
use super::claims::Claims;
use super::destination::Destination;
use super::existing::Content;
use super::files::{self, Making};
use super::input::{InputLimit, named};
use super::kind::Kind;
use super::maps::Maps;
use super::report::Report;
use super::terminal;
use super::time_limit::TimeLimit;
use crate::convert::{Options, Road};
use pdfa2hocr_core::diagnostics::Result;
#[cfg(feature = "validate")]
use pdfa2hocr_core::write::Conformance;
use pdfa2hocr_core::write::{Description, Format, Meta};

#[derive(Debug, Args)]
pub(super) struct Tag {
    /// The PDF to read; - is standard input
    #[arg(value_name = "INPUT")]
    input: PathBuf,

    /// The PDF to write; - is standard output
    #[arg(value_name = "OUTPUT")]
    output: PathBuf,

    #[command(flatten)]
    reading: Reading,

    /// Replace the tags that the PDF has
    #[arg(long, help_heading = "Output")]
    replace_tags: bool,

    /// Take descriptions of images from this JSON file
    ///
    /// A list of objects with page (from 1), bbox (left, top, right, bottom in points from the upper left corner
    /// of the page) and alt. The image that a box covers best gets its text.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    alt: Option<PathBuf>,

    /// Claim this standard, if the tagged PDF conforms: ua-1
    ///
    /// The PDF is validated before it is written. If it does not conform, a warning names the reasons, and the exit
    /// code is 11.
    #[cfg(feature = "validate")]
    #[arg(long, value_name = "STANDARD", value_parser = ["ua-1"], help_heading = "Output")]
    pdf_conformance: Option<String>,

    /// Read the title and the language from this JSON file, as in conversions
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    meta: Option<PathBuf>,

    #[command(flatten)]
    record: Record,

    #[command(flatten)]
    verbose: Verbose,

    #[command(flatten)]
    input_limit: InputLimit,
}

impl Tag {
    /// Writes the tagged PDF. `matches` are the parsed arguments.
    pub(super) fn run(&self, matches: &ArgMatches) -> Result<()> {
        let source = self.input_limit.read(&self.input)?;
        let mut files = self.reading.files();
        files.extend([&self.alt, &self.meta].into_iter().flatten().cloned());
        let rule = self.record.rule(&source);
        let claims = Claims::of_document([self.input.as_path()], &source, files, rule);
        let logs = self.record.claim_logs(&claims)?;
        let place = claims.claim(&self.output, Content::Pdf)?;
        terminal::warn(&args::of_analysis(&self.reading, matches));
        let mut report = Report::new(self.reading.quiet, self.verbose.verbose, &logs)?;
        let places: [(Kind, Destination); 1] = [(Kind::Plain(Format::Pdf), place)];
        let making = Making {
            claims: &claims,
            maps: Maps::default(),
            #[cfg(feature = "browse")]
            shape: crate::viewer::Shape::default(),
        };
        let time_limit = TimeLimit::start(0);
        let written = self.options().and_then(|options| {
            files::write(&source, options, &places, &making, &time_limit, &mut report)
        });
        report.end(written.map_err(|error| named(error, &self.input)))
    }

    fn options(&self) -> Result<Options> {
        let mut options = self.reading.options()?;
        options.road = Road::Geometry;
        options.write.replace_tags = self.replace_tags;
        if let Some(path) = &self.alt {
            options.write.descriptions = Description::read(path)?.into();
        }
        if let Some(path) = &self.meta {
            options.write.meta = Meta::read(path)?;
        }
        #[cfg(feature = "validate")]
        if self.pdf_conformance.is_some() {
            options.write.conformance = Conformance::Ua1;
        }
        Ok(options)
    }
}
