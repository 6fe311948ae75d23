//! Writes the beginning and the end of an hOCR file.

use crate::compact_sort::CompactSort;
use crate::mapping::Mapping;
use crate::page::DocumentInfo;
use crate::write::xml::Xml;
use crate::write::{Options, languages};

/// The end of every file.
pub(super) const TAIL: &str = "\n</body>\n</html>\n";

/// Returns the beginning of a file, up to the first page. `pages` is the number of pages that follow.
pub(super) fn head(
    document: &DocumentInfo,
    pages: usize,
    mapping: &Mapping,
    options: &Options,
) -> String {
    let mut xml = Xml::with_capacity(2048);
    let languages = languages::of_document(document, options.lang.as_deref());

    xml.declaration();
    xml.doctype("html");
    xml.start("html");
    xml.attribute("xmlns", "http://www.w3.org/1999/xhtml");
    if let Some(tag) = languages.first() {
        xml.attribute("xml:lang", tag);
        xml.attribute("lang", tag);
    }
    xml.open(0, "head");
    xml.new_line(1);
    // HTML readers take the encoding from this element.
    xml.start("meta");
    xml.attribute("http-equiv", "Content-Type");
    xml.attribute("content", "text/html; charset=utf-8");
    xml.end_void();
    xml.new_line(1);
    xml.element("title", title(document));

    let version = concat!("pdfa2hocr ", env!("CARGO_PKG_VERSION"));
    match &document.recogniser {
        None => meta(&mut xml, "ocr-system", version),
        Some(engine) => meta(&mut xml, "ocr-system", &format!("{version} with {engine}")),
    }
    meta(
        &mut xml,
        "ocr-capabilities",
        &capabilities(mapping, options),
    );
    meta(&mut xml, "ocr-number-of-pages", &pages.to_string());
    let codes = joined(languages.iter().filter_map(|tag| languages::code(tag)));
    meta(&mut xml, "ocr-langs", &codes);
    let scripts = joined(languages.iter().filter_map(|tag| languages::script(tag)));
    meta(&mut xml, "ocr-scripts", &scripts);
    metadata(&mut xml, document, &languages);

    xml.close(0, "head");
    xml.open(0, "body");
    xml.finish()
}

/// The title of the document. It is never empty, because HTML requires a title.
fn title(document: &DocumentInfo) -> &str {
    let title = document.metadata.title.as_deref().unwrap_or_default();
    [title, &document.name, "untitled"]
        .into_iter()
        .map(str::trim)
        .find(|t| !t.is_empty())
        .unwrap_or_default()
}

/// Lists every class and capability that the file may use (hOCR 1.2, "Capabilities").
fn capabilities(mapping: &Mapping, options: &Options) -> String {
    let mut all = mapping.classes();
    // Languages and right-to-left text are unknown until all pages are written.
    all.extend(["ocrp_lang", "ocrp_dir"].map(str::to_owned));
    if options.special_font_tags {
        all.insert("ocrx_bold".to_owned());
        all.insert("ocrx_italic".to_owned());
    }
    // Classes of the specification first, then `ocrx_` classes, then property capabilities.
    let mut all: Vec<String> = all.into_iter().collect();
    all.compact_sort_by_key(|c| (c.starts_with("ocrp_"), c.starts_with("ocrx_")));
    all.join(" ")
}

/// Joins the items without duplicates, or returns `unknown`.
fn joined(items: impl Iterator<Item = String>) -> String {
    let mut all: Vec<String> = Vec::new();
    for item in items {
        if !all.contains(&item) {
            all.push(item);
        }
    }
    if all.is_empty() {
        return "unknown".to_owned();
    }
    all.join(" ")
}

fn meta(xml: &mut Xml, name: &str, content: &str) {
    xml.open(1, "meta");
    xml.attribute("name", name);
    xml.attribute("content", content);
    xml.end_void();
}

/// Writes the PDF's metadata as Dublin Core (DCMI, "Expressing Dublin Core metadata using HTML/XHTML meta and
/// link elements"). Dublin Core has no terms for the programs that made the PDF, so these use their XMP
/// names.
fn metadata(xml: &mut Xml, document: &DocumentInfo, languages: &[String]) {
    let m = &document.metadata;
    let name = Some(&document.name);
    let facts = [
        ("DC.title", m.title.as_ref()),
        ("DC.creator", m.author.as_ref()),
        ("DC.description", m.subject.as_ref()),
        ("DC.subject", m.keywords.as_ref()),
        ("DC.source", name),
        ("DCTERMS.created", m.created.as_ref()),
        ("DCTERMS.modified", m.modified.as_ref()),
        ("xmp:CreatorTool", m.creator.as_ref()),
        ("pdf:Producer", m.producer.as_ref()),
    ];
    for (name, address) in [
        ("schema.DC", "http://purl.org/dc/elements/1.1/"),
        ("schema.DCTERMS", "http://purl.org/dc/terms/"),
    ] {
        xml.open(1, "link");
        xml.attribute("rel", name);
        xml.attribute("href", address);
        xml.end_void();
    }
    for (name, value) in facts {
        if let Some(value) = value.map(|v| v.trim()).filter(|v| !v.is_empty()) {
            meta(xml, name, value);
        }
    }
    for tag in languages {
        meta(xml, "DC.language", tag);
    }
    for name in &document.corrected_by {
        meta(xml, "DC.contributor", name);
    }
}
