//! Detects files that end too early, such as interrupted downloads or copies.

use super::format::Format;
use super::{format, tsv};
use crate::diagnostics::{Diagnostic, DiagnosticKind};

/// The missing end of a truncated file; `None` if the file is complete. `last` is the offset of its last
/// page.
pub(super) fn missing(format: Format, text: &str, last: usize) -> Option<String> {
    if format == Format::Tsv {
        return tsv::ends_early(text).then(|| "the end of that line".to_owned());
    }
    let (from_last, root) = (text.get(last..)?, format::root(text)?);
    match format {
        #[cfg(feature = "html")]
        // A fragment of a page has no `html` element.
        Format::Hocr if !root.eq_ignore_ascii_case("html") => {
            let markup = super::markup::html::parse(from_last);
            markup.open_at_end().map(|open| format!("</{open}>"))
        }
        _ => missing_root(from_last, root, format == Format::Hocr),
    }
}

/// The end tag of the root element, if it is missing.
pub(super) fn missing_root(text: &str, root: &str, any_case: bool) -> Option<String> {
    let is_end = |at: usize| {
        let name = text.get(at..)?.strip_prefix("</")?;
        let (name, behind) = (name.get(..root.len())?, name.get(root.len()..)?);
        let same = name == root || any_case && name.eq_ignore_ascii_case(root);
        (same && behind.trim_start().starts_with('>')).then_some(())
    };
    let mut tags = memchr::memrchr_iter(b'<', text.as_bytes());
    let is_there = tags.any(|at| is_end(at).is_some());
    (!is_there).then(|| format!("</{root}>"))
}

/// The part of a warning that says how many pages of a truncated file are read.
pub(super) fn read(pages: usize) -> String {
    match pages {
        0 => "it has no page before that".to_owned(),
        1 => "its page is read up to there".to_owned(),
        _ => format!("{pages} pages are read, the last of them up to there"),
    }
}

/// A warning with the file's name, the line in which it ends, and how much of it is read.
pub(super) fn warning(name: &str, bytes: &[u8], missing: &str, read: &str) -> Diagnostic {
    let line = memchr::memchr_iter(b'\n', bytes).count() + 1;
    let name = if name.is_empty() { "the file" } else { name };
    let why = format!("{name} is cut off in line {line}: {missing} is missing; {read}");
    Diagnostic::new(DiagnosticKind::Mended, why).at_offset(bytes.len() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_without_its_end_is_not_whole() {
        let head = "level\tpage_num\tconf\ttext\n";
        for (format, text, wanted) in [
            (
                Format::Alto,
                "<?xml?><a:alto><a:Page></a:Page></a:alto>\n",
                None,
            ),
            (
                Format::Alto,
                "<a:alto><a:Page></a:Page><!-- </alto> -->",
                Some("</a:alto>"),
            ),
            (
                Format::Page,
                "<PcGts><Page></Page></PcGts ><!-- mark -->",
                None,
            ),
            (Format::Page, "<PcGts><Page><a/></PcG", Some("</PcGts>")),
            (Format::Mets, "<mets><fileSec/>", Some("</mets>")),
            (Format::Tsv, &format!("{head}5\t1\t9\tx\n"), None),
            (Format::Tsv, &format!("{head}5\t1\t9\tx\r\n\r\n"), None),
            (
                Format::Tsv,
                &format!("{head}5\t1\t9\tx"),
                Some("the end of that line"),
            ),
        ] {
            assert_eq!(missing(format, text, 0).as_deref(), wanted, "{text}");
        }
    }

    #[cfg(feature = "html")]
    #[test]
    fn html_may_leave_some_end_tags_out() {
        for (text, wanted) in [
            (
                "<!DOCTYPE html><HTML><div class='ocr_page'></div></html>",
                None,
            ),
            (
                "<html><div class='ocr_page'><p>x</p></div>",
                Some("</html>"),
            ),
            ("<div class='ocr_page'><p class='ocr_par'>x<br></div>", None),
            ("<p class='ocr_par'>x<p>y", None),
            ("<div class='ocr_page'><p>x <span>y", Some("</span>")),
            ("<div class='ocr_page'><span>x</span", Some("</span>")),
        ] {
            assert_eq!(missing(Format::Hocr, text, 0).as_deref(), wanted, "{text}");
        }
    }

    #[test]
    fn the_warning_says_where_and_what_is_read() {
        let warning = warning("a.html", b"one\ntwo", "</html>", "1 page is read");
        assert_eq!(
            warning.to_string(),
            "offset 7: a.html is cut off in line 2: </html> is missing; 1 page is read"
        );
    }
}
