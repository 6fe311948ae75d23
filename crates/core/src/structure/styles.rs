//! Derives standard types from style names that the role map does not map. Office and layout programs name
//! elements by paragraph styles (`heading 1`, `_2._Bhead`, `Footnote Text`), and map most of them to `P`.

use super::element::Element;
use crate::page::standard_type as standard_type_of;

/// Names of headings in the languages of office programs; a level follows.
const HEADINGS: [&str; 17] = [
    "heading",
    "head",
    "\u{FC}berschrift",
    "titre",
    "t\u{ED}tulo",
    "titulo",
    "titolo",
    "kop",
    "rubrik",
    "overskrift",
    "otsikko",
    "nag\u{142}\u{F3}wek",
    "nadpis",
    "c\u{ED}msor",
    "titlu",
    "ba\u{15F}l\u{131}k",
    "\u{437}\u{430}\u{433}\u{43E}\u{43B}\u{43E}\u{432}\u{43E}\u{43A}",
];

/// The edge of the page for which a style is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edge {
    Head,
    Foot,
}

impl Edge {
    /// `Subtype` of the artifact at this edge (table 330).
    pub(super) fn subtype(self) -> &'static str {
        match self {
            Self::Head => "Header",
            Self::Foot => "Footer",
        }
    }
}

/// The edge of the page implied by the style of an element, if its type is `P` or not standard.
pub(super) fn edge(element: &Element) -> Option<Edge> {
    let said = element.standard_type.as_str();
    if said != "P" && standard_type_of(said).is_some() {
        return None;
    }
    edge_of_style(&element.own_type)
}

fn edge_of_style(style: &str) -> Option<Edge> {
    let words = words(style);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["header" | "kopfzeile" | "encabezado" | "intestazione" | "koptekst"]
        | ["running", "head" | "header"]
        | ["en", "t\u{EA}te"] => Some(Edge::Head),
        ["footer" | "fu\u{DF}zeile" | "voettekst"]
        | ["running", "foot" | "footer"]
        | ["pied", "de", "page"]
        | ["pie", "de", "p\u{E1}gina"]
        | ["pi\u{E8}", "di", "pagina"] => Some(Edge::Foot),
        _ => None,
    }
}

/// The standard type that the name of a style implies.
pub(super) fn standard_type(style: &str) -> Option<&'static str> {
    let words = words(style);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    // Leading numbers only sort the list of styles.
    let numbers = words.iter().take_while(|word| is_number(word)).count();
    match words.get(numbers..)? {
        [word, level] if HEADINGS.contains(word) => heading(level),
        [level, "head" | "heading"] => lettered(level),
        [word] => match *word {
            "caption" | "figcaption" | "beschriftung" | "l\u{E9}gende" => Some("Caption"),
            "footnote" | "endnote" | "fu\u{DF}notentext" | "endnotentext" => Some("Note"),
            "title" | "titel" => Some("Title"),
            "quote" | "blockquote" | "quotation" | "zitat" => Some("BlockQuote"),
            word => lettered(word.strip_suffix("head")?),
        },
        ["figure" | "table" | "image", "caption"] => Some("Caption"),
        ["footnote" | "endnote", "text"] => Some("Note"),
        ["intense", "quote"] | ["block", "quote" | "quotation"] => Some("BlockQuote"),
        _ => None,
    }
}

/// The heading of a level from `1` to `9`.
fn heading(level: &str) -> Option<&'static str> {
    const LEVELS: [&str; 9] = ["H1", "H2", "H3", "H4", "H5", "H6", "H7", "H8", "H9"];
    let level: usize = level.parse().ok()?;
    LEVELS.get(level.checked_sub(1)?).copied()
}

/// The heading of a level that printers call A, B, C or D.
fn lettered(level: &str) -> Option<&'static str> {
    match level {
        "a" => Some("H1"),
        "b" => Some("H2"),
        "c" => Some("H3"),
        "d" => Some("H4"),
        _ => None,
    }
}

fn is_number(word: &str) -> bool {
    word.chars().all(char::is_numeric)
}

/// The words and numbers of a name in lower case: `_2._Bhead` gives `2`, `bhead`, and `Heading1` gives
/// `heading`, `1`.
fn words(style: &str) -> Vec<String> {
    /// Maximum number of characters read.
    const MAX: usize = 80;
    let mut words: Vec<String> = Vec::new();
    let mut last = None;
    for c in style.chars().take(MAX) {
        let kind = c.is_alphanumeric().then(|| c.is_numeric());
        if let Some(kind) = kind {
            match words.last_mut() {
                Some(word) if last == Some(kind) => word.extend(c.to_lowercase()),
                _ => words.push(c.to_lowercase().collect()),
            }
        }
        last = kind;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_of_headings_notes_and_captions_are_known() {
        for (style, standard) in [
            ("heading 1", "H1"),
            ("Heading3", "H3"),
            ("_2._Bhead", "H2"),
            ("A-head", "H1"),
            ("\u{DC}berschrift 2", "H2"),
            ("Footnote Text", "Note"),
            ("caption", "Caption"),
            ("Figure_Caption", "Caption"),
            ("Title", "Title"),
            ("Intense Quote", "BlockQuote"),
        ] {
            assert_eq!(standard_type(style), Some(standard), "{style}");
        }
        for style in [
            "Normal",
            "Body Text",
            "heading",
            "heading 0",
            "TOC Heading",
            "index heading",
            "toc 1",
            "Table heading",
            "Ahead of",
            "overhead",
            "List 2",
            "header",
            "",
            "1",
        ] {
            assert_eq!(standard_type(style), None, "{style}");
        }
    }

    #[test]
    fn styles_of_heads_and_feet_are_known() {
        for (style, edge) in [
            ("header", Edge::Head),
            ("Running_Head", Edge::Head),
            ("Fu\u{DF}zeile", Edge::Foot),
            ("footer", Edge::Foot),
        ] {
            assert_eq!(edge_of_style(style), Some(edge), "{style}");
        }
        for style in ["Table header", "header 1", "footnote", "Normal"] {
            assert_eq!(edge_of_style(style), None, "{style}");
        }
    }
}
