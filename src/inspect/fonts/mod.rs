//! Lists the fonts of the inspected pages in the columns of `pdffonts`, with their use.

mod codes;
mod details;

use std::time::Duration;

use serde::Serialize;

use super::Inspector;
use super::columns::{Columns, yes_or_no};
use super::key::Key;
use super::resources::{self, FoundFont};
use super::usage::Usage;
use pdfa2hocr_core::page::Decoding;
use pdfa2hocr_core::page_number::PageNumber;
use pdfa2hocr_core::pdf::{Array, Dict, Name, Object, Stream, name_of};

pub(crate) use codes::{Codes, Which, codes};
pub(crate) use details::{Details, FontWithCodes, details};

#[derive(Debug, Serialize)]
pub(crate) struct Listing {
    /// Number of pages read so far; `pages` is the number of inspected pages.
    pub pages_read: usize,
    pub pages: usize,
    pub fonts: Vec<Row>,
}

/// A font.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Row {
    pub key: Key,
    /// `BaseFont`, including the tag of a subset.
    pub name: Option<String>,
    /// `Type 1C`, `TrueType`, `CID Type 0C`, ….
    #[serde(rename = "type")]
    pub kind: String,
    /// `WinAnsi`, `Identity-H`, `Custom` (with `Differences`), `Builtin` (from the font program).
    pub encoding: String,
    pub embedded: bool,
    /// The name has the tag of a subset (9.6.4).
    pub subset: bool,
    pub to_unicode: bool,
    /// The descriptor entry with the font program: `FontFile2`.
    pub program: Option<&'static str>,
    /// The first pages that show text in it, from 0.
    pub pages: Vec<u32>,
    /// Number of codes that are shown.
    pub codes_used: usize,
    /// Number of shown codes without text.
    pub codes_without_text: usize,
}

/// Lists the fonts of the inspected pages. Their use covers the pages that can be read in the given time.
pub(crate) fn list(inspector: &Inspector, time: Duration) -> Listing {
    let usage = inspector.usage(time);
    let found = resources::fonts(inspector);
    Listing {
        pages_read: usage.pages_read,
        pages: inspector.pages.len(),
        fonts: found.iter().map(|font| row(font, &usage)).collect(),
    }
}

fn row(found: &FoundFont<'_>, usage: &Usage) -> Row {
    let dict = &found.dict;
    let descendant = descendant(dict);
    let described = descendant.as_ref().unwrap_or(dict);
    let descriptor = described
        .get::<Dict<'_>>("FontDescriptor")
        .unwrap_or_default();
    let program = ["FontFile", "FontFile2", "FontFile3"]
        .into_iter()
        .find(|key| descriptor.get::<Stream<'_>>(key).is_some());
    let format = descriptor
        .get::<Stream<'_>>("FontFile3")
        .and_then(|file| name_of(file.dict(), "Subtype"));
    let subtype = name_of(described, "Subtype").unwrap_or_default();
    let base_font = name_of(dict, "BaseFont").or_else(|| name_of(described, "BaseFont"));
    let used = usage.of_font(&found.font);
    let unknown = |used: &super::usage::FontUsage| {
        let codes = used.codes.values();
        codes.filter(|&&d| d == Decoding::Unknown).count()
    };
    let is_type3 = subtype == "Type3";
    Row {
        key: found.key,
        subset: base_font.as_deref().is_some_and(is_subset),
        name: base_font.or_else(|| name_of(dict, "Name")),
        kind: kind(&subtype, format.as_deref()),
        encoding: encoding(dict),
        embedded: program.is_some() || is_type3,
        to_unicode: dict.get::<Stream<'_>>("ToUnicode").is_some(),
        program,
        pages: used.map_or_else(Vec::new, |used| used.pages.clone()),
        codes_used: used.map_or(0, |used| used.codes.len()),
        codes_without_text: used.map_or(0, unknown),
    }
}

/// The CIDFont of a composite font.
fn descendant<'a>(dict: &Dict<'a>) -> Option<Dict<'a>> {
    let fonts = dict.get::<Array<'a>>("DescendantFonts")?;
    fonts.iter::<Dict<'a>>().next()
}

/// The type as in `pdffonts`; `format` is the `Subtype` of `FontFile3`.
fn kind(subtype: &str, format: Option<&str>) -> String {
    let opentype = match format {
        Some("OpenType") => " (OT)",
        _ => "",
    };
    let name = match (subtype, format) {
        ("Type1", Some("Type1C" | "OpenType")) => "Type 1C",
        ("Type1", _) => "Type 1",
        ("Type3", _) => "Type 3",
        ("CIDFontType0", Some("CIDFontType0C" | "OpenType")) => "CID Type 0C",
        ("CIDFontType0", _) => "CID Type 0",
        ("CIDFontType2", _) => "CID TrueType",
        ("Type0", _) => "Type 0",
        (other, _) => other,
    };
    format!("{name}{opentype}")
}

/// The encoding as in `pdffonts`.
fn encoding(dict: &Dict<'_>) -> String {
    let short = |name: &Name<'_>| {
        let name = String::from_utf8_lossy(name).into_owned();
        name.strip_suffix("Encoding").unwrap_or(&name).to_owned()
    };
    match dict.get::<Object<'_>>("Encoding") {
        Some(Object::Name(name)) => short(&name),
        Some(Object::Dict(encoding)) if !encoding.contains_key("Differences") => encoding
            .get::<Name<'_>>("BaseEncoding")
            .as_ref()
            .map_or_else(|| "Builtin".to_owned(), short),
        Some(Object::Dict(_) | Object::Stream(_)) => "Custom".to_owned(),
        _ => "Builtin".to_owned(),
    }
}

/// Whether a name begins with a subset tag: six capitals and a plus sign.
fn is_subset(name: &str) -> bool {
    let head = name.as_bytes().get(..7);
    head.is_some_and(|head| head.ends_with(b"+") && head.iter().take(6).all(u8::is_ascii_uppercase))
}

impl Listing {
    /// Formats the listing as text.
    pub(crate) fn text(&self) -> String {
        let mut columns = Columns::new(
            "name | type | encoding | emb | sub | uni | object ID: | codes: | no text: | pages",
        );
        for font in &self.fonts {
            columns.row([
                font.name.clone().unwrap_or_else(|| "[none]".to_owned()),
                font.kind.clone(),
                font.encoding.clone(),
                yes_or_no(font.embedded),
                yes_or_no(font.subset),
                yes_or_no(font.to_unicode),
                font.key.listed(),
                font.codes_used.to_string(),
                font.codes_without_text.to_string(),
                pages(&font.pages),
            ]);
        }
        columns.write()
    }
}

/// The numbers of the first few pages.
fn pages(pages: &[u32]) -> String {
    const SHOWN: usize = 5;
    let shown = pages.iter().take(SHOWN);
    let mut text: Vec<String> = shown
        .map(|&page| PageNumber::of(page).to_string())
        .collect();
    if pages.len() > SHOWN {
        text.push("…".to_owned());
    }
    text.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inspect::testing::inspector;

    fn fonts(fixture: &str) -> Vec<Row> {
        list(&inspector(fixture), Duration::MAX).fonts
    }

    #[test]
    fn fonts_of_each_kind_are_called_as_pdffonts_does() {
        for (fixture, expected) in [
            ("fonts/standard-14.pdf", "Type 1"),
            ("fonts/embedded-type1.pdf", "Type 1"),
            ("fonts/embedded-cff.pdf", "Type 1C"),
            ("fonts/embedded-truetype.pdf", "TrueType"),
            ("fonts/embedded-type0.pdf", "CID TrueType"),
            ("fonts/type3.pdf", "Type 3"),
        ] {
            let fonts = fonts(fixture);
            assert!(!fonts.is_empty(), "{fixture}");
            let found = fonts.iter().any(|font| font.kind == expected);
            assert!(found, "{fixture}: {fonts:?}");
            let used = fonts.iter().filter(|font| font.codes_used > 0).count();
            assert!(used > 0, "{fixture}");
        }
    }

    #[test]
    fn codes_that_have_no_text_are_counted() {
        let fonts = fonts("fonts/unknown-names.pdf");
        assert!(fonts.iter().any(|font| font.codes_without_text > 0));
    }

    #[test]
    fn fonts_of_forms_are_found() {
        assert!(!fonts("content/form-xobjects.pdf").is_empty());
    }

    #[test]
    fn subsets_have_a_tag() {
        for (name, subset) in [
            ("ABCDEF+Times", true),
            ("ABCDEF+", true),
            ("Times", false),
            ("ABCDE+Times", false),
            ("abcdef+Times", false),
            ("", false),
        ] {
            assert_eq!(is_subset(name), subset, "{name}");
        }
    }
}
