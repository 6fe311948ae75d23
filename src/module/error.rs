//! Errors of modules, as the program tells them: one line with file, line and what is wrong.

use starlark::ErrorKind;

use super::Limits;
use crate::diagnostics::{Diagnostic, Kind};

/// `file:line: what`.
pub(super) fn at_line(file: &str, line: usize, what: &str) -> Diagnostic {
    Diagnostic::new(Kind::Module, format!("{file}:{line}: {what}"))
}

/// What the engine complains of.
pub(super) fn diagnostic(error: &starlark::Error, file: &str, limits: &Limits) -> Diagnostic {
    let text = error.without_diagnostic().to_string();
    let mut what = match error.kind() {
        ErrorKind::StackOverflow(_) => limits.too_deep(),
        // These have no types of their own that could be asked for.
        _ if text.starts_with("Execution duration limit") => limits.too_many_steps(),
        _ if text.starts_with("Heap memory limit") => limits.too_much_memory(),
        _ => one_line(&text),
    };
    if let Some(rest) = what.strip_prefix("fail: ") {
        what = rest.to_owned();
    }
    match error.span() {
        Some(span) => at_line(file, span.resolve_span().begin.line + 1, &what),
        None => Diagnostic::new(Kind::Module, format!("{file}: {what}")),
    }
}

fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ")
}
