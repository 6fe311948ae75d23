//! The units of a page as sets of words, to compare two readings of a page.

use std::collections::HashSet;

use pdfa2hocr_core::blocks::{Line, Page, Word};
use pdfa2hocr_core::corrections::Level;

/// The lines, paragraphs and blocks of a page, each identified by its level and the places of its words.
pub(super) struct Units(HashSet<(Level, Vec<(i32, i32)>)>);

impl Units {
    pub(super) fn of(page: &Page) -> Self {
        let mut units = HashSet::new();
        let mut add = |level: Level, lines: &[&Line<'_>]| {
            let mut words: Vec<_> = lines.iter().flat_map(|line| words_of(line)).collect();
            words.sort_unstable();
            units.insert((level, words));
        };
        for block in page.blocks() {
            let paragraphs = block.paragraphs().iter();
            let paragraphs = paragraphs.map(|paragraph| paragraph.lines().iter().collect());
            let paragraphs: Vec<Vec<&Line<'_>>> = paragraphs.collect();
            for lines in &paragraphs {
                lines.iter().for_each(|&line| add(Level::Line, &[line]));
                add(Level::Paragraph, lines);
            }
            add(Level::Block, &paragraphs.concat());
        }
        Self(units)
    }

    /// Whether another reading has the same blocks.
    pub(super) fn has_blocks_of(&self, Self(other): &Self) -> bool {
        let mut different = self.0.symmetric_difference(other);
        different.all(|(level, _)| *level != Level::Block)
    }

    /// The number of these units that `before` has, and `after` has not.
    pub(super) fn lost(&self, Self(before): &Self, Self(after): &Self) -> usize {
        let right = self.0.intersection(before);
        right.filter(|unit| !after.contains(*unit)).count()
    }
}

/// The places where a line's words begin, in half points. Boxes depend on the analysis, and texts on corrections.
fn words_of(line: &Line<'_>) -> Vec<(i32, i32)> {
    let start = |word: &Word<'_>| {
        let glyph = word.glyphs().next().map(|glyph| glyph.origin);
        let start = glyph.unwrap_or(word.bbox().centre());
        (
            (start.x * 2.0).round() as i32,
            (start.y * 2.0).round() as i32,
        )
    };
    line.words().iter().map(start).collect()
}
