//! Measures the text of cells, and how similar the cells of a column are.

use super::draft::{CellRange, TableFinder};

/// Minimum share of numeric cells for a column of numbers.
const NUMERIC: f32 = 0.6;

/// Smallest number of letters in a sentence; fewer are an abbreviation.
const SENTENCE: u32 = 8;

/// Measures of a cell's text.
pub(super) struct Text {
    pub row: usize,
    /// `None` for a cell that spans several columns.
    pub column: Option<usize>,
    pub left: f32,
    pub right: f32,
    /// Position of the last decimal point, or of the end of the number; `None` if not numeric.
    point: Option<f32>,
    pub letters: u32,
    pub lines: usize,
    /// The first baseline.
    pub baseline: f32,
    numeric: bool,
    /// The text has digits.
    digits: bool,
    /// The value, if it is a whole number.
    value: Option<u32>,
    pub leader: bool,
    /// The text is a relation sign such as `=`, or begins with one.
    pub relation: bool,
    /// The text begins with a lower-case letter, or with any letter.
    pub small: bool,
    pub worded: bool,
    /// The text is of some length and ends like a sentence.
    pub stop: bool,
    /// The text begins with a bullet or another label of a list item.
    pub label: bool,
}

impl Text {
    pub(super) fn of(finder: &TableFinder<'_>, place: &CellRange, pieces: &[u32]) -> Self {
        let mut text = Self {
            row: place.rows.start,
            column: (place.columns.len() == 1).then_some(place.columns.start),
            left: f32::INFINITY,
            right: f32::NEG_INFINITY,
            point: None,
            letters: 0,
            lines: 0,
            baseline: 0.0,
            numeric: finder.is_numeric(pieces),
            digits: false,
            value: None,
            leader: false,
            relation: false,
            small: false,
            worded: false,
            stop: false,
            label: pieces.first().is_some_and(|&i| finder.piece(i).label),
        };
        let mut letters = Vec::with_capacity(2);
        let mut baselines: Vec<f32> = Vec::new();
        for &index in pieces {
            let piece = finder.piece(index);
            text.left = text.left.min(piece.cell.x0);
            text.right = text.right.max(piece.cell.x1);
            let leads = piece.leader && piece.inked > 3;
            text.letters += if leads { 0 } else { piece.inked };
            text.leader |= leads && !finder.is_blank(index);
            if letters.len() < 2 {
                finder.each_char(index, |c, _| letters.push(c));
            }
            baselines.push(piece.baseline);
        }
        // Dots far apart are pieces of their own.
        text.leader |= !letters.is_empty() && letters.iter().all(|c| *c == '.');
        text.small = letters.first().is_some_and(|c: &char| c.is_lowercase());
        text.worded = letters.first().is_some_and(|c: &char| c.is_alphabetic());
        if let Some(&last) = pieces.last()
            && text.letters > SENTENCE
            && !text.numeric
            && !finder.piece(last).leader
        {
            finder.each_char(last, |c, _| text.stop = matches!(c, '.' | '?' | '!' | '。'));
        }
        text.relation = match letters.as_slice() {
            [sign] => is_relation(*sign) || matches!(sign, '<' | '>' | ':'),
            [sign, ..] => is_relation(*sign),
            [] => false,
        };
        baselines.sort_by(f32::total_cmp);
        text.baseline = baselines.first().copied().unwrap_or_default();
        text.lines = 1 + baselines
            .windows(2)
            .filter(|w| matches!(w, [a, b] if b - a > 0.5 * finder.em))
            .count();
        if text.numeric {
            text.point = Some(text.right);
            let mut digits = String::new();
            for &index in pieces {
                finder.each_char(index, |c, at| {
                    if matches!(c, '.' | ',') {
                        text.point = Some(at);
                    }
                    text.digits |= c.is_numeric();
                    digits.push(c);
                });
            }
            text.value = digits.trim_end_matches('.').parse().ok();
        }
        text
    }
}

impl Text {
    /// Whether it is a number, and more than a dash in place of one.
    pub(super) fn is_number(&self) -> bool {
        self.numeric && self.digits
    }
}

/// Whether most of a column is numeric, with more than dashes in place of numbers.
pub(super) fn is_numeric(column: &[&Text]) -> bool {
    let count = column.iter().filter(|t| t.numeric).count();
    let digits = column.iter().filter(|t| t.numeric && t.digits).count();
    digits > 1 && 2 * digits >= count && count as f32 >= NUMERIC * column.len() as f32
}

/// Whether most of a column is relation signs between the sides of formulas.
pub(super) fn is_relations(column: &[&Text]) -> bool {
    let signs = column.iter().filter(|t| t.relation).count();
    signs > 1 && 2 * signs > column.len()
}

/// Whether a character is a relation sign or an implication.
fn is_relation(c: char) -> bool {
    matches!(
        c,
        '=' | '≠'
            | '≈'
            | '≡'
            | '≃'
            | '≅'
            | '∼'
            | '≤'
            | '≥'
            | '≪'
            | '≫'
            | '∝'
            | '≔'
            | '→'
            | '⇒'
            | '⇔'
    )
}

/// Number of cells in a column that share the most common alignment.
pub(super) fn most_in_line(column: &[&Text], near: f32) -> usize {
    let along = |at: &dyn Fn(&Text) -> Option<f32>| {
        let mut places: Vec<f32> = column.iter().filter_map(|t| at(t)).collect();
        places.sort_by(f32::total_cmp);
        let with = |(n, from): (usize, &f32)| {
            places
                .partition_point(|p| *p <= from + near)
                .saturating_sub(n)
        };
        places.iter().enumerate().map(with).max().unwrap_or(0)
    };
    let left = along(&|t| Some(t.left));
    let right = along(&|t| Some(t.right));
    let middle = along(&|t| Some((t.left + t.right) / 2.0));
    let point = along(&|t| t.point);
    left.max(right).max(middle).max(point)
}

/// Whether at least two thirds of the cells are whole numbers that rarely decrease.
pub(super) fn is_counting<'t>(column: impl Iterator<Item = &'t Text>) -> bool {
    let cells: Vec<&Text> = column.collect();
    let values: Vec<u32> = cells.iter().filter_map(|t| t.value).collect();
    let up = values.windows(2).filter(|w| matches!(w, [a, b] if a <= b));
    let pairs = values.len().saturating_sub(1);
    values.len() > 2
        && 3 * values.len() >= 2 * cells.len()
        && up.count() as f32 >= 0.85 * pairs as f32
}
