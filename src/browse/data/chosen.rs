//! Some pages of a document, as if it had no others: for what is handed to somebody who gets only these.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use super::view::View;
use crate::structure::{ElementId, Kid, Tags};

/// The pages, and what the tree has on them.
pub(super) struct Chosen {
    pages: BTreeSet<u32>,
    /// The elements that have something on one of the pages, and those around them, with the first of
    /// these pages.
    elements: HashMap<ElementId, u32>,
}

impl Chosen {
    pub(super) fn new(tags: Option<&Tags>, pages: &[u32]) -> Self {
        let pages: BTreeSet<u32> = pages.iter().copied().collect();
        let mut elements = HashMap::new();
        for (tags, page) in pages.iter().filter_map(|page| Some((tags?, *page))) {
            for item in tags.pages().of(page) {
                for id in tags.structure().ancestors(item.element) {
                    if elements.contains_key(&id) {
                        // So are those around it.
                        break;
                    }
                    elements.insert(id, page);
                }
            }
        }
        Self { pages, elements }
    }
}

/// What a view has: all there is, or what is on the chosen pages.
impl View {
    /// Some pages of a view. They are read as they are there.
    pub(in crate::browse) fn of_pages(whole: &Arc<Self>, pages: &[u32]) -> Self {
        let mut part = Self::new(whole.document().clone());
        part.chosen = Some(Chosen::new(whole.tags(), pages));
        part.whole = Some(Arc::clone(whole));
        part
    }

    /// Whether it has all pages.
    pub(super) fn is_whole(&self) -> bool {
        self.chosen.is_none()
    }

    /// Its pages, in their order.
    pub(super) fn pages(&self) -> impl Iterator<Item = u32> {
        (0..self.page_count()).filter(|index| self.has_page(*index))
    }

    pub(super) fn has_page(&self, index: u32) -> bool {
        let chosen = self.chosen.as_ref();
        chosen.is_none_or(|chosen| chosen.pages.contains(&index))
    }

    pub(super) fn has_element(&self, id: ElementId) -> bool {
        let chosen = self.chosen.as_ref();
        chosen.is_none_or(|chosen| chosen.elements.contains_key(&id))
    }

    /// Whether it has an element's child: an element, or content of a page.
    pub(super) fn has_kid(&self, kid: &Kid) -> bool {
        match kid {
            Kid::Element(id) => self.has_element(*id),
            Kid::Content { page, .. } | Kid::Object { page, .. } => match page {
                Some(page) => self.has_page(*page),
                None => self.is_whole(),
            },
        }
    }

    /// The first of its pages that an element has something on.
    pub(super) fn first_page(&self, tags: &Tags, id: ElementId) -> Option<u32> {
        match &self.chosen {
            Some(chosen) => chosen.elements.get(&id).copied(),
            None => tags.pages().extent(id).map(|(first, _)| first),
        }
    }
}
