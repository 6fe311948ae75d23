//! Right-to-left scripts: puts glyphs of a line into visual order, and words of a page into reading order.
//!
//! 1. `join_lines` puts the glyphs of a line into visual order, and joins lines that were split because their
//!    words are drawn from the right. Words are then found as in any other line.
//! 2. [`put_in_logical_order`] converts each line of the page tree, words and their glyphs, from visual to
//!    logical order ([`inverse`]), or to that of an OCR engine. It also sets the direction of nodes.
//!
//! Lines without letters of such scripts are not changed.

mod recognised;
mod visual;

use std::collections::HashMap;

use super::{Frame, Frames, LineParams, TextLine};
use crate::bidi::{Direction, Letters, has_right_to_left, inverse};
use crate::compact_sort::CompactSort;
use crate::geometry::Rect;
use crate::page::{Content, Detail, NodeId, Own, Page, Step, Tree};

/// Whether glyphs contain right-to-left letters.
pub(crate) fn has_rtl(content: &Content, glyphs: &[u32]) -> bool {
    glyphs
        .iter()
        .filter_map(|&g| content.glyphs.get(g as usize))
        .any(|g| has_right_to_left(content.text_of(g)))
}

/// Puts the glyphs of a line with right-to-left letters into visual order.
pub(crate) fn put_in_visual_order(content: &Content, frame: Frame, glyphs: &mut [u32]) {
    visual::sort(content, frame, glyphs);
}

/// Puts the glyphs of lines with right-to-left letters into visual order. Joins such a line with the next if
/// both are on one printed line. The lines are consecutive ranges of `order`.
pub(super) fn join_lines(
    content: &Content,
    frames: &Frames,
    lines: &mut Vec<TextLine>,
    order: &mut [u32],
    params: &LineParams,
) {
    let glyphs = |order: &[u32], line: &TextLine| {
        let range = line.glyphs.start as usize..line.glyphs.end as usize;
        order.get(range).is_some_and(|g| has_rtl(content, g))
    };
    let rtl: Vec<bool> = lines.iter().map(|line| glyphs(order, line)).collect();
    if !rtl.contains(&true) {
        return;
    }
    let mut rtl = rtl.into_iter();
    let mut joined: Vec<(TextLine, bool)> = Vec::with_capacity(lines.len());
    for line in lines.drain(..) {
        let is_rtl = rtl.next().unwrap_or(false);
        match joined.last_mut() {
            Some((last, last_rtl))
                if (*last_rtl || is_rtl)
                    && last.frame == line.frame
                    && last.glyphs.end == line.glyphs.start
                    && side_by_side(last.cell, line.cell, params) =>
            {
                last.glyphs.end = line.glyphs.end;
                last.cell = last.cell.union(line.cell);
                last.bbox = last.bbox.union(line.bbox);
                last.inked |= line.inked;
                *last_rtl |= is_rtl;
            }
            _ => joined.push((line, is_rtl)),
        }
    }
    for (line, is_rtl) in &joined {
        let range = line.glyphs.start as usize..line.glyphs.end as usize;
        if let Some(glyphs) = order.get_mut(range).filter(|_| *is_rtl) {
            visual::sort(content, frames.get(line.frame), glyphs);
        }
    }
    lines.extend(joined.into_iter().map(|(line, _)| line));
}

/// Whether two pieces are on one line with at most a wide space between them. The height of their cells is
/// the font size, from which the length of a letter is estimated.
fn side_by_side(a: Rect, b: Rect, params: &LineParams) -> bool {
    let lower = a.height().min(b.height());
    let overlap = a.y1.min(b.y1) - a.y0.max(b.y0);
    let gap = a.x0.max(b.x0) - a.x1.min(b.x1);
    overlap > params.line_overlap * lower && gap < params.char_margin * lower / 2.0
}

/// A printed line of a page's tree.
struct Printed {
    node: NodeId,
    /// Its words from left to right, each with its clusters.
    words: Vec<(NodeId, Vec<visual::Cluster>)>,
    /// For each cluster of the line, its word and its position in it; `None` for a gap between words.
    units: Vec<Option<(usize, usize)>>,
    /// The character of each unit for the bidirectional algorithm.
    chars: Vec<char>,
    direction: Direction,
    /// Its words in the logical order of an OCR engine, each with its glyphs.
    recognised: Option<Vec<(usize, Vec<u32>)>>,
}

/// Puts the words of every line with right-to-left letters, and their glyphs, into logical order. Brackets in
/// right-to-left text change from their displayed form to their meaning. On such a page every node with
/// letters gets the attribute `dir`: `rtl` or `ltr`.
pub fn put_in_logical_order(page: &mut Page) {
    if !has_right_to_left(&page.content.text) {
        return;
    }
    let letters = count_letters(page);
    let lines = printed_lines(page, &letters);
    let shapes = brackets_are_shapes(&lines);
    let directions = lines
        .iter()
        .map(|line| (line.node, line.direction))
        .collect();
    for line in lines {
        turn(page, line, shapes);
    }
    say_directions(&mut page.tree, &letters, directions);
}

/// Counts the letters below each node that has any.
fn count_letters(page: &Page) -> HashMap<NodeId, Letters> {
    let mut letters: HashMap<NodeId, Letters> = HashMap::new();
    let mut text = String::new();
    for step in page.tree.walk(page.tree.root()) {
        let Step::Leave(id) = step else { continue };
        if let Detail::Word(glyphs) = &page.tree[id].detail {
            text.clear();
            page.push_text(glyphs, &mut text);
            letters.insert(id, Letters::of(&text));
        }
        if let (Some(own), Some(parent)) = (letters.get(&id).copied(), page.tree.parent(id)) {
            letters.entry(parent).or_default().add(own);
        }
    }
    letters
}

/// The lines with right-to-left letters, and recognised ones without letters in blocks of such lines.
fn printed_lines(page: &Page, letters: &HashMap<NodeId, Letters>) -> Vec<Printed> {
    let tree = &page.tree;
    let of = |id: NodeId| letters.get(&id).copied().unwrap_or_default();
    let whole = of(tree.root()).majority();
    let mut lines = Vec::new();
    for node in tree.below(tree.root()) {
        let own = of(node);
        if !matches!(tree[node].detail, Detail::Line(_)) {
            continue;
        }
        if own.rtl == 0 {
            // Numbers between right-to-left lines: engines write them in the order of the paragraph.
            let block = tree.parent(node).map(of).unwrap_or_default();
            if own == Letters::default() && block.majority() == Some(Direction::RightToLeft) {
                let line = Printed::new(page, node);
                lines.extend(line.recognised.is_some().then_some(line));
            }
            continue;
        }
        let mut line = Printed::new(page, node);
        // A line with letters of one direction has that direction. A mixed line has the direction of its
        // block, otherwise that of both its ends, otherwise that of most of its letters.
        if own.ltr > 0 {
            let block = tree.parent(node).map(of).unwrap_or_default();
            let direction = (block != own)
                .then(|| block.majority())
                .flatten()
                .or_else(|| line.ends())
                .or(own.majority())
                .or(whole);
            line.direction = direction.unwrap_or(Direction::RightToLeft);
        }
        lines.push(line);
    }
    lines
}

impl Printed {
    /// Reads a line, with right-to-left as its provisional direction.
    fn new(page: &Page, node: NodeId) -> Self {
        let mut words: Vec<(f32, NodeId, Vec<visual::Cluster>)> = Vec::new();
        for (id, range) in page.tree.words(node) {
            let glyphs = page.glyphs_in(range);
            let first = glyphs.first().and_then(|&g| {
                let glyph = page.content.glyphs.get(g as usize)?;
                page.content.runs.get(glyph.run as usize)
            });
            let frame = first.map_or(Frame::UPRIGHT, Frame::of);
            let clusters = visual::clusters(&page.content, frame, glyphs);
            let start = clusters.first().map_or(0.0, visual::Cluster::start);
            words.push((start, id, clusters));
        }
        words.compact_sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut line = Self {
            node,
            words: words.into_iter().map(|(_, id, c)| (id, c)).collect(),
            units: Vec::new(),
            chars: Vec::new(),
            direction: Direction::RightToLeft,
            recognised: None,
        };
        line.recognised = recognised::order(&page.content, &line.words);
        for (number, (_, clusters)) in line.words.iter().enumerate() {
            if number > 0 {
                line.units.push(None);
                line.chars.push(' ');
            }
            for (at, cluster) in clusters.iter().enumerate() {
                line.units.push(Some((number, at)));
                line.chars.push(cluster.character(&page.content));
            }
        }
        line
    }

    /// The direction of the first and the last letter, if it is the same.
    fn ends(&self) -> Option<Direction> {
        let direction = |c: &char| Direction::of(*c);
        let first = self.chars.iter().find_map(direction)?;
        let last = self.chars.iter().rev().find_map(direction)?;
        (first == last).then_some(first)
    }
}

/// Whether brackets in right-to-left text have the code of their displayed form, as in tables of fonts.
/// Otherwise they have that of their meaning, as some PDF producers write. In displayed form, the closing
/// bracket of a pair is read first.
fn brackets_are_shapes(lines: &[Printed]) -> bool {
    let (mut shapes, mut meant) = (0usize, 0usize);
    // Engines write brackets as they are meant.
    for line in lines.iter().filter(|line| line.recognised.is_none()) {
        let mut last = None;
        for place in inverse(&line.chars, line.direction, false) {
            let c = line.chars.get(place.seen).copied().unwrap_or(' ');
            let opens = match c {
                _ if !place.backwards => continue,
                '(' | '[' | '{' | '«' => true,
                ')' | ']' | '}' | '»' => false,
                _ => continue,
            };
            match (last.take(), opens) {
                (Some(true), false) => meant += 1,
                (Some(false), true) => shapes += 1,
                _ => last = Some(opens),
            }
        }
    }
    shapes >= meant
}

/// Puts one line into logical order.
fn turn(page: &mut Page, line: Printed, shapes: bool) {
    if let Some(recognised) = line.recognised {
        let mut first: HashMap<NodeId, usize> = HashMap::new();
        for (rank, (word, glyphs)) in recognised.into_iter().enumerate() {
            if let Some((id, _)) = line.words.get(word) {
                set_order(page, *id, glyphs);
                first.insert(*id, rank);
            }
        }
        sort_words(&mut page.tree, line.node, first);
        return;
    }
    // The glyphs of each word in reading order, and the rank of its first letter or digit. Adjacent
    // punctuation does not count, because it may belong to the surrounding text of the other direction.
    let mut read: Vec<Vec<u32>> = vec![Vec::new(); line.words.len()];
    let mut first: HashMap<NodeId, (bool, usize)> = HashMap::new();
    for (rank, place) in inverse(&line.chars, line.direction, shapes)
        .into_iter()
        .enumerate()
    {
        let Some(Some((word, at))) = line.units.get(place.seen) else {
            continue;
        };
        let Some((id, clusters)) = line.words.get(*word) else {
            continue;
        };
        let glyphs = clusters.get(*at).map(|c| c.glyphs.as_slice());
        let glyphs = glyphs.unwrap_or_default();
        if place.backwards && shapes {
            mirror(&mut page.content, glyphs);
        }
        let letter = line
            .chars
            .get(place.seen)
            .is_some_and(|c| c.is_alphanumeric());
        let found = first.entry(*id).or_insert((!letter, rank));
        *found = (*found).min((!letter, rank));
        if let Some(read) = read.get_mut(*word) {
            read.extend_from_slice(glyphs);
        }
    }
    for ((id, _), read) in line.words.iter().zip(read) {
        set_order(page, *id, read);
    }
    let first = first
        .into_iter()
        .map(|(id, (_, rank))| (id, rank))
        .collect();
    sort_words(&mut page.tree, line.node, first);
}

/// Sets the order of the glyphs of a word.
fn set_order(page: &mut Page, word: NodeId, glyphs: Vec<u32>) {
    if let Detail::Word(range) = &page.tree[word].detail {
        let range = range.start as usize..range.end as usize;
        let slots = page.order.get_mut(range).into_iter().flatten();
        slots.zip(glyphs).for_each(|(slot, glyph)| *slot = glyph);
    }
}

/// Replaces a bracket in text by its mirror image.
fn mirror(content: &mut Content, glyphs: &[u32]) {
    let Some(&base) = glyphs.first() else { return };
    let Some(glyph) = content.glyphs.get(base as usize).copied() else {
        return;
    };
    let mut chars = content.text_of(&glyph).chars();
    if let (Some(c), None) = (chars.next(), chars.next())
        && let Some(mirrored) = unicode_bidi_mirroring::get_mirrored(c)
    {
        let text = content.push_text(mirrored.encode_utf8(&mut [0; 4]));
        if let Some(glyph) = content.glyphs.get_mut(base as usize) {
            glyph.text = text;
        }
    }
}

/// Sorts the content of a line, at every level, by the rank of the first word.
fn sort_words(tree: &mut Tree, line: NodeId, mut first: HashMap<NodeId, usize>) {
    for id in tree.leaves_first(line).collect::<Vec<_>>() {
        let mut children: Vec<NodeId> = tree.children(id).collect();
        if children.is_empty() {
            continue;
        }
        let rank = |id: &NodeId| first.get(id).copied().unwrap_or(usize::MAX);
        if !children.is_sorted_by_key(rank) {
            children.compact_sort_by_key(rank);
            for &child in &children {
                tree.detach(child);
                tree.append(id, child);
            }
        }
        let own = children.iter().map(rank).min().unwrap_or(usize::MAX);
        first.insert(id, own);
    }
}

/// Sets `dir` on every node with letters. Words, lines and blocks of lines get the direction of most of their
/// letters, mixed lines that of the surrounding text. Nodes around blocks are `rtl` only if all their content
/// is.
fn say_directions(
    tree: &mut Tree,
    letters: &HashMap<NodeId, Letters>,
    mut said: HashMap<NodeId, Direction>,
) {
    let is_line = |tree: &Tree, id: NodeId| matches!(tree[id].detail, Detail::Line(_));
    // Bottom up: each node, and whether the majority of its letters decides.
    let mut nodes: Vec<(NodeId, bool)> = Vec::new();
    let mut lines_open = 0usize;
    for step in tree.walk(tree.root()) {
        match step {
            Step::Enter(id) => lines_open += usize::from(is_line(tree, id)),
            Step::Leave(id) => {
                let inside = lines_open > 0 || matches!(tree[id].detail, Detail::Word(_));
                let block = || tree.children(id).any(|child| is_line(tree, child));
                nodes.push((id, inside || block()));
                lines_open -= usize::from(is_line(tree, id));
            }
        }
    }
    for (id, most) in nodes {
        let Some(own) = letters.get(&id) else {
            continue;
        };
        let direction = match said.get(&id) {
            Some(&direction) => Some(direction),
            None if most => own.majority(),
            None => {
                let mut children = tree.children(id).filter_map(|child| said.get(&child));
                Some(if children.all(|&d| d == Direction::RightToLeft) {
                    Direction::RightToLeft
                } else {
                    Direction::LeftToRight
                })
            }
        };
        if let Some(direction) = direction {
            said.insert(id, direction);
            tree[id].add_attribute(Own::Dir, direction.name());
        }
    }
}

#[cfg(test)]
mod tests;
