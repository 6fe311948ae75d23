//! Merges files of several people, and finds operations that contradict each other.

use std::collections::{HashMap, HashSet};

use super::anchor::fold;
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
        let mut anchors: HashMap<(PageNumber, u8, Option<Level>, String), Group<'_>> =
            HashMap::new();
        for (entry, page, operation) in self.in_effect() {
            let Some((kind, level, text)) = subject(operation) else {
                continue;
            };
            let bbox = operation.bbox();
            let groups = anchors.entry((page, kind, level, text)).or_default();
            match groups.iter_mut().find(|(other, _)| is_same(*other, bbox)) {
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
fn subject(operation: &Operation) -> Option<(u8, Option<Level>, String)> {
    let of_parts = |parts: &[super::Anchor]| {
        let texts: Vec<String> = parts.iter().map(|part| fold(&part.text)).collect();
        texts.concat()
    };
    Some(match operation {
        Operation::Undo { .. } | Operation::Redo { .. } | Operation::Progress { .. } => {
            return None;
        }
        Operation::Text { level, on, .. } | Operation::Delete { level, on } => {
            (0, Some(*level), fold(&on.text))
        }
        Operation::Group { level, parts } => (1, Some(*level), of_parts(parts)),
        Operation::Resize { level, on, .. } => (2, Some(*level), fold(&on.text)),
        Operation::Add { .. } => (3, None, String::new()),
        Operation::Gutters { .. } => (4, None, String::new()),
        Operation::Class { level, on, .. } => (5, Some(*level), fold(&on.text)),
        // The parts of the other person may be in another order.
        Operation::Order { level, parts } => {
            let mut texts: Vec<String> = parts.iter().map(|part| fold(&part.text)).collect();
            texts.sort_unstable();
            (6, Some(*level), texts.concat())
        }
    })
}

fn is_same(a: Rect, b: Rect) -> bool {
    let near = |a: f32, b: f32| (a - b).abs() <= SAME_BOX;
    near(a.x0, b.x0) && near(a.y0, b.y0) && near(a.x1, b.x1) && near(a.y1, b.y1)
}

/// Whether two operations of one subject do the same.
fn has_same_result(a: &Operation, b: &Operation) -> bool {
    let texts = |parts: &[super::Anchor]| -> Vec<String> {
        parts.iter().map(|part| fold(&part.text)).collect()
    };
    match (a, b) {
        (Operation::Delete { .. }, Operation::Delete { .. }) => true,
        (Operation::Text { text: a, .. }, Operation::Text { text: b, .. })
        | (Operation::Add { text: a, .. }, Operation::Add { text: b, .. }) => {
            a.split_whitespace().eq(b.split_whitespace())
        }
        (Operation::Group { parts: a, .. }, Operation::Group { parts: b, .. })
        | (Operation::Order { parts: a, .. }, Operation::Order { parts: b, .. }) => {
            texts(a) == texts(b)
        }
        (Operation::Resize { bbox: a, .. }, Operation::Resize { bbox: b, .. }) => {
            is_same(super::anchor::rect(*a), super::anchor::rect(*b))
        }
        (Operation::Class { class: a, .. }, Operation::Class { class: b, .. }) => a == b,
        (Operation::Gutters { .. }, Operation::Gutters { .. }) => a == b,
        _ => false,
    }
}
