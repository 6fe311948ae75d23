//! Finds columns separated by white space: vertical strips without text in nearly all rows.
//!
//! ```text
//!     iron      7.8 |  26
//!     lead     11.3 |  82      | a strip
//!     a heading over both      the row crosses it, and has a cell over two columns
//! ```

use std::ops::Range;

use super::distances::{FARTHER, IN_LINE, WORD_GAP};
use super::draft::{CellRange, Draft, Ruling, TableFinder};
use super::evidence::Evidence;
use super::rules::{Net, TOUCH};
use super::strips::strips_between;
use crate::compact_sort::CompactSort;
use crate::geometry::{Rect, most};
use crate::layout::regions::rows::RowLine;
use crate::layout::scale::DESCENT;

/// Smallest number of lines in the cells of a row that can be rows of their own. Heads often have two.
pub(super) const MIN_CUT_LINES: usize = 3;

/// Smallest width of a strip between columns without ruled lines, in ems.
pub(super) const WIDE: f32 = 0.9;

/// Lowest score of a draft for which others are tried.
pub(super) const HOPELESS: f32 = -6.0;

/// Smallest gap between columns whose words are far apart, in ems.
const COLUMN_GAP: f32 = 2.0;

/// Largest number of bands between lines that only frame the head and the body, not single rows.
const FEW_BANDS: usize = 3;

/// Largest distance of a line from the one above in its cell, in ems, if the line has text in one column only.
const NEAR_ABOVE: f32 = 1.5;

/// Smallest number of rows below bold heads.
const BELOW_HEADS: usize = 2;

/// Largest distance between the starts of words that are below each other, in ems.
pub(super) const SAME_START: f32 = 0.2;

/// Lines side by side.
pub(super) type TextRow<'a> = &'a [RowLine];

/// A part of a line, and its columns.
pub(super) struct Segment {
    pub columns: Range<usize>,
    pub pieces: Vec<u32>,
}

impl TableFinder<'_> {
    /// The stretches of text in a row, from left to right, separated by white space of at least `gap` ems.
    pub(super) fn stretches(&self, row: TextRow<'_>, gap: f32) -> Vec<(f32, f32)> {
        self.stretches_of(row.iter().flat_map(|line| &line.pieces), gap)
    }

    /// The stretches of text in the pieces of a row.
    pub(super) fn stretches_of<'p>(
        &self,
        pieces: impl IntoIterator<Item = &'p u32>,
        gap: f32,
    ) -> Vec<(f32, f32)> {
        let cells = pieces.into_iter().map(|&i| self.piece(i).cell);
        let mut cells: Vec<(f32, f32)> = cells.map(|cell| (cell.x0, cell.x1)).collect();
        if !cells.is_sorted_by(|a, b| a.0 <= b.0) {
            cells.compact_sort_by(|a, b| a.0.total_cmp(&b.0));
        }
        let gap = gap * self.em;
        // Each cell extends the stretch before it, or begins one.
        cells.dedup_by(|cell, stretch| {
            let goes_on = cell.0 - stretch.1 < gap;
            if goes_on {
                stretch.1 = most(stretch.1, cell.1);
            }
            goes_on
        });
        cells
    }

    /// Number of stretches of text in a row, separated by white space of at least `gap` ems.
    pub(super) fn count_stretches(&self, row: TextRow<'_>, gap: f32) -> usize {
        let mut count = 0;
        let (mut from, mut to) = (f32::NEG_INFINITY, f32::NEG_INFINITY);
        for &piece in row.iter().flat_map(|line| &line.pieces) {
            let cell = self.piece(piece).cell;
            if cell.x0 < from {
                return self.stretches(row, gap).len();
            }
            from = cell.x0;
            if cell.x0 - to < gap * self.em {
                to = most(to, cell.x1);
            } else {
                count += 1;
                to = cell.x1;
            }
        }
        count
    }

    /// The candidate table of the bands from `from` to `to`. Some of the `ends` are positions of ruled lines,
    /// some of which are short.
    pub(super) fn stacked(
        &self,
        (rules, net): (&[f32], &Net),
        ends: &[f32],
        bands: &[Vec<u32>],
        from: usize,
        to: usize,
    ) -> Option<Draft> {
        let bands = bands.get(from..to)?;
        let filled: Vec<&Vec<u32>> = bands.iter().filter(|b| !b.is_empty()).collect();
        let mut pieces: Vec<u32> = filled.iter().copied().flatten().copied().collect();
        pieces.sort_unstable();
        let lines = self.rows.lines(&pieces);
        let rows: Vec<TextRow<'_>> = lines.chunk_by(|a, b| a.row == b.row).collect();
        let strips = self.strips(&rows, WORD_GAP * self.em);
        let own = (rules, net, ends.get(from..=to)?, bands);
        let strips = if strips.is_empty() {
            self.strips_of_bands(&filled)
        } else {
            strips
        };
        if strips.is_empty() {
            let strips = self.below_heads(&rows);
            return (!strips.is_empty()).then(|| self.stacked_at(own, &rows, &strips, true));
        }
        let wide = self.with_wide(strips).into_iter();
        self.best_draft(wide.map(|strips| self.stacked_at(own, &rows, &strips, false)))
    }

    /// The strips that no text crosses between the bands of rows, each with all its lines: a name beside many lines is in few
    /// of all lines, but in each band.
    fn strips_of_bands(&self, bands: &[&Vec<u32>]) -> Vec<(f32, f32)> {
        if bands.len() <= FEW_BANDS {
            return Vec::new();
        }
        let rows = bands.iter().map(|band| self.stretches_of(*band, WORD_GAP));
        let rows: Vec<Vec<(f32, f32)>> = rows.collect();
        let mut strips = strips_between(&rows, WIDE * self.em);
        strips.retain(|strip| {
            let mut texts = rows.iter().flatten();
            texts.all(|text| text.1 <= strip.0 || text.0 >= strip.1)
        });
        strips
    }

    /// These strips between columns, and the wide ones among them if some are narrow, as between words far apart.
    pub(super) fn with_wide(&self, strips: Vec<(f32, f32)>) -> Vec<Vec<(f32, f32)>> {
        let is_wide = |strip: &&(f32, f32)| strip.1 - strip.0 >= COLUMN_GAP * self.em;
        let wide: Vec<(f32, f32)> = strips.iter().filter(is_wide).copied().collect();
        let differs = !wide.is_empty() && wide.len() < strips.len();
        std::iter::once(strips)
            .chain(differs.then_some(wide))
            .collect()
    }

    /// The first draft that is a table, or else the first. Others are only tried if it nearly is one.
    fn best_draft(&self, drafts: impl Iterator<Item = Draft>) -> Option<Draft> {
        let mut drafts = drafts.peekable();
        let first = drafts.next()?;
        if drafts.peek().is_none() {
            return Some(first);
        }
        let score = |draft: &Draft| Evidence::gather(self, draft).score().sum;
        if !(HOPELESS..0.0).contains(&score(&first)) {
            return Some(first);
        }
        Some(drafts.find(|draft| score(draft) >= 0.0).unwrap_or(first))
    }

    /// The candidate table of rows between ruled lines with these strips between columns, or between their heads.
    fn stacked_at(
        &self,
        (rules, net, own, bands): (&[f32], &Net, &[f32], &[Vec<u32>]),
        rows: &[TextRow<'_>],
        strips: &[(f32, f32)],
        heads: bool,
    ) -> Draft {
        let short = net.short();
        let is_short =
            |y: f32| !rules.contains(&y) || short.iter().any(|rule| (rule.at - y).abs() <= TOUCH);
        // The bands between lines that span all columns.
        let starts = own.iter().enumerate().scan(0, |start, (n, y)| {
            *start = if is_short(*y) { *start } else { n };
            Some(*start)
        });
        let starts: Vec<usize> = starts.collect();
        let mut whole: Vec<usize> = starts
            .iter()
            .zip(bands)
            .filter(|(_, band)| !band.is_empty())
            .map(|(start, _)| *start)
            .collect();
        whole.dedup();
        let band = |row: TextRow<'_>| {
            let baseline = row.first().map_or(0.0, |l| l.baseline - DESCENT * l.size);
            own.partition_point(|&y| y <= baseline)
        };
        let mut groups: Vec<Vec<TextRow<'_>>> = Vec::new();
        let mut set_off = 0;
        for same in rows.chunk_by(|a, b| band(a) == band(b)) {
            let at = same.first().map_or(0, |row| band(row)).saturating_sub(1);
            if heads {
                self.by_continuation(same, strips, &mut groups);
            } else {
                let one = own.get(at..).is_some_and(|ends| match ends {
                    [top, bottom, ..] => net.is_one_row(*top, *bottom),
                    _ => false,
                });
                self.group(same, strips, one && whole.len() > FEW_BANDS, &mut groups);
            }
            if (2..=FEW_BANDS).contains(&whole.len()) && starts.get(at) == whole.first() {
                set_off = groups.len();
            }
        }
        // Two lines can be those at the head and the foot of a page, or around a figure.
        let ruled = own.iter().filter(|y| rules.contains(y));
        let ruling = if ruled.count() > 2 || heads {
            Ruling::Along
        } else {
            Ruling::None
        };
        let mut draft = self.draft(&groups, strips, ruling);
        // Heads on several levels can have as many rows as the body.
        let levels = !short.is_empty() && set_off < groups.len();
        draft.set_off = if levels || 2 * set_off < groups.len() {
            set_off
        } else {
            0
        };
        let each = own.windows(2).zip(bands).all(|(ends, band)| match ends {
            [top, bottom] => band.is_empty() || net.is_one_row(*top, *bottom),
            _ => true,
        });
        let filled = bands.iter().filter(|b| !b.is_empty()).count();
        draft.each_ruled = filled == groups.len() && each && !net.striped;
        draft.with_levels(&short, self.em)
    }

    /// The strips between the bold heads of columns that are mostly empty, if no line below crosses them.
    fn below_heads(&self, rows: &[TextRow<'_>]) -> Vec<(f32, f32)> {
        let [head, below @ ..] = rows else {
            return Vec::new();
        };
        let is_bold = |row: &TextRow<'_>| row.iter().all(|line| line.bold);
        if below.len() < BELOW_HEADS || !is_bold(head) || below.iter().any(is_bold) {
            return Vec::new();
        }
        let heads = self.stretches(head, WORD_GAP);
        let strips: Vec<(f32, f32)> = heads
            .windows(2)
            .filter_map(|pair| match pair {
                [(_, to), (from, _)] => Some((*to, *from)),
                _ => None,
            })
            .collect();
        let crosses = |(from, to): &(f32, f32)| strips.iter().any(|s| *from < s.0 && *to > s.1);
        let mut lines = below.iter().flat_map(|row| self.stretches(row, WORD_GAP));
        if lines.any(|stretch| crosses(&stretch)) {
            return Vec::new();
        }
        strips
    }

    /// Groups the text rows of a band into table rows; where most rows are `ruled`, a band is usually one
    /// row.
    fn group<'l>(
        &self,
        rows: &[TextRow<'l>],
        strips: &[(f32, f32)],
        ruled: bool,
        groups: &mut Vec<Vec<TextRow<'l>>>,
    ) {
        let lines = rows.iter().flat_map(|row| row.iter());
        let ends = column_ends(strips, lines.fold(Rect::EMPTY, |r, l| r.union(l.cell)));
        let mut columns: Vec<Vec<u32>> = vec![Vec::new(); strips.len() + 1];
        for segment in rows.iter().flat_map(|row| self.segments(row, strips)) {
            if let (1, Some(column)) = (
                segment.columns.len(),
                columns.get_mut(segment.columns.start),
            ) {
                column.extend(segment.pieces);
            }
        }
        let cells: Vec<(&[u32], f32)> = columns
            .iter()
            .zip(ends.windows(2))
            .map(|(pieces, ends)| match ends {
                [from, to] => (pieces.as_slice(), to - from),
                _ => (pieces.as_slice(), 0.0),
            })
            .collect();
        let least = if groups.is_empty() { MIN_CUT_LINES } else { 2 };
        if !ruled {
            groups.extend(self.merged(rows, strips));
        } else if rows.len() > 1 && self.cuts(&cells, least, ruled).is_empty() {
            groups.push(rows.to_vec());
        } else {
            self.by_continuation(rows, strips, groups);
        }
    }

    /// Makes each row of text a table row, except for a single cell that continues the row above: in a later
    /// column, or in the first if a row name continues.
    pub(super) fn by_continuation<'l>(
        &self,
        rows: &[TextRow<'l>],
        strips: &[(f32, f32)],
        groups: &mut Vec<Vec<TextRow<'l>>>,
    ) {
        let first = if self.rows.right_to_left {
            strips.len()
        } else {
            0
        };
        let mut above: Option<(f32, Vec<Segment>)> = None;
        let at = |row: TextRow<'_>| row.first().map_or(0.0, |l| l.baseline);
        for (n, row) in rows.iter().enumerate() {
            let segments = self.segments(row, strips);
            let baseline = at(row);
            let goes_on = match (segments.as_slice(), &above) {
                ([only], Some((before, others))) => {
                    let name = only.columns.start == first;
                    let next = rows.get(n + 1).map(|next| at(next) - baseline);
                    let nearer = next.is_some_and(|next| next >= FARTHER * (baseline - before));
                    only.columns.len() == 1
                        && baseline - before <= NEAR_ABOVE * self.em
                        && others.len() > 1
                        && others.iter().any(|o| o.columns == only.columns)
                        && (!name || nearer || self.begins_small(row))
                }
                _ => false,
            };
            match groups.last_mut().filter(|_| goes_on) {
                Some(group) => group.push(row),
                None => groups.push(vec![row]),
            }
            // A continuation can be continued again.
            above = match above {
                Some((_, others)) if goes_on => Some((baseline, others)),
                _ => Some((baseline, segments)),
            };
        }
    }

    /// Assigns table rows of text to columns.
    pub(super) fn draft(
        &self,
        groups: &[Vec<TextRow<'_>>],
        strips: &[(f32, f32)],
        ruling: Ruling,
    ) -> Draft {
        let rows = groups.iter().flatten();
        draft_of(
            groups,
            rows.map(|row| self.segments(row, strips)),
            strips,
            ruling,
        )
    }

    /// The strips between columns, from left to right: empty in nearly all rows and wider than `least`.
    pub(super) fn strips(&self, rows: &[TextRow<'_>], least: f32) -> Vec<(f32, f32)> {
        let stretches = rows.iter().map(|row| self.stretches(row, WORD_GAP));
        let stretches: Vec<Vec<(f32, f32)>> = stretches.collect();
        strips_between(&stretches, least)
    }

    /// The parts of a row's lines from left to right, with their columns.
    pub(super) fn segments(&self, row: TextRow<'_>, strips: &[(f32, f32)]) -> Vec<Segment> {
        let mut out: Vec<Segment> = Vec::new();
        let heads = self.begins_all(row, strips);
        for line in row {
            let segment = |open: Option<(usize, f32, f32)>, end: usize| {
                let (start, from, to) = open?;
                Some(Segment {
                    columns: columns_of((from, to), strips, self.em),
                    pieces: line.pieces.get(start..end)?.to_vec(),
                })
            };
            // The first piece of the current segment, by its place in the line, and the segment's extent.
            let mut open: Option<(usize, f32, f32)> = None;
            for (at, &index) in line.pieces.iter().enumerate() {
                let cell = self.piece(index).cell;
                let separated = |to: f32| {
                    let begins = heads && strips.iter().any(|s| self.is_at(cell.x0, s.1));
                    begins
                        || cell.x0 - to >= WORD_GAP * self.em
                            && strips.iter().any(|s| s.0 < cell.x0 && s.1 > to)
                };
                match &mut open {
                    Some((_, _, to)) if !separated(*to) => *to = to.max(cell.x1),
                    _ => out.extend(segment(open.replace((at, cell.x0, cell.x1)), at)),
                }
            }
            out.extend(segment(open, line.pieces.len()));
        }
        out.compact_sort_by_key(|s| s.columns.start);
        self.with_own_columns(out, strips)
    }

    /// Whether a word of a row begins at the start of each column: heads as wide as their columns are
    /// separated by word spaces only.
    fn begins_all(&self, row: TextRow<'_>, strips: &[(f32, f32)]) -> bool {
        let begins = |strip: &(f32, f32)| {
            let mut pieces = row.iter().flat_map(|line| &line.pieces);
            pieces.any(|&i| self.is_at(self.piece(i).cell.x0, strip.1))
        };
        strips.len() > 1 && strips.iter().all(begins)
    }

    /// Whether two positions along the line are equal.
    pub(super) fn is_at(&self, a: f32, b: f32) -> bool {
        (a - b).abs() <= SAME_START * self.em
    }
}

/// Assigns table rows of text to columns. `segments` are the parts of each line of text.
pub(super) fn draft_of(
    groups: &[Vec<TextRow<'_>>],
    mut segments: impl Iterator<Item = Vec<Segment>>,
    strips: &[(f32, f32)],
    ruling: Ruling,
) -> Draft {
    let rect = |group: &Vec<TextRow<'_>>| {
        let lines = group.iter().flat_map(|row| row.iter());
        lines.fold(Rect::EMPTY, |r, l| r.union(l.cell))
    };
    let rects: Vec<Rect> = groups.iter().map(rect).collect();
    let mut ys: Vec<f32> = rects.first().map(|r| r.y0).into_iter().collect();
    ys.extend(rects.windows(2).filter_map(|pair| match pair {
        [a, b] => Some((a.y1 + b.y0) / 2.0),
        _ => None,
    }));
    ys.extend(rects.last().map(|r| r.y1));
    let rect = rects.iter().fold(Rect::EMPTY, |r, own| r.union(*own));
    let xs = column_ends(strips, rect);
    let columns = strips.len() + 1;
    let mut cells: Vec<(CellRange, Vec<u32>)> = Vec::with_capacity(groups.len() * columns);
    let mut own: Vec<Segment> = Vec::with_capacity(columns);
    for (number, group) in groups.iter().enumerate() {
        let begin = cells.len();
        own.extend(segments.by_ref().take(group.len()).flatten());
        if group.len() > 1 || !own.is_sorted_by_key(|s| (s.columns.start, s.columns.end)) {
            own.compact_sort_by_key(|s| (s.columns.start, s.columns.end));
        }
        for segment in own.drain(..) {
            let last = cells.get_mut(begin..).and_then(<[_]>::last_mut);
            match last {
                Some((place, pieces)) if place.columns.end > segment.columns.start => {
                    place.columns.end = place.columns.end.max(segment.columns.end);
                    pieces.extend(segment.pieces);
                }
                last => {
                    let from = last.map_or(0, |(place, _)| place.columns.end);
                    cells.extend((from..segment.columns.start).map(|c| empty(number, c)));
                    let place = CellRange {
                        rows: number..number + 1,
                        columns: segment.columns,
                    };
                    cells.push((place, segment.pieces));
                }
            }
        }
        let last = cells.get(begin..).and_then(<[_]>::last);
        let from = last.map_or(0, |(place, _)| place.columns.end);
        cells.extend((from..columns).map(|c| empty(number, c)));
        for (_, pieces) in cells.iter_mut().skip(begin) {
            pieces.sort_unstable();
        }
    }
    Draft {
        xs,
        ys,
        cells,
        ruling,
        set_off: 0,
        each_ruled: false,
        captioned: false,
    }
}

fn empty(row: usize, column: usize) -> (CellRange, Vec<u32>) {
    let (rows, columns) = (row..row + 1, column..column + 1);
    (CellRange { rows, columns }, Vec::new())
}

/// The boundaries of columns: the middles of the strips between them.
fn column_ends(strips: &[(f32, f32)], rect: Rect) -> Vec<f32> {
    let mut ends = vec![rect.x0];
    ends.extend(strips.iter().map(|(from, to)| (from + to) / 2.0));
    ends.push(rect.x1);
    ends
}

/// The columns of a segment that covers a range: those that it overlaps by more than an edge. A segment that
/// begins or ends in a strip belongs to the column on the other side.
fn columns_of((from, to): (f32, f32), strips: &[(f32, f32)], em: f32) -> Range<usize> {
    let edge = (IN_LINE * em).min((to - from) / 2.0);
    let start = strips.partition_point(|s| s.0 <= from + edge);
    let end = strips.partition_point(|s| s.1 < to - edge).max(start);
    start..end + 1
}
