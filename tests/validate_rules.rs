//! Rules of `pdfa2hocr validate`, one by one: a small file that conforms is written here, one thing in
//! it is changed, and exactly the rule that forbids it must be told, for each part of PDF/A.

mod common;

use std::collections::BTreeSet;

use common::{run, scratch};

/// The parts of a file that a case may change.
#[derive(Clone, Default)]
struct Parts {
    /// Entries added to the catalog.
    catalog: String,
    /// Entries added to the page.
    page: String,
    /// Entries of the page's resources.
    resources: String,
    /// What the page draws.
    content: String,
    /// Objects from number 8 on.
    objects: Vec<String>,
}

/// A file of this flavour that conforms but for what the parts break.
fn pdf(flavour: &str, parts: &Parts) -> Vec<u8> {
    let (part, level) = flavour.split_at(1);
    let four = part == "4";
    let identification = if four {
        "pdfaid:part='4' pdfaid:rev='2020'".to_owned()
    } else {
        format!(
            "pdfaid:part='{part}' pdfaid:conformance='{}'",
            level.to_uppercase()
        )
    };
    let xmp = format!(
        "<?xpacket begin='' id='W5M0MpCehiHzreSzNTczkc9d'?><x:xmpmeta xmlns:x='adobe:ns:meta/'>\
         <rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:Description rdf:about='' \
         xmlns:pdfaid='http://www.aiim.org/pdfa/ns/id/' {identification}/></rdf:RDF></x:xmpmeta>\
         <?xpacket end='w'?>"
    );
    // The header of a monitor profile for RGB, version 2.1.
    let mut profile = vec![0u8; 128];
    profile[8..10].copy_from_slice(&[2, 0x10]);
    profile[12..16].copy_from_slice(b"mntr");
    profile[16..20].copy_from_slice(b"RGB ");
    profile[36..40].copy_from_slice(b"acsp");
    let stream = |dict: &str, data: &[u8]| -> Vec<u8> {
        let head = format!("<<{dict}/Length {}>>\nstream\n", data.len());
        [head.as_bytes(), data, b"\nendstream"].concat()
    };
    let Parts {
        catalog,
        page,
        resources,
        content,
        objects,
    } = parts;
    let mut bodies: Vec<Vec<u8>> = vec![
        format!("<</Type/Catalog/Pages 2 0 R/Metadata 5 0 R/OutputIntents[6 0 R]{catalog}>>")
            .into(),
        "<</Type/Pages/Kids[3 0 R]/Count 1>>".into(),
        format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R\
             /Resources<<{resources}>>{page}>>"
        )
        .into(),
        stream("", content.as_bytes()),
        stream("/Type/Metadata/Subtype/XML", xmp.as_bytes()),
        "<</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier(RGB)/DestOutputProfile 7 0 R>>"
            .into(),
        stream("/N 3", &profile),
    ];
    bodies.extend(objects.iter().map(|o| o.clone().into_bytes()));
    let version = if four {
        "2.0"
    } else if part == "1" {
        "1.4"
    } else {
        "1.7"
    };
    let mut file = format!("%PDF-{version}\n%").into_bytes();
    file.extend_from_slice(b"\xE2\xE3\xCF\xD3\n");
    let mut offsets = Vec::new();
    for (number, body) in (1..).zip(&bodies) {
        offsets.push(file.len());
        file.extend_from_slice(format!("{number} 0 obj\n").as_bytes());
        file.extend_from_slice(body);
        file.extend_from_slice(b"\nendobj\n");
    }
    let table = file.len();
    file.extend_from_slice(
        format!("xref\n0 {}\n0000000000 65535 f \n", bodies.len() + 1).as_bytes(),
    );
    for offset in offsets {
        file.extend_from_slice(format!("{offset:010} 00000 n \n").as_bytes());
    }
    let size = bodies.len() + 1;
    file.extend_from_slice(
        format!("trailer\n<</Size {size}/Root 1 0 R/ID[<01><02>]>>\nstartxref\n{table}\n%%EOF\n")
            .as_bytes(),
    );
    file
}

/// The ids of the rules that a file breaks.
fn broken(flavour: &str, parts: &Parts) -> BTreeSet<String> {
    let folder = scratch();
    let path = folder.path().join("case.pdf");
    std::fs::write(&path, pdf(flavour, parts)).expect("a file can be written");
    let path = path.to_str().expect("UTF-8");
    let run = run(&["validate", "--format", "json", "-f", flavour, path]);
    let report: serde_json::Value = serde_json::from_str(run.stdout.trim()).expect("JSON");
    report["findings"]
        .as_array()
        .expect("findings")
        .iter()
        .map(|f| format!("{}-{}", f["clause"].as_str().unwrap_or_default(), f["test"]))
        .collect()
}

/// What a case changes.
enum Change {
    Catalog(&'static str),
    Page(&'static str),
    /// An annotation, with what it needs to conform but for this.
    Annotation(&'static str),
    /// Resources and what is drawn with them, and objects from number 8 on.
    Draw(&'static str, &'static str, &'static [&'static str]),
}

fn parts(change: &Change) -> Parts {
    let mut parts = Parts::default();
    match change {
        Change::Catalog(entries) => parts.catalog = (*entries).into(),
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

/// A change, and the rules that it breaks in 1b, 2b and 4; none where it is allowed.
type Case = (&'static str, Change, [&'static str; 3]);

const IMAGE: &str =
    "/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceRGB/Length 3";

#[rustfmt::skip]
fn cases() -> Vec<Case> {
    use Change::{Annotation, Catalog, Draw, Page};
    let gs = |state: &'static str| Draw(state, "/G gs", &[]);
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
        ("a halftone with a name", gs("/ExtGState<</G<</HT<</HalftoneType 1/HalftoneName(a)>>>>>>"), ["", "6.2.5-5", "6.2.5-5"]),
        ("an intent", Draw("", "/Best ri", &[]), ["6.2.9-1", "6.2.6-1", ""]),
        ("an operator", Draw("", "BX 1 zz EX", &[]), ["6.2.10-1", "6.2.2-1", "6.2.2-1"]),
        ("CMYK", Draw("", "0 0 0 1 k 0 0 9 9 re f", &[]), ["6.2.3.3-2", "6.2.4.3-3", "6.2.4.3-3"]),
        ("a PostScript XObject", Draw("/XObject<</X 8 0 R>>", "/X Do", &["<</Type/XObject/Subtype/PS/Length 0>>\nstream\n\nendstream"]), ["6.2.7-1", "6.2.9-3", ""]),
        ("a reference XObject", Draw("/XObject<</X 8 0 R>>", "/X Do", &["<</Type/XObject/Subtype/Form/BBox[0 0 1 1]/Ref<<>>/Length 0>>\nstream\n\nendstream"]), ["6.2.6-1", "6.2.9-2", "6.2.8.2-1"]),
        ("an XObject with OPI", Draw("/XObject<</X 8 0 R>>", "/X Do", &["<</Type/XObject/Subtype/Form/BBox[0 0 1 1]/OPI<<>>/Length 0>>\nstream\n\nendstream"]), ["6.2.4-2", "6.2.9-1", "6.2.8.1-1"]),
        ("a font that is not embedded", Draw("/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>", "BT /F 9 Tf (a) Tj ET", &[]), ["6.3.4-1", "6.2.11.4.1-1", "6.2.10.4.1-1"]),
        ("the same font, unseen", Draw("/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>", "BT 3 Tr /F 9 Tf (a) Tj ET", &[]), ["", "", ""]),
        ("a resource that is missing", Draw("", "/X Do", &[]), ["", "", "6.2.2-3"]),
    ]
}

#[test]
fn each_thing_that_is_forbidden_is_told_by_its_rule() {
    let mut wrong = Vec::new();
    for (what, change, expected) in cases() {
        let parts = parts(&change);
        for (flavour, ids) in ["1b", "2b", "4"].iter().zip(expected) {
            let expected: BTreeSet<String> = ids
                .split(' ')
                .filter(|i| !i.is_empty())
                .map(str::to_owned)
                .collect();
            let found = broken(flavour, &parts);
            if found != expected {
                wrong.push(format!("{what}, {flavour}: {found:?} and not {expected:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn images_have_their_rules() {
    let cases = [
        ("/Alternates[]", ["6.2.4-1", "6.2.8-1", "6.2.7.1-1"]),
        ("/OPI<<>>", ["6.2.4-2", "6.2.8-2", "6.2.7.1-2"]),
        ("/Interpolate true", ["6.2.4-3", "6.2.8-3", "6.2.7.1-3"]),
        ("/Intent/Nice", ["6.2.9-1", "6.2.6-1", ""]),
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
fn a_file_in_a_file_has_to_be_pdf_a_in_part_2() {
    let inner = |data: &[u8]| -> BTreeSet<String> {
        // Hexadecimal digits keep the bytes of one file out of the other.
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
