//! Decodes the bytes of files: UTF-8, UTF-16 and Windows-1252.

use std::borrow::Cow;
use std::ops::Range;

use crate::pdf::utf16;

/// The range of each part of a text, from its start to the next one.
pub(super) fn parts(text: &str, starts: &[usize]) -> Vec<Range<usize>> {
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts
        .iter()
        .copied()
        .zip(ends)
        .map(|(a, b)| a..b)
        .collect()
}

/// The byte range of each page of an XML file: from one element with this local name to the next.
pub(super) fn pages(text: &str, name: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let starts = memchr::memchr_iter(b'<', bytes).filter(|at| {
        let rest = bytes.get(at + 1..).unwrap_or_default();
        let end = rest.iter().take(64).position(|b| b" \t\r\n>/".contains(b));
        let tag = rest.get(..end.unwrap_or(0)).unwrap_or_default();
        let prefix = tag.strip_suffix(name.as_bytes());
        prefix.is_some_and(|prefix| prefix.is_empty() || prefix.ends_with(b":"))
    });
    parts(text, &starts.collect::<Vec<_>>())
}

/// Converts the bytes of a file to UTF-8. A byte order mark or the declared encoding decides how; other
/// invalid bytes become U+FFFD.
pub(super) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match bytes {
        [0xEF, 0xBB, 0xBF, rest @ ..] => String::from_utf8_lossy(rest),
        [0xFE, 0xFF, rest @ ..] => Cow::Owned(utf16(rest, u16::from_be_bytes)),
        [0xFF, 0xFE, rest @ ..] => Cow::Owned(utf16(rest, u16::from_le_bytes)),
        _ => match std::str::from_utf8(bytes) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) if is_latin(bytes) => Cow::Owned(bytes.iter().copied().map(latin).collect()),
            Err(_) => String::from_utf8_lossy(bytes),
        },
    }
}

/// Whether a file declares ISO 8859-1 or Windows-1252; both are decoded as Windows-1252, as browsers do.
fn is_latin(bytes: &[u8]) -> bool {
    let head = bytes.get(..bytes.len().min(2048)).unwrap_or_default();
    let head = head.to_ascii_lowercase();
    let names: [&[u8]; 4] = [b"iso-8859-1", b"iso8859-1", b"windows-1252", b"latin1"];
    names
        .iter()
        .any(|name| memchr::memmem::find(&head, name).is_some())
}

/// Decodes a byte of Windows-1252.
fn latin(byte: u8) -> char {
    const HIGH: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8D}', 'Ž',
        '\u{8F}', '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9D}',
        'ž', 'Ÿ',
    ];
    let high = usize::from(byte).checked_sub(0x80);
    high.and_then(|n| HIGH.get(n))
        .copied()
        .unwrap_or(char::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_are_known_by_their_first_bytes_or_what_the_file_declares() {
        assert_eq!(decode(b"\xEF\xBB\xBFabc"), "abc");
        assert_eq!(decode(b"\xFF\xFEa\0\xE9\0"), "aé");
        assert_eq!(decode(b"\xFE\xFF\0a"), "a");
        assert_eq!(
            decode(b"<?xml encoding='ISO-8859-1'?>\xE9\x93"),
            "<?xml encoding='ISO-8859-1'?>é“"
        );
        assert_eq!(decode(b"\xE9"), "\u{FFFD}");
    }
}
