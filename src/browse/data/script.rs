//! The places of mistakes in the user's scripts and options.

use serde::Serialize;

use pdfa2hocr_core::diagnostics::{Diagnostic, Script};

/// The place of a mistake in a mapping, a module or the options.
#[derive(Clone, Debug, Default, Serialize)]
pub(in crate::browse) struct Place {
    /// `mapping`, `module` or `options`.
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    pub script: Option<&'static str>,
    /// The index of the module, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<usize>,
    /// The file, which may be one that the script loads, and the line in it, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
}

impl Place {
    /// A mistake in the options.
    pub(in crate::browse) fn options() -> Self {
        Self {
            script: Some("options"),
            ..Self::default()
        }
    }
}

impl From<&Diagnostic> for Place {
    fn from(error: &Diagnostic) -> Self {
        let Some(place) = &error.script else {
            return Self::default();
        };
        let (script, index) = match place.script {
            Script::Mapping => ("mapping", None),
            Script::Module(index) => ("module", Some(index)),
        };
        let (file, line) = place.line.clone().unzip();
        Self {
            script: Some(script),
            index,
            file,
            line,
        }
    }
}
