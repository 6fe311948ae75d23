//! Text that no element has. All of the page but its artifacts is analysed, and what is found there
//! without tags comes behind the tagged text that is before it to the eye: blocks behind the paragraph,
//! list or table of that, words in a line of tagged text into that line.

use std::collections::HashMap;
use std::ops::Range;

use crate::geometry::Rect;
use crate::layout::{self, LayoutParams};
use crate::model::{Detail, Node, NodeId, NodeKind, Own, Page, Step, Tree, only_groups};

use super::{fit_around, tagged_words};

/// Puts these glyphs, which are in drawing order, into their places on a page.
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

/// Makes words of their own of what has no tags in words that are tagged for a part.
fn part_words(page: &mut Page, tagged: &[Option<NodeId>], tops: &[NodeId]) {
    let is_tagged = |glyph: &u32| tagged.get(*glyph as usize).is_some_and(Option::is_some);
    let steps = tops.iter().flat_map(|&top| page.tree.walk(top));
    let words: Vec<(NodeId, Range<u32>)> = steps
        .filter_map(|step| match step {
            Step::Enter(id) => match &page.tree[id].detail {
                Detail::Word(range) => Some((id, range.clone())),
                _ => None,
            },
            Step::Leave(_) => None,
        })
        .collect();
    for (word, range) in words {
        let glyphs = page.order.get(range.start as usize..range.end as usize);
        let glyphs = glyphs.unwrap_or_default();
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

/// Nodes without tags that belong together.
struct Piece {
    nodes: Vec<NodeId>,
    /// What they are: blocks, or lines of a paragraph, or words of a line.
    at: At,
    /// The paragraph that lines are of.
    paragraph: Option<NodeId>,
}

/// Where a piece belongs.
#[derive(Clone, Copy)]
enum At {
    /// In the line of a tagged word, behind or before that.
    InLine { word: NodeId, behind: bool },
    /// Behind the block of a tagged word; before all of them.
    Behind(Option<NodeId>),
}

/// Finds what has no tags in the analysis of all.
struct Finder<'a> {
    page: &'a Page,
    tagged: &'a [Option<NodeId>],
    /// The nodes that tagged text is below.
    mixed: Vec<bool>,
    /// The last tagged word on the way.
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

    /// The tagged word that the last tagged glyph of a word is in.
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

    /// A line without tags, of a paragraph with others.
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

    /// A word behind a tagged one, and behind those that were found there.
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

    /// The words without tags of a line with others.
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

/// Where pieces were put.
#[derive(Default)]
struct Places {
    /// The last one behind each block, and before all.
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

/// A paragraph of some lines.
fn paragraph_of(tree: &mut Tree, lines: &[NodeId]) -> NodeId {
    let boxes = lines.iter().map(|&line| tree[line].bbox);
    let bbox = boxes.reduce(|a, b| a.union(b)).unwrap_or(Rect::EMPTY);
    let paragraph = tree.add(Node::new(NodeKind::TEXTBOX, bbox, Detail::None));
    for &line in lines {
        tree.append(paragraph, line);
    }
    paragraph
}

/// The paragraph, list or table that a word is in: the child of what only groups others.
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

/// Before all that is no artifact.
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

/// Puts words beside a word of a line, outside the parts of the line that this is in.
fn put_in_line(tree: &mut Tree, word: NodeId, behind: bool, words: &[NodeId]) {
    let is_line = |id: Option<NodeId>| id.is_none_or(|id| tree[id].kind == NodeKind::TEXTLINE);
    let mut up = std::iter::successors(Some(word), |&id| tree.parent(id));
    let Some(mut beside) = up.find(|&id| is_line(tree.parent(id))) else {
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
