//! Classifies the beginning and end of a piece's text, to detect sentences that continue on the next line: a
//! hyphen within a word, or a line without a full stop before a lower-case letter. Extra white space there
//! does not separate paragraphs.

use crate::letters::is_letter;
use crate::page::{Content, SOFT_HYPHEN, is_hyphen};

/// The beginning and the end of a piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Edges {
    pub(super) start: Start,
    pub(super) end: End,
}

/// The kind of beginning of a piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Start {
    /// A lower-case letter.
    Small,
    /// An upper-case letter.
    Capital,
    Figure,
    #[default]
    Other,
}

/// The kind of ending of a piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum End {
    /// A letter and a hyphen.
    Divided,
    /// A letter or a comma.
    Open,
    /// A stop that ends a sentence, perhaps with a closing quotation mark or bracket.
    Stop,
    Colon,
    /// Anything else: numbers end sentences, and brackets end entries.
    #[default]
    Closed,
}

/// The kind of continuation of text from one line to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GoesOn {
    /// In the middle of a word.
    Word,
    /// In the middle of a sentence.
    Sentence,
}

impl Edges {
    /// The edges of a text, from its first and its last two characters.
    pub(crate) fn of(first: Option<char>, before_last: Option<char>, last: Option<char>) -> Self {
        let divides = |c: char| is_hyphen(c) || c == SOFT_HYPHEN;
        let end = match (before_last, last) {
            (Some(before), Some(hyphen)) if divides(hyphen) && is_letter(before) => End::Divided,
            (_, Some(last)) if is_letter(last) || last == ',' => End::Open,
            (_, Some(stop)) if is_stop(stop) => End::Stop,
            (Some(stop), Some(last)) if is_stop(stop) && closes(last) => End::Stop,
            (_, Some(':' | '：')) => End::Colon,
            _ => End::Closed,
        };
        let start = match first {
            Some(first) if first.is_lowercase() => Start::Small,
            Some(first) if first.is_uppercase() => Start::Capital,
            Some(first) if first.is_numeric() => Start::Figure,
            _ => Start::Other,
        };
        Self { start, end }
    }

    /// Whether its first character is a letter of either case.
    pub(super) fn begins_with_letter(self) -> bool {
        matches!(self.start, Start::Small | Start::Capital)
    }

    /// Whether its first character is a lower-case letter.
    pub(super) fn begins_small(self) -> bool {
        self.start == Start::Small
    }

    /// The edges of a piece with these edges joined with the piece after it.
    pub(super) fn and(self, behind: Self) -> Self {
        Self {
            start: self.start,
            end: behind.end,
        }
    }

    /// Whether its last character is not a letter, a comma or the hyphen of a divided word.
    pub(crate) fn is_closed(self) -> bool {
        !matches!(self.end, End::Divided | End::Open)
    }

    /// Whether it begins with a figure, and ends neither a word nor a sentence.
    pub(super) fn is_number(self) -> bool {
        self.start == Start::Figure && self.end == End::Closed
    }

    /// The kind of continuation in a piece with other edges, if there is one.
    pub(crate) fn goes_on(self, next: Self) -> Option<GoesOn> {
        match self.end {
            End::Divided if next.begins_small() => Some(GoesOn::Word),
            End::Open if next.begins_small() => Some(GoesOn::Sentence),
            _ => None,
        }
    }
}

fn is_stop(c: char) -> bool {
    matches!(
        c,
        '.' | '!' | '?' | '…' | '。' | '！' | '？' | '؟' | '।' | '։'
    )
}

fn closes(c: char) -> bool {
    matches!(
        c,
        ')' | ']' | '"' | '\'' | '”' | '’' | '»' | '«' | '“' | '」'
    )
}

/// The edges of a piece with these inked glyphs.
pub(crate) fn of_glyphs(content: &Content, glyphs: &[u32]) -> Edges {
    let text = |index: &u32| {
        let glyph = content.glyphs.get(*index as usize);
        glyph.map_or("", |glyph| content.text_of(glyph))
    };
    let first = glyphs.first().and_then(|index| text(index).chars().next());
    let mut last = glyphs.iter().rev().take(2);
    let mut ending = last.next().map_or("", text).chars().rev();
    let (end, before) = (ending.next(), ending.next());
    let before = before.or_else(|| {
        last.next()
            .and_then(|index| text(index).chars().next_back())
    });
    Edges::of(first, before, end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edges(text: &str) -> Edges {
        let mut end = text.chars().rev();
        let (last, before) = (end.next(), end.next());
        Edges::of(text.chars().next(), before, last)
    }

    #[test]
    fn words_and_sentences_go_on_with_small_letters() {
        for (line, next, expected) in [
            ("divi-", "ded", Some(GoesOn::Word)),
            ("divi\u{AD}", "ded", Some(GoesOn::Word)),
            ("the", "text", Some(GoesOn::Sentence)),
            ("this,", "that", Some(GoesOn::Sentence)),
            ("Anglo-", "Saxon", None),
            ("-", "first", None),
            ("ends.", "another", None),
            ("(it)", "is", None),
            ("1977", "the", None),
            ("the", "Next", None),
        ] {
            assert_eq!(edges(line).goes_on(edges(next)), expected, "{line} {next}");
        }
    }
}
