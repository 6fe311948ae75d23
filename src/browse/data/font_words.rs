//! Lists the words in a font, page by page within a time limit.

use serde::Serialize;

use super::find::Hit;
use super::tree::key_of_node;
use super::view::{LONGEST, View};
use crate::web::bbox::place;
use pdfa2hocr_core::blocks::Page;
use pdfa2hocr_core::diagnostics::Result;
use pdfa2hocr_core::page::FontFacts;

/// Most characters sent of a word.
const OF_WORD: usize = 100;

/// A font to look for.
#[derive(Debug)]
pub(in crate::browse) enum WantedFont {
    /// The object that defines it.
    Object((u32, i32)),
    /// The name of a font without an object of its own, without a subset tag.
    Name(String),
}

impl WantedFont {
    fn is(&self, view: &View, facts: &FontFacts) -> bool {
        // A font without an object of its own names the object that contains it.
        let own = facts.object.filter(|object| view.is_font(*object));
        match self {
            Self::Object(object) => own == Some(*object),
            Self::Name(name) => own.is_none() && facts.name == *name,
        }
    }
}

/// The words in a font.
#[derive(Debug, Serialize)]
pub(in crate::browse) struct FontWords {
    hits: Vec<Hit>,
    /// The page, and the word on it, at which to continue.
    next: Option<(u32, usize)>,
}

/// Lists the words with a character in a font, from a word of a page on, until there are `count` or time is
/// up.
pub(in crate::browse) fn font_words(
    view: &View,
    font: &WantedFont,
    (from, word): (u32, usize),
    count: usize,
) -> Result<FontWords> {
    let (mut hits, mut rest) = (Vec::new(), None);
    let next = view.pages_in_turn(from, LONGEST, |page| {
        let skipped = if page.index() == from { word } else { 0 };
        let stopped = on_page(view, &page, font, skipped, count, &mut hits);
        rest = stopped.map(|word| (page.index(), word));
        hits.len() >= count
    })?;
    Ok(FontWords {
        hits,
        next: rest.or_else(|| next.map(|page| (page, 0))),
    })
}

/// Adds the words of a page. Returns the word at which to continue if `count` is reached before its end.
fn on_page(
    view: &View,
    page: &Page,
    font: &WantedFont,
    skipped: usize,
    count: usize,
    hits: &mut Vec<Hit>,
) -> Option<usize> {
    let content = &page.model().content;
    let fonts = content.fonts.iter().map(|facts| font.is(view, facts));
    let fonts: Vec<bool> = fonts.collect();
    if !fonts.contains(&true) {
        return None;
    }
    for (index, word) in page.words().enumerate().skip(skipped) {
        let is_found = word.glyphs().any(|glyph| {
            let font = content.run_of(glyph).font;
            fonts.get(font as usize) == Some(&true)
        });
        if !is_found {
            continue;
        }
        if hits.len() >= count {
            return Some(index);
        }
        let text = word.text();
        hits.push(Hit {
            page: page.index(),
            boxes: place(word.bbox()).into_iter().collect(),
            before: String::new(),
            hit: text
                .trim_end_matches('\u{AD}')
                .chars()
                .take(OF_WORD)
                .collect(),
            after: String::new(),
            key: key_of_node(view, page, word.node()),
        });
    }
    None
}
