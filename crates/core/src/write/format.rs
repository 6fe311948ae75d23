//! The output formats: names, file extensions and writers.

use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use super::alto::Alto;
use super::hocr::Hocr;
use super::html::Html;
use super::json::Json;
use super::markdown::Markdown;
use super::page_xml::PageXml;
use super::pdf::Pdf;
use super::pdfminer::PdfminerXml;
use super::segments::Segments;
use super::sqlite::Sqlite;
use super::tei::Tei;
use super::tei::lex0::Lex0;
use super::text::Text;
use super::tsv::Tsv;
use super::vertical::Vertical;
use super::{Options, Writer};
use crate::mapping::Mapping;
use crate::suggest;

named! {
    /// An output format.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[non_exhaustive]
    pub enum Format {
        /// hOCR 1.2.
        #[default]
        Hocr = "hocr",
        /// ALTO 4.4.
        Alto = "alto",
        /// PAGE XML 2019-07-15; a file holds one page.
        Page = "page",
        /// TEI P5 with zones for positions on the page.
        Tei = "tei",
        /// The entries of a dictionary as TEI Lex-0.
        Lex0 = "lex0",
        /// Plain text in reading order.
        Text = "text",
        /// Markdown: CommonMark with GitHub's tables and footnotes.
        Markdown = "markdown",
        /// HTML with running text.
        Html = "html",
        /// The table that Tesseract writes: one row for each page, block, paragraph, line and word.
        Tsv = "tsv",
        /// The tree of pages as JSON.
        Json = "json",
        /// Vertical text for corpus managers.
        Vertical = "vertical",
        /// The XML of `pdf2txt.py -t xml` (pdfminer.six).
        PdfminerXml = "pdfminer-xml",
        /// Segments in drawing order.
        Segments = "segments",
        /// An SQL script that creates a SQLite database.
        Sqlite = "sqlite",
        /// A tagged PDF: the images of the pages, and their text, which is invisible.
        Pdf = "pdf",
    }
}

impl Format {
    /// The file extension without the leading dot.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Hocr => "html",
            Self::Alto => "alto.xml",
            Self::Page => "page.xml",
            Self::Tei => "tei.xml",
            Self::Lex0 => "lex0.xml",
            Self::Text => "txt",
            Self::Markdown => "md",
            Self::Html => "reading.html",
            Self::Tsv => "tsv",
            Self::Json => "json",
            Self::Vertical => "vert",
            Self::PdfminerXml => "pdfminer.xml",
            Self::Segments => "segments.txt",
            Self::Sqlite => "sqlite",
            Self::Pdf => "pdf",
        }
    }

    /// Returns the format for a file name by its extension, ignoring case: `alto.xml`, `page.xml`, `tei.xml`,
    /// `md`, `tsv`, `txt`, `json`, `sqlite` or `pdf`. All other names are hOCR.
    ///
    /// ```
    /// # use pdfa2hocr_core::write as pdfa2hocr;
    /// use pdfa2hocr::Format;
    ///
    /// assert_eq!(Format::of_name("book.ALTO.xml"), Format::Alto);
    /// assert_eq!(Format::of_name("book.html"), Format::Hocr);
    /// assert_eq!(Format::of_name("book.xml"), Format::Hocr);
    /// ```
    pub fn of_name(file: impl AsRef<Path>) -> Self {
        const CHOSEN: [Format; 9] = [
            Format::Alto,
            Format::Page,
            Format::Tei,
            Format::Markdown,
            Format::Tsv,
            Format::Text,
            Format::Json,
            Format::Sqlite,
            Format::Pdf,
        ];
        let name = file.as_ref().file_name().unwrap_or_default();
        let name = name.to_string_lossy();
        let is_its = |format: &Self| without_ending(&name, format.extension()).is_some();
        CHOSEN.into_iter().find(is_its).unwrap_or_default()
    }

    /// Whether a map file can give positions of its text on the pages.
    pub fn has_map(self) -> bool {
        matches!(self, Self::Text | Self::Markdown | Self::Html | Self::Tei)
    }

    /// Whether files of the format are markup, which ends with a comment that has a digest of the file.
    pub fn ends_with_digest(self) -> bool {
        matches!(
            self,
            Self::Hocr
                | Self::Alto
                | Self::Page
                | Self::Tei
                | Self::Lex0
                | Self::Html
                | Self::PdfminerXml
        )
    }

    /// Whether a file of this format holds a single page.
    pub fn holds_one_page(self) -> bool {
        self == Self::Page
    }

    /// Creates the writer of the format.
    pub fn writer(self, mapping: &Arc<Mapping>, options: &Options) -> Box<dyn Writer> {
        match self {
            Self::Hocr => Box::new(Hocr::new(Arc::clone(mapping), options.clone())),
            Self::Alto => Box::new(Alto::new(options)),
            Self::Page => Box::new(PageXml::new(options)),
            Self::Tei => Box::new(Tei::new(options)),
            Self::Lex0 => Box::new(Lex0::new(options)),
            Self::Text => Box::new(Text(options.clone())),
            Self::Markdown => Box::new(Markdown(options.clone())),
            Self::Html => Box::new(Html(options.clone())),
            Self::Tsv => Box::new(Tsv),
            Self::Json => Box::new(Json(options.clone())),
            Self::Vertical => Box::new(Vertical(options.clone())),
            Self::PdfminerXml => Box::new(PdfminerXml),
            Self::Segments => Box::new(Segments::new(options.segments.clone())),
            Self::Sqlite => Box::new(Sqlite::new(options)),
            Self::Pdf => Box::new(Pdf::new(options)),
        }
    }
}

/// Removes an extension and its dot from a file name, ignoring case. Returns `None` if the name has another
/// extension or consists of it alone.
pub fn without_ending<'a>(name: &'a str, ending: &str) -> Option<&'a str> {
    let (stem, found) = name.split_at_checked(name.len().checked_sub(ending.len())?)?;
    let stem = stem.strip_suffix('.').filter(|stem| !stem.is_empty())?;
    found.eq_ignore_ascii_case(ending).then_some(stem)
}

impl FromStr for Format {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let unknown = || suggest::unknown(name, "a format", &Self::ALL.map(Self::name));
        Self::named(name).ok_or_else(unknown)
    }
}
