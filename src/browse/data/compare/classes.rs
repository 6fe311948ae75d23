//! Compares the classes of text: headings, captions, notes and others.

use std::collections::BTreeMap;

use super::Pair;
use super::found::{Change, Found, Kind, Place, text};
use super::reading::{Level, Reading};
use super::units::{Unit, place, words};

/// For each analysis, a block and a class of its text.
type Taken<'r> = Pair<(u32, &'r str)>;

/// Adds text that has different classes. Text in the same blocks, such as the cells of a table, is one
/// difference.
pub(super) fn differences(readings: &Pair<Reading>, units: &[Unit], found: &mut Found) {
    let mut groups: BTreeMap<Taken<'_>, Pair<Vec<u32>>> = BTreeMap::new();
    for positions in units.iter().filter_map(Unit::first) {
        let words = [0, 1].map(|side| readings[side].words.get(positions[side] as usize));
        let [Some(a), Some(b)] = words else { continue };
        if a.class == b.class {
            continue;
        }
        let of = [a, b].map(|word| (word.group(Level::Block), word.class.as_str()));
        let group = groups.entry(of).or_default();
        for (side, words) in group.iter_mut().enumerate() {
            words.push(positions[side]);
        }
    }
    for (of, mut group) in groups {
        group[1].sort_unstable();
        let places = [0, 1].map(|side| Place {
            says: Some(of[side].1.to_owned()),
            ..place(&readings[side], &group[side])
        });
        let text = text(words(&readings[0], &group[0]));
        let count = group[0].len() as u32;
        found.add(Kind::Class, Change::Changed, places, count, &text);
    }
}
