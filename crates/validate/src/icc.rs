//! The header of ICC profiles: 128 bytes (ISO 15076-1, 7.2).

use pdfa2hocr_core::budget::Budget;
use pdfa2hocr_core::diagnostics::Warnings;
use pdfa2hocr_core::fnv;
use pdfa2hocr_core::pdf::{ObjectIdentifier, Stream, stream};

/// The fields of a profile's header that rules need, and its identity.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Profile {
    pub id: ObjectIdentifier,
    /// Major version, and minor in the fraction: 2.1, 4.3.
    pub version: f32,
    /// `prtr`, `mntr`, `scnr`, `spac`, …
    pub class: [u8; 4],
    /// `RGB `, `CMYK`, `GRAY`, `Lab `, …
    pub space: [u8; 4],
    /// `/N` of the stream.
    pub components: Option<i32>,
    /// Hash of the data, to compare profiles without keeping them.
    pub digest: u64,
    /// The data is at least as long as a header and has its signature.
    pub readable: bool,
}

impl Profile {
    /// Reads the profile of a stream; data that is not a profile has empty fields.
    pub(super) fn read(stream: &Stream<'_>, budget: &Budget) -> Self {
        let data = stream::decode(stream, budget, &mut Warnings::new());
        let four = |at: usize| -> [u8; 4] {
            data.get(at..at + 4)
                .and_then(|b| b.try_into().ok())
                .unwrap_or_default()
        };
        let [major, minor, ..] = four(8);
        Self {
            id: stream.obj_id(),
            version: f32::from(major) + f32::from(minor >> 4) / 10.0,
            class: four(12),
            space: four(16),
            components: stream.dict().get::<i32>("N"),
            digest: digest(&data),
            readable: data.len() >= 128 && four(36) == *b"acsp",
        }
    }

    /// Number of components of a colour in the profile's space.
    pub(super) fn space_components(&self) -> Option<i32> {
        match &self.space {
            b"GRAY" => Some(1),
            b"RGB " | b"Lab " => Some(3),
            b"CMYK" => Some(4),
            _ => None,
        }
    }
}

/// A hash that distinguishes the profiles of a file.
fn digest(data: &[u8]) -> u64 {
    data.iter()
        .map(|&byte| u64::from(byte))
        .fold(fnv::SEED, fnv::mix)
}
