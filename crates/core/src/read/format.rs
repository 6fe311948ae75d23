//! Detects the format of a file from its content.

use super::markup::local;
use super::{classes, tei, text};

/// The supported formats of recognised text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Hocr,
    Alto,
    Page,
    FineReader,
    Tei,
    Tsv,
    Mets,
}

/// Bytes in which the root element of an XML file is searched.
const HEAD: usize = 64 << 10;

impl Format {
    /// The format of a file; `None` if it is none of these.
    pub(super) fn of(bytes: &[u8]) -> Option<Self> {
        // Most files are PDFs, and to decode their bytes takes longer than to open them.
        if bytes.starts_with(b"%PDF-") {
            return None;
        }
        let head = text::decode(bytes.get(..bytes.len().min(HEAD)).unwrap_or_default());
        let head = head.trim_start_matches('\u{FEFF}').trim_start();
        if head.starts_with("level\tpage_num\t") {
            return Some(Self::Tsv);
        }
        if !head.starts_with('<') {
            return None;
        }
        let has_any = |head: &str, signs: &[&str]| signs.iter().any(|sign| head.contains(sign));
        match root(head).map(local) {
            Some("alto") => Some(Self::Alto),
            Some("PcGts" | "pcGts") => Some(Self::Page),
            Some("mets") => Some(Self::Mets),
            Some("document") if has_any(head, &["FineReader_xml", "charParams"]) => {
                Some(Self::FineReader)
            }
            Some("TEI" | "TEI.2" | "teiCorpus" | "body" | "text" | "facsimile" | "sourceDoc")
                if has_any(head, &["tei-c.org/ns", "<teiHeader", "<TEI.2"])
                    && tei::has_places(bytes) =>
            {
                Some(Self::Tei)
            }
            Some("pages" | "svg") => None,
            _ => {
                let classes = ["ocr_page", "ocr_line", "ocrx_line"];
                let found = match bytes {
                    // Class names in UTF-16 are found only after decoding.
                    [0xFE, 0xFF, ..] | [0xFF, 0xFE, ..] => {
                        classes::has_any(head.as_bytes(), &classes)
                    }
                    _ => classes::has_any(bytes, &classes),
                };
                found.then_some(Self::Hocr)
            }
        }
    }
}

/// The name of the root element, with its prefix.
pub(super) fn root(text: &str) -> Option<&str> {
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        let end = match rest {
            r if r.starts_with("<?") => "?>",
            r if r.starts_with("<!--") => "-->",
            // A document type declaration, with or without an internal subset.
            r if r.starts_with("<!") && r.find('[') < r.find('>') && r.contains('[') => "]>",
            r if r.starts_with("<!") => ">",
            r => {
                let tag = r.strip_prefix('<')?;
                let ends = |c: char| c.is_whitespace() || matches!(c, '>' | '/');
                return tag.split(ends).next();
            }
        };
        rest = rest.get(rest.find(end)? + end.len()..)?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hocr_may_be_in_utf_16() {
        let units = "<html><div class='ocr_page'>".encode_utf16();
        let bytes: Vec<u8> = [0xFEFF]
            .into_iter()
            .chain(units)
            .flat_map(u16::to_le_bytes)
            .collect();
        assert_eq!(Format::of(&bytes), Some(Format::Hocr));
    }

    #[test]
    fn files_are_known_by_their_root() {
        for (file, format) in [
            (
                "<?xml version='1.0'?><!-- <mets> --><alto xmlns:page='x'>",
                Some(Format::Alto),
            ),
            ("\u{FEFF}<a:alto>", Some(Format::Alto)),
            ("<pc:PcGts xmlns:pc='x'>", Some(Format::Page)),
            (
                "<!DOCTYPE alto [<!ENTITY x 'y'>]><alto>",
                Some(Format::Alto),
            ),
            ("<mets:mets>", Some(Format::Mets)),
            ("level\tpage_num\tblock_num", Some(Format::Tsv)),
            (
                "<!DOCTYPE html><html><span class='ocr_line'>",
                Some(Format::Hocr),
            ),
            (" <div class=ocr_page>", Some(Format::Hocr)),
            ("<html><p>class ocr_page</p>", None),
            ("%PDF-1.7 <div class=ocr_page>", None),
            ("<pages><page>", None),
            (
                "<document xmlns='http://www.abbyy.com/FineReader_xml/FineReader6-schema-v1.xml'>",
                Some(Format::FineReader),
            ),
            (
                "<document><page><charParams l='1'>",
                Some(Format::FineReader),
            ),
            ("<document><page>", None),
            (
                "<TEI xmlns='http://www.tei-c.org/ns/1.0'><text><lb/>",
                Some(Format::Tei),
            ),
            (
                "<TEI xmlns='http://www.tei-c.org/ns/1.0'><text><entry/>",
                None,
            ),
            ("<body><lb/>", None),
            ("%PDF-1.4 <alto>", None),
            ("<", None),
            ("", None),
        ] {
            assert_eq!(Format::of(file.as_bytes()), format, "{file}");
        }
    }
}
