//! Corrections in `browse`: the answers of the server to the editor, and the file that it writes.

use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::server::Server;
use crate::common::{fixture, run, scratch};
use serde_json::{Value, json};

/// A document in a folder of its own.
struct Book {
    folder: tempfile::TempDir,
    path: PathBuf,
}

impl Book {
    fn new(name: &str) -> Self {
        let folder = scratch();
        let path = folder.path().join("book.pdf");
        fs::copy(fixture(name), &path).expect("a copy");
        Self { folder, path }
    }

    fn corrections(&self) -> PathBuf {
        self.folder.path().join("book.corrections.json")
    }

    fn server(&self) -> Server {
        Server::of(&[&self.path])
    }

    fn lines(&self) -> Vec<Value> {
        let text = fs::read_to_string(self.corrections()).expect("a file of corrections");
        assert!(text.ends_with('\n'));
        text.lines()
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .collect()
    }
}

const COLUMNS: &str = "layout/two-columns.pdf";

/// The words of a page for the editor.
fn words(server: &Server, index: u32) -> Vec<Value> {
    let page = server.data(&format!("0/pages/{index}/edit"));
    let all = |of: &Value, name: &str| of[name].as_array().cloned().unwrap_or_default();
    let lines = all(&page, "blocks")
        .iter()
        .flat_map(|block| all(block, "paragraphs"))
        .flat_map(|paragraph| all(&paragraph, "lines"))
        .collect::<Vec<_>>();
    lines.iter().flat_map(|line| all(line, "words")).collect()
}

fn text<'a>(data: &'a Value, name: &str) -> &'a str {
    data[name]
        .as_str()
        .unwrap_or_else(|| panic!("no {name}: {data}"))
}

/// An operation that replaces a word of the first page.
fn replacing(word: &Value, by: &str) -> Value {
    json!({"page": 1, "op": "text", "level": "word",
        "on": {"box": word["box"], "text": word["text"]}, "text": by})
}

/// Makes operations, which must succeed.
fn make(server: &Server, seq: u64, operations: &[Value]) -> Value {
    let wanted = json!({"seq": seq, "tab": "a", "change": {"make": operations}});
    let (status, made) = server.post("0/corrections", &wanted);
    assert_eq!(status, 200, "{wanted}: {made}");
    made
}

fn first_word(server: &Server) -> Value {
    let words = words(server, 0);
    let word = words.iter().find(|word| text(word, "text").len() > 4);
    word.expect("a long word").clone()
}

/// Whether a page's text has a word in each of its views.
fn shown(server: &Server, word: &str) -> [bool; 3] {
    let output = server.data("0/pages/0/output?format=text");
    let found = server.data(&format!("0/search?q={word}"));
    let edited = words(server, 0);
    [
        text(&output, "text").contains(word),
        !found["hits"].as_array().expect("hits").is_empty(),
        edited.iter().any(|of| text(of, "text").contains(word)),
    ]
}

#[test]
fn a_correction_is_shown_everywhere_and_undone() {
    let book = Book::new(COLUMNS);
    let server = book.server();
    let state = server.data("0/corrections?tab=a");
    assert_eq!(
        (&state["writable"], &state["seq"]),
        (&json!(true), &json!(0))
    );
    assert!(text(&state, "file").ends_with("book.corrections.json"));
    assert!(!book.corrections().exists());
    let word = first_word(&server);
    let made = make(&server, 0, &[replacing(&word, "Zyzzyva")]);
    assert_eq!(made["results"][0]["state"], "applied", "{made}");
    assert_eq!(made["results"][0]["id"], made["ids"][0]);
    assert_eq!((&made["undo"], &made["redo"]), (&json!(1), &json!(0)));
    assert_eq!(shown(&server, "Zyzzyva"), [true; 3]);
    let edited = words(&server, 0);
    let new = edited
        .iter()
        .find(|word| word["text"] == "Zyzzyva")
        .expect("the word");
    assert_eq!(
        (&new["source"], &new["confidence"]),
        (&json!("human"), &json!(100))
    );
    assert_eq!(new["doubtful"], false);
    // Without an end, so that the page can be compared with a second analysis.
    let changes = json!({"options": ["--page-analysis"]});
    let (_, analysis) = server.post("0/analyses", &changes);
    let key = text(&analysis, "key");
    let output = server.data(&format!("0/pages/0/output?format=text&analysis={key}"));
    assert!(text(&output, "text").contains("Zyzzyva"));

    let asked =
        |made: &Value, change: &str| json!({"seq": made["seq"], "tab": "a", "change": change});
    let (status, undone) = server.post("0/corrections", &asked(&made, "undo"));
    assert_eq!((status, &undone["pages"]), (200, &json!([1])), "{undone}");
    assert_eq!((&undone["undo"], &undone["redo"]), (&json!(0), &json!(1)));
    assert_eq!(shown(&server, "Zyzzyva"), [false; 3]);
    let output = server.data(&format!("0/pages/0/output?format=text&analysis={key}"));
    assert!(!text(&output, "text").contains("Zyzzyva"));
    let (status, error) = server.post("0/corrections", &asked(&undone, "undo"));
    assert_eq!(
        (status, text(&error, "error")),
        (400, "there is nothing to undo")
    );
    // After a restart, too.
    drop(server);
    let server = book.server();
    let state = server.data("0/corrections");
    assert_eq!(
        (&state["undo"], &state["redo"]),
        (&json!(0), &json!(1)),
        "{state}"
    );
    let (status, redone) = server.post("0/corrections", &asked(&state, "redo"));
    assert_eq!((status, &redone["pages"]), (200, &json!([1])), "{redone}");
    assert_eq!(shown(&server, "Zyzzyva"), [true; 3]);
    let lines = book.lines();
    assert_eq!(lines[0]["pdfa2hocr_corrections"], 1);
    assert_eq!(lines[0]["name"], "book.pdf");
    assert_eq!(text(&lines[0], "sha256").len(), 64);
    assert_eq!(lines[1]["op"], "text");
    assert_eq!(
        server.data("0/corrections")["states"],
        json!({"1": "in-work"})
    );
}

#[test]
fn exports_have_the_corrections() {
    let book = Book::new(COLUMNS);
    let server = book.server();
    let word = first_word(&server);
    make(&server, 0, &[replacing(&word, "Zyzzyva")]);
    let (status, made) = server.post("0/export", &json!({"format": "text"}));
    assert_eq!(status, 200, "{made}");
    let file = server.fetch(&format!("api/0/export/{}", made["number"]));
    let exported = String::from_utf8_lossy(&file.body).into_owned();
    assert!(exported.contains("Zyzzyva"), "{made}");
    let line = server.data("0/export/command?format=text");
    let line = text(&line, "line");
    assert!(line.contains("--corrections="), "{line}");
    let corrections = book.corrections();
    let corrections = corrections.to_str().expect("UTF-8");
    let path = book.path.to_str().expect("UTF-8");
    let args = ["--corrections", corrections, "--format", "text", path, "-"];
    assert_eq!(run(&args).stdout, exported);
}

#[test]
fn operations_of_a_request_are_one_step() {
    let book = Book::new(COLUMNS);
    let server = book.server();
    let all = words(&server, 0);
    let long: Vec<_> = all
        .iter()
        .filter(|word| text(word, "text").len() > 4)
        .collect();
    let operations = [replacing(long[0], "Zyzzyva"), replacing(long[3], "Xylem")];
    let made = make(&server, 0, &operations);
    assert_eq!(made["ids"].as_array().map(Vec::len), Some(2));
    assert_eq!(made["undo"], 1);
    let (_, undone) = server.post(
        "0/corrections",
        &json!({"seq": made["seq"], "tab": "a", "change": "undo"}),
    );
    assert_eq!((&undone["undo"], &undone["redo"]), (&json!(0), &json!(1)));
    assert_eq!(words(&server, 0), all);
}

#[test]
fn changes_need_the_token_and_the_page_itself() {
    let book = Book::new(COLUMNS);
    let server = book.server();
    let word = first_word(&server);
    let (host, root) = server.place();
    let own = format!("Host: {host}\r\nContent-Type: application/json\r\n");
    let change = json!({"make": [replacing(&word, "Zyzzyva")]});
    let bodies = [
        ("", json!({"seq": 0, "change": change})),
        ("/presence", json!({"tab": "a"})),
    ];
    for (route, body) in bodies {
        let path = format!("{root}/api/0/corrections{route}");
        for (path, headers) in [
            (&path, own.clone()),
            (&path, format!("{own}Origin: http://evil.example\r\n")),
            (&path, format!("{own}Origin: null\r\n")),
            (
                &path,
                format!("{own}Origin: http://{host}\r\nSec-Fetch-Site: cross-site\r\n"),
            ),
            (
                &path.replace(root, "/0123456789abcdef0123456789abcdef"),
                format!("{own}Origin: http://{host}\r\n"),
            ),
        ] {
            let answer = server.send(&format!("POST {path}"), &headers, &body.to_string());
            assert_eq!(answer.status, 403, "{route} {headers}");
        }
        // Only JSON is read: forms of other sites cannot send it.
        let form = format!("Host: {host}\r\nOrigin: http://{host}\r\nContent-Type: text/plain\r\n");
        let answer = server.send(&format!("POST {path}"), &form, &body.to_string());
        assert_eq!(answer.status, 415, "{route}");
    }
    assert!(!book.corrections().exists());
}

#[test]
fn what_no_page_can_have_is_refused() {
    let book = Book::new(COLUMNS);
    let server = book.server();
    let word = first_word(&server);
    let page = |page: Value, mut operation: Value| {
        operation["page"] = page;
        operation
    };
    let of = |operation: Value| json!({"seq": 0, "change": {"make": [operation]}});
    let good = replacing(&word, "x");
    let infinite = json!({"page": 1, "op": "delete", "level": "word", "on": {"box": [1e39, 0, 1, 1], "text": "a"}});
    for (wanted, status) in [
        (of(page(json!(0), good.clone())), 422),
        (of(page(json!(99), good.clone())), 400),
        (of(json!({"page": 1, "op": "undo", "of": []})), 400),
        (
            of(json!({"page": 99, "op": "progress", "state": "done"})),
            400,
        ),
        (of(json!({"page": 1, "op": "paint"})), 422),
        (of(infinite), 422),
        (json!({"seq": 0, "change": {"make": []}}), 400),
    ] {
        let (found, error) = server.post("0/corrections", &wanted);
        assert_eq!(found, status, "{wanted}: {error}");
    }
    assert!(!book.corrections().exists());
    // An operation that does not fit is kept and says so.
    let mut other = good;
    other["on"]["text"] = json!("something else");
    let made = make(&server, 0, &[other]);
    assert_eq!(made["results"][0]["state"], "failed", "{made}");
    assert!(!text(&made["results"][0], "reason").is_empty());
}

#[test]
fn a_second_tab_does_not_overwrite_the_first() {
    let book = Book::new(COLUMNS);
    let server = book.server();
    let word = first_word(&server);
    assert_eq!(
        server
            .post("0/corrections/presence", &json!({"tab": "a"}))
            .1["others"],
        0
    );
    let (_, present) = server.post("0/corrections/presence", &json!({"tab": "b"}));
    assert_eq!(
        (&present["others"], &present["seq"]),
        (&json!(1), &json!(0))
    );
    let made = make(&server, 0, &[replacing(&word, "Zyzzyva")]);
    let (_, present) = server.post("0/corrections/presence", &json!({"tab": "b"}));
    assert_eq!(present["seq"], made["seq"]);
    for change in [
        json!({"make": [replacing(&word, "Xylem")]}),
        json!("undo"),
        json!("redo"),
        json!({"make": [{"page": 1, "op": "progress", "state": "done"}]}),
        json!({"settle": made["ids"][0]}),
    ] {
        let wanted = json!({"seq": 0, "tab": "b", "change": change});
        let (status, state) = server.post("0/corrections", &wanted);
        assert_eq!(status, 409, "{change}: {state}");
        assert_eq!((&state["seq"], &state["others"]), (&made["seq"], &json!(1)));
        assert_eq!(state["undo"], 1);
    }
    assert_eq!(book.lines().len(), 2);
    assert_eq!(shown(&server, "Zyzzyva"), [true; 3]);
}

/// Each answered change is in the file, although the server is killed at once.
#[test]
fn a_killed_server_loses_nothing() {
    let book = Book::new(COLUMNS);
    for number in 0..4 {
        let server = book.server();
        let state = server.data("0/corrections");
        assert_eq!(state["undo"], number);
        let word = first_word(&server);
        let wanted = format!("{}{number}", text(&word, "text"));
        let made = make(
            &server,
            state["seq"].as_u64().expect("a number"),
            &[replacing(&word, &wanted)],
        );
        // Sends SIGKILL.
        drop(server);
        let last = book.lines().pop().expect("a line");
        assert_eq!(last["id"], made["ids"][0]);
    }
    // A line that was cut off is removed by the next one.
    let mut file = fs::read(book.corrections()).expect("a file");
    file.truncate(file.len() - 10);
    fs::write(book.corrections(), &file).expect("a file");
    let server = book.server();
    assert_eq!(server.data("0/corrections")["undo"], 3);
    let word = first_word(&server);
    make(&server, 3, &[replacing(&word, "Zyzzyva")]);
    assert_eq!(book.lines().len(), 5);
}

#[test]
fn a_second_program_only_reads() {
    let book = Book::new(COLUMNS);
    let first = book.server();
    let word = first_word(&first);
    make(&first, 0, &[replacing(&word, "Zyzzyva")]);
    let second = book.server();
    assert_eq!(shown(&second, "Zyzzyva"), [true; 3]);
    let state = second.data("0/corrections");
    if cfg!(unix) {
        assert_eq!(state["writable"], false);
        assert!(text(&state, "why").contains("another pdfa2hocr"), "{state}");
        let wanted = json!({"seq": state["seq"], "change": {"make": [replacing(&word, "x")]}});
        let (status, error) = second.post("0/corrections", &wanted);
        assert_eq!(status, 403);
        assert_eq!(error["error"], state["why"]);
    }
}

#[test]
fn a_change_by_another_program_is_shown() {
    let book = Book::new(COLUMNS);
    let server = book.server();
    let all = words(&server, 0);
    let long: Vec<_> = all
        .iter()
        .filter(|word| text(word, "text").len() > 4)
        .collect();
    let made = make(&server, 0, &[replacing(long[0], "Zyzzyva")]);
    let mut entry = replacing(long[3], "Xylem");
    entry["id"] = json!("ada1");
    entry["by"] = json!("ada");
    entry["at"] = json!("2099-01-01T00:00:00Z");
    let mut file = fs::read_to_string(book.corrections()).expect("a file");
    file.push_str(&format!("{entry}\n"));
    fs::write(book.corrections(), file).expect("a file");
    let wanted = json!({"seq": made["seq"], "tab": "a", "change": "undo"});
    let (status, state) = server.post("0/corrections", &wanted);
    assert_eq!(status, 409, "{state}");
    assert_eq!(
        (shown(&server, "Zyzzyva"), shown(&server, "Xylem")),
        ([true; 3], [true; 3])
    );
    assert_eq!(state["undo"], 2);
    let (status, undone) = server.post(
        "0/corrections",
        &json!({"seq": state["seq"], "change": "undo"}),
    );
    assert_eq!(status, 200, "{undone}");
    assert_eq!(
        (shown(&server, "Zyzzyva"), shown(&server, "Xylem")),
        ([true; 3], [false; 3])
    );
    fs::remove_file(book.corrections()).expect("a file");
    let state = server.data("0/corrections");
    assert_eq!(state["writable"], false);
    assert!(text(&state, "why").contains("was removed"), "{state}");
}

#[test]
fn files_that_cannot_be_written_end_editing_with_the_reason() {
    let book = Book::new(COLUMNS);
    let none = book.folder.path().join("none/book.json");
    let option = format!("--corrections={}", none.display());
    let server = Server::of(&[option.as_str(), book.path.to_str().expect("UTF-8")]);
    let state = server.data("0/corrections");
    assert_eq!(state["writable"], false);
    assert!(text(&state, "why").contains("none/book.json"), "{state}");
    drop(server);
    fs::write(book.corrections(), "notes\n").expect("a file");
    let server = book.server();
    let state = server.data("0/corrections");
    assert!(
        text(&state, "why").contains("is not a file of corrections"),
        "{state}"
    );
    let word = first_word(&server);
    let wanted = json!({"seq": 0, "change": {"make": [replacing(&word, "x")]}});
    assert_eq!(server.post("0/corrections", &wanted).0, 403);
    assert_eq!(
        fs::read_to_string(book.corrections()).expect("a file"),
        "notes\n"
    );
}

#[test]
fn files_of_the_command_line_are_written_and_merged() {
    let book = Book::new(COLUMNS);
    let own = book.folder.path().join("mine.json");
    let other = book.folder.path().join("ada.json");
    let server = book.server();
    let word = first_word(&server);
    drop(server);
    let mut entry = replacing(&word, "Xylem");
    entry["id"] = json!("ada1");
    entry["by"] = json!("ada");
    entry["at"] = json!("2001-01-01T00:00:00Z");
    let source =
        json!({"pdfa2hocr_corrections": 1, "name": "book.pdf", "sha256": "00", "pages": 2});
    let content = format!("{source}\n{entry}\n");
    fs::write(&other, &content).expect("a file");
    let args = |path: &Path| format!("--corrections={}", path.display());
    let (own_arg, other_arg) = (args(&own), args(&other));
    let server = Server::of(&[&own_arg, &other_arg, book.path.to_str().expect("UTF-8")]);
    let state = server.data("0/corrections");
    assert!(text(&state, "file").ends_with("mine.json"), "{state}");
    assert_eq!(state["writable"], true);
    assert_eq!(shown(&server, "Xylem"), [true; 3]);
    let made = make(&server, 0, &[replacing(&word, "Zyzzyva")]);
    assert_eq!(shown(&server, "Zyzzyva"), [true; 3], "{made}");
    let state = server.data("0/corrections");
    let conflict = &state["conflicts"][0];
    assert_eq!(
        (&conflict["id"], &conflict["with"]),
        (&json!("ada1"), &made["ids"][0]),
        "{state}"
    );
    assert_eq!(conflict["page"], 1);
    // The other person's operation is kept.
    let settle = json!({"seq": state["seq"], "tab": "a", "change": {"settle": made["ids"][0]}});
    let (status, settled) = server.post("0/corrections", &settle);
    assert_eq!(status, 200, "{settled}");
    assert_eq!(server.data("0/corrections")["conflicts"], json!([]));
    assert_eq!(shown(&server, "Xylem"), [true; 3]);
    assert_eq!(fs::read_to_string(&other).expect("a file"), content);
    assert!(own.exists() && !book.corrections().exists());
    let (status, _) = server.post("0/corrections", &settle);
    assert_eq!(status, 409);
    let second = book.folder.path().join("second.pdf");
    fs::copy(&book.path, &second).expect("a copy");
    let paths = [
        own_arg.as_str(),
        book.path.to_str().expect("UTF-8"),
        second.to_str().expect("UTF-8"),
    ];
    let refused = run(&["browse", "--no-open", paths[0], paths[1], paths[2]]);
    assert_ne!(refused.status, 0);
    assert!(
        refused.stderr.contains("--corrections"),
        "{}",
        refused.stderr
    );
}

#[test]
fn a_source_that_changed_is_noticed() {
    let book = Book::new(COLUMNS);
    let server = book.server();
    let word = first_word(&server);
    make(&server, 0, &[replacing(&word, "Zyzzyva")]);
    assert_eq!(server.data("0/corrections")["changed"], false);
    drop(server);
    let mut file = fs::read(&book.path).expect("a file");
    file.extend(b"\n% changed\n");
    fs::write(&book.path, file).expect("a file");
    let server = book.server();
    let begun = Instant::now();
    // The digest is computed in the background.
    while server.data("0/corrections")["changed"] == false {
        assert!(begun.elapsed() < Duration::from_secs(20));
        thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(shown(&server, "Zyzzyva"), [true; 3]);
}

/// Recognised text of two pages: the first with confidences, the second without.
fn recognised() -> String {
    let word = |at: usize, (word, confidence): (&str, &str)| {
        let (x0, x1) = (100 + at * 200, 250 + at * 200);
        format!("<span class='ocrx_word' title='bbox {x0} 100 {x1} 140{confidence}'>{word}</span>")
    };
    let page = |words: &[(&str, &str)]| {
        let words: Vec<String> = words
            .iter()
            .enumerate()
            .map(|(at, w)| word(at, *w))
            .collect();
        format!(
            "<div class='ocr_page' title='bbox 0 0 2000 3000'>\
             <div class='ocr_carea' title='bbox 100 100 1900 140'>\
             <p class='ocr_par' title='bbox 100 100 1900 140'>\
             <span class='ocr_line' title='bbox 100 100 1900 140'>{}</span></p></div></div>",
            words.join(" ")
        )
    };
    let first = page(&[("sure", "; x_wconf 96"), ("perhaps", "; x_wconf 79")]);
    let second = page(&[("w0rd", ""), ("p\u{430}ge", ""), ("perhaps", "")]);
    format!(
        "<!DOCTYPE html><html><head><title>a</title>\
         <meta name='ocr-capabilities' content='ocr_page ocr_carea ocr_par ocr_line ocrx_word'/>\
         </head><body>{first}{second}</body></html>"
    )
}

#[test]
fn pages_are_listed_by_their_doubtful_words() {
    let folder = scratch();
    let path = folder.path().join("book.hocr");
    fs::write(&path, recognised()).expect("a file");
    let server = Server::of(&[&path]);
    let begun = Instant::now();
    let list = loop {
        let list = server.data("0/corrections/work");
        if list["read"] == list["pages"] {
            break list;
        }
        assert!(begun.elapsed() < Duration::from_secs(20));
        thread::sleep(Duration::from_millis(20));
    };
    let rows = list["rows"].as_array().expect("rows");
    let doubts: Vec<u64> = rows
        .iter()
        .filter_map(|row| row["doubts"].as_u64())
        .collect();
    assert!(doubts.is_sorted_by(|a, b| a >= b), "{list}");
    for row in rows {
        let index = row["page"].as_u64().expect("a page") as u32 - 1;
        let page = server.data(&format!("0/pages/{index}/edit"));
        let all = words(&server, index);
        let doubtful = all.iter().filter(|word| word["doubtful"] == true).count();
        assert_eq!(row["doubts"], doubtful, "{row} {}", page["doubt"]);
        assert_eq!(row["words"], all.len());
    }
    assert_eq!(doubts, [2, 1], "{list}");
    let basis = |index: u32| server.data(&format!("0/pages/{index}/edit"))["doubt"].clone();
    assert_eq!([basis(0), basis(1)], ["confidence", "vocabulary"]);
    let part = server.data("0/corrections/work?from=1&count=1");
    assert_eq!((&part["rows"][0], &part["next"]), (&rows[1], &json!(null)));
}

#[test]
fn words_are_found_with_their_lines() {
    let server = Server::of(&[fixture(COLUMNS)]);
    let word = first_word(&server);
    let wanted = text(&word, "text").to_owned();
    let hits = |query: &str| server.data(&format!("0/corrections/find?{query}"))["hits"].clone();
    let found = hits(&format!("q={wanted}&case=1"));
    let hit = &found[0];
    assert_eq!(
        (&hit["page"], &hit["box"]),
        (&json!(1), &word["box"]),
        "{hit}"
    );
    assert!(text(hit, "text").contains(&wanted));
    assert!(text(&hit["line"], "text").contains(&wanted));
    let lower = wanted.to_lowercase();
    assert_ne!(hits(&format!("q={lower}")), json!([]));
    assert_eq!(hits(&format!("q={lower}&case=1")), json!([]));
    assert_eq!(server.get("0/corrections/find?q=").0, 400);
}

#[test]
fn lines_are_drawn_in_the_size_of_their_letters() {
    let server = Server::of(&[fixture(COLUMNS)]);
    let page = server.data("0/pages/0/edit");
    let line = &page["blocks"][0]["paragraphs"][0]["lines"][0];
    let bbox: Vec<f64> = line["box"]
        .as_array()
        .expect("a box")
        .iter()
        .filter_map(Value::as_f64)
        .collect();
    let numbers: Vec<String> = bbox.iter().map(f64::to_string).collect();
    let drawn = |height: u32| {
        let path = format!(
            "api/0/pages/0/line.png?box={}&xheight={height}",
            numbers.join(",")
        );
        let answer = server.fetch(&path);
        assert_eq!(answer.status, 200, "{answer:?}");
        let decoder = png::Decoder::new(Cursor::new(answer.body));
        let mut reader = decoder.read_info().expect("a PNG file");
        let mut data = vec![0; reader.output_buffer_size().expect("a size")];
        reader.next_frame(&mut data).expect("pixels");
        let (width, height) = reader.info().size();
        assert!(data.iter().any(|value| *value < 128), "the line has ink");
        (f64::from(width), f64::from(height))
    };
    let (width, height) = drawn(30);
    let ratio = (bbox[2] - bbox[0]) / (bbox[3] - bbox[1]);
    assert!(
        (width / height / ratio - 1.0).abs() < 0.05,
        "{width} {height} {ratio}"
    );
    // The box of a line is two to three times as high as its letters.
    assert!((50.0..110.0).contains(&height), "{height}");
    let half = drawn(15).1;
    assert!((height / half - 2.0).abs() < 0.1, "{height} {half}");
    assert_eq!(server.fetch("api/0/pages/0/line.png?box=1,2,3").status, 400);
}
