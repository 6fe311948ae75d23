//! The classes of tags, found without reading the file.

/// How long a tag is, with its brackets.
pub(super) fn tag_length(tag: &[u8]) -> usize {
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
pub(super) fn has_any(bytes: &[u8], classes: &[&str]) -> bool {
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
pub(super) fn has_class(tag: &[u8], class: &[u8]) -> bool {
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
