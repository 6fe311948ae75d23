//! Cleans text for formats that cannot escape characters.

/// Appends text for a format of lines and columns: line breaks and tabs become spaces, other control
/// characters U+FFFD.
pub(super) fn push_clean(text: &str, out: &mut String) {
    let clean = |c: char| match c {
        '\t' | '\n' | '\r' => ' ',
        c if c.is_control() => char::REPLACEMENT_CHARACTER,
        c => c,
    };
    // Controls are below U+0020 or from U+007F to U+009F, which begin with the byte C2.
    let may_be_control = |b: u8| b < b' ' || b == 0x7F || b == 0xC2;
    // Looks at all bytes, because that is faster than to stop at the first.
    if text.bytes().fold(false, |any, b| any | may_be_control(b)) {
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
