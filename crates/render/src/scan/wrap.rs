//! Wraps an image in a PDF of one page, which it fills.

use super::image::Image;
use pdfa2hocr_core::page::ScanFile;
use pdfa2hocr_core::pdf::ObjectIdentifier;

/// The image in the file.
pub const SCAN_IMAGE: ObjectIdentifier = ObjectIdentifier {
    obj_number: 5,
    gen_number: 0,
};

/// The page of a scan, as a PDF file.
pub(super) fn page(image: &Image<'_>, scan: &ScanFile) -> Vec<u8> {
    let side = |side: f32| if side.is_finite() { side.max(1.0) } else { 1.0 };
    let (width, height) = (side(scan.size.0), side(scan.size.1));
    let (columns, rows) = image.size;
    // The upper left corners of image and page coincide.
    let (across, down) = match scan.pixel {
        Some((x, y)) => (side(columns as f32 * x), side(rows as f32 * y)),
        None => (width, height),
    };
    let content = format!("{across} 0 0 {down} 0 {} cm /I Do", height - down);
    let mut dict = format!(
        "<</Type/XObject/Subtype/Image/Width {columns}/Height {rows}/BitsPerComponent {}/Interpolate true",
        image.bits
    );
    if let Some(colours) = &image.colours {
        dict.push_str("/ColorSpace");
        dict.push_str(colours);
    }
    if image.inverted > 0 {
        dict.push_str("/Decode[");
        dict.push_str(&"1 0 ".repeat(image.inverted));
        dict.push(']');
    }
    if let Some(filter) = image.filter {
        dict.push_str("/Filter/");
        dict.push_str(filter);
    }
    dict.push_str(&format!("/Length {}>>", image.data.len()));
    let mut file = Vec::with_capacity(image.data.len() + 2048);
    file.extend(b"%PDF-1.7\n");
    let mut places = Vec::new();
    let mut object = |parts: &[&[u8]]| {
        places.push(file.len());
        file.extend(format!("{} 0 obj\n", places.len()).bytes());
        for part in parts {
            file.extend(*part);
        }
        file.extend(b"\nendobj\n");
    };
    object(&[b"<</Type/Catalog/Pages 2 0 R>>"]);
    object(&[b"<</Type/Pages/Count 1/Kids[3 0 R]>>"]);
    let page = format!(
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 {width} {height}]/Contents 4 0 R\
         /Resources<</XObject<</I 5 0 R>>>>>>"
    );
    object(&[page.as_bytes()]);
    let length = format!("<</Length {}>>\nstream\n", content.len());
    object(&[length.as_bytes(), content.as_bytes(), b"\nendstream"]);
    object(&[dict.as_bytes(), b"\nstream\n", &image.data, b"\nendstream"]);
    let start = file.len();
    file.extend(format!("xref\n0 {}\n0000000000 65535 f \n", places.len() + 1).bytes());
    for place in &places {
        file.extend(format!("{place:010} 00000 n \n").bytes());
    }
    let size = places.len() + 1;
    file.extend(
        format!("trailer\n<</Size {size}/Root 1 0 R>>\nstartxref\n{start}\n%%EOF\n").bytes(),
    );
    file
}

#[cfg(test)]
mod tests {
    use super::*;
    use pdfa2hocr_core::pdf::{Document, Source};

    #[test]
    fn a_page_is_as_large_as_it_should_be() {
        let image = Image {
            size: (2, 1),
            colours: Some("/DeviceGray".into()),
            bits: 8,
            inverted: 1,
            filter: None,
            data: b"ab".as_slice().into(),
        };
        let scan = ScanFile {
            path: "a.png".into(),
            frame: 0,
            size: (123.5, 77.0),
            pixel: None,
        };
        let file = page(&image, &scan);
        let (document, warnings) = Document::open(&Source::from(file), "").unwrap();
        assert!(warnings.is_empty());
        assert_eq!(document.page(0).unwrap().size(), (123.5, 77.0));
    }
}
