//! Converts documents and checks properties of all outputs.

use pdfa2hocr::ColumnParams;
use pdfa2hocr::Method;
use pdfa2hocr::Result;
use pdfa2hocr::Source;
use pdfa2hocr::Target;
use pdfa2hocr::lint;
use pdfa2hocr::{Document, Format, Options, Road};

use super::pdf::limits;

/// The default options of a conversion.
pub fn options(road: Road) -> Options {
    let mut options = Options::default();
    options.road = road;
    options.jobs = Some(std::num::NonZeroUsize::MIN);
    options.limits = limits();
    options
}

/// Options selected by a number: variants of the analysis and of the writers that users can choose.
pub fn varied(road: Road, number: usize) -> Options {
    let mut options = options(road);
    match number % 5 {
        1 => options.write.char_boxes = true,
        2 => options.layout.method = Method::Pdfminer,
        3 => options.columns = Some(ColumnParams::default()),
        4 => {
            options.all_text = true;
            options.write.no_hyphens = true;
            options.write.special_font_tags = true;
        }
        _ => {}
    }
    options
}

/// Converts to these formats, and returns the texts.
pub fn convert(source: &Source, options: &Options, formats: &[Format]) -> Result<Vec<String>> {
    let mut outputs = vec![Vec::new(); formats.len()];
    let mut targets: Vec<Target<'_>> = formats
        .iter()
        .zip(&mut outputs)
        .map(|(&format, out)| Target::new(format, out))
        .collect();
    let source = source.clone().named("in.pdf");
    Document::with_options(&source, options.clone())?.write_all(&mut targets, &mut ())?;
    let text = |bytes| String::from_utf8(bytes).expect("outputs are UTF-8");
    Ok(outputs.into_iter().map(text).collect())
}

/// Converts to all formats.
///
/// # Panics
///
/// If one of them is not valid for its readers.
pub fn check_all(source: &Source, options: &Options) {
    let Ok(texts) = convert(source, options, &Format::ALL) else {
        return;
    };
    for (format, text) in Format::ALL.into_iter().zip(&texts) {
        match format {
            Format::Hocr => assert_hocr(text),
            Format::Alto | Format::PdfminerXml => assert_well_formed(text),
            Format::Json => {
                let json: serde_json::Result<serde_json::Value> = serde_json::from_str(text);
                assert!(json.is_ok(), "{json:?}");
            }
            Format::Tsv => {
                let columns = |line: &str| line.split('\t').count();
                let wrong = text.lines().find(|line| columns(line) != 12);
                assert_eq!(wrong, None);
            }
            _ => {}
        }
    }
}

/// Checks hOCR by the rules for the built-in mapping; user mappings may break them.
pub fn assert_hocr(text: &str) {
    assert_well_formed(text);
    let findings = lint::check(text.as_bytes());
    assert!(findings.is_empty(), "{:?}\n{text}", findings.list.first());
}

pub fn assert_well_formed(text: &str) {
    let options = roxmltree::ParsingOptions {
        allow_dtd: true,
        ..roxmltree::ParsingOptions::default()
    };
    if let Err(error) = roxmltree::Document::parse_with_options(text, options) {
        panic!("{error}\n{text}");
    }
}
