//! The words of a page as one stream, for those who look for text that goes on over lines and pages.

use super::super::blocks::BlockRole;
use super::super::{Page, map::Origin};
use super::PartKind;
use super::collect::Collector;

/// A word of a page, or a piece of one.
#[derive(Clone, Debug)]
pub(crate) struct StreamWord {
    /// Without the hyphen that divides it from the next.
    pub text: String,
    pub origin: Origin,
    pub place: StreamPlace,
    /// There is no space before it on its line.
    pub glued: bool,
    /// It goes on in the first word of the next line.
    pub divided: bool,
    /// It begins a printed line, or stands by itself.
    pub line: bool,
    /// It begins a paragraph, or a piece of one in another column.
    pub paragraph: bool,
    /// It only counts or refers: the mark of a note, the number of an item.
    pub label: bool,
    /// When it is drawn, among the words of the page.
    pub drawn: u32,
}

/// Where a word stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StreamPlace {
    /// In the running text.
    Body,
    /// Beside it: in a note, a caption, a table.
    Beside,
    /// In a running head or foot.
    Head,
}

/// The words of a page in reading order, without what only describes pictures.
pub(crate) fn stream(page: &Page) -> Vec<StreamWord> {
    let blocks = page.blocks();
    let mut collector = Collector::new(page, &blocks);
    let mut out = Vec::new();
    for block in &blocks {
        let is_head = matches!(
            block.role(),
            BlockRole::Header | BlockRole::Footer | BlockRole::PageNumber
        );
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
                        divided: token.divided,
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
