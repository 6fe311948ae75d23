//! Splits a plain line into words in one pass: each of its gaps is clearly within a word or between two. Most lines
//! are plain. The others are split by [`gaps`](super::gaps), whose result for plain lines is the same.

use std::ops::Range;

use super::gaps::{GAP, SPACED, is_square};
use super::{Frame, drop_cap, exceeds, letter_spacing};
use crate::geometry::{least, most};
use crate::page::{Content, Dots, Glyph};

/// The run of a glyph.
#[derive(Clone, Copy)]
struct Run {
    number: u32,
    size: f32,
    spacing: f32,
    italic: bool,
}

/// The previous glyph other than white space.
struct Before<'a> {
    glyph: &'a Glyph,
    run: Run,
    start: f32,
    /// The furthest end in its part of the line.
    reached: f32,
}

/// Words that may be letters of a letterspaced word.
#[derive(Default)]
struct Singles {
    /// The number of such words, only gaps between them, up to the current word.
    count: usize,
    /// Whether the current word has one letter or digit at most.
    is_single: bool,
}

impl Singles {
    /// Begins a word after a gap or white space. `None` if the words before may be letterspacing.
    fn begin(&mut self, after_gap: bool) -> Option<()> {
        self.end()?;
        let before = if after_gap && self.is_single {
            self.count
        } else {
            0
        };
        (self.count, self.is_single) = (before + 1, true);
        Some(())
    }

    fn end(&self) -> Option<()> {
        (!self.is_single || self.count < SPACED.min_letters).then_some(())
    }
}

/// Collects the words of a line, as ranges of its glyphs, and returns whether one of them may contain a leader.
/// `None` if the line is not plain: then `words` has no meaning.
pub(super) fn split(
    content: &Content,
    frame: Frame,
    glyphs: &[u32],
    margin: f32,
    words: &mut Vec<Range<u32>>,
) -> Option<bool> {
    words.clear();
    if margin.is_nan() || margin <= 0.0 {
        return None;
    }
    let mut sizes = Sizes::default();
    let Some(first) = glyphs.first() else {
        return Some(false);
    };
    let mut run = run_of(
        content,
        content.glyphs.get(*first as usize)?.run,
        &mut sizes,
    )?;
    // These change with each glyph; several variables stay in registers, unlike one value.
    let mut before: Option<(&Glyph, Run)> = None;
    let (mut before_start, mut reached) = (0.0, 0.0);
    // Whether its text ends with an ASCII letter or digit.
    let mut alphanumeric = false;
    let mut word = 0..0;
    let mut space = true;
    let (mut inked, mut has_gaps) = (0, false);
    let mut singles = Singles::default();
    let (mut dots, mut may_lead) = (Dots::default(), false);
    let mut at = 0;
    while let Some(&index) = glyphs.get(at) {
        let position = at as u32;
        at += 1;
        let glyph = content.glyphs.get(index as usize)?;
        if glyph.run != run.number {
            run = run_of(content, glyph.run, &mut sizes)?;
        }
        if glyph.space {
            space = true;
            continue;
        }
        let (start, end) = frame.extent(glyph);
        // Whether its text begins and ends with an ASCII letter or digit.
        let [begins, ends] = match content.bytes_of(glyph) {
            [only] => [only.is_ascii_alphanumeric(); 2],
            [first, .., last] => [first, last].map(u8::is_ascii_alphanumeric),
            [] => return None,
        };
        if end <= start {
            return None;
        }
        let is_gap = match before {
            Some((glyph_before, run_before)) if !space => {
                let before = Before {
                    glyph: glyph_before,
                    run: run_before,
                    start: before_start,
                    reached,
                };
                let begins_square = || content.text_of(glyph).starts_with(is_square);
                let letters = alphanumeric && begins;
                is_gap(
                    &before,
                    (glyph, run, start, end),
                    (letters, begins_square),
                    frame,
                    margin,
                )?
            }
            _ => false,
        };
        inked += 1;
        if !space && !is_gap {
            singles.is_single &= !begins;
            reached = most(reached, end);
        } else {
            if !word.is_empty() {
                words.push(word.clone());
            }
            word.start = position;
            has_gaps |= is_gap;
            singles.begin(is_gap)?;
            reached = if space { end } else { most(reached, end) };
        }
        word.end = position + 1;
        if begins {
            dots = Dots::default();
        } else {
            let own = Dots::of(content.text_of(glyph));
            dots = own.map_or_else(Dots::default, |own| dots.and(own));
            may_lead |= dots.lead();
        }
        before = Some((glyph, run));
        (before_start, alphanumeric) = (start, ends);
        space = false;
        // Most glyphs follow another one of their word.
        let rest = glyphs.get(at..).unwrap_or_default();
        let ends = (&mut before_start, &mut reached);
        let count = letters_behind(content, frame, rest, (run, margin), ends);
        if let Some(&last) = count.checked_sub(1).and_then(|n| rest.get(n)) {
            before = Some((content.glyphs.get(last as usize)?, run));
            (alphanumeric, singles.is_single, dots) = (true, false, Dots::default());
            inked += count;
            at += count;
            word.end = at as u32;
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    singles.end()?;
    // The line may be letterspaced as a whole.
    if has_gaps && SPACED.long_piece * words.len() >= inked {
        return None;
    }
    Some(may_lead)
}

/// The number of letters and digits of ASCII that continue a word in its run, without a gap or an overlap. Sets the start
/// of the last one and the furthest end. As a function of its own it has few variables, which stay in registers.
#[inline(never)]
fn letters_behind(
    content: &Content,
    frame: Frame,
    glyphs: &[u32],
    (run, margin): (Run, f32),
    (before, reached): (&mut f32, &mut f32),
) -> usize {
    let (mut last, mut end) = (*before, *reached);
    let mut count = 0;
    for &index in glyphs {
        let Some(glyph) = content.glyphs.get(index as usize) else {
            break;
        };
        if glyph.run != run.number || glyph.space {
            break;
        }
        let are_letters = match content.bytes_of(glyph) {
            [only] => only.is_ascii_alphanumeric(),
            [first, .., last] => first.is_ascii_alphanumeric() && last.is_ascii_alphanumeric(),
            [] => false,
        };
        let (from, to) = frame.extent(glyph);
        let own = most(run.size, to - from);
        let is_apart = from - last >= GAP.stacked * own && to > from;
        if !(are_letters && is_apart && from - end - run.spacing <= margin * own) {
            break;
        }
        (last, end) = (from, most(end, to));
        count += 1;
    }
    (*before, *reached) = (last, end);
    count
}

/// The smallest and the largest size of a line, in points.
struct Sizes {
    smallest: f32,
    largest: f32,
}

impl Default for Sizes {
    fn default() -> Self {
        Self {
            smallest: f32::INFINITY,
            largest: 0.0,
        }
    }
}

/// A run of a line; `None` if a glyph of the line is a drop cap beside another.
fn run_of(content: &Content, number: u32, sizes: &mut Sizes) -> Option<Run> {
    let run = content.runs.get(number as usize)?;
    sizes.smallest = least(sizes.smallest, run.size);
    sizes.largest = most(sizes.largest, run.size);
    if drop_cap::is_large(sizes.largest, sizes.smallest) {
        return None;
    }
    let font = content.fonts.get(run.font as usize);
    Some(Run {
        number,
        size: run.size,
        spacing: letter_spacing(run),
        italic: font.is_some_and(|font| font.italic),
    })
}

/// Whether a gap before a glyph separates words; `None` if more than the gap decides. `letters` says whether it is
/// between ASCII letters or digits, `begins_square` whether the glyph is an ideograph.
fn is_gap(
    before: &Before<'_>,
    (glyph, run, start, end): (&Glyph, Run, f32, f32),
    (letters, begins_square): (bool, impl Fn() -> bool),
    frame: Frame,
    margin: f32,
) -> Option<bool> {
    let own = most(run.size, end - start);
    let spacing = before.run.spacing;
    let goes_back = before.start - end > margin * own + spacing;
    if goes_back
        || start - before.start < GAP.stacked * own && {
            let baseline = |glyph: &Glyph| frame.enter(glyph.origin).y;
            (baseline(before.glyph) - baseline(glyph)).abs() > GAP.stacked_shift * own
        }
    {
        return None;
    }
    let behind = start - before.reached;
    if behind - least(spacing, run.spacing) <= margin * own {
        return Some(false);
    }
    let beyond = (behind - spacing) / own;
    let gap = match exceeds(beyond, GAP.placed * margin) {
        true => (behind - spacing.min(run.spacing)) / own,
        false => beyond,
    };
    if !exceeds(gap, margin) {
        return Some(false);
    }
    let is_clear = || {
        before.run.number == run.number && exceeds(gap, margin * GAP.max_raised) && !begins_square()
    };
    (letters && !before.run.italic || is_clear()).then_some(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line::gaps::Gaps;
    use crate::line::testing::Pen;
    use proptest::prelude::*;

    /// The words of glyphs, each with the gap before it and its text, if their line is plain; and those of [`Gaps`].
    fn words(glyphs: &[(f32, &str, bool)]) -> (Option<Vec<Range<u32>>>, Vec<Range<u32>>) {
        let mut pen = Pen::new();
        let runs = [pen.run(10.0, 0.0), pen.run(9.0, 0.0)];
        let mut x = 0.0;
        for (gap, text, small) in glyphs {
            x += gap;
            pen.glyph(runs[usize::from(*small)], x, 100.0, text, 5.0);
            x += 5.0;
        }
        let all: Vec<u32> = pen.content.glyph_indices().collect();
        let (mut gaps, mut plain) = (Gaps::default(), Vec::new());
        gaps.measure(&pen.content, Frame::UPRIGHT, &all, 0.1, None);
        let is_plain = split(&pen.content, Frame::UPRIGHT, &all, 0.1, &mut plain).is_some();
        (is_plain.then_some(plain), gaps.words().collect())
    }

    #[test]
    fn prose_is_plain_and_letterspacing_is_not() {
        let prose = |space: (f32, &'static str)| {
            let mut line = Vec::new();
            for word in ["plain", "words", "end."] {
                line.push((space.0, space.1, false));
                line.extend(word.char_indices().map(|(n, _)| (0.0, &word[n..=n], false)));
            }
            line
        };
        let (plain, own) = words(&prose((0.0, " ")));
        assert_eq!(plain, Some(own));
        let gaps: Vec<_> = prose((3.0, "x")).into_iter().collect();
        let (plain, own) = words(&gaps);
        assert_eq!(plain, Some(own));
        let spaced = ["A", "L", "A", "B"].map(|letter| (1.5, letter, false));
        assert_eq!(words(&spaced).0, None);
    }

    proptest! {
        #[test]
        fn plain_lines_are_split_as_others_are(
            glyphs in proptest::collection::vec(
                (
                    prop_oneof![8 => Just(0.0f32), 1 => -6.0f32..0.0, 2 => 0.0f32..2.0, 2 => 2.0f32..9.0],
                    prop_oneof![12 => "[a-z0-9]", 2 => " ", 2 => "[.,(éя漢”…]", 1 => "fi"],
                    prop_oneof![9 => Just(false), 1 => Just(true)],
                ),
                0..40,
            )
        ) {
            let glyphs: Vec<_> = glyphs.iter().map(|(gap, text, small)| (*gap, text.as_str(), *small)).collect();
            if let (Some(plain), own) = words(&glyphs) {
                prop_assert_eq!(plain, own);
            }
        }
    }
}
