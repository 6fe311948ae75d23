//! The geometric road: what is drawn on a page, to a tree of groups, boxes, lines and words in
//! reading order, from nothing but where it stands.
//!
//! 1. Glyphs to lines, and words inside them: [`line`](crate::line).
//! 2. Lines to text boxes: [`boxes`].
//! 3. Boxes to nested groups, the two closest first: [`groups`].
//! 4. Each group is put into reading order, and the tree is built: [`order`].
//!
//! Or, instead of 2 to 4, lines to columns: [`columns`].
//!
//! The method and its parameters are pdfminer's (`layout.py`); on upright text the lines, boxes and
//! groups are the same, faults aside. Those are named where they are put right: in
//! [`line`](crate::line), [`boxes`] and [`order`]. One concerns the whole: pdfminer keeps the
//! glyphs of each form XObject apart and does not analyse them unless asked (`all_texts`); here a
//! page's glyphs are one sequence, however the file stores them.

pub mod boxes;
pub mod columns;
pub mod groups;
pub mod order;
mod plane;

use crate::diagnostics::{Diagnostic, Kind, Warnings};
use crate::line::{Frames, LineParams, Segmenter, TextLine, Words};
use crate::model::{self, Content, Detail, Node, Page, Tree};
use columns::{ColumnCount, ColumnParams};

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
/// Boxes are those of the glyphs that are no white space. Lines of nothing but white space are left
/// out, and so are their glyphs from [`Page::order`]. Lines that cover no area stand in boxes of
/// their own after all others.
pub fn analyse(index: u32, content: Content, params: &LayoutParams) -> Page {
    let (tree, order) = analyse_glyphs(&content, content.glyph_indices(), params);
    page(index, content, tree, order)
}

/// Analyses some glyphs of a page, given in drawing order, as if there were no others. Returns the
/// tree, without images, and the glyphs in the order in which the tree has them.
pub fn analyse_glyphs(
    content: &Content,
    glyphs: impl IntoIterator<Item = u32>,
    params: &LayoutParams,
) -> (Tree, Vec<u32>) {
    let (frames, drawn, lines) = read_lines(content, glyphs, params);
    boxed(content, params, &frames, &drawn, &lines)
}

/// Analyses a page and divides it into columns. The tree of the result is
///
/// `page > textbox > textline > word`, then `page > image`,
///
/// with a textbox for each column and for what spans them ([`columns`]). A page that cannot be
/// divided is analysed as by [`analyse`], with a warning that says why.
pub fn analyse_columns(
    index: u32,
    content: Content,
    params: &LayoutParams,
    columns: &ColumnParams,
    warnings: &mut Warnings,
) -> Page {
    let (frames, drawn, lines) = read_lines(&content, content.glyph_indices(), params);
    let margin = params.line_margin;
    let (tree, order) = match columns::divide(&content, &frames, &drawn, &lines, margin, columns) {
        Ok(page) => {
            if let ColumnCount::Exactly(count) = columns.count
                && page.columns < count as usize
            {
                let why = format!("only {} of {count} columns are found", page.columns);
                warnings.push(Diagnostic::new(Kind::Columns, why));
            }
            let reading = order::as_given(&page.boxes);
            let words = Words::new(&content, &params.line, params.segmenter);
            order::Builder::new(&content, &frames, &page.glyphs, &page.lines, words).build(
                &page.boxes,
                &reading,
                false,
            )
        }
        Err(why) => {
            if let Some(why) = why {
                let why = format!("the page is not divided into columns: {why}");
                warnings.push(Diagnostic::new(Kind::Columns, why));
            }
            boxed(&content, params, &frames, &drawn, &lines)
        }
    };
    page(index, content, tree, order)
}

/// The lines of some glyphs, over these glyphs in drawing order.
fn read_lines(
    content: &Content,
    glyphs: impl IntoIterator<Item = u32>,
    params: &LayoutParams,
) -> (Frames, Vec<u32>, Vec<TextLine>) {
    let frames = Frames::new(content);
    let mut drawn = Vec::with_capacity(content.glyphs.len());
    let lines = crate::line::lines(content, &frames, glyphs, &params.line, &mut drawn);
    (frames, drawn, lines)
}

/// Lines to boxes, groups and the tree.
fn boxed(
    content: &Content,
    params: &LayoutParams,
    frames: &Frames,
    drawn: &[u32],
    lines: &[TextLine],
) -> (Tree, Vec<u32>) {
    let boxes = boxes::group_lines(lines, frames, params.line_margin);
    let reading = match params.boxes_flow {
        Some(flow) => order::by_groups(&boxes, lines, frames, flow),
        None => order::top_to_bottom(&boxes, frames),
    };
    let words = Words::new(content, &params.line, params.segmenter);
    order::Builder::new(content, frames, drawn, lines, words).build(&boxes, &reading, params.groups)
}

/// The page, with its images behind its text.
fn page(index: u32, content: Content, mut tree: Tree, order: Vec<u32>) -> Page {
    for (number, image) in (0u32..).zip(&content.images) {
        let node = Node::new(model::Kind::IMAGE, image.bbox, Detail::Image(number));
        tree.add_child(tree.root(), node);
    }
    Page {
        index,
        content,
        order,
        tree,
    }
}

#[cfg(test)]
mod tests;
