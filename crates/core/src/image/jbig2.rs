//! Makes JBIG2 files (ITU-T T.88, annex D) from embedded streams (ISO 32000-1, 7.4.7). These streams
//! lack the file header, and the segments that end a page and a file.

/// The signature of the file, flags (sequential, known number of pages), and the number of pages: 1.
const HEADER: [u8; 13] = [
    0x97, b'J', b'B', b'2', 0x0d, 0x0a, 0x1a, 0x0a, 0x01, 0, 0, 0, 1,
];
/// Types of segments (7.3).
const PAGE_INFORMATION: u8 = 48;
const END_OF_PAGE: u8 = 49;
const END_OF_FILE: u8 = 51;
/// The page number in embedded streams.
const PAGE: u8 = 1;
/// The length of a segment of unknown length (7.2.7).
const UNKNOWN: u32 = u32::MAX;

/// A file with one page.
pub(super) fn file(globals: &[u8], page: &[u8]) -> Vec<u8> {
    let last = [globals, page]
        .into_iter()
        .flat_map(segment_numbers)
        .max()
        .unwrap_or(0);
    let mut out = [&HEADER, globals, page].concat();
    end(&mut out, last.saturating_add(1), END_OF_PAGE, PAGE);
    end(&mut out, last.saturating_add(2), END_OF_FILE, 0);
    out
}

/// The embedded stream of a file with one page, without the segments that end the page and the file, and the
/// width and height of the page. `None` for files in random-access organisation.
pub(super) fn embedded(file: &[u8]) -> Option<(Vec<u8>, u32, u32)> {
    let mut rest = file.strip_prefix(&HEADER)?;
    let mut out = Vec::with_capacity(rest.len());
    let mut size = None;
    while !rest.is_empty() {
        let (_, length, data) = segment(rest)?;
        let kind = rest.get(4)? & 0x3f;
        if kind == PAGE_INFORMATION {
            let (width, after) = u32_of(data)?;
            // The height may be unknown until the end of the page.
            let (height, _) = u32_of(after).filter(|(height, _)| *height != UNKNOWN)?;
            size = Some((width, height));
        }
        let end = (rest.len() - data.len()).checked_add(length)?;
        let whole = rest.get(..end)?;
        if !matches!(kind, END_OF_PAGE | END_OF_FILE) {
            out.extend_from_slice(whole);
        }
        rest = rest.get(end..)?;
    }
    let (width, height) = size?;
    Some((out, width, height))
}

/// Appends a segment without data and references.
fn end(out: &mut Vec<u8>, number: u32, kind: u8, page: u8) {
    out.extend(number.to_be_bytes());
    out.extend([kind, 0, page]);
    out.extend(0u32.to_be_bytes());
}

/// The numbers of segments, as far as their headers are readable (7.2).
fn segment_numbers(mut data: &[u8]) -> Vec<u32> {
    let mut numbers = Vec::new();
    while let Some((number, length, rest)) = segment(data) {
        numbers.push(number);
        match rest.get(length..) {
            Some(next) if !next.is_empty() => data = next,
            _ => break,
        }
    }
    numbers
}

/// A segment's number, the length of its data, and the bytes after its header.
fn segment(data: &[u8]) -> Option<(u32, usize, &[u8])> {
    let (number, data) = u32_of(data)?;
    let (&[flags, count], data) = data.split_first_chunk()?;
    // Three bits; the value 7 means a longer form.
    let (count, data) = match count >> 5 {
        7 => {
            let rest = data.get(..3)?;
            let count = rest
                .iter()
                .fold(usize::from(count & 0x1f), |n, b| n << 8 | usize::from(*b));
            (count, data.get(3 + (count + 1).div_ceil(8)..)?)
        }
        n => (usize::from(n), data),
    };
    let size = match number {
        0..=256 => 1,
        257..=65536 => 2,
        _ => 4,
    };
    let page = if flags & 0x40 == 0 { 1 } else { 4 };
    let data = data.get(count.checked_mul(size)?.checked_add(page)?..)?;
    let (length, data) = u32_of(data)?;
    let length = if length == UNKNOWN {
        usize::MAX
    } else {
        length as usize
    };
    Some((number, length, data))
}

fn u32_of(data: &[u8]) -> Option<(u32, &[u8])> {
    let (bytes, rest) = data.split_first_chunk()?;
    Some((u32::from_be_bytes(*bytes), rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn plain(number: u32, page: u8, data: &[u8]) -> Vec<u8> {
        let mut out = number.to_be_bytes().to_vec();
        out.extend([48, 0, page]);
        out.extend((data.len() as u32).to_be_bytes());
        out.extend(data);
        out
    }

    #[test]
    fn the_ends_are_numbered_behind_all_segments() {
        let globals = plain(3, 0, b"dictionary");
        let page = [plain(0, 1, b"page"), plain(7, 1, b"")].concat();
        let file = file(&globals, &page);
        let segments = &file[HEADER.len()..];
        assert_eq!(segment_numbers(segments), [3, 0, 7, 8, 9]);
        assert!(file.ends_with(&[0, 0, 0, 9, END_OF_FILE, 0, 0, 0, 0, 0, 0]));
    }

    #[test]
    fn references_of_both_forms_are_passed_over() {
        let mut short = 300u32.to_be_bytes().to_vec();
        short.extend([6, 2 << 5, 0, 1, 0, 2, 1, 0, 0, 0, 0]);
        let mut long = 5u32.to_be_bytes().to_vec();
        // Nine references and two bytes of flags.
        long.extend([6 | 0x40, 7 << 5, 0, 0, 9, 0, 0]);
        long.extend([0; 9]);
        long.extend([0, 0, 0, 1, 0, 0, 0, 0]);
        assert_eq!(segment_numbers(&[short, long].concat()), [300, 5]);
    }

    proptest! {
        #[test]
        fn any_bytes_can_be_framed(globals: Vec<u8>, page: Vec<u8>) {
            let file = file(&globals, &page);
            prop_assert_eq!(file.len(), HEADER.len() + globals.len() + page.len() + 22);
        }
    }
}
