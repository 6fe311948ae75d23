//! Cleans text for formats that cannot escape characters.

/// Appends text for a format of lines and columns: line breaks and tabs become spaces, other control
/// characters U+FFFD.
pub(super) fn push_clean(text: &str, out: &mut String) {
    let clean = |c: char| match c {
        '\t' | '\n' | '\r' => ' ',
        c if c.is_control() => char::REPLACEMENT_CHARACTER,
        c => c,
    };
    if text.chars().any(char::is_control) {
        out.extend(text.chars().map(clean));
    } else {
        out.push_str(text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_break_a_line_or_a_column_does_not() {
        let mut out = String::new();
        push_clean("a\tb\r\nc\u{c}d", &mut out);
        push_clean("łódź", &mut out);
        assert_eq!(out, "a b  c\u{FFFD}dłódź");
    }
}
