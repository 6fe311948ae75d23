//! The thresholds that several steps share. Lengths are relative to the em, the height of the type, because
//! type can be large or small.
//!
//! Baselines are "the same" in three senses, from narrow to wide: for the characters of a word
//! ([`WORD_BASELINE`]), for words drawn one after the other ([`DRAWN_BASELINE`]), and for the pieces of a
//! line ([`LINE_BASELINE`]).

use crate::geometry::{least, most};
use crate::rank::{of_rank, rank};

/// Largest distance between the baselines of the characters of one word, in shares of the larger size. Raised
/// characters differ by more, so the limit is narrow.
pub(crate) const WORD_BASELINE: f32 = 0.08;

/// Largest distance between the baselines of words of one line that were drawn one after the other, in shares
/// of the larger size. OCR places each word separately, so their baselines vary.
pub(crate) const DRAWN_BASELINE: f32 = 0.1;

/// Largest distance between the baselines of pieces of one line, in shares of the smaller size, whatever the
/// drawing order. Includes the cells of a row, and the lines of a slightly skewed scan.
pub(crate) const LINE_BASELINE: f32 = 0.2;

/// Largest difference between sizes that count as the same, in shares of the larger. It is due to rounding.
pub(crate) const SAME_SIZE: f32 = 0.02;

/// Smallest size of headlines, in ems of the text below them.
pub(crate) const HEADLINE: f32 = 1.25;

/// Smallest width of a space, in ems. Narrower gaps occur between the letters of a word.
pub(crate) const MIN_SPACE: f32 = 0.15;

/// Assumed width of a space between words, in ems, if the page has none to measure.
pub(crate) const USUAL_SPACE: f32 = 0.3;

/// Largest width of a space between words of a justified line, in ems.
pub(crate) const WIDEST_SPACE: f32 = 0.65;

/// The extent of letters above and below the baseline, in ems.
pub(crate) const ASCENT: f32 = 0.75;
pub(crate) const DESCENT: f32 = 0.25;

/// Fewest dots of a leader, as between an entry and its page number. Fewer can be an ellipsis.
pub(crate) const MIN_LEADER: u32 = 4;

/// Least length or area by which another is divided, in points, so that the ratio is finite.
pub(crate) const MIN_LENGTH: f32 = 1e-3;

/// A part of a whole, as a numerator and a denominator. Whole numbers are compared, so that its limit is exact.
#[derive(Clone, Copy)]
pub(crate) struct Share(pub usize, pub usize);

impl Share {
    /// Whether `count` of `all` are at least this share.
    pub(crate) fn is_reached(self, count: usize, all: usize) -> bool {
        self.1 * count >= self.0 * all
    }
}

/// Percent of a share.
pub(crate) const PERCENT: f32 = 100.0;

/// The median of some values, each with its weight; of two the smaller. `None` if there are none.
pub(crate) fn weighted_median(mut values: Vec<(f32, f32)>) -> Option<f32> {
    values.sort_by(|a, b| a.0.total_cmp(&b.0));
    let half = values.iter().map(|value| value.1).sum::<f32>() / 2.0;
    let mut before = 0.0;
    let reaches = values.iter().find(|(_, weight)| {
        before += weight;
        before >= half
    });
    reaches.map(|value| value.0)
}

/// The median of some values; of two the larger. `None` if there are none.
pub(crate) fn median(values: Vec<f32>) -> Option<f32> {
    let middle = values.len() / 2;
    if values.is_empty() {
        return None;
    }
    let mut ranks: Vec<u32> = values.into_iter().map(rank).collect();
    Some(of_rank(*ranks.select_nth_unstable(middle).1))
}

/// Whether two sizes are the same within [`SAME_SIZE`].
pub(crate) fn is_same_size(a: f32, b: f32) -> bool {
    let larger = most(a, b);
    larger - least(a, b) <= SAME_SIZE * larger
}

/// Whether two baselines, each with the size of its text, belong to one line.
pub(crate) fn is_on_line(a: (f32, f32), b: (f32, f32)) -> bool {
    (a.0 - b.0).abs() <= LINE_BASELINE * least(a.1, b.1)
}
