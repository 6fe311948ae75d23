//! Compares headings, tables, lists, notes and captions on both sides.

use std::collections::HashSet;

use super::both::{Both, InTags, is_listing, lines_below, nodes, words_below};
use super::finding::{By, Found, Kind};
use crate::layout::regions::list_label::is_label;
use crate::page::{Node, NodeId, Own, Page, is_heading};

/// Minimum share of common words for items to count as the same.
const SAME: f32 = 0.5;

/// Minimum rows of a table and lines of a list; smaller ones may be accidental.
const ROWS: usize = 3;

/// Compares headings. If the document has no heading tags (`headings` is false), detected headings with other
/// tags are a fault. There must be several on the page, because a single one may be a large line of text.
pub(super) fn headings(both: &Both, headings: bool, found: &mut Vec<Found>) {
    let seen = |node: &Node| node.own(Own::Level).is_some();
    // Headings in tables and lists, and labels in figures, are not headings of the text. Some programs tag
    // numbered headings as lists without other content.
    let lists = nodes(&both.tags).filter(|&id| {
        let is_list = both.tags.tree[id].kind.as_str() == "L";
        is_list
            && both
                .share_in_eye(id, seen)
                .is_some_and(|share| share >= SAME)
    });
    let lists: HashSet<NodeId> = lists.collect();
    let other = |id: NodeId| {
        let kind = both.tags.tree[id].kind.as_str();
        is_heading(kind)
            || matches!(kind, "Table" | "Figure" | "Caption" | "TOC")
            || (kind == "L" && !lists.contains(&id))
    };
    let by_eye = nodes(&both.eye).filter(|&id| seen(&both.eye.tree[id]));
    let by_tags = |id: NodeId| (id, both.in_tags(id, other));
    let lacking: Vec<(NodeId, InTags)> = by_eye
        .map(by_tags)
        .filter(|(_, tags)| tags.is_lacking())
        .collect();
    let several = lacking.iter().filter(|(_, tags)| tags.is_tagged()).count() > 1;
    for &(id, tags) in &lacking {
        let one = Found::at(Kind::Heading, By::Geometry, &both.eye, &[id]);
        found.push(Found {
            fault: !headings && several && tags.is_tagged(),
            ..one
        });
    }
    let tagged = nodes(&both.tags).filter(|&id| is_heading(both.tags.tree[id].kind.as_str()));
    only_in_tags(both, Kind::Heading, tagged, seen, found);
}

/// Compares tables. A table of numbers tagged as running text is a fault. Other tables are only differences,
/// because forms, diagrams and words in columns look similar.
pub(super) fn tables(both: &Both, found: &mut Vec<Found>) {
    let table = |node: &Node| node.kind.as_str() == "Table";
    let other = |id: NodeId| {
        let kind = both.tags.tree[id].kind.as_str();
        matches!(
            kind,
            "Table" | "L" | "TOC" | "Index" | "Figure" | "Form" | "Formula" | "Code"
        )
    };
    for id in nodes(&both.eye).filter(|&id| table(&both.eye.tree[id])) {
        let tags = both.in_tags(id, other);
        if tags.is_lacking() {
            let one = Found::at(Kind::Table, By::Geometry, &both.eye, &[id]);
            let fault = tags.is_tagged() && is_of_figures(&both.eye, id);
            found.push(Found { fault, ..one });
        }
    }
    let tagged = nodes(&both.tags).filter(|&id| table(&both.tags.tree[id]));
    only_in_tags(both, Kind::Table, tagged, table, found);
}

/// Whether a table has rows of equal length with few empty cells, and mostly numbers outside the first row
/// and column.
fn is_of_figures(page: &Page, table: NodeId) -> bool {
    /// Minimum shares of cells with text, and of cells with numbers.
    const FILLED: f32 = 0.8;
    const FIGURES: f32 = 0.6;
    let tree = &page.tree;
    let rows: Vec<Vec<String>> = tree
        .children(table)
        .map(|row| {
            tree.children(row)
                .map(|cell| page.text_below(cell))
                .collect()
        })
        .collect();
    let columns = rows.first().map_or(0, Vec::len);
    if rows.len() < ROWS || columns < 2 || rows.iter().any(|row| row.len() != columns) {
        return false;
    }
    let share = |some: usize, all: usize, least: f32| some as f32 >= least * all as f32;
    let cells = || rows.iter().flatten();
    let filled = cells().filter(|cell| !cell.trim().is_empty()).count();
    // The first row and the first column contain headings.
    let body = || rows.iter().skip(1).flat_map(|row| row.iter().skip(1));
    let figures = body().filter(|cell| is_figure(cell)).count();
    share(filled, cells().count(), FILLED) && share(figures, body().count(), FIGURES)
}

/// Whether a text is a number, possibly with a unit.
fn is_figure(text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    digits > 0 && digits >= letters
}

/// Compares lists: consecutive lines of a block that begin with bullets or with different labels. A list
/// tagged completely as running text is a fault.
pub(super) fn lists(both: &Both, found: &mut Vec<Found>) {
    let other = |id: NodeId| {
        let kind = both.tags.tree[id].kind.as_str();
        is_heading(kind)
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
            let is_item = tree
                .parent(line)
                .is_some_and(|id| tree[id].own(Own::Item).is_some());
            is_item && label(&both.eye, line).is_some()
        });
        let labelled: Vec<(NodeId, InTags)> = labelled
            .map(|(line, _)| (line, both.in_tags(line, other)))
            .collect();
        let lacking: Vec<NodeId> = labelled
            .iter()
            .filter(|(_, tags)| tags.is_lacking())
            .map(|(line, _)| *line)
            .collect();
        let labels: HashSet<String> = lacking
            .iter()
            .filter_map(|&line| label(&both.eye, line))
            .collect();
        let bullets = labels
            .iter()
            .all(|label| !label.contains(char::is_alphanumeric));
        if lacking.len() < ROWS || (!bullets && labels.len() < lacking.len()) {
            continue;
        }
        if is_listing(&both.eye, words_below(&both.eye, block)) {
            continue;
        }
        let whole = lacking.len() == labelled.len();
        let fault = whole && labelled.iter().all(|(_, tags)| tags.is_tagged());
        let one = match whole {
            true => Found::at(Kind::List, By::Geometry, &both.eye, &[block]),
            false => Found::at(Kind::List, By::Geometry, &both.eye, &lacking),
        };
        found.push(Found { fault, ..one });
    }
}

/// The label at the start of a line, if text follows it.
fn label(page: &Page, line: NodeId) -> Option<String> {
    let mut words = words_below(page, line);
    let label = page.text_below(words.next()?);
    (is_label(label.chars()) && words.next().is_some()).then_some(label)
}

/// Compares footnotes.
pub(super) fn notes(both: &Both, found: &mut Vec<Found>) {
    let is_note = |id: NodeId| both.tags.tree[id].own(Own::Role) == Some("footnote");
    of_role(both, Kind::Note, "footnote", [&is_note, &|_| false], found);
}

/// Compares captions. Text in a figure, table or formula belongs to it, with or without a caption element.
/// Captions of lists look like normal text.
pub(super) fn captions(both: &Both, found: &mut Vec<Found>) {
    let kind = |id: NodeId| both.tags.tree[id].kind.as_str();
    let belongs = |id: NodeId| {
        let kind = kind(id);
        is_heading(kind) || matches!(kind, "Caption" | "Figure" | "Table" | "Formula" | "TOC")
    };
    let is_list = |id: NodeId| matches!(kind(id), "L" | "TOC");
    of_role(both, Kind::Caption, "caption", [&belongs, &is_list], found);
}

/// Compares text with a role. `sufficient` are elements that may contain text that the analysis gives this
/// role; `unseen` are those in which the analysis cannot detect it.
fn of_role(
    both: &Both,
    kind: Kind,
    role: &str,
    [sufficient, unseen]: [&dyn Fn(NodeId) -> bool; 2],
    found: &mut Vec<Found>,
) {
    let has_role = |node: &Node| node.own(Own::Role) == Some(role);
    for id in nodes(&both.eye).filter(|&id| has_role(&both.eye.tree[id])) {
        if both.in_tags(id, sufficient).is_lacking() {
            found.push(Found::at(kind, By::Geometry, &both.eye, &[id]));
        }
    }
    let tree = &both.tags.tree;
    let by_tags = nodes(&both.tags).filter(|&id| has_role(&tree[id]));
    let by_tags = by_tags.filter(|&id| !tree.around(id).any(unseen));
    only_in_tags(both, kind, by_tags, has_role, found);
}

/// Reports the tagged nodes that are mostly something else in the page analysis.
fn only_in_tags(
    both: &Both,
    kind: Kind,
    tagged: impl Iterator<Item = NodeId>,
    seen: impl Fn(&Node) -> bool + Copy,
    found: &mut Vec<Found>,
) {
    let is_other = |id: &NodeId| {
        both.share_in_eye(*id, seen)
            .is_some_and(|share| share < SAME)
    };
    let other = tagged.filter(is_other);
    found.extend(other.map(|id| Found::at(kind, By::Tags, &both.tags, &[id])));
}
