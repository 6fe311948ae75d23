//! Merges files of several people, and finds operations that contradict each other.

use std::collections::{HashMap, HashSet};

use super::anchor::{fold, is_near};
use super::entry::{Entry, Id, Level, Operation};
use super::file::File;
use crate::compact_sort::CompactSort;
use crate::geometry::Rect;
use crate::page_number::PageNumber;

/// Distance in points between the edges of two boxes of one anchor. Two people see the same boxes, unless
/// one of them used another resolution.
const SAME_BOX: f32 = 1.5;

impl File {
    /// Merges files by the times of their entries. The order within each file is kept, and an entry that
    /// several files have counts once. The source is that of the first file that has one.
    pub fn merge(files: Vec<Self>) -> Self {
        let mut merged = Self::default();
        let mut seen: HashSet<Id> = HashSet::new();
        let mut queues = Vec::new();
        for file in files {
            if merged.source.sha256.is_empty() {
                merged.source = file.source;
            }
            queues.push(file.entries.into_iter().peekable());
        }
        loop {
            let time = |entry: &Entry| entry.at.trim_end_matches('Z').to_owned();
            let heads = queues.iter_mut().enumerate();
            let heads = heads.filter_map(|(n, queue)| Some((time(queue.peek()?), n)));
            let Some((_, first)) = heads.min() else {
                return merged;
            };
            let entry = queues.get_mut(first).and_then(Iterator::next);
            merged
                .entries
                .extend(entry.filter(|entry| seen.insert(entry.id.clone())));
        }
    }

    /// The operations that a later one of another person contradicts: same anchor, another result. Each has
    /// the one that wins.
    pub fn conflicts(&self) -> Vec<(&Entry, &Entry)> {
        /// Operations with the same anchor, in order.
        type Group<'a> = Vec<(Rect, Vec<&'a Entry>)>;
        let mut anchors: HashMap<(PageNumber, &str, Option<Level>, String), Group<'_>> =
            HashMap::new();
        for (entry, page, operation) in self.in_effect() {
            let Some((kind, level, text)) = subject(operation) else {
                continue;
            };
            let bbox = operation.bbox();
            let groups = anchors.entry((page, kind, level, text)).or_default();
            match groups
                .iter_mut()
                .find(|(other, _)| is_near(*other, bbox, SAME_BOX))
            {
                Some((_, entries)) => entries.push(entry),
                None => groups.push((bbox, vec![entry])),
            }
        }
        let mut found = Vec::new();
        for (_, entries) in anchors.into_values().flatten() {
            let Some((&last, before)) = entries.split_last() else {
                continue;
            };
            let contradicts = |entry: &&&Entry| {
                entry.by != last.by && !has_same_result(&entry.operation, &last.operation)
            };
            found.extend(
                before
                    .iter()
                    .filter(contradicts)
                    .map(|entry| (*entry, last)),
            );
        }
        found.compact_sort_by(|(a, _), (b, _)| (a.page, &a.at, &a.id).cmp(&(b.page, &b.at, &b.id)));
        found
    }
}

/// The part of a page that an operation changes: its aspect, level and text. Operations with the same are
/// alternatives.
fn subject(operation: &Operation) -> Option<(&'static str, Option<Level>, String)> {
    operation.phase()?;
    let mut texts = texts(operation);
    let aspect = match operation {
        // A deleted word has no text.
        Operation::Delete { .. } => "text",
        other => other.name(),
    };
    if let Operation::Order { .. } = operation {
        // The parts of the other person may be in another order.
        texts.sort_unstable();
    }
    Some((aspect, operation.level(), texts.concat()))
}

/// The texts on which an operation was made, without what may differ.
fn texts(operation: &Operation) -> Vec<String> {
    let anchors = operation.anchors().iter();
    anchors.map(|anchor| fold(&anchor.text)).collect()
}

/// Whether two operations of one subject do the same.
fn has_same_result(a: &Operation, b: &Operation) -> bool {
    if let (Some(a), Some(b)) = (a.text(), b.text()) {
        return a.split_whitespace().eq(b.split_whitespace());
    }
    match (a, b) {
        (Operation::Delete { .. }, Operation::Delete { .. }) => true,
        (
            Operation::Group { together: own, .. },
            Operation::Group {
                together: other, ..
            },
        ) => own == other && texts(a) == texts(b),
        (Operation::Order { .. }, Operation::Order { .. }) => texts(a) == texts(b),
        (Operation::Resize { bbox: a, .. }, Operation::Resize { bbox: b, .. }) => {
            is_near((*a).into(), (*b).into(), SAME_BOX)
        }
        (Operation::Class { class: a, .. }, Operation::Class { class: b, .. }) => a == b,
        (Operation::Gutters { .. }, Operation::Gutters { .. }) => a == b,
        _ => false,
    }
}
