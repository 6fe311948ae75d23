//! Collects the warnings of a document until its end, so that each message is printed once, with a count.

use std::collections::BTreeMap;
use std::fmt;

use super::errors::worded;
use crate::convert::Observer;
use pdfa2hocr_core::counted::counted;
use pdfa2hocr_core::diagnostics::{DiagnosticKind, Warning};
use pdfa2hocr_core::page::PageList;
use pdfa2hocr_core::page_number::PageNumber;

/// Maximum number of different warnings of one kind; further ones are only counted.
const KEPT: usize = 20;
/// Maximum length of a list of pages in characters; a longer one is a number of pages.
const LONGEST: usize = 40;

/// The warnings of a document.
#[derive(Default)]
pub(super) struct Repeated {
    held: Vec<Held>,
    /// Number of warnings that are not held, by kind.
    more: BTreeMap<DiagnosticKind, usize>,
}

/// A warning, with those that have the same message.
struct Held {
    warning: Warning,
    /// The indices of the pages, in ascending order.
    pages: Vec<u32>,
    /// The number of further warnings.
    repeats: usize,
}

impl fmt::Display for Held {
    /// Formats as `pages 3,7-9: message`; without pages as `message (11 more times)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.pages.len() > 1 {
            let pages = PageList::from_indices(&self.pages).to_string();
            let more = self.pages.len() - 1;
            match (self.pages.first(), pages.len() > LONGEST) {
                (Some(first), true) => {
                    let (first, more) = (PageNumber::of(*first), counted(more, "other page"));
                    write!(f, "page {first} and {more}: ")?;
                }
                _ => write!(f, "pages {pages}: ")?,
            }
            return f.write_str(&self.warning.message);
        }
        self.warning.fmt(f)?;
        match self.repeats {
            0 => Ok(()),
            // The message has the number of all cases.
            _ if self.warning.count.is_some() => Ok(()),
            repeats => write!(f, " ({})", counted(repeats, "more time")),
        }
    }
}

impl Held {
    fn add_again(&mut self, again: &Warning) {
        self.repeats += 1;
        if let Some((count, more)) = self.warning.count.zip(again.count) {
            self.warning.message = self.warning.subject().to_owned();
            self.warning = self.warning.clone().counting(count.saturating_add(more));
        }
        let page = again.place.page;
        if let Some(page) = page
            && let Err(at) = self.pages.binary_search(&page)
        {
            self.pages.insert(at, page);
        }
    }
}

impl Repeated {
    /// Adds a warning.
    fn add(&mut self, warning: Warning) {
        let mut kept = 0;
        for held in &mut self.held {
            if held.warning.kind == warning.kind {
                if held.warning.subject() == warning.subject() {
                    held.add_again(&warning);
                    return;
                }
                kept += 1;
            }
        }
        if kept < KEPT {
            self.held.push(Held {
                pages: warning.place.page.into_iter().collect(),
                warning,
                repeats: 0,
            });
        } else {
            *self.more.entry(warning.kind).or_default() += 1;
        }
    }

    /// One line for each message, and one for each kind with further warnings.
    pub(super) fn lines(&self) -> impl Iterator<Item = String> {
        let held = self.held.iter().map(|held| format!("warning: {held}"));
        let more = self.more.iter().map(|(kind, count)| {
            let (more, about) = (counted(*count, "more warning"), subject(*kind));
            format!("{more} about {about}")
        });
        held.chain(more)
    }
}

impl Observer for Repeated {
    fn warning(&mut self, warning: &Warning) {
        self.add(worded(warning));
    }
}

impl<'w> FromIterator<&'w Warning> for Repeated {
    fn from_iter<I: IntoIterator<Item = &'w Warning>>(warnings: I) -> Self {
        let mut repeated = Self::default();
        warnings.into_iter().for_each(|w| repeated.warning(w));
        repeated
    }
}

/// The subject of warnings of a kind, in the plural.
fn subject(kind: DiagnosticKind) -> &'static str {
    match kind {
        DiagnosticKind::Stream => "streams",
        DiagnosticKind::Operator => "operators",
        DiagnosticKind::Font => "fonts",
        DiagnosticKind::Unicode => "characters without Unicode values",
        DiagnosticKind::Page => "pages",
        DiagnosticKind::Columns => "columns",
        DiagnosticKind::Correction => "corrections",
        DiagnosticKind::Limit => "limits",
        DiagnosticKind::Conformance => "claims",
        DiagnosticKind::Tags => "tags",
        DiagnosticKind::Ocr => "text recognition",
        DiagnosticKind::Module => "the module",
        _ => "the file",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pdfa2hocr_core::diagnostics::Diagnostic;

    #[test]
    fn a_message_is_one_line() {
        let mut repeated = Repeated::default();
        let warning = |kind, message: &str, page| {
            let mut warning = Diagnostic::new(kind, message);
            warning.place.page = page;
            warning
        };
        for page in 0..3 {
            repeated.add(warning(DiagnosticKind::Page, "other dpi", Some(page)));
            repeated.add(warning(DiagnosticKind::Font, "no widths", None));
        }
        for page in [4, 4, 5] {
            let counting = warning(DiagnosticKind::Unicode, "no value", Some(page)).counting(2);
            repeated.add(counting);
        }
        for page in (0..99).step_by(2) {
            repeated.add(warning(DiagnosticKind::Columns, "a gutter", Some(page)));
        }
        for number in 0..22 {
            let message = format!("stream {number}");
            repeated.add(warning(DiagnosticKind::Stream, &message, Some(1)));
        }
        let lines: Vec<String> = repeated.lines().collect();
        assert_eq!(lines[0], "warning: pages 1-3: other dpi");
        assert_eq!(lines[1], "warning: no widths (2 more times)");
        assert_eq!(lines[2], "warning: pages 5-6: no value (6)");
        assert_eq!(lines[3], "warning: page 1 and 49 other pages: a gutter");
        assert_eq!(lines[4], "warning: page 2: stream 0");
        assert_eq!(lines.last().unwrap(), "2 more warnings about streams");
        assert_eq!(lines.len(), 4 + 20 + 1);
    }
}
