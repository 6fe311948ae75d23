//! Counts of the files of a run, by outcome.

use std::time::SystemTime;

/// Counts of the files of a run, by outcome.
#[derive(Debug)]
pub(crate) struct Counts {
    pub begun: SystemTime,
    pub files: usize,
    /// Files that conform to every flavour checked, and those that do not.
    pub conform: usize,
    pub do_not: usize,
    /// Files that could not be checked: those locked by a password, and the others.
    pub encrypted: usize,
    pub unreadable: usize,
}

impl Counts {
    /// Zero counts for a run that begins at `begun`.
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
