//! Tests with fonts written in place.

use super::*;
use crate::limits::Limits;
use hayro_syntax::Pdf;
use hayro_syntax::object::{FromBytes, ObjectIdentifier};

/// Reads a font written in place.
fn font(dict: &str) -> Font {
    let dict = Dict::from_bytes(dict.as_bytes()).unwrap();
    Font::read(
        &dict,
        &Budget::new(Limits::default(), usize::MAX),
        &mut Warnings::new(),
    )
}

/// Reads object 1 of a document with these objects; returns the font and the warnings.
fn font_of(objects: &str) -> (Font, Vec<String>) {
    let file = format!(
        "%PDF-1.4\n{objects}\n90 0 obj <</Type/Catalog/Pages 91 0 R>> endobj\n\
         91 0 obj <</Type/Pages/Kids[]/Count 0>> endobj\ntrailer <</Root 90 0 R>>\n"
    );
    let pdf = Pdf::new(file.into_bytes()).unwrap();
    let dict = pdf
        .xref()
        .get::<Dict<'_>>(ObjectIdentifier::new(1, 0))
        .unwrap();
    let mut warnings = Warnings::new();
    let font = Font::read(
        &dict,
        &Budget::new(Limits::default(), usize::MAX),
        &mut warnings,
    );
    let warnings = warnings.iter().map(ToString::to_string).collect();
    (font, warnings)
}

fn stream(number: u32, data: &str) -> String {
    let length = data.len();
    format!("{number} 0 obj <</Length {length}>> stream\n{data}\nendstream endobj\n")
}

/// The codes of a string, one a line: text, decoding and width.
fn described(font: &Font, string: &[u8]) -> String {
    font.codes(string)
        .map(|code| {
            let mut text = String::new();
            code.text.push_to(&mut text);
            format!(
                "{:X} {text} {:?} {:.3}\n",
                code.code, code.decoding, code.width
            )
        })
        .collect()
}

#[test]
fn a_standard_font_needs_nothing_but_its_name() {
    let font = font("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>");
    insta::assert_snapshot!(described(&font, b"Ab \xAE\x80"), @r"
    41 A GlyphName 0.667
    62 b GlyphName 0.556
    20   GlyphName 0.278
    AE ﬁ GlyphName 0.500
    80 � Unknown 0.500
    ");
    assert_eq!((font.ascent(), font.descent()), (0.718, -0.207));
    let space = font.codes(b" ").next().unwrap();
    assert!(space.word_space && space.text.is_space() && space.len == 1);
}

#[test]
fn zeros_before_the_letters_of_a_standard_font_show_nothing() {
    let font = font("<</Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>");
    insta::assert_snapshot!(described(&font, b"\0A\0\x01"), @r"
    0  GlyphName 0.000
    41 A GlyphName 0.667
    0  GlyphName 0.000
    1 � Unknown 0.500
    ");
    assert!(!font.codes(b"\0").next().unwrap().text.is_space());
}

#[test]
fn differences_stand_over_the_base_and_to_unicode_over_both() {
    let cmap = "1 begincodespacerange <00> <FF> endcodespacerange\n\
                2 beginbfchar <42> <03B2> <43> <0000> endbfchar";
    let (font, warnings) = font_of(&format!(
        "1 0 obj <</Type/Font/Subtype/Type1/BaseFont/XYZABC+My-Bold/FirstChar 65
         /Widths[500 600 700]/ToUnicode 2 0 R/Encoding
         <</BaseEncoding/WinAnsiEncoding/Differences[65/f_i/B/uni0413/g23]>>>> endobj\n{}",
        stream(2, cmap)
    ));
    insta::assert_snapshot!(described(&font, b"ABCD\x80"), @r"
    41 fi GlyphName 0.500
    42 β ToUnicode 0.600
    43 Г GlyphName 0.700
    44 � Unknown 0.000
    80 € GlyphName 0.000
    ");
    assert_eq!(warnings, [""; 0]);
    assert_eq!(font.facts().name, "My-Bold");
}

#[test]
fn an_embedded_type_1_program_tells_its_encoding() {
    let program = "%!PS-AdobeFont-1.0: X\n/Encoding 256 array\ndup 1 /ffi put\n\
                   dup 2 /Gamma put\nreadonly def\ncurrentfile eexec\nbroken";
    let (font, _) = font_of(&format!(
        "1 0 obj <</Type/Font/Subtype/Type1/BaseFont/CMR10/FontDescriptor 2 0 R/FirstChar 1
         /Widths[833 625]>> endobj
         2 0 obj <</Type/FontDescriptor/Flags 4/FontFile 3 0 R>> endobj\n{}",
        stream(3, program)
    ));
    insta::assert_snapshot!(described(&font, &[1, 2, 3]), @r"
    1 ﬃ FontProgram 0.833
    2 Γ FontProgram 0.625
    3 � Unknown 0.000
    ");
}

#[test]
fn a_composite_font_with_its_own_cmap() {
    let encoding = "/WMode 1 def 2 begincodespacerange <00> <7F> <8000> <FFFF> endcodespacerange
         2 begincidrange <20> <7E> 1 <8000> <80FF> 843 endcidrange";
    let (font, warnings) = font_of(&format!(
        "1 0 obj <</Type/Font/Subtype/Type0/BaseFont/Ryumin-V/Encoding 3 0 R
         /DescendantFonts[2 0 R]>> endobj
         2 0 obj <</Type/Font/Subtype/CIDFontType0/BaseFont/Ryumin/DW 1000/W[1 95 500]
         /CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)>>>> endobj\n{}",
        stream(3, encoding)
    ));
    insta::assert_snapshot!(described(&font, b" A\x80\x00\x80"), @r"
    20   CharacterCollection 0.500
    41 A CharacterCollection 0.500
    8000 あ CharacterCollection 1.000
    ");
    assert!(font.vertical());
    let code = font.codes(b"\x80\x00").next().unwrap();
    let vertical = code.vertical.unwrap();
    assert_eq!((vertical.advance, vertical.origin.x), (-1.0, 0.5));
    assert!(!code.word_space);
    assert_eq!(warnings, [""; 0]);
}

#[test]
fn a_type3_font_has_the_name_and_the_stems_of_its_descriptor() {
    // Skia writes the system font of macOS so: thicknesses are in units of glyph space, 2048 an em.
    let facts = |descriptor: &str| {
        let facts = font(&format!(
            "<</Type/Font/Subtype/Type3/FontMatrix[.00048828125 0 0 -.00048828125 0 0]/Widths[]
             /FontDescriptor<<{descriptor}>>>>"
        ))
        .facts()
        .as_ref()
        .clone();
        (facts.name, facts.bold, facts.italic)
    };
    let named = |name: &str, bold, italic| (name.to_string(), bold, italic);
    assert_eq!(
        facts("/FontName/.SFNSText/StemV 180"),
        named(".SFNSText", false, false)
    );
    assert_eq!(
        facts("/FontName/.SFNSText-Semibold/StemV 258"),
        named(".SFNSText-Semibold", true, false)
    );
    assert_eq!(
        facts("/FontName/.SFNSText-Italic/Flags 76/ItalicAngle -12/StemV 491"),
        named(".SFNSText-Italic", false, true)
    );
    assert_eq!(facts("/StemV 320"), named("", true, false));
}

#[test]
fn a_type_3_font_is_as_wide_as_its_matrix_makes_it() {
    let font = font(
        "<</Type/Font/Subtype/Type3/FontMatrix[.25 0 0 .25 0 0]/FontBBox[0 -1 4 3]
         /FirstChar 65/Widths[2 3]/Encoding<</Differences[65/A/a66]>>/CharProcs<<>>>>",
    );
    insta::assert_snapshot!(described(&font, b"ABC"), @r"
    41 A GlyphName 0.500
    42 � Unknown 0.750
    43 � Unknown 0.000
    ");
    assert_eq!((font.ascent(), font.descent()), (0.75, -0.25));
}

#[test]
fn pictures_are_no_letters() {
    let wingdings = font("<</Subtype/TrueType/BaseFont/Wingdings/Encoding/WinAnsiEncoding>>");
    assert_eq!(
        wingdings.codes(b"A").next().unwrap().decoding,
        Decoding::Unknown
    );
    let symbol = font("<</Subtype/Type1/BaseFont/Symbol>>");
    insta::assert_snapshot!(described(&symbol, b"aD"), @r"
    61 α GlyphName 0.631
    44 Δ GlyphName 0.612
    ");
    let dingbats = font("<</Subtype/Type1/BaseFont/ZapfDingbats>>");
    insta::assert_snapshot!(described(&dingbats, b"*"), @r"
    2A ☛ GlyphName 0.960
    ");
}

#[test]
fn an_unembedded_truetype_font_in_the_order_of_windows() {
    let font = font(
        "<</Subtype/Type0/BaseFont/TimesNewRoman/Encoding/Identity-H/DescendantFonts
         [<</Subtype/CIDFontType2/BaseFont/TimesNewRoman/W[3[250]36[722 1]]>>]>>",
    );
    insta::assert_snapshot!(described(&font, b"\0\x03\0\x24\0\x25\0"), @r"
    3   Guess 0.250
    24 A Guess 0.722
    25 � Unknown 0.001
    ");
}

#[test]
fn broken_fonts_are_read_as_far_as_they_go() {
    let (font, warnings) =
        font_of("1 0 obj <</Type/Font/Subtype/Type0/Encoding/No-Such-V>> endobj\n");
    insta::assert_snapshot!(warnings.join("\n"), @r"
    object 1 0: a composite font without a CIDFont
    object 1 0: the CMap No-Such-V is not known
    ");
    assert!(font.vertical());
    insta::assert_snapshot!(described(&font, b"\0A\0"), @r"
    41 � Unknown 1.000
    ");
    let (font, warnings) = font_of(&format!(
        "1 0 obj <</Subtype/Type1/BaseFont/Q/FontDescriptor<</FontFile2 2 0 R>>>> endobj\n{}",
        stream(2, "no font at all")
    ));
    insta::assert_snapshot!(warnings.join("\n"), @r"
    object 2 0: the embedded font program cannot be read
    ");
    insta::assert_snapshot!(described(&font, b"A"), @r"
    41 A Guess 0.667
    ");
    let nothing = Font::read(
        &Dict::empty(),
        &Budget::new(Limits::default(), usize::MAX),
        &mut Warnings::new(),
    );
    assert_eq!(nothing.codes(b"").count(), 0);
}

#[test]
fn fonts_are_read_once_and_found_by_name() {
    let file = b"%PDF-1.4\n1 0 obj <</Subtype/Type1/BaseFont/Courier>> endobj
        2 0 obj <</F1 1 0 R/F#32 1 0 R/In <</Subtype/Type0>>/No 7>> endobj
        90 0 obj <</Type/Catalog/Pages 91 0 R>> endobj
        91 0 obj <</Type/Pages/Kids[]/Count 0>> endobj\ntrailer <</Root 90 0 R>>\n";
    let pdf = Pdf::new(file.to_vec()).unwrap();
    let names = pdf
        .xref()
        .get::<Dict<'_>>(ObjectIdentifier::new(2, 0))
        .unwrap();
    let fonts = Fonts::new(Budget::new(Limits::default(), usize::MAX));
    let first = fonts.get(&names, b"F1").unwrap();
    assert!(Arc::ptr_eq(&first, &fonts.get(&names, b"F2").unwrap()));
    let inside = fonts.get(&names, b"In").unwrap();
    assert!(Arc::ptr_eq(&inside, &fonts.get(&names, b"In").unwrap()));
    assert!(fonts.get(&names, b"No").is_none());
    assert!(fonts.get(&names, b"Nil").is_none());
    let described: Vec<String> = fonts.warnings().iter().map(ToString::to_string).collect();
    insta::assert_snapshot!(described.join("\n"), @r"
    object 2 0: font /In: a composite font without a CIDFont
    object 2 0: font /In: a composite font without an encoding
    ");
}

#[test]
fn fonts_are_shared_between_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<Fonts>();
    shared::<Font>();
}
