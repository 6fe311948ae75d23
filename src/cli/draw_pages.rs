//! `pdfa2hocr draw-pages`: the process that draws, for those that show pages.

use std::path::PathBuf;

use clap::Args;

use crate::diagnostics::Result;
use crate::render;

#[derive(Debug, Args)]
pub(super) struct DrawPages {
    /// The PDF to draw
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

impl DrawPages {
    /// Draws what standard input asks for.
    ///
    /// # Errors
    ///
    /// As [`render::draw_pages`].
    pub(super) fn run(&self) -> Result<()> {
        render::draw_pages(&self.file)
    }
}
