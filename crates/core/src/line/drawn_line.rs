//! Random lines of text in two orders of drawing, for property tests.

use proptest::prelude::*;

use super::testing::Pen;

/// A line drawn from start to end, and the same glyphs drawn in another order.
#[derive(Debug)]
pub(crate) struct Drawn {
    pub pen: Pen,
    pub shuffled: Pen,
}

/// The letters of a run, each with its length.
#[derive(Clone, Debug)]
struct Part {
    letters: Vec<(char, f32)>,
    size: f32,
    /// Character spacing, in points.
    spacing: f32,
    /// White space after it, in ems; `None` inside a word.
    space: Option<f32>,
    /// Whether the space is drawn as a character.
    drawn_space: bool,
}

/// Generates lines of words with parts of several sizes and spacings, shuffled by parts or by glyphs.
pub(crate) fn drawn_line() -> impl Strategy<Value = Drawn> {
    let letters = prop::collection::vec(
        (
            prop::char::ranges(vec!['a'..='z', '0'..='9', '.'..='.', ','..=',', '-'..='-'].into()),
            0.25f32..0.9,
        ),
        1..6,
    );
    let spacing = prop_oneof![3 => Just(0.0f32), 1 => 0.05f32..0.3];
    let space = prop_oneof![Just(None), (0.3f32..0.9).prop_map(Some)];
    let part = (letters, 8.0f32..12.0, spacing, space, any::<bool>());
    let part = part.prop_map(|(letters, size, spacing, space, drawn_space)| Part {
        letters,
        size,
        spacing: spacing * size,
        space,
        drawn_space,
    });
    let keys = prop::collection::vec(any::<u32>(), 64);
    let line = (prop::collection::vec(part, 1..8), keys, any::<bool>());
    line.prop_map(|(parts, keys, by_part)| draw(&parts, &keys, by_part))
}

fn draw(parts: &[Part], keys: &[u32], by_part: bool) -> Drawn {
    let mut pen = Pen::new();
    let mut x = 50.0;
    for part in parts {
        let run = pen.run(part.size, 0.0);
        pen.content.runs[run as usize].letter_spacing = part.spacing;
        for &(letter, advance) in &part.letters {
            pen.glyph(run, x, 100.0, &letter.to_string(), advance * part.size);
            x += advance * part.size + part.spacing;
        }
        if let Some(space) = part.space {
            // A separately drawn space has no position in the default layout, but its gap has.
            if part.drawn_space && by_part {
                pen.glyph(run, x, 100.0, " ", space * part.size);
            }
            x += space * part.size;
        }
    }
    let mut shuffled = Pen {
        content: pen.content.clone(),
    };
    let mut number = 0;
    shuffled.content.glyphs.sort_by_cached_key(|glyph| {
        number += 1;
        let key = if by_part { glyph.run as usize } else { number };
        keys[key % keys.len()]
    });
    Drawn { pen, shuffled }
}
