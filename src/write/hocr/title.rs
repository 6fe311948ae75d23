//! The properties of an element, in its `title`.

use crate::mapping::{Element, Elements, Property};
use crate::model::{Detail, Line, Node, Style};
use crate::write::families::Families;
use crate::write::line::Baseline;
use crate::write::number::{push_integer, push_number};
use crate::write::pixels::{PageFrame, Pixels, Scale};
use crate::write::xml::{Attribute, Xml};

/// What is known of a node.
pub(super) struct Facts<'a> {
    bbox: Pixels,
    scale: Scale,
    line: Option<(&'a Line, Option<Baseline>)>,
    /// Of the page itself: its index and image.
    page: Option<(u32, &'a PageFrame)>,
    word: Option<(&'a Style<'a>, &'a Families)>,
    /// The element has a text that the mapping gives it.
    said: bool,
    group: Option<&'a str>,
    label: Option<&'a str>,
    /// The node is nowhere on the page.
    placeless: bool,
}

impl<'a> Facts<'a> {
    pub fn new(node: &'a Node, bbox: Pixels, scale: Scale) -> Self {
        Self {
            bbox,
            scale,
            line: match &node.detail {
                Detail::Line(line) => Some((line, Baseline::of(line, bbox, scale))),
                _ => None,
            },
            page: None,
            word: None,
            said: false,
            group: node.attribute("group"),
            label: node.attribute("label"),
            placeless: node.bbox.is_empty(),
        }
    }

    #[must_use]
    pub fn of_page(mut self, index: u32, frame: &'a PageFrame) -> Self {
        self.page = Some((index, frame));
        self
    }

    #[must_use]
    pub fn of_word(mut self, style: &'a Style<'a>, families: &'a Families) -> Self {
        self.word = Some((style, families));
        self
    }

    /// Of an element to which the mapping gives a text.
    #[must_use]
    pub fn of_text(mut self) -> Self {
        self.said = true;
        self
    }

    fn baseline(&self) -> Option<Baseline> {
        self.line.and_then(|(_, baseline)| baseline)
    }

    /// The `title` of an element, when there is anything to say; `inner` for the innermost.
    pub fn write(&self, elements: &Elements, element: &Element, inner: bool, xml: &mut Xml) {
        let mut properties = elements
            .properties
            .iter()
            .copied()
            .filter(|p| match p {
                // hOCR wants a box of its own elements; others, like an empty cell, need none.
                Property::Bbox => element.class.is_some() || !self.placeless,
                p if p.is_of_page() => element.is_page(),
                _ => inner,
            })
            .filter(|p| self.have(*p))
            .peekable();
        if properties.peek().is_none() {
            return;
        }
        xml.attribute_with("title", |title| {
            let mut separator = "";
            for property in properties {
                title.plain().push_str(separator);
                title.plain().push_str(property.name());
                self.push(property, title);
                separator = "; ";
            }
        });
    }

    fn have(&self, property: Property) -> bool {
        match property {
            Property::Bbox => true,
            Property::Image => self.page.is_some_and(|(_, frame)| frame.image.is_some()),
            Property::Ppageno | Property::ScanRes => self.page.is_some(),
            Property::Baseline => self.baseline().is_some(),
            Property::XSize => self.line.is_some_and(|(line, _)| line.size > 0.0),
            Property::Textangle => self.baseline().is_some_and(|b| b.textangle != 0.0),
            Property::XWconf => self.word.is_some() || self.said,
            Property::XFont => self.font().is_some_and(|name| !name.is_empty()),
            Property::XFsize => self.word.is_some_and(|(style, _)| style.size > 0.0),
            Property::XGroup => self.group.is_some(),
            Property::XLabel => self.page.is_some() && self.label.is_some(),
        }
    }

    fn font(&self) -> Option<&str> {
        let (style, families) = self.word?;
        style.font.map(|font| families.of(font))
    }

    /// Appends the values, each after a space.
    fn push(&self, property: Property, title: &mut Attribute<'_>) {
        let out = title.plain();
        match property {
            Property::Bbox => {
                let Pixels { x0, y0, x1, y1 } = self.bbox;
                for value in [x0, y0, x1, y1] {
                    out.push(' ');
                    push_integer(value, out);
                }
            }
            Property::Image => {
                if let Some(image) = self.page.and_then(|(_, f)| f.image.as_deref()) {
                    out.push(' ');
                    title.string(image, '"');
                }
            }
            Property::Ppageno => {
                if let Some((index, _)) = self.page {
                    out.push(' ');
                    push_integer(index, out);
                }
            }
            Property::ScanRes => {
                if let Some((_, frame)) = self.page {
                    for dpi in [frame.dpi_x, frame.dpi_y] {
                        out.push(' ');
                        push_number(f64::from(dpi).max(1.0), 0, out);
                    }
                }
            }
            Property::Baseline => {
                if let Some(baseline) = self.baseline() {
                    for value in [baseline.slope, baseline.offset] {
                        out.push(' ');
                        push_number(value, 3, out);
                    }
                }
            }
            Property::XSize => {
                if let Some((line, _)) = self.line {
                    out.push(' ');
                    push_number(f64::from(line.size) * self.scale.y, 3, out);
                }
            }
            Property::Textangle => {
                if let Some(baseline) = self.baseline() {
                    out.push(' ');
                    push_number(baseline.textangle, 3, out);
                }
            }
            Property::XWconf => {
                // What the document says of itself needs no reading.
                let confidence = self.word.map_or(100, |(style, _)| style.confidence);
                out.push(' ');
                push_integer(u32::from(confidence), out);
            }
            Property::XFont => {
                if let Some(name) = self.font() {
                    out.push(' ');
                    title.string(name, '"');
                }
            }
            Property::XLabel => {
                if let Some(label) = self.label {
                    out.push(' ');
                    title.string(label, '"');
                }
            }
            Property::XGroup => {
                if let Some(group) = self.group {
                    out.push(' ');
                    title.string(group, '"');
                }
            }
            Property::XFsize => {
                if let Some((style, _)) = self.word {
                    out.push(' ');
                    push_number(f64::from(style.size).max(1.0), 0, out);
                }
            }
        }
    }
}
