//! How many files were checked, and what became of them.

use std::time::SystemTime;

/// Files of a run.
#[derive(Debug)]
pub(crate) struct Counts {
    pub begun: SystemTime,
    pub files: usize,
    /// Files that conform to all that they were checked against, and those that do not.
    pub conform: usize,
    pub do_not: usize,
    /// Files that could not be checked: locked ones, and the others.
    pub encrypted: usize,
    pub unreadable: usize,
}

impl Counts {
    /// Of a run that begins.
    pub(crate) fn begun(begun: SystemTime) -> Self {
        Self {
            begun,
            files: 0,
            conform: 0,
            do_not: 0,
            encrypted: 0,
            unreadable: 0,
        }
    }
}
