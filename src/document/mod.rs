//! A document: opened, its pages walked, formats written.

mod outline;

use std::fmt;
use std::io::{Read, Write};
use std::path::Path;
use std::sync::Arc;

use crate::convert::{Observer, Options, Pages, Pipeline, Target, missing_page};
use crate::diagnostics::{Diagnostic, DiagnosticKind, Result, Warning};
use crate::locate;
use crate::model::DocumentInfo;
#[cfg(feature = "render")]
use crate::model::ScanFile;
use crate::pdf::Source;
use crate::structure;
#[cfg(all(feature = "cli", feature = "render"))]
use crate::write::PagePicture;
use crate::write::{self, Format, Page, Writer};

pub use outline::OutlineItem;
pub(crate) use outline::outline_items;

/// An open document: a PDF, or what pdfminer's `pdf2txt.py -t xml` made of one.
///
/// It owns its bytes and its [`Options`], can be shared between threads, and costs little to clone.
#[derive(Clone)]
pub struct Document {
    pipeline: Arc<Pipeline>,
    warnings: Arc<[Warning]>,
    /// What modules printed before the first page.
    printed: Arc<[String]>,
}

impl Document {
    /// Reads a file into memory and opens it. [`Source::map`] maps one instead.
    ///
    /// # Errors
    ///
    /// As [`Document::with_options`]; and [`DiagnosticKind::File`](crate::DiagnosticKind::File) when
    /// the file cannot be read.
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

    /// Reads everything there is and opens it.
    ///
    /// # Errors
    ///
    /// As [`Document::with_options`]; and [`DiagnosticKind::File`](crate::DiagnosticKind::File) when
    /// reading fails.
    pub fn read(reader: impl Read) -> Result<Self> {
        Self::with_options(&Source::read(reader)?, Options::default())
    }

    /// Opens a document with a password, pages, a layout, a mapping, modules: all that [`Options`]
    /// has.
    ///
    /// # Errors
    ///
    /// With the [`DiagnosticKind`](crate::DiagnosticKind)
    ///
    /// - `Password`: it needs a password, or another one;
    /// - `Objects`: no objects can be found in it;
    /// - `Structure`: it has no pages, or, with [`Road::TagsOnly`](crate::Road::TagsOnly), no tags
    ///   that can be used;
    /// - `Limit`: its objects cannot be read with bounded memory and work;
    /// - `Argument`: none of the pages asked for is there, the mapping is wrong, or no module reads an
    ///   argument;
    /// - `Module`: a module cannot be read, or fails before the first page.
    pub fn with_options(source: &Source, options: Options) -> Result<Self> {
        Self::with_observer(source, options, &mut ())
    }

    /// As [`Document::with_options`], with someone who hears of the warnings, also those before an
    /// error, and of what the module prints.
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
        Ok(Self {
            pipeline: Arc::new(pipeline),
            warnings: opening.warnings.into(),
            printed: opening.printed.into(),
        })
    }

    /// The same document with other options. It is not opened again: the password stays, and so do
    /// the warnings of opening.
    ///
    /// # Errors
    ///
    /// Those of [`Document::with_options`] that are about the options.
    pub(crate) fn again(&self, options: Options) -> Result<Self> {
        let mut opening = Opening {
            observer: &mut (),
            warnings: Vec::new(),
            printed: Vec::new(),
        };
        let pipeline = self.pipeline.again(options, &mut opening)?;
        Ok(Self {
            pipeline: Arc::new(pipeline),
            warnings: opening.warnings.into(),
            printed: opening.printed.into(),
        })
    }

    /// What modules printed before the first page.
    #[cfg(feature = "browse")]
    pub(crate) fn printed(&self) -> &[String] {
        &self.printed
    }

    /// How it is read and written.
    pub(crate) fn options(&self) -> &Options {
        self.pipeline.options()
    }

    /// The objects, fonts and tags that pages are made of.
    pub(crate) fn pipeline(&self) -> &Pipeline {
        &self.pipeline
    }

    /// How many pages the document has.
    pub fn page_count(&self) -> u32 {
        self.pipeline.page_count()
    }

    /// The pages that [`Options::pages`] names, all without it: their indices from 0, which ascend.
    pub fn chosen_pages(&self) -> &[u32] {
        self.pipeline.chosen_pages()
    }

    /// Title, author and their like, languages, the name of the file.
    pub fn info(&self) -> DocumentInfo {
        self.pipeline.describe()
    }

    /// Finds the scans of pages that are files of their own.
    #[cfg(feature = "render")]
    pub(crate) fn find_scans(
        &self,
    ) -> Box<dyn Fn(u32) -> std::result::Result<ScanFile, String> + Send + Sync> {
        let pipeline = Arc::clone(&self.pipeline);
        Box::new(move |page| pipeline.scan(page))
    }

    /// Width and height of a page as it is shown, in points, by its index from 0.
    pub fn page_size(&self, index: u32) -> Option<(f32, f32)> {
        self.pipeline.page_size(index)
    }

    /// The outline (ISO 32000-1, 12.3.3): the items of the first level, with those below.
    pub fn outline(&self) -> Vec<OutlineItem> {
        self.pipeline
            .pdf()
            .map(|pdf| outline_items(pdf))
            .unwrap_or_default()
    }

    /// What went wrong so far that belongs to no page: while the document was opened, and with the
    /// fonts of the pages that have been read.
    pub fn warnings(&self) -> Vec<Warning> {
        let fonts = self.pipeline.font_warnings();
        self.warnings.iter().cloned().chain(fonts).collect()
    }

    /// The pages, or those that [`Options::pages`] names, in their order.
    ///
    /// They are read ahead, by [`Options::jobs`] threads, as what a page is depends on its neighbours:
    /// running heads repeat, words go on. A few pages a thread are held, however many there are. Each
    /// page is what the formats write; after an error there are no more.
    pub fn pages(&self) -> Pages {
        Pages::start(Arc::clone(&self.pipeline), None)
    }

    /// As [`Document::pages`], of other pages: by their indices from 0, which ascend.
    ///
    /// It reads what is around them, as [`Document::page`] does, and each of these pages once.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::Argument`](crate::DiagnosticKind::Argument) when the document has no such page,
    /// or they do not ascend.
    pub fn pages_at(&self, indices: &[u32]) -> Result<Pages> {
        let count = self.page_count();
        let ascend = indices.windows(2).all(|pair| pair.first() < pair.last());
        if !ascend {
            let why = "the indices of pages must ascend";
            return Err(Diagnostic::new(DiagnosticKind::Argument, why));
        }
        match indices.last().filter(|&&last| last >= count) {
            Some(last) => Err(missing_page(*last, count)),
            None => Ok(Pages::start(
                Arc::clone(&self.pipeline),
                Some(indices.to_vec()),
            )),
        }
    }

    /// One page, by its index from 0, also one that [`Options::pages`] does not name.
    ///
    /// It costs the reading of up to four pages before it and four behind it, which decide about its
    /// running heads and its hyphens; and with a module that collects from all pages, once the reading
    /// of the whole document. [`Document::pages`] reads each page once. Where pages before it would leave
    /// little of what the document may decode ([`Limits`](crate::Limits)), it comes out whole
    /// nevertheless.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::Argument`](crate::DiagnosticKind::Argument) when the document has no such
    /// page; those of a strict module.
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

    /// One page of this document in a format, as a file of its own.
    pub fn written_page(&self, page: &Page, format: Format) -> String {
        let options = &self.options().write;
        let writer = format.writer(&page.mapping, options);
        write::single(&*writer, &self.info(), page)
    }

    /// Writes the pages in a format of your own.
    ///
    /// # Errors
    ///
    /// As [`Document::write_all`].
    pub fn write_with(&self, writer: &dyn Writer, out: &mut dyn Write) -> Result<()> {
        self.write_all(&mut [Target::with_writer(writer, out)], &mut ())
    }

    /// Writes the pages in several formats, in one pass, and lets an observer hear how it goes.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::File`](crate::DiagnosticKind::File) when a target cannot be written. One whose
    /// reader has gone (a broken pipe) is no error: the others are written on, and without any this
    /// ends. [`DiagnosticKind::Module`](crate::DiagnosticKind::Module) when a strict module fails on a
    /// page; one that is not strict gives a warning.
    pub fn write_all(&self, targets: &mut [Target<'_>], observer: &mut dyn Observer) -> Result<()> {
        self.pipeline.write(targets, observer)
    }

    /// Looks for a quotation in the pages: white space, hyphens, case, accents and slips of programs that
    /// recognise text do not count, but a word in place of another does.
    ///
    /// # Errors
    ///
    /// As [`Document::write_all`]; [`DiagnosticKind::Argument`](crate::DiagnosticKind::Argument) when the
    /// quotation has no letters, or more than
    /// [`LONGEST_QUOTE`](crate::locate::LONGEST_QUOTE).
    pub fn locate(&self, quote: &str, observer: &mut dyn Observer) -> Result<locate::Found> {
        let found = self.locate_all(&[quote], observer)?;
        Ok(found.into_iter().next().unwrap_or_default())
    }

    /// Looks for many quotations, and reads the pages once.
    ///
    /// # Errors
    ///
    /// As [`Document::locate`].
    pub fn locate_all(
        &self,
        quotes: &[&str],
        observer: &mut dyn Observer,
    ) -> Result<Vec<locate::Found>> {
        let pages = locate::Pages::default();
        let nowhere = &mut std::io::sink();
        self.write_all(&mut [Target::with_writer(&pages, nowhere)], observer)?;
        let index = pages.index();
        quotes.iter().map(|quote| index.find(quote)).collect()
    }

    /// Draws the pages as SVG, one drawing a page, with what the analysis, the tags and the module
    /// decided over them.
    ///
    /// # Errors
    ///
    /// As [`Document::write_all`].
    pub fn explain(&self, out: &mut dyn Write, observer: &mut dyn Observer) -> Result<()> {
        self.pipeline.explain(out, &|_| None, observer)
    }

    /// The same over pictures of the pages, or with what is said instead of one.
    #[cfg(all(feature = "cli", feature = "render"))]
    pub(crate) fn explain_over(
        &self,
        pictures: &(dyn Fn(u32) -> Option<PagePicture> + Sync),
        out: &mut dyn Write,
        observer: &mut dyn Observer,
    ) -> Result<()> {
        self.pipeline.explain(out, pictures, observer)
    }

    /// Writes the structure tree (ISO 32000-1, 14.7.2), an element a line, with the text of the pages
    /// in [`Options::pages`]; nothing for a document without tags.
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

    /// Writes the trees of the pages as they are without the last module, and as it leaves them.
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

/// Keeps what is heard while a document is opened, and passes everything on.
struct Opening<'a> {
    observer: &'a mut dyn Observer,
    warnings: Vec<Warning>,
    printed: Vec<String>,
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
