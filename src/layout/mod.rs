//! The geometric road: what is drawn on a page, to a tree of groups, boxes, lines and words in
//! reading order, from nothing but where it stands.
//!
//! 1. Glyphs to lines, and words inside them: [`line`](crate::line).
//! 2. Lines to text boxes: [`boxes`].
//! 3. Boxes to nested groups, the two closest first: [`groups`].
//! 4. Each group is put into reading order, and the tree is built: [`order`].
//!
//! The method and its parameters are pdfminer's (`layout.py`); on upright text the lines, boxes and
//! groups are the same, faults aside. Those are named where they are put right: in
//! [`line`](crate::line), [`boxes`] and [`order`]. One concerns the whole: pdfminer keeps the
//! glyphs of each form XObject apart and does not analyse them unless asked (`all_texts`); here a
//! page's glyphs are one sequence, however the file stores them.

pub mod boxes;
pub mod groups;
pub mod order;
mod plane;

use crate::line::{Frames, LineParams, Segmenter, Words};
use crate::model::{Content, Detail, Kind, Node, Page, Tree};

/// What the geometric road depends on.
#[derive(Clone, Debug)]
pub struct LayoutParams<'a> {
    /// Glyphs to lines and words.
    pub line: LineParams,
    /// Lines to boxes: how far lines of one box may be apart, and how much their heights, starts,
    /// ends or middles may differ; as a share of the line's height ([`boxes::group_lines`]).
    pub line_margin: f32,
    /// What the order of two boxes depends on: from -1, only on which starts further left, to 1,
    /// only on which stands higher (both along the text's own direction). `None`: no groups are
    /// made, and boxes are read from top to bottom by their lower edges; pdfminer's `disabled`.
    pub boxes_flow: Option<f32>,
    /// Whether the groups appear in the tree. Without them the boxes are in the same order.
    pub groups: bool,
    /// Cuts words for a language; without it only white space and gaps do.
    pub segmenter: Option<&'a Segmenter>,
}

impl Default for LayoutParams<'_> {
    /// The values of pdfminer.
    fn default() -> Self {
        Self {
            line: LineParams::default(),
            line_margin: 0.5,
            boxes_flow: Some(0.5),
            groups: true,
            segmenter: None,
        }
    }
}

/// Analyses a page, numbered from 0. The tree of the result is
///
/// `page > textgroup (nested) > textbox > textline > word`, then `page > image`.
///
/// Boxes are those of the glyphs that are no white space. Lines of nothing but white space are left out, and so are their glyphs from [`Page::order`]. Lines that cover no area stand
/// in boxes of their own after all others.
pub fn analyse(index: u32, content: Content, params: &LayoutParams) -> Page {
    let (mut tree, order) = analyse_glyphs(&content, content.glyph_indices(), params);
    for (number, image) in (0u32..).zip(&content.images) {
        let node = Node::new(Kind::IMAGE, image.bbox, Detail::Image(number));
        tree.add_child(tree.root(), node);
    }
    Page {
        index,
        content,
        order,
        tree,
    }
}

/// Analyses some glyphs of a page, given in drawing order, as if there were no others. Returns the
/// tree, without images, and the glyphs in the order in which the tree has them.
pub fn analyse_glyphs(
    content: &Content,
    glyphs: impl IntoIterator<Item = u32>,
    params: &LayoutParams,
) -> (Tree, Vec<u32>) {
    let frames = Frames::new(content);
    let mut drawn = Vec::with_capacity(content.glyphs.len());
    let lines = crate::line::lines(content, &frames, glyphs, &params.line, &mut drawn);
    let boxes = boxes::group_lines(&lines, &frames, params.line_margin);
    let reading = match params.boxes_flow {
        Some(flow) => order::by_groups(&boxes, &lines, &frames, flow),
        None => order::top_to_bottom(&boxes, &frames),
    };
    let words = Words::new(content, &params.line, params.segmenter);
    order::Builder::new(content, &frames, &drawn, &lines, words).build(
        &boxes,
        &reading,
        params.groups,
    )
}

#[cfg(test)]
mod tests;
