//! Collects the rows at the top and bottom edges of a page, which can be running heads and feet.

use super::look::Look;
use super::printed::Said;
use super::turn::Turn;
use crate::geometry::Rect;
use crate::layout::scale::{median, weighted_median};
use crate::page::{Detail, NodeId, NodeKind, Own, Page, Step, only_groups};

/// Most rows at each edge that are examined.
pub(super) const MAX_ROWS: usize = 3;

/// Limits for the rows at the edges of a page.
struct EdgeLimits {
    /// Fewest gaps between rows from which the usual spacing is computed.
    min_gaps: usize,
    /// Least white space between a page number and the rest of its row, in ems.
    number_gap: f32,
    /// Least white space between the left, middle and right parts of a head, in ems.
    cell_gap: f32,
    /// Largest slope of a line that is part of a row, in degrees.
    max_slope: f32,
    /// Least share of upright text on a page whose edges are those of upright text. A page with a turned table
    /// has an upright head.
    min_upright: f32,
}

const EDGE: EdgeLimits = EdgeLimits {
    min_gaps: 6,
    number_gap: 0.5,
    cell_gap: 1.5,
    max_slope: 4.0,
    min_upright: 0.02,
};

/// Lines side by side: the centre of each is above the bottom of the first.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its lines, from left to right.
    pub lines: Vec<NodeId>,
    /// The words of its lines.
    pub words: Vec<NodeId>,
    /// The text of these words.
    pub said: Said,
    /// The texts of the left, middle and right parts, if white space separates them; otherwise empty.
    cells: Vec<Said>,
    /// Its bounding box on the page, turned so that its text is upright.
    pub bbox: Rect,
    /// The distance to the next row inwards, in points; infinite if there is none.
    pub gap: f32,
    /// The size of most of its text, in points.
    pub size: f32,
    pub(super) look: Look,
}

impl Row {
    /// The number of parts that white space separates.
    pub(super) fn cells(&self) -> usize {
        self.cells.len().max(1)
    }

    /// Whether a row `pages` further on has the same text, or the same text in the larger of its parts. The
    /// other part may change, such as the section or the first word of the page.
    pub(crate) fn repeats(&self, other: &Self, pages: i64) -> bool {
        let greater = |row: &Self, cell: &Said| 2 * cell.letters() >= row.said.letters();
        self.said.repeats(&other.said, pages)
            || self
                .cells
                .iter()
                .filter(|cell| greater(self, cell))
                .any(|cell| {
                    let others = other.cells.iter().filter(|cell| greater(other, cell));
                    others.into_iter().any(|other| cell.repeats(other, pages))
                })
    }
}

/// The type size and place of a heading, in points.
#[derive(Clone, Copy, Debug)]
pub struct HeadingPlace {
    pub size: f32,
    pub bbox: Rect,
}

/// The rows of a page that can be running heads and feet, with measures of its text.
#[derive(Clone, Debug, Default)]
pub struct Edges {
    /// The rows in the upper half from the top down, and those in the lower half from the bottom up.
    pub rows: [Vec<Row>; 2],
    /// The prevailing size of the page's text, in points.
    pub body: f32,
    /// The total length of its lines, in points.
    pub length: f32,
    /// The usual gap between rows, in points; `None` if there are too few rows.
    pub spacing: Option<f32>,
    /// The number of rows.
    pub count: usize,
    /// The bounding box of all rows on the turned page.
    pub text: Rect,
    /// The height of the turned page, in points.
    pub height: f32,
    /// Its headings that are not tagged.
    pub headings: Vec<HeadingPlace>,
    /// The turn of its text.
    pub(super) turn: Turn,
}

/// A line, with its place on the page.
struct EdgeLine {
    id: NodeId,
    bbox: Rect,
    size: f32,
}

impl Edges {
    /// Collects the rows at the edges of a page.
    pub fn of(page: &Page) -> Self {
        let mut turned: [Vec<EdgeLine>; Turn::COUNT] = Default::default();
        let mut lengths = [0.0; Turn::COUNT];
        let mut sizes: Vec<(f32, f32)> = Vec::new();
        let mut headings: Vec<HeadingPlace> = Vec::new();
        let mut in_heading = false;
        let mut steps = page.tree.walk(page.tree.root());
        while let Some(step) = steps.next() {
            let Step::Enter(id) = step else { continue };
            let node = &page.tree[id];
            if node.kind == NodeKind::TEXTBOX {
                in_heading = node.own(Own::Level).is_some();
                headings.extend(in_heading.then_some(HeadingPlace {
                    size: 0.0,
                    bbox: node.bbox,
                }));
            }
            // The tags already mark these as artifacts.
            if node.kind.as_str() == "Artifact" {
                steps.skip_children(id);
                continue;
            }
            let (true, Detail::Line(line)) = (node.kind == NodeKind::TEXTLINE, &node.detail) else {
                continue;
            };
            // Below a line are only its words.
            steps.skip_children(id);
            let length = node.bbox.width().max(node.bbox.height());
            sizes.push((line.size, length));
            if let (true, Some(heading)) = (in_heading, headings.last_mut()) {
                heading.size = heading.size.max(line.size);
            }
            let quarters = Turn::quarters_of(line.angle, EDGE.max_slope);
            let Some(quarters) = quarters.filter(|_| !line.vertical && !node.bbox.is_empty())
            else {
                continue;
            };
            if let Some((own, sum)) = turned.get_mut(quarters).zip(lengths.get_mut(quarters)) {
                *sum += length;
                own.push(EdgeLine {
                    id,
                    bbox: node.bbox,
                    size: line.size,
                });
            }
        }
        let (width, height) = (page.content.width, page.content.height);
        let quarters = main_direction(lengths);
        let turn = Turn::new(quarters, width, height);
        let mut places = turned
            .get_mut(quarters)
            .map(std::mem::take)
            .unwrap_or_default();
        for place in &mut places {
            place.bbox = turn.upright(place.bbox);
        }
        let length = sizes.iter().map(|s| s.1).sum();
        let body = weighted_median(sizes).unwrap_or(0.0);
        places.sort_by(|a, b| a.bbox.y0.total_cmp(&b.bbox.y0));
        let rows = rows(&places);
        let gaps: Vec<f32> = rows
            .windows(2)
            .filter_map(|pair| match pair {
                [a, b] => Some(b.0.y0 - a.0.y1),
                _ => None,
            })
            .collect();
        let middle = turn.page_height() / 2.0;
        let upper = rows.partition_point(|(bbox, _)| bbox.y0 + bbox.y1 < 2.0 * middle);
        let row = |number: usize, gap: Option<&f32>| {
            let (bbox, lines) = rows.get(number)?;
            Some(read(page, turn, *bbox, lines, gap.copied()))
        };
        let tagged = is_tagged(page);
        let open = |n: &usize| {
            let lines = rows.get(*n).map(|(_, lines)| lines.iter());
            !tagged || lines.is_some_and(|mut lines| lines.all(|line| is_open(page, line.id)))
        };
        let top = (0..upper.min(MAX_ROWS)).take_while(open);
        let top = top.filter_map(|n| row(n, gaps.get(n)));
        let bottom = (upper..rows.len()).rev().take(MAX_ROWS).take_while(open);
        let bottom = bottom.filter_map(|n| row(n, n.checked_sub(1).and_then(|n| gaps.get(n))));
        Self {
            rows: [top.collect(), bottom.collect()],
            body,
            length,
            spacing: (gaps.len() >= EDGE.min_gaps)
                .then(|| median(gaps))
                .flatten(),
            count: rows.len(),
            text: rows.iter().fold(Rect::EMPTY, |r, row| r.union(row.0)),
            height: turn.page_height(),
            headings,
            turn,
        }
    }
}

/// The quarter turns of most text, given the lengths of the text of each turn.
fn main_direction(lengths: [f32; Turn::COUNT]) -> usize {
    let all: f32 = lengths.iter().sum();
    if lengths
        .first()
        .is_some_and(|upright| *upright >= EDGE.min_upright * all)
    {
        return 0;
    }
    let longest = lengths.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1));
    longest.map_or(0, |(quarters, _)| quarters)
}

/// Whether the page has elements of the document's tags. Rows in such elements are not running: tags mark
/// running rows as artifacts.
fn is_tagged(page: &Page) -> bool {
    let mut top = page.tree.children(page.tree.root());
    top.any(|id| page.tree[id].element.is_some())
}

/// Whether a line has no meaningful tag: it is in no element, or only in elements that group others.
fn is_open(page: &Page, line: NodeId) -> bool {
    let untagged = |id: NodeId| page.tree[id].own(Own::Untagged).is_some();
    let says = |id: NodeId| {
        let node = &page.tree[id];
        node.element.is_some() && !only_groups(node.kind.as_str())
    };
    let around = || page.tree.around(line);
    around().any(untagged) || !around().any(says)
}

/// Groups lines side by side into rows, from the top down.
fn rows(places: &[EdgeLine]) -> Vec<(Rect, Vec<&EdgeLine>)> {
    let mut rows: Vec<(Rect, Vec<&EdgeLine>)> = Vec::new();
    for place in places {
        let joins = |(_, lines): &&mut (Rect, Vec<&EdgeLine>)| {
            let above = |other: &&EdgeLine| place.bbox.y0 + place.bbox.y1 < 2.0 * other.bbox.y1;
            // In a skewed row each line can be below the first one. The next row has lines below its lines.
            let beside = |other: &&EdgeLine| {
                other.bbox.x1 <= place.bbox.x0 || other.bbox.x0 >= place.bbox.x1
            };
            lines.first().is_some_and(above)
                || lines.last().is_some_and(above) && lines.iter().all(beside)
        };
        match rows.last_mut().filter(joins) {
            Some((bbox, lines)) => {
                *bbox = bbox.union(place.bbox);
                lines.push(place);
            }
            None => rows.push((place.bbox, vec![place])),
        }
    }
    rows
}

fn read(page: &Page, turn: Turn, bbox: Rect, lines: &[&EdgeLine], gap: Option<f32>) -> Row {
    let mut lines = lines.to_vec();
    lines.sort_by(|a, b| a.bbox.x0.total_cmp(&b.bbox.x0));
    let size = weighted_median(lines.iter().map(|l| (l.size, l.bbox.width())).collect());
    let size = size.unwrap_or(0.0);
    let lines: Vec<NodeId> = lines.iter().map(|l| l.id).collect();
    let words: Vec<NodeId> = lines.iter().flat_map(|&l| page.tree.children(l)).collect();
    let (mut text, mut own) = (String::new(), String::new());
    let mut ranges = Vec::with_capacity(words.len());
    for (n, &word) in words.iter().enumerate() {
        own.clear();
        page.push_text_below(word, &mut own);
        if n > 0 {
            text.push(' ');
        }
        ranges.push(text.len()..text.len() + own.len());
        text.push_str(&own);
    }
    let texts = ranges
        .into_iter()
        .map(|own| text.get(own).unwrap_or_default());
    let texts: Vec<&str> = texts.collect();
    let boxes: Vec<Rect> = words
        .iter()
        .map(|&word| turn.upright(page.tree[word].bbox))
        .collect();
    let alone = |place: usize| {
        let separated = |a: Option<&Rect>, b: Option<&Rect>| match (a, b) {
            (Some(a), Some(b)) => is_separated(*a, *b, size),
            _ => true,
        };
        let (own, before) = (boxes.get(place), place.checked_sub(1));
        separated(before.and_then(|p| boxes.get(p)), own) && separated(own, boxes.get(place + 1))
    };
    let said = |places: &[usize]| {
        let words = places
            .iter()
            .filter_map(|&i| texts.get(i).map(|t| (*t, alone(i))));
        Said::new(words)
    };
    let places: Vec<usize> = (0..words.len()).collect();
    let close = |&a: &usize, &b: &usize| {
        let pair = boxes.get(a).zip(boxes.get(b));
        pair.is_some_and(|(a, b)| white_between(*a, *b) < EDGE.cell_gap * size)
    };
    let cells: Vec<&[usize]> = places.chunk_by(close).collect();
    Row {
        look: Look::of(page, &lines, (&words, &boxes), (&text, &texts), size),
        said: said(&places),
        cells: match cells.as_slice() {
            [_] => Vec::new(),
            cells => cells.iter().map(|places| said(places)).collect(),
        },
        lines,
        words,
        bbox,
        gap: gap.unwrap_or(f32::INFINITY),
        size,
    }
}

/// Whether two boxes of a row are separated by more white space than words are.
pub(super) fn is_separated(a: Rect, b: Rect, size: f32) -> bool {
    white_between(a, b) >= EDGE.number_gap * size
}

fn white_between(a: Rect, b: Rect) -> f32 {
    (b.x0 - a.x1).max(a.x0 - b.x1)
}
