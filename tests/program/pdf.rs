//! `--format pdf`: images of pages with invisible text, and `tag`: PDFs that get a structure tree.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::{
    Word, broken_rules, fixture, in_order, read_hocr, run, scratch, skipped, written,
};

/// Converts a file to hOCR, and returns its words by page.
fn words(file: &str, options: &[&str]) -> Vec<Vec<Word>> {
    let ran = run(&[&["-q", "--format", "hocr", file, "-"], options].concat());
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let pages = read_hocr(&ran.stdout);
    pages.into_iter().map(|page| page.words).collect()
}

/// Facts about the work: its title and language, which some standards require.
fn meta(folder: &Path) -> String {
    let file = folder.join("meta.json");
    fs::write(&file, r#"{"title": "A book", "language": "en"}"#).unwrap();
    file.to_str().unwrap().to_owned()
}

#[test]
fn text_comes_back_with_its_boxes() {
    let out = scratch();
    let pdf = out.path().join("out.pdf");
    let pdf = pdf.to_str().unwrap();
    for name in [
        "recognised/alto-2-pages.xml",
        "recognised/alto-4-half.xml",
        "recognised/hocr-lines.html",
        "recognised/hocr-pages.html",
        "recognised/hocr-turned.html",
        "recognised/page-half.xml",
        "scan_files/pages.html",
    ] {
        let input = fixture(name);
        let images = [
            "--pdf-images",
            "none",
            "--format",
            "pdf",
            "--overwrite",
            "-q",
        ];
        let ran = run(&[&images[..], &[&input, pdf]].concat());
        assert_eq!(ran.status, 0, "{name}: {}", ran.stderr);
        // Points are the pixels of both.
        let [before, after] = [
            words(&input, &["--dpi", "300"]),
            words(pdf, &["--dpi", "300"]),
        ];
        assert_eq!(before.len(), after.len(), "{name}");
        for (before, after) in before.iter().zip(&after) {
            let texts = |words: &[Word]| words.iter().map(|w| w.text.clone()).collect::<Vec<_>>();
            assert_eq!(texts(before), texts(after), "{name}");
            for (a, b) in before.iter().zip(after) {
                let mut edges = a.bbox.iter().zip(&b.bbox);
                assert!(
                    edges.all(|(a, b)| a.abs_diff(*b) <= 1),
                    "{name}: {a:?} {b:?}"
                );
            }
        }
    }
}

#[test]
fn images_are_contained_as_they_are() {
    let out = scratch();
    let pdf = out.path().join("out.pdf");
    let ran = run(&[&fixture("scan_files/pages.html"), pdf.to_str().unwrap()]);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    let bytes = fs::read(&pdf).unwrap();
    let contains = |part: &[u8]| bytes.windows(part.len()).any(|window| window == part);
    for name in ["grey.jpg", "colour.jpg", "grey.jp2"] {
        let image = fs::read(fixture(&format!("scan_files/{name}"))).unwrap();
        assert!(contains(&image), "{name}");
    }
    for filter in [
        "DCTDecode",
        "JPXDecode",
        "JBIG2Decode",
        "CCITTFaxDecode",
        "FlateDecode",
    ] {
        assert!(contains(filter.as_bytes()), "{filter}");
    }
    // All files have the same picture, in grey or in colour; those that PDF cannot contain are decoded.
    let listed = run(&["inspect", "images", pdf.to_str().unwrap()]).stdout;
    let sizes = listed.lines().filter(|line| line.contains(" 120     90 "));
    assert_eq!(sizes.count(), 19, "{listed}");
}

#[test]
fn an_image_that_is_missing_leaves_a_page_with_its_text() {
    let out = scratch();
    let pdf = out.path().join("out.pdf");
    let pdf = pdf.to_str().unwrap();
    let input = fixture("scan_files/missing.html");
    let ran = run(&[&input, pdf]);
    assert_eq!(ran.status, 0);
    assert!(
        ran.stderr.contains("page 1: its image is not in the PDF"),
        "{}",
        ran.stderr
    );
    assert_eq!(
        words(pdf, &[]).concat().len(),
        words(&input, &[]).concat().len()
    );
}

#[test]
fn images_and_words_that_do_not_fit_their_page_are_named() {
    let folder = scratch();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::copy(fixture("scan_files/grey.png"), path("page.png")).unwrap();
    let page = "<html><head><meta name='ocr-system' content='a'/></head><body><div class='ocr_page' \
                title='image page.png; bbox 0 0 100 900'><span class='ocr_line' title='bbox 10 10 60 40'>\
                <span class='ocrx_word' title='bbox 10 10 60 40'>on</span> \
                <span class='ocrx_word' title='bbox 700 10 900 40'>off</span></span></div></body></html>";
    fs::write(path("page.html"), page).unwrap();
    let ran = run(&[&path("page.html"), &path("page.pdf")]);
    assert_eq!(ran.status, 0);
    for warning in [
        "page 1: its image (",
        ") has other proportions than the page, so text may be beside its place",
        "page 1: 1 word outside the page cannot be seen in the PDF",
    ] {
        assert!(ran.stderr.contains(warning), "{}", ran.stderr);
    }
    assert!(
        !words(&path("page.pdf"), &["--all-text"])
            .concat()
            .is_empty()
    );
}

#[test]
fn claims_are_kept_or_not_made() {
    let out = scratch();
    let meta = meta(out.path());
    let input = fixture("scan_files/several.html");
    for (claim, flavour) in [
        ("a-2u", "2u"),
        ("a-2a", "2a"),
        ("a-3a", "3a"),
        ("a-4", "4"),
        ("ua-1", "ua1"),
    ] {
        let pdf = out.path().join(format!("{claim}.pdf"));
        let pdf = pdf.to_str().unwrap();
        let ran = run(&["--pdf-conformance", claim, "--meta", &meta, &input, pdf]);
        assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{claim}");
        let broken = broken_rules(flavour, &fs::read(pdf).unwrap());
        assert!(broken.is_empty(), "{claim}: {broken:?}");
        let checked = run(&["validate", pdf]);
        assert!(checked.stdout.starts_with("PASS"), "{}", checked.stdout);
    }
    // Without a language, no claim includes that the text can be read aloud.
    let pdf = out.path().join("less.pdf");
    let pdf = pdf.to_str().unwrap();
    let ran = run(&["--pdf-conformance", "a-2a", &input, pdf]);
    assert_eq!(ran.status, 11);
    assert!(
        ran.stderr
            .contains("claims a-2u: the language of the text is unknown"),
        "{}",
        ran.stderr
    );
    assert!(
        run(&["validate", pdf]).stdout.contains("PASS")
            && run(&["validate", pdf]).stdout.contains("2u")
    );
    let ran = run(&["--pdf-conformance", "a-5", &input, pdf]);
    assert!(
        ran.status == 1 && ran.stderr.contains("a-2u"),
        "{}",
        ran.stderr
    );
}

#[test]
fn a_pdf_is_replaced_only_if_it_is_unchanged_output() {
    let out = scratch();
    let pdf = out.path().join("out.pdf");
    let path = pdf.to_str().unwrap();
    let input = fixture("scan_files/several.html");
    fs::copy(fixture("pages/blank.pdf"), &pdf).unwrap();
    let refused = run(&[&input, path]);
    assert!(refused.status == 1 && refused.stderr.contains("was not written by pdfa2hocr"));
    fs::remove_file(&pdf).unwrap();
    assert_eq!(run(&[&input, path]).status, 0);
    let first = fs::read(&pdf).unwrap();
    assert_eq!(
        run(&[&input, path]).status,
        0,
        "unchanged output is replaced"
    );
    assert_eq!(
        fs::read(&pdf).unwrap(),
        first,
        "the output is always the same"
    );
    let mut changed = first.clone();
    changed[100] ^= 1;
    fs::write(&pdf, changed).unwrap();
    let changed = run(&[&input, path]);
    assert!(
        changed.status == 1 && changed.stderr.contains("was changed"),
        "{}",
        changed.stderr
    );
    // Other formats never replace a PDF.
    let other = run(&["--overwrite", "--format", "text", &input, path]);
    assert!(other.status == 1 && other.stderr.contains("no PDF is overwritten"));
}

/// A page with text and a picture.
const PICTURE: &str = "ocr/picture.pdf";

/// Tags a fixture, and returns the path of the new file.
fn tag(name: &str, folder: &Path, options: &[&str]) -> String {
    let pdf = folder.join(name.replace('/', "-"));
    let pdf = pdf.to_str().unwrap().to_owned();
    let ran = run(&[&["tag", "-q", "--overwrite", &fixture(name), &pdf], options].concat());
    assert_eq!(ran.status, 0, "{name}: {}", ran.stderr);
    pdf
}

/// Documents with forms, layers, inline images, replacement texts, annotations, turned pages and two columns.
const SHOWN: [&str; 9] = [
    "layout/two-columns.pdf",
    "layout/rotated.pdf",
    "pages/boxes.pdf",
    "showcase/herald.pdf",
    "tagged/forms.pdf",
    "tagged/actual-text.pdf",
    "tagged/tables-and-lists.pdf",
    "tagged/figures.pdf",
    "damaged/whole.pdf",
];

#[test]
fn tags_change_nothing_that_is_visible() {
    let out = scratch();
    let has_renderer = Command::new("pdftoppm").arg("-v").output().is_ok();
    if !has_renderer {
        skipped("pdftoppm is not installed: pictures of pages are not compared");
    }
    for name in SHOWN {
        let (before, after) = (fixture(name), tag(name, out.path(), &["--replace-tags"]));
        let text = |file: &str| run(&["-q", "-p", "--format", "text", file, "-"]).stdout;
        assert_eq!(text(&before), text(&after), "{name}");
        let picture = |file: &str| {
            let drawn = Command::new("pdftoppm").args(["-r", "50", file]).output();
            drawn.unwrap().stdout
        };
        assert!(
            !has_renderer || picture(&before) == picture(&after),
            "{name}"
        );
        // The file itself is continued.
        let (old, new) = (fs::read(&before).unwrap(), fs::read(&after).unwrap());
        assert!(new.starts_with(&old), "{name}");
    }
}

#[test]
fn the_tags_are_those_of_the_page_analysis() {
    let out = scratch();
    let meta = meta(out.path());
    for name in [
        "showcase/herald.pdf",
        "layout/two-columns.pdf",
        "layout/running.pdf",
    ] {
        let pdf = tag(name, out.path(), &["--meta", &meta]);
        let texts = |options: &[&str]| {
            let words = words(&pdf, options).concat();
            words.into_iter().map(|word| word.text).collect::<Vec<_>>()
        };
        let (by_tags, by_page) = (texts(&["--tagged"]), texts(&["-p"]));
        assert_eq!(by_tags.len(), by_page.len(), "{name}");
        // Page numbers are artifacts, which have no place in the order of the tags.
        let same = in_order(&by_tags, &by_page);
        assert!(
            20 * same > 19 * by_page.len(),
            "{name}: {same} of {by_tags:?}"
        );
        let verdict = run(&["tags", &pdf]);
        assert!(
            verdict.stdout.contains("no fault"),
            "{name}: {}",
            verdict.stdout
        );
        let broken = broken_rules("ua1", &fs::read(&pdf).unwrap());
        // Marked content, structure, headings, tables, lists, notes, and annotations.
        let of_tags = |rule: &String| {
            [
                "7.1-1", "7.1-2", "7.1-3", "7.2-", "7.4", "7.5", "7.9", "7.18",
            ]
            .iter()
            .any(|own| rule.starts_with(own))
        };
        let broken: Vec<_> = broken.into_iter().filter(of_tags).collect();
        assert!(broken.is_empty(), "{name}: {broken:?}");
    }
    let herald = tag("showcase/herald.pdf", out.path(), &[]);
    let structure = run(&["inspect", "structure", &herald]).stdout;
    for element in ["H1", "H2", "P", "Table", "TR", "TD"] {
        assert!(structure.contains(element), "{element}: {structure}");
    }
}

#[test]
fn files_that_must_not_change_are_refused() {
    let out = scratch();
    let pdf = out.path().join("out.pdf");
    let pdf = pdf.to_str().unwrap();
    for (name, why) in [
        ("encrypted/rc4-40.pdf", "is encrypted"),
        ("tagged/tables-and-lists.pdf", "--replace-tags"),
    ] {
        let ran = run(&["tag", &fixture(name), pdf]);
        assert!(
            ran.status == 1 && ran.stderr.contains(why),
            "{name}: {}",
            ran.stderr
        );
        assert!(!Path::new(pdf).exists(), "{name}");
    }
    let some = run(&[
        "--format",
        "pdf",
        "--pages",
        "1",
        &fixture("damaged/whole.pdf"),
        pdf,
    ]);
    assert!(
        some.status == 1 && some.stderr.contains("--pages"),
        "{}",
        some.stderr
    );
    let itself = run(&[
        "tag",
        &fixture("damaged/whole.pdf"),
        &fixture("damaged/whole.pdf"),
    ]);
    assert!(itself.status == 1 && itself.stderr.contains("it is a file that is read"));
}

#[test]
fn images_get_the_given_descriptions() {
    let out = scratch();
    let (input, pdf) = (fixture(PICTURE), out.path().join("out.pdf"));
    let pdf = pdf.to_str().unwrap();
    let plain = run(&["tag", &input, pdf]);
    assert!(
        plain
            .stderr
            .contains("images have no description (pages 1); --alt"),
        "{}",
        plain.stderr
    );
    let alt = out.path().join("alt.json");
    let file = alt.to_str().unwrap();
    let whole = r#"[{"page": 1, "bbox": [0, 0, 1000, 1000], "alt": "A lighthouse"}]"#;
    fs::write(&alt, whole).unwrap();
    let described = run(&["tag", "--overwrite", "--alt", file, &input, pdf]);
    assert_eq!((described.status, described.stderr.as_str()), (0, ""));
    let structure = run(&["inspect", "structure", pdf]).stdout;
    assert!(structure.contains("A lighthouse"), "{structure}");
    fs::write(&alt, "[{\"page\": 1}]").unwrap();
    let wrong = run(&["tag", "--overwrite", "--alt", file, &input, pdf]);
    assert!(
        wrong.status == 1 && wrong.stderr.contains("missing field"),
        "{}",
        wrong.stderr
    );
}

/// hOCR with these lines on each page, and the labels of the pages.
fn hocr(pages: &[(&str, &[&str])]) -> String {
    let mut out = "<html><head><title>t</title></head><body>".to_owned();
    for (number, (label, lines)) in pages.iter().enumerate() {
        out.push_str(&format!(
            "<div class='ocr_page' title='bbox 0 0 1000 1000; ppageno {number}; lpageno \"{label}\"; scan_res 300 300'>"
        ));
        for (at, line) in lines.iter().enumerate() {
            let (top, mut left) = (100 + 60 * at, 100);
            out.push_str(&format!(
                "<p class='ocr_par'><span class='ocr_line' title='bbox 100 {top} 900 {}'>",
                top + 30
            ));
            for word in line.split(' ') {
                let right = left + 20 * word.len();
                out.push_str(&format!(
                    "<span class='ocrx_word' title='bbox {left} {top} {right} {}'>{word}</span> ",
                    top + 30
                ));
                left = right + 15;
            }
            out.push_str("</span></p>");
        }
        out.push_str("</div>");
    }
    out + "</body></html>"
}

#[test]
fn entries_of_contents_lead_to_their_pages() {
    let out = scratch();
    let meta = meta(out.path());
    let [input, pdf, tagged] = ["in.html", "out.pdf", "tagged.pdf"].map(|name| {
        let path = out.path().join(name);
        path.to_str().unwrap().to_owned()
    });
    let contents = [
        "The weir ..... 1",
        "The old mill ..... 2",
        "The owl ..... 9",
    ];
    let pages: [(&str, &[&str]); 3] = [("i", &contents), ("1", &["Weir"]), ("2", &["Mill"])];
    fs::write(&input, hocr(&pages)).unwrap();
    let options = ["-q", "--meta", &meta, "--pdf-conformance", "ua-1"];
    let ran = run(&[&options[..], &["--format", "pdf", &input, &pdf]].concat());
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    let ran = run(&[&["tag", "--replace-tags"], &options[..], &[&pdf, &tagged]].concat());
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    for pdf in [pdf, tagged] {
        let structure = run(&["inspect", "structure", &pdf]).stdout;
        assert_eq!(structure.matches("TOCI").count(), 3, "{structure}");
        for link in [
            "Link href=\"#page_2\" \"The weir ..... 1\"",
            "Link href=\"#page_3\" \"The old mill ..... 2\"",
            "Span \"The owl ..... 9\"",
        ] {
            assert!(structure.contains(link), "{link}: {structure}");
        }
        let broken = broken_rules("ua1", &fs::read(&pdf).unwrap());
        assert!(broken.is_empty(), "{broken:?}");
    }
}

#[test]
fn fonts_without_unicode_get_it_and_prevent_claims_if_they_are_not_embedded() {
    let out = scratch();
    let meta = meta(out.path());
    let text = "BT /F1 12 Tf 20 200 Td (\\001\\002) Tj ET";
    let objects = [
        "<</Type/Catalog/Pages 2 0 R/ViewerPreferences<</HideMenubar true/DisplayDocTitle false>>>>".to_owned(),
        "<</Type/Pages/Kids[3 0 R]/Count 1>>".to_owned(),
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 300]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>".to_owned(),
        format!("<</Length {}>>stream\n{text}\nendstream", text.len()),
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[1/Aogonek/fi]>>>>"
            .to_owned(),
    ];
    let (input, pdf) = (out.path().join("in.pdf"), out.path().join("out.pdf"));
    fs::write(&input, written("1.7", &objects, "")).unwrap();
    let (input, pdf) = (input.to_str().unwrap(), pdf.to_str().unwrap());
    let ran = run(&[
        "tag",
        "--meta",
        &meta,
        "--pdf-conformance",
        "ua-1",
        input,
        pdf,
    ]);
    let why = "does not conform to ua-1 and does not claim it: a font of visible text is not embedded (page 1)\n";
    assert!(ran.status == 11 && ran.stderr.contains(why), "{ran:?}");
    let options = ["--meta", &meta, "--pdf-conformance", "ua-1", "--overwrite"];
    let converted = run(&[&options[..], &["--format", "pdf", input, pdf]].concat());
    let complaint = converted.stderr.contains(why);
    assert!(converted.status == 11 && complaint, "{converted:?}");
    let bytes = fs::read(pdf).unwrap();
    let broken: Vec<String> = broken_rules("ua1", &bytes).into_iter().collect();
    assert_eq!(broken, ["5-1", "7.21.4.1-1"]);
    let of = |file: &str| {
        let objects = run(&["inspect", "fonts", "--json", file]).stdout;
        objects.contains("\"to_unicode\": true")
    };
    assert_eq!((of(input), of(pdf)), (false, true));
    let contains = |part: &[u8]| bytes.windows(part.len()).any(|window| window == part);
    assert!(contains(b"/HideMenubar true/DisplayDocTitle true"));
    assert!(contains(b"<dc:title>"));
}
