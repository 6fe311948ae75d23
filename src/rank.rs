//! Coordinates as integers, to sort by: one comparison of integers costs a fraction of comparing two
//! coordinates and then two numbers, and pages are sorted again and again.

/// An integer that is ordered among others as the number is among theirs ([`f32::total_cmp`]).
pub(crate) fn rank(value: f32) -> u32 {
    let bits = value.to_bits();
    // Negative numbers are larger in bits the smaller they are.
    if bits >> 31 == 0 {
        bits | 1 << 31
    } else {
        !bits
    }
}

/// The numbers of some things in the order of a coordinate, and in their own where it is the same.
pub(crate) fn sorted(things: impl Iterator<Item = (f32, u32)>) -> impl Iterator<Item = u32> {
    let mut keys: Vec<u64> = things
        .map(|(at, number)| u64::from(rank(at)) << 32 | u64::from(number))
        .collect();
    keys.sort_unstable();
    // The lower half.
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
