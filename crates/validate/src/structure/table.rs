//! Lays out tables as grids (ISO 32000-1, 14.8.4.3.4 and 14.8.5.7): places cells with their spans and finds
//! their headers.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use super::tree::Tree;
use pdfa2hocr_core::pdf::{Object, StringObject, text_string};

/// Maximum number of cells in a grid; a larger table is not checked. Limits memory for absurd spans.
const MAX_CELLS: usize = 4_000_000;

/// Bytes of the budget used for each position of a grid: many tables may have large spans.
const SIZE_OF_PLACE: usize = 4;

/// The fault of a grid. Only the first one is reported, since later ones depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Irregular {
    /// These two cells overlap.
    Overlap(usize, usize),
    /// A cell extends below the last row, or out of its `THead`, `TBody` or `TFoot`.
    Rows,
    /// A row has more columns than the first.
    TooWide,
    /// A row has fewer columns than the first.
    TooNarrow,
}

/// The result of laying out a table.
#[derive(Debug, Default)]
pub(super) struct Grid {
    pub irregular: Option<Irregular>,
    /// The first data cell without headers, and whether it names headers that do not exist.
    pub headless: Option<(usize, bool)>,
}

/// A cell and its spans.
#[derive(Clone, Copy)]
struct Cell {
    element: usize,
    is_header: bool,
    rows: usize,
    columns: usize,
}

impl Grid {
    /// Lays out a table. With `pdf2`, cells must not extend out of their row group (ISO 14289-2, 8.2.5.26).
    /// Then header cells without a scope get one from their position (ISO 32000-2, 14.8.5.7).
    pub(super) fn read(tree: &Tree<'_>, table: usize, pdf2: bool) -> Self {
        let (rows, groups) = rows(tree, table);
        let cells: Vec<Vec<Cell>> = rows.iter().map(|&row| cells(tree, row)).collect();
        let groups = if pdf2 { groups } else { Vec::new() };
        let has_room = |places: usize| tree.references.take(places.saturating_mul(SIZE_OF_PLACE));
        match lay_out(&cells, &groups, has_room) {
            Ok(places) => Self {
                irregular: None,
                headless: headless(tree, &places, pdf2),
            },
            Err(irregular) => Self {
                irregular,
                headless: None,
            },
        }
    }
}

/// The rows of a table, and the start and end of each row group.
fn rows(tree: &Tree<'_>, table: usize) -> (Vec<usize>, Vec<(usize, usize)>) {
    let is = |index: usize, types: &[&str]| {
        let own = tree.get(index).and_then(|e| e.standard());
        own.is_some_and(|own| types.contains(&own))
    };
    let (mut rows, mut groups) = (Vec::new(), Vec::new());
    for child in tree.children(table) {
        if is(child, &["TR"]) {
            rows.push(child);
        } else if is(child, &["THead", "TBody", "TFoot"]) {
            let start = rows.len();
            rows.extend(tree.children(child).into_iter().filter(|&r| is(r, &["TR"])));
            groups.push((start, rows.len()));
        }
    }
    (rows, groups)
}

fn cells(tree: &Tree<'_>, row: usize) -> Vec<Cell> {
    let span = |element, key| {
        let span = tree.attribute(element, "Table", key);
        let span = span.and_then(Object::into_i32).unwrap_or(1);
        usize::try_from(span).unwrap_or(1).max(1)
    };
    tree.children(row)
        .into_iter()
        .filter_map(|element| {
            let is_header = match tree.get(element)?.standard()? {
                "TH" => true,
                "TD" => false,
                _ => return None,
            };
            Some(Cell {
                element,
                is_header,
                rows: span(element, "RowSpan"),
                columns: span(element, "ColSpan"),
            })
        })
        .collect()
}

/// Cells by row and column; a cell is in every position that it spans.
type Places = Vec<Vec<Option<Cell>>>;

/// Lays out the cells. The height is the sum of the row spans of the rows' first cells; the width is that of
/// the first row. Returns `Err(None)` if the table is too large or `has_room` returns `false`.
fn lay_out(
    cells: &[Vec<Cell>],
    groups: &[(usize, usize)],
    has_room: impl Fn(usize) -> bool,
) -> Result<Places, Option<Irregular>> {
    let mut height = 0usize;
    let mut row = 0;
    while let Some(cells) = cells.get(row) {
        let rows = cells.first().map_or(0, |c| c.rows);
        height = height.saturating_add(rows);
        row = row.saturating_add(rows.max(1));
    }
    let first = cells.first().into_iter().flatten();
    let width = first.fold(0usize, |sum, c| sum.saturating_add(c.columns));
    let places = height.saturating_mul(width);
    if places > MAX_CELLS || !has_room(places) {
        return Err(None);
    }
    let mut places: Places = vec![vec![None; width]; height];
    for (row, cells) in cells.iter().enumerate() {
        let mut column = 0;
        for &cell in cells {
            while places
                .get(row)
                .and_then(|r| r.get(column))
                .is_some_and(Option::is_some)
            {
                column += 1;
            }
            let right = column.saturating_add(cell.columns);
            let bottom = row.saturating_add(cell.rows);
            if right > width {
                return Err(Some(Irregular::TooWide));
            }
            let leaves = |&(start, end): &(usize, usize)| {
                (row < start && bottom > start) || (row < end && bottom > end)
            };
            if bottom > height || groups.iter().any(leaves) {
                return Err(Some(Irregular::Rows));
            }
            for place in places
                .iter_mut()
                .take(bottom)
                .skip(row)
                .flat_map(|r| r.iter_mut().take(right).skip(column))
            {
                if let Some(other) = place {
                    return Err(Some(Irregular::Overlap(cell.element, other.element)));
                }
                *place = Some(cell);
            }
            column = right;
        }
    }
    if places.iter().flatten().any(Option::is_none) {
        return Err(Some(Irregular::TooNarrow));
    }
    Ok(places)
}

/// `Scope` of a header cell.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    Row,
    Column,
    Both,
    /// Any other value.
    Unknown,
}

/// The first data cell without a header, by `Headers` or, with `by_place`, by its position. Returns `None` if
/// all header cells have a scope or if there are none: the standard requires header cells only where a table
/// has headers.
fn headless(tree: &Tree<'_>, places: &Places, by_place: bool) -> Option<(usize, bool)> {
    let mut scopes: HashMap<usize, Option<Scope>> = HashMap::new();
    let mut ids = HashSet::new();
    for cell in places.iter().flatten().flatten().filter(|c| c.is_header) {
        // A cell is in all positions that it spans.
        let Entry::Vacant(new) = scopes.entry(cell.element) else {
            continue;
        };
        let scope = tree.attribute_name(cell.element, "Table", "Scope");
        new.insert(scope.map(|scope| match scope.as_str() {
            "Row" => Scope::Row,
            "Column" => Scope::Column,
            "Both" => Scope::Both,
            _ => Scope::Unknown,
        }));
        ids.extend(tree.get(cell.element).and_then(|e| tree.text(e, "ID")));
    }
    if scopes.values().all(Option::is_some) {
        return None;
    }
    // The scope of a header cell, its own or that of its position; `None` for other cells.
    let at = |row: usize, column: usize| {
        let cell = places.get(row)?.get(column).copied().flatten()?;
        let own = scopes.get(&cell.element).filter(|_| cell.is_header)?;
        Some(own.unwrap_or(match (row, column) {
            (0, 1..) => Scope::Column,
            (1.., 0) => Scope::Row,
            _ => Scope::Both,
        }))
    };
    let led = if by_place {
        led(places, &at)
    } else {
        Vec::new()
    };
    let is_led = |row: usize, column: usize| led.get(row)?.get(column).copied();
    let mut seen = HashSet::new();
    for (row, line) in places.iter().enumerate() {
        for (column, cell) in line.iter().enumerate() {
            let Some(cell) = cell.filter(|c| !c.is_header && seen.insert(c.element)) else {
                continue;
            };
            // The corner above both kinds of header cells needs none.
            if (row, column) == (0, 0) {
                continue;
            }
            let named = headers(tree, cell.element);
            let unknown = named.iter().any(|id| !ids.contains(id));
            if !named.is_empty() && !unknown {
                continue;
            }
            let above = (column..column + cell.columns)
                .any(|c| is_led(row, c).is_some_and(|led| led.from_above));
            let beside =
                (row..row + cell.rows).any(|r| is_led(r, column).is_some_and(|led| led.from_left));
            if !above && !beside {
                return Some((cell.element, unknown));
            }
        }
    }
    None
}

/// Whether a position has a header for its column, and one for its row.
#[derive(Clone, Copy)]
struct Led {
    from_above: bool,
    from_left: bool,
}

/// The state of the search for the header of a position (ISO 32000-2, 14.8.4.8.3). The search goes up or to
/// the left over data cells, and ends after the first run of headers. Here the grid is visited in the
/// opposite direction, so that each position takes one step.
#[derive(Clone, Copy, Default)]
struct Way {
    /// The last run of headers contains one with the wanted scope.
    leads: bool,
    /// The last position is a header.
    at_header: bool,
}

impl Way {
    fn pass(&mut self, header: Option<Scope>, wanted: Scope) {
        if let Some(scope) = header {
            let is_wanted = scope == wanted || scope == Scope::Both;
            self.leads = is_wanted || self.at_header && self.leads;
        }
        self.at_header = header.is_some();
    }
}

fn led(places: &Places, at: &impl Fn(usize, usize) -> Option<Scope>) -> Vec<Vec<Led>> {
    let mut down = vec![Way::default(); places.first().map_or(0, Vec::len)];
    let rows = 0..places.len();
    rows.map(|row| {
        let mut right = Way::default();
        let columns = down.iter_mut().enumerate();
        columns
            .map(|(column, down)| {
                let led = Led {
                    from_above: down.leads,
                    from_left: right.leads,
                };
                let header = at(row, column);
                down.pass(header, Scope::Column);
                right.pass(header, Scope::Row);
                led
            })
            .collect()
    })
    .collect()
}

/// `Headers`: the IDs of the header cells.
fn headers(tree: &Tree<'_>, cell: usize) -> Vec<String> {
    match tree.attribute(cell, "Table", "Headers") {
        Some(Object::Array(list)) => tree
            .references
            .items(&list)
            .filter_map(Object::into_string)
            .map(|id: StringObject<'_>| text_string(&id))
            .collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lays out a table given as rows of cells `(rows, columns)`.
    fn irregular(rows: &[&[(usize, usize)]], groups: &[(usize, usize)]) -> Option<Irregular> {
        let mut element = 0;
        let cells: Vec<Vec<Cell>> = rows
            .iter()
            .map(|row| {
                row.iter()
                    .map(|&(rows, columns)| {
                        element += 1;
                        Cell {
                            element,
                            is_header: false,
                            rows,
                            columns,
                        }
                    })
                    .collect()
            })
            .collect();
        lay_out(&cells, groups, |_| true).err().flatten()
    }

    #[test]
    fn spans_fill_the_grid() {
        assert_eq!(
            irregular(&[&[(2, 1), (1, 2)], &[(1, 1), (1, 1)]], &[]),
            None
        );
        assert_eq!(irregular(&[], &[]), None);
    }

    #[test]
    fn what_does_not_fit_is_told_by_its_kind() {
        let long = irregular(&[&[(1, 1), (1, 1)], &[(1, 1), (1, 1), (1, 1)]], &[]);
        assert_eq!(long, Some(Irregular::TooWide));
        let short = irregular(&[&[(1, 1), (1, 1)], &[(1, 1)]], &[]);
        assert_eq!(short, Some(Irregular::TooNarrow));
        assert_eq!(irregular(&[&[(1, 1), (2, 1)]], &[]), Some(Irregular::Rows));
        let over = irregular(&[&[(1, 1), (2, 1), (1, 1)], &[(1, 3)]], &[]);
        assert!(matches!(over, Some(Irregular::Overlap(4, 2))), "{over:?}");
    }

    #[test]
    fn a_cell_stays_in_its_group_of_rows() {
        let rows: &[&[(usize, usize)]] = &[&[(1, 1), (2, 1)], &[(1, 1)]];
        assert_eq!(irregular(rows, &[]), None);
        assert_eq!(irregular(rows, &[(0, 1), (1, 2)]), Some(Irregular::Rows));
    }

    #[test]
    fn a_span_without_measure_costs_nothing() {
        assert_eq!(irregular(&[&[(usize::MAX, usize::MAX)]], &[]), None);
    }

    #[test]
    fn a_run_of_headers_leads_the_cells_behind_it() {
        let wanted = Some(Scope::Column);
        let other = Some(Scope::Row);
        let leads = |way: &[Option<Scope>]| {
            let mut down = Way::default();
            way.iter().for_each(|at| down.pass(*at, Scope::Column));
            down.leads
        };
        assert!(leads(&[wanted]));
        assert!(leads(&[wanted, None, None]));
        assert!(leads(&[wanted, other]));
        assert!(!leads(&[wanted, None, other]));
        assert!(!leads(&[None, other]));
        assert!(leads(&[None, other, Some(Scope::Both)]));
    }
}
