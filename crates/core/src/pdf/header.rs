//! The file header (7.5.2): detects a PDF by its first bytes.

/// The first bytes of the header.
const HEADER: &[u8] = b"%PDF-";

/// Number of bytes in which readers search for the header. "Acrobat viewers require only that the header
/// appear somewhere within the first 1024 bytes of the file" (PDF Reference 1.7, note 13 of appendix H).
const SKIPPED: usize = 1024;

/// The offset of the header in a file's first bytes.
fn header(bytes: &[u8]) -> Option<usize> {
    let head = bytes.get(..bytes.len().min(SKIPPED))?;
    head.windows(HEADER.len()).position(|w| w == HEADER)
}

/// Whether `%PDF-` is near the beginning, as 7.5.2 and older readers require.
pub(super) fn has_header(bytes: &[u8]) -> bool {
    header(bytes).is_some()
}

/// Number of bytes that [`looks_like_pdf`] needs from the beginning of a file.
pub const HEAD: u64 = 8192;

/// Whether a file with these first bytes is probably a PDF: the header comes first, or an object follows it.
/// Text that only mentions `%PDF-` is not.
pub fn looks_like_pdf(head: &[u8]) -> bool {
    let Some((before, rest)) = header(head).and_then(|at| head.split_at_checked(at)) else {
        return false;
    };
    let before = before.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(before);
    before.trim_ascii().is_empty() || rest.windows(6).any(begins_object)
}

/// Whether the bytes are the end of `1 0 obj` and a byte after it, unlike `an object`.
fn begins_object(bytes: &[u8]) -> bool {
    matches!(bytes, [b'0'..=b'9', b' ', b'o', b'b', b'j', next] if !next.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pdf_is_known_by_its_first_bytes() {
        for (bytes, expected) in [
            (&b"%PDF-1.7\n"[..], true),
            (b"\xef\xbb\xbf\r\n%PDF-2.0\n", true),
            (b"HTTP/1.1 200 OK\r\n\r\n%PDF-1.4\n1 0 obj\n<<>>", true),
            (b"<!DOCTYPE html><title>What %PDF-1.4 is</title>", false),
            (
                b"{\"found\":\"header %PDF-1.4\",\"message\":\"an object\"}",
                false,
            ),
            (b"%PDX-1.7", false),
            (b"", false),
        ] {
            assert_eq!(looks_like_pdf(bytes), expected, "{bytes:?}");
        }
        let late = [&[b'x'; SKIPPED][..], b"%PDF-1.4\n1 0 obj"].concat();
        assert!(!looks_like_pdf(&late));
    }
}
