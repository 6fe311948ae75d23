//! The one pipeline, page by page: source, glyphs, page tree, mapping, writer.

mod frame;
mod in_order;
mod modules;
mod page_list;

use std::io::{ErrorKind, Write};
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use crate::content;
use crate::diagnostics::{Diagnostic, Kind, Result, Warning, Warnings};
use crate::font::Fonts;
use crate::layout::{self, LayoutParams};
use crate::limits::Limits;
use crate::line::Segmenter;
use crate::mapping::Mapping;
use crate::model::{self, Content, Detail, Step};
use crate::module;
use crate::pdf;
use crate::write::{self, Hocr};

pub use frame::{DEFAULT_DPI, Resolution};
pub use modules::{ModuleOptions, preview};
pub use page_list::PageList;

/// How a document is converted.
pub struct Options {
    /// A user or owner password; empty when there is none.
    pub password: String,
    /// The pages to convert; all when `None`.
    pub pages: Option<PageList>,
    /// Threads; one a processor when `None`.
    pub jobs: Option<NonZeroUsize>,
    pub resolution: Resolution,
    /// Its segmenter is [`Options::segmenter`].
    pub layout: LayoutParams<'static>,
    /// Cuts words by the rules of a language.
    pub segmenter: Option<Segmenter>,
    pub mapping: Mapping,
    /// The user's module.
    pub module: Option<ModuleOptions>,
    pub write: write::Options,
    pub limits: Limits,
}

/// A page that has been written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageDone {
    /// From 0.
    pub index: u32,
    pub words: usize,
    /// How many pages are done with this one.
    pub done: usize,
}

/// Is told how a conversion goes. Everything comes in page order, from one thread.
pub trait Observer {
    /// How many pages will be converted.
    fn pages(&mut self, count: usize);
    fn warning(&mut self, warning: &Warning);
    /// Warnings of one page beyond those that are kept.
    fn more_warnings(&mut self, count: usize);
    fn page_done(&mut self, page: &PageDone);
    /// The module printed this; `page` is the index of the page it was given, if any.
    fn printed(&mut self, page: Option<u32>, text: &str);
}

/// A page, ready to be written.
struct Rendered {
    index: u32,
    words: usize,
    text: String,
    warnings: Warnings,
    printed: Vec<String>,
}

/// Why the writing of pages ended early.
enum Stop {
    Output(std::io::Error),
    Module(Diagnostic),
}

impl From<std::io::Error> for Stop {
    fn from(error: std::io::Error) -> Self {
        Self::Output(error)
    }
}

/// Converts a document to hOCR. `name` is the input's, for readers of the output; empty when it
/// has none.
///
/// # Errors
///
/// Those of [`pdf::Document::open`]; [`Kind::Argument`] when a page is asked for that is not
/// there; [`Kind::Module`] when the module cannot be begun, or fails and is strict: on a page
/// that is a warning otherwise; [`Kind::File`] when `out` cannot be written, but not when its reader has gone: a closed
/// pipe ends the conversion quietly.
pub fn convert(
    source: &pdf::Source,
    name: &str,
    options: &Options,
    out: &mut dyn Write,
    observer: &mut dyn Observer,
) -> Result<()> {
    let (run, pages) = Run::begin(source, name, options, observer)?;
    observer.pages(pages.len());
    let written = run.write(name, &pages, out, observer);
    for warning in run.fonts.take_warnings() {
        observer.warning(&warning);
    }
    match written {
        Err(Stop::Output(error)) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        Err(Stop::Output(error)) => Err(Diagnostic::new(
            Kind::File,
            format!("cannot write the output: {error}"),
        )),
        Err(Stop::Module(error)) => Err(error),
        Ok(()) => Ok(()),
    }
}

/// One conversion: what its pages share.
struct Run<'a> {
    pdf: pdf::Document,
    fonts: Fonts,
    layout: LayoutParams<'a>,
    hocr: Hocr,
    module: Option<module::Ready>,
    /// What the module has seen of all pages.
    collected: Option<module::Collected>,
    options: &'a Options,
}

impl<'a> Run<'a> {
    /// Opens the document, and has the module look at it. Also the pages to be converted.
    fn begin(
        source: &pdf::Source,
        name: &str,
        options: &'a Options,
        observer: &mut dyn Observer,
    ) -> Result<(Self, Vec<u32>)> {
        let (pdf, warnings) = pdf::Document::open(source, &options.password)?;
        for warning in &warnings {
            observer.warning(warning);
        }
        let count = u32::try_from(pdf.page_count()).unwrap_or(u32::MAX);
        let pages = match &options.pages {
            None => (0..count).collect(),
            Some(list) => list
                .of(count)
                .map_err(|why| Diagnostic::new(Kind::Argument, format!("--pages: {why}")))?,
        };
        let mut run = Run {
            pdf,
            fonts: Fonts::new(options.limits),
            layout: LayoutParams {
                segmenter: options.segmenter.as_ref(),
                ..options.layout.clone()
            },
            hocr: Hocr::new(options.mapping.clone(), options.write.clone()),
            module: None,
            collected: None,
            options,
        };
        run.begin_module(name, observer)?;
        Ok((run, pages))
    }

    fn threads(&self) -> usize {
        self.options
            .jobs
            .or_else(|| std::thread::available_parallelism().ok())
            .map_or(1, NonZeroUsize::get)
    }

    /// Head, pages in order, tail.
    fn write(
        &self,
        name: &str,
        pages: &[u32],
        out: &mut dyn Write,
        observer: &mut dyn Observer,
    ) -> std::result::Result<(), Stop> {
        let head = self.hocr.head(&self.describe(name), pages.len());
        out.write_all(head.as_bytes())?;
        let mut done = 0;
        in_order::in_order(
            pages,
            self.threads(),
            |index| self.render(index),
            |page| {
                for text in &page.printed {
                    observer.printed(Some(page.index), text);
                }
                let (warnings, more) = page.warnings.into_parts();
                for warning in &warnings {
                    self.stop_if_strict(warning)?;
                    observer.warning(warning);
                }
                if more > 0 {
                    observer.more_warnings(more);
                }
                out.write_all(page.text.as_bytes())?;
                done += 1;
                observer.page_done(&PageDone {
                    index: page.index,
                    words: page.words,
                    done,
                });
                Ok::<_, Stop>(())
            },
        )?;
        out.write_all(self.hocr.tail().as_bytes())?;
        out.flush()?;
        Ok(())
    }

    /// What is known of the document as a whole.
    fn describe(&self, name: &str) -> model::Document {
        let name = Path::new(name).file_name().unwrap_or_default();
        model::Document {
            name: name.to_string_lossy().into_owned(),
            metadata: self.pdf.metadata(),
            languages: self.pdf.language().into_iter().collect(),
            page_count: self.pdf.page_count(),
        }
    }

    /// Reads, analyses and writes one page, with the module in between. Should a library panic over
    /// it, the page comes out empty and the others go on.
    fn render(&self, index: u32) -> Rendered {
        let mut warnings = Warnings::new();
        let page = self.try_read(index, &mut warnings);
        let (page, printed) = self.run_module(page, &mut warnings);
        let attempt = catch_unwind(AssertUnwindSafe(|| self.write_page(&page)));
        let (text, page) = match attempt {
            Ok(text) => (text, page),
            Err(_) => {
                let page = self.empty_page(index, &mut warnings);
                (self.write_page(&page), page)
            }
        };
        warnings.set_page(index);
        Rendered {
            index,
            words: count_words(&page),
            text,
            warnings,
            printed,
        }
    }

    /// Reads and analyses one page, which comes out empty should a library panic over it.
    fn try_read(&self, index: u32, warnings: &mut Warnings) -> model::Page {
        let attempt = catch_unwind(AssertUnwindSafe(|| {
            let mut warnings = Warnings::new();
            (self.read_page(index, &mut warnings), warnings)
        }));
        match attempt {
            Ok((page, read)) => {
                *warnings = read;
                page
            }
            Err(_) => self.empty_page(index, warnings),
        }
    }

    fn empty_page(&self, index: u32, warnings: &mut Warnings) -> model::Page {
        *warnings = Warnings::new();
        warnings.push(Diagnostic::new(
            Kind::Page,
            "the page is damaged in a way that stopped its reading; it is written empty",
        ));
        layout::analyse(index, Content::default(), &self.layout)
    }

    fn read_page(&self, index: u32, warnings: &mut Warnings) -> model::Page {
        let content = match self.pdf.page(index) {
            Some(page) => content::read(&page, &self.fonts, &self.options.limits, warnings),
            None => Content::default(),
        };
        layout::analyse(index, content, &self.layout)
    }

    fn write_page(&self, page: &model::Page) -> String {
        let frame = frame::frame(&page.content, self.options.resolution);
        self.hocr.page(page, &frame)
    }
}

fn count_words(page: &model::Page) -> usize {
    let is_word = |step: &Step| match step {
        Step::Enter(id) => matches!(page.tree[*id].detail, Detail::Word(_)),
        Step::Leave(_) => false,
    };
    page.tree.walk(page.tree.root()).filter(is_word).count()
}
