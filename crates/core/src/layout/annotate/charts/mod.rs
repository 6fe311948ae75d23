//! Takes the labels of charts and diagrams out of the text.
//!
//! ```text
//!     80 |      ##          a chart: bars, curves or slanted lines,
//!     40 | ##   ##   ##     with short labels around and between them
//!      0 +--------------
//!         2019 2020 2021
//! ```
//!
//! Otherwise each label would be a paragraph, and rows of them would look like tables and columns.

mod drawings;
mod features;
mod labels;
#[allow(
    clippy::approx_constant,
    reason = "a fitted weight can be near a constant"
)]
mod weights;

use crate::counted::counted;
use crate::geometry::Rect;
use crate::layout::heuristics::{self, Decision};
use crate::layout::role::Role;
use crate::layout::state::{Chart, FrameText, PageBlock, PageState};
use features::Evidence;
use labels::Labels;

/// Takes the labels of charts out of the text of each frame, so that each chart is a picture there.
pub(crate) fn take_out(page: &mut PageState<'_>) {
    let mut taken: Vec<Rect> = Vec::new();
    for drawn in drawings::regions(page) {
        if taken.iter().any(|rect| rect.contains(drawn.rect.centre())) {
            continue;
        }
        let Some(labels) = Labels::around(page, &drawn) else {
            continue;
        };
        let evidence = Evidence::gather(page, &drawn, &labels);
        let score = evidence.weigh();
        let count = counted(labels.lines.len(), "label");
        let why = format!("{count}: {} (score {:.1})", score.why(), score.sum);
        if score.sum < features::MIN_SCORE {
            let why = format!("no chart with {why}");
            page.no_charts.push((labels.rect, why));
            continue;
        }
        if !drawn.image {
            page.charts.push(labels.rect);
        }
        taken.extend(drawn.form.is_some().then_some(drawn.rect));
        for (n, text) in page.texts.iter_mut().enumerate() {
            let number = text.number;
            let lines = labels.lines.iter().filter(|(frame, _)| *frame == number);
            let mut pieces: Vec<u32> = lines.flat_map(|(_, line)| &line.pieces).copied().collect();
            // The main text has a picture there, whatever the direction of the labels.
            if pieces.is_empty() && n > 0 {
                continue;
            }
            pieces.sort_unstable();
            text.pieces
                .retain(|piece| pieces.binary_search(piece).is_err());
            let rect = text.frame.enter_rect(labels.rect);
            // Other text must not lie in a picture.
            let picture = if labels.alone {
                labels.rect
            } else {
                drawn.rect
            };
            let picture = text.frame.enter_rect(picture);
            text.pictures.push(picture);
            text.shapes.barriers.push(picture);
            text.plain = None;
            if !pieces.is_empty() {
                let why = format!("a chart with {why}");
                text.charts.push(Chart { pieces, rect, why });
            }
        }
    }
}

/// Puts the labels of each chart back as one block, before the first block below the chart.
pub(crate) fn put_back(page: &mut PageState<'_>) {
    for text in &mut page.texts {
        for chart in std::mem::take(&mut text.charts) {
            let lines = text.rows(&page.pieces).lines(&chart.pieces);
            let block = PageBlock {
                role: Some(Role::Chart),
                decisions: vec![Decision::new(heuristics::CHARTS, chart.why)],
                ..PageBlock::of_text(text.number, lines)
            };
            let place = place(text, chart.rect);
            text.blocks.insert(place, block);
        }
    }
}

/// The number of the first block below a rectangle, or of the one after the last block above it.
fn place(text: &FrameText, chart: Rect) -> usize {
    let is_over = |cell: Rect| cell.x0 < chart.x1 && chart.x0 < cell.x1;
    let middle = |r: Rect| r.y0 + r.y1;
    let mut places = text.blocks.iter().map(|block| block.cell());
    let below = places.position(|cell| is_over(cell) && middle(cell) > middle(chart));
    below.unwrap_or_else(|| {
        let mut above = text.blocks.iter().map(|block| block.cell());
        let last = above.rposition(|cell| is_over(cell) && middle(cell) <= middle(chart));
        last.map_or(text.blocks.len(), |last| last + 1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{LayoutParams, analyse};
    use crate::line::testing::Pen;
    use crate::page::{Drawing, DrawnForm, Own, Page};

    /// A page with prose above and below five bars, which have labels.
    fn page(labels: &[(f32, f32, &str)], bars: usize) -> Page {
        let mut pen = Pen::new();
        let run = pen.run(10.0, 0.0);
        for row in 0..6u8 {
            let y = 12.0 * f32::from(row);
            for from in [100.0, 340.0] {
                pen.write(
                    run,
                    100.0,
                    from + y,
                    "some words of a text that go on and on from line to line",
                );
            }
        }
        for &(x, y, text) in labels {
            pen.write(run, x, y, text);
        }
        for n in 0..bars {
            let x = 150.0 + 40.0 * n as f32;
            pen.content.drawings.push(Drawing {
                bbox: Rect::new(x, 200.0 + 10.0 * n as f32, x + 20.0, 290.0),
                slanted: false,
                rounded: false,
            });
        }
        analyse(0, pen.content, &LayoutParams::default())
    }

    /// The texts of the charts.
    fn charts(page: &Page) -> Vec<String> {
        let boxes = page.tree.children(page.tree.root());
        let own = boxes.filter(|id| page.tree[*id].own(Own::Role) == Some("chart"));
        own.map(|id| {
            let mut text = String::new();
            page.push_text_below(id, &mut text);
            text.split_whitespace().collect::<Vec<_>>().join(" ")
        })
        .collect()
    }

    const LABELS: [(f32, f32, &str); 6] = [
        (130.0, 210.0, "30"),
        (130.0, 250.0, "20"),
        (130.0, 290.0, "10"),
        (150.0, 302.0, "1990"),
        (190.0, 302.0, "2000"),
        (230.0, 302.0, "2010"),
    ];

    #[test]
    fn the_labels_of_bars_are_one_block() {
        assert_eq!(charts(&page(&LABELS, 5)), ["30 20 10 1990 2000 2010"]);
    }

    #[test]
    fn labels_without_a_drawing_are_text() {
        assert!(charts(&page(&LABELS, 0)).is_empty());
    }

    /// A page with prose, and lines that a form draws; the prose can be drawn by another form.
    fn page_of_forms(forms: usize, lines: &[&str]) -> Page {
        let mut pen = Pen::new();
        let run = pen.run(10.0, 0.0);
        for row in 0..6u8 {
            let y = 100.0 + 12.0 * f32::from(row);
            let text = "some words of a text that go on and on from line to line";
            pen.write(run, 100.0, y, text);
        }
        let start = pen.content.glyphs.len() as u32;
        let label = pen.run(8.0, 0.0);
        for (row, line) in (0..8u8).zip(lines) {
            pen.write(label, 150.0, 250.0 + 10.0 * f32::from(row), line);
        }
        let end = pen.content.glyphs.len() as u32;
        pen.write(run, 520.0, 250.0, "beside");
        let drawn = [(200.0, start..end), (40.0, 0..start)];
        for (top, glyphs) in drawn.into_iter().take(forms) {
            pen.content.forms.push(DrawnForm {
                bbox: Rect::new(140.0, top, 500.0, top + 150.0),
                glyphs,
                shapes: 9,
            });
        }
        analyse(0, pen.content, &LayoutParams::default())
    }

    #[test]
    fn the_words_of_a_form_are_one_chart_and_those_beside_it_are_text() {
        assert_eq!(charts(&page_of_forms(1, &["owls"])), ["owls"]);
        assert!(charts(&page_of_forms(0, &["owls"])).is_empty());
    }

    #[test]
    fn pages_that_forms_put_on_one_are_no_charts() {
        assert!(charts(&page_of_forms(2, &["owls"])).is_empty());
    }

    #[test]
    fn a_box_with_sentences_that_a_form_draws_is_text() {
        let line = "an owl of the woods sees at night what others see by day";
        let names = ["owls", "larks", "wrens", "rooks", "gulls", "finches"];
        let with = |sentences: usize| [&names[..], &[line; 2][..sentences]].concat();
        assert_eq!(charts(&page_of_forms(1, &with(0))), [names.join(" ")]);
        assert!(charts(&page_of_forms(1, &with(2))).is_empty());
    }

    #[test]
    fn sentences_between_shapes_are_text() {
        let lines: Vec<(f32, f32, &str)> = (0..6u8)
            .map(|row| {
                let text = "one more sentence that goes on between the shapes of a page";
                (150.0, 210.0 + 13.0 * f32::from(row), text)
            })
            .collect();
        assert!(charts(&page(&lines, 5)).is_empty());
    }

    /// A page with names in two columns of four rows, each before a rounded shape with these left and right edges, which
    /// are measured from the start of the name, and with this height.
    fn boxes_around_names(edges: [f32; 2], height: f32) -> Page {
        let mut pen = Pen::new();
        let run = pen.run(10.0, 0.0);
        for row in 0..4u8 {
            let y = 210.0 + 13.0 * f32::from(row);
            for x in [150.0, 220.0] {
                pen.write(run, x, y, "owls");
                let top = y - 3.0 - height / 2.0;
                pen.content.drawings.push(Drawing {
                    bbox: Rect::new(x + edges[0], top, x + edges[1], top + height),
                    slanted: true,
                    rounded: true,
                });
            }
        }
        analyse(0, pen.content, &LayoutParams::default())
    }

    #[test]
    fn boxes_that_fit_around_words_are_backgrounds() {
        assert!(charts(&boxes_around_names([-3.0, 23.0], 12.0)).is_empty());
        // A bar is wider, and the node of a diagram about as high as wide.
        assert!(!charts(&boxes_around_names([-3.0, 60.0], 12.0)).is_empty());
        assert!(!charts(&boxes_around_names([-1.0, 21.0], 20.0)).is_empty());
    }
}
