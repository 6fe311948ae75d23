//! What a file is, by what it holds.

use super::{classes, text};

/// The formats in which programs write down the text that they have recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Hocr,
    Alto,
    Page,
    Tsv,
    Mets,
}

/// Bytes in which the root of an XML file is looked for.
const HEAD: usize = 64 << 10;

impl Format {
    /// The format of a file; `None` for what is none of them.
    pub(super) fn of(bytes: &[u8]) -> Option<Self> {
        let head = text::decode(bytes.get(..bytes.len().min(HEAD)).unwrap_or_default());
        let head = head.trim_start_matches('\u{FEFF}').trim_start();
        if head.starts_with("level\tpage_num\t") {
            return Some(Self::Tsv);
        }
        if !head.starts_with('<') {
            return None;
        }
        match root(head).map(local) {
            Some("alto") => Some(Self::Alto),
            Some("PcGts" | "pcGts") => Some(Self::Page),
            Some("mets") => Some(Self::Mets),
            Some("pages" | "svg") => None,
            _ => {
                let classes = ["ocr_page", "ocr_line", "ocrx_line"];
                let found = match bytes {
                    // In UTF-16 names are known only when decoded.
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

/// A name without its prefix.
fn local(name: &str) -> &str {
    name.rsplit_once(':').map_or(name, |(_, local)| local)
}

/// The name of the root element, with its prefix.
pub(super) fn root(text: &str) -> Option<&str> {
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        let end = match rest {
            r if r.starts_with("<?") => "?>",
            r if r.starts_with("<!--") => "-->",
            // With declarations in brackets, or without.
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
            ("<pages><page>", None),
            ("%PDF-1.4 <alto>", None),
            ("<", None),
            ("", None),
        ] {
            assert_eq!(Format::of(file.as_bytes()), format, "{file}");
        }
    }
}
