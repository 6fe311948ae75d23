//! The data that `browse` sends to its page.

use std::collections::BTreeSet;
use std::thread;

use serde_json::{Value, json};

use crate::common::server::Server;
use crate::common::{fixture, scratch};

/// The items of a list.
fn items(list: &Value) -> &[Value] {
    list.as_array().expect("a list")
}

/// The rows below a key of the tree. Checks that all of them were sent.
fn below(server: &Server, key: &str) -> Vec<Value> {
    let rows = server.data(&format!("0/tree?parent={key}"));
    assert_eq!(
        items(&rows["rows"]).len() as u64,
        rows["total"].as_u64().unwrap()
    );
    items(&rows["rows"]).to_vec()
}

#[test]
fn from_a_page_to_the_tree_and_back() {
    let server = Server::of(&[fixture("tagged/tables-and-lists.pdf")]);
    let page = server.data("0/pages/0");
    let block = &page["blocks"][0];
    let word = &block["paragraphs"][0]["lines"][0]["words"][0];
    let key = word["key"].as_str().unwrap();
    let element = server.data(&format!("0/element?key={key}"));
    assert_eq!(element["pages"][0]["index"], 0);
    assert_eq!(element["runs"][0]["text"], word["text"]);
    // The path of the element leads to it, row by row.
    let path = server.data(&format!("0/tree/path?key={key}"));
    let path = items(&path["path"]);
    let mut rows = items(&server.data("0/tree")["rows"]).to_vec();
    for (depth, step) in path.iter().enumerate() {
        let row = &rows[step["index"].as_u64().unwrap() as usize];
        assert_eq!(row["key"], step["key"]);
        if depth + 1 < path.len() {
            rows = below(&server, row["key"].as_str().unwrap());
        }
    }
    assert_eq!(path.last().unwrap()["key"], key);
}

#[test]
fn every_element_of_the_tree_is_known_and_has_the_text_of_its_row() {
    let server = Server::of(&[fixture("tagged/objects.pdf")]);
    let mut todo = items(&server.data("0/tree")["rows"]).to_vec();
    let mut seen = BTreeSet::new();
    while let Some(row) = todo.pop() {
        let key = row["key"].as_str().unwrap();
        assert!(seen.insert(key.to_owned()), "{key} is twice in the tree");
        let element = server.data(&format!("0/element?key={key}"));
        assert_eq!(element["name"], row["name"]);
        if let (Some(text), Some(first)) = (row["text"].as_str(), items(&element["runs"]).first()) {
            let run = first["text"].as_str().unwrap().replace('\n', " ");
            assert!(
                text.starts_with(&run) || run.starts_with(text),
                "{text:?} {run:?}"
            );
        }
        if row["kids"] != 0 {
            todo.extend(below(&server, key));
        }
    }
    let elements = server.data("0")["elements"].as_u64().unwrap();
    let counted = seen.iter().filter(|key| !key.contains('.')).count() as u64;
    assert_eq!(counted, elements);
}

#[test]
fn a_document_has_a_tree_by_each_road() {
    let server = Server::of(&[fixture("tagged/tables-and-lists.pdf")]);
    assert_eq!(server.data("0/tree?analysis=tags")["rows"][0]["key"], "e0");
    assert_eq!(
        server.data("0/tree?analysis=layout")["rows"][0]["key"],
        "p0"
    );
    let names = server.data("0/tree/names?analysis=layout");
    assert!(
        items(&names["names"])
            .iter()
            .any(|name| name["name"] == "textline")
    );
    let analysed = server.data("0/pages/0?analysis=layout");
    assert_eq!(analysed["elements"], json!([]));
    let characters = server.data("0/pages/0/characters?analysis=layout");
    assert!(!items(&characters["characters"]).is_empty());
    // With `-p` the layout is shown unless the page requests the tags.
    let server = Server::of(&["-p".to_owned(), fixture("tagged/tables-and-lists.pdf")]);
    assert_eq!(server.data("0")["road"], "layout");
    assert_eq!(server.data("0/tree")["rows"][0]["key"], "p0");
    assert_eq!(server.data("0/tree?analysis=tags")["rows"][0]["key"], "e0");
}

#[test]
fn a_document_is_read_as_the_user_changes_it() {
    let server = Server::of(&["-p".to_owned(), fixture("layout/two-columns.pdf")]);
    let command = &server.data("documents")["command"];
    assert_eq!(command["options"], json!(["--page-analysis"]));
    assert_eq!(
        (&command["mapping"], &command["modules"]),
        (&Value::Null, &json!([]))
    );
    let order = |analysis: &str, page: u32| {
        server.data(&format!("0/pages/{page}?analysis={analysis}"))["blocks"].clone()
    };
    let change = |only: Value| {
        let changes = json!({"options": ["--page-analysis", "--layout=classic"], "only": only});
        let (status, made) = server.post("0/analyses", &changes);
        assert_eq!((status, &made["road"]), (200, &json!("layout")), "{made}");
        made["key"].as_str().expect("a key").to_owned()
    };
    let (all, first) = (change(Value::Null), change(json!(0)));
    assert_eq!(change(Value::Null), all);
    assert_ne!(order("layout", 0), order(&all, 0));
    assert_ne!(order("layout", 1), order(&all, 1));
    assert_eq!(order(&first, 0), order(&all, 0));
    assert_eq!(order(&first, 1), order("layout", 1));
    // The tree follows the analysis, too.
    let rows = |analysis: &str| server.data(&format!("0/tree?parent=p0&analysis={analysis}"));
    assert_ne!(rows("layout"), rows(&all));
    assert_eq!(server.get("0/tree?analysis=a99").0, 410);
}

#[test]
fn changes_that_cannot_be_made_are_explained() {
    let server = Server::of(&[fixture("layout/two-columns.pdf")]);
    for (changes, status, said) in [
        (json!({"options": ["--columns=1"]}), 400, "--columns"),
        (json!({"options": ["--nothing"]}), 400, "--nothing"),
        (json!({"options": ["--icu=polski"]}), 400, "\"pl\""),
        (json!({"options": ["--log=/tmp/x"]}), 400, "--log"),
        (json!({"options": ["--password=x"]}), 400, "--password"),
        (json!({"options": ["--module=x.star"]}), 400, "--module"),
        (
            json!({"options": ["--mapping=/etc/passwd"]}),
            400,
            "--mapping",
        ),
        (json!({"options": ["input.pdf"]}), 400, "input.pdf"),
        (
            json!({"options": [], "modules": [{"given": 0}]}),
            400,
            "module",
        ),
        (
            json!({"options": [], "modules": [{"name": "/etc/passwd"}]}),
            400,
            "module",
        ),
        (json!({"options": ["--tagged"]}), 422, "not tagged"),
        (
            json!({"options": [], "mapping": {"name": "m.json", "text": "{"}}),
            400,
            "m.json",
        ),
        (json!({"nothing": 1}), 422, "options"),
    ] {
        let (answered, data) = server.post("0/analyses", &changes);
        assert_eq!(answered, status, "{changes}: {data}");
        let error = data["error"].as_str().expect("a reason");
        assert!(error.contains(said), "{changes}: {error}");
    }
}

#[test]
fn what_is_not_there_is_said() {
    let server = Server::of(&[fixture("layout/two-columns.pdf")]);
    for (path, status) in [
        ("0/pages/2", 400),
        ("0/pages/x", 400),
        ("1/pages/0", 404),
        ("0/tree?analysis=tags", 422),
        ("0/tree?analysis=other", 400),
        ("0/tree?parent=p9", 400),
        ("0/tree?parent=p0.n99999", 400),
        ("0/tree?parent=nonsense", 400),
        ("0/element?key=e0", 400),
        ("0/element", 400),
        ("0/tree/path?key=p0.n99999", 400),
        ("0/search?q=", 400),
        ("0/search", 400),
    ] {
        let (answered, data) = server.get(path);
        assert_eq!(answered, status, "{path}: {data}");
        let error = data["error"].as_str().unwrap();
        assert!(
            !error.is_empty() && !error.contains('\n'),
            "{path}: {error}"
        );
    }
}

#[test]
fn lists_are_sent_in_parts() {
    let server = Server::of(&[fixture("tagged/tables-and-lists.pdf")]);
    let part = |from: usize| server.data(&format!("0/tree?parent=e0&from={from}&count=2"));
    let (first, second) = (part(0), part(2));
    assert_eq!((&first["total"], &second["total"]), (&json!(3), &json!(3)));
    let keys: Vec<&Value> = [&first, &second]
        .into_iter()
        .flat_map(|p| items(&p["rows"]))
        .collect();
    assert_eq!(
        keys.iter().map(|row| &row["name"]).collect::<Vec<_>>(),
        ["Table", "L", "L"]
    );
    assert_eq!(part(9)["rows"], json!([]));
}

#[test]
fn text_is_searched_in_the_document_and_names_in_the_tree() {
    let server = Server::of(&[fixture("tagged/languages.pdf")]);
    let found = server.data("0/search?q=AUF%20deut");
    let hit = &found["hits"][0];
    assert_eq!(
        (&hit["page"], &hit["match"]),
        (&json!(0), &json!("auf deut"))
    );
    let key = hit["key"].as_str().unwrap();
    assert_eq!(
        server.data(&format!("0/element?key={key}"))["lang"]["value"],
        "de"
    );
    let named = server.data("0/tree/search?q=sect");
    let [row] = items(&named["rows"]) else {
        panic!("{named}")
    };
    assert_eq!(
        (&row["name"], &row["path"]),
        (&json!("Sect"), &json!(["e0"]))
    );
}

#[test]
fn many_who_ask_at_once_get_the_same() {
    let server = Server::of(&[fixture("layout/two-columns.pdf")]);
    let answers: BTreeSet<String> = thread::scope(|scope| {
        let ask = || server.data("0/pages/1").to_string();
        let asked: Vec<_> = (0..8).map(|_| scope.spawn(ask)).collect();
        asked
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .collect()
    });
    assert_eq!(answers.len(), 1);
}

#[cfg(feature = "validate")]
#[test]
fn faults_come_with_their_places() {
    let server = Server::of(&[fixture("tagged/objects.pdf")]);
    let report = server.data("0/faults?flavour=ua1");
    assert_eq!(report["flavour"], "ua1");
    let faults = items(&report["findings"])
        .iter()
        .flat_map(|f| items(&f["faults"]));
    let placed: Vec<&Value> = faults.filter(|fault| fault["bbox"].is_array()).collect();
    assert!(
        placed
            .iter()
            .any(|fault| fault["object"].is_string() && fault["page"] == 0)
    );
    // The declared flavour is checked, or 1b if the file declares none.
    assert_eq!(server.data("0/faults")["flavour"], "1b");
    assert_eq!(server.get("0/faults?flavour=9z").0, 400);
}

#[test]
fn the_xml_of_pdfminer_has_a_tree_and_no_faults() {
    let folder = scratch();
    let path = folder.path().join("page.xml");
    let xml = r#"<?xml version="1.0"?><pages><page id="1" bbox="0,0,200,100">
        <text font="Times" bbox="10,50,16,60" size="10">H</text>
        <text font="Times" bbox="16,50,19,60" size="10">i</text></page></pages>"#;
    std::fs::write(&path, xml).unwrap();
    let server = Server::of(&[path]);
    assert_eq!(server.data("0")["kind"], "pdfminer");
    assert_eq!(server.data("0/tree?parent=p0")["rows"][0]["text"], "Hi");
    assert_eq!(server.get("0/faults").0, 404);
    assert_eq!(server.get("0/tree?analysis=tags").0, 422);
}

#[cfg(feature = "modules")]
#[test]
fn a_module_that_collects_has_seen_all_pages_whichever_is_asked_for() {
    let folder = scratch();
    let module = folder.path().join("counts.star");
    let source = "def collect(page):\n    return page.page_number\n\
                  def custom_processing(page, collected):\n    \
                  page.attributes['seen'] = str(len(collected))\n";
    std::fs::write(&module, source).unwrap();
    let module = module.to_str().unwrap().to_owned();
    let pdf = fixture("layout/two-columns.pdf");
    let server = Server::of(&["-p".to_owned(), "-l".to_owned(), module, pdf]);
    for key in ["p1", "p0"] {
        let page = server.data(&format!("0/element?key={key}"));
        let mut attributes = items(&page["attributes"]).iter();
        let seen = attributes.find(|attribute| attribute["name"] == "seen");
        assert_eq!(seen.unwrap()["value"], "2", "{key}");
    }
}
