//! The options for reading and writing a document.

use std::fmt;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

use super::frame::Resolution;
use super::images::Images;
use super::in_order::STACK;
use super::module_options::ModuleOptions;
use crate::module;
#[cfg(feature = "ocr")]
use crate::ocr::Ocr;
use pdfa2hocr_core::corrections::Corrections;
use pdfa2hocr_core::layout::columns::ColumnParams;
use pdfa2hocr_core::layout::{LayoutParams, PageAnalysis};
use pdfa2hocr_core::limits::Limits;
use pdfa2hocr_core::mapping::MappingSource;
use pdfa2hocr_core::normalize::Form;
use pdfa2hocr_core::page::PageList;
use pdfa2hocr_core::write;

/// The source of the reading order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Road {
    /// The tags; if they cannot be used, the geometry, with a warning.
    #[default]
    Tags,
    /// The tags; if they cannot be used, an error.
    TagsOnly,
    /// The geometry of the page.
    Geometry,
    /// The tags as with [`Road::Tags`], but the geometry as with [`Road::Geometry`] for pages whose tags have
    /// a [fault](pdfa2hocr_core::page::TagFault).
    Auto,
}

/// The options for reading and writing a document. Start from the default and set single fields.
///
/// ```
/// let mut options = pdfa2hocr::Options::default();
/// options.road = pdfa2hocr::Road::Geometry;
/// options.pages = Some("1-5,9".parse()?);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Default)]
#[non_exhaustive]
pub struct Options {
    /// The source of the reading order.
    pub road: Road,
    /// A user or owner password; empty if there is none.
    pub password: String,
    /// The pages to read and write; `None` for all pages.
    pub pages: Option<PageList>,
    /// The number of threads; `None` for one per processor.
    pub jobs: Option<NonZeroUsize>,
    /// Pixels per inch of recognised text whose file does not state them; `None` for 300.
    pub input_dpi: Option<f32>,
    /// The group of files that is read if the input is METS (`fileGrp`); `None` for the best one.
    pub file_group: Option<String>,
    /// The folder with the images of recognised text. By default they are expected beside the file that names
    /// them. Pictures of pages show them.
    pub scan_dir: Option<PathBuf>,
    /// The size of pages in the output, in pixels.
    pub resolution: Resolution,
    /// Saves the scans of pages, if set. [`Options::resolution`] then applies to other pages only.
    pub images: Option<Arc<dyn Images>>,
    /// The layout analysis of untagged content. Its margins and its segmenter also form the lines and words
    /// of tagged elements.
    pub layout: LayoutParams,
    /// The Unicode normalisation form of words.
    pub normalize: Form,
    /// Keeps invisible text: off the page, clipped, white on white, or in a hidden layer.
    pub all_text: bool,
    /// Recognises the text of pages without text, if set. Only pages in [`Options::pages`] are recognised.
    #[cfg(feature = "ocr")]
    pub ocr: Option<Ocr>,
    /// A page analysis of your own for untagged content. Its result is written unchanged; running heads are
    /// not detected.
    pub analysis: Option<Arc<dyn PageAnalysis>>,
    /// The division of pages into columns; `None` for no division.
    pub columns: Option<ColumnParams>,
    /// The pages that are not divided into columns.
    pub undivided: Option<PageList>,
    /// Corrections that people made on the pages of this document.
    pub corrections: Option<Arc<Corrections>>,
    /// The rules from nodes to elements.
    pub mapping: MappingSource,
    /// The user's modules, in the order in which they run.
    pub modules: Vec<ModuleOptions>,
    /// The options of single formats.
    pub write: write::Options,
    /// The limits for reading.
    pub limits: Limits,
}

impl fmt::Debug for Options {
    /// Omits the password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options")
            .field("road", &self.road)
            .field("pages", &self.pages)
            .field("resolution", &self.resolution)
            .field("layout", &self.layout)
            .field("columns", &self.columns)
            .field("mapping", &self.mapping)
            .field("modules", &self.modules)
            .finish_non_exhaustive()
    }
}

/// The number of threads to use, if `jobs` are asked for.
pub(crate) fn threads(jobs: Option<NonZeroUsize>) -> usize {
    jobs.or_else(|| std::thread::available_parallelism().ok())
        .map_or(1, NonZeroUsize::get)
}

impl Options {
    /// The number of threads to use.
    pub(crate) fn threads(&self) -> usize {
        threads(self.jobs)
    }

    /// The address space for the stacks of all threads, in bytes; most of it is never used.
    pub(crate) fn stacks(&self) -> usize {
        let threads = self.threads();
        let modules = self.modules.iter();
        let of_modules = modules
            .map(|module| module::stacks(&module.limits, threads))
            .max();
        // Includes the waiting thread, and the threads of a previous document that may still be ending.
        STACK
            .saturating_mul(threads.saturating_add(1))
            .saturating_mul(2)
            .saturating_add(of_modules.unwrap_or_default())
    }
}
