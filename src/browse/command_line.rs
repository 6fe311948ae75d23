//! What the server leaves to the program around it: the words of the command line, which are also those
//! of the page.

use std::path::{Path, PathBuf};

use crate::convert::Options;
use crate::diagnostics::Result;

/// The command line that started the server.
pub(crate) trait CommandLine: Send + Sync {
    /// The options that change what a conversion makes, in their long form, each with its value in
    /// one argument; without mapping and modules.
    fn given(&self) -> &[String];

    /// The mapping that was named: a file, or one that is built in.
    fn mapping(&self) -> Option<&str>;

    /// The modules that were named.
    fn modules(&self) -> &[PathBuf];

    /// How documents are converted with these options instead of those that were given, with the same
    /// password and font mapping, and with these modules.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::Argument`](crate::DiagnosticKind::Argument) for an option that there is not,
    /// that has a wrong value, or that would read or write files.
    fn options(&self, options: &[String], modules: &[&Path]) -> Result<Options>;
}
