//! What is drawn on a page, in drawing order.

use std::ops::Range;
use std::sync::Arc;

use crate::geometry::{Point, Rect};

/// A piece of [`Content::text`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextSpan {
    /// Where it begins, in bytes.
    pub start: u32,
    /// How long it is, in bytes.
    pub len: u32,
}

/// How the Unicode value of a glyph was found, from the surest way to none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Decoding {
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
    /// A program has recognised it in a picture, and is as sure of it as this, in percent.
    Recognised(u8),
    /// An encoding was assumed because the file names none.
    Guess,
    /// No value was found; the text is U+FFFD.
    Unknown,
}

impl Decoding {
    /// Where the value comes from, in the words of the standard (9.10.2).
    pub fn source(self) -> &'static str {
        match self {
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

    /// How likely the character is the right one, in percent: the basis of `x_wconf`. `layer` says
    /// that the text is not to be seen, as that of a scan's layer is: such text was recognised
    /// by a program whose own confidence the PDF does not hold, so it never counts as certain.
    pub fn confidence(self, layer: bool) -> u8 {
        let printed = match self {
            Self::ActualText | Self::ToUnicode => 100,
            Self::CharacterCollection => 98,
            Self::GlyphName => 95,
            Self::FontProgram => 85,
            Self::Recognised(confidence) => return confidence,
            Self::Guess => 50,
            Self::Unknown => 0,
        };
        if layer { printed.min(80) } else { printed }
    }
}

/// One drawn character code. Its box is the glyph's cell, as wide as its advance and as high as
/// the font's ascent and descent, not the ink.
#[derive(Clone, Copy, Debug)]
pub struct Glyph {
    /// The upright box around the cell.
    pub bbox: Rect,
    /// Where the cell's start touches the baseline. For vertical writing: the middle of its top.
    pub origin: Point,
    /// Length of the cell along [`Run::direction`], in points, without character or word spacing.
    pub advance: f32,
    /// The Unicode value; several characters for a ligature, none for a glyph whose text is
    /// given by the `ActualText` of an earlier glyph.
    pub text: TextSpan,
    /// Index in [`Content::runs`].
    pub run: u32,
    /// How the Unicode value was found.
    pub decoding: Decoding,
    /// The text is white space.
    pub space: bool,
}

/// What a sequence of glyphs shares.
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
    /// From the baseline to the top of the cell along [`Run::up`], in points.
    pub ascent: f32,
    /// From the baseline to the bottom of the cell along [`Run::up`], in points; mostly negative.
    pub descent: f32,
    /// What `Tc` puts between the glyphs, in points along [`Run::direction`] (9.3.2): letterspacing,
    /// which parts no words. None where `TJ` takes it back.
    pub letter_spacing: f32,
    /// Vertical writing mode (ISO 32000-1, 9.7.4.3).
    pub vertical: bool,
    /// `Tr`, 0 to 7 (9.3.6).
    pub render_mode: u8,
    /// Whether the glyphs leave a mark on the page: not so for render modes 3 and 7, when they are
    /// painted fully transparent, or when an image over the whole page hides them.
    pub visible: bool,
    /// Painted in white, which shows only where something dark is below.
    pub white: bool,
    /// The innermost marked-content sequence: an index in [`Content::marked`].
    pub marked: Option<u32>,
}

impl Run {
    /// The direction's angle in degrees, counter-clockwise as hOCR counts it, from -180 to 180.
    pub fn angle(&self) -> f32 {
        // `0 - y` and not `-y`: an upright line must not be turned by minus zero.
        (0.0 - self.direction.y)
            .atan2(self.direction.x)
            .to_degrees()
    }
}

/// What is known of a font, for readers of the output.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FontFacts {
    /// The name in the file, without a subset tag: `Times-BoldItalic`.
    pub name: String,
    /// The family: `Times`.
    pub family: String,
    /// Its stems are heavy.
    pub bold: bool,
    /// It is slanted.
    pub italic: bool,
    /// Its stems have serifs.
    pub serif: bool,
    /// Its glyphs are all as wide.
    pub monospace: bool,
    /// Number and generation of its dictionary; `None` for one that is written in place, and in XML.
    pub object: Option<(u32, i32)>,
}

/// An image drawn on the page.
#[derive(Clone, Debug, PartialEq)]
pub struct Image {
    /// The box around it, in page space.
    pub bbox: Rect,
    /// Size in samples; `(0, 0)` when the file does not say.
    pub samples: (u32, u32),
    /// Drawn upright and unmirrored, so that samples and page differ by a scale only.
    pub upright: bool,
    /// Its object number; `None` for an inline image.
    pub object: Option<u32>,
    /// The innermost marked-content sequence: an index in [`Content::marked`].
    pub marked: Option<u32>,
}

/// A filled rectangle, or a straight line drawn with a pen: what tables and columns are ruled with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fill {
    /// With the pen's width, for lines.
    pub bbox: Rect,
    /// Drawn as a line rather than filled.
    pub stroked: bool,
}

/// A marked-content sequence (ISO 32000-1, 14.6), or what is drawn by an object that the structure
/// tree can name as a whole (14.7.4.3).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MarkedContent {
    /// The sequence around this one: an index in [`Content::marked`].
    pub parent: Option<u32>,
    /// The tag: `P`, `Span`, `Artifact`, …
    pub tag: String,
    /// `/MCID` of the property list.
    pub mcid: Option<i64>,
    /// The form XObject whose stream holds the sequence (object number), for `/Stm` of a
    /// marked-content reference; `None` on the page itself.
    pub stream: Option<u32>,
    /// The annotation or form XObject with a `/StructParent` that draws this (object number);
    /// `None` for a sequence of the content stream.
    pub object: Option<u32>,
    /// The box around the paths and images painted in it, in page space, as far as they are on the
    /// visible page; curves by their end points. Without those of sequences inside it.
    pub painted: Rect,
    /// `/ActualText`: the text that stands for the content.
    pub actual_text: Option<String>,
    /// `/Alt`: what an image shows.
    pub alt: Option<String>,
    /// `/Lang`: the language, as a BCP 47 tag.
    pub lang: Option<String>,
    /// `/E`, the expansion of an abbreviation.
    pub expansion: Option<String>,
    /// `/Type` of an artifact: `Pagination`, `Layout`, `Page`, `Background`.
    pub artifact_type: Option<String>,
    /// `/Subtype` of an artifact: `Header`, `Footer`, `Watermark`, …
    pub artifact_subtype: Option<String>,
    /// `/Attached` of an artifact: the edge of the page it belongs to, `Top` before others.
    pub artifact_attached: Option<String>,
}

/// `ActualText` that is not what is painted.
#[derive(Clone, Debug, PartialEq)]
pub struct Contradiction {
    /// What is painted, as its fonts have it.
    pub shown: String,
    /// What stands for it.
    pub said: String,
    /// The box around what is painted.
    pub bbox: Rect,
}

/// The pixels that a program has counted in which recognised the text of a page.
#[derive(Clone, Debug, PartialEq)]
pub struct Raster {
    /// Of the whole page.
    pub width: u32,
    /// Of the whole page.
    pub height: u32,
    /// Pixels an inch, across.
    pub dpi_x: f32,
    /// Pixels an inch, down.
    pub dpi_y: f32,
    /// The file of the image, as the program called it.
    pub image: Option<String>,
    /// The MD5 sum of the image, as the program wrote it.
    pub md5: Option<String>,
    /// Regions or lines were found on the page, with their text or without.
    pub is_segmented: bool,
}

/// Everything drawn on a page, in drawing order.
#[derive(Clone, Debug, Default)]
pub struct Content {
    /// Width and height of the visible page, in points.
    pub width: f32,
    /// Height of the visible page, in points.
    pub height: f32,
    /// What is drawn of fonts.
    pub glyphs: Vec<Glyph>,
    /// What sequences of glyphs share.
    pub runs: Vec<Run>,
    /// The fonts of the runs.
    pub fonts: Vec<Arc<FontFacts>>,
    /// Images, also inline ones.
    pub images: Vec<Image>,
    /// Rectangles and straight lines.
    pub fills: Vec<Fill>,
    /// Marked-content sequences; one inside another comes behind it.
    pub marked: Vec<MarkedContent>,
    /// Where the state of the text was left: before the glyphs with these indices, which ascend, a
    /// font was set, a graphics state restored or a text object ended.
    pub cuts: Vec<u32>,
    /// Where `ActualText` is not what is painted.
    pub contradictions: Vec<Contradiction>,
    /// The text of all glyphs.
    pub text: String,
    /// The pixels of the page's image, where its text was recognised by another program.
    pub raster: Option<Raster>,
}

impl Content {
    /// The glyph's Unicode value.
    pub fn text_of(&self, glyph: &Glyph) -> &str {
        self.text_in(glyph.text)
    }

    /// A piece of the text.
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
    /// When the glyph is not one of this content.
    pub fn run_of(&self, glyph: &Glyph) -> &Run {
        &self.runs[glyph.run as usize]
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

    /// Appends to the text and returns the span.
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
