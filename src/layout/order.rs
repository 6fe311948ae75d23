//! Boxes and groups to the tree of a page in reading order.

use super::boxes::Boxes;
use super::groups::{Element, group};
use crate::geometry::Rect;
use crate::line::{Frames, TextLine, Words, baseline, bbox_of};
use crate::model::{Content, Detail, Kind, Node, NodeId, Tree};

/// Boxes, and groups of them. Children stand in reading order and before their parents.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    /// The first are the boxes, in the order of [`Boxes::boxes`]; the others have two members.
    elements: Vec<Option<[u32; 2]>>,
    /// The elements that are in no group, in reading order.
    top: Vec<u32>,
}

/// Groups the boxes, and puts the two members of each group into order: that one first for which
/// `(1 - flow) u0 + (1 + flow) (v0 + v1)` is less, where `u` goes along the text and `v` from line
/// to line, in the frame in which most of the group's text is written.
///
/// For upright text this is pdfminer's order from the top left to the bottom right, and for
/// vertical writing its order from the top right to the bottom left. pdfminer uses the latter as
/// soon as one box of a group is vertical, and knows no other turned text.
pub fn by_groups(boxes: &Boxes, lines: &[TextLine], frames: &Frames, flow: f32) -> Reading {
    let leaves = boxes
        .boxes
        .iter()
        .map(|b| Element {
            rect: b.cell,
            frame: b.frame,
            weight: members(boxes, b.lines.clone())
                .filter_map(|line| lines.get(line as usize))
                .map(|line| line.glyphs.len() as u32)
                .sum(),
            members: None,
        })
        .collect();
    let elements = group(leaves);
    let in_order = |element: &Element| {
        let frame = frames.get(element.frame);
        // The start of the text decides where the flow leaves it open.
        let key = |member: u32| {
            let r = frame.enter_rect(elements[member as usize].rect);
            ((1.0 - flow) * r.x0 + (1.0 + flow) * (r.y0 + r.y1), r.x0)
        };
        element.members.map(|[a, b]| {
            let ((place_a, start_a), (place_b, start_b)) = (key(a), key(b));
            if place_a
                .total_cmp(&place_b)
                .then(start_a.total_cmp(&start_b))
                .is_le()
            {
                [a, b]
            } else {
                [b, a]
            }
        })
    };
    Reading {
        top: (0..elements.len() as u32).next_back().into_iter().collect(),
        elements: elements.iter().map(in_order).collect(),
    }
}

/// Boxes without groups: vertical writing first, from right to left, then the others from top to
/// bottom by their lower edges, and from left to right where these are equal. As pdfminer does
/// when its `boxes_flow` is disabled.
pub fn top_to_bottom(boxes: &Boxes, frames: &Frames) -> Reading {
    let mut top: Vec<u32> = (0..boxes.boxes.len() as u32).collect();
    let key = |b: u32| {
        let text_box = &boxes.boxes[b as usize];
        let r = text_box.cell;
        if frames.get(text_box.frame).vertical() {
            (0, -r.x1, r.y1)
        } else {
            (1, r.y1, r.x0)
        }
    };
    top.sort_by(|&a, &b| {
        let (a, b) = (key(a), key(b));
        a.0.cmp(&b.0)
            .then(a.1.total_cmp(&b.1))
            .then(a.2.total_cmp(&b.2))
    });
    Reading {
        elements: vec![None; boxes.boxes.len()],
        top,
    }
}

/// Boxes without groups, in the order in which they are given.
pub fn as_given(boxes: &Boxes) -> Reading {
    Reading {
        elements: vec![None; boxes.boxes.len()],
        top: (0..boxes.boxes.len() as u32).collect(),
    }
}

fn members(boxes: &Boxes, range: std::ops::Range<u32>) -> impl Iterator<Item = u32> {
    boxes
        .lines
        .get(range.start as usize..range.end as usize)
        .unwrap_or_default()
        .iter()
        .copied()
}

/// Builds the tree of a page and the order of its glyphs.
#[derive(Debug)]
pub struct Builder<'a> {
    content: &'a Content,
    frames: &'a Frames,
    /// The glyphs in drawing order, of which lines are ranges.
    drawn: &'a [u32],
    lines: &'a [TextLine],
    words: Words<'a>,
    tree: Tree,
    order: Vec<u32>,
}

impl<'a> Builder<'a> {
    pub fn new(
        content: &'a Content,
        frames: &'a Frames,
        drawn: &'a [u32],
        lines: &'a [TextLine],
        words: Words<'a>,
    ) -> Self {
        Self {
            content,
            frames,
            drawn,
            lines,
            words,
            tree: Tree::new(Rect::new(0.0, 0.0, content.width, content.height)),
            order: Vec::with_capacity(drawn.len()),
        }
    }

    /// The tree, and the glyphs in the order in which it has them. Without `groups` all boxes stand
    /// under the page.
    pub fn build(mut self, boxes: &Boxes, reading: &Reading, groups: bool) -> (Tree, Vec<u32>) {
        let bboxes = self.bboxes(boxes, reading);
        let root = self.tree.root();
        // No recursion: groups can be nested as deep as there are boxes.
        let mut work: Vec<(u32, NodeId)> = reading.top.iter().rev().map(|&e| (e, root)).collect();
        while let Some((element, parent)) = work.pop() {
            let bbox = bboxes[element as usize];
            let Some(members) = reading.elements[element as usize] else {
                self.text_box(boxes, element, bbox, parent);
                continue;
            };
            let group = if groups {
                let node = Node::new(Kind::TEXTGROUP, bbox, Detail::None);
                self.tree.add_child(parent, node)
            } else {
                parent
            };
            work.extend(members.into_iter().rev().map(|m| (m, group)));
        }
        for (number, line) in (0u32..).zip(self.lines) {
            if line.inked && !line.has_area() {
                let node = Node::new(Kind::TEXTBOX, line.bbox, Detail::None);
                let text_box = self.tree.add_child(root, node);
                self.text_line(number, text_box);
            }
        }
        (self.tree, self.order)
    }

    /// Around the glyphs of each element.
    fn bboxes(&self, boxes: &Boxes, reading: &Reading) -> Vec<Rect> {
        let mut bboxes: Vec<Rect> = Vec::with_capacity(reading.elements.len());
        for (number, element) in reading.elements.iter().enumerate() {
            let bbox = match (element, boxes.boxes.get(number)) {
                (Some([a, b]), _) => bboxes[*a as usize].union(bboxes[*b as usize]),
                (None, Some(text_box)) => members(boxes, text_box.lines.clone())
                    .filter_map(|line| self.lines.get(line as usize))
                    .fold(Rect::EMPTY, |r, line| r.union(line.bbox)),
                (None, None) => Rect::EMPTY,
            };
            bboxes.push(bbox);
        }
        bboxes
    }

    fn text_box(&mut self, boxes: &Boxes, number: u32, bbox: Rect, parent: NodeId) {
        let Some(text_box) = boxes.boxes.get(number as usize) else {
            return;
        };
        let node = Node::new(Kind::TEXTBOX, bbox, Detail::None);
        let id = self.tree.add_child(parent, node);
        for line in members(boxes, text_box.lines.clone()) {
            self.text_line(line, id);
        }
    }

    fn text_line(&mut self, number: u32, parent: NodeId) {
        let Some(line) = self.lines.get(number as usize) else {
            return;
        };
        let glyphs = self
            .drawn
            .get(line.glyphs.start as usize..line.glyphs.end as usize)
            .unwrap_or_default();
        let frame = self.frames.get(line.frame);
        let detail = baseline(self.content, frame, glyphs).map_or(Detail::None, Detail::Line);
        let id = self
            .tree
            .add_child(parent, Node::new(Kind::TEXTLINE, line.bbox, detail));
        let start = self.order.len() as u32;
        self.order.extend_from_slice(glyphs);
        for word in self.words.of_line(frame, glyphs) {
            let own = glyphs
                .get(word.start as usize..word.end as usize)
                .unwrap_or_default();
            let detail = Detail::Word(start + word.start..start + word.end);
            let node = Node::new(Kind::WORD, bbox_of(self.content, own), detail);
            self.tree.add_child(id, node);
        }
    }
}
