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
//! [`Edges`] holds the rows of a page to compare; [`mark`] moves running rows into nodes of their own. Rows
//! without evidence stay text: a reader who omits heads loses text that is marked wrongly. If there is no
//! other page, position and style decide ([`lone`]), and the mark has a certainty. They also count if only one
//! other page has the same row.

mod edges;
mod lone;
mod look;
mod number;
mod printed;
mod turn;

use edges::Row;
use lone::Guess;
use number::PageNumber;
use printed::Said;
use turn::Turn;

use crate::counted::counted;
use crate::geometry::Rect;
use crate::layout::heuristics;
use crate::layout::scale::{median, weighted_median};
use crate::page::{Detail, Finding, FindingKind, Node, NodeId, NodeKind, Own, Page, Tree};

pub use edges::Edges;

/// Number of pages compared before and after a page. Chapters begin without a head, and left-hand pages have
/// other heads than right-hand ones.
pub const DISTANCE: u32 = 4;

/// Limits for rows that recur on other pages.
struct RunningLimits {
    /// Fewest other pages on which a row recurs, or to which its number relates in sequence.
    min_pages: u32,
    /// The same for evidence by number alone: a number at another height, or beside words that change on every
    /// page, as in dictionaries.
    min_pages_of_numbers: u32,
    /// Weight of the same words on one other page, beside position and style. Documents of two pages have no
    /// more.
    repeated: f32,
    /// Largest size of such a row, in sizes of the text. The title of a newspaper may be on both pages.
    max_size_of_two: f32,
    /// Largest size of a head, in sizes of the text. Larger rows are headings, even if the next page has the
    /// same. Feet have no limit, because no text is below them.
    max_size: f32,
    /// Least gap between a head and the text beyond the usual spacing, in heights of the row. It excludes
    /// first rows of tables that span pages.
    min_gap: f32,
    /// Largest vertical distance between the same row on two pages, in its heights. Positions vary in scans.
    same_place: f32,
}

const RUNNING: RunningLimits = RunningLimits {
    min_pages: 2,
    min_pages_of_numbers: 3,
    repeated: 1.5,
    max_size_of_two: 1.1,
    max_size: 1.25,
    min_gap: 0.35,
    same_place: 1.5,
};

/// A page's rows and those of the pages around it.
pub struct PagesAround<'a> {
    /// The rows of the page itself.
    pub own: &'a Edges,
    /// The rows of the neighbouring pages with their page indices, in any order; may include the page itself.
    pub pages: Vec<(u32, &'a Edges)>,
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
    let usual = median(spacings.collect()).unwrap_or(0.0);
    let spacing = edges.spacing.map_or(usual, |own| own.min(usual));
    let alone = around.clone().next().is_none();
    for (edge, rows) in edges.rows.iter().enumerate() {
        let mut found: Vec<(&Row, Evidence)> = Vec::new();
        for row in rows {
            let behind: Vec<&Row> = found.iter().map(|(row, _)| *row).collect();
            let guess = Guess::of(row, edge, &behind, edges);
            let guessed = guess.is_running(edges);
            let repeats = row.size <= RUNNING.max_size_of_two * body
                && guess.score() + RUNNING.repeated >= lone::MIN_SCORE;
            let evidence = if alone {
                Evidence::of_guess(row, guess)
            } else {
                Evidence::gather(row, edge, index, around.clone())
            };
            let agrees = agrees(&row.said, index, label);
            let largest = if edge == 0 {
                RUNNING.max_size * body
            } else {
                f32::MAX
            };
            let running = if alone {
                guessed
            } else {
                evidence.is_running(row, largest, found.is_empty(), agrees)
                    || (guessed && evidence.is_any())
                    || (evidence.repeated > 0 && repeats)
            };
            if !running {
                break;
            }
            found.push((row, evidence));
        }
        // The innermost row needs a gap to the text, unless it is a guess, which scores the gap.
        while found
            .pop_if(|(row, evidence)| evidence.guess.is_none() && !stands_off(row, spacing))
            .is_some()
        {}
        if edge == 0 {
            move_rows(page, &found, edges.turn, "header", Some(0));
        } else {
            found.reverse();
            move_rows(page, &found, edges.turn, "footer", None);
        }
    }
}

/// The size of most of the text of some pages, in points; 0 if they have none. Pages of figures have little
/// weight.
pub fn usual_size<'a>(pages: impl Iterator<Item = &'a Edges>) -> f32 {
    weighted_median(pages.map(|edges| (edges.body, edges.length)).collect()).unwrap_or(0.0)
}

fn stands_off(row: &Row, spacing: f32) -> bool {
    row.gap >= spacing.max(0.0) + RUNNING.min_gap * row.bbox.height()
}

/// Whether a number is the page's label or its ordinal number in the document.
fn agrees(said: &Said, index: u32, label: Option<&str>) -> bool {
    let label = label.and_then(PageNumber::read);
    said.number().is_some_and(|number| {
        number.value == index.saturating_add(1) || label.is_some_and(|l| l.value == number.value)
    })
}

/// The number of neighbouring pages that support a row.
#[derive(Clone, Debug, Default)]
struct Evidence {
    /// Pages with the same words at the same place.
    repeated: u32,
    /// Pages with a number in sequence at the same place.
    counted: u32,
    /// Pages with a number in sequence anywhere at their edges.
    counted_anywhere: u32,
    /// The positions of the words with this number. A scan of two pages side by side has two.
    numbers: Vec<usize>,
    /// The score by position and style, if there are no other pages.
    guess: Option<Guess>,
}

/// Possible increments of the number for each page: 2 for scans of two pages.
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
        if two.counted >= RUNNING.min_pages_of_numbers && two.counted > one.counted {
            two
        } else {
            one
        }
    }

    /// Gathers evidence, assuming `step` numbers for each page.
    fn with_step<'a>(
        row: &Row,
        edge: usize,
        index: u32,
        around: impl Iterator<Item = (u32, &'a Edges)>,
        step: u32,
    ) -> Self {
        let mut evidence = Self::default();
        let middle = |r: &Row| (r.bbox.y0 + r.bbox.y1) / 2.0;
        let near =
            |r: &Row| (middle(r) - middle(row)).abs() < RUNNING.same_place * row.bbox.height();
        // The number of sequences in which each word occurs.
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

    /// The evidence of a row on a page without other pages.
    fn of_guess(row: &Row, guess: Guess) -> Self {
        Self {
            numbers: row.said.page_number_word().into_iter().collect(),
            guess: Some(guess),
            ..Self::default()
        }
    }

    /// Whether any other page supports the row.
    fn is_any(&self) -> bool {
        self.repeated > 0 || self.counted > 0
    }

    /// The reason why a line of the row is running.
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
            return self.counted >= RUNNING.min_pages
                || (self.counted >= 1 && agrees && outermost)
                || (self.counted_anywhere >= RUNNING.min_pages_of_numbers && outermost);
        }
        row.size <= largest
            && (self.repeated >= RUNNING.min_pages
                || (self.repeated >= 1 && self.counted >= 1)
                || self.counted >= RUNNING.min_pages_of_numbers)
    }
}

/// Moves the lines of rows, given from the top down, to nodes at the beginning or end of the page.
/// Consecutive lines of one kind share a node.
fn move_rows(
    page: &mut Page,
    rows: &[(&Row, Evidence)],
    turn: Turn,
    kind: &'static str,
    mut at: Option<usize>,
) {
    let mut last: Option<(&'static str, NodeId)> = None;
    for (row, evidence) in rows {
        for (line, is_number) in lines(&mut page.tree, row, turn, &evidence.numbers) {
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
                    edges::is_parted(
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
