//! The rules of PDF/UA, one by one. Each case builds a small tagged file with one fault, and expects exactly
//! the rule
//! for it. The repaired file conforms.

use crate::common::{broken_rules, ids, stream, with_defaults, written};

/// The parts of a file that a case may change. Objects 1 to 9 are in every file, 10 is an annotation,
/// elements begin
/// at 11, and other objects follow.
#[derive(Clone, Copy, Default)]
struct Parts {
    catalog: &'static str,
    page: &'static str,
    resources: &'static str,
    /// The content of the page. Marked-content sequence 0 belongs to element 8.
    content: &'static str,
    /// Elements in the Document, like `Table(TR(TD TD{/Alt(a)}))`: `@` is the annotation, braces contain
    /// further entries.
    elements: &'static str,
    annotation: &'static str,
    objects: &'static [&'static str],
    /// Properties in the metadata.
    identification: &'static str,
    /// Whether the catalog has no `Lang`.
    speechless: bool,
}

/// Parses `Parts::elements` into objects, and into references to the elements at the top.
struct Elements<'t> {
    rest: &'t str,
    objects: Vec<String>,
}

impl Elements<'_> {
    fn read(text: &str) -> (String, Vec<String>) {
        let mut reader = Elements {
            rest: text,
            objects: Vec::new(),
        };
        let top = reader.siblings(7);
        (top, reader.objects)
    }

    fn take(&mut self, until: impl Fn(char) -> bool) -> String {
        let end = self.rest.find(until).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        taken.to_owned()
    }

    fn siblings(&mut self, parent: usize) -> String {
        let mut kids = String::new();
        loop {
            self.rest = self.rest.trim_start();
            if let Some(rest) = self.rest.strip_prefix('@') {
                self.rest = rest;
                kids += "<</Type/OBJR/Obj 10 0 R>>";
            } else if self.rest.is_empty() || self.rest.starts_with(')') {
                self.rest = self.rest.strip_prefix(')').unwrap_or("");
                return kids;
            } else {
                let number = self.element(parent);
                kids += &format!("{number} 0 R ");
            }
        }
    }

    fn element(&mut self, parent: usize) -> usize {
        let number = 11 + self.objects.len();
        self.objects.push(String::new());
        let kind = self.take(|c| !c.is_ascii_alphanumeric());
        let mut entries = String::new();
        if let Some(rest) = self.rest.strip_prefix('{') {
            self.rest = rest;
            entries = self.take(|c| c == '}');
            self.rest = &self.rest[1..];
        }
        if let Some(rest) = self.rest.strip_prefix('(') {
            self.rest = rest;
            entries += &format!("/K[{}]", self.siblings(number));
        }
        self.objects[number - 11] = format!("<</S/{kind}/P {parent} 0 R{entries}>>");
        number
    }
}

fn pdf(flavour: &str, parts: Parts) -> Vec<u8> {
    let second = flavour == "ua2";
    let identification = with_defaults(
        parts.identification,
        if second {
            &[(" pdfuaid:part", "='2'"), (" pdfuaid:rev", "='2024'")]
        } else {
            &[(" pdfuaid:part", "='1'")]
        },
    );
    // A title for all languages (`x-default`) needs the language of the catalog.
    let title_language = if parts.speechless { "en" } else { "x-default" };
    let xmp = format!(
        "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF \
         xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:Description rdf:about='' \
         xmlns:pdfuaid='http://www.aiim.org/pdfua/ns/id/' {identification} \
         xmlns:dc='http://purl.org/dc/elements/1.1/'><dc:title><rdf:Alt>\
         <rdf:li xml:lang='{title_language}'>A title</rdf:li></rdf:Alt></dc:title>\
         </rdf:Description></rdf:RDF></x:xmpmeta>"
    );
    let mut catalog = with_defaults(
        parts.catalog,
        &[
            ("/MarkInfo", "<</Marked true>>"),
            ("/ViewerPreferences", "<</DisplayDocTitle true>>"),
        ],
    );
    if !parts.speechless {
        catalog += "/Lang(en)";
    }
    let mut page = parts.page.to_owned();
    let mut annotation = "<<>>".to_owned();
    if !parts.annotation.is_empty() {
        page = with_defaults(&page, &[("/Tabs", "/S")]) + "/Annots[10 0 R]";
        let entries = with_defaults(parts.annotation, &[("/Rect", "[1 1 9 9]")]);
        let place = if parts.elements.contains('@') {
            "/StructParent 1"
        } else {
            ""
        };
        annotation = format!("<</Type/Annot{entries}{place}>>");
    }
    let content = match parts.content {
        "" => "/P <</MCID 0>> BDC 0 0 9 9 re f EMC",
        content => content,
    };
    let resources = parts.resources;
    let (kids, elements) = Elements::read(parts.elements);
    let namespace = if second { "/NS 9 0 R" } else { "" };
    let mut bodies: Vec<Vec<u8>> = vec![
        format!("<</Type/Catalog/Pages 2 0 R/Metadata 5 0 R/StructTreeRoot 6 0 R{catalog}>>")
            .into(),
        "<</Type/Pages/Kids[3 0 R]/Count 1>>".into(),
        format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R/StructParents 0\
             /Resources<<{resources}>>{page}>>"
        )
        .into(),
        stream("", content.as_bytes()),
        stream("/Type/Metadata/Subtype/XML", xmp.as_bytes()),
        "<</Type/StructTreeRoot/K 7 0 R/ParentTree<</Nums[0[8 0 R]1 11 0 R 2[11 0 R]]>>>>".into(),
        format!("<</S/Document/P 6 0 R/K[8 0 R {kids}]{namespace}>>").into(),
        "<</S/P/P 7 0 R/K 0/Pg 3 0 R>>".into(),
        "<</Type/Namespace/NS(http://iso.org/pdf2/ssn)>>".into(),
        annotation.into(),
    ];
    bodies.extend(elements.into_iter().map(String::into_bytes));
    bodies.extend(parts.objects.iter().map(|o| o.as_bytes().to_vec()));
    written(if second { "2.0" } else { "1.7" }, &bodies, "")
}

/// The rules that a file breaks, except for those on permitted children, which have their own test.
fn broken_by(flavour: &str, parts: Parts) -> std::collections::BTreeSet<String> {
    let mut found = broken_rules(flavour, &pdf(flavour, parts));
    found.retain(|id| !id.starts_with("Table "));
    found
}

/// Checks each case: its name, the rules that it breaks in PDF/UA-1 and -2, and the broken and the repaired
/// file.
/// Without a rule the broken file conforms.
fn check(cases: &[(&str, [&str; 2], Parts, Parts)]) {
    let mut wrong = Vec::new();
    for (what, expected, broken, mended) in cases {
        for (flavour, expected) in ["ua1", "ua2"].into_iter().zip(expected) {
            if *expected == "-" {
                continue;
            }
            let found = broken_by(flavour, *broken);
            if found != ids(expected) {
                wrong.push(format!("{what}, {flavour}: {found:?} and not {expected:?}"));
            }
            let found = broken_by(flavour, *mended);
            if !found.is_empty() {
                wrong.push(format!("{what}, mended, {flavour}: {found:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_may_hold_what_is_a_table_of_pdf_ua_2() {
    let found = |tree| broken_rules("ua2", &pdf("ua2", elements(tree)));
    assert!(found("P(Span)").is_empty());
    assert!(found("P(Sect(P))").contains("Table 5. P-Sect-1"));
    assert!(found("Span").contains("Table 5. Document-Span-1"));
    // Grouping elements are transparent for this rule, and can be forbidden themselves.
    assert!(found("P(Part(Span))").contains("Table 5. P-Part-1"));
    assert!(found("Table(TR(TD(P)) Caption Caption)").contains("Table 5. Table-Caption-1"));
    let in_level_a = broken_rules("2a", &pdf("ua2", elements("P(Sect(P))")));
    assert!(in_level_a.iter().all(|id| !id.starts_with("Table ")));
}

fn elements(elements: &'static str) -> Parts {
    Parts {
        elements,
        ..Parts::default()
    }
}

fn catalog(catalog: &'static str) -> Parts {
    Parts {
        catalog,
        ..Parts::default()
    }
}

fn annotation(elements: &'static str, annotation: &'static str) -> Parts {
    Parts {
        elements,
        annotation,
        ..Parts::default()
    }
}

/// A flavour that a case does not concern has `-`.
#[test]
#[rustfmt::skip]
fn elements_stand_where_they_belong() {
    check(&[
        ("a THead", ["7.2-5", "-"], elements("Sect(THead(TR(TD)))"), elements("Table(THead(TR(TD)) TBody(TR(TD)))")),
        ("a TBody", ["7.2-6", "-"], elements("Sect(TBody(TR(TD)))"), elements("Table(TBody(TR(TD)))")),
        ("a TFoot", ["7.2-7", "-"], elements("Sect(TFoot(TR(TD)))"), elements("Table(TBody(TR(TD)) TFoot(TR(TD)))")),
        ("a TH", ["7.2-8", "-"], elements("Sect(TH)"), elements("Table(TR(TH))")),
        ("a TFoot alone", ["7.2-13", "-"], elements("Table(TFoot(TR(TD)))"), elements("Table(TBody(TR(TD)) TFoot(TR(TD)))")),
        ("a THead alone", ["7.2-14", "-"], elements("Table(THead(TR(TD)))"), elements("Table(THead(TR(TD)) TBody(TR(TD)))")),
        ("two captions", ["7.2-39", "-"], elements("Table(Caption TR(TD) Caption)"), elements("Table(Caption TR(TD))")),
        ("what a TFoot holds", ["7.2-38", "-"], elements("Table(TBody(TR(TD)) TFoot(P TR(TD)))"), elements("Table(TBody(TR(TD)) TFoot(TR(TD)))")),
        ("what an L holds", ["7.2-19", "-"], elements("L(P)"), elements("L(LI(LBody))")),
        ("the caption of a list", ["7.2-40", "-"], elements("L(LI(LBody) Caption)"), elements("L(Caption LI(LBody))")),
        ("a TOCI", ["7.2-26", "-"], elements("Sect(TOCI)"), elements("TOC(TOCI)")),
        ("content of an LI", ["-", "8.2.5.25-2"], elements("L(LI{/K 1})"), elements("L(LI(LBody{/K 1}))")),
        ("a caption inside", ["-", "8.2.5.27-1"], elements("Sect(P Caption P)"), elements("Sect(Caption P P)")),
        ("a TOCI without a target", ["-", "8.2.5.8-1"], elements("TOC(TOCI)"), elements("TOC(TOCI{/Ref[8 0 R]})")),
        ("a Ruby", ["-", "8.2.5.23-1"], elements("Ruby(RB)"), elements("Ruby(RB RP RT RP)")),
        ("a Warichu", ["-", "8.2.5.24-1"], elements("Warichu(WP WT)"), elements("Warichu(WP WT WP)")),
        ("cells over each other", ["7.2-15", "8.2.5.26-1"],
            elements("Table(TR(TD TD{/A<</O/Table/RowSpan 2>>}) TR(TD{/A<</O/Table/ColSpan 2>>}))"),
            elements("Table(TR(TD TD{/A<</O/Table/RowSpan 2>>}) TR(TD))")),
        ("a span over the end", ["7.2-41", "8.2.5.26-2"],
            elements("Table(TR(TD TD{/A<</O/Table/RowSpan 2>>}))"), elements("Table(TR(TD TD))")),
    ]);
}

#[test]
#[rustfmt::skip]
fn elements_say_what_they_show() {
    let speechless = |elements| Parts { elements, speechless: true, ..Parts::default() };
    let objects = |objects| Parts { objects, elements: "Sect(P)", ..Parts::default() };
    check(&[
        ("a figure", ["7.3-1", "8.2.5.28.2-1"], elements("Figure"), elements("Figure{/Alt(a)}")),
        ("two notes", ["7.9-2", "-"], elements("Note{/ID(a)} Note{/ID(a)}"), elements("Note{/ID(a)} Note{/ID(b)}")),
        ("the type Note", ["-", "8.2.5.14-1"], elements("Note"), elements("FENote{/NS 9 0 R}")),
        ("a note that does not refer back", ["-", "8.2.5.14-2"],
            elements("P{/Ref[12 0 R]} FENote{/NS 9 0 R}"), elements("P{/Ref[12 0 R]} FENote{/NS 9 0 R/Ref[11 0 R]}")),
        ("a note that is not referred to", ["-", "8.2.5.14-3"],
            elements("P FENote{/NS 9 0 R/Ref[11 0 R]}"), elements("P{/Ref[12 0 R]} FENote{/NS 9 0 R/Ref[11 0 R]}")),
        ("a kind of note", ["-", "8.2.5.14-4"],
            elements("FENote{/NS 9 0 R/A<</O/FENote/NoteType/Odd>>}"), elements("FENote{/NS 9 0 R/A<</O/FENote/NoteType/Endnote>>}")),
        ("a form that is none", ["7.18.4-2", "-"], elements("Form"), elements("Form{/A<</O/PrintField/Role/tv>>}")),
        ("the language of an ActualText", ["7.2-21", "-"], speechless("P{/ActualText(a)} Sect{/Lang(en)}"), speechless("P{/ActualText(a)/Lang(en)}")),
        ("the language of an Alt", ["7.2-22", "-"], speechless("P{/Alt(a)}"), speechless("Sect{/Lang(en)}(P{/Alt(a)})")),
        ("the language of an expansion", ["7.2-23", "-"], speechless("P{/E(a)}"), speechless("P{/E(a)/Lang(en)}")),
        ("an Alt for private use", ["-", "8.4.3-3"], elements("Figure{/Alt<FEFFE000>}"), elements("Figure{/Alt<FEFF0061>}")),
        ("an ActualText for private use", ["-", "8.4.3-2"], elements("P{/ActualText<FEFFE000>}"), elements("P{/ActualText<FEFF0061>}")),
        ("a title for private use", ["-", "8.6-1"], elements("P{/T<FEFFE000>}"), elements("P{/T<FEFF0061>}")),
        ("a role in its own namespace", ["-", "8.2.4-3"],
            Parts { elements: "Odd{/NS 12 0 R}", objects: &["<</NS(http://example.com)/RoleMapNS<</Odd[/Other 12 0 R]/Other[/P 9 0 R]>>>>"], ..Parts::default() },
            Parts { elements: "Odd{/NS 12 0 R}", objects: &["<</NS(http://example.com)/RoleMapNS<</Odd[/P 9 0 R]>>>>"], ..Parts::default() }),
        ("a media clip without a type", ["7.18.6.2-1", "-"],
            objects(&["<</S/MCD/Alt[()(a)]>>"]), objects(&["<</S/MCD/CT(video/mp4)/Alt[()(a)]>>"])),
        ("a media clip without a description", ["7.18.6.2-2", "-"],
            objects(&["<</S/MCD/CT(video/mp4)>>"]), objects(&["<</S/MCD/CT(video/mp4)/Alt[()(a)]>>"])),
        ("a media clip with an empty description", ["7.18.6.2-2", "-"],
            objects(&["<</S/MCD/CT(video/mp4)/Alt[(en)()]>>"]), objects(&["<</S/MCD/CT(video/mp4)/Alt[(en)(a)]>>"])),
        ("a media clip with a language without a text", ["7.18.6.2-2", "-"],
            objects(&["<</S/MCD/CT(video/mp4)/Alt[(en)(a)(de)]>>"]), objects(&["<</S/MCD/CT(video/mp4)/Alt[(en)(a)(de)(b)]>>"])),
    ]);
}

#[test]
#[rustfmt::skip]
fn annotations_stand_in_the_structure() {
    check(&[
        ("a printer's mark", ["7.18.8-1", "8.9.2.4.14-1"], annotation("Annot(@)", "/Subtype/PrinterMark/Contents(a)"), annotation("", "/Subtype/PrinterMark/Contents(a)")),
        ("a pop-up without an element", ["7.18.1-1", "-"],
            annotation("Sect(@)", "/Subtype/Popup/Contents(a)"), annotation("Annot(@)", "/Subtype/Popup/Contents(a)")),
        ("a link", ["-", "8.2.5.20-1"],
            annotation("Sect(@)", "/Subtype/Link/A<</S/URI/URI(a)>>"), annotation("Reference(@)", "/Subtype/Link/A<</S/URI/URI(a)>>")),
        ("an invisible one", ["-", "8.9.2.2-1"], annotation("Annot(@)", "/Subtype/Text/F 1"), annotation("Annot(@)", "/Subtype/Text/F 4")),
        ("one not viewed", ["-", "8.9.2.2-2"], annotation("Annot(@)", "/Subtype/Text/F 32"), annotation("Annot(@)", "/Subtype/Text/F 288")),
        ("a markup annotation", ["-", "8.9.2.3-1"], annotation("Sect(@)", "/Subtype/Text"), annotation("Annot(@)", "/Subtype/Text")),
        ("rich contents", ["-", "8.9.2.3-2"],
            annotation("Annot(@)", "/Subtype/Text/RC(<p>a</p>)/Contents(b)"), annotation("Annot(@)", "/Subtype/Text/RC(<p>a</p>)/Contents(a)")),
        ("a stamp", ["-", "8.9.2.4.7-1"], annotation("Annot(@)", "/Subtype/Stamp"), annotation("Annot(@)", "/Subtype/Stamp/Name/Draft")),
        ("ink", ["-", "8.9.2.4.8-1"], annotation("Annot(@)", "/Subtype/Ink"), annotation("Annot(@)", "/Subtype/Ink/Contents(a)")),
        ("a pop-up", ["-", "8.9.2.4.9-1"], annotation("Annot(@)", "/Subtype/Popup"), annotation("", "/Subtype/Popup")),
        ("a sound", ["-", "8.9.2.4.11-1"], annotation("Sect(@)", "/Subtype/Sound"), annotation("Annot(@)", "/Subtype/Text")),
        ("a movie", ["-", "8.9.2.4.11-2"], annotation("Sect(@)", "/Subtype/Movie"), annotation("Annot(@)", "/Subtype/Text")),
        ("a screen", ["-", "8.9.2.4.12-1"], annotation("Annot(@)", "/Subtype/Screen"), annotation("Annot(@)", "/Subtype/Screen/Contents(a)")),
        ("a trap network", ["-", "8.9.2.4.15-1"], annotation("Annot(@)", "/Subtype/TrapNet"), annotation("Annot(@)", "/Subtype/Text")),
        ("a watermark", ["-", "8.9.2.4.16-1"], annotation("Sect(@)", "/Subtype/Watermark"), annotation("Annot(@)", "/Subtype/Watermark")),
        ("3D", ["-", "8.9.2.4.19-1"], annotation("Annot(@)", "/Subtype/3D"), annotation("Annot(@)", "/Subtype/3D/Contents(a)")),
        ("rich media", ["-", "8.9.2.4.19-2"], annotation("Annot(@)", "/Subtype/RichMedia"), annotation("Annot(@)", "/Subtype/RichMedia/Contents(a)")),
        ("two descriptions", ["-", "8.9.4.2-1"],
            annotation("Annot{/Alt(a)}(@)", "/Subtype/Text/Contents(b)"), annotation("Annot{/Alt(a)}(@)", "/Subtype/Text/Contents(a)")),
        ("the tab order", ["7.18.3-1", "8.9.3.3-1"],
            Parts { page: "/Tabs/R", ..annotation("Annot(@)", "/Subtype/Text/Contents(a)") }, annotation("Annot(@)", "/Subtype/Text/Contents(a)")),
    ]);
}

#[test]
#[rustfmt::skip]
fn fields_are_described() {
    let speechless = |elements| Parts { speechless: true, ..annotation(elements, "/Subtype/Widget/FT/Tx/T(a)/TU(b)") };
    let signed = |elements, content| Parts {
        objects: match content {
            true => &["<</Type/XObject/Subtype/Form/BBox[0 0 8 8]/Length 10>>\nstream\n0 0 9 9 re\nf\nendstream"],
            false => &["<</Type/XObject/Subtype/Form/BBox[0 0 8 8]/Length 0>>\nstream\n\nendstream"],
        },
        ..annotation(elements, "/Subtype/Widget/FT/Sig/T(a)/TU(b)/Contents(c)/AP<</N 12 0 R>>")
    };
    check(&[
        ("a widget without extent", ["-", "8.9.2.4.13-1"],
            annotation("Form(@)", "/Subtype/Widget/FT/Tx/T(a)/Contents(b)/Rect[1 1 1 1]"), annotation("Form(@)", "/Subtype/Widget/FT/Tx/T(a)/Contents(b)")),
        ("a widget", ["7.18.4-1", "8.10.1-1"],
            annotation("Sect(@)", "/Subtype/Widget/FT/Tx/T(a)/TU(b)/Contents(b)"), annotation("Form(@)", "/Subtype/Widget/FT/Tx/T(a)/TU(b)/Contents(b)")),
        ("a label", ["-", "8.10.2.3-1"], annotation("Form(@)", "/Subtype/Widget/FT/Tx/T(a)"), annotation("Form(@ Lbl)", "/Subtype/Widget/FT/Tx/T(a)")),
        ("additional actions", ["-", "8.10.2.3-2"],
            annotation("Form(@ Lbl)", "/Subtype/Widget/FT/Tx/T(a)/AA<<>>"), annotation("Form(@ Lbl)", "/Subtype/Widget/FT/Tx/T(a)/AA<<>>/Contents(a)")),
        ("a rich value", ["-", "8.10.3.3-1"],
            annotation("Form(@ Lbl)", "/Subtype/Widget/FT/Tx/T(a)/RV(<p>a</p>)/V(b)"), annotation("Form(@ Lbl)", "/Subtype/Widget/FT/Tx/T(a)/RV(<p>a</p>)/V(a)")),
        ("the language of a tooltip", ["7.2-25", "-"], speechless("Form(@)"), speechless("Form{/Lang(en)}(@)")),
        ("the picture of a signature", ["", "8.10.3.5-1"], signed("Form(@)", true), signed("Form{/Alt(c)}(@)", true)),
        ("a signature without a picture", ["", ""], signed("Form(@)", false), signed("Form(@)", false)),
    ]);
}

#[test]
#[rustfmt::skip]
fn the_document_says_what_it_is() {
    let identified = |identification| Parts { identification, ..Parts::default() };
    let form = |objects| Parts { catalog: "/AcroForm<</Fields[]/XFA 12 0 R>>", elements: "Sect", objects, ..Parts::default() };
    let plain = Parts::default();
    check(&[
        ("nothing", ["", ""], plain, plain),
        ("suspects", ["7.1-4", "-"], catalog("/MarkInfo<</Marked true/Suspects true>>"), catalog("/MarkInfo<</Marked true/Suspects false>>")),
        ("no tags", ["6.2-1", "6.2-1"], catalog("/MarkInfo<</Marked false>>"), plain),
        ("a dynamic form", ["7.15-1", "-"],
            form(&["<</Length 40>>\nstream\n<dynamicRender >required</dynamicRender>\nendstream"]),
            form(&["<</Length 40>>\nstream\n<dynamicRender>forbidden</dynamicRender>\nendstream"])),
        ("XFA", ["-", "8.10.1-3"], catalog("/AcroForm<</Fields[]/XFA[]>>"), catalog("/AcroForm<</Fields[]>>")),
        ("an amendment by another prefix", ["5-4", "-"],
            identified(" xmlns:q='http://www.aiim.org/pdfua/ns/id/' q:amd='1'"), identified(" pdfuaid:amd='1'")),
        ("a corrigendum by another prefix", ["5-5", "-"],
            identified(" xmlns:q='http://www.aiim.org/pdfua/ns/id/' q:corr='1'"), identified(" pdfuaid:corr='1'")),
        ("a revision that is no year", ["-", "5-5"], identified(" pdfuaid:rev='24'"), plain),
        ("configurations without names", ["7.10-1", "8.7-1"],
            catalog("/OCProperties<</OCGs[]/D<<>>/Configs[<</Name(b)>>]>>"), catalog("/OCProperties<</OCGs[]/D<</Name(a)>>/Configs[<</Name(b)>>]>>")),
        ("a place on a page", ["", "8.8-2"], catalog("/OpenAction<</S/GoTo/D[3 0 R/Fit]>>"), catalog("/OpenAction<</S/GoTo/D[3 0 R/Fit]/SD[8 0 R/Fit]>>")),
    ]);
}

#[test]
fn the_version_is_that_which_the_standard_stands_on() {
    let first = pdf("ua1", Parts::default());
    let second = pdf("ua2", Parts::default());
    let swapped = |file: &[u8], version: &[u8]| {
        let mut file = file.to_vec();
        file[..8].copy_from_slice(version);
        file
    };
    assert_eq!(
        broken_rules("ua1", &swapped(&first, b"%PDF-2.0")),
        ids("6.1-1")
    );
    assert_eq!(
        broken_rules("ua2", &swapped(&second, b"%PDF-1.7")),
        ids("6.1-1")
    );
}

#[test]
#[rustfmt::skip]
fn what_is_drawn_in_forms_patterns_and_glyphs_is_seen() {
    let form = |content| Parts {
        content,
        resources: "/XObject<</X 12 0 R>>",
        elements: "P",
        objects: &["<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/StructParents 2/Length 42>>\nstream\n/P <</MCID 0>> BDC 0 0 9 9 re f EMC       \nendstream"],
        ..Parts::default()
    };
    let plain = |content| Parts {
        content,
        resources: "/XObject<</X 11 0 R>>/Pattern<</Q 12 0 R>>/Font<</F 13 0 R>>",
        objects: &[
            "<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Length 10>>\nstream\n0 0 9 9 re\nf\nendstream",
            "<</PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 9/Resources<<>>/Length 10>>\nstream\n0 0 9 9 re\nf\nendstream",
            "<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[.1 0 0 .1 0 0]/FirstChar 97/LastChar 97/Widths[9]\
             /Encoding<</Differences[97/a]>>/CharProcs<</a 14 0 R>>/ToUnicode 15 0 R/Resources<<>>>>",
            "<</Length 18>>\nstream\n9 0 d0 0 0 9 9 re\nf\nendstream",
            "<</Length 66>>\nstream\n1 begincodespacerange<00><FF>endcodespacerange\n1 beginbfchar<61><0061>endbfchar\nendstream",
        ],
        ..Parts::default()
    };
    check(&[
        ("a form drawn twice", ["7.20-2", ""], form("/X Do /X Do"), form("/X Do")),
        ("an untagged form", ["7.1-3", "8.2.2-1"], plain("/X Do"), plain("/P <</MCID 0>> BDC /X Do EMC")),
        ("a form tagged once only", ["7.1-3", "8.2.2-1"], plain("/P <</MCID 0>> BDC /X Do EMC /X Do"), plain("/Artifact BMC /X Do EMC /P <</MCID 0>> BDC /X Do EMC")),
        ("an untagged pattern", ["7.1-3", "8.2.2-1"],
            plain("/Pattern cs /Q scn 0 0 9 9 re f"), plain("/P <</MCID 0>> BDC /Pattern cs /Q scn 0 0 9 9 re f EMC")),
        ("an untagged glyph", ["7.1-3", "8.2.2-1"],
            plain("BT /F 9 Tf (a) Tj ET"), plain("/P <</MCID 0>> BDC BT /F 9 Tf (a) Tj ET EMC")),
    ]);
}

#[test]
fn a_glyph_for_private_use_has_a_replacement() {
    let text = |content| Parts {
        content,
        resources: "/Font<</F 11 0 R>>",
        objects: &[
            "<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[.1 0 0 .1 0 0]/FirstChar 97/LastChar 97/Widths[9]\
             /Encoding<</Differences[97/a]>>/CharProcs<</a 12 0 R>>/ToUnicode 13 0 R/Resources<<>>>>",
            "<</Length 18>>\nstream\n9 0 d0 0 0 9 9 re\nf\nendstream",
            "<</Length 88>>\nstream\n1 begincodespacerange<00><FF>endcodespacerange\n1 beginbfchar<61><E000>endbfchar\nendstream",
        ],
        ..Parts::default()
    };
    check(&[(
        "a glyph for private use",
        ["", "8.4.3-1"],
        text("/P <</MCID 0>> BDC BT /F 9 Tf (a) Tj ET EMC"),
        text("/P <</MCID 0>> BDC /Span <</ActualText(a)>> BDC BT /F 9 Tf (a) Tj ET EMC EMC"),
    )]);
}

#[test]
fn types_of_namespaces_are_unknown_before_pdf_2() {
    let math = Parts {
        elements: "math{/NS 12 0 R}",
        objects: &["<</Type/Namespace/NS(http://www.w3.org/1998/Math/MathML)>>"],
        ..Parts::default()
    };
    assert_eq!(broken_by("ua1", math), ids("7.1-5"));
    assert!(!broken_by("ua2", math).contains("8.2.4-1"));
}

#[test]
fn the_parent_of_an_element_is_the_one_that_it_names() {
    let text: String = pdf("ua1", elements("Table(TR(TD))"))
        .into_iter()
        .map(char::from)
        .collect();
    let below = |parent: &str| {
        let text = text.replace("<</S/TD/P 12 0 R", &format!("<</S/TD/P {parent} 0 R"));
        broken_rules("ua1", &text.chars().map(|c| c as u8).collect::<Vec<u8>>())
    };
    assert!(!below("12").contains("7.2-9"));
    assert!(below("11").contains("7.2-9"));
}

/// An empty kid does not hide the parents of the element that holds it.
#[test]
fn an_element_that_only_the_parent_tree_leads_to_is_tagged() {
    let text: String = pdf("ua1", Parts::default())
        .into_iter()
        .map(char::from)
        .collect();
    let bytes = |text: &str| text.chars().map(|c| c as u8).collect::<Vec<u8>>();
    let without = text.replace("/K[8 0 R ]", "/K[<<>>  ]");
    assert_ne!(text, without);
    assert!(!broken_rules("ua1", &bytes(&without)).contains("7.1-3"));
    // Its parent is not the root.
    let elsewhere = text.replace("<</S/P/P 7 0 R", "<</S/P/P 2 0 R");
    assert!(broken_rules("ua1", &bytes(&elsewhere)).contains("7.1-3"));
}

/// `P`, the parent of an element, is required even if the tree is sound without it.
#[test]
fn an_element_names_its_parent() {
    let with = |entries: &str| {
        let text = pdf("ua1", elements("Sect"));
        let text: String = text.iter().map(|&b| char::from(b)).collect();
        let text = text.replace("<</S/Sect/P 7 0 R>>", entries);
        text.chars().map(|c| c as u8).collect::<Vec<u8>>()
    };
    assert_eq!(
        broken_rules("ua1", &with("<</S/Sect        >>")),
        ids("7.1-12")
    );
    assert_eq!(broken_rules("ua1", &with("<</S/Sect/P 7 0 R>>")), ids(""));
}

/// The file with one text replaced by another of the same length.
fn replaced(flavour: &str, parts: Parts, from: &str, to: &str) -> Vec<u8> {
    let text: String = pdf(flavour, parts).into_iter().map(char::from).collect();
    assert!(text.contains(from) && from.len() == to.len(), "{from}");
    text.replacen(from, to, 1)
        .chars()
        .map(|c| c as u8)
        .collect()
}

#[test]
fn an_element_may_be_its_own_parent_by_mistake() {
    let file = replaced(
        "ua1",
        elements("Sect"),
        "/S/Sect/P 7 0 R>>",
        "/S/Sect/P 11 0 R>",
    );
    assert!(!broken_rules("ua1", &file).contains("7.1-12"));
}

/// Children that a parent must not have are judged by `P`, as other rules about parents are.
#[test]
fn nesting_is_judged_by_the_parent_that_an_element_names() {
    let forbidden = "Table 5. Table-TD-1";
    assert!(!broken_by("ua2", elements("Table(TR(TD))")).contains(forbidden));
    let file = replaced(
        "ua2",
        elements("Table(TR(TD))"),
        "<</S/TD/P 12 0 R",
        "<</S/TD/P 11 0 R",
    );
    assert!(broken_rules("ua2", &file).contains(forbidden));
}

#[test]
fn a_namespace_without_a_name_is_the_default_one() {
    let part = Parts {
        elements: "Sect{/NS 12 0 R}",
        objects: &["<</Type/Namespace>>"],
        ..Parts::default()
    };
    assert!(!broken_by("ua2", part).contains("8.2.4-1"));
}

#[test]
fn header_cells_without_a_scope_have_that_of_their_place_in_pdf_2() {
    const SCOPE: &str = "Table(TR(TH{/A<</O/Table/Scope/Column>>} TH)TR(TD TD))";
    assert!(broken_by("ua1", elements(SCOPE)).contains("7.5-1"));
    assert!(!broken_by("ua2", elements(SCOPE)).contains("8.2.5.26-5"));
    // Inside of a table, a header cell is one for its row and its column.
    let inside = "Table(TR(TD TD TD)TR(TD TH TD)TR(TD TD TD))";
    assert!(broken_by("ua2", elements(inside)).contains("8.2.5.26-5"));
    let led = "Table(TR(TD TH TH)TR(TH TH TD)TR(TH TD TH))";
    assert!(!broken_by("ua2", elements(led)).contains("8.2.5.26-5"));
    // Any value of Scope is one.
    let odd = "Table(TR(TH{/A<</O/Table/Scope/Odd>>})TR(TD))";
    assert!(!broken_by("ua1", elements(odd)).contains("7.5-1"));
}

#[test]
fn a_title_is_an_array_of_texts() {
    let title = "<rdf:Alt><rdf:li xml:lang='x-default'>A title</rdf:li></rdf:Alt>";
    let file = replaced("ua1", Parts::default(), title, title);
    assert!(!broken_rules("ua1", &file).contains("7.1-9"));
    let empty = format!("{:width$}", "<rdf:Alt/>", width = title.len());
    let file = replaced("ua1", Parts::default(), title, &empty);
    assert!(broken_rules("ua1", &file).contains("7.1-9"));
}
