//! Restricts a view to some pages of a document, for a file that contains only these.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use super::view::View;
use crate::structure::{ElementId, Kid, Tags};

/// The chosen pages, with their elements.
pub(super) struct Chosen {
    pages: BTreeSet<u32>,
    /// The elements with content on the chosen pages, and their ancestors, each with the first of these
    /// pages.
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
                        // Its ancestors are contained already.
                        break;
                    }
                    elements.insert(id, page);
                }
            }
        }
        Self { pages, elements }
    }
}

/// The parts of a view: all, or those on the chosen pages.
impl View {
    /// Restricts a view to some pages, which are read as in the full view.
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

    /// Its pages, in order.
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

    /// Whether it has a child of an element: another element, or content of a page.
    pub(super) fn has_kid(&self, kid: &Kid) -> bool {
        match kid {
            Kid::Element(id) => self.has_element(*id),
            Kid::Content { page, .. } | Kid::Object { page, .. } => match page {
                Some(page) => self.has_page(*page),
                None => self.is_whole(),
            },
        }
    }

    /// The first of its pages with content of an element.
    pub(super) fn first_page(&self, tags: &Tags, id: ElementId) -> Option<u32> {
        match &self.chosen {
            Some(chosen) => chosen.elements.get(&id).copied(),
            None => tags.pages().extent(id).map(|(first, _)| first),
        }
    }
}
