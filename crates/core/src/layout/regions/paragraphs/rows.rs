//! Measures the rows of a text for the question where its paragraphs begin.

use std::ops::Range;

use super::super::caption_label::Label;
use super::super::continuation::goes_on;
use super::super::edges::{End, GoesOn, Start};
use super::super::items::Lines;
use super::super::pieces::{Piece, Pieces};
use super::super::rows::RowLine;
use super::super::wording::Wording;
use crate::geometry::Rect;
use crate::layout::scale::{ASCENT, DESCENT, MIN_LEADER, MIN_LENGTH, Share, median};
use crate::page::Content;

/// Limits for the measures of a text.
struct RowLimits {
    /// One row in this many may extend beyond the start and the end of the others.
    rows_per_outlier: usize,
    /// Largest space before the first word of the next row, if it were on this row, in ems.
    space: f32,
    /// Largest width of a text that is narrow, in widths of its column.
    narrow: f32,
    /// Least indent, in ems.
    min_indent: f32,
    /// A centred row begins further in than this share of the space that it leaves.
    centred_share: f32,
    /// Least distance of a centred row from the start, in ems.
    centred: f32,
    /// Least difference between the shares of short rows before two kinds of rows that decides which kind
    /// begins paragraphs.
    clear: f32,
    /// Least ratio between two sizes that differ.
    size: f32,
    /// One pair of ascending numbers in this many may fall.
    pairs_per_fall: usize,
    /// Fewest rows of verse with alternating indents.
    min_verse: usize,
    /// Words at the beginning of a row that can end with the colon of a name.
    name_words: usize,
    /// Least share of the rows behind short ones that begin with bold words, if these begin entries.
    bold: Share,
    /// Least difference between the shares of full and of short rows that the next row continues, if lines are wrapped.
    wrapped: f32,
    /// Largest width of verse one row of which looks as if it were wrapped, in ems: its longest row does, too.
    verse: f32,
    /// Least distance between two cells, in ems.
    cells_apart: f32,
    /// Fewest rows that go on with a sentence whose pitch is usual.
    min_within: usize,
}

const ROW: RowLimits = RowLimits {
    rows_per_outlier: 20,
    space: 0.6,
    narrow: 0.6,
    min_indent: 0.6,
    centred_share: 0.3,
    centred: 2.0,
    clear: 0.2,
    size: 1.06,
    pairs_per_fall: 8,
    min_verse: 4,
    name_words: 4,
    bold: Share(4, 5),
    wrapped: 0.5,
    verse: 25.0,
    cells_apart: 1.0,
    min_within: 2,
};

/// A row of a text. Places along the row are mirrored if it is read from right to left.
pub(super) struct Row {
    /// Its lines; several if wide gaps divide it.
    pub lines: Range<usize>,
    pub start: f32,
    pub end: f32,
    /// The distance of its baseline to the one above; 0 for the first row.
    pub pitch: f32,
    /// By how much it extends above and below a row of its size: it has exponents, or parts of a formula.
    pub above: f32,
    pub below: f32,
    pub size: f32,
    pub bold: bool,
    /// Its glyphs have no text, which belongs to others.
    pub textless: bool,
    pub begins: Start,
    pub ends: End,
    /// The kind of continuation from the row before.
    pub goes_on: Option<GoesOn>,
    /// Its first word is in a font whose glyphs have one width.
    pub typewriter: bool,
    pub wording: Wording,
    /// A line that is read elsewhere is beside it: a part of a formula, or a cell.
    pub beside: bool,
    /// All of its words are italic. A label in front does not count here.
    pub italic: bool,
    /// Its first word is italic.
    pub italic_start: bool,
    /// It begins with a bold word, and the row before does not end with one.
    pub bold_start: bool,
    /// It begins as the row before does: with the same capitalised word, or the same sign.
    pub alike: bool,
    /// It begins with the label of a list item.
    pub label: bool,
    /// It begins with the label of a caption.
    pub caption: bool,
    /// It ends with leaders, or with leaders and a number.
    pub leader: bool,
    /// The number that it ends with.
    pub number: Option<u32>,
    /// It is only a number, such as that of a page.
    pub number_alone: bool,
    /// A colon ends one of its first words.
    pub name: bool,
    /// The first word of the next row would fit on it, and it is not centred.
    pub short: bool,
    /// The first word of the next row would fit into its column.
    pub short_in_column: bool,
    /// The white space beside it in its column, in widths of the column.
    pub column_room: f32,
    /// The white space at its end, in points.
    pub room: f32,
    /// The distance of its beginning from the start of the text, in ems.
    pub indent: f32,
}

impl Row {
    pub(super) fn is_indented(&self) -> bool {
        self.indent >= ROW.min_indent
    }

    pub(super) fn differs_in_size(&self, other: &Self) -> bool {
        self.size.max(other.size) > ROW.size * self.size.min(other.size)
    }

    /// Whether it continues the sentence of the row before. It must start at the same place, or that row must
    /// begin a sentence; otherwise it may be an entry after one without a full stop.
    fn continues(&self, before: &Self) -> bool {
        match self.goes_on {
            Some(GoesOn::Word) => true,
            Some(GoesOn::Sentence) => {
                let same_start = (before.indent - self.indent).abs() < ROW.min_indent;
                !self.bold_start && (same_start || before.begins != Start::Small)
            }
            None => false,
        }
    }

    /// Returns `true` if it is short and in italics, and the next row is not.
    pub(super) fn is_title_over(&self, next: &Self) -> bool {
        self.short && self.italic && !self.typewriter && !next.italic_start
    }

    /// Returns `true` if it is the next cell beside the row before: both have words, and there is white space between them.
    /// The text behind the label of a caption is not a cell. `em` is in points.
    pub(super) fn is_cell_beside(&self, before: &Self, em: f32) -> bool {
        let words = [before.wording, self.wording] == [Wording::Words; 2];
        words && !before.caption && self.start - before.end >= ROW.cells_apart * em
    }

    pub(super) fn has_gaps(&self) -> bool {
        self.lines.len() > 1
    }
}

/// Rows that begin paragraphs, as far as the short rows before them tell.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Beginning {
    Indented,
    SetOut,
    Unclear,
}

/// The rows of a text, with the measures that they have in common.
pub(super) struct Rows {
    pub rows: Vec<Row>,
    /// The size of the largest row, in points.
    pub em: f32,
    /// The width of the text, in points.
    pub width: f32,
    /// It is much narrower than its column.
    pub narrow: bool,
    /// By how much the rows of other entries of the page are indented, in ems.
    pub entries: Option<f32>,
    /// The usual distance between baselines, in points.
    pub pitch: f32,
    /// The usual distance between baselines within sentences, of this text or of its page, in points.
    pub pitch_in_sentences: Option<f32>,
    /// The share of rows that end early, of all but the last.
    pub short: f32,
    /// The share of rows that are indented.
    pub indented: f32,
    /// The share of rows that reach the end of the text.
    pub full: f32,
    /// The share of rows with the size of the row before. OCR gives each line a size of its own.
    pub same_sizes: f32,
    /// The share of rows that end with a number.
    pub numbers: f32,
    /// The numbers at the ends of rows ascend, as in a table of contents and not in an index.
    pub ascending: bool,
    /// The share of rows with a name and a colon.
    pub names: f32,
    pub beginning: Beginning,
    /// Every other row is indented, behind short ones.
    pub verse: bool,
    /// Bold words begin most rows behind short ones.
    pub bold_entries: bool,
    /// Most short rows end within a sentence that the next row continues.
    pub continued: bool,
    /// Full rows end within a sentence that the next row continues, and short rows do not.
    pub wrapped: bool,
}

impl Rows {
    /// Measures the lines of a text, which are read row by row.
    pub(super) fn of(
        text: &Lines<'_>,
        own: Range<usize>,
        (content, pieces): (&Content, &Pieces),
        has_code: bool,
    ) -> Self {
        let lines = text.lines.get(own).unwrap_or_default();
        let mut rows: Vec<Row> = Vec::new();
        let mut before: Option<&RowLine> = None;
        let mut above: Option<&RowLine> = None;
        let mut at = 0;
        for of_row in lines.chunk_by(|a, b| a.row == b.row) {
            let (Some(first), Some(last)) = (of_row.first(), of_row.last()) else {
                continue;
            };
            let reader = Reader { content, pieces };
            let cell = of_row
                .iter()
                .fold(Rect::EMPTY, |r, line| r.union(line.cell));
            let (start, end) = match text.right_to_left {
                false => (cell.x0, cell.x1),
                true => (-cell.x1, -cell.x0),
            };
            let piece = |number: Option<&u32>| pieces.pieces.get(*number? as usize);
            let bold = |number| piece(number).is_some_and(|piece| piece.bold);
            let opening = piece(first.pieces.first());
            let is_label = |piece: &Piece| piece.label || piece.bullet.is_some();
            let label = opening.is_some_and(is_label);
            let is_italic = |piece: &Piece| pieces.is_italic(content, piece);
            let words = of_row.iter().flat_map(|line| &line.pieces);
            let mut words = words.skip(usize::from(label)).peekable();
            let italic_start = piece(words.peek().copied()).is_some_and(is_italic);
            let size = of_row.iter().map(|line| line.size).fold(0.0, f32::max);
            rows.push(Row {
                lines: at..at + of_row.len(),
                start,
                end,
                pitch: before.map_or(0.0, |before| first.baseline - before.baseline),
                above: (first.baseline - ASCENT * size - cell.y0).max(0.0),
                below: (cell.y1 - last.baseline - DESCENT * size).max(0.0),
                size,
                bold: of_row.iter().all(|line| line.bold),
                wording: reader.wording(of_row),
                beside: false,
                italic: italic_start && words.all(|word| piece(Some(word)).is_some_and(is_italic)),
                italic_start,
                textless: of_row.iter().all(|line| reader.is_textless(line)),
                begins: opening.map_or(Start::Other, |piece| piece.edges.start),
                ends: piece(last.pieces.last()).map_or(End::Closed, |piece| piece.edges.end),
                goes_on: before.and_then(|before| goes_on(pieces, before, first)),
                bold_start: bold(first.pieces.first())
                    && !first.bold
                    && !before.is_some_and(|before| bold(before.pieces.last())),
                typewriter: has_code
                    && opening.is_some_and(|piece| pieces.is_monospaced(content, piece)),
                alike: above.is_some_and(|above| reader.begin_alike(above, first)),
                label,
                caption: reader.is_caption(first),
                leader: reader.ends_with_leader(last),
                number: piece(last.pieces.last()).and_then(|piece| piece.value),
                number_alone: matches!(of_row, [line] if line.pieces.len() == 1)
                    && opening.is_some_and(|piece| piece.value.is_some()),
                name: reader.begins_with_name(first),
                short: false,
                short_in_column: false,
                column_room: 0.0,
                room: 0.0,
                indent: 0.0,
            });
            at += of_row.len();
            (above, before) = (Some(first), Some(last));
        }
        let firsts = lines.chunk_by(|a, b| a.row == b.row);
        let words = firsts.map(|row| row.first().map_or(0.0, |line| line.first_word));
        let mirrored = |(from, to): (f32, f32)| match text.right_to_left {
            false => (from, to),
            true => (-to, -from),
        };
        let column = text.column.map(mirrored);
        let measured = Self::measured(rows, &words.collect::<Vec<_>>(), column);
        Self {
            entries: text.indent.map(|indent| indent / measured.em),
            pitch_in_sentences: measured
                .pitch_in_sentences
                .or(text.pitch.map(|pitch| pitch * measured.em)),
            ..measured
        }
    }

    /// Measures what rows have in common; given are the lengths of their first words, and the ends of their column.
    fn measured(mut rows: Vec<Row>, words: &[f32], column: Option<(f32, f32)>) -> Self {
        let em = rows
            .iter()
            .map(|row| row.size)
            .fold(0.0, f32::max)
            .max(MIN_LENGTH);
        let outer = rows.len() / ROW.rows_per_outlier;
        let mut starts: Vec<f32> = rows.iter().map(|row| row.start).collect();
        let mut ends: Vec<f32> = rows.iter().map(|row| -row.end).collect();
        starts.sort_by(f32::total_cmp);
        ends.sort_by(f32::total_cmp);
        let start = starts.get(outer).copied().unwrap_or(0.0);
        let end = -ends.get(outer).copied().unwrap_or(0.0);
        let mut next = words.iter().skip(1);
        for row in &mut rows {
            row.room = (end - row.end).max(0.0);
            row.indent = (row.start - start) / em;
            let centred =
                row.start - start > ROW.centred_share * row.room && row.indent > ROW.centred;
            let word = next.next();
            if let Some((from, to)) = column {
                let room = (to - from) - (row.end - row.start);
                row.column_room = room / (to - from).max(em);
                row.short_in_column = word.is_some_and(|word| room > word + ROW.space * em);
            }
            row.short = word.is_some_and(|word| row.room > word + ROW.space * em) && !centred;
        }
        let pitches = rows.iter().skip(1).map(|row| row.pitch).collect();
        let within = rows.iter().filter(|row| row.goes_on.is_some());
        let within: Vec<f32> = within.map(|row| row.pitch).collect();
        let share = |holds: &dyn Fn(&Row) -> bool| {
            let held = rows.iter().filter(|row| holds(row)).count();
            held as f32 / rows.len().max(1) as f32
        };
        let pairs = || rows.iter().zip(rows.iter().skip(1));
        let behind_short = || pairs().filter(|(before, _)| before.short);
        let short = behind_short().count();
        let continued = behind_short()
            .filter(|(_, row)| row.goes_on.is_some())
            .count();
        let full = pairs().count() - short;
        let wrapped = pairs().filter(|(before, row)| !before.short && row.goes_on.is_some());
        let wrapped = wrapped.count();
        let same_sizes = pairs().filter(|(before, row)| !row.differs_in_size(before));
        let same_sizes = same_sizes.count();
        let bold = behind_short().filter(|(_, row)| row.bold_start).count();
        Self {
            em,
            width: (end - start).max(em),
            narrow: column.is_some_and(|(from, to)| end - start < ROW.narrow * (to - from)),
            entries: None,
            pitch_in_sentences: (within.len() >= ROW.min_within)
                .then(|| median(within))
                .flatten(),
            pitch: median(pitches).unwrap_or(0.0),
            short: short as f32 / (rows.len().max(2) - 1) as f32,
            indented: share(&Row::is_indented),
            full: share(&|row| row.room < em / 2.0),
            same_sizes: same_sizes as f32 / (rows.len().max(2) - 1) as f32,
            numbers: share(&|row| row.number.is_some()),
            ascending: is_ascending(&rows),
            names: share(&|row| row.name),
            beginning: beginning(&rows),
            verse: is_verse(&rows),
            bold_entries: bold > 1 && ROW.bold.is_reached(bold, short),
            continued: 2 * continued > short,
            wrapped: share_of(wrapped, full) - share_of(continued, short) > ROW.wrapped
                && (wrapped > 1 || end - start > ROW.verse * em),
            rows,
        }
    }
}

fn share_of(count: usize, of: usize) -> f32 {
    count as f32 / of.max(1) as f32
}

/// Whether the numbers that rows end with ascend, with few exceptions.
fn is_ascending(rows: &[Row]) -> bool {
    let numbers = || rows.iter().filter_map(|row| row.number);
    let pairs = || numbers().zip(numbers().skip(1));
    let falls = pairs().filter(|(a, b)| b < a).count();
    ROW.pairs_per_fall * falls <= pairs().count()
}

/// The kind of rows that short rows come before: indented rows, or rows that are not.
fn beginning(rows: &[Row]) -> Beginning {
    let pairs = || rows.iter().zip(rows.iter().skip(1));
    let is_short = |before: &Row, row: &Row| before.short && !row.continues(before);
    let share = |indented: bool| {
        let own = pairs().filter(|(_, row)| row.is_indented() == indented);
        let short = own.clone().filter(|(before, row)| is_short(before, row));
        let count = own.count();
        (count > 0).then(|| short.count() as f32 / count as f32)
    };
    match (share(true), share(false)) {
        (Some(indented), Some(set_out)) if indented - set_out > ROW.clear => Beginning::Indented,
        (Some(indented), Some(set_out)) if set_out - indented > ROW.clear => Beginning::SetOut,
        _ => Beginning::Unclear,
    }
}

/// Whether every other row is indented, and rows before indented ones end early. If the first row is indented,
/// a paragraph may begin there, so rows before other rows must end early too.
fn is_verse(rows: &[Row]) -> bool {
    let short_before = |indented: bool| {
        let mut pairs = rows.iter().zip(rows.iter().skip(1));
        pairs.any(|(before, row)| row.is_indented() == indented && before.short)
    };
    let mut turns = rows.windows(2).map(|pair| match pair {
        [a, b] => a.is_indented() != b.is_indented(),
        _ => false,
    });
    rows.len() >= ROW.min_verse
        && turns.all(|turns| turns)
        && short_before(true)
        && (!rows.first().is_some_and(Row::is_indented) || short_before(false))
}

/// Reads the ends of lines.
#[derive(Clone, Copy)]
struct Reader<'a> {
    content: &'a Content,
    pieces: &'a Pieces,
}

impl Reader<'_> {
    fn is_textless(self, line: &RowLine) -> bool {
        let pieces = line.pieces.iter();
        let mut pieces = pieces.filter_map(|&n| self.pieces.pieces.get(n as usize));
        pieces.all(|piece| self.pieces.characters(self.content, piece).next().is_none())
    }

    fn is_caption(self, line: &RowLine) -> bool {
        let first = line
            .pieces
            .first()
            .and_then(|&n| self.pieces.pieces.get(n as usize));
        let begins = first.is_some_and(|piece| {
            let first = self.pieces.characters(self.content, piece).next();
            first.is_some_and(|first| !first.is_lowercase())
        });
        begins && self.pieces.label(self.content, &line.pieces) == Label::Closed
    }

    /// Returns `true` if a line ends with leaders, perhaps with a number behind them.
    fn ends_with_leader(self, line: &RowLine) -> bool {
        let own = line.pieces.iter().rev();
        let mut own = own.filter_map(|&n| self.pieces.pieces.get(n as usize));
        let is_leader = |piece: &Piece| piece.leader && piece.inked >= MIN_LEADER;
        match own.next() {
            Some(last) if last.value.is_some() => own.next().is_some_and(is_leader),
            Some(last) => is_leader(last),
            None => false,
        }
    }

    fn wording(self, row: &[RowLine]) -> Wording {
        let pieces = row.iter().flat_map(|line| &line.pieces);
        let pieces = pieces.filter_map(|&n| self.pieces.pieces.get(n as usize));
        let words = pieces.map(|piece| self.pieces.characters(self.content, piece));
        Wording::of(words.flat_map(|word| word.chain([' '])))
    }

    /// Returns `true` if two lines begin with the same capitalised word, or with the same sign.
    fn begin_alike(self, above: &RowLine, line: &RowLine) -> bool {
        let word = |line: &RowLine| {
            let first = *line.pieces.first()?;
            let first = self.pieces.pieces.get(first as usize)?;
            let text = self.pieces.characters(self.content, first);
            Some(text.take_while(|c| !c.is_whitespace()))
        };
        let (Some(mut above), Some(mut word)) = (word(above), word(line)) else {
            return false;
        };
        match (above.next(), word.next()) {
            (Some(first), Some(own)) if first == own && own.is_uppercase() => {
                let second = word.next();
                second.is_some() && second == above.next() && word.eq(above)
            }
            (Some(first), Some(own)) => {
                first == own && !own.is_alphanumeric() && own != char::REPLACEMENT_CHARACTER
            }
            _ => false,
        }
    }

    /// Returns `true` if one of the first words ends with a colon.
    fn begins_with_name(self, line: &RowLine) -> bool {
        let words = line.pieces.iter().take(ROW.name_words);
        let mut words = words.filter_map(|&n| self.pieces.pieces.get(n as usize));
        words.any(|piece| piece.edges.end == End::Colon)
    }
}
