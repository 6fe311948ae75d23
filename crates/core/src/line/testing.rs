//! Creates content by hand, for tests of lines and later stages.

use crate::geometry::{Point, Rect};
use crate::page::{Content, Decoding, Glyph, Run};

/// Draws text on a page of 600 by 800 points. Every glyph is half an em long.
#[derive(Debug, Default)]
pub struct Pen {
    pub content: Content,
}

impl Pen {
    pub fn new() -> Self {
        let content = Content {
            width: 600.0,
            height: 800.0,
            ..Content::default()
        };
        Self { content }
    }

    /// Adds a run of this size, rotated counter-clockwise by an angle in degrees.
    pub fn run(&mut self, size: f32, angle: f32) -> u32 {
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
            colour: [0; 3],
            letter_spacing: 0.0,
            marked: None,
        })
    }

    /// Adds a run of vertical writing.
    pub fn vertical_run(&mut self, size: f32) -> u32 {
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
            colour: [0; 3],
            letter_spacing: 0.0,
            marked: None,
        })
    }

    pub fn push_run(&mut self, run: Run) -> u32 {
        self.content.runs.push(run);
        self.content.runs.len() as u32 - 1
    }

    /// Draws a glyph with any text and length.
    pub fn glyph(&mut self, run: u32, x: f32, y: f32, text: &str, advance: f32) -> u32 {
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
    pub fn write(&mut self, run: u32, x: f32, y: f32, text: &str) {
        self.write_spaced(run, x, y, text, 0.0);
    }

    /// Like [`Pen::write`], with a space after each glyph.
    pub fn write_spaced(&mut self, run: u32, x: f32, y: f32, text: &str, space: f32) {
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
