//! Holds pages until their neighbours have been read.

use std::collections::BTreeMap;

use super::analysed::Analysed;

/// The data of pages around those being processed, and the pages that wait.
pub(super) struct Window<D> {
    /// The number of pages of the document.
    count: u32,
    /// The number of neighbours before and after a page.
    distance: u32,
    /// The first page that has not been requested.
    next: u32,
    known: BTreeMap<u32, D>,
    held: BTreeMap<u32, Analysed>,
}

impl<D> Window<D> {
    pub(super) fn new(count: u32, distance: u32) -> Self {
        Self {
            count,
            distance,
            next: 0,
            known: BTreeMap::new(),
            held: BTreeMap::new(),
        }
    }

    fn range(&self, page: u32) -> std::ops::Range<u32> {
        let end = page.saturating_add(self.distance).saturating_add(1);
        page.saturating_sub(self.distance)..end.min(self.count)
    }

    /// The pages to add before all pages of `block` can be processed. Blocks ascend, and each page is
    /// returned once.
    pub(super) fn ahead(&mut self, block: &[u32]) -> Vec<u32> {
        let mut ahead = Vec::new();
        for &page in block {
            let range = self.range(page);
            ahead.extend(range.start.max(self.next)..range.end);
            self.next = self.next.max(range.end);
        }
        ahead
    }

    /// Adds the data of a page, and the page itself if it is to be processed.
    pub(super) fn add(&mut self, index: u32, known: D, page: Option<Analysed>) {
        self.known.insert(index, known);
        if let Some(page) = page {
            self.held.insert(index, page);
        }
    }

    /// Takes a held page out of the window.
    pub(super) fn take(&mut self, page: u32) -> Option<Analysed> {
        self.held.remove(&page)
    }

    /// Whether all neighbours of a page have been added. Pages are added in order.
    pub(super) fn is_complete(&self, page: u32) -> bool {
        let last = self.range(page).last();
        last.is_some_and(|last| self.known.contains_key(&last))
    }

    /// The data of a page and its neighbours, in page order.
    pub(super) fn around(&self, index: u32) -> impl Iterator<Item = (u32, &D)> + Clone {
        self.known.range(self.range(index)).map(|(i, d)| (*i, d))
    }

    /// Drops the data that later pages do not need.
    pub(super) fn forget_before(&mut self, page: u32) {
        let start = self.range(page).start;
        while let Some(first) = self.known.first_entry()
            && *first.key() < start
        {
            first.remove();
        }
    }
}

/// Whether one of `pages`, which ascend, is at most `distance` from a page.
pub(super) fn is_near(pages: &[u32], page: u32, distance: u32) -> bool {
    let first = pages.partition_point(|p| p.saturating_add(distance) < page);
    pages
        .get(first)
        .is_some_and(|p| *p <= page.saturating_add(distance))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_around_a_block_are_told_once_and_forgotten_behind_it() {
        let mut window: Window<u32> = Window::new(30, 2);
        assert_eq!(window.ahead(&[4, 5]), [2, 3, 4, 5, 6, 7]);
        for page in 2..8 {
            assert!(!window.is_complete(5));
            window.add(page, page, None);
        }
        assert!(window.is_complete(4) && window.is_complete(5));
        let around: Vec<u32> = window.around(4).map(|(page, _)| page).collect();
        assert_eq!(around, [2, 3, 4, 5, 6]);
        window.forget_before(5);
        let around: Vec<u32> = window.around(4).map(|(page, _)| page).collect();
        assert_eq!(around, [3, 4, 5, 6]);
        assert_eq!(window.ahead(&[6, 29]), [8, 27, 28, 29]);
    }

    #[test]
    fn pages_near_those_that_are_converted_are_known() {
        for (page, near) in [
            (0, false),
            (1, true),
            (3, true),
            (5, true),
            (6, false),
            (8, true),
        ] {
            assert_eq!(is_near(&[3, 10], page, 2), near, "{page}");
        }
        assert!(!is_near(&[], 1, 5));
    }
}
