//! Replaces the text of a word or line.

use super::super::anchor::{Earlier, find, fold, rect, text_of, words_in};
use super::super::entry::Anchor;
use super::align;
use super::glyphs::{Extent, confirm, glyphs_of, set_text, write};
use super::remove::remove;
use super::unit::refit;
use crate::bidi;
use crate::geometry::Rect;
use crate::page::{Detail, Node, NodeId, Page, SOFT_HYPHEN};

/// Replaces the text of an anchor's words. Returns `false` if they have this text already.
pub(super) fn replace(
    page: &mut Page,
    earlier: &mut Earlier,
    on: &Anchor,
    text: &str,
) -> Result<bool, String> {
    let new: Vec<&str> = text.split_whitespace().collect();
    if new.is_empty() {
        return Err("its text is empty; delete removes words".to_owned());
    }
    let words = match find(page, earlier, on) {
        Ok(words) => words,
        // Another analysis may have the right text.
        Err(why) => {
            let there = words_in(page, rect(on.bbox));
            let all: Vec<String> = there.iter().map(|&word| text_of(page, word)).collect();
            match !all.is_empty() && fold(&all.concat()) == fold(text) {
                true => {
                    remember(page, earlier, &there, &on.text);
                    there
                }
                false => return Err(why),
            }
        }
    };
    let old: Vec<String> = words
        .iter()
        .map(|&word| plain(&text_of(page, word)))
        .collect();
    let plain_new: Vec<String> = new.iter().map(|word| plain(word)).collect();
    let mut changed = false;
    let mut before = None;
    for (from, to) in align::stretches(&old, &plain_new) {
        let own = words.get(from.clone()).unwrap_or_default();
        if old.get(from.clone()) == plain_new.get(to.clone()) {
            own.iter().for_each(|&word| confirm(page, word));
            before = own.last().copied();
            continue;
        }
        changed = true;
        let place = Place {
            before,
            after: words.get(from.end).copied(),
        };
        let tokens = new.get(to).unwrap_or_default();
        before = change(page, earlier, own, tokens, place)?.or(before);
    }
    Ok(changed)
}

/// Records the text on which an operation was made for words that are right already, because other operations may
/// have been made on it.
fn remember(page: &Page, earlier: &mut Earlier, words: &[NodeId], text: &str) {
    let present = words.iter().map(|&word| plain(&text_of(page, word)));
    let present: Vec<String> = present.collect();
    let old: Vec<String> = text.split_whitespace().map(plain).collect();
    for (from, to) in align::stretches(&old, &present) {
        let old = old.get(from).unwrap_or_default();
        let own = words.get(to).unwrap_or_default();
        match old.len() == own.len() {
            true => own
                .iter()
                .zip(old)
                .for_each(|(&word, old)| earlier.add(word, old)),
            false => {
                let texts = std::iter::once(old.concat()).chain(std::iter::repeat(String::new()));
                own.iter()
                    .zip(texts)
                    .for_each(|(&word, old)| earlier.add(word, &old));
            }
        }
    }
}

/// The words around a stretch.
#[derive(Clone, Copy)]
struct Place {
    before: Option<NodeId>,
    after: Option<NodeId>,
}

/// The text of a word with plain hyphens.
fn plain(text: &str) -> String {
    text.replace(SOFT_HYPHEN, "-")
}

/// Replaces words by others at their place; without words, inserts others. Returns the last one.
fn change(
    page: &mut Page,
    earlier: &mut Earlier,
    words: &[NodeId],
    tokens: &[&str],
    place: Place,
) -> Result<Option<NodeId>, String> {
    if words.len() == tokens.len() {
        for (&word, token) in words.iter().zip(tokens) {
            let old = text_of(page, word);
            set_text(page, word, token)?;
            earlier.add(word, &old);
        }
        return Ok(words.last().copied());
    }
    if tokens.is_empty() {
        words.iter().for_each(|&word| remove(page, earlier, word));
        return Ok(None);
    }
    let extent = match words.is_empty() {
        false => Extent::of(page, words),
        true => gap(page, place, tokens),
    };
    let extent = extent.ok_or("there is no place for the new words")?;
    let beside = words.last().copied().or(place.before).or(place.after);
    let beside = beside.ok_or("there is no place for the new words")?;
    let around = words
        .iter()
        .fold(Rect::EMPTY, |all, &word| all.union(page.tree[word].bbox));
    let drawn: Vec<u32> = words
        .iter()
        .flat_map(|&word| glyphs_of(page, word).to_vec())
        .collect();
    // Their present texts are recorded before the glyphs lose them.
    words.iter().for_each(|&word| {
        let old = text_of(page, word);
        earlier.add(word, &old);
    });
    let run = page.content.runs.get(extent.run as usize);
    let is_level = run.is_some_and(|run| run.direction.y == 0.0) && !around.is_empty();
    let kind = page.tree[beside].kind.clone();
    let mut last = None;
    for (range, mut bbox) in write(page, extent, tokens, &drawn) {
        if is_level {
            (bbox.y0, bbox.y1) = (around.y0, around.y1);
        }
        let node = Node::new(kind.clone(), bbox, Detail::Word(range));
        let new = page.tree.add(node);
        match last {
            None if Some(beside) == place.after => page.tree.insert_before(beside, new),
            None => page.tree.insert_after(beside, new),
            Some(last) => page.tree.insert_after(last, new),
        }
        // There was no such word.
        earlier.add(new, "");
        last = Some(new);
    }
    words.iter().for_each(|&word| remove(page, earlier, word));
    if let Some(parent) = last.and_then(|last| page.tree.parent(last)) {
        refit(&mut page.tree, parent);
    }
    Ok(last)
}

/// The gap between two words, or the place beside the only one.
fn gap(page: &Page, place: Place, tokens: &[&str]) -> Option<Extent> {
    let beside = place.before.or(place.after)?;
    let own = Extent::of(page, &[beside])?;
    let length: usize = tokens.iter().map(|token| token.chars().count() + 1).sum();
    let characters = text_of(page, beside).chars().count().max(1);
    let width = (own.end - own.start) / characters as f32;
    let after = place.after.filter(|_| place.before.is_some());
    let other = after.and_then(|after| Extent::of(page, &[after]));
    let is_backwards = bidi::is_mostly_right_to_left(&text_of(page, beside));
    let (start, end) = match other {
        Some(other) if other.start >= own.end => (own.end, other.start),
        Some(other) if other.end <= own.start => (other.end, own.start),
        _ if place.before.is_some() == is_backwards => {
            (own.start - width * length as f32, own.start - width)
        }
        _ => (own.end + width, own.end + width * length as f32),
    };
    Some(Extent { start, end, ..own })
}
