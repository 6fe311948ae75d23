//! Lines that were rejected as a heading. `explain` draws them.

use crate::geometry::Rect;
use crate::layout::fitted::FittedScore;

/// Lines that are not a heading, with their score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Refusal {
    /// Their box, in the frame with this number.
    pub rect: Rect,
    pub frame: u32,
    pub score: FittedScore,
}

impl Refusal {
    pub(crate) fn why(&self) -> String {
        let score = self.score;
        format!("no heading: {} (score {:.1})", score.why(), score.sum)
    }
}
