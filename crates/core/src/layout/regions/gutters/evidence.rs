//! Scores the features that distinguish gutters from other white strips.

use std::fmt;

use crate::counted::counted;
use crate::layout::scale::PERCENT;
use crate::layout::score::{Feature, Score, feature};

/// Limits for the evidence of a gutter.
struct EvidenceLimits {
    /// Least score of a gutter.
    min_score: f32,
    /// A strip is almost a gutter if its score is at most this much lower.
    almost: f32,
    /// If drawing changes sides for at most this share of the lines, one side is drawn after the other.
    one_side_first: f32,
    /// Weight against a gutter if drawing changes sides more often.
    line_by_line: f32,
    /// The same if OCR may have joined the lines of two columns.
    recognised_line_by_line: f32,
    /// Fewer lines beside a gutter may be chance.
    few_lines: usize,
    /// As many lines beside a gutter, or more, are not chance.
    many_lines: usize,
    /// Strips narrower than the first value, in ems, may be gaps between cells or words; those narrower than
    /// the second mostly are.
    narrow: [f32; 2],
    /// Shares of the width that lines fill: at least the first in columns, at least the second in prose.
    fill: [f32; 2],
    /// Letters of a line: at least the first value in text, at least the second if it is not a label.
    letters: [f32; 2],
    /// Scattered labels fill less than the first share of their side's width, and less than the second if they
    /// are far from each other.
    label_fill: [f32; 2],
    /// If fewer lines than this share are level with one of the other side, they are not table rows.
    level: f32,
}

const LIMITS: EvidenceLimits = EvidenceLimits {
    min_score: 3.0,
    almost: 1.0,
    one_side_first: 0.4,
    line_by_line: -2.5,
    recognised_line_by_line: -1.25,
    few_lines: 5,
    many_lines: 8,
    narrow: [1.0, 0.6],
    fill: [0.5, 0.65],
    letters: [6.0, 15.0],
    label_fill: [0.4, 0.25],
    level: 0.7,
};

/// Least width of a gutter without a rule in it, in ems.
pub(super) const MIN_WIDTH: f32 = 0.4;

/// The features that distinguish gutters from other white space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Evidence {
    /// The lines left and right of the strip that have lines beside them.
    pub lines: [usize; 2],
    /// Width of the strip, in ems.
    pub width: f32,
    /// 0 if the page is drawn one side after the other, 1 if it is drawn line by line over both. `None`
    /// without a usable drawing order.
    pub alternation: Option<f32>,
    /// Whether the drawing order comes from OCR, which may have read lines across a gutter.
    pub recognised: bool,
    /// The share of its side's width that a line fills, on average.
    pub fill: [f32; 2],
    /// Characters of a line on average, or of each part of a line between wide gaps, such as table cells.
    pub letters: [f32; 2],
    /// The share of the lines that are level with one of the other side, on the side with fewer lines.
    pub level: f32,
    /// Whether a vertical rule is in the strip.
    pub ruled: bool,
    /// Whether one side is prose and the other has notes in smaller type in its margin.
    pub margin: bool,
    /// Whether most of the pieces on one side are numbers, and the lines are level with those of the other. `false` with
    /// a usable drawing order, which says more.
    pub numbers: bool,
}

/// Whether so large a share of level lines may be rows of a table.
pub(super) fn is_level(share: f32) -> bool {
    share >= LIMITS.level
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [left, right] = self.lines;
        write!(
            f,
            "gutter {:.1} em wide between {left} and {}, {}% of them level",
            self.width,
            counted(right, "line"),
            percent(self.level)
        )?;
        let [left, right] = self.fill.map(percent);
        write!(f, ", lines {left}% and {right}% full")?;
        let [left, right] = self.letters;
        write!(f, " of {left:.0} and {right:.0} letters")?;
        let score = self.weigh();
        write!(f, ": {} (score {:.1})", score.why(), score.sum)
    }
}

fn percent(share: f32) -> f32 {
    (PERCENT * share).round()
}

impl Evidence {
    /// Whether a strip separates columns.
    pub(crate) fn is_gutter(&self) -> bool {
        self.score() >= LIMITS.min_score
    }

    /// Whether it is almost a gutter, so that the reason for its rejection is reported.
    pub(super) fn is_almost(&self) -> bool {
        let sum = self.score();
        (LIMITS.min_score - LIMITS.almost..LIMITS.min_score).contains(&sum)
    }

    /// Scores the features for and against a gutter.
    pub(crate) fn weigh(&self) -> Score {
        Score::of(&self.features())
    }

    fn score(&self) -> f32 {
        Score::sum_of(self.features())
    }

    /// The features for and against a gutter.
    ///
    /// If one side is drawn after the other, any gap between them suffices. Against or without the drawing
    /// order, geometry must be clear: table cells are short and level with each other, but lines of columns
    /// fill them. Labels of a drawing do not, in any drawing order.
    fn features(&self) -> [Feature; 17] {
        let lines = self.lines[0].min(self.lines[1]);
        let fill = self.fill[0].min(self.fill[1]);
        let letters = self.letters[0].min(self.letters[1]);
        let [narrow, very_narrow] = LIMITS.narrow.map(|least| self.width < least && !self.ruled);
        let over_both = if self.recognised {
            LIMITS.recognised_line_by_line
        } else {
            LIMITS.line_by_line
        };
        let one_first = self.alternation.map(|share| share <= LIMITS.one_side_first);
        let short = self.letters[0].max(self.letters[1]) < LIMITS.letters[1] && !self.ruled;
        let [scattered, far] = LIMITS.label_fill.map(|share| short && fill < share);
        [
            feature(
                one_first == Some(true),
                2.5,
                "drawn one side after the other",
            ),
            feature(
                one_first == Some(false),
                over_both,
                "drawn line by line over both sides",
            ),
            feature(self.ruled, 1.0, "a ruled line in it"),
            feature(self.margin, 5.0, "smaller type in the margin of prose"),
            feature(fill >= LIMITS.fill[0], 0.5, "lines fill their columns"),
            feature(fill >= LIMITS.fill[1], 1.0, "as prose does"),
            feature(letters >= LIMITS.letters[0], 1.0, "several words"),
            feature(letters >= LIMITS.letters[1], 2.0, "long lines"),
            feature(!is_level(self.level), 3.0, "lines that are not level"),
            feature(self.numbers, -2.5, "numbers on one side"),
            feature(lines >= LIMITS.many_lines, 1.0, "many lines"),
            feature(lines < LIMITS.few_lines, -0.5, "few lines"),
            feature(lines < 2, -9.0, "a single line"),
            feature(narrow, -1.5, "narrow"),
            feature(very_narrow, -2.5, "very narrow"),
            feature(scattered, -3.0, "scattered labels"),
            feature(far, -1.5, "far from each other"),
        ]
    }

    /// The weight of a gutter compared with others, by the lines beside it.
    pub(super) fn weight(&self) -> f32 {
        weight(self.lines[0].min(self.lines[1]), self.width)
    }
}

/// The [weight](Evidence::weight) of a strip of this width, in ems, with this many lines beside it.
pub(super) fn weight(lines: usize, width: f32) -> f32 {
    lines as f32 * width.clamp(0.5, 2.0).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A strip an em wide between two columns of prose, twelve lines each, drawn one after the other.
    const COLUMNS: Evidence = Evidence {
        lines: [12, 12],
        width: 1.0,
        alternation: Some(0.0),
        recognised: false,
        fill: [0.9, 0.9],
        letters: [30.0, 30.0],
        level: 1.0,
        ruled: false,
        margin: false,
        numbers: false,
    };

    #[test]
    fn columns_need_no_more_than_an_order_or_clear_geometry() {
        let none = Evidence {
            alternation: None,
            ..COLUMNS
        };
        let narrow = |evidence: Evidence| Evidence {
            width: 0.5,
            ..evidence
        };
        assert!(COLUMNS.is_gutter() && narrow(COLUMNS).is_gutter());
        assert!(none.is_gutter() && !narrow(none).is_gutter());
    }

    #[test]
    fn who_recognises_text_may_read_on_over_a_gutter_of_prose() {
        let over_both = Evidence {
            lines: [6, 6],
            alternation: Some(1.0),
            ..COLUMNS
        };
        let recognised = Evidence {
            recognised: true,
            ..over_both
        };
        let cells = Evidence {
            lines: [16, 16],
            letters: [13.0, 8.0],
            ..recognised
        };
        assert!(!over_both.is_gutter() && recognised.is_gutter() && !cells.is_gutter());
    }

    #[test]
    fn a_single_line_is_no_column() {
        let single = Evidence {
            lines: [12, 1],
            ..COLUMNS
        };
        assert!(!single.is_gutter());
    }

    #[test]
    fn short_cells_drawn_row_by_row_are_no_columns_and_lists_drawn_one_after_the_other_are() {
        let lists = Evidence {
            fill: [0.5, 0.45],
            letters: [9.0, 13.0],
            ..COLUMNS
        };
        let cells = Evidence {
            alternation: Some(1.0),
            ..lists
        };
        assert!(lists.is_gutter() && !cells.is_gutter());
    }

    #[test]
    fn names_and_numbers_without_a_drawing_order_are_no_columns() {
        let names = Evidence {
            alternation: None,
            fill: [0.87, 0.94],
            letters: [8.0, 11.0],
            ..COLUMNS
        };
        let numbers = Evidence {
            numbers: true,
            ..names
        };
        assert!(names.is_gutter() && !numbers.is_gutter());
    }

    #[test]
    fn scattered_labels_are_no_columns_however_far_apart_they_are() {
        let labels = Evidence {
            lines: [6, 11],
            width: 6.8,
            fill: [0.24, 0.19],
            letters: [1.0, 2.0],
            level: 0.2,
            ..COLUMNS
        };
        let ruled = Evidence {
            ruled: true,
            ..labels
        };
        assert!(!labels.is_gutter() && ruled.is_gutter());
    }

    #[test]
    fn a_few_notes_in_the_margin_are_none_of_the_lines_beside_them() {
        let words = Evidence {
            lines: [3, 30],
            alternation: Some(1.0),
            letters: [12.0, 50.0],
            ..COLUMNS
        };
        let notes = Evidence {
            margin: true,
            ..words
        };
        assert!(!words.is_gutter() && notes.is_gutter());
    }

    #[test]
    fn what_is_almost_a_gutter_says_what_it_lacks() {
        let lists = Evidence {
            lines: [6, 7],
            width: 0.7,
            fill: [0.58, 0.67],
            letters: [9.0, 13.0],
            ..COLUMNS
        };
        assert!(lists.is_almost());
        assert!(lists.to_string().ends_with(
            "drawn one side after the other, lines fill their columns, several words; but narrow (score 2.5)"
        ));
    }
}
