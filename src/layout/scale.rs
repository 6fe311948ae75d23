//! The measures that the steps share, each once. Nothing is measured in points where type can be large
//! or small: lengths are relative to the em, the height of the type.
//!
//! Baselines are "the same" in three senses, from narrow to wide: those of the characters of a word
//! ([`WORD_BASELINE`]), of words drawn one after the other ([`DRAWN_BASELINE`]), and of all that is on
//! a line of the page ([`LINE_BASELINE`]). Each is as wide as what it compares can differ.

use super::regions::pieces::Piece;

/// Baselines of characters closer than this share of the larger size are the baseline of one word.
/// Narrow, as characters of a word are drawn at one height, and small raised ones are not of it.
pub(crate) const WORD_BASELINE: f32 = 0.08;

/// Baselines of words drawn one after the other closer than this share of the larger size are one:
/// what recognised a scan places each word for itself.
pub(crate) const DRAWN_BASELINE: f32 = 0.1;

/// Baselines closer than this share of the smaller size are those of one line, whatever was drawn
/// between: cells of a row, and lines of a scan that is not quite upright.
pub(crate) const LINE_BASELINE: f32 = 0.2;

/// Sizes that differ by less than this share are the same: rounding, not another style.
pub(crate) const SAME_SIZE: f32 = 0.02;

/// Letters larger than this, in ems of the text below them, are those of headlines.
pub(crate) const HEADLINE: f32 = 1.25;

/// White narrower than this, in ems, is not a space: letters of a word are that far apart.
pub(crate) const LEAST_SPACE: f32 = 0.15;

/// The space between words, in ems, where nothing on the page shows how wide it is.
pub(crate) const USUAL_SPACE: f32 = 0.3;

/// No space between the words of a justified line is wider than this, in ems.
pub(crate) const WIDEST_SPACE: f32 = 0.65;

/// How far letters reach above the baseline, and below it, in ems.
pub(crate) const ASCENT: f32 = 0.75;
pub(crate) const DESCENT: f32 = 0.25;

/// The em of some pieces: the size that most of their characters have, in points.
pub(crate) fn em<'a>(pieces: impl Iterator<Item = &'a Piece>) -> f32 {
    // Most pieces have the size of the one before, so that few are left to be sorted, if any.
    let mut sizes: Vec<(f32, u32)> = Vec::new();
    let mut last = (0.0, 0u32);
    for piece in pieces {
        if piece.size == last.0 {
            last.1 = last.1.saturating_add(piece.inked);
        } else {
            sizes.extend(Some(last).filter(|last| last.1 > 0));
            last = (piece.size, piece.inked);
        }
    }
    if sizes.is_empty() {
        return if last.1 > 0 { last.0 } else { 1.0 };
    }
    sizes.push(last);
    sizes.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut best = (0u32, 1.0f32);
    for same in sizes.chunk_by(|a, b| b.0 - a.0 <= SAME_SIZE * a.0) {
        let count = same.iter().map(|s| s.1).sum();
        if count > best.0 {
            best = (count, same.last().map_or(1.0, |s| s.0));
        }
    }
    best.1
}

/// Whether two sizes are the same.
pub(crate) fn is_same_size(a: f32, b: f32) -> bool {
    let larger = a.max(b);
    larger - a.min(b) <= SAME_SIZE * larger
}

/// Whether two pieces, drawn one after the other, are on one baseline.
pub(crate) fn is_drawn_on_baseline(a: &Piece, b: &Piece) -> bool {
    (a.baseline - b.baseline).abs() <= DRAWN_BASELINE * a.size.max(b.size)
}

/// Whether two baselines, with the sizes of what is on them, are those of one line.
pub(crate) fn is_on_line(a: (f32, f32), b: (f32, f32)) -> bool {
    (a.0 - b.0).abs() <= LINE_BASELINE * a.1.min(b.1)
}
