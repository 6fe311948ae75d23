//! Attributes of elements (14.7.5, 14.8.5) and of their classes: reads them from dictionaries as names and
//! text.

use crate::geometry::{Matrix, Rect};
use crate::page::{self, Attribute};
use crate::pdf::{Dict, Name, Object, References, items, text_string};

/// Maximum length of a value in bytes; longer values are dropped, because no mapping can need them.
const LONGEST: usize = 4096;

/// Maximum number of attributes read of an element; further ones are ignored.
const MAX: usize = 1000;

/// The attributes of an element: those of `A`, then those of its classes that `A` lacks.
pub(super) fn read<'a>(
    references: &References<'a>,
    element: &Dict<'a>,
    class_map: Option<&Dict<'a>>,
) -> Vec<Attribute> {
    let mut found = Vec::new();
    each_object(references, element, class_map, |dict, _| {
        add(dict, &mut found);
    });
    found
}

/// Calls `show` with each attribute object of an element: its own, then those of its classes with the name of
/// the class.
pub(super) fn each_object<'a>(
    references: &References<'a>,
    element: &Dict<'a>,
    class_map: Option<&Dict<'a>>,
    mut show: impl FnMut(&Dict<'a>, Option<&Name<'a>>),
) {
    if let Some(own) = references.read(element, "A") {
        show_each(references, own, &mut |dict| show(dict, None));
    }
    let classes: Vec<Name<'a>> = match references.read(element, "C") {
        Some(Object::Name(class)) => vec![class],
        // Revision numbers between class names are skipped.
        Some(Object::Array(list)) => {
            let items = references.items(&list);
            items.filter_map(Object::into_name).collect()
        }
        _ => Vec::new(),
    };
    for class in classes {
        let attributes = class_map.and_then(|map| references.read_again(map, class.as_ref()));
        if let Some(attributes) = attributes {
            show_each(references, attributes, &mut |dict| show(dict, Some(&class)));
        }
    }
}

/// Calls `show` with an attribute object, or with each one of an array.
fn show_each<'a>(
    references: &References<'a>,
    object: Object<'a>,
    show: &mut impl FnMut(&Dict<'a>),
) {
    match object {
        Object::Dict(dict) => show(&dict),
        Object::Stream(stream) => show(stream.dict()),
        Object::Array(list) => {
            for item in references.items(&list) {
                match item {
                    Object::Dict(dict) => show(&dict),
                    Object::Stream(stream) => show(stream.dict()),
                    _ => {}
                }
            }
        }
        _ => {}
    }
}

fn add(dict: &Dict<'_>, found: &mut Vec<Attribute>) {
    for (key, _) in dict.entries() {
        // The owner is the standard that defines an attribute; the names of standards do not collide.
        if matches!(key.as_ref(), b"O" | b"P" | b"NS") {
            continue;
        }
        let name = page::Name::of_document(String::from_utf8_lossy(&key).into_owned());
        if found.len() >= MAX {
            return;
        }
        if found.iter().any(|a| a.name == name) {
            continue;
        }
        let mut value = String::new();
        if let Some(object) = dict.get::<Object<'_>>(key.as_ref())
            && push_value(object, &mut value, 1)
        {
            found.push(Attribute { name, value });
        }
    }
}

/// Appends a value as text: a name, a string, a number, or an array of them separated by spaces. Inner arrays
/// are bracketed, up to `depth` levels. Returns `false` for other values.
pub(super) fn push_value(object: Object<'_>, out: &mut String, depth: u32) -> bool {
    use std::fmt::Write;
    match object {
        Object::Name(name) => out.push_str(&String::from_utf8_lossy(&name)),
        Object::String(string) => out.push_str(&text_string(&string)),
        Object::Number(number) => {
            let _ = write!(out, "{}", number.as_f64());
        }
        Object::Boolean(value) => {
            let _ = write!(out, "{value}");
        }
        Object::Array(list) if depth > 0 => {
            for (i, item) in items(&list).enumerate() {
                if i > 0 {
                    out.push(' ');
                }
                let inner = matches!(item, Object::Array(_));
                if inner {
                    out.push('[');
                }
                if !push_value(item, out, depth - 1) {
                    return false;
                }
                if inner {
                    out.push(']');
                }
            }
        }
        _ => return false,
    }
    out.len() <= LONGEST
}

/// The layout attribute `BBox` (14.8.5.4.3) in page space; empty if there is none. `matrix` converts user
/// space to page space.
pub(super) fn layout_box(attributes: &[Attribute], matrix: Matrix) -> Rect {
    let said = attributes
        .iter()
        .find(|a| a.name == page::Name::standard("BBox"));
    let mut numbers = said
        .into_iter()
        .flat_map(|a| a.value.split(' '))
        .map_while(|v| v.parse::<f64>().ok());
    let [Some(x0), Some(y0), Some(x1), Some(y1)] = std::array::from_fn(|_| numbers.next()) else {
        return Rect::EMPTY;
    };
    matrix.apply_rect(x0, y0, x1, y1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::limits::Limits;
    use crate::pdf::{Document, FromBytes, Source};

    fn attributes(element: &str, classes: &str) -> String {
        let element = Dict::from_bytes(element.as_bytes()).unwrap();
        let classes = Dict::from_bytes(classes.as_bytes());
        let file = b"%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n\
            2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n\
            3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\n\
            trailer<</Root 1 0 R/Size 4>>";
        let (document, _) = Document::open(&Source::from(file.to_vec()), "").unwrap();
        let budget = Budget::new(Limits::default(), 1 << 20);
        let references = References::new(&document, &budget);
        let list = read(&references, &element, classes.as_ref());
        let list: Vec<String> = list
            .iter()
            .map(|a| format!("{}={}", a.name, a.value))
            .collect();
        list.join(" ")
    }

    #[test]
    fn own_attributes_come_before_those_of_classes() {
        assert_eq!(
            attributes(
                "<< /A [<< /O /Table /RowSpan 2 /Headers [(a) (b)] >> 0 << /O /Layout /BBox [0 1.5 2 3] >>] /C [/x 1 /y] >>",
                "<< /x << /O /Table /RowSpan 3 /Scope /Row >> /y [<< /O /List /ListNumbering /Decimal >>] >>",
            ),
            "Headers=a b RowSpan=2 BBox=0 1.5 2 3 Scope=Row ListNumbering=Decimal"
        );
    }
}
