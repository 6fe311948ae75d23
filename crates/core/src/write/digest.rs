//! The comment that ends files of markup. It has a digest of all bytes before it, so that a later conversion
//! can tell an output that nobody has changed, and replace it.
//!
//! ```text
//! </html>
//! <!-- pdfa2hocr xxh3:99aa06d3014798d86001c324468d497f -->
//! ```
//!
//! The digest is XXH3 with 128 bits. It detects changes, and does not protect from forgery.

use std::io::{self, Write};

use xxhash_rust::xxh3::{Xxh3, xxh3_128};

/// The beginning of the comment; 32 hexadecimal digits and [`END`] follow.
const BEGIN: &str = "<!-- pdfa2hocr xxh3:";
/// The end of the comment, and of the file.
const END: &str = " -->\n";
/// Hexadecimal digits of a digest.
pub const DIGITS: usize = 32;

/// Computes the digest of bytes, as hexadecimal digits.
pub fn of(bytes: &[u8]) -> String {
    hexadecimal(xxh3_128(bytes))
}

/// Computes the digest of consecutive bytes.
pub fn of_parts(parts: &[&[u8]]) -> String {
    let mut digest = Xxh3::new();
    parts.iter().for_each(|part| digest.update(part));
    hexadecimal(digest.digest128())
}

fn hexadecimal(digest: u128) -> String {
    format!("{digest:0DIGITS$x}")
}

fn comment(digest: u128) -> String {
    [BEGIN, &hexadecimal(digest), END].concat()
}

/// The beginning of the comment in a PDF, which precedes `startxref`.
const BEGIN_PDF: &str = "%pdfa2hocr xxh3:";
/// Maximum length of a PDF from that comment on: the comment, `startxref`, an offset and the end mark.
const PDF_END: usize = 128;

/// The comment of a PDF whose bytes so far have this digest.
pub(super) fn pdf_comment(digest: u128) -> String {
    format!("{BEGIN_PDF}{}\n", hexadecimal(digest))
}

/// Compares the digest near the end of a PDF with the bytes before it.
fn check_pdf(file: &[u8]) -> Found {
    let end = file.len().saturating_sub(PDF_END);
    let (_, tail) = file.split_at(end);
    let Some(at) = memchr::memmem::rfind(tail, BEGIN_PDF.as_bytes()) else {
        return Found::None;
    };
    let (bytes, rest) = file.split_at(end + at);
    let comment = pdf_comment(xxh3_128(bytes));
    let after = rest.strip_prefix(comment.as_bytes());
    let is_end = |after: &[u8]| {
        let offset = after.strip_prefix(b"startxref\n");
        offset
            .and_then(|rest| rest.strip_suffix(b"\n%%EOF\n"))
            .is_some_and(|offset| offset.iter().all(u8::is_ascii_digit))
    };
    match after.is_some_and(is_end) {
        true => Found::Unchanged,
        false => Found::Changed,
    }
}

/// Appends the comment to a whole file.
pub(super) fn with_comment(mut file: String) -> String {
    let comment = comment(xxh3_128(file.as_bytes()));
    file.push_str(&comment);
    file
}

/// State of the digest in the last bytes of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// The file has no such comment at its end.
    None,
    /// The bytes before the comment are not those that were written.
    Changed,
    Unchanged,
}

/// Compares the digest at the end of a file with the bytes before it.
pub fn check(file: &[u8]) -> Found {
    if file.starts_with(b"%PDF-") {
        return check_pdf(file);
    }
    let start = file.len().checked_sub(BEGIN.len() + DIGITS + END.len());
    let Some((bytes, end)) = start.and_then(|start| file.split_at_checked(start)) else {
        return Found::None;
    };
    match (
        end.starts_with(BEGIN.as_bytes()),
        end == comment(xxh3_128(bytes)).as_bytes(),
    ) {
        (_, true) => Found::Unchanged,
        (true, false) => Found::Changed,
        (false, false) => Found::None,
    }
}

/// Passes on what is written to it, and ends it with the comment.
pub struct Digested<W> {
    out: W,
    /// `None` for formats without comments. The state has some 600 bytes.
    digest: Option<Box<Xxh3>>,
}

impl<W: Write> Digested<W> {
    /// Ends with the comment if `wanted`, and is `out` otherwise.
    pub fn new(out: W, wanted: bool) -> Self {
        let digest = wanted.then(|| Box::new(Xxh3::new()));
        Self { out, digest }
    }

    /// Writes the comment. Call it once, behind the last byte; it does not flush.
    ///
    /// # Errors
    ///
    /// Those of the writer.
    pub fn end(&mut self) -> io::Result<()> {
        match self.digest.take() {
            Some(digest) => self.out.write_all(comment(digest.digest128()).as_bytes()),
            None => Ok(()),
        }
    }

    /// The writer below. Bytes that are written to it directly do not count.
    pub fn inner_mut(&mut self) -> &mut W {
        &mut self.out
    }

    /// The writer below.
    pub fn into_inner(self) -> W {
        self.out
    }
}

impl<W: Write> Write for Digested<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        if let Some(digest) = &mut self.digest {
            digest.update(bytes.get(..written).unwrap_or(bytes));
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Takes seven bytes at a time, as pipes may.
    struct Narrow(Vec<u8>);

    impl Write for Narrow {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let taken = &bytes[..bytes.len().min(7)];
            self.0.extend_from_slice(taken);
            Ok(taken.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn written(text: &str) -> Vec<u8> {
        let mut out = Digested::new(Narrow(Vec::new()), true);
        out.write_all(text.as_bytes()).unwrap();
        out.end().unwrap();
        out.out.0
    }

    #[test]
    fn the_comment_stands_behind_the_text_however_it_is_written() {
        let file = written("<html>some words of text</html>\n");
        let whole = with_comment("<html>some words of text</html>\n".to_owned());
        assert_eq!(String::from_utf8(file).unwrap(), whole);
        // Of the empty text, as `xxhsum -H2` prints it.
        assert_eq!(
            written(""),
            b"<!-- pdfa2hocr xxh3:99aa06d3014798d86001c324468d497f -->\n"
        );
        let mut plain = Digested::new(Vec::new(), false);
        plain.write_all(b"text").unwrap();
        plain.end().unwrap();
        assert_eq!(plain.out, b"text");
    }

    #[test]
    fn a_file_is_unchanged_only_if_every_byte_is() {
        let file = written("<p>word</p>\n");
        assert_eq!(check(&file), Found::Unchanged);
        for at in 0..file.len() {
            let mut changed = file.clone();
            changed[at] ^= 1;
            assert_ne!(check(&changed), Found::Unchanged, "byte {at}");
        }
        assert_eq!(check(&[b"x", &*file].concat()), Found::Changed);
        for longer in ["\n", "<!-- corrected -->\n"] {
            assert_eq!(check(&[&file, longer.as_bytes()].concat()), Found::None);
        }
        for other in ["", "<p>word</p>\n", "\u{2014}"] {
            assert_eq!(check(other.as_bytes()), Found::None);
        }
    }
}
