//! What the program says to its user: the only place that prints it. Documents have a part in it
//! (titles, names of fonts and files), and must not command the terminal.

use std::io::{self, Write};

use crate::visible::visible;

/// Prints one line to standard error.
pub(super) fn say(line: &str) {
    put(&visible(line));
}

/// Prints text that may have several lines.
pub(super) fn say_lines(text: &str) {
    let lines: Vec<_> = text.split('\n').map(visible).collect();
    put(&lines.join("\n"));
}

fn put(text: &str) {
    // Who closed it does not want to hear.
    let _ = writeln!(io::stderr().lock(), "{text}");
}
