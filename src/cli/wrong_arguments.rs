//! Errors of the argument parser as messages of one line.

use pdfa2hocr_core::diagnostics::{Diagnostic, Error};

/// The error of the argument parser in one line, with its suggestion as a sentence.
pub(super) fn wrong_arguments(error: &clap::Error) -> Error {
    let text = error.render().to_string();
    let mut lines = text
        .lines()
        .map(str::trim)
        .take_while(|l| !l.starts_with("Usage:") && !l.starts_with("For more information"))
        // Omits "to pass '--x' as a value", which does not help with a misspelt option.
        .filter(|l| !l.is_empty() && !l.starts_with("tip: to pass"));
    let first = lines.next().unwrap_or_default();
    let mut message = first.strip_prefix("error: ").unwrap_or(first).to_owned();
    let mut tips = Vec::new();
    for line in lines {
        match line.strip_prefix("tip: ") {
            // "a similar argument exists: '--columns'", or "'batch --resume' exists".
            Some(tip) => {
                let names = tip.split_once(": ").map_or(tip, |(_, names)| names);
                tips.push(names.trim_end_matches(" exists").to_owned());
            }
            None => {
                message.push(' ');
                message.push_str(line);
            }
        }
    }
    message.push_str(&match tips.is_empty() {
        true => "; see --help".to_owned(),
        false => format!(
            ". Did you mean {}? For all options, see --help",
            tips.join(" or ")
        ),
    });
    Diagnostic::argument(message)
}
