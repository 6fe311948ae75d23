//! Scores whether a row at the edge of a page is running, by the same words and numbers on other pages, its
//! place, style and text.

use super::edges::{Edges, Row};
use super::evidence::Evidence;
use super::{weights::AMONG_OTHERS, weights_alone::ALONE};
use crate::geometry::Rect;
use crate::layout::scale::{MIN_LENGTH, PERCENT};
use crate::layout::score::{Held, Score};

/// Limits of the features.
struct Limits {
    /// Pages with at most this many rows are covers and slips of paper.
    few_rows: usize,
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
    /// Depths of a row's centre from the page's edge, in heights of the page: at the edge, near it, far in, and
    /// too far in.
    depths: [f32; 4],
    /// Gaps between a row and the text beyond the usual spacing, in heights of the row: close, off, and far.
    gaps: [f32; 3],
    /// Largest gap of a row that is spaced as the text, in usual gaps, and the slack in heights of the row.
    spaced: f32,
    slack: f32,
    /// Sizes in sizes of the text: small, smaller, large and very large.
    sizes: [f32; 4],
    /// Share of the other pages that are many. Left-hand pages have other heads than right-hand ones.
    many: f32,
    /// Numbers of other pages that are few, and that are several.
    few_pages: u32,
    several_pages: u32,
    /// Largest difference of sizes that are the same, in sizes of the row.
    same_size: f32,
}

const LIMITS: Limits = Limits {
    few_rows: 4,
    max_words: 14,
    max_words_in_cells: 12,
    max_cells: 3,
    full: 0.85,
    centre: 0.02,
    far_side: 0.55,
    depths: [0.055, 0.08, 0.1, 0.14],
    gaps: [0.2, 0.6, 1.5],
    spaced: 1.2,
    slack: 0.1,
    sizes: [0.8, 0.95, 1.12, 1.26],
    many: 0.4,
    few_pages: 2,
    several_pages: 3,
    same_size: 0.03,
};

/// Lowest score of a running row among other pages. At this score, three of four rows are running. A lower limit would
/// be worse: a reader who omits running heads loses text that is marked wrongly.
const MIN_SCORE: f32 = 1.1;

/// Lowest score of a running row on a page without others, which are as sure at a lower one.
const MIN_SCORE_ALONE: f32 = 0.5;

/// A row with its place among the others.
pub(super) struct Candidate<'a> {
    pub row: &'a Row,
    pub evidence: &'a Evidence,
    /// The index of its edge: 0 for the top.
    pub edge: usize,
    /// The running rows further out.
    pub behind: &'a [&'a Row],
    /// The rows of its page.
    pub edges: &'a Edges,
    /// Whether its number is that of the page.
    pub agrees: bool,
    /// Number of other pages.
    pub others: u32,
    /// The size of the text on this and on the other pages, in points.
    pub body: f32,
    /// The usual gap between rows, in points.
    pub spacing: f32,
}

impl Candidate<'_> {
    /// The score for being running: by the row itself, and by those of other pages if there are any.
    pub(super) fn score(&self) -> Score {
        let own = [("every row", true)].into_iter().chain(self.of_row());
        match self.others {
            0 => Score::of_all(&ALONE, own),
            _ => Score::of_all(&AMONG_OTHERS, own.chain(self.of_pages())),
        }
    }

    /// Returns true if a row with this score is running. The numbers of captions count on as those of pages do, but a
    /// caption is never running.
    pub(super) fn is_running(&self, score: Score) -> bool {
        let least = if self.others == 0 {
            MIN_SCORE_ALONE
        } else {
            MIN_SCORE
        };
        score.sum >= least && !self.row.look.caption
    }

    /// Returns true if other pages support it.
    fn is_supported(&self) -> bool {
        self.evidence.repeated > 0 || self.evidence.counted > 0
    }

    /// Returns true for a row in very large type at the top, if it is not in parts at both ends of its line.
    fn is_very_large(&self) -> bool {
        let [.., very_large] = LIMITS.sizes;
        self.size() >= very_large && self.edge == 0 && !self.is_at_both_ends()
    }

    /// The size of its text in sizes of the text of the pages.
    fn size(&self) -> f32 {
        self.row.size / self.body.max(MIN_LENGTH)
    }

    /// Returns true if it is about as wide as the text of its page.
    fn is_full(&self) -> bool {
        self.row.bbox.width() > LIMITS.full * self.edges.text.width().max(1.0)
    }

    /// Returns true if it has few parts, and few words, from one end of its line to the other.
    fn is_at_both_ends(&self) -> bool {
        let parts = 2..=LIMITS.max_cells;
        let few = self.row.look.words <= LIMITS.max_words_in_cells;
        parts.contains(&self.row.cells()) && self.is_full() && few
    }

    /// The features that rows of other pages give.
    fn of_pages(&self) -> [Held; 15] {
        let number = self.row.said.number().is_some();
        let (repeated, counted) = (self.evidence.repeated, self.evidence.counted);
        let nothing = !self.is_supported();
        let [_, _, large, _] = LIMITS.sizes;
        let look = &self.row.look;
        let plain = !number && !self.row.said.has_page_number() && !look.stamp;
        let plain = plain && !self.is_at_both_ends() && self.edge == 0;
        let few_pages = self.others <= LIMITS.few_pages;
        [
            ("the same words on another page", repeated > 0),
            ("the same words on two other pages", repeated > 1),
            (
                "the same words on many of the other pages",
                self.is_on_many(),
            ),
            ("its number counts on from another page", counted > 0),
            ("its number counts on from two pages", counted > 1),
            ("its number counts on from three pages", counted > 2),
            (
                "its number counts on from other places",
                self.evidence.counted_anywhere > 2 && counted < 2 && self.behind.is_empty(),
            ),
            (
                "the same words and a number that counts on",
                repeated > 0 && counted > 0,
            ),
            ("few other pages", few_pages),
            ("nothing like it on few other pages", nothing && few_pages),
            (
                "nothing like it on several pages",
                nothing && self.others >= LIMITS.several_pages,
            ),
            ("a number alone that counts on", number && counted > 0),
            (
                "a head in very large type on several pages",
                self.is_very_large() && repeated > 0,
            ),
            (
                "a title in large type",
                plain && nothing && self.size() >= large,
            ),
            ("long", look.words > LIMITS.max_words),
        ]
    }

    /// Returns true if many of the other pages have the same words, and it is neither a row of a table nor set as the text:
    /// the heads of a table and the lines of a form are repeated, too.
    pub(super) fn is_repeated(&self) -> bool {
        let slack = LIMITS.slack * self.row.bbox.height();
        let pitched = self
            .edges
            .spacing
            .is_some_and(|own| (self.row.gap - own).abs() <= slack);
        let as_text = pitched && (self.size() - 1.0).abs() <= LIMITS.same_size;
        let wide = self.is_full() && self.row.cells() == 1;
        self.is_on_many() && !self.row.look.table && !wide && !as_text
    }

    /// Returns true if many of the other pages have the same words.
    fn is_on_many(&self) -> bool {
        let repeated = self.evidence.repeated;
        repeated > 1 && repeated as f32 >= LIMITS.many * self.others as f32
    }

    /// The features of the row itself: its place, its look and its text.
    fn of_row(&self) -> [Held; 31] {
        let Self {
            row, edges, behind, ..
        } = *self;
        let look = &row.look;
        let height = edges.height.max(1.0);
        let middle = (row.bbox.y0 + row.bbox.y1) / 2.0 / height;
        let depth = if self.edge == 0 { middle } else { 1.0 - middle };
        let gap = (row.gap - self.spacing.max(0.0)) / row.bbox.height().max(MIN_LENGTH);
        let width = edges.text.width().max(1.0);
        let (ratio, full, ends) = (self.size(), self.is_full(), self.is_at_both_ends());
        let cells = row.cells() > 1;
        let many = row.cells() > LIMITS.max_cells;
        let number = row.said.number().is_some();
        let at_end = !number && row.said.has_page_number();
        let second = behind.iter().any(|row| row.said.has_page_number());
        let right = row.bbox.x0 - edges.text.x0 > LIMITS.far_side * width;
        let centre = |r: &Rect| (r.x0 + r.x1) / 2.0;
        let off_centre = (centre(&row.bbox) - centre(&edges.text)).abs();
        let [small, smaller, large, _] = LIMITS.sizes;
        let [at_edge, near_edge, far_in, too_far_in] = LIMITS.depths;
        let [close, off, far] = LIMITS.gaps;
        let centred = !full && !number && ratio < large && off_centre <= LIMITS.centre * width;
        let within = |value: f32, from: f32, to: f32| value >= from && value < to;
        let spaced = edges.spacing.is_some_and(|own| {
            row.gap <= LIMITS.spaced * own.max(0.0) + LIMITS.slack * row.bbox.height()
        });
        let place = row.said.page_number_word();
        let inside = place.is_some_and(|place| place > 0 && place + 1 < row.words.len());
        let guide = cells && !many && at_end && depth < far_in;
        let guide = guide && (inside || look.separated && row.cells() == LIMITS.max_cells);
        let same_type = behind
            .last()
            .is_some_and(|outer| (outer.size - row.size).abs() <= LIMITS.same_size * row.size);
        [
            ("the number of the page", self.agrees),
            ("a number alone", number),
            ("a number at its end", at_end),
            ("parts and a number", guide),
            ("in capitals", look.capitals && !number),
            ("at the edge of the page", depth < at_edge),
            ("near the edge", within(depth, at_edge, near_edge)),
            ("far in", within(depth, far_in, too_far_in)),
            (
                "too far in",
                depth >= too_far_in && !self.is_on_many() && self.evidence.counted < 2,
            ),
            ("at the foot", self.edge > 0),
            ("far from the text", gap > far),
            ("off the text", within(gap, off, far)),
            ("close to the text", gap < close),
            ("spaced as the text", spaced),
            ("in small type", ratio < small),
            ("in smaller type", within(ratio, small, smaller)),
            ("a head in very large type", self.is_very_large()),
            ("at both ends of its line", ends),
            ("in parts", cells && !ends && !many),
            ("in many parts", many),
            (
                "centred at the edge",
                centred && self.edge == 0 && depth < at_edge,
            ),
            ("at the far side", right && !number),
            ("it begins as a note", look.note),
            ("it ends as a sentence", look.stop),
            ("as wide as the text", full && !cells && !look.separated),
            ("in a table", look.table),
            ("only numbers", at_end && row.said.letters() == 0),
            ("behind another", behind.len() == 1),
            ("behind another in the same type", same_type),
            ("a second number", second && (number || at_end)),
            ("few rows on the page", edges.count <= LIMITS.few_rows),
        ]
    }
}

/// The certainty that a row with this score is running, in percent. The weights are those of a logistic
/// regression.
pub(super) fn certainty(score: Score) -> u8 {
    let odds = score.sum.exp();
    (PERCENT * odds / (1.0 + odds))
        .round()
        .clamp(1.0, PERCENT - 1.0) as u8
}
