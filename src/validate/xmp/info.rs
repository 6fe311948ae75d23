//! Rules about the document information dictionary (ISO 32000-1, 14.3.3), which part 1 wants to
//! say the same as the metadata (6.7.3), and part 4 to say nearly nothing (6.1.3).

use super::packet::{ArrayKind, Node, Packet, Value};
use crate::pdf::{Dict, Object, text_string};
use crate::validate::entries::{Entries, entry};
use crate::validate::rule::{Rule, Subject, catalogue, rules};
use crate::validate::run::Run;
use crate::validate::skeleton::Skeleton;

const DC: &str = "http://purl.org/dc/elements/1.1/";
const XMP: &str = "http://ns.adobe.com/xap/1.0/";
const PDF: &str = "http://ns.adobe.com/pdf/1.3/";

/// The dictionary beside the metadata.
struct InfoDict;

struct InfoFacts<'a> {
    dict: Dict<'a>,
    packet: Option<&'a Packet>,
}

impl Subject for InfoDict {
    type Of<'a> = InfoFacts<'a>;

    fn describe(_: &InfoFacts<'_>) -> String {
        "document information dictionary".into()
    }
}

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

    /// An entry and the property beside it.
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

    /// A simple text, or the default one of alternatives, or the only one of an array.
    fn same(&self, key: &str, namespace: &str, name: &str) -> bool {
        if !self.dict.has(key) {
            return true;
        }
        let Some(text) = self.text(key) else {
            return false;
        };
        let text = text.trim_end_matches('\0');
        match self.property(namespace, name).map(|n| &n.value) {
            Some(Value::Text(other)) => other == text,
            Some(Value::Array(_, items)) => {
                let default = items
                    .iter()
                    .find(|i| i.lang.as_deref() == Some("x-default"));
                let only = if items.len() == 1 {
                    items.first()
                } else {
                    None
                };
                default.or(only).and_then(Node::text) == Some(text)
            }
            _ => false,
        }
    }

    /// The default of alternatives in several languages.
    fn same_default(&self, key: &str, name: &str) -> bool {
        let is_text = || {
            matches!(
                self.property(DC, name).map(|n| &n.value),
                Some(Value::Text(_))
            )
        };
        self.same(key, DC, name) && !(self.dict.has(key) && is_text())
    }

    fn same_date(&self, key: &str, name: &str) -> bool {
        let Some(text) = self.text(key) else {
            return true;
        };
        let other = self.property(XMP, name).and_then(Node::text);
        match (pdf_date(&text), other.and_then(xmp_date)) {
            (Some(a), Some(b)) => a == b,
            _ => false,
        }
    }
}

const INFO: &[Rule<InfoDict>] = rules! { InfoDict:
    [A1 "6.7.3" 1] "CreationDate and xmp:CreateDate are not the same time" =>
        |i, _| i.same_date("CreationDate", "CreateDate"), |i| i.both("CreationDate", XMP, "xmp:CreateDate");
    [A1 "6.7.3" 2] "Title and dc:title are not the same" => |i, _| i.same_default("Title", "title"), |i| i.both("Title", DC, "dc:title");
    [A1 "6.7.3" 3] "Author and dc:creator are not the same; dc:creator must be a Seq of one entry" =>
        |i, _| i.same("Author", DC, "creator") && (!i.dict.has("Author") || i.property(DC, "creator")
            .is_some_and(|n| matches!(n.value, Value::Array(ArrayKind::Seq, _)))), |i| i.both("Author", DC, "dc:creator");
    [A1 "6.7.3" 4] "Subject and dc:description are not the same" =>
        |i, _| i.same_default("Subject", "description"), |i| i.both("Subject", DC, "dc:description");
    [A1 "6.7.3" 5] "Keywords and pdf:Keywords are not the same" =>
        |i, _| i.same("Keywords", PDF, "Keywords"), |i| i.both("Keywords", PDF, "pdf:Keywords");
    [A1 "6.7.3" 6] "Creator and xmp:CreatorTool are not the same" =>
        |i, _| i.same("Creator", XMP, "CreatorTool"), |i| i.both("Creator", XMP, "xmp:CreatorTool");
    [A1 "6.7.3" 7] "Producer and pdf:Producer are not the same" =>
        |i, _| i.same("Producer", PDF, "Producer"), |i| i.both("Producer", PDF, "pdf:Producer");
    [A1 "6.7.3" 8] "ModDate and xmp:ModifyDate are not the same time" =>
        |i, _| i.same_date("ModDate", "ModifyDate"), |i| i.both("ModDate", XMP, "xmp:ModifyDate");
    [A4 "6.1.3" 5] "the document information dictionary has more than ModDate; move the rest to the metadata" =>
        |i, _| i.dict.len() == 1 && i.dict.has("ModDate"), |i| i.keys();
};

/// Checks the dictionary that the last trailer names.
pub(super) fn check(run: &mut Run<'_>, skeleton: &Skeleton<'_>, packet: Option<&Packet>) {
    let reference = skeleton
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

/// A moment: seconds since the beginning of the year 0. What has no zone is taken for UTC.
#[derive(Debug, PartialEq)]
struct Moment {
    utc_seconds: i64,
}

/// Year, month, day, hour, minute, second; the zone in minutes.
fn moment(parts: [i64; 6], zone: Option<i64>) -> Moment {
    let [year, month, day, hour, minute, second] = parts;
    // Months and years of any length will do, as long as no two dates fall together.
    let days = (year * 12 + month) * 31 + day;
    Moment {
        utc_seconds: ((days * 24 + hour) * 60 + minute - zone.unwrap_or(0)) * 60 + second,
    }
}

/// `D:YYYYMMDDHHmmSSOHH'mm` (7.9.4).
fn pdf_date(text: &str) -> Option<Moment> {
    let text = text.trim().strip_prefix("D:")?;
    let digits = text
        .bytes()
        .position(|b| !b.is_ascii_digit())
        .unwrap_or(text.len());
    let (digits, zone) = text.split_at(digits);
    let mut parts = [0, 1, 1, 0, 0, 0];
    let mut rest = digits;
    for (at, part) in parts.iter_mut().enumerate() {
        let width = if at == 0 { 4 } else { 2 };
        if rest.is_empty() {
            break;
        }
        *part = rest.get(..width)?.parse().ok()?;
        rest = rest.get(width..)?;
    }
    let zone = match zone.as_bytes().first() {
        None => None,
        Some(b'Z') => Some(0),
        Some(sign @ (b'+' | b'-')) => {
            let numbers: Vec<i64> = zone
                .get(1..)?
                .split('\'')
                .filter(|p| !p.is_empty())
                .map(|p| p.parse().ok())
                .collect::<Option<_>>()?;
            let minutes = numbers.first()? * 60 + numbers.get(1).unwrap_or(&0);
            Some(if *sign == b'-' { -minutes } else { minutes })
        }
        Some(_) => return None,
    };
    Some(moment(parts, zone))
}

/// ISO 8601 as XMP has it.
fn xmp_date(text: &str) -> Option<Moment> {
    let text = text.trim();
    if !super::value::is_date(text) {
        return None;
    }
    let (date, time) = text.split_once('T').unwrap_or((text, ""));
    let split = time.find(['Z', '+', '-']).unwrap_or(time.len());
    let (clock, zone) = time.split_at(split);
    let mut parts = [0, 1, 1, 0, 0, 0];
    let numbers = date.split('-');
    for (part, text) in parts.iter_mut().zip(numbers) {
        *part = text.parse().ok()?;
    }
    for (part, text) in parts.iter_mut().skip(3).zip(clock.split(':')) {
        if !text.is_empty() {
            *part = text.split('.').next()?.parse().ok()?;
        }
    }
    let zone = match zone.split_at_checked(1) {
        None => None,
        Some(("Z", _)) => Some(0),
        Some((sign, offset)) => {
            let (hours, minutes) = offset.split_once(':')?;
            let minutes = hours.parse::<i64>().ok()? * 60 + minutes.parse::<i64>().ok()?;
            Some(if sign == "-" { -minutes } else { minutes })
        }
    };
    Some(moment(parts, zone))
}

catalogue![INFO];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_time_is_the_same_in_both_notations_and_in_any_zone() {
        let pdf = |t| pdf_date(t).unwrap();
        let xmp = |t| xmp_date(t).unwrap();
        assert_eq!(
            pdf("D:20160201131921+01'00'"),
            xmp("2016-02-01T13:19:21+01:00")
        );
        assert_eq!(pdf("D:20160201131921+01'00"), xmp("2016-02-01T12:19:21Z"));
        assert_eq!(pdf("D:20160201131921Z"), xmp("2016-02-01T13:19:21.0Z"));
        assert_ne!(pdf("D:20160201131921Z"), xmp("2016-02-01T13:19:22Z"));
        assert_eq!(pdf("D:2016"), xmp("2016"));
        assert_eq!(pdf("D:20160119123847Z"), xmp("2016-01-19T12:38:47"));
        assert!(pdf_date("20160119123847Z").is_none());
        assert!(pdf_date("yesterday").is_none() && xmp_date("20160201").is_none());
    }
}
