//! Finds the strips between the columns of rows, which are given by the stretches of text in each of them.
//!
//! ```text
//!     ───────    ────  ──      rows with stretches of text
//!     ───        ──    ────
//!     ──────────────────       one row in five may cross a strip
//!            |  |    ||        two strips
//! ```

use crate::rank::{of_rank, rank};

/// One row in this many may cross a strip.
const CROSSING: usize = 5;

/// The strips between columns of rows given by their stretches of text, from left to right: empty in nearly all
/// rows and wider than `least`.
pub(super) fn strips_between(rows: &[Vec<(f32, f32)>], least: f32) -> Vec<(f32, f32)> {
    strips_of(&white_between(rows), rows, least)
}

/// The stretches of white space that are empty in nearly all rows, from left to right.
pub(super) fn white_between(rows: &[Vec<(f32, f32)>]) -> Vec<(f32, f32)> {
    let count = rows.iter().map(Vec::len).sum();
    let (mut begins, mut ends) = (Vec::with_capacity(count), Vec::with_capacity(count));
    for (from, to) in rows.iter().flatten() {
        begins.push(rank(*from));
        ends.push(rank(*to));
    }
    begins.sort_unstable();
    ends.sort_unstable();
    let most = (rows.len() / CROSSING).max(usize::from(rows.len() > 2)) as i32;
    let mut ends = ends.into_iter().peekable();
    let mut white: Vec<(f32, f32)> = Vec::new();
    let mut covered = 0;
    // The last position at which more rows than allowed had text.
    let mut from: Option<u32> = None;
    for x in begins {
        while let Some(end) = ends.next_if(|end| *end <= x) {
            covered -= 1;
            from = if covered == most { Some(end) } else { from };
        }
        covered += 1;
        if covered == most + 1 {
            white.extend(from.take().map(|from| (of_rank(from), of_rank(x))));
        }
    }
    white
}

/// The strips between columns among the white space between rows: wider than `least`.
pub(super) fn strips_of(
    white: &[(f32, f32)],
    rows: &[Vec<(f32, f32)>],
    least: f32,
) -> Vec<(f32, f32)> {
    let wide = white.iter().filter(|(from, to)| to - from >= least);
    without_idle(wide.copied().collect(), rows)
}

/// Removes strips after which a column has text of its own in only one row; there, heads that span
/// several columns overlap. Each row is given by its stretches of text.
fn without_idle(mut strips: Vec<(f32, f32)>, rows: &[Vec<(f32, f32)>]) -> Vec<(f32, f32)> {
    if rows.len() < 3 {
        return strips;
    }
    let white = |strip: Option<&(f32, f32)>| strip.map_or(f32::INFINITY, |s| s.1 - s.0);
    let mut column = 0;
    while column <= strips.len() && !strips.is_empty() {
        let left = column.checked_sub(1).and_then(|n| strips.get(n));
        let right = strips.get(column);
        let within = |(from, to): &(f32, f32)| {
            left.is_none_or(|s| *from >= (s.0 + s.1) / 2.0)
                && right.is_none_or(|s| *to <= (s.0 + s.1) / 2.0)
        };
        let own = rows.iter().filter(|row| row.iter().any(within));
        if own.count() > 1 {
            column += 1;
            continue;
        }
        // Removes the narrower of the two strips beside it.
        if white(left) <= white(right) {
            column = column.saturating_sub(1);
        }
        strips.drain(column..(column + 1).min(strips.len()));
    }
    strips
}
