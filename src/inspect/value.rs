//! Converts objects to data without resolving references, for viewers of objects.

use std::fmt::Write;

use serde::{Serialize, Serializer};

use super::key::Key;
use pdfa2hocr_core::pdf::{Array, Dict, MaybeRef, Object, ObjectIdentifier, stream, text_string};
use pdfa2hocr_core::visible::visible;

/// Maximum nesting of dictionaries and arrays that are shown.
const MAX_DEPTH: usize = 32;
/// Maximum values shown of one object.
const MAX_VALUES: usize = 20_000;
/// Maximum values in a one-line summary.
const MAX_SUMMARY: usize = 60;
/// Maximum bytes shown of a string.
const MAX_STRING: usize = 64 << 10;

/// An object (ISO 32000-1, 7.3).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "t", rename_all = "lowercase")]
pub(crate) enum Value {
    Null,
    Bool {
        v: bool,
    },
    Number {
        #[serde(serialize_with = "number")]
        v: f64,
    },
    /// The name without its slash.
    Name {
        v: String,
    },
    String {
        /// The value as a text string (7.9.2.2).
        v: String,
        /// The bytes in hexadecimal digits.
        hex: String,
    },
    Array {
        v: Vec<Value>,
    },
    Dict {
        v: Vec<(String, Value)>,
    },
    Ref {
        v: Key,
    },
    /// Values beyond the limits.
    Cut,
}

/// Writes integers without a fraction.
fn number<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    if value.fract() == 0.0 && value.abs() < 9e15 {
        serializer.serialize_i64(*value as i64)
    } else {
        serializer.serialize_f64(*value)
    }
}

impl Value {
    /// Converts an object; of a stream, its dictionary.
    pub(crate) fn of(object: &Object<'_>) -> Self {
        Reader { left: MAX_VALUES }.value(object, 0)
    }

    /// Converts the beginning of an object, enough for a one-line summary.
    pub(crate) fn beginning(object: &Object<'_>) -> Self {
        Reader { left: MAX_SUMMARY }.value(object, 0)
    }

    /// Converts a dictionary.
    pub(crate) fn of_dict(dict: &Dict<'_>) -> Self {
        Reader { left: MAX_VALUES }.dict(dict, 0)
    }

    /// Formats the value in PDF syntax on one line, cut at `most` characters.
    pub(crate) fn short(&self, most: usize) -> String {
        let mut out = String::new();
        self.write(&mut out, None, most);
        if out.chars().count() > most {
            out = out.chars().take(most).collect();
            out.push('…');
        }
        out
    }

    /// Formats the value in PDF syntax, one dictionary entry a line.
    pub(crate) fn pretty(&self) -> String {
        let mut out = String::new();
        self.write(&mut out, Some(0), usize::MAX);
        out
    }

    /// `indent` is the indent of entries; `None` keeps all on one line.
    fn write(&self, out: &mut String, indent: Option<usize>, most: usize) {
        if out.len() > most.saturating_mul(4) {
            return;
        }
        match self {
            Self::Null => out.push_str("null"),
            Self::Bool { v } => out.push_str(if *v { "true" } else { "false" }),
            Self::Number { v } => {
                let _ = write!(out, "{v}");
            }
            Self::Name { v } => {
                let _ = write!(out, "/{}", visible(v));
            }
            Self::String { v, hex } => out.push_str(&written(v, hex)),
            Self::Ref {
                v: Key::Object { number, generation },
            } => {
                let _ = write!(out, "{number} {generation} R");
            }
            Self::Ref { v } => out.push_str(&v.to_string()),
            Self::Cut => out.push('…'),
            Self::Array { v } => {
                out.push('[');
                for (at, value) in v.iter().enumerate() {
                    if at > 0 {
                        out.push(' ');
                    }
                    value.write(out, indent.map(|i| i + 1), most);
                }
                out.push(']');
            }
            Self::Dict { v } => {
                out.push_str("<<");
                for (key, value) in v {
                    match indent {
                        Some(indent) => {
                            out.push('\n');
                            out.extend(std::iter::repeat_n("  ", indent + 1));
                        }
                        None => out.push(' '),
                    }
                    let _ = write!(out, "/{} ", visible(key));
                    value.write(out, indent.map(|i| i + 1), most);
                }
                match indent {
                    Some(indent) if !v.is_empty() => {
                        out.push('\n');
                        out.extend(std::iter::repeat_n("  ", indent));
                    }
                    _ => out.push(' '),
                }
                out.push_str(">>");
            }
        }
    }
}

/// The names of a stream's filters, in the order of decoding.
pub(super) fn filter_names(dict: &Dict<'_>) -> Vec<String> {
    let filters = stream::filters(dict).into_iter();
    filters
        .map(|(filter, _)| filter.map_or("unknown", |f| f.name()).to_owned())
        .collect()
}

/// Formats text as a literal string in PDF syntax.
pub(super) fn literal(text: &str) -> String {
    let text = text.replace('\\', "\\\\");
    format!("({})", text.replace('(', "\\(").replace(')', "\\)"))
}

/// Formats a string in PDF syntax: in parentheses if it is text, otherwise in hexadecimal digits.
fn written(text: &str, hex: &str) -> String {
    let plain = |c: char| !c.is_control() && c != char::REPLACEMENT_CHARACTER;
    if text.chars().all(plain) {
        visible(&literal(text)).into_owned()
    } else {
        format!("<{hex}>")
    }
}

/// Converts bytes to hexadecimal digits.
pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        let _ = write!(out, "{byte:02x}");
    }
    out
}

struct Reader {
    /// Number of values that may still be read.
    left: usize,
}

impl Reader {
    fn value(&mut self, object: &Object<'_>, depth: usize) -> Value {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 || depth > MAX_DEPTH {
            return Value::Cut;
        }
        match object {
            Object::Null(_) => Value::Null,
            Object::Boolean(v) => Value::Bool { v: *v },
            Object::Number(n) => Value::Number { v: n.as_f64() },
            Object::Name(name) => Value::Name {
                v: String::from_utf8_lossy(name).into_owned(),
            },
            Object::String(string) => {
                let bytes = string.as_bytes();
                let bytes = bytes.get(..MAX_STRING).unwrap_or(bytes);
                Value::String {
                    v: text_string(bytes),
                    hex: hexadecimal(bytes),
                }
            }
            Object::Array(array) => self.array(array, depth),
            Object::Dict(dict) => self.dict(dict, depth),
            Object::Stream(stream) => self.dict(stream.dict(), depth),
        }
    }

    fn reference(&mut self, object: MaybeRef<Object<'_>>, depth: usize) -> Value {
        match object {
            MaybeRef::Ref(reference) => {
                let id = ObjectIdentifier::from(reference);
                Value::Ref { v: id.into() }
            }
            MaybeRef::NotRef(object) => self.value(&object, depth),
        }
    }

    fn array(&mut self, array: &Array<'_>, depth: usize) -> Value {
        let mut v = Vec::new();
        for item in array.raw_iter() {
            if self.left == 0 {
                v.push(Value::Cut);
                break;
            }
            v.push(self.reference(item, depth + 1));
        }
        Value::Array { v }
    }

    fn dict(&mut self, dict: &Dict<'_>, depth: usize) -> Value {
        let mut v = Vec::new();
        for (key, value) in dict.entries() {
            if self.left == 0 {
                break;
            }
            let key = String::from_utf8_lossy(&key).into_owned();
            v.push((key, self.reference(value, depth + 1)));
        }
        Value::Dict { v }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pdfa2hocr_core::pdf::FromBytes;

    fn value(data: &[u8]) -> Value {
        Value::of_dict(&Dict::from_bytes(data).unwrap())
    }

    #[test]
    fn every_kind_of_object_is_shown_as_it_is() {
        let dict = value(b"<</A[1 2.5 true null]/B 7 0 R/C(a\\(b)/D<0001>/E<</F/G#20H>>>>");
        assert_eq!(
            dict.short(200),
            "<< /A [1 2.5 true null] /B 7 0 R /C (a\\(b) /D <0001> /E << /F /G H >> >>"
        );
        assert_eq!(
            serde_json::to_string(&dict).unwrap(),
            r#"{"t":"dict","v":[["A",{"t":"array","v":[{"t":"number","v":1},{"t":"number","v":2.5},"#
                .to_owned()
                + r#"{"t":"bool","v":true},{"t":"null"}]}],["B",{"t":"ref","v":"7-0"}],"#
                + r#"["C",{"t":"string","v":"a(b","hex":"612862"}],"#
                + r#"["D",{"t":"string","v":"\u0000\u0001","hex":"0001"}],"#
                + r#"["E",{"t":"dict","v":[["F",{"t":"name","v":"G H"}]]}]]}"#
        );
        assert_eq!(
            value(b"<</A<</B 1>>>>").pretty(),
            "<<\n  /A <<\n    /B 1\n  >>\n>>"
        );
        assert_eq!(dict.short(5), "<< /A…");
    }

    #[test]
    fn what_has_no_end_is_cut() {
        let deep = [
            b"<</A ".to_vec(),
            b"[".repeat(100),
            b"]".repeat(100),
            b">>".to_vec(),
        ];
        assert!(value(&deep.concat()).short(200).contains('…'));
        let long = [
            b"<</A[".to_vec(),
            b"1 ".repeat(MAX_VALUES * 2),
            b"]>>".to_vec(),
        ];
        let Value::Dict { v } = value(&long.concat()) else {
            panic!("no dictionary");
        };
        let Some((_, Value::Array { v })) = v.into_iter().next() else {
            panic!("no array");
        };
        assert!(v.len() <= MAX_VALUES && v.last() == Some(&Value::Cut));
    }

    #[test]
    fn strings_cannot_control_a_terminal() {
        assert!(!value(b"<</A(\x1b[2J)/B/C#1b>>").pretty().contains('\x1b'));
    }
}
