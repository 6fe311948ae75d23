//! Sets the class of units, as kinds and attributes of nodes that mappings and writers know.

use super::super::anchor::Earlier;
use super::super::entry::{Class, Level};
use super::gather::{gather, whole};
use super::remove::remove;
use super::unit::{refit, unit_of, unset};
use crate::geometry::Rect;
use crate::page::{Detail, Node, NodeId, NodeKind, Own, Page, heading_level};

/// The attributes that give a paragraph a class.
const CLASS: [Own; 6] = [
    Own::Level,
    Own::Role,
    Own::Item,
    Own::Verse,
    Own::Certainty,
    Own::Type,
];

/// Sets the class of words, of which there is at least one. Returns whether the page changed.
pub(super) fn set(
    page: &mut Page,
    earlier: &mut Earlier,
    level: Level,
    words: &[NodeId],
    class: Class,
) -> Result<bool, String> {
    match class {
        Class::Noise => {
            words.iter().for_each(|&word| remove(page, earlier, word));
            return Ok(true);
        }
        Class::Headword => return Ok(set_kind(page, words, "headword")),
        Class::Text if level == Level::Word => return Ok(set_kind(page, words, "word")),
        Class::Table => return table(page, words),
        _ => {}
    }
    let (paragraphs, mut changed) = match level {
        Level::Block => (whole(page, Level::Paragraph, words), false),
        _ => {
            let (paragraph, changed) = gather(page, Level::Paragraph, words);
            (vec![paragraph], changed)
        }
    };
    let mut set = Vec::new();
    for paragraph in paragraphs {
        if class_of(page, paragraph) != Some(class) {
            changed = true;
            put(page, paragraph, class);
            set.push(paragraph);
        }
    }
    if let (Class::Figure, Some(&first)) = (class, set.first()) {
        let around = set
            .iter()
            .fold(Rect::EMPTY, |all, &id| all.union(page.tree[id].bbox));
        let image = page
            .tree
            .add(Node::new(NodeKind::IMAGE, around, Detail::None));
        let place = unit_of(&page.tree, Level::Block, first).unwrap_or(first);
        page.tree.insert_before(place, image);
    }
    Ok(changed)
}

fn set_kind(page: &mut Page, words: &[NodeId], kind: &'static str) -> bool {
    let mut changed = false;
    for &word in words {
        changed |= page.tree[word].kind.as_str() != kind;
        page.tree[word].kind = NodeKind::known(kind);
    }
    changed
}

/// The class of a paragraph; `None` if people cannot assign it.
pub fn class_of(page: &Page, paragraph: NodeId) -> Option<Class> {
    let tree = &page.tree;
    let node = &tree[paragraph];
    let kind = node.kind.as_str();
    let is_in = |kind: &str| {
        tree.around(paragraph)
            .any(|id| tree[id].kind.as_str() == kind)
    };
    let level = node.own(Own::Level).and_then(|level| level.parse().ok());
    Some(match (kind, node.own(Own::Role)) {
        ("header", _) => Class::RunningHead,
        ("footer", _) => Class::RunningFoot,
        ("pageno", _) => Class::PageNumber,
        ("entry", _) => Class::Entry,
        ("Note" | "FENote", _) | (_, Some("footnote")) => Class::Note,
        ("Caption", _) | (_, Some("caption")) => Class::Caption,
        (_, Some("chart")) => Class::Figure,
        (_, Some(_)) => return None,
        _ if is_in("Note") || is_in("FENote") => Class::Note,
        _ if is_in("Caption") => Class::Caption,
        _ if is_in("Artifact") => return None,
        _ if level.is_some() => Class::Heading(level.unwrap_or(1)),
        (kind, None) => match heading_level(kind).and_then(|level| u8::try_from(level).ok()) {
            Some(level) => Class::Heading(level),
            None if node.own(Own::Item).is_some() || is_in("LI") => Class::ListItem,
            None if is_in("Table") => Class::Table,
            None if matches!(kind, "textbox" | "P" | "par") => Class::Text,
            None => return None,
        },
    })
}

/// Gives a paragraph a class.
fn put(page: &mut Page, paragraph: NodeId, class: Class) {
    leave_class(page, paragraph);
    let tree = &mut page.tree;
    let is_tagged = tree[paragraph].kind.as_str() == "P";
    let mut set = |kind: NodeKind, own: Option<(Own, String)>| {
        let node = &mut tree[paragraph];
        unset(node, &CLASS);
        node.kind = kind;
        node.attributes
            .extend(own.map(|(name, value)| crate::page::Attribute::new(name, value)));
    };
    let role = |role: &str| Some((Own::Role, role.to_owned()));
    match class {
        Class::Heading(level) => {
            let level = level.max(1);
            let kind = match is_tagged {
                true => NodeKind::new(format!("H{}", level.min(6))),
                false => NodeKind::TEXTBOX,
            };
            set(kind, Some((Own::Level, level.to_string())));
        }
        Class::Note => set(NodeKind::TEXTBOX, role("footnote")),
        Class::Caption => set(NodeKind::TEXTBOX, role("caption")),
        Class::Figure => set(NodeKind::TEXTBOX, role("chart")),
        Class::ListItem => set(NodeKind::TEXTBOX, Some((Own::Item, "1".to_owned()))),
        Class::Entry => {
            set(NodeKind::known("entry"), None);
            if unit_of(&page.tree, Level::Block, paragraph).is_none() {
                // An entry is a paragraph, which needs a block around it.
                let bbox = page.tree[paragraph].bbox;
                let column = Node::new(NodeKind::known("column"), bbox, Detail::None);
                let column = page.tree.add(column);
                page.tree.insert_before(paragraph, column);
                page.tree.detach(paragraph);
                page.tree.append(column, paragraph);
            }
        }
        Class::RunningHead => run(page, paragraph, "header"),
        Class::RunningFoot => run(page, paragraph, "footer"),
        Class::PageNumber => run(page, paragraph, "pageno"),
        Class::Text | Class::Table | Class::Headword | Class::Noise => {
            let kind = match is_tagged {
                true => NodeKind::known("P"),
                false => NodeKind::TEXTBOX,
            };
            set(kind, None);
        }
    }
}

/// Takes a paragraph out of nodes that give it a class.
fn leave_class(page: &mut Page, paragraph: NodeId) {
    let tree = &mut page.tree;
    let gives = |kind: &str| {
        matches!(
            kind,
            "Note" | "FENote" | "Caption" | "Artifact" | "L" | "Table"
        )
    };
    let outer = tree
        .around(paragraph)
        .filter(|&id| gives(tree[id].kind.as_str()))
        .last();
    let Some(outer) = outer else { return };
    let parent = tree.parent(paragraph);
    tree.detach(paragraph);
    tree.insert_after(outer, paragraph);
    if let Some(parent) = parent {
        refit(tree, parent);
    }
}

/// Makes a paragraph a running head, foot or page number: a node at the beginning or the end of the page.
fn run(page: &mut Page, paragraph: NodeId, kind: &'static str) {
    let tree = &mut page.tree;
    let root = tree.root();
    let middle = tree[root].bbox.centre().y;
    let node = &mut tree[paragraph];
    unset(node, &CLASS);
    node.kind = NodeKind::known(kind);
    let is_upper = match kind {
        "header" => true,
        "footer" => false,
        _ => node.bbox.centre().y < middle,
    };
    let parent = tree.parent(paragraph);
    tree.detach(paragraph);
    match is_upper {
        true => {
            let is_running = |&id: &NodeId| !matches!(tree[id].kind.as_str(), "header" | "pageno");
            match tree.children(root).find(is_running) {
                Some(next) => tree.insert_before(next, paragraph),
                None => tree.append(root, paragraph),
            }
        }
        false => tree.append(root, paragraph),
    }
    if let Some(parent) = parent {
        refit(tree, parent);
    }
}

/// Makes words a table with a row for each line.
fn table(page: &mut Page, words: &[NodeId]) -> Result<bool, String> {
    let first = words.first().copied().unwrap_or(page.tree.root());
    let is_table = |id: &NodeId| page.tree[*id].kind.as_str() == "Table";
    if page.tree.around(first).any(|id| is_table(&id)) {
        return Ok(false);
    }
    let (block, _) = gather(page, Level::Block, words);
    let lines = whole(page, Level::Line, words);
    let node =
        |kind: &'static str, bbox: Rect| Node::new(NodeKind::known(kind), bbox, Detail::None);
    let around = page.tree[block].bbox;
    let table = page.tree.add(node("Table", around));
    page.tree.insert_before(block, table);
    for line in lines {
        let bbox = page.tree[line].bbox;
        let row = page.tree.add_child(table, node("TR", bbox));
        let cell = page.tree.add_child(row, node("TD", bbox));
        let text = page.tree.add_child(cell, node("textbox", bbox));
        let parent = page.tree.parent(line);
        page.tree.detach(line);
        page.tree.append(text, line);
        if let Some(parent) = parent {
            refit(&mut page.tree, parent);
        }
    }
    Ok(true)
}
