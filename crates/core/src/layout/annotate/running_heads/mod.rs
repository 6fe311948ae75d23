//! Marks running heads, running feet and page numbers: rows at a page's edges that recur on neighbouring
//! pages.
//!
//! ```text
//!     24  A BOOK ON BIRDS     OF OWLS  25     26  A BOOK ON BIRDS     the text recurs two pages later;
//!     ...................     ............    ...................     25 follows 24
//!     ...................     ............    ...................
//!             i                     ii                 iii            numbers in sequence
//! ```
//!
//! [`Edges`] holds the rows of a page to compare; [`mark`] moves running rows into nodes of their own. A fitted
//! score decides ([`features`]): by the same words and numbers on other pages, by place and by look. Without
//! other pages, the mark has a certainty.

mod edges;
mod evidence;
mod features;
mod look;
mod number;
mod printed;
mod turn;
#[allow(
    clippy::approx_constant,
    reason = "a fitted weight can be near a constant"
)]
mod weights;
#[allow(
    clippy::approx_constant,
    reason = "a fitted weight can be near a constant"
)]
mod weights_alone;

use edges::Row;
use evidence::Evidence;
use features::Candidate;
use number::PrintedNumber;
use printed::Said;
use turn::Turn;

use crate::geometry::Rect;
use crate::layout::heuristics;
use crate::layout::scale::{median, weighted_median};
use crate::layout::score::Score;
use crate::page::{Detail, Finding, FindingKind, Node, NodeId, NodeKind, Own, Page, Tree};

pub use edges::{Edges, HeadingPlace};

/// Number of pages compared before and after a page. Chapters begin without a head, and left-hand pages have
/// other heads than right-hand ones.
pub const DISTANCE: u32 = 4;

/// Least gap between the innermost head and the text beyond the usual spacing, in heights of the row. It excludes
/// first rows of tables that span pages.
const MIN_GAP: f32 = 0.35;

/// A page's rows and those of the pages around it.
pub struct PagesAround<'a> {
    /// The rows of the page itself.
    pub own: &'a Edges,
    /// The rows of the neighbouring pages with their page indices, in any order; may include the page itself.
    pub pages: Vec<(u32, &'a Edges)>,
    /// The rows of the first page of the document, whose title is above all other headings.
    pub first: Option<&'a Edges>,
    /// The page's label in the document.
    pub label: Option<String>,
}

/// Marks the running rows of a page.
///
/// Moves their lines into nodes of kind `header` before all other content, or `footer` after it. Page numbers
/// go into nodes of kind `pageno` among these.
pub(crate) fn mark(page: &mut Page, with: &PagesAround<'_>) {
    let index = page.index;
    let edges = with.own;
    let label = with.label.as_deref();
    let around = with.pages.iter().copied();
    let around = around.filter(|(other, _)| *other != index);
    // A page of small print, or with a figure, has the same heads as the others.
    let body = usual_size(around.clone().map(|(_, edges)| edges)).max(edges.body);
    // The spacing of a page with little text is unreliable, so the usual spacing is a limit.
    let spacings = around.clone().filter_map(|(_, edges)| edges.spacing);
    let usual = median(spacings.collect());
    let of_pages = usual.map(|usual| edges.spacing.map_or(usual, |own| own.min(usual)));
    let of_page = edges.spacing.unwrap_or(0.0);
    let others = around.clone().count() as u32;
    let mut of_edges: [Vec<Running<'_>>; 2] = Default::default();
    for ((edge, rows), found) in edges.rows.iter().enumerate().zip(&mut of_edges) {
        for row in rows {
            let behind: Vec<&Row> = found.iter().map(|running| running.row).collect();
            let evidence = Evidence::gather(row, edge, index, around.clone());
            let candidate = Candidate {
                row,
                evidence: &evidence,
                edge,
                behind: &behind,
                edges,
                agrees: agrees(&row.said, index, label),
                others,
                body,
                spacing: of_pages.unwrap_or(0.0),
            };
            let score = candidate.score();
            if !candidate.is_running(score) {
                let why = format!("not running: {} (score {:.1})", score.why(), score.sum);
                page.findings.push(finding(row.bbox, why));
                break;
            }
            let repeated = candidate.is_repeated();
            let numbers = match others {
                0 => row.said.page_number_word().into_iter().collect(),
                _ => evidence.numbers,
            };
            found.push(Running {
                row,
                repeated,
                numbers,
                score,
                guessed: others == 0,
            });
        }
        // The innermost row needs a gap to the text. Without other pages the score has it, unless more rows follow
        // than are examined, as in an address.
        let scored = others == 0 && found.len() < edges::MAX_ROWS;
        let is_near = |running: &mut Running<'_>| {
            !running.repeated && !stands_off(running.row, of_pages.unwrap_or(of_page))
        };
        while !scored && found.pop_if(is_near).is_some() {}
    }
    let [mut heads, mut feet] = of_edges;
    // The only text of a page without others is a title rather than a head.
    let is_all = others == 0 && heads.len() + feet.len() >= edges.count;
    heads.retain(|running| !is_all || running.row.said.number().is_some());
    feet.reverse();
    move_rows(page, &heads, edges.turn, "header", Some(0));
    move_rows(page, &feet, edges.turn, "footer", None);
}

/// A running row.
struct Running<'a> {
    row: &'a Row,
    /// Many of the other pages have it, so that it needs no gap to the text.
    repeated: bool,
    /// The positions of the words that are the page number.
    numbers: Vec<usize>,
    score: Score,
    /// There are no other pages to compare.
    guessed: bool,
}

fn finding(bbox: Rect, why: String) -> Finding {
    Finding {
        kind: FindingKind::Block,
        bbox,
        why,
        by: heuristics::RUNNING_HEADS.name,
    }
}

/// The size of most of the text of some pages, in points; 0 if they have none. Pages of figures have little
/// weight.
pub fn usual_size<'a>(pages: impl Iterator<Item = &'a Edges>) -> f32 {
    weighted_median(pages.map(|edges| (edges.body, edges.length)).collect()).unwrap_or(0.0)
}

fn stands_off(row: &Row, spacing: f32) -> bool {
    row.gap >= spacing.max(0.0) + MIN_GAP * row.bbox.height()
}

/// Whether a number is the page's label or its ordinal number in the document.
fn agrees(said: &Said, index: u32, label: Option<&str>) -> bool {
    let label = label.and_then(PrintedNumber::read);
    said.number().is_some_and(|number| {
        number.value == index.saturating_add(1) || label.is_some_and(|l| l.value == number.value)
    })
}

/// Moves the lines of rows, given from the top down, to nodes at the beginning or end of the page.
/// Consecutive lines of one kind share a node.
fn move_rows(
    page: &mut Page,
    rows: &[Running<'_>],
    turn: Turn,
    kind: &'static str,
    mut at: Option<usize>,
) {
    let mut last: Option<(&'static str, NodeId)> = None;
    for running in rows {
        let score = running.score;
        let why = format!("{} (score {:.1})", score.why(), score.sum);
        for (line, is_number) in lines(&mut page.tree, running.row, turn, &running.numbers) {
            let kind = if is_number { "pageno" } else { kind };
            take_out(&mut page.tree, line);
            let what = if is_number { "page number" } else { "running" };
            let bbox = page.tree[line].bbox;
            page.findings.push(finding(bbox, format!("{what}: {why}")));
            let node = match last {
                Some((same, node)) if same == kind => node,
                _ => {
                    let new = Node::new(NodeKind::known(kind), Rect::EMPTY, Detail::None);
                    let node = page.tree.add(new);
                    let root = page.tree.root();
                    page.tree.insert(root, at.unwrap_or(usize::MAX), node);
                    at = at.map(|p| p.saturating_add(1));
                    last = Some((kind, node));
                    node
                }
            };
            page.tree.append(node, line);
            if running.guessed {
                limit_certainty(&mut page.tree[node], features::certainty(score));
            }
            page.tree[node].bbox = page.tree[node].bbox.union(page.tree[line].bbox);
        }
    }
}

/// Records the certainty of a mark; of several lines, the lowest.
fn limit_certainty(node: &mut Node, percent: u8) {
    let own = node.attributes.iter_mut();
    match own.into_iter().find(|a| a.name == Own::Certainty.into()) {
        Some(own) => {
            if own.value.parse::<u8>().is_ok_and(|before| before > percent) {
                own.value = percent.to_string();
            }
        }
        None => node.add_attribute(Own::Certainty, percent.to_string()),
    }
}

/// The lines of a row, each with a flag for the page number. A line is split before and after the number, if
/// white space separates it.
fn lines(tree: &mut Tree, row: &Row, turn: Turn, numbers: &[usize]) -> Vec<(NodeId, bool)> {
    if row.said.number().is_some() {
        return row.lines.iter().map(|&line| (line, true)).collect();
    }
    let numbers: Vec<NodeId> = numbers
        .iter()
        .filter_map(|&n| row.words.get(n).copied())
        .collect();
    let mut out = Vec::new();
    for &line in &row.lines {
        let words: Vec<NodeId> = tree.children(line).collect();
        let is_apart = |place: usize| {
            let separated = |other: Option<usize>| {
                let (own, other) = (words.get(place), other.and_then(|o| words.get(o)));
                own.zip(other).is_none_or(|(&own, &other)| {
                    edges::is_separated(
                        turn.upright(tree[own].bbox),
                        turn.upright(tree[other].bbox),
                        row.size,
                    )
                })
            };
            separated(place.checked_sub(1)) && separated(Some(place + 1))
        };
        let is_number: Vec<bool> = words
            .iter()
            .enumerate()
            .map(|(place, word)| numbers.contains(word) && is_apart(place))
            .collect();
        if !is_number.contains(&true) {
            out.push((line, false));
            continue;
        }
        let places: Vec<usize> = (0..words.len()).collect();
        let number = |place: &usize| is_number.get(*place).copied().unwrap_or(false);
        for part in places.chunk_by(|a, b| !number(a) && !number(b)) {
            let own: Vec<NodeId> = part.iter().filter_map(|&n| words.get(n).copied()).collect();
            out.push((part_of(tree, line, &own), part.iter().any(number)));
        }
        take_out(tree, line);
    }
    out
}

/// Moves some words of a line into a new line.
fn part_of(tree: &mut Tree, line: NodeId, words: &[NodeId]) -> NodeId {
    let bbox = around(tree, words.iter().copied());
    let mut node = Node::new(NodeKind::TEXTLINE, bbox, tree[line].detail.clone());
    if let Detail::Line(line) = &mut node.detail {
        let slope = line.angle.to_radians().tan();
        line.origin.y -= (bbox.x0 - line.origin.x) * slope;
        line.origin.x = bbox.x0;
    }
    let new = tree.add(node);
    for &word in words {
        tree.detach(word);
        tree.append(new, word);
    }
    new
}

/// Removes a line from the tree, with the ancestors that become empty.
fn take_out(tree: &mut Tree, line: NodeId) {
    let mut parent = tree.parent(line);
    tree.detach(line);
    while let Some(node) = parent.filter(|&node| node != tree.root()) {
        parent = tree.parent(node);
        if tree.has_children(node) {
            tree[node].bbox = around(tree, tree.children(node));
        } else {
            tree.detach(node);
        }
    }
}

/// The bounding box of some nodes.
fn around(tree: &Tree, nodes: impl Iterator<Item = NodeId>) -> Rect {
    nodes.fold(Rect::EMPTY, |bbox, node| bbox.union(tree[node].bbox))
}

#[cfg(test)]
mod tests;
