//! Which properties there are and of which type: those of the XMP Specification, and those that
//! extension schemas describe (ISO 19005-1, 6.7.8; ISO 19005-2, 6.6.2.3).

use std::collections::HashMap;
use std::sync::LazyLock;

use super::packet::{Node, Packet, Value};
use super::value::{Type, fits, misfit};
use crate::validate::flavour::Flavour;

pub(super) const EXTENSION: &str = "http://www.aiim.org/pdfa/ns/extension/";
pub(super) const SCHEMA: &str = "http://www.aiim.org/pdfa/ns/schema#";
pub(super) const PROPERTY: &str = "http://www.aiim.org/pdfa/ns/property#";
pub(super) const TYPE: &str = "http://www.aiim.org/pdfa/ns/type#";
pub(super) const FIELD: &str = "http://www.aiim.org/pdfa/ns/field#";

/// A property or a field: its type, and the values of a closed choice.
#[derive(Clone, Debug)]
struct Entry {
    of: Type,
    choice: Vec<String>,
}

/// A structure: the namespace of its fields, and they.
#[derive(Clone, Debug, Default)]
struct Structure {
    namespace: String,
    fields: HashMap<String, Entry>,
}

/// Properties by namespace and name, and structures by their names in small letters.
#[derive(Clone, Debug, Default)]
pub(super) struct Schemas {
    properties: HashMap<String, HashMap<String, Entry>>,
    structures: HashMap<String, Structure>,
}

static PART_1: LazyLock<Schemas> = LazyLock::new(|| Schemas::predefined('1'));
static PARTS_2_AND_3: LazyLock<Schemas> = LazyLock::new(|| Schemas::predefined('2'));

impl Schemas {
    /// Those that a flavour has predefined.
    pub(super) fn of(flavour: Flavour) -> &'static Self {
        if flavour.part() == 1 && flavour.is_archival() {
            &PART_1
        } else {
            &PARTS_2_AND_3
        }
    }

    /// Reads the table; `part` is what its first column says.
    fn predefined(part: char) -> Self {
        let mut schemas = Self::default();
        let mut namespace = String::new();
        let mut structure: Option<String> = None;
        for line in include_str!("properties.txt").lines() {
            if let Some(name) = line.strip_prefix('[') {
                namespace = name.trim_end_matches(']').to_owned();
                structure = None;
            } else if let Some(header) = line.strip_prefix('{') {
                let (name, fields) = header.split_once(' ').unwrap_or((header, ""));
                namespace = fields.trim_end_matches('}').to_owned();
                structure = Some(name.to_ascii_lowercase());
            } else if let Some((parts, rest)) = line.split_once(' ')
                && (parts == "*" || parts.starts_with(part) && parts.len() == 1)
                && let Some((name, rest)) = rest.split_once(' ')
            {
                let (of, choice) = rest.split_once('=').unwrap_or((rest, ""));
                let entry = Entry {
                    of: Type::named(of),
                    choice: choice
                        .split_whitespace()
                        .map(|c| c.replace('|', " "))
                        .collect(),
                };
                let table = match &structure {
                    Some(name) => {
                        let structure = schemas.structures.entry(name.clone()).or_default();
                        structure.namespace.clone_from(&namespace);
                        &mut structure.fields
                    }
                    None => schemas.properties.entry(namespace.clone()).or_default(),
                };
                table.insert(name.to_owned(), entry);
            }
        }
        schemas
    }

    /// Those that the extension schemas of a packet describe. What is described badly is left out,
    /// and has rules of its own.
    pub(super) fn described_by(packet: &Packet) -> Self {
        let mut schemas = Self::default();
        let list = packet.get(EXTENSION, "schemas").map(Node::items);
        for schema in list.unwrap_or_default() {
            let text = |node: &Node, ns: &str, name: &str| {
                node.field(ns, name)
                    .and_then(Node::text)
                    .map(|t| t.trim().to_owned())
            };
            let Some(namespace) = text(schema, SCHEMA, "namespaceURI") else {
                continue;
            };
            let properties = schemas.properties.entry(namespace.clone()).or_default();
            for property in items_of(schema, SCHEMA, "property") {
                if let (Some(name), Some(of)) = (
                    text(property, PROPERTY, "name"),
                    text(property, PROPERTY, "valueType"),
                ) {
                    properties.insert(name, Entry::open(&of));
                }
            }
            for of in items_of(schema, SCHEMA, "valueType") {
                let Some(name) = text(of, TYPE, "type") else {
                    continue;
                };
                let fields = items_of(of, TYPE, "field")
                    .iter()
                    .filter_map(|field| {
                        let name = text(field, FIELD, "name")?;
                        Some((name, Entry::open(&text(field, FIELD, "valueType")?)))
                    })
                    .collect();
                let structure = Structure {
                    namespace: text(of, TYPE, "namespaceURI").unwrap_or_default(),
                    fields,
                };
                schemas
                    .structures
                    .insert(name.to_ascii_lowercase(), structure);
            }
        }
        schemas
    }

    /// Whether a schema of this namespace is here at all.
    pub(super) fn has_property(&self, node: &Node) -> bool {
        self.property(node).is_some()
    }

    fn property(&self, node: &Node) -> Option<&Entry> {
        self.properties.get(&node.namespace)?.get(&node.name)
    }

    pub(super) fn has_structure(&self, name: &str) -> bool {
        self.structures.contains_key(name)
    }
}

fn items_of<'n>(node: &'n Node, namespace: &str, name: &str) -> &'n [Node] {
    node.field(namespace, name)
        .map(Node::items)
        .unwrap_or_default()
}

impl Entry {
    fn open(of: &str) -> Self {
        Self {
            of: Type::named(of),
            choice: Vec::new(),
        }
    }

    /// What of a value is not of the type.
    fn misfit<'n>(&self, node: &'n Node, scope: &Scope<'_>) -> Option<&'n Node> {
        if self.allows(node, scope) {
            return None;
        }
        Some(misfit(node, &self.of, &|name, n| {
            scope.structure_fits(name, n)
        }))
    }

    fn allows(&self, node: &Node, scope: &Scope<'_>) -> bool {
        fits(node, &self.of, &|name, n| scope.structure_fits(name, n))
            && (self.choice.is_empty() || self.chosen(node))
    }

    /// Whether the value is one of a closed choice.
    fn chosen(&self, node: &Node) -> bool {
        let text = match &node.value {
            Value::Text(text) => text.clone(),
            Value::Array(_, items) => {
                let items: Vec<&str> = items.iter().filter_map(Node::text).collect();
                items.join(",")
            }
            Value::Struct(_) => return false,
        };
        let text = text.as_str();
        self.choice.iter().any(|allowed| {
            if let Some((low, high)) = allowed.split_once("..") {
                let number = |t: &str| t.parse::<f64>().ok();
                return match (number(text), number(low), number(high)) {
                    (Some(n), Some(low), Some(high)) => (low..=high).contains(&n),
                    _ => false,
                };
            }
            if allowed == "hh:mm:ss:ff" {
                return is_timecode(text);
            }
            allowed == text
        })
    }
}

/// `hh:mm:ss:ff`, or with semicolons.
fn is_timecode(text: &str) -> bool {
    [':', ';'].iter().any(|&separator| {
        let parts: Vec<&str> = text.split(separator).collect();
        parts.len() == 4
            && parts
                .iter()
                .all(|p| p.len() == 2 && p.bytes().all(|b| b.is_ascii_digit()))
    })
}

/// The schemas that count for a packet, the first ones first.
pub(super) struct Scope<'s> {
    pub schemas: Vec<&'s Schemas>,
}

impl Scope<'_> {
    /// Whether a schema describes the property.
    pub(super) fn is_defined(&self, node: &Node) -> bool {
        self.schemas.iter().any(|s| s.has_property(node))
    }

    /// What of the value does not have the form its type asks for; properties that are not described have
    /// none to keep to.
    pub(super) fn misfit<'n>(&self, node: &'n Node) -> Option<&'n Node> {
        let entry = self.schemas.iter().find_map(|s| s.property(node));
        entry?.misfit(node, self)
    }

    /// Whether a name is that of a type.
    pub(super) fn is_type(&self, name: &str) -> bool {
        Type::named(name).is_defined(&|n| self.has_structure(n))
    }

    fn has_structure(&self, name: &str) -> bool {
        name == "point" || self.schemas.iter().any(|s| s.has_structure(name))
    }

    fn structure_fits(&self, name: &str, node: &Node) -> bool {
        if name == "point" {
            return node.text().is_some_and(is_point);
        }
        let Some(structure) = self.schemas.iter().find_map(|s| s.structures.get(name)) else {
            return false;
        };
        if structure.fields.is_empty() {
            // A type that is described without fields is a text of some form.
            return node.text().is_some();
        }
        let Value::Struct(fields) = &node.value else {
            return false;
        };
        fields.iter().all(|field| {
            field.namespace == structure.namespace
                && structure
                    .fields
                    .get(&field.name)
                    .is_some_and(|entry| entry.allows(field, self))
        })
    }
}

/// `(12, 34)`, a point of a tone curve.
fn is_point(text: &str) -> bool {
    let number = |t: &str| {
        let digits = t.strip_prefix(['+', '-']).unwrap_or(t);
        !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
    };
    text.strip_prefix('(')
        .and_then(|t| t.strip_suffix(')'))
        .and_then(|t| t.split_once(", "))
        .is_some_and(|(x, y)| number(x) && number(y))
}

#[cfg(test)]
mod tests {
    use super::*;

    const DC: &str = "http://purl.org/dc/elements/1.1/";

    fn node(namespace: &str, name: &str, text: &str) -> Node {
        Node {
            namespace: namespace.into(),
            prefix: "p".into(),
            name: name.into(),
            lang: None,
            value: Value::Text(text.into()),
        }
    }

    fn scope(flavour: Flavour) -> Scope<'static> {
        Scope {
            schemas: vec![Schemas::of(flavour)],
        }
    }

    #[test]
    fn properties_are_those_of_the_part() {
        let rating = node("http://ns.adobe.com/xap/1.0/", "Rating", "5");
        assert!(!scope(Flavour::A1b).is_defined(&rating));
        assert!(scope(Flavour::A2b).is_defined(&rating));
        assert!(scope(Flavour::A1b).is_defined(&node(DC, "source", "x")));
        assert!(!scope(Flavour::A2b).is_defined(&node(DC, "sauce", "x")));
    }

    #[test]
    fn closed_choices_and_ranges_are_kept_to() {
        let fits = |name, text| {
            let node = node("http://ns.adobe.com/tiff/1.0/", name, text);
            scope(Flavour::A2b).misfit(&node).is_none()
        };
        assert!(fits("Orientation", "8") && !fits("Orientation", "9"));
        assert!(fits("Compression", "6") && !fits("Compression", "2"));
        assert!(fits("Unknown", "anything"));
    }

    #[test]
    fn a_type_is_known_by_its_name() {
        assert!(scope(Flavour::A1b).is_type("Seq ResourceRef"));
        assert!(!scope(Flavour::A1b).is_type("Colorant"));
        assert!(scope(Flavour::A2b).is_type("Colorant"));
    }
}
