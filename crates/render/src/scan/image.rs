//! An image that fills a page, and the buffer of its samples.

use std::borrow::Cow;

/// Maximum size of a decoded scan, in bytes: an A2 sheet in colour at 600 dpi has 420 MB.
pub(super) const LARGEST_SCAN: usize = 448 << 20;

/// An image that fills a page.
pub(super) struct Image<'a> {
    pub size: (u32, u32),
    /// Its `/ColorSpace` in PDF syntax; `None` if the data includes it.
    pub colours: Option<Cow<'static, str>>,
    /// Bits of a sample; ignored for data that includes it.
    pub bits: u8,
    /// Number of components with an inverted `/Decode`.
    pub inverted: usize,
    /// The `/Filter` of the data; `None` if it is not encoded.
    pub filter: Option<&'static str>,
    pub data: Cow<'a, [u8]>,
}

/// The length of a row and a buffer for `rows` rows of `row_bits` bits, filled with `value`.
pub(super) fn samples(row_bits: u64, rows: u32, value: u8) -> Result<(usize, Vec<u8>), String> {
    let row = usize::try_from(row_bits.div_ceil(8)).unwrap_or(usize::MAX);
    match row
        .checked_mul(rows as usize)
        .filter(|all| *all <= LARGEST_SCAN)
    {
        Some(all) => Ok((row, vec![value; all])),
        None => Err(format!("it is larger than {} MB", LARGEST_SCAN >> 20)),
    }
}
