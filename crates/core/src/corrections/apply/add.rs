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
        let line = beside(page, bbox).filter(|_| level == Level::Word);
        let (beside, least) = match line {
            Some(line) => (insert_words(page, line, &words, text), Level::Line),
            None => (insert_line(page, bbox, &words), Level::Paragraph),
        };
        if !beside.is_empty() {
            self.join(&words, &beside, least);
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

/// The line of the nearest word beside a box. Other analyses may make one line of words on both sides of a wide gap, so
/// that only words are compared.
fn beside(page: &Page, bbox: Rect) -> Option<NodeId> {
    let tree = &page.tree;
    let lines = words_below(page, tree.root()).filter_map(|word| {
        let own = tree[word].bbox;
        let common = own.y1.min(bbox.y1) - own.y0.max(bbox.y0);
        let distance = (own.x0 - bbox.x1).max(bbox.x0 - own.x1).max(0.0);
        let is_beside = common >= BESIDE * bbox.height().min(own.height());
        let line = unit_of(tree, Level::Line, word).filter(|_| is_beside)?;
        Some((rank(distance), line))
    });
    Some(lines.min_by_key(|(distance, _)| *distance)?.1)
}

/// Inserts words into a line. Returns a word before them, or else one after them.
fn insert_words(page: &mut Page, line: NodeId, words: &[NodeId], text: &str) -> Vec<NodeId> {
    let own: Vec<NodeId> = words_below(page, line).collect();
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
    let before = words_below(page, line).take_while(|word| own.contains(word));
    before.last().or(own.first().copied()).into_iter().collect()
}

/// Inserts a line of words: into the paragraph of the word above or below it, or after the text above it. Returns the
/// words with which it is in one unit.
///
/// The distance of words decides, because the same line must be in the same unit under another analysis.
fn insert_line(page: &mut Page, bbox: Rect, words: &[NodeId]) -> Vec<NodeId> {
    let Some(&first) = words.first() else {
        return Vec::new();
    };
    let line = new_unit(page, Level::Line, first);
    words.iter().for_each(|&word| page.tree.append(line, word));
    let tree = &page.tree;
    let own = |word: &NodeId| tree[*word].bbox;
    let around = bbox.grown(bbox.height());
    let in_column = |word: &NodeId| own(word).x0 < around.x1 && around.x0 < own(word).x1;
    let column = words_below(page, tree.root()).filter(in_column);
    let (above, below): (Vec<NodeId>, Vec<NodeId>) =
        column.partition(|word| own(word).centre().y < bbox.centre().y);
    let above = above.into_iter().max_by_key(|word| rank(own(word).y1));
    let below = below.into_iter().min_by_key(|word| rank(own(word).y0));
    let is_near = |gap: f32| gap <= LINE_GAP * bbox.height();
    let near_above = above.filter(|word| is_near(bbox.y0 - own(word).y1));
    let near_below = below.filter(|word| is_near(own(word).y0 - bbox.y1));
    let (above, below) = match (near_above, near_below) {
        (Some(_), _) => (near_above, None),
        (None, Some(_)) => (None, near_below),
        (None, None) => (above, below),
    };
    let unit = |level, word| unit_of(tree, level, word);
    let is_between = |level| {
        above.zip(below).is_some_and(|(above, below)| {
            unit(level, above).is_some() && unit(level, above) == unit(level, below)
        })
    };
    // The largest unit that has no other line.
    let level = match near_above.or(near_below).is_some() || is_between(Level::Paragraph) {
        true => Level::Line,
        false if is_between(Level::Block) => Level::Paragraph,
        false => Level::Block,
    };
    let is_inside = level < Level::Block || above.is_some() && below.is_some();
    let top = |word| {
        let mut levels = [level, Level::Paragraph, Level::Line].into_iter();
        let found = levels.find_map(|level| unit(level, word));
        found.unwrap_or(word)
    };
    let (before, after) = (above.map(top), below.map(top));
    let mut new = line;
    for around in [Level::Paragraph, Level::Block] {
        if around <= level {
            let around = new_unit(page, around, first);
            page.tree.append(around, new);
            new = around;
        }
    }
    match (before, after) {
        (Some(above), _) => page.tree.insert_after(above, new),
        (None, Some(below)) => page.tree.insert_before(below, new),
        (None, None) => page.tree.append(page.tree.root(), new),
    }
    refit(&mut page.tree, line);
    let beside = above.into_iter().chain(below).filter(|_| is_inside);
    beside.collect()
}
