//! A document opened in this process.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use pdfa2hocr::cli::binding::{Drawings, Given, Graphics};
use pdfa2hocr::{Document, Source};

/// An open document and its source. Its pages share it.
pub(crate) struct Opened {
    pub document: Document,
    pub source: Source,
    pub given: Given,
    /// The id of the process that opened it.
    process: u32,
    /// For each page the total height of all earlier pages in points, once requested.
    above: OnceLock<Vec<f32>>,
    /// The objects that pages draw, once requested.
    graphics: OnceLock<pdfa2hocr::Result<Graphics>>,
    /// Draws pages, once requested.
    drawings: OnceLock<Drawings>,
}

impl Opened {
    pub(crate) fn new(source: Source, given: Given) -> pdfa2hocr::Result<Self> {
        let document = Document::with_options(&source, given.options()?)?;
        Ok(Self {
            document,
            source,
            given,
            process: std::process::id(),
            above: OnceLock::new(),
            graphics: OnceLock::new(),
            drawings: OnceLock::new(),
        })
    }

    /// Total height of all pages before this one, in points.
    pub(crate) fn above(&self, index: u32) -> f32 {
        let pages = 0..self.document.page_count();
        let sizes = pages.map(|page| self.document.page_size(page));
        let sums = || {
            sizes.scan(0.0, |sum, size| {
                let above = *sum;
                *sum += size.map_or(0.0, |(_, height)| height);
                Some(above)
            })
        };
        let above = self.above.get_or_init(|| sums().collect());
        above.get(index as usize).copied().unwrap_or_default()
    }

    /// The objects that a page draws, by its index from 0, as JSON.
    ///
    /// # Errors
    ///
    /// Those of [`Graphics`].
    pub(crate) fn graphics(&self, index: u32) -> pdfa2hocr::Result<String> {
        let made = || Graphics::new(&self.document, &self.source);
        let graphics = self.graphics.get_or_init(made).as_ref();
        graphics.map_err(Clone::clone)?.page(index)
    }

    /// A page as a PNG, by its index from 0, with `scale` pixels a point, drawn by the program.
    ///
    /// # Errors
    ///
    /// Those of [`Drawings`].
    pub(crate) fn png(&self, index: u32, scale: f32, program: &Path) -> pdfa2hocr::Result<Vec<u8>> {
        let made = || Drawings::new(&self.document, &self.source, Some(program));
        self.drawings.get_or_init(made).png(index, scale)
    }

    /// This document, or in a forked process the same document opened again: the threads that read it exist
    /// only in the parent.
    ///
    /// # Errors
    ///
    /// The errors of opening.
    pub(crate) fn here(self: &Arc<Self>) -> pdfa2hocr::Result<Arc<Self>> {
        if self.process == std::process::id() {
            return Ok(Arc::clone(self));
        }
        Self::new(self.source.clone(), self.given.clone()).map(Arc::new)
    }
}
