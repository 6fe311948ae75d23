//! The orders in which the words of a page are searched.

use super::word::Word;
use crate::compact_sort::CompactSort;
use crate::write::flow::StreamPlace;

/// Number of orders.
pub(super) const ORDERS: usize = 5;

/// The words of a page in each order: reading order, without running heads, running text, other text, and
/// drawing order.
pub(super) fn orders(words: &[Word]) -> [Vec<usize>; ORDERS] {
    let of = |is: &dyn Fn(StreamPlace) -> bool| -> Vec<usize> {
        let words = words.iter().enumerate();
        words
            .filter(|(_, word)| is(word.place))
            .map(|(at, _)| at)
            .collect()
    };
    let mut drawn: Vec<usize> = (0..words.len()).collect();
    drawn.compact_sort_by_key(|&at| words.get(at).map(|word| word.drawn));
    [
        of(&|_| true),
        of(&|place| place != StreamPlace::Head),
        of(&|place| place == StreamPlace::Body),
        of(&|place| place == StreamPlace::Beside),
        drawn,
    ]
}

/// For each order the first one that was the same on all pages so far. Equal orders are searched once.
#[derive(Clone, Copy)]
pub(super) struct Leaders([usize; ORDERS]);

impl Default for Leaders {
    fn default() -> Self {
        Self([0; ORDERS])
    }
}

impl Leaders {
    /// Whether this order is searched itself.
    pub(super) fn leads(self, order: usize) -> bool {
        self.of(order) == order
    }

    /// The order that is searched in place of this one.
    pub(super) fn of(self, order: usize) -> usize {
        self.0.get(order).copied().unwrap_or(order)
    }

    /// The leaders after a page with these orders.
    pub(super) fn after(self, page: &[Vec<usize>; ORDERS]) -> Self {
        let mut out = self;
        for (order, leader) in out.0.iter_mut().enumerate() {
            let same = |other: &usize| {
                self.of(*other) == self.of(order) && page.get(*other) == page.get(order)
            };
            *leader = (0..order).find(same).unwrap_or(order);
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_leads_from_the_first_page_where_it_differs() {
        let page = |beside: &[usize], drawn: &[usize]| {
            let all = || vec![0, 1];
            [all(), all(), all(), beside.to_vec(), drawn.to_vec()]
        };
        let first = Leaders::default().after(&page(&[], &[0, 1]));
        assert_eq!(first.0, [0, 0, 0, 3, 0]);
        let second = first.after(&page(&[0, 1], &[1, 0]));
        assert_eq!(second.0, [0, 0, 0, 3, 4]);
        assert_eq!(second.after(&page(&[0, 1], &[0, 1])).0, [0, 0, 0, 3, 4]);
    }
}
