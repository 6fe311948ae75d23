//! The result of analysing a page, and the trait for page analyses of your own.

use super::params::LayoutParams;
use crate::geometry::Rect;
use crate::page::{Content, Detail, Finding, Node, NodeKind, Page, Step, Tree};

/// A page analysis of your own, used instead of the built-in one.
///
/// It can divide the page and pass each part to [`Analysis::of_glyphs`], or build the whole
/// [tree](Analysis::tree) itself.
pub trait PageAnalysis: Send + Sync {
    /// Analyses the page with this index, from 0. If it returns `None`, the built-in analysis is used, with
    /// the parameters `params`.
    fn analyse(&self, index: u32, content: &Content, params: &LayoutParams) -> Option<Analysis>;
}

/// The analysis of some glyphs of a page.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Analysis {
    /// The nodes of the page, without its images. Words are positions in [`Analysis::order`].
    pub tree: Tree,
    /// The glyphs, as indices in [`Content::glyphs`], in the order of the tree.
    pub order: Vec<u32>,
    /// The reasons for the decisions of the analysis, for people.
    pub findings: Vec<Finding>,
}

/// Least width and height of an image that is a node, in points.
const MIN_IMAGE: f32 = 2.0;

impl Analysis {
    /// An analysis of a page without text.
    pub fn new(content: &Content) -> Self {
        let whole = Rect::new(0.0, 0.0, content.width, content.height);
        Self::of_tree(Tree::new(whole), Vec::new())
    }

    /// Appends another analysis to this one.
    pub fn append(&mut self, other: Self) {
        let offset = self.order.len() as u32;
        self.order.extend(other.order);
        self.findings.extend(other.findings);
        let root = self.tree.root();
        self.tree.graft(root, other.tree, offset);
    }

    pub(super) fn of_tree(tree: Tree, order: Vec<u32>) -> Self {
        Self {
            tree,
            order,
            findings: Vec::new(),
        }
    }

    /// Whether all its indices are valid for this content. It may have been made by foreign code.
    pub fn fits(&self, content: &Content) -> bool {
        let of_content = |&glyph: &u32| (glyph as usize) < content.glyphs.len();
        if !self.order.iter().all(of_content) {
            return false;
        }
        let words = self.order.len();
        let holds = |detail: &Detail| match detail {
            Detail::Word(glyphs) => glyphs.start <= glyphs.end && glyphs.end as usize <= words,
            Detail::Image(image) => (*image as usize) < content.images.len(),
            Detail::Line(_) | Detail::None => true,
        };
        // A cycle in the links would take more steps.
        let most = self.tree.len().saturating_mul(2);
        let mut steps = 0;
        self.tree.walk(self.tree.root()).all(|step| {
            steps += 1;
            let (Step::Enter(id) | Step::Leave(id)) = step;
            steps <= most && holds(&self.tree[id].detail)
        })
    }

    /// Makes the page, with its images after its text.
    pub fn into_page(self, index: u32, content: Content) -> Page {
        let Self {
            mut tree,
            order,
            findings,
        } = self;
        for (number, image) in (0u32..).zip(&content.images) {
            // Some producers draw lines, as of fractions, as images.
            if image.bbox.width().min(image.bbox.height()) < MIN_IMAGE {
                continue;
            }
            let node = Node::new(NodeKind::IMAGE, image.bbox, Detail::Image(number));
            tree.add_child(tree.root(), node);
        }
        Page {
            index,
            content,
            order,
            tree,
            findings,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line::testing::Pen;

    #[test]
    fn analyses_that_are_appended_are_read_one_after_the_other() {
        let mut pen = Pen::new();
        let run = pen.run(10.0, 0.0);
        pen.write(run, 300.0, 100.0, "second");
        pen.write(run, 50.0, 100.0, "first");
        let (content, params) = (pen.content, LayoutParams::default());
        let mut analysis = Analysis::new(&content);
        for glyphs in [6..11, 0..6] {
            analysis.append(Analysis::of_glyphs(&content, glyphs, &params));
        }
        assert!(analysis.fits(&content));
        let page = analysis.into_page(0, content);
        let mut text = String::new();
        page.push_text_below(page.tree.root(), &mut text);
        assert_eq!(text, "first second");
    }

    #[test]
    fn what_is_no_tree_over_the_page_is_refused() {
        let content = Content::default();
        let word = |glyphs| Node::new(NodeKind::WORD, Rect::EMPTY, Detail::Word(glyphs));
        let mut beyond = Analysis::new(&content);
        beyond.tree.add_child(beyond.tree.root(), word(0..3));
        assert!(!beyond.fits(&content));
        let mut unknown = Analysis::new(&content);
        unknown.order.push(7);
        assert!(!unknown.fits(&content));
        let mut circle = Analysis::new(&content);
        let first = circle.tree.add_child(circle.tree.root(), word(0..0));
        let second = circle.tree.add_child(first, word(0..0));
        circle.tree.append(second, first);
        assert!(!circle.fits(&content));
        assert!(Analysis::new(&content).fits(&content));
    }
}
