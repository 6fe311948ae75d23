//! The operations of one or several files by page, ready to be applied.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::entry::{Entry, Id, Operation, Phase, Source};
use super::file::File;
use super::report::Outcome;
use crate::geometry::Rect;
use crate::page_number::PageNumber;

/// Operations by page.
#[derive(Clone, Debug, Default)]
pub struct Corrections {
    /// The documents for which the files were made.
    pub sources: Vec<Source>,
    /// The names of the people who made operations in effect, in the order of their first one.
    pub people: Vec<String>,
    /// The operations in effect on each page.
    pages: HashMap<PageNumber, Vec<Arc<Entry>>>,
    /// The operations that contradict others, by the identifiers of these.
    winners: HashMap<Id, Entry>,
    /// The operations that divide pages into columns.
    gutters: Vec<Arc<Entry>>,
    /// The pages that are marked done.
    done: HashSet<PageNumber>,
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
    /// The operations of a file that are in effect.
    pub fn new(file: &File) -> Self {
        let conflicts = file.conflicts().into_iter();
        let mut all = Self {
            sources: vec![file.source.clone()],
            winners: conflicts
                .map(|(entry, winner)| (entry.id.clone(), winner.clone()))
                .collect(),
            done: file.done(),
            ..Self::default()
        };
        for (entry, page, operation) in file.in_effect() {
            let name = entry.by.trim();
            if !name.is_empty() && !all.people.iter().any(|known| known == name) {
                all.people.push(name.to_owned());
            }
            let entry = Arc::new(entry.clone());
            if let Operation::Gutters { .. } = operation {
                all.gutters.push(Arc::clone(&entry));
            }
            all.pages.entry(page).or_default().push(entry);
        }
        all
    }

    /// The operations of several files, merged by time.
    pub fn of_files(files: Vec<File>) -> Self {
        let sources = files.iter().map(|file| file.source.clone()).collect();
        Self {
            sources,
            ..Self::new(&File::merge(files))
        }
    }

    /// Whether a page is marked done, by its index from 0.
    pub fn is_done(&self, index: u32) -> bool {
        self.done.contains(&PageNumber::of(index))
    }

    /// The gutters of a page, by its index from 0: those of the last operation that concerns it.
    pub fn gutters(&self, index: u32) -> Option<PageGutters> {
        self.gutters.iter().rev().find_map(|entry| {
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
        self.on(index)
            .any(|entry| entry.operation.phase() == Some(phase))
    }

    /// The operations on a page.
    pub(super) fn on(&self, index: u32) -> impl Iterator<Item = &Entry> {
        let own = self.pages.get(&PageNumber::of(index));
        own.into_iter().flatten().map(|entry| &**entry)
    }

    /// The results of the gutters of a page, by its index from 0: of those in effect, and of those that they contradict.
    pub fn divided(
        &self,
        index: u32,
        gutters: &PageGutters,
        result: Result<bool, String>,
    ) -> Vec<Outcome> {
        let page = PageNumber::of(index);
        let is_loser = |entry: &&Entry| {
            matches!(entry.operation, Operation::Gutters { .. })
                && self.winners.contains_key(&entry.id)
        };
        let losers = self.on(index).filter(is_loser);
        let losers = losers.map(|entry| self.judged(Outcome::new(page, entry, Ok(false))));
        let outcome = Outcome::new(page, &gutters.entry, result);
        losers.chain([outcome]).collect()
    }

    /// A result, in conflict if another operation contradicts this one.
    pub(super) fn judged(&self, outcome: Outcome) -> Outcome {
        match self.winners.get(&outcome.id) {
            Some(winner) => outcome.in_conflict(winner),
            None => outcome,
        }
    }
}
