//! Tests of whole pages that are divided at their gutters.

use crate::geometry::Rect;
use crate::layout::heuristics::Heuristic;
use crate::layout::testing::dump;
use crate::layout::{LayoutParams, analyse};
use crate::line::testing::Pen;
use crate::page::{FindingKind, Image, Page};

fn analysed(pen: Pen) -> Page {
    analyse(0, pen.content, &LayoutParams::default())
}

/// The first words of the lines, without repetitions.
fn order(page: &Page) -> Vec<String> {
    let dump = dump(page);
    let lines = dump
        .lines()
        .filter_map(|l| l.trim_start().strip_prefix("textline "));
    let mut firsts: Vec<String> = lines
        .filter_map(|l| l.split(' ').next())
        .map(str::to_owned)
        .collect();
    firsts.dedup();
    firsts
}

/// The number of gutters found.
fn gutters(page: &Page) -> usize {
    let findings = page.findings.iter();
    findings
        .filter(|finding| finding.kind == FindingKind::Gutter)
        .count()
}

/// Draws lines of 28 letters that begin with `name`, 12 points apart.
fn column(pen: &mut Pen, run: u32, name: &str, x: f32, y: f32, lines: usize) {
    for row in 0..lines {
        // Words of equal length would form columns.
        let more = &"abcdefghijk"[row % 7..];
        let text = format!("{name} {more} and some more words");
        let text = text.get(..28).unwrap_or(&text);
        pen.write(run, x, y + 12.0 * row as f32, text);
    }
}

#[test]
fn columns_go_on_beside_an_image() {
    let mut pen = Pen::new();
    let run = pen.run(10.0, 0.0);
    column(&mut pen, run, "one", 40.0, 100.0, 30);
    column(&mut pen, run, "two", 200.0, 100.0, 10);
    column(&mut pen, run, "two", 200.0, 340.0, 10);
    column(&mut pen, run, "three", 360.0, 100.0, 30);
    pen.content.images.push(Image {
        bbox: Rect::new(182.0, 216.0, 358.0, 326.0),
        samples: (10, 10),
        upright: true,
        object: None,
        marked: None,
    });
    assert_eq!(order(&analysed(pen)), ["one", "two", "three"]);
}

#[test]
fn what_stands_between_columns_ends_neither() {
    let mut pen = Pen::new();
    let run = pen.run(10.0, 0.0);
    column(&mut pen, run, "one", 40.0, 100.0, 20);
    column(&mut pen, run, "two", 260.0, 100.0, 20);
    pen.content.images.push(Image {
        bbox: Rect::new(190.0, 150.0, 250.0, 230.0),
        samples: (10, 10),
        upright: true,
        object: None,
        marked: None,
    });
    let page = analysed(pen);
    assert_eq!(order(&page), ["one", "two"]);
    assert_eq!(gutters(&page), 1);
}

#[test]
fn what_stands_above_and_below_each_other_is_no_pair_of_columns() {
    let mut pen = Pen::new();
    let run = pen.run(10.0, 0.0);
    // A name and a date in the middle of the page, a heading at its left, and the first entry of a table of
    // contents with its page.
    pen.write(run, 150.0, 100.0, "the name of one");
    pen.write(run, 170.0, 118.0, "and a date");
    pen.write(run, 50.0, 150.0, "Contents");
    pen.write(run, 50.0, 168.0, "An entry");
    pen.write(run, 300.0, 168.0, "2");
    assert_eq!(gutters(&analysed(pen)), 0);
}

#[test]
fn leaders_go_on_to_the_pages_of_an_index() {
    let mut pen = Pen::new();
    let run = pen.run(10.0, 0.0);
    for (name, x) in [("one", 50.0), ("two", 260.0)] {
        for row in 0..20 {
            let y = 100.0 + 12.0 * row as f32;
            pen.write(run, x, y, &format!("{name} {}", &"abcdefghijk"[row % 7..]));
            for dot in 0..8 {
                pen.write(run, x + 85.0 + 12.0 * dot as f32, y, ".");
            }
            pen.write(run, x + 186.0, y, &row.to_string());
        }
    }
    let page = analysed(pen);
    assert_eq!(gutters(&page), 1);
    assert_eq!(order(&page).first().map(String::as_str), Some("one"));
}

#[test]
fn a_number_and_a_head_in_the_gutter_do_not_narrow_it() {
    let mut pen = Pen::new();
    let run = pen.run(10.0, 0.0);
    pen.write(run, 192.0, 600.0, "7");
    pen.write(run, 50.0, 60.0, "head of thirty letters, say so");
    pen.write(run, 300.0, 60.0, "Pt.");
    column(&mut pen, run, "one", 50.0, 100.0, 30);
    column(&mut pen, run, "two", 202.0, 100.0, 30);
    assert_eq!(order(&analysed(pen)), ["head", "Pt.", "one", "two", "7"]);
}

#[test]
fn a_column_goes_on_beside_a_footnote_that_is_drawn_last() {
    let mut pen = Pen::new();
    let (run, small) = (pen.run(10.0, 0.0), pen.run(8.0, 0.0));
    for (name, x, rows) in [("one", 50.0, 20), ("two", 220.0, 23)] {
        for row in 0..rows {
            column(&mut pen, run, name, x, 100.0 + 14.0 * row as f32, 1);
        }
    }
    for row in 0..3 {
        pen.write(small, 50.0, 384.0 + 10.0 * row as f32, "note below");
    }
    let page = analysed(pen);
    assert_eq!(order(&page), ["one", "note", "two"]);
    assert_eq!(gutters(&page), 1);
}

#[test]
fn names_over_two_columns_are_read_before_either() {
    let mut pen = Pen::new();
    let run = pen.run(10.0, 0.0);
    for (x, name, column_name) in [(50.0, "Ada", "one"), (220.0, "Bob", "two")] {
        for (row, more) in ["with a name", "of a town", "in a land far off"]
            .into_iter()
            .enumerate()
        {
            let text = format!("{name} {more}");
            let middle = x + 70.0 - 2.5 * text.len() as f32;
            pen.write(run, middle, 60.0 + 12.0 * row as f32, &text);
        }
        column(&mut pen, run, column_name, x, 110.0, 20);
    }
    assert_eq!(order(&analysed(pen)), ["Ada", "Bob", "one", "two"]);
}

#[test]
fn what_is_raised_makes_no_line_of_a_column() {
    let mut pen = Pen::new();
    let (run, small) = (pen.run(10.0, 0.0), pen.run(6.0, 0.0));
    for (x, text) in [(50.0, "some words of a row"), (165.0, "and more of them")] {
        pen.write(run, x, 100.0, text);
        pen.write(small, x + 5.0 * text.len() as f32, 96.0, "2");
    }
    assert_eq!(gutters(&analysed(pen)), 0);
}

#[test]
fn columns_alike_are_read_from_the_left_whichever_are_drawn_first() {
    let mut pen = Pen::new();
    let run = pen.run(10.0, 0.0);
    // The first gutter has two columns on its right, which are as wide as the one on its left.
    for (name, x) in [("two", 200.0), ("three", 360.0), ("one", 40.0)] {
        column(&mut pen, run, name, x, 100.0, 30);
    }
    assert_eq!(order(&analysed(pen)), ["one", "two", "three"]);
}

#[test]
fn a_table_drawn_row_by_row_has_no_gutter_though_its_rows_are_long() {
    let mut pen = Pen::new();
    let run = pen.run(10.0, 0.0);
    for row in 0..20 {
        let y = 100.0 + 12.0 * row as f32;
        for (column, x) in [50.0, 100.0, 150.0, 200.0, 280.0, 330.0, 380.0, 430.0]
            .into_iter()
            .enumerate()
        {
            let number = 10_000 + 137 * row + 1000 * column;
            pen.write(run, x, y, &number.to_string());
        }
    }
    assert_eq!(gutters(&analysed(pen)), 0);
}

fn picture(pen: &mut Pen, bbox: Rect) {
    pen.content.images.push(Image {
        bbox,
        samples: (10, 10),
        upright: true,
        object: None,
        marked: None,
    });
}

#[test]
fn a_picture_and_its_caption_are_a_column() {
    let mut pen = Pen::new();
    let run = pen.run(10.0, 0.0);
    picture(&mut pen, Rect::new(192.0, 92.0, 330.0, 260.0));
    column(&mut pen, run, "text", 40.0, 100.0, 20);
    for (row, line) in ["Figure 1. It stands", "beside all of the", "text"]
        .iter()
        .enumerate()
    {
        pen.write(run, 195.0, 276.0 + 11.0 * row as f32, line);
    }
    let page = analysed(pen);
    assert_eq!(gutters(&page), 1);
    assert_eq!(order(&page), ["text", "Figure", "beside", "text"]);
}

#[test]
fn a_caption_is_read_before_the_text_on_its_right() {
    let mut pen = Pen::new();
    let run = pen.run(10.0, 0.0);
    // The picture extends further than the caption, close to the text.
    picture(&mut pen, Rect::new(40.0, 92.0, 192.0, 260.0));
    column(&mut pen, run, "text", 200.0, 100.0, 20);
    for (row, line) in ["Figure 1. It stands", "beside all of the", "text"]
        .iter()
        .enumerate()
    {
        pen.write(run, 42.0, 276.0 + 11.0 * row as f32, line);
    }
    assert_eq!(order(&analysed(pen)), ["Figure", "beside", "text"]);
}

/// The reading order of two columns, each below three lines of this size that are drawn before both.
fn two_columns_with_heads(size: f32) -> Vec<String> {
    let mut pen = Pen::new();
    let run = pen.run(10.0, 0.0);
    let head = pen.run(size, 0.0);
    for (x, name) in [(40.0, "first"), (260.0, "second")] {
        for row in 0..3 {
            pen.write(head, x, 100.0 + 14.0 * row as f32, &format!("{name} head"));
        }
    }
    column(&mut pen, run, "one", 40.0, 160.0, 12);
    column(&mut pen, run, "two", 260.0, 160.0, 12);
    order(&analysed(pen))
}

#[test]
fn heads_of_columns_belong_to_what_is_below_them() {
    assert_eq!(
        two_columns_with_heads(12.0),
        ["first", "one", "second", "two"]
    );
}

#[test]
fn what_is_over_columns_and_as_large_may_be_a_row_of_its_own() {
    assert_eq!(
        two_columns_with_heads(10.0),
        ["first", "second", "one", "two"]
    );
}

#[test]
fn a_few_lines_reach_into_a_gutter() {
    let mut pen = Pen::new();
    let run = pen.run(10.0, 0.0);
    column(&mut pen, run, "one", 40.0, 100.0, 10);
    // As long as its column and the gutter together are wide.
    pen.write(run, 43.0, 220.0, "one lines which is very longest");
    column(&mut pen, run, "one", 40.0, 232.0, 20);
    column(&mut pen, run, "two", 200.0, 100.0, 21);
    pen.write(run, 184.0, 352.0, "two words stand out of it");
    column(&mut pen, run, "two", 200.0, 364.0, 9);
    let page = analysed(pen);
    assert_eq!(gutters(&page), 1);
    assert_eq!(order(&page), ["one", "two"]);
}

#[test]
fn the_gutter_between_columns_that_lean_leans() {
    let mut pen = Pen::new();
    let run = pen.run(10.0, 0.0);
    for (name, x) in [("one", 40.0), ("two", 188.0)] {
        for row in 0..60 {
            let y = 12.0 * row as f32;
            column(&mut pen, run, name, x + 0.02 * y, 60.0 + y, 1);
        }
    }
    let page = analysed(pen);
    assert_eq!(gutters(&page), 1);
    assert_eq!(order(&page), ["one", "two"]);
}

#[test]
fn columns_go_on_beside_what_ends_the_others() {
    let mut pen = Pen::new();
    let run = pen.run(10.0, 0.0);
    let head = pen.run(16.0, 0.0);
    column(&mut pen, run, "one", 40.0, 100.0, 40);
    column(&mut pen, run, "two", 200.0, 100.0, 20);
    // It begins higher than the other columns.
    column(&mut pen, run, "three", 360.0, 76.0, 22);
    pen.write(
        head,
        200.0,
        370.0,
        "headline over two columns that are below",
    );
    column(&mut pen, run, "four", 200.0, 400.0, 15);
    column(&mut pen, run, "five", 360.0, 400.0, 15);
    let found = order(&analysed(pen));
    assert_eq!(found, ["one", "two", "three", "headline", "four", "five"]);
}

#[test]
fn a_picture_beside_a_headline_begins_other_articles() {
    let read = |top: f32| {
        let mut pen = Pen::new();
        let run = pen.run(10.0, 0.0);
        let head = pen.run(16.0, 0.0);
        column(&mut pen, run, "one", 40.0, 100.0, 20);
        column(&mut pen, run, "two", 200.0, 100.0, 20);
        column(&mut pen, run, "three", 40.0, 460.0, 10);
        pen.write(head, 200.0, 370.0, "headline");
        column(&mut pen, run, "four", 200.0, 382.0, 17);
        pen.content.images.push(Image {
            bbox: Rect::new(40.0, top, 180.0, 440.0),
            samples: (10, 10),
            upright: true,
            object: None,
            marked: None,
        });
        let mut params = LayoutParams::default();
        params.without.extend(Heuristic::named("drawing-order"));
        order(&analyse(0, pen.content, &params))
    };
    assert_eq!(read(352.0), ["one", "two", "three", "headline", "four"]);
    // A picture in the first article.
    assert_eq!(read(400.0), ["one", "three", "two", "headline", "four"]);
}
