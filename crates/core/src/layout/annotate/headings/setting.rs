//! Measures the surroundings of a block that may be a heading.

use crate::geometry::Rect;
use crate::layout::regions::rows::RowLine;
use crate::layout::state::PageBlock;

/// Smallest horizontal overlap of a block and the one below it, as a share of the narrower one.
const OVERLAP: f32 = 0.5;

/// Smallest white space above and below a separate block, in ems of the text.
const APART: f32 = 1.0;

/// The relation of lines to the text that follows below or beside them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Setting {
    /// Their width, as a multiple of the width of what follows.
    pub share: f32,
    /// Text of at least two rows follows.
    pub over_text: bool,
    /// There is white space of at least [`APART`] above and below.
    pub apart: bool,
}

impl Setting {
    /// The setting of lines followed by nothing known.
    pub(super) const NONE: Self = Self {
        share: 1.0,
        over_text: false,
        apart: false,
    };

    /// The setting of a box followed by these lines in another box.
    fn above(own: Rect, cell: Rect, below: &[RowLine]) -> Self {
        Self {
            share: own.width() / cell.width().max(1e-3),
            over_text: below.chunk_by(|a, b| a.row == b.row).nth(1).is_some(),
            apart: false,
        }
    }

    /// The setting of the first lines in a block, followed by these in the same block.
    pub(super) fn of_beginning(own: &[RowLine], below: &[RowLine]) -> Self {
        let cell = |lines: &[RowLine]| lines.iter().fold(Rect::EMPTY, |r, l| r.union(l.cell));
        Self::above(cell(own), cell(below), below)
    }

    /// The setting of a block followed by this one.
    fn of_block(own: &PageBlock, next: &PageBlock) -> Self {
        let (a, b) = (own.cell(), next.cell());
        // A heading in the margin begins level with its text.
        let is_beside = a.x1 <= b.x0 && a.y0 < b.y1 && (a.y0 - b.y0).abs() < a.height();
        if own.frame == next.frame && (is_beside || white_below(own, next).is_some()) {
            Self::above(a, b, next.text().unwrap_or_default())
        } else {
            Self::NONE
        }
    }
}

/// The white space between a block and the one below it, in points.
fn white_below(own: &PageBlock, next: &PageBlock) -> Option<f32> {
    let (a, b) = (own.cell(), next.cell());
    let overlap = a.x1.min(b.x1) - a.x0.max(b.x0);
    let is_below = b.y0 + b.y1 > a.y0 + a.y1 && overlap > OVERLAP * a.width().min(b.width());
    (own.frame == next.frame && is_below).then_some(b.y0 - a.y1)
}

/// The settings of blocks in reading order; `em` is the text size of the page.
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
