//! Decides which lines of text are one row of a table without lines between its rows.
//!
//! ```text
//!     iron   a metal that    1.2      each pair of lines is scored: the distance to
//!            rusts in water           the line above against that of the others,
//!     gold   one that does   3.4      empty cells, small initials, full lines above
//!            not rust
//! ```

use super::distances::{FARTHER, LEADING};
use super::draft::TableFinder;
use super::weights;
use super::white::{Segment, TextRow};
use crate::geometry::{Rect, least, most};
use crate::layout::regions::shapes::THIN;
use crate::layout::scale::{Share, USUAL_SPACE};
use crate::layout::score::Score;

/// Shares of the lines that are at least [`FARTHER`]: if rows are separated by distance, and if nearly all are rows.
const SOME: Share = Share(1, 10);
const NEARLY_ALL: Share = Share(9, 10);

/// Smallest distance that is measured, in ems. Nearer lines are scripts or not level.
const APART: f32 = 0.8;

/// Largest distance between lines that are set as those of a paragraph, in ems.
const CLOSE: f32 = 1.3;

/// Largest difference of two equal distances between lines, as a share of both.
const EVEN: f32 = 0.1;

/// Most lines of a cell above a line that are looked at.
const MOST_LINES: usize = 8;

/// Smallest share of its column that a line fills which goes on in the next one.
const FULL: f32 = 0.7;

/// Lines of text that can be lines of the same table rows.
pub(super) struct LineGroups<'r, 'l> {
    rows: &'r [TextRow<'l>],
    /// The parts of each line, with their columns.
    segments: Vec<Vec<Segment>>,
    /// Number of columns, and the index of the first one in reading direction.
    columns: usize,
    first: usize,
    /// The left and the right end of the text in each column.
    ends: Vec<(f32, f32)>,
    /// The smallest distance of two lines.
    least: f32,
    /// Some but not all lines are further apart than others.
    uneven: bool,
    /// Nearly all lines are at the same distance.
    even: bool,
}

impl<'r, 'l> LineGroups<'r, 'l> {
    /// Measures lines, whose `segments` are separated by `columns - 1` strips.
    pub(super) fn new(
        finder: &TableFinder<'_>,
        rows: &'r [TextRow<'l>],
        segments: Vec<Vec<Segment>>,
        columns: usize,
    ) -> Self {
        let baselines = rows.iter().map(|row| baseline(row));
        let gaps = baselines.clone().skip(1).zip(baselines);
        let gaps = gaps
            .map(|(below, above)| below - above)
            .filter(|gap| *gap >= APART * finder.em);
        let least = gaps.clone().fold(f32::INFINITY, f32::min);
        let farther = gaps.filter(|gap| *gap >= FARTHER * least).count();
        let mut ends = vec![(f32::INFINITY, f32::NEG_INFINITY); columns];
        for segment in segments.iter().flatten().filter(|s| s.columns.len() == 1) {
            if let Some(end) = ends.get_mut(segment.columns.start) {
                let (x0, x1) = finder.extent(segment);
                *end = (end.0.min(x0), end.1.max(x1));
            }
        }
        Self {
            rows,
            segments,
            columns,
            first: if finder.rows.right_to_left {
                columns - 1
            } else {
                0
            },
            ends,
            least,
            uneven: SOME.is_reached(farther, rows.len())
                && !NEARLY_ALL.is_reached(farther, rows.len().saturating_sub(1)),
            even: !SOME.is_reached(farther, rows.len()),
        }
    }

    /// The lines of each table row.
    pub(super) fn groups(&self, finder: &TableFinder<'_>) -> Vec<Vec<TextRow<'l>>> {
        let mut groups: Vec<Vec<TextRow<'l>>> = Vec::new();
        for (n, row) in self.rows.iter().enumerate() {
            match groups.last_mut().filter(|_| self.joins(finder, n)) {
                Some(group) => group.push(row),
                None => groups.push(vec![row]),
            }
        }
        groups
    }

    /// The parts of each line, with their columns.
    pub(super) fn into_segments(self) -> Vec<Vec<Segment>> {
        self.segments
    }

    /// The first of the lines that end at a line and have the same columns at the same distance, as those of one cell.
    fn first_of_cell(&self, last: usize) -> usize {
        let mut first = last;
        while let Some(above) = first.checked_sub(1) {
            let gaps = self.gap(first).zip(self.gap(last));
            let even = gaps.is_some_and(|(a, b)| (a - b).abs() <= EVEN * (a + b));
            let columns = |n: usize| {
                let own = self.segments.get(n).into_iter().flatten();
                own.map(|s| s.columns.clone())
            };
            if !even || !columns(above).eq(columns(first)) || last - above >= MOST_LINES {
                break;
            }
            first = above;
        }
        first
    }

    /// The distance of a line to the one above it, in points.
    fn gap(&self, n: usize) -> Option<f32> {
        let (above, below) = (self.rows.get(n.checked_sub(1)?)?, self.rows.get(n)?);
        Some(baseline(below) - baseline(above))
    }

    /// Whether a line belongs to the table row of the line above it.
    pub(super) fn joins(&self, finder: &TableFinder<'_>, n: usize) -> bool {
        let Some(before) = n.checked_sub(1) else {
            return false;
        };
        let (Some(above), Some(own)) = (self.segments.get(before), self.segments.get(n)) else {
            return false;
        };
        let (Some(&row_above), Some(&row)) = (self.rows.get(before), self.rows.get(n)) else {
            return false;
        };
        let pair = Pair {
            above,
            own,
            before: before
                .checked_sub(1)
                .and_then(|n| self.segments.get(n))
                .map_or(&[], Vec::as_slice),
            after: self.segments.get(n + 1).map_or(&[], Vec::as_slice),
            gap: baseline(row) - baseline(row_above),
            gap_before: self.gap(before),
            gap_of_cell: self.gap(self.first_of_cell(before)),
            gap_after: self.gap(n + 1),
            lines: self,
        };
        finder.is_one_row(&pair) && !finder.is_ruled_off(row_above, row)
    }
}

/// The baseline of a row of text.
fn baseline(row: TextRow<'_>) -> f32 {
    row.first().map_or(0.0, |line| line.baseline)
}

impl TableFinder<'_> {
    /// Groups lines of text into table rows.
    pub(super) fn merged<'l>(
        &self,
        rows: &[TextRow<'l>],
        strips: &[(f32, f32)],
    ) -> Vec<Vec<TextRow<'l>>> {
        self.line_groups(rows, strips).groups(self)
    }

    /// Measures lines of text with strips of white space between their columns.
    pub(super) fn line_groups<'r, 'l>(
        &self,
        rows: &'r [TextRow<'l>],
        strips: &[(f32, f32)],
    ) -> LineGroups<'r, 'l> {
        let segments = rows.iter().map(|row| self.segments(row, strips));
        LineGroups::new(self, rows, segments.collect(), strips.len() + 1)
    }

    /// Whether a ruled line separates a row from the one above it.
    fn is_ruled_off(&self, above: TextRow<'_>, own: TextRow<'_>) -> bool {
        let cell = |row: TextRow<'_>| row.iter().fold(Rect::EMPTY, |r, l| r.union(l.cell));
        let (above, own) = (cell(above), cell(own));
        let both = above.union(own);
        let between = |r: &Rect| {
            let y = (r.y0 + r.y1) / 2.0;
            let length = least(r.x1, both.x1) - most(r.x0, both.x0);
            let middle = |cell: Rect| (cell.y0 + cell.y1) / 2.0;
            r.height() <= THIN
                && y > middle(above)
                && y < middle(own)
                && 2.0 * length > both.width()
        };
        self.shapes.barriers.iter().any(between)
    }

    fn extent(&self, segment: &Segment) -> (f32, f32) {
        let cells = segment.pieces.iter().map(|&i| self.piece(i).cell);
        cells.fold((f32::INFINITY, f32::NEG_INFINITY), |(x0, x1), c| {
            (x0.min(c.x0), x1.max(c.x1))
        })
    }

    /// Whether a text has only signs, such as a check mark.
    fn is_sign(&self, pieces: &[u32]) -> bool {
        let mut all = pieces.iter().flat_map(|&i| self.characters(i));
        !pieces.is_empty() && all.all(|c| !c.is_alphanumeric())
    }

    /// The width of the first word of a text.
    pub(super) fn first_word(&self, pieces: &[u32]) -> f32 {
        let Some(&first) = pieces.first() else {
            return 0.0;
        };
        let glyphs = self.pieces.glyphs_of(self.piece(first)).iter();
        let glyphs = glyphs.filter_map(|&index| self.content.glyphs.get(index as usize));
        let word = glyphs.take_while(|glyph| !glyph.space);
        let ends = word.fold((f32::INFINITY, f32::NEG_INFINITY), |(x0, x1), glyph| {
            let (from, to) = self.frame.extent(glyph);
            (x0.min(from), x1.max(to))
        });
        (ends.1 - ends.0).max(0.0)
    }

    /// Whether the score of two lines is that of lines of one row.
    fn is_one_row(&self, pair: &Pair<'_, '_, '_>) -> bool {
        let lines = pair.lines;
        let near = pair.gap < FARTHER * lines.least;
        let spans = pair.own.iter().any(|s| s.columns.len() > 1);
        let named = pair.own.iter().any(|s| s.columns.contains(&lines.first));
        let filled = pair.own.len();
        let over = |s: &Segment| pair.above.iter().find(|o| o.columns == s.columns);
        let before = |s: &Segment| pair.before.iter().find(|o| o.columns == s.columns);
        let new = pair.own.iter().any(|s| over(s).is_none());
        let is_full = |s: &Segment| {
            let end = lines.ends.get(s.columns.start).copied().unwrap_or_default();
            over(s).is_some_and(|o| {
                let (x0, x1) = self.extent(o);
                x1 - x0 >= FULL * (end.1 - end.0)
            })
        };
        let full = pair.own.iter().all(is_full);
        let is_nearer = |other: Option<f32>| other.is_some_and(|gap| FARTHER * pair.gap <= gap);
        let is_farther = |other: Option<f32>| other.is_some_and(|gap| pair.gap >= FARTHER * gap);
        let no_names = pair.above.iter().all(|s| !s.columns.contains(&lines.first));
        let has_room = |own: &Segment| {
            let end = lines.ends.get(own.columns.start);
            over(own).zip(end).is_some_and(|(above, (from, to))| {
                let (x0, x1) = self.extent(above);
                let room = (to - from) - (x1 - x0) - USUAL_SPACE * self.em;
                own.columns.len() == 1 && self.first_word(&own.pieces) <= room
            })
        };
        let rooms = pair.own.iter().filter(|own| has_room(own)).count();
        let is_between = |lines, gap: Option<f32>, below: Option<f32>| {
            let gaps = gap.zip(below);
            gaps.is_some_and(|(gap, below)| {
                gap + below <= LEADING * self.em
                    && (gap - below).abs() <= EVEN * (gap + below)
                    && is_beside(lines)
            })
        };
        // The cells above have a further line, unlike a name beside two rows.
        let goes_on = |s: &Segment| pair.own.iter().any(|o| o.columns == s.columns);
        let continued = pair.above.iter().all(goes_on);
        let hangs = continued && filled > pair.above.len() && is_nearer(pair.gap_of_cell);
        let around = [pair.above, pair.own, pair.after];
        let between = is_between(around, Some(pair.gap), pair.gap_after);
        let around = [pair.before, pair.above, pair.own];
        let below_between = is_between(around, pair.gap_before, Some(pair.gap));
        let held = |small: Small, numbers: Numbers| {
            [
                ("two lines", true),
                ("near to the line above", lines.uneven && near),
                ("far from the line above", lines.uneven && !near),
                ("too far for a cell", pair.gap > LEADING * self.em),
                ("a name of a row", named),
                ("all cells are filled", filled == lines.columns),
                ("small initials", small == Small::All),
                ("numbers", numbers != Numbers::None),
                ("nothing above", new || spans),
                ("full lines above", full),
                ("half of the cells are empty", 2 * filled <= lines.columns),
                ("fewer cells than above", filled < pair.above.len()),
                ("more cells than above", filled > pair.above.len()),
                ("no name above either", !named && no_names),
                ("even lines", !lines.uneven && lines.even),
                ("some small initials", small == Small::Some),
                ("nearer than the lines below", is_nearer(pair.gap_after)),
                ("farther than the lines below", is_farther(pair.gap_after)),
                ("close lines", pair.gap <= CLOSE * self.em),
                ("nearer than the lines before", is_nearer(pair.gap_before)),
                ("farther than the lines before", is_farther(pair.gap_before)),
                ("room for its first word above", rooms > 0),
                (
                    "room above all of several cells",
                    rooms > 1 && rooms == filled,
                ),
                ("numbers below numbers", numbers == Numbers::Below),
                ("numbers with a line between", numbers == Numbers::Between),
                ("more cells, near to one that ends above", hangs),
                ("between two lines of another column", between),
                ("below a line between", below_between),
            ]
        };
        let joins = |(small, numbers): (Small, Numbers)| {
            Score::of(&weights::MERGE, &held(small, numbers)).sum > 0.0
        };
        // The text is only read if it decides.
        let can_join = joins(MOST_JOINED);
        if !can_join || joins(LEAST_JOINED) {
            return can_join;
        }
        let begins_small = |s: &Segment| s.pieces.first().is_some_and(|&i| self.is_small(i));
        let small = if pair.own.iter().all(begins_small) {
            Small::All
        } else if pair.own.iter().any(begins_small) {
            Small::Some
        } else {
            Small::None
        };
        let is_number = |s: &&Segment| self.is_numeric(&s.pieces) || self.is_sign(&s.pieces);
        let is_below = |s: &Segment, farther: bool| {
            let above = over(s).or_else(|| before(s).filter(|_| farther));
            above.is_some_and(|o| is_number(&o))
        };
        let mut numbers = pair.own.iter().filter(is_number).peekable();
        let numbers = if numbers.peek().is_none() {
            Numbers::None
        } else if numbers.clone().any(|s| is_below(s, !continued)) {
            Numbers::Below
        } else if numbers.any(|s| is_below(s, true)) {
            Numbers::Between
        } else {
            Numbers::Some
        };
        joins((small, numbers))
    }
}

/// Whether the middle of three lines has other columns than the lines above and below it, which have the same ones: as
/// cells that are centred beside one with two lines. A single name beside several cells can span two rows.
fn is_beside([above, own, below]: [&[Segment]; 3]) -> bool {
    let has = |line: &[Segment], of: &Segment| line.iter().any(|s| s.columns == of.columns);
    let overlaps = |line: &[Segment], of: &Segment| {
        let over =
            |s: &Segment| s.columns.start < of.columns.end && of.columns.start < s.columns.end;
        line.iter().any(over)
    };
    let is_cell = below.len() == 1 || below.len() > 1 && own.len() > 1;
    is_cell && below.iter().all(|s| has(above, s)) && !own.iter().any(|s| overlaps(above, s))
}

/// The parts of a line that begin with a lower-case letter.
#[derive(Clone, Copy, PartialEq)]
enum Small {
    None,
    Some,
    All,
}

/// The parts of a line that are numbers or signs.
#[derive(Clone, Copy, PartialEq)]
enum Numbers {
    None,
    Some,
    /// One is below another number, also with a name beside both between them.
    Below,
    /// One is two lines below another number, with a line of its row between them.
    Between,
}

/// The content of a line for which the score is highest, and for which it is lowest.
const MOST_JOINED: (Small, Numbers) = (Small::All, Numbers::Some);
const LEAST_JOINED: (Small, Numbers) = (Small::None, Numbers::Below);

/// A line of text and the one above it.
struct Pair<'s, 'r, 'l> {
    above: &'s [Segment],
    own: &'s [Segment],
    /// The line before the one above.
    before: &'s [Segment],
    /// The line below.
    after: &'s [Segment],
    /// The distance between their baselines, in points.
    gap: f32,
    /// The same distance of the line above and the one before it.
    gap_before: Option<f32>,
    /// The same distance of the first line of the cell that ends above, and the one before it.
    gap_of_cell: Option<f32>,
    /// The same distance of the line and the one below it.
    gap_after: Option<f32>,
    lines: &'s LineGroups<'r, 'l>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_content_scores_higher_or_lower_than_the_extremes() {
        let weight = |name: &str| {
            let own = weights::MERGE.iter().find(|(own, _)| *own == name);
            own.map(|(_, weight)| *weight).unwrap()
        };
        let (all, some) = (weight("small initials"), weight("some small initials"));
        let (numbers, below) = (weight("numbers"), weight("numbers below numbers"));
        assert!(all > some && some > 0.0);
        assert!(numbers > 0.0 && numbers + below < 0.0);
        let between = weight("numbers with a line between");
        assert!(between <= 0.0 && between >= below);
    }
}
