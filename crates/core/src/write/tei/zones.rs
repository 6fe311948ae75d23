//! Writes the positions of a page: a `surface` with a `zone` for every paragraph, line and image.

use crate::blocks::{Block, BlockRole, Paragraph, Pixels, Scale};
use crate::page::{Page, PageFrame};
use crate::write::number::push_integer;
use crate::write::reference::reference;
use crate::write::xml::Xml;

/// A block with numbers for its zones.
#[derive(Debug)]
pub(super) struct NumberedBlock<'a> {
    pub block: &'a Block<'a>,
    /// Zone of the block itself, for images and tables; otherwise 0.
    pub zone: u32,
    pub paragraphs: Vec<NumberedParagraph<'a>>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct NumberedParagraph<'a> {
    pub paragraph: &'a Paragraph<'a>,
    pub zone: u32,
    /// Number of its first line; the others follow.
    pub line: u32,
}

/// Numbers the zones of a page. All formats that point to zones use the same numbers.
pub(super) fn numbered<'a>(blocks: &'a [Block<'a>]) -> Vec<NumberedBlock<'a>> {
    let (mut zones, mut lines) = (0u32, 1u32);
    let mut next = || {
        zones = zones.saturating_add(1);
        zones
    };
    let block = |block: &'a Block<'a>| {
        let has_zone = matches!(block.role, BlockRole::Image | BlockRole::Table);
        let zone = if has_zone { next() } else { 0 };
        let paragraph = |paragraph: &'a Paragraph<'a>| {
            let line = lines;
            let count = u32::try_from(paragraph.lines.len()).unwrap_or(u32::MAX);
            lines = lines.saturating_add(count);
            NumberedParagraph {
                paragraph,
                zone: next(),
                line,
            }
        };
        NumberedBlock {
            block,
            zone,
            paragraphs: block.paragraphs.iter().map(paragraph).collect(),
        }
    };
    blocks.iter().map(block).collect()
}

/// Writes the `surface` of the page with this number.
pub(super) fn surface(
    blocks: &[NumberedBlock<'_>],
    page: &Page,
    frame: &PageFrame,
    label: Option<&str>,
    number: u32,
) -> String {
    let scale = Scale::new(frame);
    let whole = Pixels::of_page(frame);
    let mut xml = Xml::with_capacity(1024 + page.order.len().saturating_mul(8));
    xml.open(2, "surface");
    xml.id("xml:id", "facs", &[number]);
    xml.optional("n", label);
    corners(&mut xml, whole);
    if let Some(image) = &frame.image {
        xml.open(3, "graphic");
        xml.attribute("url", &reference(&image.name));
        for (name, pixels) in [("width", whole.width()), ("height", whole.height())] {
            xml.attribute_with(name, |a| {
                push_integer(pixels, a.plain());
                a.plain().push_str("px");
            });
        }
        xml.end_void();
    }
    for numbered in blocks {
        let block = numbered.block;
        let kind = match block.role {
            BlockRole::Image => Some("figure"),
            BlockRole::Table => Some("table"),
            _ => None,
        };
        if let Some(kind) = kind {
            let place = block.place.pixels;
            zone(&mut xml, kind, "zone", [number, numbered.zone], place, 3);
            xml.end_void();
        }
        for of in &numbered.paragraphs {
            let place = of.paragraph.place.pixels;
            zone(&mut xml, "paragraph", "zone", [number, of.zone], place, 3);
            let mut line_number = of.line;
            for run in of.paragraph.runs(scale) {
                for line in run.lines {
                    let place = line.place.pixels;
                    zone(&mut xml, "line", "line", [number, line_number], place, 4);
                    // Clockwise, in whole degrees.
                    let turned = (360.0 - run.direction.rotation).round() as u32 % 360;
                    if turned != 0 {
                        xml.number("rotate", turned);
                    }
                    xml.end_void();
                    line_number = line_number.saturating_add(1);
                }
            }
            xml.close(3, "zone");
        }
    }
    xml.close(2, "surface");
    xml.finish()
}

fn zone(xml: &mut Xml, kind: &str, prefix: &str, numbers: [u32; 2], place: Pixels, depth: usize) {
    xml.open(depth, "zone");
    xml.id("xml:id", prefix, &numbers);
    xml.attribute("type", kind);
    corners(xml, place);
}

fn corners(xml: &mut Xml, place: Pixels) {
    xml.number("ulx", place.x0);
    xml.number("uly", place.y0);
    xml.number("lrx", place.x1);
    xml.number("lry", place.y1);
}
