//! Splits the lines of a block into paragraphs.
//!
//! ```text
//!     ....................      ....................      ....................
//!     .........                 ....................      ....................
//!        .................         .................      .................
//!     ....................         .................      ....................
//!     an indent                 hanging entries           the first word of this
//!                                                         line fits on the line
//!                                                         before
//! ```
//!
//! Each row is scored ([`features`]) by its place, the row before it, and the habits of its text ([`rows`]).
//! Most rows of verse and of addresses end early. They are one paragraph whose printed lines are kept.

mod features;
mod rows;
#[allow(
    clippy::approx_constant,
    reason = "a fitted weight can be near a constant"
)]
mod weights;

use std::ops::Range;

use super::items::{self, Item, Lines};
use super::paragraph_lines::ParagraphLines;
use super::pieces::Pieces;
use super::scored_rows::{Question, RowScore};
use crate::page::Content;
use rows::Rows;

/// Limits for verse and addresses.
struct VerseLimits {
    /// Fewest rows.
    min_rows: usize,
    /// Most rows. More are a list, such as an index.
    max_rows: usize,
    /// Least share of the rows that end early.
    short: f32,
}

const VERSE: VerseLimits = VerseLimits {
    min_rows: 3,
    max_rows: 60,
    short: 0.6,
};

/// Splits texts into paragraphs.
#[derive(Clone, Copy)]
pub(crate) struct Splitter<'a> {
    pub content: &'a Content,
    pub pieces: &'a Pieces,
    /// Whether text in monospaced fonts is code.
    pub has_code: bool,
}

impl Splitter<'_> {
    /// Splits the lines of a block, in reading order, into paragraphs. `items` are the items of lists in it.
    /// Adds the scores of rows to `scores`.
    pub(crate) fn split(
        self,
        text: &Lines<'_>,
        items: &[Item],
        scores: &mut Vec<RowScore>,
    ) -> Vec<ParagraphLines> {
        let mut out = Vec::new();
        let starts = items.iter().map(|item| item.line);
        let ends = starts.chain([text.lines.len()]);
        let mut end = 0;
        let mut ends = ends.peekable();
        if let Some(first) = ends.next() {
            self.split_text(text, 0..first, scores, &mut out);
        }
        for (item, next) in items.iter().zip(ends) {
            end = items::end(item, text, next).max(end);
            out.push(ParagraphLines {
                item: Some(item.depth),
                ..ParagraphLines::of(item.line..end)
            });
            self.split_text(text, end..next, scores, &mut out);
        }
        out
    }

    /// Splits lines without items into paragraphs.
    fn split_text(
        self,
        text: &Lines<'_>,
        own: Range<usize>,
        scores: &mut Vec<RowScore>,
        out: &mut Vec<ParagraphLines>,
    ) {
        let lines = text.lines.get(own.clone()).unwrap_or_default();
        // If cells of several lines are read one after the other, row numbers repeat.
        let in_rows = lines.is_sorted_by_key(|line| line.row);
        if lines.len() < 2 || !in_rows {
            if !lines.is_empty() {
                out.push(ParagraphLines::of(own));
            }
            return;
        }
        let rows = Rows::of(
            text,
            own.clone(),
            (self.content, self.pieces),
            self.has_code,
        );
        if !text.is_cell && is_verse(&rows) {
            out.push(ParagraphLines {
                verse: true,
                ..ParagraphLines::of(own)
            });
            return;
        }
        let mut first = own.start;
        for pair in rows.rows.windows(2) {
            let [before, row] = pair else { continue };
            let line = own.start + row.lines.start;
            let score = features::score(before, row, &rows, text.is_cell);
            scores.push(RowScore {
                lines: (line, own.start + row.lines.end),
                question: Question::Paragraph,
                score,
            });
            if score.holds() && !row.textless {
                out.push(ParagraphLines::of(first..line));
                first = line;
            }
        }
        out.push(ParagraphLines::of(first..own.end));
    }
}

/// Whether rows end early for another reason than the end of a paragraph: verse, an address.
fn is_verse(text: &Rows) -> bool {
    let rows = &text.rows;
    let entries = text.bold_entries
        || rows
            .iter()
            .any(|row| row.leader || row.has_gaps() || row.label)
        || rows.iter().filter(|row| row.number.is_some()).count() > 1;
    (VERSE.min_rows..=VERSE.max_rows).contains(&rows.len())
        && (text.short > VERSE.short || text.verse)
        && !text.continued
        && !entries
}

#[cfg(test)]
mod tests;
