//! A page in an output format, with the output and the errors of the user's scripts.

use serde::Serialize;

use super::script::Place;
use super::view::View;
use pdfa2hocr_core::diagnostics::Result;
use pdfa2hocr_core::write::Format;

/// Most bytes of a page's text that are shown.
const LONGEST: usize = 4 << 20;

/// A page as a complete file.
#[derive(Debug, Serialize)]
pub(in crate::browse) struct Output {
    text: String,
    /// Whether the text was truncated.
    truncated: bool,
    /// The text that modules printed.
    printed: Vec<String>,
    /// The errors of modules.
    errors: Vec<ScriptError>,
}

#[derive(Debug, Serialize)]
struct ScriptError {
    error: String,
    #[serde(flatten)]
    place: Place,
}

/// Writes a page in a format.
pub(in crate::browse) fn output(view: &View, index: u32, format: Format) -> Result<Output> {
    let seen = view.page(index)?;
    let page = &seen.page;
    let pipeline = view.document_of(index).pipeline();
    let mut text = pipeline.written(page, format);
    let truncated = text.len() > LONGEST;
    text.truncate(text.floor_char_boundary(LONGEST));
    // Modules can also print and fail while they collect from all pages.
    let module_output = pipeline.module_output();
    let errors = module_output
        .into_iter()
        .flat_map(|module_output| &module_output.errors);
    let errors = errors.chain(page.warnings());
    let errors = errors.filter(|warning| warning.script.is_some());
    let printed = module_output
        .into_iter()
        .flat_map(|module_output| &module_output.printed);
    Ok(Output {
        text,
        truncated,
        printed: printed.chain(page.printed()).cloned().collect(),
        errors: errors
            .map(|error| ScriptError {
                error: error.to_string(),
                place: Place::from(error),
            })
            .collect(),
    })
}
