//! What the server leaves to the program around it: the words of the command line, which are also those
//! of the page.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::convert::Options;
use crate::diagnostics::{Result, Script};

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

    /// The options that can be changed while documents are shown.
    fn known(&self) -> Vec<KnownOption>;

    /// Writes a mapping or a module that the command line named. `was` is what its file must hold, if
    /// nothing else may be replaced.
    ///
    /// # Errors
    ///
    /// When the command line named no such file, or it cannot be written.
    fn save(&self, script: Script, text: &str, was: Option<&str>) -> Result<Saved>;

    /// What documents can be written as, each as one file.
    fn formats(&self) -> Vec<FileFormat>;

    /// The file of font families that was named.
    fn font_mapping(&self) -> Option<&Path>;

    /// Starts this program with these arguments and this password. What it needs besides, it writes in
    /// this folder.
    ///
    /// # Errors
    ///
    /// When the process cannot be started.
    fn start(
        &self,
        arguments: &[OsString],
        password: &str,
        folder: &Path,
    ) -> Result<Box<dyn Process>>;
}

/// This program while it writes a document. Dropped, it ends.
pub(crate) trait Process: Send + Sync {
    /// The pages that are written, and all of them; 0 as long as it is not known.
    fn progress(&self) -> (usize, usize);

    /// How it ended, once it has.
    fn ended(&self) -> Option<Ended>;
}

/// How the program ended.
pub(crate) struct Ended {
    pub is_written: bool,
    /// Warnings and errors, a line each, the last ones if there are many.
    pub said: Vec<String>,
}

/// What a document can be written as.
#[derive(Clone, Debug)]
pub(crate) struct FileFormat {
    pub name: &'static str,
    /// What the names of its files end with, after a dot.
    pub extension: &'static str,
    /// A file holds one page, and several pages become several files.
    pub one_page: bool,
    /// The options that it is asked for with; the first format needs none.
    pub options: Vec<String>,
}

/// An option of the command line.
#[derive(Serialize)]
pub(crate) struct KnownOption {
    /// Without the hyphens.
    pub long: String,
    pub short: Option<char>,
    /// What its value is called; none where it has no value.
    pub value: Option<String>,
    pub default: Option<String>,
    /// One line.
    pub help: String,
}

/// How the saving of a file went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Saved {
    Done,
    /// The file holds something else by now, and was left.
    Changed,
}
