//! Rules about the document information dictionary (ISO 32000-1, 14.3.3): part 1 requires it to agree with
//! the metadata (6.7.3), part 4 forbids most of its entries (6.1.3).

use super::date;
use super::packet::{ArrayKind, Node, Packet, Value};
use crate::entries::{Entries, entry};
use crate::raw_file::RawFile;
use crate::rule::{Rule, catalogue, described, rules};
use crate::run::Run;
use pdfa2hocr_core::pdf::{Dict, Object, text_string};

const DC: &str = "http://purl.org/dc/elements/1.1/";
const XMP: &str = "http://ns.adobe.com/xap/1.0/";
const PDF: &str = "http://ns.adobe.com/pdf/1.3/";

/// The document information dictionary, with the metadata.
struct InfoFacts<'a> {
    dict: Dict<'a>,
    packet: Option<&'a Packet>,
}

described! { InfoFacts<'_>: |_| "document information dictionary".into() }

impl InfoFacts<'_> {
    fn text(&self, key: &str) -> Option<String> {
        match self.dict.get::<Object<'_>>(key)? {
            Object::String(s) => Some(text_string(s.as_bytes())),
            _ => None,
        }
    }

    fn property(&self, namespace: &str, name: &str) -> Option<&Node> {
        self.packet?.get(namespace, name)
    }

    /// An entry and the corresponding property, for reports.
    fn both(&self, key: &str, namespace: &str, property: &str) -> String {
        let name = property.split(':').next_back().unwrap_or_default();
        match self.property(namespace, name) {
            None => format!("{}, no {property}", entry(&self.dict, key)),
            Some(node) => format!("{}, {}", entry(&self.dict, key), node.written()),
        }
    }

    fn keys(&self) -> String {
        let mut keys: Vec<_> = self.dict.keys().map(|k| k.as_str().to_owned()).collect();
        keys.sort();
        format!("Info with {}", keys.join(", "))
    }

    /// Whether the entry is absent or equal to `other`, apart from one zero at its end.
    fn same(&self, key: &str, other: Option<&str>) -> bool {
        if !self.dict.has(key) {
            return true;
        }
        let text = self.text(key);
        let text = text.as_deref();
        text.map(|t| t.strip_suffix('\0').unwrap_or(t)) == other && other.is_some()
    }

    /// Whether the entry is absent or equal to a simple property.
    fn same_text(&self, key: &str, namespace: &str, name: &str) -> bool {
        self.same(key, self.property(namespace, name).and_then(Node::text))
    }

    /// Whether the entry is absent or equal to the default of a language alternative, or to its first text.
    fn same_default(&self, key: &str, name: &str) -> bool {
        let default = match self.property(DC, name).map(|n| &n.value) {
            Some(Value::Array(ArrayKind::Alt, items)) if items.iter().any(|i| i.lang.is_some()) => {
                let is_default = |i: &&Node| i.lang.as_deref() == Some("x-default");
                items.iter().find(is_default).or(items.first())
            }
            _ => None,
        };
        self.same(key, default.and_then(Node::text))
    }

    /// Whether the entry is absent or equal to the only author.
    fn same_author(&self) -> bool {
        let only = match self.property(DC, "creator").map(|n| &n.value) {
            Some(Value::Array(ArrayKind::Seq | ArrayKind::Alt, items)) if items.len() == 1 => {
                items.first()
            }
            _ => None,
        };
        self.same("Author", only.and_then(Node::text))
    }

    fn same_date(&self, key: &str, name: &str) -> bool {
        let Some(text) = self.text(key) else {
            return true;
        };
        let other = self.property(XMP, name).and_then(Node::text);
        match (date::pdf(&text), other.and_then(date::iso)) {
            (Some(a), Some(b)) => a == b,
            _ => false,
        }
    }
}

const INFO: &[Rule<InfoFacts<'_>>] = rules! { InfoFacts<'_>:
    [A1 "6.7.3" 1] "CreationDate and xmp:CreateDate are not the same time; write the same time into both, or remove CreationDate" =>
        |i, _| i.same_date("CreationDate", "CreateDate"), |i| i.both("CreationDate", XMP, "xmp:CreateDate");
    [A1 "6.7.3" 2] "Title and dc:title are not the same; write the same text into both, or remove Title" => |i, _| i.same_default("Title", "title"), |i| i.both("Title", DC, "dc:title");
    [A1 "6.7.3" 3] "Author and dc:creator are not the same; dc:creator must be a Seq of one entry" =>
        |i, _| i.same_author(), |i| i.both("Author", DC, "dc:creator");
    [A1 "6.7.3" 4] "Subject and dc:description are not the same; write the same text into both, or remove Subject" =>
        |i, _| i.same_default("Subject", "description"), |i| i.both("Subject", DC, "dc:description");
    [A1 "6.7.3" 5] "Keywords and pdf:Keywords are not the same; write the same text into both, or remove Keywords" =>
        |i, _| i.same_text("Keywords", PDF, "Keywords"), |i| i.both("Keywords", PDF, "pdf:Keywords");
    [A1 "6.7.3" 6] "Creator and xmp:CreatorTool are not the same; write the same text into both, or remove Creator" =>
        |i, _| i.same_text("Creator", XMP, "CreatorTool"), |i| i.both("Creator", XMP, "xmp:CreatorTool");
    [A1 "6.7.3" 7] "Producer and pdf:Producer are not the same; write the same text into both, or remove Producer" =>
        |i, _| i.same_text("Producer", PDF, "Producer"), |i| i.both("Producer", PDF, "pdf:Producer");
    [A1 "6.7.3" 8] "ModDate and xmp:ModifyDate are not the same time; write the same time into both, or remove ModDate" =>
        |i, _| i.same_date("ModDate", "ModifyDate"), |i| i.both("ModDate", XMP, "xmp:ModifyDate");
    [A4 "6.1.3" 5] "the document information dictionary has more than ModDate; move the rest to the metadata" =>
        |i, _| i.dict.len() == 1 && i.dict.has("ModDate"), |i| i.keys();
};

/// Checks the information dictionary of the last trailer that has one.
pub(super) fn check(run: &mut Run<'_>, raw_file: &RawFile<'_>, packet: Option<&Packet>) {
    let reference = raw_file
        .trailers
        .iter()
        .rev()
        .find_map(|t| t.get_ref("Info"));
    let object = reference.and_then(|r| run.document.object(r.into()));
    if let Some(Object::Dict(dict)) = object {
        let facts = InfoFacts {
            dict: dict.clone(),
            packet,
        };
        run.check(INFO, &facts, &dict);
    }
}

catalogue![INFO];
