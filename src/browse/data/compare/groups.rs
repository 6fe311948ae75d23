//! Compares lines, paragraphs and blocks by their words: groups that are joined or split, and words that
//! moved to another group.

use std::collections::{BTreeMap, HashMap};

use super::Pair;
use super::difference::{Change, Differences, Place, text};
use super::reading::{Level, Reading, Word};
use super::units::{Unit, places};
use pdfa2hocr_core::union_find::UnionFind;

/// Two groups correspond if they share more than one in this many of the smaller group's words, or if neither
/// shares more with another. Otherwise the shared words have moved.
const SHARE: u32 = 4;

/// The first words of the units that two groups share, in each analysis.
type Shared = Pair<Vec<u32>>;

pub(super) fn differences(readings: &Pair<Reading>, units: &[Unit], found: &mut Differences) {
    // From the outermost level to the innermost.
    for level in Level::ALL.into_iter().rev() {
        of_level(readings, units, level, found);
    }
}

fn of_level(readings: &Pair<Reading>, units: &[Unit], level: Level, found: &mut Differences) {
    let shared = shared(readings, units, level);
    let most = most(&shared);
    let [a, b] = readings.each_ref().map(|r| r.groups(level).len() as u32);
    let mut union = UnionFind::new((a + b) as usize);
    let mut elsewhere = Vec::new();
    for (&[of_a, of_b], words) in &shared {
        if belong_together(&most, [of_a, of_b], words[0].len() as u32) {
            union.join(of_a, a + of_b);
        } else {
            elsewhere.push(words);
        }
    }
    // The sets of corresponding groups.
    let mut sets: BTreeMap<u32, (Pair<Vec<u32>>, u32)> = BTreeMap::new();
    for number in 0..a + b {
        let (set, _) = sets.entry(union.first(number)).or_default();
        match number.checked_sub(a) {
            None => set[0].push(number),
            Some(number) => set[1].push(number),
        }
    }
    for (&[of_a, of_b], words) in &shared {
        let set = union.first(of_a);
        if set == union.first(a + of_b)
            && let Some((_, count)) = sets.get_mut(&set)
        {
            *count += words[0].len() as u32;
        }
    }
    for (set, count) in sets.into_values() {
        let change = match set.each_ref().map(Vec::len) {
            // Words that only one analysis has are reported separately.
            [0, _] | [_, 0] | [1, 1] => continue,
            [1, _] => Change::Split,
            [_, 1] => Change::Joined,
            _ => Change::Divided,
        };
        let text = text(words_of(&readings[0], &set[0], level));
        let places = [0, 1].map(|side| Place {
            boxes: boxes(&readings[side], &set[side], level),
            count: set[side].len() as u32,
            says: None,
        });
        found.add(level.into(), change, places, count, &text);
    }
    for words in elsewhere {
        let (text, count) = (text(readings[0].words(&words[0])), words[0].len() as u32);
        let places = places(readings, words);
        found.add(level.into(), Change::Moved, places, count, &text);
    }
}

/// The units that each pair of groups shares.
fn shared(readings: &Pair<Reading>, units: &[Unit], level: Level) -> BTreeMap<Pair<u32>, Shared> {
    let mut shared: BTreeMap<Pair<u32>, Shared> = BTreeMap::new();
    for [a, b] in units.iter().filter_map(Unit::first) {
        let groups = [readings[0].group(a, level), readings[1].group(b, level)];
        if let [Some(of_a), Some(of_b)] = groups {
            let words = shared.entry([of_a, of_b]).or_default();
            words[0].push(a);
            words[1].push(b);
        }
    }
    for [_, b] in shared.values_mut() {
        b.sort_unstable();
    }
    shared
}

/// For each group with its side, the number of its units, and the largest number shared with another group.
fn most(shared: &BTreeMap<Pair<u32>, Shared>) -> HashMap<(usize, u32), (u32, u32)> {
    let mut most: HashMap<(usize, u32), (u32, u32)> = HashMap::new();
    for (groups, words) in shared {
        let count = words[0].len() as u32;
        for (side, &group) in groups.iter().enumerate() {
            let (all, most) = most.entry((side, group)).or_default();
            *all += count;
            *most = count.max(*most);
        }
    }
    most
}

fn belong_together(
    most: &HashMap<(usize, u32), (u32, u32)>,
    groups: Pair<u32>,
    count: u32,
) -> bool {
    let of = |side: usize| most.get(&(side, groups[side])).copied().unwrap_or_default();
    let [(all_a, most_a), (all_b, most_b)] = [of(0), of(1)];
    count.saturating_mul(SHARE) > all_a.min(all_b) || (count == most_a && count == most_b)
}

fn boxes(reading: &Reading, groups: &[u32], level: Level) -> Vec<pdfa2hocr_core::geometry::Rect> {
    let all = reading.groups(level);
    let boxes = groups.iter().filter_map(|&g| all.get(g as usize).copied());
    boxes.collect()
}

/// The words of the first of some groups.
fn words_of<'r>(
    reading: &'r Reading,
    groups: &[u32],
    level: Level,
) -> impl Iterator<Item = &'r Word> {
    let first = groups.first().copied().unwrap_or_default();
    let begin = reading.words.partition_point(|w| w.group(level) < first);
    let words = reading.words.get(begin..).unwrap_or_default().iter();
    words.take_while(move |word| word.group(level) == first)
}
