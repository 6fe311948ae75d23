//! Scores rows at the edges of a page without other pages to compare, by their position, style and text.
//!
//! The result is a guess, less certain than a comparison of pages. The mark therefore records its certainty
//! ([`certainty`](Guess::certainty)), so that a program that omits running heads can keep uncertain ones.

use super::edges::{Edges, Row};
use crate::geometry::Rect;
use crate::layout::scale::{MIN_LENGTH, PERCENT};
use crate::layout::score::{Score, feature};

/// Limits for the words and parts of a row.
struct RowLimits {
    /// Pages with at most this many rows have no running rows: on covers and slips of paper they are the text.
    max_rows_without: usize,
    /// Most words of a head.
    max_words: usize,
    /// Most words of a head in several parts across the width of the text.
    max_words_in_cells: usize,
    /// Most parts of a head: left, middle and right.
    max_cells: usize,
    /// A row over more than this share of the text's width is as wide as the text.
    full: f32,
    /// The centre of a centred row is at most this share of the text's width from that of the text.
    centre: f32,
    /// A row that begins beyond this share of the text's width is at the far side.
    far_side: f32,
}

/// Least score of a running row.
pub(super) const MIN_SCORE: f32 = 2.5;

const ROW: RowLimits = RowLimits {
    max_rows_without: 4,
    max_words: 14,
    max_words_in_cells: 12,
    max_cells: 3,
    full: 0.85,
    centre: 0.02,
    far_side: 0.55,
};

/// Limits for the depth of a row's centre from the page's edge, in heights of the page. Heads are mostly near
/// the edge.
struct DepthLimits {
    /// At the edge.
    outermost: f32,
    /// Near the edge.
    outer: f32,
    /// Rows from here on are far in.
    inner: f32,
    /// Rows from here on are too far in.
    innermost: f32,
}

const DEPTH: DepthLimits = DepthLimits {
    outermost: 0.055,
    outer: 0.08,
    inner: 0.1,
    innermost: 0.14,
};

/// Limits for the gap between a row and the text, beyond the usual spacing, in heights of the row.
struct GapLimits {
    /// A wider gap supports a head.
    far: f32,
    /// So does one of at least this width, but less.
    off: f32,
    /// A narrower gap speaks against a head.
    near: f32,
}

const GAP: GapLimits = GapLimits {
    far: 1.5,
    off: 0.6,
    near: 0.2,
};

/// Limits for the size of a row, in sizes of the text.
struct SizeLimits {
    /// Smaller rows are in smaller type.
    smaller: f32,
    /// Smaller rows are in small type.
    small: f32,
    /// Rows of this size or more are in large type.
    large: f32,
}

const SIZE: SizeLimits = SizeLimits {
    smaller: 0.95,
    small: 0.8,
    large: 1.12,
};

/// The score of a row for being running.
#[derive(Clone, Debug)]
pub(super) struct Guess(Score);

impl Guess {
    /// Scores a row at an edge of a page; `behind` are the running rows further out.
    pub fn of(row: &Row, edge: usize, behind: &[&Row], edges: &Edges) -> Self {
        let look = &row.look;
        let height = edges.height.max(1.0);
        let middle = (row.bbox.y0 + row.bbox.y1) / 2.0 / height;
        let depth = if edge == 0 { middle } else { 1.0 - middle };
        let spacing = edges.spacing.unwrap_or(0.0).max(0.0);
        let gap = (row.gap - spacing) / row.bbox.height().max(MIN_LENGTH);
        let ratio = row.size / edges.body.max(MIN_LENGTH);
        let width = edges.text.width().max(1.0);
        let full = row.bbox.width() > ROW.full * width;
        let cells = row.cells() > 1;
        let many = row.cells() > ROW.max_cells;
        let ends = cells && !many && full && look.words <= ROW.max_words_in_cells;
        let number = row.said.number().is_some();
        let at_end = !number && row.said.has_page_number();
        let second = behind.iter().any(|row| row.said.has_page_number());
        let right = row.bbox.x0 - edges.text.x0 > ROW.far_side * width;
        let centre = |r: &Rect| (r.x0 + r.x1) / 2.0;
        let off_centre = (centre(&row.bbox) - centre(&edges.text)).abs();
        let centred = !full && !number && ratio < SIZE.large && off_centre <= ROW.centre * width;
        let within = |value: f32, from: f32, to: f32| value >= from && value < to;
        Self(Score::of(&[
            feature(number, 2.5, "a number alone"),
            feature(at_end, 1.5, "a number at its end"),
            feature(at_end && look.separated, 1.0, "which is apart"),
            feature(look.capitals && !number, 1.0, "in capitals"),
            feature(look.stamp, 0.7, "a date or an address"),
            feature(depth < DEPTH.outermost, 1.0, "at the edge of the page"),
            feature(
                within(depth, DEPTH.outermost, DEPTH.outer),
                0.5,
                "near the edge",
            ),
            feature(within(depth, DEPTH.inner, DEPTH.innermost), -1.5, "far in"),
            feature(depth >= DEPTH.innermost, -5.0, "too far in"),
            feature(gap > GAP.far, 1.0, "far from the text"),
            feature(within(gap, GAP.off, GAP.far), 0.5, "off the text"),
            feature(gap < GAP.near, -1.5, "close to the text"),
            feature(ratio < SIZE.small, 1.2, "in small type"),
            feature(
                within(ratio, SIZE.small, SIZE.smaller),
                0.7,
                "in smaller type",
            ),
            feature(ratio >= SIZE.large, -1.0, "in large type"),
            feature(ends, 1.5, "at both ends of its line"),
            feature(cells && !ends && !many, 0.3, "in parts"),
            feature(many, -1.0, "in many parts"),
            feature(
                centred && edge == 0 && depth < DEPTH.outermost,
                0.5,
                "centred",
            ),
            feature(right && !number, 0.8, "at the far side"),
            feature(look.note, -2.5, "begins as a note"),
            feature(look.stop, -1.0, "ends as a sentence"),
            feature(look.words > ROW.max_words, -1.0, "long"),
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

    /// The score, without other pages.
    pub fn score(&self) -> f32 {
        self.0.sum
    }

    /// Whether the row is running, on a page with enough rows.
    pub fn is_running(&self, edges: &Edges) -> bool {
        self.0.sum >= MIN_SCORE && edges.count > ROW.max_rows_without
    }

    /// The certainty, in percent.
    ///
    /// The logistic curve was measured on pages with known heads. At the least score about four in five are
    /// right.
    pub(super) fn certainty(&self) -> u8 {
        const EVEN: f32 = 1.0;
        let odds = (self.0.sum - EVEN).exp();
        (PERCENT * odds / (1.0 + odds))
            .round()
            .clamp(1.0, PERCENT - 1.0) as u8
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
