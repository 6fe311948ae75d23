//! Finds the rows of text above and below a net: those around stripes, and the heads above a grid.
//!
//! ```text
//!                  Here         Abroad      heads over several columns,
//!     Country   1901  1902   1901  1902     and over one,
//!     Austria     86    13    375    48     a row without background
//!   ░░Belgium░░░░░86░░░░13░░░░375░░░░48░░   the first stripe
//! ```

use std::cell::LazyCell;

use super::between_rules::Side;
use super::distances::{IN_LINE, WORD_GAP};
use super::draft::TableFinder;
use super::rules::{Net, Rule, TOUCH};
use super::stripes::{BETWEEN, lowest_row};
use super::white::{TextRow, WIDE};
use crate::compact_sort::CompactSort;
use crate::geometry::Rect;

/// Factor by which the lines of heads reach farther, if they are close to each other.
const HIGH_HEADS: f32 = 2.0;

/// Largest distance of a row next to a stripe from it, or from the row before, in ems or heights of a stripe.
const NEAR: f32 = 1.0;

/// Largest distance of the lines of a cell, in ems.
const LEADING: f32 = 0.6;

/// Largest overlap of text and a column end, in ems.
const SLACK: f32 = 0.5;

/// Distance of the end of a table from its outer row, in ems.
const MARGIN: f32 = 0.2;

/// Smallest share of the columns of a grid with heads above its first line.
const HEADS: f32 = 0.6;

impl TableFinder<'_> {
    /// Extends a net of stripes by the rows of text directly above and below it, if they fit its columns. Lines among
    /// the `nets` divide these rows. `free` are the pieces that are not in a table yet.
    pub(super) fn with_outer_rows(&self, mut net: Net, nets: &[Net], free: &[u32]) -> Net {
        let rect = net.rect();
        let xs = columns(&net);
        // Gaps are higher than stripes, or as high.
        let height = lowest_row(&net);
        let ys: Vec<f32> = net.along.iter().map(|rule| rule.at).collect();
        let row = |side| {
            let (end, _) = self.outer_row(rect, &ys, free, side)?;
            Some(OuterRows { end, heads: None })
        };
        let ends = [
            self.rows_beside(rect, &xs, -height, 2, free)
                .or_else(|| row(Side::Above)),
            self.rows_beside(rect, &xs, height, 2, free)
                .or_else(|| row(Side::Below)),
        ];
        for rows in ends.into_iter().flatten() {
            rows.extend(&mut net, &xs);
        }
        let whole = net.rect();
        let lines = nets.iter().filter(|other| other.across.is_empty());
        let lines = lines.flat_map(|other| &other.along).filter(|rule| {
            let is_long = rule.from <= whole.x0 + TOUCH && rule.to >= whole.x1 - TOUCH;
            is_long
                && (whole.y0..whole.y1).contains(&rule.at)
                && !(rect.y0..rect.y1).contains(&rule.at)
        });
        net.along.extend(lines);
        net.along.compact_sort_by(|a, b| a.at.total_cmp(&b.at));
        net
    }

    /// Extends a grid by the heads directly above it, if they have no lines around them. `free` are the pieces
    /// that are not in a table yet.
    pub(super) fn with_heads(&self, mut net: Net, free: &[u32]) -> Net {
        let xs = columns(&net);
        let count = xs.len().saturating_sub(1);
        // The text below is a row, too. A single column has no heads, and a box has no columns.
        if count < 2 || net.along.len() <= 2 {
            return net;
        }
        let least = ((HEADS * count as f32).ceil() as usize).max(2);
        if let Some(rows) = self.rows_beside(net.rect(), &xs, -lowest_row(&net), least, free) {
            rows.extend(&mut net, &xs);
        }
        net
    }

    /// Whether a text beside a net begins, ends or is centred as a text `within` its column does, or in the middle
    /// of it. `xs` are the ends of the columns.
    fn is_in_line(
        &self,
        &(from, to): &(f32, f32),
        column: usize,
        xs: &[f32],
        within: &[(f32, f32)],
    ) -> bool {
        let Some(&[left, right]) = column.checked_sub(1).and_then(|n| xs.get(n..n + 2)) else {
            return false;
        };
        let near = |a: f32, b: f32| (a - b).abs() <= IN_LINE * self.em;
        let mut own = within
            .iter()
            .filter(|s| s.0 >= left - IN_LINE && s.1 <= right + IN_LINE);
        near((from + to) / 2.0, (left + right) / 2.0)
            || own.any(|s| {
                near(from, s.0) || near(to, s.1) || near((from + to) / 2.0, (s.0 + s.1) / 2.0)
            })
    }

    /// The rows of text that continue a net above (`height` is negative) or below it. The net's
    /// lowest stripe has this height. A row has cells in at least `least` columns; one with fewer is part of such a row if it
    /// follows it outwards.
    fn rows_beside(
        &self,
        rect: Rect,
        xs: &[f32],
        height: f32,
        least: usize,
        free: &[u32],
    ) -> Option<OuterRows> {
        let up = height < 0.0;
        let near_end = BETWEEN * height.abs();
        let reach = HIGH_HEADS * BETWEEN * height;
        let (top, bottom) = if up {
            (rect.y0 + reach, rect.y0)
        } else {
            (rect.y1, rect.y1 + reach)
        };
        let beside: Vec<u32> = free
            .iter()
            .copied()
            .filter(|&i| {
                let piece = self.piece(i);
                let along = (piece.cell.x0 + piece.cell.x1) / 2.0;
                (top..bottom).contains(&piece.middle()) && (rect.x0..=rect.x1).contains(&along)
            })
            .collect();
        if beside.is_empty() {
            return None;
        }
        let lines = self.rows.lines(&beside);
        let mut rows: Vec<TextRow<'_>> = lines.chunk_by(|a, b| a.row == b.row).collect();
        if up {
            rows.reverse();
        }
        let inner = xs.get(1..xs.len().saturating_sub(1)).unwrap_or_default();
        let gap = if inner.is_empty() { WIDE } else { WORD_GAP };
        let slack = SLACK * self.em;
        let near = NEAR * f32::max(self.em, height.abs());
        // Only read for rows that can continue the net by their place.
        let within = LazyCell::new(|| -> Vec<(f32, f32)> {
            let own = free.iter().copied();
            let own = own.filter(|&i| rect.contains(self.piece(i).cell.centre()));
            let lines = self.rows.lines(&own.collect::<Vec<u32>>());
            let rows = lines.chunk_by(|a, b| a.row == b.row);
            rows.flat_map(|row| self.stretches(row, gap)).collect()
        });
        let is_over = |s: &(f32, f32), x: f32| s.0 < x - slack && s.1 > x + slack;
        // The ends of the last row with several cells, and of the last row.
        let mut found = None;
        let mut heads: Option<Heads> = None;
        let mut end = if up { rect.y0 } else { rect.y1 };
        for row in rows {
            let cell = row.iter().fold(Rect::EMPTY, |r, l| r.union(l.cell));
            let apart = if up { end - cell.y1 } else { cell.y0 - end };
            let stretches = self.stretches(row, gap);
            let is_over_several = |s: &(f32, f32)| inner.iter().any(|x| is_over(s, *x));
            let is_text = || self.is_text(row, &self.stretches(row, WORD_GAP), rect.width());
            // The name of a section is centred over all columns, and a head over some.
            let is_section = matches!(stretches[..], [(from, to)]
                if (from + to - rect.x0 - rect.x1).abs() <= 2.0 * IN_LINE * self.em);
            let is_head = |s: &(f32, f32)| up && self.is_centred_over(*s, xs);
            let crosses =
                !is_section && stretches.iter().any(|s| is_over_several(s) && !is_head(s));
            let is_close = apart <= LEADING * self.em;
            let is_far = (cell.y0 - rect.y0).min(rect.y1 - cell.y1) <= -near_end;
            if apart > near || crosses || is_text() || is_far && !(up && is_close) {
                break;
            }
            let goes_on = found == Some(end) && is_close;
            end = if up { cell.y0 } else { cell.y1 };
            let column = |(from, to): &(f32, f32)| xs.partition_point(|x| 2.0 * x < from + to);
            let own = stretches.iter();
            let own = own.map(|s| (column(s), s)).filter(|(column, stretch)| {
                inner.is_empty()
                    || is_head(stretch)
                    || self.is_in_line(stretch, *column, xs, &within)
            });
            let mut cells: Vec<usize> = own.map(|(column, _)| column).collect();
            // Without lines between its columns, a net is one column.
            if !inner.is_empty() {
                cells.dedup();
            }
            if cells.len() >= least || goes_on {
                let spans = stretches.iter().any(is_over_several);
                if spans && !is_section {
                    heads.get_or_insert_with(|| Heads {
                        below: found.unwrap_or(rect.y0),
                        ends: xs.to_vec(),
                    });
                }
                if let Some(heads) = &mut heads {
                    heads
                        .ends
                        .retain(|x| !stretches.iter().any(|s| is_over(s, *x)));
                }
                found = Some(end);
            }
        }
        let margin = MARGIN * self.em;
        found.map(|end| OuterRows {
            end: if up { end - margin } else { end + margin },
            heads,
        })
    }
}

/// The rows of text above or below a net.
struct OuterRows {
    /// Their upper or lower end.
    end: f32,
    /// The rows at this end with heads over several columns.
    heads: Option<Heads>,
}

/// Rows with heads over several columns, above the rest of a table.
struct Heads {
    /// Their lower end.
    below: f32,
    /// The ends of columns that no head crosses.
    ends: Vec<f32>,
}

impl OuterRows {
    /// Adds the rows to a net whose columns end at `xs`.
    fn extend(&self, net: &mut Net, xs: &[f32]) {
        match &self.heads {
            Some(heads) => {
                if heads.below < net.rect().y0 {
                    extend(net, heads.below, xs);
                }
                extend(net, self.end, &heads.ends);
            }
            None => extend(net, self.end, xs),
        }
    }
}

/// The ends of a net's columns, from left to right.
fn columns(net: &Net) -> Vec<f32> {
    let mut xs: Vec<f32> = net.across.iter().map(|r| r.at).collect();
    xs.dedup_by(|b, a| *b - *a <= TOUCH);
    xs
}

/// Adds a row to a net, from its upper or lower end to `at`.
fn extend(net: &mut Net, at: f32, xs: &[f32]) {
    let rect = net.rect();
    let (from, to) = if at < rect.y0 {
        (at, rect.y0)
    } else {
        (rect.y1, at)
    };
    net.along.push(Rule::unseen(at, rect.x0, rect.x1));
    net.across
        .extend(xs.iter().map(|&at| Rule::unseen(at, from, to)));
    net.along.compact_sort_by(|a, b| a.at.total_cmp(&b.at));
    net.across.compact_sort_by(|a, b| a.at.total_cmp(&b.at));
}
