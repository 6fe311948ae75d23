//! Loads damaged or encrypted files with lopdf, and writes them again.

use std::panic::{AssertUnwindSafe, catch_unwind};

use lopdf::{Document, Error, LoadOptions};

use super::Refusal;

/// The document written again, unencrypted and with a correct cross-reference table. `rebuild` means the
/// file's own table is not reliable.
pub(crate) fn rewrite(bytes: &[u8], password: &str, rebuild: bool) -> Result<Vec<u8>, Refusal> {
    // Errors are handled; the guard catches panics of the parser.
    catch_unwind(AssertUnwindSafe(|| load_and_save(bytes, password, rebuild)))
        .unwrap_or(Err(Refusal::Objects))
}

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

fn is_password(error: &Error) -> bool {
    matches!(error, Error::InvalidPassword | Error::Decryption(_))
}
