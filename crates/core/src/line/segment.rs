//! Splits text into the words of a language: Unicode text segmentation (UAX #29), with dictionaries for
//! scripts without spaces, and the tailoring of the locale.

use icu_segmenter::options::WordBreakInvariantOptions;
use icu_segmenter::{WordSegmenter, WordSegmenterBorrowed};

use crate::language::LanguageTag;

/// Finds word boundaries in a text.
///
/// Chinese, Japanese, Khmer, Lao, Burmese and Thai are split by dictionaries for every locale. The locale
/// selects these rules of the Unicode CLDR (`common/segments`), which the underlying library does not
/// implement:
///
/// | locale | difference from UAX #29 |
/// | --- | --- |
/// | all | `@` counts as a letter: `name@example` is one word |
/// | all but Finnish and Swedish | a colon (also U+FE55, U+FF1A) between letters ends a word |
/// | Finnish, Swedish | a colon between letters is part of the word: `EU:n`, `k:a` |
/// | `en-US-posix` | a full stop between letters ends a word; between digits it does not |
///
/// CLDR tailors words for no other locales; its other rules are for lines and sentences.
#[derive(Debug)]
pub struct Segmenter {
    rules: WordSegmenterBorrowed<'static>,
    colon_joins: bool,
    full_stop_cuts: bool,
}

impl Segmenter {
    /// Creates a segmenter for a locale: a language tag (BCP 47) like `pl`, `sv-SE` or `zh-Hant`, also with
    /// underscores as in ICU. Create it once and use it for all lines.
    ///
    /// # Errors
    ///
    /// Describes the fault if the locale is not a valid tag or its language does not exist, with a similar
    /// tag if there is one. The thousands of three-letter languages are not checked.
    pub fn new(locale: &str) -> Result<Self, String> {
        let tag = LanguageTag::parse(locale)?;
        Ok(Self {
            rules: WordSegmenter::new_dictionary(WordBreakInvariantOptions::default()),
            colon_joins: matches!(tag.language.as_str(), "sv" | "swe" | "fi" | "fin"),
            full_stop_cuts: tag.posix,
        })
    }

    /// Appends the offsets of the boundaries inside the text in ascending order, without its start and end.
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

    /// Adds the boundaries of the locale inside one segment of UAX #29.
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
            // The edges of the segment are boundaries already; between digits a full stop belongs to the
            // number.
            if before.is_none() || next.is_none() || (digit(before) && digit(next)) {
                continue;
            }
            // The boundary after the previous such character may be the same.
            if out.last() != Some(&(from + i)) {
                out.push(from + i);
            }
            out.push(from + after);
        }
    }
}

/// Whether `@` joins the characters around an offset.
fn joined_by_at(text: &str, at: usize) -> bool {
    let before = text.get(..at).and_then(|s| s.chars().next_back());
    let after = text.get(at..).and_then(|s| s.chars().next());
    let letter = |c: char| c == '@' || c == '_' || c.is_alphanumeric() && !without_spaces(c);
    match (before, after) {
        (Some('@'), Some(c)) | (Some(c), Some('@')) => letter(c),
        _ => false,
    }
}

/// Whether a letter belongs to scripts split by dictionaries: ideographs and kana.
fn without_spaces(c: char) -> bool {
    matches!(c, '\u{2E80}'..='\u{31FF}' | '\u{3400}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}'
        | '\u{20000}'..='\u{3FFFF}')
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
        let tag = |locale: &str| LanguageTag::parse(locale).map(|tag| tag.canonical);
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
}
