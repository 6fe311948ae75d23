//! Damage of the file itself: repairs made while opening it, and parts that could not be read.

use super::lexical::{self, Startxref};
use super::raw_file::RawFile;
use pdfa2hocr_core::diagnostics::{DiagnosticKind, Warning};

/// The damage of a file, one sentence for each fault.
pub(super) struct Damage {
    /// Repairs without which the file could not be read. A repaired file does not conform.
    pub repairs: Vec<String>,
    /// Parts that could not be read.
    pub warnings: Vec<String>,
}

impl Damage {
    /// Collects the warnings of opening a file, and checks that the file leads to a cross-reference table.
    ///
    /// The reader rebuilds a missing table without a warning. So the last `startxref` must have a complete
    /// offset, and a table or stream must begin there (ISO 32000-1, 7.5.5).
    pub(super) fn find(raw_file: &RawFile<'_>, warnings: &[Warning]) -> Self {
        let (repaired, unread): (Vec<&Warning>, Vec<&Warning>) = warnings
            .iter()
            .partition(|warning| warning.kind == DiagnosticKind::Mended);
        let mut repairs: Vec<String> = repaired.iter().map(ToString::to_string).collect();
        let lost = match lexical::last_startxref(raw_file.bytes) {
            Startxref::Missing => Some("the file has no startxref with an offset"),
            Startxref::CutOff => Some("the file ends within the offset after startxref"),
            Startxref::Offset(at) if !raw_file.has_xref_at(at) => {
                Some("the last startxref does not lead to a cross-reference table or stream")
            }
            Startxref::Offset(_) => None,
        };
        if let Some(lost) = lost {
            repairs.push(format!("{lost}; the table was rebuilt from the objects"));
        }
        Self {
            repairs,
            warnings: unread.iter().map(ToString::to_string).collect(),
        }
    }
}
