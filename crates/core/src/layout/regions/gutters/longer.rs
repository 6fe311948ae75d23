//! Extends columns that continue beyond the end of the first gutter of their region: a headline or an
//! advertisement across some columns ends the gutter, but not the columns beside it.
//!
//! ```text
//!      one  | | two  | | three
//!      one  | | two  | | three      the gutter after two ends first; one continues
//!      one  | | headline             along the gutter between one and two
//!      one  | | four | | five
//! ```

use super::finder::{Cut, Gutter, GutterFinder};
use super::strips::Strip;

/// Least length of the longer gutter above and below the end of the other, in ems.
const FURTHER: f32 = 5.0;

/// A gutter that may be longer than the one that divides a region first.
#[derive(Clone, Copy)]
pub(super) struct Longer {
    core: (f32, f32),
    top: f32,
    bottom: f32,
}

impl Longer {
    pub(super) fn of(strip: &Strip, gutter: &Gutter) -> Self {
        Self {
            core: strip.core,
            top: gutter.rect.y0,
            bottom: gutter.rect.y1,
        }
    }

    /// Whether it continues beside the end of another gutter.
    fn passes(&self, end: f32, em: f32) -> bool {
        self.top <= end - FURTHER * em && self.bottom >= end + FURTHER * em
    }
}

impl GutterFinder<'_> {
    /// Moves pieces below a gutter to the columns on its sides that continue along another gutter.
    pub(super) fn give_to_columns_that_go_on(
        &self,
        cut: &mut Cut,
        core: (f32, f32),
        others: &[Longer],
        em: f32,
    ) {
        let end = cut.gutter.rect.y1;
        let passing = || others.iter().filter(|other| other.passes(end, em));
        let left = passing().filter(|other| other.core.1 <= core.0);
        let left = left.max_by(|a, b| a.core.0.total_cmp(&b.core.0));
        let right = passing().filter(|other| other.core.0 >= core.1);
        let right = right.min_by(|a, b| a.core.0.total_cmp(&b.core.0));
        if let Some(other) = left {
            let (mut own, below) = partition(&cut.below, |i| {
                let piece = self.piece(i);
                piece.cell.x1 <= other.core.0 && piece.middle() <= other.bottom
            });
            // Unless it is drawn after the other side.
            if !self.drawn || median(&own) < median(&cut.right) {
                cut.left.append(&mut own);
                cut.left.sort_unstable();
                cut.below = below;
            }
        }
        if let Some(other) = right {
            let (mut own, below) = partition(&cut.below, |i| {
                let piece = self.piece(i);
                piece.cell.x0 >= other.core.1 && piece.middle() <= other.bottom
            });
            // Unless it is drawn after the part below both.
            if !self.drawn || below.is_empty() || median(&own) < median(&below) {
                cut.right.append(&mut own);
                cut.right.sort_unstable();
                cut.below = below;
            }
        }
    }
}

fn partition(pieces: &[u32], is_own: impl Fn(u32) -> bool) -> (Vec<u32>, Vec<u32>) {
    pieces.iter().partition(|&&i| is_own(i))
}

/// The median of pieces in drawing order.
fn median(pieces: &[u32]) -> Option<&u32> {
    pieces.get(pieces.len() / 2)
}
