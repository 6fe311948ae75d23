//! A cursor in the bytes of the file.

use pdfa2hocr_core::pdf::lexer::{is_regular, is_white_space};

pub(super) struct Scan<'b> {
    pub bytes: &'b [u8],
    pub at: usize,
}

impl<'b> Scan<'b> {
    pub(super) fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    pub(super) fn byte(&self, at: usize) -> Option<u8> {
        self.bytes.get(at).copied()
    }

    pub(super) fn rest(&self) -> &'b [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    pub(super) fn since(&self, start: usize) -> &'b [u8] {
        self.bytes.get(start..self.at).unwrap_or_default()
    }

    pub(super) fn take(&mut self, word: &[u8]) -> bool {
        let found = self.rest().starts_with(word);
        if found {
            self.at += word.len();
        }
        found
    }

    pub(super) fn skip_while(&mut self, wanted: impl Fn(u8) -> bool) {
        while self.peek().is_some_and(&wanted) {
            self.at += 1;
        }
    }

    /// Skips white space and comments.
    pub(super) fn skip_space(&mut self) {
        loop {
            self.skip_while(is_white_space);
            if self.peek() != Some(b'%') {
                return;
            }
            self.skip_while(|b| !is_line_end(b));
        }
    }

    pub(super) fn skip_regular(&mut self) {
        self.skip_while(is_regular);
    }

    pub(super) fn number(&mut self) -> Option<u64> {
        let start = self.at;
        self.skip_while(|b| b.is_ascii_digit());
        std::str::from_utf8(self.since(start)).ok()?.parse().ok()
    }

    /// Skips white space; true if it was one character.
    pub(super) fn single_space(&mut self) -> bool {
        let start = self.at;
        self.skip_while(is_white_space);
        self.at == start + 1
    }
}

pub(super) fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\r' | b'\n')
}
