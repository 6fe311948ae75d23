//! Finds the words that an anchor names: those whose centres are in its box, if their texts are the anchor's.
//!
//! A word matches by its present text or by any text that it had before, so that operations which were made
//! on the same text by two people both apply. White space, hyphens and the order of words may differ.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::iter;

use unicode_normalization::UnicodeNormalization;

use super::entry::{Anchor, Level};
use super::words::{TOLERANCE, texts_of, words_below, words_in};
use crate::geometry::Rect;
use crate::page::{NodeId, Page, SOFT_HYPHEN, is_hyphen};

/// Most characters of a text that a reason quotes.
const QUOTED: usize = 60;

/// The texts that words of a page had before they were corrected, and the units that were made.
#[derive(Clone, Debug, Default)]
pub(super) struct Earlier {
    /// The texts of a word. An empty one means that there was no such word.
    texts: HashMap<NodeId, Vec<String>>,
    /// The words of operations that are applied after others, by the places of these in the file.
    pub(super) located: HashMap<usize, Vec<Part>>,
    /// The words that no longer exist.
    removed: Vec<Removed>,
    /// The units that operations made, and those whose boxes operations set.
    pub(super) made: Vec<Made>,
}

/// The words that an anchor has since its operation was made, by unit: later operations may split the unit.
pub(super) type Part = Vec<Vec<NodeId>>;

/// A word that no longer exists.
#[derive(Clone, Debug)]
struct Removed {
    word: NodeId,
    /// The word before it on the page.
    previous: Option<NodeId>,
    bbox: Rect,
    texts: Vec<String>,
}

/// A unit that an operation made, or whose box it set.
#[derive(Clone, Debug)]
pub(super) struct Made {
    pub level: Level,
    pub unit: NodeId,
    /// Its words after all operations before the modules. With other words, the box is no longer right.
    pub words: Vec<NodeId>,
    /// The box that was set.
    pub bbox: Option<Rect>,
}

impl Earlier {
    /// Records a text that a word had; empty if the word is new.
    pub(super) fn add(&mut self, word: NodeId, text: &str) {
        self.texts.entry(word).or_default().push(fold(text));
    }

    /// Records that a word is removed from the page.
    pub(super) fn remove(&mut self, page: &Page, word: NodeId) {
        let mut texts = self.texts.remove(&word).unwrap_or_default();
        texts.extend([fold(&page.text_below(word)), String::new()]);
        let mut all = words_below(page, page.tree.root());
        let mut previous = None;
        while let Some(next) = all.next().filter(|next| *next != word) {
            previous = Some(next);
        }
        self.removed.push(Removed {
            word,
            previous,
            bbox: page.tree[word].bbox,
            texts,
        });
    }
}

/// A word that may be one of an anchor's.
#[derive(Clone, Debug)]
struct Candidate {
    /// `None` if the word was removed.
    node: Option<NodeId>,
    bbox: Rect,
    /// Its texts, the present one first. An empty one means that the word may be missing.
    texts: Vec<String>,
}

/// Returns the words of an anchor in reading order, at least one. Words of `others` are not among them.
///
/// # Errors
///
/// The reason, if the box has no words or has others.
pub(super) fn find(
    page: &Page,
    earlier: &Earlier,
    anchor: &Anchor,
    others: &HashSet<NodeId>,
) -> Result<Vec<NodeId>, String> {
    let mut all = candidates(page, earlier, anchor.bbox.into());
    all.retain(|candidate| candidate.node.is_none_or(|node| !others.contains(&node)));
    let quoted = quote(&anchor.text);
    if all.is_empty() {
        let why = "there are no words in the box, but it was made on";
        return Err(format!("{why} {quoted}"));
    }
    let present = nodes(&all);
    if present.is_empty() {
        return Err(format!("the words {quoted} were removed"));
    }
    let there = texts_of(page, &present).join(" ");
    let found = match fold(&anchor.text) {
        // A word of hyphens.
        target if target.is_empty() => {
            let is_same = there.split_whitespace().eq(anchor.text.split_whitespace());
            is_same.then_some(present)
        }
        target => matching(&all, &target, anchor),
    };
    let there = quote(&there);
    found.ok_or_else(|| format!("the box has the words {there} instead of {quoted}"))
}

/// The words with the text of an anchor, `target` as it is compared.
fn matching(all: &[Candidate], target: &str, anchor: &Anchor) -> Option<Vec<NodeId>> {
    let bbox = anchor.bbox.into();
    // Words that were added since then may be between them.
    let present = only_run(all, target, bbox, 1);
    let all_in_any_order = || is_tiled(all, target).then(|| nodes(all));
    // Boxes of slanted lines overlap.
    let earlier = || only_run(all, target, bbox, usize::MAX);
    let scattered = || scattered(all, &anchor.text);
    present
        .or_else(all_in_any_order)
        .or_else(earlier)
        .or_else(scattered)
}

/// Whether the edges of two boxes differ by at most this distance.
pub(super) fn is_near(a: Rect, b: Rect, distance: f32) -> bool {
    let mut sides = <[f32; 4]>::from(a).into_iter().zip(<[f32; 4]>::from(b));
    sides.all(|(a, b)| (a - b).abs() <= distance)
}

/// A text in quotation marks, shortened if it is long.
pub(super) fn quote(text: &str) -> String {
    let mut short: String = text.chars().take(QUOTED).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    format!("{short:?}")
}

/// The part of a text that is compared: without white space and hyphens, and without compatibility characters.
pub(super) fn fold(text: &str) -> String {
    let kept = |c: &char| !c.is_whitespace() && !is_hyphen(*c) && *c != SOFT_HYPHEN;
    match text.is_ascii() {
        true => text.chars().filter(kept).collect(),
        false => text.nfkc().filter(kept).collect(),
    }
}

fn nodes(candidates: &[Candidate]) -> Vec<NodeId> {
    candidates.iter().filter_map(|c| c.node).collect()
}

fn candidates(page: &Page, earlier: &Earlier, bbox: Rect) -> Vec<Candidate> {
    let tree = &page.tree;
    let words = words_in(page, bbox).into_iter().map(|word| {
        let before = earlier.texts.get(&word).into_iter().flatten().cloned();
        let candidate = Candidate {
            node: Some(word),
            bbox: tree[word].bbox,
            texts: iter::once(fold(&page.text_below(word)))
                .chain(before)
                .collect(),
        };
        (word, candidate)
    });
    let mut all: Vec<(NodeId, Candidate)> = words.collect();
    let area = bbox.grown(TOLERANCE);
    let removed = earlier.removed.iter();
    // A word that was removed may have been before others that were removed earlier.
    for removed in removed
        .rev()
        .filter(|removed| area.contains(removed.bbox.centre()))
    {
        let previous = all
            .iter()
            .position(|(word, _)| Some(*word) == removed.previous);
        let candidate = Candidate {
            node: None,
            bbox: removed.bbox,
            texts: removed.texts.clone(),
        };
        let at = previous.map_or(0, |previous| previous + 1);
        all.insert(at, (removed.word, candidate));
    }
    all.into_iter().map(|(_, candidate)| candidate).collect()
}

/// The positions in the target that are reached by one more word.
fn ends_after(ends: &[usize], texts: &[String], target: &str) -> Vec<usize> {
    let mut after = Vec::with_capacity(ends.len());
    for &end in ends {
        let rest = target.get(end..).unwrap_or_default();
        for text in texts {
            let end = end + text.len();
            if rest.starts_with(text.as_str()) && !after.contains(&end) {
                after.push(end);
            }
        }
    }
    after
}

/// Whether the texts of all candidates make up the target. Takes at each position the next word that fits, or else the
/// longest of the others.
fn is_tiled(all: &[Candidate], target: &str) -> bool {
    let mut unused: Vec<&Candidate> = all.iter().collect();
    let (mut at, mut next) = (0, 0);
    while at < target.len() {
        let rest = target.get(at..).unwrap_or_default();
        let fitting = |n: usize| {
            let texts = unused.get(n)?.texts.iter().filter(|text| !text.is_empty());
            let fits = texts.filter(|text| rest.starts_with(text.as_str()));
            Some((fits.map(String::len).max()?, Reverse(n)))
        };
        let longest = || (0..unused.len()).filter_map(fitting).max();
        let Some((length, Reverse(n))) = fitting(next).or_else(longest) else {
            return false;
        };
        // The place of a removed word is unknown, so that the search goes on where it was.
        next = match unused.remove(n).node {
            Some(_) => n,
            None => next - usize::from(n < next),
        };
        at += length;
    }
    let may_be_missing = |word: &&Candidate| word.texts.iter().any(String::is_empty);
    unused.iter().all(may_be_missing)
}

/// The words of a text among others, as those of a block in the box of merged ones; `None` unless each occurs as
/// often as in the text.
fn scattered(all: &[Candidate], text: &str) -> Option<Vec<NodeId>> {
    let mut missing: HashMap<String, i32> = HashMap::new();
    for word in text.split_whitespace().map(fold) {
        *missing.entry(word).or_default() += 1;
    }
    missing.remove("");
    let mut found = Vec::new();
    for candidate in all {
        let count = candidate
            .texts
            .iter()
            .find(|text| missing.contains_key(*text));
        if let Some(count) = count.and_then(|text| missing.get_mut(text)) {
            *count -= 1;
            found.extend(candidate.node);
        } else if candidate.node.is_some() && candidate.texts.iter().any(String::is_empty) {
            // It may be a part of one of the words.
            return None;
        }
    }
    missing.values().all(|count| *count == 0).then_some(found)
}

/// The consecutive words that make up the target, if there is only one such run, or only one that fills the box. Each
/// word may have one of its first `texts` texts.
fn only_run(all: &[Candidate], target: &str, bbox: Rect, texts: usize) -> Option<Vec<NodeId>> {
    let runs = (0..all.len()).filter_map(|start| run(all.get(start..)?, target, texts));
    let mut runs: Vec<&[Candidate]> = runs.collect();
    if runs.len() > 1 {
        let around = |run: &[Candidate]| run.iter().map(|word| word.bbox).collect();
        runs.retain(|run| is_near(around(run), bbox, TOLERANCE));
    }
    match runs.as_slice() {
        [found] => Some(nodes(found)),
        _ => None,
    }
}

/// The first words that make up the target. A run begins with text.
fn run<'c>(all: &'c [Candidate], target: &str, texts: usize) -> Option<&'c [Candidate]> {
    let mut ends = vec![0];
    for (count, candidate) in all.iter().enumerate() {
        let own = candidate.texts.get(..texts).unwrap_or(&candidate.texts);
        let may_be_missing = candidate.node.is_none() || own.iter().any(String::is_empty);
        if count == 0 && may_be_missing {
            return None;
        }
        if candidate.node.is_none() && texts == 1 {
            continue;
        }
        ends = ends_after(&ends, own, target);
        if ends.is_empty() {
            return None;
        }
        if ends.contains(&target.len()) {
            return all.get(..=count);
        }
    }
    None
}
