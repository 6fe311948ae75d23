//! Finds the pages of a document in its files.

use std::collections::HashMap;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use super::file::{File, MAX_BYTES, Shared, in_utf8};
use super::format::Format;
use super::head::Head;
#[cfg(feature = "html")]
use super::hocr;
use super::markup::xml::Piece;
use super::unknown::Unknown;
use super::{alto, end, finereader, page, tei, text, tsv};
use crate::counted::{counted, verb};
use crate::diagnostics::{Diagnostic, Result, Warnings};
use crate::limits::Limits;
use crate::pdf::Source;

/// The name of a person whose name a file does not give.
const UNKNOWN: &str = "unknown";

/// Finds the pages of a document.
pub(super) struct Opening<'l> {
    pub limits: &'l Limits,
    /// The group of files in METS that the user chooses.
    pub group: Option<&'l str>,
    pub files: Vec<File>,
    pub pages: Vec<(usize, Range<usize>)>,
    pub warnings: Warnings,
    /// The files that lists name, and whether each is recognised text.
    pub listed: HashMap<PathBuf, bool>,
    /// The elements that no reader knows.
    pub unknown: Unknown,
    /// Total size of all files.
    pub bytes: u64,
    /// Files and pages that were skipped because of a limit.
    pub files_beyond: usize,
    pub pages_beyond: usize,
}

impl<'l> Opening<'l> {
    pub(super) fn new(limits: &'l Limits, group: Option<&'l str>) -> Self {
        Self {
            limits,
            group,
            files: Vec::new(),
            pages: Vec::new(),
            warnings: Warnings::new(),
            listed: HashMap::new(),
            unknown: Unknown::default(),
            bytes: 0,
            files_beyond: 0,
            pages_beyond: 0,
        }
    }

    /// Adds the files that are recognised text. If one is a METS file, only the METS files are added.
    pub(super) fn add_all(&mut self, files: &[Source]) -> Result<()> {
        let formats: Vec<Option<Format>> = files.iter().map(|f| Format::of(f.bytes())).collect();
        let lists = formats.contains(&Some(Format::Mets));
        for (file, format) in files.iter().zip(formats) {
            match format {
                Some(Format::Mets) => self.add(file)?,
                Some(_) if !lists => self.add(file)?,
                _ => {}
            }
        }
        Ok(())
    }

    pub(super) fn add(&mut self, source: &Source) -> Result<()> {
        let Some(format) = Format::of(source.bytes()) else {
            let why = "this is not a file of recognised text";
            return Err(Diagnostic::structure(why));
        };
        if source.bytes().len() > MAX_BYTES {
            let why = "the file is larger than 1 GB; divide it";
            return Err(Diagnostic::limit(why));
        }
        let bytes = self.bytes.saturating_add(source.bytes().len() as u64);
        if bytes > self.limits.ocr_bytes {
            self.files_beyond += 1;
            return Ok(());
        }
        self.bytes = bytes;
        let original = source.bytes();
        let source = in_utf8(source);
        let text = std::str::from_utf8(source.bytes()).unwrap_or_default();
        if format == Format::Mets {
            let missing = end::missing(format, text, 0);
            if let Some(missing) = &missing {
                let read = "the pages that it lists before that are read";
                let cut_off = end::warning(source.name(), original, missing, read);
                self.warnings.push(cut_off);
            }
            let list = Piece {
                is_cut: missing.is_some(),
                ..Piece::first(text)
            };
            return self.add_listed(source.name(), list);
        }
        let before = |pages: &[Range<usize>]| {
            let end = pages.first().map_or(text.len(), |page| page.start);
            text.get(..end).unwrap_or_default()
        };
        let mut head = Head::default();
        let (shared, mut pages) = match format {
            #[cfg(feature = "html")]
            Format::Hocr => {
                let pages = hocr::pages(text);
                head = hocr::head(before(&pages));
                (Shared::Hocr, pages)
            }
            Format::Alto => {
                let pages = text::pages(text, "Page");
                let read = alto::head(before(&pages), &mut self.warnings);
                head.ours = read.ours;
                head.info.name = read.image.clone().filter(|_| read.ours).unwrap_or_default();
                head.info.metadata.created.clone_from(&read.created);
                (Shared::Alto(Arc::new(read)), pages)
            }
            Format::Tsv => {
                let columns = tsv::Columns::of(text);
                let pages = tsv::pages(text, &columns);
                (Shared::Tsv(Box::new(columns)), pages)
            }
            // A PAGE file holds exactly one page.
            Format::Page => {
                let page = text::pages(text, "Page");
                head = page::head(before(&page));
                (Shared::Page, std::iter::once(0..text.len()).collect())
            }
            Format::FineReader => {
                let pages = text::pages(text, "page");
                self.unknown.count(text, finereader::KNOWN);
                let read = finereader::head(before(&pages));
                (Shared::FineReader(Arc::new(read)), pages)
            }
            Format::Tei => {
                let (read, pages) = tei::head(text);
                self.unknown.count(tei::body(text), tei::KNOWN);
                head.ours = read.ours;
                head.info.corrected_by = tei::people(text);
                (Shared::Tei(Arc::new(read)), pages)
            }
            #[cfg(not(feature = "html"))]
            Format::Hocr => {
                let why =
                    "this is hOCR, which this build of the program cannot read (feature html)";
                return Err(Diagnostic::structure(why));
            }
            Format::Mets => return Ok(()),
        };
        if head.info.corrected_by.is_empty() && has_human_words(format, text) {
            head.info.corrected_by.push(UNKNOWN.to_owned());
        }
        let last = pages.last().map_or(0, |page| page.start);
        let missing = end::missing(format, text, last);
        if let Some(missing) = &missing {
            let read = end::read(pages.len());
            let cut_off = end::warning(source.name(), original, missing, &read);
            self.warnings.push(cut_off);
        }
        let room = self.limits.ocr_pages.saturating_sub(self.pages.len());
        self.pages_beyond += pages.len().saturating_sub(room);
        pages.truncate(room);
        let number = self.files.len();
        self.pages
            .extend(pages.into_iter().map(|page| (number, page)));
        self.files.push(File {
            source,
            shared,
            head,
            is_cut: missing.is_some(),
            images: Vec::new(),
            label: None,
            headings: Vec::new(),
        });
        Ok(())
    }

    /// Reports how much was skipped because of each limit.
    pub(super) fn report_limits(&mut self) {
        let limits = self.limits;
        let mut report = |count: usize, thing: &str, limit: String| {
            if count > 0 {
                let (things, are) = (counted(count, thing), verb(count, "is", "are"));
                let why =
                    format!("{things} {are} left out: a document of recognised text has {limit}");
                self.warnings.push(Diagnostic::limit(why));
            }
        };
        let pages = format!("at most {}", counted(limits.ocr_pages, "page"));
        report(self.pages_beyond, "page", pages);
        let bytes = format!("files of at most {} bytes together", limits.ocr_bytes);
        report(self.files_beyond, "file", bytes);
    }
}

/// Whether words of a file are marked as corrected by a person. TEI files name the people.
fn has_human_words(format: Format, text: &str) -> bool {
    let mark = match format {
        Format::Hocr => "x_source human",
        Format::Alto => "CS=\"true\"",
        Format::Page => "source {type:human;}",
        Format::Tsv | Format::FineReader | Format::Tei | Format::Mets => return false,
    };
    memchr::memmem::find(text.as_bytes(), mark.as_bytes()).is_some()
}
