//! Splits and merges words: makes the text of each part one word.

use std::slice;

use super::super::anchor::{fold, quote};
use super::super::entry::{Anchor, Level};
use super::super::words::{box_around, texts_of};
use super::Editor;
use super::glyphs::{glyphs_at, glyphs_of_all, set_source};
use super::unit::{shell, unit_of};
use crate::geometry::Rect;
use crate::page::{Decoding, Detail, NodeId, Page};

impl Editor<'_> {
    /// Makes each part one word, or all of them together. Their words are found together, because the box of a
    /// piece of a word does not hold the centre of the word.
    pub(super) fn group_words(&mut self, parts: &[Anchor], together: bool) -> Result<bool, String> {
        let bbox: Rect = parts.iter().map(|part| part.bbox.into()).collect();
        let texts: Vec<&str> = parts.iter().map(|part| part.text.as_str()).collect();
        let words = self.find(&Anchor {
            bbox: bbox.into(),
            text: texts.join(" "),
        })?;
        let page = &mut *self.page;
        let there = texts_of(page, &words);
        let present: Vec<String> = there.iter().map(|text| fold(text)).collect();
        let mut wanted: Vec<String> = texts.iter().map(|text| fold(text)).collect();
        if together {
            wanted = vec![wanted.concat()];
        }
        if present == wanted {
            return Ok(false);
        }
        if present.concat() != wanted.concat() {
            // The text was corrected later.
            return Err(format!("its words are now {}", quote(&there.join(" "))));
        }
        let (Some(&first), Some(&last)) = (words.first(), words.last()) else {
            return Ok(false);
        };
        let line = |word: NodeId| unit_of(&page.tree, Level::Line, word).or(page.tree.parent(word));
        if words.iter().any(|&word| line(word) != line(first)) {
            return Err("its words are on several lines".to_owned());
        }
        self.keep_apart(&words, false);
        let page = &mut *self.page;
        let pieces = divide(page, &glyphs_of_all(page, &words), &wanted)?;
        let mut new = Vec::new();
        for piece in &pieces {
            let start = page.order.len() as u32;
            page.order.extend(piece);
            let mut node = shell(&page.tree, first);
            node.bbox = box_of(page, piece, &words);
            node.detail = Detail::Word(start..page.order.len() as u32);
            new.push(node);
        }
        for word in self.replace(&words, new, (last, false)) {
            set_source(self.page, word, Decoding::Person);
        }
        Ok(true)
    }
}

/// The glyphs of each text.
fn divide(page: &Page, glyphs: &[u32], texts: &[String]) -> Result<Vec<Vec<u32>>, String> {
    let mut glyphs = glyphs.iter().copied().peekable();
    let mut out = Vec::new();
    let of = |glyph: u32| {
        let mut glyph = glyphs_at(page, slice::from_ref(&glyph));
        let text = glyph.next().map(|glyph| page.content.text_of(glyph));
        fold(text.unwrap_or_default())
    };
    for text in texts {
        let (mut piece, mut length) = (Vec::new(), 0);
        // Hyphens and marks without text belong to the word before.
        while let Some(glyph) = glyphs.next_if(|&glyph| length < text.len() || of(glyph).is_empty())
        {
            length += of(glyph).len();
            piece.push(glyph);
        }
        if length != text.len() {
            return Err("one of its words would begin within a ligature".to_owned());
        }
        out.push(piece);
    }
    Ok(out)
}

/// The box around some glyphs; without a place of their own, that of the words.
fn box_of(page: &Page, glyphs: &[u32], words: &[NodeId]) -> Rect {
    let whole = box_around(page, words);
    let own = glyphs_at(page, glyphs).filter(|glyph| glyph.text.len > 0);
    let own: Rect = own.map(|glyph| glyph.bbox).collect();
    match own.intersection(whole) {
        own if own.is_empty() => whole,
        own => own,
    }
}
