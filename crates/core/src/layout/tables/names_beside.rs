//! Adds the names of rows beside lines that lie only above and below the numbers.
//!
//! ```text
//!     Interest          1901     1902
//!                     ------   ------
//!     of bonds           219      374      names level with the rows, and no line
//!     of loans            86       13      reaches over them
//!                     ------   ------
//! ```

use super::draft::TableFinder;
use super::plain_text::Rejected;
use super::rules::{Net, TOUCH};
use super::table::Table;
use super::{distances::LEVEL, middle};
use crate::geometry::Rect;
use crate::layout::regions::rows::RowLine;
use crate::layout::scale::Share;

/// Fewest rows with a name, the smallest share of the rows that have one, and the smallest share of the lines of the names
/// that are level with a row.
const FEWEST: usize = 2;
const MOST_ROWS: Share = Share(3, 5);
const MOST_NAMES: Share = Share(3, 4);

impl TableFinder<'_> {
    /// A net whose lines reach over the names beside it, if these are a table with it and it has no names of its own; else the
    /// net as it is. `free` are the pieces that are not in a table yet.
    pub(super) fn with_names(&self, net: Net, nets: &[Net], free: &[u32]) -> Net {
        let Some(wider) = self.over_names(&net, nets, free) else {
            return net;
        };
        let tables = |net: &Net| self.tables_of(net, 1, free, &mut Rejected::new());
        let is_name = |line: &RowLine| {
            let first = line.pieces.first();
            first.is_some_and(|&i| self.characters(i).next().is_some_and(char::is_alphabetic))
        };
        let has_names = |table: &Table| {
            let first = table.cells.iter();
            let mut first = first.filter(|cell| cell.columns.start == 0 && !cell.header);
            first.any(|cell| cell.lines.iter().any(is_name))
        };
        let better = !tables(&net).iter().any(has_names) && !tables(&wider).is_empty();
        if better { wider } else { net }
    }

    /// A net of lines along the text that reach over the names at the left of its rows; `None` without names there.
    fn over_names(&self, net: &Net, nets: &[Net], free: &[u32]) -> Option<Net> {
        let rect = net.rect();
        if !net.across.is_empty() || self.rows.right_to_left {
            return None;
        }
        let is_level = |i: &&u32| {
            let at = middle(self.piece(**i)).y;
            (rect.y0..rect.y1).contains(&at)
        };
        let beside = free.iter().filter(is_level);
        let beside = beside.filter(|i| self.piece(**i).cell.x1 <= rect.x0 + TOUCH);
        let beside: Vec<u32> = beside.copied().collect();
        // With text at the right, the lines are those of one column among others.
        let is_behind = |i: &u32| self.piece(*i).cell.x0 >= rect.x1 - TOUCH;
        if beside.len() < FEWEST || free.iter().filter(is_level).any(is_behind) {
            return None;
        }
        let own = free.iter().filter(is_level);
        let own = own.filter(|i| rect.contains(middle(self.piece(**i))));
        let rows = self.rows.lines(&own.copied().collect::<Vec<u32>>());
        let names = self.rows.lines(&beside);
        let near = LEVEL * self.em;
        let are_level = |a: &RowLine, b: &RowLine| (a.baseline - b.baseline).abs() <= near;
        let named = |row: &&RowLine| names.iter().any(|name| are_level(name, row));
        let count = rows.iter().filter(named).count();
        let level = |name: &&RowLine| rows.iter().any(|row| are_level(name, row));
        let level = names.iter().filter(level).count();
        let area = names.iter().map(|name| name.cell).reduce(Rect::union)?;
        let in_table = |other: &Net| other.along.len() > 1 && other.rect().touches(area);
        let are_names = count >= FEWEST
            && MOST_ROWS.is_reached(count, rows.len())
            && MOST_NAMES.is_reached(level, names.len())
            && !nets.iter().any(|other| other != net && in_table(other));
        are_names.then(|| {
            let mut wider = net.clone();
            let first = wider.along.iter_mut();
            for rule in first.filter(|rule| rule.from <= rect.x0 + TOUCH) {
                rule.from = area.x0;
            }
            wider
        })
    }
}
