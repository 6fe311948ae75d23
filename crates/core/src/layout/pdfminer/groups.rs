//! Joins text boxes into nested groups. The two that leave the least empty space between them are joined
//! first.
//!
//! This is pdfminer's `group_textboxes`, whose rule is: *while there are two elements, join the closest two
//! without anything between them. If there is something between any two, join the closest two.* The distance
//! of two elements is the area of the rectangle around both minus the area of each. An element is between
//! them if it overlaps that rectangle. pdfminer computes the distances of all pairs, and for each new group
//! again; a page of 1500 boxes takes over ten seconds. Here each element finds its own closest partner:
//!
//! - Distances are fixed, and an element between two others stays there, perhaps as part of a group. An
//!   element's closest partner is therefore a lower bound for later ones. A new one is needed only if the
//!   partner is gone or hidden, and no other pair is closer (`Queue`).
//! - Only a new group can be closer to an element than its partner, and the group finds its own partner.
//! - Partners are tried in the order of distance, for which the plane gives bounds. Elements beyond one that
//!   was already seen are skipped, because that one is between.
//!
//! pdfminer resolves ties by memory addresses. Here the element drawn first wins, or with very many ties
//! (`SEARCH.max_ties`) the one found first.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::plane::{Bounds, Plane, area, overlap};
use crate::geometry::Rect;

/// Limits for the search for partners, so that it ends soon on any page.
struct SearchLimits {
    /// Most hidden partners that an element tries, none of them beyond another, before it counts as hidden
    /// from all. Without a limit, each element could try all others in some arrangements.
    max_hidden: usize,
    /// Most nodes of the plane for each element, and most elements, that are searched at equal distances for
    /// the one drawn first. Without a limit, thousands of boxes at the same place would all be compared
    /// whenever two are joined.
    max_ties: u32,
    /// Most obstacles that an element remembers while it looks for a partner.
    max_obstacles: usize,
}

const SEARCH: SearchLimits = SearchLimits {
    max_hidden: 1000,
    max_ties: 32,
    max_obstacles: 16,
};

/// A text box or a group.
#[derive(Clone, Debug)]
pub(crate) struct Element {
    /// In page space.
    pub rect: Rect,
    /// The frame of most of its text.
    pub frame: u32,
    /// The amount of its text, in glyphs.
    pub weight: u32,
    /// The two elements of a group; both precede it in the list.
    pub members: Option<[u32; 2]>,
}

/// Joins elements until one is left, which is the last of the list. The given elements come first, in their
/// order. Rectangles must be finite.
pub(crate) fn group(elements: Vec<Element>) -> Vec<Element> {
    let mut grouping = Grouping::new(elements);
    grouping.run();
    grouping.elements
}

/// The area that joining two rectangles would waste. Can be negative if they overlap.
///
/// ```text
/// +------+ . . . . . +
/// |  a   |wwwwwwwwwww.
/// +------+wwww+------+
/// .wwwwwwwwwww|  b   |
/// + . . . . . +------+
/// ```
fn distance(a: Rect, b: Rect) -> f64 {
    area(a.union(b)) - area(a) - area(b)
}

/// A lower bound of the distances from `r` to all rectangles within the bounds; exact for a leaf, except for
/// rounding. It is the larger of two bounds; the first is better if `r` is the smaller rectangle, the second
/// if it is the larger.
///
/// Let `r` extend beyond a rectangle of width w and height h by `dx` sideways and by `dy` vertically. Then
/// the rectangle around both is larger by `dx h + dy w + dx dy`. It is also at least as large as the area
/// that the bounds cover in any case.
fn least_distance(r: Rect, bounds: &Bounds) -> f64 {
    let (low, high) = (bounds.low, bounds.high);
    let out = |a: f32, b: f32| (f64::from(a) - f64::from(b)).max(0.0);
    let dx = out(r.x1, high.x1) + out(low.x0, r.x0);
    let dy = out(r.y1, high.y1) + out(low.y0, r.y0);
    let (w, h) = (f64::from(bounds.width), f64::from(bounds.height));
    let beyond_other = dx * h + dy * w + dx * dy;
    let beyond_own = area(bounds.covered_with(r)) - bounds.area;
    beyond_other.max(beyond_own) - area(r)
}

/// An element and the partner closest to it.
#[derive(Clone, Copy, Debug)]
struct Pair {
    distance: f64,
    /// The element that looks for a partner.
    seeker: u32,
    partner: u32,
}

impl Pair {
    fn key(&self) -> (u32, u32) {
        (self.seeker.min(self.partner), self.seeker.max(self.partner))
    }
}

impl Ord for Pair {
    /// The greatest pair is the closest, for a [`BinaryHeap`].
    fn cmp(&self, other: &Self) -> Ordering {
        other
            .distance
            .total_cmp(&self.distance)
            .then_with(|| other.key().cmp(&self.key()))
            .then_with(|| other.seeker.cmp(&self.seeker))
    }
}

impl PartialOrd for Pair {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Pair {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Pair {}

/// A node of the plane that may contain the next partner.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    distance: f64,
    /// Decides between equal distances; the lowest comes first.
    rank: u32,
    node: usize,
}

impl Ord for Candidate {
    fn cmp(&self, other: &Self) -> Ordering {
        other
            .distance
            .total_cmp(&self.distance)
            .then_with(|| other.rank.cmp(&self.rank))
            // Deeper nodes first, so that a leaf is reached quickly among equal nodes.
            .then_with(|| self.node.cmp(&other.node))
    }
}

impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Candidate {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Candidate {}

/// The closest partner of each element, the closest pair first. Stale entries give a lower bound of the
/// distance.
type Queue = BinaryHeap<Pair>;

struct Grouping {
    elements: Vec<Element>,
    /// The leaf of each element in the plane; `None` once it is part of a group.
    leaves: Vec<Option<usize>>,
    plane: Plane,
    /// Buffers of [`Grouping::look`].
    candidates: BinaryHeap<Candidate>,
    obstacles: Vec<Rect>,
    /// Inner nodes opened by [`Grouping::look`].
    opened: u32,
    /// The number of visited nodes, which determines the time. Only tests read it.
    visits: u64,
}

impl Grouping {
    fn new(elements: Vec<Element>) -> Self {
        let numbers: Vec<u32> = (0..elements.len() as u32).collect();
        let (plane, leaves) = Plane::new(&numbers, |n| elements[n as usize].rect);
        Self {
            elements,
            leaves: leaves.into_iter().map(Some).collect(),
            plane,
            candidates: BinaryHeap::new(),
            obstacles: Vec::new(),
            opened: 0,
            visits: 0,
        }
    }

    fn run(&mut self) {
        let mut left = self.elements.len();
        let mut free: Queue = (0..left as u32)
            .filter_map(|n| self.look(n, true))
            .collect();
        // Filled when first needed; most pages never need it.
        let mut any: Option<Queue> = None;
        while left > 1 {
            let pair = match self.next(&mut free, true) {
                Some(pair) => pair,
                None => {
                    let mut queue = any.take().unwrap_or_else(|| self.all_closest());
                    let pair = self.next(&mut queue, false);
                    any = Some(queue);
                    match pair {
                        Some(pair) => pair,
                        None => return,
                    }
                }
            };
            let group = self.join(pair);
            left -= 1;
            free.extend(self.look(group, true));
            if let Some(queue) = &mut any {
                queue.extend(self.look(group, false));
            }
        }
    }

    fn all_closest(&mut self) -> Queue {
        (0..self.elements.len() as u32)
            .filter_map(|n| self.look(n, false))
            .collect()
    }

    fn is_left(&self, element: u32) -> bool {
        self.leaves[element as usize].is_some()
    }

    fn rect(&self, element: u32) -> Rect {
        self.elements[element as usize].rect
    }

    /// Takes the closest pair from the queue; if `free`, only pairs without anything between them.
    fn next(&mut self, queue: &mut Queue, free: bool) -> Option<Pair> {
        let mut ties = 0;
        while let Some(pair) = queue.pop() {
            if !self.is_left(pair.seeker) {
                continue;
            }
            if self.is_left(pair.partner) && !(free && self.is_hidden(pair.seeker, pair.partner)) {
                return Some(pair);
            }
            let Some(next) = self.look(pair.seeker, free) else {
                continue;
            };
            if next.distance == pair.distance {
                ties += 1;
                if ties == SEARCH.max_ties {
                    return Some(next);
                }
            }
            queue.push(next);
        }
        None
    }

    fn join(&mut self, pair: Pair) -> u32 {
        let (first, second) = pair.key();
        let (a, b) = (
            &self.elements[first as usize],
            &self.elements[second as usize],
        );
        let group = Element {
            rect: a.rect.union(b.rect),
            frame: if b.weight > a.weight {
                b.frame
            } else {
                a.frame
            },
            weight: a.weight.saturating_add(b.weight),
            members: Some([first, second]),
        };
        let number = self.elements.len() as u32;
        // The group replaces its larger member, with which it shares most neighbours.
        let (stays, goes) = if area(a.rect) >= area(b.rect) {
            (first, second)
        } else {
            (second, first)
        };
        if let Some(leaf) = self.leaves[goes as usize].take() {
            self.plane.remove(leaf);
        }
        let leaf = self.leaves[stays as usize].take();
        if let Some(leaf) = leaf {
            self.plane.replace(leaf, number, group.rect);
        }
        self.leaves.push(leaf);
        self.elements.push(group);
        number
    }

    /// Whether a third element overlaps the rectangle around two.
    fn is_hidden(&mut self, a: u32, b: u32) -> bool {
        let around = self.rect(a).union(self.rect(b));
        let (mut hidden, mut visits) = (false, 0);
        self.plane.search(
            |_, bounds| {
                visits += 1;
                bounds.may_overlap(around)
            },
            |item| {
                hidden |= item != a && item != b;
                hidden
            },
        );
        self.visits += visits;
        hidden
    }

    /// The partner closest to an element; if `free`, only those that nothing hides from it.
    fn look(&mut self, seeker: u32, free: bool) -> Option<Pair> {
        if !self.is_left(seeker) {
            return None;
        }
        let own = self.rect(seeker);
        self.obstacles.clear();
        // An element that overlaps the seeker is between it and all others.
        if free && let Some(on_seeker) = self.overlapping(seeker) {
            return (!self.is_hidden(seeker, on_seeker)).then(|| Pair {
                distance: distance(own, self.rect(on_seeker)),
                seeker,
                partner: on_seeker,
            });
        }
        self.candidates.clear();
        self.opened = 0;
        self.push_candidate(self.plane.root(), own);
        let mut tries = 0;
        while let Some(candidate) = self.candidates.pop() {
            self.visits += 1;
            if let Some(below) = self.plane.below(candidate.node) {
                self.opened += 1;
                for node in below {
                    self.push_candidate(node, own);
                }
                continue;
            }
            let Some(item) = self.plane.item(candidate.node).filter(|&i| i != seeker) else {
                continue;
            };
            let rect = self.rect(item);
            if free && self.is_hidden(seeker, item) {
                tries += 1;
                if tries == SEARCH.max_hidden {
                    return None;
                }
                if self.obstacles.len() < SEARCH.max_obstacles {
                    self.obstacles.push(rect);
                }
                continue;
            }
            return Some(Pair {
                distance: distance(own, rect),
                seeker,
                partner: item,
            });
        }
        None
    }

    /// An element that overlaps this one.
    fn overlapping(&mut self, element: u32) -> Option<u32> {
        let own = self.rect(element);
        let (mut overlapping, mut visits) = (None, 0);
        self.plane.search(
            |_, bounds| {
                visits += 1;
                bounds.may_overlap(own)
            },
            |item| {
                overlapping = Some(item).filter(|&i| i != element);
                overlapping.is_some()
            },
        );
        self.visits += visits;
        overlapping
    }

    fn push_candidate(&mut self, node: usize, own: Rect) {
        let bounds = self.plane.bounds(node);
        if bounds.is_none() {
            return;
        }
        // An element that was already tried hides everything below.
        let covered = bounds.covered_with(own);
        if self.obstacles.iter().any(|&o| overlap(o, covered)) {
            return;
        }
        // Inner nodes are opened before a leaf at the same distance is taken, so that the first drawn of
        // equal leaves is found. This is limited to a few nodes.
        let rank = match self.plane.item(node) {
            Some(item) => item,
            None if self.opened <= SEARCH.max_ties => 0,
            None => u32::MAX,
        };
        self.candidates.push(Candidate {
            distance: least_distance(own, bounds),
            rank,
            node,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn elements(rects: &[Rect]) -> Vec<Element> {
        rects
            .iter()
            .map(|&rect| Element {
                rect,
                frame: 0,
                weight: 1,
                members: None,
            })
            .collect()
    }

    fn members(elements: &[Element]) -> Vec<[u32; 2]> {
        elements.iter().filter_map(|e| e.members).collect()
    }

    /// The method of the module documentation, computed by comparing all pairs.
    fn group_by_all_pairs(rects: &[Rect]) -> Vec<[u32; 2]> {
        let mut rects = rects.to_vec();
        let mut left: Vec<usize> = (0..rects.len()).collect();
        let mut groups = Vec::new();
        while left.len() > 1 {
            let mut pairs = Vec::new();
            for (i, &a) in left.iter().enumerate() {
                for &b in &left[i + 1..] {
                    let around = rects[a].union(rects[b]);
                    let hidden = left
                        .iter()
                        .any(|&c| c != a && c != b && overlap(rects[c], around));
                    pairs.push((hidden, distance(rects[a], rects[b]), a, b));
                }
            }
            pairs.sort_by(|x, y| {
                x.0.cmp(&y.0)
                    .then(x.1.total_cmp(&y.1))
                    .then((x.2, x.3).cmp(&(y.2, y.3)))
            });
            let (_, _, a, b) = pairs[0];
            groups.push([a as u32, b as u32]);
            left.retain(|&c| c != a && c != b);
            left.push(rects.len());
            rects.push(rects[a].union(rects[b]));
        }
        groups
    }

    // Integers, so that equal distances are exact.
    fn rect(page: i32, size: i32) -> impl Strategy<Value = Rect> {
        (0..page, 0..page, 1..size, 1..size)
            .prop_map(|(x, y, w, h)| Rect::new(x as f32, y as f32, (x + w) as f32, (y + h) as f32))
    }

    proptest! {
        #[test]
        fn sparse_boxes_are_grouped_as_by_looking_at_all_pairs(rects in prop::collection::vec(rect(400, 20), 0..40)) {
            prop_assert_eq!(members(&group(elements(&rects))), group_by_all_pairs(&rects));
        }

        #[test]
        fn overlapping_boxes_are_grouped_as_by_looking_at_all_pairs(rects in prop::collection::vec(rect(60, 30), 0..40)) {
            prop_assert_eq!(members(&group(elements(&rects))), group_by_all_pairs(&rects));
        }

        #[test]
        fn the_least_distance_is_never_more_than_a_distance(own in rect(100, 60), others in prop::collection::vec(rect(100, 60), 1..8)) {
            let numbers: Vec<u32> = (0..others.len() as u32).collect();
            let (plane, leaves) = Plane::new(&numbers, |n| others[n as usize]);
            let bound = least_distance(own, plane.bounds(plane.root()));
            for (&other, &leaf) in others.iter().zip(&leaves) {
                prop_assert!(bound <= distance(own, other));
                prop_assert_eq!(least_distance(own, plane.bounds(leaf)), distance(own, other));
            }
        }
    }

    #[test]
    fn what_stands_between_two_boxes_is_joined_first() {
        // The outer two waste no area, but a small box is between them.
        let rects = [
            Rect::new(0.0, 0.0, 100.0, 10.0),
            Rect::new(0.0, 30.0, 100.0, 40.0),
            Rect::new(40.0, 12.0, 42.0, 28.0),
        ];
        assert!(distance(rects[0], rects[1]) < distance(rects[0], rects[2]) + 1500.0);
        assert_eq!(members(&group(elements(&rects)))[0], [0, 2]);
    }

    /// The number of nodes visited for each element, on a page of `n` boxes placed by `place`.
    fn visits(n: u32, place: impl Fn(u32, f32, f32) -> Rect) -> u64 {
        let mut state = 0x2545_F491_4F6C_DD1Du64;
        let mut random = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 40) as f32 / (1u32 << 24) as f32
        };
        let rects: Vec<Rect> = (0..n).map(|i| place(i, random(), random())).collect();
        let mut grouping = Grouping::new(elements(&rects));
        grouping.run();
        assert_eq!(grouping.elements.len() as u32, (2 * n).saturating_sub(1));
        grouping.visits / u64::from(n)
    }

    #[test]
    fn the_work_for_an_element_hardly_grows_with_their_number() {
        const MANY: u32 = 4000;
        let at = |x: f32, y: f32, w: f32, h: f32| Rect::new(x, y, x + w, y + h);
        // Comparing all pairs would visit at least 2000 for each element.
        let scattered = visits(MANY, |_, x, y| at(x * 9e4, y * 9e4, 30.0, 10.0));
        let dense = visits(MANY, |_, x, y| at(x * 600.0, y * 800.0, 3.0, 1.0));
        let table = visits(MANY, |i, _, _| {
            at((i % 60) as f32 * 40.0, (i / 60) as f32 * 30.0, 8.0, 10.0)
        });
        let diagonal = visits(MANY, |i, _, _| {
            at(i as f32 * 40.0, i as f32 * 30.0, 8.0, 10.0)
        });
        let pile = visits(MANY, |_, _, _| at(0.0, 0.0, 8.0, 10.0));
        for (name, visits) in [
            ("scattered", scattered),
            ("dense", dense),
            ("table", table),
            ("diagonal", diagonal),
            ("pile", pile),
        ] {
            assert!(visits < 800, "{name}: {visits} visits an element");
        }
    }
}
