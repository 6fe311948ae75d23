//! Decides from the places of texts alone whether some can be the cells of a table. Most text has none, and is
//! not put on lines to search it.
//!
//! ```text
//!     iron   7.8         two rows of short texts
//!     lead  11.3
//!     a line of text     a window begins and ends here, or at a large gap
//!     left column left column     right column right column     too long on
//!     ends here.                  left column left column      average
//! ```

use crate::rank::{of_rank, rank};

use super::bands::BAND;
use crate::layout::tables::distances::LEVEL;
use crate::layout::tables::draft::TableFinder;
use crate::layout::tables::white::WIDE;

/// Fewest texts that are level with a short one on a page with a table.
const FEWEST_CELLS: usize = 2;

/// A text between wide gaps.
#[derive(Clone, Copy)]
struct Text {
    /// Its baseline, as a sortable number.
    baseline: u32,
    left: f32,
    letters: u32,
}

impl Text {
    fn is_short(&self) -> bool {
        self.letters <= BAND.most_letters
    }

    /// The distance to a baseline further down, in points.
    fn distance(&self, below: &Self) -> f32 {
        of_rank(below.baseline) - of_rank(self.baseline)
    }
}

impl TableFinder<'_> {
    /// Whether the texts of these pieces, given in drawing order, can be the cells of a table.
    pub(in crate::layout) fn has_cells(&self, pieces: &[u32]) -> bool {
        let level = LEVEL * self.em;
        let gap = WIDE * self.em;
        let goes_on = |a: &u32, b: &u32| {
            let (a, b) = (self.piece(*a), self.piece(*b));
            (a.baseline - b.baseline).abs() <= level && (b.cell.x0 - a.cell.x1).abs() < gap
        };
        let of_text = |text: &[u32]| {
            let first = self.piece(*text.first()?);
            let text = Text {
                baseline: rank(first.baseline),
                left: first.cell.x0,
                letters: text.iter().map(|&i| self.piece(i).inked).sum(),
            };
            (text.letters > 0).then_some(text)
        };
        let mut texts: Vec<Text> = pieces.chunk_by(goes_on).filter_map(of_text).collect();
        texts.sort_unstable_by_key(|text| text.baseline);
        let near = |(above, below): &(&Text, &Text)| {
            (above.is_short() || below.is_short()) && above.distance(below) <= level
        };
        let pairs = texts.iter().zip(texts.iter().skip(1));
        pairs.filter(near).count() >= FEWEST_CELLS && self.has_short_rows(&texts)
    }

    /// Whether a window of rows has at least two rows with several texts, and its texts are short on average, or the
    /// first ones of these rows. The texts are sorted downwards.
    fn has_short_rows(&self, texts: &[Text]) -> bool {
        let level = LEVEL * self.em;
        let mut short = Windows::default();
        let mut named = Windows::default();
        let mut above: Option<&Text> = None;
        for row in texts.chunk_by(|a, b| a.distance(b) <= level) {
            let Some(first) = row.iter().min_by(|a, b| a.left.total_cmp(&b.left)) else {
                continue;
            };
            let gap = above.map_or(0.0, |above| above.distance(first));
            above = Some(first);
            let letters: u32 = row.iter().map(|text| text.letters).sum();
            let room = i64::from(BAND.most_letters) * row.len() as i64 - i64::from(letters);
            let room_of_name = i64::from(BAND.most_name_letters) - i64::from(first.letters);
            for (windows, room, of_single) in
                [(&mut short, room, room), (&mut named, room_of_name, 0)]
            {
                if gap > BAND.far_apart * self.em {
                    windows.end();
                } else if gap > BAND.apart * self.em {
                    windows.divide();
                }
                if row.len() > 1 {
                    windows.add_cells(room);
                } else {
                    windows.add_line(of_single);
                }
            }
        }
        [short, named].into_iter().any(|mut windows| {
            windows.end();
            windows.found
        })
    }
}

/// The greatest sums of letters that the rows of a window have less than cells may have.
struct Windows {
    /// Whether a window can begin at the next row.
    begins: bool,
    /// The sum of the window with one row of several texts.
    one: Option<i64>,
    /// The greatest sum of windows with more such rows.
    several: Option<i64>,
    /// A window with several such rows has a sum of at least 0.
    found: bool,
}

impl Default for Windows {
    fn default() -> Self {
        Self {
            begins: true,
            one: None,
            several: None,
            found: false,
        }
    }
}

impl Windows {
    /// Adds a row of several texts.
    fn add_cells(&mut self, room: i64) {
        self.several = self.several.max(self.one).map(|sum| sum + room);
        self.one = std::mem::take(&mut self.begins).then_some(room);
    }

    /// Adds a row of a single text, before and after which a window can begin and end.
    fn add_line(&mut self, room: i64) {
        self.divide();
        for sum in [&mut self.one, &mut self.several] {
            *sum = sum.map(|sum| sum + room);
        }
    }

    /// Windows can begin and end here.
    fn divide(&mut self) {
        self.found |= self.several.is_some_and(|sum| sum >= 0);
        self.begins = true;
    }

    /// All windows end here.
    fn end(&mut self) {
        self.divide();
        (self.one, self.several) = (None, None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a window is found among rows, given by their number of texts and by their room.
    fn has_window(rows: &[(usize, i64)]) -> bool {
        let mut windows = Windows::default();
        for &(texts, room) in rows {
            match texts {
                1 => windows.add_line(room),
                _ => windows.add_cells(room),
            }
        }
        windows.end();
        windows.found
    }

    #[test]
    fn two_rows_of_short_texts_can_be_a_table_and_one_cannot() {
        assert!(has_window(&[(2, 20), (2, 30)]));
        assert!(!has_window(&[(2, 20), (1, 10)]));
        assert!(has_window(&[(2, 20), (1, 10), (1, -20), (2, 20)]));
    }

    #[test]
    fn the_last_lines_of_paragraphs_do_not_make_columns_short() {
        let mut rows = vec![(2, -26); 12];
        rows[5] = (2, 10);
        assert!(!has_window(&rows));
    }

    #[test]
    fn lines_of_text_separate_a_table_from_columns() {
        let columns = [(2, -26); 6];
        let table = [(1, -40), (2, 12), (2, 14), (1, -40)];
        assert!(has_window(&[&columns[..], &table, &columns].concat()));
        let joined = [(2, 12), (2, 14)];
        assert!(!has_window(&[&columns[..], &joined, &columns].concat()));
    }
}
