//! Joins tables that continue on the next page.
//!
//! ```text
//!   Isle     People            Isle     People      the same columns at the same places: the
//!   Arran     4,629            Skye     10,008      repeated heads are left out
//!   (end of the page)          Text goes on …
//! ```
//!
//! A table is held until a part follows that does not continue it. Notes and running heads in between follow it.

use super::part::{Grid, MOST_WAITING, Part, PartKind, Token};

/// Maximum rows of a joined table.
const MOST_ROWS: usize = 10_000;

#[derive(Default)]
pub(super) struct TableJoiner {
    held: Option<Part>,
    waiting: Vec<Part>,
}

impl TableJoiner {
    /// Takes a part and emits the parts that are complete.
    pub(super) fn add(&mut self, part: Part, emit: &mut impl FnMut(Part)) {
        if let Some(held) = &mut self.held {
            let is_between = matches!(part.kind, PartKind::Head | PartKind::Note { .. });
            if is_between && self.waiting.len() < MOST_WAITING {
                return self.waiting.push(part);
            }
            if goes_on(held, &part) {
                return join(held, part);
            }
        }
        self.end(emit);
        match part.kind {
            PartKind::Table(_) => self.held = Some(part),
            _ => emit(part),
        }
    }

    /// Emits the remaining parts.
    pub(super) fn end(&mut self, emit: &mut impl FnMut(Part)) {
        self.held.take().into_iter().for_each(&mut *emit);
        self.waiting.drain(..).for_each(emit);
    }
}

/// Whether a table continues another: it is on the next page, has the same columns, and no other heads.
fn goes_on(a: &Part, b: &Part) -> bool {
    let (PartKind::Table(above), PartKind::Table(below)) = (&a.kind, &b.kind) else {
        return false;
    };
    let last = tokens(above).last().map(|token| token.origin.page);
    let first = tokens(below).next().map(|token| token.origin.page);
    let is_next = last.zip(first).is_some_and(|(a, b)| a + 1 == b);
    is_next
        && a.around == b.around
        && above.rows.len() + below.rows.len() <= MOST_ROWS
        && (heads(below) == 0 || repeated_heads(above, below) > 0)
        && same_columns(&columns(above), &columns(below))
}

/// Appends the rows of a table to another, without repeated heads.
fn join(a: &mut Part, b: Part) {
    if let (PartKind::Table(above), PartKind::Table(mut below)) = (&mut a.kind, b.kind) {
        let repeated = repeated_heads(above, &below);
        for cell in above.rows.iter_mut().take(repeated).flatten() {
            cell.header = true;
        }
        let mut rows: Vec<_> = below.rows.drain(repeated..).collect();
        rows.iter_mut()
            .flatten()
            .for_each(|cell| cell.header = false);
        above.rows.append(&mut rows);
    }
    a.anchors.extend(b.anchors);
}

fn tokens(grid: &Grid) -> impl Iterator<Item = &Token> {
    let cells = grid.rows.iter().flatten();
    cells.flat_map(|cell| cell.parts.iter().flat_map(|part| &part.tokens))
}

/// Number of rows from the top with headers only.
fn heads(grid: &Grid) -> usize {
    let is_head = |row: &&Vec<super::Cell>| !row.is_empty() && row.iter().all(|cell| cell.header);
    grid.rows.iter().take_while(is_head).count()
}

/// Number of header rows of a table that another one begins with. The first row that both have in common is one, too.
fn repeated_heads(above: &Grid, below: &Grid) -> usize {
    let words = |row: &[super::Cell]| -> Vec<String> {
        let words = row
            .iter()
            .map(|cell| cell.parts.iter().flat_map(|part| &part.tokens));
        words
            .map(|own| own.map(|token| token.text.as_str()).collect())
            .collect()
    };
    let pairs = above.rows.iter().zip(&below.rows);
    let pairs = pairs.take(heads(above).max(1));
    let is_same = |(a, b): &(&Vec<super::Cell>, &Vec<super::Cell>)| {
        let own = words(a);
        own == words(b) && own.iter().any(|text| !text.is_empty())
    };
    pairs.take_while(is_same).count()
}

/// The left and right ends of the text in each column; cells that span several are left out.
fn columns(grid: &Grid) -> Vec<(f32, f32)> {
    let width = grid.width();
    let mut ends = vec![(f32::INFINITY, f32::NEG_INFINITY); width];
    for row in grid.rows.iter().filter(|row| row.len() == width) {
        for (cell, end) in row.iter().zip(&mut ends) {
            for token in cell.parts.iter().flat_map(|part| &part.tokens) {
                let bbox = token.origin.bbox;
                *end = (end.0.min(bbox.x0), end.1.max(bbox.x1));
            }
        }
    }
    ends
}

/// Whether two tables have as many columns, and the text of each overlaps that of the other.
fn same_columns(a: &[(f32, f32)], b: &[(f32, f32)]) -> bool {
    let overlap = |(a, b): (&(f32, f32), &(f32, f32))| a.0 < b.1 && b.0 < a.1;
    let is_empty = |end: &&(f32, f32)| end.0 > end.1;
    // A column without text says nothing.
    let both = || {
        let pairs = a.iter().zip(b);
        pairs.filter(|(a, b)| !is_empty(a) && !is_empty(b))
    };
    a.len() == b.len() && a.len() > 1 && both().count() > 1 && both().all(overlap)
}
