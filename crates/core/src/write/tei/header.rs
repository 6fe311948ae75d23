//! Writes a `teiHeader` that is valid in both TEI P5 and TEI Lex-0.

use crate::page::DocumentInfo;
use crate::write::languages;
use crate::write::xml::Xml;

pub(super) const NAMESPACE: &str = "http://www.tei-c.org/ns/1.0";

/// Placeholder for required values that the document does not give.
const UNKNOWN: &str = "unknown";

/// Writes the header. For Lex-0, `role` states the use of the languages. The imprint is that of the printed work,
/// given by the user; the date of the file is that of the digital source.
pub(super) fn write(
    xml: &mut Xml,
    document: &DocumentInfo,
    lang: Option<&str>,
    role: Option<&str>,
) {
    let metadata = &document.metadata;
    let known = |text: &Option<String>| {
        let text = text.as_deref().unwrap_or_default().trim();
        Some(text.to_owned()).filter(|text| !text.is_empty())
    };
    let name = Some(document.name.clone()).filter(|name| !name.is_empty());
    let title = known(&metadata.title).or(name.clone());
    let title = title.unwrap_or_else(|| UNKNOWN.to_owned());

    let mut open = Vec::new();
    begin(xml, &mut open, "teiHeader");
    begin(xml, &mut open, "fileDesc");
    begin(xml, &mut open, "titleStmt");
    element(xml, &open, "title", &title);
    if !document.corrected_by.is_empty() {
        begin(xml, &mut open, "respStmt");
        xml.attribute("xml:id", "human");
        element(xml, &open, "resp", "corrected the recognised text");
        for name in &document.corrected_by {
            element(xml, &open, "name", name);
        }
        end(xml, &mut open);
    }
    end(xml, &mut open);
    begin(xml, &mut open, "publicationStmt");
    element(xml, &open, "publisher", UNKNOWN);
    begin(xml, &mut open, "availability");
    element(xml, &open, "licence", UNKNOWN);
    end(xml, &mut open);
    end(xml, &mut open);
    begin(xml, &mut open, "sourceDesc");
    begin(xml, &mut open, "listBibl");
    if role.is_some() {
        xml.attribute("type", "dictionaries");
    }
    begin(xml, &mut open, "biblStruct");
    begin(xml, &mut open, "monogr");
    if let Some(author) = known(&metadata.author) {
        element(xml, &open, "author", &author);
    }
    element(xml, &open, "title", &title);
    begin(xml, &mut open, "imprint");
    let imprint = &document.imprint;
    let date = known(&imprint.date).unwrap_or_else(|| UNKNOWN.to_owned());
    for (tag, text) in [
        ("pubPlace", known(&imprint.place)),
        ("publisher", known(&imprint.publisher)),
        ("date", Some(date)),
    ] {
        if let Some(text) = text {
            element(xml, &open, tag, &text);
        }
    }
    for _ in 0..3 {
        end(xml, &mut open);
    }
    let date = known(&metadata.created).or(known(&metadata.modified));
    if name.is_some() || date.is_some() {
        begin(xml, &mut open, "bibl");
        xml.attribute("type", "digital");
        for (tag, text) in [("title", name), ("date", date)] {
            if let Some(text) = text {
                element(xml, &open, tag, &text);
            }
        }
        end(xml, &mut open);
    }
    for _ in 0..3 {
        end(xml, &mut open);
    }
    begin(xml, &mut open, "encodingDesc");
    // Lex-0 does not allow `appInfo`.
    let program = concat!("Written by pdfa2hocr ", env!("CARGO_PKG_VERSION"), ".");
    element(xml, &open, "p", program);
    if let Some(engine) = &document.recogniser {
        let text = format!("The text of pages without text is recognised by {engine}.");
        element(xml, &open, "p", &text);
    }
    end(xml, &mut open);
    let mut tags = languages::of_document(document, lang);
    if tags.is_empty() {
        tags.push("und".to_owned());
    }
    begin(xml, &mut open, "profileDesc");
    begin(xml, &mut open, "langUsage");
    for tag in tags {
        xml.open(1 + open.len(), "language");
        xml.attribute("ident", &tag);
        xml.optional("role", role);
        xml.end_void();
    }
    for _ in 0..3 {
        end(xml, &mut open);
    }
}

fn begin(xml: &mut Xml, open: &mut Vec<&'static str>, tag: &'static str) {
    xml.open(1 + open.len(), tag);
    open.push(tag);
}

fn end(xml: &mut Xml, open: &mut Vec<&'static str>) {
    if let Some(tag) = open.pop() {
        xml.close(1 + open.len(), tag);
    }
}

fn element(xml: &mut Xml, open: &[&'static str], tag: &str, text: &str) {
    xml.new_line(1 + open.len());
    xml.element(tag, text);
}
