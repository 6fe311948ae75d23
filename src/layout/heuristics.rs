//! The heuristics of the analysis in one table: the name, function and description of each.
//!
//! Each can be left out ([`LayoutParams::without`](super::LayoutParams::without)) to measure its effect. Each
//! decision that [`Layout::findings`](super::Layout::findings) explains carries the name of its heuristic. To
//! add one, add a row to the table and a call of [`PageState::apply`] to the right step.

use std::fmt;

use super::annotate::running_heads::PagesAround;
use super::annotate::{axis_labels, headings, line_numbers, list_labels, notes, running_heads};
use super::page::PageState;
use super::regions::{
    divide, drawing_order, drawn_runs, note_order, reading_order, shapes, side_by_side, skew,
    turned_text,
};
use super::tables;
use crate::page::Page;

/// A step of the analysis that can be left out.
#[derive(Clone, Copy)]
pub struct Heuristic {
    pub name: &'static str,
    /// Its description, in one sentence.
    pub what: &'static str,
    run: Run,
}

/// The function of a heuristic, by its input.
#[derive(Clone, Copy)]
enum Run {
    /// Works on a page during its analysis.
    OnPage(fn(&mut PageState<'_>)),
    /// Works on an analysed page and its neighbours.
    AmongPages(fn(&mut Page, &PagesAround<'_>)),
}

macro_rules! table {
    ($($constant:ident: $name:literal, $run:expr, $what:literal;)*) => {
        $(
            #[doc = $what]
            pub(crate) const $constant: Heuristic = Heuristic { name: $name, what: $what, run: $run };
        )*

        /// All heuristics, in the order in which they are applied.
        pub(crate) const ALL: &[Heuristic] = &[$($constant),*];
    };
}

use Run::{AmongPages, OnPage};

table! {
    UPRIGHT: "upright", OnPage(skew::turn_upright),
        "Turns scans upright by the slope of their text.";
    DRAWING_ORDER: "drawing-order", OnPage(drawing_order::detect),
        "Uses the order in which a page was drawn, where it can be read in it.";
    RIGHT_TO_LEFT: "right-to-left", OnPage(drawing_order::detect_direction),
        "Reads columns and rows from the right where most letters are written so.";
    LIST_LABELS: "list-labels", OnPage(list_labels::mark),
        "Keeps bullets and numbers on the line of the item they begin.";
    PICTURES: "pictures", OnPage(shapes::find_pictures),
        "Lets pictures end columns, and have captions.";
    RULED_TABLES: "ruled-tables", OnPage(tables::find_ruled),
        "Finds tables by their ruled lines.";
    LINE_NUMBERS: "line-numbers", OnPage(line_numbers::take_out),
        "Takes the numbers of lines in the margin out of the text.";
    DRAWN_RUNS: "drawn-runs", OnPage(drawn_runs::join),
        "Lets no gutter go through what was drawn in one go.";
    GUTTERS: "gutters", OnPage(divide::at_gutters),
        "Divides the page into columns at the white between them.";
    ALIGNED_TABLES: "aligned-tables", OnPage(tables::find_aligned),
        "Finds tables by white alone.";
    SIDE_BY_SIDE: "side-by-side", OnPage(side_by_side::separate),
        "Separates lines side by side that have no gutter between them.";
    READING_ORDER: "reading-order", OnPage(reading_order::apply),
        "Reads the lines of a block in the order in which they were drawn, where they are not one below the other.";
    CAPTIONS: "captions", OnPage(notes::mark_captions),
        "Marks the captions of pictures and tables.";
    FORMULA_NUMBERS: "formula-numbers", OnPage(notes::formulas::mark),
        "Marks the numbers of displayed formulas, as captions.";
    SIDE_NOTES: "side-notes", OnPage(notes::mark_side_notes),
        "Marks notes beside the text.";
    FOOTNOTES: "footnotes", OnPage(notes::mark_footnotes),
        "Marks notes below the text.";
    NOTE_ORDER: "note-order", OnPage(note_order::apply),
        "Reads footnotes behind the columns at the foot of which they stand.";
    AXIS_LABELS: "axis-labels", OnPage(axis_labels::join),
        "Joins labels at equal distances, as of an axis.";
    TURNED_TEXT: "turned-text", OnPage(turned_text::insert),
        "Puts text in other directions where it was drawn, instead of at the end.";
    HEADINGS: "headings", OnPage(headings::mark),
        "Marks headings, and their levels.";
    RUNNING_HEADS: "running-heads", AmongPages(running_heads::mark),
        "Marks running heads, running feet and page numbers that several pages have.";
    HEADING_SIZES: "heading-sizes", AmongPages(headings::settle),
        "Measures headings by the text of the pages around, instead of that of their own.";
}

impl Heuristic {
    /// The heuristic with this name.
    pub fn named(name: &str) -> Option<Self> {
        ALL.iter().find(|own| own.name == name).copied()
    }
}

impl PartialEq for Heuristic {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Heuristic {}

impl fmt::Debug for Heuristic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl PageState<'_> {
    /// Applies a heuristic, unless it is left out.
    pub(super) fn apply(&mut self, heuristic: Heuristic) {
        if let OnPage(run) = heuristic.run
            && !self.params.without.contains(&heuristic)
        {
            run(self);
        }
    }
}

/// Applies the heuristics that need the neighbouring pages to an analysed page, except those in `without`.
pub(crate) fn settle(page: &mut Page, around: &PagesAround<'_>, without: &[Heuristic]) {
    for heuristic in ALL {
        if let AmongPages(run) = heuristic.run
            && !without.contains(heuristic)
        {
            run(page, around);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::testing::dump;
    use crate::layout::{LayoutParams, analyse};
    use crate::line::testing::Pen;

    /// The dump of a page with these lines in this drawing order, analysed without some heuristics.
    fn analysed(lines: &[(f32, f32, &str)], without: &[Heuristic]) -> String {
        let mut pen = Pen::new();
        let run = pen.run(10.0, 0.0);
        for &(x, y, line) in lines {
            pen.write(run, x, y, line);
        }
        let params = LayoutParams {
            without: without.to_vec(),
            ..LayoutParams::default()
        };
        dump(&analyse(0, pen.content, &params))
    }

    #[test]
    fn a_heuristic_that_is_left_out_decides_nothing() {
        let numbers: Vec<String> = (1..=25).map(|number| number.to_string()).collect();
        let numbered = (0u8..).zip(&numbers).flat_map(|(row, number)| {
            let y = 100.0 + 14.0 * f32::from(row);
            let text = "some words that are counted line by line";
            [(70.0, y, number.as_str()), (100.0, y, text)]
        });
        let numbered: Vec<(f32, f32, &str)> = numbered.collect();
        let labels = [(50.0, 100.0, "3"), (50.0, 140.0, "2"), (50.0, 180.0, "1")];
        let items = [(50.0, 100.0, "1."), (79.0, 100.0, "what is said of it")];
        let beside = [
            (50.0, 100.0, "the text goes on"),
            (50.0, 112.0, "beside a box and"),
            (50.0, 124.0, "its title as well"),
            (250.0, 106.0, "A title"),
        ];
        for (heuristic, lines) in [
            (LINE_NUMBERS, &numbered[..]),
            (AXIS_LABELS, &labels),
            (LIST_LABELS, &items),
            (SIDE_BY_SIDE, &beside),
        ] {
            let others: Vec<Heuristic> = [LINE_NUMBERS, AXIS_LABELS, LIST_LABELS, SIDE_BY_SIDE]
                .into_iter()
                .filter(|other| *other != heuristic)
                .collect();
            let with = analysed(lines, &[]);
            assert_ne!(with, analysed(lines, &[heuristic]), "{heuristic:?}");
            assert_eq!(with, analysed(lines, &others), "{heuristic:?}");
        }
    }

    #[test]
    fn names_are_unique_and_say_what_is_done() {
        for heuristic in ALL {
            let same = ALL.iter().filter(|other| **other == *heuristic);
            assert_eq!(same.count(), 1, "{heuristic:?}");
            assert!(heuristic.what.ends_with('.'), "{heuristic:?}");
            assert_eq!(Heuristic::named(heuristic.name), Some(*heuristic));
        }
        assert_eq!(Heuristic::named("nothing"), None);
    }
}
