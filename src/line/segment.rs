//! Cutting text into the words of a language: Unicode text segmentation (UAX #29) with
//! dictionaries for the scripts that write no spaces, tailored by locale.

use icu_segmenter::options::WordBreakInvariantOptions;
use icu_segmenter::{WordSegmenter, WordSegmenterBorrowed};

/// Finds the ends of words in a text.
///
/// Chinese, Japanese, Khmer, Lao, Burmese and Thai are cut by dictionaries, whatever the locale.
/// What the locale changes is what the Unicode CLDR says (`common/segments`), which the library
/// beneath leaves out:
///
/// | locale | difference from UAX #29 |
/// | --- | --- |
/// | all | `@` counts as a letter: `name@example` is one word |
/// | all but Finnish and Swedish | a colon (also U+FE55, U+FF1A) between letters ends a word |
/// | Finnish, Swedish | a colon between letters is part of the word: `EU:n`, `k:a` |
/// | `en-US-posix` | a full stop between letters ends a word; between digits it does not |
///
/// CLDR has no other tailoring for words; those of its other locales are for lines and sentences.
#[derive(Debug)]
pub struct Segmenter {
    rules: WordSegmenterBorrowed<'static>,
    locale: String,
    colon_joins: bool,
    full_stop_cuts: bool,
}

impl Segmenter {
    /// For a locale: a language tag (BCP 47) like `pl`, `sv-SE` or `zh-Hant`, also with
    /// underscores as ICU writes them. To be made once and used for all lines.
    ///
    /// # Errors
    ///
    /// Says what is wrong with a locale that is no such tag, or whose language of two letters does
    /// not exist. Those of three letters, of which there are thousands, are not looked up.
    pub fn new(locale: &str) -> Result<Self, String> {
        let tag = LanguageTag::parse(locale)?;
        Ok(Self {
            rules: WordSegmenter::new_dictionary(WordBreakInvariantOptions::default()),
            colon_joins: matches!(tag.language.as_str(), "sv" | "swe" | "fi" | "fin"),
            full_stop_cuts: tag.posix,
            locale: tag.canonical,
        })
    }

    /// The locale as a BCP 47 tag: `sv-SE` for `sv_se`.
    pub fn locale(&self) -> &str {
        &self.locale
    }

    /// Appends the offsets inside the text, in ascending order, at which one word or piece between
    /// words ends and the next begins; not its start and end.
    pub fn cuts(&self, text: &str, out: &mut Vec<usize>) {
        let mut from = 0;
        for to in self.rules.segment_str(text) {
            if to > from {
                self.cut_inside(text, from, to, out);
                if to < text.len() && !joined_by_at(text, to) {
                    out.push(to);
                }
                from = to;
            }
        }
    }

    /// Cuts one segment of UAX #29 where the locale wants more cuts.
    fn cut_inside(&self, text: &str, from: usize, to: usize, out: &mut Vec<usize>) {
        let segment = text.get(from..to).unwrap_or("");
        for (i, c) in segment.char_indices() {
            let cuts = match c {
                ':' | '\u{FE55}' | '\u{FF1A}' => !self.colon_joins,
                '.' => self.full_stop_cuts,
                _ => false,
            };
            if !cuts {
                continue;
            }
            let after = i + c.len_utf8();
            let before = segment.get(..i).unwrap_or("").chars().next_back();
            let digit = |c: Option<char>| c.is_some_and(char::is_numeric);
            let next = segment.get(after..).unwrap_or("").chars().next();
            // At its edges the segment is cut anyway; between digits a full stop is part of the number.
            if before.is_none() || next.is_none() || (digit(before) && digit(next)) {
                continue;
            }
            // The cut after the previous such character may be this one.
            if out.last() != Some(&(from + i)) {
                out.push(from + i);
            }
            out.push(from + after);
        }
    }
}

/// Whether the characters around an offset are held together by `@` as a letter.
fn joined_by_at(text: &str, at: usize) -> bool {
    let before = text.get(..at).and_then(|s| s.chars().next_back());
    let after = text.get(at..).and_then(|s| s.chars().next());
    let letter = |c: char| c == '@' || c == '_' || c.is_alphanumeric() && !without_spaces(c);
    match (before, after) {
        (Some('@'), Some(c)) | (Some(c), Some('@')) => letter(c),
        _ => false,
    }
}

/// Letters that do not join others into a word: ideographs and kana, which dictionaries cut.
fn without_spaces(c: char) -> bool {
    matches!(c, '\u{2E80}'..='\u{31FF}' | '\u{3400}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}'
        | '\u{20000}'..='\u{3FFFF}')
}

/// The languages of two letters (ISO 639-1), with five that had other letters once.
const LANGUAGES: &str = "aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy \
    da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id \
    ie ig ii ik in io is it iu iw ja ji jv jw ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo \
    lt lu lv mg mh mi mk ml mn mo mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt \
    qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr \
    ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu";

/// A language tag (BCP 47, 2.1), as far as cutting words needs it.
struct LanguageTag {
    /// In lower case.
    language: String,
    /// The variant of ICU (`en_US_POSIX`) or its spelling by BCP 47 (`en-US-u-va-posix`).
    posix: bool,
    /// With the letter case and the hyphens that BCP 47 recommends.
    canonical: String,
}

impl LanguageTag {
    fn parse(locale: &str) -> Result<Self, String> {
        let wrong = |why: &str| {
            Err(format!(
                "\"{locale}\" is not a locale: {why}; expected a language tag like pl, sv-SE or zh-Hant"
            ))
        };
        let mut parts = locale.split(['-', '_']);
        let language = parts.next().unwrap_or("").to_ascii_lowercase();
        if language.is_empty() {
            return wrong("the language is missing");
        }
        let letters = |s: &str| s.bytes().all(|b| b.is_ascii_alphabetic());
        if !letters(&language) || !matches!(language.len(), 2 | 3 | 5..=8) {
            return wrong("a language has two or three letters");
        }
        if language.len() == 2 && !LANGUAGES.split(' ').any(|known| known == language) {
            return wrong(&format!("there is no language \"{language}\""));
        }
        let mut canonical = language.clone();
        // Script, region and variants come in this order, then extensions.
        let (mut stage, mut bare_singleton, mut posix) = (0u8, false, false);
        let mut keys = [String::new(), String::new()];
        for part in parts {
            let lower = part.to_ascii_lowercase();
            let digits = part.bytes().all(|b| b.is_ascii_digit());
            if part.is_empty() || part.len() > 8 || !part.bytes().all(|b| b.is_ascii_alphanumeric())
            {
                return wrong(&format!("\"{part}\" is not a part of a tag"));
            }
            let starts_with_digit = part.starts_with(|c: char| c.is_ascii_digit());
            let written = match part.len() {
                1 => {
                    if bare_singleton {
                        return wrong("an extension is empty");
                    }
                    stage = 4;
                    bare_singleton = true;
                    lower.clone()
                }
                _ if stage == 4 => {
                    bare_singleton = false;
                    lower.clone()
                }
                4 if stage < 1 && letters(part) => {
                    stage = 1;
                    titlecase(&lower)
                }
                2 if stage < 2 && letters(part) => {
                    stage = 2;
                    part.to_ascii_uppercase()
                }
                3 if stage < 2 && digits => {
                    stage = 2;
                    lower.clone()
                }
                // `zh-yue`: an extended language.
                3 if stage < 1 && letters(part) => lower.clone(),
                5..=8 => {
                    stage = 3;
                    posix |= lower == "posix";
                    lower.clone()
                }
                4 if starts_with_digit => {
                    stage = 3;
                    lower.clone()
                }
                _ => return wrong(&format!("\"{part}\" is in the wrong place")),
            };
            posix |= keys == ["u", "va"] && lower == "posix";
            keys.swap(0, 1);
            keys[1] = lower;
            canonical.push('-');
            canonical.push_str(&written);
        }
        if bare_singleton {
            return wrong("an extension is empty");
        }
        Ok(Self {
            language,
            posix,
            canonical,
        })
    }
}

fn titlecase(lower: &str) -> String {
    let mut chars = lower.chars();
    let first = chars.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(chars).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(locale: &str, text: &str) -> String {
        let segmenter = Segmenter::new(locale).expect("a locale");
        let mut cuts = Vec::new();
        segmenter.cuts(text, &mut cuts);
        assert!(cuts.is_sorted_by(|a, b| a < b), "{cuts:?}");
        let mut pieces = Vec::new();
        let mut from = 0;
        for to in cuts.into_iter().chain([text.len()]) {
            pieces.push(&text[from..to]);
            from = to;
        }
        pieces.join("|")
    }

    #[test]
    fn scripts_without_spaces_are_cut_by_dictionaries_whatever_the_locale() {
        assert_eq!(pieces("pl", "สวัสดีชาวโลก"), "สวัสดี|ชาว|โลก");
        assert_eq!(pieces("zh-Hant", "世界人口的增长"), "世界|人口|的|增长");
        assert_eq!(pieces("ja", "こんにちは世界"), "こんにちは|世界");
    }

    #[test]
    fn punctuation_stands_alone() {
        assert_eq!(pieces("en", "(can't, 3.14!)"), "(|can't|,| |3.14|!|)");
        assert_eq!(pieces("en", ""), "");
    }

    #[test]
    fn a_colon_between_letters_joins_in_swedish_and_finnish_only() {
        for locale in ["sv", "sv_SE", "fi-FI", "FIN"] {
            assert_eq!(pieces(locale, "EU:n k:a 10:30"), "EU:n| |k:a| |10|:|30");
        }
        assert_eq!(pieces("en", "EU:n k:a:b c:"), "EU|:|n| |k|:|a|:|b| |c|:");
        assert_eq!(pieces("de", "re\u{301}:a"), "re\u{301}|:|a");
    }

    #[test]
    fn an_at_sign_is_a_letter() {
        assert_eq!(
            pieces("en", "a@b.com, @you @ 5"),
            "a@b.com|,| |@you| |@| |5"
        );
        assert_eq!(pieces("ja", "@世界"), "@|世界");
    }

    #[test]
    fn a_full_stop_between_letters_cuts_for_posix() {
        assert_eq!(pieces("en_US", "main.c 3.14"), "main.c| |3.14");
        assert_eq!(pieces("en_US_POSIX", "main.c 3.14"), "main|.|c| |3.14");
        assert_eq!(pieces("en-US-u-va-posix", "main.c"), "main|.|c");
    }

    #[test]
    fn locales_are_written_as_language_tags() {
        let tag = |locale: &str| Segmenter::new(locale).map(|s| s.locale().to_owned());
        assert_eq!(tag("PL").as_deref(), Ok("pl"));
        assert_eq!(tag("sv_se").as_deref(), Ok("sv-SE"));
        assert_eq!(tag("zh-hant-tw").as_deref(), Ok("zh-Hant-TW"));
        assert_eq!(tag("es-419").as_deref(), Ok("es-419"));
        assert_eq!(tag("de-1996").as_deref(), Ok("de-1996"));
        assert_eq!(
            tag("de-DE-u-co-phonebk").as_deref(),
            Ok("de-DE-u-co-phonebk")
        );
    }

    #[test]
    fn what_is_no_language_tag_is_refused_with_the_reason() {
        let error = |locale: &str| Segmenter::new(locale).expect_err(locale);
        insta::assert_snapshot!(error(""), @r#""" is not a locale: the language is missing; expected a language tag like pl, sv-SE or zh-Hant"#);
        insta::assert_snapshot!(error("polish language"), @r#""polish language" is not a locale: a language has two or three letters; expected a language tag like pl, sv-SE or zh-Hant"#);
        insta::assert_snapshot!(error("pl-"), @r#""pl-" is not a locale: "" is not a part of a tag; expected a language tag like pl, sv-SE or zh-Hant"#);
        insta::assert_snapshot!(error("en-US-GB"), @r#""en-US-GB" is not a locale: "GB" is in the wrong place; expected a language tag like pl, sv-SE or zh-Hant"#);
        insta::assert_snapshot!(error("en.UTF-8"), @r#""en.UTF-8" is not a locale: a language has two or three letters; expected a language tag like pl, sv-SE or zh-Hant"#);
        insta::assert_snapshot!(error("en-u"), @r#""en-u" is not a locale: an extension is empty; expected a language tag like pl, sv-SE or zh-Hant"#);
        insta::assert_snapshot!(error("żółw"), @r#""żółw" is not a locale: a language has two or three letters; expected a language tag like pl, sv-SE or zh-Hant"#);
    }
}
