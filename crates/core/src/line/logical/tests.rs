//! Tests of right-to-left lines: reading order, directions, numbers, marks and brackets.

use super::*;
use crate::line::testing::Pen;
use crate::line::{Words, lines};
use crate::page::{Decoding, Node, NodeKind};

/// Returns the lines of a page with one block, each with its direction; bars separate words.
fn read(pen: Pen) -> Vec<String> {
    let page = page(pen);
    let tree = &page.tree;
    let block = tree.children(tree.root()).next().expect("a block");
    tree.children(block)
        .map(|line| {
            let words: Vec<String> = tree
                .children(line)
                .map(|word| {
                    let mut text = String::new();
                    page.push_text_below(word, &mut text);
                    text
                })
                .collect();
            let dir = tree[line].own(crate::page::Own::Dir).unwrap_or("");
            format!("{} {dir}", words.join("|"))
        })
        .collect()
}

fn page(pen: Pen) -> Page {
    let content = pen.content;
    let params = LineParams::default();
    let frames = Frames::new(&content);
    let mut order = Vec::new();
    let found = lines(
        &content,
        &frames,
        content.glyph_indices(),
        &params,
        &mut order,
    );
    let mut words = Words::new(&content, &params, None);
    let mut tree = Tree::new(Rect::EMPTY);
    let block = Node::new(NodeKind::TEXTBOX, Rect::EMPTY, Detail::None);
    let block = tree.add_child(tree.root(), block);
    for line in &found {
        let frame = frames.get(line.frame);
        let glyphs = &order[line.glyphs.start as usize..line.glyphs.end as usize];
        let detail = crate::line::baseline(&content, frame, glyphs).expect("glyphs");
        let node = Node::new(NodeKind::TEXTLINE, line.bbox, Detail::Line(detail));
        let id = tree.add_child(block, node);
        for word in words.of_line(frame, glyphs) {
            let first = line.glyphs.start;
            let word = Detail::Word(first + word.start..first + word.end);
            tree.add_child(id, Node::new(NodeKind::WORD, Rect::EMPTY, word));
        }
    }
    let mut page = Page {
        index: 0,
        content,
        order,
        tree,
        findings: Vec::new(),
    };
    put_in_logical_order(&mut page);
    page
}

/// Draws each piece at its position, given from the left.
fn drawn(pieces: &[(f32, &str)]) -> Pen {
    let mut pen = Pen::new();
    let run = pen.run(10.0, 0.0);
    for (x, text) in pieces {
        pen.write(run, *x, 100.0, text);
    }
    pen
}

#[test]
fn text_drawn_from_the_left_as_it_is_seen_is_read_from_the_right() {
    assert_eq!(read(drawn(&[(50.0, "םלוע םולש")])), ["שלום|עולם rtl"]);
}

#[test]
fn text_drawn_from_the_right_as_it_is_read_keeps_its_order() {
    let mut pen = Pen::new();
    let run = pen.run(10.0, 0.0);
    for (at, c) in (0u8..).zip("שלום עולם".chars()) {
        pen.write(run, 200.0 - 5.0 * f32::from(at), 100.0, &c.to_string());
    }
    assert_eq!(read(pen), ["שלום|עולם rtl"]);
}

#[test]
fn words_drawn_from_the_right_are_one_line() {
    let pen = drawn(&[(200.0, "םולש"), (172.0, "םלוע"), (149.0, "בוט")]);
    assert_eq!(read(pen), ["שלום|עולם|טוב rtl"]);
}

#[test]
fn a_number_beside_a_letter_does_not_cut_the_word() {
    // A word, a hyphen and the number, drawn in reading order.
    let pen = drawn(&[(198.0, "םולש"), (185.0, "ב"), (180.0, "-"), (165.0, "123")]);
    assert_eq!(read(pen), ["שלום|ב-123 rtl"]);
}

#[test]
fn marks_stand_behind_their_base_however_they_are_drawn() {
    // As XeTeX draws: from the left, each mark before its base.
    let mut pen = Pen::new();
    let run = pen.run(10.0, 0.0);
    pen.glyph(run, 50.0, 100.0, "ب", 5.0);
    pen.glyph(run, 57.0, 100.0, "\u{64E}", 0.0);
    pen.glyph(run, 56.0, 100.0, "\u{651}", 0.0);
    pen.glyph(run, 55.0, 100.0, "ر", 5.0);
    assert_eq!(read(pen), ["ر\u{651}\u{64E}ب rtl"]);
    // In reading order.
    let mut pen = Pen::new();
    let run = pen.run(10.0, 0.0);
    pen.glyph(run, 55.0, 100.0, "ر", 5.0);
    pen.glyph(run, 56.0, 100.0, "\u{651}", 0.0);
    pen.glyph(run, 57.0, 100.0, "\u{64E}", 0.0);
    pen.glyph(run, 50.0, 100.0, "ب", 5.0);
    assert_eq!(read(pen), ["ر\u{651}\u{64E}ب rtl"]);
}

#[test]
fn letters_of_one_glyph_are_in_order_already() {
    let mut pen = Pen::new();
    let run = pen.run(10.0, 0.0);
    pen.glyph(run, 50.0, 100.0, "م", 5.0);
    pen.glyph(run, 55.0, 100.0, "لا", 5.0);
    pen.glyph(run, 60.0, 100.0, "س", 5.0);
    assert_eq!(read(pen), ["سلام rtl"]);
}

#[test]
fn brackets_are_read_as_they_are_meant() {
    // In displayed form.
    assert_eq!(read(drawn(&[(50.0, "(בא) ג")])), ["ג|(אב) rtl"]);
    // In logical form: the code of the right bracket means opening.
    assert_eq!(read(drawn(&[(50.0, ")בא( ג")])), ["ג|(אב) rtl"]);
}

#[test]
fn mixed_lines_go_as_the_text_around_them() {
    let mut pen = drawn(&[(50.0, "the wide word םולש means peace")]);
    let run = pen.run(10.0, 0.0);
    pen.write(run, 50.0, 112.0, "םולש");
    assert_eq!(
        read(pen),
        ["the|wide|word|שלום|means|peace ltr", "שלום rtl"]
    );
    let mut pen = drawn(&[(50.0, "peace means םולש")]);
    let run = pen.run(10.0, 0.0);
    pen.write(run, 50.0, 112.0, "םולש םולש םולש םולש");
    assert_eq!(
        read(pen),
        ["שלום|peace|means rtl", "שלום|שלום|שלום|שלום rtl"]
    );
}

#[test]
fn a_mixed_line_alone_goes_as_both_of_its_ends_do() {
    let pen = drawn(&[(50.0, "םולש many latin letters בוט")]);
    assert_eq!(read(pen), ["טוב|many|latin|letters|שלום rtl"]);
    let pen = drawn(&[(50.0, "is (םולש בוט הלימ) it")]);
    assert_eq!(read(pen), ["is|(מילה|טוב|שלום)|it ltr"]);
}

/// Recognised words in logical order with a blank between them, each at its position from the left.
fn recognised(lines: &[&[(f32, &str)]]) -> Pen {
    let mut pen = Pen::new();
    let run = pen.run(10.0, 0.0);
    for (y, words) in (0u8..).map(|n| 100.0 + 12.0 * f32::from(n)).zip(lines) {
        for (number, (x, text)) in words.iter().enumerate() {
            if number > 0 {
                pen.write(run, x + 5.0 * text.chars().count() as f32, y, " ");
            }
            let is_backwards = has_right_to_left(text);
            for (at, c) in (0u8..).zip(text.chars()) {
                let at = match is_backwards {
                    true => text.chars().count() as f32 - 1.0 - f32::from(at),
                    false => f32::from(at),
                };
                pen.write(run, x + 5.0 * at, y, &c.to_string());
            }
        }
    }
    for glyph in &mut pen.content.glyphs {
        glyph.decoding = Decoding::Recognised(90);
    }
    pen
}

#[test]
fn recognised_lines_keep_the_order_of_the_engine() {
    // By appearance alone, the comma is in front of 12.
    let line: &[(f32, &str)] = &[(150.0, "שלום"), (130.0, "USB"), (105.0, "2.0")];
    let comma: &[(f32, &str)] = &[(150.0, "שלום"), (130.0, "12,"), (105.0, "בוא")];
    assert_eq!(
        read(recognised(&[line, comma])),
        ["שלום|USB|2.0 rtl", "שלום|12,|בוא rtl"]
    );
    // Text that is not recognised is read by its appearance.
    let mut pen = recognised(&[line]);
    for glyph in &mut pen.content.glyphs {
        glyph.decoding = Decoding::ToUnicode;
    }
    assert_eq!(read(pen), ["שלום|2.0|USB rtl"]);
}

#[test]
fn pages_without_such_letters_are_left_alone() {
    let page = page(drawn(&[(50.0, "plain text")]));
    assert_eq!(page.tree[page.tree.root()].own(crate::page::Own::Dir), None);
    assert_eq!(read(drawn(&[(50.0, "plain text")])), ["plain|text "]);
}

#[test]
fn what_is_wholly_right_to_left_says_so() {
    let page = page(drawn(&[(50.0, "םולש abc םולש")]));
    let root = page.tree.root();
    assert_eq!(page.tree[root].own(crate::page::Own::Dir), Some("rtl"));
    let line = page.tree.walk(root).find_map(|step| match step {
        Step::Enter(id) if page.tree[id].kind == NodeKind::TEXTLINE => Some(id),
        _ => None,
    });
    let dirs: Vec<_> = page
        .tree
        .children(line.expect("a line"))
        .map(|word| page.tree[word].own(crate::page::Own::Dir))
        .collect();
    assert_eq!(dirs, [Some("rtl"), Some("ltr"), Some("rtl")]);
}
