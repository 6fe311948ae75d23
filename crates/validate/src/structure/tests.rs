//! Tests of small documents, each with one fault.

use std::collections::BTreeSet;

use crate::{Flavour, Options, validate};
use pdfa2hocr_core::pdf::Source;

/// The ids of broken rules, limited to some clauses. `objects` are the descendants of the structure tree's
/// element 9; element 10 has the page's marked-content sequence 0.
fn broken(flavour: Flavour, clauses: &[&str], objects: &str, content: &str) -> Vec<String> {
    let length = content.len();
    let file = format!(
        "%PDF-1.7\n1 0 obj <</Type/Catalog/Pages 2 0 R/StructTreeRoot 5 0 R/Lang(en)\
         /MarkInfo<</Marked true>>>> endobj\n\
         2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj\n\
         3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R/StructParents 0\
         /Annots 7 0 R>> endobj\n\
         4 0 obj <</Length {length}>> stream\n{content}\nendstream endobj\n\
         5 0 obj <</Type/StructTreeRoot/K 9 0 R/RoleMap 6 0 R\
         /ParentTree<</Nums[0[10 0 R] 1 10 0 R 2 10 0 R]>>>> endobj\n\
         {objects}\n\
         trailer <</Root 1 0 R>>\n"
    );
    let options = Options {
        flavours: vec![flavour],
        ..Options::default()
    };
    let reports = validate(&Source::from(file.into_bytes()), &options).expect("a document");
    let ids: BTreeSet<String> = reports
        .iter()
        .flat_map(|r| &r.findings)
        .filter(|f| clauses.contains(&f.clause))
        .map(|f| format!("{}-{}", f.clause, f.test))
        .collect();
    ids.into_iter().collect()
}

/// The objects of element 9, a Document, and its descendants: number, `S`, parent, further entries.
fn elements(list: &[(u32, &str, &str, &str)]) -> String {
    let children = |of: u32| -> String {
        list.iter()
            .filter(|(_, _, parent, _)| *parent == of.to_string())
            .map(|(number, ..)| format!("{number} 0 R "))
            .collect()
    };
    let element = |number: u32, kind: &str, parent: u32, more: &str| {
        let kids = children(number);
        let kids = if kids.is_empty() {
            String::new()
        } else {
            format!("/K[{kids}]")
        };
        format!("{number} 0 obj <</S/{kind}/P {parent} 0 R{kids}{more}>> endobj\n")
    };
    let mut text = element(9, "Document", 5, "");
    for &(number, kind, parent, more) in list {
        text += &element(number, kind, parent.parse().expect("a number"), more);
    }
    text
}

#[test]
fn a_table_holds_rows_and_rows_hold_cells() {
    let check = |list: &[_]| broken(Flavour::Ua1, &["7.2"], &elements(list), "");
    let good = [
        (10, "Table", "9", ""),
        (11, "TR", "10", ""),
        (12, "Div", "11", ""),
        (13, "TD", "12", ""),
    ];
    assert_eq!(check(&good), [""; 0]);
    let odd = [
        (10, "Table", "9", ""),
        (11, "TR", "10", ""),
        (12, "P", "11", ""),
        (13, "TD", "9", ""),
    ];
    assert_eq!(check(&odd), ["7.2-10", "7.2-9"]);
    let caption = [
        (10, "Table", "9", ""),
        (11, "TR", "10", ""),
        (12, "Caption", "10", ""),
        (13, "TR", "10", ""),
    ];
    assert_eq!(check(&caption), ["7.2-16"]);
}

#[test]
fn a_table_without_a_regular_grid_is_reported() {
    let list = [
        (10, "Table", "9", ""),
        (11, "TR", "10", ""),
        (12, "TD", "11", "/A<</O/Table/ColSpan 2>>"),
        (13, "TR", "10", ""),
        (14, "TD", "13", ""),
    ];
    let check = |flavour, clause| broken(flavour, &[clause], &elements(&list), "");
    assert_eq!(check(Flavour::Ua1, "7.2"), ["7.2-43"]);
    assert_eq!(check(Flavour::Ua2, "8.2.5.26"), ["8.2.5.26-4"]);
}

#[test]
fn headers_are_found_by_scope_or_by_name() {
    let table = |header: &str, cell: &str| {
        let list = [
            (10, "Table", "9", ""),
            (11, "TR", "10", ""),
            (12, "TH", "11", header),
            (13, "TR", "10", ""),
            (14, "TD", "13", cell),
        ];
        broken(Flavour::Ua1, &["7.5"], &elements(&list), "")
    };
    assert_eq!(table("/A<</O/Table/Scope/Column>>", ""), [""; 0]);
    assert_eq!(table("/ID(a)", "/A<</O/Table/Headers[(a)]>>"), [""; 0]);
    assert_eq!(table("", ""), ["7.5-1"]);
    assert_eq!(table("/ID(a)", "/A<</O/Table/Headers[(b)]>>"), ["7.5-2"]);
}

#[test]
fn headings_go_down_one_level_at_a_time() {
    let check = |types: [&'static str; 3]| {
        let list = [
            (10, types[0], "9", ""),
            (11, types[1], "9", ""),
            (12, types[2], "9", ""),
        ];
        broken(Flavour::Ua1, &["7.4.2", "7.4.4"], &elements(&list), "")
    };
    assert_eq!(check(["H1", "H2", "H1"]), [""; 0]);
    assert_eq!(check(["H1", "H3", "H2"]), ["7.4.2-1"]);
    assert_eq!(check(["H2", "H2", "H2"]), ["7.4.2-1"]);
    assert_eq!(check(["H1", "P", "H"]), ["7.4.4-2", "7.4.4-3"]);
    assert_eq!(check(["H", "P", "H"]), ["7.4.4-1"]);
}

#[test]
fn roles_lead_to_standard_types_in_level_a_too() {
    let check = |flavour, clause, map: &str| {
        let map = format!("6 0 obj <<{map}>> endobj\n");
        let objects = map + &elements(&[(10, "Body", "9", "")]);
        broken(flavour, &[clause], &objects, "")
    };
    assert_eq!(check(Flavour::Ua1, "7.1", "/Body/P"), ["7.1-10", "7.1-8"]);
    let a2 = |map| check(Flavour::A2a, "6.7.3.4", map);
    assert_eq!(a2("/Body/P"), [""; 0]);
    assert_eq!(a2(""), ["6.7.3.4-1"]);
    assert_eq!(a2("/Body/Text/Text/Body"), ["6.7.3.4-2"]);
    assert_eq!(a2("/Body/P/P/Other"), [""; 0]);
}

#[test]
fn what_is_drawn_is_tagged_or_an_artifact() {
    let paragraph = elements(&[(10, "P", "9", "")]);
    let check = |content| {
        let mut ids = broken(Flavour::Ua1, &["7.1"], &paragraph, content);
        // The document has no metadata and shows no title.
        ids.retain(|id| !matches!(id.as_str(), "7.1-8" | "7.1-10"));
        ids
    };
    assert_eq!(check("/P<</MCID 0>>BDC 0 0 9 9 re f EMC"), [""; 0]);
    assert_eq!(check("/Artifact BMC 0 0 9 9 re f EMC"), [""; 0]);
    assert_eq!(check("0 0 9 9 re f"), ["7.1-3"]);
    assert_eq!(check("/P<</MCID 5>>BDC 0 0 9 9 re f EMC"), ["7.1-3"]);
    let inside = "/P<</MCID 0>>BDC /Artifact BMC 0 0 9 9 re f EMC EMC";
    assert_eq!(check(inside), ["7.1-1"]);
    let around = "/Artifact BMC /P<</MCID 0>>BDC 0 0 9 9 re f EMC EMC";
    assert_eq!(check(around), ["7.1-2"]);
    assert_eq!(check("BI /W 1 /H 1 /BPC 8 /CS /G ID \0 EI"), ["7.1-3"]);
}

#[test]
fn links_are_described_and_lead_to_one_place() {
    let links = |first: &str, second: &str| {
        format!(
            "7 0 obj [20 0 R 21 0 R] endobj\n\
             20 0 obj <</Subtype/Link/Rect[0 0 9 9]/StructParent 1{first}>> endobj\n\
             21 0 obj <</Subtype/Link/Rect[9 9 20 20]/StructParent 2{second}>> endobj\n{}",
            elements(&[(10, "Link", "9", "")])
        )
    };
    let uri = |address: &str| format!("/Contents(x)/A<</S/URI/URI({address})>>");
    let same = links(&uri("http://a"), &uri("http://a"));
    assert_eq!(broken(Flavour::Ua2, &["8.2.5.20"], &same, ""), [""; 0]);
    let other = links(&uri("http://a"), &uri("http://b"));
    let ids = broken(Flavour::Ua2, &["8.2.5.20"], &other, "");
    assert_eq!(ids, ["8.2.5.20-2"]);
    let bare = links("", "/F 2");
    let ids = broken(Flavour::Ua1, &["7.18.1", "7.18.5"], &bare, "");
    assert_eq!(ids, ["7.18.1-2", "7.18.5-2"]);
}

#[test]
fn a_tree_that_goes_in_a_circle_ends() {
    let circle = "9 0 obj <</S/Document/P 5 0 R/K 10 0 R>> endobj\n\
                  10 0 obj <</S/Div/P 9 0 R/K[9 0 R 10 0 R]>> endobj\n";
    assert_eq!(
        broken(Flavour::Ua2, &["8.2.5.2"], circle, ""),
        ["8.2.5.2-2"]
    );
}

/// Content is tagged if `ParentTree` and then `P` lead to the root, whatever `K` has.
#[test]
fn content_belongs_to_the_element_that_the_parent_tree_names() {
    let check = |document: &str, paragraph: &str| {
        let objects = format!(
            "9 0 obj <</S/Document{document}>> endobj\n10 0 obj <</P 9 0 R{paragraph}>> endobj\n"
        );
        let content = "/P<</MCID 0>>BDC 0 0 1 1 re f EMC";
        broken(Flavour::Ua1, &["7.1"], &objects, content)
    };
    let whole = check("/P 5 0 R/K 10 0 R", "/S/P/K 0");
    assert_eq!(check("/P 5 0 R", "/S/P"), whole, "without K");
    let with = |id: &str| {
        let mut ids = [whole.clone(), vec![id.to_owned()]].concat();
        ids.sort();
        ids
    };
    assert_eq!(
        check("/P 3 0 R/K 10 0 R", "/S/P/K 0"),
        with("7.1-3"),
        "a wrong P"
    );
    assert_eq!(
        check("/P 5 0 R/K 10 0 R", "/K 0"),
        with("7.1-5"),
        "without S"
    );
}
