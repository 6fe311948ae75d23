//! Writes a page as plain text, for tests and for inspecting the result of a stage.

use std::fmt::Write;

use super::{Detail, Page, Step};
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
