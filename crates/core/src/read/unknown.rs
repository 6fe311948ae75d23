//! Counts the elements of a document that a reader does not know.

use std::collections::{BTreeMap, HashSet};

use crate::compact_sort::CompactSort;
use crate::counted::counted;
use crate::diagnostics::{Diagnostic, DiagnosticKind};

/// Maximum number of different names that are counted.
const NAMES: usize = 1000;

/// Maximum number of names in the warning.
const REPORTED: usize = 8;

/// Maximum length of a name in bytes.
const LENGTH: usize = 64;

/// Numbers of unknown elements by their names.
#[derive(Debug, Default)]
pub(super) struct Unknown(BTreeMap<String, usize>);

impl Unknown {
    /// Counts the elements of a file whose local names are not among `known`, which are separated by spaces.
    pub(super) fn count(&mut self, text: &str, known: &str) {
        let known: HashSet<&str> = known.split(' ').collect();
        let bytes = text.as_bytes();
        let mut end_of_comment = 0;
        for at in memchr::memchr_iter(b'<', bytes) {
            let rest = bytes.get(at + 1..).unwrap_or_default();
            if at < end_of_comment {
                continue;
            }
            if rest.starts_with(b"!--") {
                let end = memchr::memmem::find(rest, b"-->");
                end_of_comment = end.map_or(bytes.len(), |end| at + end);
            }
            let end = rest
                .iter()
                .take(LENGTH)
                .position(|b| b" \t\r\n>/".contains(b));
            let name = rest.get(..end.unwrap_or(0)).unwrap_or_default();
            let name = std::str::from_utf8(name).unwrap_or_default();
            let name = name.rsplit_once(':').map_or(name, |(_, local)| local);
            if !name.starts_with(char::is_alphabetic) || known.contains(name) {
                continue;
            }
            if let Some(count) = self.0.get_mut(name) {
                *count += 1;
            } else if self.0.len() < NAMES {
                self.0.insert(name.to_owned(), 1);
            }
        }
    }

    /// A warning that lists the elements; `None` if all are known.
    pub(super) fn warning(&self) -> Option<Diagnostic> {
        let mut all: Vec<(&String, &usize)> = self.0.iter().collect();
        all.compact_sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        let first = all.iter().take(REPORTED);
        let listed: Vec<String> = first
            .map(|(name, count)| format!("{name} ({count})"))
            .collect();
        if listed.is_empty() {
            return None;
        }
        let more = match all.len().checked_sub(REPORTED) {
            Some(more @ 1..) => format!(" and {}", counted(more, "other name")),
            _ => String::new(),
        };
        let why = format!(
            "the markup of elements that are not known is ignored: {}{more}",
            listed.join(", ")
        );
        Some(Diagnostic::new(DiagnosticKind::Page, why))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_elements_are_counted_by_name() {
        let mut unknown = Unknown::default();
        assert!(unknown.warning().is_none());
        unknown.count("<?xml?><!-- <c> --><a:b><c/></a:b><d>1 < 2</d><d/>", "b");
        let said = unknown.warning().unwrap().to_string();
        assert!(said.ends_with("d (2), c (1)"), "{said}");
    }
}
