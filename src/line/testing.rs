//! Creates content by hand, for tests of lines and later stages.

use proptest::prelude::*;

use crate::geometry::{Point, Rect};
use crate::page::{Content, Decoding, Glyph, Run};

/// Draws text on a page of 600 by 800 points. Every glyph is half an em long.
#[derive(Debug, Default)]
pub(crate) struct Pen {
    pub content: Content,
}

impl Pen {
    pub(crate) fn new() -> Self {
        let content = Content {
            width: 600.0,
            height: 800.0,
            ..Content::default()
        };
        Self { content }
    }

    /// Adds a run of this size, rotated counter-clockwise by an angle in degrees.
    pub(crate) fn run(&mut self, size: f32, angle: f32) -> u32 {
        let (sin, cos) = match angle {
            0.0 => (0.0, 1.0),
            90.0 => (1.0, 0.0),
            180.0 => (0.0, -1.0),
            270.0 => (-1.0, 0.0),
            _ => angle.to_radians().sin_cos(),
        };
        self.push_run(Run {
            font: 0,
            size,
            direction: Point::new(cos, -sin),
            up: Point::new(-sin, -cos),
            ascent: 0.75 * size,
            descent: -0.25 * size,
            vertical: false,
            render_mode: 0,
            visible: true,
            white: false,
            letter_spacing: 0.0,
            marked: None,
        })
    }

    /// Adds a run of vertical writing.
    pub(crate) fn vertical_run(&mut self, size: f32) -> u32 {
        self.push_run(Run {
            font: 0,
            size,
            direction: Point::new(0.0, 1.0),
            up: Point::new(1.0, 0.0),
            ascent: size / 2.0,
            descent: size / -2.0,
            vertical: true,
            render_mode: 0,
            visible: true,
            white: false,
            letter_spacing: 0.0,
            marked: None,
        })
    }

    pub(crate) fn push_run(&mut self, run: Run) -> u32 {
        self.content.runs.push(run);
        self.content.runs.len() as u32 - 1
    }

    /// Draws a glyph with any text and length.
    pub(crate) fn glyph(&mut self, run: u32, x: f32, y: f32, text: &str, advance: f32) -> u32 {
        let span = self.content.push_text(text);
        let glyph = Glyph {
            bbox: Rect::EMPTY,
            origin: Point::new(x, y),
            advance,
            text: span,
            run,
            decoding: Decoding::ToUnicode,
            space: !text.is_empty() && text.chars().all(char::is_whitespace),
        };
        let bbox = Rect::around(self.content.quad(&glyph));
        self.content.glyphs.push(Glyph { bbox, ..glyph });
        self.content.glyphs.len() as u32 - 1
    }

    /// Draws a glyph for each character, the first at `(x, y)` on the baseline.
    pub(crate) fn write(&mut self, run: u32, x: f32, y: f32, text: &str) {
        self.write_spaced(run, x, y, text, 0.0);
    }

    /// Like [`Pen::write`], with a space after each glyph.
    pub(crate) fn write_spaced(&mut self, run: u32, x: f32, y: f32, text: &str, space: f32) {
        let Run {
            size,
            direction,
            vertical,
            ..
        } = self.content.runs[run as usize];
        let advance = if vertical { size } else { size / 2.0 };
        let mut at = Point::new(x, y);
        for c in text.chars() {
            let mut buffer = [0; 4];
            self.glyph(run, at.x, at.y, c.encode_utf8(&mut buffer), advance);
            at = at.moved(direction, advance + space);
        }
    }
}

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
