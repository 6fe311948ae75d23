//! Detects tables: cells in rows and columns, so that text is read cell by cell.
//!
//! - *Ruled* tables are found first, before the page is divided at gutters: `rules` are connected to nets. A
//!   net with vertical lines is a `grid` of cells; `lists` side by side are merged. Between horizontal lines
//!   only, white space separates the columns (`white`).
//! - *Open* tables have no lines around their cells. They are found before the page is divided at gutters, which
//!   would cut them, and again in each region, because the text beside a table hides its rows.
//!
//! Each candidate is a draft, and its [`Evidence`] decides whether it is a table. A missed table is read row
//! by row; a false positive breaks text apart. So tables without lines need strong evidence.
//!
//! For the rest of the analysis a ruled table is a column of full lines, one for each row (`table_rows`).

mod across_sides;
mod between_rules;
mod cell_text;
mod centred_names;
mod distances;
pub(crate) mod draft;
pub(crate) mod evidence;
mod features;
mod full_lines;
mod gaps;
mod grid;
mod head_cells;
mod headers;
mod headlines;
mod highlights;
pub(crate) mod known;
mod known_lines;
mod known_numbers;
mod levels;
mod lists;
mod look;
mod merge;
mod names_beside;
mod numbers;
mod open;
mod open_columns;
mod outer_rows;
pub(crate) mod plain_text;
mod prose;
mod rules;
mod signs;
mod spans;
mod stripes;
mod strips;
pub(crate) mod table;
pub(crate) mod table_rows;
mod text_rows;
#[allow(
    clippy::approx_constant,
    reason = "a fitted weight can be near a constant"
)]
mod weights;
mod white;

use std::cmp::Reverse;

use super::regions::pieces::{self, Piece};
use crate::compact_sort::CompactSort;
use crate::geometry::Rect;
use crate::rank::rank;

use draft::{CellRange, Draft, Ruling, TableFinder};
use evidence::Evidence;
use grid::Grid;
use plain_text::{PlainText, Rejected};
use rules::{Net, TOUCH};
use table::{Cell, Table};

/// The tables in a text, and the rejected candidates.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    pub(super) tables: Vec<Table>,
    pub(super) refused: Rejected,
    /// The text, if its lines were searched and there are no tables in it.
    pub(super) plain: Option<PlainText>,
}

impl Found {
    /// Adds tables, and removes their pieces from those that are free.
    fn take(&mut self, tables: Vec<Table>, free: &mut Vec<u32>) {
        let lines = tables.iter().flat_map(Table::lines);
        let mut taken: Vec<u32> = lines.flat_map(|l| &l.pieces).copied().collect();
        taken.sort_unstable();
        free.retain(|i| taken.binary_search(i).is_err());
        self.tables.extend(tables);
    }
}

/// Smallest share of a table that a grid covers if both can be the same table.
const MOST_OF_TABLE: f32 = 0.8;

/// Maximum number of nets examined; the largest are kept. A page with more is a drawing.
const MOST_NETS: usize = 200;

impl TableFinder<'_> {
    /// The tables that ruled lines form around these pieces, which are in drawing order. Lines in `taken`, in
    /// page space, belong to tables of other frames.
    pub(super) fn ruled(&self, pieces: &[u32], taken: &[Rect]) -> Found {
        let mut found = Found::default();
        if self.content.fills.len() < 2 {
            return found;
        }
        let page = Rect::new(0.0, 0.0, self.content.width, self.content.height);
        let fills = self.fills_of_cells(pieces);
        let mut nets = rules::nets(&fills, self.frame, self.em, page);
        let taken: Vec<Rect> = taken.iter().map(|r| self.frame.enter_rect(*r)).collect();
        nets.retain(|net| !taken.iter().any(|r| r.touches(net.rect())));
        nets.sort_by_cached_key(|net| Reverse(rank(net.rect().area())));
        nets.truncate(MOST_NETS);
        // A grid inside lines around other text is a table of its own.
        nets.compact_sort_by_key(|net| net.across.is_empty());
        let mut free: Vec<u32> = pieces.to_vec();
        for net in stripes::join(&nets) {
            let net = self.with_outer_rows(net, &nets, &free);
            // With one column they are titles above text.
            self.take_out(&net, 2, &nets, &mut free, &mut found);
        }
        for (n, net) in nets.iter().enumerate() {
            let others = nets.get(n + 1..).unwrap_or_default();
            let is_head = || nets.iter().any(|below| stripes::is_shaded_head(net, below));
            if net.along.len() > 1 && !is_head() {
                let net = stripes::with_shaded_heads(net, &nets).with_rules_within(others);
                let net = self.with_heads(net, &free);
                let net = self.with_names(net, &nets, &free);
                self.take_out(&net, 1, others, &mut free, &mut found);
            }
        }
        found
    }

    /// Moves the pieces in a net from `free` to tables, if they form tables with more than `columns` columns, and
    /// none of the `others` is a better grid around the same text: shaded rows can also have lines around all cells. Shaded
    /// rows in a box are rows of the table between the lines around them.
    fn take_out(
        &self,
        net: &Net,
        columns: usize,
        others: &[Net],
        free: &mut Vec<u32>,
        found: &mut Found,
    ) {
        let mut tables = self.tables_of(net, columns, free, &mut found.refused);
        tables.retain(|table| {
            let is_grid = |other: &&Net| {
                let shared = other.rect().intersection(table.rect).area();
                other.along.len() > 1
                    && !other.across.is_empty()
                    && shared >= MOST_OF_TABLE * table.rect.area()
            };
            let around = |other: &&Net| {
                let outer = other.rect().grown(TOUCH);
                net.is_box() && other.across.is_empty() && outer.union(net.rect()) == outer
            };
            let mut around = others.iter().filter(around);
            let within = |other: &Net| {
                let tables = self.tables_of(other, 1, free, &mut Rejected::new());
                tables.iter().any(|whole| whole.has_rows_of(table))
            };
            if around.any(within) {
                return false;
            }
            let grids = others.iter().filter(is_grid);
            let mut grids =
                grids.flat_map(|grid| self.tables_of(grid, 1, free, &mut Rejected::new()));
            let score = |table: &Table| table.evidence.score().sum;
            !grids.any(|grid| score(&grid) > score(table))
        });
        found.take(tables, free);
    }

    /// The tables with more than `columns` columns that the `free` pieces in a net form.
    fn tables_of(
        &self,
        net: &Net,
        columns: usize,
        free: &[u32],
        refused: &mut Rejected,
    ) -> Vec<Table> {
        let rect = net.rect();
        let within = |i: &u32| rect.contains(middle(self.piece(*i)));
        let own: Vec<u32> = free.iter().copied().filter(within).collect();
        // Tables are often set in smaller type than the text.
        let finder = Self {
            em: pieces::em(own.iter().map(|&i| self.piece(i))),
            ..*self
        };
        let drafts = finder.drafts(net, own, free).into_iter();
        let drafts = drafts.filter(|draft| draft.xs.len() > columns);
        let accepted = drafts.filter_map(|draft| finder.accept(draft, refused));
        accepted.map(|accepted| finder.table(accepted)).collect()
    }

    /// Candidate tables from the pieces in a net; `free` are all pieces that are not in a table yet.
    fn drafts(&self, net: &Net, pieces: Vec<u32>, free: &[u32]) -> Vec<Draft> {
        if pieces.len() < 2 {
            return Vec::new();
        }
        let Some(grid) = Grid::of(net, self.em) else {
            return Vec::new();
        };
        if grid.xs.len() > 2 {
            return vec![self.fill(grid, pieces, net)];
        }
        let drafts = self.between_lines(net, &grid.ys, &pieces, free);
        if drafts.is_empty() && net.across.len() > 1 {
            return vec![self.fill(grid, pieces, net)];
        }
        drafts
    }

    /// Assigns pieces to the cells of a grid.
    fn fill(&self, grid: Grid, pieces: Vec<u32>, net: &Net) -> Draft {
        let columns = grid.xs.len().saturating_sub(1);
        let mut numbers = vec![usize::MAX; columns * grid.ys.len()];
        for (n, place) in grid.cells.iter().enumerate() {
            for row in place.rows.clone() {
                for column in place.columns.clone() {
                    if let Some(number) = numbers.get_mut(row * columns + column) {
                        *number = n;
                    }
                }
            }
        }
        let mut cells: Vec<(CellRange, Vec<u32>)> =
            grid.cells.iter().map(|p| (p.clone(), Vec::new())).collect();
        for index in pieces {
            let at = middle(self.piece(index));
            let cell = grid
                .find(at.x, at.y)
                .and_then(|(row, column)| numbers.get(row * columns + column))
                .and_then(|&n| cells.get_mut(n));
            if let Some((_, own)) = cell {
                own.push(index);
            }
        }
        let draft = Draft {
            xs: grid.xs,
            ys: grid.ys,
            cells,
            ruling: Ruling::Grid,
            set_off: 0,
            each_ruled: true,
            captioned: false,
        };
        let draft = draft.without_gaps(self.em);
        let rows = draft.ys.len();
        let draft = self.part_rows(self.part_columns(draft), net);
        // Splitting rows can reveal further columns.
        let draft = if draft.ys.len() > rows {
            self.part_columns(draft)
        } else {
            draft
        };
        if net.striped {
            // No line is between a sign and its number.
            self.with_signs(self.with_sections(draft))
        } else {
            draft
        }
    }

    /// A draft with its evidence, if this is sufficient.
    fn accept(&self, draft: Draft, refused: &mut Rejected) -> Option<(Draft, Evidence)> {
        // A sign between ruled lines is a cell.
        let draft = match draft.ruling {
            Ruling::Grid => draft,
            Ruling::None | Ruling::Along => self.with_signs(draft),
        };
        let evidence = Evidence::gather(self, &draft);
        if !evidence.is_table() {
            refused.extend(draft.rect().map(|rect| (rect, evidence)));
            return None;
        }
        if draft.ruling != Ruling::Grid
            && let Some(draft) = self.with_centred_names(&draft)
        {
            let evidence = Evidence::gather(self, &draft);
            return Some((draft, evidence));
        }
        Some((draft, evidence))
    }

    /// The table of an accepted draft.
    fn table(&self, (draft, evidence): (Draft, Evidence)) -> Table {
        let headers = evidence.headers.rows();
        let (draft, headers) = self.with_spans(draft, headers);
        let columns = draft.columns();
        let mut cells: Vec<Cell> = draft
            .cells
            .into_iter()
            .map(|(place, pieces)| {
                let end = |all: &[f32], n: usize| all.get(n).copied().unwrap_or_default();
                let rect = Rect {
                    x0: end(&draft.xs, place.columns.start),
                    y0: end(&draft.ys, place.rows.start),
                    x1: end(&draft.xs, place.columns.end),
                    y1: end(&draft.ys, place.rows.end),
                };
                Cell {
                    rect: pieces
                        .iter()
                        .fold(rect, |r, &i| r.union(self.piece(i).cell)),
                    header: place.rows.end <= headers,
                    columns: if self.rows.right_to_left {
                        columns - place.columns.end..columns - place.columns.start
                    } else {
                        place.columns
                    },
                    rows: place.rows,
                    lines: self.rows.lines(&pieces),
                }
            })
            .collect();
        cells.compact_sort_by_key(|c| (c.rows.start, c.columns.start));
        Table {
            rect: cells.iter().fold(Rect::EMPTY, |r, c| r.union(c.rect)),
            cells,
            evidence,
        }
    }
}

fn middle(piece: &Piece) -> crate::geometry::Point {
    let c = piece.cell;
    crate::geometry::Point::new((c.x0 + c.x1) / 2.0, (c.y0 + c.y1) / 2.0)
}
