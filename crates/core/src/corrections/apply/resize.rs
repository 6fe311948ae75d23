//! Sets the box of a unit.

use super::super::anchor::{Made, is_near};
use super::super::entry::{Anchor, Level};
use super::super::words::TOLERANCE;
use super::Editor;
use super::boxes::set_box;
use super::gather::gather;
use super::glyphs::change_glyphs;
use crate::geometry::{Point, Rect};
use crate::page::{NodeId, Page};

/// Difference of edges in points below which two boxes are the same. It is less than a pixel at 600 dpi.
const SAME: f32 = 0.1;

impl Editor<'_> {
    /// Sets the box of a unit. The glyphs of a word move with it.
    pub(super) fn resize(
        &mut self,
        level: Level,
        on: &Anchor,
        to: Rect,
        units: &[Vec<NodeId>],
    ) -> Result<bool, String> {
        let [words] = units else {
            // A later operation removed it, or made it a part of another unit.
            return Ok(false);
        };
        let page = &mut *self.page;
        // Words that were added since then may be beside the box.
        let own = Rect::from(on.bbox).grown(TOLERANCE);
        let boxes = words.iter().map(|&word| page.tree[word].bbox);
        let added: Rect = boxes.filter(|word| !own.contains(word.centre())).collect();
        let to = to.union(added);
        let (node, changed) = match (level, words.as_slice()) {
            (Level::Word, &[word]) => (word, false),
            (Level::Word, _) => return Err("the word is divided here".to_owned()),
            _ => gather(page, level, words),
        };
        let from = page.tree[node].bbox;
        if is_near(from, to, SAME) {
            return Ok(changed);
        }
        if level == Level::Word {
            self.keep_apart(words, false);
            move_glyphs(self.page, node, from, to);
        }
        set_box(self.page, node, to);
        if level != Level::Word {
            if changed {
                // Classes that are set later must not merge it with the rest of its old unit.
                self.regroup_located(level, words);
            }
            self.earlier.made.push(Made {
                level,
                unit: node,
                words: words.clone(),
                bbox: Some(to),
            });
        }
        Ok(true)
    }
}

/// Maps the glyphs of a word from one box to another.
fn move_glyphs(page: &mut Page, word: NodeId, from: Rect, to: Rect) {
    let scale = |from: f32, to: f32| if from > 0.0 { to / from } else { 1.0 };
    let x = scale(from.width(), to.width());
    let y = scale(from.height(), to.height());
    let moved = |p: Point| Point::new(to.x0 + (p.x - from.x0) * x, to.y0 + (p.y - from.y0) * y);
    change_glyphs(page, word, |glyph, runs| {
        let run = runs.get(glyph.run as usize);
        let is_level = run.is_none_or(|run| run.direction.y == 0.0);
        glyph.origin = moved(glyph.origin);
        glyph.advance *= if is_level { x } else { y };
        if !glyph.bbox.is_empty() {
            let Rect { x0, y0, x1, y1 } = glyph.bbox;
            glyph.bbox = Rect::around([Point::new(x0, y0), Point::new(x1, y1)].map(moved));
        }
    });
}
