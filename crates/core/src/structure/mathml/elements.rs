//! Writes elements in the namespace of MathML as MathML.

use std::collections::HashMap;

use super::NAMESPACE;
use crate::page::Content;
use crate::structure::Tags;
use crate::structure::element::{Element, Structure};
use crate::structure::part::{Child, Parts};

/// Maximum length of a formula, in bytes; longer ones are omitted.
const LONGEST: usize = 1 << 18;

/// The formulas of a page in MathML, by part. `glyphs` are those of each item, before replacement texts.
/// Formulas on several pages are omitted.
pub(in crate::structure) fn formulas(
    tags: &Tags,
    parts: &Parts,
    glyphs: &[Vec<u32>],
    content: &Content,
) -> HashMap<u32, String> {
    let structure = &tags.structure;
    let mut found = HashMap::new();
    for (number, part) in (0u32..).zip(&parts.parts) {
        let element = &structure[part.element];
        if !is_math(element) || tags.pages.is_split(part.element) {
            continue;
        }
        let around = std::iter::successors(Some(number), |&part| parts.get(part).parent);
        let mut around = around.filter(|&p| structure[parts.get(p).element].kind() == "Formula");
        let writer = Writer {
            structure,
            parts,
            glyphs,
            content,
        };
        if let (Some(formula), Some(text)) = (around.next(), writer.write(number)) {
            found.entry(formula).or_insert(text);
        }
    }
    found
}

/// Whether an element is the root of a formula.
fn is_math(element: &Element) -> bool {
    element.mathml && element.own_type == "math"
}

struct Writer<'a> {
    structure: &'a Structure,
    parts: &'a Parts,
    glyphs: &'a [Vec<u32>],
    content: &'a Content,
}

impl Writer<'_> {
    /// Writes a part and its descendants; `None` if the result is too long. Iterative, because elements can
    /// be nested thousands deep.
    fn write(&self, root: u32) -> Option<String> {
        let mut out = String::new();
        let mut open: Vec<(Option<&str>, std::slice::Iter<'_, Child>)> = Vec::new();
        open.push(self.enter(root, &mut out));
        while let Some((name, children)) = open.last_mut() {
            if out.len() > LONGEST {
                return None;
            }
            match children.next() {
                Some(&Child::Part(part)) => open.push(self.enter(part, &mut out)),
                Some(&Child::Item(item)) => self.item(item, &mut out),
                None => {
                    if let Some(name) = name {
                        out.push_str("</");
                        out.push_str(name);
                        out.push('>');
                    }
                    open.pop();
                }
            }
        }
        Some(out)
    }

    /// Begins an element. Returns its name, or `None` if it is not MathML, and its children.
    fn enter(&self, part: u32, out: &mut String) -> (Option<&str>, std::slice::Iter<'_, Child>) {
        let part = self.parts.get(part);
        let element = &self.structure[part.element];
        let name = Some(element.own_type.as_str()).filter(|name| element.mathml && is_name(name));
        if let Some(name) = name {
            out.push('<');
            out.push_str(name);
            let mathml = |part: u32| self.structure[self.parts.get(part).element].mathml;
            if !part.parent.is_some_and(mathml) {
                push_attribute("xmlns", NAMESPACE, out);
            }
            for attribute in &element.attributes {
                // Attributes of the PDF standard begin with capitals and are skipped.
                if is_name(attribute.name.as_str()) {
                    push_attribute(attribute.name.as_str(), &attribute.value, out);
                }
            }
            out.push('>');
        }
        if let Some(text) = element.actual_text.as_deref().filter(|_| name.is_some()) {
            push_text(text, out);
            return (name, [].iter());
        }
        (name, part.children.iter())
    }

    fn item(&self, item: u32, out: &mut String) {
        let glyphs = self.glyphs.get(item as usize).into_iter().flatten();
        for &glyph in glyphs {
            if let Some(glyph) = self.content.glyphs.get(glyph as usize) {
                push_text(self.content.text_of(glyph), out);
            }
        }
    }
}

/// Whether a name has the form of MathML element and attribute names.
fn is_name(name: &str) -> bool {
    let mut bytes = name.bytes();
    bytes.next().is_some_and(|b| b.is_ascii_lowercase())
        && bytes.all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

fn push_attribute(name: &str, value: &str, out: &mut String) {
    out.push(' ');
    out.push_str(name);
    out.push_str("=\"");
    push_text(value, out);
    out.push('"');
}

fn push_text(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
}
