//! Aligns the words of a line with those of its new text.

use std::ops::Range;

use similar::{Algorithm, DiffOp, capture_diff_slices};

/// Most words of a line that are aligned; a longer one is one stretch. The time grows with the square.
const MOST: usize = 1000;

/// Words of the old text, and those of the new text in their place.
pub(super) type Stretch = (Range<usize>, Range<usize>);

/// The stretches of two texts: in each, the words are either equal or replaced.
pub(super) fn stretches(old: &[String], new: &[String]) -> Vec<Stretch> {
    if old.len().max(new.len()) > MOST {
        return vec![(0..old.len(), 0..new.len())];
    }
    let found = capture_diff_slices(Algorithm::Myers, old, new);
    let ranges = |found: DiffOp| (found.old_range(), found.new_range());
    found.into_iter().map(ranges).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_words_are_aligned_and_others_share_a_stretch() {
        let words = |text: &str| -> Vec<String> { text.split(' ').map(str::to_owned).collect() };
        let old = words("a tehbook is read");
        let found = stretches(&old, &words("a the book is good"));
        assert_eq!(
            found,
            [(0..1, 0..1), (1..2, 1..3), (2..3, 3..4), (3..4, 4..5)]
        );
        assert_eq!(stretches(&[], &words("a")), [(0..0, 0..1)]);
        assert_eq!(stretches(&old[..1], &[]), [(0..1, 0..0)]);
    }
}
