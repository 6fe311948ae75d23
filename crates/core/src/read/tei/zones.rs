//! The zones of a surface: boxes, outlines and types, by their ids.

use std::collections::HashMap;

use crate::geometry::{Point, Rect};
use crate::page_number::PageNumber;
use crate::read::markup::Element;
use crate::read::ocr::{Sheet, around, points};

/// A place on the page.
#[derive(Clone, Debug, Default)]
pub(super) struct Zone<'m> {
    pub id: &'m str,
    pub bbox: Option<Rect>,
    pub points: Vec<Point>,
    pub baseline: Vec<Point>,
    /// The name of its type, unless every zone of its level has it.
    pub kind: Option<&'m str>,
    /// Clockwise, in degrees.
    pub turn: f32,
    /// The id of the zone around it.
    pub parent: Option<&'m str>,
}

/// The zones of a page.
pub(super) struct Zones<'m> {
    surface: Option<Element<'m>>,
    by_id: HashMap<&'m str, Zone<'m>>,
    pub label: Option<String>,
    /// Whether this program wrote the file.
    pub ours: bool,
}

/// Names of types that only say that a zone is a region or a line.
const PLAIN: [&str; 8] = [
    "paragraph",
    "line",
    "table",
    "figure",
    "TextRegion",
    "TextBlock",
    "region",
    "block",
];

impl<'m> Zones<'m> {
    pub(super) fn of(root: Element<'m>, ours: bool) -> Self {
        let surface = root.child("surface");
        let label = surface.and_then(|s| s.attribute("n")).map(str::to_owned);
        let mut by_id = HashMap::new();
        let mut open = vec![(surface.unwrap_or(root), None)];
        while let Some((element, parent)) = open.pop() {
            for child in element.named("zone") {
                let zone = zone(child, parent);
                let id = Some(zone.id).filter(|id| !id.is_empty());
                open.push((child, id.or(parent)));
                by_id.entry(zone.id).or_insert(zone);
            }
        }
        Self {
            surface,
            by_id,
            label,
            ours,
        }
    }

    /// An empty page with the size, image and number of the surface.
    pub(super) fn sheet(&self) -> Sheet {
        let Some(surface) = self.surface else {
            return Sheet::default();
        };
        let graphic = surface.child("graphic");
        let pixels = |name: &str| {
            let said = graphic?.attribute(name)?.trim().trim_end_matches("px");
            said.parse::<f32>().ok()
        };
        let id = surface.attribute("id").unwrap_or_default();
        let number = id.strip_prefix("facs_").filter(|_| self.ours);
        let number = number.and_then(|n| n.parse().ok());
        let url = graphic.and_then(|g| g.attribute("url"));
        Sheet {
            width: surface.number("lrx").or(pixels("width")),
            height: surface.number("lry").or(pixels("height")),
            image: url.map(str::to_owned),
            index: number.map(PageNumber::index),
            ..Sheet::default()
        }
    }

    pub(super) fn get(&self, id: &str) -> Option<&Zone<'m>> {
        self.by_id.get(id)
    }

    /// The first zone of this page to which an element refers.
    pub(super) fn of_element(&self, element: Element<'_>) -> Option<&Zone<'m>> {
        let names = ["facs", "corresp", "start"].into_iter();
        let mut ids = names
            .filter_map(|name| element.attribute(name))
            .flat_map(str::split_ascii_whitespace);
        ids.find_map(|id| self.get(id.strip_prefix('#')?))
    }
}

/// A zone without its descendants.
pub(super) fn zone<'m>(element: Element<'m>, parent: Option<&'m str>) -> Zone<'m> {
    let side = |name| element.number(name);
    let corners = || Some((side("ulx")?, side("uly")?, side("lrx")?, side("lry")?));
    let outline = element.attribute("points").map(points).unwrap_or_default();
    let corners = corners().map(|(x0, y0, x1, y1)| Rect::new(x0, y0, x1.max(x0), y1.max(y0)));
    let path = element.child("path").and_then(|p| p.attribute("points"));
    let kinds = ["subtype", "type", "rendition"].into_iter();
    let mut kinds = kinds.filter_map(|name| element.attribute(name));
    Zone {
        id: element.attribute("id").unwrap_or_default().trim(),
        bbox: corners.or_else(|| around(&outline)),
        points: outline,
        baseline: path.map(points).unwrap_or_default(),
        kind: kinds.next().filter(|kind| !PLAIN.contains(kind)),
        turn: side("rotate").unwrap_or(0.0),
        parent,
    }
}
