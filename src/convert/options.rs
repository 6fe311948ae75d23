//! How a document is read and written.

use std::fmt;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

use super::frame::Resolution;
use super::images::Images;
use super::in_order::STACK;
use super::modules::ModuleOptions;
use crate::layout::columns::ColumnParams;
use crate::layout::{LayoutParams, PageAnalysis};
use crate::limits::Limits;
use crate::mapping::MappingSource;
use crate::model::PageList;
use crate::module;
use crate::normalize::Form;
use crate::write;

/// Where the reading order comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Road {
    /// From the tags; without any that can be used, from the geometry, with a warning.
    #[default]
    Tags,
    /// From the tags, or not at all.
    TagsOnly,
    /// From the geometry of the page.
    Geometry,
    /// From the tags as with [`Road::Tags`]; of pages whose tags have a [fault](crate::model::TagFault),
    /// from the geometry, as with [`Road::Geometry`].
    Auto,
}

/// How a document is read and written: to be changed from its default, a field at a time.
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
    /// Whether tags are read.
    pub road: Road,
    /// A user or owner password; empty when there is none.
    pub password: String,
    /// The pages to read and write; all when `None`.
    pub pages: Option<PageList>,
    /// Threads; one a processor when `None`.
    pub jobs: Option<NonZeroUsize>,
    /// Pixels an inch of recognised text whose file does not say it; 300 when `None`.
    pub input_dpi: Option<f32>,
    /// A folder with the images of recognised text, which are otherwise looked for beside the file that names
    /// them. Pictures of pages show them.
    pub scan_dir: Option<PathBuf>,
    /// How many pixels a page has in the output.
    pub resolution: Resolution,
    /// Where the scans of pages are saved, if they are. Then [`Options::resolution`] is that of
    /// other pages.
    pub images: Option<Arc<dyn Images>>,
    /// For what has no tags. Lines and words of elements are made by its margins and its segmenter,
    /// too.
    pub layout: LayoutParams,
    /// What form of Unicode words are put into.
    pub normalize: Form,
    /// Keep text that cannot be seen: off the page, clipped away, white on white, in a hidden layer.
    pub all_text: bool,
    /// A page analysis of your own, for what has no tags. What it says is written; running heads are
    /// not looked for.
    pub analysis: Option<Arc<dyn PageAnalysis>>,
    /// How pages are divided into columns; `None`: they are not.
    pub columns: Option<ColumnParams>,
    /// The pages that are not divided.
    pub undivided: Option<PageList>,
    /// The rules from nodes to elements.
    pub mapping: MappingSource,
    /// The user's modules, each run on what the one before it left.
    pub modules: Vec<ModuleOptions>,
    /// What concerns single formats.
    pub write: write::Options,
    /// What reading may cost.
    pub limits: Limits,
}

impl fmt::Debug for Options {
    /// Without the password.
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

impl Options {
    /// How many threads there are to be.
    pub(crate) fn threads(&self) -> usize {
        self.jobs
            .or_else(|| std::thread::available_parallelism().ok())
            .map_or(1, NonZeroUsize::get)
    }

    /// Bytes that the stacks of these threads have room for. Of most of that nothing is used.
    pub(crate) fn stacks(&self) -> usize {
        let threads = self.threads();
        let modules = self.modules.iter();
        let of_modules = modules
            .map(|module| module::stacks(&module.limits, threads))
            .max();
        // The thread that waits for the others may be one of them; and the system may still have those of
        // the document before, which end when nobody waits for them any more.
        STACK
            .saturating_mul(threads.saturating_add(1))
            .saturating_mul(2)
            .saturating_add(of_modules.unwrap_or_default())
    }
}
