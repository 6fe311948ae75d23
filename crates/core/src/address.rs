//! Checks addresses (URLs) from documents before they are written.
//!
//! Outputs are opened in browsers, on sites and computers of users who trust them. So an address is written
//! only if following it can do nothing but open a resource.

use std::borrow::Cow;

/// The allowed schemes. Others, such as `javascript`, `data`, `file` and those of programs, could run code.
const SCHEMES: [&str; 8] = [
    "http", "https", "mailto", "ftp", "tel", "urn", "doi", "news",
];

/// The address in a form that is safe to write; `None` if it is not allowed.
///
/// The rules are those of browsers (WHATWG URL, 4.4): controls and white space around the address, and tabs
/// and line ends in it, are ignored. These and other controls are removed. Text before the first `:` is a
/// scheme, unless a `/`, `?` or `#` precedes it. Relative addresses are allowed, except those that begin with
/// two slashes: in a local file they name another computer.
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
