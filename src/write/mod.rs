//! Writes pages in the output formats.
//!
//! A file is [`Writer::head`], then [`Writer::page`] for every page, then [`Writer::tail`]. Pages are
//! independent of each other, so several threads can write them, and they are then joined in order.
//! [`Format`] names the formats:
//!
//! - [`hocr`] writes the elements that the [mapping](crate::mapping) defines;
//! - the others write the blocks, paragraphs, lines and words of the page ([`blocks`](crate::blocks)).

mod alto;
mod characters;
pub(crate) mod digest;
mod explain;
mod families;
pub(crate) mod flow;
mod format;
pub(crate) mod hocr;
mod html;
mod json;
mod languages;
mod loss;
pub(crate) mod map;
mod markdown;
mod mets;
mod number;
mod outline;
mod page_xml;
mod pdfminer;
mod plain;
mod reference;
mod segments;
mod sqlite;
mod tei;
mod text;
mod text_style;
mod tsv;
mod vertical;
mod xml;

use std::sync::Arc;

use crate::blocks::Page;
use crate::diagnostics::Diagnostic;
use crate::mapping::Mapping;
use crate::page::DocumentInfo;

pub(crate) use explain::{PagePicture, explain};
pub use families::Families;
pub use format::Format;
#[cfg(feature = "cli")]
pub(crate) use format::without_ending;
pub(crate) use loss::Losses;
pub use map::{Span, TextSource};
pub(crate) use page_xml::PageFiles;
pub use segments::{Marks, SegmentParams};

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
    /// Formats with a map: record the positions of the text ([`WrittenPage::spans`]).
    pub map: bool,
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
    pub(crate) flow: Option<flow::FlowPage>,
    /// Input of the [`Join`] of TEI.
    pub(crate) tei: Vec<tei::Piece>,
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

/// Writes one page as a complete file.
pub(crate) fn single(
    format: Format,
    mapping: &Arc<Mapping>,
    options: &Options,
    document: &DocumentInfo,
    page: &Page,
) -> String {
    let writer = format.writer(mapping, options);
    // Some formats write the head last, because it summarises the pages.
    let early = (!writer.head_comes_last()).then(|| writer.head(document, 1));
    let page = writer.page(page);
    let head = early.unwrap_or_else(|| writer.head(document, 1));
    let between = writer.between_parts().unwrap_or_default();
    let front = page.front.clone();
    let text = match writer.joiner() {
        Some(mut joiner) => joiner.page(page).text + &joiner.end().text,
        None => page.text,
    };
    let file = [&head, &front, between, &text, &writer.tail()].concat();
    match format.ends_with_digest() {
        true => digest::with_comment(file),
        false => file,
    }
}

/// Joins pages whose text continues from one to the next. Pages are passed in document order.
pub trait Join: Send {
    /// Takes the next page and returns the output that is complete, which may belong to earlier pages.
    fn page(&mut self, page: WrittenPage) -> WrittenPage;

    /// Returns the remaining output after the last page.
    fn end(&mut self) -> WrittenPage;
}

/// Writes one format: one of [`Format`], or one defined by the caller. Threads that write pages share it.
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
