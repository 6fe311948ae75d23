//! The trait that saves the scans of pages as image files.

use pdfa2hocr_core::diagnostics::Result;
use pdfa2hocr_core::image::ImageFile;
use pdfa2hocr_core::page::PageImage;

/// Saves the scans of pages.
pub trait Images: Send + Sync {
    /// Saves the scan of a page (from 0), and returns its name in the output.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::File`](pdfa2hocr_core::diagnostics::DiagnosticKind::File) if that fails, which ends the conversion.
    fn save(&self, index: u32, image: &ImageFile<'_>) -> Result<PageImage>;

    /// Renders a scanned page (from 0), to be saved instead of the image in the document. `size` is the
    /// page's size in points, `dpi` the scan's resolution. Returns `None` if scans are saved unchanged, or
    /// the reason why the page cannot be rendered.
    fn draw(
        &self,
        index: u32,
        size: (f32, f32),
        dpi: f32,
    ) -> Option<std::result::Result<Drawn, String>> {
        let _ = (index, size, dpi);
        None
    }
}

/// A rendered page.
pub struct Drawn {
    /// The image file.
    pub file: ImageFile<'static>,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}
