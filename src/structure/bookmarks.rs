//! The outline (12.3.3) as far as it knows headings: titles, and where they are.

use std::collections::HashMap;

use super::labels::reads_as_number;
use crate::geometry::Matrix;
use crate::pdf::{Document, OutlineItem, outline};

/// The fewest letters and figures of a title.
const SHORTEST: usize = 3;

/// A bookmark to a page.
#[derive(Clone, Debug)]
pub(crate) struct Bookmark {
    pub title: Title,
    /// How deep it is in the outline, from 1.
    pub level: usize,
    /// The upper edge of what it shows, in page space.
    pub top: Option<f32>,
}

/// A title without what may differ between the outline and the page: white space, signs, the number in
/// front.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Title {
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

/// `2.1`, `IV.`, `A.1`: the number of a chapter or section.
fn is_number(word: &str) -> bool {
    let figure = word.chars().any(char::is_numeric);
    reads_as_number(word) || (figure && word.chars().count() <= 8)
}

/// The bookmarks of a document, by the pages that they lead to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bookmarks {
    /// With upper edges in user space.
    by_page: HashMap<u32, Vec<(Title, usize, Option<f64>)>>,
}

impl Bookmarks {
    pub(super) fn is_empty(&self) -> bool {
        self.by_page.is_empty()
    }

    /// The bookmarks to a page; `matrix` goes from user space to page space.
    pub(super) fn of_page(&self, page: u32, matrix: Matrix) -> Vec<Bookmark> {
        let bookmarks = self.by_page.get(&page).into_iter().flatten();
        let bookmark = |(title, level, top): &(Title, usize, Option<f64>)| Bookmark {
            title: title.clone(),
            level: *level,
            top: top.map(|top| matrix.apply_rect(0.0, top, 0.0, top).y0),
        };
        bookmarks.map(bookmark).collect()
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
