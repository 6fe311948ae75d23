//! Splits a word into characters, each with its box.

use std::ops::Range;

use crate::blocks::{Pixels, Scale};
use crate::geometry::{Point, Rect};
use crate::page::Page;

/// A character of a word.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Character {
    pub text: char,
    /// Inside the box of the word.
    pub bbox: Pixels,
    /// Confidence, in percent.
    pub confidence: u8,
}

/// The characters of glyphs, given as positions in [`Page::order`], in a word with this box. The characters
/// of a ligature get equal parts of its box.
pub(super) fn characters<'p>(
    page: &'p Page,
    glyphs: &Range<u32>,
    word: Pixels,
    scale: Scale,
) -> impl Iterator<Item = Character> + use<'p> {
    page.glyphs(glyphs).flat_map(move |glyph| {
        let run = page.content.run_of(glyph);
        let text = page.content.text_of(glyph);
        let count = text.chars().count();
        let confidence = glyph.decoding.confidence(!run.visible);
        text.chars().enumerate().map(move |(i, text)| {
            let Point { x, y } = run.direction;
            let horizontal = x.abs() >= y.abs();
            let backwards = if horizontal { x < 0.0 } else { y < 0.0 };
            let i = if backwards { count - 1 - i } else { i };
            Character {
                text,
                bbox: word.part(part(glyph.bbox, horizontal, i, count), scale),
                confidence,
            }
        })
    })
}

/// Returns part `i` of `count` equal parts of a box.
fn part(r: Rect, horizontal: bool, i: usize, count: usize) -> Rect {
    if count < 2 || r.is_empty() {
        return r;
    }
    let at = |start: f32, end: f32, i: usize| start + (end - start) * (i as f32 / count as f32);
    if horizontal {
        Rect::new(at(r.x0, r.x1, i), r.y0, at(r.x0, r.x1, i + 1), r.y1)
    } else {
        Rect::new(r.x0, at(r.y0, r.y1, i), r.x1, at(r.y0, r.y1, i + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blocks::testing::{Builder, frame};

    fn boxes(direction: Point) -> Vec<(char, [u32; 4])> {
        let mut b = Builder::new();
        let glyphs = b.glyphs("ab", 0, 10.0);
        let content = &mut b.page.content;
        let text = content.push_text("ffi");
        content.glyphs[0].text = text;
        content.glyphs[0].bbox = Rect::new(0.0, 0.0, 30.0, 30.0);
        content.glyphs[1].bbox = Rect::new(30.0, 0.0, 40.0, 30.0);
        content.runs[0].direction = direction;
        let scale = Scale::new(&frame(200, 100));
        let word = Pixels {
            x0: 0,
            y0: 0,
            x1: 40,
            y1: 30,
        };
        characters(&b.page, &glyphs, word, scale)
            .map(|c| (c.text, [c.bbox.x0, c.bbox.y0, c.bbox.x1, c.bbox.y1]))
            .collect()
    }

    #[test]
    fn the_characters_of_a_ligature_share_its_box() {
        assert_eq!(
            boxes(Point::new(1.0, 0.0)),
            [
                ('f', [0, 0, 10, 30]),
                ('f', [10, 0, 20, 30]),
                ('i', [20, 0, 30, 30]),
                ('b', [30, 0, 40, 30])
            ]
        );
        assert_eq!(boxes(Point::new(-1.0, 0.0))[0], ('f', [20, 0, 30, 30]));
        assert_eq!(boxes(Point::new(0.0, -1.0))[0], ('f', [0, 20, 30, 30]));
    }
}
