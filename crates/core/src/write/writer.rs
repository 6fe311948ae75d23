//! The interface of the formats.

use std::sync::Arc;

use super::families::Families;
use super::flow::part::FlowPage;
use super::map::Span;
use super::meta::Meta;
use super::pdf::page::PdfPage;
use super::pdf::{Conformance, Description, PdfImages};
use super::segment_params::SegmentParams;
use super::tei::piece::Piece;
use crate::blocks::Page;
use crate::diagnostics::Diagnostic;
use crate::page::{DocumentInfo, OriginalFile};

/// Options of the writers, besides the mapping. Each format uses those that concern it.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Options {
    /// The language of the document as given by the user: a BCP 47 tag or a locale name. Other values are an
    /// error when the document is opened.
    pub lang: Option<String>,
    /// Count content that the formats cannot express.
    pub loss: bool,
    /// Font families by font name, given by the user.
    pub families: Families,
    /// hOCR: mark bold and italic words by spans of class `ocrx_bold` and `ocrx_italic` instead of `<strong>`
    /// and `<em>`.
    pub special_font_tags: bool,
    /// hOCR, ALTO and PAGE: write the box of every character.
    pub char_boxes: bool,
    /// Text: join words that are divided at a line end.
    pub no_hyphens: bool,
    /// Text: write each paragraph as one line.
    pub flow: bool,
    /// Formats with flowing paragraphs: keep printed lines and join nothing.
    pub keep_lines: bool,
    /// Formats with flowing paragraphs: keep running heads, feet, page numbers and line numbers.
    pub keep_heads: bool,
    /// Formats with flowing paragraphs: keep the labels of charts. [`keep_lines`](Self::keep_lines) keeps them,
    /// too.
    pub keep_chart_text: bool,
    /// TEI Lex-0: the TEI file of the same document, relative to the Lex-0 file. `facs` points into it, and is
    /// left out without it.
    pub tei_file: Option<String>,
    /// Markdown: begin with a block of YAML that has the title, author, date, language, source and digest.
    pub front_matter: bool,
    /// Markdown: the digest of the source, such as `sha256:` and its digits.
    pub source_digest: Option<String>,
    /// PDF: the standard that the file claims, if it conforms. An existing PDF can only claim PDF/UA-1, and only with
    /// the feature `validate`.
    pub conformance: Conformance,
    /// PDF: the file that is continued by an incremental update; its pages are written again with tags.
    pub base: Option<Arc<OriginalFile>>,
    /// PDF: claim PDF/UA-1 for an existing file, if no obstacle is found. Faults that do not depend on tags, such as
    /// missing fonts, are not found: the caller validates the file.
    pub claims_ua: bool,
    /// PDF: descriptions of images.
    pub descriptions: Arc<Vec<Description>>,
    /// PDF: replace the tags of an existing PDF.
    pub replace_tags: bool,
    /// PDF: how the images of recognised pages are contained.
    pub pdf_images: PdfImages,
    /// Facts about the printed work, which replace those of the file.
    pub meta: Meta,
    /// Formats with a map: record the positions of the text ([`WrittenPage::spans`]).
    pub map: bool,
    /// SQLite: write the rows of pages as [blocks](super::rows) instead of SQL.
    pub blocks_of_rows: bool,
    /// Parameters for splitting text into segments.
    pub segments: SegmentParams,
}

/// A page in an output format.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct WrittenPage {
    /// The text of the page, without the separators before and after it.
    pub text: String,
    /// The page's first part, in a format that [is written in two parts](Writer::between_parts).
    pub front: String,
    /// Number of words with text that the mapping does not drop. Formats that ignore the mapping count all
    /// words of the page tree.
    pub words: usize,
    /// Positions of pieces of the text on the pages, if a map is requested and the format supports it.
    pub spans: Vec<Span>,
    /// Input of a [`Join`], which makes text of it.
    pub(crate) flow: Option<FlowPage>,
    /// Input of the [`Join`] of TEI.
    pub(crate) tei: Vec<Piece>,
    /// Input of the [`Join`] of PDF.
    pub(crate) pdf: Option<Box<PdfPage>>,
    /// Bytes that follow the text, of formats that are not text.
    pub data: Vec<u8>,
}

impl WrittenPage {
    /// A page that does not depend on others.
    pub fn new(text: String, words: usize) -> Self {
        Self {
            text,
            words,
            ..Self::default()
        }
    }
}

/// Joins pages whose text continues from one to the next. Pages are passed in document order.
pub trait Join: Send {
    /// Takes the next page and returns the output that is complete, which may belong to earlier pages.
    fn page(&mut self, page: WrittenPage) -> WrittenPage;

    /// Returns the remaining output after the last page.
    fn end(&mut self) -> WrittenPage;
}

/// Writes one format: one of [`Format`](super::Format), or one defined by the caller. Threads that write pages share it.
pub trait Writer: Send + Sync {
    /// The bytes before the beginning: an existing file that this one continues.
    fn base(&self) -> Option<Arc<OriginalFile>> {
        None
    }

    /// The beginning of the file. `pages` is the number of pages that follow.
    fn head(&self, _document: &DocumentInfo, _pages: usize) -> String {
        String::new()
    }

    /// Whether the head depends on the pages' content; it is then requested after all pages are written.
    fn head_comes_last(&self) -> bool {
        false
    }

    /// Writes one page.
    fn page(&self, page: &Page) -> WrittenPage;

    /// Returns the object that joins pages whose text continues. Without it, pages are written unchanged.
    fn joiner(&self) -> Option<Box<dyn Join + '_>> {
        None
    }

    /// The separator between two pages.
    fn between(&self) -> &'static str {
        ""
    }

    /// The separator between the two parts of a file, if the format has two: the first holds
    /// [`WrittenPage::front`] of every page, the second their texts. The head is then written before the
    /// pages.
    fn between_parts(&self) -> Option<&'static str> {
        None
    }

    /// After all pages are written: what the file lacks. The file exists nevertheless.
    fn warnings(&self) -> Vec<Diagnostic> {
        Vec::new()
    }

    /// After all pages are written: the reason why the file cannot have this format, if any.
    fn complaint(&self) -> Option<Diagnostic> {
        None
    }

    /// The end of the file.
    fn tail(&self) -> String {
        String::new()
    }
}
