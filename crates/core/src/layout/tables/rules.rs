//! Connects ruled lines that cross or meet into nets.
//!
//! ```text
//!     ──┬───┬──           ─────────
//!       │   │    a net    ─────────   lines of one length above each other
//!     ──┴───┴──           ─────────
//! ```

use crate::compact_sort::CompactSort;
use crate::geometry::Rect;
use crate::layout::regions::shapes::THIN;
use crate::line::Frame;
use crate::page::Fill;
use crate::rank::sorted;
use crate::union_find::UnionFind;

/// Largest gap between lines that meet, in points.
pub(super) const TOUCH: f32 = 3.0;

/// Largest distance between the centres of dots on one line, across the line, in points.
const LEVEL: f32 = 0.3;

/// Largest gap between the borders of cells of one row, in ems, and fewest lines that are level on both sides of it.
const BESIDE: f32 = 1.0;
const FEWEST_LEVEL: usize = 3;

/// Maximum number of ruled lines on a page; a page with more is a drawing, and its lines are ignored.
const MOST: usize = 10_000;

/// Fewest lines of rows over the background of one column, and the width from which it is that of the table, as a share of
/// the net's width.
const FEWEST_LINES: usize = 3;
const HIGHLIGHT: f32 = 0.5;

/// Length below which a line spans only some columns, as a share of the net's width.
const SHORT: f32 = 0.9;

/// Largest height of a row between two stripes, as a multiple of the higher one's height. Where a stripe is missing, it
/// is three rows.
const BETWEEN_STRIPES: f32 = 2.2;

/// Smallest length of a ruled line, in ems, and smallest width and height of a background.
const MIN_RULE: f32 = 0.8;
const MIN_BACKGROUND: [f32; 2] = [1.0, MIN_RULE];

/// Largest share of the page that the background of a cell covers.
const MAX_BACKGROUND: f32 = 0.5;

/// Signs of a line. All are false where there is none, as at the end of a row outside a net.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Seen {
    /// The line itself.
    drawn: bool,
    /// A background that ends at it, in the direction of growing positions.
    ends: bool,
    /// A background that begins at it.
    begins: bool,
}

impl Seen {
    fn or(self, other: Self) -> Self {
        Self {
            drawn: self.drawn || other.drawn,
            ends: self.ends || other.ends,
            begins: self.begins || other.begins,
        }
    }

    /// A background begins or ends, and nothing else shows the line.
    fn is_stripe(self) -> bool {
        !self.drawn && self.ends != self.begins
    }
}

/// A ruled line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rule {
    /// Position of its centre line across its direction.
    pub at: f32,
    /// Start and end in its direction.
    pub from: f32,
    pub to: f32,
    pub seen: Seen,
}

impl Rule {
    /// A line that only stands for the end of a row or a column.
    pub(super) fn unseen(at: f32, from: f32, to: f32) -> Self {
        let seen = Seen::default();
        Self { at, from, to, seen }
    }

    fn drawn(at: f32, from: f32, to: f32) -> Self {
        let seen = Seen {
            drawn: true,
            ..Seen::default()
        };
        Self { at, from, to, seen }
    }

    /// The two edges of a background.
    pub(super) fn edges(starts: [f32; 2], from: f32, to: f32) -> [Self; 2] {
        let [begin, end] = starts.map(|at| Self::unseen(at, from, to));
        let (mut first, mut last) = (begin, end);
        first.seen.begins = true;
        last.seen.ends = true;
        [first, last]
    }

    pub(super) fn length(self) -> f32 {
        self.to - self.from
    }

    /// Whether it is more than the edge of backgrounds.
    pub(super) fn is_drawn(&self) -> bool {
        self.seen.drawn
    }

    /// Whether it is the edge of a background.
    pub(super) fn is_background(self) -> bool {
        self.seen.begins || self.seen.ends
    }

    fn meets(self, across: Self) -> bool {
        let between = |v: f32, r: Self| (r.from - TOUCH..=r.to + TOUCH).contains(&v);
        between(across.at, self) && between(self.at, across)
    }
}

/// A group of connected ruled lines.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Net {
    /// Horizontal lines (along the text), downwards.
    pub along: Vec<Rule>,
    /// Vertical lines (across the text), from left to right.
    pub across: Vec<Rule>,
    /// The lines are the edges of backgrounds above each other.
    pub striped: bool,
}

impl Net {
    /// The edges of the background of one column, if lines over the whole width are drawn between the rows: the other
    /// columns have no lines between them either.
    fn highlight(&self) -> &[Rule] {
        let width = self.rect().width();
        let is_row = |rule: &Rule| rule.is_drawn() && rule.length() >= SHORT * width;
        let is_along_rows = |edge: &Rule| {
            let ends = edge.from - TOUCH..=edge.to + TOUCH;
            let lines = self.along.iter().filter(|rule| ends.contains(&rule.at));
            !edge.is_drawn() && lines.count() >= FEWEST_LINES
        };
        match self.across.as_slice() {
            [left, right]
                if right.at - left.at < HIGHLIGHT * width
                    && self.along.iter().all(is_row)
                    && self.across.iter().all(is_along_rows) =>
            {
                &self.across
            }
            _ => &[],
        }
    }

    /// Whether no line is drawn between its columns: backgrounds in a frame, or without one.
    pub(super) fn is_box(&self) -> bool {
        let rect = self.rect();
        let is_outer = |rule: &&Rule| rule.at <= rect.x0 + TOUCH || rule.at >= rect.x1 - TOUCH;
        self.across.len() > 2
            && self
                .across
                .iter()
                .filter(|r| r.is_drawn())
                .all(|r| is_outer(&r))
    }

    /// For a net of horizontal lines: adds the lines of other nets inside it, such as those below heads that
    /// span some columns. A single such line counts only at the heads, because elsewhere it could underline a
    /// word.
    pub(super) fn with_rules_within(&self, others: &[Self]) -> Self {
        let mut net = self.clone();
        if !self.across.is_empty() {
            return net;
        }
        let rect = self.rect();
        let within = |r: &&Rule| {
            r.from >= rect.x0 - TOUCH
                && r.to <= rect.x1 + TOUCH
                && (rect.y0..rect.y1).contains(&r.at)
        };
        let heads = match self.along.as_slice() {
            [_, below, _, ..] => below.at,
            _ => f32::NEG_INFINITY,
        };
        let is_plain = |other: &&Self| match other.along.as_slice() {
            [] => false,
            [alone] => other.across.is_empty() && alone.at < heads,
            _ => other.across.is_empty(),
        };
        let plain = others.iter().filter(is_plain);
        net.along
            .extend(plain.flat_map(|other| &other.along).filter(within));
        net.along.compact_sort_by(|a, b| a.at.total_cmp(&b.at));
        net
    }

    /// Whether there is one row between these heights: it has a background of its own, it lies between two that are not
    /// much lower, or no background ends or begins there alone. Beside a stripe, there can be several rows.
    pub(super) fn is_one_row(&self, top: f32, bottom: f32) -> bool {
        let (above, below) = (self.seen(top), self.seen(bottom));
        let before = || {
            let end = self.along.partition_point(|r| r.at < top - TOUCH);
            let before = self.along.get(..end).unwrap_or_default();
            before.iter().rev().find(|r| r.seen.begins)
        };
        let is_between_stripes = || {
            let start = self.along.partition_point(|r| r.at <= bottom + TOUCH);
            let after = self.along.get(start..).unwrap_or_default();
            let after = after.iter().find(|r| r.seen.ends);
            let height = |edge: Option<&Rule>, end: f32| edge.map_or(0.0, |r| (r.at - end).abs());
            let higher = height(before(), top).max(height(after, bottom));
            bottom - top <= BETWEEN_STRIPES * higher
        };
        // The background of the heads is not a stripe.
        let is_below_heads = || {
            let first = self.along.first().map_or(0.0, |r| r.at);
            before().is_some_and(|r| r.at <= first + TOUCH)
        };
        above.begins && below.ends
            || (!above.is_stripe() || is_below_heads()) && !below.is_stripe()
            || above.ends && below.begins && is_between_stripes()
    }

    /// The signs of the lines at a height.
    fn seen(&self, y: f32) -> Seen {
        let first = self.along.partition_point(|r| r.at < y - TOUCH);
        let near = self.along.get(first..).unwrap_or_default().iter();
        near.take_while(|r| r.at <= y + TOUCH)
            .fold(Seen::default(), |seen, r| seen.or(r.seen))
    }

    /// Whether a stripe ends at the first height and another begins at the second, and no line is drawn there. Between
    /// them is one row, or three if a stripe is missing.
    pub(super) fn is_between_stripes(&self, top: f32, bottom: f32) -> bool {
        let (above, below) = (self.seen(top), self.seen(bottom));
        above.is_stripe() && above.ends && below.is_stripe() && below.begins
    }

    /// The horizontal lines shorter than the net, if it has no vertical lines.
    pub(super) fn short(&self) -> Vec<Rule> {
        let width = self.rect().width();
        let is_short = |rule: &&Rule| rule.length() < SHORT * width;
        let along = self.along.iter().filter(is_short).copied();
        along.filter(|_| self.across.is_empty()).collect()
    }

    pub(super) fn rect(&self) -> Rect {
        let along = self.along.iter().map(|r| (r.from, r.at, r.to, r.at));
        let across = self.across.iter().map(|r| (r.at, r.from, r.at, r.to));
        along
            .chain(across)
            .fold(Rect::EMPTY, |rect, (x0, y0, x1, y1)| {
                rect.union(Rect { x0, y0, x1, y1 })
            })
    }
}

/// The nets of a page's ruled lines and filled rectangles, in the coordinates of a frame with text size `em`.
/// Horizontal lines of the same length above each other form a net, too.
pub(super) fn nets(fills: &[Fill], frame: Frame, em: f32, page: Rect) -> Vec<Net> {
    let (mut along, mut across) = (Vec::new(), Vec::new());
    let mut dots: Vec<Rect> = Vec::new();
    let page = frame.enter_rect(page);
    for fill in fills {
        let r = frame.enter_rect(fill.bbox);
        if r.width() <= THIN && r.height() <= THIN {
            dots.extend(Some(r).filter(|r| r.is_finite() && dots.len() < MOST));
            continue;
        }
        add(r, em, page, &mut along, &mut across);
        if along.len() + across.len() > MOST {
            return Vec::new();
        }
    }
    // Lines of dots. Single dots would blur the positions of other lines.
    let level = dots
        .iter()
        .map(|r| Rule::drawn((r.y0 + r.y1) / 2.0, r.x0, r.x1));
    let upright = dots
        .iter()
        .map(|r| Rule::drawn((r.x0 + r.x1) / 2.0, r.y0, r.y1));
    let level = joined(level.collect(), em, LEVEL);
    // Dotted lines in one direction only are those of a chart.
    if level.len() > 1 {
        let upright = joined(upright.collect(), em, LEVEL);
        if upright.len() > 1 {
            along.extend(level);
            across.extend(upright);
        }
    }
    let along = joined(along, em, TOUCH / 2.0);
    let mut across = joined(across, em, TOUCH / 2.0);
    let nets = connected(&along, &across);
    let highlights: Vec<Rule> = nets.iter().flat_map(Net::highlight).copied().collect();
    if highlights.is_empty() {
        return beside(nets, em);
    }
    across.retain(|rule| !highlights.contains(rule));
    beside(connected(&along, &across), em)
}

/// Joins horizontal lines side by side that are level with each other, as those below the cells of each row are if
/// their borders do not touch.
fn beside(nets: Vec<Net>, em: f32) -> Vec<Net> {
    let (mut level, mut out): (Vec<Net>, Vec<Net>) = nets
        .into_iter()
        .partition(|net| net.across.is_empty() && net.along.len() >= FEWEST_LEVEL);
    level.compact_sort_by(|a, b| a.rect().x0.total_cmp(&b.rect().x0));
    for net in level {
        let is_level = |other: &&mut Net| {
            let gap = net.rect().x0 - other.rect().x1;
            let mut pairs = net.along.iter().zip(&other.along);
            (0.0..=BESIDE * em).contains(&gap)
                && other.across.is_empty()
                && other.along.len() == net.along.len()
                && pairs.all(|(a, b)| (a.at - b.at).abs() <= TOUCH / 2.0)
        };
        match out.iter_mut().find(is_level) {
            Some(other) => {
                for (rule, own) in other.along.iter_mut().zip(&net.along) {
                    rule.to = own.to;
                }
            }
            None => out.push(net),
        }
    }
    out
}

/// Adds the lines of a filled shape: its centre line if it is thin, or else its edges, as in the background
/// of a cell.
fn add(r: Rect, em: f32, page: Rect, along: &mut Vec<Rule>, across: &mut Vec<Rule>) {
    let (x, y) = ((r.x0 + r.x1) / 2.0, (r.y0 + r.y1) / 2.0);
    let finite = [r.x0, r.y0, r.x1, r.y1].iter().all(|v| v.is_finite());
    let (w, h) = (r.width(), r.height());
    match (w <= THIN, h <= THIN) {
        _ if !finite => {}
        (false, true) => along.push(Rule::drawn(y, r.x0, r.x1)),
        (true, false) => across.push(Rule::drawn(x, r.y0, r.y1)),
        (false, false)
            if w >= MIN_BACKGROUND[0] * em
                && h >= MIN_BACKGROUND[1] * em
                && w * h < MAX_BACKGROUND * page.area() =>
        {
            along.extend(Rule::edges([r.y0, r.y1], r.x0, r.x1));
            across.extend(Rule::edges([r.x0, r.x1], r.y0, r.y1));
        }
        _ => {}
    }
}

/// Merges lines that overlap or continue each other, at most `level` apart: double lines, dashes, borders drawn
/// cell by cell. Drops lines shorter than the text height.
fn joined(rules: Vec<Rule>, em: f32, level: f32) -> Vec<Rule> {
    let order = sorted((0u32..).zip(&rules).map(|(n, rule)| (rule.at, n)));
    // There can be thousands of dots.
    let mut ordered = Vec::with_capacity(rules.len());
    ordered.extend(order.filter_map(|n| rules.get(n as usize).copied()));
    let mut out = Vec::new();
    for level in ordered.chunk_by(|a, b| b.at - a.at <= level) {
        let at = level.iter().map(|r| r.at).sum::<f32>() / level.len() as f32;
        let mut open: Option<Rule> = None;
        let from_start = sorted((0u32..).zip(level).map(|(n, rule)| (rule.from, n)));
        for &rule in from_start.filter_map(|n| level.get(n as usize)) {
            match &mut open {
                Some(last) if rule.from <= last.to + TOUCH => {
                    last.to = last.to.max(rule.to);
                    last.seen = last.seen.or(rule.seen);
                }
                _ => out.extend(open.replace(Rule { at, ..rule })),
            }
        }
        out.extend(open);
    }
    out.retain(|r| r.length() >= MIN_RULE * em);
    out
}

/// Groups lines that meet, and horizontal lines with the same ends.
fn connected(along: &[Rule], across: &[Rule]) -> Vec<Net> {
    let mut sets = UnionFind::new(along.len() + across.len());
    for (n, v) in across.iter().enumerate() {
        // Both lists are sorted by position.
        let from = along.partition_point(|h| h.at < v.from - TOUCH);
        let near = along.get(from..).unwrap_or_default();
        for (m, h) in near.iter().enumerate() {
            if h.at > v.to + TOUCH {
                break;
            }
            if h.meets(*v) {
                sets.join((from + m) as u32, (along.len() + n) as u32);
            }
        }
    }
    let mut alone: Vec<(usize, Rule)> = along
        .iter()
        .copied()
        .enumerate()
        .filter(|(n, _)| sets.is_alone(*n as u32))
        .collect();
    alone.compact_sort_by(|(_, a), (_, b)| {
        a.from
            .total_cmp(&b.from)
            .then(a.to.total_cmp(&b.to))
            .then(a.at.total_cmp(&b.at))
    });
    for start in alone.chunk_by(|(_, a), (_, b)| b.from - a.from <= TOUCH) {
        let mut start = start.to_vec();
        start.compact_sort_by(|(_, a), (_, b)| a.to.total_cmp(&b.to));
        for same in start.chunk_by(|(_, a), (_, b)| b.to - a.to <= TOUCH) {
            for pair in same.windows(2) {
                if let [(a, _), (b, _)] = pair {
                    sets.join(*a as u32, *b as u32);
                }
            }
        }
    }
    let mut nets: std::collections::BTreeMap<u32, Net> = std::collections::BTreeMap::new();
    for (n, rule) in along.iter().enumerate() {
        nets.entry(sets.root(n as u32))
            .or_default()
            .along
            .push(*rule);
    }
    for (n, rule) in across.iter().enumerate() {
        let net = nets.entry(sets.root((along.len() + n) as u32)).or_default();
        net.across.push(*rule);
    }
    nets.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(x0: f32, y0: f32, x1: f32, y1: f32) -> Fill {
        Fill {
            bbox: Rect::new(x0 - 0.25, y0 - 0.25, x1 + 0.25, y1 + 0.25),
            stroked: true,
        }
    }

    fn nets_of(fills: &[Fill]) -> Vec<(usize, usize)> {
        let page = Rect::new(0.0, 0.0, 400.0, 500.0);
        let nets = nets(fills, Frame::UPRIGHT, 10.0, page);
        nets.iter()
            .map(|net| (net.along.len(), net.across.len()))
            .collect()
    }

    #[test]
    fn lines_that_meet_are_one_net_and_lines_apart_are_another() {
        let grid = |x: f32| {
            let along = [100.0, 120.0, 140.0].map(|y| line(x, y, x + 100.0, y));
            let across = [x, x + 50.0, x + 100.0].map(|x| line(x, 100.0, x, 140.0));
            [along, across].concat()
        };
        let two = [grid(20.0), grid(200.0)].concat();
        assert_eq!(nets_of(&two), [(3, 3), (3, 3)]);
    }

    #[test]
    fn borders_drawn_twice_or_in_dashes_are_one_line() {
        let dashes: Vec<Fill> = (0..20)
            .map(|n| line(5.0 * n as f32, 50.0, 5.0 * n as f32 + 3.0, 50.0))
            .collect();
        let double = [line(0.0, 80.0, 98.0, 80.0), line(0.0, 81.0, 98.0, 81.0)];
        assert_eq!(nets_of(&[dashes, double.to_vec()].concat()), [(2, 0)]);
    }

    #[test]
    fn backgrounds_of_cells_have_edges_and_that_of_the_page_has_none() {
        let fill = |x0, y0, x1, y1| Fill {
            bbox: Rect::new(x0, y0, x1, y1),
            stroked: false,
        };
        let cells = [
            fill(0.0, 0.0, 400.0, 480.0),
            fill(20.0, 100.0, 80.0, 120.0),
            fill(80.0, 100.0, 140.0, 120.0),
        ];
        assert_eq!(nets_of(&cells), [(2, 3)]);
    }

    #[test]
    fn several_rows_can_be_beside_stripes_but_not_in_them_or_between_lines() {
        let stripe = |y0, y1| Fill {
            bbox: Rect::new(20.0, y0, 200.0, y1),
            stroked: false,
        };
        let fills = [
            line(20.0, 100.0, 20.0, 200.0),
            line(20.0, 100.0, 200.0, 100.0),
            stripe(130.0, 145.0),
            stripe(160.0, 175.0),
            line(20.0, 185.0, 200.0, 185.0),
            line(20.0, 200.0, 200.0, 200.0),
        ];
        let page = Rect::new(0.0, 0.0, 400.0, 500.0);
        let [net] = &nets(&fills, Frame::UPRIGHT, 10.0, page)[..] else {
            panic!("one net");
        };
        let ends = [100.0, 130.0, 145.0, 160.0, 175.0, 185.0, 200.0];
        let rows = ends.windows(2).map(|pair| net.is_one_row(pair[0], pair[1]));
        let rows: Vec<bool> = rows.collect();
        assert_eq!(rows, [false, true, true, true, false, true]);
    }

    #[test]
    fn below_shaded_heads_a_band_is_ruled_as_it_looks() {
        let heads = Fill {
            bbox: Rect::new(20.0, 100.0, 200.0, 115.0),
            stroked: false,
        };
        let fills = [
            heads,
            line(20.0, 100.0, 20.0, 160.0),
            line(20.0, 160.0, 200.0, 160.0),
        ];
        let page = Rect::new(0.0, 0.0, 400.0, 500.0);
        let nets = nets(&fills, Frame::UPRIGHT, 10.0, page);
        assert!(nets[0].is_one_row(115.0, 160.0));
    }

    #[test]
    fn lines_of_one_length_are_a_net_and_another_is_alone() {
        let rules = [
            line(20.0, 100.0, 200.0, 100.0),
            line(20.0, 150.0, 200.0, 150.0),
            line(20.0, 300.0, 90.0, 300.0),
        ];
        assert_eq!(nets_of(&rules), [(2, 0), (1, 0)]);
    }
}
