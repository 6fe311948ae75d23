//! Joins the text of all pages: an element that continues over columns and pages is written once, with `cb`
//! and `pb` in it.
//!
//! ```text
//!   Page ── PageWriter ──> pieces       in the order of print
//!                            │
//!                           Body        holds a paragraph and the pieces after it until it ends:
//!                            │          they go into the paragraph if it continues, otherwise into
//!                           text        the item, list or section that continues
//! ```

use super::piece::{Paragraph, Piece, PieceKind};
use crate::write::flow::{Around, Key};
use crate::write::map::MappedText;
use crate::write::{Join, WrittenPage};

/// Maximum number of pieces after a held paragraph; beyond it the paragraph ends. [`LONGEST`] limits their
/// total bytes. Both limit memory.
const MOST_WAITING: usize = 500;
const LONGEST: usize = 8 << 20;

/// The body so far, and the paragraph that can still continue.
#[derive(Default)]
pub(super) struct Body {
    out: MappedText,
    held: Option<(Paragraph, MappedText)>,
    waiting: Vec<Piece>,
    waiting_bytes: usize,
    /// The open lists, items and quotations with their tags.
    around: Vec<(Key, &'static str)>,
    /// Levels of the open sections.
    sections: Vec<u32>,
    /// The body has required content.
    begun: bool,
}

impl Body {
    fn add(&mut self, piece: Piece) {
        let is_beside = match &piece.kind {
            PieceKind::Break | PieceKind::Running | PieceKind::Aside => true,
            PieceKind::Table(_) => self.held.is_some(),
            PieceKind::Heading { .. } | PieceKind::Paragraph(_) => false,
        };
        if is_beside {
            if self.waiting.len() >= MOST_WAITING || self.waiting_bytes > LONGEST {
                self.settle(&[]);
            }
            self.waiting_bytes += piece.text.text.len();
            return self.waiting.push(piece);
        }
        let Piece { kind, text } = piece;
        match kind {
            PieceKind::Paragraph(paragraph) => self.paragraph(*paragraph, text),
            PieceKind::Heading { level, start } => self.heading(level, &start, &text),
            PieceKind::Table(around) => {
                self.settle(&around);
                self.enter(&around);
                self.out.append(&text);
                self.begun = true;
            }
            PieceKind::Break | PieceKind::Running | PieceKind::Aside => {}
        }
    }

    fn paragraph(&mut self, paragraph: Paragraph, text: MappedText) {
        if let Some((held, content)) = &mut self.held
            && content.text.len() < LONGEST
            && let Some(divided) = held.join(&paragraph, &self.waiting)
        {
            for piece in self.waiting.drain(..) {
                write(&piece, divided, content);
            }
            self.waiting_bytes = 0;
            let mut text = text;
            match divided {
                true => text.insert_before_spans(paragraph.first_break, NO_BREAK),
                false => content.push('\n'),
            }
            return content.append(&text);
        }
        self.settle(&paragraph.around);
        self.enter(&paragraph.around);
        self.held = Some((paragraph, text));
    }

    fn heading(&mut self, level: u32, start: &str, text: &MappedText) {
        // Breaks and running heads of the heading's own page precede the heading.
        let of_edges = |piece: &Piece| matches!(piece.kind, PieceKind::Break | PieceKind::Running);
        let own = self
            .waiting
            .iter()
            .rev()
            .take_while(|p| of_edges(p))
            .count();
        let edges = self
            .waiting
            .split_off(self.waiting.len().saturating_sub(own));
        self.settle(&[]);
        self.enter(&[]);
        while self.sections.last().is_some_and(|open| *open >= level) {
            self.sections.pop();
            self.out.push_str("\n   </div>");
        }
        for piece in &edges {
            write(piece, false, &mut self.out);
        }
        self.sections.push(level);
        self.out.push_str(start);
        self.out.append(text);
        self.begun = true;
    }

    /// Ends the held paragraph and writes the pieces after it, inside the elements that also contain
    /// `around`.
    fn settle(&mut self, around: &[Around]) {
        if let Some((held, content)) = self.held.take() {
            self.begun = true;
            self.out.push_str(&held.start);
            self.out.push_str(" facs=\"");
            self.out.push_str(&held.facs);
            self.out.push_str("\">");
            self.out.append(&content);
            self.out.push_str("</");
            self.out.push_str(held.tag);
            self.out.push('>');
        }
        self.waiting_bytes = 0;
        let waiting = std::mem::take(&mut self.waiting);
        for (at, piece) in waiting.iter().enumerate() {
            let table = waiting.iter().skip(at).find_map(|piece| match &piece.kind {
                PieceKind::Table(around) => Some(around.as_slice()),
                _ => None,
            });
            let common = self.common(table.unwrap_or(around));
            self.leave(common);
            if let PieceKind::Table(around) = &piece.kind {
                self.enter(around);
                self.begun = true;
            }
            write(piece, false, &mut self.out);
        }
        let common = self.common(around);
        self.leave(common);
    }

    /// Number of open elements that also contain `around`.
    fn common(&self, around: &[Around]) -> usize {
        let both = self.around.iter().zip(around);
        both.take_while(|((key, _), around)| *key == around.key())
            .count()
    }

    fn leave(&mut self, keep: usize) {
        for (_, tag) in self.around.drain(keep..).rev() {
            self.out.push_str("\n    </");
            self.out.push_str(tag);
            self.out.push('>');
        }
    }

    /// Closes the elements that do not contain `around`, and opens those that do.
    fn enter(&mut self, around: &[Around]) {
        let common = self.common(around);
        self.leave(common);
        for one in around.iter().skip(common) {
            let (tag, start) = match one {
                Around::Quote(_) => ("quote", "\n    <quote>"),
                Around::List { ordered: true, .. } => ("list", "\n    <list rend=\"numbered\">"),
                Around::List { ordered: false, .. } => ("list", "\n    <list>"),
                Around::Item { .. } => ("item", "\n    <item>"),
            };
            self.out.push_str(start);
            self.around.push((one.key(), tag));
        }
    }

    fn take(&mut self, page: WrittenPage) -> WrittenPage {
        let (text, spans) = self.out.take();
        WrittenPage {
            text,
            spans,
            ..page
        }
    }
}

impl Join for Body {
    fn page(&mut self, mut page: WrittenPage) -> WrittenPage {
        for piece in std::mem::take(&mut page.tei) {
            self.add(piece);
        }
        self.take(page)
    }

    fn end(&mut self) -> WrittenPage {
        self.settle(&[]);
        for _ in self.sections.drain(..) {
            self.out.push_str("\n   </div>");
        }
        if !self.begun {
            self.out.push_str("\n   <p/>");
        }
        self.take(WrittenPage::default())
    }
}

impl Paragraph {
    /// Joins `next` if it continues this paragraph, with the pieces in between. Returns whether a word is
    /// divided there, or `None`.
    fn join(&mut self, next: &Self, waiting: &[Piece]) -> Option<bool> {
        let divided = self.ends.is_divided();
        let between = waiting
            .iter()
            .any(|piece| matches!(piece.kind, PieceKind::Aside | PieceKind::Table(_)));
        let joins = self.tag == next.tag
            && match self.tag {
                // Modules mark the continuations of entries.
                ENTRY => {
                    self.ends = next.ends.clone();
                    next.is_continued
                }
                _ => self.start == next.start && self.ends.join(&next.ends, between),
            };
        if !joins {
            return None;
        }
        self.facs.push(' ');
        self.facs.push_str(&next.facs);
        Some(divided)
    }
}

/// The element of a dictionary entry; its text is not structured further.
pub(super) const ENTRY: &str = "entryFree";

/// Attribute of a break inside a word.
const NO_BREAK: &str = " break=\"no\"";

fn write(piece: &Piece, divided: bool, out: &mut MappedText) {
    out.append(&piece.text);
    if matches!(piece.kind, PieceKind::Break) {
        out.push_str(if divided { NO_BREAK } else { "" });
        out.push_str("/>");
    }
}
