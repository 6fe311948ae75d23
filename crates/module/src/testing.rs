//! Builds pages by hand and runs modules on them, for tests.

use std::sync::Arc;

use super::{Limits, Module, Outcome, Ready};
use pdfa2hocr_core::diagnostics::Diagnostic;
use pdfa2hocr_core::geometry::Rect;
use pdfa2hocr_core::line::testing::Pen;
use pdfa2hocr_core::mapping::Mapping;
use pdfa2hocr_core::page::{
    Detail, DocumentInfo, FontFacts, LineGeometry, Node, NodeId, NodeKind, Page, Tree,
};

/// A page of 600 by 800 points with text boxes. Text is 10 points high; every character is 5 points wide.
pub(super) struct Sheet {
    pen: Pen,
    tree: Tree,
}

impl Sheet {
    pub(super) fn new() -> Self {
        let mut pen = Pen::new();
        for (name, bold, italic) in [
            ("Body", false, false),
            ("Body-Bold", true, false),
            ("Body-Italic", false, true),
        ] {
            pen.content.fonts.push(Arc::new(FontFacts {
                name: name.into(),
                family: "Body".into(),
                bold,
                italic,
                ..FontFacts::default()
            }));
            let run = pen.run(10.0, 0.0);
            pen.content.runs[run as usize].font = run;
        }
        Self {
            pen,
            tree: Tree::new(Rect::new(0.0, 0.0, 600.0, 800.0)),
        }
    }

    /// Adds a box of lines, each with its left end and baseline. `*word` is bold, `/word` italic.
    pub(super) fn textbox(mut self, lines: &[(f32, f32, &str)]) -> Self {
        let root = self.tree.root();
        let node = Node::new(NodeKind::TEXTBOX, Rect::EMPTY, Detail::None);
        let textbox = self.tree.add_child(root, node);
        for &(x, y, text) in lines {
            let bbox = self.line(textbox, x, y, text);
            self.tree[textbox].bbox = self.tree[textbox].bbox.union(bbox);
        }
        self
    }

    fn line(&mut self, textbox: NodeId, x: f32, y: f32, text: &str) -> Rect {
        let line = LineGeometry {
            origin: pdfa2hocr_core::geometry::Point::new(x, y),
            angle: 0.0,
            size: 10.0,
            vertical: false,
        };
        let node = Node::new(NodeKind::TEXTLINE, Rect::EMPTY, Detail::Line(line));
        let id = self.tree.add_child(textbox, node);
        let mut at = x;
        for word in text.split(' ') {
            let (run, letters) = match word.chars().next() {
                Some('*') => (1, &word[1..]),
                Some('/') => (2, &word[1..]),
                _ => (0, word),
            };
            let start = self.pen.content.glyphs.len() as u32;
            self.pen.write(run, at, y, letters);
            let end = self.pen.content.glyphs.len() as u32;
            let glyphs = &self.pen.content.glyphs[start as usize..];
            let bbox = glyphs.iter().fold(Rect::EMPTY, |r, g| r.union(g.bbox));
            if !letters.is_empty() {
                self.tree.add_child(
                    id,
                    Node::new(NodeKind::WORD, bbox, Detail::Word(start..end)),
                );
                self.tree[id].bbox = self.tree[id].bbox.union(bbox);
            }
            at += 5.0 * (letters.chars().count() + 1) as f32;
        }
        self.tree[id].bbox
    }

    pub(super) fn page(self, index: u32) -> Page {
        Page {
            index,
            order: self.pen.content.glyph_indices().collect(),
            content: self.pen.content,
            tree: self.tree,
            findings: Vec::new(),
        }
    }
}

/// A module that is ready for a document with the default mapping.
pub(super) fn ready(source: &str, args: &[(&str, &str)]) -> Result<Ready, Diagnostic> {
    ready_within(source, args, Limits::default())
}

pub(super) fn ready_within(
    source: &str,
    args: &[(&str, &str)],
    limits: Limits,
) -> Result<Ready, Diagnostic> {
    let args: Vec<_> = args
        .iter()
        .map(|(name, value)| (name.to_string(), value.to_string()))
        .collect();
    let document = DocumentInfo {
        name: "made.pdf".into(),
        page_count: 3,
        ..DocumentInfo::default()
    };
    let kinds = Mapping::built_in("layout").unwrap().kinds();
    let module = Module::parse("test.star", source, &args, limits)?;
    Ok(module.begin(&document, "layout", kinds)?.0)
}

/// Runs a module on a page; the module must be valid.
pub(super) fn run(source: &str, page: Page) -> Outcome {
    ready(source, &[]).unwrap().run(page, None)
}

/// Returns the output of a module with this function body.
pub(super) fn printed(body: &str, page: Page) -> String {
    let body: String = body.lines().map(|l| format!("    {l}\n")).collect();
    let outcome = run(&format!("def custom_processing(page):\n{body}"), page);
    if let Some(error) = outcome.error {
        return error.to_string();
    }
    outcome.printed.join("\n")
}

/// Prints the tree without words: kinds and the text of lines.
pub(super) fn lines(page: &Page) -> String {
    use pdfa2hocr_core::page::Step;
    let (mut out, mut depth) = (String::new(), 0);
    for step in page.tree.walk(page.tree.root()) {
        match step {
            Step::Enter(id) => {
                let node = &page.tree[id];
                if node.kind == NodeKind::WORD {
                    depth += 1;
                    continue;
                }
                out.push_str(&" ".repeat(depth));
                out.push_str(node.kind.as_str());
                if node.kind == NodeKind::TEXTLINE {
                    out.push(' ');
                    let mut text = String::new();
                    page.push_text_below(id, &mut text);
                    out.push_str(&text);
                }
                out.push('\n');
                depth += 1;
            }
            Step::Leave(_) => depth -= 1,
        }
    }
    out
}
