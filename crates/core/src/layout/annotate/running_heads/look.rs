//! Examines the style and text of a row for signs of a running head.

use super::number;
use crate::geometry::Rect;
use crate::layout::regions::caption_label::is_labelled;
use crate::letters::is_letter;
use crate::page::{Detail, NodeId, Page, Style};

/// Limits for the style and text of a row.
struct LookLimits {
    /// Largest size of a raised note number, in sizes of the row.
    raised: f32,
    /// Least white space beside a number that is separated from its row, in ems of the row.
    apart: f32,
    /// A row of at most this many letters is not in capitals.
    min_capitals: usize,
    /// Parts of a date: day, month and year.
    date_parts: usize,
    /// Digits of a date in figures.
    date_digits: std::ops::RangeInclusive<usize>,
}

const LOOK: LookLimits = LookLimits {
    raised: 0.85,
    apart: 1.0,
    min_capitals: 3,
    date_parts: 3,
    date_digits: 4..=8,
};

/// The style and text of a row, as far as running heads differ from other text.
#[derive(Clone, Debug, Default)]
pub(super) struct Look {
    pub(super) words: usize,
    /// All letters are capitals.
    pub(super) capitals: bool,
    /// It ends with a punctuation mark, as sentences do.
    pub(super) stop: bool,
    /// It contains an address, a date or a copyright sign.
    pub(super) stamp: bool,
    /// It begins with the mark of a footnote or the label of a caption.
    pub(super) note: bool,
    /// It begins with the label of a caption.
    pub(super) caption: bool,
    /// A number at one end is separated from the rest by white space or a bar.
    pub(super) separated: bool,
    /// It is inside a table.
    pub(super) table: bool,
}

impl Look {
    /// Examines a row's lines, its words with their boxes, and its text with those of the words; `size` is that
    /// of the row.
    pub(super) fn of(
        page: &Page,
        lines: &[NodeId],
        (words, boxes): (&[NodeId], &[Rect]),
        (text, texts): (&str, &[&str]),
        size: f32,
    ) -> Self {
        let letters = || text.chars().filter(|c| is_letter(*c));
        let is_number =
            |text: Option<&&str>| text.is_some_and(|t| number::PrintedNumber::read(t).is_some());
        let white = |pair: Option<&[Rect]>| match pair {
            Some([a, b]) => b.x0 - a.x1,
            _ => 0.0,
        };
        let far = |pair: Option<&[Rect]>| white(pair) > LOOK.apart * size;
        let bar = |text: &&str| matches!(*text, "|" | "•" | "||");
        let size_of = |&word: &NodeId| match &page.tree[word].detail {
            Detail::Word(glyphs) => Style::of(page, glyphs).size,
            _ => size,
        };
        let raised = words.len() > 1
            && is_number(texts.first())
            && words.first().map_or(size, size_of) < LOOK.raised * size;
        let caption = is_labelled(text);
        Self {
            words: texts.iter().filter(|t| !number::is_mark(t)).count(),
            capitals: !letters().any(char::is_lowercase) && letters().count() > LOOK.min_capitals,
            stop: text.ends_with(['.', ';', ':', ',', '?', '!']),
            stamp: is_stamp(text),
            note: raised || is_marked(text) || caption,
            caption,
            separated: texts.iter().any(bar)
                || is_number(texts.first()) && far(boxes.windows(2).next())
                || is_number(texts.last()) && far(boxes.windows(2).next_back()),
            table: lines.iter().any(|&line| is_in_table(page, line)),
        }
    }
}

/// Whether a text begins with the mark of a note. A section sign before a number is that of a law.
fn is_marked(text: &str) -> bool {
    let section = |rest: &str| !rest.trim_start().starts_with(|c: char| c.is_ascii_digit());
    text.starts_with(['*', '†', '‡']) || text.strip_prefix('§').is_some_and(section)
}

fn is_in_table(page: &Page, line: NodeId) -> bool {
    let mut parent = page.tree.parent(line);
    while let Some(node) = parent {
        if page.tree[node].kind.as_str() == "Table" {
            return true;
        }
        parent = page.tree.parent(node);
    }
    false
}

/// Whether a text contains something that is stamped on pages: an address, a copyright sign or a date.
fn is_stamp(text: &str) -> bool {
    let has_name = || {
        let lower = text.to_lowercase();
        ["www.", "doi:", "doi.org"]
            .iter()
            .any(|name| lower.contains(name))
    };
    text.contains(['©', '@'])
        || text.contains("://")
        || text.contains(['.', ':']) && has_name()
        || text.split_whitespace().any(is_date)
}

/// Whether a word is a date in figures: `15.01.2021`, `2021-01-15`, `1/15/21`.
fn is_date(word: &str) -> bool {
    if !word.starts_with(|c: char| c.is_ascii_digit()) {
        return false;
    }
    let parts: Vec<&str> = word.split(['.', '-', '/']).collect();
    let figures = |part: &&str| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit());
    let lengths: usize = parts.iter().map(|part| part.len()).sum();
    parts.len() == LOOK.date_parts
        && parts.iter().all(figures)
        && LOOK.date_digits.contains(&lengths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_sign_before_a_number_is_not_the_mark_of_a_note() {
        assert!(is_marked("§ Said by all") && is_marked("* Said by all"));
        assert!(!is_marked("§ 1308.01") && !is_marked("Owls"));
    }

    #[test]
    fn dates_and_addresses_are_stamps() {
        for text in [
            "Printed 15.01.2021",
            "2021-01-15",
            "see www.example.org",
            "doi:10.1/2",
        ] {
            assert!(is_stamp(text), "{text}");
        }
        for text in ["Jailed for Doing Business", "1.2.3", "Table 2-1", ""] {
            assert!(!is_stamp(text), "{text}");
        }
    }
}
