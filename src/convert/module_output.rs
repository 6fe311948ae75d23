//! Keeps the output and the errors of modules that collect from the whole document, when single pages are
//! requested.

use super::observer::Observer;
use pdfa2hocr_core::diagnostics::Warning;

/// Most lines, and most errors, that are kept.
const KEPT: usize = 1000;

/// The first lines that were printed, and the first errors.
#[derive(Debug, Default)]
pub(crate) struct ModuleOutput {
    pub printed: Vec<String>,
    pub errors: Vec<Warning>,
}

impl Observer for ModuleOutput {
    fn warning(&mut self, warning: &Warning) {
        if self.errors.len() < KEPT {
            self.errors.push(warning.clone());
        }
    }

    fn printed(&mut self, _: Option<u32>, text: &str) {
        if self.printed.len() < KEPT {
            self.printed.push(text.to_owned());
        }
    }
}
