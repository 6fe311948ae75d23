//! Adds the lines and words of a block to the tree, with the inline elements around them.

use super::draft::Draft;
use super::part::Parts;
use crate::geometry::Rect;
use crate::line::{TextLine, baseline, bbox_of, lines};
use crate::page::{Detail, Node, NodeId, NodeKind, Own};
use crate::page_number::PageNumber;

/// Maximum gap in a line, in advance widths of a glyph. Tags give the block, so tabs and leaders do not end a
/// line.
pub(super) const WIDEST: f32 = 10_000.0;

/// Minimum rise to a line of the next column, in heights of the last line; superscripts rise less.
const COLUMN_RISE: f32 = 1.5;

/// Glyphs of a block in reading order, with the part that contains each.
#[derive(Default)]
pub(super) struct Text {
    pub glyphs: Vec<u32>,
    pub parts: Vec<Option<u32>>,
    /// The parts that are labels before the block.
    pub labels: Vec<u32>,
}

impl Text {
    /// Appends another text.
    pub(super) fn append(&mut self, other: Self) {
        self.glyphs.extend(other.glyphs);
        self.parts.extend(other.parts);
        self.labels.extend(other.labels);
    }
}

/// The elements around the words of a line.
#[derive(Clone, Copy)]
struct Within<'a> {
    /// The part of the block, or around it.
    block: Option<u32>,
    /// The labels before the block.
    labels: &'a [u32],
}

/// Whether a line begins another column: it is beside `reach`, the box of the last line's column, and far
/// above the last line.
///
/// ```text
///   +------------+   +------------+
///   |            |   | line       |
///   |            |   +------------+
///   | last line  |
///   +------------+
///       reach
/// ```
fn begins_column(last: &TextLine, reach: Rect, line: &TextLine) -> bool {
    let beside = line.cell.x0 >= reach.x1 || line.cell.x1 <= reach.x0;
    let rise = last.cell.y0 - line.cell.y0;
    line.frame == last.frame && beside && rise > COLUMN_RISE * last.cell.height()
}

/// The parts around a word inside its block or label, the outermost first.
fn path_to(parts: &Parts, part: Option<u32>, within: Within<'_>, path: &mut Vec<u32>) {
    path.clear();
    let mut next = part;
    while next != within.block {
        let Some(part) = next else {
            // The word is in a part around both the label and the block.
            path.clear();
            return;
        };
        path.push(part);
        next = parts.get(part).parent;
        if within.labels.contains(&part) {
            break;
        }
    }
    path.reverse();
}

impl Draft<'_> {
    /// Adds the lines of a block to its node. `block` is the part of the node, or the one around it if it has
    /// no element. Lines in another column are added to a copy behind the node, with the same `group`.
    pub(super) fn lines(&mut self, mut node: NodeId, block: Option<u32>, text: &Text) {
        let params = crate::line::LineParams {
            char_margin: WIDEST,
            ..*self.params
        };
        for (at, &glyph) in text.glyphs.iter().enumerate() {
            if let Some(part) = self.part_of.get_mut(glyph as usize) {
                *part = text.parts.get(at).copied().unwrap_or(block);
            }
        }
        let glyphs = text.glyphs.iter().copied();
        let found = lines(self.content, self.frames, glyphs, &params, &mut self.order);
        let mut column: Option<&TextLine> = None;
        let mut reach = Rect::EMPTY;
        for line in found.iter().filter(|line| line.inked) {
            if column.is_some_and(|last| begins_column(last, reach, line)) {
                node = self.go_on(node);
                reach = Rect::EMPTY;
            }
            column = Some(line);
            reach = reach.union(line.cell);
            let range = line.glyphs.start as usize..line.glyphs.end as usize;
            let within = Within {
                block,
                labels: &text.labels,
            };
            self.line(node, within, line.glyphs.start, range, line.frame);
        }
    }

    /// Adds a copy of a node behind it, for the lines in the next column.
    fn go_on(&mut self, node: NodeId) -> NodeId {
        let Some(parent) = self.tree.parent(node) else {
            return node;
        };
        if self.tree[node].own(Own::Group).is_none() {
            self.columns += 1;
            let value = format!("columns_{}_{}", PageNumber::of(self.page), self.columns);
            self.tree[node].add_attribute(Own::Group, value);
        }
        let mut rest = Node::new(self.tree[node].kind.clone(), Rect::EMPTY, Detail::None);
        rest.attributes = self.tree[node].attributes.clone();
        let anchor = Own::Anchor.into();
        rest.attributes.retain(|a| a.name != anchor);
        rest.element = self.tree[node].element;
        self.tree.add_child(parent, rest)
    }

    fn line(
        &mut self,
        node: NodeId,
        within: Within<'_>,
        start: u32,
        range: std::ops::Range<usize>,
        frame: u32,
    ) {
        let Within { block, .. } = within;
        let frame = self.frames.get(frame);
        let glyphs = self.order.get(range).unwrap_or_default();
        let words = self.words.of_line(frame, glyphs);
        let (Some(first), Some(last)) = (words.first(), words.last()) else {
            return;
        };
        // Fields and tabs leave white space at the ends of lines.
        let inked = glyphs.get(first.start as usize..last.end as usize);
        let inked = inked.unwrap_or_default();
        let detail = baseline(self.content, frame, inked).map_or(Detail::None, Detail::Line);
        let bbox = bbox_of(self.content, inked);
        let line = self
            .tree
            .add_child(node, Node::new(NodeKind::TEXTLINE, bbox, detail));
        // The inline elements around the next word, the innermost last.
        let mut open: Vec<(u32, NodeId)> = Vec::new();
        let mut path: Vec<u32> = Vec::new();
        for word in words {
            let range = word.start as usize..word.end as usize;
            // A word in two elements belongs to their common ancestor, or to the link that a part of it is.
            let own = glyphs.get(range.clone()).unwrap_or_default();
            let part_of = |&g: &u32| self.part_of.get(g as usize).copied().unwrap_or(block);
            let mut parts = own
                .chunk_by(|a, b| part_of(a) == part_of(b))
                .filter_map(|same| same.first().map(part_of));
            let first = parts.next().unwrap_or(block);
            // The sign of a note, for example, is at the end of a word.
            let part = parts.fold(first, |a, b| {
                match (self.facts.links(a), self.facts.links(b)) {
                    (true, false) => a,
                    (false, true) => b,
                    _ => self.parts.common(a, b),
                }
            });
            path_to(self.parts, part, within, &mut path);
            let same = open
                .iter()
                .zip(&path)
                .take_while(|((a, _), b)| a == *b)
                .count();
            open.truncate(same);
            for &part in path.get(same..).unwrap_or_default() {
                let around = open.last().map_or(line, |&(_, node)| node);
                let node = self.facts.node(part);
                open.push((part, self.tree.add_child(around, node)));
            }
            let glyphs = glyphs.get(range).unwrap_or_default();
            let detail = Detail::Word(start + word.start..start + word.end);
            let mut node = Node::new(NodeKind::WORD, bbox_of(self.content, glyphs), detail);
            let run = glyphs.first().and_then(|&g| {
                let glyph = self.content.glyphs.get(g as usize)?;
                self.content.runs.get(glyph.run as usize)
            });
            let lang = run.and_then(|run| self.facts.sequence_lang(run.marked));
            if let Some(lang) = lang.filter(|&lang| self.facts.lang(part) != Some(lang)) {
                node.add_attribute(Own::Lang, lang);
            }
            let around = open.last().map_or(line, |&(_, node)| node);
            self.tree.add_child(around, node);
        }
    }
}
