//! Puts the lines of each block into reading order.

use super::side_by_side::is_beside;
use crate::layout::regions::rows::RowLine;
use crate::layout::state::PageState;

/// Limits for reading the lines of a block in drawing order.
struct OrderLimits {
    /// Blocks with more lines than this are read row by row.
    max_lines: usize,
    /// Pairs of neighbours for each pair drawn in the wrong order. Larger: more blocks are read row by row.
    pairs_per_wrong: usize,
}

const ORDER: OrderLimits = OrderLimits {
    max_lines: 20_000,
    pairs_per_wrong: 10,
};

/// Puts the lines of each frame's blocks into reading order, if the drawing order is reliable.
pub(crate) fn apply(page: &mut PageState<'_>) {
    if !page.drawn {
        return;
    }
    for text in &mut page.texts {
        text.split_texts(|lines| vec![in_order(lines)]);
    }
}

/// Puts the lines of a block, given row by row, into reading order.
///
/// If each row is one line, that is the given order. The cells of a table row or the words of a form are read
/// along the row. But cells can have several lines, and without ruled lines it is unknown which rows belong
/// together. Then the drawing order is better, unless lines are drawn before those right above them or left
/// of them (`before`). A few such lines, such as a heading drawn last, are moved to their places.
fn in_order(lines: Vec<RowLine>) -> Vec<RowLine> {
    let in_rows = lines.windows(2).all(|pair| match pair {
        [a, b] => a.row != b.row && !is_beside(a, b),
        _ => true,
    });
    if in_rows || lines.len() > ORDER.max_lines {
        return lines;
    }
    let before = before(&lines);
    let position = |n: u32| lines.get(n as usize).map_or(u32::MAX, |l| l.drawn);
    let wrong = before
        .iter()
        .filter(|&&(a, b)| position(a) > position(b))
        .count();
    if wrong * ORDER.pairs_per_wrong > before.len() {
        return lines;
    }
    // Topological order: lines above come first, then lines that are drawn first.
    let mut waiting = vec![0u32; lines.len()];
    let mut below: Vec<Vec<u32>> = vec![Vec::new(); lines.len()];
    for (a, b) in before {
        if let (Some(list), Some(count)) = (below.get_mut(a as usize), waiting.get_mut(b as usize))
        {
            list.push(b);
            *count += 1;
        }
    }
    let mut ready: std::collections::BTreeSet<(u32, u32)> = (0u32..)
        .zip(&waiting)
        .filter(|&(_, &count)| count == 0)
        .map(|(n, _)| (position(n), n))
        .collect();
    let mut order = Vec::with_capacity(lines.len());
    while let Some((_, next)) = ready.pop_first() {
        order.push(next);
        for &n in below.get(next as usize).into_iter().flatten() {
            if let Some(count) = waiting.get_mut(n as usize) {
                *count -= 1;
                if *count == 0 {
                    ready.insert((position(n), n));
                }
            }
        }
    }
    let mut lines: Vec<Option<RowLine>> = lines.into_iter().map(Some).collect();
    order
        .into_iter()
        .filter_map(|n| lines.get_mut(n as usize)?.take())
        .collect()
}

/// Pairs of lines, by number, of which the first is read before the second. The first is next to the second
/// in one row, or right above it: they overlap along the text, without a line between them. Lines are given
/// row by row.
fn before(lines: &[RowLine]) -> Vec<(u32, u32)> {
    // The lowest lines so far: stretches from left to right that do not overlap.
    let mut seen: Vec<(f32, f32, u32)> = Vec::new();
    let mut pairs = Vec::new();
    for (number, line) in (0u32..).zip(lines) {
        let last = number.checked_sub(1);
        let in_row = last.filter(|&n| lines.get(n as usize).is_some_and(|b| b.row == line.row));
        pairs.extend(in_row.map(|n| (n, number)));
        let (x0, x1) = (line.cell.x0, line.cell.x1);
        let from = seen.partition_point(|s| s.1 <= x0);
        let to = seen.partition_point(|s| s.0 < x1);
        let mut with = Vec::new();
        let hidden = seen.get(from..to.max(from)).unwrap_or_default();
        let mut last = None;
        for &(_, _, other) in hidden {
            let same_row = lines.get(other as usize).is_some_and(|o| o.row == line.row);
            if !same_row && last != Some(other) {
                pairs.push((other, number));
            }
            last = Some(other);
        }
        if let Some(&(start, _, other)) = hidden.first()
            && start < x0
        {
            with.push((start, x0, other));
        }
        with.push((x0, x1, number));
        if let Some(&(_, end, other)) = hidden.last()
            && end > x1
        {
            with.push((x1, end, other));
        }
        seen.splice(from..to.max(from), with);
    }
    pairs
}
