//! The position of blocks in relation to the text that follows, as far as it indicates a heading.

use crate::geometry::Rect;
use crate::layout::page::PageBlock;
use crate::layout::regions::rows::RowLine;

/// Blocks overlap by this share of the narrower where one is below the other.
const OVERLAP: f32 = 0.5;

/// White above and below what stands apart, in ems of the text.
const APART: f32 = 1.0;

/// What follows some lines, below them in their column, or beside them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Setting {
    /// How wide they are, in widths of what follows.
    pub share: f32,
    /// Text of two rows or more follows.
    pub over_text: bool,
    /// Much white is above them, and below.
    pub apart: bool,
}

impl Setting {
    /// Of lines below which nothing is known to follow.
    pub(super) const NONE: Self = Self {
        share: 1.0,
        over_text: false,
        apart: false,
    };

    /// The setting of lines in one box, if a text of other lines follows in the second box.
    fn above(own: Rect, cell: Rect, below: &[RowLine]) -> Self {
        Self {
            share: own.width() / cell.width().max(1e-3),
            over_text: below.chunk_by(|a, b| a.row == b.row).nth(1).is_some(),
            apart: false,
        }
    }

    /// The setting of the first lines of a block, if `below` follows in it.
    pub(super) fn of_beginning(own: &[RowLine], below: &[RowLine]) -> Self {
        let cell = |lines: &[RowLine]| lines.iter().fold(Rect::EMPTY, |r, l| r.union(l.cell));
        Self::above(cell(own), cell(below), below)
    }

    /// The setting of a block, if `next` is the next one.
    fn of_block(own: &PageBlock, next: &PageBlock) -> Self {
        let (a, b) = (own.cell(), next.cell());
        // A heading in the margin begins where its text begins.
        let is_beside = a.x1 <= b.x0 && a.y0 < b.y1 && (a.y0 - b.y0).abs() < a.height();
        if own.frame == next.frame && (is_beside || white_below(own, next).is_some()) {
            Self::above(a, b, next.text().unwrap_or_default())
        } else {
            Self::NONE
        }
    }
}

/// The white space between two blocks; `None` if the second is not below the first.
fn white_below(own: &PageBlock, next: &PageBlock) -> Option<f32> {
    let (a, b) = (own.cell(), next.cell());
    let overlap = a.x1.min(b.x1) - a.x0.max(b.x0);
    let is_below = b.y0 + b.y1 > a.y0 + a.y1 && overlap > OVERLAP * a.width().min(b.width());
    (own.frame == next.frame && is_below).then_some(b.y0 - a.y1)
}

/// The settings of blocks in reading order; `em` is the size of the page's text.
pub(super) fn of_blocks(blocks: &[PageBlock], em: f32) -> Vec<Setting> {
    let pairs = blocks.windows(2);
    let settings = pairs.map(|pair| match pair {
        [own, next] => Setting::of_block(own, next),
        _ => Setting::NONE,
    });
    let mut settings: Vec<Setting> = settings.chain([Setting::NONE]).collect();
    for (around, setting) in blocks.windows(3).zip(settings.iter_mut().skip(1)) {
        if let [above, own, below] = around {
            let is_wide = |white: f32| white >= APART * em;
            setting.apart = white_below(above, own).is_none_or(is_wide)
                && white_below(own, below).is_some_and(is_wide);
        }
    }
    settings
}
