//! Assigns lines to columns: whole if possible, cut if they run through a gutter.

use std::ops::Range;

use super::ColumnParams;
use super::gutters::Gutter;
use super::rows::{Level, Row, Upright, beside};
use crate::geometry::Rect;

/// Limits for assigning lines to columns.
struct PlacingLimits {
    /// A line is cut at a gutter if it has white space over at least this share of the gutter.
    white: f32,
    /// A mark inside a gutter may extend beyond it on each side by this share of its height.
    reach: f32,
    /// An isolated line is cut only at a gap at least this many times as wide as its other gaps.
    word_spaces: f32,
    /// Rows are closely spaced if the space between them is at most this share of their height.
    close: f32,
    /// A line that cannot be cut belongs to the first column that has this share of its width.
    at_home: f32,
}

const PLACING: PlacingLimits = PlacingLimits {
    white: 0.5,
    reach: 0.75,
    word_spaces: 1.5,
    close: 0.25,
    at_home: 0.25,
};

/// The place of a piece of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ColumnPlace {
    /// In a column, numbered from 0 from the left.
    Column(usize),
    /// Across columns or between them, with no other text beside it.
    Span,
    /// In a gutter, beside the text of the columns.
    Mark,
}

/// A line, or a part of one.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// Its glyphs, as positions in [`Pieces::glyphs`].
    pub glyphs: Range<u32>,
    /// Horizontally (`u`) the extent of its ink, vertically (`v`) that of its line's cells.
    pub rect: Rect,
    pub place: ColumnPlace,
}

/// All pieces of a page.
#[derive(Debug, Default)]
pub(super) struct Pieces {
    pub pieces: Vec<Piece>,
    pub glyphs: Vec<u32>,
}

/// The position of a line relative to others.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Setting {
    /// Other lines are beside it, so it is in a column.
    Beside,
    /// Alone in its row, but as closely spaced as columns are: two lines that touch, or were read as one.
    Body,
    /// Alone in its row, as a heading is.
    Apart,
}

/// The position of a line relative to a gutter.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Side {
    Left,
    Right,
    /// Through it, with a gap at whose centre (a coordinate in points) the line is cut.
    Through(f32),
    /// Inside it, such as a page number or a mark.
    Inside,
    /// Across it, without a gap.
    Across,
}

/// Assigns the lines of all rows to columns.
pub(super) fn place(
    upright: &Upright,
    rows: &[Row],
    gutters: &[Gutter],
    params: &ColumnParams,
) -> Pieces {
    let mut placing = Placing {
        upright,
        gutters,
        params,
        out: Pieces::default(),
        cuts: Vec::new(),
    };
    for (number, row) in rows.iter().enumerate() {
        let first = placing.out.pieces.len();
        // For each piece, its side if it is across or inside a gutter.
        let mut sides = Vec::new();
        let before = number.checked_sub(1).and_then(|n| rows.get(n));
        let after = rows.get(number + 1);
        for line in &row.lines {
            let setting = match row.lines.len() {
                1 if placing.is_body(row, before, after) => Setting::Body,
                1 => Setting::Apart,
                _ => Setting::Beside,
            };
            placing.cut(&upright.lines[*line], setting, &mut sides);
        }
        settle(
            &mut placing.out.pieces[first..],
            &sides,
            (before, after),
            params.row_overlap,
        );
    }
    placing.out
}

struct Placing<'a> {
    upright: &'a Upright<'a>,
    gutters: &'a [Gutter],
    params: &'a ColumnParams,
    out: Pieces,
    cuts: Vec<f32>,
}

impl Placing<'_> {
    /// Whether a row is as closely spaced as columns are, between rows that are in columns. A line across all
    /// columns has space around it; otherwise it is two lines that touch, or were read as one.
    fn is_body(&self, row: &Row, before: Option<&Row>, after: Option<&Row>) -> bool {
        let (Some(before), Some(after)) = (before, after) else {
            return false;
        };
        let near = PLACING.close * (row.bottom - row.top);
        row.top - before.bottom <= near
            && after.top - row.bottom <= near
            && [before, after].into_iter().all(|other| {
                let (Some(first), Some(last)) = (other.ink.first(), other.ink.last()) else {
                    return false;
                };
                let rect = Rect::new(first.0, other.top, last.1, other.bottom);
                let divides = |g| {
                    let side = self.side(&other.ink, rect, g, Setting::Beside);
                    matches!(side, Side::Through(_))
                };
                self.gutters.iter().all(divides)
            })
    }

    /// Cuts a line at the gutters that it runs through, and at those that it crosses if it is two lines read
    /// as one. Adds to `sides` for each piece whether it is across or inside a gutter.
    fn cut(&mut self, line: &Level, setting: Setting, sides: &mut Vec<Option<Side>>) {
        let ink = self.upright.ink(line);
        self.cuts.clear();
        for gutter in self.gutters {
            match self.side(ink, line.rect, gutter, setting) {
                Side::Through(at) => self.cuts.push(at),
                Side::Across if setting == Setting::Body => {
                    self.cuts.push(self.nearest_gap(line, gutter))
                }
                _ => {}
            }
        }
        // If gutters nearly touch, the order of their gaps may differ from that of the gutters.
        self.cuts.sort_unstable_by(f32::total_cmp);
        let source = &self.upright.glyphs[line.glyphs.start as usize..line.glyphs.end as usize];
        for part in 0..=self.cuts.len() {
            let start = part
                .checked_sub(1)
                .map_or(f32::NEG_INFINITY, |p| self.cuts[p]);
            let end = self.cuts.get(part).copied().unwrap_or(f32::INFINITY);
            let first = self.out.glyphs.len() as u32;
            for &glyph in source {
                let middle = self
                    .upright
                    .extent_with_spaces(glyph)
                    .map_or(line.rect.x0, |(a, b)| (a + b) / 2.0);
                // A NaN coordinate goes with the first piece.
                if (start..end).contains(&middle) || (middle.is_nan() && part == 0) {
                    self.out.glyphs.push(glyph);
                }
            }
            let inside = |&&(a, b): &&(f32, f32)| (start..end).contains(&((a + b) / 2.0));
            let own: Vec<(f32, f32)> = ink.iter().filter(inside).copied().collect();
            let (Some(&(x0, _)), Some(&(_, x1))) = (own.first(), own.last()) else {
                self.out.glyphs.truncate(first as usize);
                continue;
            };
            let rect = Rect {
                x0,
                x1,
                ..line.rect
            };
            let found: Vec<Side> = self
                .gutters
                .iter()
                .map(|g| self.side(&own, rect, g, setting))
                .collect();
            let odd = found
                .iter()
                .copied()
                .find(|s| matches!(s, Side::Inside | Side::Across));
            let column = match odd {
                Some(_) => self.home(rect),
                None => found.iter().filter(|s| **s == Side::Right).count(),
            };
            self.out.pieces.push(Piece {
                glyphs: first..self.out.glyphs.len() as u32,
                rect,
                place: ColumnPlace::Column(column),
            });
            sides.push(odd);
        }
    }

    /// The position of one line's ink relative to a gutter.
    fn side(&self, ink: &[(f32, f32)], rect: Rect, gutter: &Gutter, setting: Setting) -> Side {
        let (start, end) = gutter.at((rect.y0 + rect.y1) / 2.0);
        let middle = (start + end) / 2.0;
        let reach = PLACING.reach * rect.height();
        let centred = (start..=end).contains(&((rect.x0 + rect.x1) / 2.0));
        if centred
            && rect.x0 >= start - reach
            && rect.x1 <= end + reach
            && rect.width() <= (end - start).max(2.0 * rect.height())
        {
            return Side::Inside;
        }
        if rect.x1 <= end && rect.x0 < start || rect.x1 <= middle {
            return Side::Left;
        }
        if rect.x0 >= start && rect.x1 > end || rect.x0 >= middle {
            return Side::Right;
        }
        let covered: f32 = ink
            .iter()
            .map(|&(a, b)| (b.min(end) - a.max(start)).max(0.0))
            .sum();
        let over = ink.iter().any(|&(a, b)| a < start && b > end);
        if over || covered > (1.0 - PLACING.white) * (end - start) {
            return Side::Across;
        }
        let at = self.gap(ink, (start, end));
        if setting == Setting::Apart && is_word_space(ink, at) {
            return Side::Across;
        }
        Side::Through(at)
    }

    /// The centre of the gap between the text left and right of the gutter. Characters in the gutter belong
    /// to the left if the largest space between them and the text there is small. It is small below a limit
    /// in points, or compared with the space on the right. Otherwise they belong to the right.
    fn gap(&self, ink: &[(f32, f32)], (start, end): (f32, f32)) -> f32 {
        let first_inside = ink.partition_point(|&(a, _)| a < start);
        let first_right = ink
            .iter()
            .position(|&(_, b)| b > end)
            .unwrap_or(ink.len())
            .max(first_inside);
        let space = |left: usize, right: usize| match (ink.get(left), ink.get(right)) {
            (Some(left), Some(right)) => right.0 - left.1,
            _ => 0.0,
        };
        let largest =
            |from: usize, to: usize| (from..to).map(|i| space(i, i + 1)).fold(0.0, f32::max);
        let last_left = first_inside.saturating_sub(1);
        let belongs_left = |inside: usize| {
            let left = largest(last_left, inside);
            left < self.params.affinity_gap
                || left < self.params.affinity_share * largest(inside, first_right)
        };
        let cut = (first_inside..first_right)
            .find(|&i| !belongs_left(i))
            .unwrap_or(first_right);
        match (cut.checked_sub(1).and_then(|i| ink.get(i)), ink.get(cut)) {
            (Some(left), Some(right)) => (left.1 + right.0) / 2.0,
            _ => (start + end) / 2.0,
        }
    }

    /// The centre of the widest gap of a line in or near a gutter; without a gap, the centre of the gutter.
    fn nearest_gap(&self, line: &Level, gutter: &Gutter) -> f32 {
        let (start, end) = gutter.at((line.rect.y0 + line.rect.y1) / 2.0);
        let reach = line.rect.height();
        let ink = self.upright.ink(line);
        let (mut at, mut widest) = ((start + end) / 2.0, 0.0);
        for (left, right) in ink.iter().zip(ink.iter().skip(1)) {
            let middle = (left.1 + right.0) / 2.0;
            if right.0 - left.1 > widest && (start - reach..end + reach).contains(&middle) {
                (at, widest) = (middle, right.0 - left.1);
            }
        }
        at
    }

    /// The first column that has at least `PLACING.at_home` of a line's width.
    fn home(&self, rect: Rect) -> usize {
        let v = (rect.y0 + rect.y1) / 2.0;
        let mut left = rect.x0;
        for (column, gutter) in self.gutters.iter().enumerate() {
            let (start, end) = gutter.at(v);
            let border = (start + end) / 2.0;
            if border.min(rect.x1) - left >= PLACING.at_home * rect.width() {
                return column;
            }
            left = left.max(border);
        }
        self.gutters.len()
    }
}

/// Whether the gap at this place is not much wider than the widest other gap of the line.
fn is_word_space(ink: &[(f32, f32)], at: f32) -> bool {
    let (mut here, mut widest) = (0.0f32, 0.0f32);
    for (left, right) in ink.iter().zip(ink.iter().skip(1)) {
        let gap = right.0 - left.1;
        if (left.1..right.0).contains(&at) {
            here = gap;
        } else {
            widest = widest.max(gap);
        }
    }
    here <= PLACING.word_spaces * widest
}

/// Sets the places of the pieces of a row that are across or inside a gutter.
fn settle(
    pieces: &mut [Piece],
    sides: &[Option<Side>],
    (before, after): (Option<&Row>, Option<&Row>),
    row_overlap: f32,
) {
    let odd: Vec<(usize, Side)> = sides
        .iter()
        .enumerate()
        .filter_map(|(i, side)| Some((i, (*side)?)))
        .collect();
    if odd.is_empty() {
        return;
    }
    let alone = odd.len() == pieces.len();
    let head = before.is_none() || after.is_none();
    for &(i, side) in &odd {
        let rect = pieces[i].rect;
        let clear = |distance: f32| {
            before.is_none_or(|row| row.bottom + distance <= rect.y0)
                && after.is_none_or(|row| row.top - distance >= rect.y1)
        };
        let inside = side == Side::Inside;
        if alone && (!inside || clear(0.0)) {
            pieces[i].place = ColumnPlace::Span;
        } else if head {
            // A running head or foot is read as one line, with the text beside the number in the gutter.
            for piece in pieces.iter_mut() {
                let (a, b) = ((rect.y0, rect.y1), (piece.rect.y0, piece.rect.y1));
                if beside(a, b, row_overlap) || beside(b, a, row_overlap) {
                    piece.place = ColumnPlace::Span;
                }
            }
        } else if inside {
            pieces[i].place = ColumnPlace::Mark;
        }
    }
}
