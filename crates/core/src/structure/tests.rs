//! Tests with trees over synthetic content.

use super::element::{Element, ElementId, Kid, Structure};
use super::{TaggedPage, Tags};
use crate::geometry::Matrix;
use crate::line::LineParams;
use crate::line::testing::Pen;
use crate::page::{Attribute, Content, MarkedContent, Name, Own};

/// A tree of elements `(parent, type)`. Each has the sequence of its own number on page 0 if `content`
/// returns `true`.
fn tree(elements: &[(Option<u32>, &str)], content: impl Fn(u32) -> bool) -> Structure {
    let mut structure = Structure::default();
    for (number, &(parent, name)) in (0u32..).zip(elements) {
        let mut element = Element {
            parent: parent.map(ElementId),
            own_type: name.into(),
            standard_type: name.into(),
            page: Some(0),
            ..Element::default()
        };
        if content(number) {
            element.kids.push(Kid::Content {
                page: Some(0),
                stream: None,
                mcid: i64::from(number),
            });
        }
        structure.elements.push(element);
        let kid = ElementId(number);
        match parent {
            Some(parent) => structure.elements[parent as usize]
                .kids
                .push(Kid::Element(kid)),
            None => structure.top.push(kid),
        }
    }
    structure
}

/// Sequences with these numbers on successive lines, each with a word that names it.
fn drawn(mcids: impl IntoIterator<Item = i64>) -> Content {
    let mut pen = Pen::new();
    for (line, mcid) in mcids.into_iter().enumerate() {
        let run = pen.run(10.0, 0.0);
        pen.content.runs[run as usize].marked = Some(pen.content.marked.len() as u32);
        pen.content.marked.push(MarkedContent {
            tag: "P".into(),
            mcid: Some(mcid),
            ..MarkedContent::default()
        });
        pen.write(run, 50.0, 50.0 + 20.0 * line as f32, &format!("word{mcid}"));
    }
    pen.content
}

fn build(structure: Structure, content: Content) -> TaggedPage {
    let tags = Tags::new(structure);
    tags.page(0, content, Matrix::IDENTITY, &LineParams::default(), None)
}

/// Kinds of nodes, indented, and words.
fn shape(page: &TaggedPage) -> String {
    let dump = page.page.dump();
    let line = |line: &str| {
        let kind = line.trim_start().split(' ').next().unwrap_or_default();
        let text = line.rsplit(' ').next().filter(|_| kind == "word");
        let text = text.unwrap_or_default();
        let indent = line.len() - line.trim_start().len();
        format!("{}{kind} {text}", " ".repeat(indent))
            .trim_end()
            .to_owned()
    };
    dump.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn text_directly_in_a_group_makes_paragraphs_around_the_blocks() {
    let elements = [
        (None, "Sect"),
        (Some(0), "Span"),
        (Some(0), "Link"),
        (Some(0), "P"),
        (Some(3), "Em"),
        (Some(0), "Own"),
    ];
    let page = build(tree(&elements, |_| true), drawn(0..6));
    insta::assert_snapshot!(shape(&page), @"
    page
     Sect
      par
       textline
        word word0
       textline
        Span
         word word1
       textline
        Link
         word word2
      P
       textline
        word word3
       textline
        Em
         word word4
      P
       textline
        word word5
    ");
    assert!(page.untagged.is_empty());
}

#[test]
fn a_paragraph_with_a_list_in_it_is_a_group_and_a_heading_with_a_div_is_a_heading() {
    let elements = [
        (None, "P"),
        (Some(0), "L"),
        (Some(1), "LI"),
        (Some(2), "Lbl"),
        (Some(2), "LBody"),
        (None, "H2"),
        (Some(5), "Div"),
        (Some(6), "NonStruct"),
    ];
    let page = build(
        tree(&elements, |n| [0, 3, 4, 7].contains(&n)),
        drawn([0, 3, 4, 7]),
    );
    insta::assert_snapshot!(shape(&page), @"
    page
     P
      par
       textline
        word word0
      L
       LI
        Lbl
         textline
          word word3
        LBody
         par
          textline
           word word4
     H2
      textline
       Div
        NonStruct
         word word7
    ");
}

#[test]
fn content_that_no_element_has_is_left_over_and_claimed_once() {
    let elements = [(None, "P"), (None, "P"), (None, "TD")];
    let mut structure = tree(&elements, |n| n == 0);
    structure.elements[1].kids.push(Kid::Content {
        page: Some(0),
        stream: None,
        mcid: 0,
    });
    let page = build(structure, drawn([0, 9]));
    insta::assert_snapshot!(shape(&page), @"
    page
     P
      textline
       word word0
     TD
    ");
    assert_eq!(page.untagged.len(), "word9".len());
}

#[test]
fn lines_that_go_on_in_another_column_are_another_part_of_the_element() {
    let mut pen = Pen::new();
    let run = pen.run(10.0, 0.0);
    pen.content.runs[run as usize].marked = Some(0);
    pen.content.marked.push(MarkedContent {
        mcid: Some(0),
        ..MarkedContent::default()
    });
    for (x, y, text) in [
        (50.0, 700.0, "left"),
        (50.0, 712.0, "foot"),
        (300.0, 50.0, "right"),
    ] {
        pen.write(run, x, y, text);
    }
    let page = build(tree(&[(None, "P")], |_| true), pen.content);
    let tree = &page.page.tree;
    let parts: Vec<_> = tree.children(tree.root()).collect();
    assert_eq!(parts.len(), 2);
    let group = |i: usize| tree[parts[i]].own(Own::Group);
    assert!(group(0).is_some());
    assert_eq!(group(0), group(1));
}

#[test]
fn elements_nested_deep_are_built_without_recursion() {
    let elements: Vec<_> = (0..50_000u32).map(|n| (n.checked_sub(1), "Div")).collect();
    let page = build(tree(&elements, |n| n == 49_999), drawn([49_999]));
    let tree = &page.page.tree;
    assert_eq!(tree.walk(tree.root()).count(), 2 * (50_000 + 4));
}

#[test]
fn replacement_text_of_an_element_takes_the_place_of_all_it_shows() {
    let elements = [(None, "P"), (Some(0), "Span"), (None, "P")];
    let mut structure = tree(&elements, |_| true);
    structure.elements[0].actual_text = Some("one two".into());
    structure.elements[2].actual_text = Some("word2".into());
    structure.elements[2]
        .attributes
        .push(Attribute::new(Name::standard("Placement"), "Block"));
    let page = build(structure, drawn(0..3));
    insta::assert_snapshot!(shape(&page), @"
    page
     P
      textline
       word one
      textline
       word two
     P
      textline
       word word2
    ");
}

mod broken {
    use super::*;
    use proptest::prelude::*;

    const TYPES: [&str; 13] = [
        "Document", "Sect", "P", "Span", "Figure", "L", "LI", "Lbl", "TD", "Own", "Artifact", "H",
        "Note",
    ];

    proptest! {
        /// In any tree, every glyph is either in the page's tree or untagged, exactly once.
        #[test]
        fn no_glyph_is_lost_or_doubled(
            shape in prop::collection::vec((0u32..20, 0..TYPES.len(), any::<bool>()), 1..20),
            mcids in prop::collection::vec(0i64..20, 0..20),
        ) {
            let elements: Vec<(Option<u32>, &str)> = (0u32..)
                .zip(&shape)
                .map(|(n, &(parent, kind, _))| (Some(parent).filter(|&p| p < n), TYPES[kind]))
                .collect();
            let structure = tree(&elements, |n| shape[n as usize].2);
            let content = drawn(mcids);
            let glyphs = content.glyphs.len();
            let page = build(structure, content);
            let mut seen: Vec<u32> = page.page.order.clone();
            seen.extend(&page.untagged);
            seen.sort_unstable();
            let all: Vec<u32> = (0..glyphs as u32).collect();
            prop_assert_eq!(seen, all);
        }
    }
}
