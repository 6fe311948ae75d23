//! Splits content streams and CMaps into tokens (ISO 32000-1, 7.2 and 7.3).
//!
//! Numbers, names and operators need no allocation. An invalid token is returned as [`Token::Bad`]; the
//! following tokens are not affected.

mod bytes;
mod number;
mod string;

pub use bytes::is_regular;
pub use bytes::is_white_space;
use bytes::{Class, class};
pub(super) use bytes::{literal_end, space_end};
use number::{number, plain_number};
pub use string::RawString;
pub use string::name;

/// A token, borrowing from the data wherever it can.
#[derive(Clone, Debug, PartialEq)]
pub enum Token<'a> {
    /// An integer or a real number.
    Number(f64),
    /// As in the file; [`name`] resolves its escapes.
    Name(&'a [u8]),
    /// A literal or hexadecimal string, without its delimiters.
    String(RawString<'a>),
    /// `[`
    ArrayStart,
    /// `]`
    ArrayEnd,
    /// A dictionary with its delimiters, for a parser of objects.
    Dict(&'a [u8]),
    /// An operator, or `true`, `false` and `null`.
    Keyword(&'a [u8]),
    /// Bytes that belong to no token.
    Bad(&'a [u8]),
}

/// Splits data into tokens.
#[derive(Clone, Debug)]
pub struct Lexer<'a> {
    data: &'a [u8],
    position: usize,
    /// The offsets of dictionaries that do not end before `looked_to`: the last one found to be open, and
    /// those inside it.
    open: Vec<usize>,
    looked_to: usize,
    /// Number of steps taken to find the ends of dictionaries.
    #[cfg(test)]
    steps: usize,
}

/// Maximum length of a dictionary between operators, in bytes; the beginning of a longer one is bad.
const LONGEST_DICT: usize = 1 << 16;

impl<'a> Lexer<'a> {
    /// Reads from the beginning of the data.
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

    /// Moves to an offset.
    pub fn seek(&mut self, position: usize) {
        self.position = position.min(self.data.len());
    }

    /// The remaining data.
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

    /// Skips white space and comments (7.2.3).
    pub fn skip_space(&mut self) {
        self.position = space_end(self.data, self.position);
    }

    fn skip_comment(&mut self) {
        self.skip_while(|b| b != b'\n' && b != b'\r');
    }

    /// Moves to the next literal string, or to the end.
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

    /// Reads a token that begins like a number, but may be an operator.
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

    /// Reads a literal string (7.3.4.2). An open one extends to the end of the data.
    fn literal(&mut self) -> Token<'a> {
        let start = self.position + 1;
        let end = literal_end(self.data, self.position);
        self.position = end.unwrap_or(self.data.len());
        let inside = start..self.position - usize::from(end.is_some());
        Token::String(RawString::Literal(
            self.data.get(inside).unwrap_or_default(),
        ))
    }

    /// Reads a hexadecimal string (7.3.4.3).
    fn hexadecimal(&mut self) -> Token<'a> {
        self.position += 1;
        let start = self.position;
        self.skip_while(|b| b.is_ascii_hexdigit() || is_white_space(b));
        let content = self.since(start);
        if self.peek() == Some(b'>') {
            self.position += 1;
            return Token::String(RawString::Hexadecimal(content));
        }
        // Not a string, or one with invalid bytes: it ends at the next `>`, unless another operand begins
        // before.
        self.skip_while(|b| b != b'>' && !matches!(b, b'<' | b'(' | b'['));
        if self.peek() == Some(b'>') {
            let content = self.since(start);
            self.position += 1;
            return Token::String(RawString::Hexadecimal(content));
        }
        self.position = start;
        Token::Bad(self.data.get(start - 1..start).unwrap_or_default())
    }

    /// Reads a dictionary up to its `>>`; strings and dictionaries inside it are skipped as a whole.
    fn dict(&mut self) -> Token<'a> {
        let start = self.position;
        // The previous search is resumed, because it recorded all dictionaries that were open at its end,
        // including this one.
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
                // The end of a hexadecimal string is not part of `>>`.
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
        // The dictionary is not closed: only its delimiter is bad, and reading continues behind it.
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
        // The first one is not closed; the last one begins before the limit of the search.
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
    }
}
