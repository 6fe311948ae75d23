//! Rewords messages of the library for the command line, where its settings are options.

use pdfa2hocr_core::diagnostics::{Diagnostic, Setting};

/// The diagnostic with the option that it concerns.
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
