//! Pages as they are handed out: one after the other, or one by itself.

use std::io::ErrorKind;
use std::iter::FusedIterator;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, SyncSender};

use super::Pipeline;
use super::frame;
use super::in_order::STACK;
use super::needs_ocr;
use super::passes::Analysed;
use super::write_pages::Stop;
use crate::counted::counted;
use crate::diagnostics::{Diagnostic, DiagnosticKind, Result};
use crate::model;
use crate::module::Collected;
use crate::write::{Page, PageFrame, PageImage};

/// The pages of a document, in their order: see [`Document::pages`](crate::Document::pages).
#[derive(Debug)]
pub struct Pages {
    pages: Receiver<Result<Page>>,
    /// Pages that are still to come, if nothing fails.
    left: usize,
}

impl Pages {
    /// Starts to read. The pipeline has a thread of its own, which waits when nobody takes its pages,
    /// and ends when this is dropped. The pages are these, which ascend, or those of
    /// [`Options::pages`](super::Options::pages).
    pub(crate) fn start(pipeline: Arc<Pipeline>, these: Option<Vec<u32>>) -> Self {
        let left = these.as_ref().map_or(pipeline.pages.len(), Vec::len);
        // Those that wait here come on top of those that the pipeline holds.
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
            // There is room for one.
            let _ = failed.send(Err(Diagnostic::new(DiagnosticKind::File, message)));
        }
        Self { pages, left }
    }
}

/// What to say of an index behind the last page.
pub(crate) fn missing_page(index: u32, count: u32) -> Diagnostic {
    let pages = counted(count as usize, "page");
    let message = format!("there is no page with the index {index}; the document has {pages}");
    Diagnostic::new(DiagnosticKind::Argument, message)
}

impl Iterator for Pages {
    type Item = Result<Page>;

    /// The next page. After an error, there are no more.
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
        // An error comes instead of the pages behind it.
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
            // Nobody may be there to hear of it.
            let _ = pages.send(Err(error));
        }
    }

    fn send_these(&self, these: &[u32], pages: &SyncSender<Result<Page>>) {
        let read = self.pages_until(these, |page| match pages.send(Ok(page)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        });
        if let Err(error) = read {
            // Nobody may be there to hear of it.
            let _ = pages.send(Err(error));
        }
    }

    /// One page, by its index, whether or not it is one of [`Options::pages`](super::Options::pages).
    ///
    /// # Errors
    ///
    /// Those of [`Document::page`](crate::Document::page).
    pub(crate) fn page(&self, index: u32) -> Result<Page> {
        let missing = || missing_page(index, self.page_count());
        if index >= self.page_count() {
            return Err(missing());
        }
        let mut found = None;
        self.pages_until(&[index], |page| {
            found = Some(page);
            ControlFlow::Continue(())
        })?;
        found.ok_or_else(missing)
    }

    /// Some pages, which ascend, in their order, until `sink` has enough. Fewer are read than if each
    /// were asked for by itself.
    ///
    /// # Errors
    ///
    /// Those of [`Document::page`](crate::Document::page).
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
                    // Ends it without an error.
                    ControlFlow::Break(()) => Err(Stop::Output(ErrorKind::BrokenPipe.into())),
                }
            },
        );
        super::write_pages::result(read)
    }

    /// A page as the last module leaves it, with the frame in whose pixels it is written.
    pub(super) fn finished(&self, analysed: Analysed, collected: Option<&Collected>) -> Page {
        let page = &analysed.page;
        let (index, needs_ocr) = (page.index, needs_ocr::needs_ocr(&page.content));
        let Analysed {
            page: model,
            mut warnings,
            printed,
            left,
            ..
        } = self.run_last_module(analysed, collected);
        warnings.set_page(index);
        let frame = self.frame(&model);
        Page {
            needs_ocr,
            tags_left: left,
            warnings,
            printed,
            ..Page::new(model, frame, &self.mapping)
        }
    }

    pub(super) fn frame(&self, page: &model::Page) -> PageFrame {
        let frame = frame::frame(&page.content, self.options.resolution);
        if page.content.raster.is_some() {
            return frame;
        }
        PageFrame {
            // The PDF is what the page can be seen in; `ppageno` says where.
            image: (!self.name.is_empty()).then(|| PageImage {
                name: self.name.clone(),
                md5: None,
            }),
            ..frame
        }
    }
}
