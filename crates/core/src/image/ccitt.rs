//! Wraps CCITT data in TIFF files (ISO 32000-1, 7.4.6; TIFF 6.0, sections 10 and 11).

use super::header::{Header, unfit};
use super::tiff::{self, Tag};
use crate::diagnostics::Result;
use crate::pdf::{Dict, Object};

/// Values of `Compression` (TIFF 6.0, sections 10 and 11).
const MODIFIED_HUFFMAN: u32 = 2;
const GROUP_3: u32 = 3;
const GROUP_4: u32 = 4;
/// Bits of `T4Options`.
const TWO_DIMENSIONAL: u32 = 1;
const BYTE_ALIGNED: u32 = 4;

/// Writes CCITT data as a TIFF file, without decoding it.
///
/// # Errors
///
/// If TIFF cannot describe this data.
pub(super) fn file(data: &[u8], parameters: &Dict<'_>, header: &Header) -> Result<Vec<u8>> {
    let flag = |key: &str| {
        matches!(
            parameters.get::<Object<'_>>(key),
            Some(Object::Boolean(true))
        )
    };
    let (lines_end, aligned) = (flag("EndOfLine"), flag("EncodedByteAlign"));
    let k = parameters.get::<i32>("K").unwrap_or(0);
    let (compression, options) = match (k.signum(), aligned) {
        (-1, false) => (GROUP_4, 0),
        (-1, true) => return Err(unfit("no file can hold CCITT group 4 data in whole bytes")),
        (0, true) if !lines_end => (MODIFIED_HUFFMAN, 0),
        (k, aligned) => {
            let two = if k > 0 { TWO_DIMENSIONAL } else { 0 };
            (GROUP_3, if aligned { two | BYTE_ALIGNED } else { two })
        }
    };
    let columns = parameters.get::<u32>("Columns").unwrap_or(1728);
    // Black runs are black, unless exactly one of these is set.
    let white = flag("BlackIs1") != header.inverted;
    let mut fields = vec![
        (Tag::BitsPerSample, 1),
        (Tag::Compression, compression),
        (Tag::Photometric, u32::from(white)),
    ];
    if compression == GROUP_3 {
        fields.push((Tag::T4Options, options));
    }
    tiff::file((columns, header.height), 1, &fields, data).ok_or_else(|| unfit("it is too large"))
}
