//! The operations of one or several files by page, ready to be applied.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::entry::{Entry, Id, Operation, PageState, Phase, Source};
use super::report::Outcome;
use crate::compact_sort::CompactSort;
use crate::geometry::Rect;
use crate::page_number::PageNumber;

/// The place of an entry among those of all files, which apply in this order: by time, but never before an earlier one
/// of its file.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    time: String,
    file: usize,
    /// The number of the entry in its file.
    number: usize,
}

/// An entry with its place.
pub(super) type Placed = (Place, Arc<Entry>);

impl Place {
    /// The place before the first entry of a file.
    pub(super) fn before(file: usize) -> Self {
        Self {
            file,
            ..Self::default()
        }
    }

    /// The next entry of a file, if this is the last one.
    pub(super) fn next(&mut self, entry: Entry) -> Placed {
        let time = entry.at.trim_end_matches('Z');
        if *time > *self.time {
            time.clone_into(&mut self.time);
        }
        self.number += 1;
        (self.clone(), Arc::new(entry))
    }
}

/// Operations by page. A copy shares its pages with the original.
#[derive(Clone, Debug, Default)]
pub struct Corrections {
    /// The documents for which the files were made.
    pub sources: Vec<Source>,
    pages: BTreeMap<PageNumber, Arc<OnPage>>,
    /// The operations in effect that divide pages into columns, in order.
    gutters: Arc<Vec<Placed>>,
}

/// The corrections of a page.
#[derive(Debug)]
pub(super) struct OnPage {
    /// The operations in effect, in order.
    in_effect: Vec<Placed>,
    /// The operations that contradict others, by the identifiers of these.
    winners: HashMap<Id, Arc<Entry>>,
    state: PageState,
}

impl OnPage {
    /// The operations in effect on a page, in order, those that win, and the state that a person gave the page.
    pub(super) fn new(
        in_effect: Vec<Placed>,
        winners: HashMap<Id, Arc<Entry>>,
        state: Option<PageState>,
    ) -> Self {
        let begun = match in_effect.is_empty() {
            true => PageState::Untouched,
            false => PageState::InWork,
        };
        Self {
            in_effect,
            winners,
            state: state.unwrap_or(begun),
        }
    }
}

/// The gutters of a page.
#[derive(Clone, Debug, PartialEq)]
pub struct PageGutters {
    /// The boxes, from left to right; none if the page is not divided.
    pub boxes: Vec<Rect>,
    /// The operation.
    entry: Arc<Entry>,
}

impl Corrections {
    /// Replaces the corrections of some pages.
    pub(super) fn put(&mut self, pages: BTreeMap<PageNumber, OnPage>) {
        let is_gutters =
            |(_, entry): &&Placed| matches!(entry.operation, Operation::Gutters { .. });
        let is_kept =
            |(_, entry): &&Placed| entry.page.is_none_or(|page| !pages.contains_key(&page));
        let kept = self.gutters.iter().filter(is_kept);
        let new = pages.values().flat_map(|page| &page.in_effect);
        let mut gutters: Vec<&Placed> = new.filter(is_gutters).collect();
        if !gutters.is_empty() || kept.clone().count() < self.gutters.len() {
            gutters.extend(kept);
            gutters.compact_sort_by(|(a, _), (b, _)| a.cmp(b));
            self.gutters = Arc::new(gutters.into_iter().cloned().collect());
        }
        let pages = pages.into_iter();
        self.pages
            .extend(pages.map(|(page, own)| (page, Arc::new(own))));
    }

    /// The names of the people who made operations in effect, in the order of their first one.
    pub fn people(&self) -> Vec<String> {
        let mut first: HashMap<&str, &Place> = HashMap::new();
        for (place, entry) in self.pages.values().flat_map(|page| &page.in_effect) {
            let known = first.entry(entry.by.trim()).or_insert(place);
            *known = place.min(known);
        }
        first.remove("");
        let mut people: Vec<(&str, &Place)> = first.into_iter().collect();
        people.compact_sort_by_key(|(_, place)| *place);
        people.iter().map(|(name, _)| (*name).to_owned()).collect()
    }

    /// The state of a page.
    pub fn state(&self, page: PageNumber) -> PageState {
        let own = self.pages.get(&page);
        own.map_or(PageState::Untouched, |page| page.state)
    }

    /// The pages with corrections or a state, in ascending order.
    pub fn pages(&self) -> impl Iterator<Item = PageNumber> {
        self.pages.keys().copied()
    }

    /// The operations in effect, page by page.
    pub fn in_effect(&self) -> impl Iterator<Item = &Entry> {
        self.pages().flat_map(|page| self.on(page))
    }

    /// The operations in effect on a page, in order.
    pub fn on(&self, page: PageNumber) -> impl Iterator<Item = &Entry> {
        let own = self.pages.get(&page).into_iter();
        own.flat_map(|page| &page.in_effect)
            .map(|(_, entry)| &**entry)
    }

    /// The operations that a later one of another person contradicts, page by page: same anchor, another result. Each
    /// names the one that counts.
    pub fn conflicts(&self) -> impl Iterator<Item = Outcome> {
        self.pages.iter().flat_map(|(page, own)| {
            let in_effect = own.in_effect.iter();
            in_effect.filter_map(|(_, entry)| {
                let winner = own.winners.get(&entry.id)?;
                Some(Outcome::new(*page, entry, Ok(false)).in_conflict(winner))
            })
        })
    }

    /// The gutters of a page, by its index from 0: those of the last operation that concerns it.
    pub fn gutters(&self, index: u32) -> Option<PageGutters> {
        self.gutters.iter().rev().find_map(|(_, entry)| {
            let Operation::Gutters { at, pages } = &entry.operation else {
                return None;
            };
            let is_on = pages.contains(entry.page?.index(), index);
            is_on.then(|| PageGutters {
                boxes: at.iter().map(|&at| at.into()).collect(),
                entry: Arc::clone(entry),
            })
        })
    }

    /// Whether there are operations of a phase on a page, by its index from 0.
    pub fn has(&self, index: u32, phase: Phase) -> bool {
        self.on(PageNumber::of(index))
            .any(|entry| entry.operation.phase() == Some(phase))
    }

    /// The results of the gutters of a page, by its index from 0: of those in effect, and of those that they contradict.
    pub fn divided(
        &self,
        index: u32,
        gutters: &PageGutters,
        result: Result<bool, String>,
    ) -> Vec<Outcome> {
        let page = PageNumber::of(index);
        let is_gutters = |entry: &&Entry| matches!(entry.operation, Operation::Gutters { .. });
        let own = self.on(page).filter(is_gutters);
        let own = own.map(|entry| self.judged(Outcome::new(page, entry, Ok(false))));
        let losers = own.filter(|outcome| outcome.with.is_some());
        let outcome = Outcome::new(page, &gutters.entry, result);
        losers.chain([outcome]).collect()
    }

    /// A result, in conflict if another operation contradicts this one.
    pub(super) fn judged(&self, outcome: Outcome) -> Outcome {
        let page = self.pages.get(&outcome.page);
        match page.and_then(|page| page.winners.get(&outcome.id)) {
            Some(winner) => outcome.in_conflict(winner),
            None => outcome,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::entry::{Level, PagesOf};
    use super::super::file::File;
    use super::super::merge::MergedFiles;
    use super::*;

    fn entry(number: u32, page: u32, operation: Operation) -> Entry {
        Entry {
            id: Id(number.to_string()),
            by: "ada".to_owned(),
            at: "2026-01-01T00:00:00Z".to_owned(),
            page: Some(PageNumber::of(page)),
            operation,
        }
    }

    fn word(number: u32, page: u32) -> Entry {
        let bbox = [0.0, 0.0, number as f32, 9.0];
        let (level, text) = (Level::Word, "a".to_owned());
        entry(number, page, Operation::Add { level, bbox, text })
    }

    /// The pages of a set that are other ones than before.
    fn read_again(before: &Corrections, after: &Corrections) -> Vec<u32> {
        let other = after.pages.iter().filter(|(page, own)| {
            let known = before.pages.get(page);
            !known.is_some_and(|known| Arc::ptr_eq(known, own))
        });
        other.map(|(page, _)| page.index()).collect()
    }

    #[test]
    fn a_change_reads_only_its_pages_again() {
        let entries = (0..2000).map(|number| word(number, number % 100)).collect();
        let source = Source::default();
        let mut merged = MergedFiles::new(vec![File { source, entries }]);
        let of = |ids: [u32; 2]| ids.map(|id| Id(id.to_string())).to_vec();
        let gutters = Operation::Gutters {
            at: Vec::new(),
            pages: PagesOf::Following,
        };
        let done = Operation::Progress {
            state: PageState::Done,
        };
        let changes = [
            (word(0, 0).operation, 7, &[7][..], 21),
            (Operation::Undo { of: of([5, 106]) }, 1, &[5, 6], 19),
            (Operation::Redo { of: of([5, 5]) }, 1, &[5], 20),
            (done, 8, &[8], 20),
            (gutters, 9, &[9], 21),
            (Operation::Undo { of: of([4, 4]) }, 1, &[4], 19),
        ];
        for (number, (operation, page, again, count)) in (2000..).zip(changes) {
            let before = Arc::clone(merged.corrections());
            let mut new = entry(number, page, operation);
            new.page = new.page.filter(|_| new.operation.of().is_none());
            let changed = merged.append(&[new]).into_iter().map(PageNumber::index);
            assert_eq!(changed.collect::<Vec<_>>(), again);
            let after = merged.corrections();
            assert_eq!(read_again(&before, after), again);
            assert_eq!(after.on(PageNumber::of(again[0])).count(), count);
            let is_shared = Arc::ptr_eq(&before.gutters, &after.gutters);
            assert_eq!(is_shared, again != [9]);
        }
    }
}
