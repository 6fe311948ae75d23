//! Converts the words of a paragraph to tokens, and finds the separators between them.

use std::ops::Range;

use super::super::map::Origin;
use super::super::plain::push_clean;
use super::notes::{self, Notes};
use super::part::{NoteId, Token};
use crate::address::allowed;
use crate::blocks::{Paragraph, Word, hyphen};
use crate::page::{NodeId, Own, Page};

/// The separator between two tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::write) enum Separator {
    Nothing,
    Space,
    /// The end of a printed line, if lines are kept.
    Line,
    /// The end of a line of verse.
    Verse,
}

impl Separator {
    /// The separator between two consecutive tokens.
    pub(in crate::write) fn between(a: &Token, b: &Token, keep_lines: bool) -> Self {
        if !b.line {
            return if b.glued { Self::Nothing } else { Self::Space };
        }
        if keep_lines {
            return Self::Line;
        }
        if b.verse {
            return Self::Verse;
        }
        let (last, first) = (a.text.chars().next_back(), b.text.chars().next());
        let unspaced = last.is_some_and(is_unspaced) && first.is_some_and(is_unspaced);
        match a.divided || a.unhyphenated || unspaced || goes_on(&a.text, &b.text) {
            true => Self::Nothing,
            false => Self::Space,
        }
    }
}

impl Token {
    /// The printed hyphen after the token, unless the token is joined with `next`.
    pub(in crate::write) fn hyphen(&self, next: Option<&Self>, keep_lines: bool) -> &'static str {
        let joined = next.is_some_and(|next| !(keep_lines && next.line || next.verse));
        if self.divided && !joined { "-" } else { "" }
    }
}

/// Conjunctions after a hyphenated first part of a compound, which is not a divided word: `Vor- und
/// Nachteile`.
const CONJUNCTIONS: [&str; 16] = [
    "and", "or", "to", "und", "oder", "bis", "bzw", "et", "ou", "e", "o", "y", "i", "lub", "en",
    "och",
];

/// Whether the text continues over a line end without a space: a compound (`well-` and `known`, `1914-` and
/// `1918`), a range of numbers (`737–` and `9`) or an address (`https://` and `example.org`).
fn goes_on(before: &str, behind: &str) -> bool {
    let mut end = before.chars().rev();
    let (sign, last) = (end.next(), end.next());
    let (Some(sign), Some(last), Some(first)) = (sign, last, behind.chars().next()) else {
        return false;
    };
    match sign {
        '-' | '\u{2010}' | '\u{2011}' => {
            let bare = behind.trim_matches(|c: char| !c.is_alphanumeric());
            last.is_alphanumeric()
                && first.is_alphanumeric()
                && !CONJUNCTIONS.contains(&bare.to_lowercase().as_str())
        }
        '\u{2013}' => last.is_numeric() && first.is_numeric(),
        '/' => before.contains("://") && first.is_alphanumeric(),
        _ => false,
    }
}

/// Whether a letter belongs to a script without spaces between words.
pub(crate) fn is_unspaced(c: char) -> bool {
    matches!(c,
        '\u{E00}'..='\u{EFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17FF}'
        | '\u{2E80}'..='\u{303F}' | '\u{3040}'..='\u{31FF}' | '\u{3400}'..='\u{4DBF}'
        | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{FF00}'..='\u{FFEF}'
        | '\u{20000}'..='\u{3FFFF}')
}

/// The styles of type that mean something on a page, because most of it has others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Marks {
    /// Monospaced type is code.
    pub code: bool,
    /// Bold type is emphasis.
    pub bold: bool,
}

/// The tokens of a paragraph, and the number of leading tokens that are a label (`Lbl`).
pub(super) fn of_paragraph(
    page: &Page,
    paragraph: &Paragraph<'_>,
    notes: &mut Notes,
    marks: Marks,
) -> (Vec<Token>, usize) {
    let words = paragraph.lines().iter().map(|line| line.words().len());
    let mut out = Vec::with_capacity(words.sum());
    let mut labels = 0;
    let left = paragraph.bbox().x0;
    let verse = page.tree[paragraph.node()].own(Own::Verse).is_some();
    for line in paragraph.lines() {
        let last = line.words().len().saturating_sub(1);
        for (i, word) in line.words().iter().enumerate() {
            let context = Inline::of(page, word, paragraph.node());
            let style = word.style();
            let mono = style.font.is_some_and(|font| font.monospace);
            let mut text = String::new();
            let raw = word.text();
            let divided = (i == last).then(|| hyphen::divided(&raw)).flatten();
            push_clean(
                &hyphen::printed(raw.get(..divided.unwrap_or(raw.len())).unwrap_or(&raw)),
                &mut text,
            );
            let token = Token {
                text,
                origin: Origin::of(word, page.index),
                glued: word.is_glued(),
                line: i == 0,
                verse: verse && i == 0,
                divided: divided.is_some(),
                unhyphenated: i == last && word.is_divided(),
                bold: (marks.bold && style.bold) || context.strong,
                italic: style.italic || context.emphasis,
                code: context.code || (marks.code && mono),
                href: context.href.map(str::to_owned),
                raised: false,
                note: None,
                indent: match i {
                    0 => indent(line.bbox().x0 - left, style.size),
                    _ => 0,
                },
                drawn: word.drawn(),
            };
            if context.label && labels == out.len() {
                labels += 1;
            }
            match notes.reference(page, word, line.geometry(), context.href) {
                Some((id, at)) => split(token, at, Some(id), &mut out),
                None => {
                    let raised = line
                        .geometry()
                        .and_then(|line| notes::raised(page, word, line, false));
                    split(token, raised.unwrap_or_default(), None, &mut out);
                }
            }
        }
    }
    (out, labels)
}

/// Converts a gap to characters of code, assuming a width of 0.6 em.
pub(super) fn indent(gap: f32, size: f32) -> u16 {
    (gap / (0.6 * size.max(1.0))).round().clamp(0.0, 200.0) as u16
}

/// Adds a word with raised bytes, which may refer to a note, as up to three tokens.
fn split(token: Token, raised: Range<usize>, note: Option<NoteId>, out: &mut Vec<Token>) {
    let text = token.text.as_str();
    let end = raised.end.min(text.len());
    let pieces = (
        text.get(..raised.start),
        text.get(raised.start..end),
        text.get(end..),
    );
    let (Some(before), Some(own), Some(after)) = pieces else {
        return out.push(token);
    };
    if own.is_empty() {
        return out.push(token);
    }
    let piece = |text: &str, at: usize| Token {
        text: text.to_owned(),
        glued: token.glued || at > 0,
        line: token.line && at == 0,
        verse: token.verse && at == 0,
        divided: token.divided && at + text.len() == token.text.len(),
        unhyphenated: token.unhyphenated && at + text.len() == token.text.len(),
        ..token.clone()
    };
    if !before.is_empty() {
        out.push(piece(before, 0));
    }
    let label = piece(own, before.len());
    out.push(match note {
        Some(_) => Token {
            note,
            href: None,
            bold: false,
            italic: false,
            code: false,
            ..label
        },
        None => Token {
            raised: true,
            ..label
        },
    });
    if !after.is_empty() {
        out.push(piece(after, end));
    }
}

/// Inline markup around a word.
#[derive(Default)]
struct Inline<'a> {
    href: Option<&'a str>,
    code: bool,
    strong: bool,
    emphasis: bool,
    label: bool,
}

impl<'a> Inline<'a> {
    /// Above the paragraph only links are considered.
    fn of(page: &'a Page, word: &Word<'_>, paragraph: NodeId) -> Self {
        let mut out = Self::default();
        for id in page.tree.around(word.node()) {
            let node = &page.tree[id];
            if out.href.is_none() {
                out.href = node.own(Own::Href).filter(|href| allowed(href).is_some());
            }
            match node.kind.as_str() {
                "Code" => out.code = true,
                "Strong" => out.strong = true,
                "Em" => out.emphasis = true,
                "Lbl" => out.label = true,
                _ => {}
            }
            if id == paragraph {
                break;
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_space_goes_on_over_a_line() {
        for (before, behind) in [
            ("well-", "known"),
            ("1914-", "1918"),
            ("737–", "9"),
            ("https://", "example.org"),
            ("https://example.org/", "page"),
        ] {
            assert!(goes_on(before, behind), "{before} {behind}");
        }
        for (before, behind) in [
            ("Vor-", "und"),
            ("word", "word"),
            ("–", "9"),
            ("word–", "word"),
            ("-", "known"),
            ("Owner/", "Manager"),
            ("/", "known"),
            ("/*", "known"),
            ("", "known"),
            ("well-", ""),
        ] {
            assert!(!goes_on(before, behind), "{before} {behind}");
        }
    }
}
