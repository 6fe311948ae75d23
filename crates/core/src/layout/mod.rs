//! The geometric road: builds a tree of blocks, paragraphs, lines and words in reading order from the
//! positions of a page's content and its drawing order.
//!
//! 1. [`regions::pieces`] groups glyphs into pieces, mostly words.
//! 2. [`steps::skew`] turns the page upright by the slope of its text.
//! 3. [`steps::drawing_order`] decides whether the drawing order can be the reading order.
//! 4. [`tables`] detects ruled tables.
//! 5. [`annotate::line_numbers`] takes line numbers out of the text.
//! 6. [`steps::divide`] and [`regions::gutters`] divide the page at its gutters into regions.
//! 7. [`regions::rows`] puts the pieces of each region on rows and lines, so that no line crosses a gutter.
//!    [`tables`] detects tables without ruled lines.
//! 8. [`regions::blocks`] groups the other lines into blocks by white space and style, and
//!    [`steps::reading_order`] orders the lines of each. [`annotate`] marks captions and notes and joins
//!    axis labels; [`steps::note_order`] moves footnotes after their columns.
//! 9. [`regions::items`] finds the items of lists; [`regions::paragraphs`] splits blocks into items and
//!    paragraphs; [`annotate::headings`] marks headings.
//!
//! The results of all steps are a `Layout`, from which the tree is built. If the neighbouring pages are
//! analysed too, [`annotate::running_heads`] marks running heads, feet and page numbers.
//!
//! Geometry decides first: similar columns follow each other in the direction of the script, and in a column
//! the higher line comes first. If geometry allows two answers, as between two columns and a table, the
//! drawing order decides, if there is one.
//!
//! Alternatively, [`line`](crate::line) groups glyphs into lines by their neighbours alone, and [`pdfminer`]
//! groups these lines into nested groups, or [`columns`] into columns.

mod analysis;
pub mod annotate;
pub mod columns;
pub mod heuristics;
mod page;
mod params;
pub mod pdfminer;
pub(crate) mod regions;
mod result;
mod role;
pub(crate) mod scale;
mod score;
mod state;
mod steps;
pub(crate) mod tables;
mod tree;

use crate::counted::verb;
use crate::diagnostics::{Diagnostic, DiagnosticKind, Warnings};
use crate::geometry::Rect;
use crate::line::{Frames, TextLine, Words};
use crate::page::{Content, Page};
use columns::{ColumnCount, ColumnParams};
use tree::Builder;

pub use analysis::{Analysis, PageAnalysis};
pub(crate) use page::layout;
pub use params::{LayoutParams, Method};

/// Analyses a page, numbered from 0. The tree of the result is
///
/// `page > textgroup > textbox > textline > word`, then `page > image`.
///
/// A textbox is a paragraph. A textgroup is a block of several paragraphs; a block of one paragraph is only a
/// textbox. Textgroups have the attribute `block`, headings the attribute `level`, the first paragraphs of list
/// items the attribute `item`, captions, footnotes and
/// side notes the attribute `role`. Tables have the structure of tagged documents, `page > Table > TR > TD >
/// textbox`, with `TH` for headers. With [`Method::Pdfminer`] a textbox is a block, textgroups are nested,
/// and there are no attributes.
///
/// Bounding boxes enclose the glyphs that are not white space. Lines of white space only are omitted, and
/// their glyphs are not in [`Page::order`]. Glyphs without an area or outside the page are in separate boxes
/// at the end.
pub fn analyse(index: u32, content: Content, params: &LayoutParams) -> Page {
    let analysis = analyse_glyphs(&content, content.glyph_indices(), params);
    analysis.into_page(index, content)
}

impl Analysis {
    /// Runs the built-in analysis on some glyphs, given in drawing order, and ignores all others.
    pub fn of_glyphs(
        content: &Content,
        glyphs: impl IntoIterator<Item = u32>,
        params: &LayoutParams,
    ) -> Self {
        let glyphs = glyphs.into_iter();
        let count = content.glyphs.len();
        analyse_glyphs(content, glyphs.filter(|&g| (g as usize) < count), params)
    }
}

/// Analyses some glyphs of a page, given in drawing order, and ignores all others.
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
/// with one textbox for each column and each spanning part ([`columns`]). A page that cannot be divided is
/// analysed by [`analyse`], with a warning that gives the reason.
pub fn analyse_columns(
    index: u32,
    content: Content,
    params: &LayoutParams,
    columns: &ColumnParams,
    warnings: &mut Warnings,
) -> Page {
    analyse_at(index, content, params, columns, &[], warnings)
}

/// Analyses a page and divides it into columns at given gutters, with the other parameters of `columns`. Without
/// gutters, the page is not divided.
pub fn analyse_gutters(
    index: u32,
    content: Content,
    params: &LayoutParams,
    columns: &ColumnParams,
    gutters: &[Rect],
) -> Page {
    match gutters {
        [] => analyse(index, content, params),
        _ => {
            let mut columns = columns.clone();
            columns.count = ColumnCount::Automatic;
            analyse_at(
                index,
                content,
                params,
                &columns,
                gutters,
                &mut Warnings::new(),
            )
        }
    }
}

fn analyse_at(
    index: u32,
    content: Content,
    params: &LayoutParams,
    columns: &ColumnParams,
    gutters: &[Rect],
    warnings: &mut Warnings,
) -> Page {
    let (frames, drawn, lines) = read_lines(&content, content.glyph_indices(), params);
    let margin = params.group.line_margin;
    match columns::divide(&content, &frames, &drawn, &lines, margin, columns, gutters) {
        Ok(division) => {
            if let ColumnCount::Exactly(count) = columns.count
                && division.columns < count as usize
            {
                let found = division.columns;
                let are = verb(found, "is", "are");
                let why = format!("only {found} of {count} columns {are} found");
                warnings.push(Diagnostic::new(DiagnosticKind::Columns, why));
            }
            let reading = pdfminer::reading_order::in_given_order(&division.boxes);
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

/// The lines of some glyphs; they are ranges of these glyphs in drawing order.
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
