//! The operations of one or several files by page, ready to be applied.

use std::collections::{HashMap, HashSet};

use super::apply::{self, Corrected};
use super::entry::{Entry, Id, Operation, Phase, Source};
use super::file::File;
use super::report::Outcome;
use crate::geometry::Rect;
use crate::page::Page;
use crate::page_number::PageNumber;

/// Operations by page.
#[derive(Clone, Debug, Default)]
pub struct Corrections {
    /// The documents for which the files were made.
    pub sources: Vec<Source>,
    /// The operations in effect, in order.
    entries: Vec<Entry>,
    /// For each page, the operations on it, as indices. An operation that another one contradicts has the index
    /// of that one.
    pages: HashMap<PageNumber, Vec<(usize, Option<usize>)>>,
    /// The operations that divide pages into columns.
    gutters: Vec<usize>,
    /// The pages that are marked done.
    done: HashSet<PageNumber>,
}

/// The gutters of a page.
#[derive(Clone, Debug, PartialEq)]
pub struct PageGutters {
    /// The boxes, from left to right; none if the page is not divided.
    pub boxes: Vec<Rect>,
    /// The index of the operation.
    entry: usize,
}

impl Corrections {
    /// The operations of a file that are in effect.
    pub fn new(file: &File) -> Self {
        let entries: Vec<Entry> = file.in_effect().map(|(entry, ..)| entry.clone()).collect();
        let places = entries.iter().enumerate().map(|(n, entry)| (&entry.id, n));
        let places: HashMap<&Id, usize> = places.collect();
        let place = |entry: &Entry| places.get(&entry.id).copied();
        let conflicts = file.conflicts().into_iter();
        let winners = conflicts.filter_map(|(entry, winner)| Some((&entry.id, place(winner)?)));
        let winners: HashMap<&Id, usize> = winners.collect();
        let mut pages: HashMap<PageNumber, Vec<(usize, Option<usize>)>> = HashMap::new();
        let mut gutters = Vec::new();
        for (n, entry) in entries.iter().enumerate() {
            if let Operation::Gutters { .. } = entry.operation {
                gutters.push(n);
            }
            if let Some(page) = entry.page {
                let winner = winners.get(&entry.id).copied();
                pages.entry(page).or_default().push((n, winner));
            }
        }
        Self {
            sources: vec![file.source.clone()],
            pages,
            gutters,
            entries,
            done: file.done(),
        }
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

    /// The names of the people who made them, in the order of their first operation.
    pub fn people(&self) -> Vec<String> {
        let mut seen = HashSet::new();
        let names = self.entries.iter().map(|entry| entry.by.trim());
        let names = names.filter(|name| !name.is_empty() && seen.insert(*name));
        names.map(str::to_owned).collect()
    }

    /// The gutters of a page, by its index from 0: those of the last operation that concerns it.
    pub fn gutters(&self, index: u32) -> Option<PageGutters> {
        self.gutters.iter().rev().find_map(|&n| {
            let entry = self.entries.get(n)?;
            let Operation::Gutters { at, pages } = &entry.operation else {
                return None;
            };
            let boxes = || at.iter().map(|&at| super::anchor::rect(at)).collect();
            let is_on = pages.contains(entry.page?.index(), index);
            is_on.then(|| PageGutters {
                boxes: boxes(),
                entry: n,
            })
        })
    }

    /// Whether there are operations of a phase on a page, by its index from 0.
    pub fn has(&self, index: u32, phase: Phase) -> bool {
        self.on(index)
            .any(|(entry, _)| entry.operation.phase() == Some(phase))
    }

    /// The operations on a page, each with the one that contradicts it.
    fn on(&self, index: u32) -> impl Iterator<Item = (&Entry, Option<&Entry>)> + Clone {
        let own = self.pages.get(&PageNumber::of(index));
        let own = own.map(Vec::as_slice).unwrap_or_default().iter();
        own.filter_map(|&(n, winner)| {
            let winner = winner.and_then(|winner| self.entries.get(winner));
            Some((self.entries.get(n)?, winner))
        })
    }

    /// Applies the operations of a phase to a page.
    pub fn apply(&self, page: &mut Page, phase: Phase, corrected: &mut Corrected) {
        apply::apply(page, self.on(page.index), phase, corrected);
    }

    /// Records the result of the gutters of a page, by its index from 0.
    pub fn divided(
        &self,
        index: u32,
        gutters: &PageGutters,
        result: Result<bool, String>,
        corrected: &mut Corrected,
    ) {
        if let Some(entry) = self.entries.get(gutters.entry) {
            let page = PageNumber::of(index);
            for (entry, winner) in self.on(index) {
                if let (Operation::Gutters { .. }, Some(winner)) = (&entry.operation, winner) {
                    let outcome = Outcome::new(page, entry, Ok(false));
                    corrected.outcomes.push(outcome.in_conflict(winner));
                }
            }
            corrected.outcomes.push(Outcome::new(page, entry, result));
        }
    }
}
