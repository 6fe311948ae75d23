//! Detects the paragraphs that are headings, and their levels.
//!
//! [`mark`] finds the headings of a page by the text size of that page. A page of small print makes all other
//! text look large, and one style has one level in a document. So [`settle`] compares them again with the
//! text of the pages around.

mod features;
mod numbering;
mod setting;

use std::ops::Range;

use super::running_heads::{self, PagesAround};
use crate::layout::heuristics::{self, Decision};
use crate::layout::regions::paragraphs::ParagraphLines;
use crate::layout::regions::rows::RowLine;
use crate::layout::score::Score;
use crate::layout::state::{PageBlock, PageState};
use crate::layout::tables::table::Part;
use crate::page::{Detail, Finding, FindingKind, NodeId, NodeKind, Own, Page, Step, Style};
use features::{Candidate, LARGER, LARGEST, MUCH_LARGER, SLIGHTLY};
use setting::Setting;

/// Maximum number of rows in a heading.
const MOST_ROWS: usize = 4;

/// Smallest width of a heading, in its own ems; narrower ones are single marks.
const LEAST_WIDTH: f32 = 1.5;

/// Smallest size of a heading, as a share of the page's text size.
const LEAST: f32 = 0.95;

/// Lowest score of a heading.
const LEAST_SCORE: f32 = 3.2;

/// Lowest score of a heading that is followed by text in the same block.
const LEAST_IN_BLOCK: f32 = 3.4;

/// The deepest level of headings.
const DEEPEST: u8 = 6;

/// Marks the blocks that are headings on their page. A heading at the start of a block becomes a block of its
/// own.
pub(crate) fn mark(page: &mut PageState<'_>) {
    let pieces = &page.pieces.pieces;
    let bold = pieces.iter().filter(|p| p.bold).count() * 2 > pieces.len();
    let prose: Vec<u32> = prose_frames(page);
    let blocks = std::mem::take(&mut page.blocks);
    let settings = setting::of_blocks(&blocks, page.body);
    let mut out: Vec<PageBlock> = Vec::with_capacity(blocks.len());
    for (mut block, setting) in blocks.into_iter().zip(settings) {
        if block.role.is_none() && prose.contains(&block.frame) {
            while let Some(heading) = part_heading(page, &mut block, bold) {
                out.push(heading);
            }
            mark_block(page, &mut block, setting, bold);
        }
        out.push(block);
    }
    mark_chapters(page, &mut out);
    page.blocks = out;
}

/// The frames (text directions) with prose. A few lines in another direction are a stamp or an axis label,
/// and never a heading.
fn prose_frames(page: &PageState<'_>) -> Vec<u32> {
    let main = page.texts.first().map(|text| text.number);
    let blocks = page.blocks.iter();
    let prose = blocks.filter(|block| block.text().is_some_and(|lines| lines.len() > MOST_ROWS));
    let mut frames: Vec<u32> = prose.map(|block| block.frame).chain(main).collect();
    frames.sort_unstable();
    frames.dedup();
    frames
}

/// Splits off the first paragraph of a block if it is a heading followed by others.
fn part_heading(page: &PageState<'_>, block: &mut PageBlock, bold: bool) -> Option<PageBlock> {
    let (first, rest) = block.paragraphs.split_first()?;
    let first = first.lines.clone();
    let Part::Text(lines) = &mut block.part else {
        return None;
    };
    let paragraph = lines.get(first.clone())?;
    // Two headings directly below each other can be one paragraph.
    let change = (first.len() <= MOST_ROWS).then(|| style_change(paragraph));
    let change = change.flatten().map(|end| first.start + end);
    let change = change.filter(|end| {
        let own = lines.get(..*end);
        own.is_some_and(|own| !numbering::is_chapter(&text(page, own)))
    });
    let (end, second) = match (change, rest.first()) {
        (Some(end), _) => (end, end..first.end),
        (None, Some(second)) => (first.end, second.lines.clone()),
        (None, None) => return None,
    };
    let own = lines.get(..end)?;
    let below = lines.get(second)?;
    let chapter = || {
        let (level, _) = level(page, below, Setting::NONE, bold)?;
        numbering::is_chapter(&text(page, own)).then(|| (level, chapter_reason(level)))
    };
    let of_chapter = chapter();
    let chapter = of_chapter.is_some();
    let setting = Setting::of_beginning(own, below);
    let (level, why) = level_of_score(page, own, setting, bold, LEAST_IN_BLOCK).or(of_chapter)?;
    // Paragraphs of the same style are all text.
    let like = |a: &RowLine, b: &RowLine| a.bold == b.bold && a.size < LARGER * b.size;
    if own.iter().zip(below).all(|(a, b)| like(a, b))
        && !chapter
        && !features::is_marked(&text(page, own))
    {
        return None;
    }
    let below = lines.split_off(end);
    let own = std::mem::replace(lines, below);
    block
        .paragraphs
        .retain(|paragraph| paragraph.lines.end > end);
    for paragraph in &mut block.paragraphs {
        let Range { start, end: last } = paragraph.lines;
        paragraph.lines = start.saturating_sub(end)..last.saturating_sub(end);
    }
    let mut heading = PageBlock::of_text(block.frame, own);
    heading.paragraphs.push(ParagraphLines::of(0..end));
    set(&mut heading, level, why);
    Some(heading)
}

/// The index of the first line with another size or weight, if it begins a row.
fn style_change(lines: &[RowLine]) -> Option<usize> {
    let changes = |pair: &[RowLine]| match pair {
        [a, b] => {
            let ratio = a.size.max(b.size) / a.size.min(b.size).max(1e-3);
            a.row != b.row && (ratio >= LARGER || a.bold != b.bold)
        }
        _ => false,
    };
    lines.windows(2).position(changes).map(|n| n + 1)
}

/// Marks a block of one paragraph if it is a heading.
fn mark_block(page: &PageState<'_>, block: &mut PageBlock, setting: Setting, bold: bool) {
    let lines = block.text().filter(|_| block.paragraphs.len() == 1);
    if let Some((level, why)) = lines.and_then(|lines| level(page, lines, setting, bold)) {
        set(block, level, why);
    }
}

/// Marks `CHAPTER 7` above a heading as a heading, whatever its type.
fn mark_chapters(page: &PageState<'_>, blocks: &mut [PageBlock]) {
    for number in (1..blocks.len()).rev() {
        let Some([above, below]) = blocks.get_mut(number - 1..=number) else {
            continue;
        };
        let chapter = above.heading.is_none()
            && above.role.is_none()
            && above.frame == below.frame
            && above.cell().y1 <= below.cell().y0 + page.body
            && above
                .text()
                .is_some_and(|lines| lines.len() == 1 && numbering::is_chapter(&text(page, lines)));
        if let (true, Some(level)) = (chapter, below.heading) {
            set(above, level, chapter_reason(level));
        }
    }
}

fn chapter_reason(level: u8) -> String {
    format!("heading {level}: the number of the one below")
}

fn set(block: &mut PageBlock, level: u8, why: String) {
    block.heading = Some(level);
    let decision = Decision::new(heuristics::HEADINGS, why);
    block.decisions.push(decision);
}

/// The text of the lines.
fn text(page: &PageState<'_>, lines: &[RowLine]) -> String {
    let pieces = lines.iter().flat_map(|line| &line.pieces);
    page.pieces.words(page.content, pieces)
}

/// The level of a heading, from 1, and the reason; `None` for text. `bold` is true if most of the page is
/// bold.
fn level(
    page: &PageState<'_>,
    lines: &[RowLine],
    setting: Setting,
    bold: bool,
) -> Option<(u8, String)> {
    level_of_score(page, lines, setting, bold, LEAST_SCORE)
}

/// The same with this lowest score.
fn level_of_score(
    page: &PageState<'_>,
    lines: &[RowLine],
    setting: Setting,
    bold: bool,
    least: f32,
) -> Option<(u8, String)> {
    let rows = lines.chunk_by(|a, b| a.row == b.row);
    let count = rows.clone().count();
    let size = lines.iter().map(|l| l.size).fold(0.0, f32::max);
    let ratio = size / page.body;
    let width: f32 = lines.iter().map(|l| l.cell.width()).sum();
    if !(1..=MOST_ROWS).contains(&count) || ratio < LEAST {
        return None;
    }
    // A row of cells is not a heading, but a number may be separate from its title.
    let mut rows = rows.enumerate();
    let cells = rows.any(|(n, row)| match row {
        [_] => false,
        [number, _] if n == 0 => {
            numbering::depth_of_number(text(page, std::slice::from_ref(number)).trim()).is_none()
        }
        _ => true,
    });
    if cells || width < LEAST_WIDTH * size {
        return None;
    }
    let text = text(page, lines);
    let candidate = Candidate {
        text: &text,
        ratio,
        bold: !bold && lines.iter().all(|l| l.bold),
        rows: count,
        setting,
    };
    let level = level_of_style(ratio, candidate.bold || features::is_marked(&text))?;
    let score = candidate.weigh();
    let level = level_of_number(level, &text);
    (score.sum >= least).then(|| (level, reason_of_score(level, ratio, &score)))
}

/// The level of a heading with this style and text: numbers with more parts are on deeper levels.
fn level_of_number(level: u8, text: &str) -> u8 {
    let Some(depth) = numbering::depth(text) else {
        return level;
    };
    // Numbers of headings in the text size usually have two parts or more.
    let below = if level == SAME_SIZE_LEVEL {
        depth.saturating_sub(2)
    } else {
        0
    };
    (level + below).max(depth).min(DEEPEST)
}

/// The level of headings in the text size.
const SAME_SIZE_LEVEL: u8 = 4;

/// The level of a style:
///
/// | size, in those of the text | level |
/// | --- | --- |
/// | 1.7 and more | 1 |
/// | 1.3 | 2 |
/// | 1.1 | 3 |
/// | 1.03, or less, but bold, or numbered and in capitals | 4 |
fn level_of_style(ratio: f32, marked: bool) -> Option<u8> {
    match ratio {
        r if r >= LARGEST => Some(1),
        r if r >= MUCH_LARGER => Some(2),
        r if r >= LARGER => Some(3),
        r if r >= SLIGHTLY => Some(SAME_SIZE_LEVEL),
        _ => marked.then_some(SAME_SIZE_LEVEL),
    }
}

/// The reason for a heading and its level.
fn reason_of_score(level: u8, ratio: f32, score: &Score) -> String {
    format!(
        "heading {level}: {ratio:.2} times the size of the page's text; {} (score {:.1})",
        score.why(),
        score.sum
    )
}

/// The reason for the level of a heading; `whose` is the text it is compared with.
fn reason(level: Option<u8>, ratio: f32, whose: &str) -> String {
    let level = level.map_or_else(|| "no heading".into(), |level| format!("heading {level}"));
    if ratio >= LARGER {
        format!("{level}: {ratio:.2} times the size of the {whose}'s text")
    } else {
        format!("{level}: as large as the {whose}'s text")
    }
}

/// Sets the levels of a page's headings by the usual text size of the pages around. A heading in the style of
/// their text becomes text.
pub(crate) fn settle(page: &mut Page, around: &PagesAround<'_>) {
    let body = running_heads::usual_size(around.pages.iter().map(|(_, edges)| *edges));
    settle_by(page, body);
}

/// Sets the levels of a page's headings by the text size `body`, in points.
fn settle_by(page: &mut Page, body: f32) {
    if body <= 0.0 {
        return;
    }
    let headings: Vec<NodeId> = page
        .tree
        .walk(page.tree.root())
        .filter_map(|step| match step {
            // Tags have levels of their own.
            Step::Enter(id) if page.tree[id].kind == NodeKind::TEXTBOX => {
                page.tree[id].own(Own::Level).map(|_| id)
            }
            Step::Enter(_) => None,
            Step::Leave(_) => None,
        })
        .collect();
    for id in headings {
        let (size, bold) = style(page, id);
        let mut text = String::new();
        page.push_text_below(id, &mut text);
        let was = page.tree[id].own(Own::Level);
        // A chapter number keeps the level of its title, whatever its type.
        if numbering::is_chapter(&text) && size < LARGER * body {
            continue;
        }
        let marked = bold || features::is_marked(&text);
        let level = level_of_style(size / body, marked).map(|l| level_of_number(l, &text));
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

/// The size of the largest line in a node, in points, and whether all its text is bold.
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

    /// The levels on a page with a title and text, settled with another text size.
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
