//! Finds the tables of a page: ruled ones before it is divided, and others in its regions.

use crate::geometry::Rect;
use crate::layout::heuristics;
use crate::layout::state::{PageBlock, PageState};
use crate::layout::tables::Found;
use crate::layout::tables::known::Known;
use crate::layout::tables::table::Part;
use crate::layout::tables::table_rows::TableRows;

/// Finds the ruled tables in the text of each frame, and replaces their pieces by rows.
pub(crate) fn find_ruled(page: &mut PageState<'_>) {
    let unruled = !page.params.without.contains(&heuristics::ALIGNED_TABLES);
    // In page coordinates.
    let mut found: Vec<Rect> = Vec::new();
    let known = Known::default();
    for text in &mut page.texts {
        let finder = text.table_finder(page.content, &page.pieces, page.drawn, &known);
        let mut own = finder.ruled(&text.pieces, &found);
        if unruled {
            finder.open(&text.pieces, &mut own);
        }
        let Found {
            tables,
            refused,
            plain,
        } = own;
        text.plain = plain;
        found.extend(tables.iter().map(|t| text.frame.leave_rect(t.rect)));
        text.refuse(refused, heuristics::RULED_TABLES);
        text.table_rows = TableRows::new(&page.pieces.pieces, tables, &mut text.pieces);
    }
}

/// Finds the tables without lines in each region.
pub(crate) fn find_aligned(page: &mut PageState<'_>) {
    let known = Known::default();
    for text in &mut page.texts {
        let blocks = std::mem::take(&mut text.blocks);
        let finder = text.table_finder(page.content, &page.pieces, page.drawn, &known);
        if let Some(plain) = &text.plain {
            // Another search of its lines, which are its only block, would give the same result.
            let lines = blocks.iter().filter_map(PageBlock::text).flatten();
            let pieces: Vec<u32> = lines.flat_map(|line| &line.pieces).copied().collect();
            if finder.has_cells(&pieces) {
                text.refuse(plain.refused.clone(), heuristics::ALIGNED_TABLES);
            }
            text.blocks = blocks;
            continue;
        }
        let mut out = Vec::with_capacity(blocks.len());
        let mut refused = Vec::new();
        for block in blocks {
            match block.part {
                Part::Text(lines) => out.extend(
                    finder
                        .open_parts(lines, &mut refused)
                        .into_iter()
                        .map(|part| PageBlock::new(text.number, part, heuristics::ALIGNED_TABLES)),
                ),
                Part::Table(_) => out.push(block),
            }
        }
        text.refuse(refused, heuristics::ALIGNED_TABLES);
        text.blocks = out;
    }
}
