//! Measures the text of cells, and how similar the cells of a column are.

use super::draft::{CellRange, Draft, TableFinder};
use crate::layout::scale::{MIN_LEADER, Share};

/// Minimum share of numeric cells for a column of numbers.
const NUMERIC: f32 = 0.6;

/// Smallest share of the cells of a column that begin in its font.
const ONE_FONT: f32 = 0.8;

/// Smallest distance between the baselines of two lines of a cell, in ems.
const LINE_PITCH: f32 = 0.5;

/// Smallest numbers of steps of the axis of a chart, beside and below it.
const STEPS_BESIDE: usize = 2;
const STEPS_BELOW: usize = 3;

/// Smallest share of numbers among the cells of an axis, and of a column that counts.
const COUNTED: Share = Share(2, 3);

/// Smallest share of the numbers of a column that counts that are not less than the one before.
const ASCENDING: f32 = 0.85;

/// Measures of a cell's text.
pub(super) struct Text<'d> {
    pub pieces: &'d [u32],
    pub row: usize,
    /// `None` for a cell that spans several columns.
    pub column: Option<usize>,
    pub left: f32,
    pub right: f32,
    /// Position of the last decimal point, or of the end of the number; `None` if not numeric.
    point: Option<f32>,
    pub letters: u32,
    pub lines: usize,
    /// The first and the last baseline.
    pub baseline: f32,
    pub last_baseline: f32,
    numeric: bool,
    /// The text has digits.
    digits: bool,
    /// The value, if it is a whole number.
    value: Option<u32>,
    /// The value, if it is a whole number or such a percentage, as at an axis.
    tick: Option<u32>,
    pub leader: bool,
    /// The text is a relation sign such as `=`, or begins with one.
    pub relation: bool,
    /// The text begins with a lower-case letter, or with any letter.
    pub small: bool,
    pub worded: bool,
    /// The text begins with a bullet or another label of a list item.
    pub label: bool,
    /// The font in which the text begins, as an index in `Content::fonts`.
    pub font: Option<u32>,
}

/// The texts of a column, downwards.
pub(super) type ColumnTexts<'t> = Vec<&'t Text<'t>>;

impl<'d> Text<'d> {
    pub(super) fn of(finder: &TableFinder<'_>, place: &CellRange, pieces: &'d [u32]) -> Self {
        let mut text = Self {
            pieces,
            row: place.rows.start,
            column: (place.columns.len() == 1).then_some(place.columns.start),
            left: f32::INFINITY,
            right: f32::NEG_INFINITY,
            point: None,
            letters: 0,
            lines: 0,
            baseline: 0.0,
            last_baseline: 0.0,
            numeric: finder.is_numeric(pieces),
            digits: false,
            value: None,
            tick: None,
            leader: false,
            relation: false,
            small: false,
            worded: false,
            label: false,
            font: pieces.first().and_then(|&i| finder.font(i)),
        };
        let mut initial = Initial::default();
        let mut ends = (f32::INFINITY, f32::NEG_INFINITY);
        for &index in pieces {
            let piece = finder.piece(index);
            text.left = text.left.min(piece.cell.x0);
            text.right = text.right.max(piece.cell.x1);
            let leads = piece.leader && piece.inked >= MIN_LEADER;
            text.letters += if leads { 0 } else { finder.letters(index) };
            text.leader |= leads && !finder.is_blank(index);
            if initial.count < 2 {
                initial.add(finder.characters(index));
            }
            ends = (ends.0.min(piece.baseline), ends.1.max(piece.baseline));
        }
        // Dots far apart are pieces of their own.
        text.leader |= initial.count > 0 && !initial.others;
        text.small = initial.first.is_some_and(char::is_lowercase);
        text.worded = initial.first.is_some_and(char::is_alphabetic);
        text.relation = initial.first.is_some_and(|sign| {
            is_relation(sign) || initial.count == 1 && matches!(sign, '<' | '>' | ':')
        });
        if !pieces.is_empty() {
            (text.baseline, text.last_baseline) = ends;
        }
        text.lines = 1;
        if ends.1 - ends.0 > LINE_PITCH * finder.em {
            let baselines = pieces.iter().map(|&i| finder.piece(i).baseline);
            let mut baselines: Vec<f32> = baselines.collect();
            baselines.sort_unstable_by(f32::total_cmp);
            let pairs = baselines.windows(2);
            text.lines += pairs
                .filter(|w| matches!(w, [a, b] if b - a > LINE_PITCH * finder.em))
                .count();
        }
        if text.numeric {
            text.point = Some(text.right);
            let mut value = Value::default();
            for &index in pieces {
                finder.each_char(index, |c, at| {
                    if matches!(c, '.' | ',') {
                        text.point = Some(at);
                    }
                    text.digits |= c.is_numeric();
                    value.add(c);
                });
            }
            text.tick = value.value.filter(|_| value.is_whole);
            text.value = text.tick.filter(|_| !value.is_percentage);
        }
        // A dash is also a bullet.
        let label = pieces.first().is_some_and(|&i| finder.piece(i).label);
        text.label = label && !text.is_dash();
        text
    }
}

/// The beginning of a text.
#[derive(Default)]
struct Initial {
    first: Option<char>,
    /// Number of characters, at most 2 if others than full stops were seen.
    count: u32,
    /// Some of the characters are not full stops.
    others: bool,
}

impl Initial {
    fn add(&mut self, characters: impl Iterator<Item = char>) {
        for c in characters {
            self.first = self.first.or(Some(c));
            self.count += 1;
            self.others |= c != '.';
            if self.others && self.count > 1 {
                break;
            }
        }
    }
}

/// Reads a whole number, with full stops after it.
struct Value {
    value: Option<u32>,
    /// No other characters were seen, and the number is not too large.
    is_whole: bool,
    is_percentage: bool,
    begun: bool,
    ended: bool,
}

impl Default for Value {
    fn default() -> Self {
        Self {
            value: None,
            is_whole: true,
            is_percentage: false,
            begun: false,
            ended: false,
        }
    }
}

impl Value {
    fn add(&mut self, c: char) {
        let digit = c.to_digit(10).filter(|_| !self.ended);
        match (c, digit) {
            ('.', _) => self.ended = true,
            ('+', _) if !self.begun => {}
            ('%', _) => (self.ended, self.is_percentage) = (true, true),
            (_, Some(digit)) => {
                let value = self.value.unwrap_or(0).checked_mul(10);
                self.value = value.and_then(|value| value.checked_add(digit));
                self.is_whole &= self.value.is_some();
            }
            _ => self.is_whole = false,
        }
        self.begun = true;
    }
}

impl Text<'_> {
    /// Whether it is a number, and more than a dash in place of one.
    pub(super) fn is_number(&self) -> bool {
        self.numeric && self.digits
    }

    /// Whether it is a dash in place of a number.
    pub(super) fn is_dash(&self) -> bool {
        self.numeric && !self.digits
    }
}

/// The texts of the non-empty cells of a draft.
pub(super) fn texts_of<'d>(finder: &TableFinder<'_>, draft: &'d Draft) -> Vec<Text<'d>> {
    let cells = draft.cells.iter().filter(|(_, own)| !own.is_empty());
    cells
        .map(|(place, own)| Text::of(finder, place, own))
        .collect()
}

/// The texts in each of `columns` columns. The texts that span several columns are in none.
pub(super) fn by_columns<'t>(texts: &'t [Text<'t>], columns: usize) -> Vec<ColumnTexts<'t>> {
    let mut of_columns: Vec<ColumnTexts<'_>> = vec![Vec::new(); columns];
    for text in texts {
        if let Some(own) = text.column.and_then(|column| of_columns.get_mut(column)) {
            own.push(text);
        }
    }
    of_columns
}

/// The texts of a column that can be in line: dashes can be centred between numbers.
pub(super) fn without_dashes<'t>(column: &[&'t Text<'t>]) -> ColumnTexts<'t> {
    let own = column.iter().copied().filter(|t| !t.is_dash());
    own.collect()
}

/// Whether a column of a table with `rows` rows is numeric. Below its head, a column of two rows has one number.
pub(super) fn is_numbers(column: &[&Text<'_>], rows: usize) -> bool {
    let is_number = match column {
        [_, below] => rows == 2 && below.is_number(),
        _ => false,
    };
    is_number || is_numeric(column)
}

/// Whether most of a column is numeric, and not only dashes in place of numbers.
pub(super) fn is_numeric(column: &[&Text<'_>]) -> bool {
    let count = column.iter().filter(|t| t.numeric).count();
    let digits = column.iter().filter(|t| t.numeric && t.digits).count();
    digits > 1 && count as f32 >= NUMERIC * column.len() as f32
}

/// Whether most of a column is relation signs between the sides of formulas.
pub(super) fn is_relations(column: &[&Text<'_>]) -> bool {
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

/// Whether most of a column are numbers that decrease by the same amount, as upwards at the axis of a chart.
pub(super) fn is_axis_beside(column: &[&Text<'_>]) -> bool {
    let steps = steps(column.iter().filter_map(|t| t.tick));
    is_even(&steps, column.len(), STEPS_BESIDE) && steps.iter().all(|step| *step < 0)
}

/// Whether most of a row are numbers that increase by the same amount, and not by one, as below a chart.
pub(super) fn is_axis_below<'t>(row: impl Iterator<Item = &'t Text<'t>>) -> bool {
    let row: Vec<&Text<'_>> = row.collect();
    let steps = steps(row.iter().filter_map(|t| t.tick));
    is_even(&steps, row.len(), STEPS_BELOW) && steps.iter().all(|step| *step > 1)
}

fn steps(values: impl Iterator<Item = u32>) -> Vec<i64> {
    let values: Vec<i64> = values.map(i64::from).collect();
    let steps = values.windows(2).filter_map(|pair| match pair {
        [a, b] => Some(b - a),
        _ => None,
    });
    steps.collect()
}

/// Whether there are at least so many steps, all of one size, among most of these cells.
fn is_even(steps: &[i64], cells: usize, least: usize) -> bool {
    steps.len() >= least
        && COUNTED.is_reached(steps.len() + 1, cells)
        && steps
            .windows(2)
            .all(|pair| matches!(pair, [a, b] if a == b))
}

/// The font in which nearly all cells of a column begin.
pub(super) fn font_of(column: &[&Text<'_>]) -> Option<u32> {
    // Most cells of such a column have the font of the one in its middle or of the last one.
    let likely = [column.get(column.len() / 2), column.last()];
    let fonts = likely.into_iter().flatten().map(|t| t.font);
    fonts.flatten().find(|&font| {
        let own = column.iter().filter(|t| t.font == Some(font)).count();
        own > 1 && own as f32 >= ONE_FONT * column.len() as f32
    })
}

/// Number of cells in a column that share the most common alignment.
pub(super) fn most_in_line(column: &[&Text<'_>], near: f32) -> usize {
    let mut most = 0;
    let mut places: Vec<f32> = Vec::with_capacity(column.len());
    let ways: &[fn(&Text<'_>) -> Option<f32>] = &[
        |t| Some(t.left),
        |t| Some(t.right),
        |t| Some((t.left + t.right) / 2.0),
        |t| t.point,
    ];
    for at in ways {
        // No other alignment can be that of more cells.
        if most == column.len() {
            break;
        }
        places.clear();
        places.extend(column.iter().filter_map(|t| at(t)));
        places.sort_unstable_by(f32::total_cmp);
        // The first place that is too far from the one at `n`.
        let mut end = 0;
        for (n, from) in places.iter().enumerate() {
            let rest = places.get(end..).unwrap_or_default().iter();
            end += rest.take_while(|p| **p <= from + near).count();
            most = most.max(end - n);
        }
    }
    most
}

/// Whether at least two thirds of the cells are whole numbers that rarely decrease.
pub(super) fn is_counting(column: &[&Text<'_>]) -> bool {
    let values: Vec<u32> = column.iter().filter_map(|t| t.value).collect();
    let up = values.windows(2).filter(|w| matches!(w, [a, b] if a <= b));
    let pairs = values.len().saturating_sub(1);
    values.len() > 2
        && COUNTED.is_reached(values.len(), column.len())
        && up.count() as f32 >= ASCENDING * pairs as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_have_even_steps() {
        let even = |values: &[u32], cells| is_even(&steps(values.iter().copied()), cells, 2);
        assert!(even(&[80, 60, 40, 20, 0], 6));
        assert!(!even(&[80, 60, 40, 30], 4), "another step");
        assert!(!even(&[80, 60], 2), "too few");
        assert!(!even(&[80, 60, 40], 5), "among other texts");
    }

    fn value(text: &str) -> Option<u32> {
        let mut value = Value::default();
        text.chars().for_each(|c| value.add(c));
        value.value.filter(|_| value.is_whole)
    }

    #[test]
    fn whole_numbers_can_end_with_full_stops() {
        for text in ["7", "12..", "+5", "007", "4294967295"] {
            assert_eq!(value(text), text.trim_end_matches('.').parse().ok());
        }
        for text in ["", ".", "+", "1.5", ".5", "-5", "1+", "4294967296", "x"] {
            assert_eq!(value(text), None, "{text}");
        }
    }
}
