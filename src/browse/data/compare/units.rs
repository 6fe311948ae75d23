//! Matches words that consist of the same glyphs: mostly one word in each analysis, sometimes one and
//! several, or a word that only one of them has.

use std::collections::HashMap;

use super::Pair;
use super::difference::{Change, Differences, Kind, Place, text};
use super::reading::{Level, Reading, Word};
use crate::browse::data::layers::as_printed;
use pdfa2hocr_core::union_find::UnionFind;

/// The words that share glyphs, by position, in ascending order.
#[derive(Debug, Default)]
pub(super) struct Unit {
    pub words: Pair<Vec<u32>>,
}

impl Unit {
    /// The first word in each reading, if both have one.
    pub(super) fn first(&self) -> Option<Pair<u32>> {
        let [a, b] = &self.words;
        Some([*a.first()?, *b.first()?])
    }
}

/// All units, in the order of their first words in the first analysis; then those that only the second has.
pub(super) fn units(readings: &Pair<Reading>) -> Vec<Unit> {
    let [a, b] = readings
        .each_ref()
        .map(|reading| reading.words.len() as u32);
    let mut union = UnionFind::new((a + b) as usize);
    let mut owners: HashMap<u32, u32> = HashMap::new();
    for (reading, first) in readings.iter().zip([0, a]) {
        for (word, number) in reading.words.iter().zip(first..) {
            for glyph in &word.glyphs {
                let owner = *owners.entry(*glyph).or_insert(number);
                union.join(owner, number);
            }
        }
    }
    let mut units: Vec<Unit> = Vec::new();
    let mut numbers: HashMap<u32, usize> = HashMap::new();
    for word in 0..a + b {
        let number = *numbers.entry(union.first(word)).or_insert(units.len());
        if number == units.len() {
            units.push(Unit::default());
        }
        if let Some(unit) = units.get_mut(number) {
            let [first, second] = &mut unit.words;
            match word.checked_sub(a) {
                None => first.push(word),
                Some(word) => second.push(word),
            }
        }
    }
    units
}

/// Adds words that only one analysis has, that are divided differently, or have another text.
pub(super) fn differences(readings: &Pair<Reading>, units: &[Unit], found: &mut Differences) {
    only(readings, units, found);
    for unit in units {
        let [a, b] = &unit.words;
        let change = match (a.len(), b.len()) {
            (0, _) | (_, 0) => continue,
            (1, 1) => match changed(readings[0].words(a), readings[1].words(b)) {
                Some(change) => change,
                None => continue,
            },
            (_, 1) => Change::Joined,
            (1, _) => Change::Split,
            _ => Change::Divided,
        };
        let said = [0, 1].map(|side| text(readings[side].words(&unit.words[side])));
        let mut places = places(readings, &unit.words);
        let number = a.len().max(b.len()) as u32;
        for (place, says) in places.iter_mut().zip(&said) {
            place.says = Some(says.clone());
        }
        found.add(Kind::Word, change, places, number, &said[0]);
    }
}

/// The difference between the texts of the same glyphs, if any.
fn changed<'w>(
    a: impl Iterator<Item = &'w Word>,
    b: impl Iterator<Item = &'w Word>,
) -> Option<Change> {
    let [a, b]: Pair<String> = [a.map(|w| &*w.text).collect(), b.map(|w| &*w.text).collect()];
    match a == b {
        true => None,
        false if as_printed(&a) == as_printed(&b) => Some(Change::Hyphen),
        false => Some(Change::Changed),
    }
}

/// Adds the words that only one analysis has. Consecutive words of a paragraph are one difference.
fn only(readings: &Pair<Reading>, units: &[Unit], found: &mut Differences) {
    for (side, reading) in readings.iter().enumerate() {
        let alone = units.iter().filter(|unit| unit.first().is_none());
        let mut alone: Vec<u32> = alone.flat_map(|unit| unit.words[side].clone()).collect();
        alone.sort_unstable();
        let of = |word: u32| reading.group(word, Level::Paragraph);
        for run in alone.chunk_by(|a, b| a + 1 == *b && of(*a) == of(*b)) {
            let says = text(reading.words(run));
            let mut places = [Place::default(), Place::default()];
            places[side] = Place {
                says: Some(says.clone()),
                ..place(reading, run)
            };
            found.add(Kind::Word, Change::Only, places, run.len() as u32, &says);
        }
    }
}

/// The places of words of both analyses, by position.
pub(super) fn places(readings: &Pair<Reading>, positions: &Pair<Vec<u32>>) -> Pair<Place> {
    [0, 1].map(|side| place(&readings[side], &positions[side]))
}

/// The place of words: one box for consecutive words of a line.
fn place(reading: &Reading, positions: &[u32]) -> Place {
    let line = |word: u32| reading.group(word, Level::Line);
    let runs = positions.chunk_by(|a, b| a + 1 == *b && line(*a) == line(*b));
    let boxes = runs.filter_map(|run| {
        let boxes = reading.words(run).map(|word| word.bbox);
        boxes.reduce(pdfa2hocr_core::geometry::Rect::union)
    });
    Place {
        boxes: boxes.collect(),
        count: positions.len() as u32,
        says: None,
    }
}
