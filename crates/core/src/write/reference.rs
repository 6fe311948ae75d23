//! Converts file names to URI references.

/// Percent-encodes characters with a meaning in references (RFC 3986). Non-ASCII letters are kept (RFC 3987).
pub(super) fn reference(path: &str) -> String {
    let mut reference = String::with_capacity(path.len());
    for c in path.chars() {
        if c.is_whitespace() || c.is_control() || "%#?:\"<>\\^`{|}".contains(c) {
            for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                reference.push_str(&format!("%{byte:02X}"));
            }
        } else {
            reference.push(c);
        }
    }
    reference
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_end_a_reference_is_escaped() {
        assert_eq!(reference("a b#1/łódź.pdf"), "a%20b%231/łódź.pdf");
        assert_eq!(reference("\u{A0}:"), "%C2%A0%3A");
    }
}
