//! Which paragraphs are headings, and of which level.
//!
//! [`mark`] finds the headings of a page by its own text. One style is one level throughout a
//! document, though a page of small print makes all else look large: so [`settle`] measures them
//! again by the text of the pages around.

use super::running_heads::{self, PagesAround};
use crate::layout::heuristics;
use crate::layout::page::PageState;
use crate::layout::regions::rows::RowLine;
use crate::layout::result::Decision;
use crate::model::{Detail, Finding, FindingKind, NodeId, Own, Page, Step, Style};

/// Headings have few lines.
const MOST_LINES: usize = 4;

/// Larger than the text by this factor, type is that of a heading by its size alone.
const LARGER: f32 = 1.1;

/// Headings are wider than this, in their ems: a single mark is none.
const LEAST_WIDTH: f32 = 1.5;

/// Headings are no smaller than this share of the text of their page.
const LEAST: f32 = 0.95;

/// Marks the blocks of one paragraph that are headings by the text of their page.
pub(crate) fn mark(page: &mut PageState<'_>) {
    let pieces = &page.pieces.pieces;
    let bold = pieces.iter().filter(|p| p.bold).count() * 2 > pieces.len();
    for block in &mut page.blocks {
        let Some(lines) = block.text().filter(|_| block.role.is_none()) else {
            continue;
        };
        let alone = block.paragraphs.len() == 1;
        let Some((level, ratio)) = level(lines, page.body, bold).filter(|_| alone) else {
            continue;
        };
        let why = reason(Some(level), ratio, "page");
        block.heading = Some(level);
        block
            .decisions
            .push(Decision::new(heuristics::HEADINGS, why));
    }
}

/// The level of a heading, from 1, and its size in those of the text, or `None` for text. `body` is
/// the page's prevailing size in points, and `bold` whether most of the page is bold.
fn level(lines: &[RowLine], body: f32, bold: bool) -> Option<(u8, f32)> {
    if lines.is_empty() || lines.len() > MOST_LINES {
        return None;
    }
    let size = lines.iter().map(|l| l.size).fold(0.0, f32::max);
    let ratio = size / body;
    let level = level_of_style(ratio, !bold && lines.iter().all(|l| l.bold))?;
    // A row of cells, or a single mark, is no heading.
    let rows = lines.windows(2).all(|pair| match pair {
        [a, b] => a.row != b.row,
        _ => true,
    });
    let width: f32 = lines.iter().map(|l| l.cell.width()).sum();
    (ratio >= LEAST && rows && width >= LEAST_WIDTH * size).then_some((level, ratio))
}

/// The level of a style:
///
/// | size, in those of the text | level |
/// | --- | --- |
/// | 1.7 and more | 1 |
/// | 1.3 | 2 |
/// | 1.1 | 3 |
/// | less, but bold | 4 |
fn level_of_style(ratio: f32, bold: bool) -> Option<u8> {
    match ratio {
        r if r >= 1.7 => Some(1),
        r if r >= 1.3 => Some(2),
        r if r >= LARGER => Some(3),
        _ => bold.then_some(4),
    }
}

/// What decides the level of a heading; `whose` text it is larger than.
fn reason(level: Option<u8>, ratio: f32, whose: &str) -> String {
    let level = level.map_or_else(|| "no heading".into(), |level| format!("heading {level}"));
    if ratio >= LARGER {
        format!("{level}: {ratio:.2} times the size of the {whose}'s text")
    } else {
        format!("{level}: as large as the {whose}'s text, and bold")
    }
}

/// Gives the headings of a page the levels that they have beside the text of the pages around: what
/// prevails in the document. What is set as text is there becomes text.
pub(crate) fn settle(page: &mut Page, around: &PagesAround<'_>) {
    let body = running_heads::usual_size(around.pages.iter().map(|(_, edges)| *edges));
    settle_by(page, body);
}

/// Gives the headings of a page the levels that they have beside text of the size `body`, in points.
fn settle_by(page: &mut Page, body: f32) {
    if body <= 0.0 {
        return;
    }
    let headings: Vec<NodeId> = page
        .tree
        .walk(page.tree.root())
        .filter_map(|step| match step {
            Step::Enter(id) => page.tree[id].own(Own::Level).map(|_| id),
            Step::Leave(_) => None,
        })
        .collect();
    for id in headings {
        let (size, bold) = style(page, id);
        let level = level_of_style(size / body, bold);
        let was = page.tree[id].own(Own::Level);
        if level.map(|level| level.to_string()).as_deref() != was {
            page.findings.push(Finding {
                kind: FindingKind::Block,
                bbox: page.tree[id].bbox,
                why: reason(level, size / body, "document"),
                by: heuristics::HEADING_SIZES.name,
            });
        }
        let attributes = &mut page.tree[id].attributes;
        match level {
            Some(level) => {
                let own = attributes.iter_mut().find(|a| a.name == Own::Level.into());
                own.into_iter().for_each(|a| a.value = level.to_string());
            }
            None => attributes.retain(|a| a.name != Own::Level.into()),
        }
    }
}

/// The size of the largest line below a node, in points, and whether all below it is bold.
fn style(page: &Page, id: NodeId) -> (f32, bool) {
    let (mut size, mut bold) = (0f32, true);
    for step in page.tree.walk(id) {
        let Step::Enter(id) = step else { continue };
        match &page.tree[id].detail {
            Detail::Line(line) => size = size.max(line.size),
            Detail::Word(glyphs) => bold &= Style::of(page, glyphs).bold,
            Detail::None | Detail::Image(_) => {}
        }
    }
    (size, bold)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{LayoutParams, analyse};
    use crate::line::testing::Pen;

    /// The levels of what is on a page of text of one size under a title of another, when it
    /// is settled by text of a third.
    fn levels(title: f32, text: f32, body: f32) -> Vec<Option<String>> {
        let mut pen = Pen::new();
        let (large, small) = (pen.run(title, 0.0), pen.run(text, 0.0));
        pen.write(large, 50.0, 60.0, "A title");
        for row in 0..5u8 {
            let down = 100.0 + 12.0 * f32::from(row);
            pen.write(small, 50.0, down, "some words of text");
        }
        let mut page = analyse(0, pen.content, &LayoutParams::default());
        settle_by(&mut page, body);
        let boxes = page.tree.children(page.tree.root());
        let level = |id| page.tree[id].own(Own::Level).map(str::to_owned);
        boxes.map(level).collect()
    }

    #[test]
    fn a_style_has_one_level_whatever_else_is_on_the_page() {
        let heading = |level: &str| vec![Some(level.to_owned()), None];
        assert_eq!(levels(14.0, 10.0, 10.0), heading("2"));
        assert_eq!(levels(14.0, 8.0, 10.0), heading("2"));
        assert_eq!(levels(14.0, 12.0, 10.0), heading("2"));
        assert_eq!(levels(10.0, 8.0, 10.0), [None, None]);
    }

    #[test]
    fn without_text_around_levels_are_those_of_the_page() {
        assert_eq!(levels(14.0, 8.0, 0.0), [Some("1".to_owned()), None]);
    }
}
