//! Parses JSON and keeps the line of every value, so that semantic errors have line numbers like syntax
//! errors.

use std::cell::Cell;
use std::fmt;
use std::io::{self, Read};

use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};

/// A value and the line, from 1, on which it begins.
#[derive(Debug, PartialEq)]
pub(super) struct Located {
    pub line: usize,
    pub value: Value,
}

#[derive(Debug, PartialEq)]
pub(super) enum Value {
    Null,
    Bool(bool),
    /// The number as text.
    Number(String),
    String(String),
    List(Vec<Located>),
    Object(Vec<Member>),
}

/// A key of an object, its line and its value.
#[derive(Debug, PartialEq)]
pub(super) struct Member {
    pub key: String,
    pub line: usize,
    pub value: Located,
}

impl Value {
    /// The type of the value, for messages.
    pub(super) fn what(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "true or false",
            Self::Number(_) => "a number",
            Self::String(_) => "a string",
            Self::List(_) => "a list",
            Self::Object(_) => "an object",
        }
    }
}

/// Parses one JSON value. The error is a line and a message; duplicate keys in an object are errors.
pub(super) fn parse(text: &str) -> Result<Located, (usize, String)> {
    let line = Cell::new(1);
    let reader = Lines {
        rest: text.as_bytes(),
        newlines: 0,
        line: &line,
    };
    read(serde_json::Deserializer::from_reader(reader), &line)
}

/// As [`parse`], but all values have line 1: several times as fast, for text without semantic errors.
pub(super) fn parse_without_lines(text: &str) -> Result<Located, (usize, String)> {
    read(serde_json::Deserializer::from_str(text), &Cell::new(1))
}

fn read<'de>(
    mut deserializer: serde_json::Deserializer<impl serde_json::de::Read<'de>>,
    line: &Cell<usize>,
) -> Result<Located, (usize, String)> {
    Seed { line }
        .deserialize(&mut deserializer)
        .and_then(|value| deserializer.end().map(|()| value))
        .map_err(|error| {
            let at = format!(" at line {} column {}", error.line(), error.column());
            let message = error.to_string();
            let message = message.strip_suffix(&at).unwrap_or(&message);
            (error.line().max(1), message.to_owned())
        })
}

/// Reads one byte at a time, as serde_json's reader does, and records the line of the last byte that is not
/// white space. The parser may have read one byte past the end of the line.
struct Lines<'a> {
    rest: &'a [u8],
    newlines: usize,
    line: &'a Cell<usize>,
}

impl Read for Lines<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let (Some((&byte, rest)), Some(slot)) = (self.rest.split_first(), buffer.first_mut())
        else {
            return Ok(0);
        };
        *slot = byte;
        self.rest = rest;
        match byte {
            b'\n' => self.newlines += 1,
            b' ' | b'\t' | b'\r' => {}
            _ => self.line.set(self.newlines + 1),
        }
        Ok(1)
    }
}

#[derive(Clone, Copy)]
struct Seed<'a> {
    line: &'a Cell<usize>,
}

impl Seed<'_> {
    fn at_line(self, value: Value) -> Located {
        Located {
            line: self.line.get(),
            value,
        }
    }
}

impl<'de> DeserializeSeed<'de> for Seed<'_> {
    type Value = Located;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Located, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Seed<'_> {
    type Value = Located;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Located, E> {
        Ok(self.at_line(Value::Null))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Located, E> {
        Ok(self.at_line(Value::Bool(value)))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Located, E> {
        Ok(self.at_line(Value::Number(value.to_string())))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Located, E> {
        Ok(self.at_line(Value::Number(value.to_string())))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Located, E> {
        Ok(self.at_line(Value::Number(value.to_string())))
    }

    fn visit_str<E>(self, value: &str) -> Result<Located, E> {
        Ok(self.at_line(Value::String(value.to_owned())))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Located, A::Error> {
        let line = self.line.get();
        let mut list = Vec::new();
        while let Some(value) = access.next_element_seed(self)? {
            list.push(value);
        }
        let value = Value::List(list);
        Ok(Located { line, value })
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Located, A::Error> {
        let line = self.line.get();
        let mut members: Vec<Member> = Vec::new();
        while let Some(key) = access.next_key::<String>()? {
            let line = self.line.get();
            if members.iter().any(|m| m.key == key) {
                return Err(A::Error::custom(format!("\"{key}\" is given twice here")));
            }
            let value = access.next_value_seed(self)?;
            members.push(Member { key, line, value });
        }
        let value = Value::Object(members);
        Ok(Located { line, value })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_knows_its_line() {
        let json = parse("{\n \"a\": [\n  1\n ,\n  true, \"x\"\n],\n\"b\":\n\n{}}\n").unwrap();
        let Value::Object(members) = json.value else {
            panic!("an object");
        };
        let [a, b] = &members[..] else {
            panic!("two members");
        };
        assert_eq!((a.line, a.value.line), (2, 2));
        let Value::List(list) = &a.value.value else {
            panic!("a list");
        };
        let lines: Vec<usize> = list.iter().map(|v| v.line).collect();
        assert_eq!(lines, [3, 5, 5]);
        assert_eq!((b.line, b.value.line), (7, 9));
    }

    #[test]
    fn errors_of_grammar_have_a_line() {
        let (line, message) = parse("{\n\"a\": 1,\n}").unwrap_err();
        assert_eq!((line, message.as_str()), (3, "trailing comma"));
        let (line, message) = parse("{\"a\": 1,\n\"a\": 2\n}").unwrap_err();
        assert_eq!((line, message.as_str()), (2, "\"a\" is given twice here"));
        assert_eq!(parse("{}\n\n}").unwrap_err().0, 3);
        assert_eq!(parse("").unwrap_err().0, 1);
        let deep = "[".repeat(100_000);
        assert!(parse(&deep).unwrap_err().1.contains("recursion limit"));
    }
}
