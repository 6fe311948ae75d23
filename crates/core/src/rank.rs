//! Converts coordinates to integers for sorting, because comparing integers is much faster than comparing
//! coordinates and numbers.

/// An integer with the same order as the number has among other numbers ([`f32::total_cmp`]).
pub(crate) fn rank(value: f32) -> u32 {
    let bits = value.to_bits();
    // The bit patterns of negative numbers are in reverse order.
    if bits >> 31 == 0 {
        bits | 1 << 31
    } else {
        !bits
    }
}

/// The number with this [`rank`].
pub(crate) fn of_rank(rank: u32) -> f32 {
    f32::from_bits(if rank >> 31 == 0 {
        !rank
    } else {
        rank & !(1 << 31)
    })
}

/// The numbers of some items, ordered by coordinate; equal coordinates are ordered by number.
pub(crate) fn sorted(things: impl Iterator<Item = (f32, u32)>) -> impl Iterator<Item = u32> {
    let mut keys: Vec<u64> = things
        .map(|(at, number)| u64::from(rank(at)) << 32 | u64::from(number))
        .collect();
    keys.sort_unstable();
    // The lower half is the number.
    keys.into_iter().map(|key| key as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn ranks_stand_as_the_numbers_do(a in prop::num::f32::ANY, b in prop::num::f32::ANY) {
            prop_assert_eq!(rank(a).cmp(&rank(b)), a.total_cmp(&b));
            prop_assert_eq!(of_rank(rank(a)).to_bits(), a.to_bits());
        }
    }

    #[test]
    fn things_in_one_place_keep_the_order_of_their_numbers() {
        let things = [
            (2.0, 7),
            (-1.0, 9),
            (2.0, 3),
            (-0.0, 1),
            (0.0, 0),
            (-5.0, 2),
        ];
        assert!(sorted(things.into_iter()).eq([2, 9, 1, 0, 3, 7]));
    }
}
