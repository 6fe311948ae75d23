//! What of a document is encrypted, and who can open it (7.6).

use super::{Dict, Name};

/// What the encryption dictionary says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Encryption {
    /// `Filter`: who keeps the key.
    pub handler: String,
    /// Streams and strings are encrypted; otherwise only what says so itself, and attachments.
    pub pages: bool,
    /// Attachments are encrypted in a way of their own (`EFF`).
    pub attachments: bool,
}

impl Encryption {
    pub(super) fn read(dict: &Dict<'_>) -> Self {
        let handler = dict.get::<Name<'_>>("Filter");
        let handler = handler.map(|name| String::from_utf8_lossy(&name).into_owned());
        // Crypt filters come with version 4 (table 20); before, everything is encrypted.
        let filters = dict.get::<u8>("V").is_some_and(|version| version >= 4);
        let encrypts = |key: &str| filters && encrypts(dict, key);
        Self {
            handler: handler.unwrap_or_default(),
            pages: !filters || encrypts("StmF") || encrypts("StrF"),
            attachments: encrypts("EFF"),
        }
    }

    /// Whether the key is in the hands of certificates (7.6.5): no password opens it.
    pub(super) fn is_public_key(&self) -> bool {
        matches!(
            self.handler.as_str(),
            "Adobe.PubSec" | "Adobe.PPKLite" | "Adobe.PPKMS" | "Entrust.PPKEF"
        )
    }
}

/// Whether the crypt filter that an entry names does anything. `Identity`, which is assumed when
/// none is named, does not, nor does one whose `CFM` is `None` (table 25).
fn encrypts(dict: &Dict<'_>, key: &str) -> bool {
    let Some(name) = dict
        .get::<Name<'_>>(key)
        .filter(|name| **name != *b"Identity")
    else {
        return false;
    };
    let filters = dict.get::<Dict<'_>>("CF");
    let filter = filters.and_then(|filters| filters.get::<Dict<'_>>(&*name));
    let method = filter.and_then(|filter| filter.get::<Name<'_>>("CFM"));
    method.is_some_and(|method| *method != *b"None")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdf::FromBytes;

    #[test]
    fn crypt_filters_say_what_is_encrypted() {
        let aes = "/CF<</StdCF<</CFM/AESV2>>/Clear<</CFM/None>>>>";
        for (entries, pages, attachments) in [
            ("/V 2".to_owned(), true, false),
            (format!("/V 4{aes}/StmF/StdCF/StrF/StdCF"), true, false),
            (format!("/V 4{aes}/EFF/StdCF"), false, true),
            (
                format!("/V 4{aes}/StmF/Identity/StrF/Identity/EFF/StdCF"),
                false,
                true,
            ),
            (format!("/V 4{aes}/StmF/Clear/StrF/StdCF"), true, false),
            (format!("/V 5{aes}/StmF/Clear/StrF/Clear"), false, false),
        ] {
            let dict = format!("<</Filter/Standard{entries}>>");
            let found = Encryption::read(&Dict::from_bytes(dict.as_bytes()).unwrap());
            assert_eq!(
                (found.pages, found.attachments),
                (pages, attachments),
                "{entries}"
            );
            assert!(!found.is_public_key());
        }
        let dict = Dict::from_bytes(b"<</Filter/Adobe.PubSec/V 4>>").unwrap();
        assert!(Encryption::read(&dict).is_public_key());
    }
}
