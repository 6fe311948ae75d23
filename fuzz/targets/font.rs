//! Font programs: the first byte selects the type of the font, the rest is its program.

use pdfa2hocr::stages::Warnings;
use pdfa2hocr::stages::font::{CodeText, Font, Inspection};
use pdfa2hocr::stages::pdf::{Document, Source};

use super::pdf::{budget, of_bodies, stream};

/// Types of fonts, with the key and the subtype of their font files.
const KINDS: [(&str, &str, &str); 7] = [
    ("/Type1", "FontFile", ""),
    ("/Type1", "FontFile3", "/Subtype/Type1C"),
    ("/TrueType", "FontFile2", ""),
    ("/TrueType", "FontFile3", "/Subtype/OpenType"),
    ("/CIDFontType0", "FontFile3", "/Subtype/CIDFontType0C"),
    ("/CIDFontType0", "FontFile3", "/Subtype/OpenType"),
    ("/CIDFontType2", "FontFile2", ""),
];

pub fn run(data: &[u8]) {
    let Some((&kind, program)) = data.split_first() else {
        return;
    };
    let (subtype, key, entries) = KINDS[usize::from(kind) % KINDS.len()];
    // The other bits select whether it is symbolic and has an encoding.
    let flags = if kind & 0x40 == 0 { 4 } else { 32 };
    let encoding = if kind & 0x80 == 0 {
        ""
    } else {
        "/Encoding/WinAnsiEncoding"
    };
    let common = format!("<</Type/Font/BaseFont/ABCDEF+Font/FontDescriptor 2 0 R/Subtype{subtype}");
    let font = match subtype.starts_with("/CID") {
        true => format!(
            "<</Type/Font/Subtype/Type0/BaseFont/Font/Encoding/Identity-H/DescendantFonts[\
             {common}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>>>]>>"
        ),
        false => format!("{common}{encoding}>>"),
    };
    check(
        &font,
        &[
            format!("<</Type/FontDescriptor/FontName/Font/Flags {flags}/{key} 3 0 R>>")
                .into_bytes(),
            stream(entries, program),
        ],
    );
}

/// Reads a font whose objects begin with number 2, and queries its codes.
pub fn check(font: &str, objects: &[Vec<u8>]) {
    let page = objects.len() + 2;
    let pages = page + 1;
    let catalog = format!("<</Type/Catalog/Pages {pages} 0 R/F {font}>>");
    let pages = format!("<</Type/Pages/Count 1/Kids[{page} 0 R]>>");
    let mut bodies = vec![catalog.as_bytes()];
    bodies.extend(objects.iter().map(Vec::as_slice));
    bodies.extend([b"<</Type/Page>>", pages.as_bytes()]);
    let source = Source::from(of_bodies(&bodies, ""));
    let (document, _) = Document::open(&source, "").expect("a document");
    let catalog = document.catalog().expect("a catalog");
    let dict = catalog.get("F").expect("the font");
    let budget = budget();
    let font = Font::read(&dict, &budget, &mut Warnings::new());
    assert!(font.ascent().is_finite() && font.descent().is_finite());
    let string: Vec<u8> = (0..=u8::MAX)
        .chain([0, 0, 0, 1, 0, 2, 1, 0, 0x80, 0x30, 0xFF, 0xFF])
        .collect();
    let mut at = 0;
    for code in font.codes(&string) {
        assert!(code.len > 0);
        at += usize::from(code.len);
        assert!(code.width.is_finite(), "{code:?}");
        if let CodeText::Str(text) = code.text {
            assert!(text.len() < 1 << 16);
        }
    }
    assert!(at >= string.len(), "{at}");
    let inspection = Inspection::read(&dict, &budget);
    inspection.glyphs(&string);
    inspection.character_maps();
    inspection.glyph_names();
    inspection.cids();
    inspection.differences_are_listed(&dict);
}
