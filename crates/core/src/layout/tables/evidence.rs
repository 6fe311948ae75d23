//! Measures a candidate grid of cells; `features` decides whether it is a table.

use std::fmt;

use super::cell_text::{
    Text, by_columns, font_of, is_axis_below, is_axis_beside, is_counting, is_numbers,
    is_relations, most_in_line, texts_of, without_dashes,
};
use super::distances::IN_LINE;
use super::draft::{CellRange, Draft, Ruling, TableFinder};
use super::full_lines::FullLines;
use super::headers::Headers;
use super::look::{COVERED, Look};
use super::prose::Prose;
use crate::counted::counted;
use crate::geometry::Rect;
use crate::layout::regions::shapes::THIN;
use crate::layout::scale::{MIN_LENGTH, PERCENT, Share};

/// The measurements of a candidate table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Evidence {
    pub ruling: Ruling,
    pub rows: usize,
    pub columns: usize,
    /// Share of the cells with text.
    pub filled: f32,
    /// Share of the cells that share the alignment of most of their column: left, right, centred or at the
    /// decimal point.
    pub aligned: f32,
    /// The same share without the first row.
    pub aligned_below: f32,
    pub(super) look: Look,
    /// Characters per line of a cell, on average.
    pub letters: f32,
    /// The same below the first row; infinite if the cells there are empty.
    pub letters_below: f32,
    /// Number of numeric columns, without the first.
    pub numeric: usize,
    /// The last column is whole numbers that rarely decrease, like page numbers in a table of contents.
    pub counting: bool,
    /// Share of the characters in cells with more lines than [`MOST_LINES`].
    pub long: f32,
    /// Share of the non-empty cells with more lines than that.
    pub long_cells: f32,
    /// Cells with leaders per row.
    pub leaders: f32,
    /// Number of rows with several non-empty cells.
    pub full_rows: usize,
    /// Share of the area of non-empty cells that text fills; 0 for columns without ruled lines.
    pub room: f32,
    /// Share of the text's area that is inside its cell; 0 for columns without ruled lines.
    pub within: f32,
    pub(super) full_lines: FullLines,
    /// Between ruled lines, the share of the rows whose text goes on beside the table, a space between words away.
    pub goes_on: f32,
    /// Height of the lowest row, in ems.
    pub lowest: f32,
    /// The first column is increasing numbers, like those of a list.
    pub numbered: bool,
    /// The drawing order of the page is a reading order.
    pub drawn: bool,
    /// Share of the non-empty cells that are in the first row or column; high in blank forms.
    pub labels: f32,
    /// Share of the cells in the first row, and in the first column, that have text.
    pub first_row: f32,
    pub first_column: f32,
    /// Only the cell above the names of the rows is empty in the first row.
    pub corner: bool,
    /// Lines per cell, on average.
    pub lines: f32,
    /// Height of the highest row, as a multiple of the lowest.
    pub uneven: f32,
    /// Smallest distance between the baselines of two rows below the headers, in ems.
    pub pitch: f32,
    /// Smallest distance between the last baseline of a row below the headers and the first one of the next, in ems.
    pub row_gap: f32,
    /// A column is relation signs such as `=`.
    pub relations: bool,
    /// Many cells are empty, without ruled lines, and the text is set in a monospaced font.
    pub listing: bool,
    /// Two columns are set in fonts of their own.
    pub unlike_fonts: bool,
    /// All columns are set in one monospaced font.
    pub typewritten: bool,
    /// The rows are words that end below each other, as lines of justified text do.
    pub flush: bool,
    /// A column or the last row is evenly spaced numbers, as at the axis of a chart.
    pub axis: bool,
    /// There is a ruled line between all rows.
    pub each_ruled: bool,
    /// A header row has several non-empty cells.
    pub headed: bool,
    /// Share of the cells with words below the first row that begin with a lower-case letter.
    pub small: f32,
    /// Share of the rows in which a cell begins with a bullet.
    pub bullets: f32,
    /// There is a ruled line as wide as the table directly above it, and directly below.
    pub line_above: bool,
    pub line_below: bool,
    /// A caption is above or below.
    pub captioned: bool,
    /// A line between other rows is a caption alone, so that it is the one of another table.
    pub caption_inside: bool,
    /// Smallest width of the white space between two columns, in ems.
    pub narrowest: f32,
    /// Largest distance between the baselines of two rows below the headers, as a multiple of the smallest.
    pub uneven_pitch: f32,
    /// Share of the rows with cells of several lines in which all cells have the same number of lines.
    pub same_lines: f32,
    /// In nearly all rows with cells of several lines, a word or a line of words is in the middle of their height.
    pub centred: bool,
    /// Letters a line in the column with the longest lines, as a multiple of those in that with the shortest.
    pub unlike: f32,
    /// The similarity of the cells to columns of running text.
    pub(super) prose: Prose,
    /// The header rows.
    pub(super) headers: Headers,
}

/// Number of lines above which the text of a cell counts as long.
const MOST_LINES: usize = 12;

/// Share of the cells with text below which a table in a monospaced font is a listing.
const FILLED: f32 = 0.75;

/// Largest distance between the ends of lines of justified text, in ems, and the smallest share of such lines.
const FLUSH: f32 = 0.15;
const MOST_FLUSH: Share = Share(3, 4);

/// Number of rows that a table with heads in one row can have; below heads in two rows there are more.
const FEWEST_ROWS: usize = 3;

/// Largest overlap of a ruled line with the row beside it, in ems, and of a text with the lines around its cell.
const OVER_LINE: f32 = 0.3;
const OVER_CELL: f32 = 0.4;

impl Evidence {
    pub(super) fn gather(finder: &TableFinder<'_>, draft: &Draft) -> Self {
        let columns = draft.columns();
        let rows = draft.rows();
        let texts = texts_of(finder, draft);
        let of_columns = by_columns(&texts, columns);
        let of_column = |column: usize| of_columns.get(column).map_or(&[][..], Vec::as_slice);
        let all = texts.iter().map(|t| t.letters).sum::<u32>().max(1) as f32;
        let long = texts.iter().filter(|t| t.lines > MOST_LINES);
        let lines = texts.iter().map(|t| t.lines).sum::<usize>().max(1) as f32;
        let (mut in_line, mut looked_at, mut numeric) = (0, 0, 0);
        let (mut in_line_below, mut below) = (0, 0);
        let mut relations = false;
        let (mut shortest, mut longest) = (f32::INFINITY, 0.0f32);
        let mut fonts = Vec::with_capacity(columns);
        let mut axis = is_axis_below(texts.iter().filter(|t| rows > 1 && t.row + 1 == rows));
        let (first, last) = finder.outer_columns(columns);
        for (column, own) in of_columns.iter().enumerate() {
            relations |= column != first && is_relations(own);
            axis |= is_axis_beside(own);
            numeric += usize::from(column != first && is_numbers(own, rows));
            let own = without_dashes(own);
            let near = IN_LINE * finder.em;
            let most = most_in_line(&own, near);
            in_line += most;
            looked_at += own.len();
            let without_head = match own.as_slice() {
                [head, rest @ ..] if head.row == 0 => rest,
                all => all,
            };
            below += without_head.len();
            in_line_below += if most == own.len() {
                without_head.len()
            } else {
                most_in_line(without_head, near)
            };
            fonts.push(font_of(without_head));
            let (letters, lines) = own.iter().fold((0, 0), |(letters, lines), t| {
                (letters + t.letters, lines + t.lines)
            });
            if lines > 0 {
                let length = letters as f32 / lines as f32;
                (shortest, longest) = (shortest.min(length), longest.max(length));
            }
        }
        let rows_with_leaders = texts.iter().filter(|t| t.leader).count();
        // For each row the number of non-empty cells that begin in it, and the first and the last baseline.
        let mut of_rows = vec![(0u32, f32::INFINITY, f32::NEG_INFINITY); rows];
        for text in &texts {
            if let Some((count, first, last)) = of_rows.get_mut(text.row) {
                *count += 1;
                *first = first.min(text.baseline);
                *last = last.max(text.last_baseline);
            }
        }
        let is_inner = |row: usize| (1..rows.saturating_sub(1)).contains(&row);
        let is_alone_at = |own: &Text<'_>, baseline: f32| {
            let is_level =
                |text: &Text<'_>| (text.baseline..=text.last_baseline).contains(&baseline);
            !texts
                .iter()
                .any(|text| !std::ptr::eq(text, own) && is_level(text))
        };
        let caption_inside = texts.iter().any(|text| {
            is_inner(text.row)
                && finder
                    .caption_in(text.pieces)
                    .is_some_and(|baseline| is_alone_at(text, baseline))
        });
        let headers = Headers::of(finder, draft, &of_columns);
        let below_heads = of_rows.get(headers.rows()..).unwrap_or_default();
        let pitches = below_heads.windows(2).filter_map(|pair| match pair {
            [(_, a, _), (_, b, _)] => Some(b - a).filter(|d| d.is_finite()),
            _ => None,
        });
        let gaps = below_heads.windows(2).filter_map(|pair| match pair {
            [(_, _, a), (_, b, _)] => Some(b - a).filter(|d| d.is_finite()),
            _ => None,
        });
        let row_gap = gaps.fold(f32::INFINITY, f32::min);
        let mut furthest = pitches.clone().fold(0.0, f32::max);
        let nearest = pitches.clone().fold(f32::INFINITY, f32::min);
        furthest /= nearest.max(MIN_LENGTH);
        let words = texts.iter().filter(|t| t.row > 0 && t.worded);
        let (small, worded) = words.fold((0u32, 0u32), |(small, all), t| {
            (small + u32::from(t.small), all + 1)
        });
        let below_first = texts.iter().filter(|t| t.row > 0);
        let below_first = below_first.fold((0, 0), |(letters, lines), t| {
            (letters + t.letters, lines + t.lines)
        });
        let (line_above, line_below) = lines_around(finder, draft);
        let ends = ends_of_columns(&texts, columns);
        // Only boxes are measured, which have lines around them or are one column.
        let (room, within) = if draft.ruling == Ruling::None && columns > 1 {
            (0.0, 0.0)
        } else {
            room(finder, draft)
        };
        let heights = draft.ys.windows(2).map(|w| match w {
            [a, b] => b - a,
            _ => 0.0,
        });
        let lowest = heights.clone().fold(f32::INFINITY, f32::min);
        // Heads over several columns have those of each column below them.
        let is_over_several = |(place, pieces): &(CellRange, Vec<u32>)| {
            place.rows.start == 0 && place.columns.len() > 1 && !pieces.is_empty()
        };
        let has_more = rows > FEWEST_ROWS && draft.cells.iter().any(is_over_several);
        let last_head = usize::from(has_more);
        let is_first =
            |place: &CellRange| place.rows.start <= last_head || place.columns.contains(&first);
        let filled_of = |is_own: &dyn Fn(&CellRange) -> bool| {
            let own = draft.cells.iter().filter(|(place, _)| is_own(place));
            let (all, filled) = own.fold((0u32, 0u32), |(all, filled), (_, pieces)| {
                (all + 1, filled + u32::from(!pieces.is_empty()))
            });
            (filled as f32, filled as f32 / all.max(1) as f32)
        };
        let filled = texts.len() as f32 / draft.cells.len().max(1) as f32;
        let mut known = fonts.iter().flatten();
        let unlike_fonts = known
            .next()
            .is_some_and(|first| known.any(|own| own != first));
        let typewritten = draft.ruling == Ruling::None
            && !unlike_fonts
            && finder.is_typewritten(draft.cells.iter().flat_map(|(_, own)| own));
        let names = of_column(first);
        // A sign in another column is not a label. A dash stands for no value, unless all rows begin with one.
        let dashes = names.iter().all(|t| t.is_dash());
        let bullets = names.iter().filter(|t| t.label || dashes).count();
        let heads = of_rows.first().map_or(0, |(count, ..)| *count as usize);
        let corner =
            heads + 1 == columns && names.iter().all(|t| t.row > 0) && names.len() + 1 >= rows;
        Self {
            ruling: draft.ruling,
            rows,
            columns,
            filled,
            aligned: in_line as f32 / looked_at.max(1) as f32,
            aligned_below: in_line_below as f32 / below.max(1) as f32,
            look: Look::of(finder, draft),
            letters: all / lines,
            letters_below: match below_first {
                (_, 0) => f32::INFINITY,
                (letters, lines) => letters as f32 / lines as f32,
            },
            numeric,
            counting: is_counting(of_column(last)),
            long_cells: long.clone().count() as f32 / texts.len().max(1) as f32,
            long: long.map(|t| t.letters).sum::<u32>() as f32 / all,
            leaders: rows_with_leaders as f32 / rows.max(1) as f32,
            full_rows: of_rows.iter().filter(|(n, ..)| *n > 1).count(),
            room,
            within,
            full_lines: FullLines::of(finder, draft, &of_columns),
            goes_on: goes_on_beside(finder, draft),
            lowest: lowest / finder.em,
            labels: filled_of(&is_first).0 / texts.len().max(1) as f32,
            first_row: filled_of(&|place| place.rows.start == 0).1,
            first_column: filled_of(&|place| place.columns.contains(&first)).1,
            corner,
            lines: lines / texts.len().max(1) as f32,
            uneven: heights.fold(0.0, f32::max) / lowest.max(MIN_LENGTH),
            numbered: is_counting(names),
            drawn: finder.drawn,
            pitch: pitches.fold(f32::INFINITY, f32::min) / finder.em,
            row_gap: row_gap / finder.em,
            relations,
            listing: typewritten && filled < FILLED,
            unlike_fonts,
            typewritten,
            axis,
            flush: is_flush(finder, of_column(last)),
            each_ruled: draft.each_ruled,
            small: small as f32 / worded.max(1) as f32,
            bullets: bullets as f32 / rows.max(1) as f32,
            line_above,
            line_below,
            captioned: draft.captioned,
            caption_inside,
            narrowest: narrowest(&ends) / finder.em,
            uneven_pitch: furthest,
            same_lines: same_lines(&texts, rows),
            centred: is_centred(finder, &texts, rows, row_gap),
            unlike: longest / shortest.max(1.0),
            headed: of_rows.iter().take(headers.rows()).any(|(n, ..)| *n > 1),
            prose: Prose::of(finder, draft, &texts),
            headers,
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
             {:.0} letters a line, {} of numbers: {}",
            counted(self.rows, "row"),
            counted(self.columns, "column"),
            PERCENT * self.filled,
            PERCENT * self.aligned,
            self.letters,
            counted(self.numeric, "column"),
            self.score().why()
        )
    }
}

/// Largest distance between a ruled line and the first or the last row, in ems.
const BESIDE: f32 = 1.0;

/// Whether a ruled line is directly above the cells, and directly below.
fn lines_around(finder: &TableFinder<'_>, draft: &Draft) -> (bool, bool) {
    let Some(rect) = draft.rect() else {
        return (false, false);
    };
    let drawn = |from: f32, to: f32| {
        let near = |r: &&Rect| r.height() <= THIN && (from..=to).contains(&((r.y0 + r.y1) / 2.0));
        let lines = finder.shapes.barriers.iter().filter(near);
        let length: f32 = lines
            .map(|r| (r.x1.min(rect.x1) - r.x0.max(rect.x0)).max(0.0))
            .sum();
        length >= COVERED * rect.width()
    };
    let (far, slack) = (BESIDE * finder.em, OVER_LINE * finder.em);
    (
        drawn(rect.y0 - far, rect.y0 + slack),
        drawn(rect.y1 - slack, rect.y1 + far),
    )
}

/// Whether nearly all texts in the last column end below each other and are not numbers.
fn is_flush(finder: &TableFinder<'_>, last: &[&Text<'_>]) -> bool {
    let end = |t: &Text<'_>| {
        if finder.rows.right_to_left {
            -t.left
        } else {
            t.right
        }
    };
    let furthest = last.iter().map(|t| end(t));
    let furthest = furthest.fold(f32::NEG_INFINITY, f32::max);
    let is_flush = |t: &&&Text<'_>| t.worded && furthest - end(t) <= FLUSH * finder.em;
    last.len() > 2 && MOST_FLUSH.is_reached(last.iter().filter(is_flush).count(), last.len())
}

/// Share of the rows with cells of several lines in which all cells have the same number of lines; 0 without one, and if it
/// is only the first: each head can have its unit below it.
fn same_lines(texts: &[Text<'_>], rows: usize) -> f32 {
    // For each row the number of cells, and the lines of the lowest and the highest one.
    let mut of_rows = vec![(0u32, usize::MAX, 0); rows];
    for text in texts {
        if let Some((count, least, most)) = of_rows.get_mut(text.row) {
            *count += 1;
            *least = text.lines.min(*least);
            *most = text.lines.max(*most);
        }
    }
    let is_several = |(count, _, most): &&(u32, usize, usize)| *count > 1 && *most > 1;
    if rows > 2 && !of_rows.iter().skip(1).any(|row| is_several(&row)) {
        return 0.0;
    }
    let several = of_rows.iter().filter(is_several);
    let (same, all) = several.fold((0u32, 0u32), |(same, all), (_, least, most)| {
        (same + u32::from(least == most), all + 1)
    });
    same as f32 / all.max(1) as f32
}

/// Smallest share of the rows with cells of several lines that have a line of words in the middle of their height, their
/// smallest number, and the largest distance from the middle, in ems.
const MOST_CENTRED: Share = Share(3, 4);
const CENTRED_ROWS: usize = 2;
const OFF_CENTRE: f32 = 0.2;

/// Smallest distance between rows, as a multiple of that between the lines of their cells: columns of text side by side whose
/// lines are not level have rows of several lines, too.
const ROWS_APART: f32 = 0.95;

/// Whether nearly all rows with cells of several lines have a cell with a line of words in the middle of their height. Numbers
/// can be those of lines. `row_gap` is the smallest distance between the last baseline of a row and the first one of the next.
fn is_centred(finder: &TableFinder<'_>, texts: &[Text<'_>], rows: usize, row_gap: f32) -> bool {
    let middle = |text: &Text<'_>| (text.baseline + text.last_baseline) / 2.0;
    // For each row the middle of its highest cell, and the height of that.
    let mut middles = vec![(0.0, 0.0); rows];
    let mut leading = 0.0f32;
    for text in texts.iter().filter(|text| text.lines > 1) {
        if let Some(own) = middles.get_mut(text.row) {
            let height = text.last_baseline - text.baseline;
            leading = leading.max(height / (text.lines - 1) as f32);
            if height > own.1 {
                *own = (middle(text), height);
            }
        }
    }
    let near = OFF_CENTRE * finder.em;
    let is_in_middle = |text: &Text<'_>| {
        let own = middles.get(text.row).filter(|(_, height)| *height > 0.0);
        own.is_some_and(|(at, _)| (middle(text) - at).abs() <= near)
    };
    let mut centred = vec![false; rows];
    for text in texts.iter().filter(|text| text.lines == 1 && text.worded) {
        if let Some(own) = centred.get_mut(text.row) {
            *own |= is_in_middle(text);
        }
    }
    let all = middles.iter().filter(|(_, height)| *height > 0.0).count();
    let centred = centred.iter().filter(|own| **own).count();
    centred >= CENTRED_ROWS
        && MOST_CENTRED.is_reached(centred, all)
        && row_gap >= ROWS_APART * leading
}

/// The left and the right end of the text in each column.
fn ends_of_columns(texts: &[Text<'_>], columns: usize) -> Vec<(f32, f32)> {
    let mut ends = vec![(f32::INFINITY, f32::NEG_INFINITY); columns];
    for text in texts {
        if let Some(end) = text.column.and_then(|c| ends.get_mut(c)) {
            *end = (end.0.min(text.left), end.1.max(text.right));
        }
    }
    ends
}

/// Smallest width of the white space between two neighbouring columns with these ends, in points.
fn narrowest(ends: &[(f32, f32)]) -> f32 {
    let gaps = ends.windows(2).map(|pair| match pair {
        [(_, to), (from, _)] => from - to,
        _ => f32::INFINITY,
    });
    gaps.fold(f32::INFINITY, f32::min)
}

/// Largest number of rows of a grid around words of running text, and rows that are looked at in other tables.
const MOST_BOXES: usize = 8;
const MOST_ROWS: usize = 64;

/// Share of the rows between ruled lines whose line of text goes on at the left or right.
fn goes_on_beside(finder: &TableFinder<'_>, draft: &Draft) -> f32 {
    let rows = draft.rows();
    let Some(rect) = draft.rect() else { return 0.0 };
    let most = match draft.ruling {
        Ruling::None => return 0.0,
        Ruling::Grid => MOST_BOXES,
        Ruling::Along => MOST_ROWS,
    };
    if rows > most {
        return 0.0;
    }
    let words = finder.words_across_sides(rect, &draft.ys);
    words.iter().filter(|words| **words > 0).count() as f32 / rows.max(1) as f32
}

/// Share of the non-empty cells' area that text fills, and share of the text's area inside its cell.
fn room(finder: &TableFinder<'_>, draft: &Draft) -> (f32, f32) {
    let (mut text, mut cells, mut inside, mut all) = (0.0, 0.0, 0.0, 0.0);
    let at = |ends: &[f32], n: usize| ends.get(n).copied().unwrap_or_default();
    let slack = OVER_CELL * finder.em;
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
    (
        text / f32::max(cells, MIN_LENGTH),
        inside / f32::max(all, 1.0),
    )
}
