//! Tests of the built-in mappings.

use super::*;
use crate::geometry::Rect;
use crate::page::{Detail, Name, Node, NodeKind, Tree};

pub(super) fn node(kind: &str, attributes: &[(&'static str, &str)]) -> Node {
    let mut node = Node::new(NodeKind::new(kind), Rect::EMPTY, Detail::None);
    for (name, value) in attributes {
        node.add_attribute(Name::named(name), *value);
    }
    node
}

/// A page with one node.
pub(super) fn tree(node: Node) -> Tree {
    let mut tree = Tree::new(Rect::EMPTY);
    tree.add_child(tree.root(), node);
    tree
}

#[test]
fn every_mapping_compiled_in_can_be_read() {
    for name in Mapping::names() {
        Mapping::built_in(name).unwrap();
    }
    assert_eq!(Mapping::built_in("nothing"), None);
}

#[test]
fn the_default_mapping_lists_what_it_can_write() {
    let classes = Mapping::built_in("layout").unwrap().classes();
    let classes: Vec<&str> = classes.iter().map(String::as_str).collect();
    assert_eq!(
        classes.join(" "),
        "ocr_carea ocr_footer ocr_header ocr_line ocr_page ocr_pageno ocr_par ocr_photo \
         ocrp_font ocrp_wconf ocrx_word"
    );
}

#[test]
fn the_default_mapping_keeps_groups_as_their_children_and_drops_what_it_does_not_know() {
    let mapping = Mapping::built_in("layout").unwrap();
    let action = |kind| {
        let tree = tree(node(kind, &[]));
        let node = tree.children(tree.root()).next().unwrap();
        let place = NodeContext {
            tree: &tree,
            node,
            page: 0,
        };
        mapping.find(place).action
    };
    assert_eq!(action("textgroup"), &Action::Children);
    assert_eq!(action("Figure"), &Action::Drop);
    let Action::Elements(textbox) = action("textbox") else {
        panic!("a textbox is written");
    };
    assert_eq!(textbox.chain.len(), 2);
    assert_eq!(textbox.properties, [Property::Bbox]);
}
