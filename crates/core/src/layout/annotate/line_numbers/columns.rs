//! Collects columns of numbers.

use crate::layout::regions::pieces::Piece;
use crate::rank::sorted;

/// The numbers among some pieces whose ends are in line, with steps of at most `tolerance` points. Each column is given
/// downwards.
pub(super) fn in_line(
    pieces: &[Piece],
    list: &[u32],
    end: fn(&Piece) -> f32,
    tolerance: f32,
) -> Vec<Vec<u32>> {
    let piece = |i: u32| pieces.get(i as usize);
    let numbers = list.iter().filter_map(|&i| {
        let number = piece(i).filter(|p| p.value.is_some())?;
        Some((end(number), i))
    });
    let in_order: Vec<u32> = sorted(numbers).collect();
    let near = |&a: &u32, &b: &u32| {
        let ends = piece(a).zip(piece(b)).map(|(a, b)| end(b) - end(a));
        ends.is_some_and(|step| step <= tolerance)
    };
    let columns = in_order.chunk_by(near);
    columns.map(|own| downwards(pieces, own)).collect()
}

/// The numbers of a column, given downwards, and the other pieces between the top of the first and the foot of the last.
pub(super) fn with_beside<'p>(
    pieces: &'p [Piece],
    list: &[u32],
    column: &[u32],
) -> Option<(Vec<&'p Piece>, Vec<&'p Piece>)> {
    let of = |&i: &u32| pieces.get(i as usize);
    let numbers: Vec<&Piece> = column.iter().filter_map(of).collect();
    let heights = numbers.first()?.cell.y0..=numbers.last()?.cell.y1;
    let mut own = column.to_vec();
    own.sort_unstable();
    let others = list.iter().filter(|i| own.binary_search(i).is_err());
    let beside = others.filter_map(of);
    let beside = beside.filter(|piece| heights.contains(&piece.middle()));
    let beside = beside.collect();
    Some((numbers, beside))
}

/// Removes the pieces of some columns from a list of pieces.
pub(super) fn remove(columns: &[Vec<u32>], list: &mut Vec<u32>) {
    let taken: Vec<u32> = sorted(columns.iter().flatten().map(|&i| (0.0, i))).collect();
    list.retain(|i| taken.binary_search(i).is_err());
}

fn downwards(pieces: &[Piece], column: &[u32]) -> Vec<u32> {
    let places = column
        .iter()
        .filter_map(|&i| Some((pieces.get(i as usize)?.baseline, i)));
    sorted(places).collect()
}
