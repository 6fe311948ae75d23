//! Scores the features that distinguish gutters from other white strips.

use std::fmt;

use crate::counted::counted;
use crate::layout::scale::PERCENT;
use crate::layout::score::{Score, Weights};

/// Limits for the evidence of a gutter.
struct EvidenceLimits {
    /// A strip is almost a gutter if its score is at most this much too low.
    almost: f32,
    /// If drawing changes sides for at most this share of the lines, one side is drawn after the other.
    one_side_first: f32,
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
    /// A gutter's weight grows with the square root of its width, in ems, between these.
    weighed_width: [f32; 2],
}

const LIMITS: EvidenceLimits = EvidenceLimits {
    almost: 1.0,
    one_side_first: 0.4,
    few_lines: 5,
    many_lines: 8,
    narrow: [1.0, 0.6],
    fill: [0.5, 0.65],
    letters: [6.0, 15.0],
    label_fill: [0.4, 0.25],
    level: 0.7,
    weighed_width: [0.5, 2.0],
};

/// Least sum of the weights of a gutter's features.
const MIN_SCORE: f32 = 3.0;

/// The weights of the features, set by hand so that pages in several columns are divided as their tags or readers
/// divide them.
#[rustfmt::skip]
static WEIGHTS: Weights<19> = [
    ("white space between lines", -MIN_SCORE),
    ("drawn one side after the other", 2.5),
    ("drawn line by line over both sides", -2.5),
    // OCR may have joined the lines of two columns.
    ("drawn line by line over both sides", -1.25),
    ("a ruled line in it", 1.0),
    ("smaller type in the margin of prose", 5.0),
    ("lines fill their columns", 0.5),
    ("as prose does", 1.0),
    ("several words", 1.0),
    ("long lines", 2.0),
    ("lines that are not level", 3.0),
    ("numbers on one side", -2.5),
    ("many lines", 1.0),
    ("few lines", -0.5),
    ("a single line", -9.0),
    ("narrow", -1.5),
    ("very narrow", -2.5),
    ("scattered labels", -3.0),
    ("far from each other", -1.5),
];

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
        let sum = score.sum + MIN_SCORE;
        write!(f, ": {} (score {sum:.1})", score.why())
    }
}

fn percent(share: f32) -> f32 {
    (PERCENT * share).round()
}

impl Evidence {
    /// Whether a strip separates columns.
    pub(crate) fn is_gutter(&self) -> bool {
        self.weigh().holds()
    }

    /// Whether it is almost a gutter, so that the reason for its rejection is reported.
    pub(super) fn is_almost(&self) -> bool {
        (-LIMITS.almost..0.0).contains(&self.weigh().sum)
    }

    /// Scores the features for and against a gutter.
    pub(crate) fn weigh(&self) -> Score {
        Score::of(&WEIGHTS, &self.features())
    }

    /// The features for and against a gutter, in the order of [`WEIGHTS`].
    ///
    /// If one side is drawn after the other, any gap between them suffices. Against or without the drawing
    /// order, geometry must be clear: table cells are short and level with each other, but lines of columns
    /// fill them. Labels of a drawing do not, in any drawing order.
    #[rustfmt::skip]
    fn features(&self) -> [(&'static str, bool); WEIGHTS.len()] {
        let lines = self.lines[0].min(self.lines[1]);
        let fill = self.fill[0].min(self.fill[1]);
        let letters = self.letters[0].min(self.letters[1]);
        let [narrow, very_narrow] = LIMITS.narrow.map(|least| self.width < least && !self.ruled);
        let one_first = self.alternation.map(|share| share <= LIMITS.one_side_first);
        let over_both = one_first == Some(false);
        let short = self.letters[0].max(self.letters[1]) < LIMITS.letters[1] && !self.ruled;
        let [scattered, far] = LIMITS.label_fill.map(|share| short && fill < share);
        [
            ("white space between lines", true),
            ("drawn one side after the other", one_first == Some(true)),
            ("drawn line by line over both sides", over_both && !self.recognised),
            ("drawn line by line over both sides", over_both && self.recognised),
            ("a ruled line in it", self.ruled),
            ("smaller type in the margin of prose", self.margin),
            ("lines fill their columns", fill >= LIMITS.fill[0]),
            ("as prose does", fill >= LIMITS.fill[1]),
            ("several words", letters >= LIMITS.letters[0]),
            ("long lines", letters >= LIMITS.letters[1]),
            ("lines that are not level", !is_level(self.level)),
            ("numbers on one side", self.numbers),
            ("many lines", lines >= LIMITS.many_lines),
            ("few lines", lines < LIMITS.few_lines),
            ("a single line", lines < 2),
            ("narrow", narrow),
            ("very narrow", very_narrow),
            ("scattered labels", scattered),
            ("far from each other", far),
        ]
    }

    /// The weight of a gutter compared with others, by the lines beside it.
    pub(super) fn weight(&self) -> f32 {
        weight(self.lines[0].min(self.lines[1]), self.width)
    }
}

/// The [weight](Evidence::weight) of a strip of this width, in ems, with this many lines beside it.
pub(super) fn weight(lines: usize, width: f32) -> f32 {
    let [least, most] = LIMITS.weighed_width;
    lines as f32 * width.clamp(least, most).sqrt()
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
    fn weights_have_the_names_of_their_features() {
        let names = COLUMNS.features().map(|(name, _)| name);
        assert_eq!(names, WEIGHTS.map(|(name, _)| name));
    }

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
