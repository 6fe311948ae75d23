//! Finds tables between horizontal lines: the bands between them, without those of text, and rows outside the lines.
//!
//! ```text
//!     ────────────────────────
//!     open(file)                   a band of text beside nothing is cut away
//!     ────────────────────────
//!     Name    Meaning    Since
//!     ────────────────────────
//!     open    opens it     1.0
//!     ────────────────────────
//!     close   closes it    1.2     the last row has no line below it
//! ```

use std::ops::Range;
use std::rc::Rc;

use super::distances::LEADING;
use super::draft::{Draft, TableFinder};
use super::evidence::Evidence;
use super::rules::Net;
use super::white::{TextRow, WIDE};
use crate::compact_sort::CompactSort;
use crate::geometry::Rect;
use crate::layout::regions::rows::RowLine;
use crate::layout::scale::Share;

/// Smallest width of a line of prose, as a share of the band's width, and its smallest number of letters.
const PROSE_WIDTH: f32 = 0.6;
const PROSE_LETTERS: u32 = 30;

/// Number of rows of text that a cell can have; running text has more. Smallest width of its lines, in ems.
const ROWS_OF_TEXT: usize = 4;
const LONG_LINE: f32 = 12.0;

/// Smallest share of the lines of running text that are over the ends of columns.
const OVER_COLUMNS: Share = Share(1, 3);

/// Largest number of letters of a name beside a description, and largest distance of its lines from the left, in ems.
const NAME_LETTERS: u32 = 40;
const MOST_INDENT: f32 = 1.0;

/// Number of stretches between wide gaps from which a line is a row of cells and not prose.
const PROSE_STRETCHES: usize = 3;

/// Smallest number of further rows that show an even row height, and the largest difference of such heights, as a
/// share of one.
const EVEN: usize = 2;
const EVEN_HEIGHT: f32 = 0.1;

/// Largest height of an outer row, as a multiple of the highest other row.
const MOST_HEIGHT: f32 = 1.2;

/// Largest distance between an edge or the middle of a cell in an outer row and that of another cell, in ems.
const NEAR_EDGE: f32 = 0.5;

/// Largest difference of the distances from two rows to their lines, in ems.
const PADDING: f32 = 0.25;

/// Height of the first or the last band above which its outer line is far, as a multiple of the highest band between, and
/// the smallest number of these.
const FAR: f32 = 4.0;
const FEWEST_BANDS: usize = 2;

/// A side of a table.
#[derive(Clone, Copy)]
pub(super) enum Side {
    Above,
    Below,
}

/// The bands between lines.
struct Stack<'n> {
    /// The positions of the lines, downwards.
    rules: &'n [f32],
    net: &'n Net,
    /// The ends of the bands: lines, and cuts at headlines.
    ends: Vec<f32>,
    /// The pieces of each band.
    bands: Vec<Vec<u32>>,
    /// For each band the number of words beside the lines at which its text goes on.
    across: Vec<u32>,
}

/// The runs of bands between those at some numbers.
fn runs_between(bands: Range<usize>, at: &[usize]) -> Vec<Range<usize>> {
    let starts = std::iter::once(bands.start).chain(at.iter().map(|n| n + 1));
    let runs = starts.zip(at.iter().copied().chain([bands.end]));
    runs.map(|(from, to)| from..to).collect()
}

/// The lines without the first or the last one, if it is far from the others: the lines at the head and the foot of a
/// page can be as long as those of a table.
fn without_far_lines(ys: &[f32]) -> Option<&[f32]> {
    let heights: Vec<f32> = ys
        .iter()
        .zip(ys.iter().skip(1))
        .map(|(a, b)| b - a)
        .collect();
    let [first, inner @ .., last] = heights.as_slice() else {
        return None;
    };
    let far = FAR * inner.iter().copied().fold(0.0, f32::max);
    let (top, bottom) = (*first > far, *last > far);
    let are_far = inner.len() >= FEWEST_BANDS && (top || bottom);
    are_far.then(|| ys.get(usize::from(top)..ys.len() - usize::from(bottom)))?
}

impl TableFinder<'_> {
    /// Candidate tables between the horizontal lines of a net at `ys`, downwards, and in the rows outside them; `free` are
    /// all pieces that are not in a table yet.
    pub(super) fn between_lines(
        &self,
        net: &Net,
        ys: &[f32],
        pieces: &[u32],
        free: &[u32],
    ) -> Vec<Draft> {
        let drafts = self.with_rows_outside(net, ys, pieces, free);
        let near = without_far_lines(ys).map(|ys| self.with_rows_outside(net, ys, pieces, free));
        let is_within = |near: &Draft| drafts.iter().any(|whole| near.is_between_ends_of(whole));
        let is_better = |near: &Vec<Draft>| {
            near.iter().all(is_within) && self.best(near).0 > self.best(&drafts).0
        };
        near.filter(is_better).unwrap_or(drafts)
    }

    /// The same for all these lines: with the rows of text outside the first and the last one.
    fn with_rows_outside(&self, net: &Net, ys: &[f32], pieces: &[u32], free: &[u32]) -> Vec<Draft> {
        let [above, below] =
            [Side::Above, Side::Below].map(|side| self.outer_row(net.rect(), ys, free, side));
        let (mut ys, mut pieces) = (ys.to_vec(), pieces.to_vec());
        if let Some((end, row)) = above {
            ys.insert(0, end);
            pieces.extend(row);
        }
        pieces.sort_unstable();
        let drafts = self.between_rules(&ys, net, pieces.clone());
        let with_below = below.map(|(end, row)| {
            ys.push(end);
            pieces.extend(row);
            pieces.sort_unstable();
            self.between_rules(&ys, net, pieces)
        });
        // The text below can also be a row of another table between lines of the same length.
        let is_better = |with_below: &Vec<Draft>| {
            let ((score, filled), (more, more_filled)) =
                (self.best(&drafts), self.best(with_below));
            more >= score || more_filled >= filled
        };
        with_below.filter(is_better).unwrap_or(drafts)
    }

    /// Candidate tables between horizontal lines at `ys`, downwards. The short lines of their net span only some columns.
    fn between_rules(&self, ys: &[f32], net: &Net, pieces: Vec<u32>) -> Vec<Draft> {
        let mut bands: Vec<Vec<u32>> = vec![Vec::new(); ys.len().saturating_sub(1)];
        for index in pieces {
            let at = ys.partition_point(|&y| y <= self.piece(index).middle());
            if let Some(band) = at.checked_sub(1).and_then(|n| bands.get_mut(n)) {
                band.push(index);
            }
        }
        let (ends, bands) = self.apart_from_headlines(ys, bands);
        // Text between two tables of the same width belongs to neither.
        let is_text = |n: &usize| {
            let band = bands.get(*n).map_or(&[][..], Vec::as_slice);
            self.is_prose(band) && !self.is_band_in_columns(&bands, *n)
                || self.is_headline(band)
                || self.is_over_same_heads(&bands, *n)
        };
        let all = 0..bands.len();
        let text: Vec<usize> = all.clone().filter(is_text).collect();
        let stack = Stack {
            rules: ys,
            net,
            across: self.words_across_sides(net.rect(), &ends),
            ends,
            bands,
        };
        let runs = runs_between(all, &text).into_iter();
        runs.flat_map(|run| self.tables_of_run(&stack, run))
            .collect()
    }

    /// The candidate table of a run of bands, or the parts of it between bands of text, if one of them has a better score.
    fn tables_of_run(&self, stack: &Stack<'_>, run: Range<usize>) -> Vec<Draft> {
        let draft = |run: &Range<usize>| {
            let rules = (stack.rules, stack.net);
            self.stacked(rules, &stack.ends, &stack.bands, run.start, run.end)
        };
        let whole: Vec<Draft> = draft(&run).into_iter().collect();
        let band = |n: usize| stack.bands.get(n).map_or(&[][..], Vec::as_slice);
        let is_apart = |n: usize| {
            let words = stack.across.get(n).copied().unwrap_or_default();
            words > 1 || self.is_alone(band(n))
        };
        let can_be_text = |n: &usize| is_apart(*n) || self.is_band_of_text(band(*n));
        let mut cuts: Vec<usize> = run.clone().filter(can_be_text).collect();
        if whole.is_empty() || cuts.is_empty() {
            return whole;
        }
        // Only a table is made smaller: in text that is none, a part can look like one.
        let (score, _) = self.best(&whole);
        if score < 0.0 {
            return whole;
        }
        let between = |cuts: &[usize]| -> Vec<Draft> {
            let parts = runs_between(run.clone(), cuts);
            parts.iter().filter_map(draft).collect()
        };
        let mut parts = between(&cuts);
        // Long texts in the columns of the other rows are cells.
        let count = cuts.len();
        cuts.retain(|&n| is_apart(n) || self.crosses_columns(band(n), &parts));
        if cuts.len() < count {
            parts = between(&cuts);
        }
        if self.best(&parts).0 > score {
            parts
        } else {
            whole
        }
    }

    /// The score of the best draft, and the share of its cells with text.
    pub(super) fn best(&self, drafts: &[Draft]) -> (f32, f32) {
        let own = drafts.iter().map(|draft| Evidence::gather(self, draft));
        let own = own.map(|evidence| (evidence.score().sum, evidence.filled));
        own.fold(
            (f32::NEG_INFINITY, 0.0),
            |a, b| if b.0 > a.0 { b } else { a },
        )
    }

    /// Whether a band has several lines of text, each alone in its row, as code and paragraphs. The name of a section is
    /// one line.
    fn is_alone(&self, band: &[u32]) -> bool {
        let lines = self.lines(band);
        let mut rows = lines.chunk_by(|a, b| a.row == b.row);
        lines.len() > 2 && rows.all(|row| self.count_stretches(row, WIDE) == 1)
    }

    /// Whether lines of a band are over the ends of columns of some of these tables.
    fn crosses_columns(&self, band: &[u32], tables: &[Draft]) -> bool {
        let lines = self.lines(band);
        let inner = |table: &Draft| {
            table
                .xs
                .get(1..table.columns())
                .unwrap_or_default()
                .to_vec()
        };
        let ends: Vec<f32> = tables.iter().flat_map(inner).collect();
        let is_over = |line: &&RowLine| {
            let mut stretches = self
                .stretches(std::slice::from_ref(*line), WIDE)
                .into_iter();
            stretches.any(|(from, to)| ends.iter().any(|end| from < *end && *end < to))
        };
        OVER_COLUMNS.is_reached(lines.iter().filter(is_over).count(), lines.len())
    }

    /// Whether a band is running text, in one column or in several: most rows have only long lines.
    fn is_band_of_text(&self, band: &[u32]) -> bool {
        let lines = self.lines(band);
        let long = LONG_LINE * self.em;
        let (mut full, mut all) = (0, 0);
        for row in lines.chunk_by(|a, b| a.row == b.row) {
            let stretches = self.stretches(row, WIDE);
            full += usize::from(stretches.iter().all(|(from, to)| to - from >= long));
            all += 1;
        }
        all > ROWS_OF_TEXT && 2 * full > all
    }

    /// Whether a band is empty or one line, above the heads of the first band again: the name of another table.
    fn is_over_same_heads(&self, bands: &[Vec<u32>], band: usize) -> bool {
        let Some((before, [own, after @ ..])) = bands.split_at_checked(band) else {
            return false;
        };
        let is_filled = |band: &&Vec<u32>| !band.is_empty();
        let (heads, again) = (before.iter().find(is_filled), after.iter().find(is_filled));
        let (Some(heads), Some(again)) = (heads, again) else {
            return false;
        };
        if heads.len() < 2 || heads.len() != again.len() {
            return false;
        }
        let lines = self.lines(own);
        let is_alone = match &lines[..] {
            [] => true,
            [_] => self.count_stretches(&lines, WIDE) == 1,
            _ => false,
        };
        let text = |pieces: &[u32]| self.pieces.words(self.content, pieces.iter());
        is_alone && text(heads) == text(again)
    }

    /// Whether the first line of a band is in the columns of the bands above and below it.
    fn is_band_in_columns(&self, bands: &[Vec<u32>], band: usize) -> bool {
        let around = band.checked_sub(1).and_then(|n| bands.get(n..=n + 2));
        let Some(around) = around else {
            return false;
        };
        let lines: Vec<Rc<[RowLine]>> = around.iter().map(|band| self.lines(band)).collect();
        let rows: Vec<TextRow<'_>> = lines
            .iter()
            .map(|lines| lines.chunk_by(|a, b| a.row == b.row).next())
            .map(Option::unwrap_or_default)
            .collect();
        let [above, own, below] = rows.as_slice() else {
            return false;
        };
        let [above, below] = [above, below].map(|row| self.stretches(row, WIDE));
        self.is_in_columns(own, &above, &below)
    }

    /// The first or the last row of a table with lines only between its rows: its outer end and its pieces. It must have
    /// several cells, in line with the others, as far from its line as those of the next row.
    pub(super) fn outer_row(
        &self,
        rules: Rect,
        ys: &[f32],
        free: &[u32],
        side: Side,
    ) -> Option<(f32, Vec<u32>)> {
        self.even_outer_row(rules, ys, free, side)
            .or_else(|| self.uneven_outer_row(rules, ys, free, side))
    }

    /// The same for a table whose rows are of one height: the first lines have the same distance to their lines.
    fn even_outer_row(
        &self,
        rules: Rect,
        ys: &[f32],
        free: &[u32],
        side: Side,
    ) -> Option<(f32, Vec<u32>)> {
        let (&top, &bottom) = (ys.first()?, ys.last()?);
        let heights = ys.iter().zip(ys.iter().skip(1)).map(|(a, b)| b - a);
        let heights: Vec<f32> = heights.collect();
        let (height, others) = match side {
            Side::Above => heights.split_first(),
            Side::Below => heights.split_last(),
        }?;
        let alike = others
            .iter()
            .filter(|own| (*own - height).abs() <= EVEN_HEIGHT * height);
        if alike.count() < EVEN {
            return None;
        }
        let between = |top: f32, bottom: f32| self.pieces_in(rules, free, top..bottom);
        // The ends of the row, and of the next one.
        let (own, next) = match side {
            Side::Above => ((top - height, top), (top, top + height)),
            Side::Below => ((bottom, bottom + height), (bottom - height, bottom)),
        };
        let pieces = between(own.0, own.1);
        let lines = self.rows.lines(&pieces);
        let first = lines.first()?;
        let beside = self.rows.lines(&between(next.0, next.1));
        let other = match side {
            Side::Above => beside.last(),
            Side::Below => beside.first(),
        }?;
        let mut rows = lines.chunk_by(|a, b| a.row == b.row);
        let cells = self.stretches(rows.next()?, WIDE);
        let is_below = |line: &(f32, f32)| cells.iter().any(|c| line.0 < c.1 && c.0 < line.1);
        let mut below = rows.flat_map(|row| self.stretches(row, WIDE));
        let row = cells.len() > 1 && below.all(|line| is_below(&line));
        let apart = (first.baseline - own.1) - (other.baseline - next.1);
        if !row || apart.abs() > PADDING * self.em {
            return None;
        }
        if !self.are_in_line(&cells, &between(top, bottom)) {
            return None;
        }
        let end = match side {
            Side::Above => own.0,
            Side::Below => own.1,
        };
        Some((end, pieces))
    }

    /// The pieces between two heights along ruled lines.
    fn pieces_in(&self, rules: Rect, free: &[u32], heights: Range<f32>) -> Vec<u32> {
        let inside = |&i: &u32| {
            let piece = self.piece(i);
            let along = (piece.cell.x0 + piece.cell.x1) / 2.0;
            heights.contains(&piece.middle()) && (rules.x0..=rules.x1).contains(&along)
        };
        free.iter().copied().filter(inside).collect()
    }

    /// Whether cells begin, end or are centred where others of their column do.
    fn are_in_line(&self, cells: &[(f32, f32)], others: &[u32]) -> bool {
        let lines = self.rows.lines(others);
        let rows = lines.chunk_by(|a, b| a.row == b.row);
        let others: Vec<(f32, f32)> = rows.flat_map(|row| self.stretches(row, WIDE)).collect();
        let is_near = |a: f32, b: f32| (a - b).abs() <= NEAR_EDGE * self.em;
        cells.iter().all(|own| {
            let with = |other: &(f32, f32)| {
                is_near(own.0, other.0)
                    || is_near(own.1, other.1)
                    || is_near(own.0 + own.1, other.0 + other.1)
            };
            others.iter().any(with)
        })
    }

    /// The same for rows of any height: the text outside the lines, up to a gap.
    fn uneven_outer_row(
        &self,
        rules: Rect,
        ys: &[f32],
        free: &[u32],
        side: Side,
    ) -> Option<(f32, Vec<u32>)> {
        let (&top, &bottom) = (ys.first()?, ys.last()?);
        let pieces_in = |top: f32, bottom: f32| self.pieces_in(rules, free, top..bottom);
        let lines_in = |top: f32, bottom: f32| self.rows.lines(&pieces_in(top, bottom));
        let baseline = |row: TextRow<'_>| row.first().map_or(0.0, |l| l.baseline);
        let rows_of = |lines: &'_ [RowLine]| -> Vec<f32> {
            let rows = lines.chunk_by(|a, b| a.row == b.row);
            rows.map(baseline).collect()
        };
        let heights = ys.iter().zip(ys.iter().skip(1)).map(|(a, b)| b - a);
        let highest = heights.fold(0.0, f32::max);
        let most = MOST_HEIGHT * highest;
        let reach = most + highest;
        let outside = match side {
            Side::Above => lines_in(top - reach, top),
            Side::Below => lines_in(bottom, bottom + reach),
        };
        let mut rows: Vec<TextRow<'_>> = outside.chunk_by(|a, b| a.row == b.row).collect();
        let at = match side {
            Side::Above => {
                rows.reverse();
                top
            }
            Side::Below => bottom,
        };
        let first = baseline(rows.first()?);
        // The distance of the next row from the line beyond it.
        let padding = match side {
            Side::Above => {
                let end = *ys.get(1)?;
                end - rows_of(&lines_in(top, end)).last()?
            }
            Side::Below => {
                let start = *ys.get(ys.len().checked_sub(2)?)?;
                rows_of(&lines_in(start, bottom)).first()? - start
            }
        };
        if ((first - at).abs() - padding).abs() > PADDING * self.em {
            return None;
        }
        let is_near = |pair: &&[TextRow<'_>]| match pair {
            [a, b] => (baseline(b) - baseline(a)).abs() <= LEADING * self.em,
            _ => false,
        };
        let count = 1 + rows.windows(2).take_while(is_near).count();
        // With a further row outside, the lines are not between all rows.
        let is_row = |row: &TextRow<'_>| self.count_stretches(row, WIDE) > 1;
        if rows.get(count).is_some_and(is_row) {
            return None;
        }
        rows.truncate(count);
        if rows
            .last()
            .is_some_and(|row| (baseline(row) - at).abs() > most)
        {
            return None;
        }
        let mut cells: Vec<(f32, f32)> = rows
            .iter()
            .flat_map(|row| self.stretches(row, WIDE))
            .collect();
        cells.compact_sort_by(|a, b| a.0.total_cmp(&b.0));
        // The texts below each other are one cell.
        cells.dedup_by(|cell, last| {
            let overlaps = cell.0 < last.1;
            if overlaps {
                last.1 = last.1.max(cell.1);
            }
            overlaps
        });
        if cells.len() < 2 || !self.are_in_line(&cells, &pieces_in(top, bottom)) {
            return None;
        }
        let lines = || rows.iter().flat_map(|row| row.iter());
        let rect = lines().fold(Rect::EMPTY, |r, l| r.union(l.cell));
        let end = match side {
            Side::Above => rect.y0.min(top),
            Side::Below => rect.y1.max(bottom),
        };
        let pieces = lines().flat_map(|line| &line.pieces).copied();
        Some((end, pieces.collect()))
    }

    /// Whether lines are a short name, which begins at `left`, beside the lines of its description, which begin below each
    /// other.
    fn is_named(&self, lines: &[RowLine], left: f32) -> bool {
        let letters = |line: &RowLine| line.pieces.iter().map(|&i| self.letters(i)).sum::<u32>();
        let is_name = |line: &&RowLine| line.cell.x0 - left <= MOST_INDENT * self.em;
        let (names, others): (Vec<&RowLine>, Vec<&RowLine>) = lines.iter().partition(is_name);
        let Some(first) = others.first() else {
            return false;
        };
        names.iter().map(|line| letters(line)).sum::<u32>() <= NAME_LETTERS
            && others
                .iter()
                .all(|line| self.is_at(line.cell.x0, first.cell.x0))
            && names.iter().all(|line| line.cell.x1 < first.cell.x0)
    }

    /// Whether most rows are captions, or single lines as long as lines of text. The last line of a paragraph is
    /// shorter.
    fn is_prose(&self, band: &[u32]) -> bool {
        let lines = self.lines(band);
        let rect = lines.iter().fold(Rect::EMPTY, |r, l| r.union(l.cell));
        if self.is_named(&lines, rect.x0) {
            return false;
        }
        let (mut count, mut prose, mut goes_on) = (0, 0, false);
        for row in lines.chunk_by(|a, b| a.row == b.row) {
            let is_prose = match row {
                [line] if self.stretches(row, WIDE).len() < PROSE_STRETCHES => {
                    let letters: u32 = line.pieces.iter().map(|&i| self.piece(i).inked).sum();
                    let long = line.cell.width() >= PROSE_WIDTH * rect.width();
                    let begins = self.is_at(line.cell.x0, rect.x0);
                    let long = long && letters >= PROSE_LETTERS;
                    let last = goes_on && begins && self.stretches(row, WIDE).len() == 1;
                    goes_on = long;
                    long || last || self.is_caption(row)
                }
                _ => {
                    goes_on = false;
                    false
                }
            };
            count += 1;
            prose += usize::from(is_prose);
        }
        2 * prose > count
    }
}
