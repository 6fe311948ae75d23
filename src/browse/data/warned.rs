//! A warning about a page.

use serde::Serialize;

use crate::web::bbox::object_key;
use pdfa2hocr_core::diagnostics::Warning;

#[derive(Debug, Serialize)]
pub(super) struct Warned {
    kind: &'static str,
    message: String,
    object: Option<String>,
}

impl Warned {
    pub(super) fn new(warning: &Warning) -> Self {
        Self {
            kind: warning.kind.name(),
            message: warning.message.clone(),
            object: warning.place.object.map(object_key),
        }
    }
}
