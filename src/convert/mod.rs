//! The one pipeline, page by page: source, glyphs, page tree, mapping, writer.

mod explain;
mod frame;
mod images;
mod in_order;
mod input;
mod modules;
mod needs_ocr;
mod outputs;
mod page_summary;
mod passes;
mod shown;
mod tags;
mod window;

use std::collections::HashMap;
use std::io::{self, ErrorKind, Write};
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use crate::budget::{Account, Budget};
use crate::content;
use crate::diagnostics::{Diagnostic, DiagnosticKind, Result, Warning, Warnings, io_reason};
use crate::font::Fonts;
use crate::geometry::Matrix;
use crate::layout::columns::ColumnParams;
use crate::layout::{self, LayoutParams};
use crate::limits::Limits;
use crate::line::{self, Segmenter};
use crate::mapping::Mapping;
use crate::model::{self, Content, Own, PageList};
use crate::module;
use crate::normalize::{Form, normalize};
use crate::pdf::{self, PageLabels};
use crate::structure::{TaggedPage, Tags};
use crate::write::{self, PageFrame, PageImage, Writer, WrittenPage};

use in_order::Workers;
use input::Input;
use outputs::Outputs;
use passes::Analysed;

pub use explain::explain;
pub use frame::{DEFAULT_DPI, Resolution};
pub use images::Images;
pub use modules::{ModuleOptions, preview};
pub use outputs::{Spool, Target};

/// Where the reading order comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Road {
    /// From the tags; without any that can be used, from the geometry, with a warning.
    #[default]
    Tags,
    /// From the tags, or not at all.
    TagsOnly,
    /// From the geometry of the page.
    Geometry,
}

/// How a document is converted.
pub struct Options {
    pub road: Road,
    /// A user or owner password; empty when there is none.
    pub password: String,
    /// The pages to convert; all when `None`.
    pub pages: Option<PageList>,
    /// Threads; one a processor when `None`.
    pub jobs: Option<NonZeroUsize>,
    pub resolution: Resolution,
    /// Where the scans of pages are saved, if they are. Then [`Options::resolution`] is that of
    /// other pages.
    pub images: Option<Box<dyn Images>>,
    /// For what has no tags. Lines and words of elements are made by its margins too. Its
    /// segmenter is [`Options::segmenter`].
    pub layout: LayoutParams<'static>,
    /// What form of Unicode words are put into.
    pub normalize: Form,
    /// Keep text that cannot be seen ([`content::read`]).
    pub all_text: bool,
    /// How pages are divided into columns; `None`: they are not.
    pub columns: Option<ColumnParams>,
    /// The pages that are not divided.
    pub undivided: Option<PageList>,
    /// Cuts words by the rules of a language.
    pub segmenter: Option<Segmenter>,
    /// The name of a mapping that is built in, or the path of one: `tagged` or `layout`, by where
    /// the reading order comes from, when `None`.
    pub mapping: Option<String>,
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
    /// How many words were written, in the first of the formats.
    pub words: usize,
    /// How many pages are done with this one.
    pub done: usize,
    /// It is an image without text.
    pub needs_ocr: bool,
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
    needs_ocr: bool,
    /// One a format; or why the page's scan could not be saved.
    written: Result<Vec<WrittenPage>>,
    warnings: Warnings,
    printed: Vec<String>,
}

/// Why the writing of pages ended early.
enum Stop {
    Output(std::io::Error),
    Failed(Diagnostic),
}

impl From<std::io::Error> for Stop {
    fn from(error: std::io::Error) -> Self {
        Self::Output(error)
    }
}

/// Converts a document, to all targets in one pass. `name` is the input's, for readers of the
/// output; empty when it has none.
///
/// # Errors
///
/// Those of [`pdf::Document::open`]; [`DiagnosticKind::Argument`] when a page is asked for that is not
/// there; [`DiagnosticKind::Structure`] when there are no tags that can be used, with [`Road::TagsOnly`];
/// [`DiagnosticKind::Module`] when the module cannot be begun, or fails and is strict: on a page that is a
/// warning otherwise; [`DiagnosticKind::File`] when a target cannot be written, but not when its reader has
/// gone: the others are written on, and without any the conversion ends quietly.
pub fn convert(
    source: &pdf::Source,
    name: &str,
    options: &Options,
    targets: &mut [Target<'_>],
    observer: &mut dyn Observer,
) -> Result<()> {
    let (run, pages) = Run::begin(source, name, options, observer)?;
    let written = run.write(&pages, targets, observer);
    run.finish(written, observer)
}

/// Writes the structure tree as text, an element a line ([`Tags::structure_text`]); texts are those of the
/// pages in [`Options::pages`].
///
/// # Errors
///
/// As [`convert`] with [`Road::TagsOnly`].
pub fn structure_text(
    source: &pdf::Source,
    options: &Options,
    out: &mut dyn Write,
    observer: &mut dyn Observer,
) -> Result<()> {
    let (run, pages) = Run::new(source, "", options, observer)?;
    observer.pages(pages.len());
    let written = run
        .write_structure(&pages, out, observer)
        .map_err(Stop::Output);
    run.finish(written, observer)
}

fn result(written: std::result::Result<(), Stop>) -> Result<()> {
    match written {
        Err(Stop::Output(error)) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        Err(Stop::Output(error)) => Err(Diagnostic::new(
            DiagnosticKind::File,
            format!("cannot write the output: {}", io_reason(&error)),
        )),
        Err(Stop::Failed(error)) => Err(error),
        Ok(()) => Ok(()),
    }
}

/// One conversion: what its pages share.
struct Run<'a> {
    /// The input's file name; empty when it has none.
    name: String,
    input: Input,
    /// How the document counts its pages.
    labels: PageLabels,
    fonts: Fonts,
    /// Of the scans that are saved.
    scans: Budget,
    /// Bytes of the file.
    bytes: usize,
    layers: pdf::OptionalContent,
    layout: LayoutParams<'a>,
    tags: Option<Tags>,
    mapping: Arc<Mapping>,
    /// Which the module is told.
    mapping_name: String,
    module: Option<module::Ready>,
    workers: Workers,
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
        let (mut run, pages) = Self::new(source, name, options, observer)?;
        run.begin_module(observer)?;
        observer.pages(pages.len());
        Ok((run, pages))
    }

    /// Opens the document, and tells which of its pages are to be read.
    fn new(
        source: &pdf::Source,
        name: &str,
        options: &'a Options,
        observer: &mut dyn Observer,
    ) -> Result<(Self, Vec<u32>)> {
        let (input, warnings) = Input::open(source, &options.password)?;
        for warning in &warnings {
            observer.warning(warning);
        }
        let (bytes, distinct) = (source.bytes().len(), input.distinct_page_count());
        let count = u32::try_from(input.page_count()).unwrap_or(u32::MAX);
        let pages = match &options.pages {
            None => (0..count).collect(),
            Some(list) => list.of(count).map_err(|why| {
                Diagnostic::new(DiagnosticKind::Argument, format!("--pages: {why}"))
            })?,
        };
        for (option, list) in [
            ("--pages", &options.pages),
            ("--ignore-pages", &options.undivided),
        ] {
            if let Some(why) = list.as_ref().and_then(|list| list.beyond(count)) {
                observer.warning(&Diagnostic::new(
                    DiagnosticKind::Page,
                    format!("{option}: {why}"),
                ));
            }
        }
        let tags = match &input {
            Input::Pdf(pdf) => tags::read(pdf, options.road, observer)?,
            Input::Pdfminer(_) => None,
        };
        let layers = match &input {
            Input::Pdf(pdf) => pdf::OptionalContent::read(pdf),
            Input::Pdfminer(_) => pdf::OptionalContent::default(),
        };
        let default = if tags.is_some() { "tagged" } else { "layout" };
        let mapping = options.mapping.as_deref().unwrap_or(default);
        let name = Path::new(name).file_name().unwrap_or_default();
        let run = Self {
            name: name.to_string_lossy().into_owned(),
            labels: match &input {
                Input::Pdf(pdf) => PageLabels::read(pdf),
                Input::Pdfminer(_) => PageLabels::default(),
            },
            input,
            fonts: Fonts::new(Budget::of_document(options.limits, bytes, distinct)),
            scans: Budget::new(options.limits, options.limits.of_scans(bytes, distinct)),
            bytes,
            layers,
            layout: LayoutParams {
                segmenter: options.segmenter.as_ref(),
                ..options.layout.clone()
            },
            tags,
            module: None,
            mapping: Arc::new(Mapping::named(mapping)?),
            mapping_name: mapping.to_owned(),
            workers: Workers::new(threads(options.jobs)),
            options,
        };
        Ok((run, pages))
    }

    /// Tells of the fonts, and how it went.
    fn finish(
        &self,
        written: std::result::Result<(), Stop>,
        observer: &mut dyn Observer,
    ) -> Result<()> {
        for warning in self.fonts.take_warnings() {
            observer.warning(&warning);
        }
        result(written)
    }

    /// Heads, pages in order, tails.
    fn write(
        &self,
        pages: &[u32],
        targets: &mut [Target<'_>],
        observer: &mut dyn Observer,
    ) -> std::result::Result<(), Stop> {
        let write = &self.options.write;
        let writers: Vec<Box<dyn Writer>> = targets
            .iter()
            .map(|target| target.format.writer(&self.mapping, write))
            .collect();
        let document = self.describe();
        let mut outputs = Outputs::begin(&writers, targets, &document, pages.len())?;
        let mut done = 0;
        let mut needs_ocr = Vec::new();
        self.each_page(
            pages,
            observer,
            |page, collected| self.render(page, collected, &writers),
            |observer, page| {
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
                let written = page.written.map_err(Stop::Failed)?;
                outputs.page(&written)?;
                done += 1;
                if page.needs_ocr {
                    needs_ocr.push(page.index);
                }
                observer.page_done(&PageDone {
                    index: page.index,
                    words: written.first().map_or(0, |first| first.words),
                    done,
                    needs_ocr: page.needs_ocr,
                });
                Ok(())
            },
        )?;
        if !needs_ocr.is_empty() {
            let message = needs_ocr::message(&needs_ocr);
            observer.warning(&Diagnostic::new(DiagnosticKind::NeedsOcr, message));
        }
        outputs.finish()?;
        Ok(())
    }

    /// What is known of the document as a whole.
    fn describe(&self) -> model::Document {
        let mut document = model::Document {
            name: self.name.clone(),
            page_count: self.input.page_count(),
            ..model::Document::default()
        };
        if let Input::Pdf(pdf) = &self.input {
            document.metadata = pdf.metadata();
            document.languages = pdf.language().into_iter().collect();
        }
        document
    }

    /// Runs the module on a page and writes it. Should a library panic over it, the page comes out
    /// empty and the others go on.
    fn render(
        &self,
        analysed: Analysed,
        collected: Option<&module::Collected>,
        writers: &[Box<dyn Writer>],
    ) -> Rendered {
        let Analysed { page, mut warnings } = analysed;
        let index = page.index;
        let needs_ocr = needs_ocr::needs_ocr(&page.content);
        let (page, printed) = self.run_module(page, collected, &mut warnings);
        let attempt = catch_unwind(AssertUnwindSafe(|| {
            self.write_page(&page, writers, &mut warnings)
        }));
        let written = attempt.unwrap_or_else(|_| {
            let page = self.empty_page(index, &mut warnings);
            self.write_page(&page, writers, &mut warnings)
        });
        warnings.set_page(index);
        Rendered {
            index,
            needs_ocr,
            written,
            warnings,
            printed,
        }
    }

    /// An account for reading pages once.
    fn account(&self) -> Arc<Account> {
        let pages = self.input.distinct_page_count();
        Account::new(self.options.limits, self.bytes, pages)
    }

    /// Reads and analyses one page, which comes out empty should a library panic over it.
    fn analyse(&self, index: u32, budget: &Budget) -> Analysed {
        let attempt = catch_unwind(AssertUnwindSafe(|| {
            let mut warnings = Warnings::new();
            let page = self.read_page(index, budget, &mut warnings);
            Analysed { page, warnings }
        }));
        attempt.unwrap_or_else(|_| {
            let mut warnings = Warnings::new();
            let page = self.empty_page(index, &mut warnings);
            Analysed { page, warnings }
        })
    }

    fn empty_page(&self, index: u32, warnings: &mut Warnings) -> model::Page {
        *warnings = Warnings::new();
        warnings.push(Diagnostic::new(
            DiagnosticKind::Page,
            "the page is damaged in a way that stopped its reading; it is written empty",
        ));
        layout::analyse(index, Content::default(), &self.layout)
    }

    /// A page for which the pages before it have left nothing of the document's budget. It has what
    /// every page may have.
    fn beyond_budget(&self, index: u32, account: &Account) -> Analysed {
        let budget = self.least_budget();
        let mut analysed = self.analyse(index, &budget);
        if budget.is_cut() {
            analysed.warnings.push_first(beyond_budget(account));
        }
        analysed
    }

    fn least_budget(&self) -> Budget {
        let limits = self.options.limits;
        Budget::new(limits, limits.page_least_bytes)
    }

    fn shown(&self) -> content::Shown<'_> {
        content::Shown {
            all_text: self.options.all_text,
            layers: &self.layers,
        }
    }

    fn read_content(&self, index: u32, budget: &Budget, warnings: &mut Warnings) -> Content {
        let mut content = match &self.input {
            Input::Pdf(pdf) => match pdf.page(index) {
                Some(page) => content::read(&page, &self.fonts, self.shown(), budget, warnings),
                None => Content::default(),
            },
            Input::Pdfminer(xml) => xml.page(index, budget, warnings),
        };
        line::settle_marks(&mut content);
        line::collapse_repeated(&mut content);
        line::turn_stacked(&mut content);
        content
    }

    fn read_page(&self, index: u32, budget: &Budget, warnings: &mut Warnings) -> model::Page {
        let content = self.read_content(index, budget, warnings);
        let mut page = match (&self.input, &self.tags, &self.options.columns) {
            (Input::Pdf(pdf), Some(tags), _) => self.tagged_page(pdf, tags, index, content),
            (_, _, Some(columns)) if !self.is_undivided(index) => {
                layout::analyse_columns(index, content, &self.layout, columns, warnings)
            }
            _ => layout::analyse(index, content, &self.layout),
        };
        line::logical::put_in_logical_order(&mut page);
        normalize(&mut page, self.options.normalize);
        if let Some(label) = self.labels.label(index) {
            let root = page.tree.root();
            page.tree[root].add_attribute(Own::Label, label);
        }
        page
    }

    /// Whether running heads are found by the pages around: not where tags mark them, where pages
    /// are divided by the user's wish, or grouped as pdfminer does.
    fn marks_running(&self) -> bool {
        self.tags.is_none()
            && self.options.columns.is_none()
            && self.options.layout.method == layout::Method::Regions
    }

    /// Whether the page is one of those that are left out when others are divided.
    fn is_undivided(&self, index: u32) -> bool {
        let list = self.options.undivided.as_ref();
        list.is_some_and(|list| list.contains(index))
    }

    /// A page by its tags. What they leave out is analysed on its own and stands at the end; where that
    /// is nearly all of the text, all of it is analysed together.
    fn tagged_page(
        &self,
        pdf: &pdf::Document,
        tags: &Tags,
        index: u32,
        content: Content,
    ) -> model::Page {
        let matrix = matrix(pdf, index);
        let segmenter = self.layout.segmenter;
        let TaggedPage { mut page, untagged } =
            tags.page(index, content, matrix, &self.layout.line, segmenter);
        let mostly = !page.order.is_empty() && untagged.len() > UNTAGGED * page.order.len();
        if mostly {
            page = layout::analyse(index, page.content, &self.layout);
        }
        let root = page.tree.root();
        if let Some(lang) = pdf.language() {
            page.tree[root].add_attribute(Own::Lang, lang);
        }
        let analysed = if mostly {
            page.tree.children(root).collect()
        } else if untagged.is_empty() {
            Vec::new()
        } else {
            let rest = layout::analyse_glyphs(&page.content, untagged, &self.layout);
            let offset = page.order.len() as u32;
            page.order.extend(rest.order);
            page.findings.extend(rest.findings);
            page.tree.graft(root, rest.tree, offset)
        };
        for id in analysed {
            page.tree[id].add_attribute(Own::Untagged, "true");
        }
        page
    }

    /// The structure tree with its texts. Like a page that cannot be read, one whose reading fails
    /// gives none.
    fn write_structure(
        &self,
        pages: &[u32],
        out: &mut dyn Write,
        observer: &mut dyn Observer,
    ) -> io::Result<()> {
        let (Input::Pdf(pdf), Some(tags)) = (&self.input, &self.tags) else {
            return Ok(());
        };
        let mut texts = HashMap::new();
        let account = self.account();
        let read = |index, budget: &Budget| {
            let attempt = catch_unwind(AssertUnwindSafe(|| {
                let mut warnings = Warnings::new();
                let content = self.read_content(index, budget, &mut warnings);
                warnings.set_page(index);
                let (line, segmenter) = (&self.layout.line, self.layout.segmenter);
                let matrix = matrix(pdf, index);
                (
                    tags.texts(index, content, matrix, line, segmenter),
                    warnings,
                )
            }));
            attempt.unwrap_or_default()
        };
        self.workers.in_order(
            pages.iter().copied().enumerate(),
            |(turn, index)| {
                let budget = account.page(turn);
                let page = read(index, &budget);
                (index, budget.used(), page)
            },
            |(index, used, (mut page, mut warnings))| {
                if !account.settle(used) {
                    let budget = self.least_budget();
                    (page, warnings) = read(index, &budget);
                    if budget.is_cut() {
                        observer.warning(&beyond_budget(&account).on_page(index));
                    }
                }
                for warning in warnings.iter() {
                    observer.warning(warning);
                }
                texts.insert(index, page);
                Ok::<_, io::Error>(())
            },
        )?;
        out.write_all(tags.structure_text(&texts).as_bytes())?;
        out.flush()
    }

    /// A page in every format, and its scan, if that is wanted.
    fn write_page(
        &self,
        page: &model::Page,
        writers: &[Box<dyn Writer>],
        warnings: &mut Warnings,
    ) -> Result<Vec<WrittenPage>> {
        let options = self.options;
        let saved = match &options.images {
            Some(images) => {
                let (images, place) = (images.as_ref(), (page.index, &page.content));
                images::save(images, &self.input, place, &self.scans, warnings)?
            }
            None => None,
        };
        let frame = saved.unwrap_or_else(|| self.frame(page));
        Ok(writers.iter().map(|w| w.page(page, &frame)).collect())
    }

    fn frame(&self, page: &model::Page) -> PageFrame {
        PageFrame {
            // The PDF is what the page can be seen in; `ppageno` says where.
            image: (!self.name.is_empty()).then(|| PageImage {
                name: self.name.clone(),
                md5: None,
            }),
            ..frame::frame(&page.content, self.options.resolution)
        }
    }
}

/// Tells that a page is read only as far as every page may be.
fn beyond_budget(account: &Account) -> Diagnostic {
    Diagnostic::new(
        DiagnosticKind::Limit,
        format!(
            "the page is cut short: with those before it, the document decodes to more than the {} MB \
             that one of its size should need",
            account.total() >> 20
        ),
    )
}

/// So many times as much text without tags as with them tells that a page is hardly tagged at all.
const UNTAGGED: usize = 3;

/// How many threads there are to be.
fn threads(jobs: Option<NonZeroUsize>) -> usize {
    jobs.or_else(|| std::thread::available_parallelism().ok())
        .map_or(1, NonZeroUsize::get)
}

/// From user space to page space.
fn matrix(pdf: &pdf::Document, index: u32) -> Matrix {
    pdf.page(index).map(|p| p.matrix()).unwrap_or_default()
}
