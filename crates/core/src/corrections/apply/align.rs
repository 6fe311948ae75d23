//! Aligns the words of a line with those of its new text.

use std::ops::Range;

/// Most words of a line that are aligned; a longer one is one stretch. The table of lengths grows with the square.
const MOST: usize = 1000;

/// Words of the old text, and those of the new text in their place. Where both are equal, there is one of each.
pub(super) type Stretch = (Range<usize>, Range<usize>);

/// The stretches of two texts, by their longest common sequence of words.
pub(super) fn stretches(old: &[String], new: &[String]) -> Vec<Stretch> {
    let mut out: Vec<Stretch> = Vec::new();
    let (mut i, mut j) = (0, 0);
    for (same_old, same_new) in common(old, new) {
        if i < same_old || j < same_new {
            out.push((i..same_old, j..same_new));
        }
        out.push((same_old..same_old + 1, same_new..same_new + 1));
        (i, j) = (same_old + 1, same_new + 1);
    }
    if i < old.len() || j < new.len() {
        out.push((i..old.len(), j..new.len()));
    }
    out
}

/// The pairs of a longest common sequence.
fn common(old: &[String], new: &[String]) -> Vec<(usize, usize)> {
    if old.len() > MOST || new.len() > MOST {
        return Vec::new();
    }
    let width = new.len() + 1;
    // The length of the longest common sequence from each pair of words on.
    let mut lengths = vec![0u16; (old.len() + 1) * width];
    let at = |i: usize, j: usize| i * width + j;
    for (i, a) in old.iter().enumerate().rev() {
        for (j, b) in new.iter().enumerate().rev() {
            lengths[at(i, j)] = match a == b {
                true => lengths[at(i + 1, j + 1)] + 1,
                false => lengths[at(i + 1, j)].max(lengths[at(i, j + 1)]),
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut pairs = Vec::new();
    while let (Some(a), Some(b)) = (old.get(i), new.get(j)) {
        if a == b {
            pairs.push((i, j));
            (i, j) = (i + 1, j + 1);
        } else if lengths[at(i + 1, j)] >= lengths[at(i, j + 1)] {
            i += 1;
        } else {
            j += 1;
        }
    }
    pairs
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
