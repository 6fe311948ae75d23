//! The head of a file: the program that wrote it, and the document's metadata.

use crate::page::DocumentInfo;
use crate::read::head::Head;
use crate::read::language;
use crate::read::markup::html;

/// Reads the part of a file before its first page.
pub(in crate::read) fn head(text: &str) -> Head {
    let markup = html::parse(text);
    let metas: Vec<(String, &str)> = markup
        .root()
        .below()
        .filter(|element| element.is("meta"))
        .filter_map(|meta| {
            let name = meta.attribute("name")?.to_ascii_lowercase();
            Some((name, meta.attribute("content")?.trim()))
        })
        .collect();
    let all = |wanted: &'static str| metas.iter().filter(move |(n, _)| n == wanted);
    let one = |wanted| all(wanted).map(|(_, v)| (*v).to_owned()).next();
    let ours = one("ocr-system").is_some_and(|system| system.starts_with("pdfa2hocr "));
    let mut info = DocumentInfo::default();
    let metadata = &mut info.metadata;
    metadata.title = one("dc.title");
    metadata.author = one("dc.creator");
    metadata.subject = one("dc.description");
    metadata.keywords = one("dc.subject");
    metadata.created = one("dcterms.created");
    metadata.modified = one("dcterms.modified");
    metadata.creator = one("xmp:creatortool");
    metadata.producer = one("pdf:producer");
    info.name = one("dc.source").filter(|_| ours).unwrap_or_default();
    let people = all("dc.contributor").filter(|_| ours);
    info.corrected_by = people.map(|(_, v)| (*v).to_owned()).collect();
    info.languages = all("dc.language").map(|(_, v)| (*v).to_owned()).collect();
    if info.languages.is_empty() {
        let languages = one("ocr-langs").unwrap_or_default();
        let known = languages
            .split_ascii_whitespace()
            .filter(|l| *l != "unknown");
        info.languages = known.map(|l| language::tag(l).into_owned()).collect();
    }
    let capabilities = one("ocr-capabilities").unwrap_or_default();
    Head {
        info,
        ours,
        // The mapping of tagged documents writes the capability `ocr_image`.
        analysed: ours && !capabilities.split(' ').any(|c| c == "ocr_image"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_head_says_who_wrote_the_file() {
        let head = head(
            "<html><head><meta name='ocr-system' content='pdfa2hocr 9'>\
             <meta name='DC.source' content='a.pdf'><meta name='DC.language' content='pl'>\
             <meta name='DC.contributor' content='ada'><meta name='DC.contributor' content='ben'>\
             <meta name='ocr-capabilities' content='ocr_page ocr_photo'/></head>",
        );
        assert!(head.ours && head.analysed);
        assert_eq!(head.info.name, "a.pdf");
        assert_eq!(head.info.languages, ["pl"]);
        assert_eq!(head.info.corrected_by, ["ada", "ben"]);
        let other = super::head(
            "<meta name=ocr-system content=tesseract><meta name=ocr-langs content='deu unknown'>",
        );
        assert!(!other.ours && !other.analysed);
        assert_eq!(other.info.languages, ["de"]);
    }
}
