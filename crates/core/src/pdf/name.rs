//! The text of names (ISO 32000-1, 7.3.5), which are bytes.

use super::{Dict, Name};

/// The text of a name, with replacement characters for invalid UTF-8.
pub fn name_text(name: &Name<'_>) -> String {
    String::from_utf8_lossy(name).into_owned()
}

/// The text of a name entry.
pub fn name_of(dict: &Dict<'_>, key: &str) -> Option<String> {
    dict.get::<Name<'_>>(key).as_ref().map(name_text)
}
