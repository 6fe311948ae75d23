//! Where the pages of a file are, so that each is read by itself.

use std::ops::Range;

/// The parts of a file that each begin with a page; all of it where none is marked.
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
        return vec![0..text.len()];
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts
        .iter()
        .copied()
        .zip(ends)
        .map(|(a, b)| a..b)
        .collect()
}

/// How long a tag is, with its brackets.
fn tag_length(tag: &[u8]) -> usize {
    let mut quote = None;
    for (at, &byte) in tag.iter().enumerate() {
        match (quote, byte) {
            (None, b'>') => return at + 1,
            // A bracket that was not closed.
            (None, b'<') if at > 0 => return at,
            // Only behind an equals sign is it a quote, and no apostrophe.
            (None, b'"' | b'\'') if before(tag, at) == Some(b'=') => quote = Some(byte),
            (Some(q), b) if q == b => quote = None,
            _ => {}
        }
    }
    tag.len()
}

/// The last byte before a place that is not white space.
fn before(tag: &[u8], at: usize) -> Option<u8> {
    tag.get(..at)?.trim_ascii_end().last().copied()
}

/// Whether a file has an element of one of these classes.
pub(in crate::read) fn has_any(bytes: &[u8], classes: &[&str]) -> bool {
    classes.iter().any(|class| {
        memchr::memmem::find_iter(bytes, class).any(|at| {
            let start = bytes.get(..at).and_then(|head| memchr::memrchr(b'<', head));
            let tag = bytes.get(start.unwrap_or(at)..).unwrap_or_default();
            has_class(
                tag.get(..tag_length(tag)).unwrap_or_default(),
                class.as_bytes(),
            )
        })
    })
}

/// Whether a class is among those of a tag.
fn has_class(tag: &[u8], class: &[u8]) -> bool {
    memchr::memmem::find_iter(tag, class).any(|at| {
        let ends = tag
            .get(at + class.len())
            .is_none_or(|b| b" \t\r\n\"'>/".contains(b));
        let head = tag.get(..at).unwrap_or_default();
        // Back over the classes before it, to the equals sign.
        let value = |b: &u8| *b == b'=';
        let Some(equals) = head.iter().rposition(value) else {
            return false;
        };
        let name = head.get(..equals).unwrap_or_default().trim_ascii_end();
        let name = name.get(name.len().saturating_sub(5)..).unwrap_or_default();
        let starts = head.last().is_some_and(|b| b" \t\r\n\"'=".contains(b));
        ends && starts && name.eq_ignore_ascii_case(b"class")
    })
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
        assert_eq!(pages("<span class=ocr_line>"), [0..21]);
    }
}
