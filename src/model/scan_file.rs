//! The scan of a page in a file of its own.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// The image of a page, where a file of recognised text names it and it is on this computer.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[cfg_attr(not(feature = "render"), allow(dead_code))]
pub(crate) struct ScanFile {
    /// A TIFF, JPEG, PNG, JPEG 2000 or JBIG2 file, or a PDF.
    pub path: PathBuf,
    /// The number of the image or page in the file, from 0, if it has several.
    pub frame: u32,
    /// Width and height of the page in points, which the image fills.
    pub size: (f32, f32),
    /// Width and height of a pixel in points, if nobody has said how large the page is: it ends where its text
    /// does, and the image may be larger.
    pub pixel: Option<(f32, f32)>,
}
