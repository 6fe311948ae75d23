//! Detects the paragraphs that are headings, and their levels.
//!
//! [`mark`] finds the headings of a page by the text size of that page. A page of small print makes all other
//! text look large, and one style has one level in a document. So [`settle`] compares them again with the
//! text of the pages around.

mod colours;
mod features;
mod finder;
mod levels;
mod numbering;
mod settle;
mod style;
mod surroundings;
#[allow(
    clippy::approx_constant,
    reason = "a fitted weight can be near a constant"
)]
mod weights;

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
    finder.mark_chapters(&mut out);
    page.no_headings = finder.refused;
    page.blocks = out;
}
