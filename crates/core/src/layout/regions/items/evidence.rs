//! Scores the evidence that a row with a label begins an item.

use std::ops::RangeInclusive;

use super::super::edges::{End, Start};
use super::label::{Body, Label};
use super::weights::WEIGHTS;
use crate::layout::score::Score;

/// Fewest items of a list that is certainly no accident.
const MANY: u32 = 3;

/// Numbers that are years rather than those of items, unless others count on: entries of bibliographies have them.
const YEARS: RangeInclusive<u32> = 1500..=2099;

/// The features of a row that begins with a label.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Evidence {
    pub label: Label,
    /// The gap behind the label is wider than a space.
    pub set_off: bool,
    /// The label has another font than the word behind it.
    pub other_font: bool,
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
    /// It is such an item of another candidate.
    pub holds_items: bool,
    /// It may be the next item of a list of the page before.
    pub first_on_page: bool,
    /// A candidate before it leads to its label, and all between is part of that item.
    pub follows: bool,
    /// The row above is that candidate.
    pub next_to: bool,
    /// A candidate behind it follows in this way.
    pub leads: bool,
    /// The number of candidates of which each leads to the next, with this one.
    pub chain: u32,
    /// The row above.
    pub above: Option<Above>,
    /// Its text has no other row.
    pub only: bool,
    /// The beginning of the text behind the label.
    pub begins: Start,
    /// Another label is behind it, or nothing that has letters or figures.
    pub wordless: bool,
    /// The row has other bullets.
    pub repeated: bool,
    /// The row has leader dots.
    pub leaders: bool,
    /// The row has wide gaps, as between the cells of a table.
    pub tabular: bool,
    /// The row is bold or larger than the next one, as a heading.
    pub heading: bool,
}

/// The row above a candidate, in its text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Above {
    pub ends: End,
    /// The label would fit on it.
    pub short: bool,
}

impl Evidence {
    pub(super) fn of(label: Label) -> Self {
        Self {
            label,
            set_off: false,
            other_font: false,
            hangs: false,
            wraps: false,
            indented: false,
            in_item: false,
            holds_items: false,
            first_on_page: false,
            like_placed: false,
            follows: false,
            next_to: false,
            leads: false,
            chain: 1,
            above: None,
            only: false,
            begins: Start::Other,
            wordless: false,
            repeated: false,
            leaders: false,
            tabular: false,
            heading: false,
        }
    }

    /// Returns `true` if its place or its gaps are those of a list.
    pub(super) fn is_placed(&self) -> bool {
        self.set_off || self.hangs || self.indented
    }

    pub(super) fn score(&self) -> Score {
        let label = self.label;
        let drawn = label.body == Body::Drawn;
        let is = |sign: char| label.body == Body::Dash(sign);
        let dash = is('–') || is('—');
        let sign = matches!(label.body, Body::Dash(_));
        let bullet = drawn || matches!(label.body, Body::Bullet(_));
        let letter = matches!(label.body, Body::Letters { .. });
        let year = matches!(label.body, Body::Number(number) if YEARS.contains(&number));
        let counts = label.counts();
        let linked = self.follows || self.leads;
        let placed = self.is_placed() || self.like_placed;
        let above = |holds: &dyn Fn(&Above) -> bool| self.above.as_ref().is_some_and(holds);
        // Two rows of a sentence do not begin with one label and the next.
        let sentence = !self.next_to
            && above(&|above| !above.short && matches!(above.ends, End::Open | End::Divided));
        Score::of(
            &WEIGHTS,
            &[
                ("every row", true),
                ("a bullet", bullet && !drawn),
                ("a drawn bullet", drawn),
                ("a hyphen", is('-')),
                ("a long dash", dash),
                ("a long dash in an item", dash && self.in_item),
                ("another sign", sign && !dash && !is('-')),
                ("a long dash that is not placed", dash && !placed),
                ("a number", matches!(label.body, Body::Number(_))),
                ("a year alone", year && !linked),
                ("a letter", letter),
                ("a letter alone", letter && !linked),
                ("a bracket", label.is_bracketed()),
                ("an item before it", self.follows),
                ("an item behind it", self.leads),
                ("many items", self.chain >= MANY),
                (
                    "without the number before it",
                    counts && !label.is_first() && !linked && !self.first_on_page,
                ),
                ("set off", self.set_off),
                ("in another font", self.other_font),
                ("a hanging indent", self.hangs),
                ("indented", self.indented),
                ("in an item", self.in_item),
                ("items in it", self.holds_items),
                ("as others of its list are placed", self.like_placed),
                (
                    "set off at the start of the page",
                    self.first_on_page && self.set_off,
                ),
                ("the indent of a paragraph", self.wraps),
                ("the first row of a text", self.above.is_none()),
                ("the only row of a text", self.only),
                ("behind a sentence", above(&|above| above.ends == End::Stop)),
                ("behind a colon", above(&|above| above.ends == End::Colon)),
                ("within a sentence", sentence && !bullet && !linked),
                ("perhaps within a sentence", sentence && !bullet && linked),
                (
                    "a small letter behind it",
                    self.begins == Start::Small && !linked && !self.in_item,
                ),
                (
                    "figures behind it",
                    self.begins == Start::Figure && (!bullet || drawn),
                ),
                ("no word behind it", self.wordless),
                ("other bullets on the line", self.repeated),
                ("leaders", self.leaders),
                ("cells", self.tabular),
                ("a heading", self.heading && !bullet),
            ],
        )
    }
}
