//! Decodes strips and tiles to samples.

use std::borrow::Cow;
use std::io::Read;

use hayro_ccitt::{DecodeSettings, Decoder, DecoderContext, EncodingMode, decode};
use weezl::BitOrder;

/// The compression of samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Coding {
    Plain,
    PackBits,
    Lzw,
    Deflate,
    /// Group 3 and related methods, and whether rows begin at whole bytes.
    Fax(Fax, bool),
    Jpeg,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fax {
    OneDimension,
    TwoDimensions,
    Group4,
}

impl Coding {
    /// The coding of a method number; `options` are those of Group 3.
    pub(super) fn of(method: u64, options: u64) -> Result<Self, String> {
        Ok(match method {
            1 => Self::Plain,
            2 => Self::Fax(Fax::OneDimension, true),
            3 if options & 1 == 1 => Self::Fax(Fax::TwoDimensions, false),
            3 => Self::Fax(Fax::OneDimension, false),
            4 => Self::Fax(Fax::Group4, false),
            5 => Self::Lzw,
            7 => Self::Jpeg,
            8 | 32946 => Self::Deflate,
            32773 => Self::PackBits,
            other => {
                return Err(format!(
                    "it is a TIFF of compression {other}, which cannot be shown"
                ));
            }
        })
    }
}

/// The packing of strips and tiles.
#[derive(Clone, Copy, Debug)]
pub(super) struct Packing {
    pub coding: Coding,
    /// Whether the lowest bit of a byte comes first.
    pub reversed: bool,
}

impl Packing {
    /// Decodes a strip or tile of `size` columns and rows into `room`; missing samples remain unchanged.
    pub(super) fn unpack(self, packed: &[u8], size: (u32, u32), mut room: Vec<u8>) -> Vec<u8> {
        let packed = match self.reversed {
            true => Cow::Owned(packed.iter().map(|byte| byte.reverse_bits()).collect()),
            false => Cow::Borrowed(packed),
        };
        match self.coding {
            Coding::Plain | Coding::Jpeg => copy(&packed, &mut room),
            Coding::PackBits => unpack_bits(&packed, &mut room),
            Coding::Lzw => {
                let mut decoder = weezl::decode::Decoder::with_tiff_size_switch(BitOrder::Msb, 8);
                let (mut from, mut to) = (packed.as_ref(), room.as_mut_slice());
                while !to.is_empty() {
                    let done = decoder.decode_bytes(from, to);
                    from = from.get(done.consumed_in..).unwrap_or_default();
                    to = to.get_mut(done.consumed_out..).unwrap_or_default();
                    let stuck = done.consumed_in == 0 && done.consumed_out == 0;
                    if stuck || !matches!(done.status, Ok(weezl::LzwStatus::Ok)) {
                        break;
                    }
                }
            }
            Coding::Deflate => {
                let mut reader = flate2::read::ZlibDecoder::new(packed.as_ref());
                let mut to = room.as_mut_slice();
                while let Ok(count @ 1..) = reader.read(to) {
                    to = to.get_mut(count..).unwrap_or_default();
                }
            }
            Coding::Fax(kind, aligned) => fax(&packed, kind, aligned, size, &mut room),
        }
        room
    }
}

fn copy(from: &[u8], to: &mut [u8]) {
    let count = from.len().min(to.len());
    if let (Some(to), Some(from)) = (to.get_mut(..count), from.get(..count)) {
        to.copy_from_slice(from);
    }
}

/// Decodes PackBits (section 9).
fn unpack_bits(mut from: &[u8], mut to: &mut [u8]) {
    while let [head, rest @ ..] = from {
        let head = head.cast_signed();
        let count = usize::from(head.unsigned_abs()) + 1;
        let filled = match (head, rest) {
            (-128, _) => {
                from = rest;
                continue;
            }
            (0.., _) => {
                copy(
                    rest.get(..count).unwrap_or(rest),
                    to.get_mut(..count).unwrap_or_default(),
                );
                from = rest.get(count..).unwrap_or_default();
                count
            }
            (_, [value, behind @ ..]) => {
                let filled = count.min(to.len());
                to.get_mut(..filled).unwrap_or_default().fill(*value);
                from = behind;
                filled
            }
            (_, []) => return,
        };
        match to.get_mut(filled..) {
            Some(rest) => to = rest,
            None => return,
        }
    }
}

/// Decodes black and white rows, in which 1 is black.
fn fax(packed: &[u8], kind: Fax, aligned: bool, (columns, rows): (u32, u32), room: &mut [u8]) {
    let settings = DecodeSettings {
        columns,
        rows,
        end_of_block: true,
        end_of_line: false,
        rows_are_byte_aligned: aligned,
        encoding: match kind {
            Fax::OneDimension => EncodingMode::Group3_1D,
            Fax::TwoDimensions => EncodingMode::Group3_2D,
            Fax::Group4 => EncodingMode::Group4,
        },
        strict: false,
    };
    room.fill(0);
    let mut out = Rows {
        left: room,
        columns: columns as usize,
    };
    // Rows before an error are kept.
    let _ = decode(packed, &mut out, &mut DecoderContext::new(settings));
}

struct Rows<'a> {
    /// Rows that are still white.
    left: &'a mut [u8],
    columns: usize,
}

impl Decoder for Rows<'_> {
    fn push_row(&mut self, changes: &[u32]) {
        let bytes = self.columns.div_ceil(8);
        let left = std::mem::take(&mut self.left);
        let Some((row, rest)) = left.split_at_mut_checked(bytes) else {
            return;
        };
        self.left = rest;
        for pair in changes.chunks(2) {
            let from = pair.first().map_or(self.columns, |at| *at as usize);
            let to = pair.get(1).map_or(self.columns, |at| *at as usize);
            blacken(row, from, to.min(self.columns));
        }
    }
}

/// Sets the bits from one column up to another one, exclusive.
fn blacken(row: &mut [u8], from: usize, to: usize) {
    let mut at = from;
    while at < to {
        let whole = at.is_multiple_of(8) && to - at >= 8;
        if let Some(byte) = row.get_mut(at / 8) {
            *byte |= if whole { 0xFF } else { 0x80 >> (at % 8) };
        }
        at += if whole { 8 } else { 1 };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unpacked(coding: Coding, packed: &[u8], length: usize) -> Vec<u8> {
        let packing = Packing {
            coding,
            reversed: false,
        };
        packing.unpack(packed, (8, length as u32), vec![0; length])
    }

    #[test]
    fn runs_and_copies_fill_the_room_and_no_more() {
        let packed = [0xFE, 0xAA, 0x02, 0x80, 0x00, 0x2A, 0x80, 0xF0, 0x22];
        assert_eq!(
            unpacked(Coding::PackBits, &packed, 10),
            [0xAA, 0xAA, 0xAA, 0x80, 0, 0x2A, 0x22, 0x22, 0x22, 0x22]
        );
        for end in 0..packed.len() {
            assert_eq!(unpacked(Coding::PackBits, &packed[..end], 4).len(), 4);
        }
        assert_eq!(unpacked(Coding::Lzw, &[0x80, 0x0B], 3), [0, 0, 0]);
        assert_eq!(unpacked(Coding::Deflate, b"no", 3), [0, 0, 0]);
    }

    #[test]
    fn columns_are_blackened() {
        let mut row = [0; 3];
        blacken(&mut row, 3, 21);
        assert_eq!(row, [0x1F, 0xFF, 0xF8]);
        blacken(&mut row, 23, 900);
        assert_eq!(row, [0x1F, 0xFF, 0xF9]);
    }
}
