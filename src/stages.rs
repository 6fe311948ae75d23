//! Entry points of single stages for benchmarks, fuzz targets and tests of this repository. They are not part
//! of the stable interface.

use std::sync::Arc;

use crate::blocks::Page;
use crate::mapping::Mapping;
use crate::page;
use crate::page::PageFrame;
use crate::write::{Format, Options, Writer};

pub use crate::budget::Budget;
pub use crate::diagnostics::Warnings;
pub use crate::read::Pdfminer;

/// Reads bytes into objects.
pub mod pdf {
    pub use crate::pdf::{
        Dict, Document, FromBytes, Object, OptionalContent, PageLabels, Source, Stream, attachments,
    };

    /// Tokens of content streams.
    pub mod lexer {
        pub use crate::pdf::lexer::{Lexer, Token, name};
    }

    /// Decoding of streams.
    pub mod stream {
        pub use crate::pdf::stream::{decode, decode_to_image, filters};
    }
}

/// Fonts and their codes.
pub mod font {
    pub use crate::font::{CodeText, Font, Fonts, Inspection};
}

/// Reading of content streams.
pub mod content {
    pub use crate::content::{Shown, read};
}

/// Export of images as files.
pub mod image {
    pub use crate::image::file;
}

/// Detection of lines and words.
pub mod line {
    pub use crate::line::{Frames, LineParams, lines};
}

/// Structure trees of tagged documents.
pub mod structure {
    pub use crate::structure::{Step, Structure, read};
}

/// Page analysis of untagged pages.
pub mod layout {
    pub use crate::layout::{analyse, analyse_glyphs};
}

/// Mappings of kinds to output.
pub mod mapping {
    pub use crate::mapping::Mapping;
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
