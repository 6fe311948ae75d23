//! Entry points of single stages for benchmarks, fuzz targets and tests of this repository. They are not part
//! of the stable interface.

use std::sync::Arc;

use pdfa2hocr_core::blocks::Page;
use pdfa2hocr_core::mapping::Mapping;
use pdfa2hocr_core::page;
use pdfa2hocr_core::page::PageFrame;
use pdfa2hocr_core::write::{Format, Options, Writer};

pub use pdfa2hocr_core::budget::Budget;
pub use pdfa2hocr_core::diagnostics::Warnings;
pub use pdfa2hocr_core::read::Pdfminer;

/// Reads bytes into objects.
pub mod pdf {
    pub use pdfa2hocr_core::pdf::{
        Dict, Document, FromBytes, Object, OptionalContent, PageLabels, Source, Stream, attachments,
    };

    /// Tokens of content streams.
    pub mod lexer {
        pub use pdfa2hocr_core::pdf::lexer::{Lexer, Token, name};
    }

    /// Decoding of streams.
    pub mod stream {
        pub use pdfa2hocr_core::pdf::stream::{decode, decode_to_image, filters};
    }
}

/// Fonts and their codes.
pub mod font {
    pub use pdfa2hocr_core::font::{CodeText, Font, Fonts, Inspection};
}

/// Reading of content streams.
pub mod content {
    pub use pdfa2hocr_core::content::{Shown, read};
}

/// Export of images as files.
pub mod image {
    pub use pdfa2hocr_core::image::file;
}

/// Detection of lines and words.
pub mod line {
    pub use pdfa2hocr_core::line::{Frames, LineParams, lines};
}

/// Structure trees of tagged documents.
pub mod structure {
    pub use pdfa2hocr_core::structure::{Step, Structure, read};
}

/// Page analysis of untagged pages.
pub mod layout {
    pub use pdfa2hocr_core::layout::{analyse, analyse_glyphs};
}

/// Mappings of kinds to output.
pub mod mapping {
    pub use pdfa2hocr_core::mapping::Mapping;
}

/// Modules of users, in Starlark.
#[cfg(feature = "modules")]
pub mod module {
    pub use crate::module::{Limits, Module};
}

/// Wraps an analysed page for writing.
pub fn page(model: page::Page, frame: PageFrame, mapping: &Arc<Mapping>) -> Page {
    Page::new(model, frame, mapping)
}

/// The writer of a format.
pub fn writer(format: Format, mapping: &Arc<Mapping>, options: &Options) -> Box<dyn Writer> {
    format.writer(mapping, options)
}
