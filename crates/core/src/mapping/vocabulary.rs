//! The known kinds and attributes of nodes, to detect spelling mistakes in mappings.

use std::fmt::Display;

use super::parsed::LineError;
use crate::page::{Name, Own, STANDARD_TYPES};
use crate::suggest::did_you_mean;

/// Kinds of nodes from page analysis, and headings, in addition to the standard structure types.
const KINDS: [&str; 13] = [
    "page",
    "textgroup",
    "textbox",
    "textline",
    "word",
    "image",
    "par",
    "H1",
    "H2",
    "H3",
    "H4",
    "H5",
    "H6",
];
/// Kinds set by built-in modules.
const GIVEN: [&str; 2] = ["header", "footer"];
/// Kinds set by built-in modules and by page analysis.
const RUNNING: [&str; 4] = ["pageno", "column", "entry", "headword"];

/// Standard attributes (ISO 32000-1, 14.8.5; ISO 32000-2, 14.8.5).
const ATTRIBUTES: [&str; 57] = [
    "Attached",
    "BBox",
    "BackgroundColor",
    "BaselineShift",
    "BlockAlign",
    "BorderColor",
    "BorderStyle",
    "BorderThickness",
    "Checked",
    "ColSpan",
    "Color",
    "ColumnCount",
    "ColumnGap",
    "ColumnWidths",
    "ContinuedFrom",
    "ContinuedList",
    "Desc",
    "EndIndent",
    "GlyphOrientationVertical",
    "Headers",
    "Height",
    "InlineAlign",
    "LineHeight",
    "ListNumbering",
    "NoteType",
    "Padding",
    "Placement",
    "Role",
    "RowSpan",
    "RubyAlign",
    "RubyPosition",
    "Scope",
    "Short",
    "SpaceAfter",
    "SpaceBefore",
    "StartIndent",
    "Subtype",
    "Summary",
    "TBorderStyle",
    "TPadding",
    "TextAlign",
    "TextDecorationColor",
    "TextDecorationThickness",
    "TextDecorationType",
    "TextIndent",
    "TextPosition",
    "Type",
    "Width",
    "WritingMode",
    "checked",
    "class",
    "id",
    "lang",
    "style",
    "title",
    "value",
    "name",
];

fn kinds() -> impl Iterator<Item = &'static str> {
    KINDS
        .into_iter()
        .chain(STANDARD_TYPES.iter().map(|standard| standard.name))
        .chain(GIVEN)
        .chain(RUNNING)
}

/// Whether documents, page analysis or built-in modules have nodes of this kind.
pub(super) fn is_kind(kind: &str) -> bool {
    kinds().any(|known| known == kind)
}

/// Returns a warning about an unknown kind.
pub(super) fn doubt_kind(line: usize, kind: &str) -> Option<LineError> {
    if is_kind(kind) {
        return None;
    }
    let hint = did_you_mean(kind, kinds());
    let message = format!("\"{kind}\" is a kind that no node has, unless a module gives it{hint}");
    Some((line, message))
}

/// Returns a warning about an attribute whose name is similar to a known one. Other unknown attributes are
/// accepted, because documents and modules can set any.
pub(super) fn doubt_attribute(line: usize, what: &dyn Display, name: &Name) -> Option<LineError> {
    let known = || ATTRIBUTES.into_iter().chain(Own::ALL.map(Own::name));
    let name = name.as_str();
    // Very short names are too similar to each other.
    if name.len() <= 2 || known().any(|k| k == name) {
        return None;
    }
    let hint = did_you_mean(name, known());
    let message = format!("{what}: \"{name}\" is an attribute of no standard{hint}");
    (!hint.is_empty()).then_some((line, message))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mapping::built_in::BUILT_IN;
    use crate::mapping::{Mapping, rules};

    #[test]
    fn the_mappings_compiled_in_are_not_doubted() {
        for (name, text) in BUILT_IN {
            assert_eq!(rules::parse(text).unwrap().doubts, [], "{name}");
            assert_eq!(Mapping::built_in(name).unwrap().doubts().len(), 0);
        }
    }

    #[test]
    fn slips_are_found() {
        let (_, wurd) = doubt_kind(3, "wurd").unwrap();
        assert!(wurd.ends_with("(did you mean \"word\"?)"), "{wurd}");
        assert!(doubt_kind(1, "ornament").is_some());
        assert_eq!(doubt_kind(1, "H6"), None);
        let attribute = |name| doubt_attribute(1, &"P: if", &Name::named(name));
        assert!(attribute("RowSpam").is_some());
        assert_eq!(attribute("RowSpan"), None);
        assert_eq!(attribute("href"), None);
        assert_eq!(attribute("Mood"), None);
    }
}
