//! What a page becomes in a format, and what the user's scripts say of it.

use serde::Serialize;

use super::script::Place;
use super::view::View;
use crate::diagnostics::Result;
use crate::write::Format;

/// Bytes of the text that is shown of a page.
const LONGEST: usize = 4 << 20;

/// A page as a file that has no other pages.
#[derive(Debug, Serialize)]
pub(in crate::browse) struct Output {
    text: String,
    /// The page has more text than is shown.
    truncated: bool,
    /// What modules printed.
    printed: Vec<String>,
    /// What modules failed with.
    errors: Vec<ScriptError>,
}

#[derive(Debug, Serialize)]
struct ScriptError {
    error: String,
    #[serde(flatten)]
    place: Place,
}

/// A page in a format.
///
/// # Errors
///
/// Those of [`View::page`].
pub(in crate::browse) fn output(view: &View, index: u32, format: Format) -> Result<Output> {
    let seen = view.page(index)?;
    let page = &seen.page;
    let pipeline = view.document_of(index).pipeline();
    let mut text = pipeline.written(page, format);
    let truncated = text.len() > LONGEST;
    text.truncate(text.floor_char_boundary(LONGEST));
    // While it looks at all pages, a module can fail and print, too.
    let heard = pipeline.heard();
    let errors = heard.into_iter().flat_map(|heard| &heard.errors);
    let errors = errors.chain(page.warnings());
    let errors = errors.filter(|warning| warning.script.is_some());
    let printed = heard.into_iter().flat_map(|heard| &heard.printed);
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
