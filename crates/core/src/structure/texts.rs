//! Extracts the text of each item of the structure tree on a page.

use super::Tags;
use super::content::Dealt;
use super::part::Parts;
use crate::geometry::{Matrix, Rect};
use crate::line::{Frames, LineParams, Segmenter, Words, baseline, lines, logical};
use crate::page::{Content, Detail, Node, NodeKind, Page, Tree};

impl Tags {
    /// The texts of the items on a page. Of consecutive items of one element, the first has the whole text,
    /// because a word may be divided between them. `matrix` converts user space to page space.
    pub fn texts(
        &self,
        index: u32,
        mut content: Content,
        matrix: Matrix,
        params: &LineParams,
        segmenter: Option<&Segmenter>,
    ) -> Vec<String> {
        let items = self.pages.of(index);
        let parts = Parts::new(&self.structure, &self.pages, items);
        let dealt = Dealt::new(self, index, &parts, &mut content, matrix);
        let frames = Frames::new(&content);
        let mut words = Words::new(&content, params, segmenter);
        // A block for each run of items of one element, with the number of its first item.
        let mut tree = Tree::new(Rect::EMPTY);
        let mut blocks = Vec::new();
        let mut order = Vec::new();
        let mut start = 0;
        for same in items.chunk_by(|a, b| a.element == b.element) {
            let end = start + same.len();
            let glyphs = dealt.glyphs.get(start..end).unwrap_or_default().iter();
            let glyphs = glyphs.flatten().copied();
            let lines = lines(&content, &frames, glyphs, params, &mut order);
            let node = |detail| Node::new(NodeKind::TEXTLINE, Rect::EMPTY, detail);
            let block = tree.add_child(tree.root(), node(Detail::None));
            blocks.push((start, block));
            for line in lines {
                let frame = frames.get(line.frame);
                let range = line.glyphs.start as usize..line.glyphs.end as usize;
                let glyphs = order.get(range).unwrap_or_default();
                let found = words.of_line(frame, glyphs);
                if found.is_empty() {
                    continue;
                }
                let detail = baseline(&content, frame, glyphs).map_or(Detail::None, Detail::Line);
                let id = tree.add_child(block, node(detail));
                for word in found {
                    let first = line.glyphs.start;
                    let detail = Detail::Word(first + word.start..first + word.end);
                    tree.add_child(id, node(detail));
                }
            }
            start = end;
        }
        let mut page = Page {
            index,
            content,
            order,
            tree,
            findings: Vec::new(),
        };
        logical::put_in_logical_order(&mut page);
        let mut texts = vec![String::new(); items.len()];
        for (first, block) in blocks {
            if let Some(text) = texts.get_mut(first) {
                page.push_text_below(block, text);
            }
        }
        texts
    }
}
