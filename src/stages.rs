//! Entry points of single stages, for the benchmarks, the fuzz targets and the tests of this
//! repository. They are not promised: they change from one version to the next.

use std::sync::Arc;

use crate::mapping::Mapping;
use crate::model;
use crate::write::{Format, Options, Page, PageFrame, Writer};

pub use crate::budget::Budget;
pub use crate::diagnostics::Warnings;
pub use crate::read::Pdfminer;

/// Bytes to objects.
pub mod pdf {
    pub use crate::pdf::{
        Dict, Document, FromBytes, Object, OptionalContent, PageLabels, Source, Stream, attachments,
    };

    /// Tokens.
    pub mod lexer {
        pub use crate::pdf::lexer::{Lexer, Token, name};
    }

    /// Filters.
    pub mod stream {
        pub use crate::pdf::stream::{decode, decode_to_image, filters};
    }
}

/// Fonts.
pub mod font {
    pub use crate::font::{CodeText, Font, Fonts, Inspection};
}

/// Content streams.
pub mod content {
    pub use crate::content::{Shown, read};
}

/// Images as files.
pub mod image {
    pub use crate::image::file;
}

/// Lines and words.
pub mod line {
    pub use crate::line::{Frames, LineParams, lines};
}

/// Structure trees.
pub mod structure {
    pub use crate::structure::{Step, Structure, read};
}

/// Page analysis.
pub mod layout {
    pub use crate::layout::{analyse, analyse_glyphs};
}

/// Mappings.
pub mod mapping {
    pub use crate::mapping::Mapping;
}

/// Modules.
#[cfg(feature = "modules")]
pub mod module {
    pub use crate::module::{Limits, Module};
}

/// A page as the analysis leaves it, ready to be written.
pub fn page(model: model::Page, frame: PageFrame, mapping: &Arc<Mapping>) -> Page {
    Page::new(model, frame, mapping)
}

/// What writes a format.
pub fn writer(format: Format, mapping: &Arc<Mapping>, options: &Options) -> Box<dyn Writer> {
    format.writer(mapping, options)
}
