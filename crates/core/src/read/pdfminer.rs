//! The XML of pdfminer (`pdf2txt.py -t xml`): characters with their boxes and fonts.
//!
//! ```xml
//! <pages>
//! <page id="1" bbox="0.000,0.000,571.200,766.560" rotate="0">
//! <textbox id="0" bbox="…"><textline bbox="…">
//! <text font="ABCDEF+Times-Bold" bbox="107.0,698.6,113.9,708.6" … size="10.000">A</text>
//! <text> </text>
//! ```
//!
//! Only characters, rules and images are read. The lines and boxes around them are ignored, because the
//! layout analysis finds them again with fewer errors. Characters without a bounding box are spaces and line
//! ends that pdfminer inserted. The origin of coordinates is the lower left corner of the page.
//!
//! Missing facts are assumed: a fifth of a character's height is below the baseline, and all text is upright.
//! pdfminer itself loses the order and direction of rotated text.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Error, Reader};

use super::end;
use super::markup::xml::{Piece, reader, referred};
use crate::diagnostics::{Diagnostic, DiagnosticKind, Warning, Warnings};
use crate::font;
use crate::geometry::{Point, Rect};
use crate::limits::Limits;
use crate::page::{Content, Decoding, Fill, Glyph, Image, Run};
use crate::pdf::Source;

/// Height of the baseline above a character's lower edge, as a share of the character's height.
const DESCENT: f32 = 0.2;
/// Maximum thickness of a rule in points; thicker rectangles are ignored.
const RULE: f32 = 3.0;

/// An opened file. Each page is read by itself when it is requested, so that memory does not grow with the
/// number of pages.
pub struct Pdfminer {
    source: Source,
    pages: Vec<Range<usize>>,
    is_cut: bool,
}

impl Pdfminer {
    /// Whether the source is such a file: XML with the root `pages`.
    pub fn recognises(source: &Source) -> bool {
        let bytes = source.bytes();
        let start = bytes.get(..bytes.len().min(4096)).unwrap_or_default();
        let mut rest = start.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(start);
        loop {
            rest = rest.trim_ascii_start();
            let end: &[u8] = match rest {
                [b'<', b'?', ..] => b"?>",
                [b'<', b'!', b'-', b'-', ..] => b"-->",
                _ => return rest.starts_with(b"<pages"),
            };
            let Some(length) = rest.windows(end.len()).position(|w| w == end) else {
                return false;
            };
            rest = rest.get(length + end.len()..).unwrap_or_default();
        }
    }

    /// Opens a file and finds its pages.
    pub fn open(source: &Source) -> Self {
        let bytes = source.bytes();
        let mut pages: Vec<Range<usize>> = Vec::new();
        let mut open: Option<usize> = None;
        let mut at = 0;
        while let Some(found) = bytes
            .get(at..)
            .and_then(|b| b.iter().position(|&c| c == b'<'))
        {
            at += found;
            let rest = bytes.get(at..).unwrap_or_default();
            let starts = rest.starts_with(b"<page ");
            let ends = rest.starts_with(b"</page>");
            if (starts || ends)
                && let Some(start) = open.take()
            {
                pages.push(start..if ends { at + b"</page>".len() } else { at });
            }
            if starts {
                open = Some(at);
            }
            at += 1;
        }
        if let Some(start) = open {
            pages.push(start..bytes.len());
        }
        let last = pages.last().map_or(0, |page| page.start);
        let last = String::from_utf8_lossy(bytes.get(last..).unwrap_or_default());
        Self {
            source: source.clone(),
            pages,
            is_cut: end::missing_root(&last, "pages", false).is_some(),
        }
    }

    /// A warning, if the file is truncated.
    pub fn cut_off(&self) -> Option<Warning> {
        let (name, bytes) = (self.source.name(), self.source.bytes());
        let warning = || end::warning(name, bytes, "</pages>", &end::read(self.pages.len()));
        self.is_cut.then(warning)
    }

    /// The number of pages.
    pub fn page_count(&self) -> usize {
        self.pages.len()
    }

    /// Width and height of a page, counted from 0, in points.
    pub fn size(&self, index: u32) -> Option<(f32, f32)> {
        let range = self.pages.get(index as usize)?;
        let bytes = self.source.bytes().get(range.clone())?;
        let tag = bytes.split_inclusive(|b| *b == b'>').next()?;
        let tag = String::from_utf8_lossy(tag);
        match Reader::from_str(&tag).read_event() {
            Ok(Event::Start(element)) => size(&element).map(|(_, size)| size),
            _ => None,
        }
    }

    /// Reads a page, counted from 0; empty if the page does not exist.
    pub fn page(&self, index: u32, limits: &Limits, warnings: &mut Warnings) -> Content {
        let Some(range) = self.pages.get(index as usize) else {
            return Content::default();
        };
        let bytes = self.source.bytes().get(range.clone()).unwrap_or_default();
        let mut page = PageReader::new(limits);
        let piece = Piece {
            text: &String::from_utf8_lossy(bytes),
            offset: range.start,
            is_cut: self.is_cut && range.end == self.source.bytes().len(),
        };
        page.read(piece, warnings);
        page.content
    }
}

/// Reads one page.
struct PageReader<'a> {
    content: Content,
    limits: &'a Limits,
    /// The page's upper left corner in the file's coordinates.
    corner: Point,
    fonts: HashMap<String, u32>,
    /// The current character, and its text so far.
    open: Option<OpenText>,
    text: String,
    /// Whether the current text box has vertical writing.
    vertical: bool,
    /// The box of the current figure; images have no box of their own.
    figure: Option<Rect>,
    /// Number of characters without a Unicode value in pdfminer.
    unknown: usize,
}

/// The upper left corner of a page in the file's coordinates, its width and its height.
fn size(page: &BytesStart) -> Option<(Point, (f32, f32))> {
    let [x0, y0, x1, y1] = numbers(page, "bbox")?;
    let corner = Point::new(x0.min(x1), y0.max(y1));
    Some((corner, ((x1 - x0).abs(), (y1 - y0).abs())))
}

/// The bounding box and font of a character.
struct OpenText {
    bbox: Rect,
    font: u32,
}

impl<'a> PageReader<'a> {
    fn new(limits: &'a Limits) -> Self {
        Self {
            content: Content::default(),
            limits,
            corner: Point::default(),
            fonts: HashMap::new(),
            open: None,
            text: String::new(),
            vertical: false,
            figure: None,
            unknown: 0,
        }
    }

    /// Reads up to the first XML error.
    fn read(&mut self, piece: Piece<'_>, warnings: &mut Warnings) {
        let mut reader = reader(piece.text);
        let mut whole = piece.is_cut;
        loop {
            let at = reader.buffer_position();
            match reader.read_event() {
                Ok(Event::Start(element)) => self.start(&element),
                Ok(Event::Empty(element)) => {
                    self.start(&element);
                    self.open = None;
                }
                Ok(Event::End(element)) => match element.name().0 {
                    "text" => self.end_text(),
                    "textbox" => self.vertical = false,
                    "page" => whole = true,
                    _ => {}
                },
                Ok(Event::Text(text)) if self.open.is_some() => self.text.push_str(&text),
                Ok(Event::CData(text)) if self.open.is_some() => self.text.push_str(&text),
                Ok(Event::GeneralRef(name)) if self.open.is_some() => {
                    let text = referred(&name);
                    self.text.push_str(text.as_deref().unwrap_or("\u{FFFD}"));
                }
                Ok(Event::Eof) => break,
                Ok(_) => {}
                Err(Error::Syntax(_)) if piece.is_cut => break,
                Err(error) => {
                    let why = format!("the XML is damaged ({error}); the page is read up to here");
                    let place = piece.offset as u64 + at;
                    warnings.push(Diagnostic::new(DiagnosticKind::Page, why).at_offset(place));
                    whole = true;
                    break;
                }
            }
            if self.content.glyphs.len() >= self.limits.glyphs {
                let why = format!(
                    "more than {} characters; the others are left out",
                    self.limits.glyphs
                );
                warnings.push(Diagnostic::limit(why));
                whole = true;
                break;
            }
        }
        if !whole {
            let why = "the file ends inside the page";
            warnings.push(Diagnostic::new(DiagnosticKind::Page, why));
        }
        if self.unknown > 0 {
            let why = "characters without a Unicode value are written as U+FFFD";
            let warning = Diagnostic::new(DiagnosticKind::Unicode, why);
            warnings.push(warning.counting(self.unknown));
        }
    }

    fn start(&mut self, element: &BytesStart) {
        match element.name().0 {
            "page" => {
                if let Some((corner, (width, height))) = size(element) {
                    self.corner = corner;
                    self.content.width = width;
                    self.content.height = height;
                }
            }
            "textbox" => {
                self.vertical = value(element, "wmode").is_some_and(|v| v == "vertical");
            }
            "text" => {
                self.text.clear();
                self.open = self.bbox(element).map(|bbox| OpenText {
                    bbox,
                    font: self.font(&value(element, "font").unwrap_or_default()),
                });
            }
            "rect" | "line" => {
                let rule = |r: &Rect| r.width().min(r.height()) <= RULE;
                if let Some(bbox) = self.bbox(element).filter(rule)
                    && self.content.fills.len() < self.limits.shapes
                {
                    let stroked = element.name().0 == "line";
                    self.content.fills.push(Fill { bbox, stroked });
                }
            }
            "figure" => self.figure = self.bbox(element),
            "image" => {
                if let Some(bbox) = self.figure
                    && self.content.images.len() < self.limits.shapes
                {
                    self.content.images.push(Image::at(bbox));
                }
            }
            _ => {}
        }
    }

    /// The bounding box of an element in page space.
    fn bbox(&self, element: &BytesStart) -> Option<Rect> {
        let [x0, y0, x1, y1] = numbers(element, "bbox")?;
        let (left, top) = (self.corner.x, self.corner.y);
        Some(Rect::new(x0 - left, top - y0, x1 - left, top - y1))
    }

    fn font(&mut self, name: &str) -> u32 {
        if let Some(&font) = self.fonts.get(name) {
            return font;
        }
        let font = self.content.fonts.len() as u32;
        self.content.fonts.push(Arc::new(font::facts_of_name(name)));
        self.fonts.insert(name.to_owned(), font);
        font
    }

    fn end_text(&mut self) {
        let Some(OpenText { bbox, font }) = self.open.take() else {
            return;
        };
        let unknown = self.text.starts_with("(cid:") && self.text.ends_with(')');
        let text = if unknown { "\u{FFFD}" } else { &self.text };
        if unknown {
            self.unknown += 1;
        }
        let space = !text.is_empty() && text.chars().all(char::is_whitespace);
        let span = self.content.push_text(text);
        let (size, advance, origin) = if self.vertical {
            let middle = Point::new((bbox.x0 + bbox.x1) / 2.0, bbox.y0);
            (bbox.width(), bbox.height(), middle)
        } else {
            let height = bbox.height();
            let baseline = Point::new(bbox.x0, bbox.y1 - DESCENT * height);
            (height, bbox.width(), baseline)
        };
        let run = self.run(font, size);
        self.content.glyphs.push(Glyph {
            bbox,
            origin,
            advance,
            text: span,
            run,
            decoding: if unknown {
                Decoding::Unknown
            } else {
                Decoding::ToUnicode
            },
            space,
        });
    }

    /// The index of the run with this font and size: the last run, or a new one.
    fn run(&mut self, font: u32, size: f32) -> u32 {
        let vertical = self.vertical;
        let same = |r: &Run| r.font == font && r.size == size && r.vertical == vertical;
        if !self.content.runs.last().is_some_and(same) {
            let (direction, up, ascent, descent) = if vertical {
                (Point::new(0.0, 1.0), Point::new(1.0, 0.0), 0.5, -0.5)
            } else {
                (
                    Point::new(1.0, 0.0),
                    Point::new(0.0, -1.0),
                    1.0 - DESCENT,
                    -DESCENT,
                )
            };
            self.content.runs.push(Run {
                direction,
                up,
                ascent: ascent * size,
                descent: descent * size,
                vertical,
                // pdfminer writes glyph boxes without the spacing between them.
                ..Run::upright(font, size)
            });
        }
        self.content.runs.len() as u32 - 1
    }
}

fn value<'e>(element: &'e BytesStart, name: &str) -> Option<Cow<'e, str>> {
    let attribute = element.try_get_attribute(name).ok()??;
    match attribute.normalized_value(quick_xml::XmlVersion::Implicit1_0) {
        Ok(value) => Some(value),
        // A value with invalid escapes is used unchanged.
        Err(_) => Some(attribute.value),
    }
}

/// The four numbers of an attribute; `None` unless there are four finite ones.
fn numbers(element: &BytesStart, name: &str) -> Option<[f32; 4]> {
    let text = value(element, name)?;
    let mut parts = text.split(',').map(|n| n.trim().parse::<f32>());
    let mut next = || parts.next()?.ok().filter(|n| n.is_finite());
    Some([next()?, next()?, next()?, next()?])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn page(xml: &str) -> (Content, Vec<String>) {
        let source = Source::from(xml.as_bytes().to_vec());
        let mut warnings = Warnings::new();
        let content = Pdfminer::open(&source).page(0, &Limits::default(), &mut warnings);
        let warned = warnings.iter().map(ToString::to_string).collect();
        (content, warned)
    }

    const PAGE: &str = r#"<?xml version="1.0" encoding="utf-8" ?>
<pages>
<page id="1" bbox="10.000,20.000,110.000,220.000" rotate="0">
<textbox id="0" bbox="20,190,50,200"><textline bbox="20,190,50,200">
<text font="ABCDEF+Times-Bold" bbox="20.000,190.000,26.000,200.000" size="10.000">&lt;</text>
<text font="ABCDEF+Times-Bold" bbox="26.000,190.000,30.000,200.000" size="10.000"> </text>
<text> </text>
<text font="Arial" bbox="30.000,190.000,36.000,200.000" size="10.000">(cid:7)</text>
<text>
</text>
</textline></textbox>
<line linewidth="1" bbox="60.000,30.000,60.000,200.000" />
<rect linewidth="1" bbox="20.000,30.000,60.000,200.000" />
</page>
</pages>
"#;

    #[test]
    fn characters_are_read_with_place_and_font() {
        let (content, warned) = page(PAGE);
        assert_eq!((content.width, content.height), (100.0, 200.0));
        let glyphs: Vec<_> = content
            .glyphs
            .iter()
            .map(|g| (content.text_of(g), g.bbox, g.origin.y, g.space))
            .collect();
        assert_eq!(
            glyphs,
            [
                ("<", Rect::new(10.0, 20.0, 16.0, 30.0), 28.0, false),
                (" ", Rect::new(16.0, 20.0, 20.0, 30.0), 28.0, true),
                ("\u{FFFD}", Rect::new(20.0, 20.0, 26.0, 30.0), 28.0, false),
            ]
        );
        assert_eq!(content.fonts[0].family, "Times");
        assert!(content.fonts[0].bold && !content.fonts[1].bold);
        let fills: Vec<Rect> = content.fills.iter().map(|f| f.bbox).collect();
        assert_eq!(fills, [Rect::new(50.0, 20.0, 50.0, 190.0)]);
        assert_eq!(warned.len(), 1, "{warned:?}");
    }

    #[test]
    fn it_is_recognised_by_its_root() {
        let recognised = |text: &str| Pdfminer::recognises(&Source::from(text.as_bytes().to_vec()));
        assert!(recognised(PAGE));
        assert!(recognised("\u{FEFF}\n<!-- made by hand --> <pages>"));
        for other in [
            "%PDF-1.4 <pages>",
            "<html><pages>",
            "<?xml",
            "",
            "<!-- <pages>",
        ] {
            assert!(!recognised(other), "{other}");
        }
    }

    #[test]
    fn a_file_that_was_cut_gives_what_it_has() {
        let cut = &PAGE[..PAGE.find("Arial").expect("it is there")];
        let (content, warned) = page(cut);
        assert_eq!(content.glyphs.len(), 2);
        assert!(warned.is_empty(), "{warned:?}");
        let cut_off = |text: &str| {
            let source = Source::from(text.as_bytes().to_vec()).named("a.xml");
            Pdfminer::open(&source).cut_off().map(|w| w.to_string())
        };
        assert_eq!(cut_off(PAGE), None);
        assert_eq!(
            cut_off(cut).as_deref(),
            Some(
                "offset 391: a.xml is cut off in line 8: </pages> is missing; its page is read \
                 up to there"
            )
        );
    }

    proptest! {
        #[test]
        fn any_damage_is_survived(at in 0..PAGE.len(), byte: u8, cut in 0..PAGE.len()) {
            let mut bytes = PAGE.as_bytes().to_vec();
            bytes[at] = byte;
            bytes.truncate(cut);
            let source = Source::from(bytes);
            let file = Pdfminer::open(&source);
            for index in 0..3 {
                file.page(index, &Limits::default(), &mut Warnings::new());
            }
        }
    }
}
