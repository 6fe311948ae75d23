//! Scores whether a grid of cells is a table. With lines around the cells little doubt remains. With fewer
//! lines or none, the columns must look like cells: short, aligned, with numbers and heads, and not like a
//! list of entries with page numbers. `tests/score/tables/fit.py` compares the weights with fitted ones.

use super::draft::Ruling;
use super::evidence::Evidence;
use super::weights;
use crate::layout::score::{Feature, Score, feature};

/// Lowest score of a table.
const LEAST_SCORE: f32 = 0.0;

/// Lowest share of the cells' area that text fills (`ROOM`) and lowest share of the text inside its cells
/// (`WITHIN`); below these the grid is a drawing with labels.
const ROOM: f32 = 0.04;
const WITHIN: f32 = 0.8;

/// Smallest distance between rows without ruled lines, in ems. Rows of formulas are closer.
const NEAREST: f32 = 0.9;

/// Largest number of cells with leaders per row. More are entries side by side, or dots far apart.
const MOST_LEADERS: f32 = 1.5;

/// Lowest height of rows in a column of boxes with a line of text each, in ems.
const BOX: f32 = 1.3;

impl Evidence {
    /// Whether the grid is a table.
    pub(crate) fn is_table(&self) -> bool {
        self.score() >= LEAST_SCORE
    }

    /// The sum of the weights of the features that hold.
    pub(super) fn score(&self) -> f32 {
        let mut sum = 0.0;
        self.each_feature(|feature| sum += if feature.holds { feature.weight } else { 0.0 });
        sum
    }

    /// The features for and against a table, with their weights.
    pub(super) fn weigh(&self) -> Score {
        let mut features = Vec::new();
        self.each_feature(|feature| features.push(feature));
        Score::of(&features)
    }

    fn each_feature(&self, mut tell: impl FnMut(Feature)) {
        self.common().into_iter().for_each(&mut tell);
        match (self.columns, self.ruling) {
            (1, _) => self.in_boxes().into_iter().for_each(tell),
            (_, Ruling::Grid) => self.in_grid().into_iter().for_each(tell),
            (_, Ruling::Along) => self.between_lines().into_iter().for_each(tell),
            (_, Ruling::None) => self.in_white().for_each(tell),
        }
    }

    fn common(&self) -> [Feature; 6] {
        [
            feature(self.rows < 2, -9.0, "one row"),
            // A table with several numeric columns may have leaders between names and numbers.
            feature(
                self.leaders > 0.3 && self.numeric < 2 || self.leaders > MOST_LEADERS,
                -9.0,
                "leaders",
            ),
            feature(
                self.letters < 1.5 && self.numeric == 0,
                -9.0,
                "single letters as in a drawing",
            ),
            feature(
                self.prose.is_running(),
                -9.0,
                "sentences go on from column to column",
            ),
            feature(
                self.prose.is_headed(),
                -6.0,
                "headlines over justified text",
            ),
            feature(
                self.ruling != Ruling::None && self.is_form(),
                13.0,
                "heads and names of rows as in a form",
            ),
        ]
    }

    /// Features of a grid with lines around the cells. With little text it is a drawing, with long texts the
    /// columns of a page.
    fn in_grid(&self) -> [Feature; 8] {
        [
            feature(true, 3.0, "lines around the cells"),
            feature(self.numeric > 0, 1.0, "columns of numbers"),
            feature(self.headers.rows() > 0, 1.0, "heads"),
            feature(self.full_rows < 2, -5.5, "one row of several cells"),
            feature(self.is_empty_grid(), -5.5, "few cells are filled"),
            feature(self.long >= 0.5, -5.5, "long texts"),
            feature(self.room < ROOM, -5.5, "little text for its cells"),
            feature(self.within < WITHIN, -5.5, "text across its lines"),
        ]
    }

    fn between_lines(&self) -> [Feature; 11] {
        let two = self.columns == 2;
        let plain = self.numeric == 0 && !self.headed;
        let letters = self.letters;
        [
            feature(true, 2.0, "lines between the rows"),
            feature(self.numeric > 0, 1.0, "columns of numbers"),
            feature(
                self.headed && self.headers.set_off > 0,
                1.0,
                "heads set off by a line",
            ),
            feature(self.headed && self.headers.bold > 0, 1.0, "bold heads"),
            feature(self.full_rows < 2, -7.0, "one row of several cells"),
            feature(self.filled < 0.4, -7.0, "few cells are filled"),
            feature(self.aligned < 0.55, -5.0, "few cells are in line"),
            feature(letters > 40.0 || self.long >= 0.3, -3.5, "long texts"),
            feature(two && letters > 25.0, -2.5, "long lines in two columns"),
            feature(self.prose.is_justified(), -1.5, "justified text"),
            feature(
                plain && two && !self.each_ruled,
                -2.5,
                "neither heads nor numbers",
            ),
        ]
    }

    /// Features of cells between white space only, with fitted weights.
    fn in_white(&self) -> impl Iterator<Item = Feature> {
        let few = self.columns <= 3;
        let held = [
            (true, "no lines"),
            (self.numeric > 0, "columns of numbers"),
            (self.numeric > 2, "three columns of numbers or more"),
            (self.headers.bold > 0, "bold heads"),
            (self.headers.set_off > 0, "heads set off by a line"),
            (self.columns > 2, "several columns"),
            (self.columns == 2, "two columns"),
            (self.rows > 3, "several rows"),
            (self.filled >= 0.95, "all cells are filled"),
            (self.aligned >= 0.95, "all cells are in line"),
            (self.full_rows < 2, "one row of several cells"),
            (self.filled < 0.6, "few cells are filled"),
            (self.aligned < 0.8, "few cells are in line"),
            (self.letters > 25.0, "long lines"),
            (self.letters > 16.0, "lines of some length"),
            (self.letters < 10.0, "short cells"),
            (self.rows == 2, "two rows"),
            (self.rows > 8, "many rows"),
            (self.line_above, "a line above"),
            (self.line_below, "a line below"),
            (self.line_above && self.line_below, "lines above and below"),
            (self.captioned, "a caption"),
            (self.small > 0.5, "most cells begin small"),
            (self.small < 0.15, "few cells begin small"),
            (self.bullets > 0.3, "bullets"),
            (self.narrowest > 2.0, "wide gaps"),
            (self.uneven_pitch > 1.6 && self.lines <= 1.4, "uneven rows"),
            (self.lines > 1.4, "cells of several lines"),
            (self.prose.is_justified(), "justified text"),
            (self.pitch < NEAREST, "rows too near to each other"),
            (self.relations, "signs between the sides of formulas"),
            (self.listing, "a listing"),
            (
                few && (self.counting || self.columns == 2 && self.numbered),
                "it counts as a list does",
            ),
            (self.stops > 0.2, "sentences end in cells"),
            (self.stops > 0.5, "most cells end with a sentence"),
            (self.columns > 5, "many columns"),
            (self.numeric + 1 >= self.columns, "numbers but for names"),
            (2 * self.numeric >= self.columns, "mostly numbers"),
            (
                10 * self.full_rows >= 9 * self.rows,
                "all rows have several cells",
            ),
            (self.first_column >= 0.95, "all rows have names"),
            (self.first_row >= 0.95, "all columns have heads"),
            (self.columns > 3, "four columns or more"),
            (self.unlike >= 2.5, "columns of unlike length"),
            (self.same_lines > 0.5, "cells of as many lines"),
        ];
        let weighed = held.into_iter().zip(weights::OPEN);
        weighed.map(|((holds, what), weight)| feature(holds, weight, what))
    }

    fn in_boxes(&self) -> [Feature; 1] {
        let even = self.uneven <= 2.0 && self.lowest >= BOX;
        let entries = self.filled >= 0.9 && self.aligned >= 0.7 && self.lines <= 1.5;
        let boxes =
            self.rows >= 4 && even && entries && self.within >= WITHIN && self.letters >= 1.5;
        [feature(!boxes, -9.0, "one column")]
    }

    /// Whether so few cells are filled that the grid can be a drawing: it has neither column heads with row
    /// names nor numeric columns.
    fn is_empty_grid(&self) -> bool {
        let named = self.first_row >= 0.6 && self.first_column >= 0.6 && self.rows > 2;
        let numbers = self.numeric > 1 && self.full_rows > 2 && self.aligned >= 0.6;
        self.filled < 0.3 && !numbers && !(named && self.within >= WITHIN)
    }

    /// Whether only the heads and row names have text, as in a blank form.
    fn is_form(&self) -> bool {
        let named = self.first_row.max(self.first_column) >= 0.6;
        let drawing = self.within < WITHIN || self.letters < 1.5;
        let short = self.lines <= 3.0 && self.letters <= 40.0;
        self.rows >= 3 && self.full_rows >= 1 && self.labels >= 0.9 && named && short && !drawing
    }
}
