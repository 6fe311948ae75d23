//! The standard structure types (ISO 32000-1, 14.8.4; ISO 32000-2, 14.8.4 and annex L): one table for the
//! reader of tags, the validator and the mappings.

use StructureLevel::{Grouping, Illustration, Inline, Paragraph};

/// The content of an element of a standard type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StructureLevel {
    /// Other elements: `Document`, `Sect`, `Table`, `TR`, `L`, `LI`, …
    Grouping,
    /// Lines: `P`, `H1`, …
    Paragraph,
    /// A part of lines: `Span`, `Link`, …
    Inline,
    /// `Figure`, `Formula`, `Form`: a part of lines, or a block of its own.
    Illustration,
}

/// A standard structure type.
#[derive(Clone, Copy, Debug)]
pub struct StandardType {
    pub name: &'static str,
    pub level: StructureLevel,
    /// Whether it is in the namespace of PDF 1.7.
    pub pdf17: bool,
    /// Whether it is in the namespace of PDF 2.0.
    pub pdf20: bool,
}

/// The namespace of PDF 1.7 (ISO 32000-2, 14.8.6).
pub const PDF17_NAMESPACE: &str = "http://iso.org/pdf/ssn";
/// The namespace of PDF 2.0 (ISO 32000-2, 14.8.6).
pub const PDF20_NAMESPACE: &str = "http://iso.org/pdf2/ssn";

const fn both(name: &'static str, level: StructureLevel) -> StandardType {
    StandardType {
        name,
        level,
        pdf17: true,
        pdf20: true,
    }
}

const fn old(name: &'static str, level: StructureLevel) -> StandardType {
    StandardType {
        pdf20: false,
        ..both(name, level)
    }
}

const fn new(name: &'static str, level: StructureLevel) -> StandardType {
    StandardType {
        pdf17: false,
        ..both(name, level)
    }
}

/// All standard types, except headings with a level, which [`standard_type`] also knows.
pub const STANDARD_TYPES: [StandardType; 51] = [
    both("Document", Grouping),
    new("DocumentFragment", Grouping),
    both("Part", Grouping),
    old("Art", Grouping),
    both("Sect", Grouping),
    both("Div", Grouping),
    new("Aside", Grouping),
    old("BlockQuote", Grouping),
    old("TOC", Grouping),
    old("TOCI", Grouping),
    old("Index", Grouping),
    both("NonStruct", Grouping),
    old("Private", Grouping),
    both("L", Grouping),
    both("LI", Grouping),
    both("LBody", Grouping),
    both("Lbl", Paragraph),
    both("Table", Grouping),
    both("TR", Grouping),
    both("TH", Grouping),
    both("TD", Grouping),
    both("THead", Grouping),
    both("TBody", Grouping),
    both("TFoot", Grouping),
    old("Note", Grouping),
    new("FENote", Grouping),
    new("Artifact", Grouping),
    both("P", Paragraph),
    both("H", Paragraph),
    new("Title", Paragraph),
    both("Caption", Paragraph),
    both("Span", Inline),
    old("Quote", Inline),
    old("Reference", Inline),
    old("BibEntry", Inline),
    old("Code", Inline),
    both("Link", Inline),
    both("Annot", Inline),
    both("Ruby", Inline),
    both("RB", Inline),
    both("RT", Inline),
    both("RP", Inline),
    both("Warichu", Inline),
    both("WT", Inline),
    both("WP", Inline),
    new("Em", Inline),
    new("Strong", Inline),
    new("Sub", Inline),
    both("Figure", Illustration),
    both("Formula", Illustration),
    both("Form", Illustration),
];

/// The standard type of a name; `None` if the type is not standard.
pub fn standard_type(name: &str) -> Option<StandardType> {
    let plain = STANDARD_TYPES.iter().find(|known| known.name == name);
    plain.copied().or_else(|| {
        // PDF 1.7 has six levels; PDF 2.0 allows headings of any level: H7, H12.
        heading_depth(name).map(|depth| StandardType {
            pdf17: matches!(depth, "1" | "2" | "3" | "4" | "5" | "6"),
            ..both("H", Paragraph)
        })
    })
}

/// The level of a heading `H1`, `H2`, ….
pub fn heading_level(name: &str) -> Option<u32> {
    heading_depth(name)?.parse().ok()
}

/// Whether elements of a standard type are headings.
pub fn is_heading(name: &str) -> bool {
    name == "H" || name == "Title" || heading_level(name).is_some()
}

/// Whether elements of a standard type only group others: they are not blocks, lists or tables, and text
/// directly in them is not a paragraph.
pub fn only_groups(name: &str) -> bool {
    matches!(
        name,
        "Document" | "DocumentFragment" | "Part" | "Art" | "Sect" | "Div" | "NonStruct"
    )
}

/// The digits after `H`.
fn heading_depth(name: &str) -> Option<&str> {
    let depth = name.strip_prefix('H')?;
    let digits = !depth.is_empty() && depth.bytes().all(|b| b.is_ascii_digit());
    (digits && !depth.starts_with('0')).then_some(depth)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_may_be_deep() {
        let level = |name| standard_type(name).map(|t| t.level);
        assert_eq!(level("H1"), Some(Paragraph));
        assert_eq!(level("H12"), Some(Paragraph));
        assert_eq!(heading_level("H12"), Some(12));
        for other in ["H0", "H01", "H+1", "Hx", "Heading", "", "p"] {
            assert_eq!(level(other), None, "{other}");
            assert_eq!(heading_level(other), None, "{other}");
        }
        assert_eq!(heading_level("H"), None);
    }

    #[test]
    fn each_version_has_its_types() {
        let versions = |name| standard_type(name).map(|t| (t.pdf17, t.pdf20));
        assert_eq!(versions("P"), Some((true, true)));
        assert_eq!(versions("Note"), Some((true, false)));
        assert_eq!(versions("FENote"), Some((false, true)));
        assert_eq!(versions("H6"), Some((true, true)));
        assert_eq!(versions("H7"), Some((false, true)));
    }
}
