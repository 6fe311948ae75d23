//! Makes one cell of a name that is centred beside several rows without lines between them.
//!
//! ```text
//!              Bute     47      the name is between the lines of its rows: the
//!     Isles    Skye    639      distance to the first one is that to the last one,
//!              Jura     11      and the names together cover all rows
//!              Ayr     374
//!     Towns
//!              Oban    219
//! ```

use std::ops::Range;

use super::draft::{CellRange, Draft, TableFinder};
use crate::compact_sort::CompactSort;

/// Largest distance of a name from the middle of its rows, as a share of the distance of rows.
const CENTRED: f32 = 0.2;

/// Largest distance between the middles of a name and of the cells that are level with it, in ems.
const LEVEL: f32 = 0.3;

/// Largest number of rows of heads above the names.
const MOST_HEADS: usize = 2;

/// A row of text.
#[derive(Clone, Copy, Debug, Default)]
struct Line {
    /// Middle of the name.
    name: Option<f32>,
    /// Middle of the other cells.
    others: Option<f32>,
}

/// A name: its row, and the rows that it is centred beside.
type Name = (usize, Range<usize>);

impl TableFinder<'_> {
    /// A draft in which names that are centred beside several rows span them; `None` without such names.
    pub(super) fn with_centred_names(&self, draft: &Draft) -> Option<Draft> {
        let columns = draft.columns();
        let first = self.first_column(columns);
        let lines = self.lines_of(draft, first);
        if columns < 2
            || lines
                .iter()
                .all(|line| line.name.is_some() == line.others.is_some())
        {
            return None;
        }
        // A name level with the first of its rows says nothing about the others.
        let beside = |line: &Line| match (line.name, line.others) {
            (Some(name), Some(others)) => (name - others).abs() > LEVEL * self.em,
            (name, _) => name.is_some(),
        };
        let between = lines.iter().any(beside);
        // No ruled line divides the rows of a name.
        let is_one = |rows: &Range<usize>| {
            !(rows.start + 1..rows.end).any(|row| self.is_ruled_above(draft, row))
        };
        let names = (0..=MOST_HEADS).find_map(|heads| {
            let below = lines.get(heads..)?;
            let centred = between || below.first()?.name.is_none();
            let names = centred.then(|| names_of(below)).flatten()?;
            let moved = names.into_iter();
            let moved =
                moved.map(|(row, rows)| (row + heads, rows.start + heads..rows.end + heads));
            let moved: Vec<Name> = moved.collect();
            moved.iter().all(|(_, rows)| is_one(rows)).then_some(moved)
        });
        Some(with_names(draft.clone(), &lines, first, &names?))
    }

    /// The middles of the texts in each row.
    fn lines_of(&self, draft: &Draft, first: usize) -> Vec<Line> {
        let mut lines = vec![Line::default(); draft.rows()];
        for (place, pieces) in draft.cells.iter().filter(|(_, own)| !own.is_empty()) {
            let (top, bottom) = self.height_of_text(pieces);
            let Some(line) = lines.get_mut(place.rows.start) else {
                continue;
            };
            if place.columns == (first..first + 1) {
                line.name = Some((top + bottom) / 2.0);
            } else {
                line.others = line.others.or(Some((top + bottom) / 2.0));
            }
        }
        lines
    }
}

/// The names of rows and the rows beside which each is centred, if they cover all rows, one after the other.
fn names_of(lines: &[Line]) -> Option<Vec<Name>> {
    let rows = || {
        let rows = lines.iter().enumerate();
        rows.filter_map(|(n, line)| Some((n, line.others?)))
    };
    let (first, last) = (rows().next()?.1, rows().next_back()?.1);
    let slack = CENTRED * (last - first) / rows().count().saturating_sub(1).max(1) as f32;
    let mut out = Vec::new();
    let mut rest = rows().peekable();
    for (row, line) in lines.iter().enumerate() {
        let Some(middle) = line.name else { continue };
        let (from, top) = *rest.peek()?;
        let bottom = 2.0 * middle - top;
        let mut to = None;
        while let Some((n, y)) = rest.next_if(|(_, y)| *y <= bottom + 2.0 * slack) {
            to = Some((n, y));
        }
        let (to, y) = to?;
        if (y - bottom).abs() > 2.0 * slack {
            return None;
        }
        out.push((row, from..to + 1));
    }
    rest.peek().is_none().then_some(out)
}

/// A draft without the rows that have only a name; the names span their rows.
fn with_names(draft: Draft, lines: &[Line], first: usize, names: &[Name]) -> Draft {
    let is_kept = |row: usize| lines.get(row).is_none_or(|line| line.others.is_some());
    // The index of each row among those that are kept, and their ends.
    let mut index = Vec::with_capacity(lines.len() + 1);
    let mut ys = Vec::with_capacity(draft.ys.len());
    for (row, y) in draft.ys.iter().enumerate() {
        index.push(ys.len());
        let above = row.checked_sub(1).filter(|above| !is_kept(*above));
        let above = above.and_then(|above| draft.ys.get(above));
        if row == lines.len() {
            ys.push(*y);
        } else if is_kept(row) {
            ys.push(above.map_or(*y, |above| (above + y) / 2.0));
        }
    }
    let at = |row: usize| index.get(row).copied().unwrap_or_default();
    let covering = |row: usize| names.iter().find(|(_, rows)| rows.contains(&row));
    let mut cells = Vec::with_capacity(draft.cells.len());
    for (place, pieces) in draft.cells {
        let row = place.rows.start;
        let named = names.iter().find(|(name, _)| *name == row);
        let rows = match (place.columns == (first..first + 1), named) {
            (true, Some((_, rows))) => at(rows.start)..at(rows.end - 1) + 1,
            (true, None) if covering(row).is_some() => continue,
            _ if !is_kept(row) => continue,
            _ => at(row)..at(row) + place.rows.len(),
        };
        let columns = place.columns;
        cells.push((CellRange { rows, columns }, pieces));
    }
    cells.compact_sort_by_key(|(place, _)| (place.rows.start, place.columns.start));
    Draft {
        ys,
        cells,
        set_off: at(draft.set_off),
        ..draft
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(rows: &[(Option<f32>, Option<f32>)]) -> Vec<Line> {
        let line = |(name, others): &(Option<f32>, Option<f32>)| Line {
            name: *name,
            others: *others,
        };
        rows.iter().map(line).collect()
    }

    #[test]
    fn centred_names_cover_all_rows() {
        let rows = lines(&[
            (None, Some(0.0)),
            (Some(10.0), Some(10.0)),
            (None, Some(20.0)),
            (None, Some(30.0)),
            (Some(35.0), None),
            (None, Some(40.0)),
        ]);
        assert_eq!(names_of(&rows), Some(vec![(1, 0..3), (4, 3..6)]));
    }

    #[test]
    fn names_at_the_first_of_their_rows_are_not_centred() {
        let rows = lines(&[
            (Some(0.0), Some(0.0)),
            (None, Some(10.0)),
            (None, Some(20.0)),
            (Some(30.0), Some(30.0)),
            (None, Some(40.0)),
        ]);
        assert_eq!(names_of(&rows), None);
    }

    #[test]
    fn a_name_that_is_not_in_the_middle_is_not_centred() {
        let rows = lines(&[(None, Some(0.0)), (Some(2.5), None), (None, Some(10.0))]);
        assert_eq!(names_of(&rows), None);
    }
}
