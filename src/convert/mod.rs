//! The one pipeline, page by page: source, glyphs, page tree, mapping, writer.

mod frame;
mod in_order;
mod page_list;

use std::io::{self, ErrorKind, Write};
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use crate::content;
use crate::diagnostics::{Diagnostic, Kind, Result, Warning, Warnings};
use crate::font::Fonts;
use crate::layout::columns::ColumnParams;
use crate::layout::{self, LayoutParams};
use crate::limits::Limits;
use crate::line::{self, Segmenter};
use crate::mapping::Mapping;
use crate::model::{self, Content, Detail, Step};
use crate::pdf;
use crate::read::Pdfminer;
use crate::write::{self, Hocr};

pub use frame::{DEFAULT_DPI, Resolution};
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
    /// How pages are divided into columns; `None`: they are not.
    pub columns: Option<ColumnParams>,
    /// The pages that are not divided.
    pub undivided: Option<PageList>,
    /// Cuts words by the rules of a language.
    pub segmenter: Option<Segmenter>,
    pub mapping: Mapping,
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
}

/// A page, ready to be written.
struct Rendered {
    index: u32,
    words: usize,
    text: String,
    warnings: Warnings,
}

/// Converts a document to hOCR. `name` is the input's, for readers of the output; empty when it
/// has none.
///
/// # Errors
///
/// Those of [`pdf::Document::open`]; [`Kind::Argument`] when a page is asked for that is not
/// there; [`Kind::File`] when `out` cannot be written, but not when its reader has gone: a closed
/// pipe ends the conversion quietly.
pub fn convert(
    source: &pdf::Source,
    name: &str,
    options: &Options,
    out: &mut dyn Write,
    observer: &mut dyn Observer,
) -> Result<()> {
    let (input, warnings) = Input::open(source, &options.password)?;
    for warning in &warnings {
        observer.warning(warning);
    }
    let count = u32::try_from(input.page_count()).unwrap_or(u32::MAX);
    let pages = match &options.pages {
        None => (0..count).collect(),
        Some(list) => list
            .of(count)
            .map_err(|why| Diagnostic::new(Kind::Argument, format!("--pages: {why}")))?,
    };
    observer.pages(pages.len());
    let run = Run {
        input,
        fonts: Fonts::new(options.limits),
        layout: LayoutParams {
            segmenter: options.segmenter.as_ref(),
            ..options.layout.clone()
        },
        hocr: Hocr::new(options.mapping.clone(), options.write.clone()),
        options,
    };
    let written = run.write(name, &pages, out, observer);
    for warning in run.fonts.take_warnings() {
        observer.warning(&warning);
    }
    match written {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        Err(error) => Err(Diagnostic::new(
            Kind::File,
            format!("cannot write the output: {error}"),
        )),
        Ok(()) => Ok(()),
    }
}

/// What is converted; told by its content, not by its name.
enum Input {
    Pdf(pdf::Document),
    Pdfminer(Pdfminer),
}

impl Input {
    fn open(source: &pdf::Source, password: &str) -> Result<(Self, Vec<Warning>)> {
        if Pdfminer::recognises(source) {
            return Ok((Self::Pdfminer(Pdfminer::open(source)), Vec::new()));
        }
        let (pdf, warnings) = pdf::Document::open(source, password)?;
        Ok((Self::Pdf(pdf), warnings))
    }

    fn page_count(&self) -> usize {
        match self {
            Self::Pdf(pdf) => pdf.page_count(),
            Self::Pdfminer(xml) => xml.page_count(),
        }
    }
}

/// One conversion: what its pages share.
struct Run<'a> {
    input: Input,
    fonts: Fonts,
    layout: LayoutParams<'a>,
    hocr: Hocr,
    options: &'a Options,
}

impl Run<'_> {
    /// Head, pages in order, tail.
    fn write(
        &self,
        name: &str,
        pages: &[u32],
        out: &mut dyn Write,
        observer: &mut dyn Observer,
    ) -> io::Result<()> {
        let threads = self
            .options
            .jobs
            .or_else(|| std::thread::available_parallelism().ok())
            .map_or(1, NonZeroUsize::get);
        let head = self.hocr.head(&self.describe(name), pages.len());
        out.write_all(head.as_bytes())?;
        let mut done = 0;
        in_order::in_order(
            pages,
            threads,
            |index| self.render(index),
            |page| {
                let (warnings, more) = page.warnings.into_parts();
                for warning in &warnings {
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
                Ok::<_, io::Error>(())
            },
        )?;
        out.write_all(self.hocr.tail().as_bytes())?;
        out.flush()
    }

    /// What is known of the document as a whole.
    fn describe(&self, name: &str) -> model::Document {
        let name = Path::new(name).file_name().unwrap_or_default();
        let mut document = model::Document {
            name: name.to_string_lossy().into_owned(),
            page_count: self.input.page_count(),
            ..model::Document::default()
        };
        if let Input::Pdf(pdf) = &self.input {
            document.metadata = pdf.metadata();
            document.languages = pdf.language().into_iter().collect();
        }
        document
    }

    /// Reads, analyses and writes one page. Should a library panic over it, the page comes out
    /// empty and the others go on.
    fn render(&self, index: u32) -> Rendered {
        let attempt = catch_unwind(AssertUnwindSafe(|| {
            let mut warnings = Warnings::new();
            let page = self.read_page(index, &mut warnings);
            (self.write_page(&page), page, warnings)
        }));
        let (text, page, mut warnings) = attempt.unwrap_or_else(|_| {
            let mut warnings = Warnings::new();
            warnings.push(Diagnostic::new(
                Kind::Page,
                "the page is damaged in a way that stopped its reading; it is written empty",
            ));
            let page = layout::analyse(index, Content::default(), &self.layout);
            (self.write_page(&page), page, warnings)
        });
        warnings.set_page(index);
        Rendered {
            index,
            words: count_words(&page),
            text,
            warnings,
        }
    }

    fn read_page(&self, index: u32, warnings: &mut Warnings) -> model::Page {
        let limits = &self.options.limits;
        let mut content = match &self.input {
            Input::Pdf(pdf) => match pdf.page(index) {
                Some(page) => content::read(&page, &self.fonts, limits, warnings),
                None => Content::default(),
            },
            Input::Pdfminer(xml) => xml.page(index, limits, warnings),
        };
        line::collapse_repeated(&mut content);
        match &self.options.columns {
            Some(columns) if !self.is_undivided(index) => {
                layout::analyse_columns(index, content, &self.layout, columns, warnings)
            }
            _ => layout::analyse(index, content, &self.layout),
        }
    }

    /// Whether the page is one of those that are left out when others are divided.
    fn is_undivided(&self, index: u32) -> bool {
        let list = self.options.undivided.as_ref();
        list.is_some_and(|list| list.contains(index))
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
