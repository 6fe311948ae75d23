//! What modules print and fail with while they look at the whole document, kept for those who ask for its
//! pages bit by bit.

use super::observer::Observer;
use crate::diagnostics::Warning;

/// Lines, and errors, that are kept.
const KEPT: usize = 1000;

/// The first lines that were printed, and the first errors.
#[derive(Debug, Default)]
pub(crate) struct Heard {
    pub printed: Vec<String>,
    pub errors: Vec<Warning>,
}

impl Observer for Heard {
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
