//! Detects the paragraphs that are headings, and their levels.
//!
//! [`mark`] finds the headings of a page by the text size of that page. A page of small print makes all other
//! text look large, and one style has one level in a document. So [`settle`] compares them again with the
//! text of the pages around.

mod colours;
mod drawn;
mod features;
mod finder;
mod levels;
mod numbering;
mod same_style;
mod settle;
mod style;
mod surroundings;
#[allow(
    clippy::approx_constant,
    reason = "a fitted weight can be near a constant"
)]
mod weights;

use crate::layout::heuristics;
use crate::layout::state::{PageBlock, PageState};
use finder::Finder;
pub(crate) use settle::settle;
use style::Look;

/// Marks the blocks that are headings on their page. A heading at the start of a block becomes a block of its
/// own.
pub(crate) fn mark(page: &mut PageState<'_>) {
    let blocks = std::mem::take(&mut page.blocks);
    let mut finder = Finder::new(page, &blocks);
    let blocks = finder.join_titles(finder.split_styles(blocks));
    let mut blocks = mark_blocks(&mut finder, blocks);
    if finder.begin_again() {
        for block in &mut blocks {
            block.heading = None;
            block.decisions.retain(|own| own.by != heuristics::HEADINGS);
        }
        blocks = mark_blocks(&mut finder, blocks);
    }
    let headings = blocks.iter_mut().filter(|block| block.heading.is_some());
    for paragraph in headings.flat_map(|block| &mut block.paragraphs) {
        paragraph.item = None;
    }
    finder.mark_chapters(&mut blocks);
    page.no_headings = finder.refused;
    page.blocks = blocks;
}

/// Marks the blocks that are headings by the styles that the finder knows.
fn mark_blocks(finder: &mut Finder<'_, '_>, blocks: Vec<PageBlock>) -> Vec<PageBlock> {
    let looks: Vec<Look> = blocks.iter().map(|block| finder.look(block)).collect();
    let mut out: Vec<PageBlock> = Vec::with_capacity(blocks.len());
    let mut above: Option<Look> = None;
    for (n, mut block) in blocks.into_iter().enumerate() {
        let mut own = looks.get(n).copied();
        if finder.can_begin(&block) {
            finder.join_title(&mut block);
            while let Some(heading) = finder.part_heading(&mut block, above.as_ref()) {
                above = Some(finder.look(&heading));
                own = Some(finder.look(&block));
                above.iter().for_each(|look| finder.pass(look));
                out.push(heading);
            }
            finder.mark_block(&mut block, above.as_ref(), looks.get(n + 1));
        }
        own.iter().for_each(|look| finder.pass(look));
        above = own;
        out.push(block);
    }
    out
}
