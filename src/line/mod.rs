//! Glyphs to lines, and lines to words; for both roads.
//!
//! 1. [`Frames::new`] finds the directions of writing on the page; from here on every line is
//!    looked at as if it were upright ([`Frame`]).
//! 2. [`lines`] cuts a sequence of glyphs, given in drawing order, where two neighbours of the
//!    sequence do not stand beside each other.
//! 3. [`Words`] cuts a line at white space and gaps, and inside that, on demand, where the words of
//!    a language end ([`Segmenter`]).
//! 4. [`baseline`] tells where the line stands, and how large its writing is.
//!
//! The rules are those of pdfminer.six (`layout.py`: `group_objects`, `LTTextLineHorizontal`),
//! which on upright text this module follows to the letter. It differs where pdfminer goes wrong:
//!
//! - pdfminer knows horizontal lines only, so turned text comes out as one line a glyph. Here
//!   every direction has its own frame.
//! - pdfminer measures gaps between words from the boxes around slanted glyphs, which overlap, so
//!   that such words are never cut at gaps. Here the slant is left out ([`Frame::extent`]).
//! - pdfminer measures a gap from the glyph drawn last, even when that is an accent set back over
//!   its letter, and cuts the word behind it. Here it is measured from the furthest end reached.
//! - pdfminer sees no gap in a jump backwards, and so joins a word with a copy of it drawn over
//!   it (`thethe`). Here it is a gap like any other.

mod baseline;
mod frame;
mod segment;
#[cfg(test)]
pub(crate) mod testing;
mod words;

use std::ops::Range;

use crate::geometry::Rect;
use crate::model::Content;

pub use baseline::baseline;
pub use frame::{Frame, Frames};
pub use segment::Segmenter;
pub use words::{Words, bbox_of};

/// What makes glyphs a line, and a line words. All are shares of a glyph's *cell*: as long as its
/// advance, as high as the em ([`Frame::cell`]).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LineParams {
    /// Two glyphs are in one line when the gap between them is smaller than this share of the
    /// longer one's length.
    ///
    /// ```text
    /// +---+        +-----+
    /// | a |        |  b  |
    /// +---+        +-----+
    ///     |<------>|       < char_margin * max(length a, length b)
    /// ```
    pub char_margin: f32,
    /// Two glyphs are in one line when they overlap across it by more than this share of the lower
    /// one's height.
    ///
    /// ```text
    /// +---+ - - - -
    /// | a | - - +-----+ -
    /// |   |     |  b  |  |  > line_overlap * min(height a, height b)
    /// +---+ - - |     | -
    ///           +-----+
    /// ```
    pub line_overlap: f32,
    /// A gap that is larger than this share of the following glyph, of its length or height,
    /// whichever is larger, ends a word.
    ///
    /// ```text
    /// +---+   +-----+
    /// | a |   |  b  |
    /// +---+   +-----+
    ///     |<->|       > word_margin * max(length b, height b)
    /// ```
    pub word_margin: f32,
}

impl Default for LineParams {
    /// The values of pdfminer.
    fn default() -> Self {
        Self {
            char_margin: 2.0,
            line_overlap: 0.5,
            word_margin: 0.1,
        }
    }
}

/// Glyphs that stand on one line, in drawing order.
#[derive(Clone, Debug, PartialEq)]
pub struct TextLine {
    /// Positions in the list of glyphs that [`lines`] filled.
    pub glyphs: Range<u32>,
    /// The number of the line's frame in [`Frames`].
    pub frame: u32,
    /// Around the cells of all glyphs, in the line's frame: what further grouping measures.
    pub cell: Rect,
    /// Around the boxes of all glyphs, white space included, in page space.
    pub bbox: Rect,
    /// There is more than white space on the line.
    pub inked: bool,
}

impl TextLine {
    /// Whether the line covers an area that can be compared with others: lines of glyphs without
    /// advance do not, nor do lines whose coordinates are no finite numbers.
    pub fn has_area(&self) -> bool {
        let (w, h) = (self.cell.x1 - self.cell.x0, self.cell.y1 - self.cell.y0);
        w > 0.0 && h > 0.0 && w.is_finite() && h.is_finite()
    }
}

/// Cuts a sequence of glyphs, mostly in drawing order, into lines. Only neighbours of the sequence
/// are compared, so the time is linear, and text that is drawn elsewhere in between is never mixed
/// in. The glyphs are appended to `order`; the lines are ranges of it.
pub fn lines(
    content: &Content,
    frames: &Frames,
    glyphs: impl IntoIterator<Item = u32>,
    params: &LineParams,
    order: &mut Vec<u32>,
) -> Vec<TextLine> {
    let mut lines: Vec<TextLine> = Vec::new();
    let mut last_cell = Rect::EMPTY;
    for index in glyphs {
        let Some(glyph) = content.glyphs.get(index as usize) else {
            continue;
        };
        let Some(run) = content.runs.get(glyph.run as usize) else {
            continue;
        };
        let frame = frames.number(glyph.run);
        let cell = frames.get(frame).cell(glyph, run);
        let inked = !glyph.space && glyph.text.len > 0;
        let position = order.len() as u32;
        order.push(index);
        match lines.last_mut() {
            Some(line) if line.frame == frame && beside(last_cell, cell, params) => {
                line.glyphs.end = position + 1;
                line.cell = line.cell.union(cell);
                line.bbox = line.bbox.union(glyph.bbox);
                line.inked |= inked;
            }
            _ => lines.push(TextLine {
                glyphs: position..position + 1,
                frame,
                cell,
                bbox: glyph.bbox,
                inked,
            }),
        }
        last_cell = cell;
    }
    lines
}

/// Whether two cells of one frame stand beside each other on a line.
fn beside(a: Rect, b: Rect, params: &LineParams) -> bool {
    // Written as pdfminer does (`voverlap`, `hdistance`), down to which comparison is strict.
    let overlap = if a.y0 <= b.y1 && b.y0 <= a.y1 {
        (a.y0 - b.y1).abs().min((a.y1 - b.y0).abs())
    } else {
        return false;
    };
    let gap = if a.x0 <= b.x1 && b.x0 <= a.x1 {
        0.0
    } else {
        (a.x0 - b.x1).abs().min((a.x1 - b.x0).abs())
    };
    exceeds(overlap, a.height().min(b.height()) * params.line_overlap)
        && exceeds(a.width().max(b.width()) * params.char_margin, gap)
}

/// Whether `a` is larger than `b` by more than rounding. In typewriter faces gaps are whole
/// multiples of the glyphs' length, so the margins above are often met exactly, and the last bit
/// of a coordinate must not decide.
fn exceeds(a: f32, b: f32) -> bool {
    a > b + 0.0005 * (a.abs() + b.abs()).min(1.0)
}
