//! Puts the pieces of a region on rows, and splits rows into lines.
//!
//! A row contains the pieces of one baseline, with the superscripts, subscripts and drop caps attached to it.
//! A wide gap splits a row into lines, such as the cells of a table row.

use super::pieces::{self, Piece};
use super::row_measures::RowMeasures;
use super::scripts;
use crate::compact_sort::CompactSort;
use crate::geometry::{Rect, least, most};
use crate::layout::scale::{self, ASCENT, DESCENT, MIN_SPACE, USUAL_SPACE, is_on_line, median};
use crate::rank::{of_rank, rank, sorted};

/// Pieces on one line, from left to right (from top to bottom in vertical writing).
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RowLine {
    pub pieces: Vec<u32>,
    /// The bounding box of its pieces' cells, in the frame.
    pub cell: Rect,
    /// The baseline of its longest full-size piece, in the frame.
    pub baseline: f32,
    /// The prevailing size, in points.
    pub size: f32,
    /// Whether all of it is bold.
    pub bold: bool,
    /// The number of its row in the region, counted downwards.
    pub row: u32,
    /// Its first position in the drawing order.
    pub drawn: u32,
    /// The length of its first word along the line, in points.
    pub first_word: f32,
}

/// Puts pieces on lines.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rows<'a> {
    pub pieces: &'a [Piece],
    /// Ruled lines across the text, from left to right. They separate table cells.
    pub rules: &'a [Rect],
    /// Whether rows are read from right to left.
    pub right_to_left: bool,
}

/// Limits for drop caps.
pub(crate) struct DropCapLimits {
    /// Least size of a drop cap, in ems.
    pub min_size: f32,
    /// Height of a drop cap above its baseline, in its ems.
    ascent: f32,
    /// Largest distance of its baseline above that of a row beside it, in ems of the text.
    drop: f32,
    /// Largest distance between a drop cap and such a row along the line, in ems of the text.
    max_gap: f32,
    /// Most drop caps of a region; with more short large pieces it has none.
    max_count: usize,
}

pub(crate) const DROP_CAP_LIMITS: DropCapLimits = DropCapLimits {
    min_size: 1.7,
    ascent: 0.8,
    drop: 0.1,
    max_gap: 2.0,
    max_count: 64,
};

/// Limits for the pieces of one row.
struct RowLimits {
    /// Least vertical overlap of a row with another that it is attached to, in its own size.
    min_overlap: f32,
    /// The same for a row of similar size.
    min_level_overlap: f32,
    /// Least size of a row of similar size, as a share of the other's size.
    similar_size: f32,
    /// Largest distance from a piece drawn between two others to the second of them, in heights of that piece.
    drawn_gap: f32,
    /// Largest distance from the end of a base to its exponent, in the size of the exponent.
    touching: f32,
    /// Most pieces of two rows that are joined.
    max_pieces: usize,
}

const ROW: RowLimits = RowLimits {
    min_overlap: 0.5,
    min_level_overlap: 0.65,
    similar_size: 0.85,
    drawn_gap: 0.3,
    touching: 0.1,
    max_pieces: 1000,
};

/// Limits for the gaps that split a row into lines.
struct GapLimits {
    /// A row is split at gaps of this many usual gaps.
    usual_gaps: f32,
    /// Limits for the width that splits a row, in ems: narrower gaps never split it, wider gaps always do.
    range: [f32; 2],
    /// Largest distance between drawn white space that fills a gap and the next piece, in ems.
    unfilled: f32,
    /// Largest gap that drawn white space can fill, in ems.
    max_filled: f32,
    /// Largest overlap of a ruled line with the text on its sides, in points.
    rule_overlap: f32,
    /// Largest distance between a label and its list item, in ems.
    max_label_gap: f32,
}

const GAP: GapLimits = GapLimits {
    usual_gaps: 3.0,
    range: [1.1, 2.2],
    unfilled: 0.3,
    max_filled: 4.0,
    rule_overlap: 1.0,
    max_label_gap: 3.0,
};

/// Limits for justified prose, whose stretched rows are not split.
struct MeasureLimits {
    /// Fewest rows of justified prose.
    min_rows: usize,
    /// Largest ratio between the widest and the narrowest gap of a stretched row.
    max_gap_ratio: f32,
    /// Largest share of a stretched row that is white space. A short formula and its number leave more.
    max_white: f32,
    /// Largest distances of a full row from the ends of the measure, in ems: for the nearer end and for the
    /// other.
    ends: [f32; 2],
    /// One row in this many may begin before the measure, and one may end after it.
    rows_per_outlier: usize,
    /// One row in this many may have a wide gap. Larger: fewer regions are prose.
    rows_per_wide: usize,
}

const MEASURE: MeasureLimits = MeasureLimits {
    min_rows: 4,
    max_gap_ratio: 1.2,
    max_white: 0.6,
    ends: [0.5, 3.0],
    rows_per_outlier: 10,
    rows_per_wide: 4,
};

/// The pieces on one baseline.
struct Row {
    pieces: Vec<u32>,
    own: RowMeasures,
    /// Its widest gap, once it is sorted along the line.
    gap: f32,
}

impl Rows<'_> {
    /// The lines of a region, whose pieces are given in drawing order. Lines are ordered row by row, and
    /// within a row in reading direction.
    pub(crate) fn lines(&self, region: &[u32]) -> Vec<RowLine> {
        if let &[only] = region
            && self.piece(only).inked > 0
        {
            return vec![self.line(0, vec![only], None)];
        }
        let em = pieces::em(region.iter().map(|&i| self.piece(i)));
        let caps = self.drop_caps(region, em);
        let mut rows = if caps.is_empty() {
            self.on_baselines(region)
        } else {
            let others = region.iter().copied().filter(|i| !caps.contains(i));
            self.on_baselines(&others.collect::<Vec<u32>>())
        };
        self.attach_small(&mut rows);
        self.attach_caps(&mut rows, caps, em);
        let widest = self.widest_gap(&mut rows, em);
        let measure = self.measure(&rows, widest, em);
        let mut lines = Vec::with_capacity(rows.len());
        for (number, row) in (0u32..).zip(rows) {
            let widest = widest * most(row.own.size / em, 1.0);
            // Most rows are one line.
            if row.gap <= widest && self.rules.is_empty() {
                lines.push(self.line(number, row.pieces, Some(row.own)));
                continue;
            }
            let stretched = measure.is_some_and(|m| self.is_stretched(&row, m, em));
            let widest = if stretched { f32::INFINITY } else { widest };
            self.cut(number, row, widest, em, &mut lines);
        }
        lines
    }

    /// The drop caps among pieces. Short words of a title in large type are not drop caps, because
    /// others of their size are on their line.
    fn drop_caps(&self, region: &[u32], em: f32) -> Vec<u32> {
        let is_large = |i: u32| self.piece(i).size >= DROP_CAP_LIMITS.min_size * em;
        let large: Vec<u32> = region.iter().copied().filter(|&i| is_large(i)).collect();
        let has_its_like = |cap: u32| {
            let own = self.piece(cap);
            large.iter().any(|&i| {
                let other = self.piece(i);
                i != cap && is_on_line((own.baseline, own.size), (other.baseline, other.size))
            })
        };
        let short = large.iter().filter(|&&i| self.piece(i).inked <= 2);
        if short.clone().count() > DROP_CAP_LIMITS.max_count {
            return Vec::new();
        }
        short.copied().filter(|&i| !has_its_like(i)).collect()
    }

    fn piece(&self, index: u32) -> &Piece {
        &self.pieces[index as usize]
    }

    fn row(&self, pieces: Vec<u32>) -> Row {
        Row {
            own: self.measures(&pieces),
            pieces,
            gap: f32::INFINITY,
        }
    }

    fn measures(&self, pieces: &[u32]) -> RowMeasures {
        let drawn = pieces.iter().copied().min().unwrap_or(0);
        RowMeasures::of(pieces.iter().map(|&i| self.piece(i)), drawn)
    }

    /// Groups pieces into rows by their baselines alone, downwards.
    fn on_baselines(&self, pieces: &[u32]) -> Vec<Row> {
        let mut in_order = Vec::new();
        let pieces = if pieces.is_sorted() {
            pieces
        } else {
            in_order.extend_from_slice(pieces);
            in_order.sort_unstable();
            &in_order
        };
        // Most words are on the baseline of the word drawn before, so that there are fewer stretches to be sorted.
        let baseline = |&i: &u32| self.piece(i).baseline;
        let stretches: Vec<&[u32]> = pieces
            .chunk_by(|a, b| baseline(a).to_bits() == baseline(b).to_bits())
            .collect();
        let places = stretches
            .iter()
            .map(|own| own.first().map_or(0.0, baseline));
        let downwards = sorted(places.zip(0..));
        let downwards = downwards.filter_map(|n| stretches.get(n as usize).copied());
        let is_same_row = |above: &&[u32], below: &&[u32]| {
            let ends = above.last().zip(below.first());
            ends.is_some_and(|(&a, &b)| {
                let (a, b) = (self.piece(a), self.piece(b));
                is_on_line((a.baseline, a.size), (b.baseline, b.size))
            })
        };
        downwards
            .collect::<Vec<&[u32]>>()
            .chunk_by(is_same_row)
            .map(|row| self.row(row.concat()))
            .collect()
    }

    /// Joins rows with the row above or below if they overlap it enough in height and fit in its gaps or at
    /// its ends: smaller rows, or rows of similar size that are nearly level.
    fn attach_small(&self, rows: &mut Vec<Row>) {
        let mut out: Vec<Row> = Vec::with_capacity(rows.len());
        for row in rows.drain(..) {
            let mut row = row;
            // A superscript comes before its row, a subscript after it.
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
        let weight = |row: &Row| row.own.inked as f32 * row.own.size;
        let (small, large) = if weight(a) < weight(b) {
            (a, b)
        } else {
            (b, a)
        };
        // The heights of the rows' own text; the box of a row may include attached rows.
        let height = |r: &Row| {
            let RowMeasures { size, baseline, .. } = r.own;
            (baseline - ASCENT * size, baseline + DESCENT * size)
        };
        let ((a0, a1), (b0, b1)) = (height(small), height(large));
        let overlap = least(a1, b1) - most(a0, b0);
        if overlap < ROW.min_overlap * small.own.size
            || small.pieces.len() + large.pieces.len() > ROW.max_pieces
        {
            return false;
        }
        // Rows of similar size are table cells, or columns without a gutter. They share a row if they are
        // nearly level. An exponent in the size of the text touches its base.
        let is_level = overlap >= ROW.min_level_overlap * small.own.size;
        if small.own.size > ROW.similar_size * large.own.size && !is_level {
            return small.pieces.iter().all(|&i| self.touches(i, large));
        }
        self.interleave(small, large)
    }

    /// Whether the pieces of one row are beside those of the other, not above or below them.
    fn interleave(&self, small: &Row, large: &Row) -> bool {
        // The few pieces are looked up among the starts of the many.
        let mut spans: Vec<(f32, f32)> = large
            .pieces
            .iter()
            .map(|&i| (self.piece(i).cell.x0, self.piece(i).cell.x1))
            .collect();
        spans.compact_sort_by(|a, b| a.0.total_cmp(&b.0));
        let inside = |&i: &u32| {
            let cell = self.piece(i).cell;
            let middle = (cell.x0 + cell.x1) / 2.0;
            let at = spans.partition_point(|s| s.0 <= middle);
            at.checked_sub(1)
                .and_then(|at| spans.get(at))
                .is_some_and(|s| s.1 > middle)
        };
        let is_second = |i: u32| {
            let row = large.pieces.iter().map(|&i| self.piece(i));
            scripts::is_second(self.piece(i), row, (large.own.baseline, large.own.size))
        };
        let over = |i: &u32| inside(i) && !self.is_drawn_between(*i, large) && !is_second(*i);
        !small.pieces.iter().any(over)
    }

    /// Whether a piece was drawn directly behind a piece of a row, and begins where that ends.
    fn touches(&self, index: u32, row: &Row) -> bool {
        let Some(before) = index.checked_sub(1).filter(|i| row.pieces.contains(i)) else {
            return false;
        };
        let (before, own) = (self.piece(before).cell, self.piece(index));
        (own.cell.x0 - before.x1).abs() <= ROW.touching * own.size
    }

    /// Whether a piece was drawn between two pieces of a row while the pen moved on, such as the `A` in TeX's
    /// logos, which overlaps their `L`.
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
            && behind.x0 <= own.x1 + ROW.drawn_gap * own.height()
    }

    /// Puts each drop cap at the start of the first row beside it.
    fn attach_caps(&self, rows: &mut Vec<Row>, caps: Vec<u32>, em: f32) {
        for cap in caps {
            let cell = self.piece(cap).cell;
            let (top, bottom) = (
                self.piece(cap).baseline - DROP_CAP_LIMITS.ascent * self.piece(cap).size,
                self.piece(cap).baseline + DROP_CAP_LIMITS.drop * em,
            );
            let beside = |row: &Row| {
                let around = row.own.cell;
                row.own.baseline > top
                    && row.own.baseline <= bottom
                    && (around.x0 - cell.x1).abs().min((cell.x0 - around.x1).abs())
                        <= DROP_CAP_LIMITS.max_gap * em
            };
            let from = rows.partition_point(|r| r.own.baseline <= top);
            let near = rows.get(from..).unwrap_or_default();
            let count = near
                .iter()
                .take_while(|r| r.own.baseline <= bottom)
                .filter(|r| beside(r))
                .count();
            let at = near
                .iter()
                .take_while(|r| r.own.baseline <= bottom)
                .position(beside)
                .map(|n| from + n);
            match at {
                Some(at)
                    if count > 1 || rows.get(at).is_some_and(|r| level(r, self.piece(cap))) =>
                {
                    if let Some(row) = rows.get_mut(at) {
                        row.pieces.push(cap);
                        row.own.cell = row.own.cell.union(cell);
                        row.own.even = false;
                    }
                }
                _ => {
                    let own = self.row(vec![cap]);
                    let at = rows.partition_point(|r| r.own.baseline <= own.own.baseline);
                    rows.insert(at, own);
                }
            }
        }
    }

    /// Sorts each row along the line. Returns the width from which gaps split rows of this region into lines:
    /// three usual gaps, within `GAP.range`.
    fn widest_gap(&self, rows: &mut [Row], em: f32) -> f32 {
        let [least, most] = GAP.range;
        let (mut gaps, mut narrow) = (0usize, 0);
        for row in rows.iter_mut() {
            let start = |&i: &u32| (self.piece(i).cell.x0, i);
            if !row.pieces.is_sorted_by_key(start) {
                row.pieces = sorted(row.pieces.iter().map(start)).collect();
            }
            if !row.own.even {
                let line = (row.own.baseline, row.own.size);
                scripts::put_in_order(&mut row.pieces, self.pieces, line);
            }
            row.gap = 0.0;
            for gap in self.positive_gaps(&row.pieces) {
                row.gap = row.gap.max(gap);
                gaps += 1;
                narrow += usize::from(GAP.usual_gaps * gap <= least * em);
            }
        }
        // The median is narrow, too.
        if 2 * narrow > gaps {
            return least * em;
        }
        let gaps = rows.iter().flat_map(|row| self.positive_gaps(&row.pieces));
        let usual = median(gaps.collect()).unwrap_or(USUAL_SPACE * em);
        (GAP.usual_gaps * usual).clamp(least * em, most * em)
    }

    /// The gaps between neighbouring pieces that do not overlap.
    fn positive_gaps(&self, pieces: &[u32]) -> impl Iterator<Item = f32> {
        let cells = pieces.iter().map(|&i| self.piece(i).cell);
        let gaps = cells.clone().zip(cells.skip(1)).map(|(a, b)| b.x0 - a.x1);
        gaps.filter(|gap| *gap > 0.0)
    }

    /// The horizontal extent of a region's rows if they are justified prose: most are full, and few have wide
    /// gaps.
    fn measure(&self, rows: &[Row], widest: f32, em: f32) -> Option<(f32, f32)> {
        if rows.len() < MEASURE.min_rows {
            return None;
        }
        let reach = |of: fn(&Rect) -> f32, share: usize| {
            let mut all: Vec<u32> = rows.iter().map(|row| rank(of(&row.own.cell))).collect();
            let at = share * all.len() / MEASURE.rows_per_outlier;
            (at < all.len()).then(|| of_rank(*all.select_nth_unstable(at).1))
        };
        let measure = (
            reach(|c| c.x0, 1)?,
            reach(|c| c.x1, MEASURE.rows_per_outlier - 1)?,
        );
        let full = rows.iter().filter(|row| fills(row, measure, em)).count();
        if 2 * full < rows.len() {
            return None;
        }
        let is_wide = |row: &&Row| row.gap > widest && self.gaps(row).any(|gap| gap > widest);
        let wide = rows.iter().filter(is_wide).count();
        (MEASURE.rows_per_wide * wide <= rows.len()).then_some(measure)
    }

    /// The gaps between the words of a row that is sorted along the line.
    fn gaps(&self, row: &Row) -> impl Iterator<Item = f32> {
        let cells = row.pieces.iter().map(|&i| self.piece(i).cell);
        let gaps = cells.clone().zip(cells.skip(1)).map(|(a, b)| b.x0 - a.x1);
        gaps.filter(|gap| *gap > MIN_SPACE * row.own.size)
    }

    /// Whether a row of few words was stretched to the region's measure: all its gaps are similar, and not
    /// most of the row.
    fn is_stretched(&self, row: &Row, measure: (f32, f32), em: f32) -> bool {
        let nothing = (f32::INFINITY, 0.0f32, 0.0);
        let (least, most, white) = self.gaps(row).fold(nothing, |(least, most, white), gap| {
            (least.min(gap), most.max(gap), white + gap)
        });
        most <= MEASURE.max_gap_ratio * least
            && white <= MEASURE.max_white * row.own.cell.width()
            && fills(row, measure, em)
    }

    /// Splits a row at wide gaps.
    fn cut(&self, number: u32, row: Row, widest: f32, em: f32, lines: &mut Vec<RowLine>) {
        let first = lines.len();
        // The first piece of the current line.
        let mut start = 0;
        let mut reached = f32::NEG_INFINITY;
        let mut before: Option<&Piece> = None;
        for (at, &index) in row.pieces.iter().enumerate() {
            let piece = self.piece(index);
            if let Some(last) = before
                && ((self.is_wide(last, reached, piece, widest, em) && !self.is_labelled(&row, at))
                    || self.is_ruled(reached, piece))
            {
                lines.push(self.line(number, row.pieces[start..at].to_vec(), None));
                start = at;
                reached = f32::NEG_INFINITY;
            }
            reached = most(reached, piece.cell.x1);
            before = Some(piece);
        }
        let mut rest = row.pieces;
        rest.drain(..start);
        let whole = (start == 0).then_some(row.own);
        lines.push(self.line(number, rest, whole));
        if self.right_to_left
            && let Some(own) = lines.get_mut(first..)
        {
            own.reverse();
        }
    }

    /// Whether the gap between the end of the line so far and a piece splits the line. Leaders bridge any
    /// gap, and so does drawn white space that fills it.
    fn is_wide(&self, last: &Piece, reached: f32, piece: &Piece, widest: f32, em: f32) -> bool {
        let gap = piece.cell.x0 - reached;
        let filled = piece.cell.x0 - last.reach <= GAP.unfilled * em && gap <= GAP.max_filled * em;
        gap > widest && !last.leader && !piece.leader && !filled
    }

    /// Whether the gap before a piece, given by its place in the row, is between the label of a list item and
    /// the item.
    fn is_labelled(&self, row: &Row, at: usize) -> bool {
        let [.., before, index] = row.pieces[..=at] else {
            return false;
        };
        let (before, piece) = (self.piece(before), self.piece(index));
        let (first, label, item) = if self.right_to_left {
            (at + 1 == row.pieces.len(), piece, before)
        } else {
            (at == 1, before, piece)
        };
        let gap = piece.cell.x0 - before.cell.x1;
        first && label.label && !item.label && gap <= GAP.max_label_gap * item.size
    }

    /// Whether a ruled line is between the end of the line so far and a piece.
    fn is_ruled(&self, reached: f32, piece: &Piece) -> bool {
        let from = self
            .rules
            .partition_point(|r| r.x0 < reached - GAP.rule_overlap);
        let near = self.rules.get(from..).unwrap_or_default();
        near.iter().take_while(|r| r.x0 <= piece.cell.x0).any(|r| {
            r.x1 <= piece.cell.x0 + GAP.rule_overlap && (r.y0..=r.y1).contains(&piece.middle())
        })
    }

    /// Makes a line of pieces that are sorted from left to right, whatever the reading direction. Given are the measures
    /// of a whole row.
    fn line(&self, row: u32, pieces: Vec<u32>, whole: Option<RowMeasures>) -> RowLine {
        let whole = whole.filter(|own| own.even);
        let own = whole.unwrap_or_else(|| self.measures(&pieces));
        let first = if self.right_to_left {
            pieces.last()
        } else {
            pieces.first()
        };
        RowLine {
            cell: own.cell,
            baseline: own.baseline,
            size: own.size,
            bold: own.bold,
            row,
            drawn: own.drawn,
            first_word: first.map_or(0.0, |&i| self.piece(i).cell.width()),
            pieces,
        }
    }
}

/// Whether a row extends from end to end of the measure; the first of a paragraph may be indented.
fn fills(row: &Row, (start, end): (f32, f32), em: f32) -> bool {
    let (before, behind) = (row.own.cell.x0 - start, end - row.own.cell.x1);
    let [near, far] = MEASURE.ends;
    before.min(behind) <= near * em && before.max(behind) <= far * em
}

/// Whether a large piece is on the baseline of a row.
fn level(row: &Row, piece: &Piece) -> bool {
    (row.own.baseline - piece.baseline).abs() <= scale::LINE_BASELINE * row.own.size
}
