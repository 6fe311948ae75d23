//! Crops a page to a rectangle.

use super::{Detail, NodeId, Page, Step};
use crate::geometry::Rect;

/// The criterion for keeping content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Everything that overlaps the rectangle; boxes are cut at its edge.
    Touched,
    /// Only what is completely inside.
    Within,
}

impl Part {
    fn holds(self, area: Rect, bbox: Rect) -> bool {
        // Common edges are not an overlap.
        let inner = area.intersection(bbox);
        let is_inside = inner == bbox && !bbox.is_empty();
        let shares = inner.width() > 0.0 && inner.height() > 0.0;
        match self {
            Self::Touched => is_inside || shares,
            Self::Within => is_inside,
        }
    }
}

impl Page {
    /// The page with only the content inside a rectangle, decided for each character. The other characters
    /// are removed completely.
    pub fn crop(&self, area: Rect, part: Part) -> Self {
        let mut cropped = self.with_glyphs(|bbox| part.holds(area, bbox));
        // An empty node inside the area is kept, because it may be an empty cell.
        let mut removed = Vec::new();
        let mut boxes: Vec<Rect> = vec![Rect::EMPTY; cropped.tree.len()];
        let root = cropped.tree.root();
        for step in cropped.tree.walk(root) {
            let Step::Leave(id) = step else { continue };
            let node = &cropped.tree[id];
            let bbox = match &node.detail {
                Detail::Word(glyphs) => {
                    let glyphs = cropped.glyphs(glyphs);
                    glyphs.fold(Rect::EMPTY, |all, glyph| all.union(glyph.bbox))
                }
                _ if cropped.tree.has_children(id) => {
                    let children = cropped.tree.children(id);
                    let boxes = children.filter_map(|child| boxes.get(child.number() as usize));
                    boxes.fold(Rect::EMPTY, |all, bbox| all.union(*bbox))
                }
                _ if part.holds(area, node.bbox) => node.bbox,
                _ => Rect::EMPTY,
            };
            if bbox.is_empty() {
                removed.push(id);
            } else if let Some(place) = boxes.get_mut(id.number() as usize) {
                *place = bbox.intersection(area);
            }
        }
        removed.retain(|&id| !self.is_cell_of_whole_row(id, &boxes));
        cropped.keep(&boxes, &removed);
        cropped
    }

    /// Whether a node is a cell without content or place in a row whose other cells with a place are kept.
    fn is_cell_of_whole_row(&self, id: NodeId, boxes: &[Rect]) -> bool {
        let is_cell = |id: NodeId| matches!(self.tree[id].kind.as_str(), "TD" | "TH");
        let is_kept = |id: NodeId| {
            boxes
                .get(id.number() as usize)
                .is_some_and(|b| !b.is_empty())
        };
        let is_placeless = |id: NodeId| self.tree[id].bbox.is_empty();
        let Some(row) = self
            .tree
            .parent(id)
            .filter(|_| is_cell(id) && is_placeless(id))
        else {
            return false;
        };
        let mut cells = self.tree.children(row).filter(|&cell| is_cell(cell));
        is_kept(row) && cells.all(|cell| is_kept(cell) || is_placeless(cell))
    }

    fn keep(&mut self, boxes: &[Rect], removed: &[NodeId]) {
        let root = self.tree.root();
        for &id in removed.iter().filter(|&&id| id != root) {
            self.tree.detach(id);
        }
        let kept: Vec<NodeId> = self.tree.below(root).skip(1).collect();
        for id in kept {
            if let Some(bbox) = boxes.get(id.number() as usize) {
                self.tree[id].bbox = *bbox;
            }
        }
        // The findings are about the whole page.
        self.findings.clear();
    }

    /// The page with those of its glyphs for whose boxes `is_kept` returns `true`.
    fn with_glyphs(&self, is_kept: impl Fn(Rect) -> bool) -> Self {
        let mut content = self.content.clone();
        content.glyphs.clear();
        content.text.clear();
        // The new index of every glyph, and the number of kept glyphs before each.
        let mut moved = Vec::with_capacity(self.content.glyphs.len());
        let mut before = Vec::with_capacity(self.content.glyphs.len());
        for glyph in &self.content.glyphs {
            before.push(content.glyphs.len() as u32);
            if !is_kept(glyph.bbox) {
                moved.push(None);
                continue;
            }
            moved.push(Some(content.glyphs.len() as u32));
            let mut glyph = *glyph;
            glyph.text = content.push_text(self.content.text_of(&glyph));
            content.glyphs.push(glyph);
        }
        let last = content.glyphs.len() as u32;
        let index = |old: u32| before.get(old as usize).copied().unwrap_or(last);
        for cut in &mut content.cuts {
            *cut = index(*cut);
        }
        for form in &mut content.forms {
            form.glyphs = index(form.glyphs.start)..index(form.glyphs.end);
        }
        let mut order = Vec::with_capacity(content.glyphs.len());
        let mut places = Vec::with_capacity(self.order.len() + 1);
        for &glyph in &self.order {
            places.push(order.len() as u32);
            order.extend(moved.get(glyph as usize).copied().flatten());
        }
        let end = order.len() as u32;
        let place = |old: u32| places.get(old as usize).copied().unwrap_or(end);
        let mut tree = self.tree.clone();
        let words: Vec<NodeId> = tree.below(tree.root()).collect();
        for id in words {
            if let Detail::Word(glyphs) = &mut tree[id].detail {
                *glyphs = place(glyphs.start)..place(glyphs.end);
            }
        }
        Self {
            index: self.index,
            content,
            order,
            tree,
            findings: self.findings.clone(),
        }
    }
}
