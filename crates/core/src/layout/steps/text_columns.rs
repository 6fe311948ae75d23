//! Finds the column that each block of text is in: the ends of a longer text above or below it, if nothing is beside it.
//!
//! ```text
//!     ....................      the longest text shows the column
//!     ....................
//!     ..............
//!
//!     12 High Street            each line ends long before the end of the column,
//!     Owlton                    so that it is a paragraph
//! ```

use crate::geometry::Rect;
use crate::layout::state::PageBlock;

/// Limits for the text that shows a column.
struct Limits {
    /// Fewest rows.
    min_rows: usize,
    /// Largest distance of a block from the ends of the column that it is in, in ems of the page's text.
    outside: f32,
    /// Most blocks that are compared with each other.
    max_blocks: usize,
}

const LIMITS: Limits = Limits {
    min_rows: 3,
    outside: 1.0,
    max_blocks: 1000,
};

/// For each block the ends of its column, in its frame; `em` is the size of the page's text. Captions and notes can be
/// narrower than their column, so that it says nothing about them.
pub(crate) fn of(blocks: &[PageBlock], em: f32) -> Vec<Option<(f32, f32)>> {
    if blocks.len() > LIMITS.max_blocks {
        return vec![None; blocks.len()];
    }
    let places: Vec<(u32, Rect)> = blocks.iter().map(|b| (b.frame, b.cell())).collect();
    let is_long = |block: &PageBlock| {
        let rows = block.text().unwrap_or_default();
        rows.chunk_by(|a, b| a.row == b.row)
            .nth(LIMITS.min_rows - 1)
            .is_some()
    };
    let long: Vec<(u32, Rect)> = blocks
        .iter()
        .zip(&places)
        .filter(|(block, _)| is_long(block))
        .map(|(_, place)| *place)
        .collect();
    let column = |(block, &(frame, own)): (&PageBlock, &(u32, Rect))| {
        if block.role.is_some() {
            return None;
        }
        let outside = LIMITS.outside * em;
        let is_around = |&&(other, rect): &&(u32, Rect)| {
            other == frame && rect.x0 - outside <= own.x0 && own.x1 <= rect.x1 + outside
        };
        let around = long.iter().filter(is_around).map(|(_, rect)| *rect);
        let widest = around.reduce(|a, b| if b.width() > a.width() { b } else { a })?;
        let is_beside = |&(other, rect): &(u32, Rect)| {
            let level = rect.y0.max(own.y0) < rect.y1.min(own.y1);
            let apart = rect.x0 >= own.x1 || rect.x1 <= own.x0;
            let within = rect.x0 < widest.x1 && widest.x0 < rect.x1;
            other == frame && level && apart && within
        };
        let alone = !places.iter().any(is_beside);
        alone.then_some((widest.x0.min(own.x0), widest.x1.max(own.x1)))
    };
    blocks.iter().zip(&places).map(column).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::regions::rows::RowLine;

    /// A block of rows of this width, 12 points apart.
    fn block(x0: f32, x1: f32, top: f32, rows: u8) -> PageBlock {
        let line = |row: u8| {
            let y0 = top + 12.0 * f32::from(row);
            RowLine {
                pieces: Vec::new(),
                cell: Rect::new(x0, y0, x1, y0 + 10.0),
                baseline: y0 + 8.0,
                size: 10.0,
                bold: false,
                row: u32::from(row),
                drawn: 0,
                first_word: 0.0,
            }
        };
        PageBlock::of_text(0, (0..rows).map(line).collect())
    }

    #[test]
    fn a_longer_text_shows_the_column_of_a_short_one() {
        let text = block(50.0, 300.0, 100.0, 3);
        let address = block(50.0, 120.0, 200.0, 2);
        assert_eq!(of(&[address, text], 10.0), [Some((50.0, 300.0)); 2]);
    }

    #[test]
    fn text_beside_another_or_with_short_ones_only_has_no_column() {
        let text = || block(50.0, 300.0, 100.0, 3);
        let short = |x0| block(x0, x0 + 70.0, 200.0, 2);
        let beside = of(&[text(), short(50.0), short(200.0)], 10.0);
        assert_eq!(beside[1..], [None, None]);
        assert_eq!(of(&[short(50.0)], 10.0), [None]);
    }
}
