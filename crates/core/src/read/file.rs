//! An opened file of recognised text.

use std::borrow::Cow;
use std::sync::Arc;

use super::head::Head;
use super::logical::Heading;
use super::named_images::Reference;
use super::{alto, finereader, tei, text, tsv};
use crate::pdf::Source;

/// Maximum size of a file in bytes: positions in it are 32-bit numbers.
pub(super) const MAX_BYTES: usize = 1 << 30;

/// The data that all pages of a file share, by format.
pub(super) enum Shared {
    #[cfg(feature = "html")]
    Hocr,
    Alto(Arc<alto::Head>),
    Page,
    FineReader(Arc<finereader::Head>),
    Tei(Arc<tei::Head>),
    Tsv(Box<tsv::Columns>),
}

/// An opened file.
pub(super) struct File {
    /// The file's content in UTF-8.
    pub source: Source,
    pub shared: Shared,
    pub head: Head,
    /// Whether the file ends too early.
    pub is_cut: bool,
    /// The images of its page, as the METS file names them.
    pub images: Vec<Reference>,
    /// The label of its page, as the METS file names it.
    pub label: Option<String>,
    /// The divisions that begin on its page, as the METS file names them.
    pub headings: Vec<Heading>,
}

/// The file in UTF-8, without a byte order mark.
pub(super) fn in_utf8(source: &Source) -> Source {
    match text::decode(source.bytes()) {
        Cow::Borrowed(text) if text.len() == source.bytes().len() => source.clone(),
        text => Source::from(text.into_owned().into_bytes()).named(source.name()),
    }
}
