//! `pdfa2hocr explain`: draws the analysis of pages.

use std::path::PathBuf;

#[cfg(feature = "render")]
use base64::prelude::{BASE64_STANDARD, Engine};
use clap::{ArgMatches, Args, ValueEnum};

use super::args::{self, Pages, Reading, Record, Resolution, Roads, ScanFolder};
use super::claims::Claims;
use super::existing::Content;
use super::input::{InputLimit, named};
use super::output::Output;
use super::report::Report;
use super::terminal;
#[cfg(feature = "browse")]
use crate::browse;
use crate::convert::Options;
use crate::document::Document;
use pdfa2hocr_core::diagnostics::{Diagnostic, Result, write_error};
use pdfa2hocr_core::page::PageList;
use pdfa2hocr_core::page_number::PageNumber;
#[cfg(feature = "render")]
use pdfa2hocr_core::write::PagePicture;
use pdfa2hocr_core::write::digest::Digested;
#[cfg(feature = "render")]
use pdfa2hocr_render::{Drawer, Original, Wanted, media_type_of};

#[derive(Debug, Args)]
pub(super) struct Explain {
    /// The PDF to read; - is standard input
    #[arg(value_name = "INPUT")]
    input: PathBuf,

    #[command(flatten)]
    pages: Pages,

    /// The page to show [default: 1]
    ///
    /// With --format html, --pages shows several.
    #[arg(
        long,
        value_name = "N",
        conflicts_with = "pages",
        help_heading = "Input"
    )]
    page: Option<PageNumber>,

    #[command(flatten)]
    scan_folder: ScanFolder,

    #[command(flatten)]
    roads: Roads,

    #[command(flatten)]
    reading: Reading,

    /// The output format
    #[arg(
        long,
        value_name = "FORMAT",
        default_value = "svg",
        help_heading = "Output"
    )]
    format: Format,

    /// The file to write; - is standard output
    #[arg(
        short,
        long,
        value_name = "OUTPUT",
        default_value = "-",
        help_heading = "Output"
    )]
    output: PathBuf,

    #[command(flatten)]
    resolution: Resolution,

    #[command(flatten)]
    record: Record,

    #[command(flatten)]
    input_limit: InputLimit,
}

/// Draws a page, over its scan if the scan is a separate file.
fn draw(document: &Document, output: &mut Output, report: &mut Report) -> Result<()> {
    let mut output = Digested::new(output, true);
    #[cfg(feature = "render")]
    if document.pipeline().pdf().is_none() && document.pipeline().has_pictures() {
        let scans = Original::Scans(document.find_scans());
        let drawer = Drawer::new(scans, document.page_count());
        let picture = |page| {
            Some(match drawer.draw(Wanted::kept_page(page, SCALE)) {
                Ok(picture) => {
                    let media_type = media_type_of(&picture);
                    let data = BASE64_STANDARD.encode(&picture);
                    PagePicture::Shown(format!("data:{media_type};base64,{data}"))
                }
                Err(why) => PagePicture::Missing(why.to_string()),
            })
        };
        document.explain_over(&picture, &mut output, report)?;
        return output.end().map_err(|error| write_error(&error));
    }
    document.explain(&mut output, report)?;
    output.end().map_err(|error| write_error(&error))
}

/// Pixels per point of the pictures below drawings: 144 dpi.
#[cfg(feature = "render")]
const SCALE: f32 = 2.0;

/// The output format of pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A drawing of one page, with all layers
    Svg,
    /// A page for web browsers: pictures, layers, tree and search in one file, to keep and to send
    #[cfg(feature = "browse")]
    Html,
}

impl Explain {
    /// Writes the drawing of the pages. `matches` are the parsed arguments.
    pub(super) fn run(&self, matches: &ArgMatches) -> Result<()> {
        terminal::warn(&args::of_analysis(&self.reading, matches));
        let mut options = self.reading.options()?;
        // A page for web browsers has many pages, for which the reasons would take most of the space.
        options.layout.reasons = self.format == Format::Svg;
        let road = self.roads.road()?;
        if self.pages.pages.is_some() && self.format == Format::Svg {
            let why = "--pages: a drawing is of one page; name it with --page, or write a file for \
                       web browsers with --format html";
            return Err(Diagnostic::argument(why));
        }
        let page = PageList::page(self.page.unwrap_or(PageNumber::FIRST));
        let options = Options {
            pages: Some(self.pages.pages.clone().unwrap_or(page)),
            scan_dir: self.scan_folder.scan_dir.clone(),
            road,
            resolution: self.resolution.resolution(),
            ..options
        };
        let source = self.input_limit.read(&self.input)?;
        let (files, rule) = (self.reading.files(), self.record.rule(&source));
        let claims = Claims::of_document([self.input.as_path()], &source, files, rule);
        let logs = self.record.claim_logs(&claims)?;
        let place = claims.claim(&self.output, Content::Digested)?;
        let mut report = Report::new(self.reading.quiet, false, &logs)?;
        let mut output = Output::create(&place)?;
        let shown = Document::with_observer(&source, options, &mut report)
            .map_err(|error| named(error, &self.input))
            .and_then(|document| match self.format {
                Format::Svg => draw(&document, &mut output, &mut report),
                #[cfg(feature = "browse")]
                Format::Html => browse::explain(&self.input, &document, &mut output, &mut report),
            })
            .and_then(|()| output.finish());
        report.end(shown)
    }
}
