//! Removes words from a page, with the units that become empty, or replaces them by others.

use super::super::anchor::{Earlier, find, quote, rect, text_of, words_in};
use super::super::entry::Anchor;
use super::unit::{refit, relocate, words_below};
use crate::page::{Node, NodeId, Page};

/// Deletes the words of an anchor. Returns `false` if there are none in its box.
pub(super) fn delete(page: &mut Page, earlier: &mut Earlier, on: &Anchor) -> Result<bool, String> {
    let bbox = rect(on.bbox);
    if words_in(page, bbox).is_empty() {
        // A longer word over the box may be that word, read otherwise.
        let all = words_below(page, page.tree.root()).into_iter();
        let mut over = all.filter(|&word| page.tree[word].bbox.contains(bbox.centre()));
        return match over.next() {
            None => Ok(false),
            Some(word) => {
                let there = quote(&text_of(page, word));
                Err(format!("the word {there} is larger than the box"))
            }
        };
    }
    let words = find(page, earlier, on)?;
    for word in words {
        remove(page, earlier, word);
    }
    Ok(true)
}

/// Removes a word.
pub(super) fn remove(page: &mut Page, earlier: &mut Earlier, word: NodeId) {
    earlier.remove(page, word);
    relocate(&mut page.tree, word, |_| {});
}

/// Replaces words by new ones, which come before or after a word. Returns these.
pub(super) fn replace(
    page: &mut Page,
    earlier: &mut Earlier,
    words: &[NodeId],
    new: Vec<Node>,
    (beside, is_before): (NodeId, bool),
) -> Vec<NodeId> {
    let mut added: Vec<NodeId> = Vec::new();
    for node in new {
        let new = page.tree.add(node);
        match added.last() {
            Some(&last) => page.tree.insert_after(last, new),
            None if is_before => page.tree.insert_before(beside, new),
            None => page.tree.insert_after(beside, new),
        }
        // There was no such word.
        earlier.add(new, "");
        added.push(new);
    }
    words.iter().for_each(|&word| remove(page, earlier, word));
    if let Some(line) = added.last().and_then(|&last| page.tree.parent(last)) {
        refit(&mut page.tree, line);
    }
    added
}
