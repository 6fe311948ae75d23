//! Makes the picture of a page as a file that all web browsers support. A scan that is one JPEG is copied
//! from the document; other pages are drawn.

use std::sync::Arc;

use super::pool::Drawer;
use super::refusal::Refusal;
use super::wanted::Wanted;
use pdfa2hocr_core::budget::Budget;
use pdfa2hocr_core::diagnostics::Warnings;
use pdfa2hocr_core::geometry::Rect;
use pdfa2hocr_core::image::plain_jpeg;
use pdfa2hocr_core::page::{Content, Image};
use pdfa2hocr_core::pdf::{Array, Dict, Document, Name, Object, ObjectIdentifier, items};

/// Maximum resolution of scans, in pixels per inch; higher ones are reduced. Text is well readable at it on
/// any screen.
const MAX_DPI: f32 = 200.0;
/// Resolution of pages that are not scans, in pixels per inch.
const DRAWN_DPI: f32 = 144.0;
/// Maximum number of annotations examined.
const MAX_ANNOTATIONS: usize = 1000;

/// A page of which a picture is requested.
pub struct Sheet<'a> {
    /// Index from 0.
    pub index: u32,
    pub content: &'a Content,
    /// The scan that fills the page, with its horizontal and vertical resolution.
    pub scan: Option<(&'a Image, (f32, f32))>,
    /// Resolution that the user requests, in pixels per inch.
    pub dpi: Option<f32>,
}

/// The picture of a page.
pub struct PageFile {
    /// The file extension: `png` or `jpg`.
    pub extension: &'static str,
    /// The whole file.
    pub data: Arc<[u8]>,
    /// The area that it shows, in page space; it may differ slightly from the page.
    pub area: Rect,
}

/// Makes the picture of a page.
///
/// # Errors
///
/// If it cannot be drawn.
pub fn page_file(
    document: &Document,
    drawer: &Drawer,
    sheet: &Sheet<'_>,
    budget: &Budget,
) -> Result<PageFile, Refusal> {
    let own = sheet.scan.map(|(_, (x, y))| x.max(y));
    let is_fine = |own: f32| sheet.dpi.is_none_or(|dpi| own <= dpi);
    if let Some((scan, _)) = sheet.scan
        && own.is_some_and(is_fine)
        && let Some(data) = scanned(document, sheet, scan, budget)
    {
        return Ok(PageFile {
            extension: "jpg",
            data,
            area: scan.bbox,
        });
    }
    let dpi = sheet.dpi.unwrap_or(match own {
        Some(own) => own.min(MAX_DPI),
        None => DRAWN_DPI,
    });
    drawn(drawer, sheet, dpi)
}

/// Makes the picture of a page whose scan is a separate file.
///
/// # Errors
///
/// If there is none, or it cannot be drawn.
pub fn scan_file(drawer: &Drawer, sheet: &Sheet<'_>) -> Result<PageFile, Refusal> {
    let own = sheet.content.raster.as_ref();
    let own = own.map_or(MAX_DPI, |raster| raster.dpi_x.max(raster.dpi_y));
    let dpi = sheet.dpi.unwrap_or(own.min(MAX_DPI));
    drawn(drawer, sheet, dpi)
}

/// The picture of a page, drawn at this resolution.
fn drawn(drawer: &Drawer, sheet: &Sheet<'_>, dpi: f32) -> Result<PageFile, Refusal> {
    let data = drawer.draw(Wanted::kept_page(sheet.index, dpi / 72.0))?;
    Ok(PageFile {
        extension: extension_of(&data),
        data,
        area: Rect::new(0.0, 0.0, sheet.content.width, sheet.content.height),
    })
}

/// The media type of a drawn picture.
pub fn media_type_of(picture: &[u8]) -> &'static str {
    match extension_of(picture) {
        "jpg" => "image/jpeg",
        _ => "image/png",
    }
}

/// The file extension of a drawn picture.
pub fn extension_of(picture: &[u8]) -> &'static str {
    if picture.starts_with(&[0xff, 0xd8]) {
        "jpg"
    } else {
        "png"
    }
}

/// The JPEG that a page consists of, if nothing else is visible on it.
fn scanned(
    document: &Document,
    sheet: &Sheet<'_>,
    scan: &Image,
    budget: &Budget,
) -> Option<Arc<[u8]>> {
    let content = sheet.content;
    let alone = content.images.len() == 1 && content.fills.is_empty();
    if !alone || !scan.upright || is_annotated(document, sheet.index) {
        return None;
    }
    let object = document.object(ObjectIdentifier::new(scan.object?, 0));
    let Some(Object::Stream(stream)) = object else {
        return None;
    };
    // Warnings about it are reported when the page is drawn.
    let data = plain_jpeg(&stream, budget, &mut Warnings::new())?;
    Some(Arc::from(data.as_ref()))
}

/// Whether annotations other than links may be drawn over the page.
fn is_annotated(document: &Document, index: u32) -> bool {
    let page = document.page(index);
    let list = page.and_then(|page| page.dict().get::<Array<'_>>("Annots"));
    let mut annotations = list.iter().flat_map(items).take(MAX_ANNOTATIONS);
    annotations.any(|annotation| {
        let dict = annotation.into_dict();
        let kind = dict.and_then(|dict: Dict<'_>| dict.get::<Name<'_>>("Subtype"));
        kind.as_deref() != Some(b"Link")
    })
}
