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
//! Most rows of verse and of addresses end early. They are one paragraph whose printed lines are kept. In other texts of
//! short rows, the few full ones are wrapped: the next row continues their sentence, and that of short rows it does not.

mod features;
mod row_runs;
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
use row_runs::RowRuns;
use rows::{Row, Rows};

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
            end = self.title(text, item.line..end).unwrap_or(end);
            out.push(ParagraphLines {
                item: Some(item.depth),
                ..ParagraphLines::of(item.line..end)
            });
            self.split_text(text, end..next, scores, &mut out);
        }
        out
    }

    /// The end of the first row of an item if it is the title of what follows, as in `A. The data` in italics.
    fn title(self, text: &Lines<'_>, own: Range<usize>) -> Option<usize> {
        let lines = text.lines.get(own.clone())?;
        let mut rows = lines.chunk_by(|a, b| a.row == b.row);
        let (first, second) = (rows.next()?, rows.next()?);
        // Most rows end without italics, which shows that they are no such title.
        let last = first.last()?.pieces.last()?;
        let last = self.pieces.pieces.get(*last as usize)?;
        if !self.pieces.is_italic(self.content, last) {
            return None;
        }
        let two = own.start..own.start + first.len() + second.len();
        let rows = Rows::of(text, two, (self.content, self.pieces), self.has_code);
        let [title, next] = rows.rows.as_slice() else {
            return None;
        };
        title
            .is_title_over(next)
            .then_some(own.start + next.lines.start)
    }

    /// Splits lines without items into paragraphs.
    fn split_text(
        self,
        text: &Lines<'_>,
        own: Range<usize>,
        scores: &mut Vec<RowScore>,
        out: &mut Vec<ParagraphLines>,
    ) {
        let mut first = own.start;
        let runs = RowRuns::of(text, own.clone());
        let mut before: Option<Row> = None;
        for (number, run) in runs.iter().enumerate() {
            if *run == own && run.len() < 2 {
                continue;
            }
            let mut rows = Rows::of(
                text,
                run.clone(),
                (self.content, self.pieces),
                self.has_code,
            );
            if !text.is_cell && *run == own && is_verse(&rows) {
                out.push(ParagraphLines {
                    verse: true,
                    ..ParagraphLines::of(own)
                });
                return;
            }
            for row in &mut rows.rows {
                let lines = run.start + row.lines.start..run.start + row.lines.end;
                row.beside = runs.has_other_beside(text, lines, number);
            }
            if let Some((before, row)) = before.as_ref().zip(rows.rows.first())
                && row.is_cell_beside(before, rows.em)
            {
                out.push(ParagraphLines::of(first..run.start));
                first = run.start;
            }
            for pair in rows.rows.windows(2) {
                let [before, row] = pair else { continue };
                let line = run.start + row.lines.start;
                let score = features::score(before, row, &rows, text.is_cell);
                scores.push(RowScore {
                    lines: (line, run.start + row.lines.end),
                    question: Question::Paragraph,
                    score,
                });
                if score.holds() && !row.textless {
                    out.push(ParagraphLines::of(first..line));
                    first = line;
                }
            }
            before = rows.rows.pop();
        }
        if first < own.end {
            out.push(ParagraphLines::of(first..own.end));
        }
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
        && !text.wrapped
        && !entries
}

#[cfg(test)]
mod tests;
