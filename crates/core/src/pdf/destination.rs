//! Destinations (12.3.2): resolves explicit and named destinations to a page and a position.

use std::cell::OnceCell;
use std::collections::HashMap;

use super::{Array, Dict, Document, MaybeRef, Name, Object, items, name_tree};

/// A position in the document.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Destination {
    /// Index of the page, from 0.
    pub page: u32,
    /// Left edge of the visible part, in user space, if given.
    pub left: Option<f64>,
    /// Upper edge of the visible part, in user space, if given.
    pub top: Option<f64>,
}

/// The destinations of a document.
pub struct Destinations<'a> {
    document: &'a Document,
    /// Named destinations, read on first use.
    names: OnceCell<HashMap<Vec<u8>, Destination>>,
}

impl<'a> Destinations<'a> {
    pub(crate) fn new(document: &'a Document) -> Self {
        Self {
            document,
            names: OnceCell::new(),
        }
    }

    /// The destination of an annotation or an outline item, by its `/Dest` or its action `/GoTo`. `pages`
    /// maps object numbers of pages to their indices.
    pub fn of(&self, dict: &Dict<'a>, pages: &HashMap<u32, u32>) -> Option<Destination> {
        let place = match dict.get::<Dict<'a>>("A") {
            None => dict.get::<Object<'a>>("Dest")?,
            Some(action) => match action.get::<Name<'a>>("S").as_deref()? {
                b"GoTo" => action.get::<Object<'a>>("D")?,
                _ => return None,
            },
        };
        match place {
            Object::Array(place) => explicit(&place, pages),
            Object::Name(name) => self.named(&name, pages),
            Object::String(name) => self.named(&name, pages),
            _ => None,
        }
    }

    fn named(&self, name: &[u8], pages: &HashMap<u32, u32>) -> Option<Destination> {
        let names = self.names.get_or_init(|| self.read_names(pages));
        names.get(name).copied()
    }

    fn read_names(&self, pages: &HashMap<u32, u32>) -> HashMap<Vec<u8>, Destination> {
        let mut found = HashMap::new();
        let Some(catalog) = self.document.catalog() else {
            return found;
        };
        let read = |place: Object<'_>| match place {
            Object::Array(place) => explicit(&place, pages),
            Object::Dict(dict) => explicit(&dict.get::<Array<'_>>("D")?, pages),
            _ => None,
        };
        // PDF 1.1 uses a dictionary, later versions a name tree.
        if let Some(dests) = catalog.get::<Dict<'_>>("Dests") {
            for name in dests.keys() {
                if let Some(place) = dests.get::<Object<'_>>(name.as_ref()).and_then(read) {
                    found.insert(name.to_vec(), place);
                }
            }
        }
        let names = catalog.get::<Dict<'_>>("Names");
        let tree = names.and_then(|n| n.get::<Dict<'_>>("Dests"));
        let entries = tree.map(|tree| name_tree(self.document, &tree));
        for (name, place) in entries.into_iter().flatten() {
            if let Some(place) = read(place) {
                found.insert(name.to_vec(), place);
            }
        }
        found
    }
}

/// Reads an explicit destination (table 151): a page, a mode, and numbers or nulls that depend on the mode.
fn explicit(place: &Array<'_>, pages: &HashMap<u32, u32>) -> Option<Destination> {
    let page = match place.raw_iter().next()? {
        MaybeRef::Ref(page) => pages.get(&page.obj_number).copied()?,
        // Destinations in other files use the page's index instead.
        MaybeRef::NotRef(_) => return None,
    };
    let mut rest = items(place).skip(1).take(5);
    let shown = match rest.next() {
        Some(Object::Name(shown)) => shown.to_vec(),
        _ => Vec::new(),
    };
    let numbers: Vec<_> = rest
        .map(|number| number.into_number().map(|n| n.as_f64()))
        .collect();
    let number = |at: usize| numbers.get(at).copied().flatten().filter(|n| n.is_finite());
    let (left, top) = match shown.as_slice() {
        b"XYZ" => (number(0), number(1)),
        b"FitH" | b"FitBH" => (None, number(0)),
        b"FitR" => (number(0), number(3)),
        _ => (None, None),
    };
    Some(Destination { page, left, top })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdf::FromBytes;

    #[test]
    fn the_upper_edge_is_read_where_it_is_given() {
        let pages = HashMap::from([(7, 4)]);
        let read = |text: &str| {
            let array = Array::from_bytes(text.as_bytes()).unwrap();
            explicit(&array, &pages).map(|d| (d.page, d.left, d.top))
        };
        for (text, expected) in [
            ("[7 0 R /XYZ 10 700 0]", Some((4, Some(10.0), Some(700.0)))),
            ("[7 0 R /XYZ null 700]", Some((4, None, Some(700.0)))),
            ("[7 0 R /FitH 600]", Some((4, None, Some(600.0)))),
            ("[7 0 R /FitR 1 2 3 4]", Some((4, Some(1.0), Some(4.0)))),
            ("[7 0 R /Fit]", Some((4, None, None))),
            ("[7 0 R]", Some((4, None, None))),
            ("[8 0 R /Fit]", None),
            ("[4 /Fit]", None),
            ("[]", None),
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
    }
}
