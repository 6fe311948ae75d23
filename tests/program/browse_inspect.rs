//! The listings of `inspect`, as the page of `browse` requests them.

use serde_json::Value;

use crate::common::fixture;
use crate::common::server::Server;

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

#[test]
fn fonts_lead_to_their_codes() {
    let server = Server::of(&[fixture("fonts/embedded-cff.pdf")]);
    let fonts = server.data("0/fonts");
    assert_eq!(fonts["pages_read"], fonts["pages"]);
    let key = fonts["fonts"][0]["key"].as_str().unwrap();
    let font = server.data(&format!("0/fonts/{key}"));
    assert_eq!(font["name"], fonts["fonts"][0]["name"]);
    assert_eq!(font["program"]["format"], "CFF");
    let codes = server.data(&format!("0/fonts/{key}/codes?from=1&count=2"));
    assert_eq!(list(&codes["codes"]).len(), 2);
    assert!(codes["total"].as_u64() > Some(2));
    let used = server.data(&format!("0/fonts/{key}/codes?show=used"));
    assert_eq!(used["total"], fonts["fonts"][0]["codes_used"]);
    assert!(
        codes["codes"][0]["outline"]
            .as_str()
            .unwrap()
            .starts_with('M')
    );
}

#[test]
fn images_lead_to_their_files() {
    let server = Server::of(&[fixture("scans/indexed.pdf")]);
    let images = server.data("0/images");
    assert_eq!(images["total"], 1);
    let key = images["images"][0]["key"].as_str().unwrap();
    let image = server.data(&format!("0/images/{key}"));
    assert_eq!(image["colours"]["family"], "Indexed");
    assert_eq!(image["colours"]["parts"][0][1]["family"], "DeviceRGB");
    assert_eq!(image["file"], "png");
}

#[test]
fn references_lead_from_the_trailer_through_the_file() {
    let server = Server::of(&[fixture("content/form-xobjects.pdf")]);
    let objects = server.data("0/objects?count=3");
    assert_eq!(objects["objects"][0]["key"], "trailer");
    assert_eq!(list(&objects["objects"]).len(), 3);
    let mut todo = vec!["trailer".to_owned()];
    let mut seen = Vec::new();
    while let Some(key) = todo.pop() {
        if seen.contains(&key) {
            continue;
        }
        let object = server.data(&format!("0/objects/{key}"));
        if object["stream"].is_object() {
            let data = server.data(&format!("0/objects/{key}/stream"));
            assert_eq!(data["total"], object["stream"]["decoded_length"]);
        }
        references(&object["value"], &mut todo);
        seen.push(key);
    }
    assert_eq!(objects["total"], seen.len());
    let forms = server.data("0/objects?q=form");
    assert!(forms["total"].as_u64() > Some(0) && forms["total"] != objects["total"]);
}

fn references(value: &Value, out: &mut Vec<String>) {
    match value["t"].as_str() {
        Some("ref") => out.push(value["v"].as_str().unwrap().to_owned()),
        Some("array") => list(&value["v"]).iter().for_each(|v| references(v, out)),
        Some("dict") => {
            let entries = list(&value["v"]).iter();
            entries.for_each(|entry| references(&entry[1], out));
        }
        _ => {}
    }
}

#[test]
fn operators_are_listed_in_parts() {
    let server = Server::of(&[fixture("content/form-xobjects.pdf")]);
    let whole = server.data("0/pages/0/operators");
    let total = whole["total"].as_u64().unwrap();
    assert_eq!(list(&whole["operators"]).len() as u64, total);
    let part = server.data("0/pages/0/operators?from=3&count=2");
    assert_eq!(part["total"], total);
    assert_eq!(list(&part["operators"]), &list(&whole["operators"])[3..5]);
}

#[test]
fn metadata_names_the_files_in_the_document() {
    let server = Server::of(&[fixture("attachments/portfolio.pdf")]);
    let metadata = server.data("0/metadata");
    let first = &metadata["attachments"][0];
    assert_eq!(first["index"], 0);
    let (status, _) = server.get("0/attachments/9999");
    assert_eq!(status, 400);
}

#[test]
fn what_is_not_there_is_said() {
    let server = Server::of(&[fixture("content/form-xobjects.pdf")]);
    for (path, why) in [
        ("0/fonts/1-0", "object 1-0 is not a font"),
        ("0/images/1-0", "object 1-0 is not an image"),
        (
            "0/objects/999-0",
            "there is no object 999-0, or it cannot be read",
        ),
        ("0/objects/1-0/stream", "object 1-0 has no stream"),
        ("0/pages/99/operators", "there is no page 100"),
    ] {
        let (status, said) = server.get(path);
        assert_eq!(status, 400, "{path}");
        assert_eq!(said["error"], why, "{path}");
    }
}
