//! Removes text that is drawn several times at the same place, for a bold or shaded look.

use super::copies::{is_same_style, take_out};
use super::places::Places;
use super::shadows::take_out_shadows;
use super::strokes::drawn_upon;
use crate::fnv;
use crate::page::{Content, Glyph, Run};

/// Largest distances of two copies of a character, as shares of their size. Double letters in a word are
/// further apart: the narrowest letters are a fifth of their size wide.
struct CopyLimits {
    /// Along the line.
    along: f32,
    /// Across the line.
    across: f32,
}

const COPY: CopyLimits = CopyLimits {
    along: 0.1,
    across: 0.2,
};

/// Removes every glyph that repeats an earlier one: the same text in the same size and direction at nearly
/// the same place. `nnaappiiss` becomes `napis`. The first copy is kept; if it is invisible, it gets the run
/// of a visible copy. Linear in the number of glyphs.
pub fn collapse_repeated(content: &mut Content) {
    let mut upon = drawn_upon(content, COPY.along, COPY.across);
    if upon.is_empty() {
        return;
    }
    if take_out_shadows(content, &upon) {
        upon = drawn_upon(content, COPY.along, COPY.across);
    }
    let count = upon.iter().map(ExactSizeIterator::len).sum::<usize>();
    let mut places = Places::new(count, content.glyphs.len());
    let mut repeated: Vec<usize> = Vec::new();
    for index in upon.into_iter().flatten() {
        let glyph = content.glyphs[index];
        let Some(run) = content.runs.get(glyph.run as usize) else {
            continue;
        };
        if glyph.text.len == 0 {
            continue;
        }
        let text = content.text_of(&glyph);
        let hash = text.bytes().map(u64::from).fold(fnv::SEED, fnv::mix);
        let is_copy = |other| is_copy(content, &glyph, run, text, other);
        let side = 2.0 * COPY.across * run.size;
        if let Some(original) = places.find_or_add(hash, glyph.origin, side, index, is_copy) {
            let seen = content.glyphs[original].run as usize;
            let hidden = content.runs.get(seen).is_some_and(|r| !r.visible);
            if run.visible && hidden {
                content.glyphs[original].run = glyph.run;
            }
            repeated.push(index);
        }
    }
    take_out(content, &repeated);
}

fn is_copy(content: &Content, glyph: &Glyph, run: &Run, text: &str, other: usize) -> bool {
    let other = &content.glyphs[other];
    let Some(of_other) = content.runs.get(other.run as usize) else {
        return false;
    };
    let away = glyph.origin - other.origin;
    let size = run.size.max(of_other.size);
    away.dot(run.direction).abs() <= COPY.along * size
        && away.dot(run.up).abs() <= COPY.across * size
        && is_same_style(run, of_other)
        && content.text_of(other) == text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line::testing::Pen;

    fn left(mut pen: Pen) -> String {
        collapse_repeated(&mut pen.content);
        let content = &pen.content;
        content.glyphs.iter().map(|g| content.text_of(g)).collect()
    }

    #[test]
    fn a_word_drawn_again_and_again_is_one() {
        let mut pen = Pen::new();
        let run = pen.run(10.0, 0.0);
        for (i, c) in "napis".chars().enumerate() {
            for copy in 0..4 {
                let shift = 0.25 * copy as f32;
                let x = 100.0 + 5.0 * i as f32 + shift;
                pen.glyph(run, x, 100.0 + shift, &c.to_string(), 5.0);
            }
        }
        assert_eq!(left(pen), "napis");
    }

    #[test]
    fn a_line_drawn_again_later_is_one_also_when_turned() {
        for angle in [0.0, 90.0, 33.0] {
            let mut pen = Pen::new();
            let run = pen.run(10.0, angle);
            for shift in [0.0, 0.6, -0.6] {
                pen.write(run, 300.0 + shift, 300.0, "all balls");
            }
            assert_eq!(left(pen), "all balls", "{angle}");
        }
    }

    #[test]
    fn letters_that_are_doubled_or_of_another_size_stay() {
        let mut pen = Pen::new();
        let run = pen.run(10.0, 0.0);
        pen.glyph(run, 0.0, 100.0, "l", 2.0);
        pen.glyph(run, 2.0, 100.0, "l", 2.0);
        let large = pen.run(14.0, 0.0);
        pen.glyph(large, 0.0, 100.0, "l", 3.0);
        pen.write(run, 0.0, 110.0, "l");
        assert_eq!(left(pen), "llll");
    }

    #[test]
    fn of_a_hidden_and_a_visible_copy_the_visible_one_tells_the_style() {
        let mut pen = Pen::new();
        let hidden = pen.run(10.0, 0.0);
        pen.content.runs[hidden as usize].visible = false;
        let seen = pen.run(10.0, 0.0);
        pen.write(hidden, 0.0, 100.0, "a");
        pen.write(seen, 0.0, 100.0, "a");
        collapse_repeated(&mut pen.content);
        let runs: Vec<u32> = pen.content.glyphs.iter().map(|g| g.run).collect();
        assert_eq!(runs, [seen]);
    }

    #[test]
    fn numbers_that_are_none_and_piles_do_no_harm() {
        let mut pen = Pen::new();
        let odd = pen.run(f32::NAN, 0.0);
        let none = pen.run(0.0, 0.0);
        for run in [odd, none] {
            pen.glyph(run, f32::NAN, f32::INFINITY, "x", 1.0);
        }
        let run = pen.run(10.0, 0.0);
        for _ in 0..50_000 {
            pen.glyph(run, 5.0, 5.0, "o", 5.0);
        }
        assert_eq!(left(pen), "xxo");
    }
}
