//! Computes the size of a page in pixels, and detects scanned pages.

use pdfa2hocr_core::geometry::Rect;
use pdfa2hocr_core::page::{Content, Image, PageFrame, PageImage};

/// The scale from page space to pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum Resolution {
    /// The resolution of the scan if the page is one image, or that of recognised text; otherwise 300 pixels
    /// per inch.
    #[default]
    Automatic,
    /// Pixels per inch.
    Dpi(f32),
    /// The same size in pixels for each page.
    Size {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
    },
}

/// Resolution of pages that are not scanned, in pixels per inch.
const DEFAULT_DPI: f32 = 300.0;

const POINTS_PER_INCH: f32 = 72.0;

/// Least share of the page that a scan covers. Scans are cropped and straightened, so they seldom fit
/// exactly.
const COVERED: f32 = 0.9;

/// Resolutions of scanners, in pixels per inch. Other images are textures or thumbnails.
pub(super) const SCANNERS: std::ops::RangeInclusive<f32> = 50.0..=2400.0;

/// The frame in pixels of a page with this content.
pub(super) fn frame(content: &Content, resolution: Resolution) -> PageFrame {
    let area = Rect::new(0.0, 0.0, content.width, content.height);
    if let (Some(raster), Resolution::Automatic) = (&content.raster, resolution) {
        return PageFrame {
            width_px: raster.width,
            height_px: raster.height,
            dpi_x: raster.dpi_x,
            dpi_y: raster.dpi_y,
            area,
            image: raster.image.as_ref().map(|name| PageImage {
                name: name.clone(),
                md5: raster.md5.clone(),
            }),
        };
    }
    let (dpi_x, dpi_y) = match resolution {
        Resolution::Dpi(dpi) => (dpi, dpi),
        Resolution::Automatic => scan(content)
            .filter(|(scan, _)| scan.upright)
            .map_or((DEFAULT_DPI, DEFAULT_DPI), |(_, dpi)| dpi),
        Resolution::Size { width, height } => (
            width as f32 / content.width * POINTS_PER_INCH,
            height as f32 / content.height * POINTS_PER_INCH,
        ),
    };
    let pixels = |points: f32, dpi: f32| (points / POINTS_PER_INCH * dpi).round().max(1.0) as u32;
    let (width_px, height_px) = match resolution {
        Resolution::Size { width, height } => (width, height),
        _ => (pixels(content.width, dpi_x), pixels(content.height, dpi_y)),
    };
    PageFrame {
        width_px,
        height_px,
        dpi_x,
        dpi_y,
        area,
        image: None,
    }
}

/// The scan that a page consists of, if it is one, and its horizontal and vertical resolution. A scan covers
/// nearly the whole page, and the page has no visible text. Of several layers, returns the finest.
pub(crate) fn scan(content: &Content) -> Option<(&Image, (f32, f32))> {
    if content.runs.iter().any(|run| run.visible) {
        return None;
    }
    let page = content.width * content.height;
    let covers = |image: &&Image| image.bbox.area() >= COVERED * page;
    content
        .images
        .iter()
        .filter(covers)
        .map(|image| {
            let dpi = |samples: u32, points: f32| samples as f32 / points * POINTS_PER_INCH;
            let (across, down) = (image.bbox.width(), image.bbox.height());
            (
                image,
                (dpi(image.samples.0, across), dpi(image.samples.1, down)),
            )
        })
        .filter(|(_, (x, y))| SCANNERS.contains(x) && SCANNERS.contains(y))
        .max_by(|(a, a_dpi), (b, b_dpi)| {
            let finer = a_dpi.0.total_cmp(&b_dpi.0);
            a.upright.cmp(&b.upright).then(finer)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scanned(samples: (u32, u32), bbox: Rect) -> Content {
        Content {
            width: 720.0,
            height: 1440.0,
            images: vec![Image {
                object: None,
                bbox,
                samples,
                upright: true,
                marked: None,
            }],
            ..Content::default()
        }
    }

    fn size(content: &Content, resolution: Resolution) -> (u32, u32, f32) {
        let f = frame(content, resolution);
        (f.width_px, f.height_px, f.dpi_x)
    }

    #[test]
    fn a_scan_gives_its_own_resolution() {
        let whole = Rect::new(0.0, 0.0, 720.0, 1440.0);
        let automatic = Resolution::Automatic;
        let scan = scanned((4000, 8000), whole);
        assert_eq!(size(&scan, automatic), (4000, 8000, 400.0));
        assert_eq!(size(&scan, Resolution::Dpi(100.0)), (1000, 2000, 100.0));
        let sized = Resolution::Size {
            width: 500,
            height: 900,
        };
        assert_eq!(size(&scan, sized), (500, 900, 50.0));
        let picture = scanned((4000, 4000), Rect::new(0.0, 0.0, 720.0, 720.0));
        assert_eq!(size(&picture, automatic), (3000, 6000, 300.0));
        let texture = scanned((10, 20), whole);
        assert_eq!(size(&texture, automatic), (3000, 6000, 300.0));
    }
}
