//! Inserts text outside all elements. The page without its artifacts is analysed as a whole. Each untagged
//! part follows the tagged text that precedes it in the analysis: blocks follow its paragraph, list or table;
//! words in a line of tagged text become part of that line.

use std::collections::HashMap;
use std::ops::Range;

use crate::geometry::Rect;
use crate::layout::{self, LayoutParams};
use crate::page::{Detail, Node, NodeId, NodeKind, Own, Page, Step, Tree, only_groups};

use super::tagged_words::tagged_words;

/// Inserts these glyphs, given in drawing order, into the page.
pub(super) fn place(page: &mut Page, untagged: &[u32], params: &LayoutParams) {
    let tagged = tagged_words(page);
    let mut glyphs: Vec<u32> = (0u32..)
        .zip(&tagged)
        .filter_map(|(g, w)| w.and(Some(g)))
        .collect();
    glyphs.extend_from_slice(untagged);
    glyphs.sort_unstable();
    glyphs.dedup();
    let found = layout::analyse_glyphs(&page.content, glyphs, params);
    let offset = page.order.len() as u32;
    page.order.extend(found.order);
    page.findings.extend(found.findings);
    let root = page.tree.root();
    let tops = page.tree.graft(root, found.tree, offset);
    for &top in &tops {
        page.tree.detach(top);
    }
    part_words(page, &tagged, &tops);
    let pieces = Finder::new(page, &tagged, &tops).pieces(&tops);
    let mut places = Places::default();
    for piece in pieces {
        match piece.at {
            At::InLine { word, behind } => put_in_line(&mut page.tree, word, behind, &piece.nodes),
            At::Behind(word) => places.put_behind(&mut page.tree, word, piece),
        }
    }
}

/// Splits words that are only partly tagged at the boundaries of the tagged part.
fn part_words(page: &mut Page, tagged: &[Option<NodeId>], tops: &[NodeId]) {
    let is_tagged = |glyph: &u32| tagged.get(*glyph as usize).is_some_and(Option::is_some);
    let words = tops.iter().flat_map(|&top| page.tree.words(top));
    let words: Vec<(NodeId, Range<u32>)> = words.map(|(id, own)| (id, own.clone())).collect();
    for (word, range) in words {
        let glyphs = page.glyphs_in(&range);
        let same = glyphs.chunk_by(|a, b| is_tagged(a) == is_tagged(b));
        let lengths: Vec<u32> = same.map(|same| same.len() as u32).collect();
        if lengths.len() < 2 {
            continue;
        }
        let mut start = range.start;
        let (mut last, mut first) = (word, true);
        for length in lengths {
            let part = start..start + length;
            start = part.end;
            let glyphs = page.order.get(part.start as usize..part.end as usize);
            let boxes = glyphs.unwrap_or_default().iter();
            let boxes = boxes.filter_map(|&g| Some(page.content.glyphs.get(g as usize)?.bbox));
            let bbox = boxes.fold(Rect::EMPTY, Rect::union);
            if std::mem::take(&mut first) {
                page.tree[word].bbox = bbox;
                page.tree[word].detail = Detail::Word(part);
                continue;
            }
            let new = Node::new(NodeKind::WORD, bbox, Detail::Word(part));
            let new = page.tree.add(new);
            page.tree.insert_after(last, new);
            last = new;
        }
    }
}

/// Untagged nodes that belong together.
struct Piece {
    nodes: Vec<NodeId>,
    /// Insertion position; it depends on whether the nodes are blocks, lines or words.
    at: At,
    /// The paragraph of the lines, if the nodes are lines.
    paragraph: Option<NodeId>,
}

/// Insertion position of a piece.
#[derive(Clone, Copy)]
enum At {
    /// In the line of a tagged word, after or before it.
    InLine { word: NodeId, behind: bool },
    /// After the block of a tagged word, or before all blocks.
    Behind(Option<NodeId>),
}

/// Finds the untagged parts in the analysis of all text.
struct Finder<'a> {
    page: &'a Page,
    tagged: &'a [Option<NodeId>],
    /// For each node of the analysis, whether it contains tagged text.
    mixed: Vec<bool>,
    /// The last tagged word visited.
    last: Option<NodeId>,
    pieces: Vec<Piece>,
}

impl<'a> Finder<'a> {
    fn new(page: &'a Page, tagged: &'a [Option<NodeId>], tops: &[NodeId]) -> Self {
        let mut this = Self {
            page,
            tagged,
            mixed: vec![false; page.tree.len()],
            last: None,
            pieces: Vec::new(),
        };
        for step in tops.iter().flat_map(|&top| page.tree.walk(top)) {
            let Step::Leave(id) = step else { continue };
            if this.tagged_word(id).is_some() {
                this.mix(id);
            }
            if let (true, Some(parent)) = (this.is_mixed(id), page.tree.parent(id)) {
                this.mix(parent);
            }
        }
        this
    }

    fn mix(&mut self, id: NodeId) {
        if let Some(mixed) = self.mixed.get_mut(id.number() as usize) {
            *mixed = true;
        }
    }

    fn is_mixed(&self, id: NodeId) -> bool {
        self.mixed.get(id.number() as usize).is_some_and(|&m| m)
    }

    /// The tagged word that contains the last tagged glyph of a word.
    fn tagged_word(&self, id: NodeId) -> Option<NodeId> {
        let Detail::Word(range) = &self.page.tree[id].detail else {
            return None;
        };
        let glyphs = self
            .page
            .order
            .get(range.start as usize..range.end as usize)?;
        let mut words = glyphs
            .iter()
            .rev()
            .map(|&glyph| self.tagged.get(glyph as usize));
        words.find_map(|word| word.copied().flatten())
    }

    fn pieces(mut self, tops: &[NodeId]) -> Vec<Piece> {
        let tree = &self.page.tree;
        for &top in tops {
            let mut steps = tree.walk(top);
            while let Some(step) = steps.next() {
                let Step::Enter(id) = step else { continue };
                let node = &tree[id];
                if node.kind == NodeKind::TEXTLINE {
                    match self.is_mixed(id) {
                        true => self.words(id),
                        false => self.line(id),
                    }
                    steps.skip_children(id);
                } else if !self.is_mixed(id) && !matches!(node.kind.as_str(), "TR" | "TD" | "TH") {
                    self.pieces.push(Piece {
                        nodes: vec![id],
                        at: At::Behind(self.last),
                        paragraph: None,
                    });
                    steps.skip_children(id);
                }
            }
        }
        self.pieces
    }

    /// Adds an untagged line of a partly tagged paragraph.
    fn line(&mut self, line: NodeId) {
        let (tree, last) = (&self.page.tree, self.last);
        let paragraph = tree.parent(line);
        let before = self.pieces.last_mut().filter(|piece| {
            let goes_on = piece.nodes.last().copied() == tree.previous(line);
            goes_on && piece.paragraph.is_some() && piece.paragraph == paragraph
        });
        match before {
            Some(piece) => piece.nodes.push(line),
            None => self.pieces.push(Piece {
                nodes: vec![line],
                at: At::Behind(last),
                paragraph,
            }),
        }
    }

    /// Adds a word after a tagged word and after those already added there.
    fn behind(&mut self, tagged: NodeId, word: NodeId) {
        let last = self.pieces.last_mut();
        let known = last.filter(
            |piece| matches!(piece.at, At::InLine { word, behind: true } if word == tagged),
        );
        match known {
            Some(piece) => piece.nodes.push(word),
            None => self.pieces.push(Piece {
                nodes: vec![word],
                at: At::InLine {
                    word: tagged,
                    behind: true,
                },
                paragraph: None,
            }),
        }
    }

    /// Adds the untagged words of a partly tagged line.
    fn words(&mut self, line: NodeId) {
        let tree = &self.page.tree;
        let mut next = None;
        let mut first: Vec<NodeId> = Vec::new();
        for word in tree.children(line) {
            match self.tagged_word(word) {
                Some(tagged) => {
                    next = next.or(Some(tagged));
                    self.last = Some(tagged);
                }
                None => match (next, self.last) {
                    (Some(_), Some(last)) => self.behind(last, word),
                    _ => first.push(word),
                },
            }
        }
        if let (Some(word), false) = (next, first.is_empty()) {
            self.pieces.push(Piece {
                nodes: first,
                at: At::InLine {
                    word,
                    behind: false,
                },
                paragraph: None,
            });
        }
    }
}

/// Positions at which pieces were inserted.
#[derive(Default)]
struct Places {
    /// The last node inserted after each block; `None` is the start of the page.
    last: HashMap<Option<NodeId>, NodeId>,
}

impl Places {
    fn put_behind(&mut self, tree: &mut Tree, word: Option<NodeId>, piece: Piece) {
        let block = word.map(|word| block_of(tree, word));
        for &node in &piece.nodes {
            tree.detach(node);
        }
        let nodes = match piece.paragraph {
            None => piece.nodes,
            Some(_) => vec![paragraph_of(tree, &piece.nodes)],
        };
        for node in nodes {
            tree[node].add_attribute(Own::Untagged, "true");
            match (self.last.insert(block, node), block) {
                (Some(previous), _) => tree.insert_after(previous, node),
                (None, Some(block)) => tree.insert_after(block, node),
                (None, None) => put_first(tree, node),
            }
            fit_around(tree, node);
        }
    }
}

/// Creates a paragraph of lines.
fn paragraph_of(tree: &mut Tree, lines: &[NodeId]) -> NodeId {
    let boxes = lines.iter().map(|&line| tree[line].bbox);
    let bbox = boxes.reduce(|a, b| a.union(b)).unwrap_or(Rect::EMPTY);
    let paragraph = tree.add(Node::new(NodeKind::TEXTBOX, bbox, Detail::None));
    for &line in lines {
        tree.append(paragraph, line);
    }
    paragraph
}

/// The paragraph, list or table that contains a word: a direct child of grouping elements.
fn block_of(tree: &Tree, word: NodeId) -> NodeId {
    let groups = |id: NodeId| only_groups(tree[id].kind.as_str());
    let mut block = word;
    for id in tree.around(word) {
        if id == tree.root()
            || (groups(id) && tree.around(id).all(|id| id == tree.root() || groups(id)))
        {
            break;
        }
        block = id;
    }
    block
}

/// Inserts a node before the first node that is not an artifact.
fn put_first(tree: &mut Tree, node: NodeId) {
    let root = tree.root();
    let first = tree
        .children(root)
        .find(|&id| tree[id].kind.as_str() != "Artifact");
    match first {
        Some(first) => tree.insert_before(first, node),
        None => tree.append(root, node),
    }
}

/// Inserts words next to a word of a line, outside the inline elements around it.
fn put_in_line(tree: &mut Tree, word: NodeId, behind: bool, words: &[NodeId]) {
    let is_line = |id: Option<NodeId>| id.is_none_or(|id| tree[id].kind == NodeKind::TEXTLINE);
    let is_outside = |&id: &NodeId| is_line(tree.parent(id));
    let Some(mut beside) = tree.with_around(word).find(is_outside) else {
        return;
    };
    for &word in words {
        tree.detach(word);
        tree[word].add_attribute(Own::Untagged, "true");
        match behind {
            true => {
                tree.insert_after(beside, word);
                beside = word;
            }
            false => tree.insert_before(beside, word),
        }
        fit_around(tree, word);
    }
}

/// Extends the boxes of all ancestors to contain the node's box.
fn fit_around(tree: &mut Tree, id: NodeId) {
    let bbox = tree[id].bbox;
    let root = tree.root();
    let mut next = tree.parent(id);
    while let Some(id) = next.filter(|&id| id != root) {
        let node = &mut tree[id];
        node.bbox = node.bbox.union(bbox);
        next = tree.parent(id);
    }
}
