//! Reads each page by the road that fits it ([`Road::Auto`](super::Road::Auto)): by its tags, or by geometry
//! if the tags have a fault.

#[cfg(feature = "browse")]
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::Pipeline;
use super::analysed::Analysed;
#[cfg(feature = "browse")]
use super::input::Input;
#[cfg(feature = "browse")]
use pdfa2hocr_core::budget::Budget;
use pdfa2hocr_core::counted::verb;
use pdfa2hocr_core::diagnostics::{Diagnostic, DiagnosticKind, Setting, Warnings};
use pdfa2hocr_core::layout::{self, Method};
use pdfa2hocr_core::page::{Content, Page, PageList, TagFault};
use pdfa2hocr_core::pdf;
use pdfa2hocr_core::roads::verdict::Verdict;
use pdfa2hocr_core::structure::Tags;

impl Pipeline {
    /// Reads a page by its tags, or by geometry if they have a fault.
    pub(super) fn page_by_either(
        &self,
        pdf: &pdf::Document,
        tags: &Tags,
        index: u32,
        content: Content,
        warnings: Warnings,
    ) -> Analysed {
        let [mut of_tags, mut of_geometry] = [warnings.clone(), warnings];
        let analysed = self.analysed_page(index, content.clone(), &mut of_geometry);
        // The built-in analysis judges the tags.
        let eye = match self.marks_running() {
            true => analysed.clone(),
            false => self.eye(index, content.clone()),
        };
        let tagged = self.tags_of(pdf, tags, index, content);
        let verdict = Verdict::of(tagged.clone(), eye, tags.has_headings());
        let by_tags = self.tagged_page(pdf, tagged, &mut of_tags);
        let (page, other, warnings) = match verdict.leaves {
            Some(_) => (analysed, by_tags, of_geometry),
            None => (by_tags, analysed, of_tags),
        };
        Analysed {
            left: verdict.leaves,
            other: self.looks_around().then(|| Box::new(other)),
            ..Analysed::new(page, warnings)
        }
    }

    /// Compares the tags of a page with its geometry.
    #[cfg(feature = "cli")]
    pub(super) fn verdict(
        &self,
        pdf: &pdf::Document,
        tags: &Tags,
        index: u32,
        content: Content,
    ) -> Verdict {
        let eye = self.eye(index, content.clone());
        let tagged = self.tags_of(pdf, tags, index, content);
        Verdict::of(tagged, eye, tags.has_headings())
    }

    /// Compares the tags of a page, given by its index, with its geometry. Returns `None` without tags, or if
    /// reading the page fails.
    #[cfg(feature = "browse")]
    pub(crate) fn page_verdict(&self, index: u32) -> Option<Verdict> {
        let (Input::Pdf(pdf), Some(tags)) = (&self.input, &self.tags) else {
            return None;
        };
        let limits = self.options.limits;
        let budget = Budget::new(limits, limits.page_bytes);
        let read = AssertUnwindSafe(|| {
            let content = self.read_content(index, &budget, &mut Warnings::new());
            self.verdict(pdf, tags, index, content)
        });
        catch_unwind(read).ok()
    }

    /// Analyses a page with the built-in analysis.
    fn eye(&self, index: u32, content: Content) -> Page {
        let mut params = self.options.layout.clone();
        params.method = Method::Regions;
        layout::analyse(index, content, &params)
    }
}

/// The warnings about pages whose tags were ignored, given by their indices; one for each fault.
pub(super) fn messages(left: &[(u32, TagFault)]) -> impl Iterator<Item = Diagnostic> + '_ {
    TagFault::ALL.into_iter().filter_map(|fault| {
        let pages = left.iter().filter(|(_, of)| *of == fault);
        let pages: Vec<u32> = pages.map(|(page, _)| *page).collect();
        let list = (!pages.is_empty()).then(|| PageList::from_indices(&pages))?;
        let message = format!(
            "{}: {} {list} {} read by geometry",
            fault.what(),
            verb(pages.len(), "page", "pages"),
            verb(pages.len(), "is", "are"),
        );
        Some(Diagnostic::new(DiagnosticKind::Tags, message).about(Setting::Road))
    })
}
