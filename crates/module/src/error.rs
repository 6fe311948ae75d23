//! Formats errors of modules as one line with file, line and reason.

use starlark::ErrorKind;

use super::Limits;
use super::refusal::Refusal;
use pdfa2hocr_core::diagnostics::{Diagnostic, Script};

/// Maximum bytes of a message; longer ones are cut.
const LONGEST: usize = 2000;

/// Returns an error of the form `file:line: what`.
pub(super) fn at_line(file: &str, line: usize, what: &str) -> Diagnostic {
    let message = format!("{file}:{line}: {what}");
    // A placeholder: the caller sets the index of the module.
    Diagnostic::module(message).at_line(Script::Module(0), file, line)
}

/// Converts an error of the engine. `files` are the names of the module's files, its main file last.
/// `loop_place` is the file index and line of the last loop that began.
pub(super) fn diagnostic(
    error: &starlark::Error,
    files: &[String],
    limits: &Limits,
    loop_place: Option<(usize, usize)>,
) -> Diagnostic {
    let text = error.without_diagnostic().to_string();
    let Refusal { why, setting } = match error.kind() {
        ErrorKind::StackOverflow(_) => Refusal::too_deep(limits),
        // The engine has no error types for these.
        _ if text.starts_with("Execution duration limit") => Refusal::too_many_steps(limits),
        _ if text.starts_with("Heap memory limit") => Refusal::too_much_memory(limits),
        kind => Refusal {
            why: one_line(text.strip_prefix("fail: ").unwrap_or(&text)),
            setting: match kind {
                ErrorKind::Other(error) | ErrorKind::Native(error) => {
                    error.downcast_ref::<Refusal>().and_then(|r| r.setting)
                }
                _ => None,
            },
        },
    };
    // Errors of the engine's limits have no position. They mostly occur in loops.
    let of_loop = || loop_place.and_then(|(file, line)| Some((files.get(file)?.as_str(), line)));
    let mut diagnostic = match (error.span(), of_loop()) {
        (Some(span), _) => at_line(span.filename(), span.resolve_span().begin.line + 1, &why),
        (None, Some((file, line))) => at_line(file, line, &why),
        (None, None) => {
            let file = files.last().map_or("", String::as_str);
            Diagnostic::module(format!("{file}: {why}"))
        }
    };
    diagnostic.setting = setting;
    diagnostic
}

/// Joins a text to one line and cuts it at [`LONGEST`] bytes.
fn one_line(text: &str) -> String {
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
        if line.len() > LONGEST {
            line.truncate(line.floor_char_boundary(LONGEST));
            line.push('…');
            break;
        }
    }
    line
}
