//! Classes of bytes (ISO 32000-1, 7.2.2), and the ends of white space, comments and literal strings.

/// The class of a byte (7.2.2), and so the kind of token that begins with it.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Class {
    /// A regular character, as in operators.
    Regular,
    /// A regular character that can begin a number.
    Number,
    /// White space (table 1).
    WhiteSpace,
    /// Begins a comment; this and the next five are delimiters (table 2).
    Comment,
    Name,
    Literal,
    Less,
    ArrayStart,
    ArrayEnd,
    /// A delimiter with which no token begins.
    Lost,
}

const CLASSES: [Class; 256] = {
    let mut classes = [Class::Regular; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            0 | b'\t' | b'\n' | 0x0C | b'\r' | b' ' => Class::WhiteSpace,
            b'0'..=b'9' | b'.' | b'-' | b'+' => Class::Number,
            b'%' => Class::Comment,
            b'/' => Class::Name,
            b'(' => Class::Literal,
            b'<' => Class::Less,
            b'[' => Class::ArrayStart,
            b']' => Class::ArrayEnd,
            b')' | b'>' | b'{' | b'}' => Class::Lost,
            _ => Class::Regular,
        };
        byte += 1;
    }
    classes
};

pub(super) fn class(byte: u8) -> Class {
    CLASSES[usize::from(byte)]
}

/// Whether a byte is white space (7.2.2, table 1).
pub fn is_white_space(byte: u8) -> bool {
    class(byte) == Class::WhiteSpace
}

/// Whether a byte is neither white space nor a delimiter (7.2.2).
pub fn is_regular(byte: u8) -> bool {
    matches!(class(byte), Class::Regular | Class::Number)
}

/// The end of white space and comments (7.2.3).
pub(in crate::pdf) fn space_end(data: &[u8], mut at: usize) -> usize {
    while let Some(&byte) = data.get(at) {
        match class(byte) {
            Class::WhiteSpace => at += 1,
            Class::Comment => {
                let rest = data.get(at..).unwrap_or_default();
                let end = rest.iter().position(|b| matches!(b, b'\n' | b'\r'));
                at += end.unwrap_or(rest.len());
            }
            _ => break,
        }
    }
    at
}

/// The end of a literal string (7.3.4.2), behind its bracket; `None` if it is not closed.
pub(in crate::pdf) fn literal_end(data: &[u8], at: usize) -> Option<usize> {
    let mut depth = 0usize;
    let mut bytes = data.get(at..)?.iter();
    while let Some(byte) = bytes.next() {
        match byte {
            b'\\' => drop(bytes.next()),
            b'(' => depth += 1,
            b')' if depth == 1 => return Some(data.len() - bytes.len()),
            b')' => depth -= 1,
            _ => {}
        }
    }
    None
}
