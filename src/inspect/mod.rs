//! Lists the parts of a document: fonts, images, objects, content operators, structure and metadata. Each
//! listing is plain data, written as JSON (`serde`) or as text.
//!
//! An [`Inspector`] holds the data that listings share. [`resources`] finds the items named in resource
//! dictionaries of pages, [`usage`] those that pages actually use.

mod colour;
mod columns;
mod drawn;
pub(crate) mod fonts;
pub(crate) mod graphics;
mod image;
pub(crate) mod images;
mod key;
pub(crate) mod metadata;
pub(crate) mod objects;
pub(crate) mod operators;
#[cfg(feature = "browse")]
mod page_sizes;
mod place;
mod resources;
#[cfg(test)]
mod testing;
mod usage;
mod value;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};
use std::time::{Duration, Instant};

use pdfa2hocr_core::budget::Budget;
use pdfa2hocr_core::diagnostics::{Diagnostic, Result, Warning};
use pdfa2hocr_core::font::Fonts;
use pdfa2hocr_core::limits::Limits;
use pdfa2hocr_core::lock::lock;
use pdfa2hocr_core::page_number::PageNumber;
use pdfa2hocr_core::pdf::{self, Document, ObjectIdentifier, OptionalContent};
use pdfa2hocr_core::read::Pdfminer;

pub(crate) use key::Key;
#[cfg(feature = "browse")]
pub(crate) use page_sizes::page_sizes;
use usage::Usage;

/// A document under inspection. It can be shared between threads.
pub(crate) struct Inspector {
    document: Arc<Document>,
    /// Size of the file, in bytes.
    bytes: usize,
    /// The inspected pages, from 0, ascending.
    pages: Vec<u32>,
    limits: Limits,
    fonts: Fonts,
    layers: OptionalContent,
    /// The use of fonts and images found so far.
    usage: Mutex<Usage>,
    objects: OnceLock<Vec<ObjectIdentifier>>,
    /// Cache of listed images.
    images: Mutex<HashMap<ObjectIdentifier, image::Known>>,
}

impl Inspector {
    /// The page with this index, from 0.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::argument`] if the page does not exist.
    fn page(&self, index: u32) -> Result<pdf::Page<'_>> {
        let missing = || format!("there is no page {}", PageNumber::of(index));
        let page = self.document.page(index);
        page.ok_or_else(|| Diagnostic::argument(missing()))
    }

    /// Inspects these pages of a document whose file has `bytes` bytes.
    pub(crate) fn new(document: Arc<Document>, bytes: usize, pages: Vec<u32>) -> Self {
        let limits = Limits::default();
        let budget = |()| Budget::of_document(limits, bytes, document.distinct_page_count());
        Self {
            bytes,
            pages,
            limits,
            fonts: Fonts::new(budget(())),
            layers: OptionalContent::read(&document),
            usage: Mutex::new(Usage::new(budget(()))),
            objects: OnceLock::new(),
            images: Mutex::default(),
            document,
        }
    }

    /// The inspected pages, from 0.
    pub(crate) fn pages(&self) -> &[u32] {
        &self.pages
    }

    /// Returns a budget for one listing.
    fn budget(&self) -> Budget {
        let pages = self.document.distinct_page_count();
        Budget::of_document(self.limits, self.bytes, pages)
    }

    /// Returns the use of fonts and images. Reads further pages for at most the given time; each page is read
    /// once.
    fn usage(&self, time: Duration) -> MutexGuard<'_, Usage> {
        let mut usage = lock(&self.usage);
        let end = Instant::now().checked_add(time);
        let source = usage::Source {
            document: &self.document,
            pages: &self.pages,
            limits: self.limits,
            fonts: &self.fonts,
            layers: &self.layers,
        };
        usage.read(&source, end);
        usage
    }

    /// The numbers of all objects in use, ascending.
    fn objects(&self) -> &[ObjectIdentifier] {
        self.objects.get_or_init(|| self.document.object_ids())
    }
}

/// Opens a document for its listings. Also returns warnings about repairs.
///
/// # Errors
///
/// Those of [`Document::open`]; [`Diagnostic::argument`] for XML of pdfminer, which contains no objects.
pub(crate) fn open(source: &pdf::Source, password: &str) -> Result<(Arc<Document>, Vec<Warning>)> {
    if Pdfminer::recognises(source) {
        let why =
            "this is the XML of pdfminer, and inspect reads PDFs; name the PDF it was made of";
        return Err(Diagnostic::argument(why));
    }
    let (document, warnings) = Document::open(source, password)?;
    Ok((Arc::new(document), warnings))
}

/// A range of entries of a long listing.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Window {
    /// Index of the first entry.
    pub from: usize,
    /// Maximum number of entries.
    pub count: usize,
}

impl Window {
    /// All entries.
    pub(crate) const ALL: Self = Self {
        from: 0,
        count: usize::MAX,
    };

    /// Whether the range contains an entry.
    fn holds(self, index: usize) -> bool {
        index >= self.from && index - self.from < self.count
    }

    /// Returns the entries in the range.
    fn of<T>(self, entries: &[T]) -> &[T] {
        let from = self.from.min(entries.len());
        let to = from.saturating_add(self.count).min(entries.len());
        entries.get(from..to).unwrap_or_default()
    }
}
