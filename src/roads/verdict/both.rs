//! A page by its tags and by its geometry, glyph by glyph.

use crate::geometry::Rect;
use crate::line::logical::put_in_logical_order;
use crate::model::{Detail, Node, NodeId, NodeKind, Page, Step};
use crate::structure::{OpenRegion, TaggedPage};

/// A page, read in both ways.
pub(super) struct Both {
    pub tags: Page,
    pub eye: Page,
    /// For each glyph, the word of the tags that it is in, artifacts among them.
    tagged: Vec<Option<NodeId>>,
    /// For each glyph, the word that the eye sees it in.
    seen: Vec<Option<NodeId>>,
    /// For each glyph, whether no element has it.
    untagged: Vec<bool>,
    pub open: Vec<OpenRegion>,
}

impl Both {
    /// `eye` is what the page analysis makes of the same content.
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

    /// The words that elements have, and those that none has.
    pub(super) fn count_words(&self) -> [usize; 2] {
        let body = nodes(&self.tags).filter(|&id| is_word(&self.tags, id));
        let body = body.filter(|&id| !self.is_artifact(id));
        let loose = nodes(&self.eye).filter(|&id| self.is_untagged(id));
        [body.count(), loose.count()]
    }

    /// Whether no element has the first glyph of a word that the eye sees.
    pub(super) fn is_untagged(&self, word: NodeId) -> bool {
        let first = glyphs(&self.eye, word).first();
        first.is_some_and(|&glyph| self.untagged.get(glyph as usize) == Some(&true))
    }

    /// Whether a node of the tags is in an artifact.
    pub(super) fn is_artifact(&self, id: NodeId) -> bool {
        let artifact = |id: NodeId| self.tags.tree[id].kind.as_str() == "Artifact";
        self.tags.tree.around(id).any(artifact)
    }

    /// The word of the tags that a word of the eye is in; none when it is in an artifact.
    pub(super) fn tagged_word(&self, word: NodeId) -> Option<NodeId> {
        let mut glyphs = glyphs(&self.eye, word).iter();
        let word = glyphs.find_map(|&glyph| self.tagged.get(glyph as usize).copied().flatten())?;
        (!self.is_artifact(word)).then_some(word)
    }

    /// The word of the eye that a word of the tags is in.
    pub(super) fn seen_word(&self, word: NodeId) -> Option<NodeId> {
        let mut glyphs = glyphs(&self.tags, word).iter();
        glyphs.find_map(|&glyph| self.seen.get(glyph as usize).copied().flatten())
    }

    /// How the tags hold the words below a node of the eye; artifacts do not count. `holds` says of an element
    /// whether it is the one that is looked for.
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

    /// The share of the words below a node of the tags that the eye sees in what `holds` says.
    pub(super) fn share_in_eye(&self, id: NodeId, holds: impl Fn(&Node) -> bool) -> Option<f32> {
        let tree = &self.eye.tree;
        let words = words_below(&self.tags, id);
        share(words.filter_map(|word| self.seen_word(word)), |word| {
            tree.around(word).any(|id| holds(&tree[id]))
        })
    }
}

/// Words of a part of the page, by their tags.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct InTags {
    /// In an element.
    tagged: usize,
    /// Of these, in an element of the kind that is looked for.
    held: usize,
    /// In no element.
    untagged: usize,
}

impl InTags {
    /// Whether the tags lack what is seen here: less than half of it is in an element of its kind.
    pub(super) fn is_lacking(self) -> bool {
        2 * self.held < self.tagged + self.untagged
    }

    /// Whether the tags call it something else: more of it is in elements than in none.
    pub(super) fn is_tagged(self) -> bool {
        self.tagged > self.untagged
    }
}

/// The share of some words of which something holds.
fn share(words: impl Iterator<Item = NodeId>, holds: impl Fn(NodeId) -> bool) -> Option<f32> {
    let (mut all, mut some) = (0u32, 0u32);
    for word in words {
        all += 1;
        some += u32::from(holds(word));
    }
    (all > 0).then(|| some as f32 / all as f32)
}

/// For each glyph of a page, the word it is in.
fn words(page: &Page) -> Vec<Option<NodeId>> {
    let mut words = vec![None; page.content.glyphs.len()];
    for id in nodes(page) {
        for &glyph in glyphs(page, id) {
            if let Some(word) = words.get_mut(glyph as usize) {
                *word = Some(id);
            }
        }
    }
    words
}

/// The nodes of a page in reading order.
pub(super) fn nodes(page: &Page) -> impl Iterator<Item = NodeId> + '_ {
    below(page, page.tree.root())
}

/// A node and those below it.
pub(super) fn below(page: &Page, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    page.tree.walk(id).filter_map(|step| match step {
        Step::Enter(id) => Some(id),
        Step::Leave(_) => None,
    })
}

/// The words below a node.
pub(super) fn words_below(page: &Page, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    below(page, id).filter(|&id| is_word(page, id))
}

pub(super) fn is_word(page: &Page, id: NodeId) -> bool {
    matches!(page.tree[id].detail, Detail::Word(_))
}

/// Whether words are those of a program, or of a session with one: in letters of one width. What looks like
/// paragraphs and lists there is none.
pub(super) fn is_listing(page: &Page, words: impl Iterator<Item = NodeId>) -> bool {
    let content = &page.content;
    let (mut all, mut fixed) = (0u32, 0u32);
    for &glyph in words.flat_map(|word| glyphs(page, word)) {
        let font = content.glyphs.get(glyph as usize);
        let font = font.and_then(|glyph| content.fonts.get(content.run_of(glyph).font as usize));
        all += 1;
        fixed += u32::from(font.is_some_and(|font| font.monospace));
    }
    2 * fixed > all
}

/// The glyphs of a word.
pub(super) fn glyphs(page: &Page, word: NodeId) -> &[u32] {
    let Detail::Word(range) = &page.tree[word].detail else {
        return &[];
    };
    let glyphs = page.order.get(range.start as usize..range.end as usize);
    glyphs.unwrap_or_default()
}

/// The text below a node.
pub(super) fn text(page: &Page, id: NodeId) -> String {
    let mut text = String::new();
    page.push_text_below(id, &mut text);
    text
}

/// The lines below a node, with the box of each.
pub(super) fn lines_below(page: &Page, id: NodeId) -> impl Iterator<Item = (NodeId, Rect)> + '_ {
    let lines = below(page, id).filter(|&id| page.tree[id].kind == NodeKind::TEXTLINE);
    lines.map(|id| (id, page.tree[id].bbox))
}
