//! Headings that only the outline knows (12.3.3): a paragraph that says what a bookmark to its page
//! says, and that no element calls a heading.

use std::collections::HashMap;

use super::build::Draft;
use super::labels::reads_as_number;
use crate::model::{Detail, NodeId, NodeKind, Own};
use crate::pdf::{Document, OutlineItem, outline};

/// The longest heading, in lines.
const MOST_LINES: usize = 4;

/// The fewest letters and figures of a title.
const SHORTEST: usize = 3;

/// How far above the place that a bookmark shows its heading is at most, in points: bookmarks often
/// lead to the line below, or to the middle of the heading.
const ABOVE: f32 = 40.0;

/// The kinds of nodes for headings, by level.
const HEADINGS: [&str; 6] = ["H1", "H2", "H3", "H4", "H5", "H6"];

/// A bookmark to a page.
#[derive(Clone, Debug)]
struct Bookmark {
    title: Title,
    /// How deep it is in the outline, from 1.
    level: usize,
    /// The upper edge of what it shows, in user space.
    top: Option<f64>,
}

/// A title without what may differ between the outline and the page: white space, signs, the number in
/// front.
#[derive(Clone, Debug, PartialEq)]
struct Title {
    whole: String,
    unnumbered: String,
}

impl Title {
    fn new(text: &str) -> Self {
        let letters = |text: &str| -> String {
            let chars = text.chars().filter(|c| c.is_alphanumeric());
            chars.flat_map(char::to_lowercase).collect()
        };
        let rest = match text.trim_start().split_once(char::is_whitespace) {
            Some((first, rest)) if is_number(first) => rest,
            _ => text,
        };
        Self {
            whole: letters(text),
            unnumbered: letters(rest),
        }
    }

    fn is_same(&self, other: &Self) -> bool {
        self.whole == other.whole
            || (self.unnumbered.len() >= SHORTEST && self.unnumbered == other.unnumbered)
    }
}

/// `2.1`, `IV.`, `A.1`: the number of a chapter or section.
fn is_number(word: &str) -> bool {
    let figure = word.chars().any(char::is_numeric);
    reads_as_number(word) || (figure && word.chars().count() <= 8)
}

/// The bookmarks of a document, by the pages that they lead to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bookmarks {
    by_page: HashMap<u32, Vec<Bookmark>>,
}

impl Bookmarks {
    pub(super) fn is_empty(&self) -> bool {
        self.by_page.is_empty()
    }

    pub(crate) fn read(document: &Document) -> Self {
        let mut found = Self::default();
        // `outline` has a limit of its own for depth and number.
        let mut todo: Vec<(usize, std::vec::IntoIter<OutlineItem>)> =
            vec![(1, outline(document).into_iter())];
        while let Some((level, items)) = todo.last_mut() {
            let level = *level;
            let Some(item) = items.next() else {
                todo.pop();
                continue;
            };
            let title = Title::new(&item.title);
            if let Some(place) = item.destination.filter(|_| title.whole.len() >= SHORTEST) {
                found.by_page.entry(place.page).or_default().push(Bookmark {
                    title,
                    level,
                    top: place.top,
                });
            }
            todo.push((level.saturating_add(1), item.items.into_iter()));
        }
        found
    }
}

impl Draft<'_> {
    /// Makes headings of the paragraphs that say what bookmarks to the page say, the first behind the
    /// place of each.
    pub(super) fn head_by_bookmarks(&mut self) {
        let Some(bookmarks) = self.tags.bookmarks.by_page.get(&self.page) else {
            return;
        };
        let mut paragraphs: Vec<(NodeId, Title)> = Vec::new();
        for id in self.leaves_first() {
            if self.can_be_heading(id) {
                let title = Title::new(&self.text_below(id));
                if bookmarks.iter().any(|b| b.title.is_same(&title)) {
                    paragraphs.push((id, title));
                }
            }
        }
        for bookmark in bookmarks {
            let top = bookmark
                .top
                .map(|top| self.matrix.apply_rect(0.0, top, 0.0, top).y0);
            let found = paragraphs.iter().position(|(id, title)| {
                let line = self.tree.children(*id).next();
                let y = line.map_or(0.0, |line| self.tree[line].bbox.y0);
                bookmark.title.is_same(title) && top.is_none_or(|top| y >= top - ABOVE)
            });
            let Some(found) = found else { continue };
            let (id, _) = paragraphs.remove(found);
            // One that is a heading already keeps its level.
            let level = bookmark.level.min(HEADINGS.len());
            if let Some(kind) = HEADINGS.get(level - 1)
                && !self.is_heading(id)
            {
                self.tree[id].kind = NodeKind::known(kind);
                self.tree[id].add_attribute(Own::Level, level.to_string());
            }
        }
    }

    fn is_heading(&self, id: NodeId) -> bool {
        self.tree[id].own(Own::Level).is_some()
    }

    /// Whether a node is a heading or may be one: a short paragraph, not in a note, a table or an
    /// artifact.
    fn can_be_heading(&self, id: NodeId) -> bool {
        let node = &self.tree[id];
        let paragraph = matches!(node.kind.as_str(), "P" | "par") || self.is_heading(id);
        let is_line = |id: NodeId| matches!(self.tree[id].detail, Detail::Line(_));
        let lines = self.tree.children(id).filter(|&id| is_line(id)).count();
        if !paragraph || node.own(Own::Role).is_some() || !(1..=MOST_LINES).contains(&lines) {
            return false;
        }
        std::iter::successors(Some(id), |&id| self.tree.parent(id)).all(|id| {
            let kind = self.tree[id].kind.as_str();
            !matches!(
                kind,
                "Table" | "Note" | "FENote" | "Caption" | "TOC" | "Artifact"
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_are_compared_without_their_numbers() {
        let same = |a, b| Title::new(a).is_same(&Title::new(b));
        assert!(same("1.2 The\u{A0}end", "The end"));
        assert!(same("IV. Results", "Results"));
        assert!(same("A.1\tTables", "a.1 TABLES"));
        assert!(!same("Results", "Results of the year"));
        assert!(!same("2.1", "3.1"));
    }
}
