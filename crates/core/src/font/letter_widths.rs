//! Detects by the widths of letters whether the codes of a font are ASCII.
//!
//! The glyphs of a font may have private names, or none, although its codes are those of text; most of TeX's
//! Type 3 fonts are such. In other fonts the codes only number the glyphs. In 285 fonts of 57 real files,
//! widths correlate with Times or Helvetica above 0.85 in nearly all ASCII fonts, and below 0.72 in others.

use std::sync::LazyLock;

use super::encoding::Predefined;
use super::standard14::Standard;

/// Minimum number of letters that decide.
const ENOUGH: usize = 12;
/// Correlation with Times or Helvetica above which codes are ASCII. Measured on 285 fonts in 57 real files.
const CORRELATED: f64 = 0.85;
/// The size of small capitals, as a share of that of capitals.
const SMALL: f64 = 0.75;
/// Relative difference up to which widths are equal, because writers round them.
const ROUNDED: f32 = 1e-3;

/// The widths of the [letters] in the fonts with which others are compared: Times, Helvetica, and Times with small
/// capitals.
static MODELS: LazyLock<[Vec<f64>; 3]> = LazyLock::new(|| {
    let measure = |font: Standard, code| {
        let name = Predefined::Standard.name(code).unwrap_or_default();
        f64::from(font.width(name).unwrap_or_default())
    };
    let (times, helvetica) = (Standard::TimesRoman, Standard::Helvetica);
    let small_capital = |code: u8| match code {
        b'a'..=b'z' => SMALL * measure(times, code.to_ascii_uppercase()),
        _ => measure(times, code),
    };
    [
        letters().map(|code| measure(times, code)).collect(),
        letters().map(|code| measure(helvetica, code)).collect(),
        letters().map(small_capital).collect(),
    ]
});

/// The codes of letters in ASCII.
fn letters() -> impl Iterator<Item = u8> {
    (b'A'..=b'Z').chain(b'a'..=b'z')
}

/// Whether letters are as wide as the letters of their codes in ASCII; `None` if there are too few, or all
/// are equally wide. `width` gives the width of a code, if it has one.
pub(super) fn agree_with_ascii(width: impl Fn(u8) -> Option<f32>) -> Option<bool> {
    let widths = letters().map(|code| width(code).filter(|&w| w > 0.0).map(f64::from));
    let widths: Vec<Option<f64>> = widths.collect();
    if widths.iter().flatten().count() < ENOUGH {
        return None;
    }
    MODELS
        .iter()
        .filter_map(|model| {
            let pairs = widths.iter().zip(model);
            correlation(pairs.filter_map(|(own, model)| Some(((*own)?, *model))))
        })
        .map(|r| r >= CORRELATED)
        .reduce(|a, b| a || b)
}

/// Whether all codes that have a width have the same one, as in typewriter fonts.
pub(super) fn are_equal(width: impl Fn(u8) -> Option<f32>) -> bool {
    let mut widths = (0..=255).filter_map(|code| width(code).filter(|&w| w > 0.0));
    let Some(first) = widths.next() else {
        return false;
    };
    widths.all(|w| (w - first).abs() <= first * ROUNDED)
}

/// Returns true if enough codes of letters have a width, and all codes have the same one. It says whether a font without a
/// name is monospaced.
pub(super) fn are_those_of_a_typewriter(width: impl Fn(u8) -> Option<f32>) -> bool {
    let used = letters().filter(|&code| width(code).is_some_and(|w| w > 0.0));
    used.count() >= ENOUGH && are_equal(width)
}

/// Pearson's coefficient; `None` if one side does not vary.
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
    let varies = of_a > count * (mean_a * f64::from(ROUNDED)).powi(2) && of_b > 0.0;
    varies.then(|| both / (of_a * of_b).sqrt())
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
    fn typewriters_have_one_width() {
        assert!(are_equal(|code| (code > 32).then_some(525.0)));
        assert!(!are_equal(widths(&CMR10)));
        assert!(!are_equal(|_| None));
    }

    #[test]
    fn a_font_without_a_name_is_that_of_a_typewriter_by_its_letters() {
        let equal = |codes: std::ops::RangeInclusive<u8>| {
            move |code: u8| codes.contains(&code).then_some(525.0)
        };
        assert!(are_those_of_a_typewriter(equal(b'a'..=b'l')));
        // Figures are as wide as each other in most fonts, and a few letters can be by chance.
        assert!(!are_those_of_a_typewriter(equal(b'0'..=b'?')));
        assert!(!are_those_of_a_typewriter(equal(b'a'..=b'k')));
        assert!(!are_those_of_a_typewriter(widths(&CMR10)));
    }
}
