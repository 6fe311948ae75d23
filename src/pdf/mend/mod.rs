//! Repairs and decrypts files that the reader refuses: they are loaded as a whole, rebuilt and written again
//! in memory. As this needs memory for the whole file, it is the last resort. Without the feature `mend`, it
//! always fails.

#[cfg(feature = "mend")]
mod with_lopdf;

#[cfg(feature = "mend")]
pub(super) use with_lopdf::rewrite;

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
