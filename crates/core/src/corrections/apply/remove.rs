//! Removes words from a page, with the units that become empty.

use super::super::anchor::{Earlier, find, quote, rect, text_of, words_in};
use super::super::entry::Anchor;
use super::unit::{refit, words_below};
use crate::page::{NodeId, Page};

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
    let parent = page.tree.parent(word);
    page.tree.detach(word);
    if let Some(parent) = parent {
        refit(&mut page.tree, parent);
    }
}
