//! The known properties and their types: those of the XMP Specification, and those that extension schemas
//! define (ISO 19005-1, 6.7.8; ISO 19005-2, 6.6.2.3).

use std::collections::HashMap;
use std::sync::LazyLock;

use super::packet::{Node, Packet, Value};
use super::value::{Type, fits, misfit};
use crate::flavour::Flavour;

pub(super) const EXTENSION: &str = "http://www.aiim.org/pdfa/ns/extension/";
pub(super) const SCHEMA: &str = "http://www.aiim.org/pdfa/ns/schema#";
pub(super) const PROPERTY: &str = "http://www.aiim.org/pdfa/ns/property#";
pub(super) const TYPE: &str = "http://www.aiim.org/pdfa/ns/type#";
pub(super) const FIELD: &str = "http://www.aiim.org/pdfa/ns/field#";

/// A structure type: the namespace of its fields and their types.
#[derive(Clone, Debug, Default)]
struct Structure {
    namespace: String,
    fields: HashMap<String, Type>,
}

/// Types of properties by namespace and name; structure types by their lower-case names.
#[derive(Clone, Debug, Default)]
pub(super) struct Schemas {
    properties: HashMap<String, HashMap<String, Type>>,
    structures: HashMap<String, Structure>,
}

static PART_1: LazyLock<Schemas> = LazyLock::new(|| Schemas::predefined('1'));
static PARTS_2_AND_3: LazyLock<Schemas> = LazyLock::new(|| Schemas::predefined('2'));

impl Schemas {
    /// The predefined schemas of a flavour.
    pub(super) fn of(flavour: Flavour) -> &'static Self {
        if flavour.part() == 1 && flavour.is_archival() {
            &PART_1
        } else {
            &PARTS_2_AND_3
        }
    }

    /// Reads the lines of the table `properties.txt` for a part.
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
                && let Some((name, of)) = rest.split_once(' ')
            {
                let table = match &structure {
                    Some(name) => {
                        let structure = schemas.structures.entry(name.clone()).or_default();
                        structure.namespace.clone_from(&namespace);
                        &mut structure.fields
                    }
                    None => schemas.properties.entry(namespace.clone()).or_default(),
                };
                table.insert(name.to_owned(), Type::named(of));
            }
        }
        schemas
    }

    /// The extension schemas that a packet defines. Malformed definitions are left out; other rules check
    /// them. Of two definitions the first is used. `main` are the schemas of the document, whose types may be
    /// used.
    pub(super) fn described_by(packet: &Packet, flavour: Flavour, main: &Self) -> Self {
        let mut schemas = Self::default();
        let text = |node: &Node, ns: &str, name: &str| {
            node.field(ns, name)
                .and_then(Node::text)
                .map(|t| t.trim().to_owned())
        };
        let list = packet.get(EXTENSION, "schemas").map(Node::items);
        let list = list.unwrap_or_default();
        for of in list.iter().flat_map(|s| items_of(s, SCHEMA, "valueType")) {
            let Some(name) = text(of, TYPE, "type") else {
                continue;
            };
            let fields: HashMap<String, Type> = items_of(of, TYPE, "field")
                .iter()
                .filter_map(|field| {
                    let name = text(field, FIELD, "name")?;
                    Some((name, Type::named(&text(field, FIELD, "valueType")?)))
                })
                .collect();
            let namespace = text(of, TYPE, "namespaceURI");
            if fields.is_empty() || namespace.is_some() {
                let namespace = namespace.unwrap_or_default();
                let structure = Structure { namespace, fields };
                schemas
                    .structures
                    .insert(name.to_ascii_lowercase(), structure);
            }
        }
        let predefined = Self::of(flavour);
        for schema in list {
            let Some(namespace) = text(schema, SCHEMA, "namespaceURI") else {
                continue;
            };
            let mut properties = schemas.properties.remove(&namespace).unwrap_or_default();
            for property in items_of(schema, SCHEMA, "property") {
                let (Some(name), Some(of)) = (
                    text(property, PROPERTY, "name"),
                    text(property, PROPERTY, "valueType"),
                ) else {
                    continue;
                };
                let of = Type::named(&of);
                let known = [&schemas, main, predefined];
                if of.is_defined(&|n| known.iter().any(|s| s.has_structure(n))) {
                    properties.entry(name).or_insert(of);
                }
            }
            schemas.properties.insert(namespace, properties);
        }
        schemas
    }

    /// Whether the schemas define the property.
    pub(super) fn has_property(&self, node: &Node) -> bool {
        self.property(node).is_some()
    }

    fn property(&self, node: &Node) -> Option<&Type> {
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

/// The schemas in force for a packet, in order of precedence.
pub(super) struct Scope<'s> {
    pub schemas: Vec<&'s Schemas>,
}

impl Scope<'_> {
    /// Whether a schema describes the property.
    pub(super) fn is_defined(&self, node: &Node) -> bool {
        self.schemas.iter().any(|s| s.has_property(node))
    }

    /// The part of a property's value that does not match its type; `None` for properties that no schema
    /// defines.
    pub(super) fn misfit<'n>(&self, node: &'n Node) -> Option<&'n Node> {
        let of = self.schemas.iter().find_map(|s| s.property(node))?;
        if self.allows(node, of) {
            return None;
        }
        Some(misfit(node, of, &|name, n| self.structure_fits(name, n)))
    }

    fn allows(&self, node: &Node, of: &Type) -> bool {
        fits(node, of, &|name, n| self.structure_fits(name, n))
    }

    /// Whether a type has this name.
    pub(super) fn is_type(&self, name: &str) -> bool {
        Type::named(name).is_defined(&|n| self.has_structure(n))
    }

    fn has_structure(&self, name: &str) -> bool {
        self.schemas.iter().any(|s| s.has_structure(name))
    }

    fn structure_fits(&self, name: &str, node: &Node) -> bool {
        let Some(structure) = self.schemas.iter().find_map(|s| s.structures.get(name)) else {
            return false;
        };
        if structure.fields.is_empty() {
            // A type defined without fields is a text of any form.
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
                    .is_some_and(|of| self.allows(field, of))
        })
    }
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
    fn values_are_held_against_their_type() {
        let fits = |name, text| {
            let node = node("http://ns.adobe.com/tiff/1.0/", name, text);
            scope(Flavour::A2b).misfit(&node).is_none()
        };
        assert!(fits("Orientation", "9") && !fits("Orientation", "up"));
        assert!(fits("XResolution", "72") && !fits("DateTime", "yesterday"));
        assert!(fits("Unknown", "anything"));
    }

    #[test]
    fn a_type_is_known_by_its_name() {
        assert!(scope(Flavour::A1b).is_type("Seq ResourceRef"));
        assert!(!scope(Flavour::A1b).is_type("Colorant"));
        assert!(scope(Flavour::A2b).is_type("Colorant"));
    }
}
