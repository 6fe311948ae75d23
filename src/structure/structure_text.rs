//! The structure tree as text, an element a line.

use std::collections::HashMap;
use std::fmt::Write;

use super::Tags;
use super::content::Dealt;
use super::element::{Element, ElementId, Kid, Step};
use super::part::Parts;
use crate::geometry::{Matrix, Rect};
use crate::line::{Frames, LineParams, Segmenter, Words, baseline, lines, logical};
use crate::model::{Content, Detail, Node, NodeKind, Own, Page, Tree};
use crate::visible::visible;

/// Elements nested deeper are not moved further to the right.
const DEEPEST: usize = 100;

/// Attributes that say something of the meaning, not of the looks.
const SHOWN: [&str; 7] = [
    "ListNumbering",
    "RowSpan",
    "ColSpan",
    "Scope",
    "Headers",
    "Summary",
    "Subtype",
];

impl Tags {
    /// The texts of the items on a page. Where an element has several in a row, the first has the
    /// text of all, for a word may be cut between two of them. `matrix` goes from user space to page
    /// space.
    pub(crate) fn texts(
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

    /// The whole tree with the texts of its pages ([`Tags::texts`], by page), an element a line:
    /// its standard type, its own type in brackets when that differs, what is known of it, and its
    /// text. What of its own text is behind elements in it has a line of its own.
    pub(crate) fn structure_text(&self, texts: &HashMap<u32, Vec<String>>) -> String {
        let mut out = String::new();
        let mut depth = 0usize;
        // How many items of each page the walk has passed; it meets them in the same order.
        let mut passed: HashMap<u32, usize> = HashMap::new();
        let mut last = 0;
        // Whether the line of an element is still open for its text.
        let mut open: Option<ElementId> = None;
        for step in self.structure.walk() {
            match step {
                Step::Enter(id) => {
                    end_line(&mut out, &mut open);
                    indent(&mut out, depth);
                    describe(&self.structure[id], &mut out);
                    open = Some(id);
                    depth += 1;
                    if self.structure[id].kids.is_empty() {
                        let page = self.structure[id].page.unwrap_or(last);
                        *passed.entry(page).or_default() += 1;
                    }
                }
                Step::Kid(id, kid) => {
                    let (Kid::Content { page, .. } | Kid::Object { page, .. }) = kid else {
                        continue;
                    };
                    let Some(page) = *page else { continue };
                    last = page;
                    let item = passed.entry(page).or_default();
                    let text = texts.get(&page).and_then(|texts| texts.get(*item));
                    *item += 1;
                    let Some(text) = text.filter(|text| !text.is_empty()) else {
                        continue;
                    };
                    if open != Some(id) {
                        end_line(&mut out, &mut open);
                        indent(&mut out, depth);
                        open = Some(id);
                    } else {
                        out.push(' ');
                    }
                    quote(text, &mut out);
                }
                Step::Leave(_) => {
                    end_line(&mut out, &mut open);
                    depth -= 1;
                }
            }
        }
        out
    }
}

fn end_line(out: &mut String, open: &mut Option<ElementId>) {
    if open.take().is_some() {
        out.push('\n');
    }
}

fn indent(out: &mut String, depth: usize) {
    out.extend(std::iter::repeat_n("  ", depth.min(DEEPEST)));
}

fn describe(element: &Element, out: &mut String) {
    out.push_str(&visible(&element.standard_type));
    if element.own_type != element.standard_type {
        let _ = write!(out, " [{}]", visible(&element.own_type));
    }
    let own = [
        ("Lang", &element.lang),
        ("Alt", &element.alt),
        ("ActualText", &element.actual_text),
        ("E", &element.expansion),
        ("T", &element.title),
        ("ID", &element.id),
    ];
    for (name, value) in own {
        if let Some(value) = value {
            let _ = write!(out, " {name}=");
            quote(value, out);
        }
    }
    for attribute in &element.attributes {
        if SHOWN.contains(&attribute.name.as_str()) {
            let _ = write!(out, " {}=", attribute.name);
            quote(&attribute.value, out);
        }
    }
    if let Some(target) = &element.target {
        let _ = write!(out, " {}=", Own::Href.name());
        quote(target, out);
    }
}

/// Text between quotes, on one line.
fn quote(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' | '\r' | '\t' => out.push(' '),
            // Would not be seen.
            '\u{AD}' => out.push_str("\\u{ad}"),
            c if c.is_control() => out.push(char::REPLACEMENT_CHARACTER),
            c => out.push_str(&visible(c.encode_utf8(&mut [0; 4]))),
        }
    }
    out.push('"');
}
