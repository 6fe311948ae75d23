//! Prints messages to the user; no other module prints them. Parts of documents in them (titles, names of
//! fonts and files) must not control the terminal.

use std::io::{self, Write};

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

fn put(text: &str) {
    // Ignores a closed standard error.
    let _ = writeln!(io::stderr().lock(), "{text}");
}
