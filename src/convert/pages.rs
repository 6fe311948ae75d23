//! Returns finished pages to the caller: all in sequence, or single ones.

use std::io::ErrorKind;
use std::iter::FusedIterator;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, SyncSender};

use super::analysed::Analysed;
use super::in_order::STACK;
use super::stop::Stop;
use super::{Pipeline, frame, needs_ocr};
use crate::module::Collected;
use pdfa2hocr_core::blocks::Page;
use pdfa2hocr_core::counted::counted;
use pdfa2hocr_core::diagnostics::{Diagnostic, DiagnosticKind, Result};
use pdfa2hocr_core::page;
use pdfa2hocr_core::page::{Own, PageFrame, PageImage};

/// The pages of a document, in order: see [`Document::pages`](crate::Document::pages).
#[derive(Debug)]
pub struct Pages {
    pages: Receiver<Result<Page>>,
    /// The number of pages still to come, unless an error occurs.
    left: usize,
}

impl Pages {
    /// Starts reading. The pipeline runs in a separate thread, which waits while no page is taken and ends
    /// when this is dropped. Reads the pages in `these`, which ascend, or those of
    /// [`Options::pages`](super::Options::pages).
    pub(crate) fn start(pipeline: Arc<Pipeline>, these: Option<Vec<u32>>) -> Self {
        let left = these.as_ref().map_or(pipeline.pages.len(), Vec::len);
        // The queue holds one page in addition to those in the pipeline.
        let (sender, pages) = mpsc::sync_channel(1);
        let failed = sender.clone();
        let thread = std::thread::Builder::new()
            .name("pages".into())
            .stack_size(STACK)
            .spawn(move || match these {
                None => pipeline.send_pages(&sender),
                Some(these) => pipeline.send_these(&these, &sender),
            });
        if let Err(error) = thread {
            let message = format!("cannot start a thread that reads pages: {error}");
            // The queue has space for one.
            let _ = failed.send(Err(Diagnostic::file(message)));
        }
        Self { pages, left }
    }
}

/// The error for an index beyond the last page.
pub(crate) fn missing_page(index: u32, count: u32) -> Diagnostic {
    let pages = counted(count as usize, "page");
    let message = format!("there is no page with the index {index}; the document has {pages}");
    Diagnostic::argument(message)
}

impl Iterator for Pages {
    type Item = Result<Page>;

    /// Returns the next page, or an error, after which there are no more pages.
    fn next(&mut self) -> Option<Self::Item> {
        if self.left == 0 {
            return None;
        }
        let page = self.pages.recv().unwrap_or_else(|_| {
            let message = "the reading of pages ended early";
            Err(Diagnostic::new(DiagnosticKind::Page, message))
        });
        self.left = match page {
            Ok(_) => self.left - 1,
            Err(_) => 0,
        };
        Some(page)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        // An error replaces the pages after it.
        (self.left.min(1), Some(self.left))
    }
}

impl FusedIterator for Pages {}

impl Pipeline {
    fn send_pages(&self, pages: &SyncSender<Result<Page>>) {
        let sent = self.each_page(
            &self.pages,
            &mut (),
            |page, collected| self.finished(page, collected),
            |_, page| {
                page.warnings().try_for_each(|w| self.stop_if_strict(w))?;
                let gone = |_| Stop::Output(ErrorKind::BrokenPipe.into());
                pages.send(Ok(page)).map_err(gone)
            },
        );
        if let Err(Stop::Failed(error)) = sent {
            // The receiver may be gone.
            let _ = pages.send(Err(error));
        }
    }

    fn send_these(&self, these: &[u32], pages: &SyncSender<Result<Page>>) {
        let read = self.pages_until(these, |page| match pages.send(Ok(page)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        });
        if let Err(error) = read {
            // The receiver may be gone.
            let _ = pages.send(Err(error));
        }
    }

    /// Reads one page by its index, even if it is not in [`Options::pages`](super::Options::pages).
    pub(crate) fn page(&self, index: u32) -> Result<Page> {
        let missing = || missing_page(index, self.page_count());
        if index >= self.page_count() {
            return Err(missing());
        }
        self.expect(index);
        let mut found = None;
        self.pages_until(&[index], |page| {
            found = Some(page);
            ControlFlow::Continue(())
        })?;
        found.ok_or_else(missing)
    }

    /// Reads some pages, which ascend, in order, until `sink` breaks. Neighbouring pages are read once, not
    /// once for each page.
    pub(crate) fn pages_until(
        &self,
        pages: &[u32],
        mut sink: impl FnMut(Page) -> ControlFlow<()>,
    ) -> Result<()> {
        let read = self.some_pages(
            pages,
            |page, collected| self.finished(page, collected),
            |page| {
                page.warnings().try_for_each(|w| self.stop_if_strict(w))?;
                match sink(page) {
                    ControlFlow::Continue(()) => Ok(()),
                    // Stops without an error.
                    ControlFlow::Break(()) => Err(Stop::Output(ErrorKind::BrokenPipe.into())),
                }
            },
        );
        super::stop::result(read)
    }

    /// Runs the last module on a page, and adds the frame in whose pixels it is written.
    pub(super) fn finished(&self, analysed: Analysed, collected: Option<&Collected>) -> Page {
        let page = &analysed.page;
        let is_recognised = page.tree[page.tree.root()].own(Own::Recogniser).is_some();
        let needs_ocr = !is_recognised && needs_ocr::needs_ocr(&page.content);
        let index = page.index;
        let mut done = self.run_last_module(analysed, collected);
        done.warnings.set_page(index);
        let frame = self.frame(&done.page);
        Page {
            needs_ocr,
            tags_left: done.left,
            corrections: done.outcomes(),
            warnings: done.warnings,
            printed: done.printed,
            ..Page::new(done.page, frame, &self.mapping)
        }
    }

    pub(super) fn frame(&self, page: &page::Page) -> PageFrame {
        let frame = frame::frame(&page.content, self.options.resolution);
        if page.content.raster.is_some() {
            return frame;
        }
        PageFrame {
            // The page is in the PDF; `ppageno` is its position there.
            image: (!self.name.is_empty()).then(|| PageImage {
                name: self.name.clone(),
                md5: None,
            }),
            ..frame
        }
    }
}
