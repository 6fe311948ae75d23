//! Keeps pages as they were read, before corrections, so that a page and its neighbours need not be analysed
//! again after each correction.

use std::collections::VecDeque;
use std::sync::Mutex;

use super::Pipeline;
use super::analysed::Analysed;
use super::page_summary::DISTANCE;
use pdfa2hocr_core::corrections::PageGutters;
use pdfa2hocr_core::lock::lock;

/// Number of pages requested last whose neighbours are kept.
const CENTRES: usize = 3;

/// The pages around those that were requested last.
#[derive(Default)]
pub(super) struct ReadPages(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    centres: VecDeque<u32>,
    pages: Vec<(Key, Analysed)>,
}

/// A page by its index, and the gutters with which it was read.
type Key = (u32, Option<PageGutters>);

impl Kept {
    fn is_near(&self, page: u32) -> bool {
        let mut centres = self.centres.iter();
        centres.any(|centre| centre.abs_diff(page) <= DISTANCE)
    }
}

impl ReadPages {
    /// Records that a page is requested by itself.
    fn request(&self, page: u32) {
        let mut kept = lock(&self.0);
        kept.centres.retain(|centre| *centre != page);
        kept.centres.push_back(page);
        if kept.centres.len() > CENTRES {
            kept.centres.pop_front();
        }
        let mut pages = std::mem::take(&mut kept.pages);
        pages.retain(|((page, _), _)| kept.is_near(*page));
        kept.pages = pages;
    }

    /// Returns a page, which is read if it is not kept.
    fn page(&self, key: Key, read: impl FnOnce() -> Analysed) -> Analysed {
        let kept = lock(&self.0);
        let known = kept.pages.iter().find(|(known, _)| *known == key);
        if let Some((_, page)) = known {
            return page.clone();
        }
        drop(kept);
        let page = read();
        let mut kept = lock(&self.0);
        if kept.is_near(key.0) {
            kept.pages.retain(|((page, _), _)| *page != key.0);
            kept.pages.push((key, page.clone()));
        }
        page
    }
}

impl Pipeline {
    /// Keeps the pages around the one that is requested, from now on.
    #[cfg(feature = "browse")]
    pub(crate) fn keep_read_pages(&self) {
        self.read_pages.get_or_init(Default::default);
    }

    /// Records that a page is requested by itself.
    pub(super) fn expect(&self, index: u32) {
        if let Some(kept) = self.read_pages.get() {
            kept.request(index);
        }
    }

    /// Reads a page, or returns a kept one.
    pub(super) fn read_or_kept(&self, index: u32, read: impl FnOnce() -> Analysed) -> Analysed {
        let Some(kept) = self.read_pages.get() else {
            return read();
        };
        kept.page((index, self.gutters(index)), read)
    }
}
