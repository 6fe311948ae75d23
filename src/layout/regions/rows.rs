//! The pieces of a region to rows, and rows to lines.
//!
//! A row is what is on one baseline, with what hangs on it: superscripts, subscripts, and the
//! large letter that begins a chapter. A wide gap cuts a row into lines, as the cells of a table's
//! row are.

use super::pieces::Piece;
use crate::geometry::Rect;
use crate::layout::scale::{self, ASCENT, DESCENT, LEAST_SPACE, USUAL_SPACE, is_on_line};
use crate::rank::sorted;

/// Pieces on one line, from left to right (from top to bottom in vertical writing).
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RowLine {
    pub pieces: Vec<u32>,
    /// Around the cells of its pieces, in the frame.
    pub cell: Rect,
    /// The baseline that most of it is on, in the frame.
    pub baseline: f32,
    /// The prevailing size, in points.
    pub size: f32,
    /// All of it is bold.
    pub bold: bool,
    /// Its row, counted downwards in the region.
    pub row: u32,
    /// Where it starts in the drawing order.
    pub drawn: u32,
    /// How long its first word is, along the line.
    pub first_word: f32,
}

/// How pieces are put on lines.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rows<'a> {
    pub pieces: &'a [Piece],
    /// Ruled lines across the text, from left to right: they separate the cells of a table.
    pub rules: &'a [Rect],
    /// Whether rows are read from right to left.
    pub right_to_left: bool,
}

/// A piece of this size or more, in ems, that reaches over more than a line, is a drop cap.
const DROP_CAP: f32 = 1.7;

/// The letter of a drop cap reaches above its baseline, in its own ems …
const CAP_ASCENT: f32 = 0.8;

/// … and its baseline is no further above one of the text than this, in ems of the text …
const CAP_DROP: f32 = 0.1;

/// … which begins no further from it than this, in ems of the text.
const CAP_GAP: f32 = 2.0;

/// Pieces smaller than this share of their row's size have no say in where its baseline is.
const OF_ROW_SIZE: f32 = 0.9;

/// What hangs on a row lies within its height by this share of its own size …
const HANGING: f32 = 0.5;

/// … and by this, where it is no smaller …
const LEVEL_CELLS: f32 = 0.65;

/// … than this share of the row's size.
const AS_LARGE: f32 = 0.85;

/// What was drawn between two pieces of a row is no further from the second than this, in its heights.
const DRAWN_GAP: f32 = 0.3;

/// A row is cut at gaps of this many usual ones …
const USUAL_GAPS: f32 = 3.0;

/// … but not below the first of these and always above the second, in ems.
const WIDEST_GAP: [f32; 2] = [1.1, 2.2];

/// Of justified prose, rows from the shortest tenth on reach from one end to the other, and four rows
/// are the least.
const LEAST_JUSTIFIED: usize = 4;

/// The widest gap of a stretched row is no wider than this many times the narrowest.
const EVEN_GAPS: f32 = 1.2;

/// Full rows are this close to one end of the measure, in ems, and this close to the other.
const FULL_ENDS: [f32; 2] = [0.5, 3.0];

/// White space that was drawn to fill a gap leaves no more of it than this, in ems …
const UNFILLED: f32 = 0.3;

/// … and fills gaps no wider than this.
const WIDEST_FILLED: f32 = 4.0;

/// A ruled line may overlap what is on its sides by this much, in points.
const RULE_OVERLAP: f32 = 1.0;

/// The item of a list begins no further behind its label than this, in ems.
const LABEL_GAP: f32 = 3.0;

/// A region with more of them has none: they are set otherwise.
const MOST_CAPS: usize = 64;

/// Rows of more pieces are not joined with others.
const LONGEST_ROW: usize = 1000;

/// What is on one baseline.
struct Row {
    pieces: Vec<u32>,
    cell: Rect,
    baseline: f32,
    size: f32,
    inked: u32,
}

impl Rows<'_> {
    /// The lines of a region, whose pieces are given in drawing order: row by row, each from its
    /// start to its end.
    pub(crate) fn lines(&self, region: &[u32]) -> Vec<RowLine> {
        let em = scale::em(region.iter().map(|&i| self.piece(i)));
        let (caps, others) = self.drop_caps(region, em);
        let mut rows = self.on_baselines(&others);
        self.attach_small(&mut rows);
        self.attach_caps(&mut rows, caps, em);
        let widest = self.widest_gap(&mut rows, em);
        let measure = self.measure(&rows, widest, em);
        let mut lines = Vec::new();
        for (number, row) in (0u32..).zip(rows) {
            let stretched = measure.is_some_and(|m| self.is_stretched(&row, m, em));
            let widest = if stretched { f32::INFINITY } else { widest };
            self.cut(number, row, widest, em, &mut lines);
        }
        lines
    }

    /// The drop caps of a region, and what is none: also the short words of a title in such type,
    /// which have their like on their line.
    fn drop_caps(&self, region: &[u32], em: f32) -> (Vec<u32>, Vec<u32>) {
        let is_large = |i: u32| self.piece(i).size >= DROP_CAP * em;
        let large: Vec<u32> = region.iter().copied().filter(|&i| is_large(i)).collect();
        let has_its_like = |cap: u32| {
            let own = self.piece(cap);
            large.iter().any(|&i| {
                let other = self.piece(i);
                i != cap && is_on_line((own.baseline, own.size), (other.baseline, other.size))
            })
        };
        let short = large.iter().filter(|&&i| self.piece(i).inked <= 2);
        if short.clone().count() > MOST_CAPS {
            return (Vec::new(), region.to_vec());
        }
        let caps: Vec<u32> = short.copied().filter(|&i| !has_its_like(i)).collect();
        let others = region.iter().copied().filter(|i| !caps.contains(i));
        (caps.clone(), others.collect())
    }

    fn piece(&self, index: u32) -> &Piece {
        &self.pieces[index as usize]
    }

    fn row(&self, pieces: Vec<u32>) -> Row {
        let all = || pieces.iter().map(|&i| self.piece(i));
        let size = scale::em(all());
        let mut baseline = 0.0;
        let mut most = 0;
        for piece in all() {
            if piece.inked > most && piece.size >= OF_ROW_SIZE * size {
                (most, baseline) = (piece.inked, piece.baseline);
            }
        }
        Row {
            cell: all().fold(Rect::EMPTY, |r, p| r.union(p.cell)),
            inked: all().map(|p| p.inked).sum(),
            baseline,
            size,
            pieces,
        }
    }

    /// Rows by baselines alone, downwards.
    fn on_baselines(&self, pieces: &[u32]) -> Vec<Row> {
        let downwards = sorted(pieces.iter().map(|&i| (self.piece(i).baseline, i)));
        downwards
            .collect::<Vec<u32>>()
            .chunk_by(|&a, &b| {
                let (a, b) = (self.piece(a), self.piece(b));
                is_on_line((a.baseline, a.size), (b.baseline, b.size))
            })
            .map(|row| self.row(row.to_vec()))
            .collect()
    }

    /// Joins rows that hang on the one above or below: smaller ones, or short ones beside it, with
    /// at least half of their height within its height, and in its gaps or at its ends.
    fn attach_small(&self, rows: &mut Vec<Row>) {
        let mut out: Vec<Row> = Vec::with_capacity(rows.len());
        for row in rows.drain(..) {
            let mut row = row;
            // A superscript comes before its row, a subscript behind it.
            while let Some(last) = out.last() {
                if !self.hangs_together(last, &row) {
                    break;
                }
                let mut pieces = out.pop().map(|r| r.pieces).unwrap_or_default();
                pieces.append(&mut row.pieces);
                row = self.row(pieces);
            }
            out.push(row);
        }
        *rows = out;
    }

    fn hangs_together(&self, a: &Row, b: &Row) -> bool {
        let (small, large) = if (a.inked as f32 * a.size) < b.inked as f32 * b.size {
            (a, b)
        } else {
            (b, a)
        };
        // The heights of the rows' own writing; the box of a row may have grown by others.
        let height = |r: &Row| {
            let (above, below) = (ASCENT * r.size, DESCENT * r.size);
            (r.baseline - above, r.baseline + below)
        };
        let ((a0, a1), (b0, b1)) = (height(small), height(large));
        let overlap = a1.min(b1) - a0.max(b0);
        if overlap < HANGING * small.size || small.pieces.len() + large.pieces.len() > LONGEST_ROW {
            return false;
        }
        // Level lines of one size are cells of a table, or columns that no gutter separates; they
        // share a row when they are nearly level.
        if small.size > AS_LARGE * large.size {
            return overlap >= LEVEL_CELLS * small.size && self.interleave(small, large);
        }
        self.interleave(small, large)
    }

    /// Whether the pieces of one row are beside those of the other, and not over or below them.
    fn interleave(&self, small: &Row, large: &Row) -> bool {
        // Few pieces against many: each is looked up among the starts of the many.
        let mut spans: Vec<(f32, f32)> = large
            .pieces
            .iter()
            .map(|&i| (self.piece(i).cell.x0, self.piece(i).cell.x1))
            .collect();
        spans.sort_by(|a, b| a.0.total_cmp(&b.0));
        let inside = |&i: &u32| {
            let cell = self.piece(i).cell;
            let middle = (cell.x0 + cell.x1) / 2.0;
            let at = spans.partition_point(|s| s.0 <= middle);
            at.checked_sub(1)
                .and_then(|at| spans.get(at))
                .is_some_and(|s| s.1 > middle)
        };
        let over = |i: &u32| inside(i) && !self.is_drawn_between(*i, large);
        !small.pieces.iter().any(over)
    }

    /// Whether a piece was drawn between two of a row, and the pen only went on: the `A` of TeX's
    /// logos is over the foot of their `L`.
    fn is_drawn_between(&self, index: u32, row: &Row) -> bool {
        let of_row = |i: u32| {
            self.pieces
                .get(i as usize)
                .filter(|_| row.pieces.contains(&i))
        };
        let (Some(before), Some(behind)) = (
            index.checked_sub(1).and_then(of_row),
            index.checked_add(1).and_then(of_row),
        ) else {
            return false;
        };
        let (before, own, behind) = (before.cell, self.piece(index).cell, behind.cell);
        let goes_on = |a: Rect, b: Rect| a.x0 < b.x0 && a.x1 < b.x1;
        goes_on(before, own)
            && goes_on(own, behind)
            && behind.x0 <= own.x1 + DRAWN_GAP * own.height()
    }

    /// Puts each drop cap at the start of the first row beside it.
    fn attach_caps(&self, rows: &mut Vec<Row>, caps: Vec<u32>, em: f32) {
        for cap in caps {
            let cell = self.piece(cap).cell;
            let (top, bottom) = (
                self.piece(cap).baseline - CAP_ASCENT * self.piece(cap).size,
                self.piece(cap).baseline + CAP_DROP * em,
            );
            let beside = |row: &Row| {
                row.baseline > top
                    && row.baseline <= bottom
                    && (row.cell.x0 - cell.x1)
                        .abs()
                        .min((cell.x0 - row.cell.x1).abs())
                        <= CAP_GAP * em
            };
            let from = rows.partition_point(|r| r.baseline <= top);
            let near = rows.get(from..).unwrap_or_default();
            let count = near
                .iter()
                .take_while(|r| r.baseline <= bottom)
                .filter(|r| beside(r))
                .count();
            let at = near
                .iter()
                .take_while(|r| r.baseline <= bottom)
                .position(beside)
                .map(|n| from + n);
            match at {
                Some(at)
                    if count > 1 || rows.get(at).is_some_and(|r| level(r, self.piece(cap))) =>
                {
                    if let Some(row) = rows.get_mut(at) {
                        row.pieces.push(cap);
                        row.cell = row.cell.union(cell);
                    }
                }
                _ => {
                    let own = self.row(vec![cap]);
                    let at = rows.partition_point(|r| r.baseline <= own.baseline);
                    rows.insert(at, own);
                }
            }
        }
    }

    /// Sorts each row from its start to its end. Returns from which gap on rows of this region are cut
    /// into lines: three usual gaps, but neither less than an em nor more than two.
    fn widest_gap(&self, rows: &mut [Row], em: f32) -> f32 {
        let mut gaps = Vec::new();
        for row in rows {
            let start = |&i: &u32| (self.piece(i).cell.x0, i);
            if !row.pieces.is_sorted_by_key(start) {
                row.pieces = sorted(row.pieces.iter().map(start)).collect();
            }
            gaps.extend(row.pieces.windows(2).filter_map(|pair| {
                let [a, b] = pair else { return None };
                let gap = self.piece(*b).cell.x0 - self.piece(*a).cell.x1;
                (gap > 0.0).then_some(gap)
            }));
        }
        let middle = gaps.len() / 2;
        let usual = if gaps.is_empty() {
            USUAL_SPACE * em
        } else {
            *gaps.select_nth_unstable_by(middle, f32::total_cmp).1
        };
        let [least, most] = WIDEST_GAP;
        (USUAL_GAPS * usual).clamp(least * em, most * em)
    }

    /// From where to where the rows of a region reach, when they are justified prose: most of them reach
    /// its end, and few have wide gaps.
    fn measure(&self, rows: &[Row], widest: f32, em: f32) -> Option<(f32, f32)> {
        let reach = |of: fn(&Rect) -> f32, share: usize| {
            let mut all: Vec<f32> = rows.iter().map(|row| of(&row.cell)).collect();
            all.sort_by(f32::total_cmp);
            all.get(share * all.len() / 10).copied()
        };
        let measure = (reach(|c| c.x0, 1)?, reach(|c| c.x1, 9)?);
        let full = rows.iter().filter(|row| fills(row, measure, em)).count();
        let wide = rows
            .iter()
            .filter(|row| self.gaps(row).any(|gap| gap > widest))
            .count();
        (rows.len() >= LEAST_JUSTIFIED && 2 * full >= rows.len() && 4 * wide <= rows.len())
            .then_some(measure)
    }

    /// The gaps between the words of a row that is sorted along the line.
    fn gaps(&self, row: &Row) -> impl Iterator<Item = f32> {
        let cells = row.pieces.iter().map(|&i| self.piece(i).cell);
        let gaps = cells.clone().zip(cells.skip(1)).map(|(a, b)| b.x0 - a.x1);
        gaps.filter(|gap| *gap > LEAST_SPACE * row.size)
    }

    /// Whether a row of few words was stretched to the measure of its region: all its gaps are alike.
    fn is_stretched(&self, row: &Row, measure: (f32, f32), em: f32) -> bool {
        let (least, most) = self.gaps(row).fold((f32::INFINITY, 0.0f32), |(a, b), gap| {
            (a.min(gap), b.max(gap))
        });
        most <= EVEN_GAPS * least && fills(row, measure, em)
    }

    /// Cuts a row at wide gaps.
    fn cut(&self, number: u32, row: Row, widest: f32, em: f32, lines: &mut Vec<RowLine>) {
        let first = lines.len();
        let widest = widest * (row.size / em).max(1.0);
        let mut open: Vec<u32> = Vec::new();
        let mut reached = f32::NEG_INFINITY;
        let mut before: Option<&Piece> = None;
        for &index in &row.pieces {
            let piece = self.piece(index);
            if let Some(last) = before
                && ((self.is_wide(last, reached, piece, widest, em)
                    && !self.is_labelled(&row, &open, index))
                    || self.is_ruled(reached, piece))
            {
                lines.push(self.line(number, std::mem::take(&mut open)));
                reached = f32::NEG_INFINITY;
            }
            open.push(index);
            reached = reached.max(piece.cell.x1);
            before = Some(piece);
        }
        lines.push(self.line(number, open));
        if self.right_to_left
            && let Some(own) = lines.get_mut(first..)
        {
            own.reverse();
        }
    }

    /// Whether the gap between the end of the line so far and a piece is too wide for a line. Leaders
    /// bridge any gap, and white space that fills it is drawn to join what is on its sides.
    fn is_wide(&self, last: &Piece, reached: f32, piece: &Piece, widest: f32, em: f32) -> bool {
        let gap = piece.cell.x0 - reached;
        let filled = piece.cell.x0 - last.reach <= UNFILLED * em && gap <= WIDEST_FILLED * em;
        gap > widest && !last.leader && !piece.leader && !filled
    }

    /// Whether a gap, between the end of the line so far and a piece, is that between the label of a
    /// list's item and the item.
    fn is_labelled(&self, row: &Row, open: &[u32], index: u32) -> bool {
        let (Some(&before), piece) = (open.last(), self.piece(index)) else {
            return false;
        };
        let before = self.piece(before);
        let (first, label, item) = if self.right_to_left {
            (row.pieces.last() == Some(&index), piece, before)
        } else {
            (row.pieces.first() == open.last(), before, piece)
        };
        let gap = piece.cell.x0 - before.cell.x1;
        first && label.label && !item.label && gap <= LABEL_GAP * item.size
    }

    /// Whether a ruled line is between the end of the line so far and a piece.
    fn is_ruled(&self, reached: f32, piece: &Piece) -> bool {
        let from = self
            .rules
            .partition_point(|r| r.x0 < reached - RULE_OVERLAP);
        let near = self.rules.get(from..).unwrap_or_default();
        near.iter().take_while(|r| r.x0 <= piece.cell.x0).any(|r| {
            r.x1 <= piece.cell.x0 + RULE_OVERLAP && (r.y0..=r.y1).contains(&piece.middle())
        })
    }

    /// A line of pieces that are sorted along it, from the left also where it is read from the right.
    fn line(&self, row: u32, pieces: Vec<u32>) -> RowLine {
        let own = self.row(pieces.clone());
        let first = if self.right_to_left {
            pieces.last()
        } else {
            pieces.first()
        };
        RowLine {
            cell: own.cell,
            baseline: own.baseline,
            size: own.size,
            bold: pieces.iter().all(|&i| self.piece(i).bold),
            row,
            drawn: pieces.iter().copied().min().unwrap_or(0),
            first_word: first.map_or(0.0, |&i| self.piece(i).cell.width()),
            pieces,
        }
    }
}

/// Whether a row reaches from end to end; the first of a paragraph may be set in.
fn fills(row: &Row, (start, end): (f32, f32), em: f32) -> bool {
    let (before, behind) = (row.cell.x0 - start, end - row.cell.x1);
    let [near, far] = FULL_ENDS;
    before.min(behind) <= near * em && before.max(behind) <= far * em
}

/// Whether a large piece is on the baseline of a row, as part of it.
fn level(row: &Row, piece: &Piece) -> bool {
    (row.baseline - piece.baseline).abs() <= scale::LINE_BASELINE * row.size
}
