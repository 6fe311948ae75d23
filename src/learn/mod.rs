//! Learns from corrections: which options would have made them unnecessary, and which words were corrected the
//! same way again and again.
//!
//! Each [`Candidate`] is a change of the options with which the corrections were made. Pages with corrections are
//! read again with it. A correction is explained if it is needless then. A unit of a page that is done (a line,
//! paragraph or block) is broken if it was right without corrections, and is not with the candidate.

mod candidate;
mod units;
mod words;

use std::collections::HashMap;
use std::sync::Arc;

use crate::convert::Options;
use crate::document::Document;
use pdfa2hocr_core::blocks::Page;
use pdfa2hocr_core::corrections::{
    Corrections, Entry, File, Id, Operation, PageState, Source, State,
};
use pdfa2hocr_core::diagnostics::Result;
use pdfa2hocr_core::page_number::PageNumber;

pub(crate) use candidate::Candidate;
use units::Units;
pub(crate) use words::{Replacement, Replacements, replaced};

/// The effect of a candidate.
pub(crate) struct Effect {
    pub candidate: Candidate,
    /// Corrections that would be needless.
    pub explains: usize,
    /// Units of pages marked done that are right now, and would not be.
    pub breaks: usize,
}

/// The effects of all candidates.
pub(crate) struct Learned {
    /// Corrections of structure, which options may explain.
    pub operations: usize,
    /// Pages marked done.
    pub done: usize,
    /// Candidates that explain something, the most useful first.
    pub effects: Vec<Effect>,
}

/// Measures all candidates on the pages with corrections. `document` has the options of the user, without
/// corrections.
pub(crate) fn learn(document: &Document, made: &Corrections) -> Result<Learned> {
    let in_effect: Vec<&Entry> = made.in_effect().collect();
    let structural = in_effect
        .iter()
        .filter(|entry| is_structural(&entry.operation));
    let structural: HashMap<&Id, &Operation> = structural
        .map(|entry| (&entry.id, &entry.operation))
        .collect();
    let is_done = |page: PageNumber| made.state(page) == PageState::Done;
    let mut learned = Learned {
        operations: structural.len(),
        done: made.pages().filter(|page| is_done(*page)).count(),
        effects: Vec::new(),
    };
    if structural.is_empty() {
        return Ok(learned);
    }
    let base = document.options();
    let is_read = |page: &PageNumber| {
        let is_needed = is_done(*page) || made.on(*page).next().is_some();
        is_needed && page.index() < document.page_count()
    };
    let pages: Vec<PageNumber> = made.pages().filter(is_read).collect();
    let numbers: Vec<u32> = pages.iter().map(|page| page.index()).collect();
    // Reads the pages with these options and corrections.
    let read = |options: &Options, corrections: Option<Corrections>| {
        let corrections = corrections.map(Arc::new);
        let document = document.again(Options {
            corrections,
            ..options.clone()
        })?;
        let pages = document.pages_at(&numbers)?;
        let pages = pages.map(|page| page.map(|page| (Units::of(&page), applied(&page))));
        pages.collect::<Result<Vec<(Units, Vec<Id>)>>>()
    };
    let raw = read(base, None)?;
    let truth = read(base, Some(made.clone()))?;
    let of = |entries: Vec<&Entry>| {
        Corrections::new(&File {
            source: Source::default(),
            entries: entries.into_iter().cloned().collect(),
        })
    };
    for candidate in Candidate::all(base, &in_effect) {
        let gutters = candidate.gutters.iter();
        // Gutters of pages replace the division that is measured.
        let others = in_effect
            .iter()
            .filter(|entry| !has_gutters(&entry.operation));
        let entries = gutters.clone().chain(others.copied()).collect();
        let other = read(&candidate.options, Some(of(gutters.collect())))?;
        let still = read(&candidate.options, Some(of(entries)))?;
        // The corrections that changed pages, and whether the candidate makes them needless.
        let mut needed: HashMap<&Id, bool> = HashMap::new();
        let mut breaks = 0;
        let read = pages.iter().zip(&raw).zip(&truth).zip(&other).zip(&still);
        for ((((page, (raw, _)), (truth, corrections)), (other, _)), (_, still)) in read {
            if is_done(*page) {
                breaks += truth.lost(raw, other);
            }
            for id in corrections {
                let is_explained = match structural.get(id) {
                    Some(operation) if has_gutters(operation) => other.has_blocks_of(truth),
                    Some(_) => !still.contains(id),
                    None => continue,
                };
                *needed.entry(id).or_insert(true) &= is_explained;
            }
        }
        let explains = needed.values().filter(|is_explained| **is_explained);
        let explains = explains.count();
        // Pages with two columns have two of at most three, too.
        let is_same = |effect: &Effect| {
            effect.candidate.has_columns()
                && candidate.has_columns()
                && (effect.explains, effect.breaks) == (explains, breaks)
        };
        if explains > 0 && !learned.effects.iter().any(is_same) {
            learned.effects.push(Effect {
                candidate,
                explains,
                breaks,
            });
        }
    }
    learned
        .effects
        .sort_by_key(|effect| (effect.breaks as i64 - effect.explains as i64, effect.breaks));
    Ok(learned)
}

/// The corrections that changed a page.
fn applied(page: &Page) -> Vec<Id> {
    let outcomes = page.corrections().iter();
    let applied = outcomes.filter(|outcome| outcome.state == State::Applied);
    applied.map(|outcome| outcome.id.clone()).collect()
}

fn has_gutters(operation: &Operation) -> bool {
    matches!(operation, Operation::Gutters { .. })
}

/// Whether options of the page analysis may make an operation needless: one of structure, or a text that only
/// divides or joins words.
fn is_structural(operation: &Operation) -> bool {
    match operation {
        Operation::Group { .. } | Operation::Gutters { .. } | Operation::Order { .. } => true,
        Operation::Text { on, text, .. } => {
            let letters = |text: &str| -> String { text.split_whitespace().collect() };
            let words = |text: &str| text.split_whitespace().count();
            letters(&on.text) == letters(text) && words(&on.text) != words(text)
        }
        _ => false,
    }
}
