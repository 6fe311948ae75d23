//! Parses XML to elements, up to the first error. Only the predefined entities are known, and nothing that a
//! DTD refers to is read.

use std::borrow::Cow;
use std::ops::Range;

use quick_xml::escape::{resolve_xml_entity, unescape_with};
use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::{Error, Reader};

use super::Markup;
use crate::diagnostics::{Diagnostic, DiagnosticKind, Warnings};

/// A part of a file.
#[derive(Clone, Copy)]
pub(in crate::read) struct Piece<'t> {
    pub text: &'t str,
    /// The offset of the piece in the file, in bytes.
    pub offset: usize,
    /// Whether the file was truncated at the end of this piece, which has been reported.
    pub is_cut: bool,
}

impl<'t> Piece<'t> {
    /// The beginning of a file, or the whole file.
    pub(in crate::read) fn first(text: &'t str) -> Self {
        Self {
            text,
            offset: 0,
            is_cut: false,
        }
    }
}

/// A reader that continues after minor faults.
pub(in crate::read) fn reader(text: &str) -> Reader<&[u8]> {
    let mut reader = Reader::from_str(text);
    let config = reader.config_mut();
    config.allow_dangling_amp = true;
    config.allow_unmatched_ends = true;
    config.check_end_names = false;
    reader
}

/// The text of a reference to a character or an entity; `None` if it is not one of XML's own.
pub(in crate::read) fn referred(name: &BytesRef<'_>) -> Option<Cow<'static, str>> {
    match name.resolve_char_ref() {
        Ok(Some(c)) => Some(c.to_string().into()),
        _ => resolve_xml_entity(name).map(Cow::Borrowed),
    }
}

/// Parses a file, or a part of one.
pub(in crate::read) fn parse(piece: Piece<'_>, warnings: &mut Warnings) -> Markup {
    let mut markup = Markup::with_capacity(piece.text.len());
    let mut reader = reader(piece.text);
    let mut unknown = false;
    loop {
        let at = reader.buffer_position();
        match reader.read_event() {
            Ok(Event::Start(element)) => start(&mut markup, &element),
            Ok(Event::Empty(element)) => {
                start(&mut markup, &element);
                markup.end();
            }
            Ok(Event::End(element)) => markup.end_named(element.name().0),
            Ok(Event::Text(text)) => markup.add_text(&text),
            Ok(Event::CData(text)) => markup.add_text(&text),
            Ok(Event::GeneralRef(name)) => {
                let text = referred(&name);
                unknown |= text.is_none();
                markup.add_text(text.as_deref().unwrap_or("\u{FFFD}"));
            }
            Ok(Event::Eof) => break,
            Ok(_) => {}
            // The rest of a truncated file is missing, which was reported.
            Err(Error::Syntax(_)) if piece.is_cut => break,
            Err(error) => {
                let why = format!("the XML is damaged ({error}); it is read up to here");
                let place = piece.offset as u64 + at;
                warnings.push(Diagnostic::new(DiagnosticKind::Page, why).at_offset(place));
                break;
            }
        }
    }
    if unknown {
        let why = "an entity that is not one of XML's own is written as U+FFFD";
        warnings.push(Diagnostic::new(DiagnosticKind::Unicode, why));
    }
    markup.finish();
    markup
}

/// Calls a function with each event of a file and its byte range, up to the first error.
pub(in crate::read) fn scan(text: &str, mut each: impl FnMut(&Event<'_>, Range<usize>)) {
    let mut reader = reader(text);
    let mut from = 0;
    while let Ok(event) = reader.read_event() {
        let to = usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX);
        match event {
            Event::Eof => break,
            Event::Comment(_) | Event::PI(_) | Event::Decl(_) | Event::DocType(_) => {}
            event => each(&event, from..to),
        }
        from = to;
    }
}

fn start(markup: &mut Markup, element: &BytesStart) {
    let attributes: Vec<(&str, Cow<'_, str>)> = element
        .attributes()
        .with_checks(false)
        .flatten()
        .map(|attribute| {
            let name = attribute.key.0;
            let value = attribute.normalized_value(quick_xml::XmlVersion::Implicit1_0);
            // Unknown entities in a value become U+FFFD; other invalid escapes stay.
            let value = value.unwrap_or_else(|_| {
                let known = unescape_with(&attribute.value, |name| {
                    resolve_xml_entity(name).or(Some("\u{FFFD}"))
                });
                let known = known.map(Cow::into_owned);
                known.map_or_else(|_| attribute.value.clone(), Cow::Owned)
            });
            (name, value)
        })
        .collect();
    let attributes = attributes.iter().map(|(name, value)| (*name, &**value));
    markup.start(element.name().0, attributes);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(xml: &str) -> (Markup, Vec<String>) {
        let mut warnings = Warnings::new();
        let markup = parse(Piece::first(xml), &mut warnings);
        (markup, warnings.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn prefixes_and_entities_are_resolved() {
        let (markup, warned) =
            parsed("<a:b x:c='&quot;1&quot;'>p&amp;q<d/>&#233;<![CDATA[<]]></a:b>");
        let b = markup.root().child("b").unwrap();
        assert_eq!(b.attribute("c"), Some("\"1\""));
        assert_eq!(b.text(), "p&qé<");
        assert!(warned.is_empty(), "{warned:?}");
    }

    #[test]
    fn the_end_of_a_file_that_was_cut_off_is_reported_once() {
        let mut warnings = Warnings::new();
        let mut piece = Piece::first("<a><b c='");
        parse(piece, &mut warnings);
        assert_eq!(warnings.iter().count(), 1);
        piece.is_cut = true;
        parse(piece, &mut warnings);
        assert_eq!(warnings.iter().count(), 1);
    }

    #[test]
    fn no_entity_of_a_dtd_is_read() {
        let xml =
            "<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'><!ENTITY y 'z'>]><a>&x;&y;</a>";
        let (markup, warned) = parsed(xml);
        assert_eq!(markup.root().text().trim(), "\u{FFFD}\u{FFFD}");
        let (markup, _) = parsed("<a b='x &y; &amp; z'/>");
        let a = markup.root().child("a").unwrap();
        assert_eq!(a.attribute("b"), Some("x \u{FFFD} & z"));
        assert_eq!(warned.len(), 1);
    }
}
