//! Finds the pages of a file, so that each can be read by itself.

use std::ops::Range;

use crate::read::classes::{has_class, tag_length};
use crate::read::text::parts;

/// The byte ranges of a file that each begin with a page; the whole file if no page is marked.
pub(in crate::read) fn pages(text: &str) -> Vec<Range<usize>> {
    let mut starts = Vec::new();
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(found) = bytes.get(at..).and_then(|rest| memchr::memchr(b'<', rest)) {
        at += found;
        let rest = bytes.get(at..).unwrap_or_default();
        if rest.starts_with(b"<!--") {
            at += memchr::memmem::find(rest, b"-->").map_or(rest.len(), |end| end + 3);
            continue;
        }
        let name = |name: &[u8]| {
            let own = rest.get(1..=name.len()).unwrap_or_default();
            own.eq_ignore_ascii_case(name)
        };
        if let Some(end) = [&b"script"[..], b"style"].into_iter().find(|n| name(n)) {
            let end = [b"</", end].concat();
            let behind = rest.get(1..).unwrap_or_default();
            at += 1 + memchr::memmem::find(behind, &end).unwrap_or(behind.len());
            continue;
        }
        let length = tag_length(rest);
        if rest.get(1).is_some_and(u8::is_ascii_alphabetic)
            && has_class(rest.get(..length).unwrap_or_default(), b"ocr_page")
        {
            starts.push(at);
        }
        at += length.max(1);
    }
    if starts.is_empty() {
        starts.push(0);
    }
    parts(text, &starts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_found_whatever_is_between() {
        let html = "<meta content='ocr_page ocr_carea'><!-- <div class='ocr_page'> -->\
                    <script>x = \"<div class='ocr_page'>\"</script>\
                    <p title=\"isn't a > b\">x</p>\
                    <div title='a > b' class='page ocr_page'>one</div>\
                    <DIV CLASS=ocr_page id=x>two</DIV><div class=\"ocr_page_x\">";
        let found = pages(html);
        let starts: Vec<_> = found.iter().map(|r| &html[r.clone()][..16]).collect();
        assert_eq!(starts, ["<div title='a > ", "<DIV CLASS=ocr_p"]);
        assert_eq!(found[0].end, found[1].start);
        let whole = 0..21;
        assert_eq!(pages("<span class=ocr_line>"), [whole]);
    }
}
