//! Detects files of other formats by their first bytes, and returns a message with advice.

/// Number of bytes searched for signs of a markup format.
const HEAD: usize = 4096;

const IMAGE: &str = "recognize its text first, for instance with tesseract, which writes hOCR";
const NO_LINES: &str = "TEI can be converted if it has lines (lb), pages (pb) or zones; name the PDF that it was made for";
const CONVERTED: &str = "it can be converted, but this needs the PDF that it was made for";
const SAVE: &str = "save the document as PDF";
const MADE_OF: &str = "name the PDF that it was made of";

/// Formats by the first bytes of their files: bytes, name of the format, and advice.
const BEGINNINGS: [(&[u8], &str, &str); 18] = [
    (
        b"AT&TFORM",
        "DjVu",
        "djvu2hocr of ocrodjvu makes hOCR of its text",
    ),
    (b"\xFF\xD8\xFF", "a JPEG image", IMAGE),
    (b"\x89PNG\r\n\x1A\n", "a PNG image", IMAGE),
    (b"II*\0", "a TIFF image", IMAGE),
    (b"MM\0*", "a TIFF image", IMAGE),
    (b"II+\0", "a TIFF image", IMAGE),
    (b"MM\0+", "a TIFF image", IMAGE),
    (b"GIF8", "a GIF image", IMAGE),
    (b"\0\0\0\x0CjP  \r\n", "a JPEG 2000 image", IMAGE),
    (b"\xFF\x4F\xFF\x51", "a JPEG 2000 image", IMAGE),
    (b"\x97JB2\r\n\x1A\n", "a JBIG2 image", IMAGE),
    (b"%!PS", "PostScript", "ps2pdf makes a PDF of it"),
    (
        b"PK\x03\x04",
        "a ZIP archive, as docx, odt and epub files are",
        "unpack it, or save the document as PDF",
    ),
    (b"\xD0\xCF\x11\xE0", "an office document", SAVE),
    (b"{\\rtf", "RTF", SAVE),
    (b"\x1F\x8B", "a gzip archive", "unpack it by gunzip"),
    (b"7z\xBC\xAF\x27\x1C", "a 7z archive", "unpack it"),
    (
        b"SQLite format 3\0",
        "an SQLite database",
        "name the PDF that it was made of",
    ),
];

/// Markup formats by lower-case strings near the beginning; more specific ones first.
const MARKUP: [(&[&str], &str, &str); 10] = [
    (
        &["<html", "ocr_page"],
        "hOCR",
        "pdfa2hocr check reports whether it is valid",
    ),
    (
        &["<html", "name=\"ocr-"],
        "hOCR",
        "pdfa2hocr check reports whether it is valid",
    ),
    (&["<alto"], "ALTO", CONVERTED),
    (&["pcgts"], "PAGE", CONVERTED),
    (&["finereader_xml"], "XML of FineReader", CONVERTED),
    (&["<svg"], "an SVG image", SAVE),
    (
        &["<!doctype html"],
        "HTML",
        "print it to a PDF in a browser",
    ),
    (&["<html"], "HTML", "print it to a PDF in a browser"),
    (&["<tei"], "TEI", NO_LINES),
    (&["<?xml"], "XML", MADE_OF),
];

/// A sentence that names the format and gives advice; `None` if the format is unknown.
pub(super) fn what(bytes: &[u8]) -> Option<String> {
    let head = bytes.get(..bytes.len().min(HEAD)).unwrap_or_default();
    // Old readers accepted `%!PS-Adobe-3.0 PDF-1.4` as a header (Adobe's implementation notes to 7.5.2).
    if head.windows(4).any(|w| w == b"PDF-") {
        return None;
    }
    let begins = BEGINNINGS.iter().find(|(b, ..)| head.starts_with(b));
    let (name, advice) = match begins {
        Some(&(_, name, advice)) => (name, advice),
        None if is_webp(head) => ("a WebP image", IMAGE),
        None if is_bmp(head) => ("a BMP image", IMAGE),
        None if is_json(head) => ("JSON", MADE_OF),
        None => markup(head)?,
    };
    let root = match name {
        "XML" => root(head).map(|root| format!(" with the root element {root}")),
        _ => None,
    };
    let root = root.unwrap_or_default();
    Some(format!("this is {name}{root}, not a PDF file; {advice}"))
}

fn is_json(head: &[u8]) -> bool {
    let text = head.trim_ascii_start();
    let inner = text.strip_prefix(b"{").or_else(|| text.strip_prefix(b"["));
    inner.is_some_and(|inner| matches!(inner.trim_ascii_start(), [b'"' | b'{' | b'[', ..]))
}

/// The name of the first element of XML.
fn root(head: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(head);
    let is_name = |tag: &&str| tag.starts_with(char::is_alphabetic);
    let tag = text.split('<').find(is_name)?;
    let end = |c: char| c.is_whitespace() || matches!(c, '>' | '/');
    tag.split(end).next().map(str::to_owned)
}

fn is_webp(head: &[u8]) -> bool {
    head.starts_with(b"RIFF") && head.get(8..12) == Some(b"WEBP")
}

/// Whether a file begins with `BM` and has four zero bytes at offset 6.
fn is_bmp(head: &[u8]) -> bool {
    head.starts_with(b"BM") && head.get(6..10) == Some(&[0; 4])
}

fn markup(head: &[u8]) -> Option<(&'static str, &'static str)> {
    let text = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head);
    if !text.trim_ascii_start().starts_with(b"<") {
        return None;
    }
    let text = String::from_utf8_lossy(text).to_lowercase();
    let (_, name, advice) = MARKUP
        .iter()
        .find(|(signs, ..)| signs.iter().all(|sign| text.contains(sign)))?;
    Some((name, advice))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pdf_is_nothing_else() {
        for pdf in [
            &b"%PDF-1.4\n"[..],
            b"%!PS-Adobe-3.0 PDF-1.4\n",
            b"<html><body>not found</body></html>\n%PDF-1.4\n",
            b"1 0 obj\n<</Type/Catalog>>\nendobj\n",
            b"BM and other words",
            b"",
        ] {
            assert_eq!(what(pdf), None);
        }
    }

    #[test]
    fn markup_is_known_by_its_elements() {
        for (text, name) in [
            ("<html><meta name=\"ocr-system\" content=\"x\"/>", "hOCR"),
            ("\u{FEFF}\n<!DOCTYPE html><html><body>", "HTML"),
            ("<?xml version='1.0'?><alto xmlns='x'>", "ALTO"),
            ("<?xml version='1.0'?><PcGts>", "PAGE"),
            (
                "<?xml version='1.0'?><x a='1'>",
                "XML with the root element x",
            ),
            (" {\n \"a\": 1}", "JSON"),
        ] {
            let said = what(text.as_bytes()).unwrap();
            assert!(
                said.starts_with(&format!("this is {name}, not a PDF")),
                "{said}"
            );
        }
    }
}
