//! The geometric road: what is drawn on a page, to a tree of blocks, paragraphs, lines and words in
//! reading order, from where it stands and the order in which it was drawn.
//!
//! 1. Glyphs to pieces, mostly words: [`pieces`].
//! 2. The page is set upright by the slope of its text: [`skew`]; and whether it was drawn in an
//!    order in which it can be read is told: [`drawing`].
//! 3. Ruled tables are found ([`tables`]), numbers of lines are taken out of the text (`numbering`),
//!    and the page is parted at its gutters into regions
//!    without any: [`gutters`], [`regions`]; a line drawn in one go is one thing there
//!    (`drawn_runs`).
//! 4. The pieces of a region to rows and lines: [`rows`]. So no line crosses a gutter.
//! 5. Its lines to tables, where they are cells in columns ([`tables`]), and else to blocks, by white
//!    space and style: [`blocks`], and where some stand beside others: [`side_by_side`]; each is put into reading order
//!    ([`order`]) and cut into paragraphs ([`paragraphs`]), some of which are [`headings`].
//! 6. What is a caption, a footnote or a side note is told: [`notes`]; and labels at equal distances, as of
//!    an axis, are joined: [`series`].
//! 7. The results of all stages ([`Layout`]), to the tree.
//! 8. When the pages around it are analysed, too: running heads, feet and page numbers
//!    ([`running`]).
//!
//! Geometry decides what it can: columns alike follow each other in the direction of the script,
//! what stands higher in a column comes first. Where it leaves two answers, as between two columns
//! and a table, the drawing order chooses, if there is one ([`evidence::Evidence`]).
//!
//! Or, instead of all that, glyphs to lines by their neighbours alone ([`line`](crate::line)), and
//! lines to nested groups as pdfminer does: [`classic`]; or to columns: [`columns`].

pub mod axis_labels;
pub mod blocks;
mod build;
pub mod classic;
pub mod columns;
pub mod drawing;
mod drawn_runs;
pub mod evidence;
pub mod gutters;
pub mod headings;
mod labels;
pub mod notes;
mod numbering;
pub mod order;
mod page;
pub mod paragraphs;
pub mod pieces;
pub mod regions;
pub mod rows;
pub mod running;
pub mod shapes;
pub mod side_by_side;
pub mod skew;
pub mod tables;

use crate::counted::verb;
use crate::diagnostics::{Diagnostic, DiagnosticKind, Warnings};
use crate::line::{Frames, LineParams, Segmenter, TextLine, Words};
use crate::model::{self, Content, Detail, Finding, Node, Page, Tree};
use build::Builder;
use classic::GroupParams;
use columns::{ColumnCount, ColumnParams};

pub use page::{Block, BlockKind, Layout, Paragraph, TableBlock, layout};

/// How a page is analysed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// By gutters and white space, with the drawing order ([`layout()`]).
    #[default]
    Regions,
    /// As pdfminer does ([`classic`]).
    Classic,
}

/// What the geometric road depends on.
#[derive(Clone, Debug)]
pub struct LayoutParams<'a> {
    pub method: Method,
    /// Glyphs to lines and words. [`Method::Regions`] needs [`LineParams::word_margin`] only.
    pub line: LineParams,
    /// For [`Method::Classic`], and lines that are divided into columns.
    pub group: GroupParams,
    /// Whether groups of text boxes appear in the tree. Without them the boxes are in the same
    /// order.
    pub groups: bool,
    /// Cuts words for a language; without it only white space and gaps do.
    pub segmenter: Option<&'a Segmenter>,
}

impl Default for LayoutParams<'_> {
    fn default() -> Self {
        Self {
            method: Method::default(),
            line: LineParams::default(),
            group: GroupParams::default(),
            groups: true,
            segmenter: None,
        }
    }
}

/// Analyses a page, numbered from 0. The tree of the result is
///
/// `page > textgroup > textbox > textline > word`, then `page > image`,
///
/// where a textbox is a paragraph, and a textgroup a block of several; one of a single paragraph
/// is a textbox alone. Textgroups have the attribute `block`, headings the attribute `level`,
/// captions, footnotes and side notes the attribute `role`. Tables
/// are as tagged documents have them, `page > Table > TR > TD > textbox`, with `TH` for headers.
/// With [`Method::Classic`] a textbox is a block, textgroups are nested, and there are no
/// attributes.
///
/// Boxes are those of the glyphs that are no white space. Lines of nothing but white space are left
/// out, and so are their glyphs from [`Page::order`]. What covers no area, or stands on no page,
/// is in boxes of its own after all else.
pub fn analyse(index: u32, content: Content, params: &LayoutParams) -> Page {
    let analysis = analyse_glyphs(&content, content.glyph_indices(), params);
    page(index, content, analysis)
}

/// What some glyphs of a page were made into.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// Without images.
    pub tree: Tree,
    /// The glyphs in the order in which the tree has them.
    pub order: Vec<u32>,
    pub findings: Vec<Finding>,
}

/// Analyses some glyphs of a page, given in drawing order, as if there were no others.
pub fn analyse_glyphs(
    content: &Content,
    glyphs: impl IntoIterator<Item = u32>,
    params: &LayoutParams,
) -> Analysis {
    match params.method {
        Method::Regions => {
            let layout = layout(content, glyphs, &params.line);
            let words = Words::new(content, &params.line, params.segmenter);
            let (frames, glyphs, lines) = (&layout.frames, &layout.glyphs, &layout.lines);
            let builder = Builder::new(content, frames, glyphs, lines, words);
            let (tree, order) = page::build(builder, &layout, params.groups);
            Analysis {
                tree,
                order,
                findings: layout.findings(),
            }
        }
        Method::Classic => {
            let (frames, drawn, lines) = read_lines(content, glyphs, params);
            let words = Words::new(content, &params.line, params.segmenter);
            let builder = Builder::new(content, &frames, &drawn, &lines, words);
            let (tree, order) =
                classic::group(builder, &frames, &lines, params.groups, &params.group);
            Analysis::of_tree(tree, order)
        }
    }
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
    let margin = params.group.line_margin;
    match columns::divide(&content, &frames, &drawn, &lines, margin, columns) {
        Ok(division) => {
            if let ColumnCount::Exactly(count) = columns.count
                && division.columns < count as usize
            {
                let found = division.columns;
                let are = verb(found, "is", "are");
                let why = format!("only {found} of {count} columns {are} found");
                warnings.push(Diagnostic::new(DiagnosticKind::Columns, why));
            }
            let reading = classic::order::as_given(&division.boxes);
            let words = Words::new(&content, &params.line, params.segmenter);
            let (glyphs, lines) = (&division.glyphs, &division.lines);
            let builder = Builder::new(&content, &frames, glyphs, lines, words);
            let (tree, order) =
                classic::order::build(builder, lines, &division.boxes, &reading, false);
            page(index, content, Analysis::of_tree(tree, order))
        }
        Err(why) => {
            if let Some(why) = why {
                let why = format!("the page is not divided into columns: {why}");
                warnings.push(Diagnostic::new(DiagnosticKind::Columns, why));
            }
            analyse(index, content, params)
        }
    }
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

impl Analysis {
    fn of_tree(tree: Tree, order: Vec<u32>) -> Self {
        Self {
            tree,
            order,
            findings: Vec::new(),
        }
    }
}

/// The page, with its images behind its text.
fn page(index: u32, content: Content, analysis: Analysis) -> Page {
    let Analysis {
        mut tree,
        order,
        findings,
    } = analysis;
    for (number, image) in (0u32..).zip(&content.images) {
        let node = Node::new(model::NodeKind::IMAGE, image.bbox, Detail::Image(number));
        tree.add_child(tree.root(), node);
    }
    Page {
        index,
        content,
        order,
        tree,
        findings,
    }
}

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
