//! The rules of PDF/A, one by one. Each case changes one thing in a small file that conforms, and expects
//! exactly the
//! rule that forbids it, for each part of PDF/A.

use std::collections::BTreeSet;

use crate::common::{broken_rules, ids, stream, with_defaults, written};

/// The parts of a file that a case may change.
#[derive(Clone, Default)]
struct Parts {
    /// Entries of the catalog.
    catalog: String,
    /// Entries added to the page.
    page: String,
    /// Entries of the page's resources.
    resources: String,
    /// The content of the page.
    content: String,
    /// Objects from number 8 on.
    objects: Vec<String>,
    /// Entries added to the trailer.
    trailer: String,
    /// Replacements in the metadata: a text, and the new one.
    metadata: Vec<(&'static str, &'static str)>,
    /// Entries added to the metadata's stream.
    metadata_stream: String,
}

/// A file that conforms to this flavour, except for the given parts.
fn pdf(flavour: &str, parts: &Parts) -> Vec<u8> {
    let (part, level) = flavour.split_at(1);
    let identification = if part == "4" {
        "pdfaid:part='4' pdfaid:rev='2020'".to_owned()
    } else {
        format!(
            "pdfaid:part='{part}' pdfaid:conformance='{}'",
            level.to_uppercase()
        )
    };
    let mut xmp = format!(
        "<?xpacket begin='' id='W5M0MpCehiHzreSzNTczkc9d'?><x:xmpmeta xmlns:x='adobe:ns:meta/'>\
         <rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:Description rdf:about='' \
         xmlns:pdfaid='http://www.aiim.org/pdfa/ns/id/' {identification}></rdf:Description></rdf:RDF></x:xmpmeta>\
         <?xpacket end='w'?>"
    );
    for (from, to) in &parts.metadata {
        xmp = xmp.replace(from, to);
    }
    // The header of a monitor profile for RGB, version 2.1.
    let mut profile = vec![0u8; 128];
    profile[8..10].copy_from_slice(&[2, 0x10]);
    profile[12..16].copy_from_slice(b"mntr");
    profile[16..20].copy_from_slice(b"RGB ");
    profile[36..40].copy_from_slice(b"acsp");
    let Parts {
        page, resources, ..
    } = parts;
    let catalog = with_defaults(&parts.catalog, &[("/OutputIntents", "[6 0 R]")]);
    let mut bodies: Vec<Vec<u8>> = vec![
        format!("<</Type/Catalog/Pages 2 0 R/Metadata 5 0 R{catalog}>>").into(),
        "<</Type/Pages/Kids[3 0 R]/Count 1>>".into(),
        format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R\
             /Resources<<{resources}>>{page}>>"
        )
        .into(),
        stream("", parts.content.as_bytes()),
        stream(
            &format!("/Type/Metadata/Subtype/XML{}", parts.metadata_stream),
            xmp.as_bytes(),
        ),
        "<</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier(RGB)/DestOutputProfile 7 0 R>>"
            .into(),
        stream("/N 3", &profile),
    ];
    bodies.extend(parts.objects.iter().map(|o| o.clone().into_bytes()));
    let version = match part {
        "1" => "1.4",
        "4" => "2.0",
        _ => "1.7",
    };
    written(version, &bodies, &parts.trailer)
}

/// The ids of the rules that a file breaks.
fn broken(flavour: &str, parts: &Parts) -> BTreeSet<String> {
    broken_rules(flavour, &pdf(flavour, parts))
}

/// The change of a case.
enum Change {
    Catalog(&'static str),
    Page(&'static str),
    /// An annotation, completed with the entries that every annotation needs.
    Annotation(&'static str),
    /// Resources, the content that uses them, and objects from number 8 on.
    Draw(&'static str, &'static str, &'static [&'static str]),
    /// A text in the metadata, and its replacement.
    Metadata(&'static str, &'static str),
    Trailer(&'static str),
}

fn parts(change: &Change) -> Parts {
    let mut parts = Parts::default();
    match change {
        Change::Catalog(entries) => parts.catalog = (*entries).into(),
        Change::Metadata(from, to) => parts.metadata = vec![(from, to)],
        Change::Trailer(entries) => {
            parts.trailer = (*entries).into();
            parts.objects = vec!["<</Title(a)>>".into()];
        }
        Change::Page(entries) => parts.page = (*entries).into(),
        Change::Annotation(entries) => {
            parts.page = "/Annots[8 0 R]".into();
            parts.objects = vec![
                format!("<</Type/Annot/Rect[1 1 9 9]{entries}>>"),
                "<</Type/XObject/Subtype/Form/BBox[0 0 8 8]/Resources<<>>/Length 0>>\nstream\n\nendstream".into(),
            ];
        }
        Change::Draw(resources, content, objects) => {
            parts.resources = (*resources).into();
            parts.content = (*content).into();
            parts.objects = objects.iter().map(|o| (*o).to_owned()).collect();
        }
    }
    parts
}

/// A description, a change, and the rules that it breaks in 1b, 2b and 4; an empty string if it is allowed.
type Case = (&'static str, Change, [&'static str; 3]);

const IMAGE: &str =
    "/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceRGB/Length 3";

#[rustfmt::skip]
fn cases() -> Vec<Case> {
    use Change::{Annotation, Catalog, Draw, Metadata, Page, Trailer};
    let leak = |text: String| -> &'static str { Box::leak(text.into_boxed_str()) };
    let gs = |state: &'static str| Draw(state, "/G gs", &[]);
    let invisible = |font: &str| {
        let fonts = leak(format!("/Font<</F<</Type/Font{font}>>>>"));
        Draw(fonts, "BT 3 Tr /F 9 Tf (a) Tj ET", &[])
    };
    let composite = |encoding: &str, ordering: &str, mode: &str| {
        let fonts = leak(format!(
            "/Font<</F<</Type/Font/Subtype/Type0/BaseFont/A/Encoding{encoding}/DescendantFonts\
             [<</Type/Font/Subtype/CIDFontType2/BaseFont/A/CIDSystemInfo\
             <</Registry(Adobe)/Ordering{ordering}/Supplement 0>>>>]>>>>"
        ));
        Draw(fonts, leak(format!("BT {mode} /F 9 Tf (aa) Tj ET")), &[])
    };
    let ink = |name: &str, end: u8| format!(
        "[/Separation/{name}/DeviceRGB<</FunctionType 2/Domain[0 1]/C0[1 1 1]/C1[{end} 0 0]/N 1>>]"
    );
    vec![
        ("nothing", Catalog(""), ["", "", ""]),
        ("optional content", Catalog("/OCProperties<</OCGs[]/D<</Name(a)>>>>"), ["6.1.13-1", "", ""]),
        ("optional content without a name", Catalog("/OCProperties<</OCGs[]/D<<>>>>"), ["6.1.13-1", "6.9-1", "6.10-1"]),
        ("requirements", Catalog("/Requirements[]"), ["", "6.11-1", "6.12-1"]),
        ("appearances are needed", Catalog("/AcroForm<</Fields[]/NeedAppearances true>>"), ["6.9-1", "6.4.1-3", "6.4.1-2"]),
        ("XFA", Catalog("/AcroForm<</Fields[]/XFA[]>>"), ["", "6.4.2-1", "6.4.2-1"]),
        ("a script on opening", Catalog("/OpenAction<</S/JavaScript/JS()>>"), ["6.6.1-1", "6.5.1-1", ""]),
        ("a program on opening", Catalog("/OpenAction<</S/Launch>>"), ["6.6.1-1", "6.5.1-1", "6.6.1-1"]),
        ("an action behind an action", Catalog("/OpenAction<</S/GoTo/D[3 0 R/Fit]/Next<</S/Hide/T()>>>>"), ["6.6.1-1", "6.5.1-1", "6.6.1-1"]),
        ("a named action", Catalog("/OpenAction<</S/Named/N/Print>>"), ["6.6.1-2", "6.5.1-2", "6.6.1-2"]),
        ("additional actions", Catalog("/AA<</WC<</S/GoTo/D[3 0 R/Fit]>>>>"), ["6.6.2-3", "6.5.2-1", "6.6.3-1"]),
        ("actions of a field", Catalog("/AcroForm<</Fields[<</T(a)/AA<<>>>>]>>"), ["6.6.2-2", "6.4.1-2", ""]),
        ("alternate presentations", Catalog("/Names<</AlternatePresentations<<>>>>"), ["", "6.10-1", "6.11-1"]),
        ("other permissions", Catalog("/Perms<</Other 1>>"), ["", "6.1.12-1", "6.1.11-1"]),
        ("a version of the catalog", Catalog("/Version/1.7"), ["", "", "6.1.12-1"]),
        ("actions of a page", Page("/AA<</O<</S/GoTo/D[3 0 R/Fit]>>>>"), ["", "6.5.2-2", "6.6.3-1"]),
        ("steps of a presentation", Page("/PresSteps<<>>"), ["", "6.10-2", "6.11-2"]),
        ("a page that is too large", Page("/CropBox[0 0 15000 10]"), ["", "6.1.13-11", ""]),
        ("a page box of three numbers", Page("/CropBox[0 0 50]"), ["", "6.1.13-11", ""]),
        ("a font without a CIDFont", invisible("/Subtype/Type0/BaseFont/A/Encoding/Identity-H/DescendantFonts[]"), ["6.3.2-1 6.3.2-3", "6.2.11.2-1 6.2.11.2-3", "6.2.10.2-1 6.2.10.2-3"]),
        ("a font of no kind", invisible("/Subtype/Odd/BaseFont/A"), ["", "", "6.2.2-3"]),
        ("a code that its encoding lacks", Draw("/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>>>", "BT 3 Tr /F 9 Tf <0A> Tj ET", &[]), ["", "6.2.11.8-1", "6.2.10.7-1 6.2.10.9-1"]),
        ("properties that are not defined", Draw("", "/X DP", &[]), ["", "", "6.2.2-3"]),
        ("a tag that looks like properties", Draw("", "1 /Artifact BMC EMC", &[]), ["", "", ""]),
        ("an external object of no kind", Draw("/XObject<</X 8 0 R>>", "/X Do", &["<</Subtype/Odd/Length 0>>stream\n\nendstream"]), ["", "", "6.2.2-3"]),
        ("a transparency group", Page("/Group<</S/Transparency>>"), ["6.4-3", "", ""]),
        ("a movie", Annotation("/Subtype/Movie/F 4/AP<</N 9 0 R>>"), ["6.5.2-1", "6.3.1-1", "6.3.1-1"]),
        ("a polygon", Annotation("/Subtype/Polygon/F 4/AP<</N 9 0 R>>"), ["6.5.2-1", "", ""]),
        ("an annotation without flags", Annotation("/Subtype/Text/AP<</N 9 0 R>>"), ["6.5.3-2", "6.3.2-1", "6.3.2-1"]),
        ("a hidden annotation", Annotation("/Subtype/Text/F 6/AP<</N 9 0 R>>"), ["6.5.3-2", "6.3.2-2", "6.3.2-2"]),
        ("an annotation that toggles", Annotation("/Subtype/Text/F 260/AP<</N 9 0 R>>"), ["", "6.3.2-2", "6.3.2-2"]),
        ("a translucent annotation", Annotation("/Subtype/Text/F 4/CA .5/AP<</N 9 0 R>>"), ["6.5.3-1", "", ""]),
        ("an annotation without appearance", Annotation("/Subtype/Text/F 4"), ["", "6.3.3-1", "6.3.3-1"]),
        ("appearances for a mouse", Annotation("/Subtype/Text/F 4/AP<</N 9 0 R/D 9 0 R>>"), ["6.5.3-4", "6.3.3-2", "6.3.3-2"]),
        ("a button with one state", Annotation("/Subtype/Widget/FT/Btn/F 4/AP<</N 9 0 R>>"), ["6.5.3-5", "6.3.3-3", "6.3.3-3"]),
        ("a note with states", Annotation("/Subtype/Text/F 4/AP<</N<</a 9 0 R>>>>"), ["6.5.3-6", "6.3.3-4", "6.3.3-4"]),
        ("a field with an action", Annotation("/Subtype/Widget/FT/Tx/F 4/AP<</N 9 0 R>>/A<</S/URI/URI(a)>>"), ["6.6.1-3", "6.4.1-1", "6.4.1-1"]),
        ("a transfer function", gs("/ExtGState<</G<</TR/Identity>>>>"), ["6.2.8-1", "6.2.5-1", "6.2.5-1"]),
        ("another transfer function", gs("/ExtGState<</G<</TR2/Identity>>>>"), ["6.2.8-2", "6.2.5-2", "6.2.5-2"]),
        ("the default transfer function", gs("/ExtGState<</G<</TR2/Default>>>>"), ["", "", ""]),
        ("a graphics state that is not used", Draw("/ExtGState<</G<</TR/Identity>>>>", "", &[]), ["", "", ""]),
        ("a soft mask", gs("/ExtGState<</G<</SMask<</S/Alpha>>>>>>"), ["6.4-1", "", ""]),
        ("a blend mode", gs("/ExtGState<</G<</BM/Multiply>>>>"), ["6.4-4", "", ""]),
        ("a blend mode that is none", gs("/ExtGState<</G<</BM/Bright>>>>"), ["6.4-4", "6.2.10-1", "6.2.9-1"]),
        ("translucent strokes", gs("/ExtGState<</G<</CA .5>>>>"), ["6.4-5", "", ""]),
        ("translucent fills", gs("/ExtGState<</G<</ca .5>>>>"), ["6.4-6", "", ""]),
        ("a halftone of type 6", gs("/ExtGState<</G<</HT<</HalftoneType 6>>>>>>"), ["", "6.2.5-4", "6.2.5-4"]),
        ("a halftone with a transfer function", gs("/ExtGState<</G<</HT<</HalftoneType 1/TransferFunction/Identity>>>>>>"), ["", "6.2.5-6", "6.2.5-6"]),
        ("a halftone with a name", gs("/ExtGState<</G<</HT<</HalftoneType 1/HalftoneName(a)>>>>>>"), ["", "6.2.5-5", "6.2.5-5"]),
        ("an intent", Draw("", "/Best ri", &[]), ["6.2.9-1", "6.2.6-1", "6.2.4.6-1"]),
        ("an operator", Draw("", "BX 1 zz EX", &[]), ["6.2.10-1", "6.2.2-1", "6.2.2-1"]),
        ("CMYK", Draw("", "0 0 0 1 k 0 0 9 9 re f", &[]), ["6.2.3.3-2", "6.2.4.3-3", "6.2.4.3-3"]),
        ("a PostScript XObject", Draw("/XObject<</X 8 0 R>>", "/X Do", &["<</Type/XObject/Subtype/PS/Length 0>>\nstream\n\nendstream"]), ["6.2.7-1", "6.2.9-3", ""]),
        ("a reference XObject", Draw("/XObject<</X 8 0 R>>", "/X Do", &["<</Type/XObject/Subtype/Form/BBox[0 0 1 1]/Ref<<>>/Length 0>>\nstream\n\nendstream"]), ["6.2.6-1", "6.2.9-2", "6.2.8.2-1"]),
        ("an XObject with OPI", Draw("/XObject<</X 8 0 R>>", "/X Do", &["<</Type/XObject/Subtype/Form/BBox[0 0 1 1]/OPI<<>>/Length 0>>\nstream\n\nendstream"]), ["6.2.4-2", "6.2.9-1", "6.2.8.1-1"]),
        ("a font that is not embedded", Draw("/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>", "BT /F 9 Tf (a) Tj ET", &[]), ["6.3.4-1", "6.2.11.4.1-1", "6.2.10.4.1-1"]),
        ("the same font, unseen", Draw("/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>", "BT 3 Tr /F 9 Tf (a) Tj ET", &[]), ["", "", ""]),
        ("embedded files", Catalog("/Names<</EmbeddedFiles<<>>>>"), ["6.1.11-2", "", ""]),
        ("optional content by itself", Catalog("/OCProperties<</OCGs[]/D<</Name(a)/AS[]>>>>"), ["6.1.13-1", "6.9-4", ""]),
        ("a phase of halftones", gs("/ExtGState<</G<</HTP[0 0]>>>>"), ["", "6.2.5-3", ""]),
        ("LZW in an inline image", Draw("", "BI /W 1 /H 1 /BPC 8 /CS /RGB /F /LZW /L 3 ID abc EI", &[]), ["6.1.10-2", "6.1.10-1", "6.1.9-1"]),
        ("Flate in an inline image", Draw("", "BI /W 1 /H 1 /BPC 8 /CS /RGB /F /Fl /L 3 ID abc EI", &[]), ["", "", ""]),
        ("an inline image without its length", Draw("", "BI /W 1 /H 1 /BPC 8 /CS /RGB ID abc EI", &[]), ["", "", "6.1.9-2"]),
        ("an inline image of another length", Draw("", "BI /W 1 /H 1 /BPC 8 /CS /RGB /L 2 ID abc EI", &[]), ["", "", "6.1.9-2"]),
        ("rights of usage", Catalog("/Perms<</UR3 1>>"), ["", "", "6.1.11-1"]),
        ("a key that refers to nothing", Catalog("/Requirements 99 0 R/AA null"), ["", "", ""]),
        ("two output intents", Catalog("/OutputIntents[6 0 R 6 0 R]"), ["", "", "6.2.3-4"]),
        ("a real that is too large", Draw("", leak(format!("1{}.5 w", "0".repeat(40))), &[]), ["6.1.12-2", "6.1.13-2", ""]),
        ("a real that is too small", Draw("", leak(format!(".{}1 w", "0".repeat(40))), &[]), ["", "6.1.13-5", ""]),
        ("a long array", Catalog(leak(format!("/X[{}]", "0 ".repeat(8192)))), ["6.1.12-5", "", ""]),
        ("an array not too long", Catalog(leak(format!("/X[{}]", "0 ".repeat(8191)))), ["", "", ""]),
        ("a large dictionary", Catalog(leak(format!("/X<<{}>>", (0..4096).map(|n| format!("/k{n} 0")).collect::<String>()))), ["6.1.12-6", "", ""]),
        ("document information", Trailer("/Info 8 0 R"), ["6.7.3-2", "", "6.1.3-4 6.1.3-5"]),
        ("a packet that tells its bytes", Metadata("?><x:", " bytes='9'?><x:"), ["6.7.5-1", "6.6.2.1-2", "6.7.2.1-2"]),
        ("a packet that tells its encoding", Metadata("?><x:", " encoding='UTF-8'?><x:"), ["6.7.5-2", "6.6.2.1-3", "6.7.2.1-3"]),
        ("metadata that are not well-formed", Metadata("</x:xmpmeta>", ""), ["6.7.11-1 6.7.9-1", "6.6.2.1-4 6.6.2.1-5 6.6.4-1", "6.7.2.1-4 6.7.2.1-5 6.7.3-1"]),
        ("an amendment by another prefix", Metadata("pdfaid:part", "xmlns:q='http://www.aiim.org/pdfa/ns/id/' q:amd='1' pdfaid:part"), ["6.7.11-6", "6.6.4-6", ""]),
        ("a corrigendum by another prefix", Metadata("pdfaid:part", "xmlns:q='http://www.aiim.org/pdfa/ns/id/' q:corr='1' pdfaid:part"), ["6.7.9-2 6.7.9-3", "6.6.4-7", ""]),
        ("a revision that is no year", Metadata("rev='2020'", "rev='20'"), ["", "", "6.7.3-5"]),
        ("a field with other actions", Annotation("/Subtype/Widget/FT/Tx/F 4/AP<</N 9 0 R>>/AA<<>>"), ["6.6.2-1", "6.4.1-1", ""]),
        ("a font without a name", invisible("/Subtype/Type1/FirstChar 97/LastChar 97/Widths[500]"), ["6.3.2-3", "6.2.11.2-3", "6.2.10.2-3"]),
        ("a font with a name", invisible("/Subtype/Type1/BaseFont/A/FirstChar 97/LastChar 97/Widths[500]"), ["", "", ""]),
        ("a font without a first character", invisible("/Subtype/Type1/BaseFont/A/LastChar 97/Widths[500]"), ["6.3.2-4 6.3.2-6", "6.2.11.2-4 6.2.11.2-6", "6.2.10.2-4 6.2.10.2-6"]),
        ("a font without a last character", invisible("/Subtype/Type1/BaseFont/A/FirstChar 97/Widths[500]"), ["6.3.2-5 6.3.2-6", "6.2.11.2-5 6.2.11.2-6", "6.2.10.2-5 6.2.10.2-6"]),
        ("a font with a width too many", invisible("/Subtype/Type1/BaseFont/A/FirstChar 97/LastChar 97/Widths[500 500]"), ["6.3.2-6", "6.2.11.2-6", "6.2.10.2-6"]),
        ("a TrueType font with another encoding", invisible("/Subtype/TrueType/BaseFont/A/FirstChar 97/LastChar 97/Widths[500]/Encoding/StandardEncoding"), ["6.3.7-1", "6.2.11.6-2", "6.2.10.6-2"]),
        ("a predefined CMap", composite("/GBK-EUC-H", "(GB1)", "3 Tr"), ["6.3.3.3-1", "", ""]),
        ("a CMap of another collection", composite("/GBK-EUC-H", "(CNS1)", "3 Tr"), ["6.3.3.1-1 6.3.3.3-1", "6.2.11.3.1-1", "6.2.10.3.1-1"]),
        ("a CIDFont without a map", composite("/Identity-H", "(Identity)", "0 Tr"), ["6.3.3.2-1 6.3.4-1", "6.2.11.4.1-1", "6.2.10.4.1-1"]),
        ("a profile that is none", Draw("/ColorSpace<</C[/ICCBased 8 0 R]>>", "/C cs 1 1 1 sc", &["<</N 3/Length 3>>\nstream\nabc\nendstream"]), ["6.2.3.2-1 6.2.3.2-2", "6.2.4.2-1", "6.2.4.2-1"]),
        ("a colour space that is only set", Draw("", "/DeviceCMYK cs", &[]), ["6.2.3.3-2", "6.2.4.3-3", "6.2.4.3-3"]),
        ("a pattern that is only set", Draw("/Pattern<</P 8 0 R>>", "/Pattern cs /P scn", &["<</PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 9/Resources<<>>/Length 9>>\nstream\n1 0 0 1 k\nendstream"]), ["6.2.3.3-2", "6.2.4.3-3", "6.2.4.3-3"]),
        ("a default colour space of the page, in a form", Draw("/ColorSpace<</DefaultCMYK[/CalGray<</WhitePoint[.9 1 1]>>]>>/XObject<</X 8 0 R>>", "/X Do", &["<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Length 9>>\nstream\n1 0 0 1 k\nendstream"]), ["6.2.3.3-2", "6.2.4.3-3", "6.2.4.3-3"]),
        ("a default colour space of the page", Draw("/ColorSpace<</DefaultCMYK[/CalGray<</WhitePoint[.9 1 1]>>]>>", "1 0 0 1 k", &[]), ["", "", ""]),
        ("several blend modes, the first of which is none", gs("/ExtGState<</G<</BM[/Bright/Normal]>>>>"), ["6.4-4", "6.2.10-1", ""]),
        ("several blend modes, the last of which is none", gs("/ExtGState<</G<</BM[/Normal/Bright]>>>>"), ["6.4-4", "", ""]),
        ("a halftone in halftones", gs("/ExtGState<</G<</HT<</HalftoneType 5/Default<</HalftoneType 5/Default<</HalftoneType 6>>>>>>>>>>"), ["", "6.2.5-4", "6.2.5-4"]),
        ("an inline image by its long key", Draw("", "BI /W 1 /H 1 /BPC 8 /CS /RGB /Length 3 ID abc EI", &[]), ["", "", ""]),
        ("an orientation that is none", Metadata("></rdf:Description>", " xmlns:tiff='http://ns.adobe.com/tiff/1.0/' tiff:Orientation='9'></rdf:Description>"), ["", "", ""]),
        ("an orientation that is no number", Metadata("></rdf:Description>", " xmlns:tiff='http://ns.adobe.com/tiff/1.0/' tiff:Orientation='up'></rdf:Description>"), ["6.7.9-3", "6.6.2.3.1-2", ""]),
        ("an annotation without flags", Annotation("/Subtype/Square/AP<</N 9 0 R>>"), ["6.5.3-2", "6.3.2-1", "6.3.2-1"]),
        ("a script by its name", Catalog("/Names<</JavaScript<</Names[(a)<</S/JavaScript/JS()>>]>>>>"), ["", "", ""]),
        ("a revision of another year", Metadata("rev='2020'", "rev='2021'"), ["", "", "6.7.3-5"]),
        ("a resource that is missing", Draw("", "/X Do", &[]), ["", "", "6.2.2-3"]),
        ("an entry that pages do not have", Page("/OpenAction<</S/Launch>>/A<</S/Launch>>"), ["", "", ""]),
        ("an event that annotations do not have", Annotation("/Subtype/Text/F 4/AP<</N 9 0 R>>/AA<</O<</S/Launch>>>>"), ["", "", "6.6.3-1"]),
        ("a brace between operators", Draw("", "q{Q", &[]), ["6.2.10-1", "6.2.2-1", "6.2.2-1"]),
        ("a font with widths from 0", invisible("/Subtype/Type1/BaseFont/A/LastChar 0/Widths[500]"), ["6.3.2-4", "6.2.11.2-4", "6.2.10.2-4"]),
        ("a CMap that PDF 1.4 does not have", composite("/UniJIS-UTF16-H", "(Japan1)", "3 Tr"), ["6.3.3.1-1 6.3.3.3-1", "", ""]),
        ("two separations of one name", Draw(leak(format!("/ColorSpace<</C{}/D{}>>", ink("All", 0), ink("All", 1))), "/C cs /D cs", &[]), ["", "6.2.4.4-2", "6.2.4.4-2"]),
        ("a default colour space that is none", Draw("/ColorSpace<</DefaultCMYK[/Odd]>>", "1 0 0 1 k", &[]), ["6.2.3.3-2", "6.2.4.3-3", "6.2.4.3-3"]),
        ("a profile that is missing", Draw("/ColorSpace<</C[/ICCBased 99 0 R]>>", "/C cs 1 1 1 sc", &[]), ["6.2.3.2-1", "6.2.4.2-1", "6.2.4.2-1"]),
        ("a pattern of no kind", Draw("/Pattern<</P<<>>>>", "/Pattern cs /P scn", &[]), ["", "", "6.2.2-3"]),
        ("a pattern where none is set", Draw("", "/P scn", &[]), ["", "", ""]),
        ("an inline image in a colour space that is none", Draw("/ColorSpace<</C[/Odd/DeviceRGB 0<00>]>>", "BI /W 1 /H 1 /BPC 8 /CS /C /L 1 ID a EI", &[]), ["", "", ""]),
        ("a real with two points", Draw("", "1.2.3 w 0.0.7 w", &[]), ["6.1.12-2", "6.1.13-2", ""]),
        ("a hexadecimal string in properties", Draw("", "/Span<</A<4z>>>BDC EMC", &[]), ["6.1.6-2", "6.1.6-2", "6.1.5-2"]),
        ("a hexadecimal string that does not end", Draw("", "< 1 <41> w", &[]), ["6.1.6-2", "6.1.6-2", "6.1.5-2"]),
        ("a CIDFont of no kind", invisible("/Subtype/Type0/BaseFont/A/Encoding/Identity-H/DescendantFonts[<</Type/Font/Subtype/Odd/BaseFont/A/CIDSystemInfo<</Registry(A)/Ordering(B)/Supplement 0>>>>]"), ["6.3.2-2", "6.2.11.2-2", "6.2.10.2-2"]),
        ("a CIDFont of the kind of simple fonts", invisible("/Subtype/Type0/BaseFont/A/Encoding/Identity-H/DescendantFonts[<</Type/Font/Subtype/Type1/BaseFont/A/CIDSystemInfo<</Registry(A)/Ordering(B)/Supplement 0>>>>]"), ["", "", ""]),
        ("two separations of two names", Draw(leak(format!("/ColorSpace<</C{}/D{}>>", ink("All", 0), ink("Ink", 1))), "/C cs /D cs", &[]), ["", "", ""]),
    ]
}

#[test]
fn each_thing_that_is_forbidden_is_told_by_its_rule() {
    let mut wrong = Vec::new();
    for (what, change, expected) in cases() {
        let parts = parts(&change);
        for (flavour, ids) in ["1b", "2b", "4"].iter().zip(expected) {
            let expected = crate::common::ids(ids);
            let found = broken(flavour, &parts);
            if found != expected {
                wrong.push(format!("{what}, {flavour}: {found:?} and not {expected:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Without an output intent, a missing pattern or base counts as DeviceGray.
#[test]
fn colours_that_are_missing_are_gray() {
    let of = |resources: &str, content: &str| Parts {
        catalog: "/OutputIntents null".into(),
        resources: resources.into(),
        content: content.into(),
        ..Parts::default()
    };
    let gray = ids("6.2.4.3-4");
    assert_eq!(broken("2b", &of("", "/Pattern cs /P scn")), gray);
    assert_eq!(broken("2b", &of("", "/Pattern cs 0 0 9 9 re f")), ids(""));
    let indexed = of("/ColorSpace<</C[/Indexed/Odd 0<00>]>>", "/C cs 0 sc");
    assert_eq!(broken("2b", &indexed), gray);
    // The blending space of a page is a colour space.
    let blends = |space: &str| Parts {
        page: format!("/Group<</S/Transparency/CS {space}>>"),
        ..of("/ExtGState<</G<</ca .5>>>>", "/G gs 0 0 9 9 re f")
    };
    let without = ids("6.2.10-2 6.2.4.3-4");
    assert_eq!(broken("2b", &blends("-1")), without);
    let calibrated = "[/CalRGB<</WhitePoint[.9 1 1]>>]";
    assert_eq!(broken("2b", &blends(calibrated)), gray);
    // A soft mask is a dictionary.
    let masked = of("/ExtGState<</G<</SMask/Odd>>>>", "/G gs 0 0 9 9 re f");
    assert_eq!(broken("2b", &masked), gray);
}

#[test]
fn what_was_repaired_does_not_pass() {
    let repairs = |parts: &Parts| {
        let folder = crate::common::scratch();
        let path = folder.path().join("case.pdf");
        std::fs::write(&path, pdf("1b", parts)).expect("a file can be written");
        let path = path.display().to_string();
        let run = crate::common::run(&["validate", "--format", "json", "-f", "1b", &path]);
        let report: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
        assert_eq!(report["findings"].as_array().map(Vec::len), Some(0));
        let repairs = report["repairs"].as_array().cloned().unwrap_or_default();
        assert_eq!(report["conforms"], repairs.is_empty());
        repairs
    };
    let content = |content: &str| Parts {
        content: content.into(),
        ..Parts::default()
    };
    assert_eq!(repairs(&content("q [] 0 d Q")).len(), 0);
    let end = repairs(&content("q ] Q ]"));
    assert_eq!(end, ["page 1: a ] without a [ in the content was skipped"]);
    let filter = |name: &str| Parts {
        objects: vec![format!(
            "<</Filter/{name}/Length 3>>\nstream\n41>\nendstream"
        )],
        ..Parts::default()
    };
    assert_eq!(repairs(&filter("ASCIIHexDecode")).len(), 0);
    let short = repairs(&filter("AHx"));
    assert!(
        short[0]
            .as_str()
            .is_some_and(|text| text.contains("object 8 has the filter AHx"))
    );
}

/// A TrueType program of two glyphs, .notdef and one for the code 97, both `width` wide, as a stream.
fn truetype(em: u16, width: u16, glyphs: u16, metrics: &[u8; 4]) -> String {
    let mut head = vec![0; 54];
    head[..4].copy_from_slice(&[0, 1, 0, 0]);
    head[12..16].copy_from_slice(&[0x5F, 0x0F, 0x3C, 0xF5]);
    head[18..20].copy_from_slice(&em.to_be_bytes());
    let mut hhea = vec![0; 36];
    hhea[..4].copy_from_slice(&[0, 1, 0, 0]);
    hhea[35] = 2;
    let width = width.to_be_bytes();
    let hmtx = [width, [0, 0], width, [0, 0]].concat();
    let maxp = [&[0, 0, 0x50, 0][..], &glyphs.to_be_bytes()].concat();
    // A table for Mac OS of format 0.
    let mut cmap = vec![0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 12, 0, 0, 1, 6, 0, 0];
    cmap.extend((0..=255u8).map(|code| u8::from(code == 97)));
    let tables: [(&[u8; 4], Vec<u8>); 5] = [
        (b"cmap", cmap),
        (b"head", head),
        (b"hhea", hhea),
        (metrics, hmtx),
        (b"maxp", maxp),
    ];
    let mut program = vec![0, 1, 0, 0, 0, 5, 0, 64, 0, 2, 0, 16];
    let mut at = program.len() as u32 + 5 * 16;
    for (tag, table) in &tables {
        program.extend(*tag);
        for number in [0, at, table.len() as u32] {
            program.extend(number.to_be_bytes());
        }
        at += table.len() as u32;
    }
    program.extend(tables.into_iter().flat_map(|(_, table)| table));
    let digits: String = program.iter().map(|byte| format!("{byte:02X}")).collect();
    let stream = stream("/Filter/ASCIIHexDecode", format!("{digits}>").as_bytes());
    String::from_utf8(stream).expect("digits")
}

#[test]
fn truetype_programs_are_read_as_far_as_they_go() {
    let of = |program: String, width: &str, shown: &str| Parts {
        resources: format!(
            "/Font<</F<</Type/Font/Subtype/TrueType/BaseFont/A/FirstChar 97/LastChar 98\
             /Widths[{width} {width}]/FontDescriptor<</Type/FontDescriptor/FontName/A/Flags 4\
             /FontFile2 8 0 R>>>>>>"
        ),
        content: format!("BT /F 9 Tf ({shown}) Tj ET"),
        objects: vec![program],
        ..Parts::default()
    };
    let broken = |parts: Parts| broken("2b", &parts);
    let sound = || truetype(1000, 500, 2, b"hmtx");
    assert_eq!(broken(of(sound(), "500", "a")), ids(""));
    assert_eq!(broken(of(sound(), "502", "a")), ids("6.2.11.5-1"));
    // Codes of symbolic fonts select glyphs without names, so a missing one is not .notdef by name.
    assert_eq!(broken(of(sound(), "500", "b")), ids("6.2.11.4.1-2"));
    // The character map counts even if the number of glyphs is wrong.
    assert_eq!(
        broken(of(truetype(1000, 500, 0, b"hmtx"), "500", "a")),
        ids("")
    );
    let without_metrics = truetype(1000, 500, 2, b"odd ");
    assert_eq!(broken(of(without_metrics, "500", "a")), ids("6.2.11.4.1-1"));
    // 333.0078 thousandths of the em.
    let fraction = || truetype(2048, 682, 2, b"hmtx");
    assert_eq!(broken(of(fraction(), "333", "a")), ids(""));
    assert_eq!(broken(of(fraction(), "332", "a")), ids("6.2.11.5-1"));
    // FontFile3 without a Subtype is not a font file of a Type 1 font; its widths are not compared.
    let mut other = of(sound(), "502", "a");
    other.resources = other
        .resources
        .replace("/TrueType", "/Type1")
        .replace("FontFile2", "FontFile3");
    assert_eq!(broken(other), ids("6.2.11.4.1-1"));
}

#[test]
fn a_file_is_associated_by_an_array() {
    let of = |af: &str| Parts {
        catalog: format!("/AF {af}"),
        objects: vec![
            "<</Type/Filespec/F(a)/UF(a)/AFRelationship/Data/EF<</F 9 0 R>>>>".into(),
            "<</Type/EmbeddedFile/Subtype/text#2Fplain/Length 1>>\nstream\na\nendstream".into(),
        ],
        ..Parts::default()
    };
    assert!(!broken("3b", &of("[8 0 R]")).contains("6.8-4"));
    assert!(broken("3b", &of("8 0 R")).contains("6.8-4"));
}

#[test]
fn metadata_of_a_page_must_fit_the_schemas_from_part_2_on() {
    let packet = "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>\
                  <rdf:Description rdf:about='' xmlns:a='urn:a' a:b='c'/></rdf:RDF></x:xmpmeta>";
    let of = |page: &str, entries: &str| Parts {
        page: page.into(),
        objects: vec![String::from_utf8(stream(entries, packet.as_bytes())).unwrap()],
        ..Parts::default()
    };
    let page = of("/Metadata 8 0 R", "/Type/Metadata/Subtype/XML");
    assert_eq!(broken("1b", &page), crate::common::ids(""));
    assert_eq!(
        broken("2b", &page),
        crate::common::ids("6.6.2.3.1-1 6.6.2.3.1-2")
    );
    assert_eq!(broken("4", &page), crate::common::ids(""));
    let inside = of(
        "/PieceInfo<</A<</Metadata 8 0 R>>>>",
        "/Type/Metadata/Subtype/XML",
    );
    assert_eq!(
        broken("2b", &inside),
        crate::common::ids("6.6.2.3.1-1 6.6.2.3.1-2")
    );
    let unused = of("", "/Type/Metadata/Subtype/XML");
    assert_eq!(broken("2b", &unused), crate::common::ids(""));
    let unmarked = of("/Metadata 8 0 R", "/Type/Metadata");
    assert_eq!(broken("2b", &unmarked), crate::common::ids(""));
}

#[test]
fn codes_without_a_name_or_named_notdef_have_no_text() {
    let of = |font: &str| Parts {
        resources: format!("/Font<</F<</Type/Font{font}>>>>"),
        content: "BT 3 Tr /F 9 Tf (a) Tj ET".into(),
        objects: vec![String::from_utf8(stream("", b"0 0 d0")).unwrap()],
        ..Parts::default()
    };
    let metrics = "/FirstChar 97/LastChar 97/Widths[0]";
    let nameless = ids("6.2.11.7.2-1");
    for (font, expected) in [
        ("/BaseFont/Helvetica", &ids("")),
        (
            "/BaseFont/Helvetica/Encoding<</Differences[98/a]>>",
            &ids(""),
        ),
        ("/BaseFont/Arial", &nameless),
        ("/BaseFont/Symbol", &nameless),
        ("/BaseFont/Arial/Encoding/WinAnsiEncoding", &ids("")),
        ("/BaseFont/Arial/Encoding<</Differences[97/a]>>", &ids("")),
    ] {
        let font = of(&format!("/Subtype/Type1{metrics}{font}"));
        assert_eq!(&broken("2u", &font), expected, "{}", font.resources);
    }
    let drawn = of(&format!(
        "/Subtype/Type3{metrics}/FontBBox[0 0 1 1]/FontMatrix[.001 0 0 .001 0 0]/Resources<<>>\
         /Encoding<</Differences[97/.notdef]>>/CharProcs<</.notdef 8 0 R>>"
    ));
    assert_eq!(broken("2u", &drawn), ids("6.2.11.7.2-2 6.2.11.8-1"));
    assert_eq!(broken("4", &drawn), ids("6.2.10.7-1 6.2.10.9-1"));
    // From part 2 on, the drawn glyphs only need names.
    let named = Parts {
        resources: drawn.resources.replace(".notdef", "a"),
        ..drawn
    };
    assert!(broken("1a", &named).contains("6.3.8-1"));
    assert_eq!(broken("2u", &named), ids(""));
}

#[test]
fn the_trailer_that_counts_is_the_one_that_startxref_leads_to() {
    let mut file = pdf("4", &parts(&Change::Trailer("/Info 8 0 R")));
    let text = String::from_utf8_lossy(&file).into_owned();
    let start = text.rsplit("startxref").next().unwrap();
    let section = "xref\n0 1\n0000000000 65535 f \ntrailer<</Size 1>>\nstartxref";
    file.extend_from_slice(format!("{section}{start}").as_bytes());
    assert_eq!(broken_rules("4", &file), ids("6.1.3-1 6.1.3-4 6.1.3-5"));
}

#[test]
fn images_have_their_rules() {
    let cases = [
        ("/Alternates[]", ["6.2.4-1", "6.2.8-1", "6.2.7.1-1"]),
        ("/OPI<<>>", ["6.2.4-2", "6.2.8-2", "6.2.7.1-2"]),
        ("/Interpolate true", ["6.2.4-3", "6.2.8-3", "6.2.7.1-3"]),
        ("/Intent/Nice", ["6.2.9-1", "6.2.6-1", "6.2.4.6-1"]),
        ("", ["", "", ""]),
    ];
    for (entries, expected) in cases {
        let parts = Parts {
            resources: "/XObject<</I 8 0 R>>".into(),
            content: "/I Do".into(),
            objects: vec![format!("<<{IMAGE}{entries}>>\nstream\nabc\nendstream")],
            ..Parts::default()
        };
        for (flavour, id) in ["1b", "2b", "4"].iter().zip(expected) {
            let found: Vec<String> = broken(flavour, &parts).into_iter().collect();
            let id: Vec<&str> = [id].into_iter().filter(|i| !i.is_empty()).collect();
            assert_eq!(found, id, "{entries} in {flavour}");
        }
    }
}

#[test]
fn images_have_as_many_bits_as_their_kind_allows() {
    let rgb = "/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceRGB/Length 3";
    let mask = "/Type/XObject/Subtype/Image/Width 1/Height 1/ImageMask true/Length 3";
    let masked = "/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceRGB/BitsPerComponent 8\
                  /Mask 9 0 R/Length 3";
    let image = |entries: &str, bits| {
        format!("<<{entries}/BitsPerComponent {bits}>>\nstream\nabc\nendstream")
    };
    let cases = [
        (rgb, 8, ["", "", ""]),
        (rgb, 3, ["6.2.4-4", "6.2.8-4", "6.2.7.1-4"]),
        (rgb, 16, ["6.2.4-4", "", ""]),
        (mask, 1, ["", "", ""]),
        (mask, 2, ["", "", ""]),
        (masked, 2, ["6.2.4-5", "6.2.8-5", "6.2.7.1-5"]),
        (masked, 1, ["", "", ""]),
    ];
    for (entries, bits, expected) in cases {
        let parts = Parts {
            resources: "/XObject<</I 8 0 R>>".into(),
            content: "/I Do".into(),
            objects: if entries == masked {
                vec![
                    format!("<<{masked}>>\nstream\nabc\nendstream"),
                    image(mask, bits),
                ]
            } else {
                vec![image(entries, bits)]
            },
            ..Parts::default()
        };
        for (flavour, id) in ["1b", "2b", "4"].iter().zip(expected) {
            assert_eq!(
                broken(flavour, &parts),
                crate::common::ids(id),
                "{entries} {bits}"
            );
        }
    }
}

#[test]
fn only_what_is_painted_is_transparent() {
    let with = |content: &str| Parts {
        catalog: "/OutputIntents[]".into(),
        resources: "/ColorSpace<</C[/CalRGB<</WhitePoint[.9 1 1]>>]>>/ExtGState<</G<</ca .5>>>>"
            .into(),
        content: content.into(),
        ..Parts::default()
    };
    for (content, expected) in [
        ("/C cs /C CS /G gs", ["", ""]),
        ("/C cs /C CS /G gs 0 0 9 9 re S", ["", ""]),
        ("/C cs /C CS /G gs 0 0 9 9 re f", ["6.2.10-2", "6.2.9-2"]),
        ("/C cs /C CS q /G gs Q 0 0 9 9 re f", ["", ""]),
    ] {
        for (flavour, ids) in ["2b", "4"].iter().zip(expected) {
            assert_eq!(
                broken(flavour, &with(content)),
                crate::common::ids(ids),
                "{content}"
            );
        }
    }
}

#[test]
fn a_soft_mask_of_an_image_is_transparency() {
    let parts = Parts {
        resources: "/XObject<</I 8 0 R>>".into(),
        content: "/I Do".into(),
        objects: vec![
            format!("<<{IMAGE}/SMask 9 0 R>>\nstream\nabc\nendstream"),
            "<</Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray\
             /Length 1>>\nstream\na\nendstream"
                .into(),
        ],
        ..Parts::default()
    };
    assert_eq!(broken("1b", &parts), crate::common::ids("6.4-2"));
    assert_eq!(broken("2b", &parts), crate::common::ids(""));
    let mut odd = parts.clone();
    odd.objects[1] = odd.objects[1].replace("/Length", "/Intent/Odd/Length");
    assert_eq!(broken("1b", &odd), crate::common::ids("6.2.9-1 6.4-2"));
    assert_eq!(broken("2b", &odd), crate::common::ids("6.2.6-1"));
}

#[test]
fn only_glyphs_that_are_shown_are_transparent() {
    let with = |text: &str| {
        Parts {
        catalog: "/OutputIntents[]".into(),
        resources: "/ColorSpace<</C[/CalRGB<</WhitePoint[.9 1 1]>>]>>/Font<</F<</Type/Font/Subtype/Type3/FontBBox\
                    [0 0 9 9]/FontMatrix[.1 0 0 .1 0 0]/FirstChar 97/LastChar 98/Widths[9 9]/Encoding<</Differences\
                    [97/a/b]>>/CharProcs<</a 8 0 R/b 9 0 R>>/Resources<</ExtGState<</G<</ca .5>>>>>>>>>>"
            .into(),
        content: format!("/C cs /C CS BT /F 9 Tf {text} ET"),
        objects: [b"9 0 d0 /G gs 0 0 9 9 re f".as_slice(), b"9 0 d0 0 0 9 9 re f"]
            .map(|content| String::from_utf8(stream("", content)).unwrap())
            .into(),
        ..Parts::default()
    }
    };
    for (text, expected) in [
        ("(b) Tj", ""),
        ("(b) Tj (a) Tj", "6.2.10-2"),
        ("(b) Tj 3 Tr (a) Tj", ""),
    ] {
        assert_eq!(
            broken("2b", &with(text)),
            crate::common::ids(expected),
            "{text}"
        );
    }
}

#[test]
fn a_group_does_not_blend_in_the_profile_of_the_output() {
    let mut profile = vec![0u8; 128];
    profile[8] = 2;
    profile[12..16].copy_from_slice(b"prtr");
    profile[16..20].copy_from_slice(b"CMYK");
    profile[36..40].copy_from_slice(b"acsp");
    let of = |space: &str| {
        Parts {
        catalog: "/OutputIntents[8 0 R]".into(),
        page: format!("/Group<</S/Transparency/CS{space}>>"),
        objects: vec![
            "<</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier(C)/DestOutputProfile 9 0 R>>".into(),
            String::from_utf8(stream("/N 4", &profile)).unwrap(),
        ],
        ..Parts::default()
    }
    };
    assert_eq!(broken("4", &of("/DeviceCMYK")), crate::common::ids(""));
    assert_eq!(
        broken("4", &of("[/ICCBased 9 0 R]")),
        crate::common::ids("6.2.4.2-3")
    );
}

#[test]
fn the_colour_of_an_annotation_needs_an_output_intent() {
    let mut parts = parts(&Change::Annotation(
        "/Subtype/Text/F 4/C[1 0 0]/AP<</N 9 0 R>>",
    ));
    assert_eq!(broken("1b", &parts), crate::common::ids(""));
    parts.catalog = "/OutputIntents[]".into();
    assert_eq!(broken("1b", &parts), crate::common::ids("6.5.3-3"));
}

#[test]
fn a_profile_for_exchange_is_in_the_file() {
    let intents = |entry: &str| Parts {
        catalog: format!(
            "/OutputIntents[6 0 R<</S/GTS_PDFX/OutputConditionIdentifier(a){entry}>>]"
        ),
        ..Parts::default()
    };
    assert_eq!(broken("2b", &intents("")), crate::common::ids(""));
    let elsewhere = intents("/DestOutputProfileRef<<>>");
    assert_eq!(broken("2b", &elsewhere), crate::common::ids("6.2.3-3"));
}

#[test]
fn a_signature_covers_the_file_and_names_its_signer() {
    let parts = Parts {
        catalog: "/AcroForm<</Fields[8 0 R]>>".into(),
        objects: vec![
            "<</FT/Sig/T(a)/V 9 0 R>>".into(),
            "<</Type/Sig/Filter/A/ByteRange[0 1 2 3]/Contents<00>>>".into(),
        ],
        ..Parts::default()
    };
    assert_eq!(
        broken("2b", &parts),
        crate::common::ids("6.4.3-1 6.4.3-2 6.4.3-3")
    );
}

#[test]
fn metadata_are_written_plainly_in_part_1() {
    let mut parts = Parts::default();
    assert_eq!(broken("1b", &parts), crate::common::ids(""));
    parts.metadata_stream = "/Filter[]".into();
    assert_eq!(broken("1b", &parts), crate::common::ids("6.7.2-2"));
}

#[test]
fn a_colour_space_has_at_most_32_colourants() {
    let space = |count: usize| Parts {
        resources: format!(
            "/ColorSpace<</C[/DeviceN[{}]/DeviceRGB 8 0 R<</Colorants<<>>>>]>>",
            (0..count).map(|n| format!("/c{n}")).collect::<String>()
        ),
        content: format!("/C cs {}scn", "0 ".repeat(count)),
        objects: vec![
            "<</FunctionType 4/Domain[0 1]/Range[0 1 0 1 0 1]/Length 2>>\nstream\n{}\nendstream"
                .into(),
        ],
        ..Parts::default()
    };
    assert!(!broken("2b", &space(32)).contains("6.1.13-9"));
    assert!(broken("2b", &space(33)).contains("6.1.13-9"));
}

#[test]
fn keywords_stand_where_they_must() {
    let file = pdf("1b", &Parts::default());
    let with = |from: &str, to: &str| {
        let text: String = file.iter().map(|&b| char::from(b)).collect();
        assert!(text.contains(from) && from.len() == to.len());
        let changed: Vec<u8> = text
            .replacen(from, to, 1)
            .chars()
            .map(|c| c as u8)
            .collect();
        broken_rules("1b", &changed)
    };
    assert_eq!(with("xref\n0 8\n", "xref\n0 8\n"), crate::common::ids(""));
    assert_eq!(
        with("xref\n0 8\n0000", "xref\n0  8\n000"),
        crate::common::ids("6.1.4-1")
    );
    assert_eq!(
        with("stream\n\nendstream", "stream\r\nendstream"),
        crate::common::ids("6.1.7-1")
    );
    // An indirect object with nothing between `obj` and `endobj`.
    let parts = Parts {
        objects: vec!["".into()],
        ..Parts::default()
    };
    assert_eq!(broken("1b", &parts), crate::common::ids("6.1.8-1"));
    // Something between the object and `endobj`.
    let parts = Parts {
        objects: vec!["[1 2] ]".into()],
        ..Parts::default()
    };
    assert_eq!(broken("1b", &parts), crate::common::ids("6.1.8-1"));
}

#[test]
fn a_file_in_a_file_has_to_be_pdf_a_in_part_2() {
    let inner = |data: &[u8]| -> BTreeSet<String> {
        // Hexadecimal digits, so that the outer file contains no keywords of the inner one.
        let hex: String = data.iter().map(|b| format!("{b:02X}")).collect::<String>() + ">";
        let parts = Parts {
            catalog: "/Names<</EmbeddedFiles<</Names[(a)8 0 R]>>>>".into(),
            objects: vec![
                "<</Type/Filespec/F(a)/UF(a)/EF<</F 9 0 R>>>>".into(),
                format!(
                    "<</Type/EmbeddedFile/Filter/ASCIIHexDecode/Length {}>>\nstream\n{hex}\nendstream",
                    hex.len()
                ),
            ],
            ..Parts::default()
        };
        broken("2b", &parts)
    };
    assert_eq!(inner(&pdf("2b", &Parts::default())), BTreeSet::new());
    assert_eq!(inner(&pdf("1b", &Parts::default())), BTreeSet::new());
    assert_eq!(inner(b"plain text"), BTreeSet::from(["6.8-5".to_owned()]));
    let bad = Parts {
        catalog: "/Requirements[]".into(),
        ..Parts::default()
    };
    assert_eq!(
        inner(&pdf("2b", &bad)),
        BTreeSet::from(["6.8-5".to_owned()])
    );
}

/// For each broken rule: its id, the number of faults, and the first thing found.
fn findings(flavour: &str, parts: &Parts) -> Vec<(String, usize, String)> {
    let folder = crate::common::scratch();
    let path = folder.path().join("case.pdf");
    std::fs::write(&path, pdf(flavour, parts)).expect("a file can be written");
    let path = path.to_str().expect("UTF-8");
    let run = crate::common::run(&["validate", "--format", "json", "-f", flavour, path]);
    let report: serde_json::Value = serde_json::from_str(run.stdout.trim()).expect("JSON");
    let findings = report["findings"].as_array().expect("findings").iter();
    findings
        .map(|f| {
            let id = format!("{}-{}", f["clause"].as_str().unwrap_or_default(), f["test"]);
            let found = f["faults"][0]["found"].as_str().unwrap_or_default();
            let count = f["count"].as_u64().unwrap_or_default();
            (id, count as usize, found.to_owned())
        })
        .collect()
}

/// The number of faults and the first thing found, for one rule.
fn finding(flavour: &str, parts: &Parts, id: &str) -> Option<(usize, String)> {
    let mut findings = findings(flavour, parts).into_iter();
    findings.find_map(|(of, count, found)| (of == id).then_some((count, found)))
}

#[test]
fn operators_count_each_and_objects_once() {
    let draw = |resources: &str, content: &str, objects: &[&str]| Parts {
        resources: resources.into(),
        content: content.into(),
        objects: objects.iter().map(|o| (*o).to_owned()).collect(),
        ..Parts::default()
    };
    let count = |parts: &Parts, id| finding("2b", parts, id).map_or(0, |(count, _)| count);
    // Counts the operator that sets the colour, and each one that paints with it.
    let cmyk = draw("", "0 0 0 1 k 0 0 9 9 re f 0 0 9 9 re f 0 0 9 9 re S", &[]);
    assert_eq!(count(&cmyk, "6.2.4.3-3"), 3);
    let both = draw("", "0 0 0 1 k 0 0 0 1 K 0 0 9 9 re B", &[]);
    assert_eq!(count(&both, "6.2.4.3-3"), 4);
    // `cs` and `scn` count, `sc` does not.
    let space = draw(
        "",
        "/DeviceCMYK cs 0 0 0 1 sc 0 0 0 1 scn 0 0 9 9 re f",
        &[],
    );
    assert_eq!(count(&space, "6.2.4.3-3"), 3);
    // A colour space, graphics state or image that is an object counts once.
    let object = "[/Indexed/DeviceCMYK 0<00000000>]";
    let indexed = draw(
        "/ColorSpace<</C 8 0 R>>",
        "/C cs 0 scn 0 0 9 9 re f",
        &[object],
    );
    assert_eq!(count(&indexed, "6.2.4.3-3"), 1);
    let state = draw(
        "/ExtGState<</G 8 0 R>>",
        "/G gs /G gs",
        &["<</TR/Identity>>"],
    );
    assert_eq!(count(&state, "6.2.5-1"), 1);
    let direct = draw("/ExtGState<</G<</TR/Identity>>>>", "/G gs /G gs", &[]);
    assert_eq!(count(&direct, "6.2.5-1"), 2);
    let image = format!("<<{IMAGE}/Interpolate true>>\nstream\nabc\nendstream");
    let image = draw("/XObject<</I 8 0 R>>", "/I Do /I Do", &[&image]);
    assert_eq!(count(&image, "6.2.8-3"), 1);
    // The operators of a form count once, even if the form is drawn twice.
    let form = "<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<<>>/Length 23>>\n\
                stream\n0 0 0 1 k 0 0 9 9 re f  \nendstream";
    let form = draw("/XObject<</X 8 0 R>>", "/X Do /X Do", &[form]);
    assert_eq!(count(&form, "6.2.4.3-3"), 2);
}

#[test]
fn what_is_found_is_the_thing_itself() {
    let cases: &[(&str, Change, &str, &str)] = &[
        (
            "1b",
            Change::Draw("", "0 0 0 1 k", &[]),
            "6.2.3.3-2",
            "DeviceCMYK",
        ),
        (
            "2b",
            Change::Draw("/ExtGState<</G<</TR/Identity>>>>", "/G gs", &[]),
            "6.2.5-1",
            "TR /Identity",
        ),
        (
            "2b",
            Change::Annotation("/Subtype/Text/F 6/AP<</N 9 0 R>>"),
            "6.3.2-2",
            "Text annotation, F 6: Hidden, Print",
        ),
        (
            "2b",
            Change::Annotation("/Subtype/Text/F 4/AP<</N<</a 9 0 R>>>>"),
            "6.3.3-4",
            "Text annotation, N with 1 state",
        ),
        (
            "4",
            Change::Catalog("/Version/1.7"),
            "6.1.12-1",
            "Version /1.7",
        ),
        (
            "1b",
            Change::Trailer("/Info 8 0 R"),
            "6.7.3-2",
            "Title \"a\", no dc:title",
        ),
        (
            "4",
            Change::Trailer("/Info 8 0 R"),
            "6.1.3-4",
            "Info without PieceInfo",
        ),
        (
            "2b",
            Change::Metadata("pdfaid:part='2'", "pdfaid:part='7'"),
            "6.6.4-2",
            "pdfaid:part \"7\"",
        ),
        (
            "2b",
            Change::Metadata(
                "></rdf:Description>",
                " xmlns:xmp='http://ns.adobe.com/xap/1.0/'><xmp:Identifier><rdf:Bag><rdf:li>a</rdf:li>\
                 <rdf:li><rdf:Seq/></rdf:li></rdf:Bag></xmp:Identifier></rdf:Description>",
            ),
            "6.6.2.3.1-2",
            "xmp:Identifier holding: Seq of 0 items",
        ),
    ];
    for (flavour, change, id, expected) in cases {
        let found = finding(flavour, &parts(change), id).map(|(_, found)| found);
        assert_eq!(found.as_deref(), Some(*expected), "{flavour} {id}");
    }
}

#[test]
fn a_file_that_was_cut_off_never_passes() {
    let whole = pdf("2b", &Parts::default());
    assert_eq!(broken_rules("2b", &whole), BTreeSet::new());
    let end = whole.windows(9).rposition(|w| w == b"startxref").unwrap();
    let folder = tempfile::tempdir().expect("a folder");
    // Only the line end behind `%%EOF` may be missing.
    let cuts = end - 12..whole.len();
    let paths = cuts.map(|cut| {
        let path = folder.path().join(format!("{cut}.pdf"));
        std::fs::write(&path, &whole[..cut]).expect("written");
        path.display().to_string()
    });
    let paths: Vec<String> = paths.collect();
    let args: Vec<&str> = ["validate", "-f", "2b"]
        .into_iter()
        .chain(paths.iter().map(String::as_str))
        .collect();
    let run = crate::common::run(&args);
    let verdicts = run.stdout.lines().filter(|line| !line.starts_with(' '));
    let passed: Vec<&str> = verdicts.filter(|line| line.starts_with("PASS")).collect();
    let last = paths.last().expect("a cut");
    assert_eq!(passed, [format!("PASS {last} 2b")], "{}", run.stdout);
    for reason in [
        "repaired: the file has no startxref with an offset; the table was rebuilt",
        "repaired: the file ends within the offset after startxref; the table was rebuilt",
        "6.1.3-3: the file does not end with %%EOF",
    ] {
        assert!(run.stdout.contains(reason), "{reason}: {}", run.stdout);
    }
}

#[test]
fn a_file_whose_startxref_leads_elsewhere_does_not_pass() {
    let whole = String::from_utf8(pdf("2b", &Parts::default())).expect("a file of text");
    let at = whole.rfind("startxref").expect("the keyword");
    let moved = format!("{}startxref\n15\n%%EOF\n", &whole[..at]);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("moved.pdf");
    std::fs::write(&path, moved).expect("written");
    let path = path.display().to_string();
    let run = crate::common::run(&["validate", "-f", "2b", "--format", "json", &path]);
    assert_eq!(run.status, 1, "{}", run.stdout);
    let report: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(report["conforms"], false);
    assert_eq!(
        report["findings"].as_array().map(Vec::len),
        Some(0),
        "{report}"
    );
    let repair = "the last startxref does not lead to a cross-reference table or stream; \
                  the table was rebuilt from the objects";
    assert_eq!(report["repairs"][0], repair);
}

#[test]
fn fonts_written_in_place_are_told_apart() {
    let parts = Parts {
        resources:
            "/Font<</F<</Type/Font/Subtype/Type1/BaseFont/A/FirstChar 97/LastChar 97/Widths[500]>>\
                    /G<</Type/Font/Subtype/Type1/BaseFont/A/LastChar 97/Widths[500]>>>>"
                .into(),
        content: "BT 3 Tr /F 9 Tf (a) Tj /G 9 Tf (a) Tj ET".into(),
        ..Parts::default()
    };
    assert_eq!(
        broken("2b", &parts),
        crate::common::ids("6.2.11.2-4 6.2.11.2-6")
    );
}

#[test]
fn file_specifications_written_in_place_are_checked() {
    let parts = Parts {
        catalog: "/Names<</EmbeddedFiles<</Names[(a)<</Type/Filespec/F(a)/EF<</F 8 0 R>>>>]>>>>"
            .into(),
        objects: vec!["<</Type/EmbeddedFile/Length 1>>\nstream\na\nendstream".into()],
        ..Parts::default()
    };
    assert_eq!(broken("2b", &parts), crate::common::ids("6.8-2 6.8-5"));
}
