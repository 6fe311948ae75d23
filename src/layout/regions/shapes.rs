//! Collects the shapes that divide the text of a page: ruled lines and pictures.

use super::pieces::Piece;
use crate::geometry::Rect;
use crate::layout::page::PageState;
use crate::line::Frame;
use crate::page::Content;

/// Largest thickness of ruled lines, in points.
pub(crate) const THIN: f32 = 3.0;

/// The shapes that divide the text of a frame, in that frame.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shapes {
    /// Images, and ruled lines along the text. They end a strip that they cross.
    pub barriers: Vec<Rect>,
    /// Ruled lines across the text, from left to right. They separate columns.
    pub rules: Vec<Rect>,
}

impl Shapes {
    /// Collects ruled lines and images; `em` is the size of most of the frame's text.
    pub(crate) fn of(content: &Content, frame: Frame, em: f32, images: &[Rect]) -> Self {
        /// Least ratio of a rule's length to its thickness. The background of a space between words has less.
        const SLENDER: f32 = 6.0;
        /// Least length of a rule along the text, in ems.
        const LEAST_ALONG: f32 = 2.0;
        /// Least length of a rule across the text, in ems.
        const LEAST_ACROSS: f32 = 0.8;
        /// Most rules that are collected; a page has fewer that separate anything.
        const MOST_RULES: usize = 20_000;
        let mut shapes = Self::default();
        for fill in &content.fills {
            let r = frame.enter_rect(fill.bbox);
            if r.height() <= THIN && r.width() >= LEAST_ALONG * em {
                shapes.barriers.push(r);
            } else if r.width() <= THIN
                && r.height() >= (LEAST_ACROSS * em).max(SLENDER * r.width())
                && shapes.rules.len() < MOST_RULES
            {
                shapes.rules.push(r);
            }
        }
        shapes.rules.sort_by(|a, b| a.x0.total_cmp(&b.x0));
        shapes.barriers.extend_from_slice(images);
        shapes
    }
}

/// Finds the pictures among the text of each frame.
pub(crate) fn find_pictures(page: &mut PageState<'_>) {
    for text in &mut page.texts {
        text.pictures = pictures(page.content, text.frame, text.em, &page.pieces.pieces);
    }
}

/// The images that are larger than a mark in a line and are not a background. An image is a background if it
/// covers most of the page, or if words cross its edges.
fn pictures(content: &Content, frame: Frame, em: f32, pieces: &[Piece]) -> Vec<Rect> {
    /// An image over more than this share of the page is a background.
    const BACKGROUND: f32 = 0.5;
    /// Least width of a picture, in ems.
    const LEAST_WIDTH: f32 = 2.0;
    /// Least extent of a word on both sides of an edge that it crosses, in its ems.
    const REACH: f32 = 0.3;
    /// Fewest words that cross the edges of a background; fewer cross by chance.
    const ACROSS: usize = 3;
    /// Most pictures for which crossing words are checked.
    const MOST: usize = 500;
    let page = content.width * content.height;
    let images = content.images.iter().map(|i| frame.enter_rect(i.bbox));
    let mut images: Vec<Rect> = images
        .filter(|r| {
            r.area() <= BACKGROUND * page && r.width() >= LEAST_WIDTH * em && r.height() >= em
        })
        .collect();
    if images.len() <= MOST {
        images.retain(|r| {
            let across = pieces
                .iter()
                .filter(|p| lies_across(p.cell, *r, REACH * p.size));
            across.take(ACROSS).count() < ACROSS
        });
    }
    images
}

/// Whether a cell extends into a rectangle and out of it by at least `reach`.
fn lies_across(cell: Rect, r: Rect, reach: f32) -> bool {
    let into = |a0: f32, a1: f32, b0: f32, b1: f32| a1.min(b1) - a0.max(b0) >= reach;
    let out = |a0: f32, a1: f32, b0: f32, b1: f32| (b0 - a0).max(a1 - b1) >= reach;
    into(cell.x0, cell.x1, r.x0, r.x1)
        && into(cell.y0, cell.y1, r.y0, r.y1)
        && (out(cell.x0, cell.x1, r.x0, r.x1) || out(cell.y0, cell.y1, r.y0, r.y1))
}
