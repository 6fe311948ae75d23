//! Glyph names of ligatures that know more than the `ToUnicode` CMap.
//!
//! Writers that keep one character a code have only the first, or the last, of `T_h`, or a space for what
//! they could not map. The name is by the rules of the Adobe Glyph List, which nobody follows by
//! chance: components with `_` between them. It is believed where `ToUnicode` has a part of what it
//! says, or nothing; and where the other names of the font say what `ToUnicode` does.

use unicode_normalization::UnicodeNormalization;

use super::glyph_names;

/// Names that have to agree with `ToUnicode` before others are believed against it,
const ENOUGH: usize = 8;
/// and how many of them may not, as a share.
const WRONG: usize = 10;

/// The text of a glyph by its name, where that is a ligature.
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

/// What `ToUnicode` says beside the text of a name.
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

/// Whether the names of a font say what `ToUnicode` does: how many do, and how many do not.
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
