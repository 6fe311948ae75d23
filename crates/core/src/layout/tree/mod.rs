//! Builds the page's tree, `page > textgroup > textbox > textline > word`, from its layout.

mod builder;

use std::ops::Range;

use super::result::{Block, BlockKind, Layout, TableBlock};
use super::role::Role;
use crate::geometry::Rect;
use crate::page::{Detail, Name, Node, NodeId, NodeKind, Own, Tree};

pub(super) use builder::Builder;

/// Builds the tree of a layout. Without `groups` all paragraphs are children of the page.
pub(super) fn build(mut builder: Builder<'_>, layout: &Layout, groups: bool) -> (Tree, Vec<u32>) {
    for block in &layout.blocks {
        match block.kind {
            BlockKind::Text => layout.build_text(&mut builder, block, None, groups),
            BlockKind::Note(role) => layout.build_text(&mut builder, block, Some(role), groups),
            BlockKind::Table(number) => {
                if let Some(table) = layout.tables.get(number as usize) {
                    layout.build_table(&mut builder, block.frame, table);
                }
            }
        }
    }
    builder.trim_lines();
    let (mut tree, order) = builder.finish();
    for chart in &layout.charts {
        tree.add_child(
            tree.root(),
            Node::new(NodeKind::IMAGE, *chart, Detail::None),
        );
    }
    (tree, order)
}

impl Layout {
    fn build_text(
        &self,
        builder: &mut Builder<'_>,
        block: &Block,
        role: Option<Role>,
        groups: bool,
    ) {
        let root = builder.root();
        let parent = if groups && block.paragraphs.len() > 1 {
            let lines = block.paragraphs.clone().flat_map(|p| self.lines_of(p));
            let bbox = builder.bbox(lines);
            let mut node = Node::new(NodeKind::TEXTGROUP, bbox, Detail::None);
            node.add_attribute(Own::Block, "true");
            builder.node(root, node)
        } else {
            root
        };
        self.build_paragraphs(builder, parent, &block.paragraphs, role);
    }

    /// Adds a table with the structure of tagged documents, so that all code for tagged tables can read it.
    fn build_table(&self, builder: &mut Builder<'_>, frame: u32, block: &TableBlock) {
        let frame = self.frames.get(frame);
        let all = block.paragraphs.iter().cloned().flatten();
        let text = builder.bbox(all.flat_map(|p| self.lines_of(p)));
        let node =
            |kind: &'static str, bbox: Rect| Node::new(NodeKind::known(kind), bbox, Detail::None);
        let bbox = frame.leave_rect(block.table.rect).union(text);
        let root = builder.root();
        let table = builder.node(root, node("Table", bbox));
        let mut paragraphs = block.paragraphs.iter();
        for cells in block.table.rows() {
            let row = builder.node(table, node("TR", Rect::EMPTY));
            let mut around = Rect::EMPTY;
            for (cell, own) in cells.iter().zip(paragraphs.by_ref()) {
                let text = builder.bbox(own.clone().flat_map(|p| self.lines_of(p)));
                let bbox = frame.leave_rect(cell.rect).union(text);
                around = around.union(bbox);
                let mut new = node(if cell.header { "TH" } else { "TD" }, bbox);
                for (name, span) in [
                    ("RowSpan", cell.rows.len()),
                    ("ColSpan", cell.columns.len()),
                ] {
                    if span > 1 {
                        new.add_attribute(Name::standard(name), span.to_string());
                    }
                }
                if cell.header {
                    new.add_attribute(Name::standard("Scope"), "Column");
                }
                let id = builder.node(row, new);
                self.build_paragraphs(builder, id, own, None);
            }
            builder.node_mut(row).bbox = around;
        }
    }

    fn build_paragraphs(
        &self,
        builder: &mut Builder<'_>,
        parent: NodeId,
        paragraphs: &Range<u32>,
        role: Option<Role>,
    ) {
        for number in paragraphs.clone() {
            if self.lines_of(number).next().is_none() {
                continue;
            }
            let id = builder.text_box(parent, self.lines_of(number));
            let paragraph = self.paragraphs.get(number as usize);
            if let Some(level) = paragraph.and_then(|p| p.heading) {
                let node = builder.node_mut(id);
                node.add_attribute(Own::Level, level.to_string());
            }
            if let Some(depth) = paragraph.and_then(|p| p.item) {
                let node = builder.node_mut(id);
                node.add_attribute(Own::Item, depth.to_string());
            }
            if paragraph.is_some_and(|p| p.verse) {
                builder.node_mut(id).add_attribute(Own::Verse, "true");
            }
            if let Some(role) = role {
                let node = builder.node_mut(id);
                node.add_attribute(Own::Role, role.name());
            }
        }
    }

    /// The lines of a paragraph. Lines without text are skipped: the text of their glyphs belongs to earlier
    /// glyphs.
    fn lines_of(&self, paragraph: u32) -> impl Iterator<Item = u32> + Clone + '_ {
        let paragraph = self.paragraphs.get(paragraph as usize);
        let inked = |n: &u32| self.lines.get(*n as usize).is_some_and(|l| l.inked);
        paragraph.map_or(0..0, |p| p.lines.clone()).filter(inked)
    }
}
