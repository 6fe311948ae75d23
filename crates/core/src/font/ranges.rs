//! Maps ranges of codes to values. A range costs the same for one code as for all.

use std::collections::BTreeMap;

/// A map from codes to values, given by ranges. If ranges overlap, the later one applies, as a later
/// definition does in PostScript.
#[derive(Clone, Debug)]
pub(super) struct Ranges<T> {
    /// Sorted and disjoint.
    spans: Vec<Span<T>>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Span<T> {
    low: u32,
    high: u32,
    /// The first code of the range before a later one cut it.
    origin: u32,
    value: T,
}

impl<T> Default for Ranges<T> {
    fn default() -> Self {
        Self { spans: Vec::new() }
    }
}

impl<T: Copy> Ranges<T> {
    /// Creates the map from ranges `(first, last, value)`, in the order of the file. A range whose last code
    /// is below its first contains only the first.
    pub(super) fn new(ranges: impl IntoIterator<Item = (u32, u32, T)>) -> Self {
        let mut spans: Vec<Span<T>> = ranges
            .into_iter()
            .map(|(low, high, value)| Span {
                low,
                high: high.max(low),
                origin: low,
                value,
            })
            .collect();
        // Nearly all files write their ranges in order.
        let ordered = spans.windows(2).all(|pair| match pair {
            [a, b] => a.high < b.low,
            _ => true,
        });
        if !ordered {
            spans = disjoint(&spans);
        }
        spans.shrink_to_fit();
        Self { spans }
    }

    /// The value of the range that contains `code`, and the offset of `code` from its first code.
    pub(super) fn get(&self, code: u32) -> Option<(T, u32)> {
        let index = self.spans.partition_point(|span| span.high < code);
        let span = self.spans.get(index).filter(|span| span.low <= code)?;
        Some((span.value, code - span.origin))
    }

    /// The ranges: first and last code, value, and the offset of the first code in the original range.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, u32, T, u32)> {
        self.spans
            .iter()
            .map(|span| (span.low, span.high, span.value, span.low - span.origin))
    }

    /// Changes every value.
    pub(super) fn change(&mut self, change: impl Fn(T) -> T) {
        for span in &mut self.spans {
            span.value = change(span.value);
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }
}

/// Cuts earlier ranges that overlap with later ones.
fn disjoint<T: Copy>(spans: &[Span<T>]) -> Vec<Span<T>> {
    let mut map: BTreeMap<u32, Span<T>> = BTreeMap::new();
    for &new in spans {
        // Each pass removes one range; only the outermost two leave a remainder.
        while let Some((&low, &old)) = map.range(..=new.high).next_back()
            && old.high >= new.low
        {
            map.remove(&low);
            if old.high > new.high {
                let rest = Span {
                    low: new.high + 1,
                    ..old
                };
                map.insert(rest.low, rest);
            }
            if old.low < new.low {
                let rest = Span {
                    high: new.low - 1,
                    ..old
                };
                map.insert(rest.low, rest);
            }
        }
        map.insert(new.low, new);
    }
    map.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_later_range_cuts_an_earlier_one() {
        let ranges = Ranges::new([(0, 99, 'a'), (10, 19, 'b'), (15, 15, 'c')]);
        assert_eq!(ranges.get(9), Some(('a', 9)));
        assert_eq!(ranges.get(10), Some(('b', 0)));
        assert_eq!(ranges.get(15), Some(('c', 0)));
        assert_eq!(ranges.get(16), Some(('b', 6)));
        assert_eq!(ranges.get(20), Some(('a', 20)));
        assert_eq!(ranges.get(100), None);
    }

    #[test]
    fn the_widest_range_is_one_entry() {
        let ranges = Ranges::new([(0, u32::MAX, 1u8), (u32::MAX, u32::MAX, 2)]);
        assert_eq!(ranges.spans.len(), 2);
        assert_eq!(ranges.get(u32::MAX), Some((2, 0)));
        assert_eq!(ranges.get(u32::MAX - 1), Some((1, u32::MAX - 1)));
    }

    proptest! {
        #[test]
        fn lookup_is_the_last_range_that_holds_the_code(
            given in prop::collection::vec((0u32..60, 0u32..60), 0..20),
        ) {
            let given: Vec<(u32, u32, usize)> = given
                .iter()
                .enumerate()
                .map(|(i, &(low, high))| (low, high.max(low), i))
                .collect();
            let ranges = Ranges::new(given.iter().copied());
            for code in 0..70 {
                let wanted = given
                    .iter()
                    .rev()
                    .find(|r| r.0 <= code && code <= r.1)
                    .map(|r| (r.2, code - r.0));
                prop_assert_eq!(ranges.get(code), wanted);
            }
        }
    }
}
