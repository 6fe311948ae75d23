//! Text boxes to nested groups: the two that leave the least empty space between them are joined
//! first.
//!
//! This is pdfminer's `group_textboxes`, whose result is said shortly: *as long as there are two
//! elements, join the closest two that nothing is between; when something is between any
//! two, join the closest two all the same.* The distance of two elements is the area of the
//! rectangle around both less the area of each; something is between them when it overlaps that
//! rectangle. pdfminer computes the distances of all pairs, and again of each new group to all
//! others; a page of 1500 boxes takes it over ten seconds. Here each element looks for its own
//! closest partner:
//!
//! - Pairs never come closer and never become free: a distance is fixed, and what is between
//!   two elements stays there, perhaps as part of a group. So an element's closest partner, once
//!   found, bounds from below what it can find later, and is looked for again only when the
//!   partner is gone or hidden and no other pair is closer (`Queue`).
//! - A new group is the only one that can be closer to an element than its partner was, and it looks
//!   for that element itself.
//! - Partners are looked for in the order of their distance, for which the plane gives bounds;
//!   what lies behind an element already seen is left out, as that element is in the way.
//!
//! Ties, which pdfminer leaves to memory addresses, go to what was drawn first; among very many of
//! them (`TIES`), to what is found first.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::plane::{Bounds, Plane, area, overlap};
use crate::geometry::Rect;

/// How many hidden partners an element tries, none of them behind another one tried before, until
/// it counts as hidden from all. Without a bound, an arrangement of boxes could be thought of in
/// which each tries all others.
const HIDDEN_TRIES: usize = 1000;

/// How far equal distances are looked through for what was drawn first: this many nodes of the
/// plane for each element, and this many elements. Without a bound, thousands of boxes on the
/// same place, all equally close to each other, would all be compared each time two are joined.
const TIES: u32 = 32;

/// How many elements in the way an element remembers while it looks for a partner.
const OBSTACLES: usize = 16;

/// A text box or a group.
#[derive(Clone, Debug)]
pub(crate) struct Element {
    /// In page space.
    pub rect: Rect,
    /// The frame of most of its text.
    pub frame: u32,
    /// How much text there is.
    pub weight: u32,
    /// The two elements of a group; both were made before it.
    pub members: Option<[u32; 2]>,
}

/// Groups elements until one is left, which is the last of the list. The elements given come
/// first in it, in their order. Rectangles must be finite.
pub(crate) fn group(elements: Vec<Element>) -> Vec<Element> {
    let mut grouping = Grouping::new(elements);
    grouping.run();
    grouping.elements
}

/// The area that joining two rectangles would waste. May be below zero when they overlap.
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

/// No distance of `r` to a rectangle within the bounds is less than this; for a leaf it is the
/// distance, rounding aside. Two ways to see it, of which the first is good when `r` is the smaller
/// one, the second when it is the larger:
///
/// If `r` sticks out of a rectangle of width w and height h by `dx` sideways and by `dy` up and
/// down, the rectangle around both is larger than that one by `dx h + dy w + dx dy`. And it is
/// no smaller than what the bounds say is covered in any case.
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
    /// The one that looks.
    seeker: u32,
    partner: u32,
}

impl Pair {
    fn key(&self) -> (u32, u32) {
        (self.seeker.min(self.partner), self.seeker.max(self.partner))
    }
}

impl Ord for Pair {
    /// The greatest is the closest, for a [`BinaryHeap`].
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

/// A node of the plane that may hold the next partner.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    distance: f64,
    /// What goes first at the same distance.
    rank: u32,
    node: usize,
}

impl Ord for Candidate {
    fn cmp(&self, other: &Self) -> Ordering {
        other
            .distance
            .total_cmp(&self.distance)
            .then_with(|| other.rank.cmp(&self.rank))
            // Deeper nodes first: the way to a leaf is short, however many are equal.
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

/// The closest partner of each element, the closest pair first. Entries grow stale as elements are
/// joined, but are never too far.
type Queue = BinaryHeap<Pair>;

struct Grouping {
    elements: Vec<Element>,
    /// Where in the plane an element is; `None` once it is part of a group.
    leaves: Vec<Option<usize>>,
    plane: Plane,
    /// Buffers of [`Grouping::look`].
    candidates: BinaryHeap<Candidate>,
    obstacles: Vec<Rect>,
    /// Inner nodes opened by [`Grouping::look`].
    opened: u32,
    /// Nodes of the plane visited: what the time is made of. Only tests look at it.
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
        // Filled when it is needed first: most pages never do.
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

    /// Takes the closest pair from the queue; of those that nothing is between, when `free`.
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
                if ties == TIES {
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
        // The group takes the place of its larger member, whose neighbours are most of its own.
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

    /// The partner closest to an element; when `free`, of those that nothing hides from it.
    fn look(&mut self, seeker: u32, free: bool) -> Option<Pair> {
        if !self.is_left(seeker) {
            return None;
        }
        let own = self.rect(seeker);
        self.obstacles.clear();
        // Whatever overlaps the seeker is between it and all others.
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
                if tries == HIDDEN_TRIES {
                    return None;
                }
                if self.obstacles.len() < OBSTACLES {
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
        // Everything below is hidden by an element that was tried already.
        let covered = bounds.covered_with(own);
        if self.obstacles.iter().any(|&o| overlap(o, covered)) {
            return;
        }
        // Inner nodes are opened before a leaf at the same distance is taken, so that of leaves at
        // the same distance the first drawn is; but not many of them.
        let rank = match self.plane.item(node) {
            Some(item) => item,
            None if self.opened <= TIES => 0,
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

    /// The method as the module's head says it, by looking at all pairs each time.
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

    // Whole numbers, so that ties are ties.
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
        // The outer two waste no area between them; but a small box is there.
        let rects = [
            Rect::new(0.0, 0.0, 100.0, 10.0),
            Rect::new(0.0, 30.0, 100.0, 40.0),
            Rect::new(40.0, 12.0, 42.0, 28.0),
        ];
        assert!(distance(rects[0], rects[1]) < distance(rects[0], rects[2]) + 1500.0);
        assert_eq!(members(&group(elements(&rects)))[0], [0, 2]);
    }

    /// Nodes visited for each element, on a page of `n` boxes placed by `place`.
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
        // All pairs would be 2000 and more for each element.
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
