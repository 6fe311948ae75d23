//! The XML of pdfminer: read and written again.

use pdfa2hocr::Format;
use pdfa2hocr::Road;
use pdfa2hocr::Source;
use pdfa2hocr::stages::Pdfminer;
use pdfa2hocr::stages::Warnings;

use super::content::check;
use super::outputs::{check_all, convert, varied};
use super::pdf::limits;

pub fn run(data: &[u8]) {
    let source = Source::from(data.to_vec());
    if !Pdfminer::recognises(&source) {
        return;
    }
    let xml = Pdfminer::open(&source);
    for index in (0..).take(xml.page_count().min(20)) {
        check(&xml.page(index, &limits(), &mut Warnings::new()));
    }
    let options = varied(Road::Geometry, data.len());
    check_all(&source, &options);
    let Ok(written) = convert(&source, &options, &[Format::PdfminerXml]) else {
        return assert_eq!(xml.page_count(), 0);
    };
    let again = Source::from(written.concat().into_bytes());
    assert!(Pdfminer::recognises(&again));
    assert_eq!(Pdfminer::open(&again).page_count(), xml.page_count());
}
