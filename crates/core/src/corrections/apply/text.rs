//! Replaces the text of a word or line.

use super::super::anchor::{Earlier, box_around, find, fold, rect, text_of, texts_of, words_in};
use super::super::entry::Anchor;
use super::align;
use super::glyphs::{Extent, confirm, glyphs_of_all, reword, write};
use super::remove::{remove, replace as replace_words};
use crate::bidi;
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
            if there.is_empty() || fold(&texts_of(page, &there).concat()) != fold(text) {
                return Err(why);
            }
            remember(page, earlier, &there, &on.text);
            there
        }
    };
    let old = plain(&texts_of(page, &words));
    let plain_new = plain(&new);
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
        let place = (before, words.get(from.end).copied());
        let tokens = new.get(to).unwrap_or_default();
        before = change(page, earlier, own, tokens, place)?.or(before);
    }
    Ok(changed)
}

/// Records the text on which an operation was made for words that are right already, because other operations may
/// have been made on it.
fn remember(page: &Page, earlier: &mut Earlier, words: &[NodeId], text: &str) {
    let present = plain(&texts_of(page, words));
    let old = plain(&text.split_whitespace().collect::<Vec<_>>());
    for (from, to) in align::stretches(&old, &present) {
        let mut old = old.get(from).unwrap_or_default().to_vec();
        let own = words.get(to).unwrap_or_default();
        if old.len() != own.len() {
            old = vec![old.concat()];
            old.resize(own.len(), String::new());
        }
        own.iter()
            .zip(&old)
            .for_each(|(&word, old)| earlier.add(word, old));
    }
}

/// The words before and after a stretch.
type Place = (Option<NodeId>, Option<NodeId>);

/// Texts with plain hyphens.
fn plain(texts: &[impl AsRef<str>]) -> Vec<String> {
    let texts = texts
        .iter()
        .map(|text| text.as_ref().replace(SOFT_HYPHEN, "-"));
    texts.collect()
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
            reword(page, word, token)?;
            confirm(page, word);
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
    let (before, after) = place;
    let beside = words.last().copied().or(before).or(after);
    let beside = beside.ok_or("there is no place for the new words")?;
    let around = box_around(page, words);
    let drawn = glyphs_of_all(page, words);
    // Their present texts are recorded before the glyphs lose them.
    for &word in words {
        earlier.add(word, &text_of(page, word));
    }
    let run = page.content.runs.get(extent.run as usize);
    let is_level = run.is_some_and(|run| run.direction.y == 0.0) && !around.is_empty();
    let kind = page.tree[beside].kind.clone();
    let new = write(page, extent, tokens, &drawn).into_iter();
    let new = new.map(|(range, mut bbox)| {
        if is_level {
            (bbox.y0, bbox.y1) = (around.y0, around.y1);
        }
        Node::new(kind.clone(), bbox, Detail::Word(range))
    });
    let is_before = Some(beside) == after;
    let added = replace_words(page, earlier, words, new.collect(), (beside, is_before));
    Ok(added.last().copied())
}

/// The gap between two words, or the place beside the only one.
fn gap(page: &Page, (before, after): Place, tokens: &[&str]) -> Option<Extent> {
    let beside = before.or(after)?;
    let own = Extent::of(page, &[beside])?;
    let length: usize = tokens.iter().map(|token| token.chars().count() + 1).sum();
    let characters = text_of(page, beside).chars().count().max(1);
    let width = (own.end - own.start) / characters as f32;
    let after = after.filter(|_| before.is_some());
    let other = after.and_then(|after| Extent::of(page, &[after]));
    let is_backwards = bidi::is_mostly_right_to_left(&text_of(page, beside));
    let (start, end) = match other {
        Some(other) if other.start >= own.end => (own.end, other.start),
        Some(other) if other.end <= own.start => (other.end, own.start),
        _ if before.is_some() == is_backwards => {
            (own.start - width * length as f32, own.start - width)
        }
        _ => (own.end + width, own.end + width * length as f32),
    };
    Some(Extent { start, end, ..own })
}
