//! XMP: checks the metadata of a document against its information dictionary and the rules for schemas.

use pdfa2hocr::Source;
use pdfa2hocr::validate::Flavour;

use super::pdf::{of_bodies, stream};
use super::validate::check;

const CATALOG: &[u8] = b"<</Type/Catalog/Pages 2 0 R/Metadata 4 0 R>>";
const PAGES: &[u8] = b"<</Type/Pages/Count 1/Kids[3 0 R]>>";
const PAGE: &[u8] = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>";
const INFO: &[u8] = b"<</Title(A title)/Author(Somebody)/CreationDate(D:20240229235959+01'30')\
    /ModDate(D:2024)/Producer(x)/Trapped/True>>";

/// One flavour of each part of the standards.
const FLAVOURS: [Flavour; 5] = [
    Flavour::A1b,
    Flavour::A2b,
    Flavour::A3u,
    Flavour::A4,
    Flavour::Ua1,
];

pub fn run(data: &[u8]) {
    let metadata = stream("/Type/Metadata/Subtype/XML", data);
    let file = of_bodies(&[CATALOG, PAGES, PAGE, &metadata, INFO], "/Info 5 0 R");
    check(&Source::from(file), FLAVOURS[data.len() % FLAVOURS.len()]);
}
