//! The head of a file, before its pages: units, styles, tags and reading order.

use std::collections::HashMap;

use crate::diagnostics::{Diagnostic, DiagnosticKind, Warnings};
use crate::read::language;
use crate::read::markup::{Element, xml};
use crate::read::ocr::{Font, Ranks, Unit};

/// The meaning of a tag for the elements that refer to it.
#[derive(Clone, Debug)]
pub(super) enum Tag {
    Type(String),
    Language(String),
}

/// The data that all pages of a file share.
#[derive(Clone, Debug, Default)]
pub(in crate::read) struct Head {
    pub unit: Unit,
    pub dpi: Option<(f32, f32)>,
    pub image: Option<String>,
    /// Whether this program wrote the file.
    pub ours: bool,
    /// The date of its creation.
    pub created: Option<String>,
    pub(super) styles: HashMap<String, Font>,
    pub(super) tags: HashMap<String, Tag>,
    pub(super) order: Ranks,
}

/// Reads the part of a file before its first page.
pub(in crate::read) fn head(text: &str, warnings: &mut Warnings) -> Head {
    // The XML ends where the pages begin, so its missing end is not reported.
    let markup = xml::parse(xml::Piece::first(text), warnings);
    let root = markup.root().child("alto").unwrap_or(markup.root());
    let mut head = Head::default();
    let said = |name: &str| root.find(name).map(|e| e.text().trim().to_owned());
    let software: Vec<String> = root
        .below()
        .filter(|e| e.is("softwareName"))
        .map(|e| e.text().trim().to_ascii_lowercase())
        .collect();
    head.ours = software.iter().any(|name| name == "pdfa2hocr");
    head.unit = match said("MeasurementUnit").unwrap_or_default().as_str() {
        "pixel" | "" => Unit::Pixel,
        "mm10" => Unit::PerInch(254.0),
        "inch1200" => Unit::PerInch(1200.0),
        other => {
            let why = format!("the unit \"{other}\" is not one of ALTO; pixels are read");
            warnings.push(Diagnostic::new(DiagnosticKind::Page, why));
            Unit::Pixel
        }
    };
    // pdfalto writes points and calls them pixels.
    if software.iter().any(|name| name == "pdfalto") {
        head.dpi = Some((72.0, 72.0));
    }
    head.image = said("fileName").filter(|name| !name.is_empty());
    for element in root.find("Styles").iter().flat_map(|s| s.children()) {
        if let (true, Some(id)) = (element.is("TextStyle"), element.attribute("ID")) {
            head.styles.insert(id.to_owned(), font(element));
        }
    }
    for element in root.find("Tags").iter().flat_map(|s| s.children()) {
        if let Some((id, tag)) = tag(element) {
            head.tags.insert(id, tag);
        }
    }
    if let Some(order) = root.find("ReadingOrder") {
        head.order = super::order::read(order, root, head.ours);
    }
    head.created = said("processingDateTime").or_else(|| said("processingDate"));
    head
}

fn tag(element: Element<'_>) -> Option<(String, Tag)> {
    let id = element.attribute("ID")?.to_owned();
    let said = |name| {
        element
            .attribute(name)
            .map(str::trim)
            .filter(|s| !s.is_empty())
    };
    let label = said("LABEL")
        .or(said("DESCRIPTION"))
        .unwrap_or(&id)
        .to_owned();
    let kind = said("TYPE").unwrap_or_default();
    let tag = match kind {
        "language" => Tag::Language(language::tag(&label).into_owned()),
        _ => Tag::Type(label),
    };
    Some((id, tag))
}

/// The font that a style or a word defines.
pub(super) fn font(element: Element<'_>) -> Font {
    let styles = |name| element.attribute(name).unwrap_or_default();
    let (style, kind) = (styles("FONTSTYLE"), styles("FONTTYPE"));
    let has = |word: &str| style.split_ascii_whitespace().any(|s| s == word);
    Font {
        name: styles("FONTFAMILY").trim().to_owned(),
        size: element.number("FONTSIZE").filter(|&s| s > 0.0),
        bold: has("bold"),
        italic: has("italics") || has("italic"),
        serif: kind == "serif",
        monospace: styles("FONTWIDTH") == "fixed",
    }
}
