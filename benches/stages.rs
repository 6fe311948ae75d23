//! Measures each stage on generated pages of prose: `cargo bench`, or `cargo bench -- layout` for one stage.
//! Items are characters, so a stage with linear time has the same throughput on pages of 3,000 and of 50,000.

#[path = "../tests/common/pdf.rs"]
mod pdf;

use std::sync::Arc;

use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};
use pdfa2hocr::LayoutParams;
use pdfa2hocr::Limits;
use pdfa2hocr::Rect;
use pdfa2hocr::page::Content;
use pdfa2hocr::stages;
use pdfa2hocr::stages::Budget;
use pdfa2hocr::stages::Warnings;
use pdfa2hocr::stages::content::{self, Shown};
use pdfa2hocr::stages::font::Fonts;
use pdfa2hocr::stages::layout;
use pdfa2hocr::stages::line::{self, Frames, LineParams};
use pdfa2hocr::stages::mapping::Mapping;
use pdfa2hocr::stages::pdf::lexer::Lexer;
use pdfa2hocr::stages::pdf::{Document, OptionalContent, Source};
use pdfa2hocr::{Format, PageFrame, WriteOptions};

/// The allocator of the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Number of characters on a page: an ordinary page, a dense one, a newspaper page or a large table.
const SIZES: [usize; 3] = [3_000, 12_000, 50_000];

const LINE: usize = 80;
const LEADING: usize = 12;

fn main() {
    divan::main();
}

fn unbounded() -> Budget {
    Budget::new(Limits::default(), usize::MAX)
}

/// A content stream with about `size` characters: justified lines in `TJ` arrays, an indent every seven
/// lines, some words in another font.
fn stream(size: usize) -> String {
    const WORDS: [&str; 12] = [
        "gutters", "of", "a", "page", "are", "white", "from", "line", "to", "line,", "however",
        "many",
    ];
    let mut words = WORDS.iter().cycle();
    let lines = size.div_ceil(LINE);
    let mut stream = format!("BT /F1 10 Tf {LEADING} TL 50 {} Td\n", lines * LEADING + 50);
    for line in 0..lines {
        stream.push_str(if line % 7 == 0 { "[-1500" } else { "[" });
        let mut left = LINE;
        while let Some(rest) = left.checked_sub(8) {
            let word = words.next().unwrap_or(&"");
            let (first, last) = word.split_at(word.len() / 2);
            stream.push_str(&format!("({first})15({last} )-20"));
            left = rest + 7 - word.len();
        }
        let emphasis = if line % 5 == 0 {
            "/F2 10 Tf (emphasis) Tj /F1 10 Tf\n"
        } else {
            ""
        };
        stream.push_str(&format!("] TJ {emphasis}T*\n"));
    }
    stream + "ET\n"
}

/// A document with one such page.
fn document(size: usize) -> Document {
    let stream = stream(size);
    let height = size.div_ceil(LINE) * LEADING + 100;
    let widths = "500 ".repeat(224);
    let font = |name| {
        format!(
            "<</Type/Font/Subtype/TrueType/BaseFont/{name}/FirstChar 32/Widths[{widths}]
             /Encoding/WinAnsiEncoding/FontDescriptor<</Type/FontDescriptor/FontName/{name}
             /Flags 32/Ascent 700/Descent -200>>>>"
        )
    };
    let objects = [
        "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
        "<</Type/Pages/Kids[3 0 R]/Count 1>>".to_owned(),
        format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 {height}]/Contents 4 0 R
             /Resources<</Font<</F1 5 0 R/F2 6 0 R>>>>>>"
        ),
        format!("<</Length {}>>stream\n{stream}\nendstream", stream.len()),
        font("Times"),
        font("Times-Italic"),
    ];
    let file = pdf::written("1.7", &objects, "");
    let (document, warnings) = Document::open(&Source::from(file), "").expect("it is a PDF");
    assert!(warnings.is_empty(), "{warnings:?}");
    document
}

fn read(document: &Document, fonts: &Fonts) -> Content {
    let page = document.page(0).expect("it has a page");
    let layers = OptionalContent::default();
    let shown = Shown {
        all_text: false,
        layers: &layers,
    };
    content::read(&page, fonts, shown, &unbounded(), &mut Warnings::new())
}

fn content_of(size: usize) -> Content {
    read(&document(size), &Fonts::new(unbounded()))
}

#[divan::bench(args = SIZES)]
fn lexer(bencher: Bencher, size: usize) {
    let stream = stream(size);
    bencher
        .counter(BytesCount::of_str(&stream))
        .bench(|| Lexer::new(stream.as_bytes()).count());
}

#[divan::bench]
fn font(bencher: Bencher) {
    let document = document(0);
    let page = document.page(0).expect("it has a page");
    bencher.bench(|| Fonts::new(unbounded()).get(&page.resources().fonts, b"F1"));
}

#[divan::bench(args = SIZES)]
fn interpreter(bencher: Bencher, size: usize) {
    let (document, fonts) = (document(size), Fonts::new(unbounded()));
    let glyphs = read(&document, &fonts).glyphs.len();
    bencher
        .counter(ItemsCount::new(glyphs))
        .bench(|| read(&document, &fonts));
}

#[divan::bench(args = SIZES)]
fn lines(bencher: Bencher, size: usize) {
    let content = content_of(size);
    bencher
        .counter(ItemsCount::new(content.glyphs.len()))
        .bench(|| {
            let mut order = Vec::new();
            let (frames, glyphs) = (Frames::new(&content), content.glyph_indices());
            line::lines(
                &content,
                &frames,
                glyphs,
                &LineParams::default(),
                &mut order,
            )
        });
}

/// The default analysis, from glyphs to the tree.
#[divan::bench(args = SIZES)]
fn layout(bencher: Bencher, size: usize) {
    let content = content_of(size);
    let params = LayoutParams::default();
    bencher
        .counter(ItemsCount::new(content.glyphs.len()))
        .bench(|| layout::analyse_glyphs(&content, content.glyph_indices(), &params));
}

#[divan::bench(args = SIZES)]
fn hocr(bencher: Bencher, size: usize) {
    let mapping = Arc::new(Mapping::named("layout").expect("it is built in"));
    let writer = stages::writer(Format::Hocr, &mapping, &WriteOptions::default());
    let page = layout::analyse(0, content_of(size), &LayoutParams::default());
    let frame = PageFrame {
        width_px: 2550,
        height_px: (page.content.height / 72.0 * 300.0) as u32,
        dpi_x: 300.0,
        dpi_y: 300.0,
        area: Rect::new(0.0, 0.0, page.content.width, page.content.height),
        image: None,
    };
    let glyphs = page.content.glyphs.len();
    let page = stages::page(page, frame, &mapping);
    bencher
        .counter(ItemsCount::new(glyphs))
        .bench(|| writer.page(&page));
}
