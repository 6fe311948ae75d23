//! Finds gutters: strips that stay white from row to row. Takes rows and returns the gutters from left to
//! right.
//!
//! A profile across the page holds one height for each place: that of the rows with white space there and
//! text on both sides, minus a multiple of that of the rows with ink. In a column, each row has its spaces
//! elsewhere, so the profile is far below zero. In a gutter it is about as high as the page. Rows that end
//! before the gutter do not count.
//!
//! If the number of columns is not given, the gaps between table cells must not become gutters. A row then
//! supports a gutter only if long text is on both sides, which cells rarely have. It opposes the gutter if a
//! horizontal rule next to it passes through, as in ruled tables.

use super::profile::{Scale, Telling, add, add_highest, highest, local, plateau, step};
use super::rows::{Row, Upright, merge};
use super::{ColumnCount, ColumnParams};
use crate::compact_sort::CompactSort;
use crate::geometry::Rect;
use crate::page::Content;

/// Limits for gutters that are not parameters.
struct GutterLimits {
    /// Largest slope of a gutter relative to the vertical of the lines: 0.01 is 0.6 degrees.
    max_lean: f32,
    /// Largest gap within continuous text, in line heights. It includes the spaces of justified lines.
    max_run_gap: f32,
    /// Fewest lines that support a gutter if the number of columns is not given.
    min_rows: f32,
    /// Most parts of a page.
    max_parts: usize,
    /// One row in this many may extend beyond the outer edge of a column.
    rows_per_outlier: usize,
}

const GUTTER: GutterLimits = GutterLimits {
    max_lean: 0.01,
    max_run_gap: 1.0,
    min_rows: 4.0,
    max_parts: 100,
    rows_per_outlier: 10,
};

/// Limits for ruled lines, in line heights.
struct RuleLimits {
    /// Largest distance between a horizontal rule and the centre of a row next to it, in line heights.
    beside: f32,
    /// Largest thickness.
    max_width: f32,
    /// Least length.
    min_length: f32,
}

const RULE: RuleLimits = RuleLimits {
    beside: 2.0,
    max_width: 0.4,
    min_length: 3.0,
};

/// A gutter: one strip (from, to) for each part of the page, from the top down.
#[derive(Clone, Debug)]
pub(super) struct Gutter {
    strips: Vec<(f32, f32)>,
    page: (f32, f32),
    weight: f32,
    /// For each part, whether its rows support the gutter.
    present: Vec<bool>,
}

impl Gutter {
    /// Its extent along `u` at the height `v`.
    pub(super) fn at(&self, v: f32) -> (f32, f32) {
        self.strips
            .get(part(self.page, v, self.strips.len()))
            .copied()
            .unwrap_or_default()
    }

    /// A gutter at a given place, from the top of the page to its bottom.
    pub(super) fn fixed(upright: &Upright, bbox: Rect) -> Self {
        let level = upright.level_rect(bbox);
        Self {
            strips: vec![(level.x0, level.x1)],
            page: (upright.page.y0, upright.page.y1),
            weight: 0.0,
            present: vec![true],
        }
    }

    fn middle(&self) -> f32 {
        let (start, end) = self.strips[self.strips.len() / 2];
        (start + end) / 2.0
    }
}

/// The gutters at given places, from left to right.
pub(super) fn fixed(upright: &Upright, boxes: &[Rect]) -> Vec<Gutter> {
    let gutters = boxes.iter().map(|&bbox| Gutter::fixed(upright, bbox));
    let mut gutters: Vec<Gutter> = gutters.collect();
    gutters.compact_sort_by(|a, b| a.middle().total_cmp(&b.middle()));
    gutters
}

/// The index of the part of the page that contains the height `v`; the page has `parts` equal parts.
fn part(page: (f32, f32), v: f32, parts: usize) -> usize {
    let share = (v - page.0) / (page.1 - page.0).max(1.0);
    // The cast maps negative numbers and NaN to zero.
    ((share * parts as f32) as usize).min(parts.saturating_sub(1))
}

/// The gutters of a page from left to right.
pub(super) fn find(
    content: &Content,
    upright: &Upright,
    rows: &[Row],
    params: &ColumnParams,
) -> Vec<Gutter> {
    let Some(scale) = Scale::new(rows, upright.height) else {
        return Vec::new();
    };
    let automatic = params.count == ColumnCount::Automatic;
    let rules = vertical_rules(content, upright, scale);
    let profiles = profiles(content, upright, rows, scale, params, &rules);
    let page = (upright.page.y0, upright.page.y1);
    let slack = |p: usize| {
        let away = (p as f32 + 0.5) / profiles.len() as f32 - 0.5;
        scale.count((away * (page.1 - page.0) * GUTTER.max_lean).abs())
    };
    let mut whole = vec![0.0f32; scale.places];
    for (p, profile) in profiles.iter().enumerate() {
        add_highest(&mut whole, profile, slack(p));
    }
    // A rule strengthens a gutter, but does not make one.
    let weights: Vec<f32> = whole
        .iter()
        .zip(&rules)
        .map(|(w, r)| w + r.min(*w))
        .collect();

    let all: f32 = rows.iter().map(|row| row.bottom - row.top).sum();
    let (most, least) = match params.count {
        ColumnCount::Automatic => {
            let share = params.automatic_evidence * all;
            (usize::MAX, share.max(GUTTER.min_rows * upright.height))
        }
        ColumnCount::Exactly(count) => (count.saturating_sub(1) as usize, params.evidence * all),
    };
    let apart = scale.count(params.least_width * scale.width());
    let mut free = vec![true; scale.places];
    forbid(&mut free, 0..apart);
    forbid(&mut free, scale.places.saturating_sub(apart)..scale.places);
    let mut gutters: Vec<Gutter> = Vec::new();
    while gutters.len() < most {
        let highest_free = (0..scale.places)
            .filter(|&i| free[i])
            .map(|i| (i, weights[i]))
            .fold(None, |best: Option<(usize, f32)>, (i, weight)| match best {
                Some((_, most)) if most >= weight => best,
                _ => Some((i, weight)),
            });
        let Some((place, weight)) =
            highest_free.filter(|(_, weight)| *weight > 0.0 && *weight >= least)
        else {
            break;
        };
        let strip = plateau(&whole, place);
        let heights: Vec<f32> = profiles
            .iter()
            .enumerate()
            .map(|(p, profile)| highest(profile, &strip, slack(p)))
            .collect();
        let narrow = rules[place] == 0.0
            && scale.step * (strip.len() as f32) < params.least_gutter * upright.height;
        if automatic && (narrow || beside_others(&heights, &gutters) < least) {
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
            present: heights.iter().map(|height| *height > 0.0).collect(),
        });
    }
    gutters.compact_sort_by(|a, b| a.middle().total_cmp(&b.middle()));
    if automatic {
        drop_unfilled(&mut gutters, rows, params.fill);
    }
    gutters
}

/// Computes one profile for each part of the page.
fn profiles(
    content: &Content,
    upright: &Upright,
    rows: &[Row],
    scale: Scale,
    params: &ColumnParams,
    rules: &[f32],
) -> Vec<Vec<f32>> {
    let page = (upright.page.y0, upright.page.y1);
    let parts = params.parts.clamp(1, GUTTER.max_parts);
    let automatic = params.count == ColumnCount::Automatic;
    let if_automatic = |lines: f32| {
        if automatic {
            lines * upright.height
        } else {
            0.0
        }
    };
    let telling = Telling {
        crossing: params.crossing,
        least_run: if_automatic(params.text_run),
        least_gap: if_automatic(params.least_gutter),
        run_gap: GUTTER.max_run_gap * upright.height,
    };
    let mut profiles = vec![vec![0.0f32; scale.places + 1]; parts];
    let part_of = |row: &Row| part(page, (row.top + row.bottom) / 2.0, parts);
    for row in rows {
        add(&mut profiles[part_of(row)], scale, row, &telling, rules);
    }
    if automatic {
        for (row, ruled) in rows.iter().zip(ruled_rows(content, upright, rows)) {
            let against = -(1.0 + params.crossing) * (row.bottom - row.top);
            for (start, end) in ruled {
                step(
                    &mut profiles[part_of(row)],
                    scale.touched(start, end),
                    against,
                );
            }
        }
    }
    for profile in &mut profiles {
        // So far the profile held differences between neighbouring places.
        let mut sum = 0.0;
        for place in profile.iter_mut() {
            sum += *place;
            *place = sum;
        }
        profile.truncate(scale.places);
    }
    profiles
}

/// Sums the heights of a gutter over all parts. Negative heights count only in parts that have other gutters:
/// in the others a figure or a table may cross the gutter within one column.
fn beside_others(heights: &[f32], others: &[Gutter]) -> f32 {
    let present = |p: usize| others.iter().any(|g| g.present.get(p) == Some(&true));
    let own = heights.iter().enumerate();
    own.map(|(p, &height)| if present(p) { height } else { height.max(0.0) })
        .sum()
}

/// For each row, the extents of the horizontal rules next to it, along `u`.
fn ruled_rows(content: &Content, upright: &Upright, rows: &[Row]) -> Vec<Vec<(f32, f32)>> {
    let mut found: Vec<Vec<(f32, f32)>> = vec![Vec::new(); rows.len()];
    let middle = |row: &Row| (row.top + row.bottom) / 2.0;
    for fill in &content.fills {
        let r: Rect = upright.level_rect(fill.bbox);
        let is_rule = r.height() <= RULE.max_width * upright.height
            && r.width() >= RULE.min_length * upright.height
            && r.width().is_finite();
        if !is_rule {
            continue;
        }
        let v = (r.y0 + r.y1) / 2.0;
        let next = rows.partition_point(|row| row.top <= v);
        let nearest = [next.checked_sub(1), Some(next)]
            .into_iter()
            .flatten()
            .filter_map(|i| Some((i, (middle(rows.get(i)?) - v).abs())))
            .min_by(|a, b| a.1.total_cmp(&b.1));
        if let Some((row, distance)) = nearest
            && distance <= RULE.beside * upright.height
        {
            found[row].push((r.x0, r.x1));
        }
    }
    for rules in &mut found {
        let count = merge(rules, 0.0);
        rules.truncate(count);
    }
    found
}

/// The total height of vertical rules at each place, in points.
fn vertical_rules(content: &Content, upright: &Upright, scale: Scale) -> Vec<f32> {
    let mut heights = vec![0.0f32; scale.places];
    for fill in &content.fills {
        let r: Rect = upright.level_rect(fill.bbox);
        let is_rule = r.width() <= RULE.max_width * upright.height
            && r.height() >= RULE.min_length * upright.height
            && r.height().is_finite();
        if is_rule {
            for place in scale.touched(r.x0, r.x1) {
                heights[place] += r.height().min(upright.page.height());
            }
        }
    }
    heights
}

fn forbid(free: &mut [bool], places: std::ops::Range<usize>) {
    let end = places.end.min(free.len());
    free[places.start.min(end)..end].fill(false);
}

/// Removes gutters until the rows fill every column: each time the weaker gutter of the least filled column.
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

/// The share of each column's width that its rows fill on average. The outer edges of the first and the last
/// column ignore a tenth of the rows.
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
                values[values.len() / GUTTER.rows_per_outlier]
            };
            let strip = |g: Option<usize>| {
                let strips = &gutters.get(g?)?.strips;
                strips.get(strips.len() / 2).copied()
            };
            let (before, after) = (strip(c.checked_sub(1)), strip(Some(c)));
            let start = before.map_or_else(|| tenth(own.iter().map(|e| e.0).collect()), |s| s.1);
            let end = after.map_or_else(|| -tenth(own.iter().map(|e| -e.1).collect()), |s| s.0);
            // Half of the gutter on each side; an outer margin counts as an inner one.
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
