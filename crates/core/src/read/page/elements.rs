//! The names, boxes and languages of elements.

use crate::geometry::{Point, Rect};
use crate::read::language;
use crate::read::markup::Element;
use crate::read::ocr::{around, points};

/// Whether an element has this name, in either spelling: `TextRegion`, `text_region`.
pub(super) fn is(element: Element<'_>, name: &str) -> bool {
    like(element.name(), name)
}

pub(super) fn like(name: &str, wanted: &str) -> bool {
    fn letters(name: &str) -> impl Iterator<Item = u8> {
        let letters = name.bytes().filter(|b| *b != b'_');
        letters.map(|b| b.to_ascii_lowercase())
    }
    letters(name).eq(letters(wanted))
}

pub(super) fn child<'m>(element: Element<'m>, name: &str) -> Option<Element<'m>> {
    element.children().find(|e| is(*e, name))
}

pub(super) fn named<'m, 'n>(
    element: Element<'m>,
    name: &'n str,
) -> impl Iterator<Item = Element<'m>> + 'n
where
    'm: 'n,
{
    element.children().filter(move |e| is(*e, name))
}

/// The language that an attribute names; the first one if it lists several.
pub(super) fn language(element: Element<'_>, attribute: &str) -> Option<String> {
    let said = element.attribute(attribute)?.trim();
    (!said.is_empty() && said != "other").then(|| language::tag(said).into_owned())
}

/// The outline of an element: its `Coords`.
pub(super) fn outline(element: Element<'_>) -> Vec<Point> {
    let Some(coords) = child(element, "Coords") else {
        return Vec::new();
    };
    match coords.attribute("points") {
        Some(list) => points(list),
        None => {
            let point = |p: Element<'_>| Some(Point::new(p.number("x")?, p.number("y")?));
            named(coords, "Point")
                .filter_map(point)
                .take(10_000)
                .collect()
        }
    }
}

/// The bounding box of an element's outline.
pub(super) fn bbox(element: Element<'_>) -> Option<Rect> {
    around(&outline(element))
}

pub(super) fn is_region(element: Element<'_>) -> bool {
    let name = element.name();
    name.len() > 6 && like(name.get(name.len() - 6..).unwrap_or_default(), "Region")
}
