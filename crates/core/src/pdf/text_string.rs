//! Decodes text strings (ISO 32000-1, 7.9.2.2; ISO 32000-2 adds UTF-8).

/// The characters of a text string: UTF-16 or UTF-8 if it begins with a byte order mark, else PDFDocEncoding.
/// Language escapes (7.9.2.2, NOTE 3) are removed; undefined codes become U+FFFD.
pub fn text_string(bytes: &[u8]) -> String {
    match bytes {
        [0xFE, 0xFF, rest @ ..] => without_escapes(rest, u16::from_be_bytes),
        // Not in the standard, but some writers use it and all readers accept it.
        [0xFF, 0xFE, rest @ ..] => without_escapes(rest, u16::from_le_bytes),
        [0xEF, 0xBB, 0xBF, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        _ => bytes.iter().map(|&b| pdf_doc_encoding(b)).collect(),
    }
}

/// Decodes UTF-16 without the language escapes in it.
fn without_escapes(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let mut escaped = false;
    characters(bytes, unit, move |&u| {
        escaped ^= u == 0x1B;
        !escaped && u != 0x1B
    })
}

/// Decodes UTF-16, of which `unit` reads the units. Unpaired surrogates become U+FFFD.
pub fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    characters(bytes, unit, |_| true)
}

fn characters(bytes: &[u8], unit: fn([u8; 2]) -> u16, is: impl FnMut(&u16) -> bool) -> String {
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    char::decode_utf16(units.filter(is))
        .map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect()
}

/// Decodes PDFDocEncoding (annex D.3).
fn pdf_doc_encoding(byte: u8) -> char {
    const ACCENTS: [char; 8] = ['˘', 'ˇ', 'ˆ', '˙', '˝', '˛', '˚', '˜'];
    const PUNCTUATION: [char; 33] = [
        '•', '†', '‡', '…', '—', '–', 'ƒ', '⁄', '‹', '›', '−', '‰', '„', '“', '”', '‘', '’', '‚',
        '™', 'ﬁ', 'ﬂ', 'Ł', 'Œ', 'Š', 'Ÿ', 'Ž', 'ı', 'ł', 'œ', 'š', 'ž', '\u{FFFD}', '€',
    ];
    match byte {
        0x18..=0x1F => ACCENTS[usize::from(byte - 0x18)],
        0x80..=0xA0 => PUNCTUATION[usize::from(byte - 0x80)],
        0x7F | 0xAD => char::REPLACEMENT_CHARACTER,
        _ => char::from(byte),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_text_string() {
        assert_eq!(text_string(b"\xFE\xFF\x01\x41\xD8\x35\xDC\x00"), "Ł𝐀");
        assert_eq!(text_string(b"\xFF\xFE\x41\x01"), "Ł");
        assert_eq!(text_string(b"\xEF\xBB\xBF\xC5\x81"), "Ł");
        assert_eq!(text_string(b"\x95\xD3d\x9F\x84"), "ŁÓd\u{FFFD}—");
        assert_eq!(
            text_string(b"\xFE\xFF\x00\x1B\x00e\x00n\x00\x1B\x00a\x00"),
            "a"
        );
        assert_eq!(text_string(b"\xFE\xFF\xD8\x35"), "\u{FFFD}");
        assert_eq!(text_string(b""), "");
    }
}
