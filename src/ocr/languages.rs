//! The languages for an engine: codes of Tesseract, checked against those that are installed.

use pdfa2hocr_core::language;
use pdfa2hocr_core::suggest::{did_you_mean, list};

/// Most installed languages that are used together if nothing names one. More make recognition slow and worse.
const MAX_TOGETHER: usize = 3;

/// Models of Tesseract that are not languages.
const NOT_LANGUAGES: [&str; 2] = ["osd", "equ"];

/// Splits `deu+lat` into codes.
///
/// # Errors
///
/// If a code has characters that no name of a model has.
pub(super) fn parse(text: &str) -> Result<Vec<String>, String> {
    let is_plain = |code: &&str| {
        let starts = code.starts_with(|c: char| c.is_ascii_alphabetic());
        starts
            && code
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b"_-/.".contains(&b))
    };
    let codes: Vec<&str> = text.split('+').map(str::trim).collect();
    match codes.iter().all(is_plain) {
        true => Ok(codes.into_iter().map(str::to_owned).collect()),
        false => Err("write the codes of languages joined by +, like deu or deu+lat".to_owned()),
    }
}

/// Checks that languages are installed.
///
/// # Errors
///
/// The first that is missing, with the Debian package that has it, or the code that may be intended.
pub(super) fn check(wanted: &[String], installed: &[String]) -> Result<(), String> {
    let Some(missing) = wanted.iter().find(|code| !installed.contains(code)) else {
        return Ok(());
    };
    let there = || installed.iter().map(String::as_str);
    if let Some(code) = language::tag_of(missing).and_then(|tag| code_of(tag, installed)) {
        return Err(format!(
            "Tesseract has no model \"{missing}\"; did you mean {code}?"
        ));
    }
    let own = language::code_of(language::tag_of(missing).unwrap_or(missing));
    let code = own.unwrap_or(missing);
    let package = match code {
        "script/Fraktur" => "script-frak".to_owned(),
        "script/Latin" => "script-latn".to_owned(),
        code if code.starts_with("script/") => "all".to_owned(),
        // That of chi_sim is tesseract-ocr-chi-sim.
        code => code.replace('_', "-").to_lowercase(),
    };
    let hint = match did_you_mean(missing, there()) {
        hint if !hint.is_empty() && own.is_none() => hint,
        _ => String::new(),
    };
    Err(format!(
        "Tesseract has no model \"{missing}\"{hint}; install the package tesseract-ocr-{package} of Debian, or use one \
         of those that are installed: {}",
        list(there())
    ))
}

/// The installed languages for a document: its own, or else those that are installed. Also returns whether they are
/// assumed.
pub(super) fn choose(own: Option<&str>, installed: &[String]) -> (Vec<String>, bool) {
    if let Some(code) = own.and_then(|tag| code_of(tag, installed)) {
        return (vec![code.to_owned()], false);
    }
    let languages = installed
        .iter()
        .filter(|code| !NOT_LANGUAGES.contains(&code.as_str()) && !code.contains('/'));
    let languages: Vec<String> = languages.cloned().collect();
    let english = languages.iter().find(|code| *code == "eng").cloned();
    match (languages.len() <= MAX_TOGETHER, english) {
        (false, Some(english)) => (vec![english], true),
        (false, None) => (languages.into_iter().take(1).collect(), true),
        (true, _) => (languages, true),
    }
}

/// The installed model for a language tag.
fn code_of<'i>(tag: &str, installed: &'i [String]) -> Option<&'i str> {
    let language = tag
        .split(['-', '_'])
        .next()
        .unwrap_or_default()
        .to_lowercase();
    let is_installed = |code: &str| installed.iter().find(|own| *own == code);
    if language == "zh" {
        let traditional = ["hant", "tw", "hk", "mo"];
        let is_traditional = tag
            .split(['-', '_'])
            .any(|part| traditional.contains(&part.to_lowercase().as_str()));
        let code = if is_traditional { "chi_tra" } else { "chi_sim" };
        return is_installed(code).map(String::as_str);
    }
    let code = match language.len() {
        2 => language::code_of(&language)?,
        _ => language.as_str(),
    };
    is_installed(code).map(String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(text: &str) -> Vec<String> {
        parse(text).unwrap()
    }

    #[test]
    fn codes_never_look_like_options() {
        assert_eq!(codes("deu+lat"), ["deu", "lat"]);
        assert_eq!(codes("script/Latin"), ["script/Latin"]);
        for wrong in ["", "deu+", "--psm", "deu lat", "../x", "deu;ls"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn missing_languages_are_named_with_their_package() {
        let installed = codes("eng+osd+deu");
        assert_eq!(check(&codes("deu+eng"), &installed), Ok(()));
        let why = check(&codes("chi_sim"), &installed).unwrap_err();
        assert!(why.contains("tesseract-ocr-chi-sim"), "{why}");
        let why = check(&codes("german"), &installed).unwrap_err();
        assert!(why.contains("did you mean deu"), "{why}");
        let why = check(&codes("pl"), &installed).unwrap_err();
        assert!(why.contains("tesseract-ocr-pol"), "{why}");
    }

    #[test]
    fn the_documents_language_comes_first() {
        let installed = codes("deu+eng+osd");
        assert_eq!(choose(Some("de-AT"), &installed), (codes("deu"), false));
        assert_eq!(choose(Some("pl"), &installed), (codes("deu+eng"), true));
        let many = codes("ara+deu+eng+fra+osd");
        assert_eq!(choose(None, &many), (codes("eng"), true));
    }
}
