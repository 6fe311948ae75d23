//! PAGE XML of 2009 to 2019, in any namespace and with what Transkribus and eScriptorium add:
//! <https://github.com/PRImA-Research-Lab/PAGE-XML>.
//!
//! The first version has names like `text_region`, so names are compared without regard to case and
//! underscores.

mod custom;
mod elements;
mod order;
mod table;
mod text;

use super::head::Head;
use super::markup::{Element, xml};
use super::ocr::{Part, Ranks, Room, Sheet, around, set_type, sort_by_rank};
use crate::diagnostics::Warnings;
use crate::page::{NodeKind, Own};
use crate::page_number::PageNumber;

use custom::Custom;
use elements::{bbox, is, is_region, language, outline};

/// Reads the metadata before the page.
pub(super) fn head(text: &str) -> Head {
    // The XML ends where the page begins, so its missing end is not reported.
    let markup = xml::parse(xml::Piece::first(text), &mut Warnings::new());
    let said = |name: &str| {
        let text = markup.root().below().find(|e| is(*e, name))?.text();
        Some(text.trim().to_owned()).filter(|t| !t.is_empty())
    };
    let mut head = Head {
        ours: is_ours(markup.root()),
        ..Head::default()
    };
    // The schema requires a date, so the epoch stands for an unknown one.
    let known = |date: &String| !date.starts_with("1970-01-01T00:00:00");
    head.info.metadata.created = said("Created").filter(known);
    head.info.metadata.modified = said("LastChange").filter(known);
    head
}

/// Whether this program wrote a file.
fn is_ours(root: Element<'_>) -> bool {
    let creator = root.below().find(|e| is(*e, "Creator"));
    creator.is_some_and(|c| c.text().trim().starts_with("pdfa2hocr "))
}

/// Reads the page of a file.
pub(super) fn sheet(piece: xml::Piece<'_>, room: Room, warnings: &mut Warnings) -> Sheet {
    let markup = xml::parse(piece, warnings);
    let root = markup.root();
    let page = root.below().find(|e| is(*e, "Page")).unwrap_or(root);
    let said = |names: [&str; 2]| names.into_iter().find_map(|n| page.attribute(n));
    let number = |names| said(names).and_then(|v| v.trim().parse::<f32>().ok());
    let per_inch = match page.attribute("imageResolutionUnit") {
        Some("PPCM") => Some(2.54),
        Some("PPI") | None => Some(1.0),
        Some(_) => None,
    };
    let x = number(["imageXResolution", "imageXResolution"]).filter(|&r| r >= 1.0);
    let y = number(["imageYResolution", "imageYResolution"]).filter(|&r| r >= 1.0);
    let mut sheet = Sheet {
        width: number(["imageWidth", "image_width"]),
        height: number(["imageHeight", "image_height"]),
        dpi: per_inch
            .zip(x.or(y).zip(y.or(x)))
            .map(|(unit, (x, y))| (x * unit, y * unit)),
        image: said(["imageFilename", "image_filename"]).map(str::to_owned),
        ..Sheet::default()
    };
    sheet.set(Own::Lang, language(page, "primaryLanguage"));
    let ours = is_ours(root);
    let custom = Custom::of(page);
    if ours {
        let number = custom.value("page", "number").and_then(|n| n.parse().ok());
        sheet.index = number.map(PageNumber::index);
        let label = custom.value("page", "label");
        sheet.set(Own::Label, label.map(custom::plain));
    }
    let reader = Reader {
        ranks: order::ranks(page, ours),
        ours,
        room,
    };
    sheet.parts = reader.regions(page);
    sheet.is_full = reader.room.is_full();
    sheet
}

/// The types of regions that contain a picture.
const PICTURES: [&str; 8] = [
    "ImageRegion",
    "GraphicRegion",
    "LineDrawingRegion",
    "ChartRegion",
    "MapRegion",
    "ChemRegion",
    "MusicRegion",
    "AdvertRegion",
];

/// Reads the regions of a page.
struct Reader {
    ranks: Ranks,
    /// Whether this program wrote the file.
    ours: bool,
    room: Room,
}

impl Reader {
    /// The regions in an element, in reading order.
    fn regions(&self, element: Element<'_>) -> Vec<Part> {
        let regions: Vec<Element<'_>> = element.children().filter(|e| is_region(*e)).collect();
        let sorted = sort_by_rank(regions, |region| order::rank(&self.ranks, *region));
        let sorted = sorted.into_iter().take_while(|_| self.room.take());
        let parts = sorted.filter_map(|region| {
            let part = self.region(region)?;
            Some((self.ranks.group_of(region), part))
        });
        self.ranks.nest(parts.collect())
    }

    fn region(&self, element: Element<'_>) -> Option<Part> {
        if is(element, "TextRegion") {
            return self.text_region(element);
        }
        if is(element, "TableRegion") {
            return self.table(element);
        }
        if is(element, "SeparatorRegion") || is(element, "NoiseRegion") {
            return None;
        }
        let parts = self.regions(element);
        let own = Custom::of(element).value("structure", "type");
        let mut part = match (
            PICTURES.iter().any(|name| is(element, name)),
            parts.is_empty(),
        ) {
            (true, _) if own == Some("formula") => Part::new(NodeKind::known("Formula"), None),
            (true, _) if own == Some("figure") => Part::new(NodeKind::known("Figure"), None),
            (true, true) => Part::image(None),
            (true, false) => Part::new(NodeKind::known("Figure"), None),
            _ if is(element, "MathsRegion") => Part::new(NodeKind::known("Formula"), None),
            (false, false) => Part::new(NodeKind::TEXTGROUP, None).in_block(),
            // Other regions have no known content.
            (false, true) => Part::new(NodeKind::TEXTBOX, None),
        };
        self.set_place(&mut part, element);
        if part.kind == NodeKind::TEXTBOX && !part.has_place() {
            return None;
        }
        part.parts = parts;
        let kind = element.attribute("type").filter(|t| !t.is_empty());
        part.set(Own::Type, kind);
        let alt = element.attribute("comments").filter(|_| self.ours);
        part.set(Own::Alt, alt);
        Some(part)
    }

    /// A text region: a paragraph, or a group of the paragraphs in it.
    fn text_region(&self, element: Element<'_>) -> Option<Part> {
        let mut inner = self.regions(element);
        let place = bbox(element);
        let mut region = Part::new(NodeKind::TEXTBOX, None);
        self.set_place(&mut region, element);
        region.set(Own::Lang, language(element, "primaryLanguage"));
        let custom = Custom::of(element);
        let kind = element.attribute("type").filter(|t| !t.is_empty());
        let own = custom.value("structure", "type");
        // A type in `custom` is more specific than `paragraph` and `other`.
        let plain = |t: &&str| !matches!(*t, "paragraph" | "other" | "floating");
        let kind = match self.ours {
            true => own.or(kind),
            false => kind.filter(plain).or(own).or(kind),
        };
        let level = custom.value("structure", "level");
        match (kind, level) {
            (Some("heading"), Some(level)) => set_type(&mut region, &format!("heading {level}")),
            (Some("paragraph") | None, _) => {}
            (Some(kind), _) => set_type(&mut region, &custom::plain(kind)),
        }
        region.parts = text::lines(element, place, inner.is_empty(), &self.room);
        if inner.is_empty() {
            return (!region.parts.is_empty() || region.has_place()).then_some(region);
        }
        if !region.parts.is_empty() {
            let mut own = Part::new(NodeKind::TEXTBOX, None);
            own.parts = std::mem::take(&mut region.parts);
            inner.insert(0, own);
        }
        region.kind = NodeKind::TEXTGROUP;
        region.parts = inner;
        Some(region.in_block())
    }

    fn set_place(&self, part: &mut Part, element: Element<'_>) {
        let points = outline(element);
        part.bbox = around(&points);
        part.points = points;
        self.set_id(part, element);
    }

    /// Sets the id of a part, unless this program wrote the file: its ids are only numbers.
    fn set_id(&self, part: &mut Part, element: Element<'_>) {
        part.set(Own::Id, element.attribute("id").filter(|_| !self.ours));
    }
}
