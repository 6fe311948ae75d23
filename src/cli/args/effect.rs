//! Warnings about options that have no effect without another one.

use clap::ArgMatches;
use clap::parser::ValueSource;

use super::{Conversion, Reading};
use crate::cli::formats::FormatChoice;
use crate::cli::kind::Kind;
use pdfa2hocr_core::layout::Method;
use pdfa2hocr_core::layout::columns::ColumnCount;
use pdfa2hocr_core::mapping::Mapping;
use pdfa2hocr_core::write::Format;

/// Options, separated by spaces, whether they have an effect, and their prerequisite.
type Need = (&'static str, bool, &'static str);

/// The warnings of a command that analyses pages and writes no formats.
pub(in crate::cli) fn of_analysis(reading: &Reading, matches: &ArgMatches) -> Vec<String> {
    let mut needs = analysis_needs(reading);
    needs.push(module_need(reading));
    warnings(reading, matches, needs, mapping_doubts(reading))
}

/// The warnings of `module run`, where a module always runs. It can create nodes of any kind.
pub(in crate::cli) fn of_module_run(reading: &Reading, matches: &ArgMatches) -> Vec<String> {
    warnings(reading, matches, analysis_needs(reading), Vec::new())
}

/// The warnings of a conversion to these formats.
pub(in crate::cli) fn of_conversion(
    conversion: &Conversion,
    matches: &ArgMatches,
    formats: &[FormatChoice],
) -> Vec<String> {
    let reading = &conversion.document.reading;
    let mut needs = analysis_needs(reading);
    needs.extend(format_needs(conversion, formats));
    needs.push(module_need(reading));
    warnings(reading, matches, needs, mapping_doubts(reading))
}

fn warnings(
    reading: &Reading,
    matches: &ArgMatches,
    needs: Vec<Need>,
    doubts: Vec<String>,
) -> Vec<String> {
    if reading.quiet {
        return Vec::new();
    }
    let given = |id: &str| matches.value_source(id) == Some(ValueSource::CommandLine);
    let mut warnings = Vec::new();
    for (options, has_effect, needed) in needs {
        for option in options.split(' ').filter(|id| !has_effect && given(id)) {
            let option = option.replace('_', "-");
            warnings.push(format!("--{option} counts only with {needed}"));
        }
    }
    warnings.extend(doubts);
    warnings
}

fn analysis_needs(reading: &Reading) -> Vec<Need> {
    let classic = reading.layout == Method::Pdfminer;
    let columns = reading.columns;
    vec![
        #[cfg(feature = "ocr")]
        recognition_need(reading),
        (
            "char_margin line_overlap line_margin",
            classic || columns.is_some(),
            "--layout classic or --columns",
        ),
        ("boxes_flow", classic, "--layout classic"),
        ("without", !classic, "--layout regions"),
        (
            "column_order row_overlap row_joins page_parts short_rows affinity_gap affinity_share join_overlap gutter_evidence gutter_crossing column_width",
            columns.is_some(),
            "--columns",
        ),
        (
            "auto_evidence gutter_width text_run column_fill",
            columns == Some(ColumnCount::Automatic),
            "--columns auto",
        ),
    ]
}

fn format_needs(conversion: &Conversion, formats: &[FormatChoice]) -> Vec<Need> {
    let kinds = || formats.iter().map(|choice| choice.format);
    let is_viewer = kinds().any(|kind| kind == Kind::Viewer);
    let has_one_of = |of: &[Format]| {
        let mut plain = of.iter().map(|&format| Kind::Plain(format));
        plain.any(|kind| kinds().any(|written| written == kind))
    };
    let unmapped = [Format::Json, Format::PdfminerXml, Format::Segments].map(Kind::Plain);
    let has_running_text = has_one_of(&[Format::Markdown, Format::Html])
        || (conversion.document.writing.flow && has_one_of(&[Format::Text]));
    vec![
        (
            "no_hyphens flow",
            has_one_of(&[Format::Text]),
            "--format text",
        ),
        (
            "keep_lines keep_heads keep_chart_text",
            has_running_text,
            "--format markdown or html, or text --flow",
        ),
        (
            "front_matter",
            has_one_of(&[Format::Markdown]),
            "--format markdown",
        ),
        (
            "char_boxes",
            has_one_of(&[Format::Hocr, Format::Alto, Format::Page]),
            "--format hocr, alto or page",
        ),
        (
            "x_tolerance y_tolerance segment_marks",
            has_one_of(&[Format::Segments]),
            "--format segments",
        ),
        ("viewer_as", is_viewer, "--format viewer"),
        ("scan_dir", is_viewer, "--format viewer, explain and browse"),
        (
            "special_font_tags",
            has_one_of(&[Format::Hocr]),
            "--format hocr",
        ),
        (
            "mapping",
            kinds().any(|kind| !unmapped.contains(&kind)),
            "formats other than json, pdfminer-xml and segments",
        ),
    ]
}

/// Options of text recognition.
#[cfg(feature = "ocr")]
fn recognition_need(reading: &Reading) -> Need {
    let options = "ocr_lang ocr_command ocr_replace_bad ocr_cache ocr_time_limit";
    (options, reading.recognition.is_on(), "--ocr auto or all")
}

fn module_need(reading: &Reading) -> Need {
    let options = "module_arg strict module_steps module_memory module_depth";
    (options, !reading.modules().is_empty(), "--module")
}

/// Doubtful entries of the user's mapping. Errors are reported when it is used. A module can create nodes of
/// any kind, so then nothing is reported.
fn mapping_doubts(reading: &Reading) -> Vec<String> {
    let named = reading.mapping.as_ref();
    // A pipe can be read only once.
    let named =
        named.filter(|name| reading.modules().is_empty() && std::path::Path::new(name).is_file());
    let mapping = named.and_then(|name| Mapping::named(name).ok());
    mapping.map_or_else(Vec::new, |mapping| mapping.doubts().to_vec())
}
