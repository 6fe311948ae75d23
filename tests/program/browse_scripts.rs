//! Mappings and modules that are edited in the browser: the answers of the server.

use std::fs;
use std::path::Path;
use std::thread;

use serde_json::{Value, json};

use crate::common::server::Server;
use crate::common::{TEXT_FORMATS, fixture, run, scratch};

const COLUMNS: &str = "layout/two-columns.pdf";

fn text<'a>(data: &'a Value, name: &str) -> &'a str {
    data[name].as_str().expect("a text")
}

/// The key of an analysis with this module instead of those of the command line.
fn with_module(server: &Server, module: &str) -> Result<String, Value> {
    let changes = json!({ "options": ["--page-analysis", "--module-steps=100000"],
            "modules": [{ "name": "mine", "text": module }] });
    match server.post("0/analyses", &changes) {
        (200, made) => Ok(text(&made, "key").to_owned()),
        (_, error) => Err(error),
    }
}

#[test]
fn a_page_is_written_as_the_command_line_writes_it() {
    for file in [COLUMNS, "tagged/tables-and-lists.pdf"] {
        let input = fixture(file);
        let server = Server::of(&[&input]);
        for format in TEXT_FORMATS {
            let written = run(&["--quiet", "--pages", "1", "--format", format, &input, "-"]);
            let shown = server.data(&format!("0/pages/0/output?format={format}"));
            assert_eq!(text(&shown, "text"), written.stdout, "{file} {format}");
            assert_eq!(shown["truncated"], false);
        }
        let (status, error) = server.get("0/pages/0/output?format=hacr");
        assert_eq!(status, 400);
        assert!(
            text(&error, "error").contains("did you mean \"hocr\""),
            "{error}"
        );
    }
}

#[test]
fn what_modules_print_and_fail_with_is_told_with_its_place() {
    let server = Server::of(&[fixture(COLUMNS)]);
    let module = "print('first')
def begin(document):
    print('begin', document.page_count)
def collect(page):
    print('collect', page.page_number)
def custom_processing(page, collected):
    print('page', page.page_number)
    if page.page_number == 2:
        page.nothing
";
    let changes = json!({ "options": ["--page-analysis"], "modules": [
        { "name": "running_heads" }, { "name": "mine", "text": module } ] });
    let (status, made) = server.post("0/analyses", &changes);
    assert_eq!(status, 200, "{made}");
    assert_eq!(made["printed"], json!(["first", "begin 2"]));
    let key = text(&made, "key");
    let output =
        |page: u32| server.data(&format!("0/pages/{page}/output?format=text&analysis={key}"));
    let first = output(0);
    assert_eq!(
        first["printed"],
        json!(["collect 1", "collect 2", "page 1"])
    );
    assert_eq!(first["errors"], json!([]));
    let second = output(1);
    let error = &second["errors"][0];
    assert_eq!(error["where"], "module");
    assert_eq!((&error["index"], &error["line"]), (&json!(1), &json!(9)));
    assert_eq!(error["file"], "mine");

    // Errors before the first page are part of the answer.
    for (module, line) in [
        ("def custom_processing(page)\n", 1),
        ("\n\nfail('no')\n", 3),
    ] {
        let error = with_module(&server, module).unwrap_err();
        assert_eq!(
            (&error["where"], &error["line"]),
            (&json!("module"), &json!(line)),
            "{error}"
        );
    }
    let rules = "{ \"rules\": {\n \"textline\": 5 } }";
    let changes = json!({ "options": [], "mapping": { "name": "mine", "text": rules } });
    let (status, error) = server.post("0/analyses", &changes);
    assert_eq!(
        (status, &error["where"], &error["line"]),
        (400, &json!("mapping"), &json!(2))
    );
    let (status, error) = server.post("0/analyses", &json!({ "options": ["--columns=many"] }));
    assert_eq!((status, &error["where"]), (400, &json!("options")));
    assert!(text(&error, "error").contains("--columns"), "{error}");
}

/// The module is stopped at its limits. Other requests are answered meanwhile, and the server goes on.
#[test]
fn a_module_that_runs_away_is_stopped() {
    let server = Server::of(&[fixture(COLUMNS), fixture("tagged/figures.pdf")]);
    let endless = "    for i in range(10000):\n        for j in range(10000):\n            pass\n";
    let of_page = format!("def custom_processing(page):\n{endless}");
    let of_document =
        format!("def collect(page):\n{endless}\ndef custom_processing(page, all):\n    pass\n");
    let large =
        "def custom_processing(page):\n    x = 'x'\n    for i in range(100):\n        x += x\n";
    thread::scope(|scope| {
        let asked = [of_page.as_str(), &of_document, large].map(|module| {
            let server = &server;
            scope.spawn(move || {
                let key = with_module(server, module).expect("an analysis");
                let path = format!("0/pages/0/output?format=text&analysis={key}");
                (server.data(&path), key)
            })
        });
        for _ in 0..5 {
            assert_eq!(server.data("1/pages/0")["number"], 1);
        }
        let plain = server.data("0/pages/0/output?format=text&analysis=layout");
        for answer in asked {
            let (output, _) = answer.join().expect("an answer");
            let error = text(&output["errors"][0], "error");
            assert!(error.contains("the module was stopped"), "{error}");
            assert_eq!(
                output["text"], plain["text"],
                "the page is as it was without the module"
            );
        }
    });
    // Outside of functions, and in `begin`, the limit is an error of the module.
    let error = with_module(
        &server,
        &format!("def begin(document):\n{endless}\ndef custom_processing(page):\n    pass\n"),
    );
    assert!(text(&error.unwrap_err(), "error").contains("the module was stopped"));
    assert_eq!(server.data("0/pages/1")["number"], 2);
}

#[test]
fn an_analysis_that_another_replaces_is_let_go() {
    let server = Server::of(&[fixture(COLUMNS)]);
    let first = with_module(&server, "def custom_processing(page):\n    print(1)\n").unwrap();
    assert_eq!(server.get(&format!("0/pages/0?analysis={first}")).0, 200);
    let changes = json!({ "options": ["--columns=2"], "instead": first });
    assert_eq!(server.post("0/analyses", &changes).0, 200);
    assert_eq!(server.get(&format!("0/pages/0?analysis={first}")).0, 410);
}

#[test]
fn the_scripts_of_the_command_line_and_those_that_are_built_in_have_their_texts() {
    let folder = scratch();
    let mapping = folder.path().join("my.json");
    fs::write(&mapping, "{ \"extends\": \"layout\", \"rules\": {} }").unwrap();
    let mapping = mapping.to_str().unwrap();
    let server = Server::of(&[
        &fixture(COLUMNS),
        "-m",
        mapping,
        "-l",
        "running_heads",
        "--columns=2",
    ]);
    let scripts = server.data("scripts");
    assert_eq!(scripts["mapping"]["name"], mapping);
    assert_eq!(scripts["mapping"]["is_file"], true);
    let module = &scripts["modules"][0];
    assert_eq!(
        (&module["name"], &module["is_file"]),
        (&json!("running_heads"), &json!(false))
    );
    let built_in = scripts["built_in"]["modules"].as_array().unwrap();
    assert!(built_in.iter().any(|known| known["text"] == module["text"]));
    assert_eq!(scripts["built_in"]["mappings"][0]["name"], "layout");
    let options = server.data("options");
    let options = options["options"].as_array().unwrap();
    let columns = options
        .iter()
        .find(|option| option["long"] == "columns")
        .unwrap();
    assert_eq!(
        (&columns["short"], &columns["value"]),
        (&json!("c"), &json!("N"))
    );
    // Options that name files, or that do not affect the analysis, are not offered.
    for fixed in ["format", "password", "pages", "module", "log", "without"] {
        assert!(
            !options.iter().any(|option| option["long"] == fixed),
            "{fixed}"
        );
    }
}

/// The answer to `POST save` for the text of a module.
fn saved(server: &Server, module: &str, was: Option<&str>) -> (u16, Value) {
    server.post("save", &json!({ "module": 0, "text": module, "was": was }))
}

#[test]
fn a_module_is_saved_to_the_file_that_was_named() {
    let folder = scratch();
    let file = folder.path().join("heads.star");
    let old = "def custom_processing(page):\n    print('old')\n";
    let new = "def custom_processing(page):\n    print('new')\n";
    fs::write(&file, old).unwrap();
    let server = Server::of(&[
        Path::new(&fixture(COLUMNS)),
        Path::new("-p"),
        Path::new("-l"),
        &file,
    ]);
    let printed = || server.data("0/pages/0/output?format=text")["printed"].clone();
    assert_eq!(printed(), json!(["old"]));

    let (status, error) = saved(&server, new, Some("something else"));
    assert_eq!(status, 409, "{error}");
    assert_eq!(fs::read_to_string(&file).unwrap(), old);
    assert_eq!(saved(&server, new, Some(old)).0, 200);
    assert_eq!(fs::read_to_string(&file).unwrap(), new);
    // The documents are now read with the saved module.
    assert_eq!(printed(), json!(["new"]));
    // Without a previous text, the file is overwritten, whatever it contains.
    fs::write(&file, "# of another program").unwrap();
    assert_eq!(saved(&server, old, None).0, 200);
    assert_eq!(fs::read_to_string(&file).unwrap(), old);
    assert_eq!(
        fs::read_dir(folder.path()).unwrap().count(),
        1,
        "nothing is left behind"
    );

    for wrong in [json!({ "text": new }), json!({ "module": 1, "text": new })] {
        let (status, error) = server.post("save", &wrong);
        assert_eq!(status, 400);
        assert!(text(&error, "error").contains("download"), "{error}");
    }
}

#[test]
fn what_is_built_in_or_a_document_is_not_overwritten() {
    let folder = scratch();
    let server = Server::of(&[&fixture(COLUMNS), "-m", "html", "-l", "running_heads"]);
    for module in [json!(0), Value::Null] {
        let (status, _) = server.post("save", &json!({ "module": module, "text": "x" }));
        assert_eq!(status, 400);
    }
    // If the file was replaced by a document while the server runs, the document is kept.
    let file = folder.path().join("my.star");
    fs::write(&file, "def custom_processing(page):\n    pass\n").unwrap();
    let server = Server::of(&[Path::new(&fixture(COLUMNS)), Path::new("-l"), &file]);
    fs::copy(fixture(COLUMNS), &file).unwrap();
    let (status, error) = saved(&server, "x", None);
    assert_ne!(status, 200, "{error}");
    assert_eq!(
        fs::read(&file).unwrap(),
        fs::read(fixture(COLUMNS)).unwrap()
    );
}

#[cfg(unix)]
#[test]
fn links_stay_links_and_files_keep_their_permissions() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let folder = scratch();
    let [file, link] = ["real.star", "link.star"].map(|name| folder.path().join(name));
    let old = "def custom_processing(page):\n    pass\n";
    fs::write(&file, old).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    symlink("real.star", &link).unwrap();
    let server = Server::of(&[Path::new(&fixture(COLUMNS)), Path::new("-l"), &link]);
    assert_eq!(saved(&server, "# new\n", Some(old)).0, 200);
    assert_eq!(fs::read_to_string(&file).unwrap(), "# new\n");
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(
        fs::metadata(&file).unwrap().permissions().mode() & 0o777,
        0o640
    );
}
