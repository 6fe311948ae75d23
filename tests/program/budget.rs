//! Well-formed files use a small part of their decoding budgets.

use std::path::{Path, PathBuf};

use crate::common::corpus;
use pdfa2hocr::Limits;
use pdfa2hocr::stages::Budget;
use pdfa2hocr::stages::Warnings;
use pdfa2hocr::stages::content::{self, Shown};
use pdfa2hocr::stages::font::Fonts;
use pdfa2hocr::stages::pdf::{Document, OptionalContent, Source};
use rayon::prelude::*;

/// Maximum use of a budget by a well-formed file: one part in this many.
const SHARE: usize = 10;

/// The use of the budgets by a file.
struct Used {
    path: PathBuf,
    /// Bytes decoded for the most expensive page, for all pages, and for all fonts.
    page: usize,
    pages: usize,
    fonts: usize,
    /// The budget for all pages, in bytes.
    total: usize,
}

/// Measures the use of the budgets by a file. `None` if it cannot be read.
fn used(path: &Path) -> Option<Used> {
    let source = Source::open(path).ok()?;
    let (document, _) = Document::open(&source, "").ok()?;
    let limits = Limits::default();
    let (bytes, count) = (source.bytes().len(), document.page_count());
    let fonts = Fonts::new(Budget::of_document(limits, bytes, count));
    let layers = OptionalContent::read(&document);
    let shown = Shown {
        all_text: false,
        layers: &layers,
    };
    let mut used = Used {
        path: path.to_owned(),
        page: 0,
        pages: 0,
        fonts: 0,
        total: limits.of_document(bytes, count),
    };
    for index in 0..u32::try_from(count).unwrap() {
        let page = document.page(index)?;
        let budget = Budget::new(limits, limits.page_bytes);
        content::read(&page, &fonts, shown, &budget, &mut Warnings::new());
        assert!(!budget.is_cut(), "{}", path.display());
        used.page = used.page.max(budget.used());
        used.pages += budget.used();
    }
    used.fonts = fonts.budget().used();
    Some(used)
}

#[test]
fn no_file_of_the_corpus_uses_more_than_a_tenth_of_its_budgets() {
    let Some(files) = corpus("") else { return };
    let used: Vec<Used> = files.par_iter().filter_map(|file| used(file)).collect();
    assert!(used.len() > 1000);
    let limits = Limits::default();
    let largest = |what: fn(&Used) -> usize| used.iter().max_by_key(|u| what(u)).unwrap();
    let page = largest(|u| u.page);
    let (pages, fonts) = (
        largest(|u| u.pages * 1000 / u.total),
        largest(|u| u.fonts * 1000 / u.total),
    );
    println!("page {} {}", page.page, page.path.display());
    println!(
        "pages {} of {} {}",
        pages.pages,
        pages.total,
        pages.path.display()
    );
    println!(
        "fonts {} of {} {}",
        fonts.fonts,
        fonts.total,
        fonts.path.display()
    );
    assert!(page.page <= limits.page_bytes / SHARE);
    assert!(pages.pages <= pages.total / SHARE);
    assert!(fonts.fonts <= fonts.total / SHARE);
}
