//! Splits the lines of a block into paragraphs.
//!
//! Three signs begin a paragraph, each only in blocks where it can:
//!
//! ```text
//!     ....................      ....................      ....................
//!     .........                 ....................      ....................
//!        .................         .................      .................
//!     ....................         .................      ....................
//!     an indent                 hanging entries           the first word of this
//!                                                         line fits on the line
//!                                                         before
//! ```
//!
//! A fourth is a bold word, if lines after short ones begin so, as in a dictionary. A paragraph does not
//! begin within a sentence, as far as the text shows. Indents and hanging entries both start some lines
//! further left than others; the kind that follows short lines more often begins paragraphs.

use std::ops::Range;

use super::continuation::{begins_small, goes_on};
use super::edges::GoesOn;
use super::items::{self, Item, Lines};
use super::pieces::{Piece, Pieces};
use super::rows::RowLine;
use crate::geometry::Rect;
use crate::layout::scale::MIN_LENGTH;

/// Limits for the signs that begin paragraphs.
struct ParagraphLimits {
    /// Least indent, in ems.
    min_indent: f32,
    /// Largest indent, in ems. Lines further in have another reason.
    max_indent: f32,
    /// If more than this share of the lines ends early, short lines do not end paragraphs: it is verse, a list
    /// of names or an address.
    max_short: f32,
    /// Lines for each short one, above which short lines of unclear kind are not prose. Larger: fewer
    /// paragraphs.
    lines_per_short: usize,
    /// Least difference between the shares of short lines before two kinds of lines that decides which kind
    /// begins paragraphs.
    clear: f32,
    /// A centred line begins further in than this share of the space that it leaves.
    centred_share: f32,
    /// Least distance of a centred line from the start, in ems.
    centred: f32,
    /// Largest space before the first word of the next line, if it were on this line, in ems.
    space: f32,
    /// Most lines of a stanza or an address, in which indents do not count. More lines are a list, such as an
    /// index.
    max_stanza: usize,
    /// Fewest lines of verse with alternating indents.
    min_verse: usize,
    /// Fewest single-line rows between others that are prose; fewer belong to the table around them.
    min_prose: usize,
    /// Fewest lines after short ones that begin with a bold word, in a block of dictionary entries.
    min_entries: usize,
    /// Least share of the lines after short ones that begin so.
    entry_share: f32,
    /// Fewest dots or underscores of leaders.
    min_leaders: u32,
    /// One line in this many may extend beyond the start and the end of the others.
    lines_per_outlier: usize,
}

const PARAGRAPH: ParagraphLimits = ParagraphLimits {
    min_indent: 0.6,
    max_indent: 6.0,
    max_short: 0.6,
    lines_per_short: 4,
    clear: 0.2,
    centred_share: 0.3,
    centred: 2.0,
    space: 0.6,
    max_stanza: 14,
    min_verse: 4,
    min_prose: 3,
    min_entries: 2,
    entry_share: 0.8,
    min_leaders: 4,
    lines_per_outlier: 20,
};

/// The lines of one paragraph.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ParagraphLines {
    pub lines: Range<usize>,
    /// The depth of an item of a list, from 1.
    pub item: Option<u8>,
}

impl ParagraphLines {
    pub(crate) fn of(lines: Range<usize>) -> Self {
        Self { lines, item: None }
    }
}

/// Splits the lines of a block, in reading order, into paragraphs. A table, with several lines on its rows,
/// is one paragraph. `items` are the items of lists in it.
pub(crate) fn split(text: &Lines<'_>, items: &[Item], pieces: &Pieces) -> Vec<ParagraphLines> {
    let mut out = Vec::new();
    let starts = items.iter().map(|item| item.line);
    let ends = starts.chain([text.lines.len()]);
    let mut end = 0;
    let mut ends = ends.peekable();
    if let Some(first) = ends.next() {
        split_text(text, 0..first, pieces, &mut out);
    }
    for (item, next) in items.iter().zip(ends) {
        end = items::end(item, text, next).max(end);
        out.push(ParagraphLines {
            lines: item.line..end,
            item: Some(item.depth),
        });
        split_text(text, end..next, pieces, &mut out);
    }
    out
}

/// Splits lines without items into paragraphs.
fn split_text(text: &Lines<'_>, own: Range<usize>, pieces: &Pieces, out: &mut Vec<ParagraphLines>) {
    let lines = text.lines.get(own.clone()).unwrap_or_default();
    let right_to_left = text.right_to_left;
    for stretch in stretches(lines) {
        let starts = match &stretch {
            Stretch::Table(rows) if !text.is_cell && are_entries(rows, lines, pieces) => {
                vec![true; rows.len()]
            }
            Stretch::Table(_) => Vec::new(),
            Stretch::Prose(rows) => Block::new(rows, lines, pieces, right_to_left).starts(),
        };
        let rows = stretch.rows();
        let mut from = 0;
        for number in 1..=rows.len() {
            if number == rows.len() || starts.get(number).copied().unwrap_or(false) {
                let of = rows.get(from..number).unwrap_or_default();
                if let (Some(first), Some(last)) = (of.first(), of.last()) {
                    let lines = own.start + first.start..own.start + last.end;
                    out.push(ParagraphLines::of(lines));
                }
                from = number;
            }
        }
    }
}

/// Returns `true` if rows are the entries of a list with numbers at the end, as of contents.
fn are_entries(rows: &[Range<usize>], lines: &[RowLine], pieces: &Pieces) -> bool {
    let is_number = |line: &RowLine| {
        let number = match line.pieces.as_slice() {
            [number] => pieces.pieces.get(*number as usize),
            _ => None,
        };
        number.is_some_and(|piece| piece.value.is_some())
    };
    let entry = |row: &&Range<usize>| match lines.get((*row).clone()) {
        Some([entry, number]) => !is_number(entry) && is_number(number),
        _ => false,
    };
    let count = rows.iter().filter(entry).count();
    is_in_rows(lines) && count as f32 >= PARAGRAPH.entry_share * rows.len() as f32
}

/// Returns `true` if the lines are read row by row.
fn is_in_rows(lines: &[RowLine]) -> bool {
    lines.is_sorted_by_key(|line| line.row)
}

/// Similar rows of a block; each row is a range of its lines.
enum Stretch {
    Prose(Vec<Range<usize>>),
    Table(Vec<Range<usize>>),
}

impl Stretch {
    fn rows(&self) -> &[Range<usize>] {
        match self {
            Self::Prose(rows) | Self::Table(rows) => rows,
        }
    }
}

/// Separates the rows of tables from prose. A single row with a wide gap is prose too.
fn stretches(lines: &[RowLine]) -> Vec<Stretch> {
    let mut rows: Vec<Range<usize>> = Vec::new();
    for row in lines.chunk_by(|a, b| a.row == b.row) {
        let start = rows.last().map_or(0, |last| last.end);
        rows.push(start..start + row.len());
    }
    // If cells of several lines are read one after the other, row numbers repeat.
    if !is_in_rows(lines) {
        return vec![Stretch::Table(rows)];
    }
    let mut out: Vec<Stretch> = Vec::new();
    for alike in rows.chunk_by(|a, b| (a.len() > 1) == (b.len() > 1)) {
        let cut = alike.first().is_some_and(|row| row.len() > 1);
        let few = if cut { 2 } else { PARAGRAPH.min_prose };
        match out.last_mut() {
            Some(Stretch::Prose(rows) | Stretch::Table(rows)) if alike.len() < few => {
                rows.extend_from_slice(alike);
            }
            Some(Stretch::Table(rows)) if cut => rows.extend_from_slice(alike),
            Some(Stretch::Prose(rows)) if !cut => rows.extend_from_slice(alike),
            _ if cut && alike.len() > 1 => out.push(Stretch::Table(alike.to_vec())),
            _ => out.push(Stretch::Prose(alike.to_vec())),
        }
    }
    out
}

/// The rows of a block, mirrored if they are read from right to left.
struct Block {
    lines: Vec<Extent>,
    em: f32,
    /// The usual start and end of the lines.
    start: f32,
    end: f32,
}

struct Extent {
    start: f32,
    end: f32,
    first_word: f32,
    /// Whether it begins with a bold word and the line before does not end with one.
    bold_start: bool,
    /// Whether it begins with a lower-case letter.
    begins_small: bool,
    /// True if the line before ends with leaders, or with leaders and a number.
    behind_leader: bool,
    /// The kind of continuation from the line before.
    goes_on: Option<GoesOn>,
}

impl Block {
    fn new(rows: &[Range<usize>], lines: &[RowLine], pieces: &Pieces, right_to_left: bool) -> Self {
        let bold = |number: Option<&u32>| {
            let piece = number.and_then(|&n| pieces.pieces.get(n as usize));
            piece.is_some_and(|piece| piece.bold)
        };
        let before = |row: &Range<usize>| lines.get(row.start.checked_sub(1)?);
        let rows = rows
            .iter()
            .filter_map(|row| Some((before(row), lines.get(row.clone())?)));
        let em = rows.clone().flat_map(|(_, row)| row).map(|l| l.size);
        let em = em.fold(0.0, f32::max).max(MIN_LENGTH);
        let extents: Vec<Extent> = rows
            .map(|(before, row)| {
                let first = row.first();
                let cell = row.iter().fold(Rect::EMPTY, |r, line| r.union(line.cell));
                let (start, end) = if right_to_left {
                    (-cell.x1, -cell.x0)
                } else {
                    (cell.x0, cell.x1)
                };
                Extent {
                    start,
                    end,
                    first_word: first.map_or(0.0, |line| line.first_word),
                    bold_start: first.is_some_and(|l| bold(l.pieces.first()) && !l.bold)
                        && !before.is_some_and(|l| bold(l.pieces.last())),
                    begins_small: first.is_some_and(|l| begins_small(pieces, l)),
                    behind_leader: before.is_some_and(|l| ends_with_leader(pieces, l)),
                    goes_on: before.zip(first).and_then(|(a, b)| goes_on(pieces, a, b)),
                }
            })
            .collect();
        let mut starts: Vec<f32> = extents.iter().map(|e| e.start).collect();
        let mut ends: Vec<f32> = extents.iter().map(|e| e.end).collect();
        starts.sort_by(f32::total_cmp);
        ends.sort_by(f32::total_cmp);
        let outer = extents.len() / PARAGRAPH.lines_per_outlier;
        Self {
            em,
            start: starts.get(outer).copied().unwrap_or(0.0),
            end: ends
                .len()
                .checked_sub(outer + 1)
                .and_then(|n| ends.get(n).copied())
                .unwrap_or(0.0),
            lines: extents,
        }
    }

    /// Whether each line begins a paragraph.
    fn starts(&self) -> Vec<bool> {
        let count = self.lines.len();
        let mut starts = vec![false; count];
        if count < 2 {
            return starts;
        }
        // For each line, whether the line before ends early.
        let mut behind_short: Vec<bool> = (0..count)
            .map(|n| {
                n > 0
                    && self
                        .lines
                        .get(n - 1)
                        .zip(self.lines.get(n))
                        .is_some_and(|(a, b)| self.is_short(a, b))
            })
            .collect();
        let short = behind_short.iter().filter(|&&s| s).count();
        let indents: Vec<bool> = self.lines.iter().map(|l| self.is_indented(l)).collect();
        let mut ragged = short as f32 > PARAGRAPH.max_short * (count - 1) as f32;
        let verse = is_verse(&indents, &behind_short);
        // Behind leaders, dotted or underlined, an entry ends.
        let behind_leader = |n: usize| self.lines.get(n).is_some_and(|line| line.behind_leader);
        // A short line within a sentence does not end a paragraph.
        for (n, short) in behind_short.iter_mut().enumerate() {
            *short &= !self.is_same_sentence(n);
        }
        let short = behind_short.iter().filter(|&&s| s).count();
        let indented = indents.iter().filter(|&&i| i).count();
        let outdents = |n: usize| !indents.get(n).copied().unwrap_or(true);

        if indented > 0 && indented < count {
            let share = |begins: &dyn Fn(usize) -> bool| {
                // The difference between the shares of short lines before beginning lines and before others.
                let (mut with, mut of_them, mut without, mut of_those) = (0, 0, 0, 0);
                for n in 1..count {
                    let short = u32::from(behind_short.get(n).copied().unwrap_or(false));
                    if begins(n) {
                        with += 1;
                        of_them += short;
                    } else {
                        without += 1;
                        of_those += short;
                    }
                }
                of_them as f32 / (with as f32).max(1.0)
                    - of_those as f32 / (without as f32).max(1.0)
            };
            let as_indents = share(&|n| !outdents(n));
            let as_entries = share(&outdents);
            let clear = (as_indents - as_entries).abs() > PARAGRAPH.clear;
            // Lines of prose end early only at the end of a paragraph.
            ragged |= !clear && PARAGRAPH.lines_per_short * short > count;
            if (ragged && count <= PARAGRAPH.max_stanza) || verse {
                return starts;
            }
            // If short lines give no answer, a paragraph is assumed to have several lines.
            let hanging = if clear && !ragged {
                as_entries > as_indents
            } else {
                ragged || 2 * indented >= count
            };
            for (n, start) in starts.iter_mut().enumerate() {
                *start = outdents(n) == hanging
                    // An indented stretch begins once.
                    && (hanging || n == 0 || outdents(n - 1) || behind_short.get(n).copied().unwrap_or(false));
            }
        }
        let entries = indented == 0 && self.are_entries(&behind_short);
        for (n, start) in starts.iter_mut().enumerate() {
            let of = |list: &[bool]| list.get(n).copied().unwrap_or(false);
            let begins = entries && self.lines.get(n).is_some_and(|line| line.bold_start);
            *start |= begins || (!ragged && of(&behind_short)) || behind_leader(n);
            // A paragraph never begins within a word. Hanging or indented lines may begin one within a
            // sentence, if a comma stands for a full stop.
            let goes_on = self.lines.get(n).and_then(|line| line.goes_on);
            *start &= goes_on != Some(GoesOn::Word);
        }
        starts
    }

    /// Whether a line continues the sentence of the line before. It must start at the same place, or begin a
    /// sentence itself; otherwise it may be an entry after one without a full stop.
    fn is_same_sentence(&self, n: usize) -> bool {
        let before = n.checked_sub(1).and_then(|n| self.lines.get(n));
        before.zip(self.lines.get(n)).is_some_and(|(a, b)| {
            let same_start = (a.start - b.start).abs() < PARAGRAPH.min_indent * self.em;
            match b.goes_on {
                Some(GoesOn::Word) => true,
                Some(GoesOn::Sentence) => !b.bold_start && (same_start || !a.begins_small),
                None => false,
            }
        })
    }

    /// Whether bold words begin the entries of a dictionary: enough lines after short ones begin so.
    fn are_entries(&self, behind_short: &[bool]) -> bool {
        let behind = self.lines.iter().zip(behind_short);
        let behind = behind.filter(|(_, short)| **short);
        let bold = behind.clone().filter(|(line, _)| line.bold_start).count();
        bold >= PARAGRAPH.min_entries
            && bold as f32 >= PARAGRAPH.entry_share * behind.count() as f32
    }

    fn is_indented(&self, line: &Extent) -> bool {
        let indent = line.start - self.start;
        (PARAGRAPH.min_indent * self.em..=PARAGRAPH.max_indent * self.em).contains(&indent)
    }

    /// Whether a line ends so early that the first word of the next would have fitted on it.
    fn is_short(&self, line: &Extent, next: &Extent) -> bool {
        let room = self.end - line.end;
        // Centred lines are short at both ends.
        let centred = line.start - self.start > PARAGRAPH.centred_share * room
            && line.start - self.start > PARAGRAPH.centred * self.em;
        room > next.first_word + PARAGRAPH.space * self.em && !centred
    }
}

/// Returns `true` if a line ends with leaders, perhaps with a number behind them.
fn ends_with_leader(pieces: &Pieces, line: &RowLine) -> bool {
    let own = line.pieces.iter().rev();
    let mut own = own.filter_map(|&n| pieces.pieces.get(n as usize));
    let is_leader = |piece: &Piece| piece.leader && piece.inked >= PARAGRAPH.min_leaders;
    match own.next() {
        Some(last) if last.value.is_some() => own.next().is_some_and(is_leader),
        Some(last) => is_leader(last),
        None => false,
    }
}

/// Whether every other line is indented, and lines before indented ones end early. If the first line is
/// indented, a paragraph may begin there, so lines before other lines must end early too.
fn is_verse(indents: &[bool], behind_short: &[bool]) -> bool {
    let short_before = |set_in: bool| {
        let mut lines = indents.iter().zip(behind_short).skip(1);
        lines.any(|(indent, short)| *indent == set_in && *short)
    };
    let by_turns = indents
        .iter()
        .zip(indents.iter().skip(1))
        .all(|(a, b)| a != b);
    let begins_set_in = indents.first().is_some_and(|first| *first);
    indents.len() >= PARAGRAPH.min_verse
        && by_turns
        && short_before(true)
        && (!begins_set_in || short_before(false))
}
