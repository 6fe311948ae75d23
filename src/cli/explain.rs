//! `pdfa2hocr explain`: draws the analysis of pages.

use std::num::NonZeroU32;
use std::path::PathBuf;

#[cfg(feature = "render")]
use base64::prelude::{BASE64_STANDARD, Engine};
use clap::{Args, ValueEnum};

use super::args::Conversion;
use super::existing::Content;
use super::input::InputLimit;
use super::output::Output;
use super::output_error::write_error;
use super::report::Report;
#[cfg(feature = "browse")]
use crate::browse;
use crate::diagnostics::{Diagnostic, DiagnosticKind, Result};
use crate::document::Document;
use crate::page::PageList;
#[cfg(feature = "render")]
use crate::render::{Drawer, Original, Wanted, media_type_of};
#[cfg(feature = "render")]
use crate::write::PagePicture;
use crate::write::digest::Digested;

#[derive(Debug, Args)]
pub(super) struct Explain {
    /// The PDF to read; - is standard input
    #[arg(value_name = "INPUT")]
    input: PathBuf,

    /// The output format
    #[arg(long, value_name = "FORMAT", default_value = "svg")]
    format: Format,

    /// The page to show [default: 1]
    ///
    /// With --format html, --pages shows several.
    #[arg(long, value_name = "N", conflicts_with = "pages")]
    page: Option<NonZeroU32>,

    /// The file to write; - is standard output
    #[arg(short, long, value_name = "OUTPUT", default_value = "-")]
    output: PathBuf,

    #[command(flatten)]
    input_limit: InputLimit,

    #[command(flatten)]
    conversion: Conversion,
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
    /// The options of the conversion.
    pub(super) fn conversion(&self) -> &Conversion {
        &self.conversion
    }

    /// Writes the drawing of the pages.
    ///
    /// # Errors
    ///
    /// Those of a conversion.
    pub(super) fn run(&self) -> Result<()> {
        let mut options = self.conversion.options()?;
        if options.pages.is_some() && self.format == Format::Svg {
            let why = "--pages: a drawing is of one page; name it with --page, or write a file for \
                       web browsers with --format html";
            return Err(Diagnostic::new(DiagnosticKind::Argument, why));
        }
        let page = PageList::page(self.page.unwrap_or(NonZeroU32::MIN));
        options.pages.get_or_insert(page);
        let source = self.input_limit.read(&self.input)?;
        let claims = self.conversion.claims([self.input.as_path()], &source);
        let log = self.conversion.claim_log(&claims)?;
        let place = claims.claim(&self.output, Content::Digested)?;
        let mut report = Report::new(&self.conversion, log.as_ref())?;
        let mut output = Output::create(&place)?;
        let shown = Document::with_observer(&source, options, &mut report)
            .and_then(|document| match self.format {
                Format::Svg => draw(&document, &mut output, &mut report),
                #[cfg(feature = "browse")]
                Format::Html => browse::explain(&self.input, &document, &mut output, &mut report),
            })
            .and_then(|()| output.finish());
        let (whole, failed) = (report.whole(), report.module_errors());
        report.finish();
        shown.and(whole).and(super::module::all_well(failed))
    }
}
