//! Converts glyph names to Unicode by the Adobe Glyph List and by names that fonts use beyond it (ISO
//! 32000-1, 9.10.2; Adobe Glyph List Specification, section 2).

use std::sync::LazyLock;

use skrifa::raw::ps::agl;

use super::data;
use super::text::is_text;

/// Appends the text of the glyph `name`; returns `false` and appends nothing if the name is not known.
/// `dingbats` means the font is ITC Zapf Dingbats, in which `a1` to `a206` are pictures. In other fonts these
/// are private names.
pub(super) fn to_unicode(name: &str, dingbats: bool, out: &mut String) -> bool {
    let before = out.len();
    // "Drop all the characters from the glyph name starting with the first period."
    let base = name.split('.').next().unwrap_or_default();
    // The specification drops unknown components; but half a ligature is a wrong text, not an unknown one.
    let known = !base.is_empty() && base.split('_').all(|part| component(part, dingbats, out));
    if !known {
        out.truncate(before);
    }
    known
}

/// Appends the text of one component of a name.
fn component(name: &str, dingbats: bool, out: &mut String) -> bool {
    if let Some(c) = own_choice(name) {
        out.push(c);
        return true;
    }
    let picture = name
        .strip_prefix('a')
        .is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
    if picture && !dingbats {
        return false;
    }
    let start = out.len();
    if listed(name, out) {
        return true;
    }
    // `uni00e9` and `U+00E9`: the list requires upper case and no plus sign.
    if let Some(digits) = name.strip_prefix("uni").or_else(|| name.strip_prefix("U+"))
        && digits.len() >= 4
        && digits.bytes().all(|b| b.is_ascii_hexdigit())
        && listed(&format!("uni{}", digits.to_ascii_uppercase()), out)
    {
        return true;
    }
    if let Some(text) = more_name(name) {
        out.push_str(text);
        return true;
    }
    // The list maps letters of expert fonts to private code points: `Asmall`, `nineoldstyle`.
    if let Some(base) = name.strip_suffix("small")
        && listed(&base.to_ascii_lowercase(), out)
    {
        return true;
    }
    for suffix in ["oldstyle", "superior", "inferior", "sans", "serif"] {
        if let Some(base) = name.strip_suffix(suffix)
            && listed(base, out)
        {
            return true;
        }
    }
    // Sizes and pieces of brackets, roots and sums in TeX's extension font.
    for suffix in [
        "Bigg", "bigg", "Big", "big", "display", "text", "widest", "wider", "wide",
    ] {
        if let Some(base) = name.strip_suffix(suffix)
            && !base.is_empty()
        {
            if listed(base, out) {
                return true;
            }
            if let Some(text) = more_name(base) {
                out.push_str(text);
                return true;
            }
        }
    }
    out.truncate(start);
    false
}

/// Appends the text of a name in the glyph list, or of `uniXXXX` and `uXXXXX`, if it is text and not private.
fn listed(name: &str, out: &mut String) -> bool {
    // The list has each letter by itself.
    if let &[letter] = name.as_bytes()
        && letter.is_ascii_alphabetic()
    {
        out.push(char::from(letter));
        return true;
    }
    let start = out.len();
    out.extend(agl::name_to_chars(name));
    let found = out.get(start..).unwrap_or_default();
    let private = |c: char| matches!(c, '\u{E000}'..='\u{F8FF}');
    if found.is_empty() || !found.chars().all(|c| is_text(c) && !private(c)) {
        out.truncate(start);
        return false;
    }
    true
}

/// The text of a name in the list itself, even a private one. Names formed by rules (`uniXXXX`, `A_B`) give
/// `None`.
pub(super) fn listed_text(name: &str) -> Option<String> {
    let is_made = |prefix: &str| {
        let digits = name.strip_prefix(prefix);
        digits.is_some_and(|d| d.len() >= 4 && d.bytes().all(|b| b.is_ascii_hexdigit()))
    };
    if name.contains(['.', '_']) || is_made("uni") || is_made("u") {
        return None;
    }
    let text: String = agl::name_to_chars(name).collect();
    (!text.is_empty()).then_some(text)
}

/// Characters that serve readers better than those in the list.
fn own_choice(name: &str) -> Option<char> {
    Some(match name {
        // The list maps these to the technical signs U+2206 and U+2126 for historical reasons. Greek words,
        // and searches for them, need letters.
        "Delta" => 'Δ',
        "Omega" => 'Ω',
        // Pieces that the list maps to private code points only.
        "registersans" | "registerserif" => '®',
        "radicalex" => '\u{203E}',
        "arrowvertex" => '\u{23D0}',
        "arrowhorizex" => '\u{23AF}',
        "parenlefttp" => '\u{239B}',
        "parenleftex" => '\u{239C}',
        "parenleftbt" => '\u{239D}',
        "parenrighttp" => '\u{239E}',
        "parenrightex" => '\u{239F}',
        "parenrightbt" => '\u{23A0}',
        "bracketlefttp" => '\u{23A1}',
        "bracketleftex" => '\u{23A2}',
        "bracketleftbt" => '\u{23A3}',
        "bracketrighttp" => '\u{23A4}',
        "bracketrightex" => '\u{23A5}',
        "bracketrightbt" => '\u{23A6}',
        "bracelefttp" => '\u{23A7}',
        "braceleftmid" => '\u{23A8}',
        "braceleftbt" => '\u{23A9}',
        "braceex" => '\u{23AA}',
        "bracerighttp" => '\u{23AB}',
        "bracerightmid" => '\u{23AC}',
        "bracerightbt" => '\u{23AD}',
        _ => return None,
    })
}

/// The letter of a name in phonetic fonts, which name letters of the phonetic alphabet after similar ones:
/// small capitals, Greek letters and the yogh.
pub(super) fn phonetic(name: &str) -> Option<char> {
    Some(match name {
        "Bsmall" => 'ʙ',
        "Gsmall" => 'ɢ',
        "Hsmall" => 'ʜ',
        "Ismall" => 'ɪ',
        "Lsmall" => 'ʟ',
        "Nsmall" => 'ɴ',
        "OEsmall" => 'ɶ',
        "Rsmall" => 'ʀ',
        "Usmall" | "upsilon" => 'ʊ',
        "Ysmall" => 'ʏ',
        "epsilon" => 'ɛ',
        "gamma" => 'ɣ',
        "phi" => 'ɸ',
        "yogh" => 'ʒ',
        _ => return None,
    })
}

/// Whether a font is named after the phonetic alphabet: `Times-PhoneticIPA`, `SILDoulosIPA`.
pub(super) fn is_phonetic(font: &str) -> bool {
    font.contains("IPA") || font.to_ascii_lowercase().contains("phonetic")
}

/// Additional names with their texts, sorted by name.
static MORE_NAMES: LazyLock<Vec<(&'static str, String)>> = LazyLock::new(|| {
    let mut names: Vec<_> = data::rows(include_str!("data/more_names.txt"))
        .filter_map(|row| {
            let mut fields = row.split_ascii_whitespace();
            let name = fields.next()?;
            let text = fields
                .filter_map(|hex| char::from_u32(u32::from_str_radix(hex, 16).ok()?))
                .collect();
            Some((name, text))
        })
        .collect();
    names.sort_unstable();
    names
});

fn more_name(name: &str) -> Option<&'static str> {
    let index = MORE_NAMES.binary_search_by(|(n, _)| (*n).cmp(name)).ok()?;
    MORE_NAMES.get(index).map(|(_, text)| text.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(name: &str) -> Option<String> {
        let mut out = String::new();
        to_unicode(name, false, &mut out).then_some(out)
    }

    #[test]
    fn names_with_a_value() {
        for (name, value) in [
            ("A", "A"),
            ("Adieresis", "Ä"),
            ("f_f_i", "ffi"),
            ("ffi", "ﬃ"),
            ("T_h", "Th"),
            ("A.swash", "A"),
            ("f_i.alt01", "fi"),
            ("uni00E9", "é"),
            ("uni00e9", "é"),
            ("uni00660069", "fi"),
            ("u1F600", "😀"),
            ("Delta", "Δ"),
            ("mu", "µ"),
            ("Asmall", "a"),
            ("AEsmall", "æ"),
            ("exclamsmall", "!"),
            ("nineoldstyle", "9"),
            ("onesuperior", "¹"),
            ("trademarksans", "™"),
            ("dotlessj", "ȷ"),
            ("parenleftBigg", "("),
            ("summationdisplay", "∑"),
            ("vinverted", "ʌ"),
            ("turnedr", "ɹ"),
            ("laminal", "\u{33B}"),
            ("hardyphen", "?"),
        ] {
            let value = (value != "?").then(|| value.to_string());
            assert_eq!(text(name), value, "{name}");
        }
    }

    #[test]
    fn phonetic_fonts_have_letters_of_their_own() {
        assert_eq!(
            (phonetic("Ismall"), phonetic("yogh")),
            (Some('ɪ'), Some('ʒ'))
        );
        assert_eq!(
            (phonetic("schwa"), text("schwa")),
            (None, Some("ə".to_owned()))
        );
        assert!(is_phonetic("Times-PhoneticIPA") && is_phonetic("StonePhonetic-Sans"));
        assert!(!is_phonetic("Times-Roman"));
    }

    #[test]
    fn private_names_are_not_guessed() {
        for name in [
            "", ".notdef", "a12", "a65", "g23", "cid_123", "C0032", "G41", "char65", "#65",
            "glyph7", "index12", "uniD800", "uni0000", "f_foo", "uni12",
        ] {
            assert_eq!(text(name), None, "{name}");
        }
    }

    #[test]
    fn pictures_only_count_in_zapf_dingbats() {
        let mut out = String::new();
        assert!(to_unicode("a12", true, &mut out));
        assert_eq!(out, "☞");
        assert!(!to_unicode("a12", false, &mut out));
        assert_eq!(out, "☞");
    }
}
