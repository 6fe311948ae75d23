//! A document has the pages that its page tree lists, whatever else is damaged, and they keep their numbers.

use std::fs;
use std::io::Write;
use std::path::Path;

use flate2::Compression;
use flate2::write::ZlibEncoder;

use crate::common::{Run, fixture, run, scratch, written};

/// A document with these objects; the first is its catalog.
fn document(objects: &[String]) -> Vec<u8> {
    written("1.7", objects, "")
}

/// The same, with all objects except streams in an object stream.
fn packed(objects: &[String]) -> Vec<u8> {
    let mut file = b"%PDF-1.7\n".to_vec();
    let holder = objects.len() + 1;
    let (mut head, mut bodies, mut members) = (String::new(), String::new(), 0u16);
    let mut rows = vec![[0, 0, 0, 0, 0]];
    for (number, object) in (1..).zip(objects) {
        let (kind, place, index) = if object.contains("stream") {
            let place = file.len();
            file.extend_from_slice(format!("{number} 0 obj\n{object}\nendobj\n").as_bytes());
            (1, place, 0)
        } else {
            head.push_str(&format!("{number} {} ", bodies.len()));
            bodies.push_str(object);
            bodies.push('\n');
            members += 1;
            (2, holder, members - 1)
        };
        let [high, low] = u16::try_from(place).unwrap().to_be_bytes();
        let [index_high, index_low] = index.to_be_bytes();
        rows.push([kind, high, low, index_high, index_low]);
    }
    for (entries, data) in [
        (
            format!("/Type/ObjStm/N {members}/First {}", head.len()),
            format!("{head}{bodies}").into_bytes(),
        ),
        (
            format!("/Type/XRef/Size {}/W[1 2 2]/Root 1 0 R", holder + 2),
            Vec::new(),
        ),
    ] {
        let place = file.len();
        let [high, low] = u16::try_from(place).unwrap().to_be_bytes();
        rows.push([1, high, low, 0, 0]);
        let data = if data.is_empty() { rows.concat() } else { data };
        let number = rows.len() - 1;
        let dict = format!(
            "{number} 0 obj\n<<{entries}/Length {}>>\nstream\n",
            data.len()
        );
        file.extend_from_slice(dict.as_bytes());
        file.extend_from_slice(&data);
        file.extend_from_slice(b"\nendstream\nendobj\n");
        if number == holder + 1 {
            file.extend_from_slice(format!("startxref\n{place}\n%%EOF\n").as_bytes());
        }
    }
    file
}

/// Objects of a document with three pages, with additional entries in the catalog and in the second page.
fn three_pages(catalog: &str, page: &str) -> Vec<String> {
    let mut objects = vec![
        format!("<</Type/Catalog/Pages 2 0 R{catalog}>>"),
        "<</Type/Pages/Kids[3 0 R 4 0 R 5 0 R]/Count 3/MediaBox[0 0 400 300]
          /Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>"
            .to_owned(),
    ];
    for (number, more) in [(1, ""), (2, page), (3, "")] {
        let content = number + 5;
        objects.push(format!(
            "<</Type/Page/Parent 2 0 R/Contents {content} 0 R{more}>>"
        ));
    }
    objects.extend((1..=3).map(|number| {
        let text = format!("BT /F1 12 Tf 20 200 Td (page {number}) Tj ET");
        format!("<</Length {}>>stream\n{text}\nendstream", text.len())
    }));
    objects
}

fn text_of(bytes: &[u8]) -> Run {
    let folder = scratch();
    let path = folder.path().join("in.pdf");
    fs::write(&path, bytes).unwrap();
    run(&[
        "-p".as_ref(),
        "--format".as_ref(),
        "text".as_ref(),
        path.as_os_str(),
        "-".as_ref(),
    ])
}

#[track_caller]
fn has_three_pages(bytes: &[u8]) -> String {
    let run = text_of(bytes);
    assert_eq!(run.stdout, "page 1\n\u{c}page 2\n\u{c}page 3\n");
    assert_eq!(run.status, 0);
    run.stderr
}

/// Invalid values with their keys, and the warnings for them.
const BAD: [(&str, &str); 10] = [
    (
        "/UserUnit 1e-05",
        "in /UserUnit, \"1e-05\" is not a number; it is read as 0.00001",
    ),
    (
        "/Rotate nan",
        "in /Rotate, \"nan\" is not a value, and is left out",
    ),
    (
        "/UserUnit 1.5.3",
        "in /UserUnit, \"1.5.3\" is not a number; it is read as 1.5",
    ),
    (
        "/Rotate 90.0f",
        "in /Rotate, \"90.0f\" is not a number; it is read as 90.0",
    ),
    (
        "/UserUnit 1,5",
        "in /UserUnit, \"1,5\" is not a number; it is read as 1.5",
    ),
    ("/UserUnit 1)", "\")\" is out of place"),
    (
        "/X<</Y[<</Z nan>>]>>",
        "in /Z, \"nan\" is not a value, and is left out",
    ),
    (
        "/X[1 2.3.4]",
        "in /X, \"2.3.4\" is not a number; it is read as 2.3",
    ),
    ("/X", "/X has no value"),
    ("/X[1 2", "in /X, an array does not end"),
];

#[test]
fn a_value_that_cannot_be_read_costs_itself_in_a_page_and_in_the_catalog() {
    assert_eq!(has_three_pages(&document(&three_pages("", ""))), "");
    assert_eq!(has_three_pages(&packed(&three_pages("", ""))), "");
    for (bad, said) in BAD {
        for (object, objects) in [(4, three_pages("", bad)), (1, three_pages(bad, ""))] {
            let wanted = format!("pdfa2hocr: warning: object {object} 0: {said}\n");
            assert_eq!(has_three_pages(&document(&objects)), wanted, "{bad}");
            assert_eq!(has_three_pages(&packed(&objects)), wanted, "{bad}, packed");
        }
    }
}

#[test]
fn a_value_that_cannot_be_read_costs_itself_where_the_file_has_no_table() {
    for (bad, said) in BAD {
        let mut file = document(&three_pages(bad, bad));
        let table = file.windows(6).position(|w| w == b"\nxref\n").unwrap();
        file.truncate(table);
        let errors = has_three_pages(&file);
        assert!(errors.contains(said), "{bad}: {errors}");
    }
}

#[test]
fn numbers_are_read_as_they_are_meant() {
    let size = |entries: &str| {
        let folder = scratch();
        let path = folder.path().join("in.pdf");
        fs::write(&path, document(&three_pages("", entries))).unwrap();
        let run = run(&["-p", "--dpi", "72", path.to_str().unwrap(), "-"]);
        let page = run.stdout.split("id=\"page_2\"").nth(1).unwrap().to_owned();
        let bbox = page.split("bbox 0 0 ").nth(1).unwrap();
        bbox.split(';').next().unwrap().to_owned()
    };
    for (entries, pixels) in [
        ("", "400 300"),
        ("/Rotate 90.0f", "300 400"),
        ("/UserUnit 1.5.3", "600 450"),
        ("/UserUnit 1,5", "600 450"),
        ("/MediaBox[0,0,200,100]", "200 100"),
        ("/MediaBox[0 0 2e2 1E2]", "200 100"),
        // A unit that makes the page too small to see is ignored.
        ("/UserUnit 1e-05", "400 300"),
    ] {
        assert_eq!(size(entries), pixels, "{entries}");
    }
}

#[test]
fn a_value_that_is_nested_too_deep_costs_itself() {
    for (open, close) in [("[", "]"), ("<</X ", ">>")] {
        let deep = format!("{}{}", open.repeat(200_000), close.repeat(200_000));
        let errors = has_three_pages(&document(&three_pages(&format!("/Deep {deep}"), "")));
        assert!(
            errors.contains("object 1 0: in /") && errors.contains("nested over 500 deep"),
            "{errors}"
        );
    }
}

#[test]
fn numbers_of_pages_never_shift() {
    let json = |path: &str, pages: &str| {
        let args = ["-q", "-p", "--format", "json", "--pages", pages, path, "-"];
        let run = run(&args);
        assert_eq!(run.status, 0, "{}", run.stderr);
        run.stdout
    };
    let path = fixture("pages/bad-values.pdf");
    for (page, text, label) in [("3", "page 3", "iii"), ("11", "page 11", "7")] {
        let tree = json(&path, page);
        assert!(tree.contains(label), "{tree}");
        let words: Vec<&str> = text.split(' ').collect();
        assert!(
            words.iter().all(|w| tree.contains(&format!("\"{w}\""))),
            "{tree}"
        );
    }
    let lost = run(&[
        "-p",
        "--format",
        "text",
        &fixture("pages/lost-pages.pdf"),
        "-",
    ]);
    assert_eq!(lost.stdout, "first\n\u{c}\u{c}third\n\u{c}");
    assert_eq!(
        lost.stderr,
        "pdfa2hocr: warning: pages 2,4: the page cannot be found in the file; it is written empty\n"
    );
}

#[test]
fn a_document_whose_pages_are_all_lost_has_them_all() {
    let folder = scratch();
    let path = folder.path().join("lost.pdf");
    let objects = [
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Count 2/Kids[8 0 R 9 0 R]>>",
    ];
    fs::write(&path, document(&objects.map(str::to_owned))).unwrap();
    let lost = run(&["-p", path.to_str().unwrap(), "-"]);
    assert_eq!(lost.status, 0, "{}", lost.stderr);
    assert_eq!(lost.stdout.matches("class=\"ocr_page\"").count(), 2);
    let warning = "pages 1-2: the page cannot be found in the file";
    assert!(lost.stderr.contains(warning), "{}", lost.stderr);
}

#[test]
fn a_page_is_written_each_time_it_is_listed() {
    let run = run(&[
        "-p",
        "--format",
        "text",
        &fixture("pages/listed-twice.pdf"),
        "-",
    ]);
    let pages: Vec<&str> = run.stdout.split('\u{c}').map(str::trim).collect();
    assert_eq!(
        pages,
        [
            "listed twice",
            "listed once",
            "listed twice",
            "a direct page",
            "listed twice"
        ]
    );
}

#[test]
fn a_stream_needs_no_endstream() {
    let run = run(&[
        "-p",
        "--format",
        "text",
        &fixture("damaged/endstrea.pdf"),
        "-",
    ]);
    let truth = fs::read_to_string(fixture("damaged/endstrea.txt")).unwrap();
    assert_eq!(run.stdout.trim(), truth.trim());
    let warning = "object 3 0: the stream has no end (4 more times)\n";
    assert!(run.stderr.contains(warning), "{}", run.stderr);
}

#[test]
fn damaged_streams_are_one_warning() {
    let mut objects = three_pages("", "");
    for (page, object) in objects
        .iter_mut()
        .filter(|o| o.contains("stream"))
        .enumerate()
    {
        let shown = "(page ) Tj ".repeat(20 + page);
        let text = format!("BT /F1 12 Tf 20 200 Td {shown}ET");
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::none());
        encoder.write_all(text.as_bytes()).unwrap();
        let mut data = encoder.finish().unwrap();
        data.truncate(data.len() - 20);
        let data: String = data.iter().map(|byte| format!("{byte:02x}")).collect();
        *object = format!(
            "<</Filter[/ASCIIHexDecode/FlateDecode]/Length {}>>\nstream\n{data}\nendstream",
            data.len()
        );
    }
    let folder = scratch();
    let path = folder.path().join("damaged.pdf");
    fs::write(&path, document(&objects)).unwrap();
    let run = run(&["-p", "--format", "text", path.to_str().unwrap(), "-"]);
    assert!(run.stdout.matches("page").count() > 20, "{}", run.stdout);
    assert_eq!(
        run.stderr,
        "pdfa2hocr: warning: pages 1-3: the stream is damaged and decoded in part\n"
    );
}

#[test]
fn headers_of_objects_and_streams_are_read_as_others_read_them() {
    let whole = String::from_utf8(document(&three_pages("", ""))).unwrap();
    let begun = "object 7 0: no end of line comes before the stream's data";
    for (from, to, said) in [
        (
            "7>>stream\nBT /F1 12 Tf 20 200 Td (page 2",
            "6>>stream \nBT /F1 12 Tf 20 20 Td (page 2",
            begun,
        ),
        ("7 0 obj\n", "7 0obj \n", ""),
        ("7 0 obj\n<<", " 7 0 obj<<", ""),
    ] {
        let file = whole.replacen(from, to, 1);
        assert!(file != whole && file.len() == whole.len());
        let errors = has_three_pages(file.as_bytes());
        assert!(errors.contains(said), "{to}: {errors}");
        assert_eq!(errors.is_empty(), said.is_empty(), "{to}: {errors}");
    }
}

#[test]
fn a_table_that_leads_everything_to_one_long_header_is_read_in_bounded_time() {
    // 50,000 entries, each of which points to a megabyte of white space and a comment.
    let mut file = document(&three_pages("", ""));
    let table = file.windows(6).position(|w| w == b"\nxref\n").unwrap();
    let mut entries = String::from_utf8(file[table..].to_vec()).unwrap();
    file.truncate(table);
    let long = file.len() + 1;
    file.extend_from_slice(b"\n9 ");
    file.extend_from_slice(&b" ".repeat(1 << 19));
    file.extend_from_slice(&b"%".repeat(1 << 19));
    let start = file.len() + 1;
    let more = format!(
        "9 50000\n{}",
        format!("{long:010} 00000 n \n").repeat(50_000)
    );
    entries = entries.replace("trailer", &format!("{more}trailer"));
    let old = entries.find("startxref").unwrap();
    entries.truncate(old);
    file.extend_from_slice(format!("{entries}startxref\n{start}\n%%EOF\n").as_bytes());
    assert_eq!(has_three_pages(&file), "");
}

#[test]
fn the_text_of_a_real_file_without_endstream_comes_out() {
    let Some(files) = crate::common::corpus("text") else {
        return;
    };
    let name = "issue-146-broken-xref-and-streams.pdf";
    let file = files.iter().find(|file| file.ends_with(name)).unwrap();
    let run = run(&["-p", "--format", "text", file.to_str().unwrap(), "-"]);
    assert!(run.stdout.contains("Landsat8 卫星遥感数据预处理方法"));
    assert!(!run.stdout.contains('\u{fffd}'));
    assert!(
        run.stderr.contains("the stream has no end"),
        "{}",
        run.stderr
    );
}

#[test]
fn an_entry_that_leads_to_another_object_is_not_believed() {
    // The entry points to an object of another kind.
    let run = run(&[
        "-p",
        "--format",
        "text",
        &fixture("damaged/wrong-entry.pdf"),
        "-",
    ]);
    assert_eq!(run.stdout, "first page\n\u{c}second page\n");
    assert_eq!(
        run.stderr,
        "pdfa2hocr: warning: the table of objects is wrong about 1; they were looked for in the file\n"
    );
}

#[test]
fn pages_need_no_password_when_only_attachments_are_encrypted() {
    let folder = scratch();
    let files = folder.path().join("files");
    let run = run(&[
        "-p",
        "--format",
        "text",
        "--attachments",
        files.to_str().unwrap(),
        &fixture("encrypted/attachments-only.pdf"),
        "-",
    ]);
    assert_eq!(run.stdout, "clear words\n");
    assert_eq!(run.status, 0);
    assert_eq!(
        run.stderr,
        "pdfa2hocr: warning: the attachments are encrypted, and are left out; the pages are not\n"
    );
    let list = fs::read_to_string(files.join("attachments.tsv")).unwrap();
    for name in ["a.pdf", "b.pdf"] {
        let row = list.lines().find(|row| row.starts_with(name)).unwrap();
        assert!(row.ends_with("encrypted"), "{row}");
    }
}

#[test]
fn no_password_opens_what_is_encrypted_for_certificates() {
    let path = fixture("encrypted/public-key.pdf");
    for arguments in [vec![], vec!["--password", "secret"]] {
        let run = run(&[&["-p"], arguments.as_slice(), &[&path, "-"]].concat());
        assert_eq!(run.status, 5);
        assert_eq!(
            run.stderr,
            format!(
                "pdfa2hocr: {path}: the document is encrypted for certificates (Adobe.PubSec); no \
                 password opens it\n"
            )
        );
    }
}

#[test]
fn pages_that_are_images_without_text_are_named() {
    let path = fixture("scans/no-text.pdf");
    let advice = "use --ocr auto to recognise text";
    let whole = run(&["-p", "--format", "text", &path, "-"]);
    assert_eq!(whole.status, 0);
    assert_eq!(
        whole.stderr,
        format!("pdfa2hocr: warning: pages 1-2,7 are images without text; {advice}\n")
    );
    let some = run(&["-p", "--format", "text", "--pages", "3-", &path, "-"]);
    assert_eq!(
        some.stderr,
        "pdfa2hocr: warning: page 7 is an image without text; use --ocr auto to recognise text\n"
    );
    let none = run(&["-p", "--format", "text", "--pages", "3-6", &path, "-"]);
    assert_eq!(none.stderr, "");
}

#[test]
fn the_manifest_of_a_batch_has_the_pages_that_need_recognition() {
    let folder = scratch();
    let input = folder.path().join("in");
    fs::create_dir(&input).unwrap();
    fs::copy(fixture("scans/no-text.pdf"), input.join("scan.pdf")).unwrap();
    fs::copy(fixture("pages/blank.pdf"), input.join("text.pdf")).unwrap();
    let output = folder.path().join("out");
    let args: [&Path; 4] = [
        Path::new("batch"),
        &input,
        Path::new("--output-dir"),
        &output,
    ];
    let run = run(&args);
    assert_eq!(run.status, 0, "{}", run.stderr);
    let manifest = fs::read_to_string(output.join("manifest.jsonl")).unwrap();
    let line = |name: &str| manifest.lines().find(|l| l.contains(name)).unwrap();
    assert!(
        line("scan.pdf").contains("\"needs_ocr\":\"1-2,7\""),
        "{manifest}"
    );
    assert!(!line("text.pdf").contains("needs_ocr"), "{manifest}");
}
