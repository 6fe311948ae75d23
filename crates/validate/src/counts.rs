//! Counts of the files of a run, by outcome.

use std::time::SystemTime;

/// Counts of the files of a run, by outcome.
#[derive(Debug)]
pub struct Counts {
    /// The begin of the run.
    pub begun: SystemTime,
    /// All files.
    pub files: usize,
    /// Files that conform to every flavour checked.
    pub conform: usize,
    /// Files that do not.
    pub do_not: usize,
    /// Files locked by a password.
    pub encrypted: usize,
    /// Other files that could not be checked.
    pub unreadable: usize,
}

impl Counts {
    /// Zero counts for a run that begins at `begun`.
    pub fn begun(begun: SystemTime) -> Self {
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
