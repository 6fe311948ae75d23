//! Files of corrections: each operation with the real program, applied again in other ways, and reported.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::common::{fixture, run, scratch};
use pdfa2hocr::corrections::{
    Anchor, Class, Corrections, Entry, File, Id, Level, Operation, State,
};
use pdfa2hocr::{
    ColumnCount, ColumnParams, Document, Options, Page, PageNumber, Rect, Road, Source,
};
use serde_json::{Value, json};

/// A unit of a page as the editor shows it: its level, its box, and its words.
#[derive(Clone, Debug)]
struct Unit {
    level: &'static str,
    bbox: Rect,
    text: String,
}

impl Unit {
    fn anchor(&self) -> Value {
        let Rect { x0, y0, x1, y1 } = self.bbox;
        json!({"box": [x0, y0, x1, y1], "text": self.text})
    }
}

/// The units of a page, from words to blocks.
fn units(page: &Page) -> Vec<Unit> {
    let mut out = Vec::new();
    let joined = |texts: &[String]| texts.join(" ");
    for block in page.blocks() {
        let mut of_block = Vec::new();
        for paragraph in block.paragraphs() {
            let mut of_paragraph = Vec::new();
            for line in paragraph.lines() {
                let words = line.words().iter().map(|word| word.text().into_owned());
                let words: Vec<String> = words.collect();
                for (word, text) in line.words().iter().zip(&words) {
                    let (level, bbox, text) = ("word", word.bbox(), text.clone());
                    out.push(Unit { level, bbox, text });
                }
                let (level, bbox, text) = ("line", line.bbox(), joined(&words));
                out.push(Unit { level, bbox, text });
                of_paragraph.extend(words);
            }
            let (level, bbox, text) = ("paragraph", paragraph.bbox(), joined(&of_paragraph));
            out.push(Unit { level, bbox, text });
            of_block.extend(of_paragraph);
        }
        if !of_block.is_empty() {
            let (level, bbox, text) = ("block", block.bbox(), joined(&of_block));
            out.push(Unit { level, bbox, text });
        }
    }
    out
}

fn options(change: impl FnOnce(&mut Options)) -> Options {
    let mut options = Options::default();
    change(&mut options);
    options
}

fn read(path: &str, options: Options) -> Vec<Page> {
    let source = Source::open(path).unwrap();
    let document = Document::with_options(&source, options).unwrap();
    document.pages().map(Result::unwrap).collect()
}

/// The unit of a level with a text on the first page of a document.
fn unit(path: &str, level: &str, text: &str) -> Unit {
    let pages = read(path, Options::default());
    let all = units(&pages[0]);
    let found = all
        .iter()
        .find(|unit| unit.level == level && unit.text == text);
    found
        .unwrap_or_else(|| panic!("{level} {text} is not in {all:#?}"))
        .clone()
}

/// Writes a file of operations on the first page.
fn file(folder: &Path, name: &str, by: &str, operations: &[Value]) -> PathBuf {
    let mut text =
        json!({"pdfa2hocr_corrections": 1, "name": "", "sha256": "", "pages": 1}).to_string();
    text.push('\n');
    for (number, operation) in operations.iter().enumerate() {
        let mut entry = json!({
            "id": format!("{by}{number}"),
            "by": by,
            "at": format!("2026-01-02T10:{number:02}:00Z"),
            "page": 1,
        });
        entry
            .as_object_mut()
            .unwrap()
            .extend(operation.as_object().unwrap().clone());
        text.push_str(&entry.to_string());
        text.push('\n');
    }
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path
}

/// Converts with options; returns the output, the messages, and the states by identifier.
fn converted(
    input: &str,
    corrections: &[&Path],
    options: &[&str],
) -> (String, String, BTreeMap<String, String>) {
    let folder = scratch();
    let report = folder.path().join("report.json");
    let mut args: Vec<&str> = vec![input, "-"];
    for path in corrections {
        args.extend(["--corrections", path.to_str().unwrap()]);
    }
    args.extend(["--corrections-report", report.to_str().unwrap()]);
    args.extend(options);
    let run = run(&args);
    assert_eq!(run.status, 0, "{}", run.stderr);
    let lines = fs::read_to_string(report).unwrap();
    let lines = lines
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    let states = lines.map(|line| {
        let text = |key: &str| line[key].as_str().unwrap().to_owned();
        assert!(line["page"].is_u64() && line["box"].as_array().unwrap().len() == 4);
        (text("id"), text("state"))
    });
    let states = states.collect();
    (run.stdout, run.stderr, states)
}

const COLUMNS: &str = "layout/two-columns.pdf";

#[test]
fn corrected_text_is_in_every_format_and_says_so() {
    let (folder, input) = (scratch(), fixture(COLUMNS));
    let word = unit(&input, "word", "DICTIONARY");
    let op = json!({"op": "text", "level": "word", "on": word.anchor(), "text": "LEXICON"});
    let path = file(folder.path(), "a.json", "ada", &[op]);
    let source = |format: &str| match format {
        "hocr" => "x_wconf 100; x_source human",
        "alto" => "CS=\"true\"",
        "page" => "source {type:human;}",
        "tei" => "<respStmt xml:id=\"human\">",
        _ => "LEXICON",
    };
    for format in crate::common::TEXT_FORMATS {
        let pages = if format == "page" {
            &["--pages", "1"][..]
        } else {
            &[]
        };
        let options = [&["-q", "--format", format][..], pages].concat();
        let (text, _, states) = converted(&input, &[&path], &options);
        assert_eq!(states["ada0"], "applied", "{format}");
        // A page of PDFMiner has a character a line.
        let is_there = text.contains("LEXICON") || format == "pdfminer-xml";
        assert!(is_there && !text.contains("DICTIONARY"), "{format}: {text}");
        assert!(
            text.contains(source(format)) || format == "pdfminer-xml",
            "{format}: {text}"
        );
    }
}

#[test]
fn files_with_corrected_words_name_the_people_in_tei() {
    let (folder, input) = (scratch(), fixture(COLUMNS));
    let word = unit(&input, "word", "DICTIONARY");
    let op = json!({"op": "text", "level": "word", "on": word.anchor(), "text": "LEXICON"});
    let path = file(folder.path(), "a.json", "ada", &[op]);
    // PAGE and ALTO have a mark for the word, and none for the person.
    for (format, person) in [("hocr", "ada"), ("alto", "unknown"), ("page", "unknown")] {
        let options = ["-q", "--format", format, "--pages", "1"];
        let (text, _, _) = converted(&input, &[&path], &options);
        let between = folder.path().join(format);
        fs::write(&between, text).unwrap();
        let tei = run(&["-q", "--format", "tei", between.to_str().unwrap(), "-"]);
        assert_eq!(tei.status, 0, "{}", tei.stderr);
        let name = format!("<name>{person}</name>");
        assert!(tei.stdout.contains(&name), "{format}: {}", tei.stdout);
        assert!(tei.stdout.contains("resp=\"#human\""), "{format}");
    }
}

#[test]
fn operations_are_applied_again_in_other_ways() {
    let (folder, input) = (scratch(), fixture(COLUMNS));
    let at = |level: &str, text: &str| unit(&input, level, text);
    let heading = at("paragraph", "A DICTIONARY OF FEW WORDS");
    let word = at("word", "FEW");
    let ops = [
        json!({"op": "text", "level": "word", "on": word.anchor(), "text": "MANY"}),
        json!({"op": "class", "level": "paragraph", "on": heading.anchor(), "class": {"heading": 4}}),
    ];
    let path = file(folder.path(), "a.json", "ada", &ops);
    let hocr = folder.path().join("uncorrected.html");
    let plain = run(&["-q", input.as_str(), hocr.to_str().unwrap()]);
    assert_eq!(plain.status, 0);
    let hocr = hocr.to_str().unwrap();
    let ways: [(&str, &[&str]); 6] = [
        (&input, &["-q"]),
        (&input, &["-q", "-p", "-c", "2"]),
        (&input, &["-q", "-p", "--dpi", "72"]),
        (&input, &["-q", "-p", "--layout", "classic"]),
        (hocr, &["-q"]),
        (hocr, &["-q", "-p"]),
    ];
    for (input, options) in ways {
        let (text, stderr, states) = converted(input, &[&path], options);
        let all: Vec<&str> = states.values().map(String::as_str).collect();
        assert_eq!(all, ["applied", "applied"], "{input} {options:?} {stderr}");
        assert!(
            text.contains(">MANY<") && text.contains("aria-level=\"4\""),
            "{options:?}: {text}"
        );
    }
    // A corrected file that is read again needs no corrections, and keeps the mark.
    for (name, format) in [("corrected.html", "hocr"), ("corrected.tei.xml", "tei")] {
        let corrected = folder.path().join(name);
        let corrected = corrected.to_str().unwrap();
        let made = run(&[
            "-q",
            "--format",
            format,
            "--corrections",
            path.to_str().unwrap(),
            &input,
            corrected,
        ]);
        assert_eq!(made.status, 0, "{}", made.stderr);
        let (text, _, states) = converted(corrected, &[&path], &["-q"]);
        assert!(
            states.values().all(|state| state == "needless"),
            "{name}: {states:?}"
        );
        assert!(text.contains("x_source human"), "{name}: {text}");
        if format == "tei" {
            let again = run(&["-q", "--format", "tei", corrected, "-"]).stdout;
            assert!(again.contains("<name>ada</name>"), "{again}");
        }
    }
}

#[test]
fn tagged_paragraphs_that_become_list_items_are_in_one_list() {
    let (folder, input) = (scratch(), fixture("tagged/plain-list.pdf"));
    let all = units(&read(&input, Options::default())[0]);
    let is_item = |unit: &&Unit| unit.level == "paragraph" && unit.text.starts_with('•');
    let items: Vec<&Unit> = all.iter().filter(is_item).take(2).collect();
    let op = |item: &&Unit| json!({"op": "class", "level": "paragraph", "on": item.anchor(), "class": "list-item"});
    let ops: Vec<Value> = items.iter().map(op).collect();
    let path = file(folder.path(), "a.json", "ada", &ops);
    let plain = run(&["-q", input.as_str(), "-"]).stdout;
    let (listed, _, states) = converted(&input, &[&path], &["-q"]);
    assert_eq!(
        (states["ada0"].as_str(), states["ada1"].as_str()),
        ("applied", "applied")
    );
    let counts = |hocr: &str| ["<ul", "<li "].map(|name| hocr.matches(name).count());
    let [lists, all] = counts(&plain);
    assert_eq!(counts(&listed), [lists + 1, all + 2], "{listed}");
}

#[test]
fn structure_is_corrected() {
    let (folder, input) = (scratch(), fixture("tagged/tables-and-lists.pdf"));
    let pages = read(&input, Options::default());
    let all = units(&pages[0]);
    let paragraphs: Vec<&Unit> = all
        .iter()
        .filter(|unit| unit.level == "paragraph")
        .collect();
    let [first, second, ..] = paragraphs.as_slice() else {
        panic!("{all:?}")
    };
    let noise = all.iter().rfind(|unit| unit.level == "word").unwrap();
    let ops = [
        json!({"op": "order", "level": "paragraph", "parts": [second.anchor(), first.anchor()]}),
        json!({"op": "delete", "level": "word", "on": noise.anchor()}),
        json!({"op": "class", "level": "paragraph", "on": second.anchor(), "class": "note"}),
        json!({"op": "add", "level": "line", "box": [5, 5, 60, 15], "text": "Added line"}),
    ];
    let path = file(folder.path(), "a.json", "ada", &ops);
    for options in [
        &["-q", "--format", "text"][..],
        &["-q", "-p", "--format", "text"],
    ] {
        let (text, stderr, states) = converted(&input, &[&path], options);
        let done = states.values().filter(|state| *state == "applied").count();
        assert!(done >= 3, "{states:?} {stderr}");
        assert!(text.contains("Added line"), "{text}");
    }
}

#[test]
fn gutters_divide_pages() {
    let (folder, input) = (scratch(), fixture(COLUMNS));
    let ops = [json!({"op": "gutters", "boxes": [[195, 0, 205, 300]], "pages": "following"})];
    let path = file(folder.path(), "a.json", "ada", &ops);
    let (with, _, states) = converted(&input, &[&path], &["-q", "-p"]);
    assert_eq!(states["ada0"], "applied");
    let without = run(&["-q", "-p", "-c", "2", input.as_str(), "-"]).stdout;
    let lines = |hocr: &str| hocr.matches("ocr_line").count();
    assert!(lines(&with) >= lines(&without), "{with}\n{without}");
    let none = [json!({"op": "gutters", "boxes": [], "pages": "this"})];
    let path = file(folder.path(), "b.json", "ada", &none);
    let (undivided, ..) = converted(&input, &[&path], &["-q", "-p", "-c", "2"]);
    assert!(undivided.contains("ocr_page"));
}

#[test]
fn files_of_two_people_merge_and_conflicts_are_reported() {
    let (folder, input) = (scratch(), fixture(COLUMNS));
    let word = unit(&input, "word", "FEW");
    let other = unit(&input, "word", "WORDS");
    let text = |unit: &Unit, text: &str| json!({"op": "text", "level": "word", "on": unit.anchor(), "text": text});
    let ada = file(
        folder.path(),
        "ada.json",
        "ada",
        &[text(&word, "NEW"), text(&other, "BOOKS")],
    );
    let bob = file(
        folder.path(),
        "bob.json",
        "bob",
        &[
            json!({"op": "progress", "state": "done"}),
            text(&word, "SOME"),
        ],
    );
    let (hocr, stderr, states) = converted(&input, &[&ada, &bob], &[]);
    assert_eq!(
        (states["ada0"].as_str(), states["bob1"].as_str()),
        ("conflict", "applied")
    );
    assert_eq!(states["ada1"], "applied");
    assert!(
        hocr.contains(">SOME<") && hocr.contains(">BOOKS<"),
        "{hocr}"
    );
    assert!(stderr.contains("in conflict"), "{stderr}");
}

#[test]
fn nothing_is_applied_to_other_text() {
    let (folder, input) = (scratch(), fixture(COLUMNS));
    let word = unit(&input, "word", "FEW");
    let wrong = Unit {
        text: "OTHER".to_owned(),
        ..word
    };
    let ops = [
        json!({"op": "text", "level": "word", "on": wrong.anchor(), "text": "WRONG"}),
        json!({"op": "delete", "level": "word", "on": wrong.anchor()}),
        json!({"op": "class", "level": "word", "on": wrong.anchor(), "class": "headword"}),
    ];
    let path = file(folder.path(), "a.json", "ada", &ops);
    let (hocr, stderr, states) = converted(&input, &[&path], &[]);
    assert!(states.values().all(|state| state == "failed"), "{states:?}");
    assert!(hocr.contains(">FEW<") && !hocr.contains("WRONG"));
    let said = "the box has the words \"FEW\" instead of \"OTHER\"";
    assert!(stderr.contains(said), "{stderr}");
    // The head names the people all the same: it is written before the pages are read.
    let body = |hocr: &str| {
        let (_, body) = hocr.split_once("<body>").unwrap();
        body.split_once("</body>").unwrap().0.to_owned()
    };
    let plain = run(&[input.as_str(), "-"]);
    assert_eq!(body(&plain.stdout), body(&hocr));
}

#[test]
fn damaged_files_are_errors_and_a_last_line_may_be_cut_off() {
    let (folder, input) = (scratch(), fixture(COLUMNS));
    let word = unit(&input, "word", "FEW");
    let op = json!({"op": "text", "level": "word", "on": word.anchor(), "text": "NEW"});
    let path = file(folder.path(), "a.json", "ada", &[op.clone(), op]);
    let whole = fs::read_to_string(&path).unwrap();
    fs::write(&path, &whole[..whole.len() - 20]).unwrap();
    let (_, _, states) = converted(&input, &[&path], &["-q"]);
    assert_eq!(states.len(), 1);
    fs::write(
        &path,
        whole.replacen("\"text\":\"NEW\"", "\"txet\":\"NEW\"", 1),
    )
    .unwrap();
    let failed = run(&[input.as_str(), "-", "--corrections", path.to_str().unwrap()]);
    assert_eq!(failed.status, 1);
    assert!(
        failed
            .stderr
            .contains("a.json: line 2: missing field `text`"),
        "{}",
        failed.stderr
    );
    let missing = run(&[input.as_str(), "-", "--corrections", "missing.json"]);
    assert!(
        missing.stderr.contains("cannot read missing.json"),
        "{}",
        missing.stderr
    );
    // A file that was made on another document is a warning.
    let head = "\"sha256\":\"";
    let digest = format!("{head}{}", "0".repeat(64));
    fs::write(&path, whole.replacen(head, &digest, 1)).unwrap();
    let (_, stderr, states) = converted(&input, &[&path], &[]);
    assert!(stderr.contains("made on another file"), "{stderr}");
    assert!(states.values().any(|state| state == "applied"));
}

#[test]
fn commands_that_convert_apply_corrections() {
    let (folder, input) = (scratch(), fixture(COLUMNS));
    let word = unit(&input, "word", "FEW");
    let op = json!({"op": "text", "level": "word", "on": word.anchor(), "text": "SEVERAL"});
    let path = file(folder.path(), "a.json", "ada", &[op]);
    let corrections = path.to_str().unwrap();
    let found = run(&[
        "locate",
        "--corrections",
        corrections,
        input.as_str(),
        "SEVERAL WORDS",
    ]);
    assert_eq!(found.status, 0, "{}", found.stderr);
    let svg = folder.path().join("page.svg");
    let drawn = run(&[
        "explain",
        "--corrections",
        corrections,
        &input,
        "--output",
        svg.to_str().unwrap(),
    ]);
    assert_eq!(drawn.status, 0, "{}", drawn.stderr);
    assert!(fs::read_to_string(svg).unwrap().contains("SEVERAL"));
    // The text of a tagged PDF is that of its replacement texts.
    for name in ["tagged.pdf", "made.pdf"] {
        let pdf = folder.path().join(name);
        let pdf = pdf.to_str().unwrap();
        let args = match name {
            "tagged.pdf" => vec!["tag", "-q", "--corrections", corrections, &input, pdf],
            _ => vec![
                "-q",
                "--format",
                "pdf",
                "--corrections",
                corrections,
                &input,
                pdf,
            ],
        };
        let made = run(&args);
        assert!(made.status == 0, "{name}: {}", made.stderr);
        for options in [&["-q", "--tagged"][..], &["-q", "-p"]] {
            let text = run(&[&[pdf, "-", "--format", "text"], options].concat());
            assert!(
                text.stdout.contains("SEVERAL WORDS"),
                "{name} {options:?}: {}",
                text.stdout
            );
            assert!(
                !text.stdout.contains("FEW"),
                "{name} {options:?}: {}",
                text.stdout
            );
        }
    }
    let out = folder.path().join("out");
    let report = folder.path().join("report.json");
    let batch = run(&[
        "batch",
        "-q",
        "--output-dir",
        out.to_str().unwrap(),
        "--corrections",
        corrections,
        "--corrections-report",
        report.to_str().unwrap(),
        &input,
    ]);
    assert_eq!(batch.status, 0, "{}", batch.stderr);
    let report = fs::read_to_string(report).unwrap();
    assert!(
        report.contains("two-columns.pdf") && report.contains("\"applied\""),
        "{report}"
    );
    let made = fs::read_to_string(out.join("two-columns.html")).unwrap();
    assert!(made.contains("SEVERAL"), "{made}");
}

/// A generator of pseudorandom numbers, the same in each run.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % end.max(1)
    }
}

/// A random operation on a unit.
fn operation(random: &mut Random, unit: &Unit, lines: &[Unit]) -> Operation {
    let Rect { x0, y0, x1, y1 } = unit.bbox;
    let on = Anchor {
        bbox: [x0, y0, x1, y1],
        text: unit.text.clone(),
    };
    let level = match unit.level {
        "word" => Level::Word,
        "line" => Level::Line,
        "paragraph" => Level::Paragraph,
        _ => Level::Block,
    };
    let changed = |with: &str| {
        let mut words: Vec<&str> = unit.text.split(' ').collect();
        words[0] = with;
        words.join(" ")
    };
    match (level, random.below(4)) {
        (Level::Word | Level::Line, 0) => Operation::Text {
            level,
            text: changed("Corrected"),
            on,
        },
        (Level::Word | Level::Line, 1) => Operation::Text {
            level,
            text: changed("two words"),
            on,
        },
        (_, 2) => Operation::Delete { level, on },
        (Level::Paragraph | Level::Block, 0) => {
            let inside = lines
                .iter()
                .filter(|line| unit.bbox.contains(line.bbox.centre()));
            let parts = inside.map(|line| {
                let Rect { x0, y0, x1, y1 } = line.bbox;
                Anchor {
                    bbox: [x0, y0, x1, y1],
                    text: line.text.clone(),
                }
            });
            Operation::Group {
                level: Level::Paragraph,
                parts: parts.collect(),
                together: false,
            }
        }
        (Level::Word, _) => Operation::Class {
            level,
            on,
            class: Class::Headword,
        },
        (_, n) => {
            let classes = [
                Class::Heading(2),
                Class::Note,
                Class::RunningHead,
                Class::Entry,
            ];
            Operation::Class {
                level,
                on,
                class: classes[n],
            }
        }
    }
}

/// The words of a page outside of a box, sorted.
fn outside(page: &Page, bbox: Rect) -> Vec<String> {
    let inside = bbox.grown(1.0);
    let words = page
        .words()
        .filter(|word| !inside.contains(word.bbox().centre()));
    let mut words: Vec<String> = words
        .map(|word| word.text().replace('\u{ad}', "-"))
        .collect();
    words.sort();
    words
}

#[test]
fn random_operations_are_applied_again_or_reported() {
    let fixtures = [
        COLUMNS,
        "layout/running.pdf",
        "tagged/tables-and-lists.pdf",
        "tagged/notes.pdf",
        "showcase/dictionary.pdf",
    ];
    let mut random = Random(42);
    let (mut all, mut fitting) = (0, 0);
    for name in fixtures {
        let path = fixture(name);
        let pages = read(&path, Options::default());
        let page = &pages[0];
        let units = units(page);
        let lines: Vec<Unit> = units
            .iter()
            .filter(|unit| unit.level == "line")
            .cloned()
            .collect();
        let ways: [fn(&mut Options); 4] = [
            |_| {},
            |options| options.road = Road::Geometry,
            |options| {
                options.road = Road::Geometry;
                let mut columns = ColumnParams::default();
                columns.count = ColumnCount::Exactly(2);
                options.columns = Some(columns);
            },
            |options| options.input_dpi = Some(150.0),
        ];
        let plain: Vec<Vec<Page>> = ways.iter().map(|way| read(&path, options(way))).collect();
        for _ in 0..40 {
            let unit = &units[random.below(units.len())];
            let operation = operation(&mut random, unit, &lines);
            let entry = Entry {
                id: Id("1".to_owned()),
                by: "ada".to_owned(),
                at: "2026-01-01T00:00:00Z".to_owned(),
                page: Some(PageNumber::FIRST),
                operation: operation.clone(),
            };
            let entries = vec![entry];
            let file = File {
                entries,
                ..File::default()
            };
            let corrections = Arc::new(Corrections::new(&file));
            for (way, plain) in ways.iter().zip(&plain) {
                let pages = read(
                    &path,
                    options(|options| {
                        way(options);
                        options.pages = Some("1".parse().unwrap());
                        options.corrections = Some(Arc::clone(&corrections));
                    }),
                );
                let outcome = &pages[0].corrections()[0];
                all += 1;
                if matches!(outcome.state, State::Applied | State::Needless) {
                    fitting += 1;
                }
                let around = match outcome.state {
                    State::Failed => Rect::new(-9.0, -9.0, -8.0, -8.0),
                    _ => unit.bbox,
                };
                assert_eq!(
                    outside(&pages[0], around),
                    outside(&plain[0], around),
                    "{name} {operation:?} {outcome:?}"
                );
            }
        }
    }
    println!("{fitting} of {all} fit");
    assert!(fitting * 100 >= all * 95, "{fitting} of {all}");
}
