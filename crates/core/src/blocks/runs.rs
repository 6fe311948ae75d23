//! Lines of a paragraph with one direction.

use super::baseline::Baseline;
use super::block::{Line, Paragraph};
use super::pixels::{Place, Scale};

impl Paragraph<'_> {
    /// Splits the lines of the paragraph at changes of direction: formats allow one direction for each region
    /// or block. A paragraph without lines is one run.
    pub(crate) fn runs(&self, scale: Scale) -> Vec<LineRun<'_>> {
        if self.lines.is_empty() {
            return vec![LineRun {
                direction: Direction::LEVEL,
                place: self.place,
                first: 0,
                lines: &[],
            }];
        }
        let same =
            |a: &Line<'_>, b: &Line<'_>| Direction::of(a, scale).is_like(Direction::of(b, scale));
        let whole = self.lines.len();
        let mut first = 0;
        let runs = self.lines.chunk_by(same).filter_map(|lines| {
            let around = lines.iter().map(|l| l.place).reduce(Place::union)?;
            let run = LineRun {
                direction: Direction::of(lines.first()?, scale),
                place: if lines.len() == whole {
                    self.place
                } else {
                    around
                },
                first,
                lines,
            };
            first += lines.len();
            Some(run)
        });
        runs.collect()
    }
}

/// Consecutive lines of a paragraph with the same direction.
#[derive(Clone, Debug)]
pub(crate) struct LineRun<'a> {
    pub direction: Direction,
    pub place: Place,
    /// Index of the first line in its paragraph.
    pub first: usize,
    pub lines: &'a [Line<'a>],
}

/// The direction of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Direction {
    /// Degrees counter-clockwise, from 0 up to 360.
    pub rotation: f64,
    pub vertical: bool,
    pub rtl: bool,
}

impl Direction {
    const LEVEL: Self = Self {
        rotation: 0.0,
        vertical: false,
        rtl: false,
    };

    /// Whether both directions count as the same: pixel rounding turns baselines by less than a degree.
    fn is_like(self, other: Self) -> bool {
        let turn = (self.rotation - other.rotation).rem_euclid(360.0);
        turn.min(360.0 - turn) < 1.0 && self.vertical == other.vertical && self.rtl == other.rtl
    }

    fn of(line: &Line<'_>, scale: Scale) -> Self {
        let baseline = |geometry| Baseline::of(geometry, line.place.pixels, scale);
        Self {
            rotation: line
                .geometry
                .and_then(baseline)
                .map_or(0.0, |b| b.textangle),
            vertical: line.geometry.is_some_and(|g| g.vertical),
            rtl: line.rtl,
        }
    }
}
