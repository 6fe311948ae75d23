//! Converts words to glyphs: each character gets a part of its word's box and an origin on the baseline.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use unicode_normalization::char::is_combining_mark;

use super::sheet::{Font, UNSAID_CONFIDENCE, Word};
use crate::bidi::has_right_to_left;
use crate::geometry::{Point, Rect};
use crate::limits::Limits;
use crate::page::{Content, Decoding, FontFacts, Glyph, Image, LineGeometry, Run};

/// The maximum width of a blank in ems.
const BLANK: f32 = 0.3;

/// The font of words without a known font: not an index of the page's fonts.
const NO_FONT: u32 = u32::MAX;

/// Points per unit of the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    pub x: f32,
    pub y: f32,
}

impl Scale {
    pub(super) fn new(x: f32, y: f32) -> Self {
        Self { x, y }
    }

    pub(super) fn point(self, x: f32, y: f32) -> Point {
        Point::new(x * self.x, y * self.y)
    }

    /// Converts an angle in degrees, which changes if pixels are not square.
    pub(super) fn angle(self, degrees: f32) -> f32 {
        if self.x == self.y {
            return degrees;
        }
        let (sin, cos) = degrees.to_radians().sin_cos();
        (sin * self.y).atan2(cos * self.x).to_degrees()
    }

    pub(super) fn rect(self, r: Rect) -> Rect {
        Rect::new(r.x0 * self.x, r.y0 * self.y, r.x1 * self.x, r.y1 * self.y)
    }
}

/// The baseline, direction and size of a line's characters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    origin: Point,
    direction: Point,
    up: Point,
    /// The font size in points.
    size: f32,
    vertical: bool,
}

impl Place {
    pub(super) fn of(line: &LineGeometry) -> Self {
        let angle = line.angle.to_radians();
        // `0 - y` and not `-y`: an upright line must not be rotated by minus zero.
        let direction = Point::new(angle.cos(), 0.0 - angle.sin());
        Self {
            origin: line.origin,
            direction,
            up: match line.vertical {
                true => Point::new(1.0, 0.0),
                false => Point::new(direction.y, 0.0 - direction.x),
            },
            size: line.size,
            vertical: line.vertical,
        }
    }

    /// The part of a box between two shares of its length, along the writing direction.
    fn slice(&self, bbox: Rect, from: f32, to: f32) -> Rect {
        let Point { x, y } = self.direction;
        let (across, down) = (bbox.width(), bbox.height());
        if x.abs() >= y.abs() {
            let at = |share: f32| match x >= 0.0 {
                true => bbox.x0 + across * share,
                false => bbox.x1 - across * share,
            };
            Rect::new(at(from), bbox.y0, at(to), bbox.y1)
        } else {
            let at = |share: f32| match y >= 0.0 {
                true => bbox.y0 + down * share,
                false => bbox.y1 - down * share,
            };
            Rect::new(bbox.x0, at(from), bbox.x1, at(to))
        }
    }

    /// The origin on the baseline of a character with this box.
    fn origin(&self, bbox: Rect) -> Point {
        let Point { x, y } = self.direction;
        let start = Point::new(
            if x >= 0.0 { bbox.x0 } else { bbox.x1 },
            if y >= 0.0 { bbox.y0 } else { bbox.y1 },
        );
        let from = start - self.origin;
        self.origin.moved(self.direction, from.dot(self.direction))
    }

    fn advance(&self, bbox: Rect) -> f32 {
        match self.direction.x.abs() >= self.direction.y.abs() {
            true => bbox.width(),
            false => bbox.height(),
        }
    }
}

/// Collects the glyphs of a page.
pub(super) struct Glyphs<'l> {
    pub content: Content,
    limits: &'l Limits,
    /// Indexes of fonts, by name and style.
    fonts: HashMap<(String, [bool; 4]), u32>,
    /// The box of the preceding word on the same line.
    before: Option<Rect>,
    /// Whether something was skipped because of a limit.
    pub full: bool,
}

impl<'l> Glyphs<'l> {
    pub(super) fn new(content: Content, limits: &'l Limits) -> Self {
        Self {
            content,
            limits,
            fonts: HashMap::new(),
            before: None,
            full: false,
        }
    }

    /// Ends the current line.
    pub(super) fn end_line(&mut self) {
        self.before = None;
    }

    pub(super) fn image(&mut self, bbox: Rect) -> Option<u32> {
        if self.content.images.len() >= self.limits.shapes || bbox.is_empty() {
            return None;
        }
        self.content.images.push(Image::at(bbox));
        Some(self.content.images.len() as u32 - 1)
    }

    /// The range of a word's glyphs; `None` if it has no text or a limit is reached.
    pub(super) fn word(
        &mut self,
        word: Word,
        bbox: Rect,
        place: &Place,
        scale: Scale,
    ) -> Option<Range<u32>> {
        if word.text.trim().is_empty() {
            return None;
        }
        let count = word.text.chars().count();
        let text = self.content.text.len().saturating_add(word.text.len());
        let glyphs = self.content.glyphs.len().saturating_add(count);
        if glyphs >= self.limits.glyphs || text >= self.limits.text_bytes {
            self.full = true;
            return None;
        }
        let bbox = if bbox.is_empty() {
            // A word without a place is put at the beginning of the line.
            Rect::around([place.origin])
        } else {
            bbox
        };
        let confidence = word.confidence.unwrap_or(UNSAID_CONFIDENCE).min(100);
        let decoding = match word.human {
            true => Decoding::Person,
            false => Decoding::Recognised(confidence),
        };
        let run = self.run(word.font.as_ref(), place);
        if let Some(before) = self.before.replace(bbox) {
            self.space(before, bbox, place, run, decoding);
        }
        let start = self.content.glyphs.len() as u32;
        let characters = (word.characters.len() == count).then_some(&word.characters);
        let cells = cells(&word.text, characters.is_none());
        let backwards = has_right_to_left(&word.text);
        for (number, text) in cells.iter().enumerate() {
            let own = characters
                .and_then(|all| all.get(number))
                .map(|&r| scale.rect(r));
            let bbox = own.unwrap_or_else(|| {
                let number = match backwards {
                    true => cells.len() - 1 - number,
                    false => number,
                };
                let share = |n: usize| n as f32 / cells.len() as f32;
                place.slice(bbox, share(number), share(number + 1))
            });
            self.glyph(text, bbox, place, (run, decoding), false);
        }
        Some(start..self.content.glyphs.len() as u32)
    }

    /// Adds a blank between two words of a line, so that the analysis separates them again.
    fn space(&mut self, a: Rect, b: Rect, place: &Place, run: u32, decoding: Decoding) {
        // Not wider than a blank: a wider gap may be a gutter between columns.
        let blank = BLANK * place.size;
        let between = |a0: f32, a1: f32, b0: f32, b1: f32| match b0 >= a0 {
            true => (a1.min(b0), b0.min(a1.min(b0) + blank)),
            false => (b1.min(a0).max(a0 - blank), a0),
        };
        let bbox = match place.direction.x.abs() >= place.direction.y.abs() {
            true => {
                let (x0, x1) = between(a.x0, a.x1, b.x0, b.x1);
                Rect::new(x0, b.y0, x1, b.y1)
            }
            false => {
                let (y0, y1) = between(a.y0, a.y1, b.y0, b.y1);
                Rect::new(b.x0, y0, b.x1, y1)
            }
        };
        self.glyph(" ", bbox, place, (run, decoding), true);
    }

    /// Appends a glyph; `space` marks blanks between words.
    fn glyph(
        &mut self,
        text: &str,
        bbox: Rect,
        place: &Place,
        (run, decoding): (u32, Decoding),
        space: bool,
    ) {
        let text = self.content.push_text(text);
        self.content.glyphs.push(Glyph {
            bbox,
            origin: place.origin(bbox),
            advance: place.advance(bbox),
            text,
            run,
            decoding,
            space,
        });
    }

    /// The index of the run with this font on this line: the last run, or a new one.
    fn run(&mut self, font: Option<&Font>, place: &Place) -> u32 {
        let size = font
            .and_then(|f| f.size)
            .filter(|&s| s > 0.0)
            .unwrap_or(place.size);
        let font = font.map_or(NO_FONT, |font| self.font(font));
        let (ascent, descent) = match place.vertical {
            true => (0.5, -0.5),
            false => (0.8, -0.2),
        };
        let run = Run {
            font,
            size,
            direction: place.direction,
            up: place.up,
            ascent: ascent * size,
            descent: descent * size,
            letter_spacing: 0.0,
            vertical: place.vertical,
            render_mode: 3,
            // The text layer is invisible: the page is shown by its image.
            visible: false,
            white: false,
            colour: [0; 3],
            marked: None,
        };
        if self.content.runs.last() != Some(&run) {
            self.content.runs.push(run);
        }
        self.content.runs.len() as u32 - 1
    }

    fn font(&mut self, font: &Font) -> u32 {
        let face = [font.bold, font.italic, font.serif, font.monospace];
        let key = (font.name.clone(), face);
        if let Some(&known) = self.fonts.get(&key) {
            return known;
        }
        let number = self.content.fonts.len() as u32;
        self.content.fonts.push(Arc::new(FontFacts {
            name: font.name.clone(),
            family: font.name.clone(),
            bold: font.bold,
            italic: font.italic,
            serif: font.serif,
            monospace: font.monospace,
            object: None,
        }));
        self.fonts.insert(key, number);
        number
    }
}

/// The characters of a word. If `joined`, combining marks stay with their base character.
fn cells(text: &str, joined: bool) -> Vec<&str> {
    let mut starts: Vec<usize> = text
        .char_indices()
        .filter(|&(at, c)| at == 0 || !joined || !is_combining_mark(c))
        .map(|(at, _)| at)
        .collect();
    starts.push(text.len());
    starts
        .windows(2)
        .filter_map(|w| text.get(*w.first()?..*w.last()?))
        .collect()
}
