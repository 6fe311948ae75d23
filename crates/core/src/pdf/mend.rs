//! Repairs and decrypts files that the reader refuses: they are loaded as a whole, rebuilt and written again
//! in memory. As this needs memory for the whole file, it is the last resort. Without the feature `mend`, it
//! always fails.

#[cfg(feature = "mend")]
use std::panic::{AssertUnwindSafe, catch_unwind};

#[cfg(feature = "mend")]
use lopdf::{Document, Error, LoadOptions};

/// Whether this build can repair files.
pub(super) const IS_AVAILABLE: bool = cfg!(feature = "mend");

/// The reason why a file could not be rewritten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// It is encrypted and the password is wrong.
    #[cfg_attr(not(feature = "mend"), expect(dead_code))]
    Password,
    /// No objects can be found in it.
    Objects,
}

/// The document written again, unencrypted and with a correct cross-reference table. `rebuild` means the
/// file's own table is not reliable.
#[cfg(feature = "mend")]
pub(super) fn rewrite(bytes: &[u8], password: &str, rebuild: bool) -> Result<Vec<u8>, Refusal> {
    // Errors are handled; the guard catches panics of the parser.
    catch_unwind(AssertUnwindSafe(|| load_and_save(bytes, password, rebuild)))
        .unwrap_or(Err(Refusal::Objects))
}

#[cfg(feature = "mend")]
fn load_and_save(bytes: &[u8], password: &str, rebuild: bool) -> Result<Vec<u8>, Refusal> {
    let load = |force_reconstruct| {
        Document::load_mem_with_options(
            bytes,
            LoadOptions {
                password: Some(password.to_owned()),
                force_reconstruct,
                ..LoadOptions::default()
            },
        )
    };
    let mut document = match load(rebuild) {
        Ok(document) if !document.get_pages().is_empty() => document,
        Err(error) if is_password(&error) => return Err(Refusal::Password),
        Ok(_) | Err(_) => load(true).map_err(|_| Refusal::Objects)?,
    };
    if document.is_encrypted() && document.decrypt(password).is_err() {
        return Err(Refusal::Password);
    }
    document.encryption_state = None;
    document.trailer.remove(b"Encrypt");
    if document.objects.is_empty() {
        return Err(Refusal::Objects);
    }
    let mut out = Vec::with_capacity(bytes.len());
    document.save_to(&mut out).map_err(|_| Refusal::Objects)?;
    Ok(out)
}

#[cfg(feature = "mend")]
fn is_password(error: &Error) -> bool {
    matches!(error, Error::InvalidPassword | Error::Decryption(_))
}

#[cfg(not(feature = "mend"))]
pub(super) fn rewrite(_: &[u8], _: &str, _: bool) -> Result<Vec<u8>, Refusal> {
    Err(Refusal::Objects)
}

#[cfg(all(test, not(feature = "mend")))]
mod tests {
    use crate::pdf::{Document, Source};

    const PAGE: &str = "%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>> endobj
trailer <</Size 4/Root 1 0 R>>
startxref
0
%%EOF
";

    fn open(file: &str) -> Result<Vec<String>, String> {
        let opened = Document::open(&Source::from(file.as_bytes().to_vec()), "");
        let (document, warnings) = opened.map_err(|e| e.message)?;
        assert_eq!(document.page_count(), 1);
        Ok(warnings.into_iter().map(|w| w.message).collect())
    }

    #[test]
    fn what_only_lopdf_could_read_is_reported() {
        let warnings = open(&format!("{PAGE}4 0 obj <<>> endobj\n")).unwrap();
        assert!(warnings[0].contains("\"mend\""), "{warnings:?}");
        let error = open("%PDF-1.4\nnothing of a document").unwrap_err();
        assert!(error.contains("\"mend\""), "{error}");
    }
}
