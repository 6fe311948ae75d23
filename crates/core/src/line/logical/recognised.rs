//! The order of recognised text. Engines write the words of a line, and their characters, in logical order, and glyphs
//! keep the order of the file. So a line that is whole in the file has the engine's order, which is exact: the same
//! appearance may have several logical orders, such as `USB 2.0` and `2.0 USB` in a Hebrew line.

use super::visual::Cluster;
use crate::page::{Content, Decoding, NodeId};

/// The words of a line in logical order, each with its position from the left and its glyphs. `None` if the glyphs are
/// not recognised, or are not the consecutive words of one line of the file: between these are blanks.
pub(super) fn order(
    content: &Content,
    words: &[(NodeId, Vec<Cluster>)],
) -> Option<Vec<(usize, Vec<u32>)>> {
    let mut own: Vec<(usize, Vec<u32>)> = Vec::with_capacity(words.len());
    for (number, (_, clusters)) in words.iter().enumerate() {
        let glyphs = clusters.iter().flat_map(|cluster| &cluster.glyphs);
        let mut glyphs: Vec<u32> = glyphs.copied().collect();
        glyphs.sort_unstable();
        let first = *glyphs.first()?;
        let are_consecutive = (first..).zip(&glyphs).all(|(at, glyph)| at == *glyph);
        let is_recognised = |glyph: &u32| {
            let glyph = content.glyphs.get(*glyph as usize);
            glyph.is_some_and(|glyph| matches!(glyph.decoding, Decoding::Recognised(_)))
        };
        if !are_consecutive || !glyphs.iter().all(is_recognised) {
            return None;
        }
        own.push((number, glyphs));
    }
    own.sort_unstable_by_key(|(_, glyphs)| glyphs.first().copied());
    let are_words = own.windows(2).all(|pair| {
        let [(_, before), (_, after)] = pair else {
            return false;
        };
        let (Some(before), Some(after)) = (before.last(), after.first()) else {
            return false;
        };
        let between = *before as usize + 1..*after as usize;
        let blanks = content.glyphs.get(between).unwrap_or_default();
        !blanks.is_empty() && blanks.iter().all(|glyph| glyph.space)
    });
    are_words.then_some(own)
}
