//! The printed items of a page, which [`body`](super::body) joins.

use crate::write::flow::{Around, Ends};
use crate::write::map::MappedText;

/// A printed item.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub(super) kind: PieceKind,
    /// The output text. Breaks lack their `/>`; paragraphs are only the content of their element.
    pub(super) text: MappedText,
}

#[derive(Clone, Debug)]
pub(super) enum PieceKind {
    /// A page or a column begins.
    Break,
    /// A running head, a running foot or a page number.
    Running,
    /// A note or an image, allowed anywhere in the text.
    Aside,
    Table(Vec<Around>),
    /// A heading with its level, from 1.
    Heading {
        level: u32,
        start: String,
    },
    Paragraph(Box<Paragraph>),
}

/// The element of a paragraph or of a dictionary entry.
#[derive(Clone, Debug)]
pub(super) struct Paragraph {
    pub tag: &'static str,
    /// The start tag without `facs`; `facs` points to the zones of its content.
    pub start: String,
    pub facs: String,
    pub ends: Ends,
    pub around: Vec<Around>,
    /// Position after the tag of the first `lb`.
    pub first_break: usize,
    /// For entries: a module marked it as the continuation of the previous one.
    pub is_continued: bool,
}
