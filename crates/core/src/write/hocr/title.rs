//! Writes the properties of an element into its `title`.

use std::ops::Range;

use crate::blocks::{Baseline, Pixels, Place, Scale};
use crate::mapping::{Element, Elements, Property};
use crate::page::{Detail, LineGeometry, Node, Own, Page, PageFrame, PageImage, Style};
use crate::write::characters::characters;
use crate::write::families::Families;
use crate::write::number::{push_integer, push_number};
use crate::write::outline;
use crate::write::xml::{Attribute, Xml};

/// Cache of the style properties in a word's title; the next word is mostly the same.
#[derive(Default)]
pub(super) struct Said<'a> {
    style: Option<Style<'a>>,
    /// The cached properties in order.
    properties: &'a [Property],
    /// The cached text, with property names.
    text: String,
    /// The end of the last box, in bytes of the output.
    pub bbox_end: usize,
}

impl<'a> Said<'a> {
    /// Whether the last word had this style.
    pub(super) fn is_of(&self, style: Style<'a>) -> bool {
        self.style.is_some_and(|known| known.is_same(style))
    }

    /// Whether the cache holds exactly this style.
    fn says(&self, style: Style<'a>, properties: &'a [Property]) -> bool {
        self.is_of(style) && self.properties == properties
    }
}

/// The facts about a node that its title can state.
pub(super) struct TitleFacts<'a> {
    bbox: Pixels,
    scale: Scale,
    line: Option<(&'a LineGeometry, Option<Baseline>)>,
    /// Only for the page itself: its index and its image.
    pub page: Option<(u32, &'a PageFrame)>,
    pub word: Option<(Style<'a>, &'a Families)>,
    /// Only for words: the page, the glyphs, and whether character boxes are written even if the mapping does
    /// not ask for them.
    pub characters: Option<(&'a Page, &'a Range<u32>, bool)>,
    /// The mapping gives the element a fixed text.
    pub said: bool,
    node: &'a Node,
}

impl<'a> TitleFacts<'a> {
    pub(super) fn new(node: &'a Node, bbox: Pixels, scale: Scale) -> Self {
        Self {
            bbox,
            scale,
            line: match &node.detail {
                Detail::Line(line) => Some((line, Baseline::of(line, bbox, scale))),
                _ => None,
            },
            page: None,
            word: None,
            characters: None,
            said: false,
            node,
        }
    }

    fn baseline(&self) -> Option<Baseline> {
        self.line.and_then(|(_, baseline)| baseline)
    }

    /// Writes the `title` of an element, unless it is empty. `inner` marks the innermost element of the node.
    pub(super) fn write(
        &self,
        elements: &'a Elements,
        element: &Element,
        inner: bool,
        said: &mut Said<'a>,
        xml: &mut Xml,
    ) {
        xml.attribute_unless_empty("title", |title| {
            let start = title.plain().len();
            let mut rest = elements.properties.as_slice();
            while let Some((&property, behind)) = rest.split_first() {
                if let Some((style, _)) = self.word.filter(|_| inner && property.is_of_style()) {
                    let other = rest.iter().position(|p| !p.is_of_style());
                    let (properties, behind) = rest.split_at(other.unwrap_or(rest.len()));
                    self.say_style(style, properties, said, start, title);
                    rest = behind;
                    continue;
                }
                let wanted = match property {
                    // hOCR requires a box for its own elements; others, such as an empty cell, may omit it.
                    Property::Bbox => element.class.is_some() || !self.node.bbox.is_empty(),
                    p if p.is_of_page() => element.is_page(),
                    _ => inner,
                };
                if wanted {
                    self.say(property, start, title);
                }
                if property == Property::Bbox {
                    said.bbox_end = title.plain().len();
                }
                rest = behind;
            }
            if inner
                && self.characters.is_some_and(|(.., always)| always)
                && !elements.properties.contains(&Property::XBboxes)
            {
                self.say(Property::XBboxes, start, title);
            }
        });
    }

    /// Appends consecutive style properties of a word, from the cache if the previous word had the same.
    fn say_style(
        &self,
        style: Style<'a>,
        properties: &'a [Property],
        said: &mut Said<'a>,
        start: usize,
        title: &mut Attribute<'_>,
    ) {
        if !said.says(style, properties) {
            let mut text = Attribute::of(&mut said.text);
            text.plain().clear();
            for &property in properties {
                self.say(property, 0, &mut text);
            }
            (said.style, said.properties) = (Some(style), properties);
        }
        if !said.text.is_empty() {
            separate(start, title);
            title.plain().push_str(&said.text);
        }
    }

    /// Appends a property with its name and values to the list that begins at `start`, if the element has it.
    fn say(&self, property: Property, start: usize, title: &mut Attribute<'_>) {
        let before = title.plain().len();
        separate(start, title);
        title.plain().push_str(property.name());
        if self.push(property, title).is_none() {
            title.plain().truncate(before);
        }
    }

    fn outline(&self) -> Option<Vec<(u32, u32)>> {
        let place = Place {
            bbox: self.node.bbox,
            pixels: self.bbox,
        };
        outline::points(self.node, Own::Points, place, self.scale)
    }

    fn image(&self) -> Option<&'a PageImage> {
        self.page.and_then(|(_, frame)| frame.image.as_ref())
    }

    fn font(&self) -> Option<&str> {
        let (style, families) = self.word?;
        style.font.map(|font| families.of(font))
    }

    /// Appends the values of a property, each after a space. Returns `None` if the element does not have it.
    fn push(&self, property: Property, title: &mut Attribute<'_>) -> Option<()> {
        let out = title.plain();
        match property {
            Property::Bbox => push_bbox(self.bbox, out),
            Property::Poly => {
                let points = self.outline()?.into_iter();
                push_integers(points.flat_map(|(x, y)| [x, y]), out);
            }
            Property::Image => push_string(&self.image()?.name, title),
            Property::Imagemd5 => push_string(self.image()?.md5.as_deref()?, title),
            Property::Ppageno => push_integers([self.page?.0], out),
            Property::ScanRes => {
                let (_, frame) = self.page?;
                let dpi = [frame.dpi_x, frame.dpi_y].map(|dpi| f64::from(dpi).max(1.0));
                push_numbers(dpi, 0, out);
            }
            Property::Baseline => {
                let baseline = self.baseline()?;
                push_numbers([baseline.slope, baseline.offset], 3, out);
            }
            Property::XSize => {
                let (line, _) = self.line.filter(|(line, _)| line.size > 0.0)?;
                push_numbers([f64::from(line.size) * self.scale.y], 3, out);
            }
            Property::Textangle => {
                let turned = self.baseline().filter(|b| b.textangle != 0.0)?;
                push_numbers([turned.textangle], 3, out);
            }
            Property::XWconf => {
                // Text given by the document itself is certain.
                let confidence = match self.word {
                    Some((style, _)) => style.confidence,
                    None => self.said.then_some(100)?,
                };
                push_integers([confidence.into()], out);
            }
            Property::XSource => {
                self.word.filter(|(style, _)| style.human)?;
                out.push_str(" human");
            }
            Property::XFont => push_string(self.font().filter(|name| !name.is_empty())?, title),
            Property::XBboxes => {
                let (page, glyphs, _) = self.characters?;
                for character in characters(page, glyphs, self.bbox, self.scale) {
                    push_bbox(character.bbox, out);
                }
            }
            Property::XLabel => push_string(self.page.and(self.node.own(Own::Label))?, title),
            Property::XRaw => push_string(self.word.and(self.node.own(Own::Raw))?, title),
            Property::XGroup => push_string(self.node.own(Own::Group)?, title),
            Property::XFsize => {
                let (style, _) = self.word.filter(|(style, _)| style.size > 0.0)?;
                push_numbers([f64::from(style.size).max(1.0)], 0, out);
            }
        }
        Some(())
    }
}

/// Appends a separator if a property was written since `start`.
fn separate(start: usize, title: &mut Attribute<'_>) {
    let out = title.plain();
    if out.len() > start {
        out.push_str("; ");
    }
}

/// Appends the edges, each after a space.
pub(super) fn push_bbox(bbox: Pixels, out: &mut String) {
    push_integers([bbox.x0, bbox.y0, bbox.x1, bbox.y1], out);
}

fn push_integers(values: impl IntoIterator<Item = u32>, out: &mut String) {
    for value in values {
        out.push(' ');
        push_integer(value, out);
    }
}

fn push_numbers(values: impl IntoIterator<Item = f64>, decimals: u32, out: &mut String) {
    for value in values {
        out.push(' ');
        push_number(value, decimals, out);
    }
}

fn push_string(value: &str, title: &mut Attribute<'_>) {
    title.plain().push(' ');
    title.string(value, '"');
}
