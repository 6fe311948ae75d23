//! The scan of a page in a separate file.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// The image file of a page, which an OCR file names and which exists on this computer.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct ScanFile {
    /// The path of a TIFF, JPEG, PNG, JPEG 2000 or JBIG2 file, or a PDF.
    pub path: PathBuf,
    /// The number of the image or page in the file, from 0, if it has several.
    pub frame: u32,
    /// Width and height of the page in points, which the image fills.
    pub size: (f32, f32),
    /// Width and height of a pixel in points, if the size of the page is unknown. Then the page ends where
    /// its text ends, and the image may be larger.
    pub pixel: Option<(f32, f32)>,
}
