//! Rows at the edges of a page that no other page can be compared with: where they are, how they are set
//! and what they say, in one score.
//!
//! A guess, which is less sure than what several pages say: so the mark that it leads to says how sure it
//! is ([`certainty`](Guess::certainty)), and who leaves running heads out can keep those that are not.

use super::edges::{Edges, Row};
use crate::geometry::Rect;
use crate::layout::annotate::notes;
use crate::layout::score::{Score, feature};
use crate::model::{Detail, NodeId, Page, Style};

/// A row of this score, or more, is running.
const LEAST: f32 = 2.5;

/// A page with no more rows than this has none: what is on a cover or a slip of paper is its text.
const FEWEST_ROWS: usize = 4;

/// How deep in the page the middle of heads is, in heights of the page.
const OUTERMOST: f32 = 0.055;
const OUTER: f32 = 0.08;
const INNER: f32 = 0.1;
const INNERMOST: f32 = 0.14;

/// How much further than other rows a head is from the text, in its heights.
const FAR: f32 = 1.5;
const OFF: f32 = 0.6;
const NEAR: f32 = 0.2;

/// Sizes of heads, in those of the text.
const SMALLER: f32 = 0.95;
const SMALL: f32 = 0.8;
const LARGE: f32 = 1.12;

/// Heads have no more words than this, and those of two ends than the second.
const MOST_WORDS: usize = 14;
const MOST_IN_CELLS: usize = 12;

/// Left, in the middle and at the right are the most parts of a head.
const MOST_CELLS: usize = 3;

/// A row over more than this share of the text's width is as wide as the text …
const FULL: f32 = 0.85;

/// … and one that begins further in than this is at the other side.
const FURTHER_IN: f32 = 0.55;

/// The number of a note is smaller than the note by this factor.
const RAISED: f32 = 0.85;

/// White beside a number that is apart from its row, in sizes of it.
const APART: f32 = 1.0;

/// How a row is set and what it says, as far as running heads differ from text in it.
#[derive(Clone, Debug, Default)]
pub(super) struct Look {
    words: usize,
    /// No letter is small.
    capitals: bool,
    /// It ends as sentences do.
    stop: bool,
    /// It has an address, a date, a sign of who owns it.
    stamp: bool,
    /// It begins with the mark of a footnote, or as a caption does.
    note: bool,
    /// A number at an end is apart from the rest, by white or a bar.
    parted: bool,
    /// It is part of a table.
    table: bool,
}

impl Look {
    /// Of these lines and the words in them, which have these boxes and texts, in type of this size.
    pub(super) fn of(
        page: &Page,
        lines: &[NodeId],
        words: &[NodeId],
        boxes: &[Rect],
        texts: &[String],
        size: f32,
    ) -> Self {
        let text = texts.join(" ");
        let letters = || text.chars().filter(|c| c.is_alphabetic());
        let is_number = |text: Option<&String>| {
            text.is_some_and(|t| super::number::PageNumber::read(t).is_some())
        };
        let white = |pair: Option<&[Rect]>| match pair {
            Some([a, b]) => b.x0 - a.x1,
            _ => 0.0,
        };
        let far = |pair: Option<&[Rect]>| white(pair) > APART * size;
        let bar = |text: &String| matches!(text.as_str(), "|" | "•" | "||");
        let size_of = |&word: &NodeId| match &page.tree[word].detail {
            Detail::Word(glyphs) => Style::of(page, glyphs).size,
            _ => size,
        };
        let raised = words.len() > 1
            && is_number(texts.first())
            && words.first().map_or(size, size_of) < RAISED * size;
        Self {
            words: texts.iter().filter(|t| !super::number::is_mark(t)).count(),
            capitals: letters().count() > 3 && !letters().any(char::is_lowercase),
            stop: text.ends_with(['.', ';', ':', ',', '?', '!']),
            stamp: is_stamp(&text),
            note: raised || text.starts_with(['*', '†', '‡', '§']) || notes::is_labelled(&text),
            parted: texts.iter().any(bar)
                || is_number(texts.first()) && far(boxes.windows(2).next())
                || is_number(texts.last()) && far(boxes.windows(2).next_back()),
            table: lines.iter().any(|&line| is_in_table(page, line)),
        }
    }
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

/// Whether a text has what is printed on pages rather than said in them.
fn is_stamp(text: &str) -> bool {
    let lower = text.to_lowercase();
    let signs = ["://", "www.", "doi:", "doi.org", "©", "@"];
    signs.iter().any(|sign| lower.contains(sign)) || lower.split_whitespace().any(is_date)
}

/// Whether a word is a date in figures: `15.01.2021`, `2021-01-15`, `1/15/21`.
fn is_date(word: &str) -> bool {
    let parts: Vec<&str> = word.split(['.', '-', '/']).collect();
    let figures = |part: &&str| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit());
    let lengths: usize = parts.iter().map(|part| part.len()).sum();
    parts.len() == 3 && parts.iter().all(figures) && (4..=8).contains(&lengths)
}

/// How much speaks for a row to be running.
#[derive(Clone, Debug)]
pub(super) struct Guess(Score);

impl Guess {
    /// Weighs a row at an edge of a page, behind others that are running.
    pub(super) fn of(row: &Row, edge: usize, behind: &[&Row], edges: &Edges) -> Self {
        let look = &row.look;
        let height = edges.height.max(1.0);
        let middle = (row.bbox.y0 + row.bbox.y1) / 2.0 / height;
        let depth = if edge == 0 { middle } else { 1.0 - middle };
        let spacing = edges.spacing.unwrap_or(0.0).max(0.0);
        let gap = (row.gap - spacing) / row.bbox.height().max(1e-3);
        let ratio = row.size / edges.body.max(1e-3);
        let width = edges.text.width().max(1.0);
        let full = row.bbox.width() > FULL * width;
        let cells = row.cells() > 1;
        let many = row.cells() > MOST_CELLS;
        let ends = cells && !many && full && look.words <= MOST_IN_CELLS;
        let number = row.said.number().is_some();
        let at_end = !number && row.said.has_page_number();
        let second = behind.iter().any(|row| row.said.has_page_number());
        let right = row.bbox.x0 - edges.text.x0 > FURTHER_IN * width;
        let within = |value: f32, from: f32, to: f32| value >= from && value < to;
        Self(Score::of(&[
            feature(number, 2.5, "a number alone"),
            feature(at_end, 1.5, "a number at its end"),
            feature(at_end && look.parted, 1.0, "which is apart"),
            feature(look.capitals && !number, 1.0, "in capitals"),
            feature(look.stamp, 0.7, "a date or an address"),
            feature(depth < OUTERMOST, 1.0, "at the edge of the page"),
            feature(within(depth, OUTERMOST, OUTER), 0.5, "near the edge"),
            feature(within(depth, INNER, INNERMOST), -1.5, "far in"),
            feature(depth >= INNERMOST, -5.0, "too far in"),
            feature(gap > FAR, 1.0, "far from the text"),
            feature(within(gap, OFF, FAR), 0.5, "off the text"),
            feature(gap < NEAR, -1.5, "close to the text"),
            feature(ratio < SMALL, 1.2, "in small type"),
            feature(within(ratio, SMALL, SMALLER), 0.7, "in smaller type"),
            feature(ratio >= LARGE, -1.0, "in large type"),
            feature(ends, 1.5, "at both ends of its line"),
            feature(cells && !ends && !many, 0.3, "in parts"),
            feature(many, -1.0, "in many parts"),
            feature(right && !number, 0.8, "at the far side"),
            feature(look.note, -2.5, "begins as a note"),
            feature(look.stop, -1.0, "ends as a sentence"),
            feature(look.words > MOST_WORDS, -1.0, "long"),
            feature(full && !cells && !look.parted, -0.7, "as wide as the text"),
            feature(look.table, -3.0, "in a table"),
            feature(at_end && row.said.letters() == 0, -2.0, "only numbers"),
            feature(behind.len() == 1, -0.4, "behind another"),
            feature(behind.len() > 1, -0.8, "behind two others"),
            feature(second && (number || at_end), -2.6, "a second number"),
        ]))
    }

    /// Whether it is running, on a page of so many rows.
    pub(super) fn is_running(&self, edges: &Edges) -> bool {
        self.0.sum >= LEAST && edges.count > FEWEST_ROWS
    }

    /// How sure it is, in percent.
    ///
    /// The curve is that of pages whose heads are known; at the least score about four in five are right.
    pub(super) fn certainty(&self) -> u8 {
        const EVEN: f32 = 1.0;
        let odds = (self.0.sum - EVEN).exp();
        (100.0 * odds / (1.0 + odds)).round().clamp(1.0, 99.0) as u8
    }

    /// Why it is running.
    pub(super) fn reason(&self, is_number: bool) -> String {
        let what = if is_number { "page number" } else { "running" };
        format!(
            "{what}: {} (a guess by place and look, {} % sure)",
            self.0.why(),
            self.certainty()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
