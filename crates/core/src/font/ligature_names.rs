//! Finds the texts of ligatures by glyph names that are better than `ToUnicode`.
//!
//! Writers that keep one character a code give `T_h` only its first or last letter, or a space. A name of
//! components joined by `_` follows the Adobe Glyph List, hardly by chance. It is used if `ToUnicode` gives a
//! part of its text or nothing, or if the font's other names agree with `ToUnicode`.

use unicode_normalization::UnicodeNormalization;

use super::glyph_names;

/// Minimum number of names that agree with `ToUnicode` before others may overrule it.
const ENOUGH: usize = 8;
/// Minimum ratio of names that agree with `ToUnicode` to names that do not.
const WRONG: usize = 10;

/// The text of a glyph by its name, if that is a ligature.
pub(super) fn text(name: &str) -> Option<String> {
    let base = name.split('.').next().unwrap_or_default();
    let components = base.contains('_') || base.starts_with("uni") && base.len() > "uniXXXX".len();
    if !(components || matches!(base, "ff" | "fi" | "fl" | "ffi" | "ffl")) {
        return None;
    }
    let mut text = String::new();
    if !glyph_names::to_unicode(name, false, &mut text) {
        return None;
    }
    let text: String = text.nfkc().collect();
    (text.chars().nth(1).is_some()).then_some(text)
}

/// A text in `ToUnicode` compared with the text of the glyph's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Beside {
    Same,
    /// Some of its characters, or white space.
    Less,
    Other,
}

/// Compares `ToUnicode` with the text of a name.
pub(super) fn compare(said: &str, named: &str) -> Beside {
    let said: String = said.nfkc().filter(|&c| c != '\u{AD}').collect();
    if said == named {
        Beside::Same
    } else if said.trim().is_empty() || named.contains(&said) {
        Beside::Less
    } else {
        Beside::Other
    }
}

/// Whether enough names of a font agree with `ToUnicode`; `same` agree and `other` do not.
pub(super) fn are_true(same: usize, other: usize) -> bool {
    same >= ENOUGH && other * WRONG <= same
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ligatures_have_components() {
        assert_eq!(text("T_h").as_deref(), Some("Th"));
        assert_eq!(text("f_f_i.liga").as_deref(), Some("ffi"));
        assert_eq!(text("uni00660069").as_deref(), Some("fi"));
        assert_eq!(text("fl").as_deref(), Some("fl"));
        for name in ["T", "hyphen", "uni0041", "g_7", "a.b_c", "_", ".notdef"] {
            assert_eq!(text(name), None, "{name}");
        }
    }

    #[test]
    fn part_of_a_ligature_is_less() {
        assert_eq!(compare("Th", "Th"), Beside::Same);
        assert_eq!(compare("ﬁ", "fi"), Beside::Same);
        assert_eq!(compare("T", "Th"), Beside::Less);
        assert_eq!(compare("i", "fi"), Beside::Less);
        assert_eq!(compare(" ", "Th"), Beside::Less);
        assert_eq!(compare("b", "Th"), Beside::Other);
        assert_eq!(compare("the", "Th"), Beside::Other);
    }

    #[test]
    fn names_are_believed_that_agree_elsewhere() {
        assert!(are_true(20, 2));
        assert!(!are_true(20, 3) && !are_true(7, 0));
    }
}
