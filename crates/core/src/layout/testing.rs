//! Test pages made by hand, and checks that hold for every page, for the tests of both methods.

use std::fmt::Write;

use proptest::prelude::*;

use crate::line::testing::Pen;
use crate::page::{Detail, NodeKind, Page, Step};

/// Prints the tree, one node per line, with the content of each node.
pub(super) fn dump(page: &Page) -> String {
    let mut out = String::new();
    let mut depth = 0usize;
    for step in page.tree.walk(page.tree.root()) {
        let Step::Enter(id) = step else {
            depth -= 1;
            continue;
        };
        let node = &page.tree[id];
        if node.kind != NodeKind::WORD {
            let _ = write!(out, "{:1$}{2}", "", depth * 2, node.kind);
            if node.kind == NodeKind::TEXTLINE {
                let mut text = String::new();
                page.push_text_below(id, &mut text);
                let _ = write!(out, " {text}");
            }
            out.push('\n');
        }
        depth += 1;
    }
    out
}

/// A title over two columns of two paragraphs each, drawn column by column.
pub(super) fn two_columns() -> Pen {
    let mut pen = Pen::new();
    let title = pen.run(20.0, 0.0);
    let body = pen.run(10.0, 0.0);
    pen.write(title, 100.0, 60.0, "A title");
    for (x, column) in [(50.0, "left"), (300.0, "right")] {
        for (y, part) in [(100.0, "upper"), (160.0, "lower")] {
            for i in 0..3 {
                let text = format!("{column} {part} {i}");
                pen.write(body, x, y + 12.0 * i as f32, &text);
            }
        }
    }
    pen
}

/// Checks the invariants of every page.
pub(super) fn check(page: &Page) {
    let mut in_words = vec![0u32; page.content.glyphs.len()];
    let mut end = 0;
    for step in page.tree.walk(page.tree.root()) {
        let Step::Enter(id) = step else { continue };
        let node = &page.tree[id];
        if let Detail::Word(range) = &node.detail {
            assert!(
                range.start >= end && range.start < range.end,
                "{range:?} after {end}"
            );
            end = range.end;
            assert!(end as usize <= page.order.len());
            for glyph in &page.order[range.start as usize..range.end as usize] {
                in_words[*glyph as usize] += 1;
            }
        }
    }
    for (glyph, count) in page.content.glyphs.iter().zip(in_words) {
        if glyph.space {
            assert_eq!(count, 0);
        } else if glyph.text.len > 0 {
            assert_eq!(count, 1);
        }
    }
}

/// A coordinate, mostly on the page and sometimes not a number.
pub(super) fn coordinate() -> impl Strategy<Value = f32> {
    prop_oneof![
        20 => 0.0f32..600.0,
        20 => (0u8..60).prop_map(|n| f32::from(n) * 10.0),
        1 => prop::sample::select(vec![
            f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN, f32::MIN_POSITIVE, 0.0, -0.0,
        ]),
    ]
}

prop_compose! {
    pub fn glyphs()(
        runs in prop::collection::vec((coordinate(), prop::sample::select(vec![0.0f32, 0.5, 90.0, 33.0, f32::NAN]), any::<bool>()), 1..5),
        glyphs in prop::collection::vec((any::<prop::sample::Index>(), coordinate(), coordinate(), coordinate(), prop::sample::select(vec!["a", "ffi", " ", "", "\u{301}", "世"])), 0..120),
    ) -> Pen {
        let mut pen = Pen::new();
        for &(size, angle, vertical) in &runs {
            if vertical { pen.vertical_run(size / 20.0) } else { pen.run(size / 20.0, angle) };
        }
        for (run, x, y, advance, text) in glyphs {
            pen.glyph(run.index(runs.len()) as u32, x, y, text, advance / 20.0);
        }
        pen
    }
}
