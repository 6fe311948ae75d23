//! The start tags of the file.

use std::borrow::Cow;
use std::collections::HashSet;

use quick_xml::events::BytesStart;

use super::findings::Findings;

/// A start tag.
pub(super) struct Element {
    pub line: usize,
    pub tag: String,
    /// Names and values in source order.
    pub attributes: Vec<(String, String)>,
}

impl Element {
    /// Reads a start tag, and reports its malformed attributes.
    pub(super) fn read(element: &BytesStart<'_>, line: usize, findings: &mut Findings) -> Self {
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
        Self {
            line,
            tag: element.name().0.to_owned(),
            attributes,
        }
    }

    pub(super) fn attribute(&self, name: &str) -> Option<&str> {
        let of_name = |(n, _): &&(String, String)| n == name;
        self.attributes
            .iter()
            .find(of_name)
            .map(|(_, v)| v.as_str())
    }

    /// The class, if there is one.
    pub(super) fn class(&self) -> Option<&str> {
        self.attribute("class")
            .map(str::trim)
            .filter(|c| !c.is_empty())
    }
}
