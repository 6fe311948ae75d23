//! Reads inline images (8.9.7) from a content stream. Their data may contain `EI`, so the end is found by the
//! real length of the data if possible.

use crate::budget::Budget;
use crate::content::colour::samples_per_pixel;
use crate::pdf::filter::Filter;
use crate::pdf::lexer::{Lexer, Token, is_white_space};
use crate::pdf::{Dict, FromBytes, Object, Resources, stream};

/// An inline image.
pub struct InlineImage {
    /// Its entries, as the source of a dictionary.
    dict: Vec<u8>,
    /// Its width and height in samples; 0 if not given.
    pub samples: (u32, u32),
    /// Whether its end was found.
    pub ends: bool,
    /// Length of its data in bytes, including the white space before `EI`.
    pub length: usize,
    /// Length of its data in bytes, without the white space before `EI`.
    pub data_length: usize,
}

impl InlineImage {
    /// The entries between `BI` and `ID`, with their keys unchanged.
    pub fn dict(&self) -> Option<Dict<'_>> {
        Dict::from_bytes(&self.dict)
    }
}

/// Maximum size of the output of one image's first filter, in bytes. Beyond it, `EI` is searched for.
const LARGEST: usize = 64 << 20;

/// Reads an image from behind `BI` to behind `EI`; `None` for a stray `BI`, after which nothing is skipped.
pub(super) fn read(
    lexer: &mut Lexer<'_>,
    resources: Option<&Resources<'_>>,
    budget: &Budget,
) -> Option<InlineImage> {
    let bytes = [b"<<", entries(lexer)?, b">>"].concat();
    let dict = Dict::from_bytes(&bytes).unwrap_or_default();
    // One white-space byte follows ID; the data begins after it.
    let data = lexer.rest();
    let start = usize::from(data.first().is_some_and(|b| is_white_space(*b)));
    let data = data.get(start..).unwrap_or_default();
    let known = real_length(&dict, data, resources, budget).and_then(|n| ending_after(data, n));
    let end = known.or_else(|| search(data, budget));
    lexer.seek(lexer.offset() + start + end.unwrap_or(data.len()));
    let ends = end.is_some();
    // `end` is the offset behind `EI`.
    let length = end.map_or(data.len(), |end| end.saturating_sub(2));
    let space = data.get(..length).and_then(<[u8]>::last);
    let data_length = length - usize::from(space.is_some_and(|b| is_white_space(*b)));
    let size = |short: &str, long: &str| {
        let size = dict.get::<u32>(short).or_else(|| dict.get::<u32>(long));
        size.unwrap_or(0)
    };
    let samples = (size("W", "Width"), size("H", "Height"));
    drop(dict);
    Some(InlineImage {
        dict: bytes,
        samples,
        ends,
        length,
        data_length,
    })
}

/// The bytes between BI and ID.
fn entries<'d>(lexer: &mut Lexer<'d>) -> Option<&'d [u8]> {
    let start = lexer.rest();
    let from = lexer.offset();
    // Real images have a dozen tokens. The limit keeps a stray BI from skipping the page.
    for _ in 0..200 {
        lexer.skip_space();
        let until = lexer.offset() - from;
        match lexer.next()? {
            Token::Keyword(b"ID") => return start.get(..until),
            // Images do not contain images, so each token is read for at most one BI.
            Token::Keyword(b"EI" | b"BI") => break,
            _ => {}
        }
    }
    lexer.seek(from);
    None
}

/// Length of the data, if it is known without a search for EI.
fn real_length(
    dict: &Dict<'_>,
    data: &[u8],
    resources: Option<&Resources<'_>>,
    budget: &Budget,
) -> Option<usize> {
    let number = |short: &str, long: &str| {
        let value = dict.get::<i32>(short).or_else(|| dict.get::<i32>(long))?;
        usize::try_from(value).ok()
    };
    // ISO 32000-2, table 91.
    if let Some(length) = number("L", "Length") {
        return Some(length);
    }
    let filters = stream::filters(dict);
    let Some((first, parameters)) = filters.first() else {
        let mask = matches!(
            dict.get::<Object<'_>>("IM")
                .or_else(|| dict.get::<Object<'_>>("ImageMask")),
            Some(Object::Boolean(true))
        );
        let (bits, samples) = if mask {
            (1, 1)
        } else {
            (
                number("BPC", "BitsPerComponent")?,
                samples_per_pixel(dict, resources)?,
            )
        };
        let row = number("W", "Width")?
            .checked_mul(bits)?
            .checked_mul(samples)?
            .div_ceil(8);
        return row.checked_mul(number("H", "Height")?);
    };
    match (*first)? {
        Filter::Dct => {
            let length = jpeg_length(data);
            budget
                .try_take(length.unwrap_or(data.len()))
                .then_some(length?)
        }
        Filter::CcittFax | Filter::Jbig2 | Filter::Jpx | Filter::Crypt => None,
        filter => {
            let mut limit = LARGEST.min(budget.left());
            let mut decoded = filter.decode(data, parameters, limit);
            if decoded.data.len() >= limit && limit < LARGEST && budget.extend() {
                limit = LARGEST.min(budget.left());
                decoded = filter.decode(data, parameters, limit);
            }
            // Failed decoding counts as well, because the next image would repeat it.
            let work = decoded.used.max(decoded.data.len());
            (budget.try_take(work) && decoded.complete).then_some(decoded.used)
        }
    }
}

/// Length of a JPEG file up to its EOI marker; segments, which may contain such a marker, are skipped.
fn jpeg_length(data: &[u8]) -> Option<usize> {
    let mut at = 2;
    loop {
        match data.get(at..at + 2)? {
            [0xFF, 0xD9] => return Some(at + 2),
            // Stuffed bytes, restart markers and fill bytes have no length.
            [0xFF, 0x00 | 0x01 | 0xD0..=0xD8] => at += 2,
            [0xFF, 0xFF] => at += 1,
            [0xFF, _] => {
                let length = data.get(at + 2..at + 4)?;
                at += 2 + usize::from(u16::from_be_bytes([length[0], length[1]]));
            }
            _ => at += 1,
        }
    }
}

/// The offset behind EI if it follows `length` bytes of data, with or without white space before it.
fn ending_after(data: &[u8], length: usize) -> Option<usize> {
    let rest = data.get(length..)?;
    // Some writers include the line end before EI in the data, or write several.
    let space = rest
        .iter()
        .take(4)
        .take_while(|b| is_white_space(**b))
        .count();
    let tail = rest.get(space..)?;
    (tail.starts_with(b"EI") && delimited(tail.get(2..)?)).then_some(length + space + 2)
}

/// The offset behind the first separate EI followed by what looks like operators; otherwise, the first
/// separate EI.
fn search(data: &[u8], budget: &Budget) -> Option<usize> {
    let within = || data.get(..budget.left()).unwrap_or(data);
    let mut seen = within();
    let mut end = find_end(seen);
    if !matches!(end, Some((_, true))) && seen.len() < data.len() && budget.extend() {
        seen = within();
        end = find_end(seen);
    }
    // If all data was searched, the whole search counts, because the next image would repeat it.
    let (end, good) = end?;
    budget.try_take(if good { end } else { seen.len() });
    Some(end)
}

/// The offset behind the first separate EI that looks like operators follow, and `true`. Otherwise, the
/// offset behind the first separate EI, and `false`.
fn find_end(data: &[u8]) -> Option<(usize, bool)> {
    let mut at = 0;
    let mut last_resort = None;
    while let Some(found) = data.get(at..)?.windows(2).position(|w| w == b"EI") {
        let start = at + found;
        at = start + 2;
        let before = start.checked_sub(1).and_then(|i| data.get(i));
        let after = data.get(at..).unwrap_or_default();
        if before.is_none_or(|b| is_white_space(*b)) && delimited(after) {
            last_resort.get_or_insert((at, false));
            if looks_like_operators(after) {
                return Some((at, true));
            }
        }
    }
    last_resort
}

fn delimited(after: &[u8]) -> bool {
    after.first().is_none_or(|b| is_white_space(*b))
}

/// Whether the following bytes are text as in content streams, not image data.
fn looks_like_operators(after: &[u8]) -> bool {
    after
        .iter()
        .take(24)
        .all(|b| is_white_space(*b) || b.is_ascii_graphic())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    /// The length of the image in `stream`, which begins behind BI.
    fn image_end(stream: &[u8]) -> Option<usize> {
        let mut lexer = Lexer::new(stream);
        let entries = entries(&mut lexer)?;
        let bytes = [b"<<", entries, b">>"].concat();
        let dict = Dict::from_bytes(&bytes)?;
        let data = &lexer.rest()[1..];
        let budget = Budget::new(Limits::default(), 1 << 20);
        let end = real_length(&dict, data, None, &budget)
            .and_then(|n| ending_after(data, n))
            .or_else(|| search(data, &budget))?;
        Some(lexer.offset() + 1 + end)
    }

    #[test]
    fn data_that_holds_ei_is_passed_by_its_length() {
        for (image, what) in [
            (&b"/W 4 /H 2 /BPC 8 /CS /G ID ab EI cd\nEI"[..], "no filter"),
            (b"/W 8 /H 3 /IM true ID \nEI\nEI", "a mask"),
            (b"/W 1/H 1/BPC 8/CS/RGB/F/AHx ID 20 45 49 20>\nEI", "hex"),
            (b"/W 9 /H 9 /L 5 ID  EI \xFF\nEI", "its length is given"),
            (b"/W 9 /H 9 /F /CCF ID \xFF EI \xFE\x01 EI", "search"),
            (
                b"/W 1 /H 1 /F /DCT ID \xFF\xD8\xFF\xE0\0\x06 EI \xFF\xD9\nEI",
                "JPEG",
            ),
        ] {
            let stream = [image, b" Q BT /F1 9 Tf (abc) Tj ET"].concat();
            assert_eq!(image_end(&stream), Some(image.len()), "{what}");
        }
    }

    #[test]
    fn a_stray_bi_takes_nothing() {
        assert_eq!(image_end(b"/W 3 EI (abc) Tj"), None);
        let mut lexer = Lexer::new(b" q Q");
        assert!(entries(&mut lexer).is_none());
    }
}
