//! A warning about a document.

use serde::Serialize;

use pdfa2hocr_core::diagnostics::Diagnostic;

#[derive(Serialize)]
pub(in crate::browse) struct Warned {
    kind: &'static str,
    message: String,
    page: Option<u32>,
}

impl From<&Diagnostic> for Warned {
    fn from(warning: &Diagnostic) -> Self {
        Self {
            kind: warning.kind.name(),
            message: warning.message.clone(),
            page: warning.place.page,
        }
    }
}
