//! Tests of dividing whole pages into columns.

use super::*;
use crate::diagnostics::Warnings;
use crate::layout::{LayoutParams, analyse_columns};
use crate::line::LineParams;
use crate::line::testing::Pen;
use crate::page::{NodeKind, Page, Step};
use proptest::prelude::*;

/// Returns the text of each box of a divided page, and the warnings.
fn boxes(pen: Pen, params: &ColumnParams) -> (Vec<String>, Vec<String>) {
    let mut warnings = Warnings::new();
    let page = analyse_columns(
        0,
        pen.content,
        &LayoutParams::default(),
        params,
        &mut warnings,
    );
    let warned = warnings.iter().map(ToString::to_string).collect();
    (texts(&page), warned)
}

fn texts(page: &Page) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for step in page.tree.walk(page.tree.root()) {
        let Step::Enter(id) = step else { continue };
        if page.tree[id].kind == NodeKind::TEXTBOX {
            found.push(String::new());
        } else if page.tree[id].kind == NodeKind::TEXTLINE
            && let Some(text) = found.last_mut()
        {
            if !text.is_empty() {
                text.push('/');
            }
            let mut line = String::new();
            page.push_text_below(id, &mut line);
            text.push_str(&line);
        }
    }
    found
}

fn exactly(count: u32) -> ColumnParams {
    ColumnParams {
        count: ColumnCount::Exactly(count),
        ..ColumnParams::default()
    }
}

const LEFT: [&str; 12] = [
    "one two three",
    "fo four fiveq",
    "sixseven nine",
    "ten elevenish",
    "xx twelve two",
    "thirt eenteen",
    "one two three",
    "fo four fiveq",
    "sixseven nine",
    "ten elevenish",
    "xx twelve two",
    "thirt eenteen",
];
const RIGHT: [&str; 12] = [
    "a bb ccc dddd",
    "eeeee ffffff ",
    "ggggggg hh ii",
    "jjj kkkk llll",
    "mmmm nnn oooo",
    "pp qqqqqqq rr",
    "a bb ccc dddd",
    "eeeee ffffff ",
    "ggggggg hh ii",
    "jjj kkkk llll",
    "mmmm nnn oooo",
    "pp qqqqqqq rr",
];

/// Two columns of twelve lines each; the gutter from 165 to 180.
fn two_columns(pen: &mut Pen, run: u32) {
    for (n, (left, right)) in LEFT.iter().zip(RIGHT).enumerate() {
        let y = 100.0 + 12.0 * n as f32;
        pen.write(run, 100.0, y, left);
        pen.write(run, 180.0, y, right);
    }
}

fn column(lines: &[&str]) -> String {
    lines.iter().map(|l| l.trim()).collect::<Vec<_>>().join("/")
}

/// The numbers of columns that `-c auto` and `-c 2` find on a page.
fn automatic_and_two(draw: impl Fn(&mut Pen, u32)) -> (usize, usize) {
    let mut pen = Pen::new();
    let run = pen.run(10.0, 0.0);
    draw(&mut pen, run);
    let content = pen.content;
    let (frames, mut drawn) = (Frames::new(&content), Vec::new());
    let (glyphs, line) = (content.glyph_indices(), LineParams::default());
    let lines = crate::line::lines(&content, &frames, glyphs, &line, &mut drawn);
    let count = |params: &ColumnParams| {
        divide(&content, &frames, &drawn, &lines, 0.5, params, &[]).map_or(1, |page| page.columns)
    };
    (count(&ColumnParams::default()), count(&exactly(2)))
}

#[test]
fn text_in_columns_is_divided_without_being_asked_how_often() {
    assert_eq!(automatic_and_two(two_columns), (2, 2));
}

#[test]
fn short_cells_of_a_table_are_no_columns_unless_asked_for() {
    let table = |pen: &mut Pen, run| {
        for n in 0..12 {
            let y = 100.0 + 12.0 * n as f32;
            pen.write(run, 100.0, y, "2015-07-01");
            pen.write(run, 180.0, y, "Napa 7");
        }
    };
    assert_eq!(automatic_and_two(table), (1, 2));
}

#[test]
fn what_rules_run_through_between_rows_is_no_gutter_unless_asked_for() {
    let ruled = |pen: &mut Pen, run| {
        two_columns(pen, run);
        for n in 0..13 {
            let y = 89.5 + 12.0 * n as f32;
            pen.content.fills.push(crate::page::Fill {
                bbox: crate::geometry::Rect::new(95.0, y, 250.0, y + 0.5),
                stroked: true,
            });
        }
    };
    assert_eq!(automatic_and_two(ruled), (1, 2));
}

#[test]
fn lines_drawn_through_the_gutter_are_cut_and_headings_are_not() {
    let mut pen = Pen::new();
    let run = pen.run(10.0, 0.0);
    pen.write(run, 100.0, 70.0, "a heading over both columns");
    two_columns(&mut pen, run);
    pen.write(run, 168.0, 270.0, "17");
    let (found, warned) = boxes(pen, &exactly(2));
    assert_eq!(
        found,
        [
            "a heading over both columns".to_owned(),
            column(&LEFT),
            column(&RIGHT),
            "17".to_owned()
        ]
    );
    assert!(warned.is_empty(), "{warned:?}");
}

#[test]
fn a_mark_beside_the_text_in_a_gutter_parts_no_columns() {
    let mut pen = Pen::new();
    let run = pen.run(10.0, 0.0);
    let small = pen.run(4.0, 0.0);
    for (n, (left, right)) in LEFT.iter().zip(RIGHT).enumerate() {
        let y = 100.0 + 12.0 * n as f32;
        pen.write(run, 100.0, y, left);
        pen.write(run, 190.0, y, right);
    }
    pen.write(small, 176.0, 125.0, "5");
    let (found, _) = boxes(pen, &exactly(2));
    assert_eq!(found, [column(&LEFT), column(&RIGHT), "5".to_owned()]);
}

#[test]
fn characters_in_a_gutter_go_to_the_text_they_are_close_to() {
    // Three points from the text on the left, nine points from the text on the right.
    for (params, wanted) in [
        (exactly(2), "xx twelve two|- mmmm nnn oooo"),
        (
            ColumnParams {
                affinity_share: 0.4,
                ..exactly(2)
            },
            "xx twelve two -|mmmm nnn oooo",
        ),
        (
            ColumnParams {
                affinity_gap: 3.5,
                ..exactly(2)
            },
            "xx twelve two -|mmmm nnn oooo",
        ),
    ] {
        let mut pen = Pen::new();
        let run = pen.run(10.0, 0.0);
        for (n, (left, right)) in LEFT.iter().zip(RIGHT).enumerate() {
            let y = 100.0 + 12.0 * n as f32;
            pen.write(run, 100.0, y, left);
            if n == 4 {
                pen.glyph(run, 168.0, y, "-", 3.0);
            }
            pen.write(run, 180.0, y, right);
        }
        let (found, _) = boxes(pen, &params);
        let line = |b: &String| b.split('/').nth(4).unwrap_or_default().to_owned();
        let got: Vec<String> = found.iter().map(line).collect();
        assert_eq!(got.join("|"), wanted);
    }
}

#[test]
fn columns_are_read_from_the_right_when_told() {
    let mut pen = Pen::new();
    let run = pen.run(10.0, 0.0);
    two_columns(&mut pen, run);
    let params = ColumnParams {
        order: ColumnOrder::RightToLeft,
        ..exactly(2)
    };
    assert_eq!(boxes(pen, &params).0, [column(&RIGHT), column(&LEFT)]);
}

#[test]
fn pieces_of_a_line_are_joined_by_their_overlap() {
    for (share, lines) in [(0.6, 12), (0.9, 13)] {
        let mut pen = Pen::new();
        let run = pen.run(10.0, 0.0);
        two_columns(&mut pen, run);
        // Two points lower: 80 % of the height is shared.
        pen.write(run, 270.0, 102.0, "raised");
        let params = ColumnParams {
            join_overlap: share,
            ..exactly(2)
        };
        let (found, _) = boxes(pen, &params);
        let last = found.last().map(|b| b.split('/').count());
        assert_eq!(last, Some(lines), "{share}: {found:?}");
    }
}

#[test]
fn a_page_without_a_gutter_keeps_its_analysis_and_says_why() {
    let mut pen = Pen::new();
    let run = pen.run(10.0, 0.0);
    for (n, line) in LEFT.iter().enumerate() {
        let y = 100.0 + 12.0 * n as f32;
        pen.write(run, 100.0, y, line);
    }
    let (found, warned) = boxes(pen, &exactly(2));
    assert_eq!(found, [column(&LEFT)]);
    assert_eq!(
        warned,
        [
            "the page is not divided into columns: no gutter stays white through enough of its 12 rows"
        ]
    );
    let mut pen = Pen::new();
    let run = pen.run(10.0, 0.0);
    for n in 0..10 {
        pen.write(run, 100.0, 100.0 + 20.0 * n as f32, "i");
    }
    let (_, warned) = boxes(pen, &exactly(2));
    assert_eq!(
        warned,
        ["the page is not divided into columns: 10 of its 10 rows have fewer than 2 characters"]
    );
    assert!(boxes(Pen::new(), &ColumnParams::default()).1.is_empty());
}

proptest! {
    /// Every word of the undivided analysis is kept unless it is cut, and no character is lost or doubled,
    /// whatever is on the page.
    #[test]
    fn no_character_is_lost(
        lines in prop::collection::vec((0f32..500.0, 0f32..700.0, 3f32..20.0, 1usize..40, prop::bool::ANY), 0..60),
        count in 1u32..5,
        parts in 1usize..5,
        joins in 0usize..12,
    ) {
        let mut pen = Pen::new();
        let upright = pen.run(10.0, 0.0);
        for (x, y, size, length, turned) in lines {
            let run = if turned { pen.run(size, 90.0) } else if size > 15.0 { pen.run(size, 0.3) } else { upright };
            pen.write(run, x, y, &"ab c".repeat(length / 4 + 1));
        }
        let params = ColumnParams {
            count: if count == 1 { ColumnCount::Automatic } else { ColumnCount::Exactly(count) },
            parts,
            row_joins: joins,
            evidence: 0.0,
            automatic_evidence: 0.0,
            fill: 0.0,
            ..ColumnParams::default()
        };
        let content = pen.content;
        let wanted = content.glyphs.iter().filter(|g| !g.space).count();
        let page = analyse_columns(0, content, &LayoutParams::default(), &params, &mut Warnings::new());
        let mut order = page.order.clone();
        order.sort_unstable();
        prop_assert!(order.windows(2).all(|w| w[0] < w[1]));
        let found = order.iter().filter(|&&g| !page.content.glyphs[g as usize].space).count();
        prop_assert_eq!(found, wanted);
    }

    #[test]
    fn numbers_that_are_none_do_no_harm(values in prop::collection::vec(prop::num::f32::ANY, 0..80)) {
        let mut pen = Pen::new();
        let run = pen.run(10.0, 0.0);
        two_columns(&mut pen, run);
        for v in values.chunks_exact(4) {
            let run = pen.run(v[2], 0.0);
            pen.glyph(run, v[0], v[1], "x", v[3]);
        }
        boxes(pen, &exactly(2));
    }
}
