//! Compares the reading order: finds the fewest words that must move to turn one order into the other. The
//! others form a longest increasing subsequence of positions.

use std::collections::{BTreeMap, HashSet};

use super::Pair;
use super::difference::{Change, Differences, Kind, text};
use super::reading::{Level, Reading};
use super::units::{Unit, places};

/// The positions of a unit's first words.
type Positions = Pair<u32>;

pub(super) fn differences(readings: &Pair<Reading>, units: &[Unit], found: &mut Differences) {
    let common: Vec<Positions> = units.iter().filter_map(Unit::first).collect();
    let moved = moved(readings, &common);
    // Words that move between the same two blocks are one difference, over any number of lines.
    let mut groups: BTreeMap<Pair<Option<u32>>, Vec<Positions>> = BTreeMap::new();
    for positions in moved {
        let blocks = [0, 1].map(|side| readings[side].group(positions[side], Level::Block));
        groups.entry(blocks).or_default().push(positions);
    }
    let mut groups: Vec<Vec<Positions>> = groups.into_values().collect();
    groups.sort_unstable_by_key(|group| group.first().map(|positions| positions[0]));
    for group in groups {
        let of: Pair<Vec<u32>> = [0, 1].map(|side| {
            let mut of: Vec<u32> = group.iter().map(|positions| positions[side]).collect();
            of.sort_unstable();
            of
        });
        let mut places = places(readings, &of);
        for (side, place) in places.iter_mut().enumerate() {
            place.says = before(&readings[side], &of[side]);
        }
        let (text, count) = (text(readings[0].words(&of[0])), group.len() as u32);
        found.add(Kind::Order, Change::Moved, places, count, &text);
    }
}

/// The last words before these words in reading order.
fn before(reading: &Reading, positions: &[u32]) -> Option<String> {
    /// Number of words that identify the place.
    const WORDS: usize = 4;
    let first = *positions.first()? as usize;
    let words = reading.words.get(first.saturating_sub(WORDS)..first)?;
    (!words.is_empty()).then(|| text(words))
}

/// The units that move.
fn moved(readings: &Pair<Reading>, common: &[Positions]) -> Vec<Positions> {
    // Several choices may move equally few words. To get the same one in both directions, start from the
    // analysis whose glyphs come first where the orders differ.
    let mut orders = [common.to_vec(), common.to_vec()];
    for (side, order) in orders.iter_mut().enumerate() {
        order.sort_unstable_by_key(|positions| positions[side]);
    }
    let glyphs = |side: usize| {
        orders[side].iter().map(move |positions| {
            let word = readings[side].words.get(positions[side] as usize);
            word?.glyphs.iter().min().copied()
        })
    };
    let from = usize::from(glyphs(1).lt(glyphs(0)));
    let order = &orders[from];
    let to: Vec<u32> = order.iter().map(|positions| positions[1 - from]).collect();
    let kept: HashSet<usize> = longest_increasing(&to).into_iter().collect();
    let numbered = order.iter().enumerate();
    let mut moved: Vec<Positions> = numbered
        .filter(|(at, _)| !kept.contains(at))
        .map(|(_, positions)| *positions)
        .collect();
    moved.sort_unstable();
    moved
}

/// The indices of a longest increasing subsequence, in descending order (Fredman 1975).
fn longest_increasing(values: &[u32]) -> Vec<usize> {
    // For each length, the index of the least value at the end of such a subsequence.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(values.len());
    for (at, value) in values.iter().enumerate() {
        let length = ends.partition_point(|&end| values.get(end) < Some(value));
        before.push(length.checked_sub(1).and_then(|l| ends.get(l).copied()));
        match ends.get_mut(length) {
            Some(end) => *end = at,
            None => ends.push(at),
        }
    }
    let last = ends.last().copied();
    std::iter::successors(last, |&at| before.get(at).copied().flatten()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fewest_values_are_left_out() {
        let kept = |values: &[u32]| {
            let mut kept: Vec<u32> = longest_increasing(values)
                .into_iter()
                .map(|at| values[at])
                .collect();
            kept.reverse();
            kept
        };
        assert!(kept(&[]).is_empty());
        assert_eq!(kept(&[1, 2, 3]), [1, 2, 3]);
        assert_eq!(kept(&[5, 6, 7, 8, 1, 2, 3]), [5, 6, 7, 8]);
        assert_eq!(kept(&[1, 5, 2, 6, 3, 4]), [1, 2, 3, 4]);
        assert_eq!(kept(&[3, 2, 1]).len(), 1);
    }
}
