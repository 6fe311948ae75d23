//! Parses a CMap program token by token into a [`CMap`].

use super::map::{CMap, Codespace, code_value};
use crate::font::glyph_names;
use crate::font::ranges::Ranges;
use crate::font::text::{TextId, is_text};
use crate::pdf::lexer::{self, Lexer, Token};

/// Maximum number of ranges in one CMap; those of real fonts have under 70,000.
const RANGES: usize = 1 << 20;
/// Maximum number of codes of a range whose texts have several characters. "The last byte of the string shall
/// be incremented", so a valid range has at most these.
const LONG_TEXTS: u32 = 256;
/// Maximum length of one text in UTF-16, in bytes: twice that of strings in a CMap (Adobe Technical Note
/// 5014). Longer texts are ignored.
const LONGEST_TEXT: usize = 512;

/// The section between a `begin…` and its `end…`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Section {
    #[default]
    None,
    Codespace,
    CidChar,
    CidRange,
    NotdefChar,
    NotdefRange,
    BfChar,
    BfRange,
}

impl Section {
    fn begun_by(keyword: &[u8]) -> Option<Self> {
        Some(match keyword {
            b"begincodespacerange" => Self::Codespace,
            b"begincidchar" => Self::CidChar,
            b"begincidrange" => Self::CidRange,
            b"beginnotdefchar" => Self::NotdefChar,
            b"beginnotdefrange" => Self::NotdefRange,
            b"beginbfchar" => Self::BfChar,
            b"beginbfrange" => Self::BfRange,
            _ => return None,
        })
    }

    /// The number of codes at the beginning of an entry.
    fn codes(self) -> usize {
        match self {
            Self::CidChar | Self::NotdefChar | Self::BfChar => 1,
            _ => 2,
        }
    }
}

/// A character code in a CMap.
#[derive(Clone, Copy, Debug, Default)]
struct Code {
    value: u32,
    len: usize,
    bytes: [u8; 4],
}

impl Code {
    fn new(bytes: &[u8]) -> Option<Self> {
        let mut array = [0; 4];
        array.get_mut(..bytes.len())?.copy_from_slice(bytes);
        (!bytes.is_empty()).then_some(Self {
            value: code_value(bytes),
            len: bytes.len(),
            bytes: array,
        })
    }
}

/// Ranges in the order of the file, by the length of their codes.
type Written<T> = [Vec<(u32, u32, T)>; 4];

/// Collects the definitions of a CMap program.
#[derive(Default)]
pub(super) struct Parser {
    cmap: CMap,
    cids: Written<u32>,
    notdefs: Written<u32>,
    unicode: Written<TextId>,
    ranges: usize,
    section: Section,
    /// The codes of the entry that is being read.
    codes: Vec<Code>,
    /// Buffer for a text.
    text: String,
}

impl Parser {
    /// Reads the whole program.
    pub(super) fn run(mut self, data: &[u8]) -> CMap {
        let mut lexer = Lexer::new(data);
        // The two tokens before the current one, for `/WMode 1 def` and `/Name usecmap`.
        let mut before: [Option<Token<'_>>; 2] = [None, None];
        while let Some(token) = lexer.next()
            && self.ranges < RANGES
        {
            match &token {
                // Some programs append data of other fonts.
                Token::Keyword(b"endcmap") if self.ranges > 0 => break,
                Token::Keyword(keyword) => self.keyword(keyword, &before),
                Token::Dict(dict) => self.system_info(dict),
                _ if self.section != Section::None => self.operand(&token, &mut lexer),
                _ => {}
            }
            let [_, last] = before;
            before = [last, Some(token)];
        }
        let finish = |written: Written<u32>| written.map(Ranges::new);
        self.cmap.cids = finish(self.cids);
        self.cmap.notdefs = finish(self.notdefs);
        self.cmap.unicode = self.unicode.map(Ranges::new);
        self.cmap
    }

    fn keyword(&mut self, keyword: &[u8], before: &[Option<Token<'_>>; 2]) {
        if let Some(section) = Section::begun_by(keyword) {
            self.section = section;
            self.codes.clear();
        } else if keyword.starts_with(b"end") {
            self.section = Section::None;
        } else if keyword == b"usecmap" {
            if let [_, Some(Token::Name(raw))] = before {
                self.cmap.use_named(&lexer::name(raw));
            }
        } else if keyword == b"def"
            && let [Some(Token::Name(key)), Some(value)] = before
        {
            self.definition(key, value);
        }
    }

    fn definition(&mut self, key: &[u8], value: &Token<'_>) {
        match (key, value) {
            (b"WMode", Token::Number(mode)) => self.cmap.vertical = Some(*mode == 1.0),
            (b"Registry", Token::String(s)) => {
                self.cmap.collection.get_or_insert_default().0 = s.decode().into_owned();
            }
            (b"Ordering", Token::String(s)) => {
                self.cmap.collection.get_or_insert_default().1 = s.decode().into_owned();
            }
            _ => {}
        }
    }

    /// Reads `/CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) … >> def`.
    fn system_info(&mut self, dict: &[u8]) {
        let inner = dict.get(2..dict.len().saturating_sub(2));
        let mut key = None;
        for token in Lexer::new(inner.unwrap_or_default()) {
            if let Some(key) = key {
                self.definition(key, &token);
            }
            key = match token {
                Token::Name(name) => Some(name),
                _ => None,
            };
        }
    }

    fn operand(&mut self, token: &Token<'_>, lexer: &mut Lexer<'_>) {
        if self.codes.len() < self.section.codes() {
            if let Token::String(raw) = token
                && let Some(code) = Code::new(&raw.decode())
            {
                self.codes.push(code);
            }
            if self.section == Section::Codespace {
                self.codespace();
            }
            return;
        }
        let (Some(&low), Some(&high)) = (self.codes.first(), self.codes.last()) else {
            return;
        };
        self.codes.clear();
        self.ranges += 1;
        let Some(at) = low.len.checked_sub(1).filter(|&at| at < 4) else {
            return;
        };
        match (self.section, token) {
            (Section::CidChar | Section::CidRange, Token::Number(cid)) => {
                self.cids[at].push((low.value, high.value, *cid as u32));
            }
            (Section::NotdefChar | Section::NotdefRange, Token::Number(cid)) => {
                self.notdefs[at].push((low.value, high.value, *cid as u32));
            }
            (Section::BfRange, Token::ArrayStart) => self.array(at, low.value, high.value, lexer),
            (Section::BfChar | Section::BfRange, token) => {
                self.target(at, low.value, high.value, token);
            }
            _ => {}
        }
    }

    fn codespace(&mut self) {
        if let [low, high] = self.codes[..] {
            if low.len == high.len && self.cmap.codespaces.len() < 256 {
                self.cmap.codespaces.push(Codespace {
                    len: low.len as u8,
                    low: low.bytes,
                    high: high.bytes,
                });
            }
            self.codes.clear();
        }
    }

    /// Reads `<srcCode1> <srcCode2> [<dstString1> … <dstStringn>]`.
    fn array(&mut self, at: usize, low: u32, high: u32, lexer: &mut Lexer<'_>) {
        let mut code = Some(low);
        loop {
            let before = lexer.offset();
            match lexer.next() {
                None | Some(Token::ArrayEnd) => return,
                Some(Token::Keyword(_)) => {
                    // The array is not closed, but the section is.
                    lexer.seek(before);
                    return;
                }
                Some(token) => {
                    if let Some(c) = code.filter(|&c| c <= high.max(low))
                        && self.ranges < RANGES
                    {
                        self.ranges += 1;
                        self.target(at, c, c, &token);
                        code = c.checked_add(1);
                    }
                }
            }
        }
    }

    /// Adds the text of a code, or of a range of codes.
    fn target(&mut self, at: usize, low: u32, high: u32, token: &Token<'_>) {
        self.text.clear();
        let known = match token {
            Token::String(raw) => {
                let bytes = raw.decode();
                bytes.len() <= LONGEST_TEXT && decode_utf16(&bytes, &mut self.text)
            }
            // "Names as destinations", a legacy of Type 1 fonts.
            Token::Name(raw) => {
                let name = lexer::name(raw);
                let name = String::from_utf8_lossy(&name);
                glyph_names::to_unicode(&name, false, &mut self.text)
            }
            _ => false,
        };
        let Some(last) = self.text.chars().next_back().filter(|_| known) else {
            return;
        };
        let beginning = self.text.len() - last.len_utf8();
        if beginning == 0 {
            // U+0000 may be the first value of a valid range.
            self.unicode[at].push((low, high, TextId::Char(last)));
            return;
        }
        let codes = high.saturating_sub(low).saturating_add(1).min(LONG_TEXTS);
        for offset in 0..codes {
            self.text.truncate(beginning);
            let (Some(code), Some(end)) = (
                low.checked_add(offset),
                u32::from(last).checked_add(offset).and_then(char::from_u32),
            ) else {
                return;
            };
            self.text.push(end);
            self.ranges += 1;
            if self.text.chars().all(is_text)
                && let Some(text) = self.cmap.texts.add(&self.text)
            {
                self.unicode[at].push((code, code, text));
            }
        }
    }
}

/// Decodes UTF-16BE, the encoding of CMap destinations; also accepts a single byte, and a byte order mark.
/// Returns `false` if the text is empty or has half a surrogate pair.
fn decode_utf16(bytes: &[u8], out: &mut String) -> bool {
    if let [byte] = bytes {
        out.push(char::from(*byte));
        return true;
    }
    let units = bytes.chunks_exact(2).map(|pair| match pair {
        [high, low] => u16::from(*high) << 8 | u16::from(*low),
        _ => 0,
    });
    for unit in char::decode_utf16(units) {
        match unit {
            Ok('\u{FEFF}') => {}
            // Padding behind or between the characters of a string.
            Ok('\0') if bytes.len() > 2 => {}
            Ok(c) => out.push(c),
            Err(_) => return false,
        }
    }
    !out.is_empty()
}
