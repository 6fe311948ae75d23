//! The public type of an open document: opening it, reading its pages, and writing formats.

mod outline;

use std::fmt;
use std::io::{Read, Write};
use std::path::Path;
use std::sync::Arc;

use crate::convert::{Observer, Options, Pages, Pipeline, Target, missing_page};
use pdfa2hocr_core::blocks::Page;
#[cfg(feature = "browse")]
use pdfa2hocr_core::corrections::Corrections;
use pdfa2hocr_core::diagnostics::{Diagnostic, Result, Warning};
use pdfa2hocr_core::page::DocumentInfo;
#[cfg(feature = "render")]
use pdfa2hocr_core::page::ScanFile;
use pdfa2hocr_core::pdf::Source;
#[cfg(all(feature = "cli", feature = "render"))]
use pdfa2hocr_core::write::PagePicture;
use pdfa2hocr_core::write::{self, Format, Writer};
use pdfa2hocr_core::{locate, structure};

pub use outline::OutlineItem;
pub(crate) use outline::outline_items;

/// An open document: a PDF, the XML of pdfminer's `pdf2txt.py -t xml`, or recognised text.
///
/// It owns its bytes and its [`Options`] and can be shared between threads. Cloning is cheap.
#[derive(Clone)]
pub struct Document {
    pipeline: Arc<Pipeline>,
    warnings: Arc<[Warning]>,
    /// The text that modules printed before the first page.
    printed: Arc<[String]>,
}

impl Document {
    /// Reads a file into memory and opens it. [`Source::map`] maps a file instead.
    ///
    /// # Errors
    ///
    /// As [`Document::with_options`]; and [`DiagnosticKind::File`](crate::DiagnosticKind::File) if the file
    /// cannot be read.
    pub fn open(path: impl AsRef<Path>) -> Result<Self> {
        Self::with_options(&Source::open(path)?, Options::default())
    }

    /// Opens a document in memory.
    ///
    /// # Errors
    ///
    /// As [`Document::with_options`].
    pub fn from_bytes(bytes: impl Into<Vec<u8>>) -> Result<Self> {
        Self::with_options(&Source::from(bytes.into()), Options::default())
    }

    /// Reads all bytes of a reader and opens them as a document.
    ///
    /// # Errors
    ///
    /// As [`Document::with_options`]; and [`DiagnosticKind::File`](crate::DiagnosticKind::File) if reading
    /// fails.
    pub fn read(reader: impl Read) -> Result<Self> {
        Self::with_options(&Source::read(reader)?, Options::default())
    }

    /// Opens a document with [`Options`]: a password, pages, a layout, a mapping, modules and others.
    ///
    /// # Errors
    ///
    /// With the [`DiagnosticKind`](crate::DiagnosticKind)
    ///
    /// - `Password`: it needs a password, or another one;
    /// - `Objects`: no objects can be found in it;
    /// - `Structure`: it has no pages, or, with [`Road::TagsOnly`](crate::Road::TagsOnly), no usable tags;
    /// - `Limit`: its objects cannot be read with bounded memory and work;
    /// - `Argument`: none of the requested pages exists, the mapping is wrong, or no module reads an
    ///   argument;
    /// - `Module`: a module cannot be read, or fails before the first page.
    pub fn with_options(source: &Source, options: Options) -> Result<Self> {
        Self::with_observer(source, options, &mut ())
    }

    /// As [`Document::with_options`], with an observer that receives warnings, also those before an error,
    /// and the output of modules.
    ///
    /// # Errors
    ///
    /// As [`Document::with_options`].
    pub fn with_observer(
        source: &Source,
        options: Options,
        observer: &mut dyn Observer,
    ) -> Result<Self> {
        let mut opening = Opening {
            observer,
            warnings: Vec::new(),
            printed: Vec::new(),
        };
        let pipeline = Pipeline::open(source, options, &mut opening)?;
        Ok(opening.document(pipeline))
    }

    /// The same document with other options, without opening it again. The password and the warnings of
    /// opening stay.
    pub(crate) fn again(&self, options: Options) -> Result<Self> {
        let mut opening = Opening {
            observer: &mut (),
            warnings: Vec::new(),
            printed: Vec::new(),
        };
        let pipeline = self.pipeline.again(options, &mut opening)?;
        Ok(opening.document(pipeline))
    }

    /// The same document with other corrections.
    #[cfg(feature = "browse")]
    pub(crate) fn corrected(&self, corrections: &Arc<Corrections>) -> Self {
        Self {
            pipeline: Arc::new(self.pipeline.with_corrections(corrections)),
            warnings: Arc::clone(&self.warnings),
            printed: Arc::clone(&self.printed),
        }
    }

    /// The text that modules printed before the first page.
    #[cfg(feature = "browse")]
    pub(crate) fn printed(&self) -> &[String] {
        &self.printed
    }

    /// The options of the document.
    pub(crate) fn options(&self) -> &Options {
        self.pipeline.options()
    }

    /// The pipeline, with the objects, fonts and tags of the pages.
    pub(crate) fn pipeline(&self) -> &Pipeline {
        &self.pipeline
    }

    /// The number of pages of the document.
    pub fn page_count(&self) -> u32 {
        self.pipeline.page_count()
    }

    /// The indices of the pages in [`Options::pages`], from 0, in ascending order; all pages if it is `None`.
    pub fn chosen_pages(&self) -> &[u32] {
        &self.pipeline.pages
    }

    /// The metadata: title, author and others, languages, and the file name.
    pub fn info(&self) -> DocumentInfo {
        self.pipeline.describe()
    }

    /// Returns a function that finds the scans of pages that are separate files.
    #[cfg(feature = "render")]
    pub(crate) fn find_scans(
        &self,
    ) -> Box<dyn Fn(u32) -> std::result::Result<ScanFile, String> + Send + Sync> {
        let pipeline = Arc::clone(&self.pipeline);
        Box::new(move |page| pipeline.scan(page))
    }

    /// Width and height of a page as displayed, in points; by its index from 0.
    pub fn page_size(&self, index: u32) -> Option<(f32, f32)> {
        self.pipeline.page_size(index)
    }

    /// The label of a page, such as `xii`; by its index from 0.
    pub fn page_label(&self, index: u32) -> Option<String> {
        self.pipeline.labels.label(index)
    }

    /// The outline of a PDF (ISO 32000-1, 12.3.3) or the labelled divisions of METS: the items of the first
    /// level, with those below.
    pub fn outline(&self) -> Vec<OutlineItem> {
        outline_items(&self.pipeline)
    }

    /// The warnings so far that do not belong to a page: from opening the document, and from the fonts of
    /// pages read.
    pub fn warnings(&self) -> Vec<Warning> {
        let fonts = self.pipeline.fonts.warnings();
        self.warnings.iter().cloned().chain(fonts).collect()
    }

    /// The pages in [`Options::pages`], or all pages, in order.
    ///
    /// They are read ahead by [`Options::jobs`] threads, because a page depends on its neighbours: running
    /// heads recur, and words continue. Each thread holds only a few pages in memory. The pages are those
    /// that the formats write. No page follows an error.
    pub fn pages(&self) -> Pages {
        Pages::start(Arc::clone(&self.pipeline), None)
    }

    /// As [`Document::pages`], with other pages: their indices from 0, in ascending order.
    ///
    /// Reads their neighbours too, as [`Document::page`] does, but each page only once.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::Argument`](crate::DiagnosticKind::Argument) if the document has no such page, or if
    /// the indices do not ascend.
    pub fn pages_at(&self, indices: &[u32]) -> Result<Pages> {
        let count = self.page_count();
        if !indices.is_sorted_by(|a, b| a < b) {
            let why = "the indices of pages must ascend";
            return Err(Diagnostic::argument(why));
        }
        match indices.last().filter(|&&last| last >= count) {
            Some(last) => Err(missing_page(*last, count)),
            None => Ok(Pages::start(
                Arc::clone(&self.pipeline),
                Some(indices.to_vec()),
            )),
        }
    }

    /// Reads one page, by its index from 0, even if it is not in [`Options::pages`].
    ///
    /// Also reads up to four pages before and after it, which decide about running heads and hyphens. If a
    /// module collects from all pages, the whole document is read once. [`Document::pages`] reads each page
    /// once. The page is read completely even if earlier pages would use up the document's
    /// [`Limits`](crate::Limits).
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::Argument`](crate::DiagnosticKind::Argument) if the document has no such page; errors
    /// of a strict module.
    pub fn page(&self, index: u32) -> Result<Page> {
        self.pipeline.page(index)
    }

    /// Writes the pages in one format.
    ///
    /// # Errors
    ///
    /// As [`Document::write_all`].
    pub fn write(&self, format: Format, out: &mut dyn Write) -> Result<()> {
        self.write_all(&mut [Target::new(format, out)], &mut ())
    }

    /// Writes one page of this document as a complete file.
    pub fn written_page(&self, page: &Page, format: Format) -> String {
        let options = &self.options().write;
        write::single(format, &page.mapping, options, &self.info(), page)
    }

    /// Writes the pages in a format of your own.
    ///
    /// # Errors
    ///
    /// As [`Document::write_all`].
    pub fn write_with(&self, writer: &dyn Writer, out: &mut dyn Write) -> Result<()> {
        self.write_all(&mut [Target::with_writer(writer, out)], &mut ())
    }

    /// Writes the pages in several formats, in one pass, and reports the progress to an observer.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::File`](crate::DiagnosticKind::File) if a target cannot be written. A closed target
    /// (a broken pipe) is not an error: the others continue, and if all are closed, writing ends.
    /// [`DiagnosticKind::Module`](crate::DiagnosticKind::Module) if a strict module fails on a page; other
    /// modules cause a warning.
    pub fn write_all(&self, targets: &mut [Target<'_>], observer: &mut dyn Observer) -> Result<()> {
        self.pipeline.write(targets, observer)
    }

    /// Searches the pages for a quotation. Differences in white space, hyphens, case, accents and recognition
    /// errors are ignored; replaced words are not.
    ///
    /// # Errors
    ///
    /// As [`Document::write_all`]; [`DiagnosticKind::Argument`](crate::DiagnosticKind::Argument) if the
    /// quotation has no letters, or more than [`LONGEST_QUOTE`](pdfa2hocr_core::locate::LONGEST_QUOTE).
    pub fn locate(&self, quote: &str, observer: &mut dyn Observer) -> Result<locate::Found> {
        let found = self.locate_all(&[quote], observer)?;
        Ok(found.into_iter().next().unwrap_or_default())
    }

    /// Searches the pages for several quotations, reading each page once.
    ///
    /// # Errors
    ///
    /// As [`Document::locate`].
    pub fn locate_all(
        &self,
        quotes: &[&str],
        observer: &mut dyn Observer,
    ) -> Result<Vec<locate::Found>> {
        let mut all = Vec::new();
        let mut index = self.locate_index(observer)?;
        index.find_each(quotes, &mut |found| {
            all.push(found);
            Ok(())
        })?;
        Ok(all)
    }

    /// Reads the pages for a search.
    pub(crate) fn locate_index(&self, observer: &mut dyn Observer) -> Result<locate::Index> {
        let pages = locate::Pages::default();
        let nowhere = &mut std::io::sink();
        self.write_all(&mut [Target::with_writer(&pages, nowhere)], observer)?;
        Ok(pages.index())
    }

    /// Draws each page as an SVG document, with the decisions of the analysis, the tags and the modules.
    ///
    /// # Errors
    ///
    /// As [`Document::write_all`].
    pub fn explain(&self, out: &mut dyn Write, observer: &mut dyn Observer) -> Result<()> {
        self.pipeline.explain(out, &|_| None, observer)
    }

    /// The same over pictures of the pages, or over the message that replaces one.
    #[cfg(all(feature = "cli", feature = "render"))]
    pub(crate) fn explain_over(
        &self,
        pictures: &(dyn Fn(u32) -> Option<PagePicture> + Sync),
        out: &mut dyn Write,
        observer: &mut dyn Observer,
    ) -> Result<()> {
        self.pipeline.explain(out, pictures, observer)
    }

    /// Writes the structure tree (ISO 32000-1, 14.7.2), one element per line, with the text of the pages in
    /// [`Options::pages`]. Writes nothing for a document without tags.
    ///
    /// # Errors
    ///
    /// As [`Document::write_all`].
    pub fn write_structure(&self, out: &mut dyn Write, observer: &mut dyn Observer) -> Result<()> {
        self.pipeline
            .structure_listing(structure::Listing::text, out, observer)
    }

    /// The same as JSON, with all attributes.
    ///
    /// # Errors
    ///
    /// As [`Document::write_all`].
    pub fn write_structure_json(
        &self,
        out: &mut dyn Write,
        observer: &mut dyn Observer,
    ) -> Result<()> {
        self.pipeline
            .structure_listing(structure::Listing::json, out, observer)
    }

    /// Writes the trees of the pages before and after the last module.
    ///
    /// # Errors
    ///
    /// As [`Document::write_all`].
    pub fn preview_module(&self, out: &mut dyn Write, observer: &mut dyn Observer) -> Result<()> {
        self.pipeline.preview_module(out, observer)
    }
}

impl fmt::Debug for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Document")
            .field("page_count", &self.page_count())
            .finish_non_exhaustive()
    }
}

/// Keeps warnings and output while a document is opened, and passes them to an observer.
struct Opening<'a> {
    observer: &'a mut dyn Observer,
    warnings: Vec<Warning>,
    printed: Vec<String>,
}

impl Opening<'_> {
    fn document(self, pipeline: Pipeline) -> Document {
        Document {
            pipeline: Arc::new(pipeline),
            warnings: self.warnings.into(),
            printed: self.printed.into(),
        }
    }
}

impl Observer for Opening<'_> {
    fn warning(&mut self, warning: &Warning) {
        self.warnings.push(warning.clone());
        self.observer.warning(warning);
    }

    fn printed(&mut self, page: Option<u32>, text: &str) {
        self.printed.push(text.to_owned());
        self.observer.printed(page, text);
    }
}
