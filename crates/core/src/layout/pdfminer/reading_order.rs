//! Puts boxes and groups into reading order, and builds the tree of a page.

use super::boxes::Boxes;
use super::groups::{Element, group};
use crate::compact_sort::CompactSort;
use crate::geometry::Rect;
use crate::layout::tree::Builder;
use crate::line::{Frames, TextLine};
use crate::page::{Detail, Node, NodeId, NodeKind, Tree};

/// Boxes, and groups of them. Children are in reading order, and before their parents.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Reading {
    /// The first are the boxes, in the order of [`Boxes::boxes`]; the others are groups of two members.
    elements: Vec<Option<[u32; 2]>>,
    /// The elements that are in no group, in reading order.
    top: Vec<u32>,
}

/// Groups the boxes and orders the two members of each group. The first is the one with the lower
///
/// `(1 - flow) u0 + (1 + flow) (v0 + v1)`,
///
/// where `u` runs along the text and `v` from line to line, in the frame of most of the group's text.
///
/// Upright text gets pdfminer's order from the top left to the bottom right, and vertical writing its order
/// from the top right to the bottom left. pdfminer uses the latter if any box of a group is vertical, and
/// does not support other rotated text.
pub(crate) fn by_groups(boxes: &Boxes, lines: &[TextLine], frames: &Frames, flow: f32) -> Reading {
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
        // Ties are resolved by the start of the text.
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

/// Orders boxes without groups: vertical writing first, from right to left. The others follow from top to
/// bottom by their lower edges, and from left to right if these are equal. This is pdfminer's order without
/// `boxes_flow`.
pub(crate) fn top_to_bottom(boxes: &Boxes, frames: &Frames) -> Reading {
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
    top.compact_sort_by(|&a, &b| {
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
pub(crate) fn in_given_order(boxes: &Boxes) -> Reading {
    Reading {
        elements: vec![None; boxes.boxes.len()],
        top: (0..boxes.boxes.len() as u32).collect(),
    }
}

fn members(boxes: &Boxes, range: std::ops::Range<u32>) -> impl Iterator<Item = u32> + Clone {
    boxes
        .lines
        .get(range.start as usize..range.end as usize)
        .unwrap_or_default()
        .iter()
        .copied()
}

/// Builds the tree of a page, and returns it with the glyphs in its order. Without `groups` all boxes are
/// children of the page.
pub(crate) fn build(
    mut builder: Builder<'_>,
    lines: &[TextLine],
    boxes: &Boxes,
    reading: &Reading,
    groups: bool,
) -> (Tree, Vec<u32>) {
    let bboxes = bboxes(&builder, boxes, reading);
    let root = builder.root();
    // Not recursive: groups can be nested as deeply as there are boxes.
    let mut work: Vec<(u32, NodeId)> = reading.top.iter().rev().map(|&e| (e, root)).collect();
    while let Some((element, parent)) = work.pop() {
        let Some(members) = reading.elements[element as usize] else {
            if let Some(text_box) = boxes.boxes.get(element as usize) {
                builder.text_box(parent, members(boxes, text_box.lines.clone()));
            }
            continue;
        };
        let group = if groups {
            let bbox = bboxes[element as usize];
            builder.node(parent, Node::new(NodeKind::TEXTGROUP, bbox, Detail::None))
        } else {
            parent
        };
        work.extend(members.into_iter().rev().map(|m| (m, group)));
    }
    for (number, line) in (0u32..).zip(lines) {
        if line.inked && !line.has_area() {
            builder.text_box(root, [number]);
        }
    }
    builder.finish()
}

/// The bounding box of each element's glyphs.
fn bboxes(builder: &Builder<'_>, boxes: &Boxes, reading: &Reading) -> Vec<Rect> {
    let mut bboxes: Vec<Rect> = Vec::with_capacity(reading.elements.len());
    for (number, element) in reading.elements.iter().enumerate() {
        let bbox = match (element, boxes.boxes.get(number)) {
            (Some([a, b]), _) => bboxes[*a as usize].union(bboxes[*b as usize]),
            (None, Some(text_box)) => builder.bbox(members(boxes, text_box.lines.clone())),
            (None, None) => Rect::EMPTY,
        };
        bboxes.push(bbox);
    }
    bboxes
}
