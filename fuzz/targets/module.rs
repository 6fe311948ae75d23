//! Modules written by users, run on a page.

use std::sync::LazyLock;

use pdfa2hocr::LayoutParams;
use pdfa2hocr::Rect;
use pdfa2hocr::page::{Detail, DocumentInfo, Page, Step};
use pdfa2hocr::stages;
use pdfa2hocr::stages::Warnings;
use pdfa2hocr::stages::content::{self, Shown};
use pdfa2hocr::stages::font::Fonts;
use pdfa2hocr::stages::layout;
use pdfa2hocr::stages::mapping::Mapping;
use pdfa2hocr::stages::module::{Limits, Module};
use pdfa2hocr::stages::pdf::{self, OptionalContent, Source};
use pdfa2hocr::{Format, PageFrame, WriteOptions};

use super::outputs::assert_well_formed;
use super::pdf::budget;

fn limits() -> Limits {
    let mut limits = Limits::default();
    limits.steps = 20_000;
    limits.memory = 4 << 20;
    limits.depth = 30;
    limits
}

static PAGE: LazyLock<Page> = LazyLock::new(page);

pub fn run(data: &[u8]) {
    let Ok(source) = std::str::from_utf8(data) else {
        return;
    };
    let mapping = Mapping::built_in("layout").expect("the mapping");
    let args = [("number".to_owned(), "7".to_owned())];
    let Ok(module) = Module::parse("in.star", source, &args, limits()) else {
        return;
    };
    let document = DocumentInfo {
        page_count: 1,
        ..DocumentInfo::default()
    };
    let Ok((ready, _)) = module.begin(&document, "layout", mapping.kinds()) else {
        return;
    };
    let (data, outcome) = ready.collect(PAGE.clone());
    let data = data.ok();
    let collected = ready
        .gather(data.iter().map(|data| (0, data)))
        .expect("plain data");
    let collected = ready.collects().map(|_| &collected);
    let outcome = ready.run(outcome.page, collected);
    check(&outcome.page, mapping);
}

/// Checks that the tree is valid and can be written.
fn check(page: &Page, mapping: Mapping) {
    let mut depth = 0;
    for step in page.tree.walk(page.tree.root()) {
        match step {
            Step::Enter(id) => {
                depth += 1;
                match &page.tree[id].detail {
                    Detail::Word(glyphs) => {
                        assert!(glyphs.start <= glyphs.end);
                        assert!(glyphs.end as usize <= page.order.len());
                    }
                    Detail::Image(image) => {
                        assert!((*image as usize) < page.content.images.len());
                    }
                    Detail::Line(_) | Detail::None => {}
                }
            }
            Step::Leave(_) => depth -= 1,
        }
    }
    assert_eq!(depth, 0);
    let frame = PageFrame {
        width_px: 1200,
        height_px: 1600,
        dpi_x: 144.0,
        dpi_y: 144.0,
        area: Rect::new(0.0, 0.0, 600.0, 800.0),
        image: None,
    };
    let mapping = mapping.into();
    let writer = stages::writer(Format::Hocr, &mapping, &WriteOptions::default());
    let document = DocumentInfo::default();
    let pages = [
        writer.head(&document, 1),
        writer
            .page(&stages::page(page.clone(), frame, &mapping))
            .text,
        writer.tail(),
    ];
    assert_well_formed(&pages.concat());
}

/// An analysed page with heads, columns and words in several fonts.
fn page() -> Page {
    let bytes = include_bytes!("../../fixtures/kinds/dictionary.pdf");
    let (document, _) = pdf::Document::open(&Source::from(bytes.to_vec()), "").expect("a document");
    let shown = Shown {
        all_text: false,
        layers: &OptionalContent::default(),
    };
    let page = document.page(0).expect("a page");
    let content = content::read(
        &page,
        &Fonts::new(budget()),
        shown,
        &budget(),
        &mut Warnings::new(),
    );
    layout::analyse(0, content, &LayoutParams::default())
}
