//! Files of recognised text as one document, whose pages are read when they are asked for, each by itself,
//! so that memory does not grow with it.

use std::ops::Range;

use super::format::Format;
use super::ocr::{self, Sheet};
use super::{hocr, text};
use crate::diagnostics::{Diagnostic, DiagnosticKind, Result, Warnings};
use crate::limits::Limits;
use crate::model::{DocumentInfo, Page};
use crate::pdf::Source;

/// Bytes that a file may have: places in it are counted by 32 bits.
const MOST_BYTES: usize = 1 << 30;
/// Pages of all files together.
const MOST_PAGES: usize = 1_000_000;

/// What is before the pages of a file.
#[derive(Clone, Debug, Default)]
pub(super) struct Head {
    pub info: DocumentInfo,
    /// This program wrote the file.
    pub ours: bool,
    /// It did so by the mapping of analysed pages.
    pub analysed: bool,
}

/// A file that has been looked at.
struct File {
    /// In UTF-8.
    source: Source,
    format: Format,
    head: Head,
}

/// What programs have recognised on the pages of a document.
pub(crate) struct OcrDocument {
    files: Vec<File>,
    /// Of each page, its file and where it is there.
    pages: Vec<(usize, Range<usize>)>,
    /// Pixels an inch, where files do not say it.
    dpi: Option<f32>,
}

impl OcrDocument {
    /// Whether this is such a file.
    pub(crate) fn recognises(source: &Source) -> bool {
        Format::of(source.bytes()).is_some()
    }

    /// Finds the pages. Where the files do not say how many pixels an inch has, `dpi` does.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::Structure`] when there are no pages, [`DiagnosticKind::Limit`] when there is more
    /// than can be read.
    pub(crate) fn open(source: &Source, dpi: Option<f32>) -> Result<(Self, Warnings)> {
        let mut document = Self {
            files: Vec::new(),
            pages: Vec::new(),
            dpi,
        };
        let mut warnings = Warnings::new();
        document.add(source, &mut warnings)?;
        if document.pages.is_empty() {
            return Err(Diagnostic::new(
                DiagnosticKind::Structure,
                "the file has no pages",
            ));
        }
        document.warn_of_resolution(&mut warnings);
        Ok((document, warnings))
    }

    fn add(&mut self, source: &Source, warnings: &mut Warnings) -> Result<()> {
        let Some(format) = Format::of(source.bytes()) else {
            let why = "this is not a file of recognised text";
            return Err(Diagnostic::new(DiagnosticKind::Structure, why));
        };
        if source.bytes().len() > MOST_BYTES {
            let why = "the file is larger than 1 GB; divide it";
            return Err(Diagnostic::new(DiagnosticKind::Limit, why));
        }
        let source = in_utf8(source);
        let text = std::str::from_utf8(source.bytes()).unwrap_or_default();
        let (head, pages) = match format {
            #[cfg(feature = "html")]
            Format::Hocr => {
                let pages = hocr::pages(text);
                let before = pages.first().map_or(0, |page| page.start);
                (hocr::head(text.get(..before).unwrap_or_default()), pages)
            }
            _ => {
                let why = format!(
                    "{} cannot be read by this build of the program",
                    format.name()
                );
                return Err(Diagnostic::new(DiagnosticKind::Structure, why));
            }
        };
        if self.pages.len().saturating_add(pages.len()) > MOST_PAGES {
            let why = "the document has more than a million pages";
            return Err(Diagnostic::new(DiagnosticKind::Limit, why));
        }
        let number = self.files.len();
        self.pages
            .extend(pages.into_iter().map(|page| (number, page)));
        self.files.push(File {
            source,
            format,
            head,
        });
        let _ = warnings;
        Ok(())
    }

    /// Says so when the first page does not say its resolution.
    fn warn_of_resolution(&self, warnings: &mut Warnings) {
        let mut ignored = Warnings::new();
        let first = self.sheet(0, &mut ignored);
        if let Some(first) = first
            && first.dpi.is_none()
            && self.dpi.is_none()
        {
            let why = format!(
                "the file does not say how many pixels an inch has; {} are assumed",
                ocr::ASSUMED_DPI
            );
            warnings.push(Diagnostic::new(DiagnosticKind::Page, why));
        }
    }

    /// How many pages there are.
    pub(crate) fn page_count(&self) -> usize {
        self.pages.len()
    }

    /// What is known of it as a whole: what its first file says.
    pub(crate) fn info(&self) -> DocumentInfo {
        let first = self.files.first();
        first.map(|file| file.head.info.clone()).unwrap_or_default()
    }

    /// The name of the mapping that fits what the pages have.
    pub(crate) fn mapping(&self) -> &'static str {
        let analysed = self.files.first().is_some_and(|file| file.head.analysed);
        if analysed { "layout" } else { "tagged" }
    }

    /// Whether this program wrote it, so that nothing about its text is left to decide.
    pub(crate) fn is_ours(&self) -> bool {
        self.files.iter().all(|file| file.head.ours)
    }

    /// Width and height of a page, counted from 0, in points.
    pub(crate) fn size(&self, index: u32) -> Option<(f32, f32)> {
        let limits = Limits::default();
        let page = self.page(index, &limits, &mut Warnings::new())?;
        Some((page.content.width, page.content.height))
    }

    /// A page, counted from 0, as the program saw it that wrote the file.
    pub(crate) fn page(
        &self,
        index: u32,
        limits: &Limits,
        warnings: &mut Warnings,
    ) -> Option<Page> {
        let sheet = self.sheet(index, warnings)?;
        Some(ocr::build(sheet, index, self.dpi, limits, warnings))
    }

    fn sheet(&self, index: u32, warnings: &mut Warnings) -> Option<Sheet> {
        let (file, range) = self.pages.get(index as usize)?;
        let file = self.files.get(*file)?;
        let text = file.source.bytes().get(range.clone())?;
        let text = std::str::from_utf8(text).unwrap_or_default();
        let _ = &warnings;
        match file.format {
            #[cfg(feature = "html")]
            Format::Hocr => Some(hocr::sheet(text, file.head.ours)),
            _ => None,
        }
    }
}

/// The same file in UTF-8 without a mark for it.
fn in_utf8(source: &Source) -> Source {
    match text::decode(source.bytes()) {
        std::borrow::Cow::Borrowed(text) if text.len() == source.bytes().len() => source.clone(),
        text => Source::from(text.into_owned().into_bytes()).named(source.name()),
    }
}
