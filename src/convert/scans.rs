//! Saves the scans of pages as image files, and computes the page frames that name them.

use super::frame;
use super::images::{Drawn, Images};
use super::input::Input;
use pdfa2hocr_core::budget::Budget;
use pdfa2hocr_core::diagnostics::{Result, Warnings};
use pdfa2hocr_core::geometry::Rect;
use pdfa2hocr_core::image::{self, ImageFile, unfit};
use pdfa2hocr_core::page::{Content, Image, PageFrame, PageImage};
use pdfa2hocr_core::pdf::{Object, ObjectIdentifier};

/// Saves the scan of a page, and returns the frame in whose pixels the page is written: that of the scan, or
/// of the rendered image. Returns `None` for a page that is not a scan. Also returns `None`, with a warning,
/// for a scan in several layers, for one rotated on the page, and for one that no image file can hold.
pub(super) fn save(
    images: &dyn Images,
    input: &Input,
    (index, content): (u32, &Content),
    budget: &Budget,
    warnings: &mut Warnings,
) -> Result<Option<PageFrame>> {
    let Some((scan, (dpi_x, dpi_y))) = frame::scan(content) else {
        return Ok(None);
    };
    let size = (content.width, content.height);
    match images.draw(index, size, dpi_x.max(dpi_y)) {
        None => {}
        Some(Ok(drawn)) => {
            let image = images.save(index, &drawn.file)?;
            return Ok(Some(frame_of(&drawn, size, image)));
        }
        Some(Err(why)) => {
            warnings.push(unfit(&why));
            return Ok(None);
        }
    }
    // A single layer does not show the page: text and pictures are on different layers.
    let several = content.images.len() > 1;
    if several || !scan.upright {
        warnings.push(unfit(match several {
            true => "the page is put together from several images",
            false => "it is turned on the page",
        }));
        return Ok(None);
    }
    let file = match read(input, scan, budget, warnings) {
        Ok(file) => file,
        Err(why) => {
            warnings.push(why);
            return Ok(None);
        }
    };
    Ok(Some(PageFrame {
        width_px: scan.samples.0,
        height_px: scan.samples.1,
        dpi_x,
        dpi_y,
        area: scan.bbox,
        image: Some(images.save(index, &file)?),
    }))
}

/// The frame of a picture of the whole page.
fn frame_of(drawn: &Drawn, (width, height): (f32, f32), image: PageImage) -> PageFrame {
    let dpi = |pixels: u32, points: f32| pixels as f32 / points.max(1.0) * 72.0;
    PageFrame {
        width_px: drawn.width,
        height_px: drawn.height,
        dpi_x: dpi(drawn.width, width),
        dpi_y: dpi(drawn.height, height),
        area: Rect::new(0.0, 0.0, width, height),
        image: Some(image),
    }
}

fn read<'a>(
    input: &'a Input,
    scan: &Image,
    budget: &Budget,
    warnings: &mut Warnings,
) -> Result<ImageFile<'a>> {
    let (Input::Pdf(pdf), Some(number)) = (input, scan.object) else {
        return Err(unfit("it is in the page's content"));
    };
    match pdf.object(ObjectIdentifier::new(number, 0)) {
        Some(Object::Stream(stream)) => {
            image::file(&stream, budget, warnings).map_err(|e| e.in_object(number, 0))
        }
        _ => Err(unfit("its object cannot be found").in_object(number, 0)),
    }
}
