//! Replaces the text of a word or line.

use std::ops::Range;

use super::super::anchor::fold;
use super::super::entry::Anchor;
use super::super::words::{box_around, texts_of, words_in};
use super::Editor;
use super::glyphs::{Extent, glyphs_of_all, reword, set_source, write};
use crate::bidi;
use crate::page::{Decoding, Detail, Node, NodeId, Page, SOFT_HYPHEN};
use similar::{Algorithm, DiffOp, capture_diff_slices};

/// Most words of a line that are aligned with those of its new text; a longer line is one stretch. The time grows with
/// the square.
const MOST: usize = 1000;

/// Share of a gap between two words that stays empty on each side of a word that is inserted there.
const SPACE: f32 = 0.3;

/// The words before and after a stretch.
type Place = (Option<NodeId>, Option<NodeId>);

impl Editor<'_> {
    /// Replaces the text of an anchor's words. Returns `false` if they have this text already.
    pub(super) fn replace_text(&mut self, on: &Anchor, text: &str) -> Result<bool, String> {
        let new: Vec<&str> = text.split_whitespace().collect();
        if new.is_empty() {
            return Err("its text is empty; delete removes words".to_owned());
        }
        let words = match self.find(on) {
            Ok(words) => words,
            // Another analysis may have the right text.
            Err(why) => {
                let there = words_in(self.page, on.bbox.into());
                if there.is_empty() || fold(&texts_of(self.page, &there).concat()) != fold(text) {
                    return Err(why);
                }
                self.remember(&there, &on.text);
                there
            }
        };
        self.keep_apart(&words, false);
        let words = in_order_of(&on.text, self.page, words);
        let old = plain(&texts_of(self.page, &words));
        let plain_new = plain(&new);
        let mut changed = false;
        let mut before = None;
        for (from, to) in stretches(&old, &plain_new) {
            let own = words.get(from.clone()).unwrap_or_default();
            if old.get(from.clone()) == plain_new.get(to.clone()) {
                own.iter()
                    .for_each(|&word| set_source(self.page, word, Decoding::Person));
                before = own.last().copied();
                continue;
            }
            changed = true;
            let place = (before, words.get(from.end).copied());
            let tokens = new.get(to).unwrap_or_default();
            before = self.change(own, tokens, place)?.or(before);
        }
        Ok(changed)
    }

    /// Records the text on which an operation was made for words that are right already, because other operations
    /// may have been made on it.
    fn remember(&mut self, words: &[NodeId], text: &str) {
        let present = plain(&texts_of(self.page, words));
        let old = plain(&text.split_whitespace().collect::<Vec<_>>());
        for (from, to) in stretches(&old, &present) {
            let mut old = old.get(from).unwrap_or_default().to_vec();
            let own = words.get(to).unwrap_or_default();
            if old.len() != own.len() {
                old = vec![old.concat()];
                old.resize(own.len(), String::new());
            }
            for (&word, old) in own.iter().zip(&old) {
                self.earlier.add(word, old);
            }
        }
    }

    /// Replaces words by others at their place; without words, inserts others. Returns the last one.
    fn change(
        &mut self,
        words: &[NodeId],
        tokens: &[&str],
        (before, after): Place,
    ) -> Result<Option<NodeId>, String> {
        let page = &mut *self.page;
        if words.len() == tokens.len() {
            for (&word, token) in words.iter().zip(tokens) {
                let old = page.text_below(word);
                reword(page, word, token)?;
                set_source(page, word, Decoding::Person);
                self.earlier.add(word, &old);
            }
            return Ok(words.last().copied());
        }
        if tokens.is_empty() {
            words.iter().for_each(|&word| self.remove(word));
            return Ok(None);
        }
        let extent = match words.is_empty() {
            false => Extent::of(page, words),
            true => gap(page, (before, after), tokens),
        };
        let beside = words.last().copied().or(before).or(after);
        let (Some(extent), Some(beside)) = (extent, beside) else {
            return Err("there is no place for the new words".to_owned());
        };
        let around = box_around(page, words);
        let drawn = glyphs_of_all(page, words);
        // Their present texts are recorded before the glyphs lose them.
        for &word in words {
            self.earlier.add(word, &page.text_below(word));
        }
        let is_level = extent.direction.y == 0.0 && !around.is_empty();
        let kind = page.tree[beside].kind.clone();
        let new = write(page, extent, tokens, &drawn).into_iter();
        let new = new.map(|(range, mut bbox)| {
            if is_level {
                (bbox.y0, bbox.y1) = (around.y0, around.y1);
            }
            Node::new(kind.clone(), bbox, Detail::Word(range))
        });
        let is_before = Some(beside) == after;
        let added = self.replace(words, new.collect(), (beside, is_before));
        Ok(added.last().copied())
    }
}

/// Words in the order of a text: another analysis may read them in another one. If the text has other words, their
/// order is kept.
fn in_order_of(text: &str, page: &Page, words: Vec<NodeId>) -> Vec<NodeId> {
    let texts = texts_of(page, &words);
    let texts = texts.iter().map(|text| fold(text));
    let mut rest: Vec<(String, NodeId)> = texts.zip(words.iter().copied()).collect();
    let mut next = |token: &str| {
        let at = rest.iter().position(|(text, _)| *text == fold(token))?;
        Some(rest.remove(at).1)
    };
    let ordered: Option<Vec<NodeId>> = text.split_whitespace().map(&mut next).collect();
    let ordered = ordered.filter(|_| rest.is_empty());
    ordered.unwrap_or(words)
}

/// The stretches of an old and a new text: in each, the words are either equal or replaced.
fn stretches(old: &[String], new: &[String]) -> Vec<(Range<usize>, Range<usize>)> {
    if old.len().max(new.len()) > MOST {
        return vec![(0..old.len(), 0..new.len())];
    }
    let found = capture_diff_slices(Algorithm::Myers, old, new);
    let ranges = |found: DiffOp| (found.old_range(), found.new_range());
    found.into_iter().map(ranges).collect()
}

/// Texts with plain hyphens.
fn plain(texts: &[impl AsRef<str>]) -> Vec<String> {
    let texts = texts.iter().map(AsRef::as_ref);
    texts.map(|text| text.replace(SOFT_HYPHEN, "-")).collect()
}

/// The gap between two words, or the place beside the only one.
fn gap(page: &Page, (before, after): Place, tokens: &[&str]) -> Option<Extent> {
    let beside = before.or(after)?;
    let own = Extent::of(page, &[beside])?;
    let length: usize = tokens.iter().map(|token| token.chars().count() + 1).sum();
    let characters = page.text_below(beside).chars().count().max(1);
    let width = (own.end - own.start) / characters as f32;
    let after = after.filter(|_| before.is_some());
    let other = after.and_then(|after| Extent::of(page, &[after]));
    let is_backwards = bidi::is_mostly_right_to_left(&page.text_below(beside));
    // A word over the whole gap would be read as one with the words beside it.
    let inside =
        |start: f32, end: f32| (start + (end - start) * SPACE, end - (end - start) * SPACE);
    let (start, end) = match other {
        Some(other) if other.start >= own.end => inside(own.end, other.start),
        Some(other) if other.end <= own.start => inside(other.end, own.start),
        _ if before.is_some() == is_backwards => {
            (own.start - width * length as f32, own.start - width)
        }
        _ => (own.end + width, own.end + width * length as f32),
    };
    Some(Extent { start, end, ..own })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_words_are_aligned_and_others_share_a_stretch() {
        let words = |text: &str| -> Vec<String> { text.split(' ').map(str::to_owned).collect() };
        let old = words("a tehbook is read");
        let found = stretches(&old, &words("a the book is good"));
        assert_eq!(
            found,
            [(0..1, 0..1), (1..2, 1..3), (2..3, 3..4), (3..4, 4..5)]
        );
        assert_eq!(stretches(&[], &words("a")), [(0..0, 0..1)]);
        assert_eq!(stretches(&old[..1], &[]), [(0..1, 0..0)]);
    }
}
