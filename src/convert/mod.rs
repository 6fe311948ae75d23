//! The conversion pipeline, page by page: source, glyphs, page tree, mapping, writer.
//!
//! [`Pipeline`] is an open document. Its pages are read (`read_page`), completed from their neighbours
//! (`passes`, `page_summary`) and changed by the modules (`modules`). They are then returned (`pages`) or
//! written (`write_pages`).

mod analysed;
#[cfg(feature = "validate")]
mod claim_ua;
mod contents;
mod corrected;
mod either_road;
mod explain;
mod frame;
mod images;
pub(crate) mod in_order;
mod input;
mod module_args;
mod module_chain;
mod module_options;
mod module_output;
mod module_source;
mod modules;
mod needs_ocr;
mod observer;
mod options;
mod outputs;
mod page_picture;
mod page_summary;
mod pages;
mod passes;
mod pipeline;
mod read_page;
mod read_pages;
#[cfg(feature = "ocr")]
mod recognition;
mod scans;
mod shown;
pub(crate) mod stop;
mod structure_listing;
mod tags;
#[cfg(feature = "cli")]
mod verdicts;
mod window;
mod write_pages;

#[cfg(feature = "cli")]
pub(crate) use corrected::sha256;
pub use frame::Resolution;
pub(crate) use frame::scan;
pub use images::{Drawn, Images};
#[cfg(feature = "cli")]
pub(crate) use module_args::check_args;
pub use module_options::ModuleOptions;
pub use module_source::ModuleSource;
pub use observer::{Observer, PageDone, RecognisedPart};
#[cfg(feature = "cli")]
pub(crate) use options::threads;
pub use options::{Options, Road};
pub use outputs::{Spool, Target};
pub use pages::Pages;
pub(crate) use pages::missing_page;
pub(crate) use pipeline::Pipeline;
