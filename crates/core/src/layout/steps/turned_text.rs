//! Inserts the blocks of other directions of writing among the blocks of a page.

use std::collections::BTreeMap;

use crate::compact_sort::CompactSort;
use crate::layout::state::{FrameText, PageBlock, PageState};

/// Inserts each block of the other frames after the block drawn before it. If the drawing order is
/// unreliable, appends them at the end, sorted downwards.
pub(crate) fn insert(page: &mut PageState<'_>) {
    let others = page.texts.iter_mut().flat_map(FrameText::take_blocks);
    let mut others: Vec<PageBlock> = others.collect();
    if others.is_empty() {
        return;
    }
    if !page.drawn {
        let frames = &page.frames;
        let top = |block: &PageBlock| frames.get(block.frame).leave_rect(block.cell()).y0;
        others.compact_sort_by(|a, b| top(a).total_cmp(&top(b)));
        page.blocks.append(&mut others);
        return;
    }
    // For each block the index to insert it at: 0 for the start, n for after block n - 1.
    let mut starts: BTreeMap<u32, usize> = BTreeMap::new();
    for (number, block) in page.blocks.iter().enumerate() {
        for line in block.part.lines() {
            starts.insert(line.drawn, number + 1);
        }
    }
    let mut placed: Vec<(usize, u32, PageBlock)> = others
        .into_iter()
        .map(|block| {
            let drawn = block.first_drawn();
            let place = starts.range(..drawn).next_back().map_or(0, |(_, &n)| n);
            (place, drawn, block)
        })
        .collect();
    placed.compact_sort_by_key(|(place, drawn, _)| (*place, *drawn));
    let mut placed = placed.into_iter().peekable();
    let mut all = Vec::new();
    for (number, block) in std::mem::take(&mut page.blocks).into_iter().enumerate() {
        while let Some((_, _, other)) = placed.next_if(|(place, ..)| *place <= number) {
            all.push(other);
        }
        all.push(block);
    }
    all.extend(placed.map(|(_, _, other)| other));
    page.blocks = all;
}
