//! Checks hOCR against the rules for files that every program can read: those of the specification (hOCR
//! 1.2), and further ones of its readers.
//!
//! - The file is well-formed XHTML without named entities ([`check`]).
//! - Its head names the program and the capabilities used (`head`).
//! - Pages contain areas, areas paragraphs, paragraphs lines, lines words. Boxes are nested; a word has one
//!   text (`body`).
//! - Properties follow the grammar of `title` (`title`).

mod body;
mod element;
mod findings;
mod head;
#[cfg(test)]
mod tests;
mod title;

use std::borrow::Cow;

use quick_xml::Reader;
use quick_xml::events::Event;

use body::Body;
use element::Element;
pub use findings::{Finding, Findings};
use head::Head;

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
                let element = Element::read(&element, start, findings);
                head.start(&element, findings);
                body.start(&element, findings);
            }
            Ok(Event::Empty(element)) => {
                let element = Element::read(&element, start, findings);
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
        let last = text.lines().count().max(1);
        findings.push(last, "the file ends inside an element");
    }
    let used = body.finish(findings);
    head.finish(&used, findings);
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
