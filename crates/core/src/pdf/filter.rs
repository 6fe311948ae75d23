//! The filters that decode data (7.4). Input: encoded bytes and parameters. Output: at most a given number of
//! bytes.

use std::cell::Cell;

use flate2::{Decompress, FlushDecompress, Status};

use super::Dict;
use super::lexer::is_white_space;

named! {
    /// A standard filter (table 6).
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Filter {
        AsciiHex = "ASCIIHexDecode",
        Ascii85 = "ASCII85Decode",
        Lzw = "LZWDecode",
        Flate = "FlateDecode",
        RunLength = "RunLengthDecode",
        CcittFax = "CCITTFaxDecode",
        Jbig2 = "JBIG2Decode",
        Dct = "DCTDecode",
        Jpx = "JPXDecode",
        /// Already applied when the stream was decrypted.
        Crypt = "Crypt",
    }
}

/// The entries of `/DecodeParms` that affect data (tables 8 and 9).
#[derive(Clone, Copy, Debug)]
pub struct Parameters {
    predictor: i32,
    colors: usize,
    bits_per_component: usize,
    columns: usize,
    early_change: bool,
}

impl Default for Parameters {
    fn default() -> Self {
        Self {
            predictor: 1,
            colors: 1,
            bits_per_component: 8,
            columns: 1,
            early_change: true,
        }
    }
}

impl Parameters {
    pub(super) fn read(dict: &Dict<'_>) -> Self {
        let positive = |key: &str, default: usize| {
            dict.get::<i32>(key)
                .and_then(|v| usize::try_from(v).ok())
                .filter(|v| (1..=1 << 24).contains(v))
                .unwrap_or(default)
        };
        Self {
            predictor: dict.get::<i32>("Predictor").unwrap_or(1),
            colors: positive("Colors", 1).min(64),
            bits_per_component: positive("BitsPerComponent", 8).min(16),
            columns: positive("Columns", 1),
            early_change: dict.get::<i32>("EarlyChange") != Some(0),
        }
    }
}

/// The output of a filter.
#[derive(Debug)]
pub struct Decoded {
    pub data: Vec<u8>,
    /// Number of input bytes used.
    pub used: usize,
    /// Whether the input was valid up to its end mark, or to its end if the filter needs no mark.
    pub complete: bool,
}

impl Filter {
    /// The filter of a name, or of an abbreviation in inline images (table 94).
    pub fn from_name(name: &[u8]) -> Option<Self> {
        Some(match name {
            b"ASCIIHexDecode" | b"AHx" => Self::AsciiHex,
            b"ASCII85Decode" | b"A85" => Self::Ascii85,
            b"LZWDecode" | b"LZW" => Self::Lzw,
            b"FlateDecode" | b"Fl" => Self::Flate,
            b"RunLengthDecode" | b"RL" => Self::RunLength,
            b"CCITTFaxDecode" | b"CCF" => Self::CcittFax,
            b"JBIG2Decode" => Self::Jbig2,
            b"DCTDecode" | b"DCT" => Self::Dct,
            b"JPXDecode" => Self::Jpx,
            b"Crypt" => Self::Crypt,
            _ => return None,
        })
    }

    /// Whether the filter decodes to an image, not to data.
    pub fn is_image(self) -> bool {
        matches!(self, Self::CcittFax | Self::Jbig2 | Self::Dct | Self::Jpx)
    }

    /// Decodes at most `limit` bytes. Data of image filters and of `Crypt` is returned unchanged.
    pub fn decode(self, data: &[u8], parameters: &Parameters, limit: usize) -> Decoded {
        let mut decoded = match self {
            Self::AsciiHex => ascii_hex(data),
            Self::Ascii85 => ascii_85(data, limit),
            Self::RunLength => run_length(data, limit),
            Self::Lzw => lzw(data, parameters.early_change, limit),
            Self::Flate => flate(data, limit),
            Self::Crypt | Self::CcittFax | Self::Jbig2 | Self::Dct | Self::Jpx => Decoded {
                data: data.to_vec(),
                used: data.len(),
                complete: true,
            },
        };
        if matches!(self, Self::Lzw | Self::Flate) {
            match parameters.predictor {
                2 => tiff_predictor(&mut decoded.data, parameters),
                10.. => png_predictor(&mut decoded.data, parameters),
                _ => {}
            }
        }
        decoded.data.truncate(limit);
        decoded
    }
}

/// Decodes ASCIIHex (7.4.2).
fn ascii_hex(data: &[u8]) -> Decoded {
    let end = data.iter().position(|&b| b == b'>');
    let mut out = Vec::with_capacity(data.len() / 2);
    super::lexer::RawString::Hexadecimal(data.get(..end.unwrap_or(data.len())).unwrap_or_default())
        .decode_into(&mut out);
    Decoded {
        data: out,
        used: end.map_or(data.len(), |e| e + 1),
        complete: end.is_some(),
    }
}

/// Decodes ASCII85 (7.4.3).
fn ascii_85(data: &[u8], limit: usize) -> Decoded {
    let mut out = Vec::with_capacity((data.len() / 5 * 4).min(limit));
    let mut group = [0u8; 5];
    let mut filled = 0;
    let mut used = 0;
    let mut complete = false;
    let flush = |group: [u8; 5], digits: usize, out: &mut Vec<u8>| {
        let value = group
            .iter()
            .fold(0u32, |v, &d| v.wrapping_mul(85).wrapping_add(u32::from(d)));
        out.extend_from_slice(value.to_be_bytes().get(..digits - 1).unwrap_or_default());
    };
    for &byte in data {
        used += 1;
        match byte {
            b'z' if filled == 0 => out.extend_from_slice(&[0; 4]),
            b'!'..=b'u' => {
                if let Some(slot) = group.get_mut(filled) {
                    *slot = byte - b'!';
                }
                filled += 1;
                if filled == 5 {
                    flush(group, 5, &mut out);
                    filled = 0;
                }
            }
            b'~' => {
                complete = true;
                if data.get(used) == Some(&b'>') {
                    used += 1;
                }
                break;
            }
            // White space and other bytes without meaning.
            _ => {}
        }
        // A `z` gives four bytes for one.
        if out.len() >= limit {
            filled = 0;
            break;
        }
    }
    if filled > 1 {
        // An incomplete group is filled with the highest digit, and gives one byte less than it has digits.
        for slot in group.iter_mut().skip(filled) {
            *slot = 84;
        }
        flush(group, filled, &mut out);
    }
    Decoded {
        data: out,
        used,
        complete,
    }
}

/// Decodes RunLength (7.4.5).
fn run_length(data: &[u8], limit: usize) -> Decoded {
    let mut out = Vec::new();
    let mut rest = data;
    let mut complete = false;
    while let [length, tail @ ..] = rest {
        rest = tail;
        match length {
            128 => {
                complete = true;
                break;
            }
            0..128 => {
                let (copied, tail) = rest.split_at(rest.len().min(usize::from(*length) + 1));
                out.extend_from_slice(copied);
                rest = tail;
            }
            129.. => {
                let [byte, tail @ ..] = rest else { break };
                out.resize(out.len() + (257 - usize::from(*length)), *byte);
                rest = tail;
            }
        }
        if out.len() >= limit {
            out.truncate(limit);
            break;
        }
    }
    Decoded {
        data: out,
        used: data.len() - rest.len(),
        complete,
    }
}

thread_local! {
    /// The decoder of the last LZW stream, and whether its codes grow early. Pages and fonts are many short streams, and
    /// the tables of a new decoder are larger than most of them.
    static LAST_LZW: Cell<Option<(bool, weezl::decode::Decoder)>> = const { Cell::new(None) };

    /// The decoder of the last Flate stream.
    static LAST_INFLATER: Cell<Option<Decompress>> = const { Cell::new(None) };
}

/// Decodes LZW (7.4.4.2).
fn lzw(data: &[u8], early_change: bool, limit: usize) -> Decoded {
    use weezl::{BitOrder, LzwStatus, decode::Decoder};
    let last = LAST_LZW.take().filter(|(early, _)| *early == early_change);
    let mut decoder = match last {
        Some((_, mut last)) => {
            last.reset();
            last
        }
        None if early_change => Decoder::with_tiff_size_switch(BitOrder::Msb, 8),
        None => Decoder::new(BitOrder::Msb, 8),
    };
    let mut out = Vec::new();
    let mut used = 0;
    let mut complete = false;
    let mut buffer = vec![0; 1 << 14];
    while out.len() < limit {
        let step = decoder.decode_bytes(data.get(used..).unwrap_or_default(), &mut buffer);
        used += step.consumed_in;
        out.extend_from_slice(buffer.get(..step.consumed_out).unwrap_or_default());
        match step.status {
            Ok(LzwStatus::Ok) if step.consumed_in + step.consumed_out > 0 => {}
            Ok(LzwStatus::Done) => {
                complete = true;
                break;
            }
            // A missing end mark loses no data.
            Ok(_) => {
                complete = used == data.len();
                break;
            }
            Err(_) => break,
        }
    }
    LAST_LZW.set(Some((early_change, decoder)));
    out.truncate(limit);
    Decoded {
        data: out,
        used,
        complete,
    }
}

/// Decodes Flate (7.4.4.1). A missing or wrong zlib header is skipped.
fn flate(data: &[u8], limit: usize) -> Decoded {
    // Some writers put a line end before the data.
    let start = data.iter().position(|b| !is_white_space(*b)).unwrap_or(0);
    let mut best = inflate(data, true, limit);
    for (offset, zlib) in [(start, true), (2, false), (0, false)] {
        if !best.data.is_empty() || best.complete {
            break;
        }
        if (offset, zlib) == (0, true) {
            continue;
        }
        let mut other = inflate(data.get(offset..).unwrap_or_default(), zlib, limit);
        other.used += offset;
        if other.data.len() > best.data.len() {
            best = other;
        }
    }
    best
}

fn inflate(data: &[u8], zlib: bool, limit: usize) -> Decoded {
    let mut inflater = match LAST_INFLATER.take() {
        Some(mut last) => {
            last.reset(zlib);
            last
        }
        None => Decompress::new(zlib),
    };
    let mut out = Vec::with_capacity((data.len() * 4).clamp(1 << 10, 1 << 22).min(limit.max(1)));
    let mut complete = false;
    while out.len() < limit {
        if out.len() == out.capacity() {
            // Grow by half, not double, because both buffers exist during the copy.
            out.reserve_exact((out.len() / 2).max(1 << 12).min(limit - out.len()));
        }
        let (read, written) = (inflater.total_in(), inflater.total_out());
        let rest = data.get(read as usize..).unwrap_or_default();
        match inflater.decompress_vec(rest, &mut out, FlushDecompress::None) {
            Ok(Status::StreamEnd) => {
                complete = true;
                break;
            }
            Ok(_) if inflater.total_in() == read && inflater.total_out() == written => break,
            Ok(_) => {}
            Err(_) => break,
        }
    }
    let used = inflater.total_in() as usize;
    LAST_INFLATER.set(Some(inflater));
    out.truncate(limit);
    Decoded {
        data: out,
        used,
        complete,
    }
}

/// Undoes predictor 2 (7.4.4.4): each component is the difference to the one on its left.
fn tiff_predictor(data: &mut [u8], p: &Parameters) {
    let row_bits = p.columns * p.colors * p.bits_per_component;
    for row in data.chunks_mut(row_bits.div_ceil(8).max(1)) {
        match p.bits_per_component {
            8 => {
                for i in p.colors..row.len() {
                    row[i] = row[i].wrapping_add(row[i - p.colors]);
                }
            }
            16 => {
                for i in (2 * p.colors..row.len().saturating_sub(1)).step_by(2) {
                    let left =
                        u16::from_be_bytes([row[i - 2 * p.colors], row[i - 2 * p.colors + 1]]);
                    let sum = u16::from_be_bytes([row[i], row[i + 1]]).wrapping_add(left);
                    row[i..i + 2].copy_from_slice(&sum.to_be_bytes());
                }
            }
            bits => {
                let mask = (1u16 << bits) - 1;
                let at = |i: usize| (i * bits / 8, 8usize.wrapping_sub(bits + i * bits % 8));
                let count = row.len() * 8 / bits;
                for i in p.colors..count.min(p.columns * p.colors) {
                    let ((byte, shift), (left_byte, left_shift)) = (at(i), at(i - p.colors));
                    // Values of 1, 2 and 4 bits never cross bytes; other depths are invalid.
                    if shift >= 8 || left_shift >= 8 {
                        break;
                    }
                    let left = u16::from(row[left_byte]) >> left_shift & mask;
                    let sum = ((u16::from(row[byte]) >> shift & mask) + left) & mask;
                    row[byte] = row[byte] & !((mask << shift) as u8) | (sum << shift) as u8;
                }
            }
        }
    }
}

/// Undoes predictors 10 to 15 (7.4.4.4): each row begins with the number of its PNG filter.
fn png_predictor(data: &mut Vec<u8>, p: &Parameters) {
    let width = (p.columns * p.colors * p.bits_per_component).div_ceil(8);
    let pixel = (p.colors * p.bits_per_component).div_ceil(8).max(1);
    // In place: the output position is always before the input position.
    let mut end = 0;
    for from in (0..data.len()).step_by(width + 1) {
        let kind = data[from];
        let (start, length) = (end, width.min(data.len() - from - 1));
        for i in 0..length {
            let left = if i >= pixel {
                data[start + i - pixel]
            } else {
                0
            };
            let (above, corner) = if start >= width {
                (
                    data[start - width + i],
                    if i >= pixel {
                        data[start - width + i - pixel]
                    } else {
                        0
                    },
                )
            } else {
                (0, 0)
            };
            let predicted = match kind {
                1 => left,
                2 => above,
                3 => (u16::from(left) + u16::from(above)).div_euclid(2) as u8,
                4 => paeth(left, above, corner),
                _ => 0,
            };
            data[start + i] = data[from + 1 + i].wrapping_add(predicted);
        }
        end += length;
    }
    data.truncate(end);
}

fn paeth(left: u8, above: u8, corner: u8) -> u8 {
    let (a, b, c) = (i16::from(left), i16::from(above), i16::from(corner));
    let estimate = a + b - c;
    let (da, db, dc) = (
        (estimate - a).abs(),
        (estimate - b).abs(),
        (estimate - c).abs(),
    );
    if da <= db && da <= dc {
        left
    } else if db <= dc {
        above
    } else {
        corner
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::{Compression, write::ZlibEncoder};
    use proptest::prelude::*;
    use std::io::Write;

    const ALL: usize = 1 << 20;

    fn zlib(data: &[u8]) -> Vec<u8> {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(data).unwrap();
        encoder.finish().unwrap()
    }

    fn decoded(filter: Filter, data: &[u8], p: Parameters) -> (Vec<u8>, bool) {
        let d = filter.decode(data, &p, ALL);
        (d.data, d.complete)
    }

    #[test]
    fn ascii_filters() {
        let p = Parameters::default();
        assert_eq!(
            decoded(Filter::AsciiHex, b"61 6\n27>zz", p),
            (b"abp".to_vec(), true)
        );
        assert_eq!(
            decoded(Filter::Ascii85, b"87cURD]i,\"Ebo80~>", p),
            (b"Hello World!".to_vec(), true)
        );
        assert_eq!(
            decoded(Filter::Ascii85, b"z87c", p),
            (b"\0\0\0\0He".to_vec(), false)
        );
    }

    #[test]
    fn runs() {
        let p = Parameters::default();
        assert_eq!(
            decoded(Filter::RunLength, b"\x02abc\xFEz\x80rest", p),
            (b"abczzz".to_vec(), true)
        );
        assert_eq!(
            decoded(Filter::RunLength, b"\x05ab", p),
            (b"ab".to_vec(), false)
        );
    }

    #[test]
    fn lzw_of_the_standards_example() {
        // 7.4.4.2, EXAMPLE 1.
        let data = [0x80, 0x0B, 0x60, 0x50, 0x22, 0x0C, 0x0C, 0x85, 0x01];
        assert_eq!(
            decoded(Filter::Lzw, &data, Parameters::default()),
            (vec![45, 45, 45, 45, 45, 65, 45, 45, 45, 66], true)
        );
    }

    #[test]
    fn flate_gives_what_it_can() {
        let text: Vec<u8> = (0..5000u32).flat_map(|i| i.to_be_bytes()).collect();
        let whole = zlib(&text);
        let p = Parameters::default();
        assert_eq!(decoded(Filter::Flate, &whole, p), (text.clone(), true));
        let (part, complete) = decoded(Filter::Flate, &whole[..whole.len() / 2], p);
        assert!(!complete && part.len() > 1000 && text.starts_with(&part));
        assert_eq!(decoded(Filter::Flate, &whole[2..], p).0, text);
        let padded = [b"\r\n", whole.as_slice()].concat();
        assert_eq!(decoded(Filter::Flate, &padded, p).0, text);
    }

    #[test]
    fn a_bomb_stops_at_the_bound() {
        let bomb = zlib(&vec![b' '; 1 << 22]);
        let d = Filter::Flate.decode(&bomb, &Parameters::default(), 1000);
        assert_eq!(d.data.len(), 1000);
    }

    #[test]
    fn predictors() {
        let p = Parameters {
            columns: 4,
            ..Parameters::default()
        };
        let png = [1, 1, 1, 1, 1, 2, 1, 1, 1, 1, 4, 0, 0, 0, 1];
        let (data, _) = decoded(
            Filter::Flate,
            &zlib(&png),
            Parameters { predictor: 12, ..p },
        );
        assert_eq!(data, [1, 2, 3, 4, 2, 3, 4, 5, 2, 3, 4, 6]);
        let tiff = [1, 1, 1, 1, 5, 255, 0, 2];
        let (data, _) = decoded(
            Filter::Flate,
            &zlib(&tiff),
            Parameters { predictor: 2, ..p },
        );
        assert_eq!(data, [1, 2, 3, 4, 5, 4, 4, 6]);
        let nibbles = Parameters {
            predictor: 2,
            bits_per_component: 4,
            ..p
        };
        let (data, _) = decoded(Filter::Flate, &zlib(&[0x11, 0x1F]), nibbles);
        assert_eq!(data, [0x12, 0x32]);
    }

    proptest! {
        #[test]
        fn no_input_panics(
            data in prop::collection::vec(any::<u8>(), 0..300),
            predictor in 0i32..16, colors in 1usize..5, bits in prop::sample::select(vec![1usize, 2, 4, 8, 16, 3, 7]),
            columns in 1usize..50,
        ) {
            let p = Parameters { predictor, colors, bits_per_component: bits, columns, early_change: true };
            for filter in [Filter::AsciiHex, Filter::Ascii85, Filter::RunLength, Filter::Lzw, Filter::Flate] {
                let d = filter.decode(&data, &p, 10_000);
                prop_assert!(d.used <= data.len());
            }
            Filter::Flate.decode(&zlib(&data), &p, 10_000);
        }
    }
}
