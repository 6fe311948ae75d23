//! Small files that demand much: each ends at a reported limit, and keeps the output up to it.

use std::fs;
use std::io::Write;
use std::process::Stdio;

use crate::common::{Run, fixture, program, run, scratch, stream, written};
use flate2::{Compression, write::ZlibEncoder};

/// A document with `pages` pages. They share object 3 as their content; `more` objects follow.
fn document(pages: usize, content: Vec<u8>, resources: &str, more: &[Vec<u8>]) -> Vec<u8> {
    let first = 4 + more.len();
    let kids: String = (0..pages).map(|i| format!("{} 0 R ", first + i)).collect();
    let mut bodies = vec![
        b"<</Type/Catalog/Pages 2 0 R>>".to_vec(),
        format!("<</Type/Pages/Count {pages}/Kids[{kids}]>>").into_bytes(),
        content,
    ];
    bodies.extend_from_slice(more);
    let page = format!(
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 3 0 R/Resources<<{resources}>>>>"
    );
    bodies.extend((0..pages).map(|_| page.clone().into_bytes()));
    written("1.7", &bodies, "")
}

const FONT: &str = "/Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>";
const TEXT: &[u8] = b"BT /F1 12 Tf 72 700 Td (Hello) Tj ET\n";

fn zlib(beginning: &[u8], megabytes: usize) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(beginning).unwrap();
    for _ in 0..megabytes {
        encoder.write_all(&[b' '; 1 << 20]).unwrap();
    }
    encoder.finish().unwrap()
}

/// Runs the program with 1.5 GB of address space and five minutes of processor time. That is about 500 MB of
/// memory, plus the reservations of threads and allocators. No file here needs a hundredth of the time. A
/// program whose threads wait for each other uses no processor: `timeout` ends it after twenty minutes.
fn bounded(args: &[&str]) -> Run {
    let mut shell = std::process::Command::new("sh");
    shell.args([
        "-c",
        "ulimit -v 1500000 -t 300; exec timeout -s KILL 1200 \"$0\" \"$@\"",
    ]);
    shell.arg(program().get_program()).args(args);
    let output = shell.stdin(Stdio::null()).output().unwrap();
    Run {
        status: output.status.code().expect("no signal ended the program"),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

struct Bomb {
    path: String,
    _folder: tempfile::TempDir,
}

fn bomb(bytes: &[u8]) -> Bomb {
    let folder = scratch();
    let path = folder.path().join("bomb.pdf");
    fs::write(&path, bytes).unwrap();
    Bomb {
        path: path.to_str().unwrap().to_owned(),
        _folder: folder,
    }
}

#[test]
fn a_stream_of_two_hundred_megabytes_is_read_up_to_the_budget() {
    let data = zlib(TEXT, 200);
    let bomb = bomb(&document(
        1,
        stream("/Filter/FlateDecode", &data),
        FONT,
        &[],
    ));
    let converted = bounded(&["-p", &bomb.path, "-"]);
    assert_eq!(converted.status, 10, "{}", converted.stderr);
    assert!(converted.stdout.contains("Hello") && converted.stdout.contains("</html>\n"));
    assert!(
        converted
            .stderr
            .contains("page 1, object 3 0: the stream is read in part")
    );
    let last = converted.stderr.lines().last().unwrap();
    assert!(
        last.starts_with("pdfa2hocr: the output is written, but truncated"),
        "{last}"
    );
    let checked = bounded(&["validate", "-f", "2b", &bomb.path]);
    assert_eq!(checked.status, 7);
    assert!(
        checked.stdout.contains("the check was given up"),
        "{}",
        checked.stdout
    );
}

#[test]
fn pages_that_share_a_large_stream_share_a_budget() {
    let data = zlib(TEXT, 200);
    let bomb = bomb(&document(
        30,
        stream("/Filter/FlateDecode", &data),
        FONT,
        &[],
    ));
    let converted = bounded(&["-p", &bomb.path, "-", "-j", "2"]);
    assert_eq!(converted.status, 10, "{}", converted.stderr);
    assert_eq!(converted.stdout.matches("class=\"ocr_page\"").count(), 30);
    // The first page uses its budget, each later page its small share, on any thread.
    let words = converted.stdout.matches("Hello").count();
    assert_eq!(words, 30);
    assert!(converted.stderr.contains(": the page is cut short"));
    let alone = bounded(&["-p", &bomb.path, "-", "-j", "1"]);
    assert!(alone.stdout == converted.stdout && alone.stderr == converted.stderr);
}

#[test]
fn a_page_that_is_listed_again_adds_nothing_to_the_budget() {
    const TIMES: usize = 200;
    let bodies = [
        b"<</Type/Catalog/Pages 2 0 R>>".to_vec(),
        format!(
            "<</Type/Pages/Count {TIMES}/Kids[{}]>>",
            "4 0 R ".repeat(TIMES)
        )
        .into_bytes(),
        stream("/Filter/FlateDecode", &zlib(TEXT, 1)),
        format!("<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 3 0 R/Resources<<{FONT}>>>>")
            .into_bytes(),
    ];
    let bomb = bomb(&written("1.7", &bodies, ""));
    let converted = bounded(&["-q", "-p", &bomb.path, "-"]);
    assert_eq!(converted.status, 10, "{}", converted.stderr);
    assert_eq!(
        converted.stdout.matches("class=\"ocr_page\"").count(),
        TIMES
    );
}

#[test]
fn filters_on_filters_are_bounded_together() {
    let converted = bounded(&["-p", &fixture("bombs/run-length.pdf"), "-"]);
    assert_eq!(converted.status, 10, "{}", converted.stderr);
    assert!(converted.stderr.contains("the stream is read in part"));
}

#[test]
fn a_large_object_stream_is_refused() {
    let data = zlib(b"9 0 null ", 150);
    let bomb = bomb(&document(
        1,
        stream("", TEXT),
        FONT,
        &[stream("/Type/ObjStm/N 1/First 4/Filter/FlateDecode", &data)],
    ));
    for args in [
        &["-p", &bomb.path, "-"][..],
        &["validate", "-f", "2b", &bomb.path],
    ] {
        let run = bounded(args);
        assert!([7, 10].contains(&run.status), "{args:?}: {}", run.stderr);
        let said = format!("{}{}", run.stdout, run.stderr);
        assert!(
            said.contains("the streams that hold the file's objects decode to more than"),
            "{said}"
        );
    }
}

#[test]
fn objects_in_objects_without_a_table_are_refused() {
    for part in ["1 0 obj <<", "1 0 obj <</A ", "1 0 obj [<</A "] {
        let bomb = bomb(format!("%PDF-1.7\n{}", part.repeat(1_000_000 / part.len())).as_bytes());
        let run = run(&["-p", &bomb.path, "-"]);
        assert_eq!(run.status, 10, "{part}: {}", run.stderr);
        let why = "the file has no table of objects, and too many objects in objects to rebuild it";
        assert_eq!(run.stderr, format!("pdfa2hocr: {}: {why}\n", bomb.path));
    }
}

#[test]
fn images_that_never_end_take_a_budget() {
    // Without a budget, each image would be read to the end of the content.
    let mut content = TEXT.to_vec();
    content.extend(b"BI /W 9/H 9/F/RL ID \x01 EI \xFF ".repeat(40_000));
    let bomb = bomb(&document(1, stream("", &content), FONT, &[]));
    let run = run(&["-p", &bomb.path, "-"]);
    assert!(run.status == 10 || run.status == 0, "{}", run.stderr);
    assert!(run.stdout.contains("Hello"));
}

#[test]
fn ranges_of_to_unicode_are_kept_as_ranges() {
    for file in ["bombs/to-unicode-ranges.pdf", "bombs/to-unicode-long.pdf"] {
        let run = bounded(&["validate", "-f", "2u", "--format", "json", &fixture(file)]);
        assert_eq!(run.status, 1, "{file}: {}", run.stderr);
        let converted = bounded(&["-p", &fixture(file), "-"]);
        assert_eq!(converted.status, 0, "{file}: {}", converted.stderr);
    }
}

#[test]
fn a_class_map_is_read_once() {
    // Reading the map for each element would take an hour.
    const ELEMENTS: usize = 40_000;
    let classes: String = (0..ELEMENTS)
        .map(|i| format!("/C{i}<</O/Table/Scope/Row>>"))
        .collect();
    let kids: String = (0..ELEMENTS)
        .map(|i| format!("<</S/TH/P 7 0 R/C/C{i}/K {i}/Pg 4 0 R>>"))
        .collect();
    let bodies = [
        "<</Type/Catalog/Pages 2 0 R/MarkInfo<</Marked true>>/Lang(en)/StructTreeRoot 6 0 R>>"
            .to_owned(),
        "<</Type/Pages/Count 1/Kids[4 0 R]>>".to_owned(),
        "<</Length 0>>\nstream\n\nendstream".to_owned(),
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 3 0 R/StructParents 0>>".to_owned(),
        "<<>>".to_owned(),
        format!("<</Type/StructTreeRoot/K 7 0 R/ClassMap<<{classes}>>>>"),
        format!("<</S/TR/P 6 0 R/K[{kids}]>>"),
    ]
    .map(String::into_bytes);
    let bomb = bomb(&written("1.7", &bodies, ""));
    let run = bounded(&["validate", "-f", "ua1", &bomb.path]);
    assert_eq!(run.status, 1, "{}", run.stderr);
}

/// A tagged file: the structure tree is object 6, its first element 7, and more follow.
fn tagged(tree: &str, more: &[String]) -> Bomb {
    let mut bodies = vec![
        "<</Type/Catalog/Pages 2 0 R/MarkInfo<</Marked true>>/Lang(en)/StructTreeRoot 6 0 R>>"
            .to_owned(),
        "<</Type/Pages/Count 1/Kids[4 0 R]>>".to_owned(),
        "<</Length 0>>\nstream\n\nendstream".to_owned(),
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 3 0 R/StructParents 0>>".to_owned(),
        "<<>>".to_owned(),
        format!("<</Type/StructTreeRoot/K 7 0 R{tree}>>"),
    ];
    bodies.extend_from_slice(more);
    let bodies: Vec<Vec<u8>> = bodies.into_iter().map(String::into_bytes).collect();
    bomb(&written("1.7", &bodies, ""))
}

#[test]
fn what_many_elements_refer_to_is_not_read_for_each_of_them() {
    // Reading it for each element would take minutes and gigabytes.
    const ELEMENTS: usize = 20_000;
    let all =
        |element: &dyn Fn(usize) -> String| -> String { (0..ELEMENTS).map(element).collect() };
    let document = |kids: String| format!("<</S/Document/P 6 0 R/K[{kids}]>>");
    let text = format!("({})", "a".repeat(ELEMENTS * 50));
    let texts = all(&|i| format!("<</S/P/P 7 0 R/ID 8 0 R/Alt 8 0 R/Lang 8 0 R/K {i}>>"));
    let references = all(&|i| format!("{} 0 R ", 9 + i));
    let notes = (0..ELEMENTS).map(|i| format!("<</S/FENote/P 7 0 R/Ref 8 0 R/K {i}>>"));
    let notes: Vec<String> = notes.collect();
    let same_kids = all(&|_| "<</S/Sect/P 7 0 R/K 8 0 R>>".into());
    let roles = all(&|i| format!("/T{i}/T{}", i + 1));
    let mapped = all(&|i| format!("<</S/T{i}/P 7 0 R/K {i}>>"));
    // Each of the 22 elements contains the next one twice.
    let doubled = (0..22).map(|i| format!("<</S/Div/P 7 0 R/K[{0} 0 R {0} 0 R]>>", 9 + i));
    let doubled: Vec<String> = doubled.collect();
    let holders = all(&|_| "<</S/P/P 7 0 R/K 8 0 R>>".into());
    let leaf = || "<</S/P/P 7 0 R/K 1>>".to_owned();
    let grids = all(&|_| {
        "<</S/Table/K<</S/TR/K<</S/TD/A<</O/Table/RowSpan 2000/ColSpan 2000>>>>>>>>".into()
    });
    let bombs = [
        (7, "texts", "", vec![document(texts), text]),
        (
            7,
            "references",
            "",
            [
                vec![leaf().replace("K 1", "K 8 0 R"), format!("[{references}]")],
                notes,
            ]
            .concat(),
        ),
        (
            7,
            "kids",
            "",
            vec![
                document(same_kids),
                format!("[{}]", "9 0 R ".repeat(ELEMENTS)),
                leaf(),
            ],
        ),
        (
            1,
            "roles",
            &format!("/RoleMap<<{roles}>>"),
            vec![document(mapped)],
        ),
        (
            7,
            "doubled",
            "",
            [vec![document(holders)], doubled, vec![leaf()]].concat(),
        ),
        (7, "grids", "", vec![document(grids)]),
    ];
    for (status, name, tree, more) in bombs {
        let bomb = tagged(tree, &more);
        let run = bounded(&["validate", "-f", "ua1", &bomb.path]);
        assert_eq!(run.status, status, "{name}: {} {}", run.stdout, run.stderr);
        assert_eq!(
            status == 7,
            run.stdout.contains("the check was given up"),
            "{name}"
        );
    }
}

#[test]
fn a_conversion_does_not_read_for_each_element_what_many_refer_to() {
    // Without a cache, texts take 12 GB and attributes a minute.
    const ELEMENTS: usize = 10_000;
    let words: String = (0..ELEMENTS)
        .map(|i| format!("/P<</MCID {i}>>BDC (word) ' EMC "))
        .collect();
    let content = format!("BT /F1 1 Tf 9 780 Td 1 TL {words}ET");
    let elements = |entries: &str| -> String {
        let element = |i| format!("<</S/P{entries}/Pg 4 0 R/K {i}>>");
        let elements: String = (0..ELEMENTS).map(element).collect();
        format!("<</S/Document/P 6 0 R/K[{elements}8 0 R]>>")
    };
    let text = format!("({})", "a".repeat(ELEMENTS * 50));
    let attributes = format!("<</O/Table/X[{}]>>", "1 ".repeat(ELEMENTS * 5));
    let same = "7 0 R ".repeat(ELEMENTS);
    for (status, name, entries, shared) in [
        (10, "texts", "/Alt 8 0 R/ActualText 8 0 R/T 8 0 R", text),
        (10, "attributes", "/A[8 0 R]", attributes),
        (0, "kids", "", format!("<</S/Sect/K[{same}]>>")),
    ] {
        let bodies = [
            "<</Type/Catalog/Pages 2 0 R/MarkInfo<</Marked true>>/StructTreeRoot 6 0 R>>".into(),
            "<</Type/Pages/Count 1/Kids[4 0 R]>>".into(),
            format!(
                "<</Length {}>>\nstream\n{content}\nendstream",
                content.len()
            ),
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 3 0 R/StructParents 0\
             /Resources<</Font<</F1 5 0 R>>>>>>"
                .into(),
            "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>".into(),
            "<</Type/StructTreeRoot/K 7 0 R>>".into(),
            elements(entries),
            shared,
        ];
        let bomb = bomb(&written("1.7", &bodies.map(String::into_bytes), ""));
        let run = bounded(&["--tagged", "--all-text", &bomb.path, "/dev/null"]);
        assert_eq!(run.status, status, "{name}: {}", run.stderr);
        let is_said = run.stderr.contains("the structure tree is read in part");
        assert_eq!(is_said, status == 10, "{name}: {}", run.stderr);
    }
}

#[test]
fn each_place_of_a_table_is_looked_at_once() {
    // Each cell spans a hundred columns, and its headers are in the first row. A separate search for each cell would
    // take minutes.
    const ROWS: usize = 20_000;
    let cell = |kind: &str, more: &str| format!("<</S/{kind}/A<</O/Table{more}>>>>");
    let head = cell("TH", "/ColSpan 99") + &cell("TH", "/Scope/Column");
    let row = cell("TD", "/ColSpan 100");
    let rows = format!("<</S/TR/K[{row}]>>").repeat(ROWS);
    let bomb = tagged(
        "",
        &[format!("<</S/Table/P 6 0 R/K[<</S/TR/K[{head}]>>{rows}]>>")],
    );
    // Headers by position count in PDF/UA-2 only; one cell of the first row has no Scope.
    for (flavour, rule, is_broken) in [("ua1", "7.5-1", true), ("ua2", "8.2.5.26-5", false)] {
        let run = bounded(&["validate", "-f", flavour, &bomb.path]);
        assert_eq!(run.status, 1, "{}", run.stderr);
        assert_eq!(run.stdout.contains(rule), is_broken, "{}", run.stdout);
    }
}

#[test]
fn members_of_an_object_stream_are_each_read_once() {
    const COUNT: usize = 100_000;
    let head: String = (0..COUNT)
        .map(|i| format!("{} {} ", 100 + i, 2 * i))
        .collect();
    let data = format!("{head}{}", "1 ".repeat(COUNT));
    let entries = format!("/Type/ObjStm/N {COUNT}/First {}", head.len());
    let bomb = bomb(&document(
        1,
        stream("", TEXT),
        FONT,
        &[stream(&entries, data.as_bytes())],
    ));
    let run = bounded(&["validate", "-f", "2b", &bomb.path]);
    assert_eq!(run.status, 1, "{}", run.stderr);
}

#[test]
fn six_hundred_thousand_tiny_objects_fit() {
    let objects: String = (10..600_010)
        .map(|i| format!("{i} 0 obj 1 endobj\n"))
        .collect();
    // Without a cross-reference table, the program searches for all objects.
    let whole = document(1, stream("", TEXT), FONT, &[]);
    let table = whole.windows(5).position(|w| w == b"xref\n").unwrap();
    let bytes = [
        &whole[..table],
        objects.as_bytes(),
        b"trailer <</Root 1 0 R>>",
    ]
    .concat();
    let bomb = bomb(&bytes);
    let run = bounded(&["-p", &bomb.path, "-"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(run.stdout.contains("Hello"));
}

#[test]
fn a_batch_keeps_what_is_truncated_and_says_so() {
    let folder = scratch();
    let out = folder.path().join("out");
    let out = out.to_str().unwrap();
    let files = [
        fixture("bombs/run-length.pdf"),
        fixture("content/text-operators.pdf"),
    ];
    let batch = run(&["batch", "--output-dir", out, "-p", &files[0], &files[1]]);
    assert_eq!(batch.status, 10, "{}", batch.stderr);
    let last = batch.stderr.lines().last().unwrap();
    assert!(
        last.starts_with("pdfa2hocr: 1 of 2 files are written, but truncated"),
        "{last}"
    );
    let manifest = fs::read_to_string(format!("{out}/manifest.jsonl")).unwrap();
    let lines: Vec<serde_json::Value> = manifest
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    for line in lines {
        let truncated = line["input"].as_str().unwrap().contains("bombs");
        assert_eq!(line["exit"], if truncated { 10 } else { 0 });
        assert_eq!(line["files"].as_array().unwrap().len(), 1);
    }
}

/// A pipe without data blocks the program until the time limit.
#[cfg(unix)]
#[test]
fn what_takes_longer_than_its_time_is_ended_without_output() {
    let folder = scratch();
    let out = folder.path().join("out.html");
    for args in [
        &["--time-limit", "1", "-", out.to_str().unwrap()][..],
        &["validate", "--time-limit", "1", "-"],
    ] {
        let mut child = program()
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // Keeps the pipe open until the program ends.
        let pipe = child.stdin.take();
        let output = child.wait_with_output().unwrap();
        drop(pipe);
        let validate = args[0] == "validate";
        assert_eq!(output.status.code(), Some(if validate { 7 } else { 10 }));
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8(said).unwrap();
        assert!(
            said.contains("took longer than --time-limit allows"),
            "{said}"
        );
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}

#[test]
fn many_elements_with_one_parent_are_checked_in_linear_time() {
    let count = 200_000;
    let kids: String = (0..count).map(|i| format!("{} 0 R ", 6 + i)).collect();
    let mut bodies = vec![
        b"<</Type/Catalog/Pages 2 0 R/StructTreeRoot 4 0 R>>".to_vec(),
        b"<</Type/Pages/Count 1/Kids[3 0 R]>>".to_vec(),
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>".to_vec(),
        b"<</Type/StructTreeRoot/K 5 0 R>>".to_vec(),
        format!("<</S/Document/P 4 0 R/K[{kids}]>>").into_bytes(),
    ];
    bodies.extend((0..count).map(|_| b"<</S/P/P 5 0 R>>".to_vec()));
    let bomb = bomb(&written("1.7", &bodies, ""));
    let checked = bounded(&["validate", "-f", "2b", &bomb.path]);
    assert_eq!(checked.status, 1, "{}{}", checked.stdout, checked.stderr);
}

/// A page of hOCR with this content.
fn hocr(inner: &str) -> Vec<u8> {
    format!(
        "<html><body><div class='ocr_page' title='bbox 0 0 1000 1000; scan_res 300 300'>{inner}"
    )
    .into_bytes()
}

#[cfg(feature = "html")]
#[test]
fn a_page_that_a_list_has_again_is_read_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let word = |i: usize| {
        let (x, y) = (i % 50 * 20, i / 50 * 3);
        format!(
            "<span class='ocrx_word' title='bbox {x} {y} {} {}'>w{i}</span>\n",
            x + 15,
            y + 2
        )
    };
    let words: String = (0..15_000).map(word).collect();
    let line = format!("<span class='ocr_line' title='bbox 0 0 1000 1000'>{words}</span>");
    fs::write(path("page.html"), hocr(&line)).unwrap();
    let pages = "<div><fptr FILEID='f'/></div><div><fptr FILEID='g'/></div>".repeat(5_000);
    let mets = format!(
        "<mets><file ID='f'><FLocat href='page.html'/></file><file ID='g'><FLocat href='./page.html'/></file>\
         <structMap>{pages}</structMap></mets>"
    );
    fs::write(path("mets.xml"), mets).unwrap();
    let read = bounded(&[&path("mets.xml"), "-"]);
    assert_eq!(read.status, 0, "{}", read.stderr);
    assert_eq!(read.stdout.matches("class=\"ocr_page\"").count(), 1);
    assert!(
        read.stderr
            .contains("9999 pages of 10000 that it lists are in files of pages before"),
        "{}",
        read.stderr
    );
}

#[cfg(feature = "html")]
#[test]
fn elements_that_are_nested_or_do_not_end_are_read_in_linear_time() {
    const COUNT: usize = 100_000;
    let word = "<span class='ocrx_word' title='bbox 1 1 9 9'>";
    let check = |inner: &str| {
        let bomb = bomb(&hocr(inner));
        let checked = bounded(&["check", &bomb.path]);
        let start: String = inner.chars().take(60).collect();
        assert_eq!(checked.status, 8, "{start}: {}", checked.stderr);
        bomb
    };
    // Visiting all ancestors of each element would exceed the time limit.
    let words = word.repeat(700_000);
    check(&words);
    check(&format!("{words}{}", "</span>".repeat(700_000)));
    let classes = "ocr_pagex ".repeat(COUNT);
    for inner in [
        word.repeat(COUNT),
        format!("{}{}", word.repeat(COUNT), "</span>".repeat(COUNT)),
        format!("{}{}", "<b>".repeat(COUNT), "<td/></i>".repeat(COUNT)),
        format!(
            "{}{}",
            "<i>".repeat(COUNT),
            word.replace('>', "/>").repeat(COUNT)
        ),
        format!("<p class='{classes}'>text</p>"),
        format!("<p>{classes}</p>"),
    ] {
        let bomb = check(&inner);
        let read = bounded(&["-q", &bomb.path, "-"]);
        assert!([0, 10].contains(&read.status), "{}", read.stderr);
    }
}

#[cfg(feature = "html")]
#[test]
fn a_page_of_recognised_text_has_a_bound_of_parts() {
    // Without the limit, so many cells would take three gigabytes.
    let bomb = bomb(&hocr(&"<td>x ".repeat(1_000_000)));
    let read = bounded(&[&bomb.path, "-"]);
    assert_eq!(read.status, 10, "{}", read.stderr);
    assert!(
        read.stderr
            .contains("or more than 500000 words, lines and regions; the others are left out"),
        "{}",
        read.stderr
    );
}
