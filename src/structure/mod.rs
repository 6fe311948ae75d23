//! The tagged road: a document's logical structure (ISO 32000-1, 14.7 and 14.8) to page trees.
//!
//! 1. [`read`] reads `StructTreeRoot` whole: elements with their standard types, attributes and
//!    content, in the order of the tree. Where `K` is broken, the parent tree fills in.
//! 2. [`Tags::new`] finds which content of which element is on which page, and whether elements
//!    hold blocks, lines or parts of lines.
//! 3. [`Tags::page`] deals out what is drawn on a page to the elements it belongs to, and builds
//!    the page's tree: elements in the order of the structure tree, in them lines and words from
//!    where the glyphs are, and around them the artifacts. Text that is directly in elements which
//!    only group others is marked as open: its order and its paragraphs are for others to find.
//!
//! Besides, [`Tags::details`] tells all that the file says of one element, and [`Tags::texts`] and
//! [`Tags::listing`] show the structure tree itself.

mod artifact;
mod attributes;
mod bookmarks;
mod build;
mod content;
mod details;
mod divided_words;
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

pub(crate) use bookmarks::{Bookmark, Bookmarks, Title};
pub(crate) use build::{OpenRegion, TaggedPage};
pub(crate) use details::{Described, Origin};
pub(crate) use element::{Element, ElementId, Kid};
pub use element::{Step, Structure};
pub(crate) use listing::Listing;
pub(crate) use pages::{Pages, What};
pub use reader::read;

use crate::model::is_heading;

/// A structure tree that is ready to be laid over pages.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tags {
    structure: Structure,
    pages: Pages,
    bookmarks: Bookmarks,
    /// There are elements for headings.
    headings: bool,
    /// Neither an element nor a bookmark says what a heading is.
    headless: bool,
}

impl Tags {
    pub(crate) fn new(structure: Structure) -> Self {
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

    /// With the outline, which may know headings that no element is.
    pub(crate) fn with_bookmarks(self, bookmarks: Bookmarks) -> Self {
        let headless = self.headless && bookmarks.is_empty();
        Self {
            bookmarks,
            headless,
            ..self
        }
    }

    pub(crate) fn structure(&self) -> &Structure {
        &self.structure
    }

    pub(crate) fn pages(&self) -> &Pages {
        &self.pages
    }

    /// Whether there are elements for headings.
    pub(crate) fn has_headings(&self) -> bool {
        self.headings
    }
}
