//! The class of a paragraph, as kinds and attributes of nodes that mappings and writers know.

use super::super::entry::{Class, Level};
use super::unit::{refit, relocate, shell, unit_of, unset, wrap};
use crate::geometry::Rect;
use crate::page::{
    Attribute, Detail, Node, NodeId, NodeKind, Own, Page, Tree, heading_level, standard_type,
};

/// The attributes that give a paragraph a class.
const CLASS: [Own; 6] = [
    Own::Level,
    Own::Role,
    Own::Item,
    Own::Verse,
    Own::Certainty,
    Own::Type,
];

/// The classes of text at the edge of a page.
const RUNNING: [Class; 3] = [Class::RunningHead, Class::RunningFoot, Class::PageNumber];
/// The kinds of paragraphs that are classes.
const KINDS: [(&str, Class); 7] = [
    ("header", Class::RunningHead),
    ("footer", Class::RunningFoot),
    ("pageno", Class::PageNumber),
    ("entry", Class::Entry),
    ("Note", Class::Note),
    ("FENote", Class::Note),
    ("Caption", Class::Caption),
];
/// The roles of paragraphs that are classes.
const ROLES: [(&str, Class); 3] = [
    ("footnote", Class::Note),
    ("caption", Class::Caption),
    ("chart", Class::Figure),
];
/// The kinds of nodes that give the paragraphs in them a class, the decisive first.
const AROUND: [(&str, Option<Class>); 6] = [
    ("Note", Some(Class::Note)),
    ("FENote", Some(Class::Note)),
    ("Caption", Some(Class::Caption)),
    ("Artifact", None),
    ("L", Some(Class::ListItem)),
    ("Table", Some(Class::Table)),
];

/// The paragraph of a word, if it is a running head or foot or a page number.
pub(super) fn running(page: &Page, word: NodeId) -> Option<NodeId> {
    let paragraph = unit_of(&page.tree, Level::Paragraph, word);
    paragraph.filter(|&own| class_of(page, own).is_some_and(|class| RUNNING.contains(&class)))
}

/// The entry of a name.
fn known<T: Copy>(table: &[(&str, T)], name: &str) -> Option<T> {
    let found = table.iter().find(|(known, _)| *known == name);
    found.map(|(_, value)| *value)
}

/// The class of a paragraph; `None` if people cannot assign it.
pub fn class_of(page: &Page, paragraph: NodeId) -> Option<Class> {
    let tree = &page.tree;
    let node = &tree[paragraph];
    let kind = node.kind.as_str();
    if let Some(class) = known(&KINDS, kind) {
        return Some(class);
    }
    if let Some(role) = node.own(Own::Role) {
        return known(&ROLES, role);
    }
    let kinds: Vec<&str> = tree
        .around(paragraph)
        .map(|id| tree[id].kind.as_str())
        .collect();
    let around = AROUND.iter().find(|(kind, _)| kinds.contains(kind));
    let around = around.map(|(_, class)| *class);
    let level = node.own(Own::Level).and_then(|level| level.parse().ok());
    let level = level.or_else(|| u8::try_from(heading_level(kind)?).ok());
    match (around, level) {
        (Some(Some(Class::Note | Class::Caption)) | Some(None), _) => around?,
        (_, Some(level)) => Some(Class::Heading(level)),
        _ if node.own(Own::Item).is_some() => Some(Class::ListItem),
        (Some(class), _) => class,
        _ => matches!(kind, "textbox" | "P" | "par").then_some(Class::Text),
    }
}

/// Gives a paragraph a class.
pub(super) fn put(page: &mut Page, paragraph: NodeId, class: Class) {
    leave_class(page, paragraph);
    let tree = &mut page.tree;
    let parent = tree.parent(paragraph).unwrap_or(tree.root());
    let is_tag = |id: NodeId| standard_type(tree[id].kind.as_str()).is_some();
    let is_tagged = is_tag(paragraph) || is_tag(parent);
    let plain = || match is_tagged {
        true => NodeKind::known("P"),
        false => NodeKind::TEXTBOX,
    };
    let kinds = KINDS.iter().find(|(_, known)| *known == class);
    let roles = ROLES.iter().find(|(_, known)| *known == class);
    let (kind, own) = match class {
        Class::Heading(level) => {
            let level = level.max(1);
            let kind = match is_tagged {
                true => NodeKind::new(format!("H{}", level.min(6))),
                false => NodeKind::TEXTBOX,
            };
            (kind, Some((Own::Level, level.to_string())))
        }
        Class::ListItem if !is_tagged => (NodeKind::TEXTBOX, Some((Own::Item, "1".to_owned()))),
        _ => match (roles, kinds) {
            (Some(&(role, _)), _) => (NodeKind::TEXTBOX, Some((Own::Role, role.to_owned()))),
            (_, Some(&(kind, _))) => (NodeKind::known(kind), None),
            _ => (plain(), None),
        },
    };
    let node = &mut tree[paragraph];
    unset(node, &CLASS);
    node.kind = kind;
    node.attributes
        .extend(own.map(|(name, value)| Attribute::new(name, value)));
    match class {
        Class::ListItem if is_tagged => into_list(tree, paragraph),
        Class::Entry if unit_of(tree, Level::Block, paragraph).is_none() => {
            // An entry is a paragraph, which needs a block around it.
            wrap_in(tree, paragraph, "column");
        }
        Class::RunningHead => to_edge(tree, paragraph, true),
        Class::RunningFoot => to_edge(tree, paragraph, false),
        Class::PageNumber => {
            let middle = tree[tree.root()].bbox.centre().y;
            let is_upper = tree[paragraph].bbox.centre().y < middle;
            to_edge(tree, paragraph, is_upper);
        }
        _ => {}
    }
}

/// Puts a node into a new one of a kind at its place. Returns this.
fn wrap_in(tree: &mut Tree, node: NodeId, kind: &'static str) -> NodeId {
    let around = tree.add(empty(kind, tree[node].bbox));
    wrap(tree, node, around);
    around
}

/// A node without children.
pub(super) fn empty(kind: &'static str, bbox: Rect) -> Node {
    Node::new(NodeKind::known(kind), bbox, Detail::None)
}

/// Makes a paragraph an item: of the list before or after it, or of a new one.
fn into_list(tree: &mut Tree, paragraph: NodeId) {
    let (previous, next) = (tree.previous(paragraph), tree.next(paragraph));
    let item = wrap_in(tree, paragraph, "LI");
    let is_list = |id: &NodeId| tree[*id].kind.as_str() == "L";
    match (previous.filter(is_list), next.filter(is_list)) {
        (Some(list), next) => {
            let items = next.map_or_else(Vec::new, |next| tree.children(next).collect());
            move_all(tree, &[item], list);
            move_all(tree, &items, list);
        }
        (None, Some(list)) => relocate(tree, item, |tree| tree.insert(list, 0, item)),
        (None, None) => {
            wrap_in(tree, item, "L");
        }
    }
    refit(tree, item);
}

/// Moves nodes to the end of another one, and removes what becomes empty.
fn move_all(tree: &mut Tree, nodes: &[NodeId], to: NodeId) {
    for &node in nodes {
        relocate(tree, node, |tree| tree.append(to, node));
    }
}

/// Takes a paragraph out of nodes that give it a class. A list is divided there.
fn leave_class(page: &mut Page, paragraph: NodeId) {
    let tree = &mut page.tree;
    let gives = |&id: &NodeId| known(&AROUND, tree[id].kind.as_str()).is_some();
    let Some(outer) = tree.around(paragraph).filter(gives).last() else {
        return;
    };
    let around = tree.with_around(paragraph);
    let item = around.take_while(|&id| id != outer).last();
    let is_list = tree[outer].kind.as_str() == "L";
    let next = |id: NodeId| tree.next(id);
    let behind = std::iter::successors(item.filter(|_| is_list).and_then(next), |&id| next(id));
    let behind: Vec<NodeId> = behind.collect();
    relocate(tree, paragraph, |tree| tree.insert_after(outer, paragraph));
    if !behind.is_empty() {
        let list = tree.add(shell(tree, outer));
        tree.insert_after(paragraph, list);
        move_all(tree, &behind, list);
        refit(tree, list);
    }
}

/// Puts a running head, foot or page number at the beginning or the end of the page.
fn to_edge(tree: &mut Tree, paragraph: NodeId, is_upper: bool) {
    relocate(tree, paragraph, |tree| {
        let root = tree.root();
        let is_text = |&id: &NodeId| !matches!(tree[id].kind.as_str(), "header" | "pageno");
        match tree.children(root).find(is_text).filter(|_| is_upper) {
            Some(next) => tree.insert_before(next, paragraph),
            None => tree.append(root, paragraph),
        }
    });
}
