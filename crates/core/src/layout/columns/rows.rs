//! Turns the lines of a page upright and joins them into rows.

use std::ops::Range;

use super::ColumnParams;
use crate::compact_sort::CompactSort;
use crate::geometry::{Point, Rect};
use crate::layout::scale::weighted_median;
use crate::line::{Frame, Frames, TextLine};
use crate::page::Content;

/// Limits for the slope and the ink of lines.
struct SlopeLimits {
    /// Largest slope that is due to a skewed scan, about three degrees. Steeper text is intended.
    max: f32,
    /// Least length of a line whose slope is measured, in its heights.
    min_length: f32,
    /// Gaps between characters below this share of their height are ignored.
    touching: f32,
}

const SLOPE: SlopeLimits = SlopeLimits {
    max: 0.05,
    min_length: 5.0,
    touching: 0.02,
};

/// The lines of the prevailing direction of a page in level coordinates, in points: `u` along the lines, `v`
/// across them.
#[derive(Debug)]
pub(super) struct Upright<'a> {
    content: &'a Content,
    frame: Frame,
    number: u32,
    /// The increase of `v` for each unit of `u` along a line, in the frame.
    slope: f32,
    pub lines: Vec<Level>,
    /// The inked intervals of `u`, line by line, ascending in each line.
    ink: Vec<(f32, f32)>,
    /// The glyphs of all lines; [`Level::glyphs`] are ranges of it.
    pub glyphs: &'a [u32],
    /// The median height of the lines.
    pub height: f32,
    /// The page's rectangle, in level coordinates.
    pub page: Rect,
}

/// A level line.
#[derive(Clone, Debug)]
pub(super) struct Level {
    /// Its glyphs, as positions in [`Upright::glyphs`].
    pub glyphs: Range<u32>,
    /// Horizontally (`u`) the extent of its characters, vertically (`v`) that of their cells.
    pub rect: Rect,
    /// The number of its characters.
    pub inked: usize,
    ink: Range<usize>,
}

impl<'a> Upright<'a> {
    pub(super) fn new(
        content: &'a Content,
        frames: &Frames,
        drawn: &'a [u32],
        lines: &[TextLine],
    ) -> Self {
        let usable = |line: &&TextLine| line.inked && line.has_area();
        let mut weights = vec![0usize; frames.len()];
        for line in lines.iter().filter(usable) {
            if let Some(weight) = weights.get_mut(line.frame as usize) {
                *weight += line.glyphs.len();
            }
        }
        let number = (0u32..)
            .zip(&weights)
            .max_by_key(|(n, weight)| (**weight, u32::MAX - n))
            .map_or(0, |(n, _)| n);
        let frame = frames.get(number);
        let mut upright = Self {
            content,
            frame,
            number,
            slope: 0.0,
            lines: Vec::new(),
            ink: Vec::new(),
            glyphs: drawn,
            height: 0.0,
            page: Rect::EMPTY,
        };
        let own = || lines.iter().filter(usable).filter(|l| l.frame == number);
        upright.slope = upright.measure_slope(own());
        for line in own() {
            upright.push(line);
        }
        let mut heights: Vec<f32> = upright.lines.iter().map(|l| l.rect.height()).collect();
        heights.sort_unstable_by(f32::total_cmp);
        upright.height = heights.get(heights.len() / 2).copied().unwrap_or(0.0);
        upright.page = upright.level_rect(Rect::new(0.0, 0.0, content.width, content.height));
        upright
    }

    /// Whether it contains this line of the page.
    pub(super) fn holds(&self, line: &TextLine) -> bool {
        line.frame == self.number && line.inked && line.has_area()
    }

    pub(super) fn frame(&self) -> u32 {
        self.number
    }

    /// Converts from the frame to level coordinates, a rotation by a small angle.
    fn level(&self, p: Point) -> Point {
        Point::new(p.x + self.slope * p.y, p.y - self.slope * p.x)
    }

    /// The level bounding box of a rectangle in page space.
    pub(super) fn level_rect(&self, r: Rect) -> Rect {
        Rect::around(
            [(r.x0, r.y0), (r.x1, r.y0), (r.x1, r.y1), (r.x0, r.y1)]
                .map(|(x, y)| self.level(self.frame.enter(Point::new(x, y)))),
        )
    }

    /// The cell of a glyph in the frame of its line, and its box in page space.
    pub(super) fn cells(&self, index: u32) -> Option<(Rect, Rect)> {
        let glyph = self.content.glyphs.get(index as usize)?;
        let run = self.content.runs.get(glyph.run as usize)?;
        Some((self.frame.cell(glyph, run), glyph.bbox))
    }

    /// The extent of a glyph along `u`; `None` for white space.
    pub(super) fn extent(&self, index: u32) -> Option<(f32, f32)> {
        let glyph = self.content.glyphs.get(index as usize)?;
        if glyph.space || glyph.text.len == 0 {
            return None;
        }
        self.extent_with_spaces(index)
    }

    pub(super) fn extent_with_spaces(&self, index: u32) -> Option<(f32, f32)> {
        let glyph = self.content.glyphs.get(index as usize)?;
        let (start, end) = self.frame.extent(glyph);
        let shift = self.slope * self.frame.enter(glyph.origin).y;
        Some((start + shift, end + shift))
    }

    /// The median slope of long lines, weighted by length.
    fn measure_slope<'l>(&self, lines: impl Iterator<Item = &'l TextLine>) -> f32 {
        let slopes: Vec<(f32, f32)> = lines
            .filter(|line| line.cell.width() > SLOPE.min_length * line.cell.height())
            .map(|line| (self.slope_of(line), line.cell.width()))
            .filter(|(slope, _)| slope.abs() < SLOPE.max)
            .collect();
        weighted_median(slopes).unwrap_or(0.0)
    }

    /// The slope of a line through the origins of its characters, by least squares.
    fn slope_of(&self, line: &TextLine) -> f32 {
        let points = || {
            self.glyphs[line.glyphs.start as usize..line.glyphs.end as usize]
                .iter()
                .filter_map(|&g| self.content.glyphs.get(g as usize))
                .filter(|glyph| !glyph.space)
                .map(|glyph| self.frame.enter(glyph.origin))
        };
        let count = points().count() as f32;
        let (u, v) = points().fold((0.0, 0.0), |s, p| (s.0 + p.x, s.1 + p.y));
        let (u, v) = (u / count, v / count);
        let (mut above, mut below) = (0.0, 0.0);
        for p in points() {
            above += (p.x - u) * (p.y - v);
            below += (p.x - u) * (p.x - u);
        }
        if below > 0.0 { above / below } else { 0.0 }
    }

    fn push(&mut self, line: &TextLine) {
        let first = self.ink.len();
        let mut rect = Rect::EMPTY;
        let mut inked = 0;
        let mut touching = 0.0f32;
        for &index in &self.glyphs[line.glyphs.start as usize..line.glyphs.end as usize] {
            let (Some((start, end)), Some((cell, _))) = (self.extent(index), self.cells(index))
            else {
                continue;
            };
            let drop = self.slope * (cell.x0 + cell.x1) / 2.0;
            let own = Rect {
                x0: start,
                y0: cell.y0 - drop,
                x1: end,
                y1: cell.y1 - drop,
            };
            if ![own.x0, own.y0, own.x1, own.y1]
                .iter()
                .all(|v| v.is_finite())
            {
                continue;
            }
            rect = rect.union(own);
            inked += 1;
            touching = touching.max(SLOPE.touching * cell.height());
            self.ink.push((start, end));
        }
        if inked == 0 {
            return;
        }
        let last = merge(&mut self.ink[first..], touching);
        self.ink.truncate(first + last);
        self.lines.push(Level {
            glyphs: line.glyphs.clone(),
            rect,
            inked,
            ink: first..self.ink.len(),
        });
    }

    /// The inked intervals of a line along `u`, ascending.
    pub(super) fn ink(&self, line: &Level) -> &[(f32, f32)] {
        &self.ink[line.ink.clone()]
    }
}

/// Sorts intervals and joins those at most `touching` apart. Returns the number of joined intervals, which
/// come first.
pub(super) fn merge(intervals: &mut [(f32, f32)], touching: f32) -> usize {
    intervals.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    let mut count = 0usize;
    for i in 0..intervals.len() {
        let (start, end) = intervals[i];
        match count.checked_sub(1) {
            Some(last) if start <= intervals[last].1 + touching => {
                intervals[last].1 = intervals[last].1.max(end);
            }
            _ => {
                intervals[count] = (start, end);
                count += 1;
            }
        }
    }
    count
}

/// Lines beside each other, across all columns.
#[derive(Clone, Debug, Default)]
pub(super) struct Row {
    /// Its lines, as indices in [`Upright::lines`].
    pub lines: Vec<usize>,
    pub top: f32,
    pub bottom: f32,
    /// The number of its characters.
    pub inked: usize,
    /// The inked intervals of `u`, ascending.
    pub ink: Vec<(f32, f32)>,
}

/// Whether a line from `top` to `bottom` is in the row of one above it: the height of one is within the
/// other's, or they overlap by more than a share of the upper one's height.
///
/// ```text
/// +-------+ - - - - - -
/// | upper |  +-------+  ^
/// |       |  | lower |  | > row_overlap * height of the upper
/// +-------+ -|       |- v
///              +-------+
/// ```
pub(super) fn beside(upper: (f32, f32), lower: (f32, f32), row_overlap: f32) -> bool {
    let within = |a: (f32, f32), b: (f32, f32)| a.0 >= b.0 && a.1 <= b.1;
    let overlap = upper.1.min(lower.1) - upper.0.max(lower.0);
    within(upper, lower) || within(lower, upper) || overlap > row_overlap * (upper.1 - upper.0)
}

/// Joins neighbours in the order of their tops into rows.
pub(super) fn join(upright: &Upright, params: &ColumnParams) -> Vec<Row> {
    let mut order: Vec<usize> = (0..upright.lines.len()).collect();
    order.compact_sort_by(|&a, &b| {
        let (a, b) = (upright.lines[a].rect, upright.lines[b].rect);
        a.y0.total_cmp(&b.y0).then(a.x0.total_cmp(&b.x0))
    });
    let mut rows: Vec<Row> = Vec::new();
    for index in order {
        let line = &upright.lines[index];
        let (top, bottom) = (line.rect.y0, line.rect.y1);
        let joined = rows.last_mut().filter(|row| {
            row.lines.len() <= params.row_joins
                && beside((row.top, row.bottom), (top, bottom), params.row_overlap)
        });
        let row = match joined {
            Some(row) => row,
            None => {
                rows.push(Row {
                    top,
                    bottom,
                    ..Row::default()
                });
                let last = rows.len() - 1;
                &mut rows[last]
            }
        };
        row.lines.push(index);
        row.bottom = row.bottom.max(bottom);
        row.inked += line.inked;
        row.ink.extend_from_slice(upright.ink(line));
    }
    for row in &mut rows {
        let count = merge(&mut row.ink, 0.0);
        row.ink.truncate(count);
    }
    rows
}
