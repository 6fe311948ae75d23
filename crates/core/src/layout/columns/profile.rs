//! Profiles: for each place across the width of a page, the height of the rows that support a gutter there.

use super::rows::Row;

/// Limits for profiles across the page.
struct ProfileLimits {
    /// Number of places of a profile for the width of one line height.
    places_per_line: f32,
    /// Most places of a profile; pages of very small text get coarser ones.
    max_places: usize,
    /// A gutter extends as far as its profile stays above this share of its maximum. One row in ten may cross
    /// it, such as page numbers in gutters and headwords in margins.
    plateau: f32,
}

const PROFILE: ProfileLimits = ProfileLimits {
    places_per_line: 20.0,
    max_places: 8192,
    plateau: 0.7,
};

/// Maps the places of a profile to coordinates on the page.
#[derive(Clone, Copy)]
pub(super) struct Scale {
    start: f32,
    pub step: f32,
    pub places: usize,
}

impl Scale {
    pub(super) fn new(rows: &[Row], height: f32) -> Option<Self> {
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
        let step = (height / PROFILE.places_per_line).max(width / PROFILE.max_places as f32);
        let places = (width / step).ceil() as usize + 1;
        Some(Self {
            start,
            step,
            places,
        })
    }

    /// The places that an interval touches.
    pub(super) fn touched(&self, start: f32, end: f32) -> std::ops::Range<usize> {
        let first = ((start - self.start) / self.step).floor().max(0.0) as usize;
        let last = ((end - self.start) / self.step).ceil().max(0.0) as usize;
        first.min(self.places)..last.min(self.places)
    }

    pub(super) fn strip(&self, places: std::ops::Range<usize>) -> (f32, f32) {
        let u = |place: usize| self.start + self.step * place as f32;
        (u(places.start), u(places.end))
    }

    pub(super) fn width(&self) -> f32 {
        self.step * self.places as f32
    }

    pub(super) fn count(&self, width: f32) -> usize {
        (width / self.step).round().max(0.0) as usize
    }
}

/// Adds a value to a range of places of a profile, stored as differences between neighbouring places.
pub(super) fn step(steps: &mut [f32], places: std::ops::Range<usize>, value: f32) {
    steps[places.start] += value;
    steps[places.end] -= value;
}

/// The parameters by which a row supports or opposes a gutter.
pub(super) struct Telling {
    /// The number of white rows that cancel one row with ink in the gutter.
    pub crossing: f32,
    /// Least length of continuous text on both sides of a gap, in points.
    pub least_run: f32,
    /// Least width of a gap without a vertical rule in it, in points.
    pub least_gap: f32,
    /// Largest gap within continuous text, in points.
    pub run_gap: f32,
}

/// Adds a row to the differences of a profile. Adds the row's height at gaps between continuous text, and
/// subtracts a multiple of it where the row has ink. `rules` holds the heights of vertical rules at each
/// place.
///
/// ```text
///        continuous text       white space     more of it
/// ----|||| ||| ||||||| ||||          ||| |||||| |||||||----
///        <--- least_run ---->           <--- least_run --->
/// ```
pub(super) fn add(steps: &mut [f32], scale: Scale, row: &Row, telling: &Telling, rules: &[f32]) {
    let height = row.bottom - row.top;
    // The length of continuous text before and after each interval.
    let before = runs(row.ink.iter().copied(), telling.run_gap);
    let mut after = runs(
        row.ink.iter().rev().map(|&(a, b)| (-b, -a)),
        telling.run_gap,
    );
    after.reverse();
    // The end of the previous interval, its place, and the length of text up to it.
    let mut left: Option<(f32, usize, f32)> = None;
    for ((&(start, stop), before), after) in row.ink.iter().zip(before).zip(after) {
        let mut touched = scale.touched(start, stop);
        if let Some((last, end, run)) = left {
            // Two intervals may touch the same place.
            touched.start = touched.start.max(end);
            touched.end = touched.end.max(touched.start);
            let white = end..touched.start;
            let wide =
                start - last >= telling.least_gap || rules[white.clone()].iter().any(|h| *h > 0.0);
            if wide && run >= telling.least_run && after >= telling.least_run {
                step(steps, white, height);
            }
        }
        left = Some((stop, touched.end, before));
        step(steps, touched, -telling.crossing * height);
    }
}

/// For each of some ascending intervals, the length of text that ends with it, across gaps of at most `gap`.
fn runs(ink: impl Iterator<Item = (f32, f32)>, gap: f32) -> Vec<f32> {
    let mut open: Option<(f32, f32)> = None;
    ink.map(|(start, end)| {
        let first = match open {
            Some((first, last)) if start - last <= gap => first,
            _ => start,
        };
        open = Some((first, end));
        end - first
    })
    .collect()
}

/// Adds to each place the maximum of `profile` within `slack` places, if it is positive.
pub(super) fn add_highest(sum: &mut [f32], profile: &[f32], slack: usize) {
    // Places that may still be the maximum of a later window; their heights decrease from front to back.
    let mut window: std::collections::VecDeque<usize> = std::collections::VecDeque::new();
    // NaN counts as 0.
    let height = |place: usize| profile[place].max(0.0);
    let mut next = 0;
    for (place, sum) in sum.iter_mut().enumerate() {
        while next < profile.len() && next <= place.saturating_add(slack) {
            while window.back().is_some_and(|&b| height(b) <= height(next)) {
                window.pop_back();
            }
            window.push_back(next);
            next += 1;
        }
        while window
            .front()
            .is_some_and(|&f| f.saturating_add(slack) < place)
        {
            window.pop_front();
        }
        *sum += window.front().map_or(0.0, |&f| height(f));
    }
}

/// The range of places around a high one that are at least `PROFILE.plateau` times as high.
pub(super) fn plateau(profile: &[f32], place: usize) -> std::ops::Range<usize> {
    let high = PROFILE.plateau * profile[place];
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

/// Finds the gutter at `strip` of the whole page in one part of it: the widest plateau of the highest places
/// near `strip`. Returns `strip` if the part has no evidence.
pub(super) fn local(
    profile: &[f32],
    strip: &std::ops::Range<usize>,
    slack: usize,
) -> std::ops::Range<usize> {
    let near =
        strip.start.saturating_sub(slack)..strip.end.saturating_add(slack).min(profile.len());
    let high = PROFILE.plateau * profile[near.clone()].iter().copied().fold(0.0, f32::max);
    if high <= 0.0 {
        return strip.clone();
    }
    let mut widest = strip.start..strip.start;
    let mut run = widest.clone();
    for place in near {
        // The comparison is false for NaN.
        if profile[place] >= high {
            if run.end != place {
                run.start = place;
            }
            run.end = place + 1;
            if run.len() > widest.len() {
                widest = run.clone();
            }
        }
    }
    widest
}

/// The maximum of a profile within `slack` places of a strip.
pub(super) fn highest(profile: &[f32], strip: &std::ops::Range<usize>, slack: usize) -> f32 {
    let near =
        strip.start.saturating_sub(slack)..strip.end.saturating_add(slack).min(profile.len());
    profile[near]
        .iter()
        .copied()
        .fold(f32::NEG_INFINITY, f32::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_number_is_passed_over() {
        let profile = [0.0, 9.0, f32::NAN, 9.0, 8.0, f32::INFINITY, f32::NAN];
        assert_eq!(local(&profile[..5], &(1..2), 9), 3..5);
        assert_eq!(local(&profile, &(1..2), usize::MAX), 5..6);
        assert_eq!(highest(&profile, &(0..1), usize::MAX), f32::INFINITY);
        let mut sum = [0.0; 7];
        add_highest(&mut sum, &profile, usize::MAX);
        assert_eq!(sum[0], f32::INFINITY);
    }
}
