//! Finds tables with a background on every other row, and those whose grids have the names of sections between them:
//! nets above each other with the same ends, and rows of text between and around them (`outer_rows`).
//!
//! ```text
//!       Country   Here   Total      a row without background, above the first,
//!     ░░Austria░░░86.2░░░3,375░░
//!       Belgium   90.5   3,973      between two,
//!     ░░░░░░░Mediterranean░░░░░░    the name of a section, without columns,
//!       Cyprus    57.6   4,021
//!     ░░Greece░░░░78.3░░░2,995░░
//!       Italy     61.2   1,870      and below the last stripe
//! ```

use super::rules::{Net, Rule, TOUCH};
use crate::compact_sort::CompactSort;
use crate::geometry::Rect;

/// Largest gap between two stripes, as a multiple of the higher one's height, or of the lowest row of a grid: one stripe
/// can be missing. Outer rows reach as far from a stripe.
pub(super) const BETWEEN: f32 = 3.4;

/// Largest gap between two stripes of a row, as a multiple of their height.
const BESIDE: f32 = 1.0;

/// Largest height of a row with the name of a section, as a multiple of that of a row with columns. A higher one is a box of
/// text.
const SECTION: f32 = 1.4;

/// Joins nets that are stripes of the same table.
pub(super) fn join(nets: &[Net]) -> Vec<Net> {
    let rows = side_by_side(nets);
    let nets = rows.as_deref().unwrap_or(nets);
    let mut order: Vec<(Rect, &Net)> = nets
        .iter()
        .filter(|net| net.across.len() > 1)
        .map(|net| (net.rect(), net))
        .collect();
    let mut out = Vec::new();
    order.compact_sort_by(|(a, _), (b, _)| a.x0.total_cmp(&b.x0));
    for start in order.chunk_by_mut(|(a, _), (b, _)| b.x0 - a.x0 <= TOUCH) {
        start.compact_sort_by(|(a, _), (b, _)| a.x1.total_cmp(&b.x1));
        for same in start.chunk_by_mut(|(a, _), (b, _)| b.x1 - a.x1 <= TOUCH) {
            same.compact_sort_by(|(a, _), (b, _)| a.y0.total_cmp(&b.y0));
            let stripes = same.chunk_by(|a, b| is_next(a, b, nets));
            out.extend(stripes.filter(|s| s.len() > 1).map(joined));
        }
    }
    out
}

/// The nets with stripes side by side joined: backgrounds of the cells of one row, with narrow gaps between the columns.
/// `None` without such.
fn side_by_side(nets: &[Net]) -> Option<Vec<Net>> {
    let (mut stripes, rest): (Vec<&Net>, Vec<&Net>) = nets
        .iter()
        .partition(|net| net.across.len() > 1 && is_stripe(net));
    let count = stripes.len();
    stripes.compact_sort_by(|a, b| a.rect().y0.total_cmp(&b.rect().y0));
    let mut out: Vec<Net> = Vec::new();
    for row in stripes.chunk_by_mut(|a, b| b.rect().y0 - a.rect().y0 <= TOUCH) {
        row.compact_sort_by(|a, b| a.rect().x0.total_cmp(&b.rect().x0));
        let is_beside = |a: &&Net, b: &&Net| {
            let (a, b) = (a.rect(), b.rect());
            (b.y1 - a.y1).abs() <= TOUCH && (0.0..=BESIDE * a.height()).contains(&(b.x0 - a.x1))
        };
        out.extend(row.chunk_by(is_beside).map(|parts| {
            let mut parts = parts.iter();
            let mut net = parts.next().map_or_else(Net::default, |&net| net.clone());
            for part in parts {
                net.append(part);
            }
            net
        }));
    }
    (out.len() < count).then(|| {
        out.extend(rest.into_iter().cloned());
        out
    })
}

impl Net {
    /// Adds a stripe at the right. The column before the gap ends where it did, because a sign can be in the gap.
    fn append(&mut self, right: &Self) {
        for (own, other) in self.along.iter_mut().zip(&right.along) {
            own.to = own.to.max(other.to);
        }
        self.across.extend(right.across.iter().skip(1));
    }
}

/// Whether a net continues the table of the net above it: both have columns in common, both are rows without columns,
/// or one is the name of a section. Grids of the same columns have such a name between them.
fn is_next((a, above): &(Rect, &Net), (b, below): &(Rect, &Net), nets: &[Net]) -> bool {
    let (one, both) = (
        is_stripe(above) || is_stripe(below),
        is_stripe(above) && is_stripe(below),
    );
    let row = lowest_row(above).max(lowest_row(below));
    let gap = b.y0 - a.y1;
    let is_next_row = match (has_columns(above), has_columns(below)) {
        // The first and the last line are the ends of the stripe.
        (true, true) if one && common(above, below).count() > 2 => true,
        (true, true) => gap <= SECTION * row && is_within(above, below) && is_within(below, above),
        (false, false) => both,
        (true, false) => both && b.height() <= SECTION * a.height(),
        (false, true) => both && a.height() <= SECTION * b.height(),
    };
    is_next_row && gap > 0.0 && (gap <= BETWEEN * row || is_framed(*a, *b, nets))
}

/// Whether two rows are between the same two lines of their length: the first and the last line of a table, or those
/// below its heads and above its sums. Stripes can be missing, or be far apart.
fn is_framed(above: Rect, below: Rect, nets: &[Net]) -> bool {
    let is_long =
        |rule: &&Rule| (rule.from - above.x0).abs() <= TOUCH && (rule.to - above.x1).abs() <= TOUCH;
    let lines = |net: &Net| net.across.is_empty() && net.along.len() > 1;
    let mut frames = nets.iter().filter(|net| lines(net));
    frames.any(|net| {
        let lines = || net.along.iter().filter(is_long);
        let before = |y: f32| lines().filter(|rule| rule.at <= y).count();
        let first = before(above.y0 + TOUCH);
        first > 0 && first == before(below.y1 - TOUCH) && first < lines().count()
    })
}

/// A net of horizontal lines with the shaded heads above it.
pub(super) fn with_shaded_heads(net: &Net, nets: &[Net]) -> Net {
    let mut out = net.clone();
    let heads = nets.iter().filter(|other| is_shaded_head(other, net));
    out.along.extend(heads.flat_map(|head| &head.along));
    out.along.compact_sort_by(|a, b| a.at.total_cmp(&b.at));
    out
}

/// Whether a net is the background of heads above lines of a net of horizontal lines: it is as long, and at most a few rows away.
pub(super) fn is_shaded_head(head: &Net, below: &Net) -> bool {
    if !below.across.is_empty() || below.along.len() < 2 || !is_shaded(head) {
        return false;
    }
    let (own, rect) = (head.rect(), below.rect());
    let far = BETWEEN * lowest_row(below);
    // The first line can be that of another table as wide.
    let line = below.along.iter().find(|rule| rule.at >= own.y1 - TOUCH);
    (own.x0 - rect.x0).abs() <= TOUCH
        && (own.x1 - rect.x1).abs() <= TOUCH
        && line.is_some_and(|rule| rule.at - own.y1 <= far)
}

/// Whether a net is a background without lines drawn between columns. Each cell of one row can have a background of its own.
fn is_shaded(net: &Net) -> bool {
    let cells = net.along.len() == 2 && inner(net).all(|rule| !rule.is_drawn());
    (cells || !has_columns(net))
        && net.across.len() > 1
        && net.along.iter().any(|rule| rule.is_background())
}

/// Whether a net is one row with a background.
fn is_stripe(net: &Net) -> bool {
    net.along.len() == 2 && net.along.iter().all(|rule| rule.is_background())
}

/// Whether a net has lines between its columns, and not only at its ends.
fn has_columns(net: &Net) -> bool {
    inner(net).next().is_some()
}

/// The vertical lines of a net that are not at its ends.
fn inner(net: &Net) -> impl Iterator<Item = &Rule> {
    let rect = net.rect();
    let is_inner = move |v: &&Rule| v.at > rect.x0 + TOUCH && v.at < rect.x1 - TOUCH;
    net.across.iter().filter(is_inner)
}

/// The vertical lines of a net that continue in another.
fn common<'n>(above: &'n Net, below: &'n Net) -> impl Iterator<Item = &'n Rule> {
    above.across.iter().filter(|v| {
        let first = below.across.partition_point(|r| r.at < v.at - TOUCH);
        below
            .across
            .get(first)
            .is_some_and(|r| r.at <= v.at + TOUCH)
    })
}

/// Whether all vertical lines of a net continue in another.
fn is_within(net: &Net, other: &Net) -> bool {
    common(net, other).count() == net.across.len()
}

/// Joins nets above each other. Vertical lines common to two of them are extended from one to the other. To the name of a
/// section, all of them are.
fn joined(stripes: &[(Rect, &Net)]) -> Net {
    let mut net = Net {
        striped: true,
        ..Net::default()
    };
    for (_, own) in stripes {
        net.along.extend(&own.along);
        net.across.extend(&own.across);
    }
    for pair in stripes.windows(2) {
        let [(a, above), (b, below)] = pair else {
            continue;
        };
        let bridge = |v: &Rule| Rule::unseen(v.at, a.y1, b.y0);
        match (has_columns(above), has_columns(below)) {
            (true, false) => net.across.extend(above.across.iter().map(bridge)),
            (false, true) => net.across.extend(below.across.iter().map(bridge)),
            _ => net.across.extend(common(above, below).map(bridge)),
        }
    }
    net.along.compact_sort_by(|a, b| a.at.total_cmp(&b.at));
    net.across.compact_sort_by(|a, b| a.at.total_cmp(&b.at));
    net
}

/// The height of a net's lowest row.
pub(super) fn lowest_row(net: &Net) -> f32 {
    let heights = net.along.windows(2).filter_map(|pair| match pair {
        [a, b] => Some(b.at - a.at).filter(|height| *height > TOUCH),
        _ => None,
    });
    heights.reduce(f32::min).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stripe(x0: f32, x1: f32, y: f32, columns: &[f32]) -> Net {
        let across = |&at: &f32| Rule::unseen(at, y, y + 10.0);
        Net {
            along: Rule::edges([y, y + 10.0], x0, x1).to_vec(),
            across: columns.iter().map(across).collect(),
            striped: false,
        }
    }

    #[test]
    fn stripes_are_joined_with_the_columns_that_they_share() {
        let columns = [0.0, 40.0, 90.0];
        let nets = [0.0, 22.0, 44.0].map(|y| stripe(0.0, 90.0, y, &columns));
        let joined = join(&nets);
        assert_eq!(joined.len(), 1);
        assert_eq!((joined[0].along.len(), joined[0].across.len()), (6, 9 + 6));
        assert_eq!(joined[0].rect(), Rect::new(0.0, 0.0, 90.0, 54.0));
    }

    #[test]
    fn heads_can_have_a_background_for_each_cell() {
        let lines = Net {
            along: [-80.0, 10.0, 30.0, 50.0]
                .map(|y| Rule::unseen(y, 0.0, 90.0))
                .to_vec(),
            ..Net::default()
        };
        let cells = stripe(0.0, 90.0, 0.0, &[0.0, 40.0, 90.0]);
        let [edge, _] = Rule::edges([0.0, 1.0], 0.0, 10.0);
        let shaded = Net {
            across: cells
                .across
                .iter()
                .map(|v| Rule { at: v.at, ..edge })
                .collect(),
            ..cells.clone()
        };
        assert!(is_shaded_head(&shaded, &lines));
        let mut two_rows = shaded.clone();
        two_rows.along.extend(Rule::edges([10.0, 20.0], 0.0, 90.0));
        assert!(!is_shaded_head(&two_rows, &lines), "a table of its own");
    }

    #[test]
    fn stripes_side_by_side_are_one_row() {
        let cells = |y| [(0.0, 40.0), (46.0, 90.0)].map(|(a, b)| stripe(a, b, y, &[a, b]));
        let nets: Vec<Net> = [0.0, 20.0].into_iter().flat_map(cells).collect();
        let joined = join(&nets);
        assert_eq!(joined.len(), 1);
        assert_eq!(joined[0].rect(), Rect::new(0.0, 0.0, 90.0, 30.0));
        let far = [(0.0, 40.0), (60.0, 90.0)].map(|(a, b)| stripe(a, b, 0.0, &[a, b]));
        assert_eq!(side_by_side(&far), None);
    }

    #[test]
    fn what_is_far_apart_or_has_other_ends_is_not_joined() {
        let columns = [0.0, 90.0];
        let far = [0.0, 60.0].map(|y| stripe(0.0, 90.0, y, &columns));
        assert_eq!(join(&far), []);
        let other = [
            stripe(0.0, 90.0, 0.0, &columns),
            stripe(10.0, 90.0, 20.0, &[10.0, 90.0]),
        ];
        assert_eq!(join(&other), []);
    }

    #[test]
    fn the_name_of_a_section_can_have_a_stripe_without_columns() {
        let (columns, ends) = ([0.0, 40.0, 90.0], [0.0, 90.0]);
        let section = stripe(0.0, 90.0, 22.0, &ends);
        let rows = [0.0, 44.0].map(|y| stripe(0.0, 90.0, y, &columns));
        let joined = join(&[rows[0].clone(), section, rows[1].clone()]);
        assert_eq!(joined.len(), 1);
        // Three lines a stripe with columns, two at the ends of the name, and three in each gap.
        assert_eq!(joined[0].across.len(), 6 + 2 + 6);
        let mut text = stripe(0.0, 90.0, 22.0, &ends);
        text.along = Rule::edges([22.0, 52.0], 0.0, 90.0).to_vec();
        text.across = ends.map(|at| Rule::unseen(at, 22.0, 52.0)).to_vec();
        assert_eq!(join(&[rows[0].clone(), text]), []);
    }

    #[test]
    fn tables_between_two_lines_are_not_stripes() {
        let columns = [0.0, 40.0, 90.0];
        let nets = [0.0, 30.0].map(|y| Net {
            along: [y, y + 10.0].map(|at| Rule::unseen(at, 0.0, 90.0)).to_vec(),
            ..stripe(0.0, 90.0, y, &columns)
        });
        assert_eq!(join(&nets), []);
    }

    #[test]
    fn stripes_between_two_lines_are_joined_over_any_distance() {
        let columns = [0.0, 40.0, 90.0];
        let far = [0.0, 80.0].map(|y| stripe(0.0, 90.0, y, &columns));
        let lines = |ys: &[f32]| Net {
            along: ys.iter().map(|y| Rule::unseen(*y, 0.0, 90.0)).collect(),
            ..Net::default()
        };
        let joined = |ys: &[f32]| join(&[far.to_vec(), vec![lines(ys)]].concat()).len();
        assert_eq!(joined(&[-20.0, 100.0]), 1);
        assert_eq!(joined(&[-20.0, 40.0, 100.0]), 0, "a line between them");
        assert_eq!(joined(&[-20.0, -5.0]), 0, "no line below");
    }
}
