//! A file of a batch.

use std::path::PathBuf;

/// A file to convert.
#[derive(Debug, PartialEq)]
pub(super) struct Job {
    pub input: PathBuf,
    /// Path of its outputs, relative to the output folder and without extension.
    pub output: PathBuf,
    pub bytes: u64,
}
