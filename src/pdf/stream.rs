//! Decoding streams.
use super::Stream;
use crate::diagnostics::Warnings;
use std::borrow::Cow;

/// The decoded data of a stream.
pub fn decode<'a>(stream: &Stream<'a>, limit: usize, warnings: &mut Warnings) -> Cow<'a, [u8]> {
    let _ = (limit, warnings);
    stream.decoded_data().unwrap_or_default()
}
