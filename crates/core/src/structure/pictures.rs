//! Adds the images of a page to the figures and formulas that contain them.

use super::attributes::layout_box;
use super::draft::Draft;
use super::placement::Placement;
use crate::geometry::Rect;
use crate::page::{Detail, Node, NodeId, NodeKind};

/// An inline figure, or the figure that is the group.
struct Figure {
    part: u32,
    images: Vec<u32>,
    /// The box of its images and paths.
    painted: Rect,
    has_text: bool,
}

impl Draft<'_> {
    /// Adds the images of items to a node, in their figures. If the group itself is a figure, its images
    /// extend its box.
    pub(super) fn pictures(&mut self, around: NodeId, items: &[(u32, Option<u32>)]) {
        let mut figures: Vec<Figure> = Vec::new();
        let mut loose = Vec::new();
        for &(item, part) in items {
            let images = self.dealt.images.get(item as usize);
            let images = images.map(Vec::as_slice).unwrap_or_default();
            let Some(part) = part.and_then(|part| self.figure_around(part)) else {
                loose.extend_from_slice(images);
                continue;
            };
            if figures.last().is_none_or(|figure| figure.part != part) {
                figures.push(Figure {
                    part,
                    images: Vec::new(),
                    painted: Rect::EMPTY,
                    has_text: false,
                });
            }
            if let Some(figure) = figures.last_mut() {
                figure.images.extend_from_slice(images);
                let painted = self.dealt.painted.get(item as usize);
                figure.painted = figure.painted.union(painted.copied().unwrap_or_default());
                let glyphs = self.dealt.glyphs.get(item as usize);
                figure.has_text |= glyphs.is_some_and(|glyphs| !glyphs.is_empty());
            }
        }
        for figure in figures {
            self.figure(around, figure);
        }
        for image in loose {
            let node = self.image(image);
            self.tree.add_child(around, node);
        }
    }

    fn figure(&mut self, around: NodeId, figure: Figure) {
        let Figure { part, images, .. } = figure;
        let detail = match images.as_slice() {
            &[only] => Detail::Image(only),
            _ => Detail::None,
        };
        let shown = images
            .iter()
            .filter_map(|&i| self.content.images.get(i as usize))
            .fold(Rect::EMPTY, |r, image| r.union(image.bbox));
        // Paths are often clipped, so the `BBox` in the file takes precedence over them.
        let said = self.said_box(part);
        let bbox = shown.union(if said.is_empty() {
            figure.painted
        } else {
            said
        });
        // A figure with text but without images is in the lines.
        let in_lines = images.is_empty() && figure.has_text;
        if self.parts.get(part).place == Placement::Group {
            let node = &mut self.tree[around];
            node.bbox = node.bbox.union(bbox);
            node.detail = detail;
        } else if !bbox.is_empty() && !in_lines {
            let mut node = self.facts.node(part);
            (node.bbox, node.detail) = (bbox, detail);
            self.tree.add_child(around, node);
        }
    }

    /// The innermost figure or formula that contains a part, inside its block or group.
    fn figure_around(&self, mut part: u32) -> Option<u32> {
        loop {
            let at = self.parts.get(part);
            let standard_type = self.tags.structure[at.element].standard_type.as_str();
            if matches!(standard_type, "Figure" | "Formula") {
                return Some(part);
            }
            if at.place != Placement::Inline {
                return None;
            }
            part = at.parent?;
        }
    }

    pub(super) fn image(&self, number: u32) -> Node {
        let image = self.content.images.get(number as usize);
        let bbox = image.map_or(Rect::EMPTY, |image| image.bbox);
        Node::new(NodeKind::IMAGE, bbox, Detail::Image(number))
    }

    /// The layout attribute `BBox` of an element, cut to the page.
    pub(super) fn said_box(&self, part: u32) -> Rect {
        let element = &self.tags.structure[self.parts.get(part).element];
        let page = Rect::new(0.0, 0.0, self.content.width, self.content.height);
        layout_box(&element.attributes, self.matrix).intersection(page)
    }
}
