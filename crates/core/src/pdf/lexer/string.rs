//! Raw strings and names (ISO 32000-1, 7.3.4 and 7.3.5): resolves their escapes.

use std::borrow::Cow;

/// A string before its escapes are resolved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RawString<'a> {
    Literal(&'a [u8]),
    Hexadecimal(&'a [u8]),
}

fn hex_digit(byte: u8) -> Option<u8> {
    (byte as char).to_digit(16).map(|d| d as u8)
}

/// A name with its `#` escapes resolved (7.3.5).
pub fn name(raw: &[u8]) -> Cow<'_, [u8]> {
    if !raw.contains(&b'#') {
        return Cow::Borrowed(raw);
    }
    let mut out = Vec::with_capacity(raw.len());
    let mut rest = raw;
    while let [byte, tail @ ..] = rest {
        rest = tail;
        if let (b'#', [high, low, after @ ..]) = (*byte, tail)
            && let (Some(high), Some(low)) = (hex_digit(*high), hex_digit(*low))
        {
            out.push(high << 4 | low);
            rest = after;
        } else {
            out.push(*byte);
        }
    }
    Cow::Owned(out)
}

impl<'a> RawString<'a> {
    /// The bytes of the string, borrowed if it has no escapes.
    pub fn decode(self) -> Cow<'a, [u8]> {
        match self.plain() {
            Some(bytes) => Cow::Borrowed(bytes),
            None => {
                let mut out = Vec::new();
                self.decode_into(&mut out);
                Cow::Owned(out)
            }
        }
    }

    /// The bytes of a literal string without escapes; `None` for other strings.
    pub fn plain(self) -> Option<&'a [u8]> {
        match self {
            Self::Literal(raw) if !raw.iter().any(|b| matches!(b, b'\\' | b'\r')) => Some(raw),
            _ => None,
        }
    }

    /// Appends the bytes of the string.
    pub fn decode_into(self, out: &mut Vec<u8>) {
        match self {
            Self::Literal(raw) => decode_literal(raw, out),
            Self::Hexadecimal(raw) => decode_hexadecimal(raw, out),
        }
    }
}

/// Decodes a literal string (7.3.4.2, table 3).
fn decode_literal(raw: &[u8], out: &mut Vec<u8>) {
    let mut rest = raw;
    while let Some(special) = rest.iter().position(|b| matches!(b, b'\\' | b'\r')) {
        let (plain, from) = rest.split_at(special);
        out.extend_from_slice(plain);
        rest = match from {
            [b'\\', b'\r', b'\n', after @ ..] | [b'\\', b'\r' | b'\n', after @ ..] => after,
            [b'\\', first @ b'0'..=b'7', ..] => {
                let mut value = u32::from(first - b'0');
                let mut after = from.get(2..).unwrap_or_default();
                for _ in 0..2 {
                    let [digit @ b'0'..=b'7', tail @ ..] = after else {
                        break;
                    };
                    value = value * 8 + u32::from(digit - b'0');
                    after = tail;
                }
                // "High-order overflow shall be ignored."
                out.push(value as u8);
                after
            }
            [b'\\', escaped, after @ ..] => {
                out.push(match escaped {
                    b'n' => b'\n',
                    b'r' => b'\r',
                    b't' => b'\t',
                    b'b' => 8,
                    b'f' => 12,
                    &other => other,
                });
                after
            }
            [b'\r', b'\n', after @ ..] | [b'\r', after @ ..] => {
                out.push(b'\n');
                after
            }
            // The string ends behind a backslash.
            _ => return,
        };
    }
    out.extend_from_slice(rest);
}

/// Decodes a hexadecimal string (7.3.4.3); bytes that are not digits are skipped.
fn decode_hexadecimal(raw: &[u8], out: &mut Vec<u8>) {
    let mut digits = raw.iter().copied().filter_map(hex_digit);
    while let Some(high) = digits.next() {
        // "If there is an odd number of digits, the final digit shall be assumed to be 0."
        out.push(high << 4 | digits.next().unwrap_or(0));
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Lexer, Token};
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn escapes() {
        let decode = |s: &'static str| RawString::Literal(s.as_bytes()).decode().into_owned();
        assert_eq!(decode(r"a\(\)\\\n\101\7z\q"), b"a()\\\nA\x07zq");
        assert_eq!(decode("a\\\r\nb\\\nc\r\nd\re\\"), b"abc\nd\ne");
        assert_eq!(decode(r"\777\0533"), [0o377, b'+', b'3']);
        assert_eq!(&*RawString::Hexadecimal(b"4 1\n5").decode(), b"AP");
        assert_eq!(&*name(b"A#42#zz#"), b"AB#zz#");
    }

    proptest! {
        #[test]
        fn written_strings_are_read_back(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
            let mut text = vec![b'('];
            for &b in &bytes {
                if matches!(b, b'(' | b')' | b'\\' | b'\r') {
                    text.extend(format!("\\{b:03o}").bytes());
                } else {
                    text.push(b);
                }
            }
            text.push(b')');
            let Some(Token::String(raw)) = Lexer::new(&text).next() else { panic!() };
            prop_assert_eq!(raw.decode().into_owned(), bytes);
        }
    }
}
