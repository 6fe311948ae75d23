//! The characters of a page, each with its box, font and size.

use serde::Serialize;

use super::layers::as_printed;
use super::view::View;
use crate::web::bbox::{Corners, corners, rounded};
use pdfa2hocr_core::diagnostics::Result;

/// Most characters that are listed of a page.
const MOST: usize = 100_000;

#[derive(Debug, Serialize)]
pub(in crate::browse) struct Characters {
    characters: Vec<Character>,
    truncated: bool,
}

#[derive(Debug, Serialize)]
struct Character {
    text: String,
    bbox: Corners,
    font: u32,
    size: f64,
    /// The index of its word in reading order, from 0.
    word: u32,
    /// The source of its Unicode value.
    decoding: &'static str,
}

/// The characters of a page, by its index.
pub(in crate::browse) fn characters(view: &View, index: u32) -> Result<Characters> {
    let seen = view.page(index)?;
    let content = &seen.page.model().content;
    let words = (0u32..).zip(seen.page.words());
    let glyphs = words.flat_map(|(word, found)| found.glyphs().map(move |glyph| (word, glyph)));
    let mut characters = glyphs.map(|(word, glyph)| {
        let run = content.run_of(glyph);
        Character {
            text: as_printed(content.text_of(glyph)),
            bbox: corners(glyph.bbox),
            font: run.font,
            size: rounded(run.size),
            word,
            decoding: glyph.decoding.source(),
        }
    });
    let listed = characters.by_ref().take(MOST).collect();
    Ok(Characters {
        characters: listed,
        truncated: characters.next().is_some(),
    })
}
