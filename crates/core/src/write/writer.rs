//! The interface of the formats.

use super::families::Families;
use super::flow::part::FlowPage;
use super::map::Span;
use super::segment_params::SegmentParams;
use super::tei::piece::Piece;
use crate::blocks::Page;
use crate::diagnostics::Diagnostic;
use crate::page::DocumentInfo;

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
    /// Formats with flowing paragraphs: keep running heads, feet and page numbers.
    pub keep_heads: bool,
    /// Formats with flowing paragraphs: keep the labels of charts. [`keep_lines`](Self::keep_lines) keeps them,
    /// too.
    pub keep_chart_text: bool,
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
    /// The beginning of the file. `pages` is the number of pages that follow.
    fn head(&self, document: &DocumentInfo, pages: usize) -> String;

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

    /// After all pages are written: the reason why the file cannot have this format, if any.
    fn complaint(&self) -> Option<Diagnostic> {
        None
    }

    /// The end of the file.
    fn tail(&self) -> String {
        String::new()
    }
}

impl<W: Writer + ?Sized> Writer for &W {
    fn head(&self, document: &DocumentInfo, pages: usize) -> String {
        (**self).head(document, pages)
    }

    fn head_comes_last(&self) -> bool {
        (**self).head_comes_last()
    }

    fn page(&self, page: &Page) -> WrittenPage {
        (**self).page(page)
    }

    fn joiner(&self) -> Option<Box<dyn Join + '_>> {
        (**self).joiner()
    }

    fn between(&self) -> &'static str {
        (**self).between()
    }

    fn between_parts(&self) -> Option<&'static str> {
        (**self).between_parts()
    }

    fn complaint(&self) -> Option<Diagnostic> {
        (**self).complaint()
    }

    fn tail(&self) -> String {
        (**self).tail()
    }
}
