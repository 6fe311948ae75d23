//! Detects pages without recognised text: scanned images, or regions and lines without text.

use super::frame::SCANNERS;
use pdfa2hocr_core::page::{Content, Image, PageList};

/// Least share of the page that images of a scan cover. Scans are cropped, or lie on larger sheets. Smaller
/// images are pictures on an empty page.
const COVERED: f32 = 0.5;

/// Number of cells in each direction of the grid that measures coverage.
const CELLS: usize = 32;

/// Whether a page has no text, but has segmented regions and lines, or images over most of it that are fine
/// enough to contain text. Several images count together, because scans may be drawn in strips.
pub(super) fn needs_ocr(content: &Content) -> bool {
    let words = content.glyphs.iter().any(|glyph| !glyph.space);
    if words {
        return false;
    }
    if content.raster.as_ref().is_some_and(|r| r.is_segmented) {
        return true;
    }
    if content.images.is_empty() {
        return false;
    }
    let mut grid = [[false; CELLS]; CELLS];
    let (width, height) = (content.width / CELLS as f32, content.height / CELLS as f32);
    for image in content.images.iter().filter(|image| is_legible(image)) {
        // The cells whose centre the image covers.
        let cells = |from: f32, to: f32, size: f32| {
            let cell = |at: f32| (at / size - 0.5).ceil().clamp(0.0, CELLS as f32) as usize;
            cell(from)..cell(to)
        };
        let across = cells(image.bbox.x0, image.bbox.x1, width);
        let down = cells(image.bbox.y0, image.bbox.y1, height);
        for row in grid.get_mut(down).unwrap_or_default() {
            row.get_mut(across.clone()).unwrap_or_default().fill(true);
        }
    }
    let covered = grid.iter().flatten().filter(|covered| **covered).count();
    covered as f32 >= COVERED * (CELLS * CELLS) as f32
}

/// Whether an image is fine enough to read. Coarser images are textures and plain backgrounds.
fn is_legible(image: &Image) -> bool {
    let dpi = |samples: u32, points: f32| samples as f32 / points * 72.0;
    let across = dpi(image.samples.0, image.bbox.width());
    let down = dpi(image.samples.1, image.bbox.height());
    across.max(down) >= *SCANNERS.start()
}

/// The warning about such pages, given by their indices. If `segmented`, the input is recognised text.
pub(super) fn message(pages: &[u32], segmented: bool) -> String {
    let list = PageList::from_indices(pages);
    match (pages, segmented) {
        ([_], false) => format!("page {list} is an image without text"),
        (_, false) => format!("pages {list} are images without text"),
        ([_], true) => format!(
            "page {list} has regions and lines without text: recognize it, for instance with Kraken"
        ),
        (_, true) => format!(
            "pages {list} have regions and lines without text: recognize them, for instance with Kraken"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pdfa2hocr_core::geometry::Rect;

    fn image(bbox: Rect, samples: (u32, u32)) -> Image {
        Image {
            bbox,
            samples,
            upright: true,
            object: None,
            marked: None,
        }
    }

    fn page(images: Vec<Image>) -> Content {
        Content {
            width: 600.0,
            height: 800.0,
            images,
            ..Content::default()
        }
    }

    #[test]
    fn images_over_most_of_the_page_need_recognition() {
        let whole = Rect::new(0.0, 0.0, 600.0, 800.0);
        let logo = Rect::new(20.0, 20.0, 200.0, 80.0);
        let strips = (0..20).map(|n| n as f32 * 40.0);
        let strips = strips.map(|top| image(Rect::new(0.0, top, 600.0, top + 40.0), (1250, 83)));
        for (content, needs) in [
            (page(vec![image(whole, (1250, 1667))]), true),
            (page(strips.collect()), true),
            (page(vec![image(logo, (900, 300))]), false),
            // Many copies of a logo are not a scanned page.
            (page(vec![image(logo, (900, 300)); 50]), false),
            // An image of one sample is a background.
            (page(vec![image(whole, (1, 1))]), false),
            (page(Vec::new()), false),
            (
                page(vec![image(
                    Rect::new(-900.0, -900.0, -10.0, -10.0),
                    (9999, 9999),
                )]),
                false,
            ),
        ] {
            assert_eq!(needs_ocr(&content), needs);
        }
    }

    #[test]
    fn the_warning_counts() {
        let said = |pages: &[u32]| message(pages, false);
        assert_eq!(said(&[2]), "page 3 is an image without text");
        assert_eq!(said(&[0, 1, 2, 7]), "pages 1-3,8 are images without text");
    }
}
