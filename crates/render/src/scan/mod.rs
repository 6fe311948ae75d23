//! Converts the scan of a page in a separate file (TIFF, JPEG, PNG, JPEG 2000 or JBIG2) to a PDF of one page.
//! This is drawn like other pages. JPEG and JPEG 2000 data is kept, other formats are decoded.
//!
//! Only drawing workers do this, because decoded data can be large, and files damaged.

mod image;
mod jbig2;
mod jpeg;
mod jpeg2000;
mod png;
mod tiff;
mod wrap;

use image::Image;
pub use wrap::SCAN_IMAGE;

use super::refusal::Refusal;
use pdfa2hocr_core::page::ScanFile;
use pdfa2hocr_core::pdf::{Document, Source};

/// Maximum size of a scan's file, in bytes.
pub(super) const LARGEST_FILE: usize = 512 << 20;
/// Maximum length of a side, in pixels.
const LONGEST_SIDE: u32 = 200_000;

/// A document that shows the scan, the index of its page, and the factor that enlarges the page to the size
/// of the scan. If the file is a PDF, it is used directly.
pub fn document(scan: &ScanFile) -> Result<(Document, u32, f32), Refusal> {
    let unreadable = |why: String| Refusal::Unreadable(why);
    let source = Source::map(&scan.path).map_err(|why| unreadable(why.message))?;
    let bytes = source.bytes();
    if bytes.len() > LARGEST_FILE {
        return Err(unreadable("its image has more than 512 MB".into()));
    }
    if bytes.starts_with(b"%PDF") {
        let opened = Document::open(&source, "").map_err(|why| unreadable(why.to_string()))?;
        let width = opened.0.page(scan.frame).map_or(0.0, |page| page.size().0);
        let larger = if width > 0.0 {
            scan.size.0 / width
        } else {
            1.0
        };
        return Ok((opened.0, scan.frame, larger));
    }
    let image = image(bytes, scan.frame).map_err(|why| {
        let name = scan.path.file_name().unwrap_or_default();
        unreadable(format!("{}: {why}", name.to_string_lossy()))
    })?;
    let wrapped = wrap::page(&image, scan);
    drop(image);
    let opened = Document::open(&Source::from(wrapped), "");
    let (document, _) = opened.map_err(|why| unreadable(why.to_string()))?;
    Ok((document, 0, 1.0))
}

/// Reads a file, whose format its first bytes give; an error describes what is wrong.
fn image(bytes: &[u8], frame: u32) -> Result<Image<'_>, String> {
    let image = match bytes {
        [0xFF, 0xD8, 0xFF, ..] => jpeg::image(bytes),
        [0x89, b'P', b'N', b'G', ..] => png::image(bytes),
        [b'I', b'I', 42, 0, ..] | [b'M', b'M', 0, 42, ..] => tiff::image(bytes, frame),
        [0x97, b'J', b'B', b'2', ..] => jbig2::image(bytes, frame),
        [0, 0, 0, 12, b'j', b'P', ..] | [0xFF, 0x4F, 0xFF, 0x51, ..] => jpeg2000::image(bytes),
        _ => Err("it is not a TIFF, JPEG, PNG, JPEG 2000 or JBIG2 file".into()),
    }?;
    let (width, height) = image.size;
    match [width, height]
        .iter()
        .all(|side| (1..=LONGEST_SIDE).contains(side))
    {
        true => Ok(image),
        false => Err(format!("it has {width} by {height} pixels")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_image_is_refused() {
        for bytes in [
            &b""[..],
            b"<html>",
            b"II",
            b"\xFF\xD8\xFF",
            b"\x89PNG\r\n\x1A\n",
            b"\x97JB2",
        ] {
            assert!(image(bytes, 0).is_err(), "{bytes:?}");
        }
        assert!(image::samples(u64::MAX, 1, 0).is_err());
        assert!(image::samples(8, u32::MAX, 0).is_err());
    }
}
