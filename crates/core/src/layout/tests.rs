//! Whole pages, analysed by gutters and white space.

use std::sync::Arc;

use proptest::prelude::*;

use super::testing::{check, dump, glyphs, two_columns};
use super::*;
use crate::geometry::Rect;
use crate::line::drawn_line::{Drawn, drawn_line};
use crate::line::testing::Pen;
use crate::page::{Detail, Fill, FindingKind, FontFacts, Image, Own, Step};

fn analyse_default(pen: Pen) -> Page {
    analyse(0, pen.content, &LayoutParams::default())
}

/// The text of the page, one string per line.
fn text(page: &Page) -> Vec<String> {
    dump(page)
        .lines()
        .filter_map(|l| l.trim_start().strip_prefix("textline ").map(str::to_owned))
        .collect()
}

/// The words of the page, from left to right.
fn words_from_left(pen: Pen) -> Vec<String> {
    let page = analyse_default(pen);
    let mut words = Vec::new();
    for step in page.tree.walk(page.tree.root()) {
        if let Step::Enter(id) = step
            && let Detail::Word(_) = page.tree[id].detail
        {
            let mut text = String::new();
            page.push_text_below(id, &mut text);
            words.push((page.tree[id].bbox.x0, text));
        }
    }
    words.sort_by(|a, b| a.0.total_cmp(&b.0));
    words.into_iter().map(|(_, text)| text).collect()
}

/// Draws words in an order unrelated to the reading order.
fn shuffled(lines: &[(f32, f32, &str)]) -> Pen {
    let mut words: Vec<(f32, f32, &str)> = Vec::new();
    for &(x, y, line) in lines {
        let mut at = x;
        for word in line.split(' ') {
            words.push((at, y, word));
            at += 5.0 * (word.chars().count() + 1) as f32;
        }
    }
    let mut state = 0x2545_F491_4F6C_DD1Du64;
    words.sort_by_cached_key(|_| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    });
    let mut pen = Pen::new();
    let run = pen.run(10.0, 0.0);
    for (x, y, word) in words {
        pen.write(run, x, y, word);
    }
    pen
}

#[test]
fn columns_are_read_one_after_the_other_and_stretches_of_white_part_blocks() {
    insta::assert_snapshot!(dump(&analyse_default(two_columns())), @r"
    page
      textbox
        textline A title
      textbox
        textline left upper 0
        textline left upper 1
        textline left upper 2
      textbox
        textline left lower 0
        textline left lower 1
        textline left lower 2
      textbox
        textline right upper 0
        textline right upper 1
        textline right upper 2
      textbox
        textline right lower 0
        textline right lower 1
        textline right lower 2
    ");
}

#[test]
fn words_drawn_at_random_are_read_by_geometry() {
    let mut lines = Vec::new();
    for row in 0..12 {
        let y = 100.0 + 12.0 * row as f32;
        lines.push((50.0, y, "left hand words fill the column"));
        // Not level with the left column.
        lines.push((240.0, y + 5.0, "right hand words fill it just so"));
    }
    let page = analyse_default(shuffled(&lines));
    let expected: Vec<&str> = [lines[0].2; 12]
        .into_iter()
        .chain([lines[1].2; 12])
        .collect();
    assert_eq!(text(&page), expected);
}

#[test]
fn a_heading_over_both_columns_is_read_where_it_stands() {
    let mut pen = Pen::new();
    let run = pen.run(10.0, 0.0);
    for (top, part) in [(100.0, "upper"), (200.0, "lower")] {
        pen.write(
            run,
            50.0,
            top - 24.0,
            &format!("a long heading over the {part} half of the page"),
        );
        for (x, side) in [(50.0, "left"), (220.0, "right")] {
            for row in 0..4 {
                pen.write(
                    run,
                    x,
                    top + 12.0 * row as f32,
                    &format!("{side} {part} column line {row}"),
                );
            }
        }
    }
    let read = text(&analyse_default(pen));
    let halves: Vec<&str> = read
        .iter()
        .map(|l| l.split(' ').next().unwrap_or(""))
        .collect();
    let half = [
        "a", "left", "left", "left", "left", "right", "right", "right", "right",
    ];
    assert_eq!(halves, [half, half].concat());
}

#[test]
fn a_table_is_read_by_rows() {
    let mut pen = Pen::new();
    let run = pen.run(10.0, 0.0);
    for row in 0..10 {
        for (column, x) in [50.0, 150.0, 250.0].into_iter().enumerate() {
            pen.write(
                run,
                x,
                100.0 + 14.0 * row as f32,
                &format!("{row}.{column}"),
            );
        }
    }
    let expected: Vec<String> = (0..30).map(|n| format!("{}.{}", n / 3, n % 3)).collect();
    assert_eq!(text(&analyse_default(pen)), expected);
}

#[test]
fn a_superscript_and_a_drop_cap_stay_on_their_lines() {
    let mut pen = Pen::new();
    let body = pen.run(10.0, 0.0);
    let small = pen.run(6.0, 0.0);
    let cap = pen.run(30.0, 0.0);
    pen.write(cap, 50.0, 122.0, "T");
    pen.write(body, 65.5, 100.0, "he first line of the chapter");
    pen.write(small, 206.0, 96.0, "1");
    pen.write(body, 212.0, 100.0, "ends");
    pen.write(body, 67.0, 112.0, "second line beside the letter");
    pen.write(body, 50.0, 124.0, "third line below the letter");
    insta::assert_snapshot!(text(&analyse_default(pen)).join("\n"), @r"
    The first line of the chapter1 ends
    second line beside the letter
    third line below the letter
    ");
}

#[test]
fn an_exponent_in_the_size_of_the_text_stays_on_its_line() {
    let mut pen = Pen::new();
    let body = pen.run(10.0, 0.0);
    let high = pen.run(9.7, 0.0);
    pen.write(body, 50.0, 100.0, "an area of 10 m");
    pen.write(high, 125.0, 95.2, "2");
    pen.write(body, 130.0, 100.0, " in a line");
    pen.write(body, 50.0, 114.0, "and a line below it");
    let lines = ["an area of 10 m2 in a line", "and a line below it"];
    assert_eq!(text(&analyse_default(pen)), lines);
}

#[test]
fn a_frame_around_text_is_no_table() {
    let mut pen = Pen::new();
    let run = pen.run(10.0, 0.0);
    let lines = "Sidebar. This box has\nits own words, of some\nlines that the text around\nit does not go on with, as\nthey are apart";
    for (row, line) in (0u8..).zip(lines.lines()) {
        let mut x = 55.0;
        for word in line.split(' ') {
            pen.write(run, x, 112.0 + 14.0 * f32::from(row), word);
            x += 5.0 * word.len() as f32 + 2.5;
        }
    }
    for bbox in [
        Rect::new(50.0, 98.0, 195.0, 98.5),
        Rect::new(50.0, 174.0, 195.0, 174.5),
        Rect::new(50.0, 98.0, 50.5, 174.5),
        Rect::new(194.5, 98.0, 195.0, 174.5),
    ] {
        pen.content.fills.push(Fill {
            bbox,
            stroked: true,
        });
    }
    let dump = dump(&analyse_default(pen));
    assert!(!dump.contains("Table"), "{dump}");
}

#[test]
fn a_short_word_of_a_title_is_no_drop_cap() {
    let mut pen = Pen::new();
    let title = pen.run(20.0, 0.0);
    let body = pen.run(10.0, 0.0);
    pen.write(title, 50.0, 60.0, "The Geometry of Instruments");
    for row in 0..6 {
        pen.write(
            body,
            50.0,
            82.0 + 12.0 * row as f32,
            "the text that is below it",
        );
    }
    let lines = text(&analyse_default(pen));
    assert_eq!(lines[0], "The Geometry of Instruments");
}

#[test]
fn an_image_behind_the_text_does_not_part_it() {
    let mut pen = Pen::new();
    let run = pen.run(10.0, 0.0);
    for row in 0..6 {
        pen.write(run, 50.0, 100.0 + 12.0 * row as f32, "the text of a box");
    }
    pen.content.images.push(Image {
        bbox: Rect::new(40.0, 66.0, 160.0, 186.0),
        samples: (10, 10),
        upright: true,
        object: None,
        marked: None,
    });
    let dump = dump(&analyse_default(pen));
    assert_eq!(dump.matches("textbox").count(), 1, "{dump}");
}

#[test]
fn an_image_that_words_lie_across_does_not_part_columns() {
    let mut pen = Pen::new();
    let run = pen.run(10.0, 0.0);
    for x in [50.0, 250.0] {
        for row in 0..8 {
            pen.write(run, x, 100.0 + 12.0 * row as f32, "the text of a column");
        }
    }
    // From the middle of the columns' third lines downwards.
    pen.content.images.push(Image {
        bbox: Rect::new(40.0, 121.0, 300.0, 300.0),
        samples: (10, 10),
        upright: true,
        object: None,
        marked: None,
    });
    let dump = dump(&analyse_default(pen));
    assert_eq!(dump.matches("textbox").count(), 2, "{dump}");
}

#[test]
fn a_table_with_a_line_below_each_row_has_the_first_row_too() {
    let mut pen = Pen::new();
    let run = pen.run(10.0, 0.0);
    for row in 0..6 {
        let y = 100.0 + 24.0 * row as f32;
        pen.write(run, 50.0, y, &format!("chapter {row}"));
        pen.write(run, 250.0, y, &format!("page {row}"));
        pen.content.fills.push(Fill {
            bbox: Rect::new(50.0, y + 8.0, 300.0, y + 9.0),
            stroked: true,
        });
    }
    let dump = dump(&analyse_default(pen));
    assert_eq!(dump.matches("TR").count(), 6, "{dump}");
}

#[test]
fn heads_that_come_again_below_a_name_begin_another_table() {
    let tables = |heads: [&str; 2]| {
        let mut pen = Pen::new();
        let run = pen.run(10.0, 0.0);
        for (n, head) in (0u8..).zip(heads) {
            let top = 100.0 + 120.0 * f32::from(n);
            pen.write(run, 50.0, top - 14.0, "vode");
            for y in [top, top + 20.0, top + 84.0] {
                pen.content.fills.push(Fill {
                    bbox: Rect::new(50.0, y, 350.0, y + 0.5),
                    stroked: true,
                });
            }
            pen.write(run, 50.0, top + 13.0, head);
            pen.write(run, 150.0, top + 13.0, "Message");
            for (row, name) in (0u8..).zip(["2", "-1", "-2", "-3"]) {
                let y = top + 33.0 + 14.0 * f32::from(row);
                pen.write(run, 50.0, y, name);
                pen.write(run, 150.0, y, "Integration of owls successful.");
            }
        }
        dump(&analyse_default(pen)).matches("Table").count()
    };
    assert_eq!(tables(["Code", "Code"]), 2);
    assert_eq!(tables(["Code", "Sum"]), 1, "a row of sums");
}

#[test]
fn a_pattern_of_single_marks_is_no_table() {
    let mut pen = Pen::new();
    let run = pen.run(10.0, 0.0);
    for n in 0..7 {
        let at = 100.0 + 20.0 * n as f32;
        for bbox in [
            Rect::new(100.0, at, 220.0, at + 1.0),
            Rect::new(at, 100.0, at + 1.0, 220.0),
        ] {
            pen.content.fills.push(Fill {
                bbox,
                stroked: true,
            });
        }
    }
    for n in 0..36 {
        let (x, y) = ((n % 6) as f32, (n / 6) as f32);
        pen.write(run, 108.0 + 20.0 * x, 114.0 + 20.0 * y, "x");
    }
    let dump = dump(&analyse_default(pen));
    assert!(!dump.contains("Table"), "{dump}");
}

#[test]
fn a_letter_over_the_foot_of_another_stays_on_its_line() {
    let mut pen = Pen::new();
    let body = pen.run(12.0, 0.0);
    let small = pen.run(8.4, 0.0);
    for row in 0..4 {
        let y = 100.0 + 14.0 * row as f32;
        pen.write(body, 50.0, y, "written with ");
        pen.glyph(body, 128.0, y, "L", 7.5);
        pen.glyph(small, 131.2, y - 2.4, "A", 6.3);
        pen.write(body, 135.7, y, "TEX for all");
    }
    let line = "written with LATEX for all";
    assert_eq!(text(&analyse_default(pen)), [line; 4]);
}

#[test]
fn labels_of_a_list_are_on_the_lines_of_its_items() {
    let mut pen = Pen::new();
    let run = pen.run(10.0, 0.0);
    for (row, label) in ["•", "1.", "b)", "12"].into_iter().enumerate() {
        let y = 100.0 + 12.0 * row as f32;
        pen.write(run, 50.0, y, label);
        pen.write(run, 79.0, y, "what is said of it");
    }
    // A number without a full stop after it may be anything.
    assert_eq!(
        text(&analyse_default(pen)),
        [
            "• what is said of it",
            "1. what is said of it",
            "b) what is said of it",
            "12",
            "what is said of it"
        ]
    );
}

#[test]
fn an_arrow_at_a_text_parts_no_lines_and_a_rule_over_notes_does() {
    let blocks = |from: f32, to: f32| {
        let mut pen = Pen::new();
        let run = pen.run(10.0, 0.0);
        for row in 0..6 {
            let y = 100.0 + 12.0 * row as f32;
            pen.write(run, 50.0, y, "a text of twenty six signs");
        }
        // Between the third line and the fourth.
        let bbox = Rect::new(from, 128.0, to, 128.5);
        let stroked = true;
        pen.content.fills.push(Fill { bbox, stroked });
        dump(&analyse_default(pen)).matches("textbox").count()
    };
    assert_eq!(blocks(170.0, 230.0), 1);
    assert_eq!(blocks(50.0, 90.0), 2);
}

#[test]
fn short_rows_of_formulas_do_not_tell_how_far_lines_are_apart() {
    let mut pen = Pen::new();
    let run = pen.run(10.0, 0.0);
    for row in 0..12 {
        pen.write(run, 150.0, 100.0 + 9.0 * row as f32, "n + 1");
    }
    for row in 0..3 {
        pen.write(
            run,
            50.0,
            260.0 + 13.0 * row as f32,
            "a line of some text that is long",
        );
    }
    let dump = dump(&analyse_default(pen));
    let text = dump.split("textbox").last().unwrap_or_default();
    assert_eq!(text.matches("textline a line").count(), 3, "{dump}");
}

#[test]
fn a_formula_and_its_number_are_no_stretched_row() {
    let row = "justified prose that fills the measure of this one column here";
    let mut lines: Vec<(f32, f32, &str)> = (0u8..8)
        .map(|n| (50.0, 100.0 + 12.0 * f32::from(n), row))
        .collect();
    lines.extend([(50.0, 196.0, "a(b)=c"), (335.0, 196.0, "(4.2)")]);
    lines.extend((0u8..4).map(|n| (50.0, 208.0 + 12.0 * f32::from(n), row)));
    let page = analyse_default(shuffled(&lines));
    assert!(
        text(&page)
            .iter()
            .any(|line| line.contains("(4.2)") && !line.contains("a(b)")),
        "{}",
        dump(&page)
    );
}

#[test]
fn backgrounds_of_spaces_part_no_line() {
    let mut pen = Pen::new();
    let run = pen.run(10.0, 0.0);
    for row in 0..5 {
        let y = 100.0 + 12.0 * row as f32;
        pen.write(run, 50.0, y, "text that somebody has marked");
        for space in [4, 9, 18, 22] {
            let x = 50.0 + 5.0 * space as f32;
            let bbox = Rect::new(x + 1.2, y - 9.0, x + 4.2, y + 3.0);
            let stroked = false;
            pen.content.fills.push(Fill { bbox, stroked });
        }
    }
    let line = "text that somebody has marked";
    assert_eq!(text(&analyse_default(pen)), [line; 5]);
}

#[test]
fn a_skewed_page_is_read_as_the_upright_one() {
    for degrees in [-3.0f32, -1.0, 0.5, 2.0, 3.0] {
        let (sin, cos) = degrees.to_radians().sin_cos();
        let mut pen = Pen::new();
        let run = pen.run(10.0, 0.0);
        for (x, side) in [(50.0, "left"), (320.0, "right")] {
            for row in 0..20 {
                let mut x = x;
                // Words of equal length would form columns.
                let more = &"abcdefghi"[row % 7..];
                for word in format!("{more} {side} column of words line {row}").split(' ') {
                    let y = 100.0 + 12.0 * row as f32;
                    // Each word is upright, as many programs write the text of a scan.
                    pen.write(run, x * cos - y * sin + 30.0, x * sin + y * cos, word);
                    x += 5.0 * (word.len() + 2) as f32;
                }
            }
        }
        let page = analyse_default(pen);
        let mut of_page = page.findings.iter().filter(|f| f.kind == FindingKind::Page);
        let turned = of_page.find(|finding| finding.by == "upright").unwrap();
        let by = format!("by {:.1}°", degrees.abs());
        assert!(turned.why.ends_with(&by), "{}", turned.why);
        let read = text(&page);
        let expected: Vec<String> = ["left", "right"]
            .iter()
            .flat_map(|side| {
                (0..20).map(move |row| {
                    format!("{}{side}columnofwordsline{row}", &"abcdefghi"[row % 7..])
                })
            })
            .collect();
        let read: Vec<String> = read.iter().map(|l| l.replace(' ', "")).collect();
        assert_eq!(read, expected, "{degrees} degrees");
    }
}

#[test]
fn prose_beside_a_list_of_cut_rows_has_its_own_paragraphs() {
    let mut pen = Pen::new();
    let run = pen.run(10.0, 0.0);
    for (row, entry) in ["First entry", "Second entry", "Third entry"]
        .iter()
        .enumerate()
    {
        let y = 100.0 + 12.0 * row as f32;
        pen.write(run, 50.0, y, entry);
        pen.write(run, 340.0, y, "17");
    }
    let prose = [
        (
            50.0,
            "Here the text begins that fills all its lines to the end of the",
        ),
        (
            50.0,
            "measure, until the first of its two paragraphs ends in a line",
        ),
        (50.0, "that is short."),
        (
            62.0,
            "The second one begins with an indent, and goes on for a",
        ),
        (50.0, "line."),
    ];
    for (row, (x, line)) in prose.iter().enumerate() {
        pen.write(run, *x, 136.0 + 12.0 * row as f32, line);
    }
    // A gap that splits one line of prose does not make it a table.
    pen.write(run, 340.0, 184.0, "2");
    let page = dump(&analyse_default(pen));
    let lines: Vec<&str> = page.lines().map(str::trim_start).collect();
    let boxes = lines.split(|line| *line == "textbox").skip(1);
    let begin: Vec<&str> = boxes.filter_map(|lines| lines.first().copied()).collect();
    assert_eq!(begin.len(), 5, "{page}");
    assert!(begin[0].ends_with("First entry"), "{page}");
    assert!(begin[1].ends_with("Second entry"), "{page}");
    assert!(begin[3].contains("Here the text begins"), "{page}");
    assert!(begin[4].contains("The second one"), "{page}");
}

#[test]
fn the_last_line_over_two_columns_is_in_neither() {
    let mut pen = Pen::new();
    let run = pen.run(10.0, 0.0);
    let caption = [
        "Figure 4. A caption that reaches over both columns of the text that is below it, and",
        "ends in the first.",
    ];
    for (row, line) in caption.iter().enumerate() {
        pen.write(run, 50.0, 100.0 + 12.0 * row as f32, line);
    }
    for x in [50.0, 290.0] {
        for row in 0..12 {
            let y = 140.0 + 12.0 * row as f32;
            pen.write(run, x, y, "text that fills its column, line by line");
        }
    }
    let page = dump(&analyse_default(pen));
    let lines: Vec<&str> = page.lines().map(str::trim_start).collect();
    let blocks: Vec<_> = lines.split(|l| *l == "textbox").skip(1).collect();
    assert_eq!(blocks[0].len(), 2, "{page}");
    assert!(blocks[0][1].ends_with("in the first."), "{page}");
}

#[test]
fn indents_begin_paragraphs_and_in_dictionaries_what_hangs_out_does() {
    let write = |starts: [f32; 6], ends: [f32; 6]| {
        let mut pen = Pen::new();
        let run = pen.run(10.0, 0.0);
        for (row, (x, end)) in starts.into_iter().zip(ends).enumerate() {
            let letters = ((end - x) / 5.0) as usize;
            pen.write(
                run,
                x,
                100.0 + 12.0 * row as f32,
                &format!("{}.", &"Word ".repeat(20)[..letters - 1]),
            );
        }
        let page = analyse_default(pen);
        let boxes = dump(&page);
        boxes
            .lines()
            .filter(|l| l.trim_start() == "textbox")
            .count()
    };
    let full = [250.0; 6];
    assert_eq!(write([60.0, 50.0, 50.0, 50.0, 60.0, 50.0], full), 2);
    let entries = [250.0, 250.0, 200.0, 250.0, 250.0, 250.0];
    assert_eq!(write([50.0, 60.0, 60.0, 50.0, 60.0, 60.0], entries), 2);
    assert_eq!(write([50.0; 6], full), 1);
}

#[test]
fn right_to_left_columns_are_read_from_the_right() {
    let mut pen = Pen::new();
    let run = pen.run(10.0, 0.0);
    for x in [400.0, 150.0] {
        for row in 0..5 {
            let word = if x > 300.0 { "אבגד" } else { "הוזח" };
            for n in 0..4 {
                pen.write(run, x - 25.0 * n as f32, 100.0 + 12.0 * row as f32, word);
            }
        }
    }
    let read = text(&analyse_default(pen));
    assert_eq!(read.len(), 10);
    assert!(read[..5].iter().all(|l| l.starts_with("אבגד")), "{read:?}");
}

#[test]
fn large_writing_alone_is_a_heading() {
    let mut pen = Pen::new();
    let (title, body) = (pen.run(20.0, 0.0), pen.run(10.0, 0.0));
    pen.write(title, 50.0, 60.0, "Title");
    for row in 0..5 {
        pen.write(body, 50.0, 100.0 + 12.0 * row as f32, "some words of text");
    }
    let page = analyse_default(pen);
    let levels: Vec<Option<&str>> = page
        .tree
        .children(page.tree.root())
        .map(|id| page.tree[id].own(crate::page::Own::Level))
        .collect();
    assert_eq!(levels, [Some("1"), None]);
}

proptest! {
    #[test]
    fn every_glyph_is_in_exactly_one_word_whatever_is_drawn(pen in glyphs(), groups in any::<bool>()) {
        let params = LayoutParams { groups, ..LayoutParams::default() };
        check(&analyse(0, pen.content, &params));
    }

    #[test]
    fn any_order_of_drawing_a_line_gives_the_same_words(line in drawn_line()) {
        let Drawn { pen, shuffled } = line;
        prop_assert_eq!(words_from_left(shuffled), words_from_left(pen));
    }

    #[test]
    fn a_page_drawn_in_any_order_keeps_its_glyphs(seed in prop::collection::vec(any::<u32>(), 120)) {
        let mut pen = two_columns();
        let mut keys = seed.iter().cycle();
        pen.content.glyphs.sort_by_cached_key(|g| (keys.next().copied(), g.text.start));
        check(&analyse_default(pen));
    }
}

/// The starts of columns with wide gaps, and of columns of which two are little more than a word space apart.
const WIDE: [f32; 4] = [50.0, 130.0, 210.0, 290.0];
const NARROW: [f32; 4] = [50.0, 81.0, 117.0, 270.0];

/// A table of two rows between paragraphs, with these lines above it, and the starts of its columns.
fn table_below(caption: &[&str], columns: [f32; 4]) -> String {
    let mut pen = Pen::new();
    let run = pen.run(10.0, 0.0);
    let prose = |pen: &mut Pen, y: f32| {
        for line in 0..3 {
            let text = "one of the long lines of a paragraph that is as wide as its page";
            pen.write(run, 50.0, y + 12.0 * line as f32, text);
        }
    };
    prose(&mut pen, 60.0);
    for (line, text) in caption.iter().rev().enumerate() {
        pen.write(run, 50.0, 118.0 - 12.0 * line as f32, text);
    }
    let rows = [
        ["Isle", "People", "Size", "Towns"],
        ["Arran", "4629", "432", "17"],
    ];
    for (row, cells) in rows.iter().enumerate() {
        for (x, cell) in columns.into_iter().zip(cells) {
            pen.write(run, x, 134.0 + 14.0 * row as f32, cell);
        }
    }
    for y in [123.0, 151.5] {
        pen.content.fills.push(Fill {
            bbox: Rect::new(50.0, y, 320.0, y + 0.5),
            stroked: true,
        });
    }
    prose(&mut pen, 180.0);
    dump(&analyse_default(pen))
}

#[test]
fn a_table_of_two_rows_with_a_caption_is_found_between_paragraphs() {
    for caption in [
        &["Table 1. The isles"][..],
        &["Table 5-1. The isles"],
        &["TABLE II. THE ISLES"],
        &["Table 3", "The isles of the west"],
    ] {
        let dump = table_below(caption, WIDE);
        assert_eq!(dump.matches("Table\n").count(), 1, "{dump}");
        assert_eq!(dump.matches("TR\n").count(), 2, "{dump}");
    }
}

#[test]
fn columns_of_a_table_with_a_caption_can_be_near_each_other() {
    let dump = table_below(&["Table 1. The isles"], NARROW);
    assert_eq!(dump.matches("TH\n").count(), 4, "{dump}");
    assert_eq!(dump.matches("TD\n").count(), 4, "{dump}");
    assert!(!table_below(&["The isles"], NARROW).contains("Table\n"));
}

#[test]
fn a_table_ends_before_the_caption_of_the_next_one() {
    let mut pen = Pen::new();
    let run = pen.run(10.0, 0.0);
    for (table, number) in ["1", "2"].into_iter().enumerate() {
        let y = 100.0 + 100.0 * table as f32;
        pen.write(run, 60.0, y - 18.0, &format!("Table {number}. The isles"));
        let rows = [["Isle", "People"], ["Arran", "4629"], ["Bute", "6498"]];
        for (row, cells) in rows.iter().enumerate() {
            for (x, cell) in [60.0, 250.0].into_iter().zip(cells) {
                pen.write(run, x, y + 16.0 * row as f32, cell);
            }
        }
        for y in [y - 12.0, y + 4.0, y + 36.0] {
            pen.content.fills.push(Fill {
                bbox: Rect::new(50.0, y, 320.0, y + 0.5),
                stroked: true,
            });
        }
        pen.write(run, 60.0, y + 52.0, "An isle to the west of them is Gigha");
    }
    let dump = dump(&analyse_default(pen));
    assert_eq!(dump.matches("Table\n").count(), 2, "{dump}");
    assert_eq!(dump.matches("TR\n").count(), 6, "{dump}");
}

#[test]
fn a_caption_is_apart_from_the_paragraph_above() {
    let roles = |last: &str| {
        let mut pen = Pen::new();
        let run = pen.run(10.0, 0.0);
        let full = "one of the long lines of a paragraph that is as wide as its page";
        let lines = [full, full, last, "Figure 3. The isles from the west", full];
        for (line, text) in lines.into_iter().enumerate() {
            pen.write(run, 50.0, 60.0 + 12.0 * line as f32, text);
        }
        let page = analyse_default(pen);
        let boxes = page.tree.children(page.tree.root());
        let roles = boxes.filter_map(|id| page.tree[id].own(Own::Role).map(str::to_owned));
        roles.collect::<Vec<_>>()
    };
    assert_eq!(roles("and ends here"), ["caption"]);
    // In a paragraph that goes on a figure is only named.
    assert!(roles("one of the long lines of a paragraph as wide as its page, see").is_empty());
}

#[test]
fn words_in_line_with_wide_gaps_are_columns_of_a_grid_without_lines_between_them() {
    let cells = |second: [&str; 4]| {
        let mut pen = Pen::new();
        let run = pen.run(10.0, 0.0);
        for (row, (number, word)) in ["7", "12", "5", "9"].iter().zip(second).enumerate() {
            let y = 60.0 + 14.0 * row as f32;
            pen.write(run, 60.0, y, number);
            pen.write(run, 110.0, y, "owl");
            pen.write(run, 150.0, y, word);
            pen.write(run, 220.0, y, "431");
        }
        let mut line = |x0, y0, x1, y1| {
            pen.content.fills.push(Fill {
                bbox: Rect::new(x0, y0, x1, y1),
                stroked: true,
            });
        };
        for row in 0..=4u8 {
            let y = 50.0 + 14.0 * f32::from(row);
            line(50.0, y, 250.0, y + 0.5);
        }
        for x in [50.0, 100.0, 210.0, 250.0] {
            line(x, 50.0, x + 0.5, 106.0);
        }
        dump(&analyse_default(pen)).matches("TD").count()
    };
    assert_eq!(cells(["barn", "tawny", "eagle", "snowy"]), 16);
    // Without a word in each row they are one column.
    assert_eq!(cells(["barn", "", "eagle", "snowy"]), 12);
}

/// The texts of the headings of a page.
fn headings(page: &Page) -> Vec<String> {
    let entered = page.tree.walk(page.tree.root());
    let ids = entered.filter_map(|step| match step {
        Step::Enter(id) => page.tree[id].own(Own::Level).map(|_| id),
        Step::Leave(_) => None,
    });
    let text = |id| {
        let mut text = String::new();
        page.push_text_below(id, &mut text);
        text
    };
    ids.map(text).collect()
}

#[test]
fn a_numbered_heading_can_begin_with_code_and_have_code_in_it() {
    let mut pen = Pen::new();
    let font = |name: &str, bold, monospace| {
        Arc::new(FontFacts {
            name: name.into(),
            family: name.into(),
            bold,
            monospace,
            ..FontFacts::default()
        })
    };
    pen.content.fonts = vec![
        font("Roman", false, false),
        font("Bold", true, false),
        font("Code", false, true),
    ];
    let [roman, bold, code] = [0, 1, 2].map(|font| {
        let run = pen.run(10.0, 0.0);
        pen.content.runs[run as usize].font = font;
        run
    });
    for (section, top) in ["3.1.1", "3.1.2", "3.1.3"]
        .iter()
        .zip([100.0, 260.0, 420.0])
    {
        pen.write(bold, 50.0, top, &format!("{section} "));
        pen.write(code, 80.0, top, "main()");
        pen.write(bold, 115.0, top, "and others");
        for line in 0..8u8 {
            let y = top + 24.0 + 12.0 * f32::from(line);
            let text = "a line of the text that is as long as the others are on this page";
            pen.write(roman, 50.0, y, text);
        }
    }
    assert_eq!(
        headings(&analyse_default(pen)),
        [
            "3.1.1 main() and others",
            "3.1.2 main() and others",
            "3.1.3 main() and others"
        ]
    );
}

#[test]
fn text_that_goes_on_beside_a_table_is_not_its_last_column() {
    let mut pen = Pen::new();
    let run = pen.run(10.0, 0.0);
    pen.write(run, 50.0, 88.0, "Table 1. Owls");
    let rows = [
        "Tiny 4 384 6 39",
        "Base 6 512 8 74",
        "Small 12 768 12 244",
        "Large 32 128 20 155",
    ];
    let prose = [
        "quirk such as that of a dataset whose texts are not",
        "divided at words but by sentences. We caution this",
        "procedure comes at the risk of finding more of the",
        "kinds that the authors of the texts had in their",
        "minds when they wrote, of which we know so little",
        "as we know of the owls.",
    ];
    for (row, line) in rows.iter().enumerate() {
        let y = 100.0 + 12.0 * row as f32;
        for (column, cell) in line.split(' ').enumerate() {
            pen.write(run, 50.0 + 45.0 * column as f32, y, cell);
        }
    }
    for (row, line) in prose.iter().enumerate() {
        pen.write(run, 290.0, 100.0 + 12.0 * row as f32, line);
    }
    let page = dump(&analyse_default(pen));
    let cells = page.matches("TD").count() + page.matches("TH").count();
    assert_eq!(cells, 20, "{page}");
}

#[test]
fn entries_of_a_bibliography_show_that_an_indented_row_goes_on() {
    let mut pen = Pen::new();
    let run = pen.run(10.0, 0.0);
    let entries = [
        &[
            "Bird, A. On the owls of the north and of the isles in the",
            "years of the great frost, with an account of the hens. Owl",
            "Press, Owlton, 1901.",
        ][..],
        &[
            "Drake, C. Ducks of the ponds and lakes, and of the rivers.",
            "Duckworth, 1902.",
        ],
        &[
            "Finch, E. A short song of the hedges and gardens, and of all",
            "that sings in them, heard by the author. Second edition.",
            "Hedge, 1903.",
        ],
        &[
            "Gull, G. Of cliffs. In the Annals of the Society of Seas and",
            "Shores, second series, with plates by the author and others",
            "of his house. Cliffe, 1904.",
        ],
    ];
    let mut y = 100.0;
    for entry in entries {
        for (row, line) in entry.iter().enumerate() {
            let indent = if row > 0 { 12.0 } else { 0.0 };
            pen.write(run, 50.0 + indent, y, line);
            y += 12.0;
        }
        y += 8.0;
    }
    let page = dump(&analyse_default(pen));
    assert_eq!(page.matches("textbox").count(), entries.len(), "{page}");
}
