//! The directions of writing on a page, and a coordinate system for each of them.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::compact_sort::CompactSort;
use crate::geometry::{Point, Rect, least, most};
use crate::page::{Content, Glyph, Run};

/// Maximum angle between runs that share a frame, in degrees. Lines of a skewed scan differ by some tenths of
/// a degree; deliberately rotated text differs by more.
const SAME_DIRECTION: f32 = 1.0;

/// The same for runs with few glyphs.
const MAX_SAME_DIRECTION: f32 = 3.0;

/// The angle for a run of one glyph, in degrees; a run of n glyphs gets an n-th of it. The end of such a run is a tenth of
/// the type size higher or lower than its beginning.
const SHORT_RUN: f32 = 10.0;

/// Coordinates in which text is upright: `u` grows in writing direction, `v` from line to line. For upright
/// horizontal text they are the page's x and y; for vertical writing `u` points down and `v` to the left. The
/// unit is the point; the origin is that of the page.
///
/// ```text
///            (0, 0) ----> x              v <---- (0, 0) ----> x
///              |  upright: u = x           vertical writing: u = y
///              v           v = y                    | u     v = -x
///              y                                    v
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// Unit vector in writing direction.
    direction: Point,
    /// Vertical writing mode.
    vertical: bool,
}

/// Squares of lengths of a direction that is a unit vector, except for rounding.
const UNIT_LENGTH: std::ops::Range<f32> = 0.9..1.1;

impl Frame {
    /// The frame of upright horizontal text.
    pub const UPRIGHT: Self = Self {
        direction: Point::new(1.0, 0.0),
        vertical: false,
    };

    /// The frame of a single run.
    pub(super) fn of(run: &Run) -> Self {
        let length = run.direction.dot(run.direction);
        // A vector of another length, or with NaN, is invalid: falls back to horizontal.
        if UNIT_LENGTH.contains(&length) {
            Self {
                direction: run.direction,
                vertical: run.vertical,
            }
        } else {
            Self {
                vertical: run.vertical,
                ..Self::UPRIGHT
            }
        }
    }

    pub fn vertical(self) -> bool {
        self.vertical
    }

    /// Unit vector from line to line.
    fn across(self) -> Point {
        Point::new(-self.direction.y, self.direction.x)
    }

    /// Returns this frame rotated by an angle in radians. A positive angle is for lines that descend from
    /// start to end.
    #[must_use]
    pub fn turned(self, angle: f32) -> Self {
        let (sin, cos) = angle.sin_cos();
        let d = self.direction;
        Self {
            direction: Point::new(d.x * cos - d.y * sin, d.x * sin + d.y * cos),
            ..self
        }
    }

    /// Converts a point from page space to `(u, v)`.
    pub fn enter(self, p: Point) -> Point {
        Point::new(p.dot(self.direction), p.dot(self.across()))
    }

    /// Converts a point from `(u, v)` to page space.
    pub fn leave(self, p: Point) -> Point {
        Point::default()
            .moved(self.direction, p.x)
            .moved(self.across(), p.y)
    }

    /// Whether a rectangle is the same in page space and in this frame, as nearly all are.
    #[inline]
    fn keeps(self, r: Rect) -> bool {
        self.direction == Self::UPRIGHT.direction
            && r.x0 <= r.x1
            && r.y0 <= r.y1
            && (r.x1 - r.x0 + r.y1 - r.y0).is_finite()
    }

    /// Returns the bounding box in this frame of a rectangle in page space.
    #[inline]
    pub fn enter_rect(self, r: Rect) -> Rect {
        if self.keeps(r) {
            return r;
        }
        Rect::around(corners(r).map(|p| self.enter(p)))
    }

    /// Returns the bounding box in page space of a rectangle in this frame.
    #[inline]
    pub fn leave_rect(self, r: Rect) -> Rect {
        if self.keeps(r) {
            return r;
        }
        Rect::around(corners(r).map(|p| self.leave(p)))
    }

    /// The cell of a glyph in this frame, from which lines and boxes are built: as long as the advance, and
    /// one em high from the descent upwards. In vertical writing the em is across the line. It differs from
    /// [`Glyph::bbox`] only in its height, because fonts on one line have different ascents.
    pub fn cell(self, glyph: &Glyph, run: &Run) -> Rect {
        self.reach(run)
            .cell(self.enter(glyph.origin), glyph.advance)
    }

    /// The offsets that are common to all cells of a run.
    pub(crate) fn reach(self, run: &Run) -> Reach {
        if run.vertical {
            let half = run.size / 2.0;
            return Reach {
                left: 0.0,
                right: 0.0,
                above: -half,
                below: half,
            };
        }
        // (0, -1) for upright text; (0.2, -0.98) if slanted; (0, 1) if mirrored.
        let up = Point::new(run.up.dot(self.direction), run.up.dot(self.across()));
        // The height of the em is measured vertically, not along the slant. Implausibly strong slants are
        // limited.
        let em = run.size / up.y.abs().max(0.5);
        let bottom = Point::default().moved(up, run.descent);
        let top = bottom.moved(up, em);
        Reach {
            left: bottom.x.min(top.x),
            right: bottom.x.max(top.x),
            above: bottom.y.min(top.y),
            below: bottom.y.max(top.y),
        }
    }

    /// Start and end of a glyph along the line, without its slant. Gaps between words are measured from
    /// these, because the boxes of slanted glyphs overlap.
    pub fn extent(self, glyph: &Glyph) -> (f32, f32) {
        let start = self.enter(glyph.origin).x;
        let end = start + glyph.advance;
        (least(start, end), most(start, end))
    }
}

/// Distances of cell edges from the origins of glyphs in a run, in a frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach {
    left: f32,
    right: f32,
    /// The smaller and the larger distance across the line.
    above: f32,
    below: f32,
}

impl Reach {
    /// The upper and the lower end of a cell on this baseline.
    pub(crate) fn rows(self, baseline: f32) -> (f32, f32) {
        (baseline + self.above, baseline + self.below)
    }

    /// The cell ([`Frame::cell`]) of a glyph with this start and advance, in the frame.
    pub(crate) fn cell(self, start: Point, advance: f32) -> Rect {
        Rect {
            x0: start.x + self.left + least(0.0, advance),
            y0: start.y + self.above,
            x1: start.x + self.right + most(0.0, advance),
            y1: start.y + self.below,
        }
    }
}

fn corners(r: Rect) -> [Point; 4] {
    [
        Point::new(r.x0, r.y0),
        Point::new(r.x1, r.y0),
        Point::new(r.x1, r.y1),
        Point::new(r.x0, r.y1),
    ]
}

/// The largest angle between a direction and that of its frame, in degrees, if the longest run of the direction has
/// this many glyphs. OCR engines measure the slope of short lines in whole pixels.
fn same_direction(glyphs: u32) -> f32 {
    (SHORT_RUN / glyphs.max(1) as f32).clamp(SAME_DIRECTION, MAX_SAME_DIRECTION)
}

/// The frames of a page.
#[derive(Clone, Debug)]
pub struct Frames {
    frames: Vec<Frame>,
    /// Index in `frames` for each run of the content.
    of_run: Vec<u32>,
}

impl Frames {
    /// Finds the frames of a page. Directions with the most glyphs become frames first and include close
    /// directions, so a page of upright text has exactly the upright frame. There are at most a few hundred
    /// frames, because they differ by at least a degree.
    pub fn new(content: &Content) -> Self {
        let own: Vec<Frame> = content.runs.iter().map(Frame::of).collect();
        let key = |f: &Frame| (f.vertical, f.direction.x.to_bits(), f.direction.y.to_bits());
        let mut glyphs = vec![0u32; own.len()];
        for glyph in &content.glyphs {
            if let Some(count) = glyphs.get_mut(glyph.run as usize) {
                *count += 1;
            }
        }
        // The number of glyphs, the first run and the number of glyphs in the longest run of each direction.
        let mut directions = BTreeMap::new();
        for ((run, frame), count) in own.iter().enumerate().zip(glyphs) {
            let (all, _, longest) = directions.entry(key(frame)).or_insert((0u32, run, 0));
            *all += count;
            *longest = count.max(*longest);
        }
        let mut ranked: Vec<_> = directions.iter().collect();
        ranked.compact_sort_by_key(|(_, (count, first, _))| (Reverse(*count), *first));

        let mut frames: Vec<Frame> = Vec::new();
        let mut chosen = BTreeMap::new();
        for (direction, (_, first, longest)) in ranked {
            let frame = own[*first];
            let near = same_direction(*longest).to_radians().cos();
            let known = frames.iter().position(|f| {
                f.vertical == frame.vertical && f.direction.dot(frame.direction) >= near
            });
            let index = known.unwrap_or_else(|| {
                frames.push(frame);
                frames.len() - 1
            });
            chosen.insert(*direction, index as u32);
        }
        let of_run = own.iter().map(|f| chosen[&key(f)]).collect();
        Self { frames, of_run }
    }

    /// The number of the frame of a run; 0 for a run that is not of this page.
    pub fn number(&self, run: u32) -> u32 {
        self.of_run.get(run as usize).copied().unwrap_or(0)
    }

    /// The frame with that number.
    pub fn get(&self, number: u32) -> Frame {
        self.frames
            .get(number as usize)
            .copied()
            .unwrap_or(Frame::UPRIGHT)
    }

    /// Turns a frame ([`Frame::turned`]).
    pub fn turn(&mut self, number: u32, angle: f32) {
        if let Some(frame) = self.frames.get_mut(number as usize) {
            *frame = frame.turned(angle);
        }
    }

    /// Number of frames.
    pub fn len(&self) -> usize {
        self.frames.len()
    }

    /// Whether there are no frames.
    pub fn is_empty(&self) -> bool {
        self.frames.is_empty()
    }
}

/// Maximum letterspacing, in ems. Larger spacing separates the columns of a table.
pub(super) const MAX_LETTERSPACING: f32 = 0.6;

/// The letterspacing of a run, in points; 0 if it is too large to be letterspacing.
pub(crate) fn letter_spacing(run: &Run) -> f32 {
    let spacing = run.letter_spacing;
    if spacing > 0.0 && spacing <= MAX_LETTERSPACING * run.size {
        spacing
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line::testing::Pen;

    /// Whether a line that is turned by an angle is in the frame of the upright text of the page.
    fn is_upright(text: &str, angle: f32) -> bool {
        let mut pen = Pen::new();
        let upright = pen.run(10.0, 0.0);
        pen.write(upright, 50.0, 50.0, "some upright text");
        let turned = pen.run(10.0, angle);
        pen.write(turned, 50.0, 80.0, text);
        let frames = Frames::new(&pen.content);
        frames.number(upright) == frames.number(turned)
    }

    #[test]
    fn short_lines_share_the_frame_of_longer_ones_with_a_similar_slope() {
        assert!(is_upright("Suppl.", 1.2) && is_upright("of", 2.9));
        assert!(!is_upright("a supplement", 1.2) && !is_upright("of", 3.1));
        assert!(is_upright("a supplement", 0.9) && !is_upright("of", 90.0));
    }
}
