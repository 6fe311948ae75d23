//! Compares the classes of text: headings, captions, notes and others.

use std::collections::BTreeMap;

use super::Pair;
use super::difference::{Change, Differences, Kind, text};
use super::reading::{Level, Reading};
use super::units::{Unit, places};

/// For each analysis, a block and a class of its text.
type Taken<'r> = Pair<(u32, &'r str)>;

/// Adds text that has different classes. Text in the same blocks, such as the cells of a table, is one
/// difference.
pub(super) fn differences(readings: &Pair<Reading>, units: &[Unit], found: &mut Differences) {
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
        let mut places = places(readings, &group);
        for (place, (_, class)) in places.iter_mut().zip(of) {
            place.says = Some(class.to_owned());
        }
        let text = text(readings[0].words(&group[0]));
        let count = group[0].len() as u32;
        found.add(Kind::Class, Change::Changed, places, count, &text);
    }
}
