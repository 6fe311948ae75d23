//! The violations that a check finds.

/// A violation of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Line number, from 1.
    pub line: usize,
    /// The problem and its correction.
    pub message: String,
}

/// The findings by line, at most a thousand.
#[derive(Debug, Default)]
pub struct Findings {
    /// Sorted by line.
    pub list: Vec<Finding>,
    /// Number of further findings.
    pub more: usize,
}

impl Findings {
    pub(super) const MAX: usize = 1000;

    pub(super) fn push(&mut self, line: usize, message: impl Into<String>) {
        if self.list.len() < Self::MAX {
            let message = message.into();
            self.list.push(Finding { line, message });
        } else {
            self.more += 1;
        }
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}
