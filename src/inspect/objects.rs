//! Lists the objects of a document (ISO 32000-1, 7.3), describes one of them, and returns the decoded data of
//! its stream.

use serde::Serialize;

use super::columns::Columns;
use super::key::Key;
use super::value::{Value, filter_names, hexadecimal};
use super::{Inspector, Window};
use pdfa2hocr_core::budget::Budget;
use pdfa2hocr_core::diagnostics::{Diagnostic, Result, Warnings};
use pdfa2hocr_core::pdf::{Dict, FromBytes, Object, ObjectIdentifier, Stream, name_of, stream};
use pdfa2hocr_core::visible::visible;

/// Maximum characters of an object's summary in the listing.
const MAX_SUMMARY: usize = 80;
/// Maximum bytes of decoded data that are returned at once.
const MAX_BYTES: usize = 1 << 20;
/// Bytes of data that are tested for text.
const SAMPLE: usize = 4096;

/// A part of the listing.
#[derive(Debug, Serialize)]
pub(crate) struct Listing {
    /// Number of matching objects; the trailer is the first.
    pub total: usize,
    pub objects: Vec<Row>,
}

/// Summary of an object.
#[derive(Debug, Serialize)]
pub(crate) struct Row {
    pub key: Key,
    /// `Type` of its dictionary, otherwise its PDF type: `array`.
    #[serde(rename = "type")]
    pub kind: String,
    pub subtype: Option<String>,
    pub is_stream: bool,
    /// The beginning of the object.
    pub summary: String,
}

/// One object.
#[derive(Debug, Serialize)]
pub(crate) struct Details {
    pub key: Key,
    pub value: Value,
    pub stream: Option<StreamFacts>,
}

/// Properties of a stream.
#[derive(Debug, Serialize)]
pub(crate) struct StreamFacts {
    pub filters: Vec<String>,
    /// Encoded size, in bytes.
    pub length: usize,
    /// Decoded size, in bytes. Image data is decoded up to its image filter.
    pub decoded_length: usize,
    /// The image filter, which is not decoded.
    pub image: Option<&'static str>,
    /// Warnings from decoding.
    pub warnings: Vec<String>,
}

/// A part of the data of a stream.
#[derive(Debug, Serialize)]
pub(crate) struct Data {
    /// Size of all decoded data, in bytes.
    pub total: usize,
    /// Offset of the part; `count` is its size, both in bytes.
    pub from: usize,
    pub count: usize,
    /// The data, if it is text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The data in hexadecimal digits, if it is not text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hex: Option<String>,
}

/// One object with its decoded data, up to the maximum size.
#[derive(Debug, Serialize)]
pub(crate) struct WithData {
    #[serde(flatten)]
    pub object: Details,
    pub data: Option<Data>,
}

impl WithData {
    /// # Errors
    ///
    /// [`Diagnostic::argument`] if the object does not exist.
    pub(crate) fn read(inspector: &Inspector, key: Key) -> Result<Self> {
        let object = details(inspector, key)?;
        let data = match object.stream {
            Some(_) => Some(data(inspector, key, Window::ALL)?),
            None => None,
        };
        Ok(Self { object, data })
    }

    /// Formats the object as text.
    pub(crate) fn text(&self) -> String {
        let mut out = self.object.text();
        if let Some(data) = &self.data {
            out.push_str(&data.shown());
            let left = data.total.saturating_sub(data.count);
            if left > 0 {
                out.push_str(&format!("… {left} more bytes\n"));
            }
        }
        out
    }
}

/// Lists the objects that contain a text, or all objects.
pub(crate) fn list(inspector: &Inspector, window: Window, query: Option<&str>) -> Listing {
    let query = query.map(str::to_lowercase).filter(|q| !q.is_empty());
    let ids = inspector.objects().iter();
    let keys = std::iter::once(Key::Trailer).chain(ids.map(|&id| id.into()));
    let Some(query) = query else {
        let keys: Vec<Key> = keys.collect();
        return Listing {
            total: keys.len(),
            objects: window
                .of(&keys)
                .iter()
                .map(|&k| row(inspector, k))
                .collect(),
        };
    };
    let mut listing = Listing {
        total: 0,
        objects: Vec::new(),
    };
    for key in keys {
        let row = row(inspector, key);
        let fields = [&row.key.to_string(), &row.kind, &row.summary];
        let subtype = row.subtype.iter();
        if subtype
            .chain(fields)
            .any(|field| field.to_lowercase().contains(&query))
        {
            if window.holds(listing.total) {
                listing.objects.push(row);
            }
            listing.total += 1;
        }
    }
    listing
}

fn row(inspector: &Inspector, key: Key) -> Row {
    let written = (key == Key::Trailer).then(|| inspector.document.trailer());
    let object = match (&written, key.id()) {
        (Some(trailer), _) => Dict::from_bytes(trailer).map(Object::Dict),
        (None, Some(id)) => inspector.document.object(id),
        (None, None) => None,
    };
    let dict = match &object {
        Some(Object::Dict(dict)) => Some(dict),
        Some(Object::Stream(stream)) => Some(stream.dict()),
        _ => None,
    };
    let name = |entry: &str| name_of(dict?, entry);
    let value = object.as_ref().map_or(Value::Null, Value::beginning);
    Row {
        key,
        kind: match key {
            Key::Trailer => "trailer".to_owned(),
            _ => name("Type")
                .unwrap_or_else(|| object.as_ref().map_or("unreadable", kind).to_owned()),
        },
        subtype: name("Subtype").or_else(|| name("S")),
        is_stream: matches!(object, Some(Object::Stream(_))),
        summary: value.short(MAX_SUMMARY),
    }
}

fn kind(object: &Object<'_>) -> &'static str {
    match object {
        Object::Null(_) => "null",
        Object::Boolean(_) => "boolean",
        Object::Number(_) => "number",
        Object::String(_) => "string",
        Object::Name(_) => "name",
        Object::Dict(_) => "dictionary",
        Object::Array(_) => "array",
        Object::Stream(_) => "stream",
    }
}

fn missing(key: Key) -> Diagnostic {
    let message = format!("there is no object {key}, or it cannot be read");
    Diagnostic::argument(message)
}

fn object(inspector: &Inspector, key: Key) -> Result<Object<'_>> {
    let id: Option<ObjectIdentifier> = key.id();
    id.and_then(|id| inspector.document.object(id))
        .ok_or_else(|| missing(key))
}

/// Describes one object.
///
/// # Errors
///
/// [`Diagnostic::argument`] if there is none.
pub(crate) fn details(inspector: &Inspector, key: Key) -> Result<Details> {
    if key == Key::Trailer {
        let trailer = inspector.document.trailer();
        let dict = Dict::from_bytes(&trailer).ok_or_else(|| missing(key))?;
        return Ok(Details {
            key,
            value: Value::of_dict(&dict),
            stream: None,
        });
    }
    let object = object(inspector, key)?;
    Ok(Details {
        key,
        value: Value::of(&object),
        stream: match &object {
            Object::Stream(stream) => Some(facts(stream, &inspector.budget())),
            _ => None,
        },
    })
}

fn facts(stream: &Stream<'_>, budget: &Budget) -> StreamFacts {
    let mut warnings = Warnings::new();
    let decoded = stream::decode_to_image(stream, budget, &mut warnings);
    StreamFacts {
        filters: filter_names(stream.dict()),
        length: stream.raw_data().len(),
        decoded_length: decoded.data.len(),
        image: decoded.filter.map(|filter| filter.name()),
        warnings: warnings.iter().map(|w| w.message.clone()).collect(),
    }
}

/// Returns a part of the decoded data of a stream.
///
/// # Errors
///
/// [`Diagnostic::argument`] if the stream does not exist.
pub(crate) fn data(inspector: &Inspector, key: Key, window: Window) -> Result<Data> {
    let Object::Stream(stream) = object(inspector, key)? else {
        let message = format!("object {key} has no stream");
        return Err(Diagnostic::argument(message));
    };
    let budget = inspector.budget();
    let decoded = stream::decode_to_image(&stream, &budget, &mut Warnings::new());
    let window = Window {
        count: window.count.min(MAX_BYTES),
        ..window
    };
    let bytes = window.of(&decoded.data);
    let is_text = decoded.filter.is_none() && is_text(&decoded.data);
    Ok(Data {
        total: decoded.data.len(),
        from: window.from,
        count: bytes.len(),
        text: is_text.then(|| text(bytes)),
        hex: (!is_text).then(|| hexadecimal(bytes)),
    })
}

/// Whether data is text: at most one byte in twenty is an unusual control character.
fn is_text(data: &[u8]) -> bool {
    let sample = data.get(..SAMPLE).unwrap_or(data);
    let odd = |b: &&u8| matches!(b, 0..=8 | 11 | 14..=31 | 127);
    sample.iter().filter(odd).count() * 20 <= sample.len()
}

/// Decodes UTF-8, otherwise converts each byte to a character.
fn text(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|&b| char::from(b)).collect(),
    }
}

impl Listing {
    /// Formats the listing as text.
    pub(crate) fn text(&self) -> String {
        let mut columns = Columns::new("object ID: | type | subtype | stream | begins");
        for row in &self.objects {
            columns.row([
                row.key.listed(),
                row.kind.clone(),
                row.subtype.clone().unwrap_or_default(),
                super::columns::yes_or_no(row.is_stream),
                row.summary.clone(),
            ]);
        }
        columns.write()
    }
}

impl Details {
    /// Formats the object in PDF syntax, with the properties of its stream.
    pub(crate) fn text(&self) -> String {
        let mut out = self.value.pretty();
        out.push('\n');
        if let Some(stream) = &self.stream {
            let filters = match stream.filters.as_slice() {
                [] => "no filter".to_owned(),
                filters => filters.join(", "),
            };
            out.push_str(&format!(
                "stream: {} bytes in the file ({filters}), {} decoded\n",
                stream.length, stream.decoded_length
            ));
            for warning in &stream.warnings {
                out.push_str(&format!("warning: {warning}\n"));
            }
        }
        out
    }
}

impl Data {
    /// Formats the data: text without terminal control characters, or sixteen bytes a line.
    pub(crate) fn shown(&self) -> String {
        let mut out = String::new();
        if let Some(text) = &self.text {
            for line in text.lines() {
                out.push_str(&visible(line));
                out.push('\n');
            }
        }
        if let Some(hex) = &self.hex {
            for (at, line) in hex.as_bytes().chunks(32).enumerate() {
                out.push_str(&format!("{:08x} ", self.from + at * 16));
                for byte in line.chunks(2) {
                    out.push_str(&format!(" {}", String::from_utf8_lossy(byte)));
                }
                out.push('\n');
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inspect::testing::inspector;

    #[test]
    fn all_objects_are_listed_and_can_be_asked_for() {
        let inspector = inspector("content/form-xobjects.pdf");
        let all = list(&inspector, Window::ALL, None);
        assert_eq!(all.total, all.objects.len());
        assert_eq!(all.objects[0].key, Key::Trailer);
        for row in &all.objects {
            let details = details(&inspector, row.key).unwrap();
            assert_eq!(details.stream.is_some(), row.is_stream);
            assert_eq!(
                data(&inspector, row.key, Window::ALL).is_ok(),
                row.is_stream
            );
        }
        let forms = list(&inspector, Window::ALL, Some("FORM"));
        assert!(forms.total > 0 && forms.total < all.total);
        assert!(forms.objects.iter().all(|row| row.is_stream));
        let part = Window { from: 2, count: 2 };
        let part = list(&inspector, part, None);
        assert_eq!((part.total, part.objects.len()), (all.total, 2));
        assert_eq!(part.objects[0].key, all.objects[2].key);
    }

    #[test]
    fn streams_are_decoded_in_parts() {
        let inspector = inspector("content/form-xobjects.pdf");
        let all = list(&inspector, Window::ALL, None);
        let key = all.objects.iter().find(|row| row.is_stream).unwrap().key;
        let whole = data(&inspector, key, Window::ALL).unwrap();
        let text = whole.text.unwrap();
        assert_eq!(whole.total, text.len());
        let part = Window { from: 3, count: 5 };
        let part = data(&inspector, key, part).unwrap();
        assert_eq!((part.total, part.count), (whole.total, 5));
        assert_eq!(part.text.as_deref(), text.get(3..8));
    }

    #[test]
    fn what_is_not_there_is_said() {
        let inspector = inspector("content/form-xobjects.pdf");
        let missing = details(&inspector, "9999".parse().unwrap()).unwrap_err();
        assert_eq!(
            missing.message,
            "there is no object 9999-0, or it cannot be read"
        );
    }

    #[test]
    fn bytes_that_are_no_text_are_shown_as_bytes() {
        let data = Data {
            total: 17,
            from: 0,
            count: 17,
            text: None,
            hex: Some("00".repeat(16) + "ff"),
        };
        let expected = format!("00000000 {}\n00000010  ff\n", " 00".repeat(16));
        assert_eq!(data.shown(), expected);
        assert!(!is_text(&[0, 1, 2, 3]) && is_text(b"BT\n"));
    }
}
