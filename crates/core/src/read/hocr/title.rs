//! The properties in the `title` of an element: `name value value; name value`.

use crate::geometry::{Point, Rect};
use crate::read::markup::Element;

/// The properties of an element, in their order.
#[derive(Debug, Default)]
pub(super) struct Properties<'t>(Vec<(&'t str, &'t str)>);

/// The properties of an element.
pub(super) fn properties(element: Element<'_>) -> Properties<'_> {
    Properties::of(element.attribute("title").unwrap_or_default())
}

impl<'t> Properties<'t> {
    pub(super) fn of(title: &'t str) -> Self {
        let mut all = Vec::new();
        let mut quoted = None;
        let mut start = 0;
        let ends = title
            .char_indices()
            .filter_map(|(at, c)| match (quoted, c) {
                (None, ';') => Some(at),
                (None, '"' | '\'') => {
                    quoted = Some(c);
                    None
                }
                (Some(q), c) if q == c => {
                    quoted = None;
                    None
                }
                _ => None,
            });
        for end in ends.chain([title.len()]) {
            let property = title.get(start..end).unwrap_or_default().trim();
            start = end + 1;
            let (name, value) = property
                .split_once(char::is_whitespace)
                .unwrap_or((property, ""));
            if !name.is_empty() {
                all.push((name, value.trim()));
            }
        }
        Self(all)
    }

    /// The values of a property, as they are written.
    pub(super) fn get(&self, name: &str) -> Option<&'t str> {
        self.0.iter().find(|(n, _)| *n == name).map(|(_, v)| *v)
    }

    /// The value of a property that is one string, without its quotes.
    pub(super) fn string(&self, name: &str) -> Option<&'t str> {
        let value = self.get(name)?;
        let inner = |quote: char| value.strip_prefix(quote)?.strip_suffix(quote);
        Some(inner('"').or_else(|| inner('\'')).unwrap_or(value))
    }

    /// The numbers of a property, up to the first value that is not a number.
    pub(super) fn numbers(&self, name: &str) -> Vec<f32> {
        let values = self
            .get(name)
            .unwrap_or_default()
            .split([' ', ',', '\t', '\n']);
        let values = values.filter(|v| !v.is_empty());
        let numbers = values.map_while(|v| v.parse().ok().filter(|n: &f32| n.is_finite()));
        numbers.collect()
    }

    /// The first number of a property.
    pub(super) fn number(&self, name: &str) -> Option<f32> {
        self.numbers(name).first().copied()
    }

    /// The bounding box; `None` if all its coordinates are 0.
    pub(super) fn bbox(&self) -> Option<Rect> {
        match *self.numbers("bbox") {
            [x0, y0, x1, y1, ..] if [x0, y0, x1, y1] != [0.0; 4] => Some(Rect::new(x0, y0, x1, y1)),
            _ => None,
        }
    }

    /// The outline of an element that is not a rectangle.
    pub(super) fn outline(&self) -> Vec<Point> {
        let numbers = self.numbers("poly");
        let (pairs, _) = numbers.as_chunks();
        pairs.iter().map(|&[x, y]| Point::new(x, y)).collect()
    }

    /// The boxes of characters.
    pub(super) fn boxes(&self, name: &str) -> Vec<Rect> {
        let numbers = self.numbers(name);
        let (boxes, _) = numbers.as_chunks();
        let boxes = boxes.iter();
        boxes
            .map(|&[x0, y0, x1, y1]| Rect::new(x0, y0, x1, y1))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_may_hold_what_parts_properties() {
        let title =
            r#"image "a;b'c.png"; bbox 1 2 3.5 4 ;x_conf 80.95;ppageno 0; x_font 'Times "New"'"#;
        let p = Properties::of(title);
        assert_eq!(p.string("image"), Some("a;b'c.png"));
        assert_eq!(p.bbox(), Some(Rect::new(1.0, 2.0, 3.5, 4.0)));
        assert_eq!(p.number("x_conf"), Some(80.95));
        assert_eq!(p.string("x_font"), Some("Times \"New\""));
        assert_eq!(p.get("baseline"), None);
        assert_eq!(Properties::of("bbox 0 0 0 0").bbox(), None);
        assert_eq!(Properties::of("bbox 1 2").bbox(), None);
    }
}
