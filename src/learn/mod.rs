//! Learns from corrections: which options would have made them unnecessary, and which words were corrected the
//! same way again and again.
//!
//! Each [`Candidate`] is a change of the options with which the corrections were made. Pages with corrections are
//! read again with it. A correction is explained if it is needless then. A unit of a page that is done (a line,
//! paragraph or block) is broken if it was right without corrections, and is not with the candidate.

mod candidate;
mod units;
mod words;

use std::collections::{HashMap, HashSet};

use crate::convert::Options;
use crate::document::Document;
use pdfa2hocr_core::blocks::Page;
use pdfa2hocr_core::corrections::{Corrections, Entry, File, Id, Operation, State};
use pdfa2hocr_core::diagnostics::Result;
use pdfa2hocr_core::page_number::PageNumber;

pub(crate) use candidate::Candidate;
use units::Units;
pub(crate) use words::{Replacement, replacements};

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
///
/// # Errors
///
/// Those of reading pages.
pub(crate) fn learn(document: &Document, file: &File) -> Result<Learned> {
    let done: HashSet<u32> = file.done().into_iter().map(PageNumber::index).collect();
    let structural: HashMap<&Id, &Operation> = file
        .in_effect()
        .filter(|(_, _, operation)| is_structural(operation))
        .map(|(entry, _, operation)| (&entry.id, operation))
        .collect();
    let pages = pages_of(file, &done, document.page_count());
    let mut learned = Learned {
        operations: structural.len(),
        done: done.len(),
        effects: Vec::new(),
    };
    if structural.is_empty() {
        return Ok(learned);
    }
    let base = document.options();
    let run = Run {
        document,
        pages: &pages,
    };
    let corrected = Options {
        corrections: Some(Corrections::new(file).into()),
        ..base.clone()
    };
    let raw = run.read(base.clone())?;
    let truth = run.read(corrected)?;
    let needed = needed(&truth, &structural);
    for candidate in Candidate::all(base, file) {
        let extra = candidate.entry();
        let with = |entries: Vec<Entry>| {
            let mut options = base.clone();
            candidate.apply(&mut options);
            let entries = extra.iter().cloned().chain(entries).collect();
            options.corrections = Some(
                Corrections::new(&File {
                    source: file.source.clone(),
                    entries,
                })
                .into(),
            );
            run.read(options)
        };
        let other = with(Vec::new())?;
        // Gutters of pages replace the division that is measured.
        let is_kept = |entry: &&Entry| !matches!(entry.operation, Operation::Gutters { .. });
        let corrected = with(file.entries.iter().filter(is_kept).cloned().collect())?;
        let still = self::needed(&corrected, &structural);
        let gutters = |id: &&Id| matches!(structural.get(*id), Some(Operation::Gutters { .. }));
        let explained = needed.iter().filter(|(id, page)| match gutters(id) {
            true => matches!((other.get(page), truth.get(page)), (Some(a), Some(b)) if a.units.has_blocks_of(&b.units)),
            false => !still.contains_key(*id),
        });
        let explains = explained.count();
        let broken = |page: &u32| match (raw.get(page), truth.get(page), other.get(page)) {
            (Some(raw), Some(truth), Some(other)) => truth.units.lost(&raw.units, &other.units),
            _ => 0,
        };
        let breaks = done.iter().map(broken).sum();
        let is_same = |effect: &Effect| {
            let of_columns = |candidate: &Candidate| matches!(candidate, Candidate::Columns(_));
            of_columns(&effect.candidate)
                && of_columns(&candidate)
                && (effect.explains, effect.breaks) == (explains, breaks)
        };
        // Pages with two columns have two of at most three, too.
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

/// A page as it was read.
struct Read {
    units: Units,
    /// The states of its corrections.
    states: Vec<(Id, State)>,
}

struct Run<'d> {
    document: &'d Document,
    pages: &'d [u32],
}

impl Run<'_> {
    /// Reads the pages with these options, by index.
    fn read(&self, options: Options) -> Result<HashMap<u32, Read>> {
        let document = self.document.again(options)?;
        let read = |page: Result<Page>| {
            let page = page?;
            let states = page.corrections().iter();
            let states = states.map(|outcome| (outcome.id.clone(), outcome.state));
            let read = Read {
                units: Units::of(&page),
                states: states.collect(),
            };
            Ok((page.index(), read))
        };
        document.pages_at(self.pages)?.map(read).collect()
    }
}

/// The corrections that changed pages, each with its page.
fn needed<'f>(
    pages: &HashMap<u32, Read>,
    structural: &HashMap<&'f Id, &Operation>,
) -> HashMap<&'f Id, u32> {
    let mut found = HashMap::new();
    for (&page, read) in pages {
        for (id, state) in &read.states {
            if let Some((&id, _)) = structural.get_key_value(id)
                && matches!(state, State::Applied)
            {
                found.insert(id, page);
            }
        }
    }
    found
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

/// The indices of pages with corrections, or marked done, in ascending order.
fn pages_of(file: &File, done: &HashSet<u32>, count: u32) -> Vec<u32> {
    let corrected = file.in_effect().map(|(_, page, _)| page.index());
    let mut pages: Vec<u32> = corrected.chain(done.iter().copied()).collect();
    pages.retain(|&page| page < count);
    pages.sort_unstable();
    pages.dedup();
    pages
}
