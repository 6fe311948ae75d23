//! Adds facts to the XMP packet of an existing file (ISO 16684-1): a title, and the claim of PDF/UA.

use crate::write::push_text;

/// Describes the claim's schema, for files that claim PDF/A (ISO 19005-2, 6.6.2.3).
const SCHEMA: &str = "<rdf:li rdf:parseType=\"Resource\">\
    <pdfaSchema:schema>PDF/UA identification schema</pdfaSchema:schema>\
    <pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>\
    <pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>\
    <pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType=\"Resource\"><pdfaProperty:name>part</pdfaProperty:name>\
    <pdfaProperty:valueType>Integer</pdfaProperty:valueType><pdfaProperty:category>internal</pdfaProperty:category>\
    <pdfaProperty:description>The part of PDF/UA</pdfaProperty:description></rdf:li></rdf:Seq></pdfaSchema:property>\
    </rdf:li>";
/// The namespaces of a description of a schema.
const SCHEMA_NAMESPACES: &str = "xmlns:pdfaExtension=\"http://www.aiim.org/pdfa/ns/extension/\" \
    xmlns:pdfaSchema=\"http://www.aiim.org/pdfa/ns/schema#\" \
    xmlns:pdfaProperty=\"http://www.aiim.org/pdfa/ns/property#\"";
const END: &str = "</rdf:RDF>";

/// Whether a packet has a title.
pub(super) fn has_title(packet: &str) -> bool {
    packet.contains("<dc:title")
}

/// The packet with a title, unless it has one, and with the claim of PDF/UA-1 if `is_claimed`. `None` if nothing is
/// added, or the packet has another form than usual.
pub(super) fn completed(packet: &str, title: Option<&str>, is_claimed: bool) -> Option<String> {
    let mut added = String::new();
    // All descriptions are about the same.
    let about = packet.split_once("rdf:about=\"");
    let about = about.and_then(|(_, rest)| Some(rest.split_once('"')?.0));
    let mut describe = |namespaces: &str, content: &str| {
        let about = about.unwrap_or_default();
        added.push_str(&format!(
            "<rdf:Description rdf:about=\"{about}\" {namespaces}>{content}</rdf:Description>\n"
        ));
    };
    if let Some(title) = title.filter(|_| !has_title(packet)) {
        let mut text = String::new();
        push_text(title, &mut text);
        let text = format!(
            "<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">{text}</rdf:li></rdf:Alt></dc:title>"
        );
        describe("xmlns:dc=\"http://purl.org/dc/elements/1.1/\"", &text);
    }
    let mut out = packet.to_owned();
    if is_claimed && !packet.contains("pdfuaid:part") {
        describe(
            "xmlns:pdfuaid=\"http://www.aiim.org/pdfua/ns/id/\"",
            "<pdfuaid:part>1</pdfuaid:part>",
        );
        if packet.contains("pdfaid:part") {
            const BAG: &str = "<rdf:Bag>";
            let schemas = packet.find("<pdfaExtension:schemas");
            let bag = schemas.and_then(|at| Some(at + packet.get(at..)?.find(BAG)? + BAG.len()));
            match bag {
                Some(at) => out.insert_str(at, SCHEMA),
                None => describe(
                    SCHEMA_NAMESPACES,
                    &format!(
                        "<pdfaExtension:schemas><rdf:Bag>{SCHEMA}</rdf:Bag></pdfaExtension:schemas>"
                    ),
                ),
            }
        }
    }
    let end = out.rfind(END).filter(|_| !added.is_empty())?;
    out.insert_str(end, &added);
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_added_once() {
        let packet = "<rdf:RDF><rdf:Description rdf:about=\"uuid:1\"/></rdf:RDF>";
        let with = completed(packet, Some("A & B"), true).unwrap();
        for part in [
            "<rdf:Description rdf:about=\"uuid:1\" xmlns:dc=",
            "x-default\">A &amp; B</rdf:li>",
            "<pdfuaid:part>1</pdfuaid:part></rdf:Description>\n</rdf:RDF>",
        ] {
            assert!(with.contains(part), "{with}");
        }
        assert_eq!(completed(&with, Some("C"), true), None);
        assert_eq!(completed(packet, None, false), None);
        assert_eq!(completed("<x/>", Some("A"), true), None);
    }

    #[test]
    fn files_that_claim_pdf_a_describe_the_schema() {
        let packet =
            |inner: &str| format!("<rdf:RDF><pdfaid:part>2</pdfaid:part>{inner}</rdf:RDF>");
        let bag = "<pdfaExtension:schemas> <rdf:Bag><rdf:li/></rdf:Bag></pdfaExtension:schemas>";
        for (inner, bags) in [("", 1), (bag, 1)] {
            let with = completed(&packet(inner), None, true).unwrap();
            assert_eq!(with.matches("<rdf:Bag>").count(), bags, "{with}");
            assert_eq!(with.matches("<pdfaSchema:prefix>pdfuaid<").count(), 1);
        }
    }
}
