//! Recognised text in any format: read, and written in all formats.

use pdfa2hocr::Road;
use pdfa2hocr::Source;

use super::outputs::{check_all, varied};

pub fn run(data: &[u8]) {
    // Other input is fuzzed as PDF by other targets.
    if !data.trim_ascii_start().starts_with(b"<") && !data.starts_with(b"level\t") {
        return;
    }
    let road = [Road::Auto, Road::Geometry][data.len() % 2];
    check_all(&Source::from(data.to_vec()), &varied(road, data.len() / 2));
}
