//! Reads the encryption dictionary (7.6): which parts of a document are encrypted, and who can open it.

use super::{Dict, Name};

/// The relevant entries of the encryption dictionary.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Encryption {
    /// `Filter`: the security handler.
    pub handler: String,
    /// Whether all streams and strings are encrypted. Otherwise only marked streams and attachments may be.
    pub pages: bool,
    /// Whether attachments have their own encryption (`EFF`).
    pub attachments: bool,
}

impl Encryption {
    pub(super) fn read(dict: &Dict<'_>) -> Self {
        let handler = dict.get::<Name<'_>>("Filter");
        let handler = handler.map(|name| String::from_utf8_lossy(&name).into_owned());
        // Versions below 4 have no crypt filters and encrypt everything (table 20).
        let filters = dict.get::<u8>("V").is_some_and(|version| version >= 4);
        let encrypts = |key: &str| filters && encrypts(dict, key);
        Self {
            handler: handler.unwrap_or_default(),
            pages: !filters || encrypts("StmF") || encrypts("StrF"),
            attachments: encrypts("EFF"),
        }
    }

    /// Whether the document is encrypted for certificates (7.6.5), so that no password opens it.
    pub(super) fn is_public_key(&self) -> bool {
        matches!(
            self.handler.as_str(),
            "Adobe.PubSec" | "Adobe.PPKLite" | "Adobe.PPKMS" | "Entrust.PPKEF"
        )
    }
}

/// Whether the crypt filter that an entry names encrypts. `Identity`, which is the default, does not, nor
/// does one whose `CFM` is `None` (table 25).
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
