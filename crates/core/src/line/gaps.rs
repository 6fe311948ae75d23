//! Decides which gaps between the glyphs of a line separate words.
//!
//! A gap separates words if it is larger than a share of the following glyph
//! ([`LineParams::word_margin`](super::LineParams::word_margin)), with these exceptions:
//!
//! - The gap must exceed `GAP.of_spaces` of the line's own spaces after a slanted letter, and next to a glyph
//!   that is not a letter or digit. Slanted letters leave a tenth of an em before a bracket, and so may full
//!   stops. Between upright letters only spaces leave such gaps.
//! - After a slanted letter gaps are measured in its size, because its italic correction is. Before an index
//!   or an exponent the gap may be as wide as any italic correction.
//! - A drop cap is joined with the text beside it, unless it is a word of its own ([`drop_cap`]).
//! - Between ideographs and kana the margin is `GAP.between_squares` times larger, because they are spread to
//!   justify a line.
//! - Letterspacing does not separate words. Single letters at equal distances, with larger gaps around them,
//!   are one word: `A L A B A M A`, emphasis in German and Polish print. Letterspacing by `Tc` is known
//!   already.

use std::ops::Range;

use super::drop_cap::{self, Place};
use super::exceeds;
use super::frame::{Frame, MAX_LETTERSPACING, letter_spacing};
use crate::geometry::{Rect, least, most};
use crate::letters::{is_letter, is_letter_or_digit};
use crate::page::Content;

/// Limits for the gaps between words.
pub(super) struct GapLimits {
    /// Minimum width of a gap, as a share of the line's own spaces.
    of_spaces: f32,
    /// Maximum factor by which the line's spaces raise the margin.
    pub max_raised: f32,
    /// Minimum width of a certain space, as a multiple of the margin.
    clear: f32,
    /// Factor of the margin between two ideographs or kana.
    between_squares: f32,
    /// Maximum distance from the end of letterspacing to a glyph that continues it, as a share of the margin.
    /// A glyph further away is placed independently. The letterspacing before it is then part of the gap,
    /// unless the glyph has the same.
    pub placed: f32,
    /// Maximum gap between a slanted letter and its index or exponent, in ems of the letter. The largest
    /// italic correction of TeX's fonts is 0.22.
    script: f32,
    /// Minimum distance between the starts of glyphs on other baselines that are beside each other, in ems.
    /// Below it they are the index and the exponent of one base, which are two words.
    pub stacked: f32,
    /// Minimum distance between the baselines of an index and an exponent, in ems.
    pub stacked_shift: f32,
    /// Minimum distance of the baseline of an index or exponent from that of its base, in ems of the base.
    script_shift: f32,
    /// Maximum size of an index or exponent, as a share of its base.
    script_size: f32,
}

pub(super) const GAP: GapLimits = GapLimits {
    of_spaces: 0.6,
    max_raised: 1.5,
    clear: 2.0,
    between_squares: 4.0,
    placed: 0.5,
    script: 0.25,
    stacked: 0.25,
    stacked_shift: 0.5,
    script_shift: 0.1,
    script_size: 0.85,
};

/// Limits for letterspaced text.
pub(super) struct SpacedLimits {
    /// Minimum letters of letterspacing; fewer are a row of letters.
    pub min_letters: usize,
    /// Minimum ratio of the gaps around a spaced word to those between its letters.
    around: f32,
    /// Maximum difference of gaps between spaced letters due to kerning, in ems.
    uneven: f32,
    /// The same in a line with white space between its words.
    uneven_in_line: f32,
    /// Least share of letters among the glyphs, and of gaps between the letters of a single word that are wider than
    /// the margin, as numerator and denominator.
    min_letter_share: [usize; 2],
    /// The same in a line with white space between its words: `V O L.  1 2`.
    min_letter_share_in_line: [usize; 2],
    /// One gap in this many may be narrower than the usual one.
    narrow_part: usize,
    /// The same in a line with white space between its words, where few gaps are wider.
    narrow_part_in_line: usize,
    /// Most glyphs of the pieces, on average, into which gaps divide a letterspaced line.
    pub long_piece: usize,
    /// Maximum difference of sizes in a line with white space between its words, as a share of the size.
    other_size: f32,
    /// Minimum letterspacing of a whole line, as a share of the margin. Text without letterspacing has none.
    of_margin: f32,
}

pub(super) const SPACED: SpacedLimits = SpacedLimits {
    min_letters: 4,
    around: 1.4,
    uneven: 0.12,
    uneven_in_line: 0.2,
    min_letter_share: [3, 4],
    min_letter_share_in_line: [1, 2],
    narrow_part: 4,
    narrow_part_in_line: 2,
    long_piece: 3,
    other_size: 0.02,
    of_margin: 0.95,
};

/// A glyph other than white space, and the gap before it.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// Position of the glyph in the line.
    position: u32,
    /// Index of the glyph.
    glyph: u32,
    /// Gap to the furthest end so far, without letterspacing, as a share of the glyph's size.
    gap: f32,
    /// The size of its run, in points.
    size: f32,
    /// White space or a backward jump separates it from the previous glyph.
    apart: bool,
    /// Only white space does, and it is drawn over that white space.
    over_space: bool,
    text: bool,
}

impl Step {
    fn text_in<'c>(&self, content: &'c Content) -> &'c str {
        let glyph = content.glyphs.get(self.glyph as usize);
        glyph.map_or("", |glyph| content.text_of(glyph))
    }

    /// Its place in the frame.
    fn place(&self, content: &Content, frame: Frame) -> Option<Place> {
        let glyph = content.glyphs.get(self.glyph as usize)?;
        let (start, end) = frame.extent(glyph);
        Some(Place {
            start,
            end,
            baseline: frame.enter(glyph.origin).y,
            size: self.size,
        })
    }

    /// Whether it is an index or an exponent of the previous glyph.
    fn is_script_of(&self, base: &Self, content: &Content, frame: Frame) -> bool {
        let places = (base.place(content, frame), self.place(content, frame));
        let (Some(base), Some(own)) = places else {
            return false;
        };
        own.size <= GAP.script_size * base.size
            && (own.baseline - base.baseline).abs() >= GAP.script_shift * base.size
    }

    fn slanted(&self, content: &Content) -> bool {
        let glyph = content.glyphs.get(self.glyph as usize);
        let run = glyph.and_then(|glyph| content.runs.get(glyph.run as usize));
        let font = run.and_then(|run| content.fonts.get(run.font as usize));
        font.is_some_and(|font| font.italic)
    }
}

/// The kind of characters on both sides of a gap.
enum Neighbours {
    /// Letters and digits.
    Letters,
    /// Ideographs and kana.
    Squares,
    /// The first is a slanted letter.
    Slanted,
    Others,
}

impl Neighbours {
    fn of(content: &Content, before: &Step, step: &Step) -> Self {
        let last = before.text_in(content).chars().next_back();
        let first = step.text_in(content).chars().next();
        let both = |is: fn(char) -> bool| last.is_some_and(is) && first.is_some_and(is);
        if both(is_square) {
            Self::Squares
        } else if last.is_some_and(is_letter) && before.slanted(content) {
            Self::Slanted
        } else if both(is_letter_or_digit) {
            Self::Letters
        } else {
            Self::Others
        }
    }
}

/// A candidate word after the first split.
#[derive(Clone, Debug)]
struct Piece {
    glyphs: Range<u32>,
    /// The gap before it; infinite if it is not separated by a mere gap.
    gap: f32,
    /// For a single glyph, with or without following punctuation: whether it is a letter.
    single: Option<bool>,
    text: bool,
}

/// Splits lines into words. Reuses its buffers.
#[derive(Debug, Default)]
pub(super) struct Gaps {
    steps: Vec<Step>,
    /// The gaps of the line that are certainly spaces.
    spaces: Vec<f32>,
    pieces: Vec<Piece>,
    scratch: Vec<f32>,
}

impl Gaps {
    /// Measures the gaps of a line and splits it into words at white space and gaps.
    /// `next` is the cell of the next line.
    pub(super) fn measure(
        &mut self,
        content: &Content,
        frame: Frame,
        glyphs: &[u32],
        margin: f32,
        next: Option<Rect>,
    ) {
        self.step(content, frame, glyphs, margin);
        self.cut(content, frame, margin, next);
        self.join_spaced(content, margin);
    }

    /// The words, as ranges of the line's glyphs.
    pub(super) fn words(&self) -> impl Iterator<Item = Range<u32>> {
        self.pieces.iter().map(|piece| piece.glyphs.clone())
    }

    /// Measures the gap before each glyph.
    fn step(&mut self, content: &Content, frame: Frame, glyphs: &[u32], margin: f32) {
        self.steps.clear();
        self.spaces.clear();
        // The furthest end of the cells so far, and the start of the previous glyph.
        let (mut reached, mut last) = (f32::NEG_INFINITY, f32::NEG_INFINITY);
        // Letterspacing after the previous glyph.
        let mut spacing = 0.0;
        let mut space = false;
        // The middle of the last white space.
        let mut in_space = f32::NEG_INFINITY;
        // Number, size and letterspacing of the previous glyph's run.
        let mut run: Option<(u32, f32, f32)> = None;
        for (position, &index) in (0u32..).zip(glyphs) {
            let Some(glyph) = content.glyphs.get(index as usize) else {
                continue;
            };
            let (size, letter_spacing) = match run {
                Some((number, size, spacing)) if number == glyph.run => (size, spacing),
                _ => {
                    let Some(new) = content.runs.get(glyph.run as usize) else {
                        continue;
                    };
                    let spacing = letter_spacing(new);
                    run = Some((glyph.run, new.size, spacing));
                    (new.size, spacing)
                }
            };
            let (start, end) = frame.extent(glyph);
            if glyph.space {
                (space, in_space) = (true, (start + end) / 2.0);
                continue;
            }
            let own = most(size, end - start);
            // Forward gaps are measured from the furthest end so far, because accents may be set back;
            // backward jumps from the previous glyph. Marks of one letter are drawn in any order.
            let is_mark = end <= start;
            let back = exceeds(
                last - end,
                if is_mark { own } else { margin * own + spacing },
            );
            let back = back
                || !is_mark && start - last < GAP.stacked * own && {
                    let baseline = |index: u32| {
                        let glyph = content.glyphs.get(index as usize);
                        glyph.map_or(0.0, |glyph| frame.enter(glyph.origin).y)
                    };
                    let previous = self.steps.last().map(|step| baseline(step.glyph));
                    previous.is_some_and(|y| (y - baseline(index)).abs() > GAP.stacked_shift * own)
                };
            let beyond = (start - reached - spacing) / own;
            let gap = if exceeds(beyond, GAP.placed * margin) {
                (start - reached - spacing.min(letter_spacing)) / own
            } else {
                beyond
            };
            let gap = if gap.is_nan() { 0.0 } else { gap };
            let apart = space || back || self.steps.is_empty();
            if (space || !apart && gap > GAP.clear * margin) && gap.is_finite() {
                self.spaces.push(gap);
            }
            self.steps.push(Step {
                position,
                glyph: index,
                gap,
                size,
                apart,
                over_space: space && !back && start < in_space,
                text: glyph.text.len > 0,
            });
            reached = if apart { end } else { most(reached, end) };
            if !is_mark {
                last = start;
            }
            spacing = letter_spacing;
            space = false;
        }
    }

    /// The margin, raised according to the line's own spaces.
    fn raised(&mut self, margin: f32) -> f32 {
        let most = margin * GAP.max_raised;
        let middle = self.spaces.len() / 2;
        if self.spaces.is_empty() {
            return margin;
        }
        let (_, &mut space, _) = self
            .spaces
            .select_nth_unstable_by(middle, |a, b| a.total_cmp(b));
        (space * GAP.of_spaces).min(most).max(margin)
    }

    /// Splits at white space, backward jumps and gaps beyond the margin.
    fn cut(&mut self, content: &Content, frame: Frame, margin: f32, next: Option<Rect>) {
        let raised = self.raised(margin);
        let has_drop_cap = self.may_have_drop_cap();
        self.pieces.clear();
        let mut before: Option<&Step> = None;
        for (number, step) in self.steps.iter().enumerate() {
            let beyond = |before: &Step| {
                let (gap, margin) = match Neighbours::of(content, before, step) {
                    Neighbours::Letters => (step.gap, margin),
                    Neighbours::Squares => (step.gap, margin * GAP.between_squares),
                    Neighbours::Slanted => {
                        let gap = step.gap * (step.size / before.size).min(1.0);
                        match step.is_script_of(before, content, frame) {
                            true => (gap, most(raised, GAP.script)),
                            false => (gap, raised),
                        }
                    }
                    Neighbours::Others => (step.gap, raised),
                };
                exceeds(gap, margin)
            };
            let joined = has_drop_cap
                .then(|| self.is_of_drop_cap(number, content, frame, margin, next))
                .flatten();
            let parts = match joined {
                Some(joined) => !joined,
                None => step.apart || exceeds(step.gap, margin) && before.is_none_or(beyond),
            };
            match self.pieces.last_mut() {
                Some(piece) if !parts => {
                    piece.glyphs.end = step.position + 1;
                    if piece.single.is_some()
                        && step.text_in(content).chars().any(is_letter_or_digit)
                    {
                        piece.single = None;
                    }
                    piece.text |= step.text;
                }
                _ => self.pieces.push(Piece {
                    glyphs: step.position..step.position + 1,
                    gap: if step.apart { f32::INFINITY } else { step.gap },
                    single: Some(step.text_in(content).chars().all(is_letter)),
                    text: step.text,
                }),
            }
            if step.text {
                before = Some(step);
            }
        }
        self.pieces.retain(|piece| piece.text);
    }

    /// Whether the sizes of the line allow a drop cap; a fast test for the whole line.
    fn may_have_drop_cap(&self) -> bool {
        let sizes = self.steps.iter().map(|step| step.size);
        let (small, large) = sizes.fold((f32::INFINITY, f32::NEG_INFINITY), |(a, b), size| {
            (least(a, size), most(b, size))
        });
        drop_cap::is_large(large, small)
    }

    /// Whether a glyph belongs to the drop cap at the beginning of the line; `None` if there is none.
    fn is_of_drop_cap(
        &self,
        number: usize,
        content: &Content,
        frame: Frame,
        margin: f32,
        next: Option<Rect>,
    ) -> Option<bool> {
        let (before, rest) = (self.steps.get(..number)?, self.steps.get(number..)?);
        let ((cap, marks), first) = (before.split_last()?, rest.first()?);
        if !drop_cap::is_large(cap.size, first.size) || first.apart && !first.over_space {
            return None;
        }
        let is_word = |step: &Step| step.text_in(content).contains(is_letter_or_digit);
        if marks.iter().any(is_word) {
            return None;
        }
        let word = rest
            .iter()
            .skip(1)
            .take_while(|step| !step.apart && step.gap <= margin);
        let word: String = [first]
            .into_iter()
            .chain(word)
            .map(|step| step.text_in(content))
            .collect();
        let own = (cap.text_in(content), cap.place(content, frame)?);
        drop_cap::joins(own, (&word, first.place(content, frame)?), next)
    }

    /// Joins the letters of letterspaced words.
    fn join_spaced(&mut self, content: &Content, margin: f32) {
        if let Some(around) = self.spaced_line(content, margin) {
            join(&mut self.pieces, around);
            self.pieces.retain(|piece| piece.text);
            return;
        }
        let mut start = 0;
        while let Some(rest) = self.pieces.get(start..)
            && !rest.is_empty()
        {
            let near = |piece: &Piece| piece.single.is_some() && piece.gap.is_finite();
            let count = match rest {
                [first, others @ ..] if first.single.is_some() => {
                    1 + others.iter().take_while(|piece| near(piece)).count()
                }
                _ => 1,
            };
            if count >= SPACED.min_letters {
                self.join_stretch(start..start + count);
            }
            start += count;
        }
        self.pieces.retain(|piece| piece.text);
    }

    /// The least gap between words of a line that is letterspaced as a whole, with white space between its words.
    /// Then its words may be short: `H O W  C A N  I`. A single word may have kerned letters: `D E TA I L S`.
    /// Formulas have gaps, too, but letters of several sizes.
    fn spaced_line(&mut self, content: &Content, margin: f32) -> Option<f32> {
        // The words of most lines have more letters.
        if SPACED.long_piece * self.pieces.len() < self.steps.len()
            || self.pieces.iter().skip(1).all(|p| p.gap.is_infinite())
        {
            return None;
        }
        let steps = || self.steps.iter().filter(|step| step.text);
        let size = steps().next()?.size;
        if steps().any(|step| exceeds((step.size - size).abs(), SPACED.other_size * size)) {
            return None;
        }
        let is_of_letters = |step: &&Step| {
            let mut chars = step.text_in(content).chars();
            chars.all(|c| is_letter(c) && !is_square(c))
        };
        self.scratch.clear();
        self.scratch
            .extend(steps().filter(|step| !step.apart).map(|step| step.gap));
        let (glyphs, letters) = (steps().count(), steps().filter(is_of_letters).count());
        let is_word = self.scratch.len() + 1 == glyphs;
        if self.scratch.len() + 1 < SPACED.min_letters.max(glyphs / 2)
            || !is_share(letters, glyphs, SPACED.min_letter_share_in_line)
        {
            return None;
        }
        let spacing = Self::spacing(
            &mut self.scratch,
            SPACED.uneven_in_line,
            SPACED.narrow_part_in_line,
        )?;
        let around = spacing * SPACED.around;
        let near = self.scratch.iter().filter(|&&gap| gap <= around).count();
        let is_spaced = match is_word {
            true => {
                let wide = self.scratch.iter().filter(|&&gap| gap > margin).count();
                letters == glyphs
                    && near == self.scratch.len()
                    && is_share(wide, near, SPACED.min_letter_share)
            }
            false => 2 * near >= self.scratch.len(),
        };
        (spacing >= SPACED.of_margin * margin && is_spaced).then_some(around)
    }

    /// The usual one of some gaps between letters, if all are letterspacing or gaps between words.
    fn spacing(gaps: &mut [f32], uneven: f32, narrow_part: usize) -> Option<f32> {
        let narrow = gaps.len() / narrow_part;
        let (_, &mut spacing, _) = gaps.select_nth_unstable_by(narrow, |a, b| a.total_cmp(b));
        let around = spacing * SPACED.around;
        let even = |&gap: &f32| gap > around || (gap - spacing).abs() <= uneven;
        (spacing <= MAX_LETTERSPACING && gaps.iter().all(even)).then_some(spacing)
    }

    /// Joins the letterspaced words in a sequence of single glyphs separated only by gaps.
    fn join_stretch(&mut self, stretch: Range<usize>) {
        let after = self
            .pieces
            .get(stretch.end)
            .map_or(f32::INFINITY, |piece| piece.gap);
        let Some(pieces) = self.pieces.get_mut(stretch) else {
            return;
        };
        let letters = pieces.iter().filter(|p| p.single == Some(true)).count();
        if !is_share(letters, pieces.len(), SPACED.min_letter_share) {
            return;
        }
        self.scratch.clear();
        self.scratch.extend(pieces.iter().skip(1).map(|p| p.gap));
        let Some(spacing) = Self::spacing(&mut self.scratch, SPACED.uneven, SPACED.narrow_part)
        else {
            return;
        };
        let around = spacing * SPACED.around;
        // In a mere row of letters, the gaps around it are as wide as those between the letters.
        let before = pieces.first().map_or(f32::INFINITY, |p| p.gap);
        let near = pieces.iter().filter(|p| p.gap <= around).count();
        if near + 1 >= SPACED.min_letters.max(pieces.len() / 2) && before > around && after > around
        {
            join(pieces, around);
        }
    }
}

/// Whether a part of some glyphs or gaps has at least a share, given as numerator and denominator.
fn is_share(part: usize, all: usize, [least, of]: [usize; 2]) -> bool {
    of * part >= least * all
}

/// Joins pieces to words, which have a gap larger than `around` between them. What is joined to another piece
/// has no text of its own.
fn join(pieces: &mut [Piece], around: f32) {
    let mut word = 0;
    for index in 1..pieces.len() {
        let Some(piece) = pieces.get_mut(index) else {
            return;
        };
        if piece.gap > around {
            word = index;
            continue;
        }
        let end = piece.glyphs.end;
        piece.text = false;
        if let Some(first) = pieces.get_mut(word) {
            first.glyphs.end = end;
            first.single = None;
        }
    }
}

/// Whether a character is an ideograph, kana, or set in a square like them.
pub(super) fn is_square(c: char) -> bool {
    // Nearly all characters are lower.
    c >= '\u{2E80}'
        && matches!(c, '\u{2E80}'..='\u{312F}' | '\u{3190}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}'
        | '\u{FE30}'..='\u{FE4F}' | '\u{FF00}'..='\u{FF9F}' | '\u{20000}'..='\u{3FFFF}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line::testing::Pen;

    /// Returns the words of a line of glyphs, each 5 points long at size 10, preceded by a gap.
    fn words(glyphs: &[(f32, &str)]) -> String {
        let mut pen = Pen::new();
        let run = pen.run(10.0, 0.0);
        let mut x = 0.0;
        for (gap, text) in glyphs {
            x += gap;
            pen.glyph(run, x, 100.0, text, 5.0);
            x += 5.0;
        }
        let all: Vec<u32> = pen.content.glyph_indices().collect();
        let mut gaps = Gaps::default();
        gaps.measure(&pen.content, Frame::UPRIGHT, &all, 0.1, None);
        let mut words: Vec<String> = Vec::new();
        for word in gaps.words() {
            let glyphs = &pen.content.glyphs[word.start as usize..word.end as usize];
            words.push(glyphs.iter().map(|g| pen.content.text_of(g)).collect());
        }
        words.join("|")
    }

    #[test]
    fn a_gap_counts_beside_the_spaces_of_its_line() {
        let formula = [(0.0, "f"), (1.3, "("), (0.0, "x"), (0.0, ")")];
        assert_eq!(words(&formula), "f|(x)");
        let mut line = vec![(0.0, "a"), (2.8, "b")];
        line.extend(formula.map(|(gap, text)| (if text == "f" { 2.8 } else { gap }, text)));
        assert_eq!(words(&line), "a|b|f(x)");
        // Nearly all spaces of this line are narrow.
        let narrow = [(0.0, "a"), (0.0, "b"), (1.4, "c"), (0.0, "d"), (1.5, "e")];
        assert_eq!(words(&narrow), "ab|cd|e");
    }

    #[test]
    fn white_space_tells_the_spaces_of_a_line() {
        let line = [(0.0, "a"), (0.0, " "), (0.0, "V"), (1.4, "("), (0.0, "b")];
        assert_eq!(words(&line), "a|V(b");
    }

    #[test]
    fn marks_of_a_letter_stand_in_any_order() {
        let mut pen = Pen::new();
        let run = pen.run(10.0, 0.0);
        pen.glyph(run, 0.0, 100.0, "ש", 7.0);
        pen.glyph(run, 5.5, 100.0, "\u{5C1}", 0.0);
        pen.glyph(run, 3.0, 100.0, "\u{5B4}", 0.0);
        pen.glyph(run, 7.0, 100.0, "א", 6.0);
        let mut gaps = Gaps::default();
        gaps.measure(&pen.content, Frame::UPRIGHT, &[0, 1, 2, 3], 0.1, None);
        assert!(gaps.words().eq(std::iter::once(0..4)));
    }

    #[test]
    fn ideographs_are_spread_over_a_line() {
        assert_eq!(words(&[(0.0, "漢"), (2.5, "字"), (2.5, "。")]), "漢字。");
        assert_eq!(words(&[(0.0, "目"), (9.0, "次")]), "目|次");
        assert_eq!(words(&[(0.0, "한"), (2.5, "국")]), "한|국");
        assert_eq!(words(&[(0.0, "漢"), (2.5, "A")]), "漢|A");
    }

    #[test]
    fn spaced_letters_are_words() {
        let spaced = |text: &'static str, gap: f32| {
            let letters = text.char_indices().map(move |(i, c)| {
                let letter = &text[i..i + c.len_utf8()];
                (if i == 0 { 9.0 } else { gap }, letter)
            });
            letters.collect::<Vec<_>>()
        };
        let mut heading = spaced("ALABAMA", 3.0);
        assert_eq!(words(&heading), "ALABAMA");
        heading.extend(spaced("STATE", 3.3));
        heading.extend(spaced("IN", 3.0));
        assert_eq!(words(&heading), "ALABAMA|STATE|IN");
        let mut emphasis = vec![(0.0, "a"), (0.0, "b")];
        emphasis.extend(spaced("gesperrt.", 1.5));
        emphasis.extend([(4.0, "c"), (0.0, "d")]);
        assert_eq!(words(&emphasis), "ab|gesperrt.|cd");
        // White space between the words: short words are joined, too.
        let mut typed = spaced("HOW", 1.6);
        for word in ["CAN", "I"] {
            typed.push((0.0, " "));
            typed.extend(spaced(word, 1.6));
        }
        assert_eq!(words(&typed), "HOW|CAN|I");
        // Two letters that are kerned, and a gap as wide as a space.
        typed[1].0 = 0.7;
        typed.push((3.5, "X"));
        assert_eq!(words(&typed), "HOW|CAN|I|X");
        let mut kerned = spaced("DETAILS", 1.2);
        kerned[3].0 = 0.4;
        assert_eq!(words(&kerned), "DETAILS");
    }

    #[test]
    fn rows_of_letters_are_none() {
        // The words around it have the same distance.
        let row = [(0.0, "o"), (0.0, "f"), (3.0, "a"), (3.0, "b"), (3.0, "c")];
        let mut row = row.to_vec();
        row.extend([(3.0, "d"), (3.0, "o"), (0.0, "r")]);
        assert_eq!(words(&row), "of|a|b|c|d|or");
        // At uneven distances, far apart, separated by spaces, and digits.
        let uneven = [(0.0, "a"), (2.0, "b"), (4.2, "c"), (3.4, "d"), (5.0, "e")];
        assert_eq!(words(&uneven), "a|b|c|d|e");
        assert_eq!(words(&["a", "b", "c", "d"].map(|c| (7.0, c))), "a|b|c|d");
        let spaces = [(0.0, "a"), (0.0, " "), (0.0, "b"), (0.0, " "), (0.0, "c")];
        assert_eq!(words(&spaces), "a|b|c");
        assert_eq!(words(&["1", "2", "3", "4"].map(|c| (3.0, c))), "1|2|3|4");
    }
}
