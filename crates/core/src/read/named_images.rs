//! The images of a page, as files name them.

use std::path::PathBuf;

/// The name of an image, and the file that contains this name.
#[derive(Clone, Debug)]
pub(super) struct Reference {
    /// The file that names the image.
    pub base: PathBuf,
    pub name: String,
}

/// The image of a page, as files name it.
#[derive(Default)]
pub(super) struct NamedImages {
    /// References from the page's own file, then from METS files.
    pub references: Vec<Reference>,
    /// Whether one name stands for the images of all pages of the file.
    pub is_shared: bool,
    /// The index of the page in its file.
    pub frame: u32,
    /// Width and height of the page in points.
    pub size: (f32, f32),
    /// Width and height of a pixel in points, if the file does not give the size of the page.
    pub pixel: Option<(f32, f32)>,
}
