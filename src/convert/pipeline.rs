//! An open document with the data that its pages share.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use super::in_order::Workers;
use super::input::Input;
use super::module_output::ModuleOutput;
use super::observer::Observer;
use super::options::{Options, Road};
use super::read_pages::ReadPages;
use super::stop::Stop;
use super::tags;
use crate::module;
#[cfg(feature = "ocr")]
use crate::ocr::Recogniser;
use pdfa2hocr_core::budget::Budget;
#[cfg(feature = "browse")]
use pdfa2hocr_core::corrections::Corrections;
use pdfa2hocr_core::diagnostics::{Diagnostic, DiagnosticKind, Result, Setting};
use pdfa2hocr_core::font::Fonts;
use pdfa2hocr_core::language::LanguageTag;
use pdfa2hocr_core::mapping::Mapping;
use pdfa2hocr_core::page;
use pdfa2hocr_core::pdf::{self, PageLabels};
use pdfa2hocr_core::structure::Tags;

/// An open document with the data that its pages share in all stages. It owns its data and can be shared
/// between threads.
pub(crate) struct Pipeline {
    /// The input's file name; empty if it has none.
    pub(super) name: String,
    pub(super) input: Input,
    /// The pages of [`Options::pages`], in ascending order.
    pub(crate) pages: Vec<u32>,
    /// The page labels of the document.
    pub(crate) labels: Arc<PageLabels>,
    pub(crate) fonts: Arc<Fonts>,
    /// The size of the file in bytes.
    pub(super) bytes: usize,
    pub(super) layers: Arc<pdf::OptionalContent>,
    pub(super) tags: Option<Arc<Tags>>,
    pub(super) mapping: Arc<Mapping>,
    pub(super) modules: Arc<[module::Ready]>,
    pub(super) collected: OnceLock<Result<CollectedOnce>>,
    /// Pages before corrections, if they are kept.
    pub(super) read_pages: OnceLock<Arc<ReadPages>>,
    pub(super) workers: Arc<Workers>,
    /// Whether the remaining pages are no longer needed.
    pub(super) abandoned: AtomicBool,
    /// Recognises pages without text, if requested. Only for PDFs.
    #[cfg(feature = "ocr")]
    pub(super) recogniser: Option<Arc<Recogniser>>,
    /// The bytes of the file.
    pub(super) source: pdf::Source,
    pub(super) options: Options,
}

/// Data of an open document that does not depend on the options.
#[derive(Default)]
struct Known {
    tags: Option<Arc<Tags>>,
    fonts: Option<Arc<Fonts>>,
}

/// The data that modules collected from the whole document when single pages were requested.
pub(super) struct CollectedOnce {
    /// For each module, its data, if it collects any.
    pub by_module: Vec<Option<module::Collected>>,
    pub module_output: ModuleOutput,
}

impl Pipeline {
    /// Opens a document, and starts the modules with it.
    pub(crate) fn open(
        source: &pdf::Source,
        options: Options,
        observer: &mut dyn Observer,
    ) -> Result<Self> {
        let (input, warnings) = Input::open(source, &options)?;
        for why in source.skipped() {
            observer.warning(&Diagnostic::new(DiagnosticKind::Page, why.clone()));
        }
        for warning in &warnings {
            observer.warning(warning);
        }
        #[cfg(feature = "cli")]
        if let Some(corrections) = &options.corrections {
            super::corrected::check_source(source, corrections, observer);
        }
        Self::of_input(input, source, Known::default(), options, observer)
    }

    /// The same document with other options, without opening it again. Their password is ignored.
    pub(crate) fn again(&self, options: Options, observer: &mut dyn Observer) -> Result<Self> {
        let known = Known {
            tags: self.tags.clone(),
            fonts: (self.options.limits == options.limits).then(|| Arc::clone(&self.fonts)),
        };
        let again = Self::of_input(self.input.clone(), &self.source, known, options, observer)?;
        #[cfg(feature = "browse")]
        if self.read_pages.get().is_some() {
            again.keep_read_pages();
        }
        Ok(again)
    }

    /// The same document with other corrections. Kept pages stay, and nothing is read again.
    #[cfg(feature = "browse")]
    pub(crate) fn with_corrections(&self, corrections: &Arc<Corrections>) -> Self {
        Self {
            name: self.name.clone(),
            input: self.input.clone(),
            pages: self.pages.clone(),
            labels: Arc::clone(&self.labels),
            fonts: Arc::clone(&self.fonts),
            bytes: self.bytes,
            layers: Arc::clone(&self.layers),
            tags: self.tags.clone(),
            mapping: Arc::clone(&self.mapping),
            modules: Arc::clone(&self.modules),
            // The modules have to see the corrected pages.
            collected: OnceLock::new(),
            read_pages: self.read_pages.clone(),
            workers: Arc::clone(&self.workers),
            abandoned: AtomicBool::new(false),
            #[cfg(feature = "ocr")]
            recogniser: self.recogniser.clone(),
            source: self.source.clone(),
            options: Options {
                corrections: Some(Arc::clone(corrections)),
                ..self.options.clone()
            },
        }
    }

    /// Whether a module collects from other pages than the one that it changes.
    #[cfg(feature = "browse")]
    pub(crate) fn looks_at_other_pages(&self) -> bool {
        let mut modules = self.modules.iter();
        modules.any(|module| module.collects().is_some())
    }

    fn of_input(
        input: Input,
        source: &pdf::Source,
        known: Known,
        options: Options,
        observer: &mut dyn Observer,
    ) -> Result<Self> {
        let name = Path::new(source.name()).file_name().unwrap_or_default();
        let name = name.to_string_lossy().into_owned();
        let bytes = source.bytes().len();
        if let Some(lang) = &options.write.lang {
            // The name of a locale may include an encoding: `pl_PL.UTF-8`.
            let tag = lang.split(['.', '@']).next().unwrap_or_default();
            LanguageTag::parse(tag)
                .map_err(|why| Diagnostic::argument(why).about(Setting::Language))?;
        }
        let count = page_count(&input);
        let pages = match &options.pages {
            None => (0..count).collect(),
            Some(list) => list
                .of(count)
                .map_err(|why| Diagnostic::argument(why).about(Setting::Pages))?,
        };
        for (setting, list) in [
            (Setting::Pages, &options.pages),
            (Setting::Undivided, &options.undivided),
        ] {
            if let Some(why) = list.as_ref().and_then(|list| list.beyond(count)) {
                observer.warning(&Diagnostic::new(DiagnosticKind::Page, why).about(setting));
            }
        }
        let (tags, layers, labels) = match &input {
            Input::Pdf(pdf) => (
                match known.tags.filter(|_| options.road != Road::Geometry) {
                    Some(tags) => Some(tags),
                    None => tags::read(pdf, options.road, observer)?.map(Arc::new),
                },
                pdf::OptionalContent::read(pdf),
                PageLabels::read(pdf),
            ),
            Input::Pdfminer(_) if options.road == Road::TagsOnly => {
                let message = "the document is not tagged: the XML of pdfminer has no tags";
                return Err(Diagnostic::structure(message));
            }
            Input::Ocr(_) if options.road == Road::TagsOnly => {
                let message =
                    "the document is not tagged: it is recognised text, and only a PDF has tags";
                return Err(Diagnostic::structure(message));
            }
            Input::Pdfminer(_) | Input::Ocr(_) => Default::default(),
        };
        let default = match &input {
            Input::Ocr(ocr) if options.road != Road::Geometry => ocr.mapping(),
            _ if tags.is_some() => "tagged",
            _ => "layout",
        };
        let mapping = options.mapping.read(default)?;
        let mapping_name = options.mapping.name(default).into_owned();
        let distinct = input.distinct_page_count();
        let fonts = || Fonts::new(Budget::of_document(options.limits, bytes, distinct));
        let fonts = known.fonts.unwrap_or_else(|| Arc::new(fonts()));
        let threads = match &input {
            // Not counted, because several files of the system have to be read for it.
            _ if count < 2 => 1,
            Input::Ocr(ocr) => ocr.threads(options.threads()),
            Input::Pdf(_) | Input::Pdfminer(_) => options.threads(),
        };
        let mut pipeline = Self {
            name,
            input,
            pages,
            labels: Arc::new(labels),
            fonts,
            bytes,
            layers: Arc::new(layers),
            tags,
            mapping: Arc::new(mapping),
            modules: Arc::default(),
            collected: OnceLock::new(),
            read_pages: OnceLock::new(),
            workers: Arc::new(Workers::new(threads)),
            abandoned: AtomicBool::new(false),
            #[cfg(feature = "ocr")]
            recogniser: None,
            source: source.clone(),
            options,
        };
        #[cfg(feature = "ocr")]
        pipeline.start_recogniser(observer);
        pipeline.modules = pipeline.begin_modules(&mapping_name, observer)?.into();
        Ok(pipeline)
    }

    /// Stops reading with an error after the current page.
    #[cfg(feature = "browse")]
    pub(crate) fn abandon(&self) {
        self.abandoned.store(true, Ordering::Relaxed);
    }

    /// The output and the errors of modules while they collected from the whole document for single pages.
    #[cfg(feature = "browse")]
    pub(crate) fn module_output(&self) -> Option<&ModuleOutput> {
        Some(&self.collected.get()?.as_ref().ok()?.module_output)
    }

    /// Returns an error if reading was abandoned.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::Interrupted`] after `abandon`.
    pub(super) fn stop_if_abandoned(&self) -> std::result::Result<(), Stop> {
        match self.abandoned.load(Ordering::Relaxed) {
            true => Err(Stop::Failed(Diagnostic::new(
                DiagnosticKind::Interrupted,
                "the document is read in another way by now",
            ))),
            false => Ok(()),
        }
    }

    /// The number of pages of the document.
    pub(crate) fn page_count(&self) -> u32 {
        page_count(&self.input)
    }

    /// The metadata of the document as a whole.
    pub(crate) fn describe(&self) -> page::DocumentInfo {
        let mut document = page::DocumentInfo {
            name: self.name.clone(),
            page_count: self.input.page_count(),
            ..page::DocumentInfo::default()
        };
        if let Input::Pdf(pdf) = &self.input {
            document.metadata = pdf.metadata();
            document.languages = pdf.language().into_iter().collect();
        }
        #[cfg(feature = "ocr")]
        {
            let recogniser = self.recogniser.as_ref();
            document.recogniser = recogniser.map(|recogniser| recogniser.system());
        }
        if let Some(corrections) = &self.options.corrections {
            document.corrected_by = corrections.people();
        }
        if let Input::Ocr(ocr) = &self.input {
            let said = ocr.info();
            document.metadata = said.metadata;
            document.languages = said.languages;
            document.divisions = said.divisions;
            let earlier = said.corrected_by;
            document.corrected_by.retain(|name| !earlier.contains(name));
            document.corrected_by.splice(0..0, earlier);
            if !said.name.is_empty() {
                document.name = said.name;
            }
        }
        self.options.write.meta.apply(&mut document);
        document
    }

    /// The PDF; `None` for other inputs.
    pub(crate) fn pdf(&self) -> Option<&Arc<pdf::Document>> {
        match &self.input {
            Input::Pdf(pdf) => Some(pdf),
            Input::Pdfminer(_) | Input::Ocr(_) => None,
        }
    }

    /// Whether its pages can be rendered: those of a PDF, and scans of recognised text.
    #[cfg(feature = "render")]
    pub(crate) fn has_pictures(&self) -> bool {
        !matches!(self.input, Input::Pdfminer(_))
    }

    /// The scan of a page that is a separate file.
    ///
    /// # Errors
    ///
    /// The reason, if there is none.
    #[cfg(feature = "render")]
    pub(crate) fn scan(&self, index: u32) -> std::result::Result<page::ScanFile, String> {
        match &self.input {
            Input::Ocr(ocr) => ocr.scan(index, self.options.scan_dir.as_deref()),
            Input::Pdf(_) | Input::Pdfminer(_) => Err("the page has no file of its own".to_owned()),
        }
    }

    /// Width and height of a page as displayed, in points.
    pub(crate) fn page_size(&self, index: u32) -> Option<(f32, f32)> {
        match &self.input {
            Input::Pdf(pdf) => pdf.page(index).map(|page| page.size()),
            Input::Pdfminer(xml) => xml.size(index),
            Input::Ocr(ocr) => ocr.size(index),
        }
    }

    /// The tags, if pages are read by them.
    pub(crate) fn tags(&self) -> Option<&Tags> {
        self.tags.as_deref()
    }

    /// Whether the structure of pages is taken from the file of recognised text, without analysis.
    pub(super) fn is_as_written(&self) -> bool {
        matches!(self.input, Input::Ocr(_))
            && self.options.road != Road::Geometry
            && self.options.analysis.is_none()
    }

    /// Whether the text was written by this program.
    pub(super) fn is_ours(&self) -> bool {
        matches!(&self.input, Input::Ocr(ocr) if ocr.is_ours())
    }

    /// The kind of file: `pdf`, `pdfminer`, or a format of recognised text.
    #[cfg(feature = "browse")]
    pub(crate) fn kind(&self) -> &'static str {
        match &self.input {
            Input::Pdf(_) => "pdf",
            Input::Pdfminer(_) => "pdfminer",
            Input::Ocr(ocr) => ocr.format_name(),
        }
    }

    /// Whether pages without text are recognised.
    pub(super) fn recognises(&self) -> bool {
        #[cfg(feature = "ocr")]
        return self.recogniser.is_some();
        #[cfg(not(feature = "ocr"))]
        false
    }

    /// The options of the conversion.
    pub(crate) fn options(&self) -> &Options {
        &self.options
    }
}

fn page_count(input: &Input) -> u32 {
    u32::try_from(input.page_count()).unwrap_or(u32::MAX)
}
