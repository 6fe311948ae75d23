//! The text of a document as letters that know their words.

use std::collections::BTreeMap;
use std::ops::Range;

use super::{Hit, Place, fold};
use crate::geometry::Rect;
use crate::write::flow::StreamWord;

/// The running text of a document, or what is beside it.
pub(super) struct Text {
    pub letters: Vec<char>,
    /// Of each letter, its word.
    of: Vec<u32>,
    words: Vec<Word>,
}

struct Word {
    text: String,
    page: u32,
    bbox: Rect,
    /// Its first letter, if it has any.
    first: usize,
    joined: bool,
    line: bool,
    /// Where it is among all of the document.
    place: usize,
}

impl Text {
    /// That of pages, in their order.
    pub(super) fn new(pages: &BTreeMap<u32, Vec<StreamWord>>, body: bool) -> Self {
        let mut text = Self {
            letters: Vec::new(),
            of: Vec::new(),
            words: Vec::new(),
        };
        let words = pages.values().flatten().enumerate();
        for (place, word) in words.filter(|(_, word)| word.body == body) {
            let first = text.letters.len();
            fold::fold(&word.text, &mut text.letters);
            let number = u32::try_from(text.words.len()).unwrap_or(u32::MAX);
            text.of.resize(text.letters.len(), number);
            text.words.push(Word {
                text: word.text.clone(),
                page: word.origin.page,
                bbox: word.origin.bbox,
                first,
                joined: word.joined,
                line: word.line,
                place,
            });
        }
        text
    }

    fn word_of(&self, letter: usize) -> Option<usize> {
        self.of.get(letter).map(|&word| word as usize)
    }

    /// Whether a letter is the first of a word.
    pub(super) fn begins_word(&self, letter: usize) -> bool {
        let Some(word) = self.word_of(letter).and_then(|word| self.words.get(word)) else {
            return true;
        };
        word.first == letter && !word.joined
    }

    /// The letters of all words that some letters are of.
    pub(super) fn whole_words(&self, letters: Range<usize>) -> Range<usize> {
        let Range { mut start, mut end } = letters;
        while start > 0 && !self.begins_word(start) {
            start -= 1;
        }
        while end < self.letters.len() && !self.begins_word(end) {
            end += 1;
        }
        start..end
    }

    /// The words, as ranges of letters.
    pub(super) fn words_in(&self, letters: Range<usize>) -> Vec<Range<usize>> {
        let mut words: Vec<Range<usize>> = Vec::new();
        for letter in letters {
            match words.last_mut() {
                Some(last) if !self.begins_word(letter) => last.end = letter + 1,
                _ => words.push(letter..letter + 1),
            }
        }
        words
    }

    pub(super) fn place_in_document(&self, letter: usize) -> usize {
        let word = self.word_of(letter).and_then(|word| self.words.get(word));
        word.map_or(usize::MAX, |word| word.place)
    }

    /// Letters as they are on the pages.
    pub(super) fn hit(&self, letters: Range<usize>, score: f32) -> Hit {
        let first = self.word_of(letters.start).unwrap_or(0);
        let last = self.word_of(letters.end.saturating_sub(1)).unwrap_or(0);
        let words = self.words.get(first..=last.max(first)).unwrap_or_default();
        let mut text = String::new();
        let mut places: Vec<Place> = Vec::new();
        let mut line: Option<(u32, Rect)> = None;
        let end_line = |line: &mut Option<(u32, Rect)>, places: &mut Vec<Place>| {
            let Some((page, bbox)) = line.take() else {
                return;
            };
            let page = page.saturating_add(1);
            match places.last_mut() {
                Some(place) if place.page == page => place.boxes.push(Place::rounded(bbox)),
                _ => places.push(Place {
                    page,
                    boxes: vec![Place::rounded(bbox)],
                }),
            }
        };
        for word in words {
            if !text.is_empty() && !word.joined {
                text.push(' ');
            }
            text.push_str(&word.text);
            let same = !word.line && line.as_ref().is_some_and(|(page, _)| *page == word.page);
            match &mut line {
                Some((_, bbox)) if same => *bbox = bbox.union(word.bbox),
                _ => {
                    end_line(&mut line, &mut places);
                    line = Some((word.page, word.bbox));
                }
            }
        }
        end_line(&mut line, &mut places);
        Hit {
            score,
            text,
            places,
        }
    }
}
