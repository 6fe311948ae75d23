//! Reads the outline (12.3.3) as evidence for headings: titles, levels and positions.

use std::collections::HashMap;

use super::labels::reads_as_number;
use crate::geometry::Matrix;
use crate::pdf::{Document, OutlineItem, outline};

/// Minimum number of letters and digits in a title.
const SHORTEST: usize = 3;

/// A bookmark that leads to a page.
#[derive(Clone, Debug)]
pub struct Bookmark {
    pub title: Title,
    /// Its level in the outline, from 1.
    pub level: usize,
    /// The top of its destination, in page space.
    pub top: Option<f32>,
}

/// A title without the parts that may differ between outline and page: white space, punctuation, and the
/// leading number.
#[derive(Clone, Debug, PartialEq)]
pub struct Title {
    whole: String,
    unnumbered: String,
}

impl Title {
    pub(crate) fn new(text: &str) -> Self {
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

    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.whole == other.whole
            || (self.unnumbered.len() >= SHORTEST && self.unnumbered == other.unnumbered)
    }
}

/// Whether a word is the number of a chapter or section: `2.1`, `IV.`, `A.1`.
fn is_number(word: &str) -> bool {
    let figure = word.chars().any(char::is_numeric);
    reads_as_number(word) || (figure && word.chars().count() <= 8)
}

/// The bookmarks of a document, by page index.
#[derive(Clone, Debug, Default)]
pub struct Bookmarks {
    /// Titles with levels and tops in user space.
    by_page: HashMap<u32, Vec<(Title, usize, Option<f64>)>>,
}

impl Bookmarks {
    pub(super) fn is_empty(&self) -> bool {
        self.by_page.is_empty()
    }

    /// The bookmarks to a page; `matrix` converts user space to page space.
    pub fn of_page(&self, page: u32, matrix: Matrix) -> Vec<Bookmark> {
        let bookmarks = self.by_page.get(&page).into_iter().flatten();
        let bookmark = |(title, level, top): &(Title, usize, Option<f64>)| Bookmark {
            title: title.clone(),
            level: *level,
            top: top.map(|top| matrix.apply_rect(0.0, top, 0.0, top).y0),
        };
        bookmarks.map(bookmark).collect()
    }

    pub fn read(document: &Document) -> Self {
        let mut found = Self::default();
        // `outline` limits depth and number.
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
                let of_page = found.by_page.entry(place.page).or_default();
                of_page.push((title, level, place.top));
            }
            todo.push((level.saturating_add(1), item.items.into_iter()));
        }
        found
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
