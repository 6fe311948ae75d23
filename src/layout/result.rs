//! What the analysis of a page found: the decisions of all steps as plain data.

use std::ops::Range;

use super::annotate::notes;
use super::regions::gutters::Gutter;
use super::tables::Table;
use crate::line::{Frames, TextLine};
use crate::model::{Finding, FindingKind};

/// What was found on a page, in reading order: each stage's decisions as plain data.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The directions of writing, set upright.
    pub frames: Frames,
    /// Glyphs (indices in the content), line by line.
    pub glyphs: Vec<u32>,
    pub lines: Vec<TextLine>,
    pub paragraphs: Vec<Paragraph>,
    pub blocks: Vec<Block>,
    pub tables: Vec<TableBlock>,
    /// What parts the page into regions.
    pub gutters: Vec<Gutter>,
    /// Whether the drawing order is one in which the page can be read.
    pub drawn: bool,
    /// Whether columns are read from right to left.
    pub right_to_left: bool,
}

/// Lines that are one paragraph.
#[derive(Clone, Debug, PartialEq)]
pub struct Paragraph {
    /// Positions in [`Layout::lines`].
    pub lines: Range<u32>,
    /// For a heading its level, from 1.
    pub heading: Option<u8>,
}

/// Paragraphs that white space keeps together, or those of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// Positions in [`Layout::paragraphs`].
    pub paragraphs: Range<u32>,
    pub frame: u32,
    pub kind: BlockKind,
}

/// What a block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockKind {
    Text,
    /// Text beside the running text.
    Note(notes::Role),
    /// A position in [`Layout::tables`].
    Table(u32),
}

/// A table, and what is in its cells.
#[derive(Clone, Debug, PartialEq)]
pub struct TableBlock {
    pub table: Table,
    /// For each cell, positions in [`Layout::paragraphs`].
    pub paragraphs: Vec<Range<u32>>,
}

impl Layout {
    /// What told the analysis how to part the page.
    pub fn findings(&self) -> Vec<Finding> {
        let gutter = |gutter: &Gutter| Finding {
            kind: FindingKind::Gutter,
            bbox: self.frames.get(gutter.frame).leave_rect(gutter.rect),
            why: gutter.evidence.to_string(),
        };
        let table = |block: &Block| match block.kind {
            BlockKind::Table(number) => {
                let TableBlock { table, .. } = self.tables.get(number as usize)?;
                Some(Finding {
                    kind: FindingKind::Table,
                    bbox: self.frames.get(block.frame).leave_rect(table.rect),
                    why: table.evidence.to_string(),
                })
            }
            BlockKind::Text | BlockKind::Note(_) => None,
        };
        let gutters = self.gutters.iter().map(gutter);
        gutters
            .chain(self.blocks.iter().filter_map(table))
            .collect()
    }
}
