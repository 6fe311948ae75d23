//! The facts that a file gives before its first page.

use crate::page::DocumentInfo;

/// Facts from a file's head, before its first page.
#[derive(Clone, Debug, Default)]
pub(super) struct Head {
    pub info: DocumentInfo,
    /// Whether this program wrote the file.
    pub ours: bool,
    /// Whether this program wrote it with the mapping for analysed pages.
    pub analysed: bool,
}
