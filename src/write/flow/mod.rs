//! A document as running text: what a reader reads on without looking at lines, columns and pages.
//!
//! ```text
//!   Page ── collect ──> FlowPage: parts of tokens    a paragraph, a heading, a note, a table
//!                          │
//!                        contents  lines of a table of contents are apart
//!                          │
//!                        join      in the order of pages: a paragraph that goes on in the next column
//!                          │       or on the next page is one; what lies between waits until it ends
//!                        lists     what begins with bullets, or counts on, where no tags say so
//!                          │
//!                        format    Markdown, HTML, text
//! ```
//!
//! Formats get one part after the other ([`FlowFormat`]), each with the lists and quotations around it.

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

/// What is read as one: a paragraph, or what stands for itself.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub kind: PartKind,
    /// Lists, items and quotations around it, from the outside in.
    pub around: Vec<Around>,
    pub tokens: Vec<Token>,
    pub lang: Option<String>,
    pub rtl: bool,
    /// How links call it.
    pub anchors: Vec<String>,
    edges: Edges,
}

/// What a part is.
#[derive(Clone, Debug)]
pub(super) enum PartKind {
    Paragraph,
    /// With its level, from 1.
    Heading(u32),
    Caption,
    /// A footnote, or a further paragraph of one: which of the document's that are referred to, and how
    /// it is called in print. One that nothing refers to has no number.
    Note {
        id: Option<NoteId>,
        label: Label,
        /// It is the first paragraph of the note.
        first: bool,
    },
    /// A note in the margin.
    SideNote,
    /// Lines of a program.
    Code,
    /// A picture; its tokens are what it shows.
    Figure,
    /// A running head or foot, or a page number.
    Head,
    Table(Grid),
}

/// A note of a document: its page, and which of the page's notes it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct NoteId {
    pub page: u32,
    pub number: u32,
}

/// What stands before an item or a note in print.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Label {
    pub text: String,
    pub origin: Origin,
}

impl Label {
    /// That of the words that it is made of.
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

    /// True if a format that has bullets of its own can leave the label out.
    pub(super) fn is_bullet(&self) -> bool {
        self.text == "o" || lists::is_bullet(&self.text)
    }
}

/// A word, or a piece of one.
#[derive(Clone, Debug)]
pub(super) struct Token {
    /// Without the hyphen that divides it from the next.
    pub text: String,
    pub origin: Origin,
    /// There is no space before it on its line.
    pub glued: bool,
    /// It begins a printed line.
    pub line: bool,
    /// It goes on in the next token, behind a hyphen that is only there because a line ends.
    pub divided: bool,
    pub bold: bool,
    pub italic: bool,
    pub code: bool,
    /// It is small and above the line: an exponent.
    pub raised: bool,
    /// Where it leads.
    pub href: Option<String>,
    /// It refers to this note, by its label.
    pub note: Option<NoteId>,
    /// How far a line of a program is indented, in characters.
    pub indent: u16,
    /// Where it is in the order in which the page is drawn.
    pub drawn: u32,
}

/// What of a part decides whether another goes on from it.
#[derive(Clone, Copy, Debug)]
struct Edges {
    bbox: Rect,
    /// Lines that it has.
    lines: usize,
    /// Size of its type, in points.
    size: f32,
    /// Its last line reaches the right edge, as far as that goes.
    ends_full: bool,
    /// Its first line is indented.
    indented: bool,
    /// The structure element that it is a part of, of those that are on several pages.
    element: Option<u32>,
    /// An element of the tags says where it begins and ends.
    tagged: bool,
}

/// A format that is given the parts of a document one after the other.
pub(super) trait FlowFormat: Send {
    fn part(&mut self, part: &Part, out: &mut MappedText);

    /// When all have been.
    fn end(&mut self, out: &mut MappedText);
}

/// The numbers of notes, which count on over the document from the first that is referred to.
#[derive(Debug, Default)]
pub(super) struct NoteNumbers {
    numbers: HashMap<NoteId, usize>,
    taken: HashSet<usize>,
}

impl NoteNumbers {
    /// The number of a note that is referred to: the one that is `printed`, unless that is none or the
    /// number of another note.
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

    /// The number of a note, if something that is written refers to it.
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
