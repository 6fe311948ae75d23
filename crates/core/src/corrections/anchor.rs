//! Finds the words that an anchor names: those whose centres are in its box, if their texts are the anchor's.
//!
//! A word matches by its present text or by any text that it had before, so that operations which were made
//! on the same text by two people both apply. White space, hyphens and the order of words may differ.

use std::collections::HashMap;

use unicode_normalization::UnicodeNormalization;

use super::entry::Anchor;
use crate::geometry::{Point, Rect};
use crate::page::{Detail, NodeId, Page, SOFT_HYPHEN, Step, is_hyphen};

/// Distance in points by which the centre of a word may be outside the box of an anchor. Boxes in pixels of
/// 150 dpi are rounded by half of it; words of neighbouring lines are farther away.
const TOLERANCE: f32 = 0.75;
/// Most characters of a text that a reason quotes.
const QUOTED: usize = 60;

/// The texts that words of a page had before they were corrected, and the units that were made.
#[derive(Clone, Debug, Default)]
pub(super) struct Earlier {
    /// The texts of a word. An empty one means that there was no such word.
    texts: HashMap<NodeId, Vec<String>>,
    /// The words that no longer exist.
    removed: Vec<Removed>,
    /// The units that operations made, with the places of these in the file.
    pub(super) grouped: HashMap<NodeId, usize>,
}

#[derive(Clone, Debug)]
struct Removed {
    centre: Point,
    texts: Vec<String>,
}

impl Earlier {
    /// Records a text that a word had; empty if the word is new.
    pub(super) fn add(&mut self, word: NodeId, text: &str) {
        self.texts.entry(word).or_default().push(fold(text));
    }

    /// Records that a word is removed from the page.
    pub(super) fn remove(&mut self, page: &Page, word: NodeId) {
        let mut texts = self.texts.remove(&word).unwrap_or_default();
        texts.push(fold(&text_of(page, word)));
        self.removed.push(Removed {
            centre: page.tree[word].bbox.centre(),
            texts,
        });
    }
}

/// A word that may be one of an anchor's.
struct Candidate {
    /// `None` if the word was removed.
    node: Option<NodeId>,
    /// Its texts, the present one first. An empty one means that the word may be missing.
    texts: Vec<String>,
    artifact: bool,
}

/// Whether the words of an anchor were removed.
pub(super) fn is_removed(page: &Page, earlier: &Earlier, anchor: &Anchor) -> bool {
    let all = candidates(page, earlier, rect(anchor.bbox));
    !all.is_empty() && all.iter().all(|candidate| candidate.node.is_none())
}

/// Returns the words of an anchor in reading order, at least one.
///
/// # Errors
///
/// The reason, if the box has no words or has others.
pub(super) fn find(page: &Page, earlier: &Earlier, anchor: &Anchor) -> Result<Vec<NodeId>, String> {
    let target = fold(&anchor.text);
    let mut all = candidates(page, earlier, rect(anchor.bbox));
    let quoted = quote(&anchor.text);
    if all.iter().all(|candidate| candidate.node.is_none()) {
        return Err(match all.is_empty() {
            true => format!("there are no words in the box, but it was made on {quoted}"),
            false => format!("the words {quoted} were removed"),
        });
    }
    if !target.is_empty() {
        // Words that were added since then may be between them.
        if let Some(found) = only_run(&all, &target, 1) {
            return Ok(found);
        }
        if is_tiled(&all, &target) {
            return Ok(nodes(&all));
        }
        // Text that the outputs leave out may be below the words.
        if all.iter().any(|candidate| candidate.artifact) {
            let rest = |candidate: &Candidate| !candidate.artifact;
            let (rest, artifacts) = all.into_iter().partition(rest);
            all = rest;
            if all.iter().any(|candidate| candidate.node.is_some()) && is_tiled(&all, &target) {
                return Ok(nodes(&all));
            }
            all.extend::<Vec<Candidate>>(artifacts);
        }
        // Boxes of slanted lines overlap.
        if let Some(found) = only_run(&all, &target, usize::MAX) {
            return Ok(found);
        }
        if let Some(found) = scattered(&all, &anchor.text) {
            return Ok(found);
        }
    }
    let found = nodes(&all);
    let text = texts_of(page, &found).join(" ");
    // A word of hyphens.
    if target.is_empty() && text.split_whitespace().eq(anchor.text.split_whitespace()) {
        return Ok(found);
    }
    let there = quote(&text);
    Err(format!("the box has the words {there} instead of {quoted}"))
}

/// The words whose centres are in a box, in reading order.
pub(super) fn words_in(page: &Page, bbox: Rect) -> Vec<NodeId> {
    nodes(&candidates(page, &Earlier::default(), bbox))
}

/// The text of a word.
pub(super) fn text_of(page: &Page, word: NodeId) -> String {
    let mut text = String::new();
    if let Detail::Word(glyphs) = &page.tree[word].detail {
        page.push_text(glyphs, &mut text);
    }
    text
}

/// The texts of words.
pub(super) fn texts_of(page: &Page, words: &[NodeId]) -> Vec<String> {
    words.iter().map(|&word| text_of(page, word)).collect()
}

/// The box around nodes.
pub(super) fn box_around(page: &Page, nodes: &[NodeId]) -> Rect {
    let boxes = nodes.iter().map(|&node| page.tree[node].bbox);
    boxes.fold(Rect::EMPTY, Rect::union)
}

/// The box around boxes.
pub(super) fn around(boxes: &[[f32; 4]]) -> Rect {
    boxes
        .iter()
        .map(|&own| rect(own))
        .fold(Rect::EMPTY, Rect::union)
}

/// The box of an anchor.
pub(super) fn rect([x0, y0, x1, y1]: [f32; 4]) -> Rect {
    Rect::new(x0, y0, x1, y1)
}

/// Whether the edges of two boxes differ by at most this distance.
pub(super) fn is_near(a: Rect, b: Rect, distance: f32) -> bool {
    let sides = [(a.x0, b.x0), (a.y0, b.y0), (a.x1, b.x1), (a.y1, b.y1)];
    sides.iter().all(|(a, b)| (a - b).abs() <= distance)
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
    let area = bbox.grown(TOLERANCE);
    let mut found = Vec::new();
    let mut artifacts = 0usize;
    for step in page.tree.walk(page.tree.root()) {
        let (Step::Enter(id) | Step::Leave(id)) = step;
        let node = &page.tree[id];
        let is_artifact = node.kind.as_str() == "Artifact";
        match (step, &node.detail) {
            (Step::Enter(_), Detail::Word(glyphs))
                if area.contains(node.bbox.centre()) && !page.is_blank(glyphs) =>
            {
                let mut texts = vec![fold(&text_of(page, id))];
                texts.extend(earlier.texts.get(&id).into_iter().flatten().cloned());
                found.push(Candidate {
                    node: Some(id),
                    texts,
                    artifact: artifacts > 0,
                });
            }
            (Step::Enter(_), _) if is_artifact => artifacts += 1,
            (Step::Leave(_), _) if is_artifact => artifacts = artifacts.saturating_sub(1),
            _ => {}
        }
    }
    let removed = earlier.removed.iter();
    let removed = removed.filter(|removed| area.contains(removed.centre));
    found.extend(removed.map(|removed| Candidate {
        node: None,
        texts: [&removed.texts[..], &[String::new()]].concat(),
        artifact: false,
    }));
    found
}

/// Whether the texts of all candidates make up the target: in their order, or in another one.
fn is_tiled(all: &[Candidate], target: &str) -> bool {
    let mut ends = vec![0];
    for candidate in all {
        ends = ends_after(&ends, &candidate.texts, target);
    }
    ends.contains(&target.len()) || is_tiled_in_any_order(all, target)
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

/// Takes at each position the next word that fits, or else the longest of the others.
fn is_tiled_in_any_order(all: &[Candidate], target: &str) -> bool {
    let mut used = vec![false; all.len()];
    let (mut at, mut next) = (0, 0);
    while at < target.len() {
        let rest = target.get(at..).unwrap_or_default();
        let fitting = |candidate: &Candidate| {
            let texts = candidate.texts.iter().filter(|text| !text.is_empty());
            let fits = texts.filter(|text| rest.starts_with(text.as_str()));
            fits.map(String::len).max()
        };
        let unused = |&(n, _): &(usize, &Candidate)| used.get(n) == Some(&false);
        let follows = all.iter().enumerate().skip(next).take(1).find(unused);
        let follows = follows.and_then(|(n, candidate)| Some((fitting(candidate)?, n)));
        let others = || {
            let fits = all.iter().enumerate().filter(unused);
            let fits = fits.filter_map(|(n, candidate)| Some((fitting(candidate)?, n)));
            fits.max_by_key(|(len, n)| (*len, usize::MAX - n))
        };
        let Some((len, n)) = follows.or_else(others) else {
            return false;
        };
        if let Some(used) = used.get_mut(n) {
            *used = true;
        }
        (at, next) = (at + len, n + 1);
    }
    let unused = all.iter().zip(&used).filter(|(_, used)| !**used);
    let may_be_missing =
        |(candidate, _): (&Candidate, _)| candidate.texts.iter().any(String::is_empty);
    unused.into_iter().all(may_be_missing)
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

/// The consecutive words that make up the target, if there is only one such run. Each word may have one of its
/// first `texts` texts.
fn only_run(all: &[Candidate], target: &str, texts: usize) -> Option<Vec<NodeId>> {
    let mut found = None;
    for start in 0..all.len() {
        let run = all.get(start..).unwrap_or_default();
        let mut ends = vec![0];
        for (count, candidate) in run.iter().enumerate() {
            let own = candidate.texts.get(..texts).unwrap_or(&candidate.texts);
            // A run begins with text.
            let may_be_missing = own.iter().any(String::is_empty);
            if candidate.node.is_none() || (count == 0 && may_be_missing) {
                break;
            }
            ends = ends_after(&ends, own, target);
            if ends.is_empty() {
                break;
            }
            if ends.contains(&target.len()) {
                if found.is_some() {
                    return None;
                }
                found = run.get(..=count).map(nodes);
                break;
            }
        }
    }
    found
}
