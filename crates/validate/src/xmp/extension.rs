//! Rules about extension schemas (ISO 19005-1, 6.7.8; ISO 19005-2, 6.6.2.3.3): the container and its schemas,
//! properties, types and fields.

use super::packet::{ArrayKind, Node, Value};
use super::schema::{EXTENSION, FIELD, PROPERTY, SCHEMA, Scope, TYPE};
use super::value::Simple;
use crate::entries::shortened;
use crate::rule::{Rule, catalogue, described, rules};
use crate::run::{Run, Where};
use pdfa2hocr_core::pdf::Dict;

described! { Node: |node| format!("{}:{}", node.prefix, node.name) }

const CONTAINER: &[Rule<Node>] = rules! { Node:
    [A1 "6.7.8" 2, A23 "6.6.2.3.3" 1] "the container of extension schemas is not a bag of structures with the prefix pdfaExtension; write it as rdf:Bag" =>
        |n, _| n.prefix == "pdfaExtension" && is_array(n, ArrayKind::Bag), |n| n.written();
};

/// A kind of structure in the extension schema: its namespace and its fields.
struct ValueKind {
    namespace: &'static str,
    fields: &'static [&'static str],
}

const SCHEMA_KIND: ValueKind = ValueKind {
    namespace: SCHEMA,
    fields: &["schema", "namespaceURI", "prefix", "property", "valueType"],
};
const PROPERTY_KIND: ValueKind = ValueKind {
    namespace: PROPERTY,
    fields: &["name", "valueType", "category", "description"],
};
const TYPE_KIND: ValueKind = ValueKind {
    namespace: TYPE,
    fields: &["type", "namespaceURI", "prefix", "description", "field"],
};
const FIELD_KIND: ValueKind = ValueKind {
    namespace: FIELD,
    fields: &["name", "valueType", "description"],
};

/// A structure of the extension schema: a schema, a property, a type or a field.
struct Definition<'a> {
    kind: &'static ValueKind,
    node: &'a Node,
    scope: &'a Scope<'a>,
}

impl<'n> Definition<'n> {
    fn new(kind: &'static ValueKind, node: &'n Node, scope: &'n Scope<'n>) -> Self {
        Self { kind, node, scope }
    }

    /// Checks it with the rules of its kind and those common to all kinds.
    fn check(&self, run: &mut Run<'_>, rules: &'static [Rule<Definition<'_>>], place: &Dict<'_>) {
        run.check(ANY, self, Where::each_in(place));
        run.check(rules, self, Where::each_in(place));
    }

    fn field(&self, name: &str) -> Option<&'n Node> {
        self.node.field(self.kind.namespace, name)
    }

    /// The items of a field that is an array.
    fn items(&self, name: &str) -> &'n [Node] {
        self.field(name).map(Node::items).unwrap_or_default()
    }

    /// The text of a field that has this prefix.
    fn text_of(&self, name: &str, prefix: &str) -> Option<&'n str> {
        self.field(name).filter(|f| f.prefix == prefix)?.text()
    }

    /// Whether the field is a text with this prefix.
    fn text(&self, name: &str, prefix: &str) -> bool {
        self.text_of(name, prefix).is_some()
    }

    fn uri(&self, name: &str, prefix: &str) -> bool {
        let uri = self.text_of(name, prefix);
        uri.is_some_and(|t| Simple::Uri.fits(t.trim()))
    }

    /// Whether the field is absent, or an ordered array with this prefix.
    fn optional_seq(&self, name: &str, prefix: &str) -> bool {
        self.field(name)
            .is_none_or(|f| is_array(f, ArrayKind::Seq) && f.prefix == prefix)
    }

    /// Whether the field `valueType` names a known type.
    fn type_name(&self, prefix: &str) -> bool {
        let name = self.text_of("valueType", prefix);
        name.is_some_and(|t| self.scope.is_type(t))
    }

    fn is_known(&self, field: &Node) -> bool {
        field.namespace == self.kind.namespace && self.kind.fields.contains(&field.name.as_str())
    }

    fn only_known_fields(&self) -> bool {
        self.node.fields().iter().all(|field| self.is_known(field))
    }

    /// The unknown fields, for reports.
    fn unknown(&self) -> String {
        let fields = self.node.fields().iter();
        let unknown = fields.filter(|field| !self.is_known(field));
        unknown.map(Node::written).collect::<Vec<_>>().join(", ")
    }

    /// A field for reports, or a note that it is missing.
    fn show(&self, name: &str) -> String {
        if let Some(field) = self.field(name) {
            return field.written();
        }
        let mut naming = ["name", "type", "namespaceURI", "schema"].iter();
        let named = naming.find_map(|name| self.field(name)?.text());
        match named {
            Some(named) => format!("no {name} of {}", shortened(named)),
            None => format!("no {name}"),
        }
    }
}

/// Whether a node is an array of this kind that has only structures.
fn is_array(node: &Node, kind: ArrayKind) -> bool {
    matches!(&node.value, Value::Array(written, items)
        if *written == kind && items.iter().all(|i| matches!(i.value, Value::Struct(_))))
}

described! { Definition<'_>: |d| d.node.written() }

const ANY: &[Rule<Definition<'_>>] = rules! { Definition<'_>:
    [A1 "6.7.8" 1, A23 "6.6.2.3.2" 1] "an extension schema has fields that the extension schema container does not know; remove them" =>
        |d, _| d.only_known_fields(), |d| d.unknown();
};

const SCHEMAS: &[Rule<Definition<'_>>] = rules! { Definition<'_>:
    [A1 "6.7.8" 3, A23 "6.6.2.3.3" 2] "pdfaSchema:schema is missing, is not text, or has another prefix; add it as text" =>
        |d, _| d.text("schema", "pdfaSchema"), |d| d.show("schema");
    [A1 "6.7.8" 4, A23 "6.6.2.3.3" 3] "pdfaSchema:namespaceURI is missing, is not a URI, or has another prefix; add the URI of the schema" =>
        |d, _| d.uri("namespaceURI", "pdfaSchema"), |d| d.show("namespaceURI");
    [A1 "6.7.8" 5, A23 "6.6.2.3.3" 4] "pdfaSchema:prefix is missing, is not text, or has another prefix; add it as text" =>
        |d, _| d.text("prefix", "pdfaSchema"), |d| d.show("prefix");
    [A1 "6.7.8" 6, A23 "6.6.2.3.3" 5] "pdfaSchema:property is not an ordered array, or has another prefix; write it as rdf:Seq" =>
        |d, _| d.optional_seq("property", "pdfaSchema"), |d| d.show("property");
    [A1 "6.7.8" 7, A23 "6.6.2.3.3" 6] "pdfaSchema:valueType is not an ordered array, or has another prefix; write it as rdf:Seq" =>
        |d, _| d.optional_seq("valueType", "pdfaSchema"), |d| d.show("valueType");
};

const PROPERTIES: &[Rule<Definition<'_>>] = rules! { Definition<'_>:
    [A1 "6.7.8" 8, A23 "6.6.2.3.3" 7] "pdfaProperty:name is missing, is not text, or has another prefix; add it as text" =>
        |d, _| d.text("name", "pdfaProperty"), |d| d.show("name");
    [A1 "6.7.8" 9, A23 "6.6.2.3.3" 8] "pdfaProperty:valueType is missing, has another prefix, or names a type that is not defined; name a type of XMP, or define it" =>
        |d, _| d.type_name("pdfaProperty"), |d| d.show("valueType");
    [A1 "6.7.8" 10, A23 "6.6.2.3.3" 9] "pdfaProperty:category is neither internal nor external, or has another prefix; set it to one of them" =>
        |d, _| matches!(d.text_of("category", "pdfaProperty"), Some("internal" | "external")), |d| d.show("category");
    [A1 "6.7.8" 11, A23 "6.6.2.3.3" 10] "pdfaProperty:description is missing, is not text, or has another prefix; add it as text" =>
        |d, _| d.text("description", "pdfaProperty"), |d| d.show("description");
};

const TYPES: &[Rule<Definition<'_>>] = rules! { Definition<'_>:
    [A1 "6.7.8" 12, A23 "6.6.2.3.3" 11] "pdfaType:type is missing, is not text, or has another prefix; add it as text" =>
        |d, _| d.text("type", "pdfaType"), |d| d.show("type");
    [A1 "6.7.8" 13, A23 "6.6.2.3.3" 12] "pdfaType:namespaceURI is missing, is not a URI, or has another prefix; add the URI of the type" =>
        |d, _| d.uri("namespaceURI", "pdfaType"), |d| d.show("namespaceURI");
    [A1 "6.7.8" 14, A23 "6.6.2.3.3" 13] "pdfaType:prefix is missing, is not text, or has another prefix; add it as text" =>
        |d, _| d.text("prefix", "pdfaType"), |d| d.show("prefix");
    [A1 "6.7.8" 15, A23 "6.6.2.3.3" 14] "pdfaType:description is missing, is not text, or has another prefix; add it as text" =>
        |d, _| d.text("description", "pdfaType"), |d| d.show("description");
    [A1 "6.7.8" 16, A23 "6.6.2.3.3" 15] "pdfaType:field is not an ordered array, or has another prefix; write it as rdf:Seq" =>
        |d, _| d.optional_seq("field", "pdfaType"), |d| d.show("field");
};

const FIELDS: &[Rule<Definition<'_>>] = rules! { Definition<'_>:
    [A1 "6.7.8" 17, A23 "6.6.2.3.3" 16] "pdfaField:name is missing, is not text, or has another prefix; add it as text" =>
        |d, _| d.text("name", "pdfaField"), |d| d.show("name");
    [A1 "6.7.8" 18, A23 "6.6.2.3.3" 17] "pdfaField:valueType is missing, has another prefix, or names a type that is not defined; name a type of XMP, or define it" =>
        |d, _| d.type_name("pdfaField"), |d| d.show("valueType");
    [A1 "6.7.8" 19, A23 "6.6.2.3.3" 18] "pdfaField:description is missing, is not text, or has another prefix; add it as text" =>
        |d, _| d.text("description", "pdfaField"), |d| d.show("description");
};

/// Checks a property in the namespace of the container.
pub(super) fn check(run: &mut Run<'_>, container: &Node, scope: &Scope<'_>, place: &Dict<'_>) {
    if container.name != "schemas" || container.namespace != EXTENSION {
        return;
    }
    run.check(CONTAINER, container, place);
    for node in container.items() {
        let schema = Definition::new(&SCHEMA_KIND, node, scope);
        schema.check(run, SCHEMAS, place);
        for node in schema.items("property") {
            Definition::new(&PROPERTY_KIND, node, scope).check(run, PROPERTIES, place);
        }
        for node in schema.items("valueType") {
            let of = Definition::new(&TYPE_KIND, node, scope);
            of.check(run, TYPES, place);
            for node in of.items("field") {
                Definition::new(&FIELD_KIND, node, scope).check(run, FIELDS, place);
            }
        }
    }
}

catalogue![CONTAINER, ANY, SCHEMAS, PROPERTIES, TYPES, FIELDS];
