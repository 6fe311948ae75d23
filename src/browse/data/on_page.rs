//! Locates the elements and the marked-content sequences of a document on one page, with the beginning of
//! their text.

use std::collections::{BTreeMap, HashMap};

use pdfa2hocr_core::blocks::Page;
use pdfa2hocr_core::geometry::Rect;
use pdfa2hocr_core::page::{Detail, Step};
use pdfa2hocr_core::structure::{ElementId, Tags};

/// Most characters kept of a text.
pub(super) const TEXT: usize = 80;

/// Most boxes kept of an element. Its `bbox` encloses all of them.
const BOXES: usize = 200;

/// The place and the text of an element or a sequence on a page.
#[derive(Clone, Debug, Default)]
pub(super) struct Shown {
    /// The bounding box of all parts.
    pub bbox: Rect,
    /// A box for each of its parts: lines or columns.
    pub boxes: Vec<Rect>,
    /// The beginning of its text.
    pub text: String,
}

/// A marked-content sequence: the form XObject whose stream contains it, if any, and its number.
type Sequence = (Option<u32>, i64);

/// The elements and sequences on a page.
#[derive(Debug, Default)]
pub(super) struct OnPage {
    /// The elements with content on the page, and their ancestors, in tree order.
    pub elements: BTreeMap<ElementId, Shown>,
    pub sequences: HashMap<Sequence, Shown>,
}

impl OnPage {
    pub(super) fn new(page: &Page, tags: &Tags) -> Self {
        let mut on_page = Self::default();
        on_page.walk(page, tags);
        on_page.surround(tags);
        on_page.painted(page);
        on_page
    }

    /// Adds the nodes of elements, with their words.
    fn walk(&mut self, page: &Page, tags: &Tags) {
        let (page, structure) = (page.model(), tags.structure());
        let sequences = sequences(page);
        let mut around: Vec<Option<ElementId>> = Vec::new();
        let mut text = String::new();
        for step in page.tree.walk(page.tree.root()) {
            let Step::Enter(id) = step else {
                around.pop();
                continue;
            };
            let node = &page.tree[id];
            let own = node.element.and_then(|number| structure.id(number));
            if let Some(element) = own {
                let shown = self.elements.entry(element).or_default();
                shown.bbox = shown.bbox.union(node.bbox);
                if !node.bbox.is_empty() && shown.boxes.len() < BOXES {
                    shown.boxes.push(node.bbox);
                }
            }
            let element = own.or_else(|| around.last().copied().flatten());
            around.push(element);
            let Detail::Word(glyphs) = &node.detail else {
                continue;
            };
            text.clear();
            page.push_text(glyphs, &mut text);
            for element in element.into_iter().flat_map(|id| structure.ancestors(id)) {
                // The text of an element is part of its ancestors' texts: if one is full, all are.
                if !append(&mut self.elements.entry(element).or_default().text, &text) {
                    break;
                }
            }
            let mut last = None;
            for glyph in page.glyphs(glyphs) {
                let marked = page.content.run_of(glyph).marked;
                let sequence = marked.and_then(|m| sequences.get(m as usize).copied().flatten());
                let Some(sequence) = sequence else { continue };
                let shown = self.sequences.entry(sequence).or_default();
                shown.bbox = shown.bbox.union(glyph.bbox);
                if last != Some(sequence) {
                    append(&mut shown.text, &text);
                    last = Some(sequence);
                }
            }
        }
    }

    /// Extends the box of each element by those of its children, which may be elsewhere in the page's tree.
    fn surround(&mut self, tags: &Tags) {
        let mut inner = self.elements.keys().next_back().copied();
        while let Some(id) = inner {
            let bbox = self
                .elements
                .get(&id)
                .map_or(Rect::EMPTY, |shown| shown.bbox);
            // Ancestors of an element come before it.
            if let Some(parent) = tags.structure()[id].parent {
                let around = self.elements.entry(parent).or_default();
                around.bbox = around.bbox.union(bbox);
            }
            inner = self.elements.range(..id).next_back().map(|(id, _)| *id);
        }
    }

    /// Adds the boxes of the graphics that sequences paint.
    fn painted(&mut self, page: &Page) {
        let content = &page.model().content;
        for (marked, sequence) in content.marked.iter().zip(sequences(page.model())) {
            if let Some(sequence) = sequence
                && !marked.painted.is_empty()
            {
                let shown = self.sequences.entry(sequence).or_default();
                shown.bbox = shown.bbox.union(marked.painted);
            }
        }
    }
}

/// For each marked-content item, the innermost numbered sequence around it.
pub(super) fn sequences(page: &pdfa2hocr_core::page::Page) -> Vec<Option<Sequence>> {
    let mut found: Vec<Option<Sequence>> = Vec::with_capacity(page.content.marked.len());
    for marked in &page.content.marked {
        let around = marked.parent.and_then(|p| found.get(p as usize)).copied();
        let own = marked.mcid.map(|mcid| (marked.stream, mcid));
        found.push(own.or(around.flatten()));
    }
    found
}

/// Appends a word to the beginning of a text; returns `false` if it is full. A word that is divided at the
/// end of a line continues without a space.
pub(super) fn append(text: &mut String, word: &str) -> bool {
    if text.chars().count() >= TEXT {
        return false;
    }
    if text.ends_with('\u{AD}') {
        text.pop();
    } else if !text.is_empty() {
        text.push(' ');
    }
    let room = TEXT.saturating_sub(text.chars().count());
    text.extend(word.chars().take(room));
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_put_together_as_far_as_there_is_room() {
        let mut text = String::new();
        for word in ["a", "divid\u{AD}", "ed", "word"] {
            assert!(append(&mut text, word));
        }
        assert_eq!(text, "a divided word");
        assert!(append(&mut text, &"é".repeat(TEXT)));
        assert!(!append(&mut text, "more"));
        assert_eq!(text.chars().count(), TEXT);
    }
}
