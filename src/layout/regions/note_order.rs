//! Footnotes behind the columns at the foot of which they stand.
//!
//! ```text
//!    a sentence that   |   ends in the next
//!    is begun in one   |   column, and then
//!    column and only   |   another begins
//!    ---------------   |   ---------------
//!    1 a note          |   2 another note
//! ```

use crate::geometry::Rect;
use crate::layout::annotate::notes::Role;
use crate::layout::page::{PageBlock, PageState};
use crate::layout::scale::is_same_size;

/// Pages with more blocks are drawings; nothing is moved on them.
const MOST_BLOCKS: usize = 2000;

/// Puts the footnotes of each column behind the text of the columns beside it. Where the page is wider than
/// high it may be two pages, each with notes of its own.
pub(crate) fn apply(page: &mut PageState<'_>) {
    if page.content.width > page.content.height {
        return;
    }
    for text in &mut page.texts {
        if text.blocks.len() <= MOST_BLOCKS {
            put_behind(&mut text.blocks);
        }
    }
}

/// Moves each footnote behind the last block of those that follow it, as far as they stand beside it or
/// beside its column. Those that are moved keep their order.
fn put_behind(blocks: &mut Vec<PageBlock>) {
    let cells: Vec<(Rect, f32)> = blocks.iter().map(|b| (b.cell(), size(b))).collect();
    let notes: Vec<bool> = blocks
        .iter()
        .map(|block| block.role == Some(Role::Footnote))
        .collect();
    // For each block the one that it is read behind: itself, or one that follows it.
    let mut places: Vec<usize> = (0..cells.len()).collect();
    for (n, note) in cells.iter().enumerate() {
        if notes.get(n) != Some(&true) {
            continue;
        }
        for (next, cell) in cells.iter().enumerate().skip(n + 1) {
            if notes.get(next) == Some(&true) {
                continue;
            }
            if !is_text_beside(*note, *cell) {
                break;
            }
            if let Some(place) = places.get_mut(n) {
                *place = next;
            }
        }
    }
    let mut order: Vec<(usize, usize, PageBlock)> = std::mem::take(blocks)
        .into_iter()
        .zip(places)
        .enumerate()
        .map(|(n, (block, place))| (place, n, block))
        .collect();
    // Behind the same block comes that block first, then its notes.
    order.sort_by_key(|(place, n, _)| (*place, place != n, *n));
    blocks.extend(order.into_iter().map(|(.., block)| block));
}

/// The size of the largest lines of a block.
fn size(block: &PageBlock) -> f32 {
    let lines = block.part.lines();
    lines.fold(0.0, |most, line| most.max(line.size))
}

/// Whether a block is in a column beside that of a note, and is not below it, nor its continuation: level
/// with it and as small. Both with the sizes of their lines.
fn is_text_beside((note, small): (Rect, f32), (cell, size): (Rect, f32)) -> bool {
    let beside = cell.x0 >= note.x1 || cell.x1 <= note.x0;
    let goes_on = cell.y0 > note.y0 - small && (size <= small || is_same_size(size, small));
    beside && cell.y0 < note.y1 && !goes_on
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::regions::rows::RowLine;

    fn block(x: f32, y: f32, height: f32, role: Option<Role>) -> PageBlock {
        let line = RowLine {
            pieces: Vec::new(),
            cell: Rect::new(x, y, x + 200.0, y + height),
            baseline: y + height,
            size: 10.0,
            bold: false,
            row: 0,
            drawn: 0,
            first_word: 20.0,
        };
        let mut block = PageBlock::of_text(0, vec![line]);
        block.role = role;
        block
    }

    fn order(mut blocks: Vec<PageBlock>) -> Vec<(f32, f32)> {
        put_behind(&mut blocks);
        let corners = blocks.iter().map(PageBlock::cell);
        corners.map(|cell| (cell.x0, cell.y0)).collect()
    }

    #[test]
    fn notes_come_behind_the_columns_that_they_stand_under() {
        let blocks = vec![
            block(50.0, 100.0, 500.0, None),
            block(50.0, 620.0, 40.0, Some(Role::Footnote)),
            block(300.0, 100.0, 200.0, None),
            block(300.0, 320.0, 280.0, None),
            block(300.0, 630.0, 30.0, Some(Role::Footnote)),
            block(50.0, 720.0, 10.0, None),
        ];
        let expected = [
            (50.0, 100.0),
            (300.0, 100.0),
            (300.0, 320.0),
            (50.0, 620.0),
            (300.0, 630.0),
            (50.0, 720.0),
        ];
        assert_eq!(order(blocks), expected);
    }

    #[test]
    fn notes_over_other_text_stay_before_it() {
        let blocks = vec![
            block(50.0, 100.0, 100.0, None),
            block(50.0, 220.0, 40.0, Some(Role::Footnote)),
            block(50.0, 300.0, 200.0, None),
            block(300.0, 100.0, 200.0, None),
        ];
        let expected = [(50.0, 100.0), (50.0, 220.0), (50.0, 300.0), (300.0, 100.0)];
        assert_eq!(order(blocks), expected);
    }
}
