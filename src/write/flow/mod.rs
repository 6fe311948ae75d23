//! Converts a document to running text, without printed lines, columns and pages.
//!
//! ```text
//!   Page ── collect ──> FlowPage: parts of tokens    a paragraph, a heading, a note, a table
//!                          │
//!                        contents  splits a table of contents into entries
//!                          │
//!                        join      joins a paragraph that continues in the next column or on the next page;
//!                          │       parts in between are delayed until it ends
//!                        lists     detects untagged lists by bullets and numbers
//!                          │
//!                        format    Markdown, HTML, text
//! ```
//!
//! Formats receive one part after the other ([`FlowFormat`]), each with the lists and quotations around it.

mod around;
mod collect;
mod contents;
mod ends;
mod join;
mod lists;
mod notes;
mod stream;
mod table;
#[cfg(test)]
mod tests;
mod tokens;

use std::collections::{HashMap, HashSet};

use super::map::{MappedText, Origin};
use super::{Join, Options, WrittenPage};
use crate::geometry::Rect;

pub(super) use around::{Around, Key};
pub(super) use collect::page;
pub(super) use ends::Ends;
pub(crate) use stream::{StreamPlace, StreamWord, stream};
pub(super) use table::{Cell, Grid};
pub(super) use tokens::Separator;
pub(crate) use tokens::is_unspaced;

/// The running text of a page.
#[derive(Clone, Debug, Default)]
pub(crate) struct FlowPage {
    parts: Vec<Part>,
}

/// A unit of running text: a paragraph, heading, note, figure or table.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub kind: PartKind,
    /// Lists, items and quotations around it, outermost first.
    pub around: Vec<Around>,
    pub tokens: Vec<Token>,
    pub lang: Option<String>,
    pub rtl: bool,
    /// Names of the link targets at its start.
    pub anchors: Vec<String>,
    edges: Edges,
}

/// The kind of a part.
#[derive(Clone, Debug)]
pub(super) enum PartKind {
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
    /// A running head or foot, or a page number.
    Head,
    Table(Grid),
}

/// A note of a document: its page and its number there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct NoteId {
    pub page: u32,
    pub number: u32,
}

/// The printed label of an item or note.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Label {
    pub text: String,
    pub origin: Origin,
}

impl Label {
    /// The label formed by tokens.
    fn of(tokens: &[Token]) -> Option<Self> {
        let mut origin = tokens.first()?.origin;
        let mut text = String::new();
        for token in tokens {
            if !text.is_empty() && !token.glued {
                text.push(' ');
            }
            text.push_str(&token.text);
            origin.bbox = origin.bbox.union(token.origin.bbox);
        }
        Some(Self { text, origin })
    }

    /// True if a format with its own bullets can omit the label.
    pub(super) fn is_bullet(&self) -> bool {
        self.text == "o" || lists::is_bullet(&self.text)
    }
}

/// A word or a part of one.
#[derive(Clone, Debug)]
pub(super) struct Token {
    /// Without the hyphen at a division.
    pub text: String,
    pub origin: Origin,
    /// No space precedes it on its line.
    pub glued: bool,
    /// It begins a printed line.
    pub line: bool,
    /// It continues in the next token; the hyphen after it is due to the line end only.
    pub divided: bool,
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
#[derive(Clone, Copy, Debug)]
struct Edges {
    bbox: Rect,
    /// Number of lines.
    lines: usize,
    /// Type size, in points.
    size: f32,
    /// Whether its last line reaches the right edge.
    ends_full: bool,
    /// Whether its first line is indented.
    indented: bool,
    /// Its structure element, if that extends over several pages.
    element: Option<u32>,
    /// Whether an element of the tags defines its start and end.
    tagged: bool,
}

/// A format that receives the parts of a document one after the other.
pub(super) trait FlowFormat: Send {
    fn part(&mut self, part: &Part, out: &mut MappedText);

    /// Called after the last part.
    fn end(&mut self, out: &mut MappedText);
}

/// The numbers of notes, counted through the document in the order of first references.
#[derive(Debug, Default)]
pub(super) struct NoteNumbers {
    numbers: HashMap<NoteId, usize>,
    taken: HashSet<usize>,
}

impl NoteNumbers {
    /// Returns the number of a note that is referred to: `printed` if that is a number not used by another
    /// note, otherwise the next unused one.
    pub(super) fn refer(&mut self, id: NoteId, printed: &str) -> usize {
        if let Some(&known) = self.numbers.get(&id) {
            return known;
        }
        let digits = printed.trim_matches(|c: char| !c.is_ascii_digit());
        let own = digits.parse().ok().filter(|own| !self.taken.contains(own));
        let number = own.unwrap_or_else(|| {
            let mut free = self.numbers.len() + 1;
            while self.taken.contains(&free) {
                free += 1;
            }
            free
        });
        self.taken.insert(number);
        self.numbers.insert(id, number);
        number
    }

    /// The number of a note, if the text written so far refers to it.
    pub(super) fn of(&self, id: Option<NoteId>) -> Option<usize> {
        self.numbers.get(&id?).copied()
    }
}

/// Joins the parts of pages for a format.
pub(super) struct Flow<F> {
    joiner: join::Joiner,
    lists: lists::Lists,
    after_lists: join::AfterLists,
    format: F,
    out: MappedText,
    keep_heads: bool,
}

impl<F: FlowFormat> Flow<F> {
    pub(super) fn new(format: F, options: &Options) -> Self {
        Self {
            joiner: join::Joiner::new(!options.keep_lines),
            lists: lists::Lists::new(!options.keep_lines),
            after_lists: join::AfterLists::default(),
            format,
            out: MappedText::new(options.map),
            keep_heads: options.keep_heads,
        }
    }

    fn written(&mut self, words: usize) -> WrittenPage {
        let (text, spans) = self.out.take();
        WrittenPage {
            spans,
            ..WrittenPage::new(text, words)
        }
    }
}

impl<F: FlowFormat> Join for Flow<F> {
    fn page(&mut self, page: WrittenPage) -> WrittenPage {
        let Self {
            joiner,
            lists,
            after_lists,
            format,
            out,
            keep_heads,
        } = self;
        let mut write = |part: Part| format.part(&part, out);
        let mut listed = |part: Part| after_lists.add(part, &mut write);
        for part in page.flow.unwrap_or_default().parts {
            if *keep_heads || !matches!(part.kind, PartKind::Head) {
                for part in contents::split(part, joiner.joins()) {
                    joiner.add(part, &mut |part| lists.add(part, &mut listed));
                }
            }
        }
        self.written(page.words)
    }

    fn end(&mut self) -> WrittenPage {
        let Self {
            joiner,
            lists,
            after_lists,
            format,
            out,
            ..
        } = self;
        let mut write = |part: Part| format.part(&part, out);
        let mut listed = |part: Part| after_lists.add(part, &mut write);
        joiner.end(&mut |part| lists.add(part, &mut listed));
        lists.end(&mut listed);
        after_lists.end(&mut write);
        self.format.end(&mut self.out);
        self.written(0)
    }
}
