//! Relates a page by its tags to the same page by its geometry, glyph by glyph.

use crate::geometry::Rect;
use crate::line::logical::put_in_logical_order;
use crate::page::{Node, NodeId, NodeKind, Page};
use crate::structure::{OpenRegion, TaggedPage};

/// A page in both readings: `tags`, and `eye` from page analysis.
pub(super) struct Both {
    pub tags: Page,
    pub eye: Page,
    /// For each glyph, the tagged word that contains it, including those in artifacts.
    tagged: Vec<Option<NodeId>>,
    /// For each glyph, the word of the analysis that contains it.
    seen: Vec<Option<NodeId>>,
    /// For each glyph, whether it is outside all elements.
    untagged: Vec<bool>,
    pub open: Vec<OpenRegion>,
}

impl Both {
    /// `eye` is the page analysis of the same content.
    pub(super) fn new(tagged: TaggedPage, mut eye: Page) -> Self {
        let mut tags = tagged.page;
        put_in_logical_order(&mut tags);
        put_in_logical_order(&mut eye);
        let mut untagged = vec![false; tags.content.glyphs.len()];
        for glyph in tagged.untagged {
            if let Some(glyph) = untagged.get_mut(glyph as usize) {
                *glyph = true;
            }
        }
        Self {
            tagged: words(&tags),
            seen: words(&eye),
            tags,
            eye,
            untagged,
            open: tagged.open,
        }
    }

    pub(super) fn index(&self) -> u32 {
        self.tags.index
    }

    /// Numbers of words inside and outside elements.
    pub(super) fn count_words(&self) -> [usize; 2] {
        let body = words_below(&self.tags, self.tags.tree.root());
        let body = body.filter(|&id| !self.is_artifact(id));
        let loose = nodes(&self.eye).filter(|&id| self.is_untagged(id));
        [body.count(), loose.count()]
    }

    /// Whether the first glyph of a word of the analysis is outside all elements.
    pub(super) fn is_untagged(&self, word: NodeId) -> bool {
        let first = self.eye.glyphs_of(word).first();
        first.is_some_and(|&glyph| self.untagged.get(glyph as usize) == Some(&true))
    }

    /// Whether a node of the tagged page is in an artifact.
    pub(super) fn is_artifact(&self, id: NodeId) -> bool {
        let artifact = |id: NodeId| self.tags.tree[id].kind.as_str() == "Artifact";
        self.tags.tree.around(id).any(artifact)
    }

    /// The tagged word that contains a word of the analysis; `None` in an artifact.
    pub(super) fn tagged_word(&self, word: NodeId) -> Option<NodeId> {
        let mut glyphs = self.eye.glyphs_of(word).iter();
        let word = glyphs.find_map(|&glyph| self.tagged.get(glyph as usize).copied().flatten())?;
        (!self.is_artifact(word)).then_some(word)
    }

    /// The word of the analysis that contains a tagged word.
    pub(super) fn seen_word(&self, word: NodeId) -> Option<NodeId> {
        let mut glyphs = self.tags.glyphs_of(word).iter();
        glyphs.find_map(|&glyph| self.seen.get(glyph as usize).copied().flatten())
    }

    /// Counts the tagged and untagged words below a node of the analysis, without artifacts. `holds` is true
    /// for the elements that are searched.
    pub(super) fn in_tags(&self, id: NodeId, holds: impl Fn(NodeId) -> bool) -> InTags {
        let tree = &self.tags.tree;
        let mut found = InTags::default();
        for word in words_below(&self.eye, id) {
            if self.is_untagged(word) {
                found.untagged += 1;
            } else if let Some(word) = self.tagged_word(word) {
                found.tagged += 1;
                found.held += usize::from(tree.around(word).any(&holds));
            }
        }
        found
    }

    /// The share of words below a tagged node that have an ancestor with `holds` in the analysis.
    pub(super) fn share_in_eye(&self, id: NodeId, holds: impl Fn(&Node) -> bool) -> Option<f32> {
        let tree = &self.eye.tree;
        let words = words_below(&self.tags, id);
        share(words.filter_map(|word| self.seen_word(word)), |word| {
            tree.around(word).any(|id| holds(&tree[id]))
        })
    }
}

/// Numbers of words in a part of the page, by their tags.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct InTags {
    /// Words in an element.
    tagged: usize,
    /// Of these, words in an element of the searched kind.
    held: usize,
    /// Words outside all elements.
    untagged: usize,
}

impl InTags {
    /// Whether the tags lack the detected item: less than half of its words is in an element of its kind.
    pub(super) fn is_lacking(self) -> bool {
        2 * self.held < self.tagged + self.untagged
    }

    /// Whether the tags give another meaning: more words are inside than outside elements.
    pub(super) fn is_tagged(self) -> bool {
        self.tagged > self.untagged
    }
}

/// The share of words for which a condition holds; `None` without words.
fn share(words: impl Iterator<Item = NodeId>, holds: impl Fn(NodeId) -> bool) -> Option<f32> {
    let (mut all, mut some) = (0u32, 0u32);
    for word in words {
        all += 1;
        some += u32::from(holds(word));
    }
    (all > 0).then(|| some as f32 / all as f32)
}

/// For each glyph of a page, the word that contains it.
fn words(page: &Page) -> Vec<Option<NodeId>> {
    let mut words = vec![None; page.content.glyphs.len()];
    for id in nodes(page) {
        for &glyph in page.glyphs_of(id) {
            if let Some(word) = words.get_mut(glyph as usize) {
                *word = Some(id);
            }
        }
    }
    words
}

/// The nodes of a page in reading order.
pub(super) fn nodes(page: &Page) -> impl Iterator<Item = NodeId> + '_ {
    page.tree.below(page.tree.root())
}

/// The words below a node.
pub(super) fn words_below(page: &Page, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    page.tree.words(id).map(|(id, _)| id)
}

/// Whether most of the words are in a monospaced font: program code or a terminal session, in which apparent
/// paragraphs and lists are not real.
pub(super) fn is_listing(page: &Page, words: impl Iterator<Item = NodeId>) -> bool {
    let content = &page.content;
    let (mut all, mut fixed) = (0u32, 0u32);
    for &glyph in words.flat_map(|word| page.glyphs_of(word)) {
        let font = content.glyphs.get(glyph as usize);
        let font = font.and_then(|glyph| content.fonts.get(content.run_of(glyph).font as usize));
        all += 1;
        fixed += u32::from(font.is_some_and(|font| font.monospace));
    }
    2 * fixed > all
}

/// The lines below a node with their boxes.
pub(super) fn lines_below(page: &Page, id: NodeId) -> impl Iterator<Item = (NodeId, Rect)> + '_ {
    let lines = page
        .tree
        .below(id)
        .filter(|&id| page.tree[id].kind == NodeKind::TEXTLINE);
    lines.map(|id| (id, page.tree[id].bbox))
}
