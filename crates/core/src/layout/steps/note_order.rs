//! Moves footnotes after the text of the columns beside theirs.
//!
//! ```text
//!      a sentence that   |   ends in the next
//!      is begun in one   |   column, and then
//!      column and only   |   another begins
//!      ---------------   |   ---------------
//!      1 a note          |   2 another note
//! ```

use crate::compact_sort::CompactSort;
use crate::geometry::Rect;
use crate::layout::heuristics::{self, Decision};
use crate::layout::role::Role;
use crate::layout::scale::is_same_size;
use crate::layout::state::{PageBlock, PageState};

/// Pages with more blocks are drawings, on which nothing is moved.
const MAX_BLOCKS: usize = 2000;

const WHY: &str =
    "read behind the text of the columns beside it, in which the sentences of its own go on";

/// Moves the footnotes of each column after the text of the columns beside it. Landscape pages are skipped:
/// they may be two pages, each with its own notes.
pub(crate) fn apply(page: &mut PageState<'_>) {
    if page.content.width > page.content.height {
        return;
    }
    for text in &mut page.texts {
        if text.blocks.len() <= MAX_BLOCKS {
            put_behind(&mut text.blocks);
        }
    }
}

/// Moves the footnotes of a column after the last of the following blocks that are beside the notes or their
/// column. The notes keep their order.
fn put_behind(blocks: &mut Vec<PageBlock>) {
    let places = places(blocks);
    let mut order: Vec<(usize, usize, PageBlock)> = std::mem::take(blocks)
        .into_iter()
        .zip(places)
        .enumerate()
        .map(|(n, (mut block, place))| {
            if place != n {
                block
                    .decisions
                    .push(Decision::new(heuristics::NOTE_ORDER, WHY));
            }
            (place, n, block)
        })
        .collect();
    // At one place the text block comes first, then the notes moved there.
    order.compact_sort_by_key(|(place, n, _)| (*place, place != n, *n));
    blocks.extend(order.into_iter().map(|(.., block)| block));
}

/// For each block the index of the block it is read after: itself, or a later one.
fn places(blocks: &[PageBlock]) -> Vec<usize> {
    let is_note = |block: &PageBlock| block.role == Some(Role::Footnote);
    let mut places: Vec<usize> = (0..blocks.len()).collect();
    let mut from = 0;
    for alike in blocks.chunk_by(|a, b| is_note(a) && is_note(b)) {
        let notes = from..from + alike.len();
        from = notes.end;
        if !alike.iter().all(is_note) {
            continue;
        }
        // One column of notes, which may have several blocks.
        let column = alike
            .iter()
            .fold((Rect::EMPTY, 0.0f32), |(rect, most), note| {
                (rect.union(note.cell()), most.max(size(note)))
            });
        let following = blocks.iter().enumerate().skip(notes.end);
        let following = following.filter(|(_, block)| !is_note(block));
        let beside = following.take_while(|(_, b)| is_text_beside(column, (b.cell(), size(b))));
        if let (Some((last, _)), Some(places)) = (beside.last(), places.get_mut(notes)) {
            places.fill(last);
        }
    }
    places
}

/// The size of the largest line of a block.
fn size(block: &PageBlock) -> f32 {
    let lines = block.part.lines();
    lines.fold(0.0, |most, line| most.max(line.size))
}

/// Whether a block is in a column beside a note's. It must not be below the note, nor continue it at the same
/// height and size. Both are given with the sizes of their lines.
fn is_text_beside((note, small): (Rect, f32), (cell, size): (Rect, f32)) -> bool {
    let beside = cell.x0 >= note.x1 || cell.x1 <= note.x0;
    let goes_on = cell.y0 > note.y0 - small && (size <= small || is_same_size(size, small));
    beside && cell.y0 < note.y1 && !goes_on
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::regions::rows::RowLine;
    use crate::layout::tables::table::Part;

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
    fn the_notes_of_a_column_stay_together() {
        let blocks = vec![
            block(50.0, 100.0, 400.0, None),
            block(50.0, 520.0, 20.0, Some(Role::Footnote)),
            block(50.0, 550.0, 100.0, Some(Role::Footnote)),
            block(300.0, 100.0, 430.0, None),
            // Level with the second note.
            block(300.0, 560.0, 80.0, None),
        ];
        let expected = [
            (50.0, 100.0),
            (300.0, 100.0),
            (300.0, 560.0),
            (50.0, 520.0),
            (50.0, 550.0),
        ];
        // The last block is text, because it is larger than the notes.
        let mut blocks = blocks;
        for note in blocks.iter_mut().filter(|b| b.role.is_some()) {
            if let Part::Text(lines) = &mut note.part {
                lines.iter_mut().for_each(|line| line.size = 8.0);
            }
        }
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
