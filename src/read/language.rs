//! Languages as files of recognised text call them, as BCP 47 tags.

use std::borrow::Cow;

/// Two letters, the codes of three letters, the English name.
const LANGUAGES: [(&str, &str, &str); 56] = [
    ("ar", "ara", "arabic"),
    ("be", "bel", "belarusian"),
    ("bg", "bul", "bulgarian"),
    ("ca", "cat", "catalan"),
    ("cs", "ces cze", "czech"),
    ("cy", "cym wel", "welsh"),
    ("da", "dan", "danish"),
    ("de", "deu ger frk gmh goh", "german"),
    ("el", "ell gre", "greek"),
    ("en", "eng enm", "english"),
    ("eo", "epo", "esperanto"),
    ("es", "spa", "spanish"),
    ("et", "est", "estonian"),
    ("eu", "eus baq", "basque"),
    ("fa", "fas per", "persian"),
    ("fi", "fin", "finnish"),
    ("fr", "fra fre frm", "french"),
    ("ga", "gle", "irish"),
    ("gl", "glg", "galician"),
    ("he", "heb", "hebrew"),
    ("hi", "hin", "hindi"),
    ("hr", "hrv", "croatian"),
    ("hu", "hun", "hungarian"),
    ("hy", "hye arm", "armenian"),
    ("id", "ind", "indonesian"),
    ("is", "isl ice", "icelandic"),
    ("it", "ita", "italian"),
    ("ja", "jpn", "japanese"),
    ("ka", "kat geo", "georgian"),
    ("ko", "kor", "korean"),
    ("la", "lat", "latin"),
    ("lb", "ltz", "luxembourgish"),
    ("lt", "lit", "lithuanian"),
    ("lv", "lav", "latvian"),
    ("mk", "mkd mac", "macedonian"),
    ("mt", "mlt", "maltese"),
    ("nl", "nld dut", "dutch"),
    ("nn", "nno", "nynorsk"),
    ("no", "nor", "norwegian"),
    ("pl", "pol", "polish"),
    ("pt", "por", "portuguese"),
    ("ro", "ron rum", "romanian"),
    ("ru", "rus", "russian"),
    ("sa", "san", "sanskrit"),
    ("sk", "slk slo", "slovak"),
    ("sl", "slv", "slovenian"),
    ("sq", "sqi alb", "albanian"),
    ("sr", "srp", "serbian"),
    ("sv", "swe", "swedish"),
    ("ta", "tam", "tamil"),
    ("th", "tha", "thai"),
    ("tr", "tur", "turkish"),
    ("uk", "ukr", "ukrainian"),
    ("vi", "vie", "vietnamese"),
    ("yi", "yid", "yiddish"),
    ("zh", "zho chi", "chinese"),
];

/// The tag of a language by its name or code; what is not known stays as it is.
pub(super) fn tag(said: &str) -> Cow<'_, str> {
    // Tesseract adds the script or the time: `deu_frak`, `chi_sim`, `grc`.
    let first = said.split(['_', '+', ' ', ',']).next().unwrap_or_default();
    let lower = first.to_ascii_lowercase();
    let known = |(_, codes, name): &&(&str, &str, &str)| {
        *name == lower || codes.split(' ').any(|code| code == lower)
    };
    match LANGUAGES.iter().find(known) {
        Some((tag, ..)) => Cow::Borrowed(tag),
        None => Cow::Borrowed(said),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_codes_of_three_letters_become_tags() {
        for (said, expected) in [
            ("German", "de"),
            ("ger", "de"),
            ("deu_frak", "de"),
            ("chi_sim", "zh"),
            ("pl-PL", "pl-PL"),
            ("grc", "grc"),
            ("en", "en"),
        ] {
            assert_eq!(tag(said), expected);
        }
    }
}
