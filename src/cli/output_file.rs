//! The interface of the outputs of a conversion, whatever files they consist of.

use crate::convert::{Observer, Target};
use crate::document::Document;
use pdfa2hocr_core::diagnostics::Result;
use pdfa2hocr_core::pdf::Source;

/// The output of one format.
pub(super) trait OutputFile {
    /// The target for the conversion of a document.
    ///
    /// # Errors
    ///
    /// If the pages cannot be drawn, or have no place in the output.
    fn target(&mut self, document: &Document, source: &Source) -> Result<Target<'_>>;

    /// Completes the output, and checks that it may be moved to its destination.
    ///
    /// # Errors
    ///
    /// If it cannot be written, or an existing file must stay.
    fn check(&mut self, observer: &mut dyn Observer) -> Result<()>;

    /// Moves the output to its destination.
    fn finish(self: Box<Self>) -> Result<()>;
}
