//! Escapes control characters in documents' text before it is shown in a terminal.

use std::borrow::Cow;

/// Whether a terminal interprets a character instead of showing it: controls, including escape, and line
/// separators. Direction controls count, too, because they can disguise names (Unicode, UAX #9, 2).
fn is_obeyed(c: char) -> bool {
    c.is_control() && c != '\t' || matches!(c, '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// The text on one line, with such characters escaped as `\u{1b}` or `\n`.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_obeyed) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '\n' | '\r' => out.extend(c.escape_default()),
            c if is_obeyed(c) => out.extend(c.escape_unicode()),
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// The text with spaces for control characters.
pub fn without_controls(text: &str) -> String {
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    text.chars().map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_seen() {
        assert_eq!(
            visible("a\u{1b}[2J\u{9b}b\u{7f}\n\u{202e}fdp.exe"),
            "a\\u{1b}[2J\\u{9b}b\\u{7f}\\n\\u{202e}fdp.exe"
        );
        let plain = "Źródło,\t東京, \u{200f}עברית, a\\u{1b}";
        assert_eq!(visible(plain), plain);
    }
}
