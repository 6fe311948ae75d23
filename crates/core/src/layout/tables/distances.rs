//! Distances that several decisions about tables share, in ems.

/// Largest distance between edges that are aligned.
pub(super) const IN_LINE: f32 = 0.3;

/// Largest distance between baselines that are level.
pub(super) const LEVEL: f32 = 0.25;

/// Smallest gap that is not a word space.
pub(super) const WORD_GAP: f32 = 0.5;

/// Largest distance between the baselines of lines of one cell.
pub(super) const LEADING: f32 = 1.7;

/// Smallest distance to the line above of the first line of a row, as a multiple of the smallest distance, or of the
/// one below.
pub(super) const FARTHER: f32 = 1.15;
