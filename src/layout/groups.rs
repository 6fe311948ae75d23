//! Text boxes to nested groups: the two that leave the least empty space between them are joined
//! first.
//!
//! This is pdfminer's `group_textboxes`, whose result is said shortly: *as long as there are two
//! elements, join the closest two that nothing stands between; when something stands between any
//! two, join the closest two all the same.* The distance of two elements is the area of the
//! rectangle around both less the area of each; something stands between them when it overlaps that
//! rectangle. pdfminer computes the distances of all pairs, and again of each new group to all
//! others; a page of 3000 boxes takes it minutes. Here each element looks for its own closest
//! partner:
//!
//! - Pairs never come closer and never become free: a distance is fixed, and what stands between
//!   two elements stays there, perhaps as part of a group. So an element's closest partner, once
//!   found, bounds from below what it can find later, and is looked for again only when the
//!   partner is gone or hidden and no other pair is closer ([`Queue`]).
//! - A new group is the only one that can be closer to an element than its partner was, and it looks
//!   for that element itself.
//! - Partners are looked for in the order of their distance, for which the [`Plane`] gives bounds;
//!   what lies behind an element already seen is left out, as that element is in the way.
//!
//! Ties, which pdfminer leaves to memory addresses, go to what was drawn first.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::plane::{Bounds, Plane, overlap};
use crate::geometry::Rect;

/// How many partners an element tries that are hidden, none of them behind another already
/// tried, before it counts as hidden from all. Ordinary pages stay under twenty; a diagonal of
/// boxes, where each can see half of the others past a corner, would try all of them.
const HIDDEN_TRIES: usize = 1000;

/// How many elements in the way an element remembers while it looks for a partner.
const OBSTACLES: usize = 16;

/// A text box or a group.
#[derive(Clone, Debug)]
pub struct Element {
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
pub fn group(elements: Vec<Element>) -> Vec<Element> {
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

fn area(r: Rect) -> f64 {
    (f64::from(r.x1) - f64::from(r.x0)) * (f64::from(r.y1) - f64::from(r.y0))
}

/// No distance of `r` to a rectangle within the bounds is less than this; for a leaf it is the
/// distance, rounding aside.
///
/// By as much as `r` sticks out of a rectangle of width w and height h, `dx` sideways and `dy`
/// up and down, the rectangle around both is larger: by `dx h + dy w + dx dy`.
fn least_distance(r: Rect, bounds: &Bounds) -> f64 {
    let (low, high) = (bounds.low, bounds.high);
    let out = |a: f32, b: f32| (f64::from(a) - f64::from(b)).max(0.0);
    let dx = out(r.x1, high.x1) + out(low.x0, r.x0);
    let dy = out(r.y1, high.y1) + out(low.y0, r.y0);
    let (w, h) = (out(low.x1, high.x0), out(low.y1, high.y0));
    dx * h + dy * w + dx * dy - area(r)
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
    /// 0 for an inner node, so that it is opened before a leaf at the same distance is taken.
    item: u32,
    node: usize,
}

impl Ord for Candidate {
    fn cmp(&self, other: &Self) -> Ordering {
        other
            .distance
            .total_cmp(&self.distance)
            .then_with(|| other.item.cmp(&self.item))
            .then_with(|| other.node.cmp(&self.node))
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
    /// Nodes of the plane visited: what the time is made of.
    #[cfg_attr(not(test), allow(dead_code))]
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

    /// Takes the closest pair from the queue; of those that nothing stands between, when `free`.
    fn next(&mut self, queue: &mut Queue, free: bool) -> Option<Pair> {
        while let Some(pair) = queue.pop() {
            if !self.is_left(pair.seeker) {
                continue;
            }
            if self.is_left(pair.partner) && !(free && self.is_hidden(pair.seeker, pair.partner)) {
                return Some(pair);
            }
            queue.extend(self.look(pair.seeker, free));
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
        // Whatever overlaps the seeker stands between it and all others.
        if free && let Some(on_seeker) = self.overlapping(seeker) {
            return (!self.is_hidden(seeker, on_seeker)).then(|| Pair {
                distance: distance(own, self.rect(on_seeker)),
                seeker,
                partner: on_seeker,
            });
        }
        self.candidates.clear();
        self.push_candidate(self.plane.root(), own);
        let mut tries = 0;
        while let Some(candidate) = self.candidates.pop() {
            self.visits += 1;
            if let Some(below) = self.plane.below(candidate.node) {
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
        self.candidates.push(Candidate {
            distance: least_distance(own, bounds),
            item: self.plane.item(node).unwrap_or(0),
            node,
        });
    }
}
