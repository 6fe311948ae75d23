//! Damage of the file itself: repairs made while opening it, and parts that could not be read.

use super::entries::values;
use super::lexical::{self, Startxref};
use super::raw_file::RawFile;
use pdfa2hocr_core::diagnostics::{DiagnosticKind, Warning};
use pdfa2hocr_core::pdf::{Dict, FromBytes, Name, Object};

/// The damage of a file, one sentence for each fault.
pub(super) struct Damage {
    /// Repairs without which the file could not be read. A repaired file does not conform.
    pub repairs: Vec<String>,
    /// Parts that could not be read.
    pub warnings: Vec<String>,
}

/// The first stream whose filter has a name that is allowed in inline images only, and that name. Other
/// programs do not decode such a stream (ISO 32000-1, 7.4.1 and 8.9.7).
fn abbreviated_filter(raw_file: &RawFile<'_>) -> Option<(u32, String)> {
    let is_short = |name: &Name<'_>| {
        let short = ["AHx", "A85", "LZW", "Fl", "RL", "CCF", "DCT"];
        short.iter().any(|short| name.as_ref() == short.as_bytes())
    };
    let mut streams = raw_file.live().filter(|object| object.stream.is_some());
    streams.find_map(|object| {
        let dict = Dict::from_bytes(raw_file.bytes.get(object.body.0..object.body.1)?)?;
        let names = values(dict.get::<Object<'_>>("Filter")).filter_map(Object::into_name);
        let short = names.into_iter().find(is_short)?;
        Some((object.number, short.as_str().to_owned()))
    })
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
        if let Some((object, name)) = abbreviated_filter(raw_file) {
            repairs.push(format!(
                "the stream of object {object} has the filter {name}, which is allowed in inline images only; \
                 it was decoded like the filter with the full name"
            ));
        }
        Self {
            repairs,
            warnings: unread.iter().map(ToString::to_string).collect(),
        }
    }
}
