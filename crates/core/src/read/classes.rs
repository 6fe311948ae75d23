//! The classes of tags, found without reading the file.

/// The length of a tag in bytes, with its brackets.
pub(super) fn tag_length(tag: &[u8]) -> usize {
    let mut quote = None;
    for (at, &byte) in tag.iter().enumerate() {
        match (quote, byte) {
            (None, b'>') => return at + 1,
            // The tag before was not closed.
            (None, b'<') if at > 0 => return at,
            // A quote begins only after an equals sign; elsewhere it is an apostrophe.
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
        // Each byte is searched once, however often the name is found.
        let mut done = 0;
        memchr::memmem::find_iter(bytes, class).any(|at| {
            let before = bytes.get(done..at).unwrap_or_default();
            if at < done {
                return false;
            }
            let start = memchr::memrchr(b'<', before).map(|start| done + start);
            done = at + class.len();
            let Some(start) = start else {
                return false;
            };
            let tag = bytes.get(start..).unwrap_or_default();
            let length = tag_length(tag);
            done = done.max(start + length);
            has_class(tag.get(..length).unwrap_or_default(), class.as_bytes())
        })
    })
}

/// Whether a class is among those of a tag.
pub(super) fn has_class(tag: &[u8], class: &[u8]) -> bool {
    // Whether the last attribute before the current position is `class`.
    let mut is_class = false;
    let mut looked_at = 0;
    memchr::memmem::find_iter(tag, class).any(|at| {
        let ends = tag
            .get(at + class.len())
            .is_none_or(|b| b" \t\r\n\"'>/".contains(b));
        // Back over preceding class names to the equals sign.
        let between = tag.get(looked_at..at).unwrap_or_default();
        if let Some(equals) = memchr::memrchr(b'=', between) {
            let name = tag.get(..looked_at + equals).unwrap_or_default();
            let name = name.trim_ascii_end();
            let name = name.get(name.len().saturating_sub(5)..).unwrap_or_default();
            is_class = name.eq_ignore_ascii_case(b"class");
        }
        looked_at = at;
        let before = at.checked_sub(1).and_then(|before| tag.get(before));
        let starts = before.is_some_and(|b| b" \t\r\n\"'=".contains(b));
        ends && starts && is_class
    })
}
