//! Rows to gutters: strips that stay white from row to row.
//!
//! Over the width of the page a profile is kept: at each place, the height of the rows that are
//! white there, with text on both sides, less a multiple of that of the rows that have ink. In a
//! column of text, spaces stand elsewhere in each row, so the profile is far below zero; in a
//! gutter it is about as high as the page. Rows that end before the gutter say nothing.

use super::rows::{Row, Upright};
use super::{ColumnCount, ColumnParams};
use crate::geometry::Rect;
use crate::model::Content;

/// Places of a profile a line height.
const FINENESS: f32 = 20.0;
/// Places of a profile at most; pages of very small text get coarser ones.
const MOST_PLACES: usize = 8192;
/// How far a gutter may lean from the vertical of the lines, in points a point: 0.6 degrees.
const LEAN: f32 = 0.01;
/// A gutter is as wide as its profile stays above this share of its highest point.
/// One row in ten may cross it, as page numbers in gutters and headwords in margins do.
const PLATEAU: f32 = 0.7;
/// A rule is thinner than this share of a line's height, and longer than so many.
const RULE_WIDTH: f32 = 0.4;
const RULE_LENGTH: f32 = 3.0;

/// A gutter: one strip for each part of the page, from the top down.
#[derive(Clone, Debug)]
pub struct Gutter {
    strips: Vec<(f32, f32)>,
    page: (f32, f32),
    weight: f32,
}

impl Gutter {
    /// From where to where it goes along `u`, at a height.
    pub fn at(&self, v: f32) -> (f32, f32) {
        self.strips
            .get(part(self.page, v, self.strips.len()))
            .copied()
            .unwrap_or_default()
    }

    fn middle(&self) -> f32 {
        let (start, end) = self.strips[self.strips.len() / 2];
        (start + end) / 2.0
    }
}

/// In which of `parts` equal parts of the page's height something stands.
fn part(page: (f32, f32), v: f32, parts: usize) -> usize {
    let share = (v - page.0) / (page.1 - page.0).max(1.0);
    // The cast takes what is below zero, or no number, for zero.
    ((share * parts as f32) as usize).min(parts.saturating_sub(1))
}

/// How places of a profile lie on the page.
#[derive(Clone, Copy)]
struct Scale {
    start: f32,
    step: f32,
    places: usize,
}

impl Scale {
    fn new(rows: &[Row], height: f32) -> Option<Self> {
        let (start, end) = rows
            .iter()
            .filter_map(|row| Some((row.ink.first()?.0, row.ink.last()?.1)))
            .fold((f32::INFINITY, f32::NEG_INFINITY), |a, b| {
                (a.0.min(b.0), a.1.max(b.1))
            });
        let width = end - start;
        if !(width > 0.0 && width.is_finite() && height > 0.0) {
            return None;
        }
        let step = (height / FINENESS).max(width / MOST_PLACES as f32);
        let places = (width / step).ceil() as usize + 1;
        Some(Self {
            start,
            step,
            places,
        })
    }

    /// The places that an interval touches.
    fn touched(&self, start: f32, end: f32) -> std::ops::Range<usize> {
        let first = ((start - self.start) / self.step).floor().max(0.0) as usize;
        let last = ((end - self.start) / self.step).ceil().max(0.0) as usize;
        first.min(self.places)..last.min(self.places)
    }

    fn strip(&self, places: std::ops::Range<usize>) -> (f32, f32) {
        let u = |place: usize| self.start + self.step * place as f32;
        (u(places.start), u(places.end))
    }

    fn width(&self) -> f32 {
        self.step * self.places as f32
    }

    fn count(&self, width: f32) -> usize {
        (width / self.step).round().max(0.0) as usize
    }
}

/// The gutters of a page from left to right.
pub fn find(
    content: &Content,
    upright: &Upright,
    rows: &[Row],
    params: &ColumnParams,
) -> Vec<Gutter> {
    let Some(scale) = Scale::new(rows, upright.height) else {
        return Vec::new();
    };
    let page = (upright.page.y0, upright.page.y1);
    let parts = params.parts.clamp(1, 100);
    let mut profiles = vec![vec![0.0f32; scale.places + 1]; parts];
    for row in rows {
        let middle = (row.top + row.bottom) / 2.0;
        let profile = &mut profiles[part(page, middle, parts)];
        add(profile, scale, row, params.crossing);
    }
    for profile in &mut profiles {
        // Until here a profile held the steps from place to place.
        let mut sum = 0.0;
        for place in profile.iter_mut() {
            sum += *place;
            *place = sum.max(0.0);
        }
        profile.truncate(scale.places);
    }
    let slack = |p: usize| {
        let away = (p as f32 + 0.5) / parts as f32 - 0.5;
        scale.count((away * (page.1 - page.0) * LEAN).abs())
    };
    let mut whole = vec![0.0f32; scale.places];
    for (p, profile) in profiles.iter().enumerate() {
        add_highest(&mut whole, profile, slack(p));
    }
    let ruled = ruled(content, upright, scale, &whole);

    let all: f32 = rows.iter().map(|row| row.bottom - row.top).sum();
    let (most, least) = match params.count {
        ColumnCount::Automatic => (usize::MAX, params.automatic_evidence * all),
        ColumnCount::Exactly(count) => (count.saturating_sub(1) as usize, params.evidence * all),
    };
    let apart = scale.count(params.least_width * scale.width());
    let mut free = vec![true; scale.places];
    forbid(&mut free, 0..apart);
    forbid(&mut free, scale.places.saturating_sub(apart)..scale.places);
    let mut gutters: Vec<Gutter> = Vec::new();
    while gutters.len() < most {
        let highest = (0..scale.places)
            .filter(|&i| free[i])
            .map(|i| (i, whole[i] + ruled[i]))
            .fold(None, |best: Option<(usize, f32)>, (i, weight)| match best {
                Some((_, most)) if most >= weight => best,
                _ => Some((i, weight)),
            });
        let Some((place, weight)) = highest.filter(|(_, weight)| *weight > 0.0 && *weight >= least)
        else {
            break;
        };
        let strip = plateau(&whole, place);
        if params.count == ColumnCount::Automatic
            && ruled[place] == 0.0
            && scale.step * (strip.len() as f32) < params.least_gutter * upright.height
        {
            forbid(&mut free, strip);
            continue;
        }
        forbid(
            &mut free,
            strip.start.saturating_sub(apart)..(strip.end + apart).min(scale.places),
        );
        let strips = profiles
            .iter()
            .enumerate()
            .map(|(p, profile)| scale.strip(local(profile, &strip, slack(p))))
            .collect();
        gutters.push(Gutter {
            strips,
            page,
            weight,
        });
    }
    gutters.sort_by(|a, b| a.middle().total_cmp(&b.middle()));
    if params.count == ColumnCount::Automatic {
        drop_unfilled(&mut gutters, rows, params.fill);
    }
    gutters
}

/// Adds a row to the steps of a profile: its height where it is white between text, less a multiple
/// of it where it has ink.
fn add(steps: &mut [f32], scale: Scale, row: &Row, crossing: f32) {
    let (Some(first), Some(last)) = (row.ink.first(), row.ink.last()) else {
        return;
    };
    let height = row.bottom - row.top;
    let mut add = |places: std::ops::Range<usize>, value: f32| {
        steps[places.start] += value;
        steps[places.end] -= value;
    };
    add(scale.touched(first.0, last.1), height);
    let mut end = 0;
    for &(start, stop) in &row.ink {
        let mut touched = scale.touched(start, stop);
        // Two intervals may touch the same place.
        touched.start = touched.start.max(end).min(touched.end);
        end = touched.end;
        add(touched, -(1.0 + crossing) * height);
    }
}

/// Adds to each place the highest of the places of `profile` that are at most `slack` away.
fn add_highest(sum: &mut [f32], profile: &[f32], slack: usize) {
    // Places that may still be the highest of some window, falling from front to back.
    let mut window: std::collections::VecDeque<usize> = std::collections::VecDeque::new();
    let mut next = 0;
    for (place, sum) in sum.iter_mut().enumerate() {
        while next < profile.len() && next <= place + slack {
            while window.back().is_some_and(|&b| profile[b] <= profile[next]) {
                window.pop_back();
            }
            window.push_back(next);
            next += 1;
        }
        while window.front().is_some_and(|&f| f + slack < place) {
            window.pop_front();
        }
        *sum += window.front().map_or(0.0, |&f| profile[f]);
    }
}

/// The height of the rules at each place that is white.
fn ruled(content: &Content, upright: &Upright, scale: Scale, whole: &[f32]) -> Vec<f32> {
    let mut heights = vec![0.0f32; scale.places];
    for fill in &content.fills {
        let r: Rect = upright.level_rect(fill.bbox);
        let is_rule = r.width() <= RULE_WIDTH * upright.height
            && r.height() >= RULE_LENGTH * upright.height
            && r.height().is_finite();
        if is_rule {
            for place in scale.touched(r.x0, r.x1) {
                if whole[place] > 0.0 {
                    heights[place] += r.height().min(upright.page.height());
                }
            }
        }
    }
    heights
}

fn forbid(free: &mut [bool], places: std::ops::Range<usize>) {
    let end = places.end.min(free.len());
    free[places.start.min(end)..end].fill(false);
}

/// The places around a high one that are about as high.
fn plateau(profile: &[f32], place: usize) -> std::ops::Range<usize> {
    let high = PLATEAU * profile[place];
    let mut start = place;
    while start > 0 && profile[start - 1] >= high {
        start -= 1;
    }
    let mut end = place + 1;
    while end < profile.len() && profile[end] >= high {
        end += 1;
    }
    start..end
}

/// Where in one part of the page the gutter is that the whole page has at `strip`: the widest
/// plateau of the highest places near it. Where the part says nothing, it is as on the whole page.
fn local(profile: &[f32], strip: &std::ops::Range<usize>, slack: usize) -> std::ops::Range<usize> {
    let near = strip.start.saturating_sub(slack)..(strip.end + slack).min(profile.len());
    let high = PLATEAU * profile[near.clone()].iter().copied().fold(0.0, f32::max);
    if high <= 0.0 {
        return strip.clone();
    }
    let mut widest = strip.start..strip.start;
    let mut place = near.start;
    while place < near.end {
        if profile[place] < high {
            place += 1;
            continue;
        }
        let start = place;
        while place < near.end && profile[place] >= high {
            place += 1;
        }
        if place - start > widest.len() {
            widest = start..place;
        }
    }
    widest
}

/// Takes out gutters until the rows of every column fill it: the weaker gutter of the column that
/// is filled least.
fn drop_unfilled(gutters: &mut Vec<Gutter>, rows: &[Row], least: f32) {
    while !gutters.is_empty() {
        let fills = fills(gutters, rows);
        let Some((column, _)) = fills
            .iter()
            .enumerate()
            .filter(|(_, fill)| **fill < least)
            .min_by(|a, b| a.1.total_cmp(b.1))
        else {
            return;
        };
        let (left, right) = (
            column.checked_sub(1),
            Some(column).filter(|&c| c < gutters.len()),
        );
        let weight = |g: Option<usize>| g.map_or(f32::INFINITY, |g| gutters[g].weight);
        let weaker = if weight(left) < weight(right) {
            left
        } else {
            right
        };
        match weaker {
            Some(gutter) => drop(gutters.remove(gutter)),
            None => return,
        }
    }
}

/// How far the rows of each column fill it on average. The first column starts, and the last ends,
/// where all but a tenth of its rows do.
fn fills(gutters: &[Gutter], rows: &[Row]) -> Vec<f32> {
    let columns = gutters.len() + 1;
    let mut extents: Vec<Vec<(f32, f32)>> = vec![Vec::new(); columns];
    for row in rows {
        let v = (row.top + row.bottom) / 2.0;
        let mut open: Option<(usize, f32, f32)> = None;
        for &(start, end) in &row.ink {
            let middle = (start + end) / 2.0;
            let column = gutters
                .iter()
                .filter(|g| {
                    let (a, b) = g.at(v);
                    middle > (a + b) / 2.0
                })
                .count();
            match &mut open {
                Some((c, _, last)) if *c == column => *last = end,
                _ => {
                    if let Some((c, a, b)) = open.replace((column, start, end)) {
                        extents[c].push((a, b));
                    }
                }
            }
        }
        if let Some((c, a, b)) = open {
            extents[c].push((a, b));
        }
    }
    (0..columns)
        .map(|c| {
            let own = &extents[c];
            if own.is_empty() {
                return 0.0;
            }
            let tenth = |mut values: Vec<f32>| {
                values.sort_unstable_by(f32::total_cmp);
                values[values.len() / 10]
            };
            let strip = |g: Option<usize>| {
                let strips = &gutters.get(g?)?.strips;
                strips.get(strips.len() / 2).copied()
            };
            let (before, after) = (strip(c.checked_sub(1)), strip(Some(c)));
            let start = before.map_or_else(|| tenth(own.iter().map(|e| e.0).collect()), |s| s.1);
            let end = after.map_or_else(|| -tenth(own.iter().map(|e| -e.1).collect()), |s| s.0);
            // Half of the gutter on each side; the outer margins count as those inside.
            let width = |s: (f32, f32)| s.1 - s.0;
            let gutter = match (before, after) {
                (Some(a), Some(b)) => (width(a) + width(b)) / 2.0,
                (one, other) => one.or(other).map_or(0.0, width),
            };
            let length: f32 = own.iter().map(|e| e.1 - e.0).sum::<f32>() / own.len() as f32;
            length / (end - start + gutter).max(1.0)
        })
        .collect()
}
