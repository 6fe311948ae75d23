//! Decides whether a paragraph continues in another, for formats that write paragraphs themselves. It keeps
//! only the first and the last word.

use super::super::map::Origin;
use super::part::{Around, Edges, Part, PartKind, Token};
use super::{collect, join, notes};
use crate::blocks::{Paragraph, Word, hyphen};
use crate::page::Page;

/// The ends of a paragraph, or of several joined pieces.
#[derive(Clone, Debug)]
pub(in crate::write) struct Ends(Part);

impl Ends {
    pub(in crate::write) fn of(page: &Page, paragraph: &Paragraph<'_>) -> Self {
        let (first, last) = (paragraph.lines().first(), paragraph.lines().last());
        let first = first.and_then(|line| line.words().first());
        let last = last.and_then(|line| Some((line.words().last()?, line.geometry())));
        let first = first.map(|word| Token::plain(&word.text(), Origin::of(word, page.index)));
        let last = last.map(|(word, line)| {
            let text = word.text();
            // A reference to a note can follow the end of a sentence.
            let note = line.and_then(|line| notes::raised(page, word, line, true));
            let note = note.filter(|note| note.end == text.len());
            last_token(
                page,
                word,
                text.get(..note.map_or(text.len(), |note| note.start)),
            )
        });
        let tokens = first.into_iter().chain(last).collect();
        Self(Part {
            around: Around::of(page, paragraph.node()),
            item: collect::depth(page, paragraph.node()),
            ..Part::new(PartKind::Paragraph, tokens, Edges::of(page, paragraph))
        })
    }

    /// The lists, items and quotations around it, outermost first.
    pub(in crate::write) fn around(&self) -> &[Around] {
        &self.0.around
    }

    /// Whether the last word is divided at the end.
    pub(in crate::write) fn is_divided(&self) -> bool {
        self.0.tokens.last().is_some_and(|last| last.divided)
    }

    /// Joins `next` if it continues this paragraph. `between` means that other text of the page is between
    /// the two.
    pub(in crate::write) fn join(&mut self, next: &Self, between: bool) -> bool {
        let joins = join::goes_on(&self.0, &next.0, between);
        if joins {
            join::join(&mut self.0, next.0.clone());
        }
        joins
    }
}

fn last_token(page: &Page, word: &Word<'_>, text: Option<&str>) -> Token {
    let text = text.unwrap_or_default();
    let divided = hyphen::divided(text);
    let stem = text.get(..divided.unwrap_or(text.len()));
    Token {
        divided: divided.is_some(),
        ..Token::plain(stem.unwrap_or(text), Origin::of(word, page.index))
    }
}
