//! Writes well-formed XML for any text. All escaping of the crate is done here.

use std::ops::Range;

use super::number::{push_integer, push_number};

/// Writes elements, attributes and text. Tags and attribute names come from the program or were checked by
/// the mapping; everything else is escaped here.
#[derive(Debug, Default)]
pub(super) struct Xml {
    out: String,
    /// A start tag is open: its `>` is not written yet.
    in_tag: bool,
}

impl Xml {
    pub(super) fn with_capacity(bytes: usize) -> Self {
        Self {
            out: String::with_capacity(bytes),
            in_tag: false,
        }
    }

    /// Returns the output.
    pub(super) fn finish(mut self) -> String {
        self.close_tag();
        self.out
    }

    /// Returns the output without closing a start tag that is still open.
    pub(super) fn finish_in_tag(self) -> String {
        self.out
    }

    /// Whether the innermost open element has content.
    pub(super) fn has_content(&self) -> bool {
        !self.in_tag
    }

    /// Number of bytes written.
    pub(super) fn len(&self) -> usize {
        self.out.len()
    }

    /// A part of the output.
    pub(super) fn written(&self, part: Range<usize>) -> &str {
        self.out.get(part).unwrap_or_default()
    }

    /// The output for content that is written as a whole.
    pub(super) fn content(&mut self) -> &mut String {
        self.close_tag();
        &mut self.out
    }

    /// Ends the start tag that is open, if one is.
    pub(super) fn close_tag(&mut self) {
        if std::mem::take(&mut self.in_tag) {
            self.out.push('>');
        }
    }

    /// Begins an element; attributes can follow.
    pub(super) fn start(&mut self, tag: &str) {
        self.start_with(|out| out.push_str(tag));
    }

    /// Begins an element whose tag is built by a closure.
    pub(super) fn start_with(&mut self, tag: impl FnOnce(&mut String)) {
        self.close_tag();
        self.out.push('<');
        tag(&mut self.out);
        self.in_tag = true;
    }

    /// Ends an element.
    pub(super) fn end(&mut self, tag: &str) {
        self.end_with(|out| out.push_str(tag));
    }

    pub(super) fn end_with(&mut self, tag: impl FnOnce(&mut String)) {
        self.close_tag();
        self.out.push_str("</");
        tag(&mut self.out);
        self.out.push('>');
    }

    /// Ends an element that is always empty, like `<meta/>`.
    pub(super) fn end_void(&mut self) {
        self.in_tag = false;
        self.out.push_str("/>");
    }

    /// Begins an element on a new line, indented as by [`Xml::new_line`].
    pub(super) fn open(&mut self, depth: usize, tag: &str) {
        self.new_line(depth);
        self.start(tag);
    }

    /// Ends an element on a new line.
    pub(super) fn close(&mut self, depth: usize, tag: &str) {
        self.new_line(depth);
        self.end(tag);
    }

    /// Writes an element that has only text.
    pub(super) fn element(&mut self, tag: &str, text: &str) {
        self.start(tag);
        self.text(text);
        self.end(tag);
    }

    /// Writes an attribute of the element just begun.
    pub(super) fn attribute(&mut self, name: &str, value: &str) {
        self.attribute_with(name, |attribute| attribute.text(value));
    }

    /// Writes an attribute, unless it has no value.
    pub(super) fn optional(&mut self, name: &str, value: Option<impl AsRef<str>>) {
        if let Some(value) = value {
            self.attribute(name, value.as_ref());
        }
    }

    /// Writes an attribute whose value is an integer.
    pub(super) fn number(&mut self, name: &str, value: u32) {
        self.attribute_with(name, |a| push_integer(value, a.plain()));
    }

    /// Writes an attribute whose value is a number rounded to `decimals`.
    pub(super) fn decimal(&mut self, name: &str, value: f64, decimals: u32) {
        self.attribute_with(name, |a| push_number(value, decimals, a.plain()));
    }

    /// Writes an attribute with an id such as `prefix_3_7`.
    pub(super) fn id(&mut self, name: &str, prefix: &str, numbers: &[u32]) {
        self.attribute_with(name, |a| a.id(prefix, numbers));
    }

    /// Writes an attribute whose value is built by a closure.
    pub(super) fn attribute_with(&mut self, name: &str, value: impl FnOnce(&mut Attribute<'_>)) {
        self.out.push(' ');
        self.out.push_str(name);
        self.out.push_str("=\"");
        value(&mut Attribute { out: &mut self.out });
        self.out.push('"');
    }

    /// Like [`Xml::attribute_with`], but writes nothing if the value is empty.
    pub(super) fn attribute_unless_empty(
        &mut self,
        name: &str,
        value: impl FnOnce(&mut Attribute<'_>),
    ) {
        let start = self.out.len();
        let mut is_empty = false;
        self.attribute_with(name, |attribute| {
            let before = attribute.out.len();
            value(attribute);
            is_empty = attribute.out.len() == before;
        });
        if is_empty {
            self.out.truncate(start);
        }
    }

    pub(super) fn text(&mut self, text: &str) {
        self.close_tag();
        escape(text, &mut self.out);
    }

    /// Writes text and returns its byte range in the output.
    pub(super) fn text_at(&mut self, text: &str) -> Range<usize> {
        self.close_tag();
        let start = self.out.len();
        escape(text, &mut self.out);
        start..self.out.len()
    }

    /// Writes text that is built by a closure.
    pub(super) fn text_with(&mut self, text: impl FnOnce(&mut Attribute<'_>)) {
        self.close_tag();
        text(&mut Attribute { out: &mut self.out });
    }

    /// Starts a new line, indented by one space for each open element, up to eight. The limit keeps deeply
    /// nested elements from producing more indentation than text.
    pub(super) fn new_line(&mut self, depth: usize) {
        const STEPS: &str = "\n        ";
        self.close_tag();
        self.out.push_str(STEPS.get(..=depth).unwrap_or(STEPS));
    }

    /// Writes the XML declaration, which must come first.
    pub(super) fn declaration(&mut self) {
        self.out
            .push_str("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    }

    /// Writes the document type, which must precede the root element.
    pub(super) fn doctype(&mut self, root: &str) {
        self.out.push_str("<!DOCTYPE ");
        self.out.push_str(root);
        self.out.push_str(">\n");
    }
}

/// The value of an attribute, or text.
pub(super) struct Attribute<'a> {
    out: &'a mut String,
}

impl<'a> Attribute<'a> {
    /// Builds a value before its attribute is written.
    pub(super) fn of(out: &'a mut String) -> Self {
        Self { out }
    }

    pub(super) fn text(&mut self, text: &str) {
        escape(text, self.out);
    }

    /// Writes a quoted string for a `title` or `style`. `;` and `"` become `,` and `'`, because some readers
    /// end the string there.
    pub(super) fn string(&mut self, text: &str, quote: char) {
        self.escaped(quote);
        let mut rest = text;
        while let Some(at) = rest.find(['"', ';', '\'', '\\']) {
            let (before, from) = rest.split_at(at);
            self.text(before);
            let mut chars = from.chars();
            match chars.next() {
                Some(';') => self.text(","),
                // A quote or backslash that is not the delimiter is allowed in a title.
                Some(c @ ('\'' | '\\')) if quote == '"' => self.escaped(c),
                Some('"') if quote == '"' => self.escaped('\''),
                _ => self.text(" "),
            }
            rest = chars.as_str();
        }
        self.text(rest);
        self.escaped(quote);
    }

    /// Writes an id such as `prefix_3_7`.
    pub(super) fn id(&mut self, prefix: &str, numbers: &[u32]) {
        self.out.push_str(prefix);
        for number in numbers {
            self.out.push('_');
            push_integer(*number, self.out);
        }
    }

    fn escaped(&mut self, c: char) {
        self.text(c.encode_utf8(&mut [0; 4]));
    }

    /// The output for numbers and names that need no escaping.
    pub(super) fn plain(&mut self) -> &mut String {
        self.out
    }
}

/// Whether a character with this first byte may need escaping or replacement.
const fn is_special(byte: u8) -> bool {
    match byte {
        b'<' | b'>' | b'&' | b'"' => true,
        // DEL, and the first bytes of C1 controls and the soft hyphen, of U+FDD0 to U+FFFF, and of
        // noncharacters in the last planes.
        0..0x20 | 0x7F | 0xC2 | 0xEF | 0xF0.. => true,
        _ => false,
    }
}

const SPECIAL: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = is_special(byte as u8);
        byte += 1;
    }
    table
};

/// Whether a character is a noncharacter (Unicode, 23.7) or a control. XML 1.0 (2.2) forbids some of them and
/// discourages the others.
fn is_forbidden(c: char) -> bool {
    let code = u32::from(c);
    c.is_control() || code & 0xFFFE == 0xFFFE || (0xFDD0..=0xFDEF).contains(&code)
}

/// Appends escaped text for formats that are not XML as a whole.
pub fn push_text(text: &str, out: &mut String) {
    escape(text, out);
}

/// Appends an attribute to an open tag, for formats that are not XML as a whole.
pub(super) fn push_attribute(name: &str, value: &str, out: &mut String) {
    out.push(' ');
    out.push_str(name);
    out.push_str("=\"");
    escape(value, out);
    out.push('"');
}

/// Appends text escaped for elements and attributes. Line breaks and tabs become spaces, other controls and
/// noncharacters U+FFFD. A soft hyphen is written as a reference, because it is invisible (hOCR 1.2,
/// "Hyphenation").
fn escape(text: &str, out: &mut String) {
    let mut rest = text;
    loop {
        let special = rest.bytes().position(|b| SPECIAL[usize::from(b)]);
        // A special byte is always the first byte of a character.
        let (before, from) = rest.split_at(special.unwrap_or(rest.len()));
        out.push_str(before);
        let mut chars = from.chars();
        match chars.next() {
            None => return,
            Some('<') => out.push_str("&lt;"),
            Some('>') => out.push_str("&gt;"),
            Some('&') => out.push_str("&amp;"),
            Some('"') => out.push_str("&quot;"),
            Some('\t' | '\n' | '\r') => out.push(' '),
            Some('\u{AD}') => out.push_str("&#xAD;"),
            Some(c) if is_forbidden(c) => out.push(char::REPLACEMENT_CHARACTER),
            Some(c) => out.push(c),
        }
        rest = chars.as_str();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn escaped(text: &str) -> String {
        let mut out = String::new();
        escape(text, &mut out);
        out
    }

    fn string(text: &str, quote: char) -> String {
        let mut out = String::new();
        Attribute { out: &mut out }.string(text, quote);
        out
    }

    #[test]
    fn text_is_escaped_and_cleaned() {
        assert_eq!(escaped("a<b> & \"c\""), "a&lt;b&gt; &amp; &quot;c&quot;");
        assert_eq!(escaped("łódź 東京 ＡＢ 😀 é"), "łódź 東京 ＡＢ 😀 é");
        assert_eq!(
            escaped("a\0b\u{7}c\u{85}d\u{7F}"),
            "a\u{FFFD}b\u{FFFD}c\u{FFFD}d\u{FFFD}"
        );
        assert_eq!(escaped("a\tb\r\nc"), "a b  c");
        assert_eq!(
            escaped("\u{FFFE}\u{FDD0}\u{1FFFF}\u{10FFFE}"),
            "\u{FFFD}".repeat(4)
        );
        assert_eq!(
            escaped("\u{FFFC}\u{FDCF}\u{FDF0}"),
            "\u{FFFC}\u{FDCF}\u{FDF0}"
        );
        assert_eq!(escaped("Ver\u{AD}"), "Ver&#xAD;");
    }

    #[test]
    fn strings_in_properties_cannot_end_early() {
        assert_eq!(string("Times", '"'), "&quot;Times&quot;");
        assert_eq!(string("a\"; b'\\<", '"'), "&quot;a', b'\\&lt;&quot;");
        assert_eq!(string("a'; b\"\\c", '\''), "'a , b  c'");
    }

    #[test]
    fn an_attribute_is_left_out_when_nothing_is_put_in() {
        let mut xml = Xml::default();
        xml.start("a");
        xml.attribute_unless_empty("b", |_| {});
        xml.attribute_unless_empty("c", |c| c.text("<"));
        xml.end_void();
        assert_eq!(xml.finish(), "<a c=\"&lt;\"/>");
    }

    #[test]
    fn elements_are_closed() {
        let mut xml = Xml::default();
        xml.start("a");
        xml.attribute("b", "\"");
        xml.new_line(1);
        xml.start("c");
        xml.end_void();
        xml.start("d");
        xml.text("&");
        xml.end("d");
        xml.end("a");
        assert_eq!(xml.finish(), "<a b=\"&quot;\">\n <c/><d>&amp;</d></a>");
    }
}
