//! The 64-bit FNV-1a hash, fast for short inputs without hostile collisions. It is for hashes that are
//! compared and stored; maps use `rustc-hash`.

/// The initial value of a hash.
pub const SEED: u64 = 0xcbf2_9ce4_8422_2325;

/// Mixes a value into a hash.
pub fn mix(hash: u64, value: u64) -> u64 {
    (hash ^ value).wrapping_mul(0x0100_0000_01b3)
}
