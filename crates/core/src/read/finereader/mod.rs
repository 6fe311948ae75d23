//! FineReader XML of ABBYY, by its schemas 6 to 10, in any namespace: blocks with paragraphs, whose characters
//! have boxes, confidences and other readings.

mod head;
mod table;
mod text;

pub(super) use head::{Head, head};

use std::collections::HashMap;

use super::markup::{Element, xml};
use super::ocr::{Part, Room, Sheet, set_type, sort_by_rank, turned};
use crate::diagnostics::Warnings;
use crate::geometry::{Point, Rect};
use crate::page::{Name, NodeKind, Own};

/// The names of the schemas' elements that are read, or that only describe how the text was recognised.
pub(super) const KNOWN: &str = "document documentData paragraphStyles paragraphStyle fontStyle sections section stream mainText \
     elemId page pageSection pageStream pageElement tableCell table picture barcode caption block \
     region rect text par line formatting charParams charRecVariants charRecVariant wordRecVariants \
     wordRecVariant variantText row cell separator separatorsBox start end barcodeInfo checkmarkInfo \
     groupCheckmarkInfo checkmark paragraph languages";

/// Maximum number of rectangles of a block's outline.
const RECTANGLES: usize = 1000;

/// Reads a page.
pub(super) fn sheet(
    piece: xml::Piece<'_>,
    head: &Head,
    room: Room,
    warnings: &mut Warnings,
) -> Sheet {
    let markup = xml::parse(piece, warnings);
    let page = markup.root().child("page").unwrap_or(markup.root());
    let dpi = page.number("resolution").filter(|&dpi| dpi >= 1.0);
    let mut sheet = Sheet {
        width: page.number("width"),
        height: page.number("height"),
        dpi: dpi.map(|dpi| (dpi, dpi)),
        ..Sheet::default()
    };
    sheet.set(Own::Lang, head.lang);
    let elements = page.below().filter(|e| e.is("pageElement"));
    let elements = elements.filter_map(|e| e.attribute("pageElemId"));
    let ranks: HashMap<&str, usize> = elements.zip(0..).collect();
    let rank = |block: &Element<'_>| ranks.get(block.attribute("pageElemId")?).copied();
    // Programs put groups around blocks.
    let blocks = page.below().filter(|e| e.is("block")).collect();
    let blocks = sort_by_rank(blocks, rank);
    let reader = Reader {
        head,
        middle: sheet.height.unwrap_or(0.0) / 2.0,
        room,
    };
    sheet.parts = match blocks.is_empty() {
        // Converters omit blocks.
        true => reader.paragraphs(page),
        false => {
            let blocks = blocks.into_iter().take_while(|_| reader.room.take());
            blocks.filter_map(|block| reader.block(block)).collect()
        }
    };
    sheet.is_full = reader.room.is_full();
    sheet
}

/// The box of an element; `None` without a position.
fn bbox(element: Element<'_>) -> Option<Rect> {
    let side = |name| element.number(name);
    let (x0, y0, x1, y1) = (side("l")?, side("t")?, side("r")?, side("b")?);
    (x0 <= x1 && y0 <= y1).then(|| Rect::new(x0, y0, x1, y1))
}

/// The outline of a block: rectangles below each other, down their right sides and up their left sides.
fn outline(block: Element<'_>) -> Vec<Point> {
    let region = block.child("region");
    let all = region.iter().flat_map(|region| region.named("rect"));
    let all: Vec<Rect> = all.take(RECTANGLES).filter_map(bbox).collect();
    let is_above = |above: &Rect, below: &Rect| above.y1 <= below.y1 && above.y0 <= below.y0;
    if all.len() < 2 || !all.is_sorted_by(is_above) {
        return Vec::new();
    }
    let down = all.iter().flat_map(|r| [(r.x1, r.y0), (r.x1, r.y1)]);
    let up = all.iter().rev().flat_map(|r| [(r.x0, r.y1), (r.x0, r.y0)]);
    down.chain(up).map(|(x, y)| Point::new(x, y)).collect()
}

fn is_true(element: Element<'_>, name: &str) -> bool {
    matches!(element.attribute(name), Some("true" | "1"))
}

/// Reads the blocks of a page.
struct Reader<'h> {
    head: &'h Head,
    /// The vertical middle of the page, which separates running heads from running feet.
    middle: f32,
    room: Room,
}

impl Reader<'_> {
    fn block(&self, element: Element<'_>) -> Option<Part> {
        let place = bbox(element);
        let kind = element.attribute("blockType").unwrap_or("Text");
        let mut part = match kind {
            "Table" => self.table(element, place),
            "Picture" | "RasterPicture" | "VectorPicture" => Part::image(place),
            "Separator" | "SeparatorsBox" | "Checkmark" | "GroupCheckmark" => return None,
            _ => {
                let mut parts = self.paragraphs(element);
                match parts.len() {
                    0 => Part::new(NodeKind::TEXTBOX, place),
                    1 => parts.swap_remove(0),
                    _ => Part {
                        parts,
                        ..Part::new(NodeKind::TEXTGROUP, place).in_block()
                    },
                }
            }
        };
        if kind == "Barcode" {
            set_type(&mut part, "barcode");
        }
        part.bbox = place.or(part.bbox);
        part.points = outline(element);
        part.set(Own::Id, element.attribute("pageElemId"));
        (!part.parts.is_empty() || part.has_place()).then_some(part)
    }

    /// The paragraphs of a block or a cell. Consecutive list items form a list.
    fn paragraphs(&self, element: Element<'_>) -> Vec<Part> {
        let mut parts: Vec<Part> = Vec::new();
        let texts = element.named("text").flat_map(|text| {
            let orientation = text.attribute("orientation").unwrap_or_default();
            let turn = match orientation {
                "RotatedClockwise" => 90.0,
                "RotatedUpsidedown" => 180.0,
                "RotatedCounterclockwise" => 270.0,
                _ => 0.0,
            };
            let lines = text.children().any(|e| e.is("line")).then_some(text);
            let all = text.named("par").chain(lines);
            all.map(move |paragraph| (paragraph, turn))
        });
        let mut is_in_list = false;
        for (element, turn) in texts.take_while(|_| self.room.take()) {
            let Some(part) = self.paragraph(element, turn) else {
                continue;
            };
            let is_item = is_true(element, "isListItem");
            if is_item {
                let mut item = Part::new(NodeKind::known("LI"), None);
                item.parts.push(part);
                match parts.last_mut().filter(|_| is_in_list) {
                    Some(list) => list.parts.push(item),
                    None => {
                        let mut list = Part::new(NodeKind::known("L"), None);
                        list.parts.push(item);
                        parts.push(list);
                    }
                }
            } else {
                parts.push(part);
            }
            is_in_list = is_item;
        }
        parts
    }

    /// A paragraph with its type; `None` without a line.
    fn paragraph(&self, element: Element<'_>, turn: f32) -> Option<Part> {
        let mut part = Part::new(NodeKind::TEXTBOX, None);
        let formatting = element.below().find(|e| e.is("formatting"));
        let lang = formatting.and_then(|f| head::language(f.attribute("lang")?));
        let lines = element.named("line").take_while(|_| self.room.take());
        part.parts = lines
            .filter_map(|line| self.line(line, lang, turn))
            .collect();
        let first = part.parts.first()?;
        let top = first.bbox.map_or(0.0, |b| b.y0);
        let style = element.attribute("style");
        match style
            .and_then(|id| self.head.roles.get(id))
            .map(String::as_str)
        {
            Some("rt") if top > self.middle => set_type(&mut part, "footer"),
            Some("rt") => set_type(&mut part, "header"),
            Some(role) => set_type(&mut part, role),
            None => {}
        }
        part.set(Own::Lang, lang.filter(|lang| self.head.lang != Some(*lang)));
        let align = match element.attribute("align") {
            Some("Center") => Some("Center"),
            Some("Right") => Some("End"),
            Some("Justified") => Some("Justify"),
            _ => None,
        };
        part.set(Name::standard("TextAlign"), align);
        Some(part)
    }
}
