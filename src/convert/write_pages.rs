//! Writes pages to files: heads, pages in order, tails.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::input::Input;
use super::observer::{Observer, PageDone, RecognisedPart};
use super::outputs::{self, OutputWriter, Outputs, Target};
use super::stop::{Stop, result};
use super::{Pipeline, either_road, needs_ocr, scans};
use pdfa2hocr_core::blocks::Page;
use pdfa2hocr_core::budget::Budget;
use pdfa2hocr_core::corrections::Outcome;
use pdfa2hocr_core::diagnostics::{Diagnostic, DiagnosticKind, Result, Setting, Warnings};
use pdfa2hocr_core::page::TagFault;
#[cfg(feature = "validate")]
use pdfa2hocr_core::write::Conformance;
use pdfa2hocr_core::write::{Format, Losses, Options as WriteOptions, WrittenPage};

/// A page in all formats, ready to be written.
struct Rendered {
    index: u32,
    needs_ocr: bool,
    recognised: Option<RecognisedPart>,
    left: Option<TagFault>,
    /// One text for each format, or the reason why the page's scan could not be saved.
    written: Result<Vec<WrittenPage>>,
    losses: Losses,
    warnings: Warnings,
    printed: Vec<String>,
    corrections: Vec<Outcome>,
}

impl Pipeline {
    /// Writes the pages to all targets, in one pass.
    pub(crate) fn write(
        &self,
        targets: &mut [Target<'_>],
        observer: &mut dyn Observer,
    ) -> Result<()> {
        observer.pages(self.pages.len());
        let written = self.write_pages(targets, observer);
        self.finish(written, observer)?;
        outputs::failures(targets)
    }

    /// Writes one page as a complete file.
    #[cfg(feature = "browse")]
    pub(crate) fn written(&self, page: &Page, format: Format) -> String {
        let options = &self.options.write;
        pdfa2hocr_core::write::single(format, &self.mapping, options, &self.describe(), page)
    }

    /// Reports the warnings of the fonts, and returns the result.
    pub(super) fn finish(
        &self,
        written: std::result::Result<(), Stop>,
        observer: &mut dyn Observer,
    ) -> Result<()> {
        for warning in self.fonts.warnings() {
            observer.warning(&warning);
        }
        result(written)
    }

    /// The budget for decoding the scans of all pages.
    pub(crate) fn scans(&self) -> Budget {
        let (limits, pages) = (self.options.limits, self.input.distinct_page_count());
        Budget::new(limits, limits.of_scans(self.bytes, pages))
    }

    /// Writes the pages with the options of the document, and the claim of a tagged PDF that holds.
    fn write_pages(
        &self,
        targets: &mut [Target<'_>],
        observer: &mut dyn Observer,
    ) -> std::result::Result<(), Stop> {
        let one_page = targets.iter().find_map(|t| t.holds_one_page());
        if let Some(format) = one_page.filter(|_| self.pages.len() != 1) {
            let why = format!(
                "a file of the format {format} holds one page, and there are {}: write them one by one",
                self.pages.len()
            );
            return Err(Stop::Failed(Diagnostic::argument(why)));
        }
        let mut write = self.options.write.clone();
        if targets.iter().any(Target::is_pdf) {
            write.base = self.original_file()?.map(Arc::new);
        }
        #[cfg(feature = "validate")]
        if write.base.is_some() && write.conformance == Conformance::Ua1 {
            let obstacle = self.obstacle_to_ua(&write)?;
            write.claims_ua = obstacle.is_none();
            obstacle.iter().for_each(|reason| observer.warning(reason));
        }
        self.write_targets(targets, &write, observer)
    }

    /// Writes heads, pages in order, and tails, with these options.
    pub(super) fn write_targets(
        &self,
        targets: &mut [Target<'_>],
        write: &WriteOptions,
        observer: &mut dyn Observer,
    ) -> std::result::Result<(), Stop> {
        let writes_pdf = targets.iter().any(Target::is_pdf);
        let writers: Vec<OutputWriter<'_>> = targets
            .iter()
            .map(|target| target.writer(&self.mapping, write))
            .collect();
        let formats: Vec<Format> = match write.loss {
            true => targets.iter().filter_map(Target::format).collect(),
            false => Vec::new(),
        };
        let mut losses = Losses::default();
        let scans = self.scans();
        let document = self.describe();
        let mut outputs = Outputs::begin(&writers, targets, &document, self.pages.len())?;
        let mut done = 0;
        let mut needs_ocr = Vec::new();
        let mut left = Vec::new();
        self.each_page(
            &self.pages,
            observer,
            |page, collected| {
                let mut page = self.finished(page, collected);
                if writes_pdf {
                    self.add_picture(&mut page, &scans);
                }
                self.render(page, &writers, &formats, &scans)
            },
            |observer, page| {
                for text in &page.printed {
                    observer.printed(Some(page.index), text);
                }
                let (warnings, more) = page.warnings.into_parts();
                for warning in &warnings {
                    self.stop_if_strict(warning)?;
                    observer.warning(warning);
                }
                if more > 0 {
                    observer.more_warnings(more);
                }
                for outcome in &page.corrections {
                    observer.corrected(outcome);
                }
                let written = page.written.map_err(Stop::Failed)?;
                let words = written.first().map_or(0, |first| first.words);
                outputs.page(written)?;
                losses.add(&page.losses);
                done += 1;
                // A failure to recognise it is a warning of its own.
                let has_failed = |warning: &Diagnostic| warning.kind == DiagnosticKind::Ocr;
                if page.needs_ocr && !warnings.iter().any(has_failed) {
                    needs_ocr.push(page.index);
                }
                left.extend(page.left.map(|fault| (page.index, fault)));
                observer.page_done(&PageDone {
                    index: page.index,
                    words,
                    done,
                    needs_ocr: page.needs_ocr,
                    recognised: page.recognised,
                });
                Ok(())
            },
        )?;
        for warning in either_road::messages(&left) {
            observer.warning(&warning);
        }
        if !needs_ocr.is_empty() {
            let segmented = matches!(self.input, Input::Ocr(_));
            let message = needs_ocr::message(&needs_ocr, segmented);
            let mut warning = Diagnostic::new(DiagnosticKind::NeedsOcr, message);
            if !segmented && !self.recognises() {
                warning = warning.about(Setting::Ocr);
            }
            observer.warning(&warning);
        }
        outputs.finish()?;
        for warning in writers.iter().flat_map(|writer| writer.warnings()) {
            observer.warning(&warning);
        }
        for (format, what, count) in losses.iter() {
            observer.lost(format, what, count);
        }
        Ok(())
    }

    /// Writes a page in all formats. If a library panics, the page is written empty, and the others follow.
    /// `scans` is the budget for decoding scans.
    fn render(
        &self,
        mut page: Page,
        writers: &[OutputWriter<'_>],
        formats: &[Format],
        scans: &Budget,
    ) -> Rendered {
        let attempt = catch_unwind(AssertUnwindSafe(|| {
            self.write_page(&mut page, writers, scans)
        }));
        let written = attempt.unwrap_or_else(|_| {
            let mut warnings = Warnings::new();
            let empty = self.empty_page(page.index(), &mut warnings);
            page.frame = self.frame(&empty);
            (page.model, page.warnings) = (empty, warnings);
            self.write_page(&mut page, writers, scans)
        });
        page.warnings.set_page(page.model.index);
        Rendered {
            index: page.model.index,
            needs_ocr: page.needs_ocr,
            recognised: (self.recognises())
                .then(|| RecognisedPart::of(&page.model))
                .flatten(),
            left: page.tags_left,
            written,
            losses: match formats {
                [] => Losses::default(),
                _ => Losses::of(&page.model, formats, self.options.write.char_boxes),
            },
            warnings: page.warnings,
            printed: page.printed,
            corrections: page.corrections,
        }
    }

    /// Writes a page in each format, and saves its scan if requested.
    fn write_page(
        &self,
        page: &mut Page,
        writers: &[OutputWriter<'_>],
        scans: &Budget,
    ) -> Result<Vec<WrittenPage>> {
        if let Some(images) = &self.options.images {
            let place = (page.model.index, &page.model.content);
            let warnings = &mut page.warnings;
            let saved = scans::save(images.as_ref(), &self.input, place, scans, warnings)?;
            if let Some(frame) = saved {
                page.frame = frame;
            }
        }
        Ok(writers.iter().map(|writer| writer.page(page)).collect())
    }
}
