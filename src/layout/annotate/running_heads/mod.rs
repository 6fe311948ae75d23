//! Running heads, running feet and page numbers: rows at a page's edges that its neighbours have,
//! too.
//!
//! ```text
//!   24  A BOOK ON BIRDS     OF OWLS  25     26  A BOOK ON BIRDS     said again two pages on;
//!   ...................     ............    ...................     25 counts on from 24
//!   ...................     ............    ...................
//!           i                     ii                 iii            numbers that count on
//! ```
//!
//! [`Edges`] holds what is compared of a page; [`mark`] puts what it finds into nodes of their own.
//! What a page cannot know from its neighbours is left as it is: text that is taken for a running
//! head is lost to its reader, a running head that is taken for text is not. Only where there is no
//! other page its place and look decide ([`lone`]), and the mark says how sure that is.

mod edges;
mod lone;
mod number;
mod printed;

use edges::Row;
use lone::Guess;
use number::PageNumber;
use printed::Said;

use crate::counted::counted;
use crate::geometry::Rect;
use crate::layout::heuristics;
use crate::model::{Detail, Finding, FindingKind, Node, NodeId, NodeKind, Own, Page, Tree};

pub(crate) use edges::Edges;

/// How many pages before and after a page are looked at: chapters begin without a head, and
/// left-hand pages have other heads than right-hand ones.
pub(crate) const DISTANCE: u32 = 4;

/// How often a row must be said again, or a number counted on …
const OFTEN: u32 = 2;

/// … or a number, when nothing else about it is alike: at another height, or beside words that
/// change with every page, as in dictionaries.
const VERY_OFTEN: u32 = 3;

/// The largest head, in sizes of the text. What is larger is a heading, also when the next
/// page has the same. At the foot of a page nothing is: there is no text below it.
const LARGEST: f32 = 1.25;

/// How much further than other rows heads are from the text, in their heights. It distinguishes
/// them from the first rows of tables that go over several pages.
const APART: f32 = 0.35;

/// How far apart a row is on two pages, in heights of it: scans are never quite alike.
const PLACE: f32 = 1.5;

/// What is known of the pages around a page.
pub(crate) struct PagesAround<'a> {
    /// The page's own edges.
    pub own: &'a Edges,
    /// Those of the pages around by number, in any order; the page itself may be among them.
    pub pages: Vec<(u32, &'a Edges)>,
    /// What the document calls the page.
    pub label: Option<String>,
}

/// Marks what is running on a page.
///
/// Lines are moved, from wherever they are, into nodes of kind `header` before all else, and
/// `footer` behind it; numbers into `pageno`, in their place among these.
pub(crate) fn mark(page: &mut Page, with: &PagesAround<'_>) {
    let index = page.index;
    let edges = with.own;
    let label = with.label.as_deref();
    let around = with.pages.iter().copied();
    let around = around.filter(|(other, _)| *other != index);
    // A page of small print, or with a figure on it, has the heads of the others.
    let body = usual_size(around.clone().map(|(_, edges)| edges)).max(edges.body);
    // A page with little text on it is set as the others are, not as wide as it looks.
    let usual = edges::median(
        around
            .clone()
            .filter_map(|(_, edges)| edges.spacing)
            .collect(),
    );
    let spacing = edges.spacing.map_or(usual, |own| own.min(usual));
    let alone = around.clone().next().is_none();
    for (edge, rows) in edges.rows.iter().enumerate() {
        let mut found: Vec<(&Row, Evidence)> = Vec::new();
        for row in rows {
            let behind: Vec<&Row> = found.iter().map(|(row, _)| *row).collect();
            let guess = Guess::of(row, edge, &behind, edges);
            let guessed = guess.is_running(edges);
            let evidence = if alone {
                Evidence::of_guess(row, guess)
            } else {
                Evidence::gather(row, edge, index, around.clone())
            };
            let agrees = agrees(&row.said, index, label);
            let largest = if edge == 0 { LARGEST * body } else { f32::MAX };
            let running = if alone {
                guessed
            } else {
                evidence.is_running(row, largest, found.is_empty(), agrees)
                    || (guessed && evidence.is_any())
            };
            if !running {
                break;
            }
            found.push((row, evidence));
        }
        // The innermost is set off from the text, unless it is a number.
        while found
            .pop_if(|(row, evidence)| evidence.guess.is_none() && !stands_off(row, spacing))
            .is_some()
        {}
        if edge == 0 {
            move_rows(page, &found, "header", Some(0));
        } else {
            found.reverse();
            move_rows(page, &found, "footer", None);
        }
    }
}

/// The size that most of the text on some pages is set in, in points; 0 when they have none. Pages of
/// figures say little.
pub(crate) fn usual_size<'a>(pages: impl Iterator<Item = &'a Edges>) -> f32 {
    edges::prevailing_size(pages.map(|edges| (edges.body, edges.length)).collect())
}

fn stands_off(row: &Row, spacing: f32) -> bool {
    row.gap >= spacing.max(0.0) + APART * row.bbox.height()
}

/// Whether a number is the one that the document, or its count of pages, gives the page.
fn agrees(said: &Said, index: u32, label: Option<&str>) -> bool {
    let label = label.and_then(PageNumber::read);
    said.number().is_some_and(|number| {
        number.value == index.saturating_add(1) || label.is_some_and(|l| l.value == number.value)
    })
}

/// How many of the pages around have a row, too.
#[derive(Clone, Debug, Default)]
struct Evidence {
    /// In the same words at the same place.
    repeated: u32,
    /// With a number that counts on, at the same place …
    counted: u32,
    /// … and anywhere at their edges.
    counted_anywhere: u32,
    /// The words that are this number: on a scan of two pages side by side there are two.
    numbers: Vec<usize>,
    /// Without other pages: what place and look say.
    guess: Option<Guess>,
}

/// How many numbers a page counts on: one, or two where it is a scan of two.
const STEPS: [u32; 2] = [1, 2];

impl Evidence {
    fn gather<'a>(
        row: &Row,
        edge: usize,
        index: u32,
        around: impl Iterator<Item = (u32, &'a Edges)> + Clone,
    ) -> Self {
        let gathered = STEPS.map(|step| Self::with_step(row, edge, index, around.clone(), step));
        let [one, two] = gathered;
        if two.counted >= VERY_OFTEN && two.counted > one.counted {
            two
        } else {
            one
        }
    }

    /// Gathers evidence among pages of this many numbers each.
    fn with_step<'a>(
        row: &Row,
        edge: usize,
        index: u32,
        around: impl Iterator<Item = (u32, &'a Edges)>,
        step: u32,
    ) -> Self {
        let mut evidence = Self::default();
        let middle = |r: &Row| (r.bbox.y0 + r.bbox.y1) / 2.0;
        let near = |r: &Row| (middle(r) - middle(row)).abs() < PLACE * row.bbox.height();
        // How often each word counted on.
        let mut words = vec![0u32; row.words.len()];
        for (other, edges) in around {
            let pages = (i64::from(other) - i64::from(index)) * i64::from(step);
            let (mut repeated, mut counted, mut anywhere) = (false, false, false);
            for (place, rows) in edges.rows.iter().enumerate() {
                for other in rows {
                    let here = place == edge && near(other);
                    repeated |= here && row.repeats(other, pages);
                    for word in row.said.counts_on(&other.said, pages) {
                        anywhere = true;
                        counted |= here;
                        if let Some(count) = words.get_mut(word) {
                            *count += 1;
                        }
                    }
                }
            }
            evidence.repeated += u32::from(repeated);
            evidence.counted += u32::from(counted);
            evidence.counted_anywhere += u32::from(anywhere);
        }
        let most = words.iter().copied().max().filter(|count| *count > 0);
        let oftenest = words
            .iter()
            .enumerate()
            .filter(|(_, count)| Some(**count) == most);
        evidence.numbers = oftenest.map(|(word, _)| word).collect();
        evidence
    }

    /// Of a row on a page without others.
    fn of_guess(row: &Row, guess: Guess) -> Self {
        Self {
            numbers: row.said.page_number_word().into_iter().collect(),
            guess: Some(guess),
            ..Self::default()
        }
    }

    /// Whether any other page has something of the row.
    fn is_any(&self) -> bool {
        self.repeated > 0 || self.counted > 0
    }

    /// Why a line of the row is running.
    fn reason(&self, is_number: bool) -> String {
        if let Some(guess) = &self.guess {
            return guess.reason(is_number);
        }
        let pages = |count: u32| counted(count as usize, "other page");
        if is_number {
            let count = self.counted.max(self.counted_anywhere);
            format!("page number: it counts on from {}", pages(count))
        } else if self.repeated > 0 {
            format!("running: the same words are on {}", pages(self.repeated))
        } else {
            format!("running: its number counts on from {}", pages(self.counted))
        }
    }

    fn is_running(&self, row: &Row, largest: f32, outermost: bool, agrees: bool) -> bool {
        if row.said.number().is_some() {
            return self.counted >= OFTEN
                || (self.counted >= 1 && agrees && outermost)
                || (self.counted_anywhere >= VERY_OFTEN && outermost);
        }
        row.size <= largest
            && (self.repeated >= OFTEN
                || (self.repeated >= 1 && self.counted >= 1)
                || self.counted >= VERY_OFTEN)
    }
}

/// Moves the lines of rows, given from the top down, to nodes at the beginning of the page or at
/// its end. Lines of one kind that follow each other share a node.
fn move_rows(
    page: &mut Page,
    rows: &[(&Row, Evidence)],
    kind: &'static str,
    mut at: Option<usize>,
) {
    let mut last: Option<(&'static str, NodeId)> = None;
    for (row, evidence) in rows {
        for (line, is_number) in lines(&mut page.tree, row, &evidence.numbers) {
            let kind = if is_number { "pageno" } else { kind };
            take_out(&mut page.tree, line);
            page.findings.push(Finding {
                kind: FindingKind::Block,
                bbox: page.tree[line].bbox,
                why: evidence.reason(is_number),
                by: heuristics::RUNNING_HEADS.name,
            });
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
            if let Some(guess) = &evidence.guess {
                limit_certainty(&mut page.tree[node], guess.certainty());
            }
            page.tree[node].bbox = page.tree[node].bbox.union(page.tree[line].bbox);
        }
    }
}

/// Notes how sure a mark is: of several lines, the least.
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

/// The lines of a row, and whether each is the page's number. A line that holds the number is cut
/// before and behind it, where white space separates it from the rest.
fn lines(tree: &mut Tree, row: &Row, numbers: &[usize]) -> Vec<(NodeId, bool)> {
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
            let parted = |other: Option<usize>| {
                let (own, other) = (words.get(place), other.and_then(|o| words.get(o)));
                own.zip(other).is_none_or(|(&own, &other)| {
                    edges::is_parted(tree[own].bbox, tree[other].bbox, row.size)
                })
            };
            parted(place.checked_sub(1)) && parted(Some(place + 1))
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

/// A new line of some words of a line, which are moved.
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

/// Takes a line out of its place, with the boxes around it that it leaves empty.
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

/// The box around some nodes.
fn around(tree: &Tree, nodes: impl Iterator<Item = NodeId>) -> Rect {
    nodes.fold(Rect::EMPTY, |bbox, node| bbox.union(tree[node].bbox))
}

#[cfg(test)]
mod tests;
