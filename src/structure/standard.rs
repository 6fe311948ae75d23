//! The standard structure types (ISO 32000-1, 14.8.4; ISO 32000-2, 14.8.4 and annex L).

/// Where an element of a standard type stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Holds others: `Document`, `Sect`, `Table`, `TR`, `L`, `LI`, …
    Grouping,
    /// Holds lines: `P`, `H1`, …
    Paragraph,
    /// A part of lines: `Span`, `Link`, …
    Inline,
    /// `Figure`, `Formula`, `Form`: a part of lines, or a block of its own.
    Illustration,
}

/// What a standard type is; `None` when the type is not standard.
pub fn level(name: &str) -> Option<Level> {
    Some(match name {
        "Document" | "DocumentFragment" | "Part" | "Art" | "Sect" | "Div" | "Aside"
        | "BlockQuote" | "TOC" | "TOCI" | "Index" | "NonStruct" | "Private" | "L" | "LI"
        | "LBody" | "Table" | "TR" | "TH" | "TD" | "THead" | "TBody" | "TFoot" | "Note"
        | "FENote" | "Artifact" => Level::Grouping,
        "P" | "H" | "Title" | "Caption" | "Lbl" => Level::Paragraph,
        "Span" | "Quote" | "Reference" | "BibEntry" | "Code" | "Link" | "Annot" | "Ruby" | "RB"
        | "RT" | "RP" | "Warichu" | "WT" | "WP" | "Em" | "Strong" | "Sub" => Level::Inline,
        "Figure" | "Formula" | "Form" => Level::Illustration,
        // ISO 32000-2 has headings of any depth: H7, H12.
        _ => {
            let depth = name.strip_prefix('H')?;
            let digits = !depth.is_empty() && depth.bytes().all(|b| b.is_ascii_digit());
            return (digits && !depth.starts_with('0')).then_some(Level::Paragraph);
        }
    })
}

/// The namespaces of standard types (ISO 32000-2, 14.8.6).
pub(super) const NAMESPACES: [&str; 2] = ["http://iso.org/pdf/ssn", "http://iso.org/pdf2/ssn"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_may_be_deep() {
        assert_eq!(level("H1"), Some(Level::Paragraph));
        assert_eq!(level("H12"), Some(Level::Paragraph));
        for other in ["H0", "Hx", "Heading", "", "p"] {
            assert_eq!(level(other), None, "{other}");
        }
    }
}
