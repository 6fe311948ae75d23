//! Rules about font dictionaries and descriptors (ISO 19005-1, 6.3.2 to 6.3.4; ISO 19005-2, 6.2.11.2 to
//! 6.2.11.4).

use crate::entries::{Entries, entry};
use crate::rule::{Rule, Subject, catalogue, described, rules};
use pdfa2hocr_core::font::is_standard_14;
use pdfa2hocr_core::pdf::{Array, Dict, Object, Stream, name_of};

/// A font dictionary: of a simple font, a Type 0 font or a CIDFont.
pub(super) struct FontFacts<'a> {
    pub dict: Dict<'a>,
    pub subtype: String,
    pub name: Option<String>,
    pub descriptor: Option<Dict<'a>>,
    /// It is the CIDFont of a Type 0 font.
    is_descendant: bool,
    /// The descriptor has a font file.
    pub embedded: bool,
    /// The font shows visible text.
    pub rendered: bool,
    pub symbolic: bool,
}

described! { FontFacts<'_>: |f| {
    let name = f.name.as_deref().unwrap_or("without a name");
    format!("{} font {name}", f.subtype)
}}

impl<'a> FontFacts<'a> {
    /// `is_descendant` is true for the CIDFont of a Type 0 font.
    pub(super) fn read(dict: &Dict<'a>, rendered: bool, is_descendant: bool) -> Self {
        let descriptor = dict.get::<Dict<'a>>("FontDescriptor");
        let subtype = name_of(dict, "Subtype");
        let flags = descriptor.as_ref().and_then(|d| d.get::<i32>("Flags"));
        Self {
            name: name_of(dict, "BaseFont"),
            is_descendant,
            embedded: descriptor
                .as_ref()
                .is_some_and(|d| font_file(d, subtype.as_deref(), is_descendant).is_some()),
            symbolic: flags.is_some_and(|f| f & 4 != 0),
            subtype: subtype.unwrap_or_default(),
            descriptor,
            rendered,
            dict: dict.clone(),
        }
    }

    /// The font and an entry of its dictionary, for reports.
    fn with(&self, key: &str) -> String {
        format!("{}, {}", FontFacts::describe(self), entry(&self.dict, key))
    }

    fn with_file_subtype(&self) -> String {
        let subtype = self.file_subtype().unwrap_or_default();
        format!(
            "{}, font file of Subtype {subtype}",
            FontFacts::describe(self)
        )
    }

    fn is_simple(&self) -> bool {
        let has_subtype = matches!(
            self.subtype.as_str(),
            "Type1" | "MMType1" | "TrueType" | "Type3"
        );
        has_subtype && !self.is_descendant
    }

    /// Whether this is one of the 14 standard fonts, which need no widths.
    fn is_standard(&self) -> bool {
        self.subtype == "Type1"
            && !self.embedded
            && self.name.as_deref().is_some_and(is_standard_14)
    }

    fn integer(&self, key: &str) -> Option<i64> {
        let number = self.dict.get::<Object<'_>>(key)?.into_number()?.as_f64();
        (number.fract() == 0.0).then_some(number as i64)
    }

    fn widths(&self) -> Option<i64> {
        let widths = self.dict.get::<Array<'_>>("Widths")?;
        i64::try_from(widths.raw_iter().count()).ok()
    }

    /// `Subtype` of the font file's stream.
    fn file_subtype(&self) -> Option<String> {
        let descriptor = self.descriptor.as_ref()?;
        let files = ["FontFile", "FontFile2", "FontFile3"];
        let file = files
            .iter()
            .find_map(|key| descriptor.get::<Stream<'_>>(key))?;
        name_of(file.dict(), "Subtype")
    }

    /// Whether the name begins with a tag of six capitals and a plus sign.
    pub(super) fn is_subset(&self) -> bool {
        self.name.as_deref().is_some_and(|n| {
            n.split_once('+').is_some_and(|(tag, _)| {
                tag.len() == 6 && tag.bytes().all(|b| b.is_ascii_uppercase())
            })
        })
    }
}

/// The font file, under a key that fonts of this subtype use (ISO 32000-1, table 126).
fn font_file<'a>(
    descriptor: &Dict<'a>,
    subtype: Option<&str>,
    is_descendant: bool,
) -> Option<Stream<'a>> {
    let (own, kinds): (&str, &[&str]) = match subtype {
        Some("CIDFontType2") => ("FontFile2", &["CIDFontType0C", "OpenType"]),
        _ if is_descendant => ("", &["CIDFontType0C", "OpenType"]),
        Some("TrueType") => ("FontFile2", &[]),
        _ => ("FontFile", &["Type1C", "OpenType"]),
    };
    let fits = |file: &Stream<'_>| {
        let kind = name_of(file.dict(), "Subtype");
        kinds.is_empty() || kind.is_some_and(|kind| kinds.contains(&kind.as_str()))
    };
    let file = descriptor.get::<Stream<'a>>(own);
    file.or_else(|| descriptor.get::<Stream<'a>>("FontFile3").filter(fits))
}

pub(super) const FONT: &[Rule<FontFacts<'_>>] = rules! { FontFacts<'_>:
    [A1 "6.3.2" 1, A23 "6.2.11.2" 1, A4 "6.2.10.2" 1] "a font dictionary has no Type Font; add it" =>
        |f, _| name_of(&f.dict, "Type").as_deref() == Some("Font"), |f| f.with("Type");
    [A1 "6.3.2" 2, A23 "6.2.11.2" 2, A4 "6.2.10.2" 2] "a font dictionary has an unknown Subtype; set it to the kind of the font program" =>
        |f, _| matches!(f.subtype.as_str(), "Type0" | "Type1" | "MMType1" | "TrueType" | "Type3" | "CIDFontType0" | "CIDFontType2"), |f| f.with("Subtype");
    [A1 "6.3.2" 3, A23 "6.2.11.2" 3, A4 "6.2.10.2" 3] "a font dictionary has no BaseFont; set it to the name of the font" =>
        |f, _| f.subtype == "Type3" || f.name.is_some();
    [A1 "6.3.2" 4, A23 "6.2.11.2" 4, A4 "6.2.10.2" 4] "a simple font has no FirstChar; add it, with Widths" =>
        |f, _| !f.is_simple() || f.is_standard() || f.integer("FirstChar").is_some(), |f| f.with("FirstChar");
    [A1 "6.3.2" 5, A23 "6.2.11.2" 5, A4 "6.2.10.2" 5] "a simple font has no LastChar; add it, with Widths" =>
        |f, _| !f.is_simple() || f.is_standard() || f.integer("LastChar").is_some(), |f| f.with("LastChar");
    [A1 "6.3.2" 6, A23 "6.2.11.2" 6, A4 "6.2.10.2" 6] "Widths of a simple font does not have one entry for each code from FirstChar to LastChar; write one width for each code" =>
        |f, _| !f.is_simple() || f.is_standard() || {
            // Other rules are about missing codes; they count as 0 here.
            let first = f.integer("FirstChar").unwrap_or(0);
            let last = f.integer("LastChar").unwrap_or(0);
            f.widths().is_some_and(|n| last.checked_sub(first).and_then(|d| d.checked_add(1)) == Some(n))
        }, |f| format!("{}, {}, {}", f.with("FirstChar"), entry(&f.dict, "LastChar"), f.widths().map_or("no Widths".into(), |n| format!("{n} Widths")));
    [A1 "6.3.2" 7] "a font file is of a kind that PDF 1.4 does not know: its Subtype is neither Type1C nor CIDFontType0C; embed the font as Type 1, TrueType or CFF" =>
        |f, _| f.file_subtype().is_none_or(|s| matches!(s.as_str(), "Type1C" | "CIDFontType0C")), |f| f.with_file_subtype();
    [A23 "6.2.11.2" 7, A4 "6.2.10.2" 7] "a font file has a Subtype other than Type1C, CIDFontType0C and OpenType; set it to the kind of the font program" =>
        |f, _| f.file_subtype().is_none_or(|s| matches!(s.as_str(), "Type1C" | "CIDFontType0C" | "OpenType")), |f| f.with_file_subtype();
    [A1 "6.3.3.2" 1] "a Type 2 CIDFont has no CIDToGIDMap; add a stream or Identity" =>
        |f, _| f.subtype != "CIDFontType2" || has_glyph_map(f) || !f.rendered, |f| f.with("CIDToGIDMap");
    [A23 "6.2.11.3.2" 1, A4 "6.2.10.3.2" 1, UA1 "7.21.3.2" 1, TAGGED2 "8.4.5.3.2" 1] "an embedded Type 2 CIDFont has no CIDToGIDMap; add a stream or Identity" =>
        |f, _| f.subtype != "CIDFontType2" || has_glyph_map(f) || !f.embedded, |f| f.with("CIDToGIDMap");
    [A1 "6.3.4" 1, A23 "6.2.11.4.1" 1, A4 "6.2.10.4.1" 1, UA1 "7.21.4.1" 1, TAGGED2 "8.4.5.5.1" 1] "a font of visible text is not embedded; embed it" =>
        |f, _| matches!(f.subtype.as_str(), "Type3" | "Type0") || !f.rendered || f.embedded;
    [A1 "6.3.7" 1] "a TrueType font that is not symbolic has an Encoding other than MacRomanEncoding or WinAnsiEncoding, or Differences; use one of both encodings" =>
        |f, _| f.subtype != "TrueType" || f.symbolic || (is_plain(&f.dict) && !has_differences(&f.dict)), |f| f.with("Encoding");
    [A1 "6.3.7" 2, A23 "6.2.11.6" 3, A4 "6.2.10.6" 3, UA1 "7.21.6" 3, TAGGED2 "8.4.5.7" 3] "a symbolic TrueType font has an Encoding; leave it out" =>
        |f, _| f.subtype != "TrueType" || !f.symbolic || !f.dict.has("Encoding"), |f| f.with("Encoding");
};

fn has_glyph_map(f: &FontFacts<'_>) -> bool {
    match f.dict.get::<Object<'_>>("CIDToGIDMap") {
        Some(Object::Stream(_)) => true,
        Some(Object::Name(name)) => name.as_ref() == b"Identity",
        _ => false,
    }
}

/// Whether the encoding, or its base, is `MacRomanEncoding` or `WinAnsiEncoding`.
pub(super) fn is_plain(font: &Dict<'_>) -> bool {
    let name = match font.get::<Object<'_>>("Encoding") {
        Some(Object::Name(name)) => Some(name.as_str().to_owned()),
        Some(Object::Dict(dict)) => name_of(&dict, "BaseEncoding"),
        _ => None,
    };
    matches!(
        name.as_deref(),
        Some("MacRomanEncoding" | "WinAnsiEncoding")
    )
}

pub(super) fn has_differences(font: &Dict<'_>) -> bool {
    font.get::<Dict<'_>>("Encoding")
        .is_some_and(|e| e.has("Differences"))
}

catalogue![FONT];
