//! The letters of pages in one of their reading orders, with the words that they belong to.

use std::ops::Range;

use super::fold::{self, Start};
use super::word::Word;
use super::{Hit, Place};
use crate::geometry::Rect;
use crate::page_number::PageNumber;
use crate::write::flow::StreamPlace;

/// The words of some pages in reading order, page after page.
pub(super) struct Book {
    words: Vec<Word>,
    letters: Vec<char>,
    starts: Vec<Start>,
    /// Index of each word's first start, followed by the number of all starts.
    first: Vec<usize>,
}

impl Book {
    pub(super) fn new(words: Vec<Word>) -> Self {
        let (mut letters, mut starts) = (Vec::new(), Vec::new());
        let mut first = Vec::with_capacity(words.len() + 1);
        for word in &words {
            first.push(starts.len());
            fold::fold(&word.text, &mut letters, &mut starts);
        }
        first.push(starts.len());
        Self {
            words,
            letters,
            starts,
            first,
        }
    }

    pub(super) fn words(&self) -> &[Word] {
        &self.words
    }

    fn letters_of(&self, start: usize) -> Range<usize> {
        let at = |start: usize| self.starts.get(start).map(|start| start.letter);
        at(start).unwrap_or(0)..at(start + 1).unwrap_or(self.letters.len())
    }

    /// The printed text of a unit.
    fn printed(&self, unit: &Unit) -> &str {
        let word = unit.word as usize;
        let Some(Word { text, .. }) = self.words.get(word) else {
            return "";
        };
        let byte = |start: usize| self.starts.get(start).map(|start| start.byte);
        let last = self.first.get(word + 1) == Some(&(unit.start as usize + 1));
        let end = match last {
            true => text.len(),
            false => byte(unit.start as usize + 1).unwrap_or(text.len()),
        };
        let start = byte(unit.start as usize).unwrap_or(0);
        fold::trimmed(text.get(start..end).unwrap_or_default())
    }
}

/// A paragraph of a text.
pub(super) struct Piece {
    /// Range of its letters.
    pub letters: Range<usize>,
    /// Whether it belongs to a running head or foot.
    pub head: bool,
}

/// The words of pages in one order.
pub(super) struct Text {
    pub letters: Vec<char>,
    units: Vec<Unit>,
}

/// A word or a part of one.
struct Unit {
    /// Index of its first letter in the text.
    letter: u32,
    /// Index of its start in the book.
    start: u32,
    word: u32,
    /// Whether a word begins here, rather than continues.
    begins: bool,
    /// Whether a quotation can begin here.
    edge: bool,
    label: bool,
}

impl Text {
    /// The words in an order. `divided` is whether the word before the first one, on another page, continues
    /// in it.
    pub(super) fn new(book: &Book, order: &[usize], divided: bool) -> Self {
        let mut text = Self {
            letters: Vec::new(),
            units: Vec::new(),
        };
        let narrow = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let mut before: (Option<usize>, bool) = (None, divided);
        for &number in order {
            let Some(word) = book.words.get(number) else {
                continue;
            };
            let joined = match word.line {
                true => before.1,
                false => word.glued && before.0.is_some_and(|at| at + 1 == number),
            };
            let starts = book.first.get(number).zip(book.first.get(number + 1));
            let starts = starts.map_or(0..0, |(&first, &end)| first..end);
            for (at, start) in starts.enumerate() {
                text.units.push(Unit {
                    letter: narrow(text.letters.len()),
                    start: narrow(start),
                    word: narrow(number),
                    begins: at > 0 || !joined,
                    edge: at > 0 || !joined || word.line,
                    label: word.label,
                });
                let letters = book.letters.get(book.letters_of(start));
                text.letters.extend(letters.unwrap_or_default());
            }
            before = (Some(number), word.divided);
        }
        text
    }

    pub(super) fn pieces(&self, book: &Book) -> Vec<Piece> {
        let mut pieces: Vec<Piece> = Vec::new();
        let mut before = None;
        for (at, unit) in self.units.iter().enumerate() {
            let Some(word) = book.words.get(unit.word as usize) else {
                continue;
            };
            let letters = unit.letter as usize..self.first_letter(at + 1);
            match pieces.last_mut() {
                Some(piece) if !word.paragraph || before == Some(unit.word) => {
                    piece.letters.end = letters.end;
                }
                _ => pieces.push(Piece {
                    letters,
                    head: word.place == StreamPlace::Head,
                }),
            }
            before = Some(unit.word);
        }
        pieces
    }

    /// The words of the book that contain a range of letters.
    pub(super) fn book_words(&self, letters: Range<usize>) -> Vec<usize> {
        if letters.is_empty() {
            return Vec::new();
        }
        let units = self.unit_at(letters.start)..self.unit_at(letters.end - 1) + 1;
        let units = self.units.get(units).unwrap_or_default();
        let mut words: Vec<usize> = units.iter().map(|unit| unit.word as usize).collect();
        words.dedup();
        words
    }

    /// Whether the first word continues a word that is before this text.
    pub(super) fn continues(&self) -> bool {
        self.units.first().is_some_and(|unit| !unit.begins)
    }

    /// Index of the unit that contains a letter.
    fn unit_at(&self, letter: usize) -> usize {
        let behind = |unit: &Unit| unit.letter as usize <= letter;
        self.units.partition_point(behind).saturating_sub(1)
    }

    fn first_letter(&self, unit: usize) -> usize {
        let unit = self.units.get(unit);
        unit.map_or(self.letters.len(), |unit| unit.letter as usize)
    }

    /// Extends a range of letters to whole words.
    pub(super) fn whole_words(&self, letters: Range<usize>) -> Range<usize> {
        let edge = |unit: usize| self.units.get(unit).is_none_or(|unit| unit.edge);
        let mut start = self.unit_at(letters.start);
        while start > 0 && !edge(start) {
            start -= 1;
        }
        let mut end = self.unit_at(letters.end.max(letters.start + 1) - 1) + 1;
        while !edge(end) {
            end += 1;
        }
        self.first_letter(start)..self.first_letter(end)
    }

    /// The words in a range, as ranges of letters; partial words are included.
    pub(super) fn words_in(&self, letters: Range<usize>) -> Vec<Range<usize>> {
        let mut words: Vec<Range<usize>> = Vec::new();
        if letters.is_empty() {
            return words;
        }
        for unit in self.unit_at(letters.start)..=self.unit_at(letters.end - 1) {
            let start = self.first_letter(unit).max(letters.start);
            let end = self.first_letter(unit + 1).min(letters.end);
            match words.last_mut() {
                Some(last) if self.units.get(unit).is_some_and(|unit| !unit.begins) => {
                    last.end = end;
                }
                _ => words.push(start..end),
            }
        }
        words
    }

    /// The first and the last word start in a range, including its end.
    pub(super) fn begins_in(&self, letters: Range<usize>) -> Option<(usize, usize)> {
        let first = self
            .units
            .partition_point(|unit| (unit.letter as usize) < letters.start);
        let end = self
            .units
            .partition_point(|unit| unit.letter as usize <= letters.end);
        let units = self.units.get(first..end)?;
        let mut begins = units
            .iter()
            .filter(|unit| unit.begins)
            .map(|unit| unit.letter as usize);
        let first = begins.next()?;
        Some((first, begins.next_back().unwrap_or(first)))
    }

    /// Whether a letter belongs to a note reference or item number.
    pub(super) fn is_label(&self, letter: usize) -> bool {
        let unit = self.units.get(self.unit_at(letter));
        unit.is_some_and(|unit| unit.label)
    }

    /// The printed text of a range of letters.
    pub(super) fn printed(&self, book: &Book, letters: Range<usize>) -> String {
        if letters.is_empty() {
            return String::new();
        }
        let units = self.unit_at(letters.start)..self.unit_at(letters.end - 1) + 1;
        // A partial word without white space around it has only its letters.
        if self.first_letter(units.start) != letters.start
            || self.first_letter(units.end) != letters.end
        {
            let letters = self.letters.get(letters).unwrap_or_default();
            return letters.iter().collect();
        }
        let mut out = String::new();
        for unit in self.units.get(units).unwrap_or_default() {
            if unit.begins && !out.is_empty() {
                out.push(' ');
            }
            out.push_str(book.printed(unit));
        }
        out
    }

    /// The words of the book that contain the first and the last letter.
    pub(super) fn ends(&self, letters: &Range<usize>) -> (usize, usize) {
        let word = |letter| {
            self.units
                .get(self.unit_at(letter))
                .map_or(0, |unit| unit.word as usize)
        };
        (word(letters.start), word(letters.end.max(1) - 1))
    }

    /// The text and the positions of a range of letters.
    pub(super) fn hit(&self, book: &Book, letters: &Range<usize>) -> Hit {
        let units = self.unit_at(letters.start)..self.unit_at(letters.end.max(1) - 1) + 1;
        let mut text = String::new();
        let mut lines: Vec<(u32, Rect)> = Vec::new();
        let mut before = None;
        for unit in self.units.get(units).unwrap_or_default() {
            if before == Some(unit.word) {
                continue;
            }
            let Some(word) = book.words.get(unit.word as usize) else {
                continue;
            };
            if !text.is_empty() && unit.begins {
                text.push(' ');
            }
            text.push_str(&word.text);
            let page = word.page;
            // The next word is on the same line, unless it begins a line or does not follow directly.
            let follows = before.is_some_and(|before| before + 1 == unit.word) && !word.line;
            match lines.last_mut() {
                Some((of, bbox)) if follows && *of == page => *bbox = bbox.union(word.bbox),
                _ => lines.push((page, word.bbox)),
            }
            before = Some(unit.word);
        }
        let mut places: Vec<Place> = Vec::new();
        for (page, bbox) in lines {
            let (page, bbox) = (PageNumber::of(page), Place::rounded(bbox));
            match places.last_mut() {
                Some(place) if place.page == page => place.boxes.push(bbox),
                _ => places.push(Place {
                    page,
                    label: None,
                    size: [0.0; 2],
                    boxes: vec![bbox],
                }),
            }
        }
        Hit {
            score: 0.0,
            text,
            places,
            differs: Vec::new(),
        }
    }
}
