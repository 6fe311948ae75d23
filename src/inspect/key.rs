//! Names of objects in the listings: number and generation, as `12-0`.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

use pdfa2hocr_core::pdf::ObjectIdentifier;

/// The name of an object, or of an item without object number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Key {
    Trailer,
    /// A direct font dictionary: its row in the listing of fonts, from 0.
    Font(usize),
    Object {
        number: u32,
        generation: i32,
    },
}

impl Key {
    /// The key in listings: of an object, its number and generation as `12 0`.
    pub(super) fn listed(self) -> String {
        match self {
            Self::Object { number, generation } => format!("{number} {generation}"),
            key => key.to_string(),
        }
    }

    /// The object identifier; `None` for items without a number.
    pub(crate) fn id(self) -> Option<ObjectIdentifier> {
        match self {
            Self::Trailer | Self::Font(_) => None,
            Self::Object { number, generation } => Some(ObjectIdentifier::new(number, generation)),
        }
    }
}

impl From<ObjectIdentifier> for Key {
    fn from(id: ObjectIdentifier) -> Self {
        Self::Object {
            number: id.obj_number,
            generation: id.gen_number,
        }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Trailer => f.write_str("trailer"),
            Self::Font(row) => write!(f, "font-{row}"),
            Self::Object { number, generation } => write!(f, "{number}-{generation}"),
        }
    }
}

impl Serialize for Key {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl FromStr for Key {
    type Err = String;

    /// Parses `12-0`, `12`, `font-3` or `trailer`.
    fn from_str(text: &str) -> Result<Self, String> {
        if text == "trailer" {
            return Ok(Self::Trailer);
        }
        if let Some(row) = text.strip_prefix("font-").and_then(|row| row.parse().ok()) {
            return Ok(Self::Font(row));
        }
        let (number, generation) = text.split_once('-').unwrap_or((text, "0"));
        match (number.parse(), generation.parse()) {
            (Ok(number), Ok(generation)) => Ok(Self::Object { number, generation }),
            _ => Err(format!(
                "{text:?} is not an object; write its number, its number and generation as 12-0, or \
                 trailer"
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_as_they_are_written() {
        for text in ["12-0", "7-3", "font-2", "trailer"] {
            assert_eq!(text.parse::<Key>().unwrap().to_string(), text);
        }
        assert_eq!("12".parse::<Key>().unwrap().to_string(), "12-0");
        for wrong in ["", "a", "1-", "-1", "99999999999", "12 0 R"] {
            let why = wrong.parse::<Key>().unwrap_err();
            assert!(why.contains("12-0, or trailer"), "{wrong}: {why}");
        }
    }
}
