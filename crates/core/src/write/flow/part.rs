//! The parts of running text: paragraphs, headings, notes and tables, each with its words.

use super::labels;
use crate::geometry::Rect;
use crate::write::map::Origin;

/// Maximum number of parts that are delayed. When it is reached the paragraph ends, which limits memory.
pub(super) const MOST_WAITING: usize = 500;

/// The running text of a page.
#[derive(Clone, Debug, Default)]
pub(crate) struct FlowPage {
    pub(in crate::write) parts: Vec<Part>,
}

/// A unit of running text: a paragraph, heading, note, figure or table.
#[derive(Clone, Debug)]
pub(in crate::write) struct Part {
    pub kind: PartKind,
    /// Lists, items and quotations around it, outermost first.
    pub around: Vec<Around>,
    pub tokens: Vec<Token>,
    /// The depth of an item of an untagged list, from 1.
    pub item: Option<u8>,
    pub lang: Option<String>,
    pub rtl: bool,
    /// Names of the link targets at its start.
    pub anchors: Vec<String>,
    pub(in crate::write) edges: Edges,
}

impl Part {
    /// A part that is not in a list, without anchors and language.
    pub(super) fn new(kind: PartKind, tokens: Vec<Token>, edges: Edges) -> Self {
        Self {
            kind,
            around: Vec::new(),
            tokens,
            item: None,
            lang: None,
            rtl: false,
            anchors: Vec::new(),
            edges,
        }
    }

    /// Whether a part can be between two pieces of a paragraph.
    pub(super) fn is_beside(&self) -> bool {
        match self.kind {
            PartKind::Note { .. }
            | PartKind::SideNote
            | PartKind::Caption
            | PartKind::Figure
            | PartKind::Chart
            | PartKind::Head
            | PartKind::Table(_) => true,
            PartKind::Paragraph | PartKind::Heading(_) | PartKind::Code => false,
        }
    }
}

/// The kind of a part.
#[derive(Clone, Debug)]
pub(in crate::write) enum PartKind {
    Paragraph,
    /// A heading with its level, from 1.
    Heading(u32),
    Caption,
    /// A footnote, or a further paragraph of one. `id` is `None` if nothing refers to the note; `label` is
    /// printed.
    Note {
        id: Option<NoteId>,
        label: Label,
        /// Whether it is the first paragraph of the note.
        first: bool,
    },
    /// A marginal note.
    SideNote,
    /// Lines of program code.
    Code,
    /// An image; its tokens are the alternative text.
    Figure,
    /// The labels of a chart.
    Chart,
    /// A running head or foot, a page number, or the numbers of lines.
    Head,
    Table(Grid),
}

/// A note of a document: its page and its number there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::write) struct NoteId {
    pub page: u32,
    pub number: u32,
}

/// The printed label of an item or note.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::write) struct Label {
    pub text: String,
    pub origin: Origin,
    /// Positions of its words in drawing order.
    pub drawn: Vec<u32>,
}

impl Label {
    /// The label formed by tokens.
    pub(super) fn of(tokens: &[Token]) -> Option<Self> {
        let first = tokens.first()?;
        let mut origin = first.origin;
        let mut text = String::new();
        for token in tokens {
            if !text.is_empty() && !token.glued {
                text.push(' ');
            }
            text.push_str(&token.text);
            origin.bbox = origin.bbox.union(token.origin.bbox);
        }
        Some(Self {
            text,
            origin,
            drawn: tokens.iter().map(|token| token.drawn).collect(),
        })
    }

    /// True if a format with its own bullets can omit the label.
    pub(in crate::write) fn is_bullet(&self) -> bool {
        labels::is_bullet(&self.text) || labels::is_item_bullet(&self.text)
    }
}

/// A word or a part of one.
#[derive(Clone, Debug, Default)]
pub(in crate::write) struct Token {
    /// Without the hyphen at a division.
    pub text: String,
    pub origin: Origin,
    /// No space precedes it on its line.
    pub glued: bool,
    /// It begins a printed line.
    pub line: bool,
    /// It begins a line of verse, which is kept.
    pub verse: bool,
    /// It continues in the next token; the hyphen after it is due to the line end only.
    pub divided: bool,
    /// It continues in the next token, without a hyphen at the line end.
    pub unhyphenated: bool,
    pub bold: bool,
    pub italic: bool,
    pub code: bool,
    /// It is small and raised: an exponent.
    pub raised: bool,
    /// The target of its link.
    pub href: Option<String>,
    /// It is the label of a reference to this note.
    pub note: Option<NoteId>,
    /// Indent of a line of code, in characters.
    pub indent: u16,
    /// Position in drawing order.
    pub drawn: u32,
}

/// The properties of a part that decide whether another part continues it.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::write) struct Edges {
    pub bbox: Rect,
    /// Number of lines.
    pub lines: usize,
    /// Type size, in points.
    pub size: f32,
    /// Whether its last line reaches the right edge.
    pub ends_full: bool,
    /// Whether its first line is indented.
    pub indented: bool,
    /// Its structure element, if that extends over several pages.
    pub element: Option<u32>,
    /// Whether an element of the tags defines its start and end.
    pub tagged: bool,
}

/// An ancestor of a part.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::write) enum Around {
    Quote(Key),
    List {
        key: Key,
        ordered: bool,
    },
    /// A list item with its printed bullet or number.
    Item {
        key: Key,
        label: Option<Label>,
    },
}

/// Identity of a list, item or quotation, across pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::write) enum Key {
    /// A structure element of the document.
    Element(u32),
    /// A node of a page.
    Node { page: u32, node: u32 },
    /// A list or item that was detected without tags: its page and a running number.
    Found { page: u32, number: u32 },
}

impl Around {
    pub(in crate::write) fn key(&self) -> Key {
        match self {
            Self::Quote(key) | Self::List { key, .. } | Self::Item { key, .. } => *key,
        }
    }
}

#[derive(Clone, Debug, Default)]
pub(in crate::write) struct Grid {
    pub rows: Vec<Vec<Cell>>,
}

/// A cell, in the row where it begins.
#[derive(Clone, Debug)]
pub(in crate::write) struct Cell {
    pub header: bool,
    pub row_span: u32,
    pub column_span: u32,
    /// The paragraphs of the cell.
    pub parts: Vec<Part>,
}

impl Cell {
    /// The tags around it in HTML.
    pub(in crate::write) fn html(&self) -> (String, &'static str) {
        let (mut start, end) = match self.header {
            true => ("<th".to_owned(), "</th>"),
            false => ("<td".to_owned(), "</td>"),
        };
        for (name, span) in [("rowspan", self.row_span), ("colspan", self.column_span)] {
            if span > 1 {
                start.push_str(&format!(" {name}=\"{span}\""));
            }
        }
        (start + ">", end)
    }
}

impl Grid {
    /// Whether a cell spans several rows or columns.
    pub(in crate::write) fn has_spans(&self) -> bool {
        let mut cells = self.rows.iter().flatten();
        cells.any(|cell| cell.row_span > 1 || cell.column_span > 1)
    }

    /// Number of cells in the longest row.
    pub(in crate::write) fn width(&self) -> usize {
        self.rows.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// Whether all cells of the first row are headers.
    pub(in crate::write) fn has_header(&self) -> bool {
        let first = self.rows.first();
        first.is_some_and(|row| !row.is_empty() && row.iter().all(|cell| cell.header))
    }
}
