//! The content of a page in drawing order: glyphs, images, ruled lines and marked content.

use std::ops::Range;
use std::sync::Arc;

use crate::geometry::{Point, Rect};

/// A part of [`Content::text`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextSpan {
    /// Its beginning, in bytes.
    pub start: u32,
    /// Its length, in bytes.
    pub len: u32,
}

/// The source of a glyph's Unicode value, from the most to the least reliable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Decoding {
    /// A person who typed or checked it.
    Person,
    /// `ActualText` of a marked-content sequence (ISO 32000-1, 14.9.4).
    ActualText,
    /// The font's `ToUnicode` CMap (9.10.3).
    ToUnicode,
    /// A predefined CMap or character collection (9.10.2).
    CharacterCollection,
    /// A glyph name of the font's encoding, through the Adobe Glyph List (9.10.2).
    GlyphName,
    /// The embedded font program's own character map or glyph names.
    FontProgram,
    /// OCR of an image, with its confidence in percent.
    Recognised(u8),
    /// An assumed encoding, because the file names none.
    Guess,
    /// No value; the text is U+FFFD.
    Unknown,
}

impl Decoding {
    /// The name of the source, in the terms of the standard (9.10.2).
    pub fn source(self) -> &'static str {
        match self {
            Self::Person => "human",
            Self::ActualText => "ActualText",
            Self::ToUnicode => "ToUnicode",
            Self::CharacterCollection => "character collection",
            Self::GlyphName => "glyph name",
            Self::FontProgram => "font program",
            Self::Recognised(_) => "recognised",
            Self::Guess => "guess",
            Self::Unknown => "none",
        }
    }

    /// The probability that the character is right, in percent: the basis of `x_wconf`. `layer` means
    /// invisible text, such as a scan's layer. Its OCR confidence is not in the PDF, so it never counts as
    /// certain.
    pub fn confidence(self, layer: bool) -> u8 {
        let printed = match self {
            Self::ActualText | Self::ToUnicode => 100,
            Self::CharacterCollection => 98,
            Self::GlyphName => 95,
            Self::FontProgram => 85,
            Self::Recognised(confidence) => return confidence,
            Self::Person => return 100,
            Self::Guess => 50,
            Self::Unknown => 0,
        };
        if layer { printed.min(80) } else { printed }
    }
}

/// One drawn character code. Its box is the glyph's cell, not its ink: as wide as the advance, and as high as
/// the font's ascent and descent.
#[derive(Clone, Copy, Debug)]
pub struct Glyph {
    /// The upright box around the cell.
    pub bbox: Rect,
    /// The point at which the cell begins on the baseline; in vertical writing, the middle of its top.
    pub origin: Point,
    /// Length of the cell along [`Run::direction`], in points, without character or word spacing.
    pub advance: f32,
    /// The Unicode value: several characters for a ligature, none if the `ActualText` of an earlier glyph
    /// includes it.
    pub text: TextSpan,
    /// Index in [`Content::runs`].
    pub run: u32,
    /// The source of the Unicode value.
    pub decoding: Decoding,
    /// Whether the text is white space.
    pub space: bool,
}

/// The common properties of a sequence of glyphs.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// Index in [`Content::fonts`].
    pub font: u32,
    /// Height of the font's em on the page, in points.
    pub size: f32,
    /// Unit vector along the baseline, in writing direction: `(1, 0)` for upright horizontal text,
    /// `(0, 1)` for vertical writing and for text turned a quarter clockwise.
    pub direction: Point,
    /// Unit vector from the baseline towards the ascenders: `(0, -1)` for upright text.
    pub up: Point,
    /// Distance from the baseline to the top of the cell along [`Run::up`], in points.
    pub ascent: f32,
    /// Distance from the baseline to the bottom of the cell along [`Run::up`], in points; usually negative.
    pub descent: f32,
    /// Letterspacing by `Tc`, in points along [`Run::direction`] (9.3.2), which does not separate words. 0 if
    /// `TJ` compensates it.
    pub letter_spacing: f32,
    /// Vertical writing mode (ISO 32000-1, 9.7.4.3).
    pub vertical: bool,
    /// `Tr`, 0 to 7 (9.3.6).
    pub render_mode: u8,
    /// Whether the glyphs are visible. They are not in render modes 3 and 7, if they are fully transparent,
    /// or if an image covers the whole page.
    pub visible: bool,
    /// Whether the text is white, and so visible only over something dark.
    pub white: bool,
    /// The fill colour: red, green and blue. Black for a pattern or an ink, whose colour is not read.
    pub colour: [u8; 3],
    /// The innermost marked-content sequence: an index in [`Content::marked`].
    pub marked: Option<u32>,
}

impl Run {
    /// A run of visible, black text that is upright and horizontal, without the distances of its font.
    pub fn upright(font: u32, size: f32) -> Self {
        Self {
            font,
            size,
            direction: Point::new(1.0, 0.0),
            up: Point::new(0.0, -1.0),
            ascent: 0.0,
            descent: 0.0,
            letter_spacing: 0.0,
            vertical: false,
            render_mode: 0,
            visible: true,
            white: false,
            colour: [0; 3],
            marked: None,
        }
    }

    /// The direction's angle in degrees, counter-clockwise as in hOCR, from -180 to 180.
    pub fn angle(&self) -> f32 {
        // `0 - y` instead of `-y`: minus zero would rotate an upright line.
        (0.0 - self.direction.y)
            .atan2(self.direction.x)
            .to_degrees()
    }
}

/// The facts about a font.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FontFacts {
    /// The name in the file, without a subset tag: `Times-BoldItalic`.
    pub name: String,
    /// The family: `Times`.
    pub family: String,
    /// Whether it is bold.
    pub bold: bool,
    /// Whether it is slanted.
    pub italic: bool,
    /// Whether it has serifs.
    pub serif: bool,
    /// Whether all glyphs have the same width.
    pub monospace: bool,
    /// Number and generation of its dictionary; `None` for a direct dictionary, and in XML.
    pub object: Option<(u32, i32)>,
}

/// The font of the invisible text that is written into PDFs. Its glyphs are as high as the boxes of their words, so these
/// boxes are read as they were written.
pub const EXACT_FONT: &str = "Invisible";

/// An image drawn on the page.
#[derive(Clone, Debug, PartialEq)]
pub struct Image {
    /// The box around it, in page space.
    pub bbox: Rect,
    /// Size in samples; `(0, 0)` if the file does not give it.
    pub samples: (u32, u32),
    /// Whether it is drawn upright and unmirrored, so that samples and page differ only by scale.
    pub upright: bool,
    /// Its object number; `None` for an inline image.
    pub object: Option<u32>,
    /// The innermost marked-content sequence: an index in [`Content::marked`].
    pub marked: Option<u32>,
}

impl Image {
    /// An image of which only the place is known.
    pub fn at(bbox: Rect) -> Self {
        Self {
            bbox,
            samples: (0, 0),
            upright: true,
            object: None,
            marked: None,
        }
    }
}

/// A filled rectangle, or a straight line: the rules of tables and columns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fill {
    /// Its box; for lines, including the pen's width.
    pub bbox: Rect,
    /// Whether it is a stroked line, not a filled rectangle.
    pub stroked: bool,
}

/// A painted shape that is not a thin line along an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drawing {
    /// The box around it, cut to the visible page.
    pub bbox: Rect,
    /// Whether it has curves or slanted lines.
    pub slanted: bool,
    /// Whether all of it is closed curves, as around a box with rounded corners.
    pub rounded: bool,
}

/// The drawing of a form XObject (ISO 32000-1, 8.10) at one place.
#[derive(Clone, Debug, PartialEq)]
pub struct DrawnForm {
    /// The box around what is seen of it on the page.
    pub bbox: Rect,
    /// The indices of its glyphs in [`Content::glyphs`].
    pub glyphs: Range<u32>,
    /// The number of its lines, fills and other shapes.
    pub shapes: u32,
}

/// A marked-content sequence (ISO 32000-1, 14.6), or the drawing of an object to which the structure tree can
/// refer as a whole (14.7.4.3).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MarkedContent {
    /// The sequence around this one: an index in [`Content::marked`].
    pub parent: Option<u32>,
    /// The tag: `P`, `Span`, `Artifact`, …
    pub tag: String,
    /// `/MCID` of the property list.
    pub mcid: Option<i64>,
    /// The object number of the form XObject whose stream contains the sequence, for `/Stm` of a
    /// marked-content reference; `None` on the page itself.
    pub stream: Option<u32>,
    /// The object number of the annotation or form XObject with a `/StructParent` that draws this; `None` for
    /// a sequence of the content stream.
    pub object: Option<u32>,
    /// The box around the paths and images painted in it, cut to the visible page, in page space. Curves
    /// count by their end points. Content of inner sequences is excluded.
    pub painted: Rect,
    /// `/ActualText`: the replacement text of the content.
    pub actual_text: Option<String>,
    /// `/Alt`: the description of an image.
    pub alt: Option<String>,
    /// `/Lang`: the language, as a BCP 47 tag.
    pub lang: Option<String>,
    /// `/E`, the expansion of an abbreviation.
    pub expansion: Option<String>,
    /// `/Type` of an artifact: `Pagination`, `Layout`, `Page`, `Background`.
    pub artifact_type: Option<String>,
    /// `/Subtype` of an artifact: `Header`, `Footer`, `Watermark`, …
    pub artifact_subtype: Option<String>,
    /// `/Attached` of an artifact: the edge of the page to which it is attached; of several, `Top` is
    /// preferred.
    pub artifact_attached: Option<String>,
}

/// `ActualText` that contradicts the painted text.
#[derive(Clone, Debug, PartialEq)]
pub struct Contradiction {
    /// The painted text, by its fonts.
    pub shown: String,
    /// The replacement text.
    pub said: String,
    /// The box around the painted text.
    pub bbox: Rect,
}

/// The pixel grid of a page in the OCR program.
#[derive(Clone, Debug, PartialEq)]
pub struct Raster {
    /// Width of the whole page, in pixels.
    pub width: u32,
    /// Height of the whole page, in pixels.
    pub height: u32,
    /// Horizontal resolution, in pixels per inch.
    pub dpi_x: f32,
    /// Vertical resolution, in pixels per inch.
    pub dpi_y: f32,
    /// The image file, as named by the OCR program.
    pub image: Option<String>,
    /// The MD5 sum of the image, as written by the OCR program.
    pub md5: Option<String>,
    /// Whether regions or lines were found on the page, with or without text.
    pub is_segmented: bool,
}

/// Everything drawn on a page, in drawing order.
#[derive(Clone, Debug, Default)]
pub struct Content {
    /// Width of the visible page, in points.
    pub width: f32,
    /// Height of the visible page, in points.
    pub height: f32,
    /// The glyphs.
    pub glyphs: Vec<Glyph>,
    /// The common properties of sequences of glyphs.
    pub runs: Vec<Run>,
    /// The fonts of the runs.
    pub fonts: Vec<Arc<FontFacts>>,
    /// The images, including inline images.
    pub images: Vec<Image>,
    /// The filled rectangles and straight lines.
    pub fills: Vec<Fill>,
    /// The boxes of painted shapes that are small enough for the bullet of a list, and about as wide as high.
    pub marks: Vec<Rect>,
    /// The painted shapes that are not thin lines along an axis: bars, curves, slanted lines.
    pub drawings: Vec<Drawing>,
    /// The forms with text; inner forms precede outer ones.
    pub forms: Vec<DrawnForm>,
    /// The marked-content sequences; outer sequences precede inner ones.
    pub marked: Vec<MarkedContent>,
    /// Ends of text state: the ascending indices of glyphs before which a font was set, a graphics state was
    /// restored, or a text object ended.
    pub cuts: Vec<u32>,
    /// The `ActualText` that contradicts painted text.
    pub contradictions: Vec<Contradiction>,
    /// The text of all glyphs.
    pub text: String,
    /// The pixel grid of the page's image, if its text comes from OCR.
    pub raster: Option<Raster>,
}

/// The share of a page's glyphs that counts as nearly all of them.
const NEARLY_ALL: f32 = 0.9;

impl Content {
    /// Whether text in monospaced fonts is code. Where such text prevails, it may be a typescript, a title page or
    /// Chinese; then code is known by its signs.
    pub(crate) fn has_code(&self) -> bool {
        const MOST: f32 = 0.5;
        let share = self.share(|font| font.monospace);
        share > 0.0 && (share < MOST || share < NEARLY_ALL && self.has_signs_of_code())
    }

    /// Whether many characters of the page are brackets, operators and the like.
    fn has_signs_of_code(&self) -> bool {
        const LEAST: f32 = 0.05;
        let is_sign = |b: &u8| b"{}()[]<>=_/\\$#\"*&|;+%:".contains(b);
        let signs = self.text.bytes().filter(is_sign).count();
        signs as f32 >= LEAST * self.glyphs.len() as f32
    }

    /// Whether nearly all of the page is bold, so that bold type emphasises nothing.
    pub(crate) fn is_mostly_bold(&self) -> bool {
        self.share(|font| font.bold) >= NEARLY_ALL
    }

    /// The share of the glyphs whose font has a property.
    fn share(&self, has: impl Fn(&FontFacts) -> bool) -> f32 {
        let has = |run: &Run| {
            self.fonts
                .get(run.font as usize)
                .is_some_and(|font| has(font))
        };
        let own: Vec<bool> = self.runs.iter().map(has).collect();
        if !own.contains(&true) {
            return 0.0;
        }
        let is_own = |run: u32| own.get(run as usize).copied().unwrap_or(false);
        let glyphs = self.glyphs.iter().filter(|glyph| !glyph.space);
        let (all, found) = glyphs.fold((0usize, 0usize), |(all, found), glyph| {
            (all + 1, found + usize::from(is_own(glyph.run)))
        });
        found as f32 / all.max(1) as f32
    }

    /// The glyph's Unicode value.
    pub fn text_of(&self, glyph: &Glyph) -> &str {
        self.text_in(glyph.text)
    }

    /// The bytes of the glyph's text.
    pub(crate) fn bytes_of(&self, glyph: &Glyph) -> &[u8] {
        let start = glyph.text.start as usize;
        let end = start + glyph.text.len as usize;
        self.text.as_bytes().get(start..end).unwrap_or_default()
    }

    /// The first byte of the glyph's text, to exclude most glyphs quickly.
    pub(crate) fn first_byte_of(&self, glyph: &Glyph) -> Option<u8> {
        let byte = self.text.as_bytes().get(glyph.text.start as usize);
        byte.copied().filter(|_| glyph.text.len > 0)
    }

    /// A part of the text.
    pub fn text_in(&self, span: TextSpan) -> &str {
        let start = span.start as usize;
        self.text
            .get(start..start + span.len as usize)
            .unwrap_or("")
    }

    /// The run of a glyph.
    ///
    /// # Panics
    ///
    /// If the glyph is not one of this content.
    pub fn run_of(&self, glyph: &Glyph) -> &Run {
        &self.runs[glyph.run as usize]
    }

    /// A glyph by its index, and its run.
    pub fn glyph_and_run(&self, index: usize) -> Option<(&Glyph, &Run)> {
        let glyph = self.glyphs.get(index)?;
        Some((glyph, self.runs.get(glyph.run as usize)?))
    }

    /// The corners of the glyph's cell: start and end of the bottom, end and start of the top.
    pub fn quad(&self, glyph: &Glyph) -> [Point; 4] {
        let run = self.run_of(glyph);
        let end = glyph.origin.moved(run.direction, glyph.advance);
        [
            glyph.origin.moved(run.up, run.descent),
            end.moved(run.up, run.descent),
            end.moved(run.up, run.ascent),
            glyph.origin.moved(run.up, run.ascent),
        ]
    }

    /// Appends text and returns its span.
    pub fn push_text(&mut self, text: &str) -> TextSpan {
        let start = self.text.len() as u32;
        self.text.push_str(text);
        TextSpan {
            start,
            len: text.len() as u32,
        }
    }

    /// The indices of all glyphs, in drawing order.
    pub fn glyph_indices(&self) -> Range<u32> {
        0..self.glyphs.len() as u32
    }
}
