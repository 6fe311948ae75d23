//! Gutters: strips that stay white from line to line, with columns on both sides of them.
//!
//! ```text
//!    a heading over both columns        blocks the strip
//!    left column   | |  right column
//!    left column   | |  right column    |-| the core: white in most lines
//!    left column   | |  right column
//!    left  17      | |                  a last row beside a page number: trimmed
//! ```
//!
//! 1. The gaps between each piece and the one left of it (`gaps`) are laid over each other; where
//!    most of them lie over each other are the cores of possible strips (`cores`).
//! 2. Each core is followed down the region until something blocks it (`strips`): text, an
//!    image, a ruled line across it.
//! 3. What stands on both sides of a strip tells whether it is a gutter ([`Evidence::is_gutter`]):
//!    whether the page was drawn one side after the other, how high and wide the strip is, and
//!    whether the lines beside it are those of columns or the cells of a table.

use super::drawing;
use super::pieces::Piece;
use crate::geometry::Rect;

/// How many cores are looked at in one region. Text has many by chance, but those of gutters, in
/// which more and wider gaps lie over each other, come first.
const MOST_CORES: usize = 24;

/// Gaps narrower than this are never gutters; in ems.
const LEAST_GAP: f32 = 0.35;

/// A white strip between columns, and why it is taken for one.
#[derive(Clone, Debug, PartialEq)]
pub struct Gutter {
    /// The white strip, in the frame.
    pub rect: Rect,
    pub frame: u32,
    pub evidence: Evidence,
}

/// What tells gutters from other white.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evidence {
    /// Lines left and right of the strip.
    pub lines: [usize; 2],
    /// Width of the strip, in ems.
    pub width: f32,
    /// Whether the page is drawn one side after the other (0), or line by line over both (1);
    /// `None` where the drawing order tells nothing.
    pub alternation: Option<f32>,
    /// Which share of the width of its side a line fills, on the average.
    pub fill: [f32; 2],
    /// Characters in a line, on the average.
    pub letters: [f32; 2],
    /// Which share of the lines of the side with fewer stands level with a line of the other.
    pub level: f32,
    /// A vertical rule stands in the strip.
    pub ruled: bool,
}

impl Evidence {
    /// Whether a strip parts columns.
    ///
    /// What is drawn one side after the other is columns if there is room between them at all.
    /// Against or without the drawing order geometry must be clear: several lines, filled as prose
    /// fills its column. Cells of a table are short and stand level with each other.
    pub fn is_gutter(&self) -> bool {
        let least = self.lines[0].min(self.lines[1]);
        let fill = self.fill[0].min(self.fill[1]);
        let letters = self.letters[0].min(self.letters[1]);
        let wide = |ems: f32| self.width >= ems || self.ruled;
        match self.alternation {
            Some(alternation) if alternation <= 0.4 => match least {
                0 | 1 => false,
                2..=4 => wide(1.0),
                5..=9 => wide(0.6),
                _ => wide(0.4),
            },
            Some(_) => least >= 8 && fill >= 0.75 && letters >= 15.0 && wide(0.9),
            None if self.level < 0.7 => least >= 3 && fill >= 0.5 && letters >= 6.0 && wide(0.6),
            None => least >= 5 && fill >= 0.65 && letters >= 10.0 && wide(0.7),
        }
    }

    /// Which of several gutters parts the region first: the one with most lines beside it.
    fn weight(&self) -> f32 {
        self.lines[0].min(self.lines[1]) as f32 * self.width.clamp(0.5, 2.0).sqrt()
    }
}

/// A gutter and what it parts: pieces by number, in drawing order.
#[derive(Clone, Debug)]
pub struct Cut {
    pub gutter: Gutter,
    pub above: Vec<u32>,
    pub left: Vec<u32>,
    pub right: Vec<u32>,
    pub below: Vec<u32>,
}

/// What is on a page besides the pieces of a region, in the region's frame.
#[derive(Clone, Debug, Default)]
pub struct Shapes {
    /// Images, and ruled lines along the text: they end a strip that they cross.
    pub barriers: Vec<Rect>,
    /// Ruled lines across the text, from left to right: they part columns.
    pub rules: Vec<Rect>,
}

/// Looks for the gutter that parts a region.
#[derive(Debug)]
pub struct Finder<'a> {
    pub pieces: &'a [Piece],
    pub shapes: &'a Shapes,
    /// Whether the drawing order can be relied on.
    pub drawn: bool,
}

/// A strip between two columns, perhaps.
struct Strip {
    core: (f32, f32),
    top: f32,
    bottom: f32,
    left: Vec<u32>,
    right: Vec<u32>,
    /// What hangs over the core from one of its sides.
    hanging: Vec<u32>,
    /// What stands at the height of that which ends the strip.
    end: Vec<u32>,
}

impl Strip {
    fn new(core: (f32, f32), top: f32, bottom: f32) -> Self {
        Self {
            core,
            top,
            bottom,
            left: Vec::new(),
            right: Vec::new(),
            hanging: Vec::new(),
            end: Vec::new(),
        }
    }

    fn has_sides(&self) -> bool {
        !self.left.is_empty() && !self.right.is_empty()
    }
}

impl Finder<'_> {
    /// The gutter that parts these pieces first, with what it parts.
    pub fn find(&self, region: &[u32]) -> Option<Cut> {
        if region.len() < 4 {
            return None;
        }
        let em = self.em(region);
        let mut downwards = region.to_vec();
        downwards.sort_by(|&a, &b| {
            let key = |i: u32| self.piece(i).middle();
            key(a).total_cmp(&key(b)).then(a.cmp(&b))
        });
        let mut best: Option<(f32, Strip, Gutter)> = None;
        let (gaps, bridges) = self.gaps(region, em);
        for core in cores(gaps, em) {
            let strips = self.strips(&downwards, &bridges, core, em).into_iter();
            for strip in strips.flat_map(|strip| self.bands(strip, em)) {
                let Some(strip) = self.trim(strip, em) else {
                    continue;
                };
                let gutter = self.measure(&strip, em);
                let weight = gutter.evidence.weight();
                if best.as_ref().is_none_or(|(most, ..)| weight > *most)
                    && gutter.evidence.is_gutter()
                {
                    best = Some((weight, strip, gutter));
                }
            }
        }
        let (_, mut strip, gutter) = best?;
        for index in std::mem::take(&mut strip.hanging) {
            let is_left = self.hangs_left(&strip, index);
            let side = if is_left {
                &mut strip.left
            } else {
                &mut strip.right
            };
            let at = side.partition_point(|&i| i < index);
            side.insert(at, index);
        }
        let mut cut = Cut {
            gutter,
            above: Vec::new(),
            left: strip.left,
            right: strip.right,
            below: Vec::new(),
        };
        let rect = cut.gutter.rect;
        for &index in region {
            if cut.left.binary_search(&index).is_ok() || cut.right.binary_search(&index).is_ok() {
                continue;
            }
            if self.piece(index).middle() < (rect.y0 + rect.y1) / 2.0 {
                cut.above.push(index);
            } else {
                cut.below.push(index);
            }
        }
        Some(cut)
    }

    fn piece(&self, index: u32) -> &Piece {
        &self.pieces[index as usize]
    }

    /// The size that most characters of a region have.
    fn em(&self, region: &[u32]) -> f32 {
        prevailing_size(region.iter().map(|&i| self.piece(i)))
    }

    /// The gaps between pieces and what is left of them, and how much each counts: more when wide;
    /// and the gaps that are spaces between words of a line, which ends every strip that it crosses.
    /// The region is cut into flat slices, in each of which only the last piece so far is kept.
    fn gaps(&self, region: &[u32], em: f32) -> (Vec<(f32, f32, f32)>, Vec<Rect>) {
        let cell = |i: u32| self.piece(i).cell;
        let (top, bottom) = region
            .iter()
            .fold((f32::INFINITY, f32::NEG_INFINITY), |(t, b), &i| {
                (t.min(cell(i).y0), b.max(cell(i).y1))
            });
        const MOST_SLICES: f32 = 8192.0;
        let slice = (em / 4.0).max((bottom - top) / MOST_SLICES).max(1e-3);
        let number = |v: f32| ((v - top) / slice).clamp(0.0, MOST_SLICES) as usize;
        let mut last: Vec<Option<u32>> = vec![None; number(bottom) + 1];
        let mut by_start = region.to_vec();
        by_start.sort_by(|&a, &b| cell(a).x0.total_cmp(&cell(b).x0).then(a.cmp(&b)));
        let (mut gaps, mut bridges) = (Vec::new(), Vec::new());
        let end = |i: &u32| cell(*i).x1;
        for index in by_start {
            let c = cell(index);
            let quarter = c.height() / 4.0;
            let (from, to) = (number(c.y0 + quarter), number(c.y1 - quarter));
            let slices = last.get_mut(from..=to.max(from)).unwrap_or_default();
            let before = slices.iter().flatten().copied();
            let before = before.max_by(|a, b| end(a).total_cmp(&end(b)).then(b.cmp(a)));
            if let Some(before) = before {
                let gap = c.x0 - end(&before);
                if gap > 0.0 && self.is_space(before, index, gap) {
                    bridges.push(Rect {
                        x0: end(&before),
                        x1: c.x0,
                        ..cell(before).union(c)
                    });
                } else if gap >= LEAST_GAP * em {
                    gaps.push((end(&before), c.x0, (gap / em).min(3.0)));
                }
            }
            for slice in slices {
                if slice.is_none_or(|s| end(&s) < c.x1) {
                    *slice = Some(index);
                }
            }
        }
        (gaps, bridges)
    }

    /// Whether a gap between two pieces is the space between two words: what is drawn in one go, with
    /// white space in it or with no more room than a justified line has, is one line.
    fn is_space(&self, a: u32, b: u32, gap: f32) -> bool {
        let (left, right) = (self.piece(a), self.piece(b));
        let size = left.size.max(right.size);
        if !self.drawn {
            return gap <= 0.4 * size;
        }
        let spaced = (right.cell.x0 - left.reach).abs() <= 0.1 * size && gap <= 1.5 * size;
        a.abs_diff(b) == 1
            && (left.baseline - right.baseline).abs() <= 0.1 * size
            && (gap <= 0.65 * size || spaced)
    }

    /// Where the core is free of text and barriers, with what stands beside it. Both sides have
    /// pieces.
    fn strips(&self, downwards: &[u32], bridges: &[Rect], core: (f32, f32), em: f32) -> Vec<Strip> {
        let crosses = |r: Rect| r.x0 < core.1 && r.x1 > core.0;
        let mut blocks: Vec<(f32, f32)> = downwards
            .iter()
            .map(|&i| self.piece(i).cell)
            .chain(bridges.iter().copied())
            .filter(|&c| crosses(c))
            // Descenders and the space above letters do not block the lines beside them.
            .map(|c| (c.y0 + c.height() / 4.0, c.y1 - c.height() / 4.0))
            .collect();
        let barriers = self.shapes.barriers.iter().filter(|&&r| crosses(r));
        blocks.extend(barriers.map(|r| (r.y0, r.y1)));
        blocks.sort_by(|a, b| a.0.total_cmp(&b.0));
        blocks.push((f32::INFINITY, f32::INFINITY));

        let mut strips: Vec<Strip> = Vec::new();
        let mut top = f32::NEG_INFINITY;
        let mut downwards = downwards.iter().copied().peekable();
        for (start, end) in blocks {
            if start > top {
                let mut strip = Strip::new(core, top, start);
                while let Some(index) = downwards.next_if(|&i| self.piece(i).middle() < start) {
                    let piece = self.piece(index);
                    if piece.middle() < top || crosses(piece.cell) {
                        if let Some(before) = strips.last_mut() {
                            before.end.push(index);
                        }
                    } else if piece.cell.x1 <= core.0 {
                        strip.left.push(index);
                    } else {
                        strip.right.push(index);
                    }
                }
                if !strip.left.is_empty() || !strip.right.is_empty() {
                    strip.left.sort_unstable();
                    strip.right.sort_unstable();
                    strips.push(strip);
                }
            }
            top = top.max(end);
        }
        self.join(strips, em)
    }

    /// Joins strips that follow each other where what is between them ends no column.
    fn join(&self, strips: Vec<Strip>, em: f32) -> Vec<Strip> {
        let mut chains: Vec<Vec<Strip>> = Vec::new();
        for strip in strips {
            match chains.last_mut() {
                Some(chain)
                    if chain
                        .last()
                        .is_some_and(|last| self.goes_on(last, &strip, em)) =>
                {
                    chain.push(strip);
                }
                _ => chains.push(vec![strip]),
            }
        }
        let joined = chains.into_iter().filter_map(|chain| {
            let mut chain = chain.into_iter();
            let mut whole = chain.next()?;
            for strip in chain {
                for index in std::mem::replace(&mut whole.end, strip.end) {
                    let cell = self.piece(index).cell;
                    if cell.x1 <= whole.core.0 {
                        whole.left.push(index);
                    } else if cell.x0 >= whole.core.1 {
                        whole.right.push(index);
                    } else {
                        whole.hanging.push(index);
                    }
                }
                whole.left.extend(strip.left);
                whole.right.extend(strip.right);
                whole.bottom = strip.bottom;
            }
            whole.left.sort_unstable();
            whole.right.sort_unstable();
            Some(whole)
        });
        joined.filter(Strip::has_sides).collect()
    }

    /// Whether the columns beside a strip go on beside the next one below it, although something
    /// stands between the two: an image in the middle of the page, a line that is too long for its
    /// column. Either all of one side is drawn before all of the other, or one side goes on from
    /// line to line as if there were nothing.
    fn goes_on(&self, above: &Strip, below: &Strip, em: f32) -> bool {
        if !above.has_sides() || !below.has_sides() {
            return false;
        }
        if self.drawn {
            let sides = [&above.left, &below.left, &above.right, &below.right];
            let [l1, l2, r1, r2] = sides.map(|side| side.get(side.len() / 2).copied());
            if l1 < l2 && r1 < r2 && (l2 < r1 || r2 < l1) {
                return true;
            }
        }
        let crossing = above
            .end
            .iter()
            .map(|&i| self.piece(i).cell)
            .filter(|c| c.x0 < above.core.1 && c.x1 > above.core.0)
            .fold(Rect::EMPTY, Rect::union);
        if crossing.is_empty() || crossing.height() > 1.6 * em {
            return false;
        }
        let step = |a: &[u32], b: &[u32]| {
            let last = a.iter().map(|&i| self.piece(i).baseline);
            let next = b.iter().map(|&i| self.piece(i).baseline);
            next.fold(f32::INFINITY, f32::min) - last.fold(f32::NEG_INFINITY, f32::max)
        };
        // What stands beside the long line is of the other side, and makes it go on.
        let beside = |left: bool| -> Vec<u32> {
            let is_left = |i: &u32| self.piece(*i).cell.x1 <= above.core.0;
            let is_right = |i: &u32| self.piece(*i).cell.x0 >= above.core.1;
            let end = above.end.iter().copied();
            end.filter(|i| if left { is_left(i) } else { is_right(i) })
                .collect()
        };
        let even = |a: &[u32], between: Vec<u32>, b: &[u32]| {
            if between.is_empty() {
                step(a, b) <= 1.6 * em
            } else {
                step(a, &between) <= 1.6 * em && step(&between, b) <= 1.6 * em
            }
        };
        even(&above.left, beside(true), &below.left)
            && even(&above.right, beside(false), &below.right)
    }

    /// Whether what hangs over the core belongs to the left: with what it is drawn, or where most of
    /// it stands.
    fn hangs_left(&self, strip: &Strip, index: u32) -> bool {
        let before = index.checked_sub(1);
        let is_in = |side: &[u32]| before.is_some_and(|b| side.binary_search(&b).is_ok());
        if self.drawn && is_in(&strip.left) != is_in(&strip.right) {
            return is_in(&strip.left);
        }
        let cell = self.piece(index).cell;
        cell.x0 + cell.x1 < strip.core.0 + strip.core.1
    }

    /// Cuts a strip where white goes through from side to side and the page was drawn on all of its
    /// width above that first: there are rows of columns above each other, like the authors of a
    /// paper over its text.
    fn bands(&self, strip: Strip, em: f32) -> Vec<Strip> {
        if !self.drawn || drawing::switches(&strip.left, &strip.right) < 2 {
            return vec![strip];
        }
        let mut downwards: Vec<u32> = strip.left.iter().chain(&strip.right).copied().collect();
        downwards.sort_by(|&a, &b| {
            let top = |i: u32| self.piece(i).cell.y0;
            top(a).total_cmp(&top(b)).then(a.cmp(&b))
        });
        // For each piece the first that is drawn of it and of all that stand lower.
        let mut first: Vec<u32> = downwards.clone();
        for n in (1..first.len()).rev() {
            first[n - 1] = first[n - 1].min(first[n]);
        }
        let (mut reached, mut last) = (f32::NEG_INFINITY, 0);
        let mut cuts = Vec::new();
        for (&index, &rest) in downwards.iter().zip(&first) {
            let cell = self.piece(index).cell;
            if cell.y0 - reached > 0.3 * em && rest > last && reached.is_finite() {
                cuts.push((cell.y0 + reached) / 2.0);
            }
            reached = reached.max(cell.y1);
            last = last.max(index);
        }
        if cuts.len() * 3 > downwards.len().min(30) {
            // Drawn line by line: no rows of columns, but rows.
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

    /// Takes one or two rows off the ends of a strip that stand apart from all else and on both of
    /// its sides, or below both columns: running heads with a page number, and feet. `None` when
    /// nothing is left on a side.
    fn trim(&self, mut strip: Strip, em: f32) -> Option<Strip> {
        for end in [End::Top, End::Bottom] {
            let mut spans: Vec<(f32, f32)> = strip
                .left
                .iter()
                .chain(&strip.right)
                .map(|&i| (self.piece(i).cell.y0, self.piece(i).cell.y1))
                .map(|(y0, y1)| match end {
                    End::Top => (y0, y1),
                    End::Bottom => (-y1, -y0),
                })
                .collect();
            spans.sort_by(|a, b| a.0.total_cmp(&b.0));
            let Some(&(first, mut reached)) = spans.first() else {
                continue;
            };
            let mut edge = None;
            for &(y0, y1) in &spans {
                if y0 - first > 4.0 * em {
                    break;
                }
                if y0 - reached > 0.8 * em && reached - first <= 2.6 * em {
                    edge = Some((y0 + reached) / 2.0);
                }
                reached = reached.max(y1);
            }
            let Some(edge) = edge else { continue };
            let edge = match end {
                End::Top => edge,
                End::Bottom => -edge,
            };
            let beyond = |i: &u32| match end {
                End::Top => self.piece(*i).middle() < edge,
                End::Bottom => self.piece(*i).middle() > edge,
            };
            if self.belongs_to_columns(&strip, beyond) {
                continue;
            }
            strip.left.retain(|i| !beyond(i));
            strip.right.retain(|i| !beyond(i));
            strip.hanging.retain(|i| !beyond(i));
            match end {
                End::Top => strip.top = strip.top.max(edge),
                End::Bottom => strip.bottom = strip.bottom.min(edge),
            }
        }
        (!strip.left.is_empty() && !strip.right.is_empty()).then_some(strip)
    }

    /// Whether what is at the end of a strip is part of the columns there, as a heading or a footnote
    /// is, by where it is drawn: between what is in them. What is drawn before or after both columns
    /// is part of neither, unless it is on that side only which is drawn first or last itself.
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

    fn measure(&self, strip: &Strip, em: f32) -> Gutter {
        let left = Side::of(strip.left.iter().map(|&i| self.piece(i)), em);
        let right = Side::of(strip.right.iter().map(|&i| self.piece(i)), em);
        let rect = Rect {
            x0: left.rect.x1,
            x1: right.rect.x0,
            y0: left.rect.y0.min(right.rect.y0).max(strip.top),
            y1: left.rect.y1.max(right.rect.y1).min(strip.bottom),
        };
        let lines = [left.baselines.len(), right.baselines.len()];
        let least = lines[0].min(lines[1]);
        let alternation = self.drawn.then(|| {
            let switches = drawing::switches(&strip.left, &strip.right);
            switches.saturating_sub(1) as f32 / (2 * least).saturating_sub(1).max(1) as f32
        });
        let ruled = self.shapes.rules.iter().any(|r| {
            r.x0 > rect.x0 - em
                && r.x1 < rect.x1 + em
                && r.x0 < strip.core.1.max(rect.x1)
                && r.x1 > strip.core.0.min(rect.x0)
                && r.y1.min(rect.y1) - r.y0.max(rect.y0) > 0.5 * rect.height()
        });
        Gutter {
            rect,
            frame: strip.left.first().map_or(0, |&i| self.piece(i).frame),
            evidence: Evidence {
                lines,
                width: (rect.x1 - rect.x0) / em,
                alternation,
                fill: [left.fill, right.fill],
                letters: [left.letters, right.letters],
                level: level(&left.baselines, &right.baselines, em),
                ruled,
            },
        }
    }
}

/// Whether the first of two sides is drawn last.
fn is_last(side: &[u32], other: &[u32]) -> bool {
    side.get(side.len() / 2) > other.get(other.len() / 2)
}

enum End {
    Top,
    Bottom,
}

/// What stands on one side of a strip.
struct Side {
    rect: Rect,
    /// Of its lines, downwards.
    baselines: Vec<f32>,
    fill: f32,
    letters: f32,
}

impl Side {
    fn of<'a>(pieces: impl Iterator<Item = &'a Piece>, em: f32) -> Self {
        let mut pieces: Vec<&Piece> = pieces.collect();
        pieces.sort_by(|a, b| a.baseline.total_cmp(&b.baseline));
        let rect = pieces.iter().fold(Rect::EMPTY, |r, p| r.union(p.cell));
        let mut side = Self {
            rect,
            baselines: Vec::new(),
            fill: 0.0,
            letters: 0.0,
        };
        let (mut filled, mut letters) = (0.0, 0u32);
        for line in pieces.chunk_by(|a, b| b.baseline - a.baseline <= 0.3 * em) {
            let (x0, x1) = line
                .iter()
                .fold((f32::INFINITY, f32::NEG_INFINITY), |(a, b), p| {
                    (a.min(p.cell.x0), b.max(p.cell.x1))
                });
            side.baselines.extend(line.first().map(|p| p.baseline));
            filled += x1 - x0;
            letters += line.iter().map(|p| p.inked).sum::<u32>();
        }
        let count = side.baselines.len().max(1) as f32;
        side.fill = filled / count / rect.width().max(1e-3);
        side.letters = letters as f32 / count;
        side
    }
}

/// Which share of the fewer baselines has one of the others on its height; both sorted.
fn level(a: &[f32], b: &[f32], em: f32) -> f32 {
    let (few, many) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let near = |v: f32| {
        let at = many.partition_point(|&m| m < v - 0.12 * em);
        many.get(at).is_some_and(|&m| m <= v + 0.12 * em)
    };
    few.iter().filter(|&&v| near(v)).count() as f32 / few.len().max(1) as f32
}

/// Where gaps lie over each other more than beside it, the most first.
fn cores(gaps: Vec<(f32, f32, f32)>, em: f32) -> Vec<(f32, f32)> {
    let mut ends: Vec<(f32, f32)> = Vec::with_capacity(2 * gaps.len());
    for (start, end, weight) in gaps {
        ends.push((start, weight));
        ends.push((end, -weight));
    }
    // Where one gap ends and another starts, they do not lie over each other.
    ends.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let mut found: Vec<(f32, f32, f32)> = Vec::new();
    let mut weight = 0.0;
    for pair in ends.windows(2) {
        let [(from, change), (to, next)] = pair else {
            continue;
        };
        weight += change;
        if *change > 0.0 && *next < 0.0 && weight > 1.0 && to > from {
            found.push((*from, *to, weight));
        }
    }
    found.sort_by(|a, b| b.2.total_cmp(&a.2).then(a.0.total_cmp(&b.0)));
    let mut cores: Vec<(f32, f32)> = Vec::new();
    for (from, to, _) in found {
        if cores.len() == MOST_CORES {
            break;
        }
        let near = |c: &(f32, f32)| (c.0 + c.1 - from - to).abs() < 0.4 * em;
        if !cores.iter().any(near) {
            // A line may hang out into the strip; its middle must stay white.
            let trim = (to - from) / 3.0;
            cores.push((from + trim, to - trim));
        }
    }
    cores
}

/// The size that most characters of some pieces have.
pub fn prevailing_size<'a>(pieces: impl Iterator<Item = &'a Piece>) -> f32 {
    let mut sizes: Vec<(f32, u32)> = pieces.map(|p| (p.size, p.inked)).collect();
    sizes.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut best = (0u32, 1.0f32);
    for same in sizes.chunk_by(|a, b| b.0 - a.0 <= 0.02 * a.0) {
        let count = same.iter().map(|s| s.1).sum();
        if count > best.0 {
            best = (count, same.last().map_or(1.0, |s| s.0));
        }
    }
    best.1
}
