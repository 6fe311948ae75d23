//! The interface to the program that started the server: the options of its command line, also used by the
//! page, and its formats and processes.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::convert::Options;
use pdfa2hocr_core::diagnostics::{Result, Script};

/// The command line that started the server.
pub(crate) trait CommandLine: Send + Sync {
    /// The given options that change the output of a conversion, in long form, each with its value in one
    /// argument. Excludes mapping and modules.
    fn given(&self) -> &[String];

    /// The given mapping: a file or a built-in one.
    fn mapping(&self) -> Option<&str>;

    /// The given modules.
    fn modules(&self) -> &[PathBuf];

    /// The options for reading documents with these arguments instead of the given ones, and with these
    /// modules. The password and the font mapping stay.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::Argument`](crate::DiagnosticKind::Argument) for an unknown option, an invalid value,
    /// or an option that would read or write files.
    fn options(&self, options: &[String], modules: &[&Path]) -> Result<Options>;

    /// The options that can be changed in the browser.
    fn known(&self) -> Vec<KnownOption>;

    /// Saves a mapping or a module of the command line. If `was` is given, the file must still have that
    /// content.
    ///
    /// # Errors
    ///
    /// If the command line has no such file, or it cannot be written.
    fn save(&self, script: Script, text: &str, was: Option<&str>) -> Result<Saved>;

    /// The formats of single output files.
    fn formats(&self) -> Vec<FileFormat>;

    /// The given file of font families.
    fn font_mapping(&self) -> Option<&Path>;

    /// Starts this program with these arguments and this password. Temporary files are written to `folder`.
    ///
    /// # Errors
    ///
    /// If the process cannot be started.
    fn start(
        &self,
        arguments: &[OsString],
        password: &str,
        folder: &Path,
    ) -> Result<Box<dyn Process>>;
}

/// A process that writes a document. Dropping it ends the process.
pub(crate) trait Process: Send + Sync {
    /// The number of pages written, and of all pages; 0 until known.
    fn progress(&self) -> (usize, usize);

    /// The result, once the process has ended.
    fn ended(&self) -> Option<Ended>;
}

/// The result of the process.
pub(crate) struct Ended {
    pub is_written: bool,
    /// The last warnings and errors, one string per line.
    pub said: Vec<String>,
}

/// An output format for single files.
#[derive(Clone, Debug)]
pub(crate) struct FileFormat {
    pub name: &'static str,
    /// The extension of its files, without the dot.
    pub extension: &'static str,
    /// Whether a file contains one page, so that several pages become several files.
    pub one_page: bool,
    /// The options that select it; the default format needs none.
    pub options: Vec<String>,
}

/// An option of the command line.
#[derive(Serialize)]
pub(crate) struct KnownOption {
    /// Its long name, without hyphens.
    pub long: String,
    pub short: Option<char>,
    /// The name of its value; `None` if it has no value.
    pub value: Option<String>,
    pub default: Option<String>,
    /// Its description in one line.
    pub help: String,
}

/// The result of saving a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Saved {
    Done,
    /// The file has changed meanwhile, and was not saved.
    Changed,
}
