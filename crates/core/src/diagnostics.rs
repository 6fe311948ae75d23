//! Errors and warnings as data: one type for both. Only the command line prints them.

use crate::page_number::PageNumber;
use std::fmt;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// The place of an error in the input, as far as known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Location {
    /// The page index, from 0.
    pub page: Option<u32>,
    /// The object and generation number.
    pub object: Option<(u32, i32)>,
    /// The byte offset in the file, or in the content stream if [`Location::page`] is set.
    pub offset: Option<u64>,
}

named! {
    /// The kind of an error or a warning. The first eight end a conversion. The others are warnings: the output
    /// omits the parts that could not be read.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    #[non_exhaustive]
    pub enum DiagnosticKind {
        /// An argument, or a file that an argument names, is wrong.
        Argument = "argument",
        /// A file cannot be opened, read or written.
        File = "file",
        /// The document's structure (catalog, page tree) cannot be read.
        Structure = "structure",
        /// No table of objects can be read or rebuilt: the file is not a PDF.
        Objects = "objects",
        /// The document needs a password, or another one.
        Password = "password",
        /// A module failed. The page is written without its changes, and the conversion continues unless the
        /// module is strict.
        Module = "module",
        /// Some of several files could not be converted.
        Several = "several",
        /// The user stopped the conversion.
        Interrupted = "interrupted",

        /// The file was damaged and has been repaired.
        Mended = "mended",
        /// A stream could not be decoded, or only its beginning could.
        Stream = "stream",
        /// A content stream has invalid operators or operands.
        Operator = "operator",
        /// A font, or something in it, could not be read.
        Font = "font",
        /// Character codes without a Unicode value were written as U+FFFD.
        Unicode = "unicode",
        /// A page, or its content, could not be read.
        Page = "page",
        /// The scan of a page could not be saved as a file, or not whole.
        Image = "image",
        /// Pages are images without recognised text.
        NeedsOcr = "needs-ocr",
        /// The text of a page could not be recognised.
        Ocr = "ocr",
        /// A page was divided into fewer columns than requested.
        Columns = "columns",
        /// The document's tags are missing, broken, or do not fit its content.
        Tags = "tags",
        /// A correction does not fit the page, or two contradict each other.
        Correction = "correction",
        /// One of the limits was reached, and something is left out.
        Limit = "limit",
        /// A PDF claims a lower standard than the requested one, because it does not conform to that.
        Conformance = "conformance",
    }
}

/// The setting that a diagnostic concerns: one of `Options` that can avoid it, or that
/// could not be followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Setting {
    /// `Options::road`.
    Road,
    /// `Options::password`.
    Password,
    /// `Options::pages`.
    Pages,
    /// `WriteOptions::replace_tags`.
    ReplaceTags,
    /// `Options::undivided`.
    Undivided,
    /// The option of the program, of Python and of Spark that replaces existing files.
    Overwrite,
    /// `Options::input_dpi`.
    InputDpi,
    /// `Options::file_group`.
    FileGroup,
    /// The limit of `Source::map_at_most`.
    InputSize,
    /// `Options::ocr`.
    Ocr,
    /// `OcrOptions::command`.
    OcrCommand,
    /// `OcrOptions::languages`.
    OcrLanguages,
    /// `OcrOptions::cache`.
    OcrCache,
    /// `OcrOptions::time_limit`.
    OcrTimeLimit,
    /// `ModuleOptions::args`.
    ModuleArgs,
    /// `WriteOptions::lang`.
    Language,
    /// `ModuleLimits::steps`.
    ModuleSteps,
    /// `ModuleLimits::memory`.
    ModuleMemory,
    /// `ModuleLimits::depth`.
    ModuleDepth,
}

/// A script of the user that changes the conversion of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Script {
    /// `Options::mapping`.
    Mapping,
    /// One of `Options::modules`, by its index.
    Module(usize),
}

/// A place in a script of the user.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ScriptPlace {
    /// The script that was read or run.
    pub script: Script,
    /// The file and the line in it, from 1, if known. The file may be one that the script loads or extends.
    /// The message contains both, too.
    pub line: Option<(String, usize)>,
}

/// A file that the system did not open, read or write.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RefusedFile {
    /// The path of the file, as the caller named it.
    pub path: PathBuf,
    /// The number of the system's error (`errno`), if there is one.
    pub code: Option<i32>,
}

/// An error or a warning.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// The kind of the diagnostic.
    pub kind: DiagnosticKind,
    /// The place in the input, as far as known.
    pub place: Location,
    /// The message in one line, without the place.
    pub message: String,
    /// The number of cases, with which the message ends in brackets, if it counts them.
    pub count: Option<usize>,
    /// The setting that it concerns, if any.
    pub setting: Option<Setting>,
    /// The place of the mistake in a mapping or a module, if it is there.
    pub script: Option<Box<ScriptPlace>>,
    /// The file that the system refused, for an error of a file.
    pub file: Option<Box<RefusedFile>>,
}

/// A diagnostic that ended the work.
pub type Error = Diagnostic;
/// A diagnostic after which the work continued.
pub type Warning = Diagnostic;
/// The result of an operation that can fail with an [`Error`].
pub type Result<T> = std::result::Result<T, Error>;

impl Diagnostic {
    /// A diagnostic without a place.
    pub fn new(kind: DiagnosticKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            place: Location::default(),
            message: message.into(),
            count: None,
            setting: None,
            script: None,
            file: None,
        }
    }

    /// A wrong argument, or a fault of a file that an argument names.
    pub fn argument(message: impl Into<String>) -> Self {
        Self::new(DiagnosticKind::Argument, message)
    }

    /// A file that cannot be opened, read or written.
    pub fn file(message: impl Into<String>) -> Self {
        Self::new(DiagnosticKind::File, message)
    }

    /// A limit that was reached.
    pub fn limit(message: impl Into<String>) -> Self {
        Self::new(DiagnosticKind::Limit, message)
    }

    /// A failure of a module.
    pub fn module(message: impl Into<String>) -> Self {
        Self::new(DiagnosticKind::Module, message)
    }

    /// A structure of the document that cannot be read.
    pub fn structure(message: impl Into<String>) -> Self {
        Self::new(DiagnosticKind::Structure, message)
    }

    /// Sets the script; keeps a known line.
    #[must_use]
    pub fn in_script(mut self, script: Script) -> Self {
        let line = self.script.and_then(|place| place.line);
        self.script = Some(Box::new(ScriptPlace { script, line }));
        self
    }

    /// Sets the script, with the line in one of its files.
    #[must_use]
    pub fn at_line(mut self, script: Script, file: &str, line: usize) -> Self {
        let line = Some((file.to_owned(), line));
        self.script = Some(Box::new(ScriptPlace { script, line }));
        self
    }

    /// Sets the file, with the error of the system.
    #[must_use]
    pub fn of_file(mut self, path: &Path, error: &io::Error) -> Self {
        // ENOENT and EACCES: an error of this program's own has no number.
        let code = error.raw_os_error().or(match error.kind() {
            ErrorKind::NotFound => Some(2),
            ErrorKind::PermissionDenied => Some(13),
            _ => None,
        });
        let path = path.to_owned();
        self.file = Some(Box::new(RefusedFile { path, code }));
        self
    }

    /// Sets the setting that it concerns.
    #[must_use]
    pub fn about(mut self, setting: Setting) -> Self {
        self.setting = Some(setting);
        self
    }

    /// Sets the number of cases, and adds it to the message.
    #[must_use]
    pub fn counting(mut self, count: usize) -> Self {
        self.message.push_str(&format!(" ({count})"));
        self.count = Some(count);
        self
    }

    /// The message without the number of cases.
    pub fn subject(&self) -> &str {
        let count = self.count.map(|count| format!(" ({count})"));
        let subject = count.and_then(|count| self.message.strip_suffix(&count));
        subject.unwrap_or(&self.message)
    }

    /// Sets the page, by its index from 0.
    #[must_use]
    pub fn on_page(mut self, index: u32) -> Self {
        self.place.page = Some(index);
        self
    }

    /// Sets the object, by its number and generation.
    #[must_use]
    pub fn in_object(mut self, number: u32, generation: i32) -> Self {
        self.place.object = Some((number, generation));
        self
    }

    /// Sets the offset, in bytes.
    #[must_use]
    pub fn at_offset(mut self, offset: u64) -> Self {
        self.place.offset = Some(offset);
        self
    }
}

impl fmt::Display for Diagnostic {
    /// Formats as `page 3, object 14 0, offset 5120: message`. Pages are counted from 1 here.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        if let Some(page) = self.place.page {
            write!(f, "page {}", PageNumber::of(page))?;
            separator = ", ";
        }
        if let Some((number, generation)) = self.place.object {
            write!(f, "{separator}object {number} {generation}")?;
            separator = ", ";
        }
        if let Some(offset) = self.place.offset {
            write!(f, "{separator}offset {offset}")?;
            separator = ", ";
        }
        if !separator.is_empty() {
            f.write_str(": ")?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for Diagnostic {}

/// The error for output that could not be written.
pub fn write_error(error: &io::Error) -> Diagnostic {
    Diagnostic::file(format!("cannot write the output: {}", io_reason(error)))
}

/// The reason for a system error, in a few words.
pub fn io_reason(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::PermissionDenied => "permission denied".into(),
        // The error of this program's own has a text without a number.
        ErrorKind::NotFound if error.raw_os_error().is_some() => "there is no such file".into(),
        ErrorKind::AlreadyExists => "there is a file of this name".into(),
        ErrorKind::NotADirectory => "a part of its path is a file, and not a folder".into(),
        ErrorKind::IsADirectory => "it is a directory".into(),
        ErrorKind::FileTooLarge => "it would be larger than files may be here".into(),
        ErrorKind::StorageFull => "the disk is full".into(),
        ErrorKind::BrokenPipe => "its reader has gone".into(),
        _ => {
            let text = error.to_string();
            // The number of the system, as in " (os error 5)", tells users nothing.
            let (reason, _) = text.split_once(" (os error ").unwrap_or((&text, ""));
            reason.to_owned()
        }
    }
}

/// Collects warnings up to a limit: a damaged page can cause a million, and the first thousand suffice.
#[derive(Clone, Debug, Default)]
pub struct Warnings {
    list: Vec<Warning>,
    dropped: usize,
}

impl Warnings {
    /// Most warnings that are kept; the others are only counted.
    pub const KEPT: usize = 1000;

    /// An empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a warning. If there are too many, it is only counted.
    pub fn push(&mut self, warning: Warning) {
        if self.list.len() < Self::KEPT {
            self.list.push(warning);
            return;
        }
        self.dropped += 1;
        // The list must always show that a limit was reached.
        let is_limit = |w: &Warning| w.kind == DiagnosticKind::Limit;
        if is_limit(&warning) && !self.list.iter().any(is_limit) {
            self.list.pop();
            self.list.push(warning);
        }
    }

    /// Adds a warning at the beginning, whatever the number of others.
    pub fn push_first(&mut self, warning: Warning) {
        self.list.insert(0, warning);
    }

    /// The kept warnings, and the number of the others.
    pub fn into_parts(self) -> (Vec<Warning>, usize) {
        (self.list, self.dropped)
    }

    /// The kept warnings.
    pub fn iter(&self) -> impl Iterator<Item = &Warning> {
        self.list.iter()
    }

    /// Sets the page of each warning that has none.
    pub fn set_page(&mut self, index: u32) {
        for warning in &mut self.list {
            warning.place.page.get_or_insert(index);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_told_as_far_as_it_is_known() {
        let plain = Diagnostic::new(DiagnosticKind::Font, "no widths");
        assert_eq!(plain.to_string(), "no widths");
        let placed = plain.on_page(2).in_object(14, 0).at_offset(5120);
        assert_eq!(
            placed.to_string(),
            "page 3, object 14 0, offset 5120: no widths"
        );
    }

    #[test]
    fn warnings_are_bounded_and_counted() {
        let mut warnings = Warnings::new();
        for _ in 0..Warnings::KEPT + 7 {
            warnings.push(Diagnostic::new(DiagnosticKind::Operator, "x"));
        }
        let (list, dropped) = warnings.into_parts();
        assert_eq!((list.len(), dropped), (Warnings::KEPT, 7));
    }

    #[test]
    fn that_a_limit_was_reached_is_kept_however_many_warnings_there_are() {
        let mut warnings = Warnings::new();
        for _ in 0..Warnings::KEPT {
            warnings.push(Diagnostic::new(DiagnosticKind::Operator, "x"));
        }
        warnings.push(Diagnostic::limit("y"));
        warnings.push(Diagnostic::limit("z"));
        let (list, dropped) = warnings.into_parts();
        assert_eq!((list.len(), dropped), (Warnings::KEPT, 2));
        let limits: Vec<_> = list
            .iter()
            .filter(|w| w.kind == DiagnosticKind::Limit)
            .collect();
        assert_eq!(limits.len(), 1);
    }
}
