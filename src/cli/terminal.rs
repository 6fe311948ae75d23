//! Prints messages to the user; no other module prints them. Parts of documents in them (titles, names of
//! fonts and files) must not control the terminal.

use std::io::{self, Write};

use indicatif::{ProgressBar, ProgressStyle};

use pdfa2hocr_core::visible::visible;

/// Prints one line to standard error.
pub(super) fn say(line: &str) {
    put(&visible(line));
}

/// Prints warnings about the arguments.
pub(super) fn warn(warnings: &[String]) {
    for warning in warnings {
        say(&format!("pdfa2hocr: warning: {warning}"));
    }
}

/// Prints text that may have several lines.
pub(super) fn say_lines(text: &str) {
    let lines: Vec<_> = text.split('\n').map(visible).collect();
    put(&lines.join("\n"));
}

/// A progress bar of this length, shown by a template of `indicatif`.
pub(super) fn bar(length: u64, template: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

fn put(text: &str) {
    // Ignores a closed standard error.
    let _ = writeln!(io::stderr().lock(), "{text}");
}
