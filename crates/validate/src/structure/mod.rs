//! Rules about logical structure, for PDF/UA and level A of PDF/A.
//!
//! 1. [`Tree::read`](tree::Tree::read) reads the structure tree without repairs and resolves its types with
//!    the role maps ([`role`]). The converter's reader repairs errors and so would hide faults.
//! 2. [`element`] checks every element and its children, tables as grids ([`table`]), and permitted child
//!    types by ISO/TS 32005 ([`nesting`]).
//! 3. [`annotation`] checks the structure elements of annotations.
//!
//! The module `content` checks the tags of content.

mod annotation;
mod attributes;
mod element;
mod language;
mod nesting;
mod role;
mod table;
#[cfg(test)]
mod tests;
mod tree;

use super::entries::{entry, shortened, string_of};
use super::outline;
use super::rule::{Rule, catalogue, described, rules};
use super::run::Run;
pub(super) use language::LANGUAGE;
pub(super) use nesting::object_of;
use pdfa2hocr_core::pdf::Dict;
pub(super) use tree::Tree;

/// The entries of the catalog about structure.
struct TreeFacts {
    has_tree: bool,
    has_lang: bool,
    /// `Marked` is true.
    marked: bool,
    /// `Marked` for reports.
    mark: String,
}

described! { TreeFacts: |_| "document catalog".into() }

const CATALOG: &[Rule<TreeFacts>] = rules! { TreeFacts:
    [A1LEVEL_A "6.8.2.2" 1, A23LEVEL_A "6.7.2.2" 1, UA1 "6.2" 1, TAGGED2 "6.2" 1] "the catalog does not say that the file is tagged; write MarkInfo with Marked true" =>
        |c, _| c.marked, |c| c.mark.clone();
    [A1LEVEL_A "6.8.3.3" 1, A23LEVEL_A "6.7.3.3" 1, UA1 "7.1" 11, TAGGED2 "8.2.1" 1] "there is no structure tree; tag the document" =>
        |c, _| c.has_tree, |_| "no StructTreeRoot".into();
    [TAGGED2 "8.4.4" 1] "the catalog does not declare the language of the document; add Lang" => |c, _| c.has_lang, |_| "no Lang".into();
};

/// An item of the outline.
struct OutlineItem {
    title: String,
    /// The catalog declares the language.
    has_lang: bool,
}

described! { OutlineItem: |item| format!("outline item {}", shortened(&item.title)) }

const OUTLINE: &[Rule<OutlineItem>] = rules! { OutlineItem:
    [UA1 "7.2" 2] "the language of the outline is not declared; add Lang to the catalog" => |item, _| item.has_lang;
};

/// Whether the catalog has `Lang`. An empty or invalid value is a separate fault.
pub(super) fn has_lang(catalog: &Dict<'_>) -> bool {
    string_of(catalog, "Lang").is_some()
}

/// Checks structure, tagged content and annotations.
pub(super) fn check<'d>(run: &mut Run<'d>, tree: Option<&Tree<'d>>) {
    let document = run.document;
    let catalog = document.catalog().unwrap_or_default();
    let has_lang = has_lang(&catalog);
    let mark_info = catalog.get::<Dict<'_>>("MarkInfo");
    let facts = TreeFacts {
        has_tree: tree.is_some(),
        mark: mark_info
            .as_ref()
            .map_or("no MarkInfo".into(), |m| entry(m, "Marked")),
        marked: mark_info.is_some_and(|m| m.get::<bool>("Marked") == Some(true)),
        has_lang,
    };
    run.check(CATALOG, &facts, &catalog);
    for item in outline::items(document) {
        let title = string_of(&item, "Title").unwrap_or_default();
        run.check(OUTLINE, &OutlineItem { title, has_lang }, &item);
    }
    if let Some(lang) = string_of(&catalog, "Lang") {
        run.check(LANGUAGE, &lang, &catalog);
    }
    if let Some(tree) = tree {
        for element in &tree.elements {
            if let Some(lang) = tree.text(element, "Lang") {
                run.check(LANGUAGE, &lang, &element.dict);
            }
        }
        element::check(run, tree, has_lang);
    }
    let mut parents = annotation::Parents::default();
    for index in 0..document.page_count() as u32 {
        if let Some(page) = document.page(index) {
            run.page = Some(index);
            annotation::check_page(run, &page, tree, has_lang, &mut parents);
        }
    }
    run.page = None;
}

catalogue![CATALOG, OUTLINE; element, nesting, language, annotation];
