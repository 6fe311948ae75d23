//! The errors of the program: files that cannot be read or written, the words of messages, and exit codes.

use std::io;
use std::path::Path;

use pdfa2hocr_core::diagnostics::{Diagnostic, DiagnosticKind, Setting, io_reason};

/// The exit codes of the program; every other kind of diagnostic is a warning.
pub(super) fn exit_code(kind: DiagnosticKind) -> u8 {
    match kind {
        DiagnosticKind::Argument => 1,
        DiagnosticKind::Structure => 3,
        DiagnosticKind::Objects => 4,
        DiagnosticKind::Password => 5,
        DiagnosticKind::Module => 6,
        DiagnosticKind::Several => 7,
        DiagnosticKind::Conformance => 11,
        DiagnosticKind::Limit => 10,
        // Like a shell for a program ended by Ctrl-C.
        DiagnosticKind::Interrupted => 130,
        _ => 2,
    }
}

/// The error for a destination that cannot be written.
pub(super) fn cannot_write(path: &Path, error: &io::Error) -> Diagnostic {
    cannot("write", path, error)
}

/// The error for a file or folder with which something cannot be done.
pub(super) fn cannot(verb: &str, path: &Path, error: &io::Error) -> Diagnostic {
    let why = io_reason(error);
    Diagnostic::file(format!("cannot {verb} {}: {why}", path.display())).of_file(path, error)
}

/// The diagnostic with the option that it concerns: settings of the library are options of the command line.
pub(super) fn worded(diagnostic: &Diagnostic) -> Diagnostic {
    let message = &diagnostic.message;
    let worded = match diagnostic.setting {
        Some(Setting::Pages) => format!("--pages: {message}"),
        Some(Setting::ReplaceTags) => format!("{message}; --replace-tags makes new ones"),
        Some(Setting::Undivided) => format!("--ignore-pages: {message}"),
        Some(Setting::Password) => format!("{message}; give its password with --password"),
        Some(Setting::Road) => format!("{message}, as with -p"),
        Some(Setting::Overwrite) => format!("{message}; use --overwrite to replace it"),
        Some(Setting::InputDpi) => format!("{message} (--input-dpi)"),
        Some(Setting::FileGroup) => format!("{message} (--file-grp)"),
        Some(Setting::InputSize) => format!("{message}, or raise --max-input"),
        Some(Setting::Ocr) => format!("{message}; use --ocr auto to recognise text"),
        Some(Setting::OcrCommand) => format!("{message} (--ocr-command)"),
        Some(Setting::OcrLanguages) => format!("{message} (--ocr-lang)"),
        Some(Setting::OcrTimeLimit) => format!("{message} (--ocr-time-limit)"),
        Some(Setting::OcrCache) => format!("{message} (--ocr-cache)"),
        Some(Setting::ModuleArgs) => format!("--module-arg: {message}"),
        Some(Setting::Language) => format!("--icu: {message}"),
        Some(Setting::ModuleSteps) => format!("{message} (--module-steps)"),
        Some(Setting::ModuleMemory) => format!("{message} (--module-memory)"),
        Some(Setting::ModuleDepth) => format!("{message} (--module-depth)"),
        // Settings that no option sets.
        _ => message.clone(),
    };
    let mut diagnostic = diagnostic.clone();
    diagnostic.message = worded;
    diagnostic.setting = None;
    diagnostic
}
