//! What is on a page besides its text, as far as it divides the text: ruled lines and pictures.

use super::pieces::Piece;
use crate::geometry::Rect;
use crate::layout::page::PageState;
use crate::line::Frame;
use crate::model::Content;

/// Ruled lines are thinner than this, in points.
pub(crate) const THIN: f32 = 3.0;

/// What is on a page besides the pieces of a region, in the region's frame.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shapes {
    /// Images, and ruled lines along the text: they end a strip that they cross.
    pub barriers: Vec<Rect>,
    /// Ruled lines across the text, from left to right: they separate columns.
    pub rules: Vec<Rect>,
}

impl Shapes {
    /// Ruled lines and images, relative to text of a frame in which most has this size.
    pub(crate) fn of(content: &Content, frame: Frame, em: f32, images: &[Rect]) -> Self {
        /// Rules are this many times longer than thick: the background of a space between words is not.
        const SLENDER: f32 = 6.0;
        /// A rule along the text is longer than this, in ems …
        const LEAST_ALONG: f32 = 2.0;
        /// … and one across it than this.
        const LEAST_ACROSS: f32 = 0.8;
        /// No page has more rules that separate anything.
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

/// The images that are more than a mark in a line, and less than what the text is printed on: an image
/// over most of the page is, and one that words lie across the edges of.
fn pictures(content: &Content, frame: Frame, em: f32, pieces: &[Piece]) -> Vec<Rect> {
    /// An image over more than this share of the page is what the text is printed on.
    const BACKGROUND: f32 = 0.5;
    /// A picture is wider than this, in ems.
    const LEAST_WIDTH: f32 = 2.0;
    /// A word lies across an edge with this much of it on both sides, in its ems …
    const REACH: f32 = 0.3;
    /// … and this many words do not do so by chance.
    const ACROSS: usize = 3;
    /// No page has more pictures that text is about.
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

/// Whether a cell reaches into a rectangle, and out of it, by this much or more.
fn lies_across(cell: Rect, r: Rect, reach: f32) -> bool {
    let into = |a0: f32, a1: f32, b0: f32, b1: f32| a1.min(b1) - a0.max(b0) >= reach;
    let out = |a0: f32, a1: f32, b0: f32, b1: f32| (b0 - a0).max(a1 - b1) >= reach;
    into(cell.x0, cell.x1, r.x0, r.x1)
        && into(cell.y0, cell.y1, r.y0, r.y1)
        && (out(cell.x0, cell.x1, r.x0, r.x1) || out(cell.y0, cell.y1, r.y0, r.y1))
}
