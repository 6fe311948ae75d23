//! Language tags (BCP 47), and names and codes that are used instead of them. Parses tags, and suggests
//! corrections.

use crate::suggest::{closest, list};

/// A common language of documents.
struct Language {
    tag: &'static str,
    /// Its codes of three letters, and those of its earlier forms.
    codes: &'static str,
    /// Country codes that are mistaken for its own code.
    countries: &'static str,
    /// The English name, and native ones.
    names: &'static str,
}

impl Language {
    const fn of(
        tag: &'static str,
        codes: &'static str,
        countries: &'static str,
        names: &'static str,
    ) -> Self {
        Self {
            tag,
            codes,
            countries,
            names,
        }
    }

    fn is_called(&self, name: &str) -> bool {
        has(self.codes, name) || has(self.names, name)
    }
}

/// Whether a space-separated list contains a word.
fn has(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|one| one == word)
}

const KNOWN: [Language; 56] = [
    Language::of("ar", "ara", "", "arabic العربية"),
    Language::of("be", "bel", "", "belarusian беларуская"),
    Language::of("bg", "bul", "", "bulgarian български"),
    Language::of("ca", "cat", "", "catalan català"),
    Language::of("cs", "ces cze", "cz", "czech čeština český"),
    Language::of("cy", "cym wel", "", "welsh cymraeg"),
    Language::of("da", "dan", "dk", "danish dansk"),
    Language::of("de", "deu ger frk gmh goh", "at", "german deutsch"),
    Language::of("el", "ell gre", "gr", "greek ελληνικά"),
    Language::of("en", "eng enm", "gb us", "english"),
    Language::of("eo", "epo", "", "esperanto"),
    Language::of("es", "spa", "", "spanish español castellano"),
    Language::of("et", "est", "", "estonian eesti"),
    Language::of("eu", "eus baq", "", "basque euskara"),
    Language::of("fa", "fas per", "ir", "persian فارسی farsi"),
    Language::of("fi", "fin", "", "finnish suomi"),
    Language::of("fr", "fra fre frm", "", "french français"),
    Language::of("ga", "gle", "", "irish gaeilge"),
    Language::of("gl", "glg", "", "galician galego"),
    Language::of("he", "heb", "il", "hebrew עברית"),
    Language::of("hi", "hin", "", "hindi हिन्दी"),
    Language::of("hr", "hrv", "", "croatian hrvatski"),
    Language::of("hu", "hun", "", "hungarian magyar"),
    Language::of("hy", "hye arm", "", "armenian հայերեն"),
    Language::of("id", "ind", "", "indonesian indonesia"),
    Language::of("is", "isl ice", "", "icelandic íslenska"),
    Language::of("it", "ita", "", "italian italiano"),
    Language::of("ja", "jpn", "jp", "japanese 日本語 nihongo"),
    Language::of("ka", "kat geo", "", "georgian ქართული"),
    Language::of("ko", "kor", "", "korean 한국어"),
    Language::of("la", "lat", "", "latin latina"),
    Language::of("lb", "ltz", "", "luxembourgish lëtzebuergesch"),
    Language::of("lt", "lit", "", "lithuanian lietuvių"),
    Language::of("lv", "lav", "", "latvian latviešu"),
    Language::of("mk", "mkd mac", "", "macedonian македонски"),
    Language::of("mt", "mlt", "", "maltese malti"),
    Language::of("nl", "nld dut", "", "dutch nederlands flemish vlaams"),
    Language::of("nn", "nno", "", "nynorsk"),
    Language::of("no", "nor", "", "norwegian norsk bokmål"),
    Language::of("pl", "pol", "", "polish polski"),
    Language::of("pt", "por", "", "portuguese português"),
    Language::of("ro", "ron rum", "", "romanian română"),
    Language::of("ru", "rus", "", "russian русский"),
    Language::of("sa", "san", "", "sanskrit संस्कृतम्"),
    Language::of("sk", "slk slo", "", "slovak slovenčina slovenský"),
    Language::of("sl", "slv", "", "slovenian slovenščina slovene"),
    Language::of("sq", "sqi alb", "", "albanian shqip"),
    Language::of("sr", "srp", "rs", "serbian српски srpski"),
    Language::of("sv", "swe", "", "swedish svenska"),
    Language::of("ta", "tam", "", "tamil தமிழ்"),
    Language::of("th", "tha", "", "thai ไทย"),
    Language::of("tr", "tur", "", "turkish türkçe"),
    Language::of("uk", "ukr", "ua", "ukrainian українська"),
    Language::of("vi", "vie", "vn", "vietnamese việt"),
    Language::of("yi", "yid", "", "yiddish ייִדיש"),
    Language::of("zh", "zho chi", "cn", "chinese 中文 mandarin"),
];

/// The two-letter language codes (ISO 639-1), including five former codes.
const LANGUAGES: &str = "aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy \
    da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id \
    ie ig ii ik in io is it iu iw ja ji jv jw ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo \
    lt lu lv mg mh mi mk ml mn mo mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt \
    qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr \
    ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu";

/// A language tag (BCP 47, 2.1). Variants, extensions and languages of three letters are not checked against
/// a registry.
#[derive(Debug)]
pub struct LanguageTag {
    /// The language code, in lower case.
    pub language: String,
    /// Whether it has the ICU variant (`en_US_POSIX`) or its BCP 47 form (`en-US-u-va-posix`).
    pub posix: bool,
    /// The tag with the letter case and hyphens that BCP 47 recommends.
    pub canonical: String,
}

impl LanguageTag {
    /// Parses a tag; underscores are accepted as in ICU.
    ///
    /// # Errors
    ///
    /// The error, and the tag that may be intended.
    pub fn parse(locale: &str) -> Result<Self, String> {
        let wrong = |why: &str| {
            Err(format!(
                "\"{locale}\" is not a locale: {why}; expected a language tag like pl, sv-SE or zh-Hant"
            ))
        };
        let unknown = |why: &str| match meant(locale) {
            tags if tags.is_empty() => wrong(why),
            tags => Err(format!(
                "\"{locale}\" is not a locale: {why} (did you mean {}?)",
                list(tags)
            )),
        };
        let mut parts = locale.split(['-', '_']);
        let language = parts.next().unwrap_or("").to_ascii_lowercase();
        if language.is_empty() {
            return wrong("the language is missing");
        }
        let letters = |s: &str| s.bytes().all(|b| b.is_ascii_alphabetic());
        // RFC 5646 reserves codes of four to eight letters, but none is registered.
        if !letters(&language) || !matches!(language.len(), 2 | 3) {
            return unknown("a language has a code of two or three letters");
        }
        if language.len() == 2 && !LANGUAGES.split(' ').any(|known| known == language) {
            return unknown(&format!("there is no language \"{language}\""));
        }
        let mut canonical = language.clone();
        // Script, region and variants have this order; extensions follow.
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

/// The tag of a language, by its name or its code of three letters.
pub fn tag_of(said: &str) -> Option<&'static str> {
    let lower = said.to_lowercase();
    let language = KNOWN.iter().find(|language| language.is_called(&lower))?;
    Some(language.tag)
}

/// The code of three letters of a language (ISO 639-2/T), by its tag of two letters.
pub fn code_of(tag: &str) -> Option<&'static str> {
    let language = KNOWN.iter().find(|language| language.tag == tag)?;
    language.codes.split(' ').next()
}

/// The tags that an invalid text may be intended to be.
fn meant(said: &str) -> Vec<&'static str> {
    let first = said.split(|c: char| c.is_whitespace() || "-_.,@+/".contains(c));
    let first = first.map(str::to_lowercase).next().unwrap_or_default();
    let is_meant = |language: &&Language| {
        language.tag == first || language.is_called(&first) || has(language.countries, &first)
    };
    if let Some(language) = KNOWN.iter().find(is_meant) {
        return vec![language.tag];
    }
    if first.chars().count() > 3 {
        let names = KNOWN
            .iter()
            .flat_map(|language| language.names.split_whitespace());
        return closest(&first, names)
            .and_then(tag_of)
            .into_iter()
            .collect();
    }
    // Assume that only the second letter of a two-letter code is wrong.
    let tags = KNOWN.iter().map(|language| language.tag);
    tags.filter(|tag| tag.chars().next() == first.chars().next())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_known_by_names_and_codes() {
        for (said, expected) in [
            ("German", Some("de")),
            ("Deutsch", Some("de")),
            ("ger", Some("de")),
            ("Ελληνικά", Some("el")),
            ("grc", None),
            ("en", None),
            ("", None),
        ] {
            assert_eq!(tag_of(said), expected, "{said}");
        }
    }

    #[test]
    fn every_name_and_code_is_of_one_language() {
        let words = KNOWN.iter().flat_map(|language| {
            let lists = [language.codes, language.countries, language.names];
            lists.into_iter().flat_map(str::split_whitespace)
        });
        let mut all: Vec<&str> = words.collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
        assert!(all.iter().all(|word| word.to_lowercase() == *word));
        for language in &KNOWN {
            assert!(LanguageTag::parse(language.tag).is_ok(), "{}", language.tag);
            // A country code that is also a language code is not an error.
            for country in language.countries.split_whitespace() {
                assert!(LanguageTag::parse(country).is_err(), "{country}");
            }
        }
    }

    #[test]
    fn tags_of_languages_scripts_and_regions_are_accepted() {
        for (said, expected) in [
            ("pl", "pl"),
            ("pl_pl", "pl-PL"),
            ("zh-hant", "zh-Hant"),
            ("sr-Latn-RS", "sr-Latn-RS"),
            ("deu", "deu"),
            ("zh-yue", "zh-yue"),
            ("ca-valencia", "ca-valencia"),
        ] {
            let tag = LanguageTag::parse(said).map(|tag| tag.canonical);
            assert_eq!(tag.as_deref(), Ok(expected));
        }
    }

    #[test]
    fn what_is_no_language_tag_is_refused_with_the_reason() {
        let error = |locale: &str| LanguageTag::parse(locale).expect_err(locale);
        insta::assert_snapshot!(error(""), @r#""" is not a locale: the language is missing; expected a language tag like pl, sv-SE or zh-Hant"#);
        insta::assert_snapshot!(error("polski"), @r#""polski" is not a locale: a language has a code of two or three letters (did you mean "pl"?)"#);
        insta::assert_snapshot!(error("Polish_PL"), @r#""Polish_PL" is not a locale: a language has a code of two or three letters (did you mean "pl"?)"#);
        insta::assert_snapshot!(error("polish language"), @r#""polish language" is not a locale: a language has a code of two or three letters (did you mean "pl"?)"#);
        insta::assert_snapshot!(error("germna"), @r#""germna" is not a locale: a language has a code of two or three letters (did you mean "de"?)"#);
        insta::assert_snapshot!(error("日本語"), @r#""日本語" is not a locale: a language has a code of two or three letters (did you mean "ja"?)"#);
        insta::assert_snapshot!(error("cz"), @r#""cz" is not a locale: there is no language "cz" (did you mean "cs"?)"#);
        insta::assert_snapshot!(error("pp"), @r#""pp" is not a locale: there is no language "pp" (did you mean "pl" or "pt"?)"#);
        insta::assert_snapshot!(error("en.UTF-8"), @r#""en.UTF-8" is not a locale: a language has a code of two or three letters (did you mean "en"?)"#);
        insta::assert_snapshot!(error("żółw"), @r#""żółw" is not a locale: a language has a code of two or three letters; expected a language tag like pl, sv-SE or zh-Hant"#);
        insta::assert_snapshot!(error("xx"), @r#""xx" is not a locale: there is no language "xx"; expected a language tag like pl, sv-SE or zh-Hant"#);
        insta::assert_snapshot!(error("pl-"), @r#""pl-" is not a locale: "" is not a part of a tag; expected a language tag like pl, sv-SE or zh-Hant"#);
        insta::assert_snapshot!(error("en-US-GB"), @r#""en-US-GB" is not a locale: "GB" is in the wrong place; expected a language tag like pl, sv-SE or zh-Hant"#);
        insta::assert_snapshot!(error("en-u"), @r#""en-u" is not a locale: an extension is empty; expected a language tag like pl, sv-SE or zh-Hant"#);
    }
}
