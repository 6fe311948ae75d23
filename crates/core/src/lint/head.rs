//! Checks the head of the file.

use std::collections::BTreeSet;

use super::element::Element;
use super::findings::Findings;
use crate::counted::{counted, verb};

const XHTML: &str = "http://www.w3.org/1999/xhtml";

/// Items used in the body, which the head must declare.
#[derive(Debug, Default)]
pub(super) struct Used {
    /// Classes and capabilities with the line of their first use.
    pub capabilities: Vec<(String, usize)>,
    pub pages: usize,
}

/// A `meta` element of hOCR.
struct Meta {
    line: usize,
    content: String,
}

#[derive(Default)]
pub(super) struct Head {
    root: bool,
    system: Vec<Meta>,
    capabilities: Vec<Meta>,
    pages: Option<Meta>,
    languages: Option<Meta>,
    scripts: Option<Meta>,
}

impl Head {
    pub(super) fn start(&mut self, element: &Element, findings: &mut Findings) {
        if !self.root {
            self.root = true;
            if element.tag != "html" || element.attribute("xmlns") != Some(XHTML) {
                findings.push(
                    element.line,
                    format!("the root is not XHTML: write <html xmlns=\"{XHTML}\">"),
                );
            }
        }
        if element.tag != "meta" {
            return;
        }
        let Some(name) = element.attribute("name") else {
            return;
        };
        let meta = Meta {
            line: element.line,
            content: element
                .attribute("content")
                .unwrap_or_default()
                .trim()
                .to_owned(),
        };
        match name {
            "ocr-system" => self.system.push(meta),
            "ocr-capabilities" => self.capabilities.push(meta),
            "ocr-number-of-pages" => self.pages = Some(meta),
            "ocr-langs" => self.languages = Some(meta),
            "ocr-scripts" => self.scripts = Some(meta),
            _ => {}
        }
    }

    pub(super) fn finish(self, used: &Used, findings: &mut Findings) {
        for (name, metas) in [
            ("ocr-system", &self.system),
            ("ocr-capabilities", &self.capabilities),
        ] {
            match metas.as_slice() {
                [] => findings.push(1, format!("the head has no <meta name=\"{name}\">")),
                [meta] if meta.content.is_empty() => {
                    findings.push(meta.line, format!("{name} is empty"));
                }
                [_] => {}
                [_, second, ..] => {
                    findings.push(second.line, format!("there is a second {name}: leave one"));
                }
            }
        }
        if let Some(meta) = self.capabilities.first() {
            let declared: BTreeSet<&str> = meta.content.split_whitespace().collect();
            for (name, line) in &used.capabilities {
                if !declared.contains(name.as_str()) {
                    findings.push(
                        *line,
                        format!("{name} is used, but not in ocr-capabilities"),
                    );
                }
            }
        }
        match &self.pages {
            None => findings.push(1, "the head has no <meta name=\"ocr-number-of-pages\">"),
            Some(meta) if meta.content != used.pages.to_string() => findings.push(
                meta.line,
                format!(
                    "ocr-number-of-pages is \"{}\", but there {} {}",
                    meta.content,
                    verb(used.pages, "is", "are"),
                    counted(used.pages, "page")
                ),
            ),
            Some(_) => {}
        }
        let language = |code: &str| code.len() == 2 && code.bytes().all(|b| b.is_ascii_lowercase());
        let script = |code: &str| {
            let (first, others) = code.split_at_checked(1).unwrap_or(("", ""));
            first.bytes().all(|b| b.is_ascii_uppercase())
                && others.len() == 3
                && others.bytes().all(|b| b.is_ascii_lowercase())
        };
        codes(
            "ocr-langs",
            "ISO 639-1, like pl",
            self.languages,
            language,
            findings,
        );
        codes(
            "ocr-scripts",
            "ISO 15924, like Latn",
            self.scripts,
            script,
            findings,
        );
    }
}

/// Checks that a `meta` lists codes separated by spaces, or `unknown`.
fn codes(
    name: &str,
    what: &str,
    meta: Option<Meta>,
    is_code: impl Fn(&str) -> bool,
    findings: &mut Findings,
) {
    let Some(meta) = meta else {
        return findings.push(1, format!("the head has no <meta name=\"{name}\">"));
    };
    let mut codes = meta.content.split_whitespace();
    let ok = meta.content == "unknown" || codes.clone().count() > 0 && codes.all(is_code);
    if !ok {
        findings.push(
            meta.line,
            format!(
                "{name} is \"{}\": write codes of {what}, or unknown",
                meta.content
            ),
        );
    }
}
