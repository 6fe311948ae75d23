//! The properties of an image in its dictionary, and the error for images that no file can hold.

use crate::diagnostics::{Diagnostic, DiagnosticKind};
use crate::pdf::{Array, Dict, Object, numbers};

/// The properties of the samples in the dictionary (table 89).
pub(super) struct Header {
    pub width: u32,
    pub height: u32,
    pub bits: u8,
    /// Whether `/Decode` exchanges black and white.
    pub inverted: bool,
    pub stencil: bool,
}

impl Header {
    pub(super) fn read(image: &Dict<'_>) -> Self {
        let stencil = matches!(
            image.get::<Object<'_>>("ImageMask"),
            Some(Object::Boolean(true))
        );
        let first = image
            .get::<Array<'_>>("Decode")
            .and_then(|d| numbers::<2>(&d));
        Self {
            width: image.get("Width").unwrap_or(0),
            height: image.get("Height").unwrap_or(0),
            bits: match stencil {
                true => 1,
                false => image.get("BitsPerComponent").unwrap_or(8),
            },
            inverted: first.is_some_and(|[low, high]| low > high),
            stencil,
        }
    }
}

/// The error for an image that cannot be saved as a file.
pub fn unfit(why: &str) -> Diagnostic {
    Diagnostic::new(
        DiagnosticKind::Image,
        format!("the scan cannot be saved: {why}"),
    )
}
