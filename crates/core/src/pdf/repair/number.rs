//! Detects numbers that the reader cannot read (7.3.3), and gives the intended ones.

use crate::pdf::lexer::is_white_space;
use crate::pdf::{FromBytes, Number};

/// Whether a number has the most common form: an optional sign, digits, an optional point.
pub(super) fn is_plain(token: &[u8]) -> bool {
    let unsigned = match token {
        [b'+' | b'-', rest @ ..] => rest,
        _ => token,
    };
    let mut points = 0;
    let mut digits = 0;
    for byte in unsigned {
        match byte {
            b'0'..=b'9' => digits += 1,
            b'.' => points += 1,
            _ => return false,
        }
    }
    points <= 1 && digits > 0
}

/// Whether the reader reads these bytes, followed by `next`, as one number.
pub(super) fn is_read(token: &[u8], next: Option<u8>) -> bool {
    let digits = |from: usize| {
        let rest = token.get(from..).unwrap_or_default();
        let length = rest.iter().position(|b| !b.is_ascii_digit() && *b != b'-');
        from + length.unwrap_or(rest.len())
    };
    let sign = usize::from(matches!(token.first(), Some(b'+' | b'-')));
    let end = match token.get(sign) {
        Some(b'.') => digits(sign + 1),
        // The reader skips `--5` as a whole and reads 0.
        Some(b'0'..=b'9') => match digits(sign) {
            point if token.get(point) == Some(&b'.') => digits(point + 1),
            end => end,
        },
        None if next.is_some_and(|b| is_white_space(b) || matches!(b, b'(' | b'<')) => sign,
        _ => return false,
    };
    end == token.len() && Number::from_bytes(token).is_some()
}

/// The number intended by an invalid token, or an empty string if it is unknown, and the number of bytes
/// that belong to it.
pub(super) fn meant(token: &[u8]) -> (String, usize) {
    let all = token.len();
    if token.contains(&b',') {
        return (without_commas(token), all);
    }
    if let Some(value) = with_exponent(token) {
        return (value, all);
    }
    let signs = token.iter().take_while(|b| matches!(b, b'+' | b'-'));
    let signs = signs.count();
    let mut text = String::new();
    if token.iter().take(signs).any(|&b| b == b'-') {
        text.push('-');
    }
    let rest = token.get(signs..).unwrap_or_default();
    let mut end = signs;
    let (mut points, mut digits) = (0, 0);
    for &byte in rest {
        match byte {
            b'0'..=b'9' => digits += 1,
            b'.' if points == 0 => points += 1,
            _ => break,
        }
        text.push(char::from(byte));
        end += 1;
    }
    if digits == 0 {
        // A single sign or point means 0, as in the reader.
        let alone = rest.is_empty() || rest == b".";
        return (if alone { "0".into() } else { String::new() }, all);
    }
    if text.ends_with('.') {
        text.pop();
    }
    // Only white space is missing in `5 0R` and `42endobj`.
    let behind = token.get(end..).unwrap_or_default();
    let taken = if behind == b"R" || ends_object(behind) {
        end
    } else {
        all
    };
    (text, taken)
}

/// Replaces commas. One comma is a decimal point, as some programs write in certain locales; several commas
/// separate numbers.
fn without_commas(token: &[u8]) -> String {
    let parts: Vec<&[u8]> = token.split(|&b| b == b',').collect();
    if let [whole, decimals] = parts.as_slice()
        && is_plain(whole)
        && !whole.contains(&b'.')
        && !decimals.is_empty()
        && decimals.iter().all(u8::is_ascii_digit)
    {
        return String::from_utf8_lossy(token).replace(',', ".");
    }
    let numbers = parts.iter().filter(|part| is_plain(part));
    let numbers: Vec<_> = numbers.map(|part| String::from_utf8_lossy(part)).collect();
    numbers.join(" ")
}

/// Writes a number without its exponent, which PDF does not support.
fn with_exponent(token: &[u8]) -> Option<String> {
    let at = token.iter().position(|b| matches!(b, b'e' | b'E'))?;
    let (mantissa, exponent) = token.split_at(at);
    let exponent = match exponent.get(1..)? {
        [b'+' | b'-', digits @ ..] | digits => digits,
    };
    if !is_plain(mantissa) || exponent.is_empty() || !exponent.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let value: f64 = std::str::from_utf8(token).ok()?.parse().ok()?;
    // Larger or smaller than any page needs.
    Some(if value.abs() < 1e-12 {
        "0".into()
    } else {
        value.clamp(-1e12, 1e12).to_string()
    })
}

/// Whether a word can follow an object but never be in one.
pub(super) fn ends_object(word: &[u8]) -> bool {
    word.starts_with(b"endobj")
        || word.starts_with(b"endstream")
        || matches!(
            word,
            b"obj" | b"stream" | b"xref" | b"trailer" | b"startxref"
        )
}
