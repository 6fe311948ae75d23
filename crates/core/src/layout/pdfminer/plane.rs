//! Stores rectangles in a tree of bounds, to find those that are near others or between them.

use crate::geometry::Rect;

/// Bounds of the coordinates of all rectangles below a node of a [`Plane`]. A leaf contains one rectangle, so
/// its bounds are exact.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// The minimum of each coordinate.
    pub low: Rect,
    /// The maximum of each coordinate.
    pub high: Rect,
    /// The minimum width and the minimum height.
    pub width: f32,
    pub height: f32,
    /// The maximum area.
    pub area: f64,
}

impl Bounds {
    const NONE: Self = Self {
        low: Rect {
            x0: f32::INFINITY,
            y0: f32::INFINITY,
            x1: f32::INFINITY,
            y1: f32::INFINITY,
        },
        high: Rect {
            x0: f32::NEG_INFINITY,
            y0: f32::NEG_INFINITY,
            x1: f32::NEG_INFINITY,
            y1: f32::NEG_INFINITY,
        },
        width: f32::INFINITY,
        height: f32::INFINITY,
        area: f64::NEG_INFINITY,
    };

    fn of(r: Rect) -> Self {
        Self {
            low: r,
            high: r,
            width: r.width(),
            height: r.height(),
            area: area(r),
        }
    }

    fn join(self, other: Self) -> Self {
        let (a, b) = (self.low, other.low);
        let low = Rect {
            x0: a.x0.min(b.x0),
            y0: a.y0.min(b.y0),
            x1: a.x1.min(b.x1),
            y1: a.y1.min(b.y1),
        };
        let (a, b) = (self.high, other.high);
        let high = Rect {
            x0: a.x0.max(b.x0),
            y0: a.y0.max(b.y0),
            x1: a.x1.max(b.x1),
            y1: a.y1.max(b.y1),
        };
        Self {
            low,
            high,
            width: self.width.min(other.width),
            height: self.height.min(other.height),
            area: self.area.max(other.area),
        }
    }

    /// Whether no rectangle is below.
    pub(super) fn is_none(&self) -> bool {
        self.low.x0 > self.high.x0
    }

    /// Whether a rectangle below may share an area, not just an edge, with `r`; exact for a leaf.
    pub(super) fn may_overlap(&self, r: Rect) -> bool {
        self.high.x1 > r.x0 && self.low.x0 < r.x1 && self.high.y1 > r.y0 && self.low.y0 < r.y1
    }

    /// The rectangle that every union of `r` with one below covers.
    pub(super) fn covered_with(&self, r: Rect) -> Rect {
        Rect {
            x0: r.x0.min(self.high.x0),
            y0: r.y0.min(self.high.y0),
            x1: r.x1.max(self.low.x1),
            y1: r.y1.max(self.low.y1),
        }
    }
}

/// The area in double precision, because differences of areas are compared.
pub(super) fn area(r: Rect) -> f64 {
    (f64::from(r.x1) - f64::from(r.x0)) * (f64::from(r.y1) - f64::from(r.y0))
}

/// Whether two rectangles share an area, not just an edge.
pub(super) fn overlap(a: Rect, b: Rect) -> bool {
    a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1
}

/// Rectangles by number, in a binary tree that is built once. Node 1 is the root, nodes `2n` and `2n + 1` are
/// below node `n`, and the last half of the nodes are leaves. Nodes are split by the edge coordinate with the
/// largest spread, so that rectangles of different sizes are separated too.
///
/// A rectangle can be removed or replaced by another; bounds are then updated up to the root. A group that
/// replaces one of its members stays near its neighbours, so the tree stays efficient without being rebuilt.
#[derive(Clone, Debug)]
pub(super) struct Plane {
    bounds: Vec<Bounds>,
    /// The number in each leaf.
    items: Vec<u32>,
}

/// A leaf without a rectangle.
const VACANT: u32 = u32::MAX;

impl Plane {
    /// Builds the plane of the rectangles with these numbers. Returns also the leaf of each, in the same
    /// order. Coordinates must be finite.
    pub(super) fn new(numbers: &[u32], rect: impl Fn(u32) -> Rect) -> (Self, Vec<usize>) {
        let leaves = numbers.len().next_power_of_two();
        let mut plane = Self {
            bounds: vec![Bounds::NONE; 2 * leaves],
            items: vec![VACANT; leaves],
        };
        let mut leaf_of = vec![0; numbers.len()];
        let mut entries: Vec<(u32, Rect)> =
            (0u32..).zip(numbers.iter().map(|&n| rect(n))).collect();
        // The nodes to build, with the entries below them.
        let mut work = vec![(1usize, 0usize..entries.len())];
        while let Some((node, range)) = work.pop() {
            let Some(part) = entries
                .get_mut(range.clone())
                .filter(|part| !part.is_empty())
            else {
                continue;
            };
            if node >= leaves {
                let (position, rect) = part[0];
                plane.items[node - leaves] = numbers[position as usize];
                plane.bounds[node] = Bounds::of(rect);
                leaf_of[position as usize] = node;
                continue;
            }
            let half = part.len().div_ceil(2);
            if part.len() > 1 {
                let axis = widest(part);
                part.select_nth_unstable_by(half - 1, |a, b| {
                    axis(a.1).total_cmp(&axis(b.1)).then(a.0.cmp(&b.0))
                });
            }
            work.push((2 * node, range.start..range.start + half));
            work.push((2 * node + 1, range.start + half..range.end));
        }
        for node in (1..leaves).rev() {
            plane.pull(node);
        }
        (plane, leaf_of)
    }

    fn pull(&mut self, node: usize) {
        self.bounds[node] = self.bounds[2 * node].join(self.bounds[2 * node + 1]);
    }

    fn set(&mut self, leaf: usize, item: u32, bounds: Bounds) {
        let first = self.items.len();
        self.items[leaf - first] = item;
        self.bounds[leaf] = bounds;
        let mut node = leaf / 2;
        while node > 0 {
            self.pull(node);
            node /= 2;
        }
    }

    /// Replaces the rectangle in a leaf.
    pub(super) fn replace(&mut self, leaf: usize, number: u32, rect: Rect) {
        self.set(leaf, number, Bounds::of(rect));
    }

    /// Removes the rectangle from a leaf.
    pub(super) fn remove(&mut self, leaf: usize) {
        self.set(leaf, VACANT, Bounds::NONE);
    }

    /// The number of nodes; node numbers are lower.
    pub(super) fn nodes(&self) -> usize {
        self.bounds.len()
    }

    pub(super) fn root(&self) -> usize {
        1
    }

    pub(super) fn bounds(&self, node: usize) -> &Bounds {
        &self.bounds[node]
    }

    /// The number in a leaf; `None` for an inner node or an empty leaf.
    pub(super) fn item(&self, node: usize) -> Option<u32> {
        let leaf = node.checked_sub(self.items.len())?;
        self.items.get(leaf).copied().filter(|&n| n != VACANT)
    }

    /// The children of an inner node.
    pub(super) fn below(&self, node: usize) -> Option<[usize; 2]> {
        (node < self.items.len()).then_some([2 * node, 2 * node + 1])
    }

    /// Visits all rectangles below nodes that `enter` accepts, until `found` returns `true`.
    pub(super) fn search(
        &self,
        mut enter: impl FnMut(usize, &Bounds) -> bool,
        mut found: impl FnMut(u32) -> bool,
    ) {
        // Each level adds one waiting node, and the numbers of rectangles have 32 bits.
        let mut stack = [0usize; 2 * u32::BITS as usize];
        stack[0] = self.root();
        let mut height = 1;
        while height > 0 {
            height -= 1;
            let node = stack[height];
            let bounds = &self.bounds[node];
            if bounds.is_none() || !enter(node, bounds) {
                continue;
            }
            if let Some([left, right]) = self.below(node) {
                stack[height] = right;
                stack[height + 1] = left;
                height += 2;
            } else if let Some(item) = self.item(node)
                && found(item)
            {
                return;
            }
        }
    }
}

/// The coordinate with the largest spread among the rectangles.
fn widest(entries: &[(u32, Rect)]) -> fn(Rect) -> f32 {
    let all = entries
        .iter()
        .fold(Bounds::NONE, |b, e| b.join(Bounds::of(e.1)));
    let axes: [fn(Rect) -> f32; _] = [|r| r.x0, |r| r.y0, |r| r.x1, |r| r.y1];
    let spread = |axis: &fn(Rect) -> f32| axis(all.high) - axis(all.low);
    axes.into_iter()
        .max_by(|a, b| spread(a).total_cmp(&spread(b)))
        .unwrap_or(axes[0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn rect() -> impl Strategy<Value = Rect> {
        (0.0f32..100.0, 0.0f32..100.0, 0.1f32..30.0, 0.1f32..30.0)
            .prop_map(|(x, y, w, h)| Rect::new(x, y, x + w, y + h))
    }

    fn overlapping(plane: &Plane, r: Rect) -> Vec<u32> {
        let mut found = Vec::new();
        plane.search(
            |_, bounds| bounds.may_overlap(r),
            |item| {
                found.push(item);
                false
            },
        );
        found.sort_unstable();
        found
    }

    proptest! {
        #[test]
        fn a_search_finds_what_overlaps_also_after_changes(
            rects in prop::collection::vec(rect(), 0..50),
            gone in prop::collection::vec(any::<prop::sample::Index>(), 0..20),
            moved in prop::collection::vec((any::<prop::sample::Index>(), rect()), 0..20),
            near in rect(),
        ) {
            let numbers: Vec<u32> = (0..rects.len() as u32).collect();
            let (mut plane, leaves) = Plane::new(&numbers, |n| rects[n as usize]);
            let mut now: Vec<Option<Rect>> = rects.iter().copied().map(Some).collect();
            if !rects.is_empty() {
                for i in gone {
                    let i = i.index(rects.len());
                    plane.remove(leaves[i]);
                    now[i] = None;
                }
                for (i, rect) in moved {
                    let i = i.index(rects.len());
                    plane.replace(leaves[i], i as u32, rect);
                    now[i] = Some(rect);
                }
            }
            let expected: Vec<u32> = numbers
                .into_iter()
                .filter(|&n| now[n as usize].is_some_and(|r| overlap(r, near)))
                .collect();
            prop_assert_eq!(overlapping(&plane, near), expected);
        }
    }

    #[test]
    fn a_search_stops_when_told() {
        let (plane, _) = Plane::new(&[5, 6, 7], |n| Rect::new(0.0, 0.0, n as f32, 1.0));
        let mut calls = 0;
        plane.search(
            |_, _| true,
            |_| {
                calls += 1;
                calls == 2
            },
        );
        assert_eq!(calls, 2);
    }
}
