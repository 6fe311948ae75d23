//! Pages to the formats that people read and programs take in.
//!
//! A file is [`Writer::head`], then [`Writer::page`] for every page, then [`Writer::tail`]. Pages
//! do not depend on each other, so they can be written by several threads and put together in
//! order. [`Format`] names the formats; each has a folder or a file of its own here:
//!
//! - [`hocr`] writes the elements that the [mapping](crate::mapping) says;
//! - the others ask the mapping only what is a block, a paragraph, a line, a word (`blocks`).

mod alto;
mod blocks;
mod cells;
mod characters;
pub(crate) mod digest;
mod explain;
mod families;
pub(crate) mod flow;
mod format;
pub(crate) mod hocr;
mod html;
mod hyphen;
mod json;
mod languages;
mod line;
mod loss;
pub(crate) mod map;
mod markdown;
mod mets;
mod number;
mod outline;
mod page;
mod page_xml;
mod pdfminer;
mod pixels;
mod plain;
mod reading_order;
mod reference;
mod segments;
mod sqlite;
mod tables;
mod tei;
#[cfg(test)]
mod testing;
mod text;
mod text_style;
mod tsv;
mod vertical;
mod xml;

use crate::diagnostics::Diagnostic;
use crate::model::DocumentInfo;

pub use blocks::{Block, BlockRole, Line, Paragraph, Word};
pub(crate) use explain::{PagePicture, explain};
pub use families::Families;
pub use format::Format;
#[cfg(feature = "cli")]
pub(crate) use format::without_ending;
pub(crate) use loss::Losses;
pub use map::{Span, TextSource};
pub use page::Page;
pub(crate) use page_xml::PageFiles;
pub use pixels::{PageFrame, PageImage};
pub use segments::{Marks, SegmentParams};
pub use tables::{Table, TableCell, TableRow};

/// How files are written, besides the mapping. Each format takes what concerns it.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Options {
    /// The language that the user says the document has: a BCP 47 tag or the name of a locale. Another text
    /// is an error when the document is opened.
    pub lang: Option<String>,
    /// What the formats have no place for is counted.
    pub loss: bool,
    /// Families for fonts.
    pub families: Families,
    /// hOCR: bold and italic words are marked by spans of class `ocrx_bold` and `ocrx_italic`
    /// instead of `<strong>` and `<em>`.
    pub special_font_tags: bool,
    /// hOCR, ALTO and PAGE: every character has its box.
    pub char_boxes: bool,
    /// Text: words that are divided at a line's end are written whole.
    pub no_hyphens: bool,
    /// Text: a paragraph is a line.
    pub flow: bool,
    /// Formats in which paragraphs flow: printed lines are kept, and nothing is joined.
    pub keep_lines: bool,
    /// Formats in which paragraphs flow: running heads, feet and page numbers are kept.
    pub keep_heads: bool,
    /// Formats that can be mapped: pages say where their text is ([`WrittenPage::spans`]).
    pub map: bool,
    /// How segments are cut.
    pub segments: SegmentParams,
}

/// A page as it is in a file.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct WrittenPage {
    /// The page as it is written, without what is before and behind it.
    pub text: String,
    /// Of a format that [is written in two parts](Writer::between_parts), the page's first part.
    pub front: String,
    /// How many words are in it: those of the page that the mapping does not drop and that have
    /// text; in formats that ask no mapping, those of the page's tree.
    pub words: usize,
    /// Where pieces of the text are on the pages, when a map is wanted and the format can have one.
    pub spans: Vec<Span>,
    /// What a [`Join`] makes text of.
    pub(crate) flow: Option<flow::FlowPage>,
    /// The same of TEI.
    pub(crate) tei: Vec<tei::Piece>,
}

impl WrittenPage {
    /// A page that is written by itself.
    pub fn new(text: String, words: usize) -> Self {
        Self {
            text,
            words,
            ..Self::default()
        }
    }
}

/// A page in a format, as a file that has no other pages.
pub(crate) fn single(writer: &dyn Writer, document: &DocumentInfo, page: &Page) -> String {
    // Some heads are about the pages, and some pages need what the head has been told.
    let early = (!writer.head_comes_last()).then(|| writer.head(document, 1));
    let page = writer.page(page);
    let head = early.unwrap_or_else(|| writer.head(document, 1));
    let between = writer.between_parts().unwrap_or_default();
    let front = page.front.clone();
    let text = match writer.joiner() {
        Some(mut joiner) => joiner.page(page).text + &joiner.end().text,
        None => page.text,
    };
    [&head, &front, between, &text, &writer.tail()].concat()
}

/// Puts pages together that go on in each other. It is given them in their order.
pub trait Join: Send {
    /// What can be written when this page has come: of the page, or of those before.
    fn page(&mut self, page: WrittenPage) -> WrittenPage;

    /// What is left when all have come.
    fn end(&mut self) -> WrittenPage;
}

/// Writes one format: one of those of [`Format`], or one of your own. Shared by the threads that
/// write pages.
pub trait Writer: Send + Sync {
    /// The beginning of the file. `pages` is how many pages will follow.
    fn head(&self, document: &DocumentInfo, pages: usize) -> String;

    /// Whether the head depends on what is on the pages: then it is asked for when all pages have
    /// been written.
    fn head_comes_last(&self) -> bool {
        false
    }

    /// One page.
    fn page(&self, page: &Page) -> WrittenPage;

    /// What puts the pages together, when they go on in each other. Without it each is written as it is.
    fn joiner(&self) -> Option<Box<dyn Join + '_>> {
        None
    }

    /// What is between two pages.
    fn between(&self) -> &'static str {
        ""
    }

    /// A format may be in two parts, of which the first has something of every page
    /// ([`WrittenPage::front`]), and only then the texts of the pages follow. This is what is between them; the
    /// head is then written before the pages.
    fn between_parts(&self) -> Option<&'static str> {
        None
    }

    /// Why a file cannot be of this format, when all its pages have been written.
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
