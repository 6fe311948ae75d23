//! The geometric road: what is drawn on a page, to a tree of blocks, paragraphs, lines and words in
//! reading order, from where it is and the order in which it was drawn.
//!
//! 1. Glyphs to pieces, mostly words: [`regions::pieces`].
//! 2. The page is turned upright by the slope of its text: [`regions::skew`].
//! 3. Whether it was drawn in an order in which it can be read: [`regions::drawing_order`].
//! 4. Ruled tables: [`tables`].
//! 5. Line numbers are taken out of the text: [`annotate::line_numbers`].
//! 6. The page is divided at its gutters into regions without any: [`regions::divide`],
//!    [`regions::gutters`].
//! 7. The pieces of a region to rows and lines, so that no line crosses a gutter
//!    ([`regions::rows`]), and its lines to tables where they are cells in columns ([`tables`]).
//! 8. The other lines to blocks, by white space and style ([`regions::blocks`]), each in reading
//!    order ([`regions::reading_order`]); captions and notes are found among them, and labels of
//!    axes joined ([`annotate`]); footnotes come behind their columns ([`regions::note_order`]).
//! 9. Blocks to paragraphs ([`regions::paragraphs`]), some of which are headings
//!    ([`annotate::headings`]).
//!
//! The results of all steps are the `Layout`, of which the tree is built. When the pages around it
//! are analysed, too: running heads, feet and page numbers ([`annotate::running_heads`]).
//!
//! Geometry decides what it can: columns alike follow each other in the direction of the script,
//! what is higher in a column comes first. Where it leaves two answers, as between two columns
//! and a table, the drawing order chooses, if there is one.
//!
//! Or, instead of all that, glyphs to lines by their neighbours alone ([`line`](crate::line)), and
//! lines to nested groups as pdfminer does: [`pdfminer`]; or to columns: [`columns`].

mod analysis;
pub(crate) mod annotate;
pub(crate) mod columns;
pub(crate) mod heuristics;
mod page;
pub(crate) mod pdfminer;
pub(crate) mod regions;
mod result;
pub(crate) mod scale;
pub(crate) mod score;
pub(crate) mod tables;
mod tree;

use std::sync::Arc;

use crate::counted::verb;
use crate::diagnostics::{Diagnostic, DiagnosticKind, Warnings};
use crate::line::{Frames, LineParams, Segmenter, TextLine, Words};
use crate::model::{Content, Page};
use columns::{ColumnCount, ColumnParams};
use heuristics::Heuristic;
use pdfminer::GroupParams;
use tree::Builder;

pub use analysis::{Analysis, PageAnalysis};
pub(crate) use page::layout;

/// How a page is analysed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Method {
    /// By gutters and white space, with the drawing order (`layout()`).
    #[default]
    Regions,
    /// As pdfminer does.
    Pdfminer,
}

/// What the geometric road depends on.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LayoutParams {
    /// How glyphs are grouped.
    pub method: Method,
    /// Glyphs to lines and words. [`Method::Regions`] needs [`LineParams::word_margin`] only.
    pub line: LineParams,
    /// For [`Method::Pdfminer`], and lines that are divided into columns.
    pub group: GroupParams,
    /// Whether groups of text boxes appear in the tree. Without them the boxes are in the same
    /// order.
    pub groups: bool,
    /// What is left out of the analysis ([`Method::Regions`]).
    pub without: Vec<Heuristic>,
    /// Cuts words for a language; without it only white space and gaps do.
    pub segmenter: Option<Arc<Segmenter>>,
}

impl Default for LayoutParams {
    fn default() -> Self {
        Self {
            method: Method::default(),
            line: LineParams::default(),
            group: GroupParams::default(),
            groups: true,
            without: Vec::new(),
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
/// With [`Method::Pdfminer`] a textbox is a block, textgroups are nested, and there are no
/// attributes.
///
/// Boxes are those of the glyphs that are no white space. Lines of nothing but white space are left
/// out, and so are their glyphs from [`Page::order`]. What covers no area, or is on no page,
/// is in boxes of its own after all else.
pub fn analyse(index: u32, content: Content, params: &LayoutParams) -> Page {
    let analysis = analyse_glyphs(&content, content.glyph_indices(), params);
    analysis.into_page(index, content)
}

/// Analyses some glyphs of a page, given in drawing order, as if there were no others.
pub fn analyse_glyphs(
    content: &Content,
    glyphs: impl IntoIterator<Item = u32>,
    params: &LayoutParams,
) -> Analysis {
    match params.method {
        Method::Regions => {
            let layout = layout(content, glyphs, params);
            let words = Words::new(content, &params.line, params.segmenter.as_deref());
            let (frames, glyphs, lines) = (&layout.frames, &layout.glyphs, &layout.lines);
            let builder = Builder::new(content, frames, glyphs, lines, words);
            let (tree, order) = tree::build(builder, &layout, params.groups);
            Analysis {
                tree,
                order,
                findings: layout.findings(),
            }
        }
        Method::Pdfminer => {
            let (frames, drawn, lines) = read_lines(content, glyphs, params);
            let words = Words::new(content, &params.line, params.segmenter.as_deref());
            let builder = Builder::new(content, &frames, &drawn, &lines, words);
            let (tree, order) =
                pdfminer::group(builder, &frames, &lines, params.groups, &params.group);
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
pub(crate) fn analyse_columns(
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
            let reading = pdfminer::reading_order::as_given(&division.boxes);
            let words = Words::new(&content, &params.line, params.segmenter.as_deref());
            let (glyphs, lines) = (&division.glyphs, &division.lines);
            let builder = Builder::new(&content, &frames, glyphs, lines, words);
            let (tree, order) =
                pdfminer::reading_order::build(builder, lines, &division.boxes, &reading, false);
            Analysis::of_tree(tree, order).into_page(index, content)
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

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
