//! Summaries of hOCR for comparison.

use std::collections::BTreeMap;
use std::fmt::Write;

use quick_xml::events::Event;

use super::{fixture, run};

/// The elements of an hOCR body as an outline: tag, class and attributes. Of titles it keeps `x_group`, of
/// ids those
/// of link targets. Lines are their words; the words of other elements are in brackets.
pub fn shape(hocr: &str) -> String {
    let mut reader = quick_xml::Reader::from_str(hocr);
    let (mut out, mut depth) = (String::new(), 0usize);
    let mut open: Vec<String> = Vec::new();
    let mut text = String::new();
    loop {
        match reader.read_event().expect("well-formed XML") {
            Event::Start(element) => {
                let tag = element.name().as_ref().to_owned();
                let mut attributes = BTreeMap::new();
                for attribute in element.attributes() {
                    let attribute = attribute.expect("well-formed attributes");
                    let name = attribute.key.as_ref().to_owned();
                    let value = attribute
                        .normalized_value(quick_xml::XmlVersion::Implicit1_0)
                        .expect("known entities");
                    attributes.insert(name, value.into_owned());
                }
                let class = attributes.remove("class").unwrap_or_default();
                let title = attributes.remove("title").unwrap_or_default();
                // Only ids that links point to are kept.
                let is_place = |id: &String| id.starts_with("element_");
                let id = attributes.remove("id").filter(is_place);
                attributes.extend(id.map(|id| ("id".to_owned(), id)));
                if open.iter().any(|tag| tag == "body") {
                    let mut line = tag.clone();
                    if !class.is_empty() {
                        let _ = write!(line, ".{class}");
                    }
                    for (name, value) in attributes {
                        let _ = write!(line, " {name}={value}");
                    }
                    if let Some(group) = title.split("; ").find(|p| p.starts_with("x_group")) {
                        let _ = write!(line, " {group}");
                    }
                    match line.strip_prefix("span.ocrx_word") {
                        Some(more) => text.push_str(format!(" {}", more.trim()).trim_end()),
                        None => {
                            flush(&mut text, depth, &mut out);
                            let _ = writeln!(out, "{}{line}", " ".repeat(depth));
                            depth += 1;
                        }
                    }
                    if class == "ocrx_word" {
                        text.push(' ');
                        open.push("word".into());
                        continue;
                    }
                }
                open.push(tag);
            }
            Event::End(_) => {
                let tag = open.pop().unwrap();
                if tag != "word" && open.iter().any(|tag| tag == "body") {
                    flush(&mut text, depth, &mut out);
                    depth -= 1;
                }
            }
            Event::Text(part) => text.push_str(part.trim()),
            Event::GeneralRef(reference) => match reference.resolve_char_ref().unwrap() {
                Some('\u{AD}') => text.push_str("{shy}"),
                Some(c) => text.push(c),
                None => text.push_str(quick_xml::escape::resolve_xml_entity(&reference).unwrap()),
            },
            Event::Eof => return out,
            _ => {}
        }
        if open.iter().all(|tag| tag != "body") {
            text.clear();
        }
    }
}

fn flush(text: &mut String, depth: usize, out: &mut String) {
    if !text.trim().is_empty() {
        let _ = writeln!(out, "{}{}", " ".repeat(depth), text.trim());
    }
    text.clear();
}

/// The hOCR of a tagged fixture as an outline, followed by the warnings.
#[track_caller]
pub fn converted(name: &str, more: &[&str]) -> String {
    let path = fixture(&format!("tagged/{name}.pdf"));
    let mut args = more.to_vec();
    args.extend([path.as_str(), "-"]);
    let run = run(&args);
    assert_eq!(run.status, 0, "{}", run.stderr);
    format!("{}{}", shape(&run.stdout), run.stderr)
}
