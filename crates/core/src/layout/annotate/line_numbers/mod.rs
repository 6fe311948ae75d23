//! Takes line numbers in the margin out of the text, as in drafts, transcripts and editions of verse.
//!
//! ```text
//!       1   a text, the lines of which     Arma virumque cano, Troiae
//!       2   are counted, so that one       qui primus ab oris
//!       3   can speak of each of them        ...
//!       4   as here of the fourth          vi superum saevae memorem   5
//! ```
//!
//! Otherwise the numbers would appear in the middle of sentences. [`code`] finds those of listings.

mod code;
mod columns;

use crate::compact_sort::CompactSort;
use crate::counted::counted;
use crate::layout::heuristics::{self, Decision};
use crate::layout::regions::pieces::Piece;
use crate::layout::role::Role;
use crate::layout::state::{PageBlock, PageState};

/// Limits for the numbers of lines.
struct NumberingLimits {
    /// Fewest numbers, if each line has one. Fewer may be anything, such as the items of a form.
    min_count: usize,
    /// The same, if only each fifth or tenth line has one.
    min_count_of_verse: usize,
    /// The steps between numbers in verse.
    verse_steps: [u32; 2],
    /// One number in this many may have another step, as a misread one has.
    numbers_per_uneven: usize,
    /// Most columns of numbers examined on a page.
    max_columns: usize,
    /// Largest distance between the ends of aligned numbers, and between baselines of one line, in ems.
    in_line: f32,
    /// Least gap between numbers and text, in ems.
    min_gap: f32,
    /// Wider gaps, in ems, separate table cells.
    max_space: f32,
    /// One line in this many may have such a gap.
    lines_per_cells: u32,
    /// One line in this many may be missing from the count.
    lines_per_miss: u32,
    /// Fewest letters of a line on average, if each line has its number. Entries of lists are shorter.
    min_letters: f32,
    /// The same, if only some lines have one.
    min_letters_of_verse: f32,
}

const NUMBERING: NumberingLimits = NumberingLimits {
    min_count: 10,
    min_count_of_verse: 4,
    verse_steps: [5, 10],
    numbers_per_uneven: 10,
    max_columns: 16,
    in_line: 0.4,
    min_gap: 0.5,
    max_space: 2.0,
    lines_per_cells: 4,
    lines_per_miss: 5,
    min_letters: 25.0,
    min_letters_of_verse: 15.0,
};

/// Takes the line numbers out of the text of each frame.
pub(crate) fn take_out(page: &mut PageState<'_>) {
    for text in &mut page.texts {
        let pieces = text.table_rows.pieces(&page.pieces);
        text.line_numbers = take(pieces, &mut text.pieces, text.em);
        let of_code = code::take(page.content, &page.pieces, pieces, &mut text.pieces);
        text.line_numbers.extend(of_code);
    }
}

/// Puts line numbers back as blocks: before the text if they were drawn before it, otherwise after it.
pub(crate) fn put_back(page: &mut PageState<'_>) {
    for text in &mut page.texts {
        let rows = text.rows(&page.pieces);
        let numbers = text.line_numbers.iter().map(|list| {
            let why = counted(list.len(), "number") + " in line, beside the lines that they count";
            PageBlock {
                role: Some(Role::LineNumbers),
                decisions: vec![Decision::new(heuristics::LINE_NUMBERS, why)],
                ..PageBlock::of_text(text.number, rows.lines(list))
            }
        });
        let start = text.blocks.iter().flat_map(|block| block.part.lines());
        let start = start.map(|line| line.drawn).min().unwrap_or_default();
        let is_before = |block: &PageBlock| block.part.lines().all(|line| line.drawn < start);
        let (mut blocks, behind): (Vec<_>, Vec<_>) = numbers.partition(is_before);
        blocks.append(&mut text.blocks);
        blocks.extend(behind);
        text.blocks = blocks;
    }
}

/// Takes the line numbers out of `list` (pieces of one frame, in drawing order) and returns one list for each
/// margin, downwards. `em` is the size of most text, in points.
fn take(pieces: &[Piece], list: &mut Vec<u32>, em: f32) -> Vec<Vec<u32>> {
    let mut found = Vec::new();
    for end in [|p: &Piece| p.cell.x1, |p: &Piece| p.cell.x0] {
        let columns = columns::in_line(pieces, list, end, NUMBERING.in_line * em).into_iter();
        let columns = columns.filter_map(|own| Some((step(pieces, &own)?, own)));
        for (step, column) in columns.take(NUMBERING.max_columns) {
            if is_numbering(pieces, list, &column, step, em) {
                found.push(column);
            }
        }
        columns::remove(&found, list);
    }
    found
}

/// The increment of numbers, given downwards, if it is regular and there are enough: 1, or 5 or 10 as in
/// verse.
fn step(pieces: &[Piece], column: &[u32]) -> Option<u32> {
    let values = column.iter().filter_map(|&i| pieces.get(i as usize)?.value);
    let steps = values.clone().zip(values.skip(1));
    let mut steps: Vec<u32> = steps.filter_map(|(a, b)| b.checked_sub(a)).collect();
    steps.sort_unstable();
    let step = *steps.get(steps.len() / 2)?;
    let even = steps.iter().filter(|s| **s == step).count();
    let least = match step {
        1 => NUMBERING.min_count,
        step if NUMBERING.verse_steps.contains(&step) => NUMBERING.min_count_of_verse,
        _ => return None,
    };
    (column.len() >= least
        && NUMBERING.numbers_per_uneven * even
            >= (NUMBERING.numbers_per_uneven - 1) * (column.len() - 1))
        .then_some(step)
}

/// Whether aligned numbers, given downwards, count the lines of the text beside them.
fn is_numbering(pieces: &[Piece], list: &[u32], column: &[u32], step: u32, em: f32) -> bool {
    let Some((numbers, beside)) = columns::with_beside(pieces, list, column) else {
        return false;
    };
    let start = numbers
        .iter()
        .map(|p| p.cell.x0)
        .fold(f32::INFINITY, f32::min);
    let end = numbers
        .iter()
        .map(|p| p.cell.x1)
        .fold(f32::NEG_INFINITY, f32::max);
    // All text must be on one side.
    let gap = NUMBERING.min_gap * em;
    let margin = beside.iter().all(|p| p.cell.x0 >= end + gap)
        || beside.iter().all(|p| p.cell.x1 <= start - gap);
    margin && is_text(&numbers, beside, step, em)
}

/// Whether the pieces beside the numbers are lines of text, and their count matches `step`.
fn is_text(numbers: &[&Piece], mut beside: Vec<&Piece>, step: u32, em: f32) -> bool {
    beside.compact_sort_by(|a, b| {
        let lines = a.baseline.total_cmp(&b.baseline);
        lines.then(a.cell.x0.total_cmp(&b.cell.x0))
    });
    let (mut lines, mut letters, mut cells) = (0u32, 0.0, 0u32);
    for line in beside.chunk_by_mut(|a, b| b.baseline - a.baseline <= NUMBERING.in_line * em) {
        line.compact_sort_by(|a, b| a.cell.x0.total_cmp(&b.cell.x0));
        lines += 1;
        letters += line.iter().map(|p| p.inked as f32).sum::<f32>();
        let wide = |pair: &[&Piece]| matches!(pair, [a, b] if b.cell.x0 - a.cell.x1 > NUMBERING.max_space * em);
        cells += u32::from(line.windows(2).any(wide));
    }
    let least = if step == 1 {
        NUMBERING.min_letters
    } else {
        NUMBERING.min_letters_of_verse
    };
    let counted = (numbers.len() as u32).saturating_mul(step);
    letters >= least * lines as f32
        && NUMBERING.lines_per_cells * cells <= lines
        && counted.abs_diff(lines) <= step.max(lines / NUMBERING.lines_per_miss)
}

#[cfg(test)]
mod tests {
    use crate::layout::testing::dump;
    use crate::layout::{LayoutParams, analyse};
    use crate::line::testing::Pen;

    /// The dump of a page of lines, with a number at every `every`th line.
    fn analysed(text: &str, every: usize, x: f32) -> String {
        let mut pen = Pen::new();
        let run = pen.run(10.0, 0.0);
        for row in 1..=25 {
            let y = 100.0 + 14.0 * row as f32;
            if row % every == 0 {
                let number = row.to_string();
                pen.write(run, x - 5.0 * number.len() as f32, y, &number);
            }
            pen.write(run, 100.0, y, text);
        }
        dump(&analyse(0, pen.content, &LayoutParams::default()))
    }

    #[test]
    fn numbers_of_lines_are_a_block_of_their_own() {
        let page = analysed("some words that are counted line by line", 1, 80.0);
        assert!(
            !page.contains("1 some") && !page.contains("textline 1\n    textline some"),
            "{page}"
        );
        assert!(page.contains("textline 24\n    textline 25"), "{page}");
        assert_eq!(page.matches("textline some").count(), 25);
    }

    #[test]
    fn numbers_of_verses_may_stand_behind_every_fifth() {
        let page = analysed("a verse of some feet", 5, 300.0);
        assert!(page.contains("textline 5\n    textline 10"), "{page}");
    }

    #[test]
    fn numbers_of_the_entries_of_a_list_stay_with_them() {
        let page = analysed("an entry", 1, 80.0);
        assert!(
            page.contains("1 an entry") || page.contains("textline 1\n    textline an entry"),
            "{page}"
        );
    }
}
