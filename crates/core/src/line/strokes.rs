//! Finds strokes, i.e. glyphs drawn in one forward movement, and those that overlap others.
//!
//! Searching copies of every character costs as much as finding the lines, but few pages have any. A copy can
//! only occur where the pen returns: the characters of one forward stroke are not copies of each other. So
//! only overlapping strokes need a detailed comparison.

use std::ops::Range;

use crate::geometry::{Point, Rect};
use crate::page::{Content, Run};
use crate::rank::sorted;

/// Consecutive characters on a line, each clearly after the previous one.
struct Stroke {
    /// Range of indices in [`Content::glyphs`].
    glyphs: Range<usize>,
    /// Bounding box of their origins, extended by the maximum distance of a copy.
    reach: Rect,
}

/// Budget of comparisons, as pairs of strokes for each character of the page. If it is exceeded, all strokes
/// count as overlapping. That happens on pages drawn in separate single characters.
const COMPARED: usize = 4;

/// The ranges of glyphs, in drawing order, that may contain copies of each other. A copy is at most `along`
/// times its size away along the line, and `across` times its size across it.
pub(super) fn drawn_upon(content: &Content, along: f32, across: f32) -> Vec<Range<usize>> {
    let strokes = strokes(content, along, across.max(along));
    let mut upon = vec![false; strokes.len()];
    let by_top: Vec<u32> = sorted(strokes.iter().map(|s| s.reach.y0).zip(0..)).collect();
    let mut budget = COMPARED * content.glyphs.len();
    for (place, &at) in by_top.iter().enumerate() {
        let reach = strokes[at as usize].reach;
        for &other in &by_top[place + 1..] {
            let below = strokes[other as usize].reach;
            // Written so that NaN does not separate strokes.
            if below.y0 > reach.y1 {
                break;
            }
            budget = budget.saturating_sub(1);
            if budget == 0 {
                return strokes.into_iter().map(|s| s.glyphs).collect();
            }
            if !(below.x0 > reach.x1 || below.x1 < reach.x0) {
                upon[at as usize] = true;
                upon[other as usize] = true;
            }
        }
    }
    let mut upon = upon.into_iter();
    strokes
        .into_iter()
        .filter(|_| upon.next().unwrap_or_default())
        .map(|s| s.glyphs)
        .collect()
}

/// Splits the page where the pen does not move forward.
fn strokes(content: &Content, along: f32, reach: f32) -> Vec<Stroke> {
    let mut strokes: Vec<Stroke> = Vec::new();
    let mut last: Option<(Point, &Run)> = None;
    let mut end = 0;
    // Runs are long, so the work for each glyph is kept small.
    for glyphs in content.glyphs.chunk_by(|a, b| a.run == b.run) {
        let run = glyphs.first().map_or(0, |glyph| glyph.run as usize);
        let Some(run) = content.runs.get(run) else {
            last = None;
            end += glyphs.len();
            continue;
        };
        let forward = |from: Point, to: Point, size: f32| {
            let way = to - from;
            // The first line of a column is after the last one of the previous column, but far above it.
            way.dot(run.direction) > along * size && way.dot(run.up).abs() <= size
        };
        let beyond = reach * run.size.abs();
        for part in glyphs.chunk_by(|a, b| forward(a.origin, b.origin, run.size)) {
            let Some(first) = part.first() else { continue };
            let goes_on = last.is_some_and(|(origin, before)| {
                before.direction == run.direction
                    && forward(origin, first.origin, before.size.max(run.size))
            });
            last = part.last().map(|glyph| (glyph.origin, run));
            let origins = Rect::around(part.iter().map(|glyph| glyph.origin));
            let around = Rect {
                x0: origins.x0 - beyond,
                y0: origins.y0 - beyond,
                x1: origins.x1 + beyond,
                y1: origins.y1 + beyond,
            };
            let start = end;
            end += part.len();
            match strokes.last_mut() {
                Some(stroke) if goes_on => {
                    stroke.glyphs.end = end;
                    stroke.reach = stroke.reach.union(around);
                }
                _ => strokes.push(Stroke {
                    glyphs: start..end,
                    reach: around,
                }),
            }
        }
    }
    strokes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line::testing::Pen;

    fn upon(pen: &Pen) -> Vec<Range<usize>> {
        drawn_upon(&pen.content, 0.1, 0.2)
    }

    #[test]
    fn lines_below_each_other_and_columns_are_not_drawn_upon() {
        let mut pen = Pen::new();
        let run = pen.run(10.0, 0.0);
        for line in 0..30 {
            pen.write(run, 50.0, 100.0 + 11.0 * line as f32, "left column");
            pen.write(run, 300.0, 104.0 + 11.0 * line as f32, "right column");
        }
        assert!(upon(&pen).is_empty());
    }

    #[test]
    fn only_what_the_pen_comes_back_to_is_looked_at() {
        let mut pen = Pen::new();
        let run = pen.run(10.0, 0.0);
        pen.write(run, 50.0, 100.0, "once");
        pen.write(run, 50.0, 120.0, "twice");
        pen.write(run, 50.4, 120.0, "twice");
        pen.write(run, 50.0, 140.0, "once");
        assert_eq!(upon(&pen), [4..9, 9..14]);
    }

    #[test]
    fn a_column_is_not_drawn_upon_by_the_next() {
        let mut pen = Pen::new();
        let run = pen.run(10.0, 0.0);
        for column in 0..3 {
            for line in 0..30 {
                let (x, y) = (50.0 + 150.0 * column as f32, 100.0 + 11.0 * line as f32);
                pen.write(run, x, y, "a line of a column");
            }
        }
        assert!(upon(&pen).is_empty());
    }

    #[test]
    fn letters_drawn_twice_each_are_looked_at() {
        let mut pen = Pen::new();
        let run = pen.run(10.0, 0.0);
        for (i, c) in "ab".chars().enumerate() {
            for _ in 0..2 {
                pen.glyph(run, 50.0 + 5.0 * i as f32, 100.0, &c.to_string(), 5.0);
            }
        }
        assert_eq!(upon(&pen), [0..1, 1..3, 3..4]);
    }

    #[test]
    fn a_page_of_single_letters_ends_soon_and_misses_none() {
        let mut pen = Pen::new();
        let run = pen.run(10.0, 0.0);
        for i in 0..20_000 {
            pen.glyph(run, 500.0 - (i % 100) as f32, 100.0, "x", 0.5);
        }
        assert_eq!(
            upon(&pen).iter().map(ExactSizeIterator::len).sum::<usize>(),
            20_000
        );
    }
}
