//! What bytes are (ISO 32000-1, 7.2.2), and where white space, comments and literal strings end.

/// What a byte is (7.2.2), and what begins with it.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Class {
    /// A regular character, of which operators are made.
    Regular,
    /// A regular character that numbers begin with.
    Number,
    /// White space (table 1).
    WhiteSpace,
    /// The delimiters (table 2).
    Comment,
    Name,
    Literal,
    Less,
    ArrayStart,
    ArrayEnd,
    /// One that nothing begins with.
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

/// White space (7.2.2, table 1).
pub(crate) fn is_white_space(byte: u8) -> bool {
    class(byte) == Class::WhiteSpace
}

/// Neither white space nor a delimiter (7.2.2).
pub(crate) fn is_regular(byte: u8) -> bool {
    matches!(class(byte), Class::Regular | Class::Number)
}

/// Where white space and comments (7.2.3) end.
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

/// Where a literal string (7.3.4.2) ends, behind its bracket.
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
