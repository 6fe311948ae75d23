//! Groups lines into text boxes by distance and alignment.

use std::ops::Range;

use super::plane::{Bounds, Plane};
use crate::geometry::Rect;
use crate::line::{Frames, TextLine};
use crate::union_find::UnionFind;

/// Added to a tolerance, so that rounding does not exclude lines that the exact test accepts.
struct Rounding {
    /// Factor of the tolerance.
    factor: f32,
    /// Added to it, in points.
    points: f32,
}

const ROUNDING: Rounding = Rounding {
    factor: 1.001,
    points: 0.001,
};

/// Lines that belong together.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TextBox {
    /// Positions in [`Boxes::lines`].
    pub lines: Range<u32>,
    /// The frame of all its lines.
    pub frame: u32,
    /// The bounding box of its lines' cells, in page space, used for grouping.
    pub cell: Rect,
}

/// The text boxes of a page, in the order in which their first lines are drawn.
#[derive(Clone, Debug, Default)]
pub(crate) struct Boxes {
    pub boxes: Vec<TextBox>,
    /// Lines (indices in the list of lines), box by box, each box from its first line to its last.
    pub lines: Vec<u32>,
}

/// Joins lines into boxes. Two lines are joined if they are of one frame, near each other, of similar height,
/// and aligned at their starts, ends or centres. The tolerance is `line_margin` times the line's height.
/// Joining is transitive. Lines without area ([`TextLine::has_area`]) and lines of white space are left out.
///
/// ```text
/// +-------------------+
/// | one line          |
/// +-------------------+ -
///                           | < line_margin * height
/// +--------------+ - - - -
/// | another line |
/// +--------------+
/// | starts differ by at most line_margin * height
/// ```
///
/// Differences from pdfminer (`group_textlines`):
///
/// - Lines at exactly the same height in a box are read along the line. pdfminer gives them in the order in
///   which it met them, often backwards.
/// - Lines outside the page are joined too. pdfminer makes each a box, because its plane ends there.
pub(crate) fn group_lines(lines: &[TextLine], frames: &Frames, line_margin: f32) -> Boxes {
    let mut of_frame: Vec<Vec<u32>> = vec![Vec::new(); frames.len()];
    for (number, line) in (0u32..).zip(lines) {
        if line.inked
            && line.has_area()
            && let Some(list) = of_frame.get_mut(line.frame as usize)
        {
            list.push(number);
        }
    }
    let mut sets = UnionFind::new(lines.len());
    for list in &of_frame {
        join_neighbours(lines, list, line_margin, &mut sets);
    }

    // Sorting by the first line of the set puts the lines of each box together, in the required order.
    let mut members: Vec<(u32, u32)> = of_frame
        .iter()
        .flatten()
        .map(|&line| (sets.first(line), line))
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
fn join_neighbours(lines: &[TextLine], list: &[u32], line_margin: f32, sets: &mut UnionFind) {
    if list.len() < 2 {
        return;
    }
    let cell = |line: u32| lines[line as usize].cell;
    let (plane, leaves) = Plane::new(list, cell);
    // For each node, a line of the set to which all lines below it are known to belong. A line of the same
    // set need not visit such a node, so piles of lines are as fast as columns.
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
        let set = sets.root(line);
        plane.search(
            |node, bounds| {
                if !bounds.may_overlap(near) || !may_align(bounds, own, margin) {
                    return false;
                }
                if let Some([a, b]) = plane.below(node) {
                    // The lines below may have become one set since the last visit.
                    uniform[node] = match (uniform[a], uniform[b]) {
                        (Some(x), Some(y)) if sets.root(x) == sets.root(y) => Some(x),
                        (one, None) if plane.bounds(b).is_none() => one,
                        (None, one) if plane.bounds(a).is_none() => one,
                        _ => None,
                    };
                }
                uniform[node].is_none_or(|known| sets.root(known) != set)
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

/// Whether a line near `own` is of similar height, and aligned with it.
fn is_like(own: Rect, other: Rect, margin: f32) -> bool {
    let middle = |r: Rect| (r.x0 + r.x1) / 2.0;
    (other.height() - own.height()).abs() <= margin
        && ((other.x0 - own.x0).abs() <= margin
            || (other.x1 - own.x1).abs() <= margin
            || (middle(other) - middle(own)).abs() <= margin)
}

/// Whether a line within these bounds may satisfy [`is_like`].
fn may_align(bounds: &Bounds, own: Rect, margin: f32) -> bool {
    let margin = margin * ROUNDING.factor + ROUNDING.points;
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn line(number: u32, cell: Rect) -> TextLine {
        TextLine {
            glyphs: number..number + 1,
            frame: 0,
            cell,
            bbox: cell,
            inked: true,
        }
    }

    fn frames() -> Frames {
        let mut pen = crate::line::testing::Pen::new();
        pen.run(10.0, 0.0);
        Frames::new(&pen.content)
    }

    fn boxes_of(cells: &[Rect]) -> Vec<Vec<u32>> {
        let lines: Vec<TextLine> = (0u32..)
            .zip(cells)
            .map(|(n, &cell)| line(n, cell))
            .collect();
        let grouped = group_lines(&lines, &frames(), 0.5);
        grouped
            .boxes
            .iter()
            .map(|b| grouped.lines[b.lines.start as usize..b.lines.end as usize].to_vec())
            .collect()
    }

    /// The same rule, computed by comparing all pairs.
    fn boxes_by_all_pairs(cells: &[Rect]) -> Vec<Vec<u32>> {
        let mut sets: Vec<usize> = (0..cells.len()).collect();
        for (i, &a) in cells.iter().enumerate() {
            let margin = 0.5 * a.height();
            let near = Rect {
                y0: a.y0 - margin,
                y1: a.y1 + margin,
                ..a
            };
            for (j, &b) in cells.iter().enumerate() {
                if crate::layout::pdfminer::plane::overlap(b, near) && is_like(a, b, margin) {
                    let (from, to) = (sets[i].max(sets[j]), sets[i].min(sets[j]));
                    sets.iter_mut()
                        .filter(|s| **s == from)
                        .for_each(|s| *s = to);
                }
            }
        }
        let mut boxes: Vec<Vec<u32>> = Vec::new();
        for set in 0..cells.len() {
            let mut own: Vec<u32> = (0..cells.len() as u32)
                .filter(|&l| sets[l as usize] == set)
                .collect();
            own.sort_by(|&a, &b| {
                let (a, b) = (cells[a as usize], cells[b as usize]);
                a.y0.total_cmp(&b.y0).then(a.x0.total_cmp(&b.x0))
            });
            if !own.is_empty() {
                boxes.push(own);
            }
        }
        boxes
    }

    proptest! {
        #[test]
        fn lines_are_boxed_as_by_looking_at_all_pairs(
            cells in prop::collection::vec((0i32..60, 0i32..60, 1i32..30, 1i32..12), 0..60)
        ) {
            let cells: Vec<Rect> = cells
                .into_iter()
                .map(|(x, y, w, h)| Rect::new(x as f32, y as f32, (x + w) as f32, (y + h) as f32))
                .collect();
            prop_assert_eq!(boxes_of(&cells), boxes_by_all_pairs(&cells));
        }
    }

    #[test]
    fn a_paragraph_is_a_box_and_a_heading_is_another() {
        let cells = [
            Rect::new(50.0, 10.0, 200.0, 40.0),
            Rect::new(50.0, 60.0, 300.0, 70.0),
            Rect::new(50.0, 72.0, 298.0, 82.0),
            Rect::new(50.0, 84.0, 120.0, 94.0),
        ];
        assert_eq!(boxes_of(&cells), [vec![0], vec![1, 2, 3]]);
    }

    #[test]
    fn lines_at_the_same_height_are_read_along_the_line() {
        // Drawn from right to left, all centred over the third.
        let cells = [
            Rect::new(60.0, 0.0, 100.0, 10.0),
            Rect::new(0.0, 0.0, 40.0, 10.0),
            Rect::new(0.0, 12.0, 100.0, 22.0),
        ];
        assert_eq!(boxes_of(&cells), [vec![1, 0, 2]]);
    }

    #[test]
    fn a_pile_of_lines_is_one_box() {
        let cells = vec![Rect::new(0.0, 0.0, 50.0, 10.0); 30_000];
        assert_eq!(boxes_of(&cells).len(), 1);
    }
}
