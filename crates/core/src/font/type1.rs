//! Reads the encoding and the style of a Type 1 font program (Adobe Type 1 Font Format, sections 2.2 and 2.3),
//! which are in clear text before `eexec`.

use std::borrow::Cow;

use super::encoding::Predefined;
use super::program_style::{ProgramStyle, is_bold_weight};
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

/// Length of the header of a segment in a PFB file.
const SEGMENT_HEADER: usize = 6;

/// The style that the program gives. The glyphs are not read, which would be most of the work for a page.
pub(super) fn style(program: &[u8]) -> ProgramStyle {
    let text = match program {
        [0x80, ..] => program.get(SEGMENT_HEADER..).unwrap_or_default(),
        _ => program,
    };
    let mut style = ProgramStyle::default();
    let mut has_weight = false;
    let mut lexer = Lexer::new(text);
    while let Some(token) = lexer.next() {
        match token {
            Token::Keyword(b"eexec") => break,
            // Programs with several masters repeat the keys below, with a value for each of them.
            Token::Name(b"Weight") if !has_weight => {
                let weight = match lexer.next() {
                    Some(Token::String(weight)) => weight.decode(),
                    Some(Token::Name(weight)) => Cow::Borrowed(weight),
                    _ => continue,
                };
                has_weight = true;
                style.bold = is_bold_weight(&String::from_utf8_lossy(&weight));
                style.plain = !style.bold;
            }
            Token::Name(b"ItalicAngle") => {
                if let Some(Token::Number(angle)) = lexer.next() {
                    style.italic = angle.abs() >= 1.0;
                }
            }
            Token::Name(b"isFixedPitch") => match lexer.next() {
                Some(Token::Keyword(value)) => style.monospace = value == b"true",
                _ => continue,
            },
            _ => {}
        }
    }
    style
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_style_is_read_before_the_encrypted_part() {
        let program = b"%!PS-AdobeFont-1.0: X\n/FontInfo 9 dict dup begin\n\
            /Notice (a \\(c\\) /Weight) readonly def\n/Weight (DemiBold) readonly def\n\
            /ItalicAngle -14.04 def\n/isFixedPitch true def end readonly def\n\
            /Blend 3 dict dup begin /Weight [(Light) (Black)] def /isFixedPitch [false false] def end def\n\
            currentfile eexec /Weight (Light) def /ItalicAngle 0 def";
        let bold = ProgramStyle {
            bold: true,
            italic: true,
            monospace: true,
            plain: false,
        };
        assert_eq!(style(program), bold);
        let segment = [b"\x80\x01(\0\0\0".as_slice(), program].concat();
        assert_eq!(style(&segment), bold);
        let regular = style(b"%!PS-AdobeFont-1.0: X\n/Weight (Medium) def /ItalicAngle 0 def");
        assert!(regular.plain && !regular.italic && !regular.monospace);
    }

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
