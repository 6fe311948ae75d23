//! Lines to text boxes.

use std::ops::Range;

use super::plane::{Bounds, Plane};
use crate::geometry::Rect;
use crate::line::{Frames, TextLine};

/// Lines that belong together.
#[derive(Clone, Debug, PartialEq)]
pub struct TextBox {
    /// Positions in [`Boxes::lines`].
    pub lines: Range<u32>,
    /// The frame that all its lines have.
    pub frame: u32,
    /// Around the cells of its lines, in page space: what grouping measures.
    pub cell: Rect,
}

/// The text boxes of a page, in the order in which their first lines are drawn.
#[derive(Clone, Debug, Default)]
pub struct Boxes {
    pub boxes: Vec<TextBox>,
    /// Lines (indices in the list of lines), box by box, each box from its first line to its last.
    pub lines: Vec<u32>,
}

/// Joins lines into boxes: lines of one frame that are near, of a like height, and aligned at their
/// starts, ends or middles, each within `line_margin` times the line's height; and lines joined
/// with the same line are joined. Lines without area ([`TextLine::has_area`]) and those of nothing
/// but white space are left out.
///
/// ```text
///   +-------------------+
///   | one line          |
///   +-------------------+ -
///                          | < line_margin * height
///   +--------------+ - - - -
///   | another line |
///   +--------------+
///   | starts differ by at most line_margin * height
/// ```
///
/// As pdfminer (`group_textlines`), except that
///
/// - lines that stand at exactly the same height in a box are read along the line; pdfminer gives
///   them in the order in which it met them, often backwards;
/// - lines outside the page are joined too; pdfminer makes each a box, as its plane ends there.
pub fn group_lines(lines: &[TextLine], frames: &Frames, line_margin: f32) -> Boxes {
    let mut of_frame: Vec<Vec<u32>> = vec![Vec::new(); frames.len()];
    for (number, line) in (0u32..).zip(lines) {
        if line.inked
            && line.has_area()
            && let Some(list) = of_frame.get_mut(line.frame as usize)
        {
            list.push(number);
        }
    }
    let mut sets = Sets::new(lines.len());
    for list in &of_frame {
        join_neighbours(lines, list, line_margin, &mut sets);
    }

    // Sorting by the first line of the set brings the boxes together, in the order wanted.
    let mut members: Vec<(u32, u32)> = of_frame
        .iter()
        .flatten()
        .map(|&line| (sets.find(line), line))
        .collect();
    members.sort_unstable_by(|&(set_a, a), &(set_b, b)| {
        let (cell_a, cell_b) = (lines[a as usize].cell, lines[b as usize].cell);
        set_a
            .cmp(&set_b)
            .then(cell_a.y0.total_cmp(&cell_b.y0))
            .then(cell_a.x0.total_cmp(&cell_b.x0))
            .then(a.cmp(&b))
    });
    let mut result = Boxes {
        boxes: Vec::new(),
        lines: members.iter().map(|&(_, line)| line).collect(),
    };
    let mut start = 0u32;
    for set in members.chunk_by(|a, b| a.0 == b.0) {
        let frame = lines[set[0].1 as usize].frame;
        let cell = set.iter().fold(Rect::EMPTY, |r, &(_, line)| {
            r.union(lines[line as usize].cell)
        });
        let end = start + set.len() as u32;
        result.boxes.push(TextBox {
            lines: start..end,
            frame,
            cell: frames.get(frame).leave_rect(cell),
        });
        start = end;
    }
    result
}

/// Joins the sets of all neighbours among the lines of one frame.
fn join_neighbours(lines: &[TextLine], list: &[u32], line_margin: f32, sets: &mut Sets) {
    if list.len() < 2 {
        return;
    }
    let cell = |line: u32| lines[line as usize].cell;
    let (plane, leaves) = Plane::new(list, cell);
    // A line of the set that all lines below a node are known to belong to. Such a node needs no
    // visit by a line of the same set, so that piles of lines cost no more than columns.
    let mut uniform: Vec<Option<u32>> = vec![None; plane.nodes()];
    for (&line, &leaf) in list.iter().zip(&leaves) {
        uniform[leaf] = Some(line);
    }
    let mut found = Vec::new();
    for &line in list {
        let own = cell(line);
        let margin = line_margin * own.height();
        let near = Rect {
            y0: own.y0 - margin,
            y1: own.y1 + margin,
            ..own
        };
        let set = sets.find(line);
        plane.search(
            |node, bounds| {
                if !bounds.may_overlap(near) || !may_align(bounds, own, margin) {
                    return false;
                }
                if let Some([a, b]) = plane.below(node) {
                    // What lies below may have become one set since the last visit.
                    uniform[node] = match (uniform[a], uniform[b]) {
                        (Some(x), Some(y)) if sets.find(x) == sets.find(y) => Some(x),
                        (one, None) if plane.bounds(b).is_none() => one,
                        (None, one) if plane.bounds(a).is_none() => one,
                        _ => None,
                    };
                }
                uniform[node].is_none_or(|known| sets.find(known) != set)
            },
            |other| {
                if is_like(own, cell(other), margin) {
                    found.push(other);
                }
                false
            },
        );
        for other in found.drain(..) {
            sets.join(line, other);
        }
    }
}

/// Whether a line near `own` is of a like height, and aligned with it.
fn is_like(own: Rect, other: Rect, margin: f32) -> bool {
    let middle = |r: Rect| (r.x0 + r.x1) / 2.0;
    (other.height() - own.height()).abs() <= margin
        && ((other.x0 - own.x0).abs() <= margin
            || (other.x1 - own.x1).abs() <= margin
            || (middle(other) - middle(own)).abs() <= margin)
}

/// Whether there may be a line below these bounds that [`is_like`] lets in.
fn may_align(bounds: &Bounds, own: Rect, margin: f32) -> bool {
    // Rounding must not shut out what the exact test lets in.
    let margin = margin * 1.001 + 0.001;
    let within = |low: f32, high: f32, value: f32| low - margin <= value && value <= high + margin;
    let (low, high) = (bounds.low, bounds.high);
    within(low.y1 - high.y0, high.y1 - low.y0, own.height())
        && (within(low.x0, high.x0, own.x0)
            || within(low.x1, high.x1, own.x1)
            || within(
                (low.x0 + low.x1) / 2.0,
                (high.x0 + high.x1) / 2.0,
                (own.x0 + own.x1) / 2.0,
            ))
}

/// Disjoint sets of lines, each known by its first line.
struct Sets {
    parent: Vec<u32>,
}

impl Sets {
    fn new(count: usize) -> Self {
        Self {
            parent: (0..count as u32).collect(),
        }
    }

    fn find(&mut self, mut item: u32) -> u32 {
        while self.parent[item as usize] != item {
            let up = self.parent[self.parent[item as usize] as usize];
            self.parent[item as usize] = up;
            item = up;
        }
        item
    }

    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.find(a), self.find(b));
        self.parent[a.max(b) as usize] = a.min(b);
    }
}
