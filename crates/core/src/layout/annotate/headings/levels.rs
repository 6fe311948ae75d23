//! The levels of headings, by their sizes and numbers.
//!
//! ```text
//!     size    alone    below larger ones
//!     2.4     1        1
//!     1.8     1        2        as large as many titles
//!     1.5     2        3
//!     1.5     2        3
//!     1.2     3        4
//! ```

use super::numbering;

/// Smallest size of each level of headings, in sizes of the text; the level is the place in the list, from 1.
const LEVELS: [f32; 3] = [1.7, 1.3, 1.14];

/// The level of smaller headings, unless they are slanted.
const SAME_SIZE_LEVEL: u8 = 4;

/// The deepest level of headings.
const DEEPEST: u8 = 6;

/// Largest size of headings whose numbers have a part more than their level says, in sizes of the text.
const TEXT_SIZE: f32 = 1.03;

/// Least ratio of the sizes of two levels. Titles of one level differ less, by rounding or by their language.
const STEP: f32 = 1.08;

/// The level of a heading of this size, in sizes of the text, if no other headings are known.
fn alone(ratio: f32) -> u8 {
    let level = LEVELS.iter().position(|least| ratio >= *least);
    level.map_or(SAME_SIZE_LEVEL, |n| n as u8 + 1)
}

/// The level of a heading of this size and with this text, if no other headings are known.
pub(super) fn level(ratio: f32, text: &str) -> u8 {
    numbered(alone(ratio), ratio, text)
}

/// The level of a heading whose size has this level. Numbers with more parts are on deeper levels.
fn numbered(level: u8, ratio: f32, text: &str) -> u8 {
    let Some(depth) = numbering::depth(text).or_else(|| numbering::section(text)) else {
        return level;
    };
    // Numbers of headings in the text size usually have two parts or more.
    let below = if level == SAME_SIZE_LEVEL && ratio < TEXT_SIZE {
        depth.saturating_sub(2)
    } else {
        0
    };
    (level + below).max(depth).min(DEEPEST)
}

/// The sizes of the headings of some pages, each with its level.
#[derive(Clone, Debug, Default)]
pub(super) struct Levels {
    /// The largest size of each level, from the largest down, in sizes of the text.
    steps: Vec<(f32, u8)>,
}

impl Levels {
    /// Levels for sizes in any order, in sizes of the text.
    pub(super) fn of(sizes: impl Iterator<Item = f32>) -> Self {
        let mut sizes: Vec<f32> = sizes.collect();
        sizes.sort_by(|a, b| b.total_cmp(a));
        let mut steps: Vec<(f32, u8)> = Vec::new();
        for ratio in sizes {
            let own = alone(ratio);
            match steps.last() {
                Some((above, level)) if ratio * STEP > *above && own <= *level => {}
                Some((_, level)) => steps.push((ratio, own.max(level + 1).min(DEEPEST))),
                None => steps.push((ratio, own)),
            }
        }
        Self { steps }
    }

    /// The level of a heading by its size, in sizes of the text, its text, and whether it is slanted and not bold.
    pub(super) fn level(&self, ratio: f32, text: &str, slanted: bool) -> u8 {
        let step = self.steps.iter().rev().find(|(above, _)| ratio <= *above);
        let level = step.map_or_else(|| alone(ratio), |(_, level)| *level);
        let level = numbered(level, ratio, text);
        // Slanted headings are below bold ones of the same size.
        if slanted && ratio < TEXT_SIZE {
            level.max(SAME_SIZE_LEVEL + 1)
        } else {
            level
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn levels(sizes: &[f32]) -> Vec<u8> {
        let levels = Levels::of(sizes.iter().copied());
        sizes.iter().map(|s| levels.level(*s, "", false)).collect()
    }

    #[test]
    fn larger_headings_are_above_smaller_ones() {
        assert_eq!(levels(&[2.0, 1.5, 1.2, 1.0]), [1, 2, 3, 4]);
        assert_eq!(levels(&[2.4, 1.8]), [1, 2], "both as large as titles");
        assert_eq!(levels(&[2.4, 1.8, 1.5, 1.2, 1.0]), [1, 2, 3, 4, 5]);
        assert_eq!(levels(&[1.8]), [1], "no larger ones");
        assert_eq!(levels(&[1.2, 1.8, 1.5, 2.4, 1.5]), [4, 2, 3, 1, 3]);
    }

    #[test]
    fn nearly_equal_headings_are_on_one_level() {
        assert_eq!(levels(&[1.8, 1.75, 1.72]), [1, 1, 1]);
        assert_eq!(levels(&[1.72, 1.68]), [1, 2], "of another level alone");
    }

    #[test]
    fn numbers_and_slant_make_headings_deeper() {
        let levels = Levels::of([1.5, 1.0].into_iter());
        assert_eq!(levels.level(1.5, "2 Methods", false), 2);
        assert_eq!(levels.level(1.5, "2.1.1 Words", false), 3);
        assert_eq!(levels.level(1.0, "2.1.1 Words", false), 5);
        assert_eq!(levels.level(1.0, "Words", false), 4);
        assert_eq!(levels.level(1.0, "Words", true), 5);
        assert_eq!(levels.level(1.5, "Words", true), 2);
    }
}
