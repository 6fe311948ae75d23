//! Checks hOCR against the rules for files that every program can read: those of the specification (hOCR
//! 1.2), and further ones of its readers.
//!
//! - The file is well-formed XHTML without named entities ([`check`]).
//! - Its head names the program and the capabilities used (`head`).
//! - Pages contain areas, areas paragraphs, paragraphs lines, lines words. Boxes are nested; a word has one
//!   text (`body`).
//! - Properties follow the grammar of `title` (`title`).

mod body;
mod head;
#[cfg(test)]
mod tests;
mod title;

use std::borrow::Cow;
use std::collections::HashSet;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use body::Body;
use head::Head;

/// A violation of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Line number, from 1.
    pub line: usize,
    /// The problem and its correction.
    pub message: String,
}

/// The findings by line, at most a thousand.
#[derive(Debug, Default)]
pub struct Findings {
    /// Sorted by line.
    pub list: Vec<Finding>,
    /// Number of further findings.
    pub more: usize,
}

impl Findings {
    const KEPT: usize = 1000;

    fn push(&mut self, line: usize, message: impl Into<String>) {
        if self.list.len() < Self::KEPT {
            let message = message.into();
            self.list.push(Finding { line, message });
        } else {
            self.more += 1;
        }
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}

/// A start tag.
struct Element {
    line: usize,
    tag: String,
    /// Names and values in source order.
    attributes: Vec<(String, String)>,
}

impl Element {
    fn attribute(&self, name: &str) -> Option<&str> {
        let of_name = |(n, _): &&(String, String)| n == name;
        self.attributes
            .iter()
            .find(of_name)
            .map(|(_, v)| v.as_str())
    }

    /// The class, if there is one.
    fn class(&self) -> Option<&str> {
        self.attribute("class")
            .map(str::trim)
            .filter(|c| !c.is_empty())
    }
}

/// Checks a file.
pub fn check(bytes: &[u8]) -> Findings {
    let mut findings = Findings::default();
    read_through(bytes, &mut findings);
    findings.list.sort_by_key(|f| f.line);
    findings
}

/// Collects violations up to the point where the file becomes unreadable.
fn read_through(bytes: &[u8], findings: &mut Findings) {
    let text = String::from_utf8_lossy(bytes);
    if let Cow::Owned(_) = text {
        let at = std::str::from_utf8(bytes).map_or_else(|e| e.valid_up_to(), |_| 0);
        let before = bytes.get(..at).unwrap_or_default();
        let line = before.iter().filter(|&&b| b == b'\n').count() + 1;
        findings.push(line, "this is no UTF-8; save the file in that encoding");
    }
    controls(&text, findings);
    let mut lines = Lines {
        text: text.as_bytes(),
        at: 0,
        line: 1,
    };
    let mut reader = Reader::from_str(text.strip_prefix('\u{FEFF}').unwrap_or(&text));
    let (mut head, mut body) = (Head::default(), Body::default());
    loop {
        let start = lines.of(reader.buffer_position());
        match reader.read_event() {
            Ok(Event::Start(element)) => {
                let element = read(&element, start, findings);
                head.start(&element, findings);
                body.start(&element, findings);
            }
            Ok(Event::Empty(element)) => {
                let element = read(&element, start, findings);
                head.start(&element, findings);
                body.start(&element, findings);
                body.end(findings);
            }
            Ok(Event::End(_)) => body.end(findings),
            Ok(Event::Text(text)) => body.text(&text, start),
            Ok(Event::CData(text)) => body.text(&text, start),
            Ok(Event::GeneralRef(name)) => {
                let known = matches!(name.resolve_char_ref(), Ok(Some(_)))
                    || quick_xml::escape::resolve_xml_entity(&name).is_some();
                if !known {
                    let name: &str = &name;
                    findings.push(
                        start,
                        format!("&{name}; is not an entity of XML: write the character itself"),
                    );
                }
                body.text("x", start);
            }
            Ok(Event::Eof) => break,
            Ok(_) => {}
            Err(error) => {
                let line = lines.of(reader.error_position());
                findings.push(line, format!("this is not well-formed XML: {error}"));
                return;
            }
        }
    }
    if body.depth() > 0 {
        findings.push(start_of_end(&text), "the file ends inside an element");
    }
    let used = body.finish(findings);
    head.finish(&used, findings);
}

fn start_of_end(text: &str) -> usize {
    text.lines().count().max(1)
}

/// Reports control characters, most of which XML forbids.
fn controls(text: &str, findings: &mut Findings) {
    for (line, number) in text.lines().zip(1..) {
        if let Some(c) = line.chars().find(|c| c.is_control() && *c != '\t') {
            let code = u32::from(c);
            findings.push(
                number,
                format!("the control character U+{code:04X}: take it out"),
            );
        }
    }
}

/// Converts ascending byte offsets to line numbers.
struct Lines<'a> {
    text: &'a [u8],
    at: usize,
    line: usize,
}

impl Lines<'_> {
    fn of(&mut self, offset: u64) -> usize {
        let offset = usize::try_from(offset)
            .unwrap_or(usize::MAX)
            .min(self.text.len());
        if let Some(passed) = self.text.get(self.at..offset) {
            self.line += passed.iter().filter(|&&b| b == b'\n').count();
            self.at = offset;
        }
        self.line
    }
}

fn read(element: &BytesStart<'_>, line: usize, findings: &mut Findings) -> Element {
    let mut attributes = Vec::new();
    let mut names = HashSet::new();
    // The reader would compare each name with all before it.
    for attribute in element.attributes().with_checks(false) {
        match attribute {
            Ok(attribute) if !names.insert(attribute.key.0) => findings.push(
                line,
                format!("the attribute {} is there twice", attribute.key.0),
            ),
            Ok(attribute) => {
                let value = attribute
                    .normalized_value(quick_xml::XmlVersion::Implicit1_0)
                    .map(Cow::into_owned);
                let name = attribute.key.0.to_owned();
                match value {
                    Ok(value) => attributes.push((name, value)),
                    Err(error) => findings.push(line, format!("{name}: {error}")),
                }
            }
            Err(error) => findings.push(line, format!("this is not well-formed XML: {error}")),
        }
    }
    Element {
        line,
        tag: element.name().0.to_owned(),
        attributes,
    }
}
