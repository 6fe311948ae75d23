//! Tokens of content streams and CMaps (ISO 32000-1, 7.2 and 7.3).
//!
//! Nothing is allocated for numbers, names and operators. A token that makes no sense is told as
//! [`Token::Bad`] and costs only itself.

use std::borrow::Cow;

/// A token, borrowing from the data wherever it can.
#[derive(Clone, Debug, PartialEq)]
pub enum Token<'a> {
    Number(f64),
    /// As written: escapes are resolved by [`name`].
    Name(&'a [u8]),
    /// A literal or hexadecimal string, as it stands between its delimiters.
    String(RawString<'a>),
    ArrayStart,
    ArrayEnd,
    /// A dictionary with its delimiters, for a parser of objects.
    Dict(&'a [u8]),
    /// An operator, or `true`, `false` and `null`.
    Keyword(&'a [u8]),
    /// Bytes that belong to no token.
    Bad(&'a [u8]),
}

/// A string before its escapes are resolved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RawString<'a> {
    Literal(&'a [u8]),
    Hexadecimal(&'a [u8]),
}

/// Cuts data into tokens.
#[derive(Clone, Debug)]
pub struct Lexer<'a> {
    data: &'a [u8],
    position: usize,
    /// Where dictionaries begin that have no end up to `looked_to`: the last one that was found to have
    /// none, and those inside it.
    open: Vec<usize>,
    looked_to: usize,
    /// Steps that were taken to find the ends of dictionaries.
    #[cfg(test)]
    steps: usize,
}

/// Bytes that a dictionary between operators may have.
const LONGEST_DICT: usize = 1 << 16;

/// What a byte is (7.2.2), and what begins with it.
#[derive(Clone, Copy, PartialEq)]
enum Class {
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

fn class(byte: u8) -> Class {
    CLASSES[usize::from(byte)]
}

/// White space (7.2.2, table 1).
pub fn is_white_space(byte: u8) -> bool {
    class(byte) == Class::WhiteSpace
}

/// Neither white space nor a delimiter (7.2.2).
pub(super) fn is_regular(byte: u8) -> bool {
    matches!(class(byte), Class::Regular | Class::Number)
}

/// Where white space and comments (7.2.3) end.
pub(super) fn space_end(data: &[u8], mut at: usize) -> usize {
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
pub(super) fn literal_end(data: &[u8], at: usize) -> Option<usize> {
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

impl<'a> Lexer<'a> {
    pub fn new(data: &'a [u8]) -> Self {
        Self {
            data,
            position: 0,
            open: Vec::new(),
            looked_to: 0,
            #[cfg(test)]
            steps: 0,
        }
    }

    /// Offset of the next byte.
    pub fn offset(&self) -> usize {
        self.position
    }

    /// Goes on at another offset.
    pub fn seek(&mut self, position: usize) {
        self.position = position.min(self.data.len());
    }

    /// What has not been read yet.
    pub fn rest(&self) -> &'a [u8] {
        self.data.get(self.position..).unwrap_or_default()
    }

    fn peek(&self) -> Option<u8> {
        self.data.get(self.position).copied()
    }

    fn peek_second(&self) -> Option<u8> {
        self.data.get(self.position + 1).copied()
    }

    fn since(&self, start: usize) -> &'a [u8] {
        self.data.get(start..self.position).unwrap_or_default()
    }

    fn skip_while(&mut self, wanted: impl Fn(u8) -> bool) {
        let rest = self.rest();
        let end = rest.iter().position(|&b| !wanted(b));
        self.position += end.unwrap_or(rest.len());
    }

    /// White space and comments (7.2.3).
    pub fn skip_space(&mut self) {
        self.position = space_end(self.data, self.position);
    }

    fn skip_comment(&mut self) {
        self.skip_while(|b| b != b'\n' && b != b'\r');
    }

    /// Goes on at the next literal string, or at the end.
    pub fn skip_to_string(&mut self) {
        while let Some(byte) = self.peek() {
            match byte {
                b'(' => return,
                b'%' => self.skip_comment(),
                _ => self.skip_while(|b| b != b'(' && b != b'%'),
            }
        }
    }

    fn bad_byte(&mut self) -> Token<'a> {
        let start = self.position;
        self.position += 1;
        Token::Bad(self.since(start))
    }

    /// What begins as a number does, and may be an operator all the same.
    fn number(&mut self) -> Token<'a> {
        if let Some((value, length)) = plain_number(self.rest()) {
            self.position += length;
            return Token::Number(value);
        }
        match self.keyword() {
            Token::Keyword(bytes) => number(bytes).map_or(Token::Keyword(bytes), Token::Number),
            token => token,
        }
    }

    fn keyword(&mut self) -> Token<'a> {
        let start = self.position;
        self.skip_while(is_regular);
        Token::Keyword(self.since(start))
    }

    /// 7.3.4.2; a string that does not end holds the rest of the data.
    fn literal(&mut self) -> Token<'a> {
        let start = self.position + 1;
        let end = literal_end(self.data, self.position);
        self.position = end.unwrap_or(self.data.len());
        let inside = start..self.position - usize::from(end.is_some());
        Token::String(RawString::Literal(
            self.data.get(inside).unwrap_or_default(),
        ))
    }

    /// 7.3.4.3.
    fn hexadecimal(&mut self) -> Token<'a> {
        self.position += 1;
        let start = self.position;
        self.skip_while(|b| b.is_ascii_hexdigit() || is_white_space(b));
        let content = self.since(start);
        if self.peek() == Some(b'>') {
            self.position += 1;
            return Token::String(RawString::Hexadecimal(content));
        }
        // Not a string after all, or one with foreign bytes: it ends where a `>` ends it, unless
        // that is far away, beyond what can be one operand.
        self.skip_while(|b| b != b'>' && !matches!(b, b'<' | b'(' | b'['));
        if self.peek() == Some(b'>') {
            let content = self.since(start);
            self.position += 1;
            return Token::String(RawString::Hexadecimal(content));
        }
        self.position = start;
        Token::Bad(self.data.get(start - 1..start).unwrap_or_default())
    }

    /// A dictionary up to its `>>`; strings and dictionaries inside it are passed over whole.
    fn dict(&mut self) -> Token<'a> {
        let start = self.position;
        // What was looked through from an earlier one on is not looked through again: all that was open
        // in it at its end is known, this one too.
        let resumed = self.open.binary_search(&start).ok();
        let (mut open, level) = match resumed {
            Some(level) => {
                self.position = self.looked_to;
                (std::mem::take(&mut self.open), level)
            }
            None => {
                self.position = start + 2;
                (vec![start], 0)
            }
        };
        while let Some(byte) = self.peek()
            && self.position - start < LONGEST_DICT
        {
            #[cfg(test)]
            {
                self.steps += 1;
            }
            match byte {
                b'(' => drop(self.literal()),
                b'%' => self.skip_comment(),
                b'<' if self.peek_second() == Some(b'<') => {
                    open.push(self.position);
                    self.position += 2;
                }
                // The end of a hexadecimal string is not half an end of the dictionary.
                b'<' => drop(self.hexadecimal()),
                b'>' if self.peek_second() == Some(b'>') => {
                    open.pop();
                    self.position += 2;
                }
                _ => self.position += 1,
            }
            if open.len() == level {
                if resumed.is_some() {
                    (self.open, self.looked_to) = (open, self.position);
                }
                return Token::Dict(self.since(start));
            }
        }
        // It never ends: only the delimiter is bad, what follows may be read.
        (self.open, self.looked_to) = (open, self.position);
        self.position = start + 2;
        Token::Bad(self.since(start))
    }
}

impl<'a> Iterator for Lexer<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            return Some(match class(self.peek()?) {
                Class::WhiteSpace => {
                    self.position += 1;
                    continue;
                }
                Class::Comment => {
                    self.skip_comment();
                    continue;
                }
                Class::Number => self.number(),
                Class::Regular => self.keyword(),
                Class::Literal => self.literal(),
                Class::Name => {
                    self.position += 1;
                    let start = self.position;
                    self.skip_while(is_regular);
                    Token::Name(self.since(start))
                }
                Class::Less if self.peek_second() == Some(b'<') => self.dict(),
                Class::Less => self.hexadecimal(),
                Class::ArrayStart => {
                    self.position += 1;
                    Token::ArrayStart
                }
                Class::ArrayEnd => {
                    self.position += 1;
                    Token::ArrayEnd
                }
                Class::Lost => self.bad_byte(),
            });
        }
    }
}

/// A number as nearly all are written, a few digits with at most a sign and a point, and its length;
/// `None` for what [`number`] must look at.
fn plain_number(bytes: &[u8]) -> Option<(f64, usize)> {
    /// With the point. So many digits fit.
    const LONGEST: usize = 15;
    let negative = bytes.first() == Some(&b'-');
    let start = usize::from(negative);
    let mut value = 0u64;
    let mut digits = |mut at: usize| {
        while let Some(digit @ b'0'..=b'9') = bytes.get(at) {
            // What overflows is longer than is looked at.
            value = value.wrapping_mul(10).wrapping_add(u64::from(digit - b'0'));
            at += 1;
        }
        at
    };
    let point = digits(start);
    let (end, decimals) = if bytes.get(point) == Some(&b'.') {
        let end = digits(point + 1);
        (end, end - point - 1)
    } else {
        (point, 0)
    };
    let has_digits = point > start || decimals > 0;
    if !has_digits || end - start > LONGEST || bytes.get(end).is_some_and(|&b| is_regular(b)) {
        return None;
    }
    let mut value = value as f64;
    if decimals > 0 {
        value /= POWERS_OF_TEN.get(decimals)?;
    }
    Some((if negative { -value } else { value }, end))
}

/// A number (7.3.3). As other readers do, `--5` is read as -5, and a number ends at a second sign
/// or point, so that `0.5-3` is 0.5.
fn number(bytes: &[u8]) -> Option<f64> {
    let mut rest = bytes;
    let mut negative = false;
    while let [sign @ (b'+' | b'-'), tail @ ..] = rest {
        negative |= *sign == b'-';
        rest = tail;
    }
    let mut value = 0u64;
    let mut digits = 0u32;
    let mut decimals: Option<u32> = None;
    for &byte in rest {
        match byte {
            b'0'..=b'9' => {
                // Digits behind the 18th change nothing that a page could show.
                if digits < 18 {
                    value = value * 10 + u64::from(byte - b'0');
                    digits += 1;
                    if let Some(n) = &mut decimals {
                        *n += 1;
                    }
                } else if decimals.is_none() {
                    return Some(if negative { f64::MIN } else { f64::MAX });
                }
            }
            b'.' if decimals.is_none() => decimals = Some(0),
            b'.' | b'-' if digits > 0 => break,
            _ => return None,
        }
    }
    if digits == 0 && decimals.is_none() {
        return None;
    }
    let value = value as f64 / POWERS_OF_TEN[decimals.unwrap_or(0) as usize];
    Some(if negative { -value } else { value })
}

const POWERS_OF_TEN: [f64; 19] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18,
];

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
    /// The bytes of the string, borrowed when it has no escapes.
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

    /// The bytes of a string that has no escapes.
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

/// 7.3.4.2, table 3.
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
            // A backslash behind which the string ends.
            _ => return,
        };
    }
    out.extend_from_slice(rest);
}

/// 7.3.4.3; bytes that are no digits are passed over.
fn decode_hexadecimal(raw: &[u8], out: &mut Vec<u8>) {
    let mut digits = raw.iter().copied().filter_map(hex_digit);
    while let Some(high) = digits.next() {
        // "If there is an odd number of digits, the final digit shall be assumed to be 0."
        out.push(high << 4 | digits.next().unwrap_or(0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn tokens(data: &str) -> Vec<Token<'_>> {
        Lexer::new(data.as_bytes()).collect()
    }

    #[test]
    fn operands_and_operators() {
        use RawString::{Hexadecimal, Literal};
        assert_eq!(
            tokens("/F1 9.5 Tf [(a\\)(b)) -20 <4 1>]TJ % note\n/Span<</T(>>)/A<00AD>>>BDC T*"),
            [
                Token::Name(b"F1"),
                Token::Number(9.5),
                Token::Keyword(b"Tf"),
                Token::ArrayStart,
                Token::String(Literal(b"a\\)(b)")),
                Token::Number(-20.0),
                Token::String(Hexadecimal(b"4 1")),
                Token::ArrayEnd,
                Token::Keyword(b"TJ"),
                Token::Name(b"Span"),
                Token::Dict(b"<</T(>>)/A<00AD>>>"),
                Token::Keyword(b"BDC"),
                Token::Keyword(b"T*"),
            ]
        );
    }

    #[test]
    fn a_bad_token_costs_only_itself() {
        assert_eq!(
            tokens(") 1 <zz 2 [ << /A 3 Tj"),
            [
                Token::Bad(b")"),
                Token::Number(1.0),
                Token::Bad(b"<"),
                Token::Keyword(b"zz"),
                Token::Number(2.0),
                Token::ArrayStart,
                Token::Bad(b"<<"),
                Token::Name(b"A"),
                Token::Number(3.0),
                Token::Keyword(b"Tj"),
            ]
        );
    }

    #[test]
    fn numbers_as_other_readers_take_them() {
        for (text, value) in [
            ("0", 0.0),
            ("-.002", -0.002),
            ("+17", 17.0),
            ("4.", 4.0),
            (".", 0.0),
            ("--5", -5.0),
            ("0.5-3", 0.5),
            ("1.2.3", 1.2),
            ("123456789012345678901234567890", f64::MAX),
            ("0.000000000000000000001", 0.0),
        ] {
            assert_eq!(number(text.as_bytes()), Some(value), "{text}");
        }
        for text in ["", "-", "1e5", "12a", "Tf"] {
            assert_eq!(number(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn what_has_no_end_is_looked_through_once() {
        for (part, count) in [
            ("<</A ", 80_000),
            ("[<<", 80_000),
            ("<</A(x)<41>% y\n", 30_000),
            ("<</A<</B 1>> ", 30_000),
            ("<<<<<<>><", 30_000),
        ] {
            let data = part.repeat(count);
            let mut lexer = Lexer::new(data.as_bytes());
            let tokens = lexer.by_ref().count();
            assert!(tokens >= count, "{part}");
            assert!(
                lexer.steps <= 2 * data.len(),
                "{part}: {} steps",
                lexer.steps
            );
        }
    }

    #[test]
    fn a_dictionary_that_began_before_a_bound_is_still_found() {
        // The first never ends; the last begins before the bound that ends the search for its end.
        let inside = "(x)".repeat(LONGEST_DICT / 3 - 4);
        let data = format!("<</A {inside} <</B <</C 1>> /D 2>> Tj");
        let dicts: Vec<Token<'_>> = Lexer::new(data.as_bytes())
            .filter(|t| matches!(t, Token::Dict(_) | Token::Bad(_) | Token::Keyword(_)))
            .collect();
        assert_eq!(
            dicts,
            [
                Token::Bad(b"<<"),
                Token::Dict(b"<</B <</C 1>> /D 2>>"),
                Token::Keyword(b"Tj")
            ]
        );
    }

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
        fn any_bytes_end_and_every_byte_is_passed_once(data in prop::collection::vec(any::<u8>(), 0..400)) {
            let mut lexer = Lexer::new(&data);
            let mut last = 0;
            while let Some(token) = lexer.next() {
                prop_assert!(lexer.offset() > last);
                last = lexer.offset();
                if let Token::String(raw) = token {
                    raw.decode();
                }
            }
            prop_assert_eq!(lexer.offset(), data.len());
        }

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
