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
//! 3. What is on both sides of a strip decides whether it is a gutter, in one score
//!    ([`Evidence::weigh`]): whether the page was drawn one side after the other, how high and wide the strip
//!    is, and whether the lines beside it are those of columns, the cells of a table or scattered labels.

mod bands;
pub(crate) mod evidence;
mod longer;
mod side;
mod strips;
#[cfg(test)]
mod tests;

use super::drawing_order;
use super::drawn_runs::is_space;
use super::pieces::Piece;
use super::shapes::Shapes;
use crate::geometry::Rect;
use crate::layout::scale;
use crate::rank::sorted;
use evidence::{Evidence, LEAST_WIDTH};
use longer::Longer;
use side::{PITCH, level};
use strips::Strip;

/// How many cores are looked at in one region. Text has many by chance, but those of gutters, in
/// which more and wider gaps lie over each other, come first.
const MOST_CORES: usize = 24;

/// Gaps narrower than this are never gutters; in ems.
const LEAST_GAP: f32 = 0.35;

/// The least weight of a gutter that can divide a region first, as a share of the greatest.
const LEAST_WEIGHT: f32 = 0.5;

/// A picture that is part of a column is over this share of it, or within it by this share …
const PICTURE_OVER: f32 = 0.7;

/// … and higher than this, in ems: a smaller one is a mark in a line, or beside one.
const LEAST_PICTURE: f32 = 4.0;

/// For each line that hangs over a strip so many have white there.
const MOST_HANGING: usize = 4;

/// One line in this many may reach out of its column without making the white beside it narrower.
const REACHING_OUT: usize = 10;

/// Where most gaps lie over each other, but for a gutter too narrow, so many of them do as well beside it: the
/// others are gaps of lines that reach out of their column.
const AS_MANY: f32 = 0.8;

/// A white strip between columns, and why it is taken for one.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Gutter {
    /// The white strip, in the frame.
    pub rect: Rect,
    pub frame: u32,
    pub evidence: Evidence,
}

/// A gutter and what it divides: pieces by number, in drawing order.
#[derive(Clone, Debug)]
pub(crate) struct Cut {
    pub gutter: Gutter,
    pub above: Vec<u32>,
    pub left: Vec<u32>,
    pub right: Vec<u32>,
    pub below: Vec<u32>,
}

/// What a search for the gutter of a region ends with.
#[derive(Clone, Debug)]
pub(crate) enum Found {
    Cut(Cut),
    /// A strip that is almost a gutter.
    Refused(Gutter),
    Nothing,
}

/// Looks for the gutter that divides a region.
#[derive(Debug)]
pub(crate) struct GutterFinder<'a> {
    pub pieces: &'a [Piece],
    pub shapes: &'a Shapes,
    /// The pictures among the text.
    pub pictures: &'a [Rect],
    /// Whether the drawing order can be relied on.
    pub drawn: bool,
    /// Whether that is the order in which a program has recognised the text.
    pub recognised: bool,
}

impl GutterFinder<'_> {
    /// The gutter that divides these pieces first, with what it divides.
    pub(crate) fn find(&self, region: &[u32]) -> Found {
        if region.len() < 4 {
            return Found::Nothing;
        }
        let em = self.em(region);
        let mut found: Vec<(f32, Strip, Gutter)> = Vec::new();
        let mut most = 0.0f32;
        let mut refused: Option<Gutter> = None;
        let (gaps, bridges) = self.gaps(region, em);
        let cores = cores(gaps, em);
        if cores.is_empty() {
            return Found::Nothing;
        }
        let ground = self.ground(region, &bridges);
        for core in cores {
            let strips = self.strips(&ground, core, em).into_iter();
            let least = LEAST_WEIGHT * most;
            let strips = strips.filter(|strip| strip.greatest_weight() > least);
            for strip in strips.flat_map(|strip| self.bands(strip, em)) {
                let Some(strip) = self.trim(strip, em) else {
                    continue;
                };
                let Some(gutter) = self.measure(&strip, em) else {
                    continue;
                };
                if gutter.evidence.is_gutter() {
                    let weight = gutter.evidence.weight();
                    most = most.max(weight);
                    found.push((weight, strip, gutter));
                } else if gutter.evidence.is_almost() {
                    refused.get_or_insert(gutter);
                }
            }
        }
        let longer = found
            .iter()
            .map(|(_, strip, gutter)| Longer::of(strip, gutter));
        let longer: Vec<Longer> = longer.collect();
        let Some((mut strip, gutter)) = first(found, em) else {
            return refused.map_or(Found::Nothing, Found::Refused);
        };
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
        self.give_to_columns_that_go_on(&mut cut, strip.core, &longer, em);
        self.give_headings_to_below(&mut cut);
        Found::Cut(cut)
    }

    fn piece(&self, index: u32) -> &Piece {
        &self.pieces[index as usize]
    }

    pub(super) fn around(&self, pieces: &[u32]) -> Rect {
        let cells = pieces.iter().map(|&i| self.piece(i).cell);
        cells.fold(Rect::EMPTY, Rect::union)
    }

    /// The size that most characters of a region have.
    fn em(&self, region: &[u32]) -> f32 {
        scale::em(region.iter().map(|&i| self.piece(i)))
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
        // Pictures are beside text as other text is; they have the numbers behind those of the pieces.
        let count = self.pieces.len() as u32;
        let among = self.pictures.iter().map(|p| p.y0 < bottom && p.y1 > top);
        let among = (count..).zip(among).filter(|(_, among)| *among);
        let all = region.iter().copied().chain(among.map(|(n, _)| n));
        let cell = |i: u32| match i.checked_sub(count) {
            Some(picture) => self
                .pictures
                .get(picture as usize)
                .copied()
                .unwrap_or(Rect::EMPTY),
            None => cell(i),
        };
        let by_start = sorted(all.map(|i| (cell(i).x0, i)));
        // Each piece with the one left of it.
        let mut pairs: Vec<(u32, u32, f32)> = Vec::new();
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
                if before.max(index) >= count {
                    if gap >= LEAST_GAP * em {
                        gaps.push((end(&before), c.x0, (gap / em).min(3.0)));
                    }
                } else if gap > 0.0 {
                    pairs.push((before, index, gap));
                }
            }
            for slice in slices {
                if slice.is_none_or(|s| end(&s) < c.x1) {
                    *slice = Some(index);
                }
            }
        }
        let space = self.usual_space(&pairs, em);
        for (before, index, gap) in pairs {
            let (x0, c) = (end(&before), cell(index));
            if self.is_space(before, index, gap, space) {
                let x1 = c.x0;
                bridges.push(Rect {
                    x0,
                    x1,
                    ..cell(before).union(c)
                });
            } else if gap >= LEAST_GAP * em {
                gaps.push((x0, c.x0, (gap / em).min(3.0)));
            }
        }
        (gaps, bridges)
    }

    /// How much room words have between them as a rule, as far as gaps show; in ems.
    fn usual_space(&self, pairs: &[(u32, u32, f32)], em: f32) -> f32 {
        let mut gaps: Vec<f32> = pairs
            .iter()
            .map(|pair| pair.2)
            .filter(|gap| *gap > 0.1 * em)
            .collect();
        let middle = gaps.len() / 2;
        if gaps.is_empty() {
            return 0.0;
        }
        *gaps.select_nth_unstable_by(middle, f32::total_cmp).1 / em
    }

    /// Whether a gap between two pieces is the space between two words: what is drawn in one go, with
    /// white space in it or with no more room than a justified line has, is one line.
    /// Without an order of drawing it is one that is not much wider than most, `usual` ems.
    fn is_space(&self, a: u32, b: u32, gap: f32, usual: f32) -> bool {
        let (left, right) = (self.piece(a), self.piece(b));
        let size = left.size.max(right.size);
        if !self.drawn {
            return gap <= (1.5 * usual).clamp(0.4, 1.0) * size;
        }
        a.abs_diff(b) == 1 && is_space(left, right)
    }

    /// Whether what hangs over the core belongs to the left: with what it is drawn, or where most of
    /// it is.
    fn hangs_left(&self, strip: &Strip, index: u32) -> bool {
        let before = index.checked_sub(1);
        let is_in = |side: &[u32]| before.is_some_and(|b| side.binary_search(&b).is_ok());
        if self.drawn && is_in(&strip.left) != is_in(&strip.right) {
            return is_in(&strip.left);
        }
        let cell = self.piece(index).cell;
        cell.x0 + cell.x1 < strip.core.0 + strip.core.1
    }

    /// `None` when the strip is too narrow, or more hangs over it than the odd line.
    fn measure(&self, strip: &Strip, em: f32) -> Option<Gutter> {
        let (left, right) = (self.around(&strip.left), self.around(&strip.right));
        let (x0, x1) = self.white(strip, em);
        let rect = Rect {
            x0,
            x1,
            y0: left.y0.min(right.y0).max(strip.top),
            y1: left.y1.max(right.y1).min(strip.bottom),
        };
        let width = (rect.x1 - rect.x0) / em;
        let ruled = self.is_ruled(strip, rect, em);
        if width < LEAST_WIDTH && !ruled {
            return None;
        }
        let side = |pieces: &[u32], around: Rect| self.side(pieces.iter().copied(), around, em);
        let pictures = [left, right].map(|column| self.pictures_beside(column, rect, em));
        let (mut left, mut right) = (side(&strip.left, left), side(&strip.right, right));
        let level = level(&left.baselines, &right.baselines, em);
        let sides = [(&left, &strip.left[..]), (&right, &strip.right[..])];
        let margin = self.has_notes(sides[0], sides[1]) || self.has_notes(sides[1], sides[0]);
        for (side, pictures) in [&mut left, &mut right].into_iter().zip(pictures) {
            side.add_pictures(pictures, em);
        }
        let lines = [left.beside(&right, em), right.beside(&left, em)];
        let least = lines[0].min(lines[1]);
        if strip.hanging.len() * MOST_HANGING > least {
            return None;
        }
        let alternation = self.drawn.then(|| {
            let switches = drawing_order::switches(&strip.left, &strip.right);
            switches.saturating_sub(1) as f32 / (2 * least).saturating_sub(1).max(1) as f32
        });
        Some(Gutter {
            rect,
            frame: strip.left.first().map_or(0, |&i| self.piece(i).frame),
            evidence: Evidence {
                lines,
                width,
                alternation,
                recognised: self.recognised,
                fill: [left.fill, right.fill],
                letters: [left.letters, right.letters],
                level,
                ruled,
                margin,
            },
        })
    }

    /// From where to where a strip is white, but for the few lines of a column that reach out of it.
    fn white(&self, strip: &Strip, em: f32) -> (f32, f32) {
        let edge = |side: &[u32], outwards: fn(Rect) -> f32| {
            let (mut top, mut bottom) = (f32::INFINITY, f32::NEG_INFINITY);
            let cells = side.iter().map(|&i| self.piece(i).cell);
            let mut ends: Vec<f32> = cells
                .map(|cell| {
                    (top, bottom) = (top.min(cell.y0), bottom.max(cell.y1));
                    outwards(cell)
                })
                .collect();
            let lines = ((bottom - top) / (PITCH * em)).max(0.0) as usize;
            let beyond = lines.min(ends.len()) / REACHING_OUT;
            let (_, end, _) = ends.select_nth_unstable_by(beyond, |a, b| b.total_cmp(a));
            *end
        };
        let left = edge(&strip.left, |cell| cell.x1);
        let right = edge(&strip.right, |cell| -cell.x0);
        (left, -right)
    }

    /// The heights of the pictures in a column beside a strip: they are part of the column, as the caption
    /// below one is.
    fn pictures_beside(&self, column: Rect, strip: Rect, em: f32) -> Vec<(f32, f32)> {
        let pictures = self.pictures.iter().filter(|picture| {
            let overlap = picture.x1.min(column.x1) - picture.x0.max(column.x0);
            let beyond = picture.x0 >= strip.x1 - em || picture.x1 <= strip.x0 + em;
            beyond
                && overlap >= PICTURE_OVER * picture.width().min(column.width())
                && picture.y0 >= column.y0.min(strip.y0) - LEAST_PICTURE * em
                && picture.y1 <= column.y1.max(strip.y1) + em
                && picture.height() >= LEAST_PICTURE * em
        });
        pictures.map(|picture| (picture.y0, picture.y1)).collect()
    }

    /// Whether a rule is in a strip, the white of which is `rect`.
    fn is_ruled(&self, strip: &Strip, rect: Rect, em: f32) -> bool {
        self.shapes.rules.iter().any(|r| {
            r.x0 > rect.x0 - em
                && r.x1 < rect.x1 + em
                && r.x0 < strip.core.1.max(rect.x1)
                && r.x1 > strip.core.0.min(rect.x0)
                && r.y1.min(rect.y1) - r.y0.max(rect.y0) > 0.5 * rect.height()
        })
    }
}

/// Which of some gutters, each with its weight, divides the region first: of those that weigh enough
/// the one that reaches highest, as what ends the others there, a headline over some
/// columns, is on one side of it; and of those that reach as high the one that weighs most.
fn first(found: Vec<(f32, Strip, Gutter)>, em: f32) -> Option<(Strip, Gutter)> {
    let most = found.iter().map(|(weight, ..)| *weight).fold(0.0, f32::max);
    let weighty = |weight: f32| weight >= LEAST_WEIGHT * most;
    let tops = found.iter().filter(|(weight, ..)| weighty(*weight));
    let top = tops
        .map(|(.., gutter)| gutter.rect.y0)
        .fold(f32::INFINITY, f32::min);
    let mut best: Option<(f32, Strip, Gutter)> = None;
    for (weight, strip, gutter) in found {
        if weighty(weight)
            && gutter.rect.y0 <= top + em
            && best.as_ref().is_none_or(|(most, ..)| weight > *most)
        {
            best = Some((weight, strip, gutter));
        }
    }
    best.map(|(_, strip, gutter)| (strip, gutter))
}

/// Where gaps lie over each other more than beside it, the most first.
fn cores(gaps: Vec<(f32, f32, f32)>, em: f32) -> Vec<(f32, f32)> {
    let mut ends: Vec<(f32, f32)> = Vec::with_capacity(2 * gaps.len());
    for (start, end, weight) in gaps {
        ends.push((start, weight));
        ends.push((end, -weight));
    }
    // Where one gap ends and another starts, they do not lie over each other.
    ends.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    // The weight of the gaps that lie over each other between one end and the next.
    let mut weight = 0.0;
    let weights: Vec<f32> = ends
        .iter()
        .map(|(_, change)| {
            weight += change;
            weight
        })
        .collect();
    let mut found: Vec<(usize, f32)> = Vec::new();
    for (at, (pair, &weight)) in ends.windows(2).zip(&weights).enumerate() {
        if let [(from, change), (to, next)] = pair
            && *change > 0.0
            && *next < 0.0
            && weight > 1.0
            && to > from
        {
            found.push((at, weight));
        }
    }
    found.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let mut cores: Vec<(f32, f32)> = Vec::new();
    for (at, _) in found {
        if cores.len() == MOST_CORES {
            break;
        }
        let Some((from, to)) = widened(&ends, &weights, at, LEAST_WIDTH * em) else {
            continue;
        };
        let near = |c: &(f32, f32)| (c.0 + c.1 - from - to).abs() < 0.4 * em;
        if !cores.iter().any(near) {
            // A line may hang out into the strip; its middle must stay white.
            let trim = (to - from) / 3.0;
            cores.push((from + trim, to - trim));
        }
    }
    cores
}

/// What is between an end and the next, with what is beside it where nearly as many gaps lie over each other,
/// until it is this wide.
fn widened(ends: &[(f32, f32)], weights: &[f32], at: usize, width: f32) -> Option<(f32, f32)> {
    let least = AS_MANY * weights.get(at)?;
    let (mut first, mut last) = (at, at);
    let place = |n: usize| ends.get(n).map(|end| end.0);
    loop {
        let (from, to) = (place(first)?, place(last + 1)?);
        let before = first.checked_sub(1).and_then(|n| weights.get(n));
        let after = weights.get(last + 1).filter(|_| last + 2 < ends.len());
        let most = before.into_iter().chain(after).copied().fold(0.0, f32::max);
        if to - from >= width || most < least {
            return Some((from, to));
        }
        if before == Some(&most) {
            first -= 1;
        } else {
            last += 1;
        }
    }
}
