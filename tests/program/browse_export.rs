//! The exports of `browse` are the same as the output of the command line.

use std::fs;
use std::io::Write;
use std::net::TcpStream;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::common::server::Server;
use crate::common::{TEXT_FORMATS, fixture, program, scratch};
use serde_json::{Value, json};

/// Exports as `wanted`. Returns the name of the file and its content.
fn export(server: &Server, wanted: &Value) -> (String, Vec<u8>) {
    let (status, made) = server.post("0/export", wanted);
    assert_eq!(status, 200, "{wanted}: {made}");
    let answer = server.fetch(&format!("api/0/export/{}", made["number"]));
    assert_eq!(answer.status, 200, "{answer:?}");
    assert_eq!(made["bytes"], answer.body.len());
    let disposition = answer.header("content-disposition").unwrap_or_default();
    assert!(disposition.starts_with("attachment;"), "{disposition}");
    (made["name"].as_str().unwrap().to_owned(), answer.body)
}

/// The output of the program with these arguments.
fn written(args: &[&str], input: &str) -> Vec<u8> {
    let folder = scratch();
    let output = folder.path().join("out");
    let status = program().args(args).arg(input).arg(&output).status();
    assert!(status.unwrap().success(), "{args:?}");
    fs::read(output).unwrap()
}

#[test]
fn every_format_is_as_the_command_line_writes_it() {
    let input = fixture("layout/two-columns.pdf");
    let server = Server::of(&["-p", "-i", &input]);
    let all: Vec<&str> = TEXT_FORMATS
        .into_iter()
        .chain(["sqlite", "pdf", "viewer"])
        .collect();
    let (_, state) = server.get("0/export");
    let mut offered: Vec<&str> = state["formats"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(Value::as_str)
        .collect();
    // This format is offered for dictionaries only.
    offered.retain(|format| *format != "lex0");
    assert_eq!(offered, all);
    let changes = json!({"options": ["--page-analysis", "--columns=2"]});
    let (_, made) = server.post("0/analyses", &changes);
    for format in all {
        if format == "page" {
            // PAGE has one file for each page, so only single pages are exported.
            let (status, said) = server.post("0/export", &json!({"format": format}));
            assert_eq!(status, 400, "{said}");
            let (_, exported) = export(&server, &json!({"format": format, "pages": "2"}));
            let args = ["-pi", "--pages=2", "--quiet", "--format=page"];
            assert!(exported == written(&args, &input));
            continue;
        }
        let (name, exported) = export(&server, &json!({"format": format}));
        assert!(name.starts_with("two-columns."), "{name}");
        let args = ["-pi", "--viewer-as=file", "--quiet", "--format", format];
        assert!(exported == written(&args, &input), "{format}");
        if format == "pdf" {
            // A PDF is tagged with all its pages.
            continue;
        }
        let wanted = json!({"analysis": made["key"], "format": format, "pages": "2"});
        let (name, exported) = export(&server, &wanted);
        assert!(name.starts_with("two-columns-p2."), "{name}");
        let args = [
            "-pc2",
            "--pages=2",
            "--viewer-as=file",
            "--quiet",
            "--format",
            format,
        ];
        assert!(exported == written(&args, &input), "{format}");
    }
}

#[test]
fn roads_and_passwords_are_those_that_are_shown() {
    let input = fixture("encrypted/aes-256-password.pdf");
    let server = Server::of(&[&input]);
    let (status, said) = server.post("0/export", &json!({"format": "text"}));
    assert_eq!(status, 423, "{said}");
    server.post("0/password", &json!({"password": "user"}));
    let (_, exported) = export(&server, &json!({"format": "text"}));
    assert!(exported == written(&["--format=text", "--password=user"], &input));

    let input = fixture("tagged/tables-and-lists.pdf");
    let server = Server::of(&[&input]);
    for (analysis, option) in [("tags", "--tagged"), ("layout", "-p")] {
        let (_, exported) = export(&server, &json!({"format": "hocr", "analysis": analysis}));
        assert!(exported == written(&[option], &input), "{analysis}");
    }
    let (_, line) = server.get("0/export/command?format=text&analysis=layout&pages=1");
    let line = line["line"].as_str().unwrap();
    let expected = format!(
        "pdfa2hocr --page-analysis --format=text --pages=1 {input} tables-and-lists-p1.txt"
    );
    assert_eq!(line, expected);
    assert_eq!(
        server.get("0/export/command?format=text&analysis=a7").0,
        410
    );
    assert_eq!(server.get("0/export/command?format=txt").0, 400);
    assert_eq!(server.get("0/export/command?format=text&pages=0").0, 400);
    assert_eq!(server.get("0/export/7").0, 410);
}

#[test]
fn texts_that_are_not_saved_are_exported() {
    let folder = scratch();
    let path = |name: &str| folder.path().join(name);
    let named = |name: &str| path(name).to_str().unwrap().to_owned();
    // A module loads from its own folder, also while its text is edited and not saved.
    fs::write(path("names.star"), "NAME = \"footer\"\n").unwrap();
    let module = |text: &str| {
        format!("load(\"names.star\", \"NAME\")\ndef custom_processing(page):\n    {text}\n")
    };
    fs::write(path("given.star"), module("pass")).unwrap();
    let input = fixture("layout/two-columns.pdf");
    let server = Server::of(&["-p", "-l", &named("given.star"), &input]);
    let edited = module("print(NAME); page.children[0].kind = NAME");
    let changes = json!({
        "options": ["--page-analysis"],
        "modules": [{"given": 0, "text": edited}],
        "only": 0,
    });
    let (status, made) = server.post("0/analyses", &changes);
    assert_eq!(status, 200, "{made}");
    let wanted = json!({"analysis": made["key"], "format": "hocr", "pages": "1"});
    let (_, exported) = export(&server, &wanted);
    let as_given = written(&["-p", "--pages=1", "-l", &named("given.star")], &input);
    assert!(exported != as_given);
    // The edited module is used for that page only.
    let all = json!({"analysis": made["key"], "format": "hocr"});
    assert_eq!(server.post("0/export", &all).0, 400);
    let command = format!(
        "0/export/command?format=hocr&pages=1&analysis={}",
        made["key"].as_str().unwrap()
    );
    let (_, line) = server.get(&command);
    assert_eq!(line["unsaved"], json!([named("given.star")]));
    // After saving, the command line gives the same output.
    fs::write(path("given.star"), edited).unwrap();
    let saved = written(&["-p", "--pages=1", "-l", &named("given.star")], &input);
    assert!(exported == saved);
}

/// A module that runs for a long time on every page.
fn endless(folder: &Path) -> String {
    let path = folder.join("endless.star");
    let text = "def custom_processing(page):\n    for i in range(1000000000):\n        pass\n";
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Polls until `count` exports are running.
fn until_running(server: &Server, count: usize) {
    let end = Instant::now() + Duration::from_secs(60);
    while server.data("0/export")["running"].as_array().unwrap().len() != count {
        assert!(Instant::now() < end, "never {count} exports");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn an_export_ends_when_nobody_waits_for_it() {
    let folder = scratch();
    let module = endless(folder.path());
    let input = fixture("layout/two-columns.pdf");
    let args = ["-l", &module, "--module-steps=1000000000000", &input];
    let server = Server::of(&args);
    let (host, root) = server.place();
    // The server itself has not run the module yet, because no page was requested.
    let body = json!({"format": "text"}).to_string();
    let ask = || {
        let mut stream = TcpStream::connect(host).unwrap();
        write!(
            stream,
            "POST {root}/api/0/export HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        stream
    };
    let all = [ask(), ask(), ask()];
    // At most two exports run at once; other requests are answered meanwhile.
    until_running(&server, 2);
    assert_eq!(server.get("0").0, 200);
    drop(all);
    until_running(&server, 0);
}

#[test]
fn what_cannot_be_exported_says_why() {
    let folder = scratch();
    let input = folder.path().join("gone.pdf");
    fs::copy(fixture("layout/two-columns.pdf"), &input).unwrap();
    let server = Server::of(&[&input]);
    assert_eq!(server.get("0").0, 200);
    fs::remove_file(&input).unwrap();
    let (status, said) = server.post("0/export", &json!({"format": "text"}));
    assert_eq!(status, 422, "{said}");
    assert!(
        said["error"].as_str().unwrap().contains("gone.pdf"),
        "{said}"
    );
}
