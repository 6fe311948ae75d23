//! The glyphs of corrected words. A person types characters, so their places are estimated: evenly over the
//! box of the text that they replace.

use std::ops::Range;

use super::unit::unset;
use crate::bidi;
use crate::geometry::{Point, Rect};
use crate::page::{Content, Decoding, Detail, Glyph, NodeId, Own, Page, Run, TextSpan};

/// A stretch of a baseline.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    /// Index of the run whose font and direction the glyphs have.
    pub run: u32,
    /// The direction of the run.
    pub direction: Point,
    /// A point on the baseline.
    pub base: Point,
    /// The beginning, as distance along the direction from the origin of the page.
    pub start: f32,
    /// The end.
    pub end: f32,
}

impl Extent {
    /// The extent of words on one line; `None` if they have no glyphs.
    pub(super) fn of(page: &Page, words: &[NodeId]) -> Option<Self> {
        let mut found: Option<Self> = None;
        for glyph in glyphs_at(page, &glyphs_of_all(page, words)) {
            let run = found.map_or(glyph.run, |found| found.run);
            let direction = page.content.runs.get(run as usize)?.direction;
            let start = glyph.origin.dot(direction);
            let end = start + glyph.advance;
            let all = found.get_or_insert(Self {
                run,
                direction,
                base: glyph.origin,
                start,
                end,
            });
            all.start = all.start.min(start);
            all.end = all.end.max(end);
        }
        found
    }
}

/// The glyphs with these indices.
pub(super) fn glyphs_at<'p>(page: &'p Page, indices: &[u32]) -> impl Iterator<Item = &'p Glyph> {
    let all = &page.content.glyphs;
    indices.iter().filter_map(|&index| all.get(index as usize))
}

/// Changes the glyphs of a word.
pub(super) fn change_glyphs(page: &mut Page, word: NodeId, change: impl Fn(&mut Glyph, &[Run])) {
    let own = page.glyphs_of(word).to_vec();
    let Content { glyphs, runs, .. } = &mut page.content;
    for glyph in own {
        if let Some(glyph) = glyphs.get_mut(glyph as usize) {
            change(glyph, runs);
        }
    }
}

/// The glyphs of words.
pub(super) fn glyphs_of_all(page: &Page, words: &[NodeId]) -> Vec<u32> {
    let glyphs = words.iter().map(|&word| page.glyphs_of(word));
    glyphs.flatten().copied().collect()
}

/// Sets the source of a word's text, and removes what programs recorded about this text.
pub(super) fn set_source(page: &mut Page, word: NodeId, source: Decoding) {
    change_glyphs(page, word, |glyph, _| glyph.decoding = source);
    unset(
        &mut page.tree[word],
        &[Own::Raw, Own::Readings, Own::Divided, Own::ActualText],
    );
}

/// Gives a word another text without white space. With as many characters as before, each glyph keeps its
/// place. The source of the text stays that of the first glyph.
///
/// # Errors
///
/// If the word has no glyphs.
pub fn reword(page: &mut Page, word: NodeId, text: &str) -> Result<(), String> {
    let glyphs = page.glyphs_of(word).to_vec();
    let first = glyphs_at(page, &glyphs).next();
    let decoding = first.map_or(Decoding::Unknown, |glyph| glyph.decoding);
    let is_alike = glyphs.len() == text.chars().count()
        && bidi::has_right_to_left(text) == bidi::has_right_to_left(&page.text_below(word))
        && glyphs_at(page, &glyphs).all(|glyph| glyph.text.len > 0);
    if is_alike {
        for (&glyph, c) in glyphs.iter().zip(text.chars()) {
            let span = page.content.push_text(c.encode_utf8(&mut [0; 4]));
            if let Some(glyph) = page.content.glyphs.get_mut(glyph as usize) {
                glyph.text = span;
            }
        }
    } else {
        let extent = Extent::of(page, &[word]).ok_or("the word has no characters")?;
        let new = write(page, extent, &[text], &glyphs);
        if let Some((range, _)) = new.into_iter().next() {
            page.tree[word].detail = Detail::Word(range);
        }
    }
    set_source(page, word, decoding);
    Ok(())
}

/// Writes words over a stretch of a baseline, with a space between two. The `drawn` glyphs there lose their text,
/// and belong to the word over them, which writers that keep the drawn page need. Returns the glyphs and the box of
/// each word.
pub(super) fn write(
    page: &mut Page,
    extent: Extent,
    words: &[&str],
    drawn: &[u32],
) -> Vec<(Range<u32>, Rect)> {
    let mut drawn = empty(page, extent, drawn);
    let lengths: Vec<usize> = words.iter().map(|word| word.chars().count()).collect();
    let all = (lengths.iter().sum::<usize>() + words.len().saturating_sub(1)).max(1) as f32;
    let rtl = words.iter().any(|word| bidi::is_mostly_right_to_left(word));
    let length = extent.end - extent.start;
    let cell = |at: usize| {
        let from = match rtl {
            true => 1.0 - (at as f32 + 1.0) / all,
            false => at as f32 / all,
        };
        let start = extent.start + from * length;
        let end = start + length / all;
        Extent {
            start,
            end,
            ..extent
        }
    };
    let mut at = 0;
    let mut out = Vec::new();
    for (n, word) in words.iter().enumerate() {
        if n > 0 {
            push(page, cell(at), " ");
            at += 1;
        }
        let start = page.order.len() as u32;
        let mut bbox = Rect::EMPTY;
        for c in word.chars() {
            bbox = bbox.union(push(page, cell(at), c.encode_utf8(&mut [0; 4])));
            at += 1;
        }
        // To the middle of the space after it.
        let end = extent.start + (at as f32 + 0.5) / all * length;
        let from = extent.start + extent.end - end;
        let is_last = n + 1 == words.len();
        let own = |&(middle, _): &(f32, u32)| match rtl {
            _ if is_last => true,
            true => middle >= from,
            false => middle < end,
        };
        let under: Vec<(f32, u32)>;
        (under, drawn) = drawn.into_iter().partition(own);
        page.order.extend(under.iter().map(|(_, glyph)| *glyph));
        out.push((start..page.order.len() as u32, bbox));
    }
    out
}

/// Removes the text of glyphs. Returns them with their middles along the baseline.
fn empty(page: &mut Page, extent: Extent, drawn: &[u32]) -> Vec<(f32, u32)> {
    let emptied = drawn.iter().filter_map(|&index| {
        let glyph = page.content.glyphs.get_mut(index as usize)?;
        glyph.text = TextSpan::default();
        glyph.decoding = Decoding::Person;
        let start = glyph.origin.dot(extent.direction);
        Some((start + glyph.advance / 2.0, index))
    });
    emptied.collect()
}

/// Adds a glyph in a cell. Returns its box.
pub(super) fn push(page: &mut Page, cell: Extent, text: &str) -> Rect {
    let content = &mut page.content;
    let distance = cell.start - cell.base.dot(cell.direction);
    let mut glyph = Glyph {
        bbox: Rect::EMPTY,
        origin: cell.base.moved(cell.direction, distance),
        advance: cell.end - cell.start,
        text: content.push_text(text),
        run: cell.run,
        decoding: Decoding::Person,
        space: text == " ",
    };
    glyph.bbox = Rect::around(content.quad(&glyph));
    page.order.push(content.glyphs.len() as u32);
    content.glyphs.push(glyph);
    glyph.bbox
}
