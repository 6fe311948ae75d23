//! The rows at a page's edges.

use super::printed::Said;
use crate::geometry::Rect;
use crate::model::{Detail, Kind, NodeId, Page, Step};

/// Rows that can be running, at each edge.
const ROWS: usize = 3;

/// White space that parts the page's number from the rest, in ems.
const PARTED: f32 = 0.5;

/// The steepest line that is part of a row, in degrees.
const STEEPEST: f32 = 4.0;

/// A row of which the middle of the next line is inside: side by side.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its lines, from left to right …
    pub lines: Vec<NodeId>,
    /// … and the words in them.
    pub words: Vec<NodeId>,
    /// Of these words.
    pub said: Said,
    /// In page space.
    pub bbox: Rect,
    /// How far the next row inwards is away, in points; endless when there is none.
    pub gap: f32,
    /// The size of its largest line, in points.
    pub size: f32,
}

/// What of a page can be running heads and feet.
#[derive(Clone, Debug, Default)]
pub struct Edges {
    /// Those in the upper half of the page, from the top down, and those in the lower half, from
    /// the bottom up.
    pub rows: [Vec<Row>; 2],
    /// The prevailing size of the page's text, in points.
    pub body: f32,
    /// How far rows are apart as a rule, in points.
    pub spacing: f32,
}

/// A line as it stands on the page.
struct Place {
    id: NodeId,
    bbox: Rect,
    size: f32,
}

impl Edges {
    /// Looks at the lines of a page.
    pub fn of(page: &Page) -> Self {
        let mut places: Vec<Place> = Vec::new();
        for step in page.tree.walk(page.tree.root()) {
            let Step::Enter(id) = step else { continue };
            let node = &page.tree[id];
            if let (true, Detail::Line(line)) = (node.kind == Kind::TEXTLINE, &node.detail)
                && !line.vertical
                && line.angle.abs() <= STEEPEST
                && !node.bbox.is_empty()
            {
                places.push(Place {
                    id,
                    bbox: node.bbox,
                    size: line.size,
                });
            }
        }
        let body = prevailing_size(&places);
        places.sort_by(|a, b| a.bbox.y0.total_cmp(&b.bbox.y0));
        let rows = rows(&places);
        let gaps: Vec<f32> = rows
            .windows(2)
            .filter_map(|pair| match pair {
                [a, b] => Some(b.0.y0 - a.0.y1),
                _ => None,
            })
            .collect();
        let middle = page.content.height / 2.0;
        let upper = rows.partition_point(|(bbox, _)| bbox.y0 + bbox.y1 < 2.0 * middle);
        let row = |number: usize, gap: Option<&f32>| {
            let (bbox, lines) = rows.get(number)?;
            Some(read(page, *bbox, lines, gap.copied()))
        };
        let top = (0..upper.min(ROWS)).filter_map(|n| row(n, gaps.get(n)));
        let bottom = (upper..rows.len()).rev().take(ROWS);
        let bottom = bottom.filter_map(|n| row(n, n.checked_sub(1).and_then(|n| gaps.get(n))));
        Self {
            rows: [top.collect(), bottom.collect()],
            body,
            spacing: median(gaps),
        }
    }
}

/// The size of most text, by the length of its lines.
fn prevailing_size(places: &[Place]) -> f32 {
    let mut sizes: Vec<(f32, f32)> = places.iter().map(|p| (p.size, p.bbox.width())).collect();
    sizes.sort_by(|a, b| a.0.total_cmp(&b.0));
    let half = sizes.iter().map(|s| s.1).sum::<f32>() / 2.0;
    let mut sum = 0.0;
    for (size, width) in sizes {
        sum += width;
        if sum >= half {
            return size;
        }
    }
    0.0
}

/// The middle one of some numbers, or 0.
pub fn median(mut numbers: Vec<f32>) -> f32 {
    numbers.sort_by(f32::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(0.0)
}

/// Lines side by side, from the top down.
fn rows(places: &[Place]) -> Vec<(Rect, Vec<&Place>)> {
    let mut rows: Vec<(Rect, Vec<&Place>)> = Vec::new();
    // Where the first line of the last row ends, lest rows that are askew run into each other.
    let mut end = f32::NEG_INFINITY;
    for place in places {
        match rows.last_mut() {
            Some((bbox, lines)) if place.bbox.y0 + place.bbox.y1 < 2.0 * end => {
                *bbox = bbox.union(place.bbox);
                lines.push(place);
            }
            _ => {
                end = place.bbox.y1;
                rows.push((place.bbox, vec![place]));
            }
        }
    }
    rows
}

fn read(page: &Page, bbox: Rect, lines: &[&Place], gap: Option<f32>) -> Row {
    let mut lines = lines.to_vec();
    lines.sort_by(|a, b| a.bbox.x0.total_cmp(&b.bbox.x0));
    let size = lines.iter().map(|l| l.size).fold(0.0, f32::max);
    let lines: Vec<NodeId> = lines.iter().map(|l| l.id).collect();
    let words: Vec<NodeId> = lines.iter().flat_map(|&l| page.tree.children(l)).collect();
    let texts: Vec<String> = words
        .iter()
        .map(|&word| {
            let mut text = String::new();
            page.push_text_below(word, &mut text);
            text
        })
        .collect();
    let boxes: Vec<Rect> = words.iter().map(|&word| page.tree[word].bbox).collect();
    let alone = |place: usize| {
        let parted = |a: Option<&Rect>, b: Option<&Rect>| match (a, b) {
            (Some(a), Some(b)) => is_parted(*a, *b, size),
            _ => true,
        };
        let (own, before) = (boxes.get(place), place.checked_sub(1));
        parted(before.and_then(|p| boxes.get(p)), own) && parted(own, boxes.get(place + 1))
    };
    let said = Said::new(
        texts
            .iter()
            .enumerate()
            .map(|(i, t)| (t.as_str(), alone(i))),
    );
    Row {
        lines,
        words,
        said,
        bbox,
        gap: gap.unwrap_or(f32::INFINITY),
        size,
    }
}

/// Whether there is more white space between two boxes of a row than between words.
pub fn is_parted(a: Rect, b: Rect, size: f32) -> bool {
    (b.x0 - a.x1).max(a.x0 - b.x1) >= PARTED * size
}
