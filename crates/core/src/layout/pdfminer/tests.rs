//! Tests of whole pages.

use proptest::prelude::*;

use crate::geometry::Rect;
use crate::layout::testing::{check, dump, glyphs, two_columns};
use crate::layout::{LayoutParams, Method, analyse};
use crate::line::testing::Pen;
use crate::page::{Image, NodeId, NodeKind, Page, Step};

fn params() -> LayoutParams {
    LayoutParams {
        method: Method::Pdfminer,
        ..LayoutParams::default()
    }
}

fn analyse_default(pen: Pen) -> Page {
    analyse(0, pen.content, &params())
}

#[test]
fn two_columns_are_read_one_after_the_other() {
    insta::assert_snapshot!(dump(&analyse_default(two_columns())), @r"
    page
      textgroup
        textgroup
          textbox
            textline A title
          textgroup
            textbox
              textline left upper 0
              textline left upper 1
              textline left upper 2
            textbox
              textline left lower 0
              textline left lower 1
              textline left lower 2
        textgroup
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
fn without_groups_the_boxes_stand_in_the_same_order() {
    let params = LayoutParams {
        groups: false,
        ..params()
    };
    let page = analyse(0, two_columns().content, &params);
    let kinds = |page: &Page| -> Vec<String> {
        page.tree
            .children(page.tree.root())
            .map(|id| page.tree[id].kind.to_string())
            .collect()
    };
    assert_eq!(kinds(&page), ["textbox"; 5]);
    let grouped = analyse_default(two_columns());
    assert_eq!(page.order, grouped.order);
    assert_eq!(kinds(&grouped), ["textgroup"]);
}

#[test]
fn without_a_flow_boxes_are_read_from_top_to_bottom() {
    let mut params = params();
    params.group.boxes_flow = None;
    let page = analyse(0, two_columns().content, &params);
    insta::assert_snapshot!(dump(&page), @r"
    page
      textbox
        textline A title
      textbox
        textline left upper 0
        textline left upper 1
        textline left upper 2
      textbox
        textline right upper 0
        textline right upper 1
        textline right upper 2
      textbox
        textline left lower 0
        textline left lower 1
        textline left lower 2
      textbox
        textline right lower 0
        textline right lower 1
        textline right lower 2
    ");
}

#[test]
fn columns_of_vertical_writing_are_read_from_right_to_left() {
    let mut pen = Pen::new();
    let run = pen.vertical_run(10.0);
    // Two boxes of two lines, the left one drawn first.
    for (x, text) in [
        (300.0, "三三三三"),
        (287.0, "四四四四"),
        (500.0, "一一一一"),
        (487.0, "二二二二"),
    ] {
        pen.write(run, x, 100.0, text);
    }
    insta::assert_snapshot!(dump(&analyse_default(pen)), @r"
    page
      textgroup
        textbox
          textline 一一一一
          textline 二二二二
        textbox
          textline 三三三三
          textline 四四四四
    ");
}

#[test]
fn a_page_turned_as_a_whole_is_read_as_the_upright_one() {
    let upright = analyse_default(two_columns());
    for angle in [90.0f32, 180.0, 270.0] {
        // The same page, rotated about the origin. Its position must not matter.
        let mut pen = two_columns();
        let mut turned = Pen::new();
        let (sin, cos) = angle.to_radians().sin_cos();
        let (sin, cos) = (sin.round(), cos.round());
        for run in &pen.content.runs {
            turned.run(run.size, angle);
        }
        for glyph in std::mem::take(&mut pen.content.glyphs) {
            let (x, y) = (glyph.origin.x, glyph.origin.y);
            let text = pen.content.text_of(&glyph).to_owned();
            let (x, y) = (x * cos + y * sin, y * cos - x * sin);
            turned.glyph(glyph.run, x, y, &text, glyph.advance);
        }
        let page = analyse_default(turned);
        assert_eq!(dump(&page), dump(&upright), "{angle}");
        assert_eq!(page.order, upright.order);
    }
}

#[test]
fn text_of_another_direction_is_never_in_the_same_box() {
    let mut pen = Pen::new();
    let upright = pen.run(10.0, 0.0);
    let turned = pen.run(10.0, 90.0);
    pen.write(upright, 50.0, 100.0, "upright");
    pen.write(turned, 50.0, 100.0, "turned");
    pen.write(upright, 50.0, 112.0, "upright");
    let page = analyse_default(pen);
    let lines_of = |id: NodeId| page.tree.children(id).count();
    let boxes: Vec<usize> = page
        .tree
        .walk(page.tree.root())
        .filter_map(|step| match step {
            Step::Enter(id) if page.tree[id].kind == NodeKind::TEXTBOX => Some(lines_of(id)),
            _ => None,
        })
        .collect();
    assert_eq!(boxes.iter().sum::<usize>(), 3);
    assert_eq!(boxes.len(), 2);
}

#[test]
fn white_space_alone_makes_no_line_and_images_come_last() {
    let mut pen = Pen::new();
    let run = pen.run(10.0, 0.0);
    pen.write(run, 50.0, 50.0, "   ");
    pen.write(run, 50.0, 100.0, "text");
    // A glyph without advance covers no area.
    pen.glyph(run, 300.0, 300.0, "\u{301}", 0.0);
    pen.content.images.push(Image {
        bbox: Rect::new(0.0, 0.0, 600.0, 800.0),
        samples: (0, 0),
        upright: true,
        marked: None,
        object: None,
    });
    let page = analyse_default(pen);
    insta::assert_snapshot!(dump(&page), @r"
    page
      textbox
        textline text
      textbox
        textline ́
      image
    ");
    assert_eq!(page.order, [3, 4, 5, 6, 7]);
}

#[test]
fn a_page_without_text_is_empty() {
    let page = analyse_default(Pen::new());
    assert!(!page.tree.has_children(page.tree.root()));
}

#[test]
fn groups_may_be_nested_as_deep_as_there_are_boxes() {
    const BOXES: usize = 3000;
    let mut pen = Pen::new();
    let run = pen.run(10.0, 0.0);
    for i in 0..BOXES {
        // Each is closer to all previous ones than to the next.
        let y = 20 * i + i * i;
        pen.glyph(run, 0.0, y as f32, "x", 10.0);
    }
    let page = analyse_default(pen);
    let (mut depth, mut deepest) = (0, 0);
    for step in page.tree.walk(page.tree.root()) {
        match step {
            Step::Enter(_) => depth += 1,
            Step::Leave(_) => depth -= 1,
        }
        deepest = deepest.max(depth);
    }
    assert!(deepest > BOXES * 9 / 10, "{deepest}");
    assert!(page.order.iter().copied().eq(0..BOXES as u32));
}

proptest! {
    #[test]
    fn every_glyph_is_in_exactly_one_word_whatever_is_drawn(
        pen in glyphs(),
        flow in prop::option::of(-1.0f32..1.0),
        groups in any::<bool>(),
    ) {
        let mut params = LayoutParams { groups, ..params() };
        params.group.boxes_flow = flow;
        check(&analyse(0, pen.content, &params));
    }

    #[test]
    fn a_page_drawn_in_any_order_keeps_its_glyphs(seed in prop::collection::vec(any::<u32>(), 120)) {
        let mut pen = two_columns();
        let mut keys = seed.iter().cycle();
        pen.content.glyphs.sort_by_cached_key(|g| (keys.next().copied(), g.text.start));
        check(&analyse_default(pen));
    }
}
