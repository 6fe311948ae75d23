//! Headings, tables, lists and notes that only one of both sees.

use std::collections::HashSet;

use super::both::{Both, is_heading, lines_below, nodes, text, words_below};
use super::{By, Finding, Kind};
use crate::layout::annotate::list_labels::is_label;
use crate::model::{Node, NodeId, Own, Page};

/// The share of words that makes something the same for both.
const SAME: f32 = 0.5;

/// The fewest rows of a table, and the fewest lines of a list, that nobody sees by chance.
const ROWS: usize = 3;

fn finding(kind: Kind, by: By, page: &Page, id: NodeId) -> Finding {
    Finding::new(kind, by, &text(page, id), page.tree[id].bbox)
}

/// Headings. Whether those without tags are a fault, the document as a whole shows.
pub(super) fn headings(both: &Both, findings: &mut Vec<Finding>) {
    let seen = |node: &Node| node.own(Own::Level).is_some();
    // Headings of tables, and labels in figures, are none of the text.
    let other = |node: &Node| {
        is_heading(node)
            || matches!(
                node.kind.as_str(),
                "Table" | "Figure" | "Caption" | "L" | "TOC"
            )
    };
    for id in nodes(&both.eye).filter(|&id| seen(&both.eye.tree[id])) {
        if both
            .share_in_tags(id, other)
            .is_some_and(|share| share < SAME)
        {
            findings.push(finding(Kind::Heading, By::Geometry, &both.eye, id));
        }
    }
    for id in nodes(&both.tags).filter(|&id| is_heading(&both.tags.tree[id])) {
        if both
            .share_in_eye(id, seen)
            .is_some_and(|share| share < SAME)
        {
            findings.push(finding(Kind::Heading, By::Tags, &both.tags, id));
        }
    }
}

/// Tables. One that is tagged as running text is a fault.
pub(super) fn tables(both: &Both, findings: &mut Vec<Finding>) {
    let table = |node: &Node| node.kind.as_str() == "Table";
    let other = |node: &Node| {
        let kind = node.kind.as_str();
        matches!(
            kind,
            "Table" | "L" | "TOC" | "Index" | "Figure" | "Form" | "Formula" | "Code"
        )
    };
    for id in nodes(&both.eye).filter(|&id| table(&both.eye.tree[id])) {
        let rows = both.eye.tree.children(id).count();
        if rows >= ROWS
            && both
                .share_in_tags(id, other)
                .is_some_and(|share| share < SAME)
        {
            findings.push(finding(Kind::Table, By::Geometry, &both.eye, id).fault());
        }
    }
    for id in nodes(&both.tags).filter(|&id| table(&both.tags.tree[id])) {
        if both
            .share_in_eye(id, table)
            .is_some_and(|share| share < SAME)
        {
            findings.push(finding(Kind::Table, By::Tags, &both.tags, id));
        }
    }
}

/// Lists: lines of one block that begin with labels, all bullets or each another. Those that are tagged as
/// running text are a fault.
pub(super) fn lists(both: &Both, findings: &mut Vec<Finding>) {
    let other = |node: &Node| {
        let kind = node.kind.as_str();
        is_heading(node)
            || matches!(
                kind,
                "L" | "TOC"
                    | "Index"
                    | "Table"
                    | "Figure"
                    | "Form"
                    | "Formula"
                    | "Code"
                    | "Note"
                    | "FENote"
            )
    };
    let (tree, root) = (&both.eye.tree, both.eye.tree.root());
    for block in tree.children(root) {
        if tree[block].kind.as_str() == "Table" || tree[block].own(Own::Role).is_some() {
            continue;
        }
        let labelled = lines_below(&both.eye, block).filter(|&(line, _)| {
            let heading = tree
                .parent(line)
                .is_some_and(|id| tree[id].own(Own::Level).is_some());
            !heading && label(&both.eye, line).is_some()
        });
        let labelled: Vec<NodeId> = labelled.map(|(line, _)| line).collect();
        let labels: HashSet<String> = labelled
            .iter()
            .filter_map(|&line| label(&both.eye, line))
            .collect();
        let bullets = labels
            .iter()
            .all(|label| !label.contains(char::is_alphanumeric));
        if !bullets && labels.len() < labelled.len() {
            continue;
        }
        let loose = |line: &NodeId| both.share_in_tags(*line, other).is_some_and(|s| s < SAME);
        if labelled.len() >= ROWS && labelled.iter().all(loose) {
            findings.push(finding(Kind::List, By::Geometry, &both.eye, block).fault());
        }
    }
}

/// The label that a line begins with, if something is behind it.
fn label(page: &Page, line: NodeId) -> Option<String> {
    let mut words = words_below(page, line);
    let label = text(page, words.next()?);
    (is_label(label.chars()) && words.next().is_some()).then_some(label)
}

/// Footnotes.
pub(super) fn notes(both: &Both, findings: &mut Vec<Finding>) {
    let note = |node: &Node| node.own(Own::Role) == Some("footnote");
    for (from, by) in [(&both.eye, By::Geometry), (&both.tags, By::Tags)] {
        for id in nodes(from).filter(|&id| note(&from.tree[id])) {
            let share = match by {
                By::Geometry => both.share_in_tags(id, note),
                By::Tags => both.share_in_eye(id, note),
            };
            if share.is_some_and(|share| share < SAME) {
                findings.push(finding(Kind::Note, by, from, id));
            }
        }
    }
}
