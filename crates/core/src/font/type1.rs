//! Reads the encoding of a Type 1 font program (Adobe Type 1 Font Format, section 2.2), which is in clear
//! text before `eexec`.

use std::borrow::Cow;

use super::encoding::Predefined;
use crate::pdf::lexer::{Lexer, Token};

/// The glyph names by code; `None` if the program has no readable encoding.
pub(super) fn encoding(program: &[u8]) -> Option<Vec<Option<Cow<'_, str>>>> {
    const KEY: &[u8] = b"/Encoding";
    let start = program.windows(KEY.len()).position(|w| w == KEY)?;
    let mut lexer = Lexer::new(program.get(start + KEY.len()..)?);
    match lexer.next()? {
        // `/Encoding StandardEncoding def`
        Token::Keyword(name) => {
            let encoding = match name {
                b"StandardEncoding" => Predefined::Standard,
                // The two differ only in accents without letters.
                b"ISOLatin1Encoding" => Predefined::WinAnsi,
                _ => return None,
            };
            let name = |code| encoding.name(code).map(Cow::Borrowed);
            Some((0..=255).map(name).collect())
        }
        // `/Encoding [/A /B …] def`
        Token::ArrayStart => {
            let mut names = vec![None; 256];
            let listed = lexer.map_while(|token| match token {
                Token::Name(raw) => Some(glyph_name(raw)),
                _ => None,
            });
            for (slot, name) in names.iter_mut().zip(listed) {
                *slot = name;
            }
            Some(names)
        }
        // `/Encoding 256 array … dup 65 /A put … readonly def`
        Token::Number(_) => Some(puts(lexer)),
        _ => None,
    }
}

fn puts<'a>(lexer: Lexer<'a>) -> Vec<Option<Cow<'a, str>>> {
    let mut names = vec![None; 256];
    let mut code = None;
    let mut dup = false;
    for token in lexer {
        match token {
            Token::Keyword(b"dup") => (dup, code) = (true, None),
            Token::Keyword(b"def" | b"readonly" | b"eexec" | b"currentdict") => break,
            Token::Number(n) if dup => code = Some(n),
            // A number in another base.
            Token::Keyword(digits) if dup && code.is_none() => code = radix_number(digits),
            Token::Name(raw) => {
                if let Some(code) = code.take()
                    && dup
                    && code >= 0.0
                    && let Some(slot) = names.get_mut(code as usize)
                {
                    *slot = glyph_name(raw);
                }
                dup = false;
            }
            _ => {}
        }
    }
    names
}

/// A PostScript number such as `8#101`.
fn radix_number(digits: &[u8]) -> Option<f64> {
    let text = std::str::from_utf8(digits).ok()?;
    let (base, digits) = text.split_once('#')?;
    let base = base.parse().ok().filter(|base| (2..=36).contains(base))?;
    u32::from_str_radix(digits, base).ok().map(f64::from)
}

fn glyph_name(raw: &[u8]) -> Option<Cow<'_, str>> {
    // PostScript names have no `#` escapes.
    let name = String::from_utf8_lossy(raw);
    (name != ".notdef" && !name.is_empty()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(program: &str) -> Vec<(usize, String)> {
        let names = encoding(program.as_bytes()).unwrap();
        names
            .iter()
            .enumerate()
            .filter_map(|(code, name)| Some((code, name.as_ref()?.to_string())))
            .collect()
    }

    #[test]
    fn names_that_are_put_one_by_one() {
        let program = "%!PS-AdobeFont-1.0: X\n/Encoding 256 array\n\
            0 1 255 {1 index exch /.notdef put} for\n\
            dup 11 /ff put\ndup 8#101 /A put\ndup 700 /B put dup 12/fi put\n\
            readonly def\n/FontBBox {0 0 1 1} def dup 13 /no put currentfile eexec";
        let wanted = [(11, "ff"), (12, "fi"), (65, "A")];
        assert_eq!(pairs(program), wanted.map(|(c, n)| (c, n.to_string())));
    }

    #[test]
    fn an_array_of_names_and_an_encoding_by_name() {
        let wanted = [(0, "A"), (2, "B")].map(|(c, n)| (c, n.to_string()));
        assert_eq!(pairs("/Encoding [/A /.notdef /B] def"), wanted);
        let standard = pairs("/Encoding StandardEncoding def");
        assert_eq!(standard.len(), 149);
        assert_eq!(encoding(b"/Encoding (x) def"), None);
        assert_eq!(encoding(b"no encoding"), None);
    }
}
