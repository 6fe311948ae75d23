//! Assigns the texts of a row to columns where the strips of white space mislead: heads that are wider or narrower
//! than the text below them.
//!
//! ```text
//!     Port (EUR)  Growth (t/ha)      the gap is wider than those between words: two heads
//!        69.64        67
//!
//!              Isle        People    the first head is in the white space beside the
//!     Arran                 4,629    names; its column has no other text in the row
//! ```

use super::draft::TableFinder;
use super::white::Segment;

/// Limits for gaps between heads.
struct GapLimits {
    /// Smallest gap between heads, as a multiple of the smallest one between words.
    wider: f32,
    /// The same in ems, where each head is one word.
    alone: f32,
    /// Smallest gap between words, in ems. A smaller one is inside a word.
    word: f32,
}

const GAPS: GapLimits = GapLimits {
    wider: 1.35,
    alone: 0.36,
    word: 0.1,
};

impl TableFinder<'_> {
    /// The segments of a row, from left to right, with columns of their own where several have one or one has several.
    pub(super) fn with_own_columns(
        &self,
        segments: Vec<Segment>,
        strips: &[(f32, f32)],
    ) -> Vec<Segment> {
        let wide = |segment: &Segment| segment.columns.len() > 1;
        let mut out = if segments.iter().any(wide) {
            let parts = segments.into_iter().flat_map(|s| self.heads_of(s, strips));
            parts.collect()
        } else {
            segments
        };
        for at in 1..out.len() {
            self.move_apart(&mut out, at, strips);
        }
        out
    }

    /// The ends of a text along the line.
    fn ends(&self, pieces: &[u32]) -> (f32, f32) {
        let cells = pieces.iter().map(|&i| self.piece(i).cell);
        cells.fold((f32::INFINITY, f32::NEG_INFINITY), |(from, to), cell| {
            (from.min(cell.x0), to.max(cell.x1))
        })
    }

    /// Splits a text over several columns into their heads, if it has as many gaps as columns end in it that are
    /// wider than those between words.
    fn heads_of(&self, segment: Segment, strips: &[(f32, f32)]) -> Vec<Segment> {
        let columns = segment.columns.clone();
        if columns.len() < 2 || segment.pieces.len() < columns.len() {
            return vec![segment];
        }
        let ends = |i: &u32| self.ends(std::slice::from_ref(i));
        let gaps = segment.pieces.windows(2).map(|pair| match pair {
            [a, b] => ends(b).0 - ends(a).1,
            _ => 0.0,
        });
        let gaps: Vec<f32> = gaps.collect();
        let words = gaps.iter().copied().filter(|g| *g >= GAPS.word * self.em);
        let least = if words.clone().count() < columns.len() {
            GAPS.alone * self.em
        } else {
            GAPS.wider * words.fold(f32::INFINITY, f32::min)
        };
        let wide: Vec<usize> = (0..gaps.len())
            .filter(|&n| gaps.get(n).is_some_and(|gap| *gap >= least))
            .collect();
        if wide.len() + 1 != columns.len() {
            return vec![segment];
        }
        let starts = std::iter::once(0).chain(wide.iter().map(|n| n + 1));
        let stops = wide.iter().map(|n| n + 1).chain([segment.pieces.len()]);
        let parts = starts.zip(stops).zip(columns).map(|((from, to), column)| {
            let own = segment.pieces.get(from..to).unwrap_or_default();
            Segment {
                columns: column..column + 1,
                pieces: own.to_vec(),
            }
        });
        let parts: Vec<Segment> = parts.collect();
        let above_own_text = |part: &Segment| {
            let (from, to) = self.ends(&part.pieces);
            let column = part.columns.start;
            let left = column.checked_sub(1).and_then(|n| strips.get(n));
            left.is_none_or(|s| to > s.1) && strips.get(column).is_none_or(|s| from < s.0)
        };
        if parts.iter().all(above_own_text) {
            parts
        } else {
            vec![segment]
        }
    }

    /// Moves one of two neighbouring segments in the same column to the empty column beside it, if the segment is in
    /// the white space between both.
    fn move_apart(&self, segments: &mut [Segment], at: usize, strips: &[(f32, f32)]) {
        let [before, left, right, after] = around(segments, at);
        let (Some(left), Some(right)) = (left, right) else {
            return;
        };
        let column = left.columns.start;
        if left.columns != right.columns || left.columns.len() != 1 {
            return;
        }
        let is_within = |segment: &Segment, strip: Option<&(f32, f32)>| {
            let (from, to) = self.ends(&segment.pieces);
            strip.is_some_and(|s| from >= s.0 && to <= s.1)
        };
        let first = column.checked_sub(1);
        let free = first.filter(|first| before.is_none_or(|b| b.columns.end <= *first));
        if let Some(own) = free.filter(|n| is_within(left, strips.get(*n))) {
            set_column(segments, at - 1, own);
        } else if is_within(right, strips.get(column))
            && after.is_none_or(|a| a.columns.start > column + 1)
        {
            set_column(segments, at, column + 1);
        }
    }
}

/// The segments before the one at an index, with the one behind it.
fn around(segments: &[Segment], at: usize) -> [Option<&Segment>; 4] {
    let get = |n: Option<usize>| n.and_then(|n| segments.get(n));
    [
        get(at.checked_sub(2)),
        get(at.checked_sub(1)),
        get(Some(at)),
        get(Some(at + 1)),
    ]
}

fn set_column(segments: &mut [Segment], at: usize, column: usize) {
    if let Some(segment) = segments.get_mut(at) {
        segment.columns = column..column + 1;
    }
}
