//! What distinguishes tables from other text that is in rows and columns, and which of their rows are
//! headers.

use std::fmt;

use super::{CellRange, Draft, TableFinder};
use crate::counted::counted;
use crate::geometry::Rect;

/// What separates the cells of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Ruling {
    /// White alone.
    #[default]
    None,
    /// Lines along the text.
    Along,
    /// Lines along and across it.
    Grid,
}

/// What is known of a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Evidence {
    pub ruling: Ruling,
    pub rows: usize,
    pub columns: usize,
    /// Which share of the cells has text in it.
    pub filled: f32,
    /// Which share of the cells is in line with most of its column: at the left, the right, the
    /// middle or the decimal point.
    pub aligned: f32,
    /// Characters in a line of a cell, on the average.
    pub letters: f32,
    /// How many columns are numbers.
    pub numeric: usize,
    /// The last column is whole numbers that never go down, as the pages of a table of contents.
    pub counting: bool,
    /// Which share of the text is in cells of more lines than those of tables have.
    pub long: f32,
    /// Which share of the rows has leaders in it.
    pub leaders: f32,
    /// How many rows have several cells with text.
    pub full_rows: usize,
    /// Which share of the area of cells with text that text fills …
    pub room: f32,
    /// … and which share of the text lies within its cell.
    pub within: f32,
    /// The height of the lowest row, in ems.
    pub lowest: f32,
    /// The first column is numbers that count up, as those of a list.
    pub numbered: bool,
    /// The page is drawn in an order in which it can be read.
    pub drawn: bool,
    /// Which share of the cells with text is in the first row or column, as in a form to be filled
    /// in …
    pub labels: f32,
    /// … and which share of the cells of that row, and of that column, has text.
    pub first_row: f32,
    pub first_column: f32,
    /// Lines of a cell, on the average.
    pub lines: f32,
    /// How much higher the highest row is than the lowest.
    pub uneven: f32,
}

/// The text of a table fills more than this share of its cells, and lies more than this in them;
/// what has less is a drawing with labels.
const ROOM: f32 = 0.04;
const WITHIN: f32 = 0.8;

/// Cells of tables have no more lines than this, as a rule.
const MOST_LINES: usize = 12;

/// How far edges that are in line may differ, in ems.
const IN_LINE: f32 = 0.3;

/// A column is numbers when this share of its cells are.
const NUMERIC: f32 = 0.6;

/// What is behind a number is its unit when it has no more letters than this.
const LONGEST_UNIT: u32 = 3;

/// Rows are not lower than this, in ems, where no lines separate them: the rows of a formula are.
const LOWEST: f32 = 0.9;

/// Headers have no more rows than this.
const MOST_HEADERS: usize = 4;

impl Evidence {
    pub(super) fn gather(finder: &TableFinder<'_>, draft: &Draft) -> Self {
        let columns = draft.xs.len().saturating_sub(1);
        let texts: Vec<Text> = draft
            .cells
            .iter()
            .filter(|(_, pieces)| !pieces.is_empty())
            .map(|(place, pieces)| Text::of(finder, place, pieces))
            .collect();
        let all = texts.iter().map(|t| t.letters).sum::<u32>().max(1) as f32;
        let long = texts.iter().filter(|t| t.lines > MOST_LINES);
        let lines = texts.iter().map(|t| t.lines).sum::<usize>().max(1) as f32;
        let (mut in_line, mut looked_at, mut numeric) = (0, 0, 0);
        let (first, last) = match columns.saturating_sub(1) {
            last if finder.rows.right_to_left => (last, 0),
            last => (0, last),
        };
        for column in 0..columns {
            let own: Vec<&Text> = texts.iter().filter(|t| t.column == Some(column)).collect();
            numeric += usize::from(column != first && is_numeric(&own));
            in_line += most_in_line(&own, IN_LINE * finder.em);
            looked_at += own.len();
        }
        let rows_with_leaders = texts.iter().filter(|t| t.leader).count();
        let rows = draft.ys.len().saturating_sub(1);
        let mut cells_in_row = vec![0u32; rows];
        for text in &texts {
            if let Some(count) = cells_in_row.get_mut(text.row) {
                *count += 1;
            }
        }
        let (room, within) = room(finder, draft);
        let heights = draft.ys.windows(2).map(|w| match w {
            [a, b] => b - a,
            _ => 0.0,
        });
        let lowest = heights.clone().fold(f32::INFINITY, f32::min);
        let is_first = |place: &CellRange| place.rows.start == 0 || place.columns.contains(&first);
        let filled_of = |is_own: &dyn Fn(&CellRange) -> bool| {
            let own = draft.cells.iter().filter(|(place, _)| is_own(place));
            let (all, filled) = own.fold((0u32, 0u32), |(all, filled), (_, pieces)| {
                (all + 1, filled + u32::from(!pieces.is_empty()))
            });
            (filled as f32, filled as f32 / all.max(1) as f32)
        };
        Self {
            ruling: draft.ruling,
            rows,
            columns,
            filled: texts.len() as f32 / draft.cells.len().max(1) as f32,
            aligned: in_line as f32 / looked_at.max(1) as f32,
            letters: all / lines,
            numeric,
            counting: is_counting(texts.iter().filter(|t| t.column == Some(last))),
            long: long.map(|t| t.letters).sum::<u32>() as f32 / all,
            leaders: rows_with_leaders as f32 / rows.max(1) as f32,
            full_rows: cells_in_row.iter().filter(|&&n| n > 1).count(),
            room,
            within,
            lowest: lowest / finder.em,
            labels: filled_of(&is_first).0 / texts.len().max(1) as f32,
            first_row: filled_of(&|place| place.rows.start == 0).1,
            first_column: filled_of(&|place| place.columns.contains(&first)).1,
            lines: lines / texts.len().max(1) as f32,
            uneven: heights.fold(0.0, f32::max) / lowest.max(1e-3),
            numbered: is_counting(texts.iter().filter(|t| t.column == Some(first))),
            drawn: finder.drawn,
        }
    }

    /// Whether what is in one column of a grid is several columns of numbers.
    pub(super) fn is_columns_of_numbers(&self) -> bool {
        self.numeric > 0
            && 2 * self.full_rows > self.rows
            && self.filled >= 0.6
            && self.aligned >= 0.8
            && self.letters <= 20.0
    }

    /// Whether it is a table to be filled in: only its heads and the names of its rows have text.
    fn is_form(&self) -> bool {
        let named = self.first_row.max(self.first_column) >= 0.6;
        let drawing = self.within < WITHIN || self.letters < 1.5;
        let short = self.lines <= 3.0 && self.letters <= 40.0;
        self.rows >= 3 && self.full_rows >= 1 && self.labels >= 0.9 && named && short && !drawing
    }

    /// Whether it is a table of one column: boxes of one height below each other, a short entry in
    /// each.
    fn is_list_of_boxes(&self) -> bool {
        let even = self.uneven <= 2.0 && self.lowest >= 1.3;
        let entries = self.filled >= 0.9 && self.aligned >= 0.7 && self.lines <= 1.5;
        self.rows >= 4 && even && entries && self.within >= WITHIN && self.letters >= 1.5
    }

    /// Whether it is a table. Lines that separate cells leave little doubt: boxes without text are a
    /// drawing, and those with long texts the columns of a page. Where lines separate the rows only,
    /// and more so where there are none, what is in the columns must look like cells: short, in
    /// line, with numbers among them, and no list of entries with their pages.
    pub(crate) fn is_table(&self) -> bool {
        let Self {
            filled,
            aligned,
            letters,
            ..
        } = *self;
        if self.columns == 1 {
            return self.is_list_of_boxes();
        }
        if self.ruling != Ruling::None && self.is_form() {
            return true;
        }
        if self.rows < 2 || self.columns < 2 || self.full_rows < 2 || self.leaders > 0.3 {
            return false;
        }
        // Single marks in all cells, and no numbers, are a drawing.
        if letters < 1.5 && self.numeric == 0 {
            return false;
        }
        match self.ruling {
            Ruling::Grid => {
                let drawing = self.room < ROOM || self.within < WITHIN;
                filled >= 0.3 && self.long < 0.5 && !drawing
            }
            Ruling::Along => {
                let short = if self.columns > 2 { 40.0 } else { 25.0 };
                filled >= 0.4 && aligned >= 0.55 && letters <= short && self.long < 0.3
            }
            Ruling::None if self.columns == 2 => {
                let clear = filled >= 0.9 && aligned >= 0.9 && letters <= 20.0;
                let list = self.counting || self.numbered;
                self.rows >= 4 && self.numeric > 0 && clear && !list && self.lowest >= LOWEST
            }
            Ruling::None => {
                let list = self.counting && self.columns == 3;
                let numbers =
                    self.numeric > 0 && filled >= 0.6 && aligned >= 0.8 && letters <= 20.0;
                // Words without numbers must look like a table to the last cell.
                let words = self.drawn && filled >= 0.95 && aligned >= 0.95 && letters <= 25.0;
                let rows = if numbers { 3 } else { 4 };
                self.rows >= rows && (numbers || words) && !list && self.lowest >= LOWEST
            }
        }
    }
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ruling = match self.ruling {
            Ruling::None => "without ruled lines",
            Ruling::Along => "between ruled lines",
            Ruling::Grid => "in a ruled grid",
        };
        write!(
            f,
            "table of {} and {} {ruling}, {:.0}% of the cells filled, {:.0}% in line, \
             {:.0} letters a line, {} of numbers",
            counted(self.rows, "row"),
            counted(self.columns, "column"),
            100.0 * self.filled,
            100.0 * self.aligned,
            self.letters,
            counted(self.numeric, "column")
        )
    }
}

/// How many rows from the top are headers: those that a ruled line sets off, that are bold while
/// others are not, or that have words over columns of numbers.
pub(super) fn headers(finder: &TableFinder<'_>, draft: &Draft) -> usize {
    let rows = draft.ys.len().saturating_sub(1);
    let most = MOST_HEADERS.min(rows.saturating_sub(1));
    let of_row = |row: usize| {
        let own =
            move |(p, pieces): &&(CellRange, Vec<u32>)| p.rows.contains(&row) && !pieces.is_empty();
        draft.cells.iter().filter(own)
    };
    let pieces = |row: usize| of_row(row).flat_map(|(_, pieces)| pieces);
    let is_bold =
        |row: usize| pieces(row).next().is_some() && pieces(row).all(|&i| finder.piece(i).bold);
    let bold = (0..rows).take_while(|&row| is_bold(row)).count();
    let bold = if bold < rows { bold } else { 0 };
    let texts: Vec<Text> = draft
        .cells
        .iter()
        .filter(|(_, pieces)| !pieces.is_empty())
        .map(|(place, pieces)| Text::of(finder, place, pieces))
        .collect();
    let numbers = |column: usize| {
        let own: Vec<&Text> = texts
            .iter()
            .filter(|t| t.column == Some(column) && t.row > 0)
            .collect();
        own.len() > 1 && is_numeric(&own)
    };
    let columns: Vec<usize> = (0..draft.xs.len().saturating_sub(1))
        .filter(|&c| numbers(c))
        .collect();
    // Words, or numbers of years and the like that go over several columns.
    let heads = |row: usize| {
        let over = |&&column: &&usize| {
            of_row(row).any(|(p, pieces)| {
                p.columns.contains(&column)
                    && (p.columns.len() > 1 || finder.numeric_share(pieces) < 0.5)
            })
        };
        let count = columns.iter().filter(over).count();
        count > 0 && 2 * count >= columns.len()
    };
    let worded = (0..rows).take_while(|&row| heads(row)).count();
    let worded = if columns.is_empty() || worded > MOST_HEADERS {
        0
    } else {
        worded
    };
    draft.set_off.max(bold).max(worded).min(most)
}

impl TableFinder<'_> {
    /// Which share of some pieces is numbers.
    pub(super) fn numeric_share(&self, pieces: &[u32]) -> f32 {
        let count = pieces.iter().filter(|&&i| self.is_number(i)).count();
        count as f32 / pieces.len().max(1) as f32
    }

    /// Whether what is in a cell is numbers, or one with its unit.
    fn is_numeric(&self, pieces: &[u32]) -> bool {
        let unit = match pieces {
            [number, unit] => self.is_number(*number) && self.piece(*unit).inked <= LONGEST_UNIT,
            _ => false,
        };
        unit || self.numeric_share(pieces) >= NUMERIC
    }

    /// Whether a piece is a number, with what is written at numbers in tables.
    fn is_number(&self, piece: u32) -> bool {
        let mut digits = 0u32;
        let mut others = 0u32;
        let mut dashes = 0u32;
        self.each_char(piece, |c, _| {
            if c.is_numeric() {
                digits += 1;
            } else if is_dash(c) {
                dashes += 1;
            } else if !is_of_numbers(c) {
                others += 1;
            }
        });
        // Dashes and dots replace missing numbers.
        digits > others || (digits == 0 && others == 0 && dashes > 0)
    }

    /// Each character of a piece that is no white space, and where its glyph starts along the line.
    pub(super) fn each_char(&self, piece: u32, mut tell: impl FnMut(char, f32)) {
        let range = &self.piece(piece).glyphs;
        let glyphs = self
            .pieces
            .glyphs
            .get(range.start as usize..range.end as usize);
        for &index in glyphs.unwrap_or_default() {
            if let Some(glyph) = self.content.glyphs.get(index as usize) {
                let (start, _) = self.frame.extent(glyph);
                let text = self.content.text_of(glyph);
                for c in text.chars().filter(|c| !c.is_whitespace()) {
                    tell(c, start);
                }
            }
        }
    }
}

/// How much of the cells with text that fills, and how much of it lies in them, as shares.
fn room(finder: &TableFinder<'_>, draft: &Draft) -> (f32, f32) {
    let (mut text, mut cells, mut inside, mut all) = (0.0, 0.0, 0.0, 0.0);
    let at = |ends: &[f32], n: usize| ends.get(n).copied().unwrap_or_default();
    let slack = 0.4 * finder.em;
    let filled = draft.cells.iter().filter(|(_, pieces)| !pieces.is_empty());
    for (place, pieces) in filled {
        let cell = Rect {
            x0: at(&draft.xs, place.columns.start),
            y0: at(&draft.ys, place.rows.start),
            x1: at(&draft.xs, place.columns.end),
            y1: at(&draft.ys, place.rows.end),
        };
        cells += cell.area();
        for &index in pieces {
            let piece = finder.piece(index);
            let own = piece.cell;
            text += own.area();
            all += piece.inked as f32;
            let held = own.x0 >= cell.x0 - slack
                && own.x1 <= cell.x1 + slack
                && own.y0 >= cell.y0 - slack
                && own.y1 <= cell.y1 + slack;
            inside += if held { piece.inked as f32 } else { 0.0 };
        }
    }
    (text / f32::max(cells, 1e-3), inside / f32::max(all, 1.0))
}

/// What replaces a missing number, or is in one.
fn is_dash(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2015}' | '−' | '.' | '…' | '·')
}

/// What is in or at numbers.
fn is_of_numbers(c: char) -> bool {
    matches!(
        c,
        ',' | ':'
            | '/'
            | '\''
            | '’'
            | '+'
            | '±'
            | '×'
            | '%'
            | '‰'
            | '$'
            | '€'
            | '£'
            | '¥'
            | '('
            | ')'
            | '*'
            | '†'
            | '‡'
            | '<'
            | '>'
            | '~'
            | '≈'
            | '°'
    )
}

/// The text of a cell.
struct Text {
    row: usize,
    /// `None` when it goes over several.
    column: Option<usize>,
    left: f32,
    right: f32,
    /// Where its last decimal point is, or the number ends.
    point: Option<f32>,
    letters: u32,
    lines: usize,
    numeric: bool,
    /// It has digits.
    digits: bool,
    /// When it is a whole number.
    value: Option<u32>,
    leader: bool,
}

impl Text {
    fn of(finder: &TableFinder<'_>, place: &CellRange, pieces: &[u32]) -> Self {
        let mut text = Self {
            row: place.rows.start,
            column: (place.columns.len() == 1).then_some(place.columns.start),
            left: f32::INFINITY,
            right: f32::NEG_INFINITY,
            point: None,
            letters: 0,
            lines: 0,
            numeric: finder.is_numeric(pieces),
            digits: false,
            value: None,
            leader: false,
        };
        let mut baselines: Vec<f32> = Vec::new();
        for &index in pieces {
            let piece = finder.piece(index);
            text.left = text.left.min(piece.cell.x0);
            text.right = text.right.max(piece.cell.x1);
            text.letters += piece.inked;
            text.leader |= piece.leader && piece.inked > 3;
            baselines.push(piece.baseline);
        }
        baselines.sort_by(f32::total_cmp);
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

/// Whether most of a column is numbers, and not only dashes for them.
fn is_numeric(column: &[&Text]) -> bool {
    let count = column.iter().filter(|t| t.numeric).count();
    let digits = column.iter().filter(|t| t.numeric && t.digits).count();
    digits > 1 && 2 * digits >= count && count as f32 >= NUMERIC * column.len() as f32
}

/// How many cells of a column are in line with most.
fn most_in_line(column: &[&Text], near: f32) -> usize {
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

/// Whether cells are whole numbers that do not go down.
fn is_counting<'t>(column: impl Iterator<Item = &'t Text>) -> bool {
    let cells: Vec<&Text> = column.collect();
    let values: Vec<u32> = cells.iter().filter_map(|t| t.value).collect();
    let up = values.windows(2).filter(|w| matches!(w, [a, b] if a <= b));
    let pairs = values.len().saturating_sub(1);
    values.len() > 2
        && 3 * values.len() >= 2 * cells.len()
        && up.count() as f32 >= 0.85 * pairs as f32
}
