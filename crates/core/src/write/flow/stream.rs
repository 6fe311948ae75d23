//! Converts the words of a page to one stream, for searches across lines and pages.

use super::super::map::Origin;
use super::collect::Collector;
use super::part::PartKind;
use crate::blocks::Page;

/// A word of a page or a part of one.
#[derive(Clone, Debug)]
pub(crate) struct StreamWord {
    /// Without the hyphen at a division.
    pub text: String,
    pub origin: Origin,
    pub place: StreamPlace,
    /// No space precedes it on its line.
    pub glued: bool,
    /// It continues in the first word of the next line.
    pub divided: bool,
    /// It begins a printed line or is separate text.
    pub line: bool,
    /// It begins a paragraph, or the part of one in another column.
    pub paragraph: bool,
    /// It is a label: a note reference or an item number.
    pub label: bool,
    /// Position in drawing order among the words of the page.
    pub drawn: u32,
}

/// The kind of text that a word belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StreamPlace {
    /// Running text.
    Body,
    /// A note, a caption or a table.
    Beside,
    /// A running head or foot.
    Head,
}

/// The words of a page in reading order, without the alternative texts of images.
pub(crate) fn stream(page: &Page) -> Vec<StreamWord> {
    let blocks = page.blocks();
    let mut collector = Collector::new(page, &blocks);
    let mut out = Vec::new();
    for block in &blocks {
        let is_head = block.role().is_running();
        for paragraph in block.paragraphs() {
            let (tokens, labels) = collector.tokens(paragraph);
            let place = match collector.kind(paragraph, &tokens, is_head) {
                PartKind::Head => StreamPlace::Head,
                _ if collector.cell(paragraph.node()).is_some() => StreamPlace::Beside,
                PartKind::Paragraph | PartKind::Heading(_) | PartKind::Code => StreamPlace::Body,
                _ => StreamPlace::Beside,
            };
            out.extend(
                tokens
                    .into_iter()
                    .enumerate()
                    .map(|(at, token)| StreamWord {
                        text: token.text,
                        origin: token.origin,
                        place,
                        glued: token.glued,
                        divided: token.divided || token.unhyphenated,
                        line: token.line,
                        paragraph: at == 0,
                        label: at < labels || token.note.is_some(),
                        drawn: token.drawn,
                    }),
            );
        }
    }
    out
}
