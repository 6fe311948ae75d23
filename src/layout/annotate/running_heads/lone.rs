//! Scores rows at the edges of a page without other pages to compare, by their position, style and text.
//!
//! The result is a guess, less certain than a comparison of pages. The mark therefore records its certainty
//! ([`certainty`](Guess::certainty)), so that a program that omits running heads can keep uncertain ones.

use super::edges::{Edges, Row};
use crate::layout::score::{Score, feature};

/// Least score of a running row.
const LEAST: f32 = 2.5;

/// Pages with at most this many rows have no running rows: on covers and slips of paper they are the text.
const FEWEST_ROWS: usize = 4;

/// Limits for the depth of a row's centre from the page's edge, in heights of the page. Heads are mostly near
/// the edge.
const OUTERMOST: f32 = 0.055;
const OUTER: f32 = 0.08;
const INNER: f32 = 0.1;
const INNERMOST: f32 = 0.14;

/// Limits for the gap between a row and the text, beyond the usual spacing, in heights of the row.
const FAR: f32 = 1.5;
const OFF: f32 = 0.6;
const NEAR: f32 = 0.2;

/// Limits for the size of a row, in sizes of the text.
const SMALLER: f32 = 0.95;
const SMALL: f32 = 0.8;
const LARGE: f32 = 1.12;

/// Most words of a head, and most words of a head in several parts across the width of the text.
const MOST_WORDS: usize = 14;
const MOST_IN_CELLS: usize = 12;

/// Most parts of a head: left, middle and right.
const MOST_CELLS: usize = 3;

/// A row over more than this share of the text's width is as wide as the text.
const FULL: f32 = 0.85;

/// A row that begins beyond this share of the text's width is at the far side.
const FURTHER_IN: f32 = 0.55;

/// The score of a row for being running.
#[derive(Clone, Debug)]
pub(super) struct Guess(Score);

impl Guess {
    /// Scores a row at an edge of a page; `behind` are the running rows further out.
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
            feature(at_end && look.separated, 1.0, "which is apart"),
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
            feature(
                full && !cells && !look.separated,
                -0.7,
                "as wide as the text",
            ),
            feature(look.table, -3.0, "in a table"),
            feature(at_end && row.said.letters() == 0, -2.0, "only numbers"),
            feature(behind.len() == 1, -0.4, "behind another"),
            feature(behind.len() > 1, -0.8, "behind two others"),
            feature(second && (number || at_end), -2.6, "a second number"),
        ]))
    }

    /// Whether the row is running, on a page with enough rows.
    pub(super) fn is_running(&self, edges: &Edges) -> bool {
        self.0.sum >= LEAST && edges.count > FEWEST_ROWS
    }

    /// The certainty, in percent.
    ///
    /// The logistic curve was measured on pages with known heads. At the least score about four in five are
    /// right.
    pub(super) fn certainty(&self) -> u8 {
        const EVEN: f32 = 1.0;
        let odds = (self.0.sum - EVEN).exp();
        (100.0 * odds / (1.0 + odds)).round().clamp(1.0, 99.0) as u8
    }

    /// The reason why it is running.
    pub(super) fn reason(&self, is_number: bool) -> String {
        let what = if is_number { "page number" } else { "running" };
        format!(
            "{what}: {} (a guess by place and look, {} % sure)",
            self.0.why(),
            self.certainty()
        )
    }
}
