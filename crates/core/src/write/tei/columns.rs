//! Finds the starts of columns.

use crate::blocks::{BlockRole, Pixels};

/// For each block, the number of the column that begins with it, if one does. A column begins where the text
/// continues higher up and to the right of the previous block. Column 1 begins at the first block of the text
/// before that.
pub(super) fn begun(blocks: &[(BlockRole, Pixels)]) -> Vec<Option<u32>> {
    let mut begun = vec![None; blocks.len()];
    // The previous block, the index of the first block in its columns, and the number of its column.
    let mut before: Option<(Pixels, usize, u32)> = None;
    for (at, (role, place)) in blocks.iter().enumerate() {
        if !matches!(role, BlockRole::Text | BlockRole::Table) {
            continue;
        }
        let (mut first, mut number) = (at, 1);
        if let Some((last, begin, of_last)) = before {
            let beside = place.x0 >= last.x1 && place.y0 < last.y1;
            let below = place.y0 >= last.y1 && place.x0 < last.x1 && last.x0 < place.x1;
            if beside {
                (first, number) = (begin, of_last.saturating_add(1));
                if let Some(slot) = begun.get_mut(begin).filter(|_| of_last == 1) {
                    *slot = Some(1);
                }
                if let Some(slot) = begun.get_mut(at) {
                    *slot = Some(number);
                }
            } else if below {
                (first, number) = (begin, of_last);
            }
        }
        before = Some((*place, first, number));
    }
    begun
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_begin_to_the_right_and_higher() {
        let block = |x0, y0, x1, y1| (BlockRole::Text, Pixels { x0, y0, x1, y1 });
        let head = (BlockRole::Header, block(0, 0, 100, 5).1);
        let columns = [
            head,
            block(0, 10, 45, 50),
            block(0, 60, 45, 90),
            block(55, 10, 100, 90),
        ];
        assert_eq!(begun(&columns), [None, Some(1), None, Some(2)]);
        let one = [block(0, 10, 100, 50), block(10, 60, 100, 90)];
        assert_eq!(begun(&one), [None, None]);
    }
}
