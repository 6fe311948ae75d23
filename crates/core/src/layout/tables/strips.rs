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

/// Smallest width of the part of a strip that no row crosses, as a share of that of a strip. Narrower parts are ignored.
const CLEAR: f32 = 0.5;

/// The strips between columns of rows given by their stretches of text, from left to right: empty in nearly all
/// rows and wider than `least`. Where a row reaches into a strip, this is the part beside it.
pub(super) fn strips_between(rows: &[Vec<(f32, f32)>], least: f32) -> Vec<(f32, f32)> {
    let white = white_between(rows);
    let wide = white.iter().filter(|own| width(own.all) >= least);
    let strips = wide.map(|own| {
        if width(own.clear) >= CLEAR * least {
            own.clear
        } else {
            own.all
        }
    });
    without_idle(strips.collect(), rows)
}

/// A stretch of white space that is empty in nearly all rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct White {
    all: (f32, f32),
    /// The widest part of it that is empty in all rows.
    clear: (f32, f32),
}

fn width((from, to): (f32, f32)) -> f32 {
    to - from
}

/// The stretches of white space that are empty in nearly all rows, from left to right.
pub(super) fn white_between(rows: &[Vec<(f32, f32)>]) -> Vec<White> {
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
    let mut white = Vec::new();
    let mut covered = 0;
    // The last position at which more rows than allowed had text, and the last at which any row had some.
    let (mut from, mut clear_from): (Option<u32>, Option<u32>) = (None, None);
    let mut clear = (0.0, 0.0);
    for x in begins {
        while let Some(end) = ends.next_if(|end| *end <= x) {
            covered -= 1;
            from = if covered == most { Some(end) } else { from };
            clear_from = if covered == 0 { Some(end) } else { clear_from };
        }
        if let Some(own) = clear_from.take() {
            let own = (of_rank(own), of_rank(x));
            clear = if width(own) > width(clear) {
                own
            } else {
                clear
            };
        }
        covered += 1;
        if covered == most + 1 {
            let all = from.take().map(|from| (of_rank(from), of_rank(x)));
            white.extend(all.map(|all| White { all, clear }));
            clear = (0.0, 0.0);
        }
    }
    white
}

/// The strips among the white space between rows: wider than `least`, with the parts that rows reach into.
pub(super) fn strips_of(white: &[White], rows: &[Vec<(f32, f32)>], least: f32) -> Vec<(f32, f32)> {
    let wide = white.iter().filter(|own| width(own.all) >= least);
    without_idle(wide.map(|own| own.all).collect(), rows)
}

/// Removes strips after which a column has text of its own in only one row; there, heads that span
/// several columns overlap. Each row is given by its stretches of text.
fn without_idle(mut strips: Vec<(f32, f32)>, rows: &[Vec<(f32, f32)>]) -> Vec<(f32, f32)> {
    if let [head, body] = rows {
        return without_alternating(strips, head, body);
    }
    if rows.len() < 2 {
        return strips;
    }
    let crossing = |strip: &(f32, f32)| {
        let is_over = |(from, to): &(f32, f32)| *from < strip.1 && *to > strip.0;
        rows.iter().filter(|row| row.iter().any(is_over)).count()
    };
    // The outer ends of the table stay.
    let worth = |strip: Option<&(f32, f32)>| {
        strip.map_or((true, 0, f32::INFINITY), |s| {
            (false, rows.len() - crossing(s), s.1 - s.0)
        })
    };
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
        // Of the two strips beside it, removes the one that more rows cross, or else the narrower one.
        if worth(left) <= worth(right) {
            column = column.saturating_sub(1);
        }
        strips.drain(column..(column + 1).min(strips.len()));
    }
    strips
}

/// Joins columns of a row of heads and a row of cells if most have text in one of the rows only: the heads are
/// centred, and the cells below them are not.
fn without_alternating(
    mut strips: Vec<(f32, f32)>,
    head: &[(f32, f32)],
    body: &[(f32, f32)],
) -> Vec<(f32, f32)> {
    let is_in = |row: &[(f32, f32)], from: Option<&(f32, f32)>, to: Option<&(f32, f32)>| {
        let mut own = row.iter();
        own.any(|s| from.is_none_or(|f| s.0 >= f.0) && to.is_none_or(|t| s.1 <= t.1))
    };
    // Whether a column has text in the head, and in the body.
    let text_in = |strips: &[(f32, f32)], column: usize| {
        let from = column.checked_sub(1).and_then(|n| strips.get(n));
        let to = strips.get(column);
        (is_in(head, from, to), is_in(body, from, to))
    };
    let single = |strips: &[(f32, f32)], column: usize| {
        let (head, body) = text_in(strips, column);
        head != body
    };
    let count = strips.len() + 1;
    let idle = (0..count).filter(|&column| single(&strips, column));
    if 2 * idle.count() <= count {
        return strips;
    }
    loop {
        let joins = |&n: &usize| {
            let (left, right) = (text_in(&strips, n), text_in(&strips, n + 1));
            left.0 != left.1 && right.0 != right.1 && left.0 == right.1
        };
        let width = |n: &usize| strips.get(*n).map_or(0.0, |s| s.1 - s.0);
        let narrowest = (0..strips.len()).filter(joins);
        let Some(n) = narrowest.min_by(|a, b| width(a).total_cmp(&width(b))) else {
            return strips;
        };
        strips.remove(n);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn centred_heads_and_the_cells_below_them_are_one_column() {
        let head = vec![(20.0, 50.0), (120.0, 150.0), (220.0, 250.0)];
        let body = vec![(0.0, 10.0), (100.0, 105.0), (200.0, 215.0)];
        let strips = strips_between(&[head, body], 4.0);
        assert_eq!(strips, [(50.0, 100.0), (150.0, 200.0)]);
    }

    #[test]
    fn a_strip_that_no_row_crosses_stays() {
        let head = vec![(40.0, 60.0), (230.0, 270.0)];
        let short = vec![(0.0, 100.0), (115.0, 190.0)];
        let long = vec![(0.0, 100.0), (115.0, 360.0)];
        assert_eq!(strips_between(&[head, short, long], 4.0), [(100.0, 115.0)]);
    }

    #[test]
    fn a_wide_head_of_two_lines_reaches_into_a_strip() {
        let head = vec![(0.0, 70.0), (80.0, 100.0), (115.0, 140.0)];
        let second_line = vec![(120.0, 130.0)];
        let body = vec![(0.0, 20.0), (80.0, 95.0), (115.0, 125.0)];
        let rows = [head, second_line, body];
        assert_eq!(strips_between(&rows, 4.0), [(70.0, 80.0), (100.0, 115.0)]);
    }

    #[test]
    fn empty_cells_in_two_rows_are_columns() {
        let head = vec![(0.0, 30.0), (100.0, 130.0)];
        let body = vec![(0.0, 30.0), (60.0, 80.0), (100.0, 130.0)];
        assert_eq!(strips_between(&[head, body], 4.0).len(), 2);
    }
}
