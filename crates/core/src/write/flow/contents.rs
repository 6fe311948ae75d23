//! Splits a table of contents into entries; each ends with a leader and a page number.
//!
//! ```text
//!   1.1 Spaces . . . . . . . . . . 2
//!   1.2 Metric spaces, and what
//!       they are good for  . . . . 6
//! ```

use super::part::{Edges, Part, PartKind, Token};
use crate::page::Dots;

/// Minimum number of entries of a table of contents on a page.
const MIN_ENTRIES: usize = 3;
/// Entries for each whose page number may be less than that of the one before, as in the list of figures that follows.
const PER_DESCENT: usize = 4;

/// Splits a part after its leaders and numbers, unless printed lines are kept.
pub(in crate::write) fn split(mut part: Part, joins: bool) -> Vec<Part> {
    if !joins || !matches!(part.kind, PartKind::Paragraph) {
        return vec![part];
    }
    let ends = ends(&part.tokens);
    if ends.is_empty() {
        return vec![part];
    }
    let mut tokens = std::mem::take(&mut part.tokens);
    let mut parts = Vec::with_capacity(ends.len() + 1);
    for start in ends.into_iter().rev().chain([0]) {
        let tokens = tokens.split_off(start);
        let boxes = tokens.iter().map(|token| token.origin.bbox);
        let Some(bbox) = boxes.reduce(|a, b| a.union(b)) else {
            continue;
        };
        parts.push(Part {
            tokens,
            edges: Edges {
                bbox,
                lines: 1,
                ends_full: false,
                indented: false,
                ..part.edges
            },
            anchors: match start {
                0 => std::mem::take(&mut part.anchors),
                _ => Vec::new(),
            },
            ..part.clone()
        });
    }
    parts.reverse();
    parts
}

/// The page numbers of the entries of a table of contents among the [split](split) parts of a page. Other lines with
/// leaders, such as price lists, do not have ascending numbers.
pub(in crate::write) fn page_numbers(parts: &[Part]) -> Vec<Option<&str>> {
    let numbers: Vec<Option<&Token>> = parts.iter().map(page_number).collect();
    let values = numbers
        .iter()
        .flatten()
        .filter_map(|token| token.text.parse().ok());
    let values: Vec<u32> = values.collect();
    let descents = values
        .windows(2)
        .filter(|pair| pair.first() > pair.last())
        .count();
    let entries = numbers.iter().flatten().count();
    let are_entries = entries >= MIN_ENTRIES && descents * PER_DESCENT <= entries;
    let numbers = numbers.into_iter();
    numbers
        .map(|token| {
            token
                .filter(|_| are_entries)
                .map(|token| token.text.as_str())
        })
        .collect()
}

/// The number at the end of a line with a leader.
fn page_number(part: &Part) -> Option<&Token> {
    let (last, before) = part.tokens.split_last()?;
    let is_entry =
        matches!(part.kind, PartKind::Paragraph) && is_number(&last.text) && has_leader(before);
    is_entry.then_some(last)
}

/// Removes leaders, which are lines rather than text. Returns `false` if nothing else is left.
pub(super) fn remove_leaders(part: &mut Part) -> bool {
    if part.tokens.is_empty() || matches!(part.kind, PartKind::Code) {
        return true;
    }
    let mut line = false;
    let dots =
        |token: &Token| Dots::of(&token.text).filter(|_| !token.code && token.note.is_none());
    let is_dots = |a: &Token, b: &Token| dots(a).is_some() == dots(b).is_some();
    let is_leader = |tokens: &[Token]| {
        let all = tokens.iter().map_while(dots).reduce(Dots::and);
        all.is_some_and(Dots::lead)
    };
    let runs = part.tokens.chunk_by(is_dots);
    if !runs.clone().any(is_leader) {
        return true;
    }
    let mut kept: Vec<Token> = Vec::with_capacity(part.tokens.len());
    for run in runs {
        let begins = run.first().is_some_and(|first| first.line);
        if is_leader(run) {
            line |= begins;
            continue;
        }
        let from = kept.len();
        kept.extend_from_slice(run);
        // The first word of a line may be a leader.
        if let Some(first) = kept.get_mut(from) {
            first.line |= std::mem::take(&mut line);
        }
    }
    part.tokens = kept;
    !part.tokens.is_empty()
}

/// Returns the token indices after the entries, or nothing if there are no leaders.
fn ends(tokens: &[Token]) -> Vec<usize> {
    let (mut ends, mut leaders) = (Vec::new(), 0);
    let mut start = 0;
    while start < tokens.len() {
        let own = tokens.get(start..).unwrap_or_default();
        let length = own.iter().skip(1).take_while(|token| !token.line).count() + 1;
        start += length;
        if let Some((last, before)) = own.get(..length).and_then(<[Token]>::split_last)
            && is_number(&last.text)
        {
            ends.push(start);
            leaders += usize::from(has_leader(before));
        }
    }
    // A single leader may be a gap to fill in.
    match leaders {
        0 | 1 => Vec::new(),
        _ => ends,
    }
}

/// Whether a word can be a page number.
pub(in crate::write) fn is_number(text: &str) -> bool {
    let roman = || text.chars().all(|c| "ivxlcIVXLC".contains(c));
    text.len() <= 6 && (text.chars().all(char::is_numeric) || roman())
}

/// Whether the words end with at least three dots.
fn has_leader(words: &[Token]) -> bool {
    let is_dot = |c: char| matches!(c, '.' | '·' | '…' | '_');
    let dots = |token: &Token| {
        let dots = token.text.chars().all(is_dot);
        dots.then(|| token.text.replace('…', "...").chars().count())
    };
    words.iter().rev().map_while(dots).sum::<usize>() >= 3
}
