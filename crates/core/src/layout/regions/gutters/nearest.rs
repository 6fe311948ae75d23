//! Finds the stretches of a core at the heights of pieces.

use std::ops::Range;

/// Finds stretches that are sorted downwards, given by their tops and bottoms. It is fast if each height is mostly
/// a little below the one before, because columns are drawn downwards.
pub(super) struct Nearest<'a> {
    stretches: &'a [(f32, f32)],
    /// The number and the top of the last stretch found.
    last: (usize, f32),
    /// The heights for which it is the one.
    heights: Range<f32>,
}

/// Most stretches below the last one that are tried singly.
const MAX_TRIED: usize = 4;

impl<'a> Nearest<'a> {
    pub(super) fn new(stretches: &'a [(f32, f32)]) -> Self {
        Self {
            stretches,
            last: (0, f32::INFINITY),
            heights: f32::NEG_INFINITY..f32::NEG_INFINITY,
        }
    }

    /// The number and the top of the first stretch that ends below this height.
    pub(super) fn below(&mut self, height: f32) -> (usize, f32) {
        if !self.heights.contains(&height) {
            let from = if height >= self.heights.end {
                self.last.0
            } else {
                0
            };
            let rest = self.stretches.get(from..).unwrap_or_default();
            let near = rest
                .iter()
                .take(MAX_TRIED)
                .position(|stretch| height < stretch.1);
            let number =
                near.unwrap_or_else(|| rest.partition_point(|stretch| stretch.1 <= height));
            let number = from + number;
            let above = number.checked_sub(1).and_then(|n| self.stretches.get(n));
            let own = self.stretches.get(number);
            let (top, bottom) = own.copied().unwrap_or((f32::INFINITY, f32::INFINITY));
            self.last = (number, top);
            self.heights = above.map_or(f32::NEG_INFINITY, |above| above.1)..bottom;
        }
        self.last
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heights_in_any_order_have_the_first_stretch_that_ends_below_them() {
        let stretches: Vec<(f32, f32)> = (0u8..9)
            .map(|n| 10.0 * f32::from(n))
            .map(|top| (top, top + 8.0))
            .collect();
        let mut nearest = Nearest::new(&stretches);
        for step in [1, 3, 7, 40, 53, 88] {
            for n in 0u8..95 {
                let height = f32::from(n) * step as f32 % 95.0;
                let number = stretches.iter().filter(|s| s.1 <= height).count();
                let top = stretches.get(number).map_or(f32::INFINITY, |s| s.0);
                assert_eq!(nearest.below(height), (number, top));
            }
        }
    }
}
