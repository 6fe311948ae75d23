//! Adds a line or word that was not recognised.

use std::sync::Arc;

use super::super::anchor::{fold, quote};
use super::super::entry::{Class, Level};
use super::super::words::{texts_of, words_below, words_in};
use super::Editor;
use super::glyphs::{Extent, write};
use super::unit::{new_unit, refit, unit_of};
use crate::bidi;
use crate::geometry::{Point, Rect};
use crate::page::{Content, Detail, FontFacts, Node, NodeId, NodeKind, Page, Run};
use crate::rank::rank;

/// Height of the em in heights of the box of a line, as in most fonts.
const EM: f32 = 0.9;
/// Distance from the bottom of the box of a line to the baseline, in heights of the box.
const DESCENT: f32 = 0.22;
/// Least share of the height of a word that is beside a line to which it belongs.
const BESIDE: f32 = 0.5;
/// Largest gap between lines of one paragraph, in heights of the line.
const LINE_GAP: f32 = 0.8;

impl Editor<'_> {
    /// Adds text in a box. Returns `false` if it is there already.
    pub(super) fn add(&mut self, level: Level, bbox: Rect, text: &str) -> Result<bool, String> {
        let tokens: Vec<&str> = text.split_whitespace().collect();
        if tokens.is_empty() || bbox.width() <= 0.0 || bbox.height() <= 0.0 {
            return Err("it has no text or no area".to_owned());
        }
        // Noise is removed after this operation.
        let noise = self.classified(|class| class == Class::Noise);
        let page = &mut *self.page;
        let mut there = words_in(page, bbox);
        there.retain(|word| !noise.contains(word));
        if !there.is_empty() {
            let all = texts_of(page, &there).join(" ");
            return match fold(&all) == fold(text) {
                true => Ok(false),
                false => Err(format!("the box has the words {}", quote(&all))),
            };
        }
        let run = new_run(&mut page.content, bbox);
        let extent = Extent {
            run,
            direction: Point::new(1.0, 0.0),
            base: Point::new(bbox.x0, bbox.y1 - DESCENT * bbox.height()),
            start: bbox.x0,
            end: bbox.x1,
        };
        let mut words = Vec::new();
        for (range, own) in write(page, extent, &tokens, &[]) {
            let own = Rect::new(own.x0, bbox.y0, own.x1, bbox.y1);
            let node = Node::new(NodeKind::WORD, own, Detail::Word(range));
            let word = page.tree.add(node);
            self.earlier.add(word, "");
            words.push(word);
        }
        match beside(page, bbox).filter(|_| level == Level::Word) {
            Some(line) => {
                let own: Vec<NodeId> = words_below(page, line).collect();
                insert_words(page, line, &words, text);
                let all = words_below(page, line);
                let before = all.take_while(|word| own.contains(word)).last();
                let beside: Vec<NodeId> = before.or(own.first().copied()).into_iter().collect();
                self.join(&words, &beside, Level::Line);
            }
            None => {
                let (above, below) = insert_line(page, bbox, &words);
                let above = above.and_then(|line| words_below(page, line).last());
                let below = below.and_then(|line| words_below(page, line).next());
                let beside: Vec<NodeId> = above.into_iter().chain(below).collect();
                if !beside.is_empty() {
                    self.join(&words, &beside, Level::Paragraph);
                }
            }
        }
        self.keep_apart(&words, true);
        Ok(true)
    }
}

/// A run for text in a box, with the font of the text before.
fn new_run(content: &mut Content, bbox: Rect) -> u32 {
    if content.fonts.is_empty() {
        content.fonts.push(Arc::new(FontFacts::default()));
    }
    let size = EM * bbox.height();
    let font = content.runs.last().map_or(0, |run| run.font);
    content.runs.push(Run {
        ascent: (1.0 - DESCENT) * bbox.height(),
        descent: -DESCENT * bbox.height(),
        ..Run::upright(font, size)
    });
    content.runs.len() as u32 - 1
}

fn lines(page: &Page) -> impl Iterator<Item = NodeId> + '_ {
    let nodes = page.tree.below(page.tree.root());
    nodes.filter(|&id| matches!(page.tree[id].detail, Detail::Line(_)))
}

/// The nearest line beside a box.
fn beside(page: &Page, bbox: Rect) -> Option<NodeId> {
    let tree = &page.tree;
    let is_beside = |line: &NodeId| {
        let own = tree[*line].bbox;
        let common = own.y1.min(bbox.y1) - own.y0.max(bbox.y0);
        common >= BESIDE * bbox.height().min(own.height())
    };
    let distance = |line: NodeId| {
        let own = tree[line].bbox;
        (own.x0 - bbox.x1).max(bbox.x0 - own.x1).max(0.0)
    };
    let lines = lines(page).filter(is_beside);
    lines.min_by_key(|&line| rank(distance(line)))
}

/// Inserts words into a line.
fn insert_words(page: &mut Page, line: NodeId, words: &[NodeId], text: &str) {
    let rtl = bidi::is_mostly_right_to_left(text);
    let middle = |page: &Page, id: NodeId| page.tree[id].bbox.centre().x;
    for &word in words {
        let own = middle(page, word);
        let is_after = |&child: &NodeId| (middle(page, child) > own) != rtl;
        match page.tree.children(line).find(is_after) {
            Some(next) => page.tree.insert_before(next, word),
            None => page.tree.append(line, word),
        }
    }
    refit(&mut page.tree, line);
}

/// Inserts a line of words: into the paragraph of the line above or below it, or after the text above it. Returns the
/// lines with which it is in one unit.
///
/// The distance decides, because the same line must be in the same unit under another analysis.
fn insert_line(page: &mut Page, bbox: Rect, words: &[NodeId]) -> (Option<NodeId>, Option<NodeId>) {
    let Some(&first) = words.first() else {
        return (None, None);
    };
    let line = new_unit(page, Level::Line, first);
    words.iter().for_each(|&word| page.tree.append(line, word));
    let tree = &page.tree;
    // Other analyses may have made one line of words on both sides of a wide gap.
    let around = bbox.grown(bbox.height());
    let in_column = |line: &NodeId| {
        let mut words = words_below(page, *line).map(|word| tree[word].bbox);
        words.any(|word| word.x0 < around.x1 && around.x0 < word.x1)
    };
    let column = lines(page).filter(in_column);
    let is_above = |&id: &NodeId| tree[id].bbox.centre().y < bbox.centre().y;
    let (above, below): (Vec<NodeId>, Vec<NodeId>) = column.partition(is_above);
    let above = above.into_iter().max_by_key(|&id| rank(tree[id].bbox.y1));
    let below = below.into_iter().min_by_key(|&id| rank(tree[id].bbox.y0));
    let is_near = |gap: f32| gap <= LINE_GAP * bbox.height();
    let near_above = above.filter(|&id| is_near(bbox.y0 - tree[id].bbox.y1));
    let near_below = below.filter(|&id| is_near(tree[id].bbox.y0 - bbox.y1));
    let (above, below) = match (near_above, near_below) {
        (Some(_), _) => (near_above, None),
        (None, Some(_)) => (None, near_below),
        (None, None) => (above, below),
    };
    let is_near = near_above.or(near_below).is_some();
    let unit = |level, line| unit_of(tree, level, line);
    let between = above.zip(below);
    let is_between = |level| {
        between.is_some_and(|(above, below)| {
            unit(level, above).is_some() && unit(level, above) == unit(level, below)
        })
    };
    let beside = match is_near || between.is_some() {
        true => (above, below),
        false => (None, None),
    };
    // The largest unit that has no other line.
    let level = match is_near || is_between(Level::Paragraph) {
        true => Level::Line,
        false if is_between(Level::Block) => Level::Paragraph,
        false => Level::Block,
    };
    let top = |line| {
        unit(level, line)
            .or(unit(Level::Paragraph, line))
            .unwrap_or(line)
    };
    let (above, below) = (above.map(top), below.map(top));
    let mut new = line;
    for around in [Level::Paragraph, Level::Block]
        .into_iter()
        .filter(|around| *around <= level)
    {
        let around = new_unit(page, around, first);
        page.tree.append(around, new);
        new = around;
    }
    match (above, below) {
        (Some(above), _) => page.tree.insert_after(above, new),
        (None, Some(below)) => page.tree.insert_before(below, new),
        (None, None) => page.tree.append(page.tree.root(), new),
    }
    refit(&mut page.tree, line);
    beside
}
