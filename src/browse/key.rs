//! Random secrets that protect the server's addresses.

use std::fmt;

use pdfa2hocr_core::diagnostics::{Diagnostic, Result};

/// 128 random bits, in hexadecimal.
#[derive(Clone)]
pub(super) struct Key(String);

impl Key {
    /// Makes a new key.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::file`] if the system provides no random numbers.
    pub(super) fn new() -> Result<Self> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(|error| {
            let message = format!("cannot make a secret address: {error}");
            Diagnostic::file(message)
        })?;
        Ok(Self(bytes.iter().map(|b| format!("{b:02x}")).collect()))
    }

    /// Whether a text equals the key. The time does not depend on the position of the first difference.
    pub(super) fn is(&self, text: &str) -> bool {
        let (own, other) = (self.0.as_bytes(), text.as_bytes());
        let differing = own.iter().zip(other).fold(0, |all, (a, b)| all | (a ^ b));
        own.len() == other.len() && differing == 0
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_itself_only() {
        let (key, other) = (Key::new().unwrap(), Key::new().unwrap());
        let text = key.to_string();
        assert_eq!(text.len(), 32);
        assert!(key.is(&text));
        assert!(!key.is(&other.to_string()));
        for wrong in ["", &text[1..], &format!("{text}0"), &text.to_uppercase()] {
            assert!(!key.is(wrong) || wrong == text, "{wrong}");
        }
    }
}
