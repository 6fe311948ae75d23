//! Tests of the data of documents in `fixtures/`.

use std::sync::Arc;

use serde::Serialize;
use serde_json::{Value, json};

use super::*;
use crate::convert::{Options, Road};
use crate::document::Document;
use pdfa2hocr_core::pdf::Source;

fn view_by(name: &str, road: Road) -> View {
    let source = Source::open(format!("fixtures/{name}")).unwrap();
    let options = Options {
        road,
        ..Options::default()
    };
    View::new(Document::with_options(&source, options).unwrap())
}

fn tagged(name: &str) -> View {
    view_by(name, Road::TagsOnly)
}

fn analysed(name: &str) -> View {
    view_by(name, Road::Geometry)
}

/// The data as the page receives it.
fn data(data: impl Serialize) -> Value {
    serde_json::to_value(data).unwrap()
}

fn key(text: &str) -> Key {
    text.parse().unwrap()
}

/// The values of one field of each item.
fn all<'v>(list: &'v Value, field: &str) -> Vec<&'v Value> {
    list.as_array()
        .unwrap()
        .iter()
        .map(|item| &item[field])
        .collect()
}

fn words(layers: &Value) -> Vec<&Value> {
    let blocks = layers["blocks"].as_array().unwrap().iter();
    blocks
        .flat_map(|b| b["paragraphs"].as_array().unwrap())
        .flat_map(|p| p["lines"].as_array().unwrap())
        .flat_map(|l| l["words"].as_array().unwrap())
        .collect()
}

#[test]
fn words_of_a_tagged_page_lead_to_their_elements_and_these_to_their_places() {
    let view = tagged("tagged/tables-and-lists.pdf");
    let page = data(layers(&view, 0).unwrap());
    let word = words(&page)
        .into_iter()
        .find(|w| w["text"] == "Caption")
        .unwrap();
    let caption = data(element(&view, key(word["key"].as_str().unwrap())).unwrap());
    assert_eq!(caption["name"], "Caption");
    assert_eq!(caption["pages"][0]["bbox"], word["bbox"]);
    assert_eq!(
        caption["runs"],
        json!([{"text": "Caption", "font": 0, "size": 12.0}])
    );
    assert_eq!(caption["fonts"][0]["name"], "Helvetica");
    let of_page = page["elements"].as_array().unwrap();
    let same = of_page.iter().find(|e| e["key"] == word["key"]).unwrap();
    assert_eq!(same["bbox"], word["bbox"]);
    assert_eq!(same["depth"], 2);
}

#[test]
fn cells_have_their_places_in_the_table() {
    let view = tagged("tagged/tables-and-lists.pdf");
    let page = data(layers(&view, 0).unwrap());
    let cells = page["tables"][0]["cells"].as_array().unwrap();
    let places: Vec<[u64; 4]> = cells
        .iter()
        .map(|c| ["row", "column", "row_span", "column_span"].map(|f| c[f].as_u64().unwrap()))
        .collect();
    // The header spans three columns. The cell at the left spans two rows, so the third row begins in the
    // second column. A class makes a cell two columns wide.
    assert_eq!(
        places,
        [
            [0, 0, 1, 3],
            [1, 0, 2, 1],
            [1, 1, 1, 1],
            [1, 2, 1, 2],
            [2, 1, 1, 1],
            [2, 2, 1, 1],
        ]
    );
    assert_eq!(cells[0]["header"], true);
}

#[test]
fn the_tree_is_opened_row_by_row_down_to_content() {
    let view = tagged("tagged/tables-and-lists.pdf");
    let root = data(rows(&view, None, 0, 10).unwrap());
    assert_eq!(
        (&root["total"], &root["rows"][0]["name"]),
        (&json!(1), &json!("Document"))
    );
    let below = data(rows(&view, Some(key("e0")), 1, 1).unwrap());
    assert_eq!(below["total"], 3);
    assert_eq!(all(&below["rows"], "text"), ["1. first 2. second"]);
    let content = data(rows(&view, Some(key("e2")), 0, 10).unwrap());
    assert_eq!(
        content["rows"][0],
        json!({
            "key": "e2.k0", "name": "MCID 0", "standard": null, "namespace": null,
            "kids": 0, "page": 0, "text": "Caption",
        })
    );
    let path = data(path(&view, key("e2.k0")).unwrap());
    assert_eq!(all(&path["path"], "key"), ["e0", "e1", "e2", "e2.k0"]);
    for wrong in ["e99", "e2.k9", "p0", "p0.n1"] {
        assert!(rows(&view, Some(key(wrong)), 0, 1).is_err(), "{wrong}");
        assert!(super::path(&view, key(wrong)).is_err(), "{wrong}");
        assert!(element(&view, key(wrong)).is_err(), "{wrong}");
    }
}

#[test]
fn own_attributes_those_of_classes_and_inherited_ones_are_distinguished() {
    let view = tagged("tagged/attributes.pdf");
    // The elements around it are found too, because their text begins with its text.
    let found = data(search(&view, "p", 0, 10).unwrap());
    let mut rows = found["rows"].as_array().unwrap().iter();
    let paragraph = rows.find(|row| row["name"] == "P").unwrap();
    let details = data(element(&view, key(paragraph["key"].as_str().unwrap())).unwrap());
    let attributes: Vec<String> = details["attributes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|a| {
            let text = |field: &str| a[field].as_str().unwrap_or("-").to_owned();
            ["owner", "name", "value", "origin", "from"]
                .map(text)
                .join(" ")
        })
        .collect();
    assert_eq!(
        attributes,
        [
            "Layout TextAlign End own -",
            "UserProperties Part No. 12 own -",
            "UserProperties Kind bolt own -",
            "Layout Width 200 class wide",
            "Table RowSpan 2 class wide",
            "Layout LineHeight 14 inherited e1",
        ]
    );
    assert_eq!(details["lang"], json!({"value": "de", "inherited": true}));
    assert_eq!(details["title"], "the first");
    let para = data(element(&view, key("e3")).unwrap());
    let namespace = json!("http://example.org/ns");
    assert_eq!(
        (&para["name"], &para["standard"]),
        (&json!("para"), &json!("P"))
    );
    assert_eq!(para["namespace"], namespace);
    assert_eq!(para["attributes"][0]["owner"], namespace);
    assert_eq!(para["attributes"][0]["value"], "1 [2 3]");
}

#[test]
fn an_element_on_several_pages_has_all_of_them() {
    let view = tagged("tagged/over-pages.pdf");
    let document = data(element(&view, key("e0")).unwrap());
    let pages: Vec<_> = all(&document["pages"], "index");
    assert_eq!(pages, [0, 1, 2]);
    assert!(
        all(&document["pages"], "bbox")
            .iter()
            .all(|bbox| bbox.is_array())
    );
}

#[test]
fn an_element_with_nothing_but_an_annotation_is_where_that_is() {
    let view = tagged("tagged/objects.pdf");
    let found = data(search(&view, "form", 0, 10).unwrap());
    let form = found["rows"][0]["key"].as_str().unwrap();
    let content = data(element(&view, key(&format!("{form}.k0"))).unwrap());
    assert!(content["name"].as_str().unwrap().starts_with("OBJR "));
    let bbox = content["pages"][0]["bbox"].as_array().unwrap();
    assert_eq!(bbox.len(), 4);
}

#[test]
fn nodes_of_analysed_pages_are_rows_too() {
    let view = analysed("layout/two-columns.pdf");
    let pages = data(rows(&view, None, 0, 10).unwrap());
    assert_eq!(all(&pages["rows"], "key"), ["p0", "p1"]);
    let boxes = data(rows(&view, Some(key("p0")), 0, 100).unwrap());
    let first = key(boxes["rows"][0]["key"].as_str().unwrap());
    let details = data(element(&view, first).unwrap());
    assert_eq!(details["path"][0]["name"], "page");
    let text = boxes["rows"][0]["text"].as_str().unwrap();
    let run = details["runs"][0]["text"].as_str().unwrap();
    assert!(
        !text.is_empty() && run.replace('\n', " ").starts_with(text),
        "{text:?} {run:?}"
    );
    let page = data(layers(&view, 0).unwrap());
    for word in words(&page) {
        let path = data(path(&view, key(word["key"].as_str().unwrap())).unwrap());
        assert_eq!(path["path"][0]["key"], "p0");
    }
    let orders: Vec<_> = all(&page["blocks"], "order");
    assert_eq!(orders[0], 1);
    // Keys of elements belong to the other tree.
    assert!(rows(&view, Some(key("e0")), 0, 1).is_err());
}

#[test]
fn text_is_found_over_words_and_lines_with_what_is_around_it() {
    let view = tagged("tagged/actual-text.pdf");
    // Divided by a soft hyphen at a line's end.
    let found = data(find(&view, "is HYPHENATED here", 0, 10).unwrap());
    let hit = &found["hits"][0];
    assert_eq!(hit["match"], "is hyphenated here");
    assert_eq!(hit["before"], "A word ");
    assert_eq!(hit["boxes"].as_array().unwrap().len(), 2);
    let of = data(element(&view, key(hit["key"].as_str().unwrap())).unwrap());
    assert_eq!(of["name"], "P");
    assert_eq!(found["next"], Value::Null);
    assert_eq!(
        data(find(&view, "nowhere", 0, 10).unwrap())["hits"],
        json!([])
    );
    assert!(find(&view, " ", 0, 10).is_err());
}

#[test]
fn the_words_of_a_font_are_listed_some_at_a_time() {
    let view = analysed("tagged/tables-and-lists.pdf");
    let page = data(layers(&view, 0).unwrap());
    let named = |name: &str, from, count| {
        let font = WantedFont::Name(name.to_owned());
        data(font_words(&view, &font, from, count).unwrap())
    };
    let font_of = |word: &Value| {
        let font = word["font"].as_u64().unwrap() as usize;
        page["fonts"][font]["name"].as_str().unwrap().to_owned()
    };
    let name = font_of(words(&page)[0]);
    let in_font = words(&page)
        .into_iter()
        .filter(|word| font_of(word) == name);
    let expected: Vec<_> = in_font.map(|word| word["bbox"].clone()).collect();
    assert!(expected.len() > 3);
    let (mut from, mut found) = ((0, 0), Vec::new());
    loop {
        let answer = named(&name, from, 2);
        let hits = answer["hits"].as_array().unwrap();
        assert!(hits.len() <= 2);
        found.extend(hits.iter().map(|hit| hit["boxes"][0].clone()));
        let Some(next) = answer["next"].as_array() else {
            break;
        };
        from = (
            next[0].as_u64().unwrap() as u32,
            next[1].as_u64().unwrap() as usize,
        );
    }
    assert_eq!(found, expected);
    let none = named("Nothing", (0, 0), 10);
    assert_eq!(none, json!({ "hits": [], "next": null }));
}

#[test]
fn a_search_goes_on_where_it_has_ended() {
    let view = analysed("tagged/over-pages.pdf");
    let (mut from, mut pages, mut turns) = (Some(0), Vec::new(), 0);
    while let Some(page) = from {
        // One hit is enough for a request, so each page with a hit ends it.
        let found = data(find(&view, "e", page, 1).unwrap());
        pages.extend(
            all(&found["hits"], "page")
                .into_iter()
                .filter_map(Value::as_u64),
        );
        from = found["next"].as_u64().map(|next| next as u32);
        turns += 1;
    }
    pages.dedup();
    assert_eq!((pages.as_slice(), turns), ([0, 1, 2].as_slice(), 3));
}

#[test]
fn a_font_that_is_written_in_place_has_no_object() {
    // Its fonts are direct objects in the resources of its pages.
    let layers = data(layers(&tagged("tagged/attributes.pdf"), 0).unwrap());
    assert_eq!(layers["fonts"][0]["name"], "Helvetica");
    assert_eq!(layers["fonts"][0]["key"], Value::Null);
}

#[test]
fn names_are_counted() {
    let view = tagged("tagged/tables-and-lists.pdf");
    let names = data(names(&view));
    let of = |name: &str| {
        let names = names["names"].as_array().unwrap();
        names.iter().find(|n| n["name"] == name).unwrap()["count"].clone()
    };
    assert_eq!((of("TD"), of("Table")), (json!(4), json!(1)));
}

#[test]
fn characters_belong_to_words() {
    let view = analysed("layout/two-columns.pdf");
    let page = data(layers(&view, 0).unwrap());
    let found = data(characters(&view, 0).unwrap());
    let texts: Vec<_> = words(&page)
        .into_iter()
        .map(|w| w["text"].as_str().unwrap())
        .collect();
    let first: String = found["characters"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|c| c["word"] == 1)
        .map(|c| c["text"].as_str().unwrap())
        .collect();
    assert_eq!(first, texts[1]);
}

#[test]
fn the_xml_of_pdfminer_is_shown_by_its_layout() {
    let xml = r#"<?xml version="1.0"?><pages><page id="1" bbox="0,0,200,100">
        <text font="Times" bbox="10,50,16,60" size="10">H</text>
        <text font="Times" bbox="16,50,19,60" size="10">i</text></page></pages>"#;
    let view = View::new(Document::from_bytes(xml).unwrap());
    assert_eq!(data(rows(&view, None, 0, 10).unwrap())["total"], 1);
    let page = data(layers(&view, 0).unwrap());
    assert_eq!(words(&page)[0]["text"], "Hi");
    assert_eq!(page["fonts"][0]["key"], Value::Null);
}

#[cfg(feature = "validate")]
#[test]
fn faults_of_elements_and_annotations_have_places() {
    use crate::inspect::Inspector;
    use pdfa2hocr_validate::Flavour;
    use std::sync::Arc;
    let name = "tagged/objects.pdf";
    let view = tagged(name);
    let source = Source::open(format!("fixtures/{name}")).unwrap();
    let pdf = Arc::clone(view.document().pipeline().pdf().unwrap());
    let inspector = Inspector::new(pdf, source.bytes().len(), vec![0]);
    let report = |flavour| {
        let checks = Checks::default();
        data(
            checks
                .faults(&source, &view, &inspector, Some(flavour))
                .unwrap(),
        )
    };
    let faults = |report: &Value| -> Vec<Value> {
        let findings = report["findings"].as_array().unwrap().iter();
        let faults = findings.flat_map(|finding| finding["faults"].as_array().unwrap());
        faults.cloned().collect()
    };
    let accessible = report(Flavour::Ua1);
    assert_eq!(accessible["conforms"], false);
    let of_objects = faults(&accessible);
    let mut of_objects = of_objects
        .iter()
        .filter(|fault| fault["object"].is_string());
    assert!(of_objects.any(|fault| fault["bbox"].is_array() && fault["page"] == 0));
    // Text outside of elements has the place of its operator.
    let untagged = faults(&accessible);
    let shown = |fault: &&Value| fault["object"].is_null() && fault["bbox"].is_array();
    assert!(untagged.iter().any(|fault| shown(&fault)), "{untagged:?}");
}

#[test]
fn chosen_pages_say_nothing_of_the_others() {
    for road in [Road::TagsOnly, Road::Geometry] {
        let whole = Arc::new(view_by("tagged/over-pages.pdf", road));
        let view = View::of_pages(&whole, &[1]);
        let (mut said, mut open) = (String::new(), vec![None]);
        while let Some(parent) = open.pop() {
            let below = rows(&view, parent, 0, 100).unwrap();
            assert_eq!(below.total, below.rows.len());
            for row in &below.rows {
                assert_eq!(row.page, Some(1));
                said.push_str(&data(element(&view, row.key).unwrap()).to_string());
                if row.kids > 0 {
                    open.push(Some(row.key));
                }
            }
            said.push_str(&data(below).to_string());
        }
        assert!(said.contains("page 2 of one") && said.contains("its own 2"));
        for other in ["page 1", "page 3", "its own 1", "its own 3"] {
            assert!(!said.contains(other), "{other} in {said}");
        }
    }
}

#[test]
fn pages_are_measured_for_what_needs_a_look() {
    let view = analysed("fonts/unknown-names.pdf");
    let found = data(review(&view, 0, 10).unwrap());
    let page = &found["pages"][0];
    assert_eq!(page["unknown"], 1);
    assert_eq!(page["doubtful"], 1);
    assert_eq!(page["warning_count"], 1);
    assert!(
        page["warnings"][0]["message"]
            .as_str()
            .unwrap()
            .contains("Secret")
    );
    assert!(page["place"].is_array());
    let first = data(review(&analysed("fonts/standard-14.pdf"), 0, 1).unwrap());
    assert_eq!(
        (
            first["next"].as_u64(),
            first["pages"].as_array().unwrap().len()
        ),
        (Some(1), 1)
    );
}
