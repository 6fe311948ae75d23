//! Reads and analyses one page: its content, then the road chosen by options and document, then the steps
//! that both roads share.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::Pipeline;
use super::analysed::Analysed;
use super::input::Input;
use super::options::Road;
#[cfg(feature = "ocr")]
use super::recognition::Text;
use pdfa2hocr_core::budget::{Account, Budget};
use pdfa2hocr_core::diagnostics::{Diagnostic, DiagnosticKind, Warnings};
use pdfa2hocr_core::geometry::Matrix;
use pdfa2hocr_core::layout::{self, LayoutParams};
use pdfa2hocr_core::normalize::normalize;
use pdfa2hocr_core::page::{self, Content, Own, PageList, Tree};
use pdfa2hocr_core::page_number::PageNumber;
use pdfa2hocr_core::structure::{TaggedPage, Tags};
use pdfa2hocr_core::{content, line, pdf, roads};

impl Pipeline {
    /// The budget for reading all pages once.
    pub(super) fn account(&self) -> Arc<Account> {
        let pages = self.input.distinct_page_count();
        Account::new(self.options.limits, self.bytes, pages)
    }

    /// Reads and analyses one page. If a library panics, the page is returned empty.
    pub(super) fn analyse(&self, index: u32, budget: &Budget) -> Analysed {
        let attempt = catch_unwind(AssertUnwindSafe(|| {
            self.corrected(self.read_or_kept(index, || self.read_page(index, budget)))
        }));
        attempt.unwrap_or_else(|_| {
            let mut warnings = Warnings::new();
            let page = self.empty_page(index, &mut warnings);
            Analysed::new(page, warnings)
        })
    }

    pub(super) fn empty_page(&self, index: u32, warnings: &mut Warnings) -> page::Page {
        *warnings = Warnings::new();
        warnings.push(Diagnostic::new(
            DiagnosticKind::Page,
            "the page is damaged in a way that stopped its reading; it is written empty",
        ));
        layout::analyse(index, Content::default(), &self.options.layout)
    }

    /// Reads a page after the document's budget has been used up, with the minimum that each page may use.
    pub(super) fn beyond_budget(&self, index: u32, account: &Account) -> Analysed {
        let budget = self.least_budget();
        let mut analysed = self.analyse(index, &budget);
        if budget.is_cut() {
            analysed.warnings.push_first(beyond_budget(account));
        }
        analysed
    }

    pub(super) fn least_budget(&self) -> Budget {
        let limits = self.options.limits;
        Budget::new(limits, limits.page_least_bytes)
    }

    pub(super) fn shown(&self) -> content::Shown<'_> {
        content::Shown {
            all_text: self.options.all_text,
            layers: &self.layers,
        }
    }

    pub(super) fn read_content(
        &self,
        index: u32,
        budget: &Budget,
        warnings: &mut Warnings,
    ) -> Content {
        let mut content = match &self.input {
            Input::Pdf(pdf) => match pdf.page(index) {
                Some(page) => content::read(&page, &self.fonts, self.shown(), budget, warnings),
                None => Content::default(),
            },
            Input::Pdfminer(xml) => xml.page(index, budget, warnings),
            Input::Ocr(ocr) => ocr
                .page(index, budget, warnings)
                .map(|page| page.content)
                .unwrap_or_default(),
        };
        line::settle(&mut content);
        content
    }

    fn read_page(&self, index: u32, budget: &Budget) -> Analysed {
        let mut warnings = Warnings::new();
        if let (Input::Ocr(ocr), true) = (&self.input, self.is_as_written()) {
            let page = ocr.page(index, budget, &mut warnings);
            let mut page = page.unwrap_or_else(|| self.empty_page(index, &mut warnings));
            normalize(&mut page, self.options.normalize);
            return Analysed::new(page, warnings);
        }
        let content = self.read_content(index, budget, &mut warnings);
        #[cfg(feature = "ocr")]
        let content = match self.recognise(index, content, &mut warnings) {
            Text::Own(content) => content,
            Text::Recognised(page) => {
                return self.completed(index, Analysed::new(page, warnings));
            }
        };
        let read = match (&self.input, &self.tags) {
            (Input::Pdf(pdf), Some(tags)) if self.options.road == Road::Auto => {
                self.page_by_either(pdf, tags, index, content, warnings)
            }
            (Input::Pdf(pdf), Some(tags)) => {
                let tagged = self.tags_of(pdf, tags, index, content);
                let page = self.tagged_page(pdf, tagged, &mut warnings);
                Analysed::new(page, warnings)
            }
            _ => {
                let page = self.analysed_page(index, content, &mut warnings);
                Analysed::new(page, warnings)
            }
        };
        self.completed(index, read)
    }

    /// Puts the words of an analysed page in logical order and in their form of Unicode, and adds its label.
    fn completed(&self, index: u32, mut read: Analysed) -> Analysed {
        for page in [Some(&mut read.page), read.other.as_deref_mut()] {
            let Some(page) = page else { continue };
            line::logical::put_in_logical_order(page);
            normalize(page, self.options.normalize);
            if let Some(label) = self.labels.label(index) {
                let root = page.tree.root();
                page.tree[root].add_attribute(Own::Label, label);
            }
            if let Some(pages) = &self.options.pages {
                omit_links(&mut page.tree, pages);
            }
        }
        read
    }

    /// Analyses a page by its geometry.
    pub(super) fn analysed_page(
        &self,
        index: u32,
        content: Content,
        warnings: &mut Warnings,
    ) -> page::Page {
        self.analysed_with(&self.options.layout, index, content, warnings)
    }

    /// Analyses a page by its geometry, with these parameters.
    pub(super) fn analysed_with(
        &self,
        params: &LayoutParams,
        index: u32,
        content: Content,
        warnings: &mut Warnings,
    ) -> page::Page {
        let own = self.options.analysis.as_ref();
        match own.and_then(|own| own.analyse(index, &content, params)) {
            Some(analysis) if analysis.fits(&content) => return analysis.into_page(index, content),
            Some(_) => warnings.push(Diagnostic::new(
                DiagnosticKind::Page,
                "the analysis that is not built in made no tree over the page; it is left out",
            )),
            None => {}
        }
        if let Some(gutters) = self.gutters(index) {
            let columns = self.options.columns.clone().unwrap_or_default();
            return layout::analyse_gutters(index, content, params, &columns, &gutters.boxes);
        }
        match &self.options.columns {
            Some(columns) if !self.is_undivided(index) => {
                layout::analyse_columns(index, content, params, columns, warnings)
            }
            _ => layout::analyse(index, content, params),
        }
    }

    /// Whether running heads are detected from neighbouring pages. They are not if pages are divided into
    /// columns, grouped as pdfminer does, or analysed by the user's code.
    pub(super) fn marks_running(&self) -> bool {
        !self.is_as_written()
            && self.options.columns.is_none()
            && self.options.analysis.is_none()
            && self.options.layout.method == layout::Method::Regions
    }

    /// Whether the page is excluded from the division into columns.
    fn is_undivided(&self, index: u32) -> bool {
        let list = self.options.undivided.as_ref();
        list.is_some_and(|list| list.contains(index))
    }

    /// Reads the tags of a page.
    pub(super) fn tags_of(
        &self,
        pdf: &pdf::Document,
        tags: &Tags,
        index: u32,
        content: Content,
    ) -> TaggedPage {
        let params = &self.options.layout;
        let segmenter = params.segmenter.as_deref();
        tags.page(index, content, matrix(pdf, index), &params.line, segmenter)
    }

    /// Builds a page from its tags, and by geometry for untagged content.
    pub(super) fn tagged_page(
        &self,
        pdf: &pdf::Document,
        tagged: TaggedPage,
        warnings: &mut Warnings,
    ) -> page::Page {
        let mut page = roads::complete(tagged, &self.options.layout, warnings);
        if let Some(lang) = pdf.language() {
            let root = page.tree.root();
            page.tree[root].add_attribute(Own::Lang, lang);
        }
        page
    }
}

/// The warning that a page was read only within its minimum budget.
pub(super) fn beyond_budget(account: &Account) -> Diagnostic {
    Diagnostic::limit(format!(
        "the page is cut short: with those before it, the document decodes to more than the {} MB \
             that one of its size should need",
        account.total() >> 20
    ))
}

/// The matrix from user space to page space.
pub(super) fn matrix(pdf: &pdf::Document, index: u32) -> Matrix {
    pdf.page(index).map(|p| p.matrix()).unwrap_or_default()
}

/// Removes links to pages that are not converted.
fn omit_links(tree: &mut Tree, pages: &PageList) {
    let leads_out = |href: &str| {
        let number = href.strip_prefix("#page_").and_then(|n| n.parse().ok());
        number.is_some_and(|number: PageNumber| !pages.contains(number.index()))
    };
    for node in tree.below(tree.root()).collect::<Vec<_>>() {
        if tree[node].own(Own::Href).is_some_and(leads_out) {
            tree[node].attributes.retain(|a| a.name != Own::Href.into());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pdfa2hocr_core::geometry::Rect;
    use pdfa2hocr_core::page::{Detail, Node, NodeKind};

    #[test]
    fn links_to_pages_that_are_not_converted_are_omitted() {
        let bbox = Rect::new(0.0, 0.0, 9.0, 9.0);
        let mut tree = Tree::new(bbox);
        for href in ["#page_2", "#page_7", "https://example.org/"] {
            let root = tree.root();
            let link = Node::new(NodeKind::known("Link"), bbox, Detail::None);
            let link = tree.add_child(root, link);
            tree[link].add_attribute(Own::Href, href);
        }
        omit_links(&mut tree, &"1-3".parse().unwrap());
        let links = tree.children(tree.root());
        let left: Vec<_> = links.map(|link| tree[link].own(Own::Href)).collect();
        assert_eq!(left, [Some("#page_2"), None, Some("https://example.org/")]);
    }
}
