//! Splits and merges words: makes the text of each part one word.

use super::super::anchor::{Earlier, find, fold, quote, rect, text_of};
use super::super::entry::Anchor;
use super::glyphs::{confirm, glyphs_of};
use super::remove::remove;
use super::unit::{refit, shell};
use crate::geometry::Rect;
use crate::page::{Detail, Glyph, NodeId, Page};

/// Makes each part one word. Their words are found together, because the box of a piece of a word does not
/// hold the centre of the word.
pub(super) fn words(
    page: &mut Page,
    earlier: &mut Earlier,
    parts: &[Anchor],
) -> Result<bool, String> {
    let around = parts
        .iter()
        .fold(Rect::EMPTY, |all, part| all.union(rect(part.bbox)));
    let texts: Vec<&str> = parts.iter().map(|part| part.text.as_str()).collect();
    let on = Anchor {
        bbox: [around.x0, around.y0, around.x1, around.y1],
        text: texts.join(" "),
    };
    let words = find(page, earlier, &on)?;
    let present: Vec<String> = words
        .iter()
        .map(|&word| fold(&text_of(page, word)))
        .collect();
    let wanted: Vec<String> = texts.iter().map(|text| fold(text)).collect();
    if present == wanted {
        return Ok(false);
    }
    if present.concat() != wanted.concat() {
        // The text was corrected later.
        let there: Vec<String> = words.iter().map(|&word| text_of(page, word)).collect();
        let there = quote(&there.join(" "));
        return Err(format!("its words are now {there}"));
    }
    let line = words.first().and_then(|&word| page.tree.parent(word));
    if words.iter().any(|&word| page.tree.parent(word) != line) {
        return Err("its words are on several lines".to_owned());
    }
    let glyphs: Vec<u32> = words
        .iter()
        .flat_map(|&word| glyphs_of(page, word).to_vec())
        .collect();
    let pieces = divide(page, &glyphs, &wanted)?;
    let Some(&first) = words.first() else {
        return Ok(false);
    };
    let mut last = first;
    for (n, piece) in pieces.iter().enumerate() {
        if n > 0 {
            push_space(page, piece);
        }
        let start = page.order.len() as u32;
        page.order.extend(piece);
        let mut node = shell(&page.tree, first);
        node.bbox = box_of(page, piece, &words);
        node.detail = Detail::Word(start..page.order.len() as u32);
        let new = page.tree.add(node);
        page.tree.insert_after(last, new);
        confirm(page, new);
        earlier.add(new, "");
        last = new;
    }
    for word in words {
        remove(page, earlier, word);
    }
    if let Some(line) = line {
        refit(&mut page.tree, line);
    }
    Ok(true)
}

/// The glyphs of each text.
fn divide(page: &Page, glyphs: &[u32], texts: &[String]) -> Result<Vec<Vec<u32>>, String> {
    let mut glyphs = glyphs.iter().copied().peekable();
    let mut out = Vec::new();
    let of = |glyph: u32| {
        let glyph = page.content.glyphs.get(glyph as usize);
        glyph.map_or_else(String::new, |glyph| fold(page.content.text_of(glyph)))
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
    let whole = words
        .iter()
        .fold(Rect::EMPTY, |all, &word| all.union(page.tree[word].bbox));
    let own = glyphs
        .iter()
        .filter_map(|&glyph| page.content.glyphs.get(glyph as usize));
    let own = own.filter(|glyph| glyph.text.len > 0);
    let own = own.fold(Rect::EMPTY, |all, glyph: &Glyph| all.union(glyph.bbox));
    let own = own.intersection(whole);
    match own.is_empty() {
        true => whole,
        false => own,
    }
}

/// Adds a space before a piece, so that the pieces are not read as one word.
fn push_space(page: &mut Page, piece: &[u32]) {
    let content = &mut page.content;
    let before = piece
        .first()
        .and_then(|&glyph| content.glyphs.get(glyph as usize))
        .copied();
    let Some(before) = before else { return };
    let text = content.push_text(" ");
    page.order.push(content.glyphs.len() as u32);
    content.glyphs.push(Glyph {
        bbox: Rect::EMPTY,
        advance: 0.0,
        text,
        space: true,
        ..before
    });
}
