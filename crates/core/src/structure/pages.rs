//! Divides the structure tree into pages: the content of each element on each page.

use std::collections::HashMap;

use super::element::{ElementId, Kid, Step, Structure};
use super::placement::{Placement, places};

/// The content of an element on a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// A marked-content sequence, of the page's own content or of the form with this number.
    Sequence { stream: Option<u32>, mcid: i64 },
    /// The drawing of the object with this number.
    Object(u32),
    /// No content: an empty cell of a table.
    Nothing,
}

/// One piece of an element's content on a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item {
    pub element: ElementId,
    pub what: What,
}

/// The structure tree, divided into pages.
#[derive(Clone, Debug, Default)]
pub struct Pages {
    items: HashMap<u32, Vec<Item>>,
    pub(super) places: Vec<Placement>,
    /// The first and the last page with content of each element.
    extents: Vec<Option<(u32, u32)>>,
    lost: usize,
}

impl Structure {
    /// Collects the items of each page, in one traversal of the tree.
    pub fn pages(&self) -> Pages {
        let mut pages = Pages {
            places: places(self),
            extents: vec![None; self.elements.len()],
            ..Pages::default()
        };
        let mut last = 0;
        for step in self.walk() {
            let (element, page, what) = match step {
                Step::Enter(id) if self[id].kids.is_empty() => {
                    (id, self[id].page.or(Some(last)), What::Nothing)
                }
                Step::Enter(_) | Step::Leave(_) | Step::Kid(_, Kid::Element(_)) => continue,
                Step::Kid(id, &Kid::Content { page, stream, mcid }) => {
                    (id, page, What::Sequence { stream, mcid })
                }
                Step::Kid(id, &Kid::Object { page, object }) => (id, page, What::Object(object)),
            };
            let Some(page) = page else {
                pages.lost += 1;
                continue;
            };
            last = page;
            let item = Item { element, what };
            pages.items.entry(page).or_default().push(item);
            pages.extend(element, page, page);
        }
        // Children follow their parents, so this goes from the leaves to the top.
        for (id, element) in self.elements.iter().enumerate().rev() {
            if let (Some(parent), Some((first, last))) = (element.parent, pages.extents[id]) {
                pages.extend(parent, first, last);
            }
        }
        pages
    }
}

impl Pages {
    fn extend(&mut self, element: ElementId, first: u32, last: u32) {
        if let Some(extent) = self.extents.get_mut(element.0 as usize) {
            let (a, b) = extent.unwrap_or((first, last));
            *extent = Some((a.min(first), b.max(last)));
        }
    }

    /// Whether the tree has no content on any page.
    pub fn is_empty(&self) -> bool {
        let content = |item: &Item| item.what != What::Nothing;
        !self.items.values().flatten().any(content)
    }

    /// The number of pieces of content that are on no page of the document.
    pub fn lost(&self) -> usize {
        self.lost
    }

    /// The items on a page, in the order of the tree.
    pub fn of(&self, page: u32) -> &[Item] {
        self.items.get(&page).map_or(&[], Vec::as_slice)
    }

    /// The first and the last page with content of an element or its descendants.
    pub fn extent(&self, element: ElementId) -> Option<(u32, u32)> {
        self.extents.get(element.0 as usize).copied().flatten()
    }

    /// Whether an element has content on several pages.
    pub fn is_split(&self, element: ElementId) -> bool {
        let extent = self.extent(element);
        extent.is_some_and(|(first, last)| first < last)
    }

    pub(super) fn place(&self, element: ElementId) -> Placement {
        self.places
            .get(element.0 as usize)
            .copied()
            .unwrap_or(Placement::Inline)
    }
}
