//! `--format`: several formats in one pass, and the names of their files.

use std::fs;

use crate::common::{TEXT_FORMATS, Word, fixture, read_hocr, run, scratch};

fn names(folder: &std::path::Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|e| e.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn what_is_written_in_one_pass_is_what_is_written_alone() {
    let out = scratch();
    let input = fixture("tagged/tables-and-lists.pdf");
    let file = out.path().join("t.html");
    let endings = [
        "html",
        "alto.xml",
        "page.xml",
        "tei.xml",
        "txt",
        "md",
        "reading.html",
        "tsv",
        "json",
        "vert",
        "pdfminer.xml",
        "segments.txt",
    ];
    let list = TEXT_FORMATS.join(",");
    let ran = run(&["-q", "--format", &list, &input, file.to_str().unwrap()]);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    assert_eq!(names(out.path()).len(), TEXT_FORMATS.len());
    for (format, ending) in TEXT_FORMATS.into_iter().zip(endings) {
        let alone = run(&["-q", "--format", format, &input, "-"]);
        assert_eq!(alone.status, 0);
        let together = fs::read_to_string(out.path().join(format!("t.{ending}"))).unwrap();
        assert_eq!(alone.stdout, together, "{format}");
        let text = match format {
            // This format has an element for each character.
            "pdfminer-xml" => together.contains(">t</text>"),
            _ => together.contains("tall"),
        };
        assert!(text, "{format}");
    }
}

#[test]
fn nothing_is_left_behind_when_one_file_cannot_be_written() {
    let out = scratch();
    let input = fixture("damaged/whole.pdf");
    let whole = out.path().join("whole.html");
    let choice = format!("hocr={},text=/no/such/folder/x.txt", whole.display());
    let ran = run(&["-p", "-q", "--format", &choice, &input]);
    assert_eq!(ran.status, 2, "{ran:?}");
    assert!(ran.stderr.contains("/no/such/folder"), "{ran:?}");
    assert!(names(out.path()).is_empty());
    let missing = run(&[
        "-q",
        "--format",
        "hocr,text",
        &fixture("damaged/not-a-pdf.pdf"),
        whole.to_str().unwrap(),
    ]);
    assert_eq!(missing.status, 4, "{missing:?}");
    assert!(names(out.path()).is_empty());
}

#[test]
fn one_format_that_fails_does_not_stop_the_others() {
    let out = scratch();
    let input = fixture("damaged/whole.pdf");
    let whole = out.path().join("whole.html");
    let whole = whole.to_str().unwrap();
    let list = "hocr,lex0,text,sqlite";
    let ran = run(&["-p", "-q", "--format", list, &input, whole]);
    assert_eq!(ran.status, 7, "{ran:?}");
    assert_eq!(ran.stderr.lines().count(), 1, "{ran:?}");
    assert!(
        ran.stderr
            .contains("lex0 is not written: the document has no dictionary entries"),
        "{ran:?}"
    );
    assert!(
        ran.stderr.ends_with("; the other formats are written\n"),
        "{ran:?}"
    );
    assert_eq!(
        names(out.path()),
        ["whole.html", "whole.sqlite", "whole.txt"]
    );
    let alone = run(&["-p", "-q", &input, "-"]);
    assert_eq!(fs::read_to_string(whole).unwrap(), alone.stdout);
    // A batch keeps the files that are written.
    let folder = out.path().join("batch");
    let folder = folder.to_str().unwrap();
    let ran = run(&[
        "batch",
        "-p",
        "-q",
        "--format",
        "text,lex0",
        &input,
        "--output-dir",
        folder,
    ]);
    assert_eq!(ran.status, 7, "{ran:?}");
    assert_eq!(names(folder.as_ref()), ["manifest.jsonl", "whole.txt"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_device_does_not_stop_the_others() {
    let out = scratch();
    let input = fixture("damaged/whole.pdf");
    let file = out.path().join("whole.txt");
    let list = format!("hocr=/dev/full,text={}", file.display());
    let ran = run(&["-p", "-q", "--format", &list, &input]);
    assert_eq!(ran.status, 7, "{ran:?}");
    assert!(
        ran.stderr
            .contains("hocr is not written: cannot write the output: the disk is full"),
        "{ran:?}"
    );
    assert!(file.exists());
}

#[test]
fn a_format_without_a_place_is_told() {
    let input = fixture("damaged/whole.pdf");
    for args in [
        &["--format", "hocr,text", &input, "-"][..],
        &["--format", "hocr", &input],
        &["--format", "hocr=-", &input, "out.html"],
        &["--format", "hocr=-,text=-", &input],
        &["--format", "docx", &input, "-"],
    ] {
        let ran = run(args);
        assert_eq!(ran.status, 1, "{ran:?}");
        assert_eq!(ran.stderr.lines().count(), 1, "{ran:?}");
        assert_eq!(ran.stdout, "");
    }
}

#[test]
fn the_name_of_the_output_chooses_the_format() {
    let out = scratch();
    let input = fixture("damaged/whole.pdf");
    for (name, format) in [
        ("a.alto.xml", "alto"),
        ("a.tei.xml", "tei"),
        ("a.md", "markdown"),
        ("a.tsv", "tsv"),
        ("A.TXT", "text"),
        ("a.json", "json"),
        ("a.hocr", "hocr"),
        ("a.xml", "hocr"),
        ("a.docx", "hocr"),
    ] {
        let file = out.path().join(name);
        let ran = run(&["-p", &input, file.to_str().unwrap()]);
        assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{name}");
        let written = fs::read_to_string(&file).unwrap();
        let asked = run(&["-p", "--format", format, &input, "-"]);
        assert!(!asked.stdout.is_empty());
        assert_eq!(written, asked.stdout, "{name}");
    }
    for (name, made) in [("b.sqlite", "b.sqlite"), ("b.page.xml", "b.page.xml")] {
        let file = out.path().join(name);
        let ran = run(&["-p", "--pages=1", &input, file.to_str().unwrap()]);
        assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{name}");
        let written = fs::read(out.path().join(made)).unwrap();
        let begins: &[u8] = match name {
            "b.sqlite" => b"SQLite format 3",
            _ => b"<?xml",
        };
        assert!(written.starts_with(begins), "{name}");
    }
}

#[test]
fn a_name_that_contradicts_its_format_is_a_warning() {
    let out = scratch();
    let input = fixture("damaged/whole.pdf");
    let file = out.path().join("a.Alto.xml");
    let file = file.to_str().unwrap();
    let ran = run(&["-p", "--format", "text", &input, file]);
    assert_eq!(ran.status, 0);
    let said = format!(
        "pdfa2hocr: warning: {file} is written as text, but its name ends like a file of \"alto\": \
         change the name or the format\n"
    );
    assert_eq!(ran.stderr, said);
    assert!(fs::read_to_string(file).unwrap().starts_with("first"));
    let quiet = run(&["-p", "-q", "--format", "text", &input, file]);
    assert_eq!((quiet.status, quiet.stderr.as_str()), (0, ""));
    // One warning for each file that is named explicitly.
    let [a, b] = ["x.json", "y.md"].map(|name| out.path().join(name).display().to_string());
    let ran = run(&["-p", "--format", &format!("hocr={a},tsv={b}"), &input]);
    assert_eq!((ran.status, ran.stderr.lines().count()), (0, 2), "{ran:?}");
}

#[test]
fn a_batch_gives_each_format_its_ending() {
    let out = scratch();
    let input = fixture("damaged/whole.pdf");
    let batch = |formats: &str, folder: &str| {
        let dir = out.path().join(folder);
        let ran = run(&[
            "batch",
            "-p",
            "-q",
            "--format",
            formats,
            "--output-dir",
            dir.to_str().unwrap(),
            &input,
        ]);
        assert_eq!(ran.status, 0, "{ran:?}");
        names(&dir)
    };
    let of = |names: Vec<String>| -> Vec<String> {
        names
            .into_iter()
            .filter(|n| n.starts_with("whole"))
            .collect()
    };
    assert_eq!(of(batch("text", "a")), ["whole.txt"]);
    assert_eq!(of(batch("alto,tsv", "b")), ["whole.alto.xml", "whole.tsv"]);
    assert_eq!(
        run(&["batch", "--format", "text=-", "--output-dir", "x", &input]).status,
        1
    );
}

/// The words of a file with their boxes.
fn words(args: &[&str]) -> Vec<Word> {
    let ran = run(args);
    assert_eq!(ran.status, 0, "{ran:?}");
    read_hocr(&ran.stdout)
        .into_iter()
        .flat_map(|p| p.words)
        .collect()
}

#[test]
fn what_is_written_for_programs_that_read_pdfminer_is_read_back_as_it_was() {
    let out = scratch();
    let xml = out.path().join("x.xml");
    let xml = xml.to_str().unwrap();
    // Fixtures with upright text only: this format does not record the direction of text.
    for name in [
        "layout/two-columns.pdf",
        "programs/typst-columns.pdf",
        "columns/headings.pdf",
        "damaged/whole.pdf",
    ] {
        let input = fixture(name);
        let ran = run(&["-p", "-q", "--format", "pdfminer-xml", &input, xml]);
        assert_eq!(ran.status, 0, "{ran:?}");
        let before = words(&["-p", "-q", "--dpi", "72", &input, "-"]);
        let after = words(&["-p", "-q", "--dpi", "72", xml, "-"]);
        assert_eq!(before.len(), after.len(), "{name}");
        assert!(!before.is_empty(), "{name}");
        // The order may differ, because it depends on the drawing order.
        for a in &before {
            let same = |b: &&Word| {
                let near = |(x, y): (&u32, &u32)| x.abs_diff(*y) <= 1;
                a.text == b.text && a.bbox.iter().zip(&b.bbox).all(near)
            };
            assert!(after.iter().any(|b| same(&b)), "{name}: {a:?}");
        }
    }
}

/// The values of all rows of a table, with their types.
#[cfg(feature = "sqlite")]
fn all_rows(database: &rusqlite::Connection, table: &str) -> Vec<Vec<rusqlite::types::Value>> {
    let mut statement = database.prepare(&format!("SELECT * FROM {table}")).unwrap();
    let columns = statement.column_count();
    let rows = statement.query_map([], |row| (0..columns).map(|at| row.get(at)).collect());
    rows.unwrap().map(Result::unwrap).collect()
}

#[cfg(feature = "sqlite")]
#[test]
fn a_database_has_all_words_and_finds_paragraphs() {
    let out = scratch();
    let file = out.path().join("t.sqlite");
    let input = fixture("tagged/tables-and-lists.pdf");
    let ran = run(&["-q", "--format", "sqlite", &input, file.to_str().unwrap()]);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    assert_eq!(names(out.path()), ["t.sqlite"]);
    let database = rusqlite::Connection::open(&file).unwrap();
    let one = |sql: &str| -> i64 { database.query_row(sql, [], |row| row.get(0)).unwrap() };
    let pages = read_hocr(&run(&["-q", &input, "-"]).stdout);
    let count: usize = pages.iter().map(|p| p.words.len()).sum();
    assert_eq!(one("SELECT count(*) FROM words"), count as i64);
    assert_eq!(one("SELECT pages FROM document"), 1);
    let found: (String, i64, String) = database
        .query_row(
            "SELECT role, x0, paragraphs.text FROM search JOIN paragraphs ON id = search.rowid
             WHERE search MATCH 'WIDE head'",
            [],
            |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
        )
        .unwrap();
    assert_eq!(found, ("cell".to_owned(), 83, "wide head".to_owned()));
    // With `-` as output, the SQL script is written.
    let script = run(&["-q", "--format", "sqlite", &input, "-"]).stdout;
    let other = rusqlite::Connection::open_in_memory().unwrap();
    other.execute_batch(&script).unwrap();
    for table in ["document", "pages", "paragraphs", "lines", "words"] {
        let rows = all_rows(&database, table);
        assert!(!rows.is_empty(), "{table}");
        assert_eq!(rows, all_rows(&other, table), "{table}");
    }
}

#[test]
fn segments_are_cut_where_the_file_leaves_its_text_state() {
    let input = fixture("content/graphics-state.pdf");
    let ran = run(&[
        "-q",
        "--format",
        "segments",
        "--segment-marks",
        "\\n\\t<^[]",
        &input,
        "-",
    ]);
    assert_eq!(ran.status, 0, "{ran:?}");
    for line in ran.stdout.lines() {
        let facts = line.split_once('[').unwrap().1.strip_suffix(']').unwrap();
        assert_eq!(facts.split(',').count(), 4, "{line}");
    }
    let wrong = run(&[
        "-q",
        "--format",
        "segments",
        "--segment-marks",
        "ab",
        &input,
        "-",
    ]);
    assert_eq!(wrong.status, 1);
}

/// A mapping rule, with only the properties that hocr-spec knows.
fn strict(rule: &serde_json::Value) -> serde_json::Value {
    const KNOWN: [&str; 3] = ["x_wconf", "x_font", "x_fsize"];
    let mut rule = rule.clone();
    if let Some(rules) = rule.as_array_mut() {
        *rules = rules.iter().map(strict).collect();
    }
    if let Some(properties) = rule.get_mut("properties").and_then(|p| p.as_array_mut()) {
        properties.retain(|name| {
            let name = name.as_str().unwrap();
            !name.starts_with("x_") || KNOWN.contains(&name)
        });
    }
    rule
}

#[test]
fn the_strict_mapping_is_that_of_tagged_documents_without_properties_of_ours() {
    let read = |name: &str| -> serde_json::Value {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("mappings");
        serde_json::from_str(&fs::read_to_string(folder.join(name)).unwrap()).unwrap()
    };
    let (tagged, found) = (read("tagged.json"), read("strict.json"));
    let rules = tagged["rules"].as_object().unwrap().iter();
    let changed = rules.map(|(kind, rule)| (kind.clone(), strict(rule)));
    let changed: serde_json::Map<String, serde_json::Value> = changed
        .filter(|(kind, rule)| tagged["rules"][kind] != *rule)
        .collect();
    assert_eq!(found["rules"], serde_json::Value::Object(changed));
}
