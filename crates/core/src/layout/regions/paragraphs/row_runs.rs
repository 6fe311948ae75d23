//! Divides a text into runs of lines that are read row by row.
//!
//! ```text
//!     some words and       row 1
//!          x + 1           row 2
//!     f =  ─────           row 3   is read behind row 4, and begins a run
//!          x - 1           row 4
//!     more words           row 5
//! ```
//!
//! The parts of a formula, and cells of several lines, are read one after the other, so that the numbers of rows begin
//! again. A paragraph begins there only if the next cell does.

use std::ops::Range;

use super::super::items::Lines;

/// Largest distance between the baselines of two lines that are beside each other, in ems.
const BESIDE: f32 = 0.5;

/// Number of lines beside a line that are looked at.
const MOST_BESIDE: usize = 64;

/// The runs of a text.
pub(super) struct RowRuns {
    runs: Vec<Range<usize>>,
    /// The baselines of all lines, downwards, with the numbers of their runs; empty if there is one run.
    baselines: Vec<(f32, usize)>,
}

impl RowRuns {
    pub(super) fn of(text: &Lines<'_>, own: Range<usize>) -> Self {
        let lines = text.lines.get(own.clone()).unwrap_or_default();
        let mut start = own.start;
        let mut runs = Vec::new();
        for run in lines.chunk_by(|a, b| a.row <= b.row) {
            runs.push(start..start + run.len());
            start += run.len();
        }
        let mut baselines = Vec::new();
        if runs.len() > 1 {
            let numbered = runs.iter().enumerate();
            baselines.extend(numbered.flat_map(|(number, run)| {
                let own = text.lines.get(run.clone()).unwrap_or_default();
                own.iter().map(move |line| (line.baseline, number))
            }));
            baselines.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        }
        Self { runs, baselines }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Range<usize>> {
        self.runs.iter()
    }

    /// Returns `true` if a line of another run is beside one of these lines of a run.
    pub(super) fn has_other_beside(&self, text: &Lines<'_>, own: Range<usize>, run: usize) -> bool {
        let own = text.lines.get(own).unwrap_or_default();
        own.iter().any(|line| {
            let near = BESIDE * line.size;
            let from = self
                .baselines
                .partition_point(|(y, _)| *y < line.baseline - near);
            let near = |(y, _): &&(f32, usize)| *y <= line.baseline + near;
            let rest = self.baselines.get(from..).unwrap_or_default().iter();
            let mut beside = rest.take_while(near).take(MOST_BESIDE);
            beside.any(|(_, other)| *other != run)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Rect;
    use crate::layout::regions::rows::RowLine;

    /// Lines of 10 points with these baselines and rows.
    fn lines(rows: &[(f32, u32)]) -> Vec<RowLine> {
        let line = |&(baseline, row): &(f32, u32)| RowLine {
            pieces: Vec::new(),
            cell: Rect::EMPTY,
            baseline,
            size: 10.0,
            bold: false,
            row,
            drawn: 0,
            first_word: 0.0,
        };
        rows.iter().map(line).collect()
    }

    #[test]
    fn rows_that_begin_again_are_a_run_and_can_be_beside_the_one_before() {
        // Two rows of text, a fraction whose parts are read one after the other, and another row of text.
        let lines = lines(&[
            (10.0, 0),
            (22.0, 1),
            (34.0, 2),
            (38.0, 4),
            (36.0, 3),
            (52.0, 5),
        ]);
        let text = Lines {
            lines: &lines,
            right_to_left: false,
            is_cell: false,
            column: None,
            indent: None,
            pitch: None,
        };
        let runs = RowRuns::of(&text, 0..6);
        assert_eq!(runs.iter().cloned().collect::<Vec<_>>(), [0..4, 4..6]);
        let beside = |line: usize, run| runs.has_other_beside(&text, line..line + 1, run);
        let all = [(0, 0), (1, 0), (2, 0), (3, 0), (4, 1), (5, 1)];
        let found: Vec<bool> = all.iter().map(|(line, run)| beside(*line, *run)).collect();
        assert_eq!(found, [false, false, true, true, true, false]);
    }
}
