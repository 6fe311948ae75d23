//! The tree of a page while it is built.

use super::Tags;
use super::content::Dealt;
use super::facts::ElementFacts;
use super::part::Parts;
use crate::geometry::Matrix;
use crate::line::{Frames, LineParams, Words};
use crate::page::{Content, NodeId, Tree};

/// Several lines whose order and paragraphs the tags do not give, only their place between other elements.
#[derive(Clone, Debug)]
pub struct OpenRegion {
    /// Their paragraph, and its continuations in other columns, as siblings.
    pub nodes: Vec<NodeId>,
    /// In drawing order.
    pub glyphs: Vec<u32>,
}

/// A tree being built.
pub(super) struct Draft<'a> {
    pub tags: &'a Tags,
    pub content: &'a Content,
    pub frames: &'a Frames,
    pub params: &'a LineParams,
    pub words: Words<'a>,
    pub parts: &'a Parts,
    pub facts: ElementFacts<'a>,
    pub dealt: &'a Dealt,
    /// The matrix from user space to page space.
    pub matrix: Matrix,
    pub tree: Tree,
    pub order: Vec<u32>,
    /// For each glyph of the page, the part that contains it.
    pub part_of: Vec<Option<u32>>,
    /// Whether a watermark is omitted.
    pub watermark: bool,
    /// The page's index.
    pub page: u32,
    /// Number of elements that continue in another column.
    pub columns: u32,
    /// Labels of items that begin the next line.
    pub labels: Vec<u32>,
    /// The text directly in elements that only group others.
    pub open: Vec<OpenRegion>,
}
