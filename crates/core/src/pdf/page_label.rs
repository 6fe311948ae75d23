//! Page labels (12.4.2): the document's own page numbers.

use std::collections::BTreeMap;

use super::{Dict, Document, Name, Object, StringObject, number_tree, text_string};
use crate::page_number::roman;

/// A range of pages with the same numbering (table 159).
struct Range {
    /// `P`.
    prefix: String,
    /// `S`; without it, labels consist of the prefix.
    style: Option<Style>,
    /// `St`, the number of the first page.
    first: u32,
}

#[derive(Clone, Copy)]
enum Style {
    Decimal,
    Roman { upper: bool },
    Letters { upper: bool },
}

/// The labels of a document's pages.
#[derive(Default)]
pub struct PageLabels {
    /// Ranges by the index of their first page.
    ranges: BTreeMap<u32, Range>,
}

impl PageLabels {
    /// Reads `/PageLabels` of the catalog.
    pub fn read(document: &Document) -> Self {
        let tree = document
            .catalog()
            .and_then(|catalog| catalog.get::<Dict<'_>>("PageLabels"));
        let entries = tree.map(|tree| number_tree(document, &tree));
        let ranges = entries.into_iter().flatten().filter_map(|(index, value)| {
            let Object::Dict(range) = value else {
                return None;
            };
            Some((u32::try_from(index).ok()?, Range::read(&range)))
        });
        Self {
            ranges: ranges.collect(),
        }
    }

    /// The label of the page with an index from 0; `None` if the document gives none.
    pub fn label(&self, index: u32) -> Option<String> {
        let (start, range) = self.ranges.range(..=index).next_back()?;
        let label = range.label(index - start);
        (!label.is_empty()).then_some(label)
    }
}

impl Range {
    fn read(dict: &Dict<'_>) -> Self {
        let style = match dict.get::<Name<'_>>("S").as_deref() {
            Some(b"D") => Some(Style::Decimal),
            Some(b"R") => Some(Style::Roman { upper: true }),
            Some(b"r") => Some(Style::Roman { upper: false }),
            Some(b"A") => Some(Style::Letters { upper: true }),
            Some(b"a") => Some(Style::Letters { upper: false }),
            _ => None,
        };
        let prefix = dict.get::<StringObject<'_>>("P");
        Self {
            prefix: prefix.map(|p| text_string(&p)).unwrap_or_default(),
            style,
            first: dict.get::<u32>("St").unwrap_or(1),
        }
    }

    fn label(&self, offset: u32) -> String {
        let number = self.first.saturating_add(offset);
        let counted = self.style.map(|style| style.write(number));
        format!("{}{}", self.prefix, counted.unwrap_or_default())
    }
}

impl Style {
    fn write(self, number: u32) -> String {
        let (text, upper) = match self {
            Self::Decimal => return number.to_string(),
            Self::Roman { upper } => (roman(number).unwrap_or_else(|| number.to_string()), upper),
            Self::Letters { upper } => (letters(number), upper),
        };
        if upper {
            text.to_ascii_uppercase()
        } else {
            text
        }
    }
}

/// "A to Z for the first 26 pages, AA to ZZ for the next 26, and so on".
fn letters(number: u32) -> String {
    let Some(index) = number.checked_sub(1).filter(|n| *n < 26 * 100) else {
        return number.to_string();
    };
    let letter = char::from(b'a' + (index % 26) as u8);
    std::iter::repeat_n(letter, (index / 26 + 1) as usize).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_count_on_within_their_range() {
        let range = |prefix: &str, style, first| Range {
            prefix: prefix.into(),
            style,
            first,
        };
        let labels = PageLabels {
            ranges: [
                (1, range("", Some(Style::Roman { upper: false }), 1)),
                (5, range("A-", Some(Style::Decimal), 8)),
                (9, range("", Some(Style::Letters { upper: true }), 26)),
                (11, range("cover", None, 1)),
                (13, range("", None, 1)),
            ]
            .into(),
        };
        let labels: Vec<_> = (0..14)
            .map(|i| labels.label(i).unwrap_or_default())
            .collect();
        assert_eq!(
            labels,
            [
                "", "i", "ii", "iii", "iv", "A-8", "A-9", "A-10", "A-11", "Z", "AA", "cover",
                "cover", ""
            ]
        );
        assert_eq!(roman(1994).as_deref(), Some("mcmxciv"));
        assert_eq!((roman(0), letters(0)), (None, "0".to_owned()));
    }
}
