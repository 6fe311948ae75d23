//! The lines of a region to blocks: lines that white space keeps together.
//!
//! ```text
//!   a heading            ]  another size, or another weight and more space
//!
//!   the first line       |
//!     of a paragraph     |  one pitch from baseline to baseline: one block,
//!   and of the next      |  of several paragraphs perhaps
//!
//!   more space: another  ]
//! ```

use std::ops::Range;

use super::edges::{GoesOn, goes_on};
use super::pieces::Pieces;
use super::rows::RowLine;
use crate::geometry::Rect;

/// Lines further apart than this, in usual pitches, are in different blocks …
const APART: f32 = 1.3;

/// … and already than this, when their styles differ …
const APART_IN_STYLE: f32 = 1.08;

/// … but only beyond this, when both are rows of several cells.
const APART_IN_TABLES: f32 = 2.2;

/// Pitches from row to row are looked at up to this, in ems, to find the usual one of a region …
const FARTHEST_ROWS: f32 = 3.0;

/// … if there are this many …
const LEAST_PITCHES: usize = 5;

/// … and between these to find that of the page; what is closer or further apart is not text …
const PITCHES_OF_TEXT: Range<f32> = 0.8..2.2;

/// … and where there are none it is this.
const USUAL_PITCH: f32 = 1.25;

/// Rows at one pitch are one block, also when it is wide, up to this pitch in ems.
const WIDEST_EVEN: f32 = 2.2;

/// A ruled line no lower than this below the baseline, in ems of the row, underlines it …
const UNDERLINE: f32 = 0.3;

/// … and one further above the next baseline than this, in ems, is above that row.
const ABOVE_ROW: f32 = 0.5;

/// Sizes that differ by this factor are different styles, which no block mixes.
const OTHER_SIZE: f32 = 1.18;

/// Shorter rows, in ems, have no style: a single mark has not.
const LEAST_STYLED: f32 = 1.5;

/// Pitches that differ by less than this share are the same.
const SAME_PITCH: f32 = 0.08;

/// No white lower than this, in usual pitches, parts the two halves of a word, nor the lines of one sentence …
const APART_IN_WORD: f32 = 2.5;
const APART_IN_SENTENCE: f32 = 1.7;

/// … which begin no further from each other than this, in ems, the first reaching as far as the second but
/// for that.
const LEVEL_ENDS: [f32; 2] = [1.5, 3.0];

/// What is drawn of one sentence has one size, up to this factor: what recognised a scan measures each line.
const SAME_SENTENCE: f32 = 1.3;

/// A ruled line separates rows when it is over more than this share of the shorter one: that over footnotes
/// is over a third of theirs.
const LEAST_OVER: f32 = 0.15;

/// A row of a region: its lines, and where it is.
struct Row {
    lines: Range<usize>,
    baseline: f32,
    size: f32,
    cell: Rect,
    bold: bool,
    /// How long its lines are, in its size.
    ems: f32,
}

impl Row {
    fn is_cells(&self) -> bool {
        self.lines.len() > 1
    }
}

/// Cuts the lines of a region, given row by row, into blocks. `usual` is the page's usual pitch from
/// baseline to baseline, in ems; `rules` are ruled lines along the text.
pub(crate) fn split(
    lines: Vec<RowLine>,
    usual: f32,
    rules: &[Rect],
    pieces: &Pieces,
) -> Vec<Vec<RowLine>> {
    let rows = rows(&lines);
    let pitches: Vec<f32> = rows.windows(2).map(pitch).collect();
    let own = usual_pitch(&rows).unwrap_or(usual);
    let mut starts = vec![];
    let mut first = true;
    for (i, pair) in rows.windows(2).enumerate() {
        let [above, below] = pair else { continue };
        // A bold line on top of a block is its heading, however little space is below it.
        let heading = first && above.bold && !below.bold && !above.is_cells();
        let apart = heading || is_split(above, below, &pitches, i, own);
        first = (apart && !is_sentence(above, below, &lines, own, pieces))
            || is_ruled(above, below, rules);
        if first {
            starts.push(below.lines.start);
        }
    }
    let mut blocks = Vec::with_capacity(starts.len() + 1);
    let mut lines = lines;
    for start in starts.into_iter().rev() {
        blocks.push(lines.split_off(start));
    }
    blocks.push(lines);
    blocks.reverse();
    blocks
}

fn rows(lines: &[RowLine]) -> Vec<Row> {
    let mut start = 0;
    lines
        .chunk_by(|a, b| a.row == b.row)
        .map(|row| {
            let lines = start..start + row.len();
            start = lines.end;
            let first = row.first();
            Row {
                lines,
                baseline: first.map_or(0.0, |l| l.baseline),
                size: row.iter().map(|l| l.size).fold(0.0, f32::max),
                cell: row.iter().fold(Rect::EMPTY, |r, l| r.union(l.cell)),
                bold: row.iter().all(|l| l.bold),
                ems: row.iter().map(|l| l.cell.width() / l.size).sum(),
            }
        })
        .collect()
}

fn pitch(pair: &[Row]) -> f32 {
    match pair {
        [a, b] => b.baseline - a.baseline,
        _ => 0.0,
    }
}

/// The median pitch of rows of like size that are not far apart, in ems; `None` when there are too
/// few.
fn usual_pitch(rows: &[Row]) -> Option<f32> {
    let pitches: Vec<(f32, f32)> = pitches_in_ems(rows, 0.0..FARTHEST_ROWS).collect();
    (pitches.len() >= LEAST_PITCHES).then(|| lower_median(pitches))?
}

/// The usual pitch of a page with these lines, region by region, in ems.
pub(crate) fn usual<'a>(regions: impl Iterator<Item = &'a [RowLine]>) -> f32 {
    let mut all: Vec<(f32, f32)> = Vec::new();
    for lines in regions {
        all.extend(pitches_in_ems(&rows(lines), PITCHES_OF_TEXT));
    }
    lower_median(all).unwrap_or(USUAL_PITCH)
}

/// The pitches between rows of like size, in ems, as far as they are in a range; and how much each counts:
/// as much as the shorter row is long, as the rows of formulas are short and at any distance.
fn pitches_in_ems(rows: &[Row], range: Range<f32>) -> impl Iterator<Item = (f32, f32)> {
    let pitches = rows.windows(2).filter_map(|pair| {
        let [a, b] = pair else { return None };
        let ems = pitch(pair) / a.size.max(b.size);
        is_like(a, b).then(|| (ems, a.ems.min(b.ems)))
    });
    pitches.filter(move |(ems, _)| range.contains(ems))
}

/// The middle one of pitches that count differently; of two the smaller, as blocks are further apart than
/// their lines.
fn lower_median(mut pitches: Vec<(f32, f32)>) -> Option<f32> {
    pitches.sort_by(|a, b| a.0.total_cmp(&b.0));
    let half = pitches.iter().map(|pitch| pitch.1).sum::<f32>() / 2.0;
    let mut before = 0.0;
    let reaches = pitches.iter().find(|(_, weight)| {
        before += weight;
        before >= half
    });
    reaches.map(|pitch| pitch.0)
}

fn is_like(a: &Row, b: &Row) -> bool {
    a.size.max(b.size) <= OTHER_SIZE * a.size.min(b.size)
}

/// Whether a block ends between two rows, the pitch between which is number `i`.
fn is_split(above: &Row, below: &Row, pitches: &[f32], i: usize, usual: f32) -> bool {
    let own = below.baseline - above.baseline;
    let ems = own / above.size.max(below.size);
    if above.is_cells() && below.is_cells() {
        return ems > APART_IN_TABLES * usual;
    }
    let near = |other: Option<&f32>| other.is_none_or(|o| (o - own).abs() <= SAME_PITCH * own);
    let (before, after) = (
        i.checked_sub(1).and_then(|i| pitches.get(i)),
        pitches.get(i + 1),
    );
    // A row of a formula, or a single mark, has a style that means nothing; and what recognised a
    // scan gives each line a size of its own, which is no style where the pitch continues.
    let styled = above.ems >= LEAST_STYLED && below.ems >= LEAST_STYLED;
    if styled && !is_like(above, below) && !(near(before) && near(after)) {
        return true;
    }
    let most = if styled && (above.bold != below.bold || !is_like(above, below)) {
        APART_IN_STYLE
    } else {
        APART
    };
    // Text set wider than the rest of the region is not a block for each line.
    let same = |other: Option<&f32>| other.is_some_and(|o| (o - own).abs() <= SAME_PITCH * own);
    let even = same(before) && same(after) && ems <= WIDEST_EVEN;
    ems > most * usual && !even
}

/// Whether a word or a sentence goes on from one row to the next, so that the white between them is none that
/// parts blocks. A bold line is a heading, whatever is below it.
fn is_sentence(above: &Row, below: &Row, lines: &[RowLine], usual: f32, pieces: &Pieces) -> bool {
    let line = |row: &Row| match lines.get(row.lines.clone()) {
        Some([line]) => Some(line),
        _ => None,
    };
    let Some((first, second)) = line(above).zip(line(below)) else {
        return false;
    };
    let (least, most) = (above.size.min(below.size), above.size.max(below.size));
    let [start, end] = LEVEL_ENDS;
    let continues = most <= SAME_SENTENCE * least
        && first.bold == second.bold
        && (first.cell.x0 - second.cell.x0).abs() <= start * most
        && first.cell.x1 >= second.cell.x1 - end * most;
    let farthest = match goes_on(pieces, first, second) {
        Some(GoesOn::Word) => APART_IN_WORD,
        Some(GoesOn::Sentence) => APART_IN_SENTENCE,
        None => return false,
    };
    continues && below.baseline - above.baseline <= farthest * usual * most
}

/// Whether a ruled line or an image separates two rows; a line that underlines the first does not, nor does
/// what is higher than a row: it is behind both; nor what hardly reaches over them, as an arrow that
/// points at them does.
fn is_ruled(above: &Row, below: &Row, rules: &[Rect]) -> bool {
    if above.is_cells() || below.is_cells() {
        return false;
    }
    let around = above.cell.union(below.cell);
    let least = LEAST_OVER * above.cell.width().min(below.cell.width());
    rules.iter().any(|r| {
        let middle = (r.y0 + r.y1) / 2.0;
        let underline = middle < above.baseline + UNDERLINE * above.size
            && r.width() <= above.cell.width() + above.size;
        r.height() < below.baseline - above.baseline
            && middle > above.baseline
            && middle < below.baseline - ABOVE_ROW * below.size
            && r.x1.min(around.x1) - r.x0.max(around.x0) > least
            && !underline
    })
}
