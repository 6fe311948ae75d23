//! Merges files of several people, and finds operations that contradict each other.

use std::collections::{HashMap, HashSet};

use super::anchor::{fold, is_near};
use super::entry::{Entry, Id, Level, Operation};
use super::file::File;
use crate::compact_sort::CompactSort;
use crate::geometry::Rect;

/// Distance in points between the edges of two boxes of one anchor. Two people see the same boxes, unless
/// one of them used another resolution.
pub(super) const SAME_BOX: f32 = 1.5;

impl File {
    /// Merges files by the times of their entries. The order within each file is kept, and an entry that
    /// several files have counts once. The source is that of the first file that has one.
    pub fn merge(files: Vec<Self>) -> Self {
        let mut merged = Self::default();
        let mut entries: Vec<(String, Entry)> = Vec::new();
        for file in files {
            if merged.source.sha256.is_empty() {
                merged.source = file.source;
            }
            // An entry is never before an earlier one of its file.
            let mut latest = String::new();
            for entry in file.entries {
                latest = latest.max(entry.at.trim_end_matches('Z').to_owned());
                entries.push((latest.clone(), entry));
            }
        }
        entries.compact_sort_by(|(a, _), (b, _)| a.cmp(b));
        let mut seen: HashSet<Id> = HashSet::new();
        let entries = entries.into_iter().map(|(_, entry)| entry);
        merged.entries = entries
            .filter(|entry| seen.insert(entry.id.clone()))
            .collect();
        merged
    }

    /// The operations that a later one of another person contradicts: same anchor, another result. Each has
    /// the one that wins.
    pub fn conflicts(&self) -> Vec<(&Entry, &Entry)> {
        /// Operations with the same anchor, in order, and the box of the first.
        type Group<'a> = (Rect, Vec<&'a Entry>);
        // A person alone has none, and a long file takes time.
        let people: HashSet<&str> = self.entries.iter().map(|entry| &*entry.by).collect();
        if people.len() < 2 {
            return Vec::new();
        }
        let mut anchors: HashMap<_, Vec<Group<'_>>> = HashMap::new();
        for (entry, page, operation) in self.in_effect() {
            let bbox = operation.bbox();
            let groups = anchors.entry((page, subject(operation))).or_default();
            let mut near = groups.iter_mut();
            match near.find(|(other, _)| is_near(*other, bbox, SAME_BOX)) {
                Some((_, entries)) => entries.push(entry),
                None => groups.push((bbox, vec![entry])),
            }
        }
        let mut found = Vec::new();
        for (_, entries) in anchors.into_values().flatten() {
            let Some((&last, before)) = entries.split_last() else {
                continue;
            };
            let contradicts = |entry: &&Entry| {
                entry.by != last.by && !has_same_result(&entry.operation, &last.operation)
            };
            let before = before.iter().copied().filter(contradicts);
            found.extend(before.map(|entry| (entry, last)));
        }
        found.compact_sort_by(|(a, _), (b, _)| (a.page, &a.at, &a.id).cmp(&(b.page, &b.at, &b.id)));
        found
    }
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
