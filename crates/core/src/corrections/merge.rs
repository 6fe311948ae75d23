//! Merges files of several people by page, and finds operations that contradict each other. A new entry only changes
//! the pages that it concerns.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use super::anchor::{fold, is_near};
use super::entry::{Entry, Id, Level, Operation};
use super::file::File;
use super::set::{Corrections, OnPage, Place, Placed};
use crate::compact_sort::CompactSort;
use crate::geometry::Rect;
use crate::page_number::PageNumber;

/// Distance in points between the edges of two boxes of one anchor. Two people see the same boxes, unless
/// one of them used another resolution.
pub(super) const SAME_BOX: f32 = 1.5;

/// The files of several people. An entry that several files have counts once.
#[derive(Debug, Default)]
pub struct MergedFiles {
    /// The place of the last entry of the first file.
    last: Place,
    /// The operations and states of each page, also those that were taken back.
    pages: HashMap<PageNumber, Vec<Placed>>,
    known: HashMap<Id, Known>,
    corrections: Arc<Corrections>,
}

/// An operation, or the state of a page.
#[derive(Debug)]
struct Known {
    entry: Arc<Entry>,
    /// The place of the entry that took it back or restored it last, and whether it took it back.
    taken_back: (Place, bool),
}

impl MergedFiles {
    /// Merges files. The order within each is kept.
    pub fn new(files: Vec<File>) -> Self {
        let mut merged = Self::default();
        let (mut sources, mut entries) = (Vec::new(), Vec::new());
        for (number, file) in files.into_iter().enumerate().rev() {
            merged.last = Place::before(number);
            sources.insert(0, file.source);
            let own = file.entries.into_iter();
            entries.extend(own.map(|entry| merged.last.next(entry)));
        }
        Arc::make_mut(&mut merged.corrections).sources = sources;
        merged.add(entries);
        merged
    }

    /// The operations in effect.
    pub fn corrections(&self) -> &Arc<Corrections> {
        &self.corrections
    }

    /// An operation by its identifier, also one that was taken back.
    pub fn entry(&self, id: &Id) -> Option<&Entry> {
        Some(&self.known.get(id)?.entry)
    }

    /// Appends entries to the first file. Returns the pages whose entries changed.
    pub fn append(&mut self, entries: &[Entry]) -> BTreeSet<PageNumber> {
        let entries = entries.iter().cloned();
        let placed = entries.map(|entry| self.last.next(entry)).collect();
        self.add(placed)
    }

    fn add(&mut self, mut entries: Vec<Placed>) -> BTreeSet<PageNumber> {
        entries.compact_sort_by(|(a, _), (b, _)| a.cmp(b));
        let mut changed = BTreeSet::new();
        for (place, entry) in &entries {
            let is_new = entry.operation.of().is_none() && !self.known.contains_key(&entry.id);
            if let Some(page) = entry.page.filter(|_| is_new) {
                let known = Known {
                    entry: Arc::clone(entry),
                    taken_back: Default::default(),
                };
                self.known.insert(entry.id.clone(), known);
                let own = self.pages.entry(page).or_default();
                own.push((place.clone(), Arc::clone(entry)));
                changed.insert(page);
            }
        }
        for (place, entry) in &entries {
            let takes_back = matches!(entry.operation, Operation::Undo { .. });
            for id in entry.operation.of().unwrap_or_default() {
                let Some(known) = self.known.get_mut(id) else {
                    continue;
                };
                if known.taken_back.0 < *place {
                    known.taken_back = (place.clone(), takes_back);
                }
                changed.extend(known.entry.page);
            }
        }
        let pages = changed.iter().map(|page| (*page, self.on_page(*page)));
        let pages: BTreeMap<PageNumber, OnPage> = pages.collect();
        Arc::make_mut(&mut self.corrections).put(pages);
        changed
    }

    fn on_page(&mut self, page: PageNumber) -> OnPage {
        let own = self.pages.entry(page).or_default();
        own.compact_sort_by(|(a, _), (b, _)| a.cmp(b));
        let mut state = None;
        let mut in_effect = Vec::new();
        for placed @ (_, entry) in &*own {
            let known = self.known.get(&entry.id);
            if let Operation::Progress { state: set } = entry.operation {
                state = Some(set);
            } else if known.is_some_and(|known| !known.taken_back.1) {
                in_effect.push(placed.clone());
            }
        }
        let winners = winners(&in_effect);
        OnPage::new(in_effect, winners, state)
    }
}

impl Corrections {
    /// The operations of a file that are in effect.
    pub fn new(file: &File) -> Self {
        Self::of_files(vec![file.clone()])
    }

    /// The operations of several files, merged by time.
    pub fn of_files(files: Vec<File>) -> Self {
        let merged = MergedFiles::new(files);
        Self::clone(merged.corrections())
    }
}

/// The operations on a page that a later one of another person contradicts: same anchor, another result. Each
/// identifier has the one that wins.
fn winners(in_effect: &[Placed]) -> HashMap<Id, Arc<Entry>> {
    /// Operations with the same anchor, in order, and the box of the first.
    type Group<'a> = (Rect, Vec<&'a Arc<Entry>>);
    let mut winners = HashMap::new();
    // A person alone has none, and many operations take time.
    let mut pairs = in_effect.iter().zip(in_effect.iter().skip(1));
    if pairs.all(|((_, a), (_, b))| a.by == b.by) {
        return winners;
    }
    let mut anchors: HashMap<_, Vec<Group<'_>>> = HashMap::new();
    for (_, entry) in in_effect {
        let bbox = entry.operation.bbox();
        let groups = anchors.entry(subject(&entry.operation)).or_default();
        let mut near = groups.iter_mut();
        match near.find(|(other, _)| is_near(*other, bbox, SAME_BOX)) {
            Some((_, entries)) => entries.push(entry),
            None => groups.push((bbox, vec![entry])),
        }
    }
    for (_, entries) in anchors.into_values().flatten() {
        let Some((&last, before)) = entries.split_last() else {
            continue;
        };
        let contradicts = |entry: &&&Arc<Entry>| {
            entry.by != last.by && !has_same_result(&entry.operation, &last.operation)
        };
        let before = before.iter().filter(contradicts);
        winners.extend(before.map(|entry| (entry.id.clone(), Arc::clone(last))));
    }
    winners
}

/// The part of a page that an operation changes: its aspect, level and text. Operations with the same are
/// alternatives.
fn subject(operation: &Operation) -> (&'static str, Option<Level>, String) {
    let mut texts = texts(operation);
    let aspect = match operation {
        // A deleted word has no text.
        Operation::Delete { .. } => "text",
        // The parts of the other person may be in another order.
        Operation::Order { .. } => {
            texts.sort_unstable();
            "order"
        }
        other => other.name(),
    };
    (aspect, operation.level(), texts.concat())
}

/// The texts on which an operation was made, without what may differ.
fn texts(operation: &Operation) -> Vec<String> {
    let anchors = operation.anchors().iter();
    anchors.map(|anchor| fold(&anchor.text)).collect()
}

/// Whether two operations of one subject do the same.
fn has_same_result(a: &Operation, b: &Operation) -> bool {
    use Operation::{Class, Delete, Group, Order, Resize};
    if let (Some(a), Some(b)) = (a.text(), b.text()) {
        return a.split_whitespace().eq(b.split_whitespace());
    }
    match (a, b) {
        (Delete { .. }, Delete { .. }) => true,
        (Group { together: x, .. }, Group { together: y, .. }) => x == y && texts(a) == texts(b),
        (Order { .. }, Order { .. }) => texts(a) == texts(b),
        (Resize { bbox: x, .. }, Resize { bbox: y, .. }) => {
            is_near((*x).into(), (*y).into(), SAME_BOX)
        }
        (Class { class: x, .. }, Class { class: y, .. }) => x == y,
        // Gutters, or a text and a deletion.
        _ => a == b,
    }
}
