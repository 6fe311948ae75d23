//! Whether the codes of a font are ASCII, told by the widths of its letters.
//!
//! A font whose glyphs have private names, or none, may still be coded as text is: every Type 3
//! font that TeX made is. Or its codes only number the glyphs as they came along, and reading them
//! as letters gives nonsense. The widths know: in all alphabets of print `i` and `l` are narrow, `m`
//! and `W` are wide. In the real files this was tried on (285 fonts in 57 files), the widths of
//! nearly all fonts that are coded as ASCII go with those of Times or Helvetica by a coefficient of
//! correlation above 0.85; those of fonts that number their glyphs never by more than 0.71.

use super::encoding::Predefined;
use super::standard14::Standard;

/// Letters that it takes to tell.
const ENOUGH: usize = 12;
const CORRELATED: f64 = 0.85;

/// Whether letters are as wide as the letters that their codes are in ASCII: `None` when there are
/// too few, or all are equally wide. `width` tells the width of a code that has one.
pub(super) fn agree_with_ascii(width: impl Fn(u8) -> Option<f32>) -> Option<bool> {
    let letters: Vec<(u8, f64)> = (b'A'..=b'Z')
        .chain(b'a'..=b'z')
        .filter_map(|code| Some((code, f64::from(width(code).filter(|&w| w > 0.0)?))))
        .collect();
    if letters.len() < ENOUGH {
        return None;
    }
    [Standard::TimesRoman, Standard::Helvetica]
        .into_iter()
        .filter_map(|font| {
            let pairs = letters.iter().map(|&(code, width)| {
                let name = Predefined::Standard.name(code).unwrap_or_default();
                (width, f64::from(font.width(name).unwrap_or_default()))
            });
            correlation(pairs)
        })
        .map(|r| r >= CORRELATED)
        .reduce(|a, b| a || b)
}

/// Pearson's coefficient; `None` where one side does not vary.
fn correlation(pairs: impl Iterator<Item = (f64, f64)> + Clone) -> Option<f64> {
    let count = pairs.clone().count() as f64;
    let (sum_a, sum_b) = pairs
        .clone()
        .fold((0.0, 0.0), |(a, b), pair| (a + pair.0, b + pair.1));
    let (mean_a, mean_b) = (sum_a / count, sum_b / count);
    let (mut both, mut of_a, mut of_b) = (0.0, 0.0, 0.0);
    for (a, b) in pairs {
        let (a, b) = (a - mean_a, b - mean_b);
        both += a * b;
        of_a += a * a;
        of_b += b * b;
    }
    // Widths that differ by a thousandth of their mean are rounded, not different.
    let varies = of_a > count * (mean_a * 1e-3).powi(2) && of_b > 0.0;
    varies.then(|| both / (of_a * of_b).sqrt())
}

/// The text of a code whose glyph has a private name, in a font whose letters agree with ASCII.
/// `used` tells which codes the font has. `tex` says that the font may be one of TeX's.
pub(super) fn ascii_text(code: u8, used: impl Fn(u8) -> bool, tex: bool) -> Option<&'static str> {
    if code.is_ascii_alphanumeric() {
        return ascii(code);
    }
    // Fonts of mathematical letters have arrows and Greek where text has these two.
    if !(used(b',') && used(b'.')) {
        return None;
    }
    match code {
        b'!' | b'#'..=b'/' | b':' | b';' | b'=' | b'?' | b'@' | b'[' | b']' => ascii(code),
        // The rest differs between ASCII and TeX's two text encodings, OT1 and T1. Only T1 has
        // codes above 127.
        _ if !tex || (128..=255).any(&used) => None,
        0x0B => Some("ff"),
        0x0C => Some("fi"),
        0x0D => Some("fl"),
        0x0E => Some("ffi"),
        0x0F => Some("ffl"),
        0x22 => Some("”"),
        0x3C => Some("¡"),
        0x3E => Some("¿"),
        0x5C => Some("“"),
        0x60 => Some("‘"),
        0x7B => Some("–"),
        0x7C => Some("—"),
        _ => None,
    }
}

fn ascii(code: u8) -> Option<&'static str> {
    const ASCII: &str = "!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`\
                         abcdefghijklmnopqrstuvwxyz{|}~";
    let at = usize::from(code.checked_sub(b'!')?);
    ASCII.get(at..=at)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Widths of Computer Modern Roman at 10 points, for the letters of "hamburgefonstiv".
    const CMR10: [(u8, f32); 15] = [
        (b'a', 500.0),
        (b'b', 555.6),
        (b'e', 444.4),
        (b'f', 305.6),
        (b'g', 500.0),
        (b'h', 555.6),
        (b'i', 277.8),
        (b'm', 833.3),
        (b'n', 555.6),
        (b'o', 500.0),
        (b'r', 391.7),
        (b's', 394.4),
        (b't', 388.9),
        (b'u', 555.6),
        (b'v', 527.8),
    ];

    fn widths(letters: &[(u8, f32)]) -> impl Fn(u8) -> Option<f32> {
        move |code| letters.iter().find(|l| l.0 == code).map(|l| l.1)
    }

    #[test]
    fn a_font_of_tex_agrees_with_ascii() {
        assert_eq!(agree_with_ascii(widths(&CMR10)), Some(true));
    }

    #[test]
    fn numbered_glyphs_do_not() {
        // The same glyphs, numbered in the order of a text.
        let mut numbered = CMR10;
        for (letter, code) in numbered.iter_mut().zip(b'A'..) {
            letter.0 = code;
        }
        assert_eq!(agree_with_ascii(widths(&numbered)), Some(false));
    }

    #[test]
    fn too_few_letters_and_typewriters_tell_nothing() {
        assert_eq!(agree_with_ascii(widths(&CMR10[..11])), None);
        assert_eq!(agree_with_ascii(|_| Some(525.0)), None);
        assert_eq!(agree_with_ascii(|_| None), None);
    }

    #[test]
    fn only_fonts_for_text_have_punctuation_and_ligatures() {
        let text = |code: u8| code < 128;
        assert_eq!(ascii_text(0x0C, text, true), Some("fi"));
        assert_eq!(ascii_text(0x5C, text, true), Some("“"));
        assert_eq!(ascii_text(0x5C, text, false), None);
        assert_eq!(ascii_text(b'.', text, false), Some("."));
        assert_eq!(ascii_text(0x0C, |_| true, true), None);
        let math = |code: u8| code.is_ascii_alphabetic();
        assert_eq!(ascii_text(0x0C, math, true), None);
        assert_eq!(ascii_text(b'x', math, true), Some("x"));
    }
}
