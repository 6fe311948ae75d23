//! Reads everything the file contains about one element, for inspection: its namespace, and its attributes
//! with owners and origins. A conversion does not need this, so it is read again on demand.

use super::Tags;
use super::attributes::{each_object, push_value};
use super::element::ElementId;
use crate::budget::Budget;
use crate::limits::Limits;
use crate::pdf::{
    Array, Dict, Document, Name, Object, ObjectIdentifier, References, StringObject, items,
    name_text, text_string,
};

/// The facts about an element that [`Element`](super::Element) does not have.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Details {
    /// The URI of its namespace (ISO 32000-2, 14.7.4).
    pub namespace: Option<String>,
    /// Its own attributes, then those of its classes, then inherited ones.
    pub attributes: Vec<Described>,
}

/// An attribute with its origin.
#[derive(Clone, Debug, PartialEq)]
pub struct Described {
    pub name: String,
    pub value: String,
    /// `O`: the standard or program that defines it, such as `Table` or `CSS-2.00`; for `NSO`, the namespace.
    /// `None` if the element is not an indirect object, because that is not read again.
    pub owner: Option<String>,
    pub origin: Origin,
}

/// The origin of an attribute.
#[derive(Clone, Debug, PartialEq)]
pub enum Origin {
    /// The element itself.
    Own,
    /// A class of the element (14.7.5.3), by name.
    Class(String),
    /// An element around it.
    Inherited(ElementId),
}

/// Maximum depth of nested arrays shown in a value.
const DEPTH: u32 = 4;

/// Maximum number of attributes shown of an element.
const MAX: usize = 1000;

/// The attributes that elements inherit (ISO 32000-1, tables 343 to 345 and 347), each with its owner.
const INHERITED: [(&str, &str); 19] = [
    ("Layout", "WritingMode"),
    ("Layout", "BorderColor"),
    ("Layout", "BorderThickness"),
    ("Layout", "Color"),
    ("Layout", "StartIndent"),
    ("Layout", "EndIndent"),
    ("Layout", "TextIndent"),
    ("Layout", "TextAlign"),
    ("Layout", "BlockAlign"),
    ("Layout", "InlineAlign"),
    ("Layout", "TBorderStyle"),
    ("Layout", "TPadding"),
    ("Layout", "LineHeight"),
    ("Layout", "TextDecorationColor"),
    ("Layout", "TextDecorationThickness"),
    ("Layout", "RubyAlign"),
    ("Layout", "RubyPosition"),
    ("Layout", "GlyphOrientationVertical"),
    ("List", "ListNumbering"),
];

impl Tags {
    /// The facts in the file about an element.
    pub fn details(&self, document: &Document, id: ElementId) -> Details {
        let structure = self.structure();
        let class_map = class_map(document);
        let budget = Budget::of_document(Limits::default(), document.file_size(), 0);
        let references = References::new(document, &budget);
        let mut found = Details::default();
        for around in structure.ancestors(id) {
            let own = around == id;
            let Some(dict) = dict_of(document, structure[around].object) else {
                if own {
                    found.attributes = self.known(id);
                }
                continue;
            };
            if own {
                found.namespace = namespace(&dict);
            }
            each_object(
                &references,
                &dict,
                class_map.as_ref(),
                |attributes, class| {
                    let origin = match class {
                        _ if !own => Origin::Inherited(around),
                        Some(class) => Origin::Class(name_text(class)),
                        None => Origin::Own,
                    };
                    found.add(attributes, &origin);
                },
            );
        }
        found
    }

    /// The namespace of an element, if it has one.
    pub fn namespace(&self, document: &Document, id: ElementId) -> Option<String> {
        namespace(&dict_of(document, self.structure()[id].object)?)
    }

    /// The attributes of a direct element, as the conversion read them.
    fn known(&self, id: ElementId) -> Vec<Described> {
        let attributes = self.structure()[id].attributes.iter();
        let described = attributes.map(|attribute| Described {
            name: attribute.name.to_string(),
            value: attribute.value.clone(),
            owner: None,
            origin: Origin::Own,
        });
        described.collect()
    }
}

impl Details {
    /// Adds the entries of an attribute object that no nearer object gives.
    fn add(&mut self, object: &Dict<'_>, origin: &Origin) {
        let owner = owner(object);
        let inherited = matches!(origin, Origin::Inherited(_));
        let mut add = |name: String, value: String| {
            let of_owner = |d: &Described| d.name == name && d.owner == owner;
            let passes =
                |(of, inherits): &(&str, &str)| owner.as_deref() == Some(of) && name == *inherits;
            if self.attributes.len() >= MAX
                || (inherited && !INHERITED.iter().any(passes))
                || self.attributes.iter().any(of_owner)
            {
                return;
            }
            self.attributes.push(Described {
                name,
                value,
                owner: owner.clone(),
                origin: origin.clone(),
            });
        };
        if owner.as_deref() == Some("UserProperties") {
            if !inherited {
                user_properties(object, &mut add);
            }
            return;
        }
        for (key, _) in object.entries() {
            if matches!(key.as_ref(), b"O" | b"NS") {
                continue;
            }
            if let Some(value) = object.get::<Object<'_>>(key.as_ref()) {
                add(name_text(&key), shown(value));
            }
        }
    }
}

/// Reads `P` of `UserProperties` (14.7.5.4), which may have any names.
fn user_properties(object: &Dict<'_>, add: &mut impl FnMut(String, String)) {
    let Some(properties) = object.get::<Array<'_>>("P") else {
        return;
    };
    for property in items(&properties).filter_map(Object::into_dict).take(MAX) {
        let name = property.get::<StringObject<'_>>("N");
        // A formatted value precedes the value itself.
        let formatted = property.get::<StringObject<'_>>("F");
        let value = match formatted {
            Some(formatted) => text_string(&formatted),
            None => property
                .get::<Object<'_>>("V")
                .map(shown)
                .unwrap_or_default(),
        };
        add(name.map(|n| text_string(&n)).unwrap_or_default(), value);
    }
}

/// A value as text, as far as it has one.
fn shown(value: Object<'_>) -> String {
    let what = match &value {
        Object::Dict(_) => "(a dictionary)",
        Object::Stream(_) => "(a stream)",
        Object::Null(_) => "null",
        _ => "",
    };
    let mut out = String::new();
    match what {
        "" if push_value(value, &mut out, DEPTH) => out,
        "" => out + " …",
        what => what.to_owned(),
    }
}

/// `O`, or the namespace that owns the attributes (ISO 32000-2, 14.7.6.1).
fn owner(object: &Dict<'_>) -> Option<String> {
    let owner = object.get::<Name<'_>>("O")?;
    match owner.as_ref() {
        b"NSO" => namespace(object),
        _ => None,
    }
    .or_else(|| Some(name_text(&owner)))
}

/// The name of the namespace in `NS` of an element or an attribute object.
fn namespace(dict: &Dict<'_>) -> Option<String> {
    let name = dict.get::<Dict<'_>>("NS")?.get::<StringObject<'_>>("NS")?;
    Some(text_string(&name))
}

fn class_map(document: &Document) -> Option<Dict<'_>> {
    let root = document.catalog()?.get::<Dict<'_>>("StructTreeRoot")?;
    root.get::<Dict<'_>>("ClassMap")
}

fn dict_of(document: &Document, object: Option<(u32, i32)>) -> Option<Dict<'_>> {
    let (number, generation) = object?;
    document
        .object(ObjectIdentifier::new(number, generation))?
        .into_dict()
}
