//! Orders the glyphs of a line by position, independent of drawing order.
//!
//! Files draw text twice for a bold or outlined look, and draw punctuation separately. A decimal point may
//! come after both of its neighbours:
//!
//! ```text
//!   1   9     drawn first, with a gap of letterspacing
//!     .       drawn later: read "1.9", and not "19."
//! ```
//!
//! A line is split into strokes, each drawn forwards. A stroke that fits between the glyphs of an earlier one
//! is inserted there. A stroke that overlaps other glyphs, such as the copy of a word or a stamp, keeps its
//! place in drawing order. So does a stroke on another baseline, such as the limits of a sum. Lines of
//! right-to-left scripts are ordered by `logical` instead.

use unicode_normalization::char::is_combining_mark;

use super::{Frame, Frames, TextLine, logical};
use crate::page::Content;

/// Limits for ordering glyphs by position.
struct PositionLimits {
    /// Maximum distance between equal baselines, as a share of the larger size. [`LEAN`] times the gap is
    /// added.
    same_baseline: f32,
    /// Additional distance between equal baselines, as a share of the gap between the glyphs: a frame may
    /// differ from its lines by a degree.
    lean: f32,
    /// Maximum distance that a combining mark extends beyond its letter, in ems.
    mark_reach: f32,
    /// Maximum strokes in a line; lines with more keep their drawing order.
    max_strokes: usize,
    /// Maximum overlapping layers in a line; lines with more keep their drawing order.
    max_layers: usize,
}

const POSITION: PositionLimits = PositionLimits {
    same_baseline: 0.1,
    lean: 0.02,
    mark_reach: 0.25,
    max_strokes: 1000,
    max_layers: 8,
};

/// A glyph with its combining marks and the glyphs that share its text.
#[derive(Clone, Copy, Debug)]
struct Unit {
    /// Position of the first glyph in the line; `count` is the number of glyphs.
    first: usize,
    count: usize,
    /// Start and end along the frame.
    start: f32,
    end: f32,
    baseline: f32,
    size: f32,
    kind: UnitKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum UnitKind {
    Ink,
    Space,
    /// White space under a glyph, which does not separate words.
    Covered,
    /// A combining mark apart from the previous glyph.
    Mark,
}

impl Unit {
    fn middle(&self) -> f32 {
        (self.start + self.end) / 2.0
    }

    /// The coordinate by which it is ordered.
    fn place(&self) -> f32 {
        match self.kind {
            UnitKind::Mark => self.middle(),
            _ => self.start,
        }
    }

    /// Whether one of the two covers the middle of the other.
    fn lies_on(&self, other: &Self) -> bool {
        let (a, b) = (self, other);
        a.middle() > b.start && a.middle() < b.end || b.middle() > a.start && b.middle() < a.end
    }

    /// Whether a unit of another stroke can be the next one on the line.
    fn goes_before(&self, next: &Self) -> bool {
        let gap = (next.start - self.end).max(0.0);
        let apart = (self.baseline - next.baseline).abs();
        apart <= POSITION.same_baseline * self.size.max(next.size) + POSITION.lean * gap
            && !self.lies_on(next)
    }
}

/// Orders the glyphs of lines that were not drawn from start to end.
pub(super) fn order_lines(
    content: &Content,
    frames: &Frames,
    lines: &[TextLine],
    order: &mut [u32],
) {
    for line in lines {
        let range = line.glyphs.start as usize..line.glyphs.end as usize;
        if let Some(glyphs) = order.get_mut(range)
            && !logical::has_rtl(content, glyphs)
        {
            put_in_order(content, frames.get(line.frame), glyphs, POSITION.max_layers);
        }
    }
}

/// Orders the glyphs of a line by position, unless some overlap. They are given word by word; overlapping
/// words keep their order.
pub(crate) fn order_by_position(content: &Content, frame: Frame, glyphs: &mut [u32]) {
    put_in_order(content, frame, glyphs, 1);
}

/// Orders the glyphs of a line, given in drawing order, by position, if at most `most_layers` layers hold all
/// of them. Lines already in order cost one test for each glyph.
fn put_in_order(content: &Content, frame: Frame, glyphs: &mut [u32], most_layers: usize) {
    if !goes_back(content, frame, glyphs) {
        return;
    }
    let units = units(content, frame, glyphs);
    let mut layers: Vec<Vec<Unit>> = Vec::new();
    for (number, stroke) in strokes(&units).enumerate() {
        if number > POSITION.max_strokes || layers.len() > most_layers {
            return;
        }
        if !layers.iter_mut().rev().any(|layer| merge(layer, stroke)) {
            layers.push(stroke.to_vec());
        }
    }
    if layers.len() > most_layers {
        return;
    }
    let units = layers.iter().flatten();
    let is_covered = |unit: &&Unit| unit.kind == UnitKind::Covered;
    let covered = units.clone().filter(is_covered);
    let ordered = units.filter(|unit| !is_covered(unit)).chain(covered);
    let ordered: Vec<u32> = glyphs_of(glyphs, ordered).collect();
    if ordered.len() == glyphs.len() {
        glyphs.copy_from_slice(&ordered);
    }
}

/// Returns the glyphs of a word merged with those of another. `None` unless the other begins before the last
/// glyph of this word and fits between its glyphs.
pub(crate) fn interleave(
    content: &Content,
    frame: Frame,
    word: &[u32],
    other: &[u32],
) -> Option<Vec<u32>> {
    let mut layer = units(content, frame, word);
    let mut stroke = units(content, frame, other);
    let (begin, end) = (stroke.first()?.place(), layer.last()?.place());
    if begin >= end {
        return None;
    }
    for unit in &mut stroke {
        unit.first += word.len();
    }
    let both = [word, other].concat();
    merge(&mut layer, &stroke).then(|| glyphs_of(&both, layer.iter()).collect())
}

/// The glyphs of units of a line.
fn glyphs_of<'a>(
    line: &'a [u32],
    units: impl Iterator<Item = &'a Unit>,
) -> impl Iterator<Item = u32> {
    let glyphs = units.filter_map(|unit| line.get(unit.first..unit.first + unit.count));
    glyphs.flatten().copied()
}

/// Whether a unit is before the previously drawn one.
fn is_back(start: f32, end: f32, last: f32) -> bool {
    (start + end) / 2.0 < last
}

/// Whether any glyph is before the previously drawn one.
fn goes_back(content: &Content, frame: Frame, glyphs: &[u32]) -> bool {
    let mut last = f32::NEG_INFINITY;
    glyphs.iter().any(|&index| {
        let Some(glyph) = content.glyphs.get(index as usize) else {
            return false;
        };
        if glyph.space || glyph.text.len == 0 {
            return false;
        }
        let (start, end) = frame.extent(glyph);
        let back = is_back(start, end, last) && !is_mark(content.text_of(glyph));
        last = start;
        back
    })
}

fn is_mark(text: &str) -> bool {
    text.chars().all(is_combining_mark)
}

/// The units of a line in drawing order.
fn units(content: &Content, frame: Frame, glyphs: &[u32]) -> Vec<Unit> {
    let mut units: Vec<Unit> = Vec::with_capacity(glyphs.len());
    for (first, &index) in glyphs.iter().enumerate() {
        let Some(glyph) = content.glyphs.get(index as usize) else {
            continue;
        };
        let size = content.runs.get(glyph.run as usize).map_or(0.0, |r| r.size);
        let (start, end) = frame.extent(glyph);
        let text = content.text_of(glyph);
        let kind = if glyph.space {
            UnitKind::Space
        } else if is_mark(text) {
            UnitKind::Mark
        } else {
            UnitKind::Ink
        };
        if kind == UnitKind::Mark
            && let Some(base) = units.last_mut()
        {
            let reach = POSITION.mark_reach * size;
            let middle = (start + end) / 2.0;
            let on_base = (base.start - reach..=base.end + reach).contains(&middle);
            if text.is_empty() || on_base && base.kind == UnitKind::Ink {
                base.count = first + 1 - base.first;
                continue;
            }
        }
        units.push(Unit {
            first,
            count: 1,
            start,
            end,
            baseline: frame.enter(glyph.origin).y,
            size,
            kind,
        });
    }
    units
}

/// Splits units where the drawing goes backwards.
fn strokes(units: &[Unit]) -> impl Iterator<Item = &[Unit]> {
    units.chunk_by(|a, b| {
        a.kind != UnitKind::Mark && b.kind != UnitKind::Mark && !is_back(b.start, b.end, a.start)
    })
}

/// Inserts a stroke between the units of a layer. Returns `false` if it does not fit.
fn merge(layer: &mut Vec<Unit>, stroke: &[Unit]) -> bool {
    let (Some(first), Some(last)) = (stroke.first(), stroke.last()) else {
        return true;
    };
    let from = layer.partition_point(|unit| unit.place() <= first.place());
    let to = layer.partition_point(|unit| unit.place() <= last.place());
    // Includes the next glyphs on both sides.
    let is_ink = |unit: &Unit| unit.kind == UnitKind::Ink;
    let before = layer
        .get(..from)
        .unwrap_or_default()
        .iter()
        .rposition(is_ink);
    let after = layer.get(to..).unwrap_or_default().iter().position(is_ink);
    let from = before.unwrap_or(0);
    let to = after.map_or(layer.len(), |after| to + after + 1);
    let Some(around) = layer.get(from..to) else {
        return false;
    };
    let mut merged: Vec<(Unit, bool)> = Vec::with_capacity(around.len() + stroke.len());
    let mut own = stroke.iter().peekable();
    for unit in around {
        while let Some(new) = own.next_if(|new| new.place() < unit.place()) {
            merged.push((*new, true));
        }
        merged.push((*unit, false));
    }
    merged.extend(own.map(|new| (*new, true)));
    let mut inked = merged.iter().filter(|(unit, _)| is_ink(unit)).peekable();
    while let Some((unit, is_new)) = inked.next() {
        if let Some((next, next_is_new)) = inked.peek()
            && is_new != next_is_new
            && !unit.goes_before(next)
        {
            return false;
        }
    }
    cover(&mut merged);
    layer.splice(from..to, merged.into_iter().map(|(unit, _)| unit));
    true
}

/// Marks white space under a glyph of the other stroke.
fn cover(merged: &mut [(Unit, bool)]) {
    for at in 0..merged.len() {
        let Some(&(white, owner)) = merged.get(at) else {
            return;
        };
        if white.kind != UnitKind::Space {
            continue;
        }
        // More than half of the glyph, so that the edge of a wide glyph does not count.
        let lies_under = |&(unit, of): &(Unit, bool)| {
            let shared = white.end.min(unit.end) - white.start.max(unit.start);
            let covered = shared > (unit.end - unit.start) / 2.0;
            (unit.kind == UnitKind::Ink).then_some(of != owner && covered)
        };
        let (before, after) = merged.split_at(at);
        let before = before.iter().rev().find_map(lies_under);
        let after = after.iter().find_map(lies_under);
        if (before == Some(true) || after == Some(true))
            && let Some((unit, _)) = merged.get_mut(at)
        {
            unit.kind = UnitKind::Covered;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{LineParams, Words, lines};
    use super::*;
    use crate::line::drawn_line::{Drawn, drawn_line};
    use crate::line::testing::Pen;
    use proptest::prelude::*;

    /// Returns the words of a page with one block, separated by bars.
    fn read(content: &Content) -> String {
        let params = LineParams {
            char_margin: 1000.0,
            ..LineParams::default()
        };
        let frames = Frames::new(content);
        let mut order = Vec::new();
        let found = lines(
            content,
            &frames,
            content.glyph_indices(),
            &params,
            &mut order,
        );
        let mut words = Words::new(content, &params, None);
        let mut read = Vec::new();
        for line in &found {
            let glyphs = &order[line.glyphs.start as usize..line.glyphs.end as usize];
            for word in words.of_line(frames.get(line.frame), glyphs) {
                let word = &glyphs[word.start as usize..word.end as usize];
                let texts = word
                    .iter()
                    .map(|&g| content.text_of(&content.glyphs[g as usize]));
                read.push(texts.collect::<String>());
            }
        }
        read.join("|")
    }

    /// Draws pieces at these positions, in this order; each glyph is 5 points long, a full stop 2.5.
    fn drawn(angle: f32, pieces: &[(f32, &str)]) -> String {
        let mut pen = Pen::new();
        let run = pen.run(10.0, angle);
        let direction = pen.content.runs[run as usize].direction;
        for &(x, text) in pieces {
            let mut at = crate::geometry::Point::new(300.0, 300.0).moved(direction, x);
            for c in text.chars() {
                let advance = if ".,'".contains(c) { 2.5 } else { 5.0 };
                pen.glyph(run, at.x, at.y, &c.to_string(), advance);
                at = at.moved(direction, advance);
            }
        }
        read(&pen.content)
    }

    #[test]
    fn a_point_that_is_drawn_later_is_between_its_digits() {
        for angle in [0.0, 90.0, 180.0, 35.0] {
            for gap in [0.9, 2.5, 4.0] {
                let at = 5.0 + gap / 2.0 - 1.25;
                let digits = [(0.0, "1"), (5.0 + gap, "9"), (40.0, "and"), (at, ".")];
                assert_eq!(drawn(angle, &digits), "1.9|and", "{angle} {gap}");
            }
        }
    }

    #[test]
    fn words_that_are_drawn_from_the_right_are_read_from_the_left() {
        let words = [(60.0, "three"), (30.0, "two"), (0.0, "one")];
        assert_eq!(drawn(0.0, &words), "one|two|three");
    }

    #[test]
    fn what_lies_on_other_text_stays_apart() {
        assert_eq!(
            drawn(0.0, &[(0.0, "report"), (2.0, "DRAFT")]),
            "report|DRAFT"
        );
        assert_eq!(drawn(0.0, &[(0.0, "______"), (1.0, "name")]), "______|name");
        // Both copies of a number get their decimal point.
        let number = |x: f32| [(x, "12"), (x + 12.5, "9"), (x + 10.0, ".")];
        let both = [number(0.0), number(1.8)].concat();
        assert_eq!(drawn(0.0, &both), "12.9|12.9");
    }

    #[test]
    fn words_that_are_in_their_places_keep_their_order_where_one_lies_on_another() {
        let mut pen = Pen::new();
        let run = pen.run(10.0, 0.0);
        pen.write(run, 0.0, 100.0, "report");
        pen.write(run, 12.0, 100.0, "DRAFT");
        pen.write(run, 36.0, 100.0, "end");
        let drawn: Vec<u32> = pen.content.glyph_indices().collect();
        let mut glyphs = drawn.clone();
        order_by_position(&pen.content, Frame::UPRIGHT, &mut glyphs);
        assert_eq!(glyphs, drawn);
        // Glyphs that fit between others are inserted there.
        let mut glyphs: Vec<u32> = (11..14).chain(0..6).collect();
        order_by_position(&pen.content, Frame::UPRIGHT, &mut glyphs);
        assert!(glyphs.is_sorted());
    }

    #[test]
    fn other_baselines_keep_the_order_of_drawing() {
        let mut pen = Pen::new();
        let (run, small) = (pen.run(10.0, 0.0), pen.run(7.0, 0.0));
        pen.write(run, 0.0, 100.0, "x");
        pen.write(small, 5.0, 102.0, "max");
        pen.write(small, 5.0, 96.0, "2");
        pen.write(run, 17.0, 100.0, "y");
        assert_eq!(read(&pen.content), "xmax|2|y");
    }

    #[test]
    fn white_space_under_a_point_separates_nothing() {
        let mut pen = Pen::new();
        let run = pen.run(10.0, 0.0);
        pen.glyph(run, 0.0, 100.0, "1", 5.0);
        pen.glyph(run, 5.0, 100.0, " ", 2.5);
        pen.glyph(run, 7.5, 100.0, "9", 5.0);
        pen.glyph(run, 12.5, 100.0, " ", 2.5);
        pen.glyph(run, 15.0, 100.0, "m", 8.0);
        pen.glyph(run, 5.0, 100.0, ".", 2.5);
        assert_eq!(read(&pen.content), "1.9|m");
    }

    #[test]
    fn a_combining_mark_goes_where_its_letter_goes() {
        let mut pen = Pen::new();
        let run = pen.run(10.0, 0.0);
        pen.write(run, 20.0, 100.0, "b");
        pen.glyph(run, 0.0, 100.0, "x", 5.0);
        pen.glyph(run, 1.0, 100.0, "\u{303}", 0.0);
        pen.glyph(run, 22.5, 100.0, "\u{303}", 0.0);
        assert_eq!(read(&pen.content), "x\u{303}|b\u{303}");
    }

    #[test]
    fn numbers_that_are_none_and_long_lines_do_no_harm() {
        let mut pen = Pen::new();
        let run = pen.run(10.0, 0.0);
        for i in 0..20_000 {
            let x = 590.0 - (i % 500) as f32;
            pen.glyph(
                run,
                if i % 999 == 0 { f32::NAN } else { x },
                100.0,
                "x",
                5.0,
            );
        }
        let read = read(&pen.content);
        assert_eq!(read.matches('x').count(), 20_000);
    }

    proptest! {
        #[test]
        fn any_order_of_drawing_gives_the_same_words(line in drawn_line()) {
            let Drawn { pen, shuffled } = line;
            prop_assert_eq!(read(&shuffled.content), read(&pen.content));
        }
    }
}
