//! Caches the pages that were read and analysed last. The layers, the tree and the selection request the same
//! page repeatedly.

use std::collections::{BTreeSet, VecDeque};
use std::sync::{Arc, Mutex, OnceLock};

use super::on_page::OnPage;
use crate::document::Document;
use pdfa2hocr_core::blocks::Page;
use pdfa2hocr_core::diagnostics::Result;
use pdfa2hocr_core::lock::lock;
use pdfa2hocr_core::structure::Tags;

/// Most pages in the cache: of the main view, and of each changed one. Large pages reduce the number.
pub(super) const MANY: usize = 48;
pub(super) const FEW: usize = 12;

/// Most glyphs in the cache, divided by its number of pages. A glyph needs about a hundred bytes.
const GLYPHS: usize = 8_000;

/// An analysed page, with the places of its elements.
pub(in crate::browse) struct SeenPage {
    pub page: Page,
    on_page: OnceLock<OnPage>,
}

impl SeenPage {
    fn read(document: &Document, index: u32) -> Result<Arc<Self>> {
        let page = document.page(index)?;
        Ok(Arc::new(Self {
            page,
            on_page: OnceLock::new(),
        }))
    }

    /// The places of these tags' elements on the page.
    pub(super) fn on_page(&self, tags: &Tags) -> &OnPage {
        self.on_page.get_or_init(|| OnPage::new(&self.page, tags))
    }
}

/// A page in the cache. Several threads that need it wait until one has read it.
type Slot = Arc<OnceLock<Result<Arc<SeenPage>>>>;

/// The cache of pages.
pub(super) struct Pages {
    /// Most pages that are kept.
    most: usize,
    /// Ordered by use; the page requested last is at the end.
    slots: Mutex<VecDeque<(u32, Slot)>>,
}

impl Pages {
    /// An empty cache for at most this number of pages.
    pub(super) fn new(most: usize) -> Self {
        Self {
            most,
            slots: Mutex::default(),
        }
    }

    /// Returns a page, by its index, and caches it.
    pub(super) fn get(&self, document: &Document, index: u32) -> Result<Arc<SeenPage>> {
        let slot = self.slot(index);
        let page = slot.get_or_init(|| SeenPage::read(document, index));
        self.forget();
        page.clone()
    }

    /// Returns a page without caching it, so that no other page is dropped.
    pub(super) fn in_passing(&self, document: &Document, index: u32) -> Result<Arc<SeenPage>> {
        if let Some(known) = self.known(index) {
            return Ok(known);
        }
        SeenPage::read(document, index)
    }

    /// A page, if it is cached.
    pub(super) fn known(&self, index: u32) -> Option<Arc<SeenPage>> {
        let slots = lock(&self.slots);
        let (_, slot) = slots.iter().find(|(page, _)| *page == index)?;
        slot.get()?.as_ref().ok().cloned()
    }

    /// The same cache for a document in which only some pages are other ones; all of them if `changed` is
    /// `None`.
    pub(super) fn without(&self, changed: Option<&BTreeSet<u32>>) -> Self {
        let slots = lock(&self.slots);
        let stays = |page: &u32| changed.is_some_and(|changed| !changed.contains(page));
        let slots = slots.iter().filter(|(page, _)| stays(page)).cloned();
        Self {
            most: self.most,
            slots: Mutex::new(slots.collect()),
        }
    }

    fn slot(&self, index: u32) -> Slot {
        let mut slots = lock(&self.slots);
        let known = slots.iter().position(|(page, _)| *page == index);
        let known = known.and_then(|at| slots.remove(at));
        let (_, slot) = known.unwrap_or_default();
        slots.push_back((index, Arc::clone(&slot)));
        slot
    }

    /// Drops the least recently used pages. Pages that are being read stay.
    fn forget(&self) {
        let mut slots = lock(&self.slots);
        let glyphs = |slot: &Slot| match slot.get() {
            Some(Ok(seen)) => seen.page.model().content.glyphs.len(),
            _ => 0,
        };
        let mut all: usize = slots.iter().map(|(_, slot)| glyphs(slot)).sum();
        while slots.len() > self.most || (all > self.most * GLYPHS && slots.len() > 1) {
            let Some((_, oldest)) = slots.pop_front() else {
                return;
            };
            all -= glyphs(&oldest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_read_once_and_the_last_ones_are_kept() {
        let document = Document::open("fixtures/layout/two-columns.pdf").unwrap();
        let pages = Pages::new(MANY);
        let first = pages.get(&document, 0).unwrap();
        assert!(Arc::ptr_eq(&first, &pages.get(&document, 0).unwrap()));
        // There are two pages; for others the errors are cached.
        for index in 2..2 + MANY as u32 {
            assert!(pages.get(&document, index).is_err());
        }
        assert!(pages.known(0).is_none());
        assert!(!Arc::ptr_eq(&first, &pages.get(&document, 0).unwrap()));
    }
}
