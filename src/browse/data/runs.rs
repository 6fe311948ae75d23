//! Text in reading order, split at changes of font and size.

use serde::Serialize;

use super::font::Font;
use super::view::View;
use crate::web::bbox::rounded;
use pdfa2hocr_core::blocks::Page;
use pdfa2hocr_core::page::{Detail, Node, NodeId, Step};

/// Most bytes of text that are shown of one element.
const MOST: usize = 40_000;

/// A run of text in one font and size.
#[derive(Debug, Serialize)]
pub(super) struct Run {
    text: String,
    /// The index of its font in [`Runs::fonts`].
    font: usize,
    size: f64,
}

/// Runs of text, and their fonts.
#[derive(Debug, Default)]
pub(super) struct Runs {
    pub runs: Vec<Run>,
    pub fonts: Vec<Font>,
    /// Whether text is omitted.
    pub truncated: bool,
    bytes: usize,
    /// The white space before the next word.
    space: &'static str,
}

impl Runs {
    /// Adds a word; returns `false` if the limit is reached.
    pub(super) fn word(&mut self, view: &View, page: &Page, word: NodeId) -> bool {
        let page = page.model();
        let Detail::Word(glyphs) = &page.tree[word].detail else {
            return true;
        };
        if self.bytes >= MOST {
            self.truncated = true;
            return false;
        }
        let mut space = std::mem::replace(&mut self.space, " ");
        // The last font: its index in the page and in this list.
        let mut last: Option<(u32, usize)> = None;
        for glyph in page.glyphs(glyphs) {
            let text = page.content.text_of(glyph);
            if text.is_empty() {
                continue;
            }
            if text == "\u{AD}" {
                // The word continues on the next line.
                self.space = "";
                continue;
            }
            let run = page.content.run_of(glyph);
            let font = match last {
                Some((of, font)) if of == run.font => font,
                _ => {
                    let facts = page.content.fonts.get(run.font as usize);
                    self.font(
                        facts
                            .map(|facts| Font::new(view, facts))
                            .unwrap_or_default(),
                    )
                }
            };
            last = Some((run.font, font));
            let size = rounded(run.size);
            self.bytes += text.len() + space.len();
            match self.runs.last_mut() {
                Some(last) if (last.font, last.size) == (font, size) => {
                    last.text.push_str(std::mem::take(&mut space));
                    last.text.push_str(text);
                }
                _ => self.runs.push(Run {
                    text: std::mem::take(&mut space).to_owned() + text,
                    font,
                    size,
                }),
            }
        }
        true
    }

    fn font(&mut self, font: Font) -> usize {
        match self.fonts.iter().position(|known| *known == font) {
            Some(known) => known,
            None => {
                self.fonts.push(font);
                self.fonts.len() - 1
            }
        }
    }

    /// Adds the words below a node for which `is_inside` holds. It takes a node and whether the node around it is
    /// inside.
    pub(super) fn below(
        &mut self,
        view: &View,
        page: &Page,
        node: NodeId,
        is_inside: impl Fn(&Node, bool) -> bool,
    ) {
        let tree = &page.model().tree;
        let mut around = vec![false];
        for step in tree.walk(node) {
            match step {
                Step::Enter(id) => {
                    let outer = around.last().copied().unwrap_or(false);
                    let inside = is_inside(&tree[id], outer);
                    around.push(inside);
                    if inside && !self.word(view, page, id) {
                        return;
                    }
                }
                Step::Leave(id) => {
                    let inside = around.pop().unwrap_or(false);
                    // A node with lines is a paragraph.
                    let first = tree.children(id).next();
                    let has_lines =
                        first.is_some_and(|c| matches!(tree[c].detail, Detail::Line(_)));
                    if inside && has_lines && !self.runs.is_empty() {
                        self.space = "\n";
                    }
                }
            }
        }
    }
}
