//! Finds gutters: strips that stay white from line to line, with columns on both sides.
//!
//! ```text
//!      a heading over both columns        blocks the strip
//!      left column   | |  right column
//!      left column   | |  right column    |-| the core: white in most lines
//!      left column   | |  right column
//!      left  17      | |                  a last row beside a page number: trimmed
//! ```
//!
//! 1. `gaps` finds the gaps between each piece and the one left of it; `cores` finds the places where most
//!    gaps overlap.
//! 2. `strips` follows each core down the region until text, an image or a ruled line blocks it.
//! 3. [`Evidence::weigh`] decides by one score whether a strip is a gutter: the drawing order of its sides,
//!    its height and width, and the kind of lines beside it (columns, table cells or scattered labels).

mod bands;
pub(crate) mod evidence;
pub(crate) mod finder;
mod ground;
mod longer;
mod side;
mod stretches;
mod strips;
#[cfg(test)]
mod tests;

use super::drawn_runs::is_space;
use crate::geometry::Rect;
use crate::layout::scale::{MIN_LENGTH, median};
use crate::rank::{of_rank, rank, sorted};
use evidence::{Evidence, MIN_WIDTH, is_level};
use finder::{Cut, Gutter, GutterFinder, inner_height};
use longer::Longer;
use side::{PITCH, level, turns};
use strips::Strip;

/// Limits for cores, the places where most gaps overlap.
struct CoreLimits {
    /// Most cores examined in a region. Text has many by chance, but those of gutters come first, because more
    /// and wider gaps overlap there. Measured on the zoo: 24 cores are slower, and score no higher.
    max_count: usize,
    /// If the gap with the most overlaps is too narrow, it is widened as long as at least this share of them
    /// remains: the others are gaps of lines that extend beyond their column.
    min_share: f32,
    /// Cores whose centres are closer than half of this, in ems, are one.
    same: f32,
    /// A core is the middle one of this many parts of the white space: a line may hang into the others.
    parts: f32,
}

const CORE: CoreLimits = CoreLimits {
    max_count: 12,
    min_share: 0.8,
    same: 0.4,
    parts: 3.0,
};

/// Limits for the gaps between pieces.
struct GapLimits {
    /// Least width of a gap in a gutter, in ems.
    min_width: f32,
    /// Width from which a wider gap has no more weight, in ems.
    max_weight: f32,
    /// Narrowest gap that counts for the usual space between words, in ems.
    min_space: f32,
    /// Without a drawing order, gaps up to this many usual spaces are spaces.
    spaces: f32,
    /// Limits for that width, in ems: narrower gaps are always spaces, wider gaps never.
    space_range: [f32; 2],
    /// Flat slices of a region for each em of its height. More are finer and slower.
    slices_per_em: f32,
    /// Most slices of a region.
    max_slices: f32,
}

const GAP: GapLimits = GapLimits {
    min_width: 0.35,
    max_weight: 3.0,
    min_space: 0.1,
    spaces: 1.5,
    space_range: [0.4, 1.0],
    slices_per_em: 4.0,
    max_slices: 8192.0,
};

/// The number of a piece where there is none.
const NO_PIECE: u32 = u32::MAX;

/// Limits for measuring and comparing gutters.
struct GutterLimits {
    /// Fewest pieces of a region with a gutter.
    min_pieces: usize,
    /// Least weight of a gutter that can divide a region first, as a share of the greatest.
    min_weight: f32,
    /// Least number of lines beside a strip for each piece that hangs over it.
    lines_per_hanging: usize,
    /// One line in this many may extend beyond its column without making the gutter narrower.
    lines_per_outlier: usize,
    /// Least overlap of a picture and its column, as a share of the narrower.
    picture_overlap: f32,
    /// Least height of such a picture, in ems. A smaller one is a mark in or beside a line.
    min_picture: f32,
}

const GUTTER: GutterLimits = GutterLimits {
    min_pieces: 4,
    min_weight: 0.5,
    lines_per_hanging: 4,
    lines_per_outlier: 10,
    picture_overlap: 0.7,
    min_picture: 4.0,
};

/// The result of searching the gutter of a region.
#[derive(Clone, Debug)]
pub(crate) enum Found {
    Cut(Cut),
    /// A strip that is almost a gutter.
    Refused(Gutter),
    Nothing,
}

impl GutterFinder<'_> {
    /// The gutter that divides these pieces first, with the parts that it divides.
    pub(crate) fn find(&self, region: &[u32]) -> Found {
        if region.len() < GUTTER.min_pieces {
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
            let strips = self.strips(&ground, core, em, GUTTER.min_weight * most);
            let strips = strips.into_iter();
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
        let mut left = cut.left.iter().peekable();
        let mut right = cut.right.iter().peekable();
        for &index in region {
            if left.next_if_eq(&&index).is_some() || right.next_if_eq(&&index).is_some() {
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

    /// Returns the gaps between pieces and their left neighbours, with weights that grow with the width. Also
    /// returns the spaces between words, which end each strip that they cross. The region is cut into flat
    /// slices; for each, the rightmost piece so far is kept.
    fn gaps(&self, region: &[u32], em: f32) -> (Vec<(f32, f32, f32)>, Vec<Rect>) {
        let cell = |i: u32| self.piece(i).cell;
        let (top, bottom) = region
            .iter()
            .fold((f32::INFINITY, f32::NEG_INFINITY), |(t, b), &i| {
                (t.min(cell(i).y0), b.max(cell(i).y1))
            });
        let slice = (em / GAP.slices_per_em)
            .max((bottom - top) / GAP.max_slices)
            .max(MIN_LENGTH);
        let number = |v: f32| ((v - top) / slice).clamp(0.0, GAP.max_slices) as usize;
        // The end and the number of the piece that reaches furthest in each slice.
        let mut last: Vec<(f32, u32)> = vec![(f32::NEG_INFINITY, NO_PIECE); number(bottom) + 1];
        // Pictures count as text beside text. Their numbers follow those of the pieces.
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
        // Each piece with its left neighbour.
        let mut pairs: Vec<(u32, u32, f32)> = Vec::with_capacity(region.len());
        let (mut gaps, mut bridges) = (Vec::new(), Vec::new());
        for index in by_start {
            let c = cell(index);
            let (top, bottom) = inner_height(c);
            let (from, to) = (number(top), number(bottom));
            let slices = last.get_mut(from..=to.max(from)).unwrap_or_default();
            let mut before = (f32::NEG_INFINITY, NO_PIECE);
            for slice in &mut *slices {
                if slice.0 > before.0 || slice.0 == before.0 && slice.1 < before.1 {
                    before = *slice;
                }
                if slice.0 < c.x1 {
                    *slice = (c.x1, index);
                }
            }
            let (end, before) = before;
            if before != NO_PIECE {
                let gap = c.x0 - end;
                if before.max(index) >= count {
                    if gap >= GAP.min_width * em {
                        gaps.push((end, c.x0, (gap / em).min(GAP.max_weight)));
                    }
                } else if gap > 0.0 {
                    pairs.push((before, index, gap));
                }
            }
        }
        let space = self.usual_space(&pairs, em);
        for (before, index, gap) in pairs {
            let (x0, c) = (cell(before).x1, cell(index));
            if self.is_space(before, index, gap, space) {
                let x1 = c.x0;
                bridges.push(Rect {
                    x0,
                    x1,
                    ..cell(before).union(c)
                });
            } else if gap >= GAP.min_width * em {
                gaps.push((x0, c.x0, (gap / em).min(GAP.max_weight)));
            }
        }
        (gaps, bridges)
    }

    /// The usual space between words, as far as gaps show it, in ems.
    fn usual_space(&self, pairs: &[(u32, u32, f32)], em: f32) -> f32 {
        let gaps = pairs.iter().map(|pair| pair.2);
        let wide = gaps.filter(|gap| *gap > GAP.min_space * em);
        median(wide.collect()).map_or(0.0, |gap| gap / em)
    }

    /// Whether a gap between two pieces is a space between words of one line. Pieces drawn one after the
    /// other must have white space between them, or a gap not wider than in a justified line. Without a
    /// drawing order, the gap must not be much wider than `usual` ems.
    fn is_space(&self, a: u32, b: u32, gap: f32, usual: f32) -> bool {
        let (left, right) = (self.piece(a), self.piece(b));
        let size = left.size.max(right.size);
        if !self.drawn {
            let [least, most] = GAP.space_range;
            return gap <= (GAP.spaces * usual).clamp(least, most) * size;
        }
        a.abs_diff(b) == 1 && is_space(left, right)
    }

    /// Whether a piece over the core belongs to the left side: by its neighbour in drawing order, or by its
    /// centre.
    fn hangs_left(&self, strip: &Strip, index: u32) -> bool {
        let before = index.checked_sub(1);
        let is_in = |side: &[u32]| before.is_some_and(|b| side.binary_search(&b).is_ok());
        if self.drawn && is_in(&strip.left) != is_in(&strip.right) {
            return is_in(&strip.left);
        }
        let cell = self.piece(index).cell;
        cell.x0 + cell.x1 < strip.core.0 + strip.core.1
    }

    /// Measures a strip. Returns `None` if it is too narrow, or if too many pieces hang over it.
    fn measure(&self, strip: &Strip, em: f32) -> Option<Gutter> {
        // Many strips in text end here. A side has at most as many lines as pieces, except for pictures.
        let least = strip.hanging.len() * GUTTER.lines_per_hanging;
        if self.pictures.is_empty() && strip.left.len().min(strip.right.len()) < least {
            return None;
        }
        let [left, right] = strip.columns;
        let x0 = self.edge(&strip.left, left, em, |cell| cell.x1);
        let x1 = -self.edge(&strip.right, right, em, |cell| -cell.x0);
        let rect = Rect {
            x0,
            x1,
            y0: left.y0.min(right.y0).max(strip.top),
            y1: left.y1.max(right.y1).min(strip.bottom),
        };
        let width = (rect.x1 - rect.x0) / em;
        let ruled = self.is_ruled(strip, rect, em);
        if width < MIN_WIDTH && !ruled {
            return None;
        }
        let side = |pieces: &[u32], around: Rect| self.side(pieces.iter().copied(), around, em);
        let pictures = [left, right].map(|column| self.pictures_beside(column, rect, em));
        let (fewer, fewer_pictures) = if strip.left.len() < strip.right.len() {
            (&strip.left, &pictures[0])
        } else {
            (&strip.right, &pictures[1])
        };
        // Measuring the sides would be more expensive.
        if least > 0 && fewer_pictures.is_empty() && self.has_fewer_lines(fewer, least, em) {
            return None;
        }
        let (mut left, mut right) = (side(&strip.left, left), side(&strip.right, right));
        let level = level(&left.baselines, &right.baselines, em);
        let sides = [(&left, &strip.left[..]), (&right, &strip.right[..])];
        let margin = self.has_notes(sides[0], sides[1]) || self.has_notes(sides[1], sides[0]);
        for (side, pictures) in [&mut left, &mut right].into_iter().zip(pictures) {
            side.add_pictures(pictures, em);
        }
        let lines = [left.beside(&right, em), right.beside(&left, em)];
        let fewest = lines[0].min(lines[1]);
        if fewest < least {
            return None;
        }
        let alternation = self.drawn.then(|| {
            let turns = turns(&strip.left, &strip.right).count();
            turns.saturating_sub(2) as f32 / (2 * fewest).saturating_sub(1).max(1) as f32
        });
        let numbers = !self.drawn
            && is_level(level)
            && (self.are_numbers(&strip.left) || self.are_numbers(&strip.right));
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
                numbers,
            },
        })
    }

    /// The edge of a side, with this box, at a strip's white space, except for the few lines that extend
    /// beyond their column.
    fn edge(&self, side: &[u32], around: Rect, em: f32, outwards: fn(Rect) -> f32) -> f32 {
        let lines = (around.height() / (PITCH * em)) as usize;
        let beyond = lines.min(side.len()) / GUTTER.lines_per_outlier;
        if beyond == 0 {
            return outwards(around);
        }
        // The furthest ends come first.
        let ends = side.iter().map(|&i| !rank(outwards(self.piece(i).cell)));
        let mut ends: Vec<u32> = ends.collect();
        let (_, end, _) = ends.select_nth_unstable(beyond);
        of_rank(!*end)
    }

    /// The vertical extents of the pictures in a column beside a strip. They belong to the column, as a
    /// caption below them does.
    fn pictures_beside(&self, column: Rect, strip: Rect, em: f32) -> Vec<(f32, f32)> {
        let pictures = self.pictures.iter().filter(|picture| {
            let overlap = picture.x1.min(column.x1) - picture.x0.max(column.x0);
            let beyond = picture.x0 >= strip.x1 - em || picture.x1 <= strip.x0 + em;
            beyond
                && overlap >= GUTTER.picture_overlap * picture.width().min(column.width())
                && picture.y0 >= column.y0.min(strip.y0) - GUTTER.min_picture * em
                && picture.y1 <= column.y1.max(strip.y1) + em
                && picture.height() >= GUTTER.min_picture * em
        });
        pictures.map(|picture| (picture.y0, picture.y1)).collect()
    }

    /// Whether a vertical rule is in a strip, whose white space is `rect`.
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

/// Selects the gutter that divides the region first: of those with enough weight the highest, and of equally
/// high ones that with most weight. The others are ended by something on one side of it, such as a headline.
fn first(found: Vec<(f32, Strip, Gutter)>, em: f32) -> Option<(Strip, Gutter)> {
    let most = found.iter().map(|(weight, ..)| *weight).fold(0.0, f32::max);
    let weighty = |weight: f32| weight >= GUTTER.min_weight * most;
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

/// The places where the most gaps overlap, the best first.
fn cores(gaps: Vec<(f32, f32, f32)>, em: f32) -> Vec<(f32, f32)> {
    // Gaps of which one ends where the other starts do not overlap, so the negative changes come first.
    let key = |at: f32, change: f32| u64::from(rank(at)) << 32 | u64::from(rank(change));
    let mut keys = Vec::with_capacity(2 * gaps.len());
    for (start, end, weight) in gaps {
        keys.push(key(start, weight));
        keys.push(key(end, -weight));
    }
    keys.sort_unstable();
    let ends = keys.into_iter();
    let ends = ends.map(|key| (of_rank((key >> 32) as u32), of_rank(key as u32)));
    let ends: Vec<(f32, f32)> = ends.collect();
    // The total weight of the gaps between each end and the next.
    let mut weight = 0.0;
    let weights: Vec<f32> = ends
        .iter()
        .map(|(_, change)| {
            weight += change;
            weight
        })
        .collect();
    let pairs = (0u32..).zip(ends.windows(2)).zip(&weights);
    let overlaps = pairs.filter_map(|((at, pair), &weight)| match pair {
        [(from, change), (to, next)] => {
            let is_most = *change > 0.0 && *next < 0.0 && weight > 1.0 && to > from;
            is_most.then_some((-weight, at))
        }
        _ => None,
    });
    let mut cores: Vec<(f32, f32)> = Vec::new();
    for at in sorted(overlaps) {
        if cores.len() == CORE.max_count {
            break;
        }
        let Some((from, to)) = widened(&ends, &weights, at as usize, MIN_WIDTH * em) else {
            continue;
        };
        let near = |c: &(f32, f32)| (c.0 + c.1 - from - to).abs() < CORE.same * em;
        if !cores.iter().any(near) {
            // A line may hang into the strip; its centre must stay white.
            let trim = (to - from) / CORE.parts;
            cores.push((from + trim, to - trim));
        }
    }
    cores
}

/// Widens the place between an end and the next to its neighbours where nearly as many gaps overlap, until it
/// is `width` wide.
fn widened(ends: &[(f32, f32)], weights: &[f32], at: usize, width: f32) -> Option<(f32, f32)> {
    let least = CORE.min_share * weights.get(at)?;
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
