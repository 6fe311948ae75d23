//! Scores the evidence that a row with a label begins an item.

use super::label::{Body, Label};
use crate::layout::score::{Score, feature};

/// Least score of an item.
const MIN_SCORE: f32 = 3.0;

/// The features of a row that begins with a label.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Evidence {
    pub label: Label,
    /// The gap behind the label is wider than a space.
    pub set_off: bool,
    /// The next row begins below the text behind the label.
    pub hangs: bool,
    /// The next row continues the sentence to the left of the label.
    pub wraps: bool,
    /// Another item of its list is set off, indented or has a hanging indent.
    pub like_placed: bool,
    /// The label is further in than the text above or an item below, or in an item.
    pub indented: bool,
    /// The label is at the text of an item above, or further in.
    pub in_item: bool,
    /// It may be the next item of a list of the page before.
    pub first_on_page: bool,
    /// A candidate before it leads to its label, and all between is part of that item.
    pub follows: bool,
    /// The same for a candidate behind it.
    pub leads: bool,
    /// The row above is full and does not end a sentence.
    pub in_sentence: bool,
    /// The text begins with a figure.
    pub numeric: bool,
    /// Another label is behind it, or nothing that has letters or figures.
    pub wordless: bool,
    /// The row has other bullets.
    pub repeated: bool,
    /// The row has leader dots.
    pub leaders: bool,
    /// The row has wide gaps, as between the cells of a table.
    pub tabular: bool,
    /// No text is behind the label.
    pub alone: bool,
    /// The row is bold or larger than the next one, as a heading.
    pub heading: bool,
}

impl Evidence {
    pub(super) fn of(label: Label) -> Self {
        Self {
            label,
            set_off: false,
            hangs: false,
            wraps: false,
            indented: false,
            in_item: false,
            first_on_page: false,
            like_placed: false,
            follows: false,
            leads: false,
            in_sentence: false,
            numeric: false,
            wordless: false,
            repeated: false,
            leaders: false,
            tabular: false,
            alone: false,
            heading: false,
        }
    }

    pub(super) fn is_item(&self) -> bool {
        self.weigh().sum >= MIN_SCORE
    }

    /// Returns `true` if its place or its gaps are those of a list.
    pub(super) fn is_placed(&self) -> bool {
        self.set_off || self.hangs || self.indented
    }

    pub(super) fn weigh(&self) -> Score {
        let label = self.label;
        let drawn = label.body == Body::Drawn;
        let bullet = drawn || matches!(label.body, Body::Bullet(_));
        let dash = matches!(label.body, Body::Dash(_));
        let counts = label.counts();
        let linked = self.follows || self.leads;
        let placed = self.is_placed() || self.like_placed;
        let letter = matches!(label.body, Body::Letters { .. });
        Score::of(&[
            feature(bullet && !drawn, 3.0, "a bullet"),
            feature(drawn, 2.5, "a drawn bullet"),
            feature(dash, 0.5, "a dash"),
            feature(dash && !placed, -2.5, "as in a dialogue"),
            feature(counts, if letter { 0.5 } else { 1.0 }, "a number"),
            feature(label.is_bracketed(), 0.5, "a bracket"),
            feature(label.is_first(), 0.5, "the first number"),
            feature(self.follows, 2.5, "an item before it"),
            feature(self.leads, 2.0, "an item behind it"),
            feature(
                counts && !label.is_first() && !linked && !self.first_on_page,
                -1.5,
                "without the number before it",
            ),
            feature(self.set_off, 1.0, "set off"),
            feature(self.hangs, 2.0, "a hanging indent"),
            feature(self.indented, 1.0, "indented"),
            feature(self.in_item, 1.0, "in an item"),
            feature(
                self.first_on_page && self.set_off,
                1.5,
                "set off at the start of the page",
            ),
            feature(self.wraps, -1.5, "the indent of a paragraph"),
            feature(
                self.in_sentence && !bullet && !linked,
                -2.5,
                "within a sentence",
            ),
            feature(
                self.in_sentence && !bullet && linked,
                -0.5,
                "perhaps within a sentence",
            ),
            feature(
                self.numeric && (!bullet || drawn),
                -3.0,
                "figures behind it",
            ),
            feature(self.wordless, -3.0, "no word behind it"),
            feature(self.repeated, -2.0, "other bullets on the line"),
            feature(self.leaders, -3.0, "leaders"),
            feature(self.tabular, -2.0, "cells"),
            feature(self.alone, -4.0, "nothing behind it"),
            feature(self.heading && !bullet, -4.0, "a heading"),
        ])
    }
}
