//! Mappings written by users, and the elements that they produce.

use std::sync::LazyLock;

use pdfa2hocr::Format;
use pdfa2hocr::MappingSource;
use pdfa2hocr::Road;
use pdfa2hocr::Source;
use pdfa2hocr::stages::mapping::Mapping;

use super::outputs::{assert_well_formed, convert, options};

/// A document with elements of most types.
static DOCUMENT: LazyLock<Source> = LazyLock::new(|| {
    Source::from(include_bytes!("../../fixtures/tagged/tables-and-lists.pdf").to_vec())
});

pub fn run(data: &[u8]) {
    // A mapping is read from a file.
    let name = format!("pdfa2hocr-fuzz-{}.json", std::process::id());
    let path = std::env::temp_dir().join(name);
    std::fs::write(&path, data).expect("a file can be written");
    let read = Mapping::read(&path);
    if let Ok(mapping) = &read {
        mapping.classes();
        mapping.kinds();
        let mut options = options(Road::TagsOnly);
        options.mapping = MappingSource::named(path.to_string_lossy());
        let formats = [Format::Hocr, Format::Alto, Format::Text];
        let texts = convert(&DOCUMENT, &options, &formats).expect("a conversion");
        texts[..2].iter().for_each(|text| assert_well_formed(text));
    }
    std::fs::remove_file(&path).expect("the file can be removed");
}
