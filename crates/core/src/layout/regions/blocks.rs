//! Groups the lines of a region into blocks, which white space and style separate.
//!
//! ```text
//!     a heading            ]  another size, or another weight and more space
//!
//!     the first line       |
//!       of a paragraph     |  one pitch from baseline to baseline: one block,
//!     and of the next      |  possibly of several paragraphs
//!
//!     more space: another  ]
//! ```

use std::ops::Range;

use super::continuation::goes_on;
use super::edges::GoesOn;
use super::pieces::Pieces;
use super::rows::RowLine;
use crate::geometry::Rect;
use crate::layout::scale::weighted_median;

/// Limits for the distance between rows of one block, and for measuring the usual one.
struct PitchLimits {
    /// Rows further apart than this, in usual pitches, are in different blocks.
    max: f32,
    /// The same for rows of different styles.
    max_between_styles: f32,
    /// The same for two rows of several cells.
    max_between_cells: f32,
    /// The same between the two halves of a word.
    max_in_word: f32,
    /// The same between the lines of one sentence.
    max_in_sentence: f32,
    /// Largest pitch between rows that counts for the usual pitch of a region, in ems.
    max_measured: f32,
    /// Fewest pitches from which the usual pitch of a region is computed.
    min_measured: usize,
    /// Fewest pitches within sentences from which a usual pitch is computed.
    min_within: usize,
    /// Range of the pitches that count for the usual pitch of the page, in ems. Others are not text.
    of_text: Range<f32>,
    /// Usual pitch of a page without any such pitches, in ems.
    usual: f32,
    /// Largest pitch of evenly spaced rows that stay one block although it is wide, in ems.
    max_even: f32,
    /// Largest relative difference of equal pitches.
    same: f32,
}

const PITCH: PitchLimits = PitchLimits {
    max: 1.3,
    max_between_styles: 1.08,
    max_between_cells: 2.2,
    max_in_word: 2.5,
    max_in_sentence: 1.7,
    max_measured: 3.0,
    min_measured: 5,
    min_within: 2,
    of_text: 0.8..2.2,
    usual: 1.25,
    max_even: 2.2,
    same: 0.08,
};

/// Limits for ruled lines and images that separate rows.
struct RuleLimits {
    /// Largest distance of an underline below the baseline, in ems of the row.
    underline: f32,
    /// Least distance of a separating rule above the next baseline, in ems of that row.
    above_row: f32,
    /// Least share of the shorter row that a separating rule overlaps. A footnote rule is over about a third.
    min_overlap: f32,
}

const RULE: RuleLimits = RuleLimits {
    underline: 0.3,
    above_row: 0.5,
    min_overlap: 0.15,
};

/// Limits for the style of rows, and for lines of one sentence.
struct StyleLimits {
    /// Least ratio between two sizes that are different styles.
    size_ratio: f32,
    /// Rows shorter than this, in ems, have no style: a single mark has none.
    min_length: f32,
    /// Lines of one sentence begin at most the first value apart, and the first ends at most the second value
    /// before the end of the second, in ems.
    level_ends: [f32; 2],
    /// Largest ratio between the sizes of lines of one sentence: OCR measures each line separately.
    sentence_ratio: f32,
}

const STYLE: StyleLimits = StyleLimits {
    size_ratio: 1.18,
    min_length: 1.5,
    level_ends: [1.5, 3.0],
    sentence_ratio: 1.3,
};

/// Limits for a label in a row of its own, in ems of the row below.
struct LabelLimits {
    /// Distance of the text from the label along the line.
    beside: Range<f32>,
    /// Largest distance of the baselines.
    max_pitch: f32,
}

const LABEL: LabelLimits = LabelLimits {
    beside: 0.0..2.0,
    max_pitch: 2.5,
};

/// A row of a region: the range of its lines, and its measures.
struct Row {
    lines: Range<usize>,
    baseline: f32,
    size: f32,
    cell: Rect,
    bold: bool,
    /// The length of its lines, in ems.
    ems: f32,
}

impl Row {
    /// The row of lines of which the first has this index.
    fn of(row: &[RowLine], start: usize) -> Self {
        let first = row.first();
        Self {
            lines: start..start + row.len(),
            baseline: first.map_or(0.0, |l| l.baseline),
            size: row.iter().map(|l| l.size).fold(0.0, f32::max),
            cell: row.iter().fold(Rect::EMPTY, |r, l| r.union(l.cell)),
            bold: row.iter().all(|l| l.bold),
            ems: row.iter().map(|l| l.cell.width() / l.size).sum(),
        }
    }

    fn is_cells(&self) -> bool {
        self.lines.len() > 1
    }
}

/// Splits the lines of a region, given row by row, into blocks. `usual` is the page's usual pitch from
/// baseline to baseline, in ems; `rules` are ruled lines along the text.
pub(crate) fn split(
    lines: Vec<RowLine>,
    usual: f32,
    rules: &[Rect],
    pieces: &Pieces,
) -> Vec<Vec<RowLine>> {
    let rows = rows(&lines);
    let pitches: Vec<f32> = rows.windows(2).map(pitch).collect();
    let own = usual_pitch(&rows, &lines, pieces).unwrap_or(usual);
    let mut starts = vec![];
    let mut first = true;
    for (i, pair) in rows.windows(2).enumerate() {
        let [above, below] = pair else { continue };
        // A bold line at the top of a block is its heading, whatever the space below it.
        let heading = first && above.bold && !below.bold && !above.is_cells();
        let apart = heading || is_split(above, below, &pitches, i, own);
        let apart = apart && !is_label_of(above, below, &lines, pieces);
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
    let rows = lines.chunk_by(|a, b| a.row == b.row).map(|row| {
        let own = Row::of(row, start);
        start = own.lines.end;
        own
    });
    rows.collect()
}

/// Whether a row is only the label of an item, whose text begins beside it in the row below.
fn is_label_of(above: &Row, below: &Row, lines: &[RowLine], pieces: &Pieces) -> bool {
    let [line] = lines.get(above.lines.clone()).unwrap_or_default() else {
        return false;
    };
    let &[only] = line.pieces.as_slice() else {
        return false;
    };
    let is_label = pieces
        .pieces
        .get(only as usize)
        .is_some_and(|piece| piece.label);
    let beside = (below.cell.x0 - above.cell.x1) / below.size;
    let pitch = (below.baseline - above.baseline) / below.size;
    is_label && LABEL.beside.contains(&beside) && pitch <= LABEL.max_pitch
}

fn pitch(pair: &[Row]) -> f32 {
    match pair {
        [a, b] => b.baseline - a.baseline,
        _ => 0.0,
    }
}

/// The median pitch of rows of similar size that are not far apart, in ems; `None` if there are too few.
fn usual_pitch(rows: &[Row], lines: &[RowLine], pieces: &Pieces) -> Option<f32> {
    let pitches = pitches_in_ems(rows, lines, pieces, 0.0..PITCH.max_measured);
    let pitches: Vec<Pitch> = pitches.collect();
    (pitches.len() >= PITCH.min_measured).then(|| median(&pitches))?
}

/// The usual pitch of a page with the lines of these regions, in ems.
pub(crate) fn usual<'a>(regions: impl Iterator<Item = &'a [RowLine]>, pieces: &Pieces) -> f32 {
    let mut all: Vec<Pitch> = Vec::new();
    for lines in regions {
        let rows = rows(lines);
        all.extend(pitches_in_ems(&rows, lines, pieces, PITCH.of_text));
    }
    // Of two the smaller, because blocks are further apart than their lines.
    median(&all).unwrap_or(PITCH.usual)
}

/// The usual pitch of a page within sentences, in ems; `None` if there are too few.
pub(crate) fn within_sentences<'a>(
    texts: impl Iterator<Item = &'a [RowLine]>,
    pieces: &Pieces,
) -> Option<f32> {
    let mut all: Vec<(f32, f32)> = Vec::new();
    for lines in texts {
        let mut above: Option<&[RowLine]> = None;
        for row in lines.chunk_by(|a, b| a.row == b.row) {
            let before = above.replace(row).unwrap_or_default();
            let ends = before.last().zip(row.first());
            if ends.is_some_and(|(last, first)| goes_on(pieces, last, first).is_some()) {
                let pair = [Row::of(before, 0), Row::of(row, 0)];
                let own = pitch_in_ems(&pair).filter(|(ems, _)| PITCH.of_text.contains(ems));
                all.extend(own);
            }
        }
    }
    (all.len() >= PITCH.min_within).then(|| weighted_median(all))?
}

/// A pitch between rows of similar size.
struct Pitch {
    ems: f32,
    /// The length of the shorter row, because rows of formulas are short and at any distance.
    weight: f32,
    /// A word or a sentence continues in the second row, so that no white space separates the rows.
    within: bool,
}

/// The median of the pitches, or of those within sentences if it is smaller: in short paragraphs, most rows are further
/// apart than lines. Rows of names and addresses only look like sentences.
fn median(pitches: &[Pitch]) -> Option<f32> {
    let of = |pitches: Vec<&Pitch>| {
        weighted_median(
            pitches
                .iter()
                .map(|pitch| (pitch.ems, pitch.weight))
                .collect(),
        )
    };
    let within: Vec<&Pitch> = pitches.iter().filter(|pitch| pitch.within).collect();
    let within = (within.len() >= PITCH.min_within)
        .then(|| of(within))
        .flatten();
    let all = of(pitches.iter().collect());
    all.map(|all| within.map_or(all, |within| within.min(all)))
}

/// The pitches between rows of similar size, in ems, within a range.
fn pitches_in_ems(
    rows: &[Row],
    lines: &[RowLine],
    pieces: &Pieces,
    range: Range<f32>,
) -> impl Iterator<Item = Pitch> {
    let pitches = rows.windows(2).filter_map(move |pair| {
        let [a, b] = pair else { return None };
        let above = lines.get(a.lines.clone())?.last()?;
        let below = lines.get(b.lines.clone())?.first()?;
        let (ems, weight) = pitch_in_ems(pair)?;
        Some(Pitch {
            ems,
            weight,
            within: goes_on(pieces, above, below).is_some(),
        })
    });
    pitches.filter(move |pitch| range.contains(&pitch.ems))
}

/// The pitch of two rows in ems if they are of similar size, and the length of the shorter one.
fn pitch_in_ems(pair: &[Row]) -> Option<(f32, f32)> {
    let [a, b] = pair else { return None };
    is_like(a, b).then(|| (pitch(pair) / a.size.max(b.size), a.ems.min(b.ems)))
}

fn is_like(a: &Row, b: &Row) -> bool {
    a.size.max(b.size) <= STYLE.size_ratio * a.size.min(b.size)
}

/// Whether a block ends between two rows; `i` is the index of the pitch between them.
fn is_split(above: &Row, below: &Row, pitches: &[f32], i: usize, usual: f32) -> bool {
    let own = below.baseline - above.baseline;
    let ems = own / above.size.max(below.size);
    if above.is_cells() && below.is_cells() {
        return ems > PITCH.max_between_cells * usual;
    }
    let near = |other: Option<&f32>| other.is_none_or(|o| (o - own).abs() <= PITCH.same * own);
    let (before, after) = (
        i.checked_sub(1).and_then(|i| pitches.get(i)),
        pitches.get(i + 1),
    );
    // The style of a formula row or a single mark has no meaning. OCR gives each line a separate size, which
    // is not a style if the pitch continues.
    let styled = above.ems >= STYLE.min_length && below.ems >= STYLE.min_length;
    if styled && !is_like(above, below) && !(near(before) && near(after)) {
        return true;
    }
    let most = if styled && (above.bold != below.bold || !is_like(above, below)) {
        PITCH.max_between_styles
    } else {
        PITCH.max
    };
    // Evenly spaced text with a wider pitch than the region is not split into single lines.
    let same = |other: Option<&f32>| other.is_some_and(|o| (o - own).abs() <= PITCH.same * own);
    let even = same(before) && same(after) && ems <= PITCH.max_even;
    ems > most * usual && !even
}

/// Whether a word or a sentence continues from one row to the next, so that the white space between them does
/// not separate blocks. A bold line is a heading, whatever follows.
fn is_sentence(above: &Row, below: &Row, lines: &[RowLine], usual: f32, pieces: &Pieces) -> bool {
    let line = |row: &Row| match lines.get(row.lines.clone()) {
        Some([line]) => Some(line),
        _ => None,
    };
    let Some((first, second)) = line(above).zip(line(below)) else {
        return false;
    };
    let (least, most) = (above.size.min(below.size), above.size.max(below.size));
    let [start, end] = STYLE.level_ends;
    let continues = most <= STYLE.sentence_ratio * least
        && first.bold == second.bold
        && (first.cell.x0 - second.cell.x0).abs() <= start * most
        && first.cell.x1 >= second.cell.x1 - end * most;
    let farthest = match goes_on(pieces, first, second) {
        Some(GoesOn::Word) => PITCH.max_in_word,
        Some(GoesOn::Sentence) => PITCH.max_in_sentence,
        None => return false,
    };
    continues && below.baseline - above.baseline <= farthest * usual * most
}

/// Whether a ruled line or an image separates two rows. Underlines of the first row do not separate, nor do
/// shapes higher than a row, which are behind both. Shapes that hardly overlap the rows, such as arrows, do
/// not separate either.
fn is_ruled(above: &Row, below: &Row, rules: &[Rect]) -> bool {
    if above.is_cells() || below.is_cells() {
        return false;
    }
    let around = above.cell.union(below.cell);
    let least = RULE.min_overlap * above.cell.width().min(below.cell.width());
    rules.iter().any(|r| {
        let middle = (r.y0 + r.y1) / 2.0;
        let underline = middle < above.baseline + RULE.underline * above.size
            && r.width() <= above.cell.width() + above.size;
        r.height() < below.baseline - above.baseline
            && middle > above.baseline
            && middle < below.baseline - RULE.above_row * below.size
            && r.x1.min(around.x1) - r.x0.max(around.x0) > least
            && !underline
    })
}
