//! Addresses (URLs) that come from documents, and which of them may be written.
//!
//! What is written is opened in browsers, on pages and disks of people who trust it. So an address
//! is written only when all it can do is lead somewhere.

use std::borrow::Cow;

/// The schemes that are written. Others may run something where the address is followed
/// (`javascript`, `data`, `file`, those of programs).
const SCHEMES: [&str; 8] = [
    "http", "https", "mailto", "ftp", "tel", "urn", "doi", "news",
];

/// The address as it is written; `None` when it must not be.
///
/// It is judged as browsers read it (WHATWG URL, 4.4): without the controls and white space around
/// it and the tabs and line ends inside it. These, and other controls, are not written either.
/// Whatever is before the first `:` is a scheme, unless a `/`, `?` or `#` comes first. A
/// relative address is written, but for one that begins with two slashes: beside a file on a disk
/// it names another computer.
pub(crate) fn allowed(address: &str) -> Option<Cow<'_, str>> {
    let is_around = |c: char| c.is_control() || c.is_whitespace();
    let trimmed = address.trim_matches(is_around);
    let address: Cow<'_, str> = match trimmed.contains(char::is_control) {
        true => Cow::Owned(trimmed.chars().filter(|c| !c.is_control()).collect()),
        false => Cow::Borrowed(trimmed),
    };
    let is_slash = |byte: Option<&u8>| matches!(byte, Some(b'/' | b'\\'));
    let bytes = address.as_bytes();
    let computer = is_slash(bytes.first()) && is_slash(bytes.get(1));
    let may = match address.split_once(':') {
        Some((scheme, _)) if !scheme.contains(['/', '?', '#']) => {
            SCHEMES.iter().any(|s| s.eq_ignore_ascii_case(scheme))
        }
        _ => !address.is_empty() && !computer,
    };
    may.then_some(address)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_leads_somewhere_is_written() {
        for good in [
            "http://example.org/a;b?c",
            "HTTPS://x",
            "mailto:a@b.c",
            "tel:+48",
            "page.html#x",
            "/a/b:c",
            "?a:b",
            "#page_5",
        ] {
            assert_eq!(allowed(good).as_deref(), Some(good));
        }
        assert_eq!(
            allowed("\u{1} http://exa\tmple.org/\n").as_deref(),
            Some("http://example.org/")
        );
    }

    #[test]
    fn what_runs_something_is_not() {
        for bad in [
            "javascript:alert(1)",
            "JavaScript:alert(1)",
            " java\nscript:alert(1)",
            "java\u{0}script:alert(1)",
            "\u{1}javascript\t:alert(1)",
            "\u{A0}javascript:alert(1)",
            "java\u{200B}script:alert(1)",
            "javascript&colon;:alert(1)",
            "vbscript:x",
            "data:text/html,x",
            "file:///etc/passwd",
            "//computer/share",
            "\\\\computer\\share",
            "\t/\\computer",
            ":x",
            " ",
            "",
        ] {
            assert_eq!(allowed(bad), None, "{bad:?}");
        }
    }
}
