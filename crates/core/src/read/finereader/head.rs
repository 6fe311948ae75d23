//! The head of a file, before its pages: the language, and the styles of paragraphs and fonts.

use std::collections::HashMap;

use crate::diagnostics::Warnings;
use crate::language::tag_of;
use crate::read::markup::{Element, xml};
use crate::read::ocr::Font;

/// The data that all pages of a file share.
#[derive(Clone, Debug, Default)]
pub(in crate::read) struct Head {
    /// The main language.
    pub(super) lang: Option<&'static str>,
    /// The types of paragraphs, by the ids of their styles.
    pub(super) roles: HashMap<String, String>,
    pub(super) fonts: HashMap<String, Font>,
}

/// Reads the part of a file before its first page.
pub(in crate::read) fn head(text: &str) -> Head {
    // The XML ends where the pages begin, so its missing end is not reported.
    let markup = xml::parse(xml::Piece::first(text), &mut Warnings::new());
    let root = markup.root().child("document").unwrap_or(markup.root());
    let mut head = Head {
        lang: root.attribute("mainLanguage").and_then(language),
        ..Head::default()
    };
    for style in root.below().filter(|e| e.is("paragraphStyle")) {
        if let (Some(id), Some(role)) = (style.attribute("id"), role(style)) {
            head.roles.insert(id.to_owned(), role);
        }
        for font in style.named("fontStyle") {
            if let Some(id) = font.attribute("id") {
                head.fonts.insert(id.to_owned(), own_font(font, None));
            }
        }
    }
    head
}

/// The type of paragraphs with a style; `None` for text.
fn role(style: Element<'_>) -> Option<String> {
    let level = style
        .attribute("roleLevel")
        .and_then(|l| l.parse::<u8>().ok());
    Some(match style.attribute("role")? {
        "text" | "tableText" | "other" | "none" | "" => return None,
        "heading" => match level.filter(|level| (1..=6).contains(level)) {
            Some(level) => format!("heading {level}"),
            None => "heading".to_owned(),
        },
        "pictureCaption" | "tableCaption" | "tableHeading" => "caption".to_owned(),
        "contents" => "toc".to_owned(),
        "endnote" => "footnote".to_owned(),
        other => other.to_owned(),
    })
}

/// The font that an element describes; attributes that it does not have are those of `around`.
pub(super) fn own_font(element: Element<'_>, around: Option<&Font>) -> Font {
    let mut font = around.cloned().unwrap_or_default();
    if let Some(name) = element.attribute("ff") {
        name.trim().clone_into(&mut font.name);
    }
    font.size = element
        .number("fs")
        .filter(|&size| size > 0.0)
        .or(font.size);
    for (name, is) in [("bold", &mut font.bold), ("italic", &mut font.italic)] {
        if let Some(said) = element.attribute(name) {
            *is = matches!(said, "true" | "1");
        }
    }
    font
}

/// The BCP 47 tag of a language by its name in FineReader: `GermanStandard`, `OldFrench`, but not the script in
/// `AzeriLatin`.
pub(super) fn language(said: &str) -> Option<&'static str> {
    let said = said.strip_prefix("Old").unwrap_or(said);
    let end = |(at, c): &(usize, char)| *at > 0 && !c.is_lowercase();
    let end = said
        .char_indices()
        .find(end)
        .map_or(said.len(), |(at, _)| at);
    tag_of(said.get(..end)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_languages_are_several_words_in_one() {
        for (said, tag) in [
            ("EnglishUnitedStates", Some("en")),
            ("GermanStandard", Some("de")),
            ("OldGerman", Some("de")),
            ("Czech", Some("cs")),
            ("AzeriLatin", None),
            ("Latin_Legacy", Some("la")),
            ("Digits", None),
            ("", None),
        ] {
            assert_eq!(language(said), tag, "{said}");
        }
    }
}
