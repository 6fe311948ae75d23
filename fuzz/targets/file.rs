//! Whole files: converted by tags and by geometry, to all formats.

use pdfa2hocr::Road;
use pdfa2hocr::Source;

use super::outputs::{check_all, varied};

pub fn run(data: &[u8]) {
    let source = Source::from(data.to_vec());
    for road in [Road::TagsOnly, Road::Geometry] {
        check_all(&source, &varied(road, data.len()));
    }
}
