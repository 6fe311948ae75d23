//! The structure of a file: opens it, repairs it if necessary, and reads its objects.

use pdfa2hocr::stages::Warnings;
use pdfa2hocr::stages::image;
use pdfa2hocr::stages::pdf::{
    Document, Object, OptionalContent, PageLabels, Source, attachments, stream,
};

use super::pdf::{budget, limits};

/// Maximum number of objects read; a file of a few thousand bytes can have tens of thousands.
const OBJECTS: usize = 500;

pub fn run(data: &[u8]) {
    let source = Source::from(data.to_vec());
    let Ok((document, _)) = Document::open(&source, "user") else {
        return;
    };
    let limits = limits();
    let mut warnings = Warnings::new();
    assert!(document.page_count() > 0);
    let layers = OptionalContent::read(&document);
    let labels = PageLabels::read(&document);
    for index in (0..document.page_count()).take(OBJECTS) {
        let page = document.page(index as u32).expect("a page that is counted");
        let (width, height) = page.size();
        assert!(width.is_finite() && width > 0.0, "{width}");
        assert!(height.is_finite() && height > 0.0, "{height}");
        assert!(page.matrix().is_finite());
        assert!(page.content(&budget(), &mut warnings).len() <= limits.stream_bytes + 1);
        labels.label(page.index);
    }
    for number in document.page_numbers().into_values() {
        assert!((number as usize) < document.page_count());
    }
    for object in document.objects().take(OBJECTS) {
        match object {
            Object::Dict(dict) => {
                layers.hides(&dict);
            }
            Object::Stream(stream) => {
                let decoded = stream::decode(&stream, &budget(), &mut warnings);
                assert!(decoded.len() <= limits.stream_bytes);
                let _ = image::file(&stream, &budget(), &mut warnings);
            }
            _ => {}
        }
    }
    for attachment in attachments(&document, &limits) {
        assert!(attachment.data(&budget(), &mut warnings).len() <= limits.stream_bytes);
    }
    document.metadata();
    document.language();
}
