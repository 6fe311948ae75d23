//! Finds the numbers of the lines of a listing: each line of code has one, and some lines have no code.
//!
//! ```text
//!     35 \begin{document}
//!     36    Hello.              all text beside the numbers is in a font of one width
//!     37
//!     38 \end{document}
//! ```

use super::columns;
use crate::layout::regions::pieces::{Piece, Pieces};
use crate::page::Content;

/// Limits for the numbers beside code, in ems of the numbers.
struct CodeLimits {
    /// Fewest numbers.
    min_count: usize,
    /// Most runs of numbers examined on a page.
    max_runs: usize,
    /// Largest distance between the baselines of two numbers.
    pitch: f32,
    /// Largest distance between the ends of two numbers, and between the baselines of one line.
    in_line: f32,
    /// Least gap between the numbers and the code.
    gap: f32,
    /// One piece in this many may be in another font, as in a comment.
    pieces_per_other_font: usize,
}

const CODE: CodeLimits = CodeLimits {
    min_count: 3,
    max_runs: 64,
    pitch: 2.6,
    in_line: 0.5,
    gap: 0.2,
    pieces_per_other_font: 5,
};

/// Takes the numbers of lines of code out of `list` (pieces of one frame, in drawing order). Returns one list of
/// numbers for each listing, downwards.
pub(super) fn take(
    content: &Content,
    all: &Pieces,
    pieces: &[Piece],
    list: &mut Vec<u32>,
) -> Vec<Vec<u32>> {
    let numbers = list.iter().filter_map(|&i| pieces.get(i as usize));
    let mut sizes = numbers.filter(|p| p.value.is_some()).map(|p| p.size);
    let Some(em) = sizes.next().filter(|_| sizes.count() + 1 >= CODE.min_count) else {
        return Vec::new();
    };
    let goes_on = |&a: &u32, &b: &u32| {
        let pair = pieces.get(a as usize).zip(pieces.get(b as usize));
        pair.is_some_and(|(a, b)| {
            a.value.and_then(|value| value.checked_add(1)) == b.value
                && b.baseline - a.baseline <= CODE.pitch * a.size
        })
    };
    let columns = columns::in_line(pieces, list, |p| p.cell.x1, CODE.in_line * em);
    let is_long = |run: &&[u32]| run.len() >= CODE.min_count;
    let has_long = |column: &&Vec<u32>| column.chunk_by(goes_on).any(|run| is_long(&run));
    let mut columns = columns.iter().filter(has_long).peekable();
    if columns.peek().is_none() || !content.has_code() {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut count = 0;
    for column in columns {
        let runs: Vec<&[u32]> = column.chunk_by(goes_on).collect();
        count += runs.len();
        if count > CODE.max_runs {
            break;
        }
        let runs = runs.into_iter();
        let runs = runs.filter(|run| is_beside_code(content, all, pieces, list, run));
        let runs: Vec<&[u32]> = runs.collect();
        // A line or two alone are numbered if other listings of the page are.
        if runs.iter().any(is_long) {
            found.extend(runs.into_iter().map(<[u32]>::to_vec));
        }
    }
    columns::remove(&found, list);
    found
}

/// Returns `true` if all text beside some numbers is code behind them, on their lines.
fn is_beside_code(
    content: &Content,
    all: &Pieces,
    pieces: &[Piece],
    list: &[u32],
    run: &[u32],
) -> bool {
    let Some((numbers, beside)) = columns::with_beside(pieces, list, run) else {
        return false;
    };
    let ends = numbers
        .iter()
        .map(|number| number.cell.x1 + CODE.gap * number.size);
    let start = ends.fold(f32::NEG_INFINITY, f32::max);
    let mut others = 0;
    for piece in &beside {
        // The numbers are given downwards.
        let next = numbers.partition_point(|number| number.baseline < piece.baseline);
        let mut near = numbers.iter().skip(next.saturating_sub(1)).take(2);
        let level = |number: &&Piece| {
            (number.baseline - piece.baseline).abs() <= CODE.in_line * number.size
        };
        if piece.cell.x0 < start || !near.any(level) {
            return false;
        }
        others += usize::from(!all.is_monospaced(content, piece));
    }
    !beside.is_empty() && others * CODE.pieces_per_other_font <= beside.len()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::layout::testing::dump;
    use crate::layout::{LayoutParams, analyse};
    use crate::line::testing::Pen;
    use crate::page::FontFacts;

    /// The dump of a page of text with four numbered lines in it, and one more, which are code if `is_code`.
    fn analysed(is_code: bool) -> String {
        let mut pen = Pen::new();
        let font = |monospace| {
            Arc::new(FontFacts {
                monospace,
                ..FontFacts::default()
            })
        };
        pen.content.fonts = vec![font(false), font(true)];
        let [roman, other] = [0, u32::from(is_code)].map(|font| {
            let run = pen.run(10.0, 0.0);
            pen.content.runs[run as usize].font = font;
            run
        });
        let prose = "a line of the text that is as long as the others are on this page";
        let lines = ["while true {", "    step();", "", "}"];
        let mut y = 100.0;
        let mut number = 8u32;
        for part in [&lines[..], &lines[3..]] {
            for _ in 0..6 {
                pen.write(roman, 60.0, y, prose);
                y += 12.0;
            }
            y += 12.0;
            for line in part {
                let text = number.to_string();
                pen.write(roman, 60.0 - 5.0 * text.len() as f32, y, &text);
                pen.write(other, 64.0, y, line);
                number += 1;
                y += 12.0;
            }
            y += 12.0;
        }
        dump(&analyse(0, pen.content, &LayoutParams::default()))
    }

    #[test]
    fn numbers_beside_code_are_no_part_of_it() {
        let page = analysed(true);
        assert!(page.contains("textline while true {"), "{page}");
        assert!(
            page.contains("textline 8\n    textline 9\n    textline 10\n    textline 11"),
            "{page}"
        );
        assert!(page.contains("textline 12"), "{page}");
    }

    #[test]
    fn numbers_beside_other_text_stay_with_it() {
        let page = analysed(false);
        assert!(!page.contains("textline 9\n    textline 10"), "{page}");
    }
}
