//! Writes a page as plain text, for tests and for inspecting the result of a stage.

use std::fmt::Write;

use super::{Content, Detail, Page, Step};
use crate::geometry::Rect;
use crate::visible::visible;

/// Formats a box: `10.0 20.5 110.0 30.0`, or `-` if it is empty.
fn bbox(r: Rect) -> String {
    if r.is_empty() {
        return "-".into();
    }
    // Adding zero turns -0.0 into 0.0.
    let [x0, y0, x1, y1] = [r.x0, r.y0, r.x1, r.y1].map(|v| v + 0.0);
    format!("{x0:.1} {y0:.1} {x1:.1} {y1:.1}")
}

impl Page {
    /// Formats the tree, one node a line, indented by depth: kind, box, and the text of words.
    pub fn dump(&self) -> String {
        let mut out = String::new();
        let mut text = String::new();
        let mut depth = 0;
        for step in self.tree.walk(self.tree.root()) {
            let Step::Enter(id) = step else {
                depth -= 1;
                continue;
            };
            let node = &self.tree[id];
            let kind = visible(node.kind.as_str());
            let _ = write!(out, "{:depth$}{kind} {}", "", bbox(node.bbox));
            match &node.detail {
                Detail::Word(glyphs) => {
                    text.clear();
                    self.push_text(glyphs, &mut text);
                    let _ = write!(out, " {}", visible(&text));
                }
                Detail::Line(line) => {
                    let _ = write!(out, " size {:.1}", line.size);
                    if line.angle != 0.0 {
                        let _ = write!(out, " angle {:.1}", line.angle);
                    }
                }
                Detail::Image(_) | Detail::None => {}
            }
            for attribute in &node.attributes {
                let name = visible(attribute.name.as_str());
                let _ = write!(out, " {name}={:?}", attribute.value);
            }
            out.push('\n');
            depth += 1;
        }
        out
    }
}

impl Content {
    /// Formats the content in drawing order: a line for each sequence of glyphs of one run, then images and
    /// ruled lines.
    pub fn dump(&self) -> String {
        let mut out = format!("page {:.1} x {:.1}\n", self.width, self.height);
        for glyphs in self.glyphs.chunk_by(|a, b| a.run == b.run) {
            let Some(first) = glyphs.first() else {
                continue;
            };
            let run = self.run_of(first);
            let font = self.fonts.get(run.font as usize);
            let text: String = glyphs.iter().map(|g| self.text_of(g)).collect();
            let around = glyphs.iter().fold(Rect::EMPTY, |r, g| r.union(g.bbox));
            let _ = write!(
                out,
                "text {} {} {:.1} {text:?}",
                bbox(around),
                font.map_or("-", |f| &f.name),
                run.size
            );
            let angle = run.angle();
            if angle != 0.0 {
                let _ = write!(out, " angle {angle:.1}");
            }
            if run.vertical {
                out.push_str(" vertical");
            }
            if !run.visible {
                out.push_str(" invisible");
            }
            if run.white {
                out.push_str(" white");
            }
            let mut marked = run.marked;
            while let Some(sequence) = marked.and_then(|m| self.marked.get(m as usize)) {
                let _ = write!(out, " in {}", sequence.tag);
                if let Some(mcid) = sequence.mcid {
                    let _ = write!(out, ":{mcid}");
                }
                marked = sequence.parent;
            }
            out.push('\n');
        }
        for image in &self.images {
            let (w, h) = image.samples;
            let turned = if image.upright { "" } else { " turned" };
            let _ = writeln!(out, "image {} {w}x{h}{turned}", bbox(image.bbox));
        }
        for fill in &self.fills {
            let what = if fill.stroked { "line" } else { "fill" };
            let _ = writeln!(out, "{what} {}", bbox(fill.bbox));
        }
        out
    }
}
