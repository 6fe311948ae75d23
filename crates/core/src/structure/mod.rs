//! Builds page trees from a document's logical structure (ISO 32000-1, 14.7 and 14.8).
//!
//! [`read`] reads `StructTreeRoot` into elements, and uses the parent tree if `K` is broken. [`Tags::new`]
//! finds the content of each element on each page. [`Tags::page`] builds the tree of a page: elements in the
//! order of the structure tree, lines and words by the positions of glyphs, and artifacts. [`Tags::details`],
//! [`Tags::texts`] and [`Tags::listing`] show the structure tree itself.

mod artifact;
mod attributes;
mod bookmarks;
mod build;
mod content;
mod details;
mod divided_words;
mod draft;
mod element;
mod facts;
mod formulas;
mod labels;
mod lines;
mod listing;
mod lists;
mod mathml;
mod notes;
mod owner;
mod pages;
mod parent_tree;
mod parent_tree_fallback;
mod part;
mod pictures;
mod placement;
mod places;
mod reader;
mod references;
mod role_map;
mod running;
mod spans;
mod styles;
mod target;
#[cfg(test)]
mod tests;
mod texts;

pub use bookmarks::{Bookmark, Bookmarks, Title};
pub use build::TaggedPage;
pub use details::{Described, Origin};
pub(crate) use draft::OpenRegion;
pub use element::{Element, ElementId, Kid};
pub use element::{Step, Structure};
pub use listing::Listing;
pub use pages::{Pages, What};
pub use reader::read;

use crate::page::is_heading;

/// A structure tree that can be applied to pages.
#[derive(Clone, Debug, Default)]
pub struct Tags {
    structure: Structure,
    pages: Pages,
    bookmarks: Bookmarks,
    /// Whether there are heading elements.
    headings: bool,
    /// Whether there are neither heading elements nor bookmarks.
    headless: bool,
}

impl Tags {
    pub fn new(structure: Structure) -> Self {
        let pages = structure.pages();
        let headings = structure.ids().any(|id| is_heading(structure[id].kind()));
        let headless = !structure.elements.iter().any(Element::is_heading);
        Self {
            structure,
            pages,
            bookmarks: Bookmarks::default(),
            headings,
            headless,
        }
    }

    /// Adds the outline, which may contain headings that are not elements.
    pub fn with_bookmarks(self, bookmarks: Bookmarks) -> Self {
        let headless = self.headless && bookmarks.is_empty();
        Self {
            bookmarks,
            headless,
            ..self
        }
    }

    pub fn structure(&self) -> &Structure {
        &self.structure
    }

    pub fn pages(&self) -> &Pages {
        &self.pages
    }

    /// Whether there are heading elements.
    pub fn has_headings(&self) -> bool {
        self.headings
    }
}
