//! Parses an XMP packet (ISO 16684-1), which is RDF/XML, into a tree of properties.
//!
//! Uses `roxmltree`, which rejects XML that is not well-formed and resolves namespaces and entities.
//! `quick-xml`, which reads long hOCR and pdfminer XML elsewhere, is more lenient.

use std::collections::HashSet;

use roxmltree::{Attribute, Document, Node as Xml, ParsingOptions};

use crate::entries::shortened;
use pdfa2hocr_core::counted::counted;
use pdfa2hocr_core::pdf::utf16;

pub(super) const RDF: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
const XML: &str = "http://www.w3.org/XML/1998/namespace";

/// Maximum nesting of structures and arrays; deeper packets are invalid.
const MAX_DEPTH: usize = 32;

/// An XMP packet.
#[derive(Clone, Debug, Default)]
pub(crate) struct Packet {
    /// The header has the attribute `bytes`.
    pub has_bytes: bool,
    /// The header has the attribute `encoding`.
    pub has_encoding: bool,
    /// The name of the encoding of the bytes.
    pub encoding: &'static str,
    /// The XML is well-formed RDF.
    pub valid: bool,
    pub properties: Vec<Node>,
}

/// A property, a field of a structure or an item of an array.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Node {
    pub namespace: String,
    /// The prefix in the packet.
    pub prefix: String,
    pub name: String,
    /// `xml:lang`.
    pub lang: Option<String>,
    pub value: Value,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Text(String),
    Array(ArrayKind, Vec<Node>),
    Struct(Vec<Node>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ArrayKind {
    Bag,
    Seq,
    Alt,
}

impl Value {
    /// The value for reports, to follow the name of its property.
    pub(crate) fn written(&self) -> String {
        match self {
            Self::Text(text) => format!(" {}", shortened(text)),
            Self::Array(kind, items) => match (&**items, kind) {
                // Nearly all language alternatives have only one text.
                ([only], ArrayKind::Alt) if only.text().is_some() => only.value.written(),
                _ => format!(": {kind:?} of {}", counted(items.len(), "item")),
            },
            Self::Struct(fields) => format!(": structure of {}", counted(fields.len(), "field")),
        }
    }
}

impl Node {
    pub(crate) fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(crate) fn fields(&self) -> &[Node] {
        match &self.value {
            Value::Struct(fields) => fields,
            _ => &[],
        }
    }

    /// The items of an array.
    pub(crate) fn items(&self) -> &[Node] {
        match &self.value {
            Value::Array(_, items) => items,
            _ => &[],
        }
    }

    /// The property for reports: `dc:title "Report"`, `dc:creator: Bag of 2 items`.
    pub(crate) fn written(&self) -> String {
        format!("{}:{}{}", self.prefix, self.name, self.value.written())
    }

    /// A field by namespace and name.
    pub(crate) fn field(&self, namespace: &str, name: &str) -> Option<&Node> {
        find(self.fields(), namespace, name)
    }
}

fn find<'n>(nodes: &'n [Node], namespace: &str, name: &str) -> Option<&'n Node> {
    nodes
        .iter()
        .find(|n| n.namespace == namespace && n.name == name)
}

impl Packet {
    /// Reads the data of a metadata stream.
    pub(crate) fn read(data: &[u8]) -> Self {
        let (encoding, text) = decode(data);
        let text = without_controls(text.trim_end_matches('\0'));
        let mut packet = Self {
            encoding,
            ..Self::default()
        };
        if let Some(start) = text.find("<?xpacket") {
            let header = text.get(start..).unwrap_or_default();
            let header = header.split("?>").next().unwrap_or_default();
            packet.has_bytes = has_attribute(header, "bytes");
            packet.has_encoding = has_attribute(header, "encoding");
        }
        if has_unnamed_instruction(&text) {
            return packet;
        }
        let options = ParsingOptions {
            nodes_limit: 1 << 20,
            ..ParsingOptions::default()
        };
        let Ok(document) = Document::parse_with_options(text.trim_start(), options) else {
            return packet;
        };
        packet.valid = true;
        let rdf = document
            .descendants()
            .find(|n| n.has_tag_name((RDF, "RDF")));
        // Metadata without RDF is still well-formed.
        let Some(rdf) = rdf else {
            packet.encoding = "no encoding, for want of RDF";
            return packet;
        };
        packet.valid &= !has_text(&rdf) && !rdf.descendants().any(|n| n.is_pi());
        for description in elements(&rdf) {
            let is_description = description.has_tag_name((RDF, "Description"));
            match fields(&description, 0).filter(|_| is_description) {
                Some(found) => packet.properties.extend(found),
                None => packet.valid = false,
            }
        }
        // "A property shall not occur more than once" (7.4, and the data model's 6.1).
        packet.valid &= packet.properties.iter().enumerate().all(|(at, n)| {
            find(
                packet.properties.get(at + 1..).unwrap_or_default(),
                &n.namespace,
                &n.name,
            )
            .is_none()
        });
        // The properties and the header of an invalid packet have no meaning.
        if !packet.valid {
            packet.properties.clear();
            (packet.has_bytes, packet.has_encoding) = (false, false);
        }
        packet
    }

    /// A property by namespace and name.
    pub(crate) fn get(&self, namespace: &str, name: &str) -> Option<&Node> {
        find(&self.properties, namespace, name)
    }

    /// Whether there are properties of a namespace.
    pub(crate) fn has_namespace(&self, namespace: &str) -> bool {
        self.properties.iter().any(|n| n.namespace == namespace)
    }

    /// Whether a property is absent or written with this prefix.
    pub(crate) fn prefixes(&self, namespace: &str, prefix: &str, name: &str) -> bool {
        let node = self.get(namespace, name);
        node.is_none_or(|node| node.prefix == prefix)
    }

    /// The text of a simple property.
    pub(crate) fn text(&self, namespace: &str, name: &str) -> Option<&str> {
        self.get(namespace, name)?.text()
    }
}

/// Whether a processing instruction has `name="…"`.
fn has_attribute(header: &str, name: &str) -> bool {
    header.split(name).skip(1).any(|rest| {
        rest.trim_start()
            .strip_prefix('=')
            .is_some_and(|value| value.trim_start().starts_with(['"', '\'']))
    })
}

/// The text of the bytes and the name of their encoding, which the first bytes show. Bytes that are not UTF-8
/// are decoded as Latin-1, as in the XMP toolkit.
fn decode(data: &[u8]) -> (&'static str, String) {
    let utf32 = |data: &[u8], unit: fn([u8; 4]) -> u32| -> String {
        let units = data.as_chunks().0.iter().map(|bytes| unit(*bytes));
        units
            .map(|unit| char::from_u32(unit).unwrap_or('\u{FFFD}'))
            .collect()
    };
    match data {
        [0, 0, 0xFE, 0xFF, rest @ ..] => ("UTF-32BE", utf32(rest, u32::from_be_bytes)),
        [0xFF, 0xFE, 0, 0, rest @ ..] => ("UTF-32LE", utf32(rest, u32::from_le_bytes)),
        [0, 0, 0, b'<', ..] => ("UTF-32BE", utf32(data, u32::from_be_bytes)),
        [b'<', 0, 0, 0, ..] => ("UTF-32LE", utf32(data, u32::from_le_bytes)),
        [0xFE, 0xFF, rest @ ..] => ("UTF-16BE", utf16(rest, u16::from_be_bytes)),
        [0xFF, 0xFE, rest @ ..] => ("UTF-16LE", utf16(rest, u16::from_le_bytes)),
        [0, b'<', ..] => ("UTF-16BE", utf16(data, u16::from_be_bytes)),
        [b'<', 0, ..] => ("UTF-16LE", utf16(data, u16::from_le_bytes)),
        _ => {
            let marked = data.strip_prefix(b"\xEF\xBB\xBF");
            let data = marked.unwrap_or(data);
            let text = match std::str::from_utf8(data) {
                Ok(text) => text.to_owned(),
                // A byte order mark excludes Latin-1.
                Err(_) if marked.is_some() => String::new(),
                Err(_) => data.iter().map(|&b| char::from(b)).collect(),
            };
            ("UTF-8", text)
        }
    }
}

/// Replaces control characters and references to them with spaces, as the XMP toolkit does.
fn without_controls(text: &str) -> String {
    let is_control = |c: char| c.is_ascii_control() && !matches!(c, '\t' | '\n' | '\r');
    let text: String = text
        .chars()
        .map(|c| if is_control(c) { ' ' } else { c })
        .collect();
    let mut parts = text.split("&#");
    let mut cleaned = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let code = part.split_once(';').and_then(|(number, rest)| {
            let code = match number.strip_prefix('x') {
                Some(digits) => u32::from_str_radix(digits, 16),
                None => number.parse(),
            };
            code.ok()
                .and_then(char::from_u32)
                .filter(|c| is_control(*c))?;
            Some(rest)
        });
        match code {
            Some(rest) => cleaned.extend([" ", rest]),
            None => cleaned.extend(["&#", part]),
        }
    }
    cleaned
}

/// Whether the target of a processing instruction is not a name. The XML reader accepts such targets.
fn has_unnamed_instruction(text: &str) -> bool {
    let is_part_of_name = |c: char| match c {
        '-' | '_' | '.' | ':' | '\u{B7}' => true,
        '\u{A0}'..='\u{BF}' | '\u{D7}' | '\u{F7}' => false,
        _ => !c.is_ascii() || c.is_alphanumeric(),
    };
    text.split("<?").skip(1).any(|rest| {
        let target = rest.split(|c: char| c.is_whitespace() || c == '?').next();
        target.is_none_or(|target| target.is_empty() || !target.chars().all(is_part_of_name))
    })
}

/// Whether there is text other than white space between the child elements.
fn has_text(node: &Xml<'_, '_>) -> bool {
    node.children()
        .any(|c| c.is_text() && !c.text().unwrap_or_default().trim().is_empty())
}

fn elements<'a, 'i>(node: &Xml<'a, 'i>) -> impl Iterator<Item = Xml<'a, 'i>> + use<'a, 'i> {
    node.children().filter(Xml::is_element)
}

/// The properties in the attributes and children of a node element; `None` if it is not RDF.
fn fields(node: &Xml<'_, '_>, depth: usize) -> Option<Vec<Node>> {
    if depth > MAX_DEPTH || has_text(node) || has_unnamed_attribute(node, &["about", "ID"]) {
        return None;
    }
    let mut found = attributes(node);
    for child in elements(node) {
        found.push(property(&child, depth)?);
    }
    let mut names = HashSet::new();
    let is_unique = |node: &Node| names.insert((node.namespace.clone(), node.name.clone()));
    found.iter().all(is_unique).then_some(found)
}

/// Whether there is an attribute without a namespace, other than those that RDF once allowed.
fn has_unnamed_attribute(node: &Xml<'_, '_>, allowed: &[&str]) -> bool {
    node.attributes()
        .any(|a| a.namespace().is_none() && !allowed.contains(&a.name()))
}

/// The names that are syntax in RDF (RDF/XML, 7.2.2). Other names of its namespace, such as `type`, are
/// properties.
const RDF_TERMS: &str = "\
    RDF ID about parseType resource nodeID datatype Description li aboutEach aboutEachPrefix \
    bagID";

/// The attributes that are properties, for a description also its type and language.
fn attributes(node: &Xml<'_, '_>) -> Vec<Node> {
    let describes = node.has_tag_name((RDF, "Description"));
    node.attributes()
        .filter(|a| match a.namespace() {
            None => false,
            Some(RDF) => describes && !RDF_TERMS.split(' ').any(|term| term == a.name()),
            Some(XML) => describes,
            Some(_) => true,
        })
        .map(|a| Node {
            namespace: a.namespace().unwrap_or_default().to_owned(),
            prefix: written_prefix(node, a.range().start).unwrap_or_default(),
            name: a.name().to_owned(),
            lang: None,
            value: Value::Text(a.value().to_owned()),
        })
        .collect()
}

/// The prefix of the name at this offset in the document.
fn written_prefix(node: &Xml<'_, '_>, at: usize) -> Option<String> {
    let text = node.document().input_text().get(at..)?;
    let name = text
        .split(|c: char| c.is_whitespace() || matches!(c, '=' | '>' | '/'))
        .next()?;
    name.split_once(':').map(|(prefix, _)| prefix.to_owned())
}

/// Reads a property element, or an item of an array.
fn property(element: &Xml<'_, '_>, depth: usize) -> Option<Node> {
    let attribute = |name: &str| element.attribute((RDF, name));
    if element.tag_name().namespace().is_none()
        || has_unnamed_attribute(element, &[])
        || attribute("ID").is_some()
        || attribute("parseType").is_some_and(|of| of != "Resource")
    {
        return None;
    }
    let children: Vec<Xml<'_, '_>> = elements(element).collect();
    let own = attributes(element);
    // Attributes other than the language are fields, which an element with content cannot have as well.
    let is_other = |a: Attribute<'_, '_>| a.namespace() == Some(XML) && a.name() != "lang";
    let has_fields = !own.is_empty() || element.attributes().any(is_other);
    let value = if let Some(resource) = attribute("resource") {
        Value::Text(resource.to_owned())
    } else if attribute("parseType") == Some("Resource") {
        resource(fields(element, depth + 1)?)
    } else if let [only] = children.as_slice() {
        let is_unknown = only.tag_name().namespace() == Some(RDF)
            && array_kind(only).is_none()
            && !only.has_tag_name((RDF, "Description"));
        if has_fields
            || has_text(element)
            || is_unknown
            || (array_kind(only).is_some() && has_text(only))
        {
            return None;
        }
        match array_kind(only) {
            Some(kind) => Value::Array(
                kind,
                elements(only)
                    .map(|item| property(&item, depth + 1).filter(|_| depth < MAX_DEPTH))
                    .collect::<Option<_>>()?,
            ),
            None => resource(fields(only, depth + 1)?),
        }
    } else if !children.is_empty() {
        return None;
    } else if !own.is_empty() && element.text().unwrap_or_default().trim().is_empty() {
        resource(own)
    } else {
        let text: String = element
            .children()
            .filter(Xml::is_text)
            .filter_map(|c| c.text())
            .collect();
        if has_fields && !text.is_empty() {
            return None;
        }
        Value::Text(text)
    };
    let start = element.range().start + 1;
    Some(Node {
        namespace: element
            .tag_name()
            .namespace()
            .unwrap_or_default()
            .to_owned(),
        prefix: written_prefix(element, start).unwrap_or_default(),
        name: element.tag_name().name().to_owned(),
        lang: element.attribute((XML, "lang")).map(str::to_owned),
        value,
    })
}

fn array_kind(element: &Xml<'_, '_>) -> Option<ArrayKind> {
    let name = element.tag_name();
    match (name.namespace(), name.name()) {
        (Some(RDF), "Bag") => Some(ArrayKind::Bag),
        (Some(RDF), "Seq") => Some(ArrayKind::Seq),
        (Some(RDF), "Alt") => Some(ArrayKind::Alt),
        _ => None,
    }
}

/// The value of a structure: if it has `rdf:value`, that value without its qualifiers (7.8).
fn resource(mut fields: Vec<Node>) -> Value {
    match fields
        .iter()
        .position(|f| f.namespace == RDF && f.name == "value")
    {
        Some(at) => fields.swap_remove(at).value,
        None => Value::Struct(fields),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packet(rdf: &str) -> Packet {
        Packet::read(
            format!(
                "<?xpacket begin='\u{FEFF}' id='W5M0MpCehiHzreSzNTczkc9d'?>
                 <x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='{RDF}'
                 xmlns:dc='http://purl.org/dc/elements/1.1/' xmlns:a='urn:a'>{rdf}</rdf:RDF>
                 </x:xmpmeta><?xpacket end='w'?>"
            )
            .as_bytes(),
        )
    }

    #[test]
    fn every_way_to_write_a_property_is_read() {
        let packet = packet(
            "<rdf:Description rdf:about='' a:one='1'><a:two>2</a:two>
             <a:three rdf:resource='3'/><a:four><rdf:Bag><rdf:li>4</rdf:li></rdf:Bag></a:four>
             <a:five rdf:parseType='Resource'><a:in>5</a:in></a:five><a:six a:in='6'/>
             <a:seven><rdf:Description a:in='7'/></a:seven>
             <a:eight rdf:parseType='Resource'><rdf:value>8</rdf:value><a:q>q</a:q></a:eight>
             <dc:title><rdf:Alt><rdf:li xml:lang='x-default'>T</rdf:li></rdf:Alt></dc:title>
             </rdf:Description>",
        );
        assert!(packet.valid && !packet.has_bytes && !packet.has_encoding);
        let values: Vec<String> = packet
            .properties
            .iter()
            .map(|p| match &p.value {
                Value::Text(text) => format!("{}:{} {text}", p.prefix, p.name),
                Value::Array(kind, items) => {
                    format!("{}:{} {kind:?} {:?}", p.prefix, p.name, items[0].text())
                }
                Value::Struct(fields) => format!("{}:{} {{{}}}", p.prefix, p.name, fields.len()),
            })
            .collect();
        insta::assert_snapshot!(values.join("\n"), @r#"
        a:one 1
        a:two 2
        a:three 3
        a:four Bag Some("4")
        a:five {1}
        a:six {1}
        a:seven {1}
        a:eight 8
        dc:title Alt Some("T")
        "#);
        let title = packet
            .get("http://purl.org/dc/elements/1.1/", "title")
            .unwrap();
        assert_eq!(title.items()[0].lang.as_deref(), Some("x-default"));
    }

    #[test]
    fn what_is_no_rdf_is_not_valid() {
        assert!(!Packet::read(b"<x:xmpmeta").valid);
        assert!(!packet("<rdf:Description>text</rdf:Description>").valid);
        let twice = "<a:b rdf:parseType='Resource'><a:c>1</a:c><a:c>2</a:c></a:b>";
        assert!(
            !packet(&format!(
                "<rdf:Description rdf:about=''>{twice}</rdf:Description>"
            ))
            .valid
        );
        assert!(
            !packet("<rdf:Description a:one='1' rdf:about=''/><rdf:Description a:one='2'/>").valid
        );
        for bad in [
            "<a:b>x<a:c/></a:b>",
            "<a:b rdf:ID='x'>y</a:b>",
            "<a:b rdf:parseType='Literal'>y</a:b>",
            "<a:b a:c='1'>y</a:b>",
            "<a:b xml:lanB='en'>y</a:b>",
            "<a:b c='x'>y</a:b>",
            "<b>y</b>",
            "<a:b><rdf:List/></a:b>",
            "<a:b><rdf:Bag>x<rdf:li>y</rdf:li></rdf:Bag></a:b>",
            "<?x y?>",
        ] {
            let bad = packet(&format!(
                "<rdf:Description rdf:about='' a:one='1'>{bad}</rdf:Description>"
            ));
            assert!(!bad.valid && bad.properties.is_empty());
        }
        assert!(!packet("text").valid && !packet("<a:b/>").valid);
        assert!(!packet("<rdf:Description about='' b='c'/>").valid);
    }

    #[test]
    fn unknown_names_of_rdf_are_properties() {
        let packet = packet("<rdf:Description rdf:about='' rdf:odd='x' rdf:nodeID='n'/>");
        let names: Vec<&str> = packet.properties.iter().map(|n| n.name.as_str()).collect();
        assert!(packet.valid);
        assert_eq!(names, ["odd"]);
    }

    #[test]
    fn instructions_have_names() {
        let is_valid = |start: &str| Packet::read(format!("{start}<x/>").as_bytes()).valid;
        assert!(is_valid("<?xpacket begin='' id='a'?>"));
        assert!(!is_valid("<?xpacket>begin='' id='a'?>"));
        assert!(!is_valid("<?xpacketBegin='' id='a'?>"));
        assert!(!is_valid("<?? begin='' id='a'?>"));
    }

    #[test]
    fn a_byte_order_mark_excludes_latin_1() {
        assert!(Packet::read(b"<x>\xE9</x>").valid);
        assert!(!Packet::read(b"\xEF\xBB\xBF<x>\xE9</x>").valid);
    }

    #[test]
    fn control_characters_are_blanks() {
        let packet = packet("<rdf:Description><a:b>x\u{1}&#x1;&#65;</a:b></rdf:Description>");
        assert_eq!(packet.text("urn:a", "b"), Some("x  A"));
    }

    #[test]
    fn a_description_may_have_a_language_and_a_type_as_properties() {
        let packet = packet("<rdf:Description rdf:about='' rdf:type='x' xml:lang='en'/>");
        let names: Vec<&str> = packet.properties.iter().map(|p| p.name.as_str()).collect();
        assert_eq!(names, ["type", "lang"]);
    }

    #[test]
    fn the_encoding_is_told_by_the_bytes() {
        let rdf = format!("<rdf:RDF xmlns:rdf='{RDF}'/>");
        let wide: Vec<u8> = format!("\u{FEFF}{rdf}")
            .encode_utf16()
            .flat_map(u16::to_be_bytes)
            .collect();
        assert_eq!(Packet::read(&wide).encoding, "UTF-16BE");
        assert_eq!(Packet::read(rdf.as_bytes()).encoding, "UTF-8");
        let none = Packet::read(b"<a/>");
        assert!(none.valid && none.encoding != "UTF-8");
        let packet = Packet::read(b"<?xpacket begin='' bytes = '10' encoding='UTF-8'?><a/>");
        assert!(packet.has_bytes && packet.has_encoding && packet.valid);
    }
}
