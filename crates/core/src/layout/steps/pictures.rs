//! Finds the pictures among the text.

use crate::geometry::Rect;
use crate::layout::regions::pieces::Piece;
use crate::layout::state::PageState;
use crate::line::Frame;
use crate::page::Content;

/// Limits for pictures among the text.
struct PictureLimits {
    /// An image over more than this share of the page is a background.
    background: f32,
    /// Least width of a picture, in ems.
    min_width: f32,
    /// Least extent of a word on both sides of an edge that it crosses, in its ems.
    crossing: f32,
    /// Fewest words that cross the edges of a background; fewer cross by chance.
    min_crossing: usize,
    /// Most pictures for which crossing words are checked.
    max_checked: usize,
}

const PICTURE: PictureLimits = PictureLimits {
    background: 0.5,
    min_width: 2.0,
    crossing: 0.3,
    min_crossing: 3,
    max_checked: 500,
};

/// Finds the pictures among the text of each frame.
pub(crate) fn find_pictures(page: &mut PageState<'_>) {
    for text in &mut page.texts {
        text.pictures = pictures(page.content, text.frame, text.em, &page.pieces.pieces);
    }
}

/// The images that are larger than a mark in a line and are not a background. An image is a background if it
/// covers most of the page, or if words cross its edges.
fn pictures(content: &Content, frame: Frame, em: f32, pieces: &[Piece]) -> Vec<Rect> {
    let page = content.width * content.height;
    let images = content.images.iter().map(|i| frame.enter_rect(i.bbox));
    let mut images: Vec<Rect> = images
        .filter(|r| {
            r.area() <= PICTURE.background * page
                && r.width() >= PICTURE.min_width * em
                && r.height() >= em
        })
        .collect();
    if images.len() <= PICTURE.max_checked {
        images.retain(|r| {
            let across = pieces
                .iter()
                .filter(|p| lies_across(p.cell, *r, PICTURE.crossing * p.size));
            across.take(PICTURE.min_crossing).count() < PICTURE.min_crossing
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
