//! Headings, tables, lists and notes that only one of both sees.

use std::collections::HashSet;

use super::both::{Both, is_listing, lines_below, nodes, text, words_below};
use super::{By, Found, Kind};
use crate::layout::annotate::list_labels::is_label;
use crate::model::{Node, NodeId, Own, Page, is_heading};

/// The share of words that makes something the same for both.
const SAME: f32 = 0.5;

/// The fewest rows of a table, and the fewest lines of a list, that nobody sees by chance.
const ROWS: usize = 3;

fn finding(kind: Kind, by: By, page: &Page, id: NodeId) -> Found {
    let words = words_below(page, id).count();
    Found::new(kind, by, (&text(page, id), words), page.tree[id].bbox)
}

/// Headings. In a document without any, `headings` being false, those that the eye sees are a fault, if
/// there are several: one alone may be a large line of text.
pub(super) fn headings(both: &Both, headings: bool, found: &mut Vec<Found>) {
    let seen = |node: &Node| node.own(Own::Level).is_some();
    // Headings of tables, and labels in figures, are none of the text.
    let other = |node: &Node| {
        is_heading(node.kind.as_str())
            || matches!(
                node.kind.as_str(),
                "Table" | "Figure" | "Caption" | "L" | "TOC"
            )
    };
    let by_eye = nodes(&both.eye).filter(|&id| seen(&both.eye.tree[id]));
    let loose = |&id: &NodeId| both.share_in_tags(id, other).is_some_and(|s| s < SAME);
    let loose: Vec<NodeId> = by_eye.filter(loose).collect();
    for &id in &loose {
        let one = finding(Kind::Heading, By::Geometry, &both.eye, id);
        found.push(Found {
            fault: !headings && loose.len() > 1,
            ..one
        });
    }
    for id in nodes(&both.tags).filter(|&id| is_heading(both.tags.tree[id].kind.as_str())) {
        if both
            .share_in_eye(id, seen)
            .is_some_and(|share| share < SAME)
        {
            found.push(finding(Kind::Heading, By::Tags, &both.tags, id));
        }
    }
}

/// Tables. One of figures that is tagged as running text is a fault; forms, diagrams and words in columns
/// look like tables, too.
pub(super) fn tables(both: &Both, found: &mut Vec<Found>) {
    let table = |node: &Node| node.kind.as_str() == "Table";
    let other = |node: &Node| {
        let kind = node.kind.as_str();
        matches!(
            kind,
            "Table" | "L" | "TOC" | "Index" | "Figure" | "Form" | "Formula" | "Code"
        )
    };
    for id in nodes(&both.eye).filter(|&id| table(&both.eye.tree[id])) {
        if both
            .share_in_tags(id, other)
            .is_some_and(|share| share < SAME)
        {
            let one = finding(Kind::Table, By::Geometry, &both.eye, id);
            let fault = is_of_figures(&both.eye, id);
            found.push(Found { fault, ..one });
        }
    }
    for id in nodes(&both.tags).filter(|&id| table(&both.tags.tree[id])) {
        if both
            .share_in_eye(id, table)
            .is_some_and(|share| share < SAME)
        {
            found.push(finding(Kind::Table, By::Tags, &both.tags, id));
        }
    }
}

/// Whether a table has rows of as many cells, of which few are empty and most beside the first have
/// figures.
fn is_of_figures(page: &Page, table: NodeId) -> bool {
    /// The share of cells with text, and of those of figures.
    const FILLED: f32 = 0.8;
    const FIGURES: f32 = 0.6;
    let tree = &page.tree;
    let rows: Vec<Vec<String>> = tree
        .children(table)
        .map(|row| tree.children(row).map(|cell| text(page, cell)).collect())
        .collect();
    let columns = rows.first().map_or(0, Vec::len);
    if rows.len() < ROWS || columns < 2 || rows.iter().any(|row| row.len() != columns) {
        return false;
    }
    let share = |some: usize, all: usize, least: f32| some as f32 >= least * all as f32;
    let cells = || rows.iter().flatten();
    let filled = cells().filter(|cell| !cell.trim().is_empty()).count();
    // The first row says what the columns are, the first column what the rows are.
    let body = || rows.iter().skip(1).flat_map(|row| row.iter().skip(1));
    let figures = body().filter(|cell| is_figure(cell)).count();
    share(filled, cells().count(), FILLED) && share(figures, body().count(), FIGURES)
}

/// Whether a text is a number, perhaps with its unit.
fn is_figure(text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    digits > 0 && digits >= letters
}

/// Lists: lines of one block that begin with labels, all bullets or each another. Those that are tagged as
/// running text are a fault.
pub(super) fn lists(both: &Both, found: &mut Vec<Found>) {
    let other = |node: &Node| {
        let kind = node.kind.as_str();
        is_heading(node.kind.as_str())
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
        let listing = is_listing(&both.eye, words_below(&both.eye, block));
        if labelled.len() >= ROWS && !listing && labelled.iter().all(loose) {
            found.push(finding(Kind::List, By::Geometry, &both.eye, block).fault());
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
pub(super) fn notes(both: &Both, found: &mut Vec<Found>) {
    let note = |node: &Node| node.own(Own::Role) == Some("footnote");
    for (from, by) in [(&both.eye, By::Geometry), (&both.tags, By::Tags)] {
        for id in nodes(from).filter(|&id| note(&from.tree[id])) {
            let share = match by {
                By::Geometry => both.share_in_tags(id, note),
                By::Tags => both.share_in_eye(id, note),
            };
            if share.is_some_and(|share| share < SAME) {
                found.push(finding(Kind::Note, by, from, id));
            }
        }
    }
}
