//! Finds the indent of the entries of a page that begin to the left of their other rows, as in bibliographies.
//!
//! ```text
//!     Bird, A. On the owls of the
//!         north, and of the isles.      three rows show the indent
//!         Owlton, 1901.
//!
//!     Drake, C. Ducks, 1902.
//!         Owlton.                       no paragraph begins here
//! ```

use crate::geometry::Rect;
use crate::layout::regions::rows::RowLine;
use crate::layout::scale::USUAL_SPACE;
use crate::layout::state::PageBlock;

/// Limits for entries.
struct Limits {
    /// Fewest rows of an entry that shows the indent.
    min_rows: usize,
    /// Fewest other entries with this indent.
    min_entries: usize,
    /// Least and largest indent, in ems of the page's text.
    indent: [f32; 2],
    /// Largest difference between indents or places that are the same, in ems of the page's text.
    same: f32,
    /// Most entries that are compared.
    max_entries: usize,
}

const LIMITS: Limits = Limits {
    min_rows: 3,
    min_entries: 2,
    indent: [0.6, 6.0],
    same: 0.3,
    max_entries: 500,
};

/// An entry: the start of its first row, and by how much its other rows are indented, in points.
#[derive(Clone, Copy)]
struct Entry {
    frame: u32,
    start: f32,
    indent: f32,
}

/// For each block the indent of other entries that begin at its place, in points; `em` is the size of the page's text.
pub(crate) fn of(blocks: &[PageBlock], right_to_left: bool, em: f32) -> Vec<Option<f32>> {
    let entries: Vec<Option<Entry>> = blocks
        .iter()
        .map(|block| entry(block, right_to_left, em))
        .collect();
    let count = entries.iter().flatten().count();
    if !(LIMITS.min_entries..=LIMITS.max_entries).contains(&count) {
        return vec![None; blocks.len()];
    }
    let is_same = |a: f32, b: f32| (a - b).abs() <= LIMITS.same * em;
    let indent = |(n, block): (usize, &PageBlock)| {
        let rows = rows(block, right_to_left);
        let starts = rows.iter().map(|row| row.start);
        let start = starts.reduce(f32::min).filter(|_| rows.len() > 1)?;
        let others = entries.iter().enumerate();
        let others = others.filter_map(|(other, entry)| entry.filter(|_| other != n));
        let level = others.filter(|own| own.frame == block.frame && is_same(own.start, start));
        let first = level.clone().next()?;
        let alike = level
            .filter(|own| is_same(own.indent, first.indent))
            .count();
        (alike >= LIMITS.min_entries).then_some(first.indent)
    };
    blocks.iter().enumerate().map(indent).collect()
}

/// A block as an entry, if its first row is full, and if all others are indented alike. A short first row is a term above
/// its description.
fn entry(block: &PageBlock, right_to_left: bool, em: f32) -> Option<Entry> {
    let rows = rows(block, right_to_left);
    let [first, second, ..] = rows[..] else {
        return None;
    };
    let [least, most] = LIMITS.indent.map(|indent| indent * em);
    let indent = second.start - first.start;
    let rest = rows.get(1..).unwrap_or_default();
    let same = LIMITS.same * em;
    let alike = rest
        .iter()
        .all(|row| (row.start - second.start).abs() <= same);
    let end = rows
        .iter()
        .fold(f32::NEG_INFINITY, |end, row| end.max(row.end));
    let full = end - first.end <= second.first_word + USUAL_SPACE * em;
    let is_entry =
        rows.len() >= LIMITS.min_rows && (least..most).contains(&indent) && alike && full;
    is_entry.then_some(Entry {
        frame: block.frame,
        start: first.start,
        indent,
    })
}

/// The ends of a row, mirrored in right-to-left text, and the length of its first word, in points.
#[derive(Clone, Copy)]
struct Row {
    start: f32,
    end: f32,
    first_word: f32,
}

/// The rows of a block without a role.
fn rows(block: &PageBlock, right_to_left: bool) -> Vec<Row> {
    let lines = block.text().filter(|_| block.role.is_none());
    let rows = lines.unwrap_or_default().chunk_by(|a, b| a.row == b.row);
    let row = |row: &[RowLine]| {
        let cell = row.iter().fold(Rect::EMPTY, |r, line| r.union(line.cell));
        let (start, end) = match right_to_left {
            false => (cell.x0, cell.x1),
            true => (-cell.x1, -cell.x0),
        };
        let first_word = row.first().map_or(0.0, |line| line.first_word);
        Row {
            start,
            end,
            first_word,
        }
    };
    rows.map(row).collect()
}
