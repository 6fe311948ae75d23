//! The FNV-1a hash with 64 bits: few instructions for few bytes, where nobody gains by collisions.
//! It is for hashes that are compared and kept; maps have that of `rustc-hash`.

/// What hashing starts with.
pub(crate) const SEED: u64 = 0xcbf2_9ce4_8422_2325;

/// Takes a value, into a hash.
pub(crate) fn mix(hash: u64, value: u64) -> u64 {
    (hash ^ value).wrapping_mul(0x0100_0000_01b3)
}
