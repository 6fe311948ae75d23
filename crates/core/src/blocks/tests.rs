//! Tests of blocks with handmade pages.

use super::testing::{Builder, frame, sample};
use super::*;
use crate::geometry::Rect;
use crate::page::{Detail, Name, Node, NodeKind, Own};

/// Prints the blocks as text, one item a line.
fn dump(mapping: &str, builder: &Builder) -> String {
    let mut out = String::new();
    let page = builder.mapped(mapping, frame(400, 200));
    for block in page.blocks() {
        out.push_str(&format!("{:?} {:?}\n", block.role, edges(block.place)));
        for paragraph in &block.paragraphs {
            let Paragraph { heading, cell, .. } = paragraph;
            let bbox = edges(paragraph.place);
            out.push_str(&format!(" paragraph {bbox:?} {heading:?} {cell:?}\n"));
            for line in &paragraph.lines {
                out.push_str(&format!("  line {:?}", edges(line.place)));
                for word in &line.words {
                    out.push(' ');
                    out.push_str(&word.text());
                }
                out.push('\n');
            }
        }
    }
    out
}

fn edges(place: Place) -> [u32; 4] {
    let Pixels { x0, y0, x1, y1 } = place.pixels;
    [x0, y0, x1, y1]
}

#[test]
fn boxes_are_blocks_and_their_boxes_those_of_hocr() {
    insta::assert_snapshot!(dump("layout", &sample()), @r"
    Text [20, 20, 200, 44]
     paragraph [20, 20, 200, 44] None None
      line [20, 20, 200, 44] A<B Title
    Text [20, 60, 380, 100]
     paragraph [20, 60, 380, 100] None None
      line [20, 60, 380, 80] first words bold
      line [300, 80, 320, 100] up
    Image [0, 120, 400, 198]
    ");
}

#[test]
fn without_classes_of_hocr_a_paragraph_is_what_holds_lines() {
    let html = dump("html", &sample());
    let paragraphs = html.lines().filter(|l| l.starts_with(" paragraph"));
    assert_eq!(paragraphs.count(), 2, "{html}");
}

/// A tagged page: an area with two paragraphs and a table between them, and a running head.
fn tagged() -> Builder {
    let mut b = Builder::new();
    let line = [0.0, 0.0, 50.0, 10.0];
    let text = |b: &mut Builder, kind: &str, text: &str| {
        let id = b.node(kind, [0.0, 0.0, 100.0, 10.0], Detail::None);
        let parent = std::mem::replace(&mut b.parent, id);
        b.line(line, 0.0).word(text, line);
        b.parent = parent;
        id
    };
    b.open("Div", [0.0, 0.0, 150.0, 90.0]);
    text(&mut b, "P", "before");
    b.open("Table", line);
    for row in ["ab", "c"] {
        b.open("TR", line);
        for cell in row.chars() {
            b.open("TD", line);
            text(&mut b, "P", &cell.to_string());
            b.close();
        }
        b.close();
    }
    b.close();
    let heading = text(&mut b, "H2", "after");
    b.page.tree[heading].add_attribute(Own::Level, "2");
    b.close();
    let head = b.page.tree.root();
    let artifact = Node::new(NodeKind::new("Artifact"), Rect::EMPTY, Detail::None);
    let artifact = b.page.tree.add_child(head, artifact);
    b.page.tree[artifact].add_attribute(Name::standard("Subtype"), "Header");
    b.parent = artifact;
    text(&mut b, "P", "head");
    b
}

#[test]
fn tables_and_running_heads_are_blocks_of_their_own() {
    insta::assert_snapshot!(dump("tagged", &tagged()), @r"
    Text [0, 0, 200, 20]
     paragraph [0, 0, 200, 20] None None
      line [0, 0, 100, 20] before
    Table [0, 0, 100, 20]
     paragraph [0, 0, 100, 20] None Some((1, 1))
      line [0, 0, 100, 20] a
     paragraph [0, 0, 100, 20] None Some((1, 2))
      line [0, 0, 100, 20] b
     paragraph [0, 0, 100, 20] None Some((2, 3))
      line [0, 0, 100, 20] c
    Text [0, 0, 200, 20]
     paragraph [0, 0, 200, 20] Some(2) None
      line [0, 0, 100, 20] after
    Header [0, 0, 1, 1]
     paragraph [0, 0, 200, 20] None None
      line [0, 0, 100, 20] head
    ");
}
