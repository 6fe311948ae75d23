//! Labels of lists, and page numbers: what reads as a number.

/// `12`, `xiv`, `- 3 -`, `[4]`: nothing but a number, in figures or Roman.
pub(super) fn reads_as_page_number(text: &str) -> bool {
    let text = core(text);
    is_figures(text) || is_roman(text)
}

/// A label that counts: `1.`, `(2)`, `3.1`, `iv)`, `b.`. A letter alone is a sign (`o` is a bullet
/// of many office programs), with a stop or a bracket it counts.
pub(super) fn reads_as_number(text: &str) -> bool {
    let inner = core(text);
    let punctuated = inner.len() < text.trim().len();
    let mut chars = inner.chars();
    let letter = matches!((chars.next(), chars.next()), (Some(c), None) if c.is_alphabetic());
    let figures = !inner.is_empty() && inner.split('.').all(is_figures);
    figures || (punctuated && (letter || is_roman(inner)))
}

/// The text without what numbers are decorated with.
fn core(text: &str) -> &str {
    let decoration = |c: char| {
        c.is_whitespace()
            || matches!(
                c,
                '.' | ')' | '(' | '[' | ']' | ':' | '-' | '\u{2013}' | '\u{2014}' | '|'
            )
    };
    text.trim_matches(decoration)
}

fn is_figures(text: &str) -> bool {
    // Figures of any script.
    !text.is_empty() && text.chars().all(char::is_numeric)
}

fn is_roman(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    (1..=8).contains(&lower.len())
        && lower.bytes().all(|b| b"ivxlc".contains(&b))
        && (text == lower || text.to_ascii_uppercase() == text)
}

/// Whether a list with this `ListNumbering` (ISO 32000-1, table 347; ISO 32000-2, table 382) counts;
/// `None` when the value says nothing.
pub(super) fn numbering_counts(numbering: &str) -> Option<bool> {
    match numbering {
        "None" => None,
        "Unordered" | "Description" | "Disc" | "Circle" | "Square" => Some(false),
        "Ordered" | "Decimal" | "UpperRoman" | "LowerRoman" | "UpperAlpha" | "LowerAlpha" => {
            Some(true)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_that_count_are_told_from_bullets() {
        for label in [
            "1", "1.", "(2)", "3.1", "12.4.", "iv)", "IV.", "b.", "[7]", "\u{663}",
        ] {
            assert!(reads_as_number(label), "{label}");
        }
        for label in ["", "o", "\u{2022}", "-", "\u{2013}", "ab)", "1a2", "x", "."] {
            assert!(!reads_as_number(label), "{label}");
        }
    }

    #[test]
    fn page_numbers_stand_alone() {
        for number in ["7", " 12 ", "- 3 -", "xiv", "XIV"] {
            assert!(reads_as_page_number(number), "{number}");
        }
        for other in ["", "Page 7", "Xiv", "7a", "3 of 9", "civilis"] {
            assert!(!reads_as_page_number(other), "{other}");
        }
    }

    #[test]
    fn attributes_say_whether_a_list_counts() {
        assert_eq!(numbering_counts("Decimal"), Some(true));
        assert_eq!(numbering_counts("Disc"), Some(false));
        assert_eq!(numbering_counts("None"), None);
    }
}
