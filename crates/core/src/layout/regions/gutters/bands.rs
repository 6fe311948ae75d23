//! Finds the upper and lower ends of columns side by side. Cuts strips between rows of columns, and removes
//! rows above and below all columns from them.

use super::finder::{Cut, GutterFinder};
use super::side::{SAME_LINE, are_apart, turns};
use super::strips::Strip;
use crate::compact_sort::CompactSort;
use crate::geometry::{Rect, least, most};
use crate::layout::scale::HEADLINE;
use crate::rank::sorted;

/// Limits for rows at the ends of a strip that belong to neither column.
struct TrimLimits {
    /// Pieces further from the end than this, in ems, are not examined singly.
    near: f32,
    /// Largest height of the rows that are removed, in ems.
    max_height: f32,
    /// Least space between them and the columns, in ems. Larger: fewer rows are removed.
    min_space: f32,
    /// Distance to the baseline of the next line of a caption, in ems.
    next_pitch: std::ops::RangeInclusive<f32>,
    /// Largest difference between sizes of one caption, as a share of the size.
    same_size: f32,
    /// Largest distance between baselines of one line, in ems.
    same_line: f32,
    /// Largest distance between the starts of lines of one caption, in ems.
    same_start: f32,
}

const TRIM: TrimLimits = TrimLimits {
    near: 4.0,
    max_height: 2.6,
    min_space: 0.8,
    next_pitch: 0.5..=1.5,
    same_size: 0.1,
    same_line: 0.2,
    same_start: 0.5,
};

/// Limits for cutting a strip between rows of columns.
struct BandLimits {
    /// Least height of white space that separates bands, in ems.
    min_space: f32,
    /// Largest distance between baselines of consecutive lines of one column, in ems.
    next_line: f32,
    /// Fewest lines for each cut, on average. The rows of a table have more cuts.
    lines_per_cut: usize,
    /// If there are fewer lines than this, their pieces are counted instead: rows of a table have several.
    few_lines: usize,
    /// Least size of the largest letters in column headings that are not bold, relative to the text below.
    head_size: f32,
    /// Largest height of the headings of columns, in ems.
    max_head_height: f32,
    /// A heading at the end of a column belongs to the text below all columns if its distance to that is at
    /// most this, in its ems.
    near_heading: f32,
    /// Least width of a picture at which an article begins, as a share of its side. Text may run beside a narrower
    /// one. Not fitted: the same as `GutterLimits::picture_overlap`.
    picture_width: f32,
}

const BAND: BandLimits = BandLimits {
    min_space: 0.3,
    next_line: 1.8,
    lines_per_cut: 3,
    few_lines: 30,
    head_size: 1.08,
    max_head_height: 8.0,
    near_heading: 2.0,
    picture_width: 0.7,
};

impl GutterFinder<'_> {
    /// Cuts a strip between rows of columns that are above each other.
    pub(super) fn bands(&self, strip: Strip, em: f32) -> Vec<Strip> {
        let at_once = self.drawn && are_apart(&strip.left, &strip.right);
        let [left, right] = strip.columns;
        let centred = self.begins_inside(&strip.left, left, em)
            && self.begins_inside(&strip.right, right, em);
        if at_once && !centred {
            return vec![strip];
        }
        let mut cuts = match (self.drawn, at_once) {
            (false, _) => self.cuts_over_headlines(&strip, em),
            (true, false) => self.cuts_as_drawn(&strip, em),
            (true, true) => Vec::new(),
        };
        if centred {
            cuts.extend(self.cut_below_centred(&strip, em));
            cuts.compact_sort_by(f32::total_cmp);
        }
        if cuts.is_empty() {
            return vec![strip];
        }
        let mut strips = Vec::with_capacity(cuts.len() + 1);
        let mut top = strip.top;
        for bottom in cuts.into_iter().chain([strip.bottom]) {
            let within = |side: &[u32]| -> Vec<u32> {
                let inside = |i: &u32| (top..bottom).contains(&self.piece(*i).middle());
                side.iter().copied().filter(inside).collect()
            };
            let (left, right) = (within(&strip.left), within(&strip.right));
            if !left.is_empty() && !right.is_empty() {
                strips.push(Strip {
                    columns: [self.around(&left), self.around(&right)],
                    left,
                    right,
                    hanging: within(&strip.hanging),
                    ..Strip::new(strip.core, top, bottom)
                });
            }
            top = bottom;
        }
        strips
    }

    /// The pieces of both sides, ordered by their tops.
    fn downwards(&self, strip: &Strip) -> Vec<u32> {
        let all = strip.left.iter().chain(&strip.right);
        sorted(all.map(|&i| (self.piece(i).cell.y0, i))).collect()
    }

    /// Positions of cuts in the drawing order: at white space across all columns, if everything above was
    /// drawn first, such as the authors of a paper. Does not cut if a column continues on its next line,
    /// beside a footnote that is drawn last.
    fn cuts_as_drawn(&self, strip: &Strip, em: f32) -> Vec<f32> {
        // In drawing order, because sorting the pieces downwards would be expensive.
        let mut pieces = Vec::with_capacity(strip.left.len() + strip.right.len());
        for turn in turns(&strip.left, &strip.right) {
            pieces.extend(turn.iter().map(|&i| (i, self.piece(i).cell)));
        }
        // The top of each piece becomes that of it and all pieces drawn after it.
        let mut rest = f32::INFINITY;
        for (_, cell) in pieces.iter_mut().rev() {
            rest = least(rest, cell.y0);
            cell.y0 = rest;
        }
        let (mut reached, mut last) = (f32::NEG_INFINITY, 0);
        let mut cuts = Vec::new();
        let mut places = 0;
        for &(index, cell) in &pieces {
            if cell.y0 - reached > BAND.min_space * em && reached.is_finite() {
                places += 1;
                let cut = (cell.y0 + reached) / 2.0;
                if !self.is_next_line(strip, last, index, em) && !self.are_heads(strip, cut, em) {
                    cuts.push(cut);
                }
            }
            reached = most(reached, cell.y1);
            last = index;
        }
        let fewest = places * BAND.lines_per_cut;
        let has_few = |lines: usize| fewest > pieces.len().min(lines);
        if has_few(BAND.few_lines) && has_few(self.count_lines(strip)) {
            // A page drawn line by line has rows, not rows of columns.
            cuts.clear();
        }
        cuts
    }

    /// The number of lines of both sides, if lines at one height are one.
    fn count_lines(&self, strip: &Strip) -> usize {
        let (mut lines, mut middle) = (0, f32::NEG_INFINITY);
        for index in self.downwards(strip) {
            let piece = self.piece(index);
            if piece.cell.y0 > middle {
                lines += 1;
                middle = piece.middle();
            }
        }
        lines
    }

    /// Whether only a few lines on each side are above a cut, each above the text of its side, and larger or
    /// bolder. These are the headings of the columns, whenever they are drawn.
    fn are_heads(&self, strip: &Strip, cut: f32, em: f32) -> bool {
        [&strip.left, &strip.right].iter().all(|side| {
            let (above, below): (Vec<u32>, Vec<u32>) = side
                .iter()
                .copied()
                .partition(|&i| self.piece(i).middle() < cut);
            let head = above.iter().map(|&i| self.piece(i));
            let (largest, bold) = head.fold((0.0f32, true), |(size, bold), piece| {
                (size.max(piece.size), bold && piece.bold)
            });
            let text = self.em(&below);
            let bold = bold && below.iter().any(|&i| !self.piece(i).bold);
            let (above, below) = (self.around(&above), self.around(&below));
            !above.is_empty()
                && !below.is_empty()
                && (bold || largest >= BAND.head_size * text)
                && above.height() <= BAND.max_head_height * em
                && above.x0 <= below.x0 + em
        })
    }

    /// Whether the column that is drawn last continues from one piece to another. In the first column, the
    /// next piece may begin another row of columns.
    fn is_next_line(&self, strip: &Strip, last: u32, next: u32, em: f32) -> bool {
        let column = if is_last(&strip.left, &strip.right) {
            &strip.left
        } else {
            &strip.right
        };
        let is_in = |index: u32| column.binary_search(&index).is_ok();
        let step = self.piece(next).baseline - self.piece(last).baseline;
        is_in(last) && is_in(next) && (0.0..=BAND.next_line * em).contains(&step)
    }

    /// The position of a cut below lines that are centred over both columns, such as the names of authors.
    /// They are read before either column, whatever was drawn first.
    fn cut_below_centred(&self, strip: &Strip, em: f32) -> Option<f32> {
        let downwards = self.downwards(strip);
        let mut above = [Vec::new(), Vec::new()];
        let mut reached = f32::NEG_INFINITY;
        let mut cut = None;
        for &index in &downwards {
            let cell = self.piece(index).cell;
            if cell.y0 - reached > BAND.min_space * em && above.iter().all(|side| !side.is_empty())
            {
                let mut sides = above.iter().zip(strip.columns);
                if !sides.all(|(side, column)| self.is_centred(side, column, em)) {
                    break;
                }
                cut = Some((cell.y0 + reached) / 2.0);
            }
            reached = reached.max(cell.y1);
            let [left, right] = &mut above;
            if strip.left.binary_search(&index).is_ok() {
                left.push(index);
            } else {
                right.push(index);
            }
        }
        cut.filter(|cut| {
            let mut sides = [&strip.left, &strip.right].into_iter().zip(strip.columns);
            sides.all(|(side, column)| {
                let is_below = |&i: &u32| self.piece(i).middle() > *cut;
                let below = side.iter().copied().filter(is_below);
                self.are_text(below, column, em)
            })
        })
    }

    /// Whether the first line of a side begins and ends inside its column, the box of the side.
    fn begins_inside(&self, side: &[u32], column: Rect, em: f32) -> bool {
        let first = side.iter().map(|&i| self.piece(i).cell);
        let first = first.filter(|cell| cell.y0 < column.y0 + SAME_LINE * em);
        let first = first.fold(Rect::EMPTY, Rect::union);
        first.x0 - column.x0 >= em && column.x1 - first.x1 >= em
    }

    /// Whether pieces form several centred lines of different lengths, none of which fills its column.
    fn is_centred(&self, pieces: &[u32], column: Rect, em: f32) -> bool {
        let around = self.around(pieces);
        if around.x0 - column.x0 < em || column.x1 - around.x1 < em {
            return false;
        }
        let baseline = |i: u32| self.piece(i).baseline;
        let by_baseline: Vec<u32> = sorted(pieces.iter().map(|&i| (baseline(i), i))).collect();
        let lines = by_baseline
            .chunk_by(|&a, &b| baseline(b) - baseline(a) <= SAME_LINE * em)
            .map(|line| self.around(line));
        let axis = around.x0 + around.x1;
        let (mut count, mut shortest) = (0, f32::INFINITY);
        for line in lines {
            if (line.x0 + line.x1 - axis).abs() > em {
                return false;
            }
            count += 1;
            shortest = shortest.min(line.width());
        }
        count > 1 && around.width() - shortest > em
    }

    /// Positions of cuts above headlines on both sides, where white space goes across: other articles begin
    /// there. A picture over most of a side is like a headline.
    fn cuts_over_headlines(&self, strip: &Strip, em: f32) -> Vec<f32> {
        let downwards = self.downwards(strip);
        let [left, right] = strip.columns;
        let sides = [(&strip.left[..], left), (&strip.right[..], right)];
        let mut reached = f32::NEG_INFINITY;
        let mut cuts = Vec::new();
        for (n, &index) in downwards.iter().enumerate() {
            let cell = self.piece(index).cell;
            if cell.y0 - reached > BAND.min_space * em && reached.is_finite() {
                let level = downwards.get(n..).unwrap_or_default().iter().copied();
                let level = level.take_while(|&i| self.piece(i).cell.y0 <= cell.y0 + em);
                let has = |side: &[u32]| level.clone().any(|i| side.binary_search(&i).is_ok());
                let tops = reached..cell.y0 + em;
                let begins = |(side, column)| has(side) || self.has_picture(column, &tops);
                if self.is_large(level.clone(), em) && sides.into_iter().all(begins) {
                    cuts.push((cell.y0 + reached) / 2.0);
                }
            }
            reached = reached.max(cell.y1);
        }
        cuts
    }

    /// Whether a picture over most of a column's width begins at one of these heights.
    fn has_picture(&self, column: Rect, tops: &std::ops::Range<f32>) -> bool {
        self.pictures.iter().any(|picture| {
            let overlap = picture.x1.min(column.x1) - picture.x0.max(column.x0);
            tops.contains(&picture.y0) && overlap >= BAND.picture_width * column.width()
        })
    }

    /// Removes one or two rows from the ends of a strip if they are isolated, and on both sides or across
    /// both columns: running heads and feet. Returns `None` if a side becomes empty.
    pub(super) fn trim(&self, mut strip: Strip, em: f32) -> Option<Strip> {
        for end in [End::Top, End::Bottom] {
            let cells = strip.left.iter().chain(&strip.right);
            let cells = cells.map(|&i| self.piece(i).cell);
            let [left, right] = strip.columns;
            let edge = match end {
                End::Top => {
                    let first = least(left.y0, right.y0);
                    isolated(first, cells.map(|cell| (cell.y0, cell.y1)), em)
                }
                End::Bottom => {
                    let first = -most(left.y1, right.y1);
                    isolated(first, cells.map(|cell| (-cell.y1, -cell.y0)), em).map(|y| -y)
                }
            };
            let Some(edge) = edge else {
                continue;
            };
            let beyond = |i: &u32| match end {
                End::Top => self.piece(*i).middle() < edge,
                End::Bottom => self.piece(*i).middle() > edge,
            };
            let outer = |side: &[u32]| side.iter().copied().filter(beyond).collect::<Vec<u32>>();
            let sides = [outer(&strip.left), outer(&strip.right)];
            // Headlines side by side belong to their columns.
            let headlines = sides
                .iter()
                .all(|side| !side.is_empty() && self.is_large(side.iter().copied(), em));
            let belongs = headlines || self.belongs_to_columns(&strip, beyond);
            let ends_above = matches!(end, End::Top) && self.ends_text_above(&strip, &sides);
            if belongs && !ends_above && !self.stands_between(&strip, beyond) {
                continue;
            }
            strip.left.retain(|i| !beyond(i));
            strip.right.retain(|i| !beyond(i));
            strip.hanging.retain(|i| !beyond(i));
            strip.columns = [self.around(&strip.left), self.around(&strip.right)];
            match end {
                End::Top => strip.top = strip.top.max(edge),
                End::Bottom => strip.bottom = strip.bottom.min(edge),
            }
        }
        (!strip.left.is_empty() && !strip.right.is_empty()).then_some(strip)
    }

    /// Moves the headings at the end of a column to the part right below all columns, which may be in a
    /// frame.
    pub(super) fn give_headings_to_below(&self, cut: &mut Cut) {
        for is_left in [true, false] {
            let side = if is_left { &cut.left } else { &cut.right };
            // Relative to the text of the column; the labels of a drawing below it may be smaller.
            let em = self.em(side);
            let is_large = |&i: &u32| self.piece(i).size > HEADLINE * em;
            let text = side.iter().filter(|i| !is_large(i));
            let end = text.fold(f32::NEG_INFINITY, |y, &i| y.max(self.piece(i).cell.y1));
            let is_last = |i: &u32| is_large(i) && self.piece(*i).middle() > end;
            let (headings, rest): (Vec<u32>, Vec<u32>) = side.iter().partition(|i| is_last(i));
            let around = self.around(&headings);
            let below = cut.below.iter().map(|&i| self.piece(i).cell);
            let below = below.filter(|c| c.x0 < around.x1 && c.x1 > around.x0);
            let next = below.fold(f32::INFINITY, |y, cell| y.min(cell.y0));
            let least = headings.iter().map(|&i| self.piece(i).size);
            let size = least.fold(f32::INFINITY, f32::min);
            let gap = next - around.y1;
            if headings.is_empty() || rest.is_empty() || gap > BAND.near_heading * size || gap < 0.0
            {
                continue;
            }
            cut.below.extend(headings);
            cut.below.sort_unstable();
            if is_left {
                cut.left = rest;
            } else {
                cut.right = rest;
            }
        }
    }

    /// Whether the only line at the top of a strip is the end of the text above, such as a caption across
    /// both columns. It is drawn next, at the pitch of the lines above.
    fn ends_text_above(&self, strip: &Strip, sides: &[Vec<u32>; 2]) -> bool {
        let [own, right] = sides;
        let Some(&first) = own.iter().min().filter(|_| self.drawn && right.is_empty()) else {
            return false;
        };
        let before = self.pieces.get(..first as usize).unwrap_or_default();
        let (line, Some(last)) = (self.piece(first), before.last()) else {
            return false;
        };
        let step = line.baseline - last.baseline;
        let is_next = TRIM.next_pitch.contains(&(step / line.size))
            && (line.size - last.size).abs() <= TRIM.same_size * line.size
            && line.frame == last.frame;
        let above = before.iter().rev();
        let above =
            above.take_while(|p| (p.baseline - last.baseline).abs() <= TRIM.same_line * last.size);
        let start = above.fold(f32::INFINITY, |start, p| start.min(p.cell.x0));
        is_next
            && last.cell.x1 > strip.core.1
            && (start - line.cell.x0).abs() <= TRIM.same_start * line.size
    }

    /// Whether the pieces at the end of a strip belong to its columns, as headings and footnotes do, by the
    /// drawing order. They do if they are drawn between pieces of the columns, or on the side that is itself
    /// drawn first or last.
    fn belongs_to_columns(&self, strip: &Strip, beyond: impl Fn(&u32) -> bool) -> bool {
        let is_all = |side: &[u32]| side.iter().all(&beyond);
        let has = |side: &[u32]| side.iter().any(&beyond);
        if is_all(&strip.left) || is_all(&strip.right) {
            return true;
        }
        if !self.drawn {
            return false;
        }
        let all = || strip.left.iter().chain(&strip.right).copied();
        let rest = all().filter(|i| !beyond(i));
        let (first, last) = rest.fold((u32::MAX, 0), |(a, b), i| (a.min(i), b.max(i)));
        if all().filter(&beyond).any(|i| i > first && i < last) {
            return true;
        }
        let behind = all().filter(&beyond).all(|i| i > last);
        match (has(&strip.left), has(&strip.right)) {
            (true, false) => behind == is_last(&strip.left, &strip.right),
            (false, true) => behind == is_last(&strip.right, &strip.left),
            _ => false,
        }
    }

    /// Whether a piece at the end of a strip is in the middle of the gutter, as page numbers are, and belongs
    /// to neither column. The edge of a column is that of its third outermost piece, because a running head
    /// may extend further.
    fn stands_between(&self, strip: &Strip, beyond: impl Fn(&u32) -> bool) -> bool {
        let third = |mut reaches: Vec<f32>| {
            reaches.sort_unstable_by(f32::total_cmp);
            reaches.get(2).or(reaches.last()).copied()
        };
        let rest = |side: &[u32], reach: &dyn Fn(Rect) -> f32| {
            let rest = side.iter().filter(|i| !beyond(i));
            third(rest.map(|&i| reach(self.piece(i).cell)).collect())
        };
        // With the sign changed, the rightmost edges come first.
        let left = rest(&strip.left, &|c| -c.x1).map(|x| -x);
        let edges = left.zip(rest(&strip.right, &|c| c.x0));
        edges.is_some_and(|(left, right)| {
            let middle = (left + right) / 2.0;
            let end = strip.left.iter().chain(&strip.right).filter(|i| beyond(i));
            let mut cells = end.map(|&i| self.piece(i).cell);
            cells.any(|cell| cell.x0 < middle && cell.x1 > middle)
        })
    }

    /// Whether all pieces are as large as headlines.
    fn is_large(&self, mut pieces: impl Iterator<Item = u32>, em: f32) -> bool {
        pieces.all(|i| self.piece(i).size > HEADLINE * em)
    }
}

/// Number of pieces near an end for which there is memory at first.
const NEAR_ENDS: usize = 16;

/// The middle of the white space below one or two rows that are isolated at the end of a strip. The spans are the
/// extents of its pieces, measured from this end; `first` is the least start.
fn isolated(first: f32, spans: impl Iterator<Item = (f32, f32)>, em: f32) -> Option<f32> {
    // Of pieces further away only the first matters.
    let mut far = f32::INFINITY;
    let mut near: Vec<(f32, f32)> = Vec::with_capacity(NEAR_ENDS);
    spans.for_each(|span| {
        if span.0 - first <= TRIM.near * em {
            near.push(span);
        } else {
            far = least(far, span.0);
        }
    });
    let mut reached = first;
    let mut edge = None;
    // Few steps lead to the largest height, so the spans need not be sorted.
    while reached - first <= TRIM.max_height * em {
        let (mut next, mut below) = (reached, far);
        for &(start, end) in &near {
            if start - reached <= TRIM.min_space * em {
                next = most(next, end);
            } else {
                below = least(below, start);
            }
        }
        if next > reached {
            reached = next;
        } else if below.is_finite() {
            edge = Some((below + reached) / 2.0);
            reached = below;
        } else {
            break;
        }
    }
    edge
}

/// Whether the first of two sides is drawn last.
fn is_last(side: &[u32], other: &[u32]) -> bool {
    side.get(side.len() / 2) > other.get(other.len() / 2)
}

enum End {
    Top,
    Bottom,
}
