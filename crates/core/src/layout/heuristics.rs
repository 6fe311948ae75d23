//! The heuristics of the analysis: the name and description of each, and their decisions.
//!
//! Each can be left out ([`LayoutParams::without`](super::LayoutParams::without)) to measure its effect. Each
//! decision that `Layout::findings` explains carries the name of its heuristic. To
//! add one, add it here, and to the right step in `page.rs`.

use std::fmt;

/// A step of the analysis that can be left out.
#[derive(Clone, Copy)]
pub struct Heuristic {
    pub name: &'static str,
    /// Its description, in one sentence.
    pub what: &'static str,
}

/// Turns scans upright by the slope of their text.
pub(crate) const UPRIGHT: Heuristic =
    Heuristic::new("upright", "Turns scans upright by the slope of their text.");

/// Uses the order in which a page was drawn, where it can be read in it.
pub(crate) const DRAWING_ORDER: Heuristic = Heuristic::new(
    "drawing-order",
    "Uses the order in which a page was drawn, where it can be read in it.",
);

/// Reads columns and rows from the right where most letters are written so.
pub(crate) const RIGHT_TO_LEFT: Heuristic = Heuristic::new(
    "right-to-left",
    "Reads columns and rows from the right where most letters are written so.",
);

/// Keeps bullets and numbers on the line of the item they begin.
pub(crate) const LIST_LABELS: Heuristic = Heuristic::new(
    "list-labels",
    "Keeps bullets and numbers on the line of the item they begin.",
);

/// Lets pictures end columns, and have captions.
pub(crate) const PICTURES: Heuristic =
    Heuristic::new("pictures", "Lets pictures end columns, and have captions.");

/// Finds tables by their ruled lines.
pub(crate) const RULED_TABLES: Heuristic =
    Heuristic::new("ruled-tables", "Finds tables by their ruled lines.");

/// Takes the numbers of lines in the margin out of the text.
pub(crate) const LINE_NUMBERS: Heuristic = Heuristic::new(
    "line-numbers",
    "Takes the numbers of lines in the margin out of the text.",
);

/// Takes the labels of charts and diagrams out of the text.
pub(crate) const CHARTS: Heuristic = Heuristic::new(
    "charts",
    "Takes the labels of charts and diagrams out of the text.",
);

/// Lets no gutter go through what was drawn in one go.
pub(crate) const DRAWN_RUNS: Heuristic = Heuristic::new(
    "drawn-runs",
    "Lets no gutter go through what was drawn in one go.",
);

/// Divides the page into columns at the white between them.
pub(crate) const GUTTERS: Heuristic = Heuristic::new(
    "gutters",
    "Divides the page into columns at the white between them.",
);

/// Finds tables by white alone.
pub(crate) const ALIGNED_TABLES: Heuristic =
    Heuristic::new("aligned-tables", "Finds tables by white alone.");

/// Separates lines side by side that have no gutter between them.
pub(crate) const SIDE_BY_SIDE: Heuristic = Heuristic::new(
    "side-by-side",
    "Separates lines side by side that have no gutter between them.",
);

/// Reads the lines of a block in the order in which they were drawn, where they are not one below the other.
pub(crate) const READING_ORDER: Heuristic = Heuristic::new(
    "reading-order",
    "Reads the lines of a block in the order in which they were drawn, where they are not one below the other.",
);

/// Marks the captions of pictures and tables.
pub(crate) const CAPTIONS: Heuristic =
    Heuristic::new("captions", "Marks the captions of pictures and tables.");

/// Marks the numbers of displayed formulas, as captions.
pub(crate) const FORMULA_NUMBERS: Heuristic = Heuristic::new(
    "formula-numbers",
    "Marks the numbers of displayed formulas, as captions.",
);

/// Marks notes beside the text.
pub(crate) const SIDE_NOTES: Heuristic =
    Heuristic::new("side-notes", "Marks notes beside the text.");

/// Marks notes below the text.
pub(crate) const FOOTNOTES: Heuristic = Heuristic::new("footnotes", "Marks notes below the text.");

/// Reads footnotes behind the columns at the foot of which they stand.
pub(crate) const NOTE_ORDER: Heuristic = Heuristic::new(
    "note-order",
    "Reads footnotes behind the columns at the foot of which they stand.",
);

/// Joins labels at equal distances, as of an axis.
pub(crate) const AXIS_LABELS: Heuristic = Heuristic::new(
    "axis-labels",
    "Joins labels at equal distances, as of an axis.",
);

/// Puts text in other directions where it was drawn, instead of at the end.
pub(crate) const TURNED_TEXT: Heuristic = Heuristic::new(
    "turned-text",
    "Puts text in other directions where it was drawn, instead of at the end.",
);

/// Splits blocks into paragraphs.
pub(crate) const PARAGRAPHS: Heuristic =
    Heuristic::new("paragraphs", "Splits blocks into paragraphs.");

/// Marks headings, and their levels.
pub(crate) const HEADINGS: Heuristic =
    Heuristic::new("headings", "Marks headings, and their levels.");

/// Marks running heads, running feet and page numbers that several pages have.
pub(crate) const RUNNING_HEADS: Heuristic = Heuristic::new(
    "running-heads",
    "Marks running heads, running feet and page numbers that several pages have.",
);

/// Measures headings by the text of the pages around, instead of that of their own.
pub(crate) const HEADING_SIZES: Heuristic = Heuristic::new(
    "heading-sizes",
    "Measures headings by the text of the pages around, instead of that of their own.",
);

/// All heuristics, in the order in which they are applied.
pub const ALL: &[Heuristic] = &[
    UPRIGHT,
    DRAWING_ORDER,
    RIGHT_TO_LEFT,
    LIST_LABELS,
    PICTURES,
    RULED_TABLES,
    CHARTS,
    LINE_NUMBERS,
    DRAWN_RUNS,
    GUTTERS,
    ALIGNED_TABLES,
    SIDE_BY_SIDE,
    READING_ORDER,
    CAPTIONS,
    FORMULA_NUMBERS,
    SIDE_NOTES,
    FOOTNOTES,
    NOTE_ORDER,
    AXIS_LABELS,
    TURNED_TEXT,
    PARAGRAPHS,
    HEADINGS,
    RUNNING_HEADS,
    HEADING_SIZES,
];

impl Heuristic {
    const fn new(name: &'static str, what: &'static str) -> Self {
        Self { name, what }
    }

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

/// A decision of a heuristic, with its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Decision {
    pub by: Heuristic,
    /// The reason, in a few words.
    pub why: String,
}

impl Decision {
    pub(crate) fn new(by: Heuristic, why: impl Into<String>) -> Self {
        Self {
            by,
            why: why.into(),
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
