//! Marks the numbers of displayed formulas, as captions.
//!
//! ```text
//!       ... can be expressed as a linear combination       or, where the formula is a picture,
//!                 v(f) = e(f) b                (4.1)         (4.1)  ┌─────────┐
//!       where b is a function                                       └─────────┘
//! ```

use crate::geometry::Rect;
use crate::layout::heuristics::{self, Decision};
use crate::layout::regions::pieces::Pieces;
use crate::layout::regions::rows::RowLine;
use crate::layout::role::Role;
use crate::layout::score::{Score, Weights};
use crate::layout::state::{FrameText, PageBlock, PageState};
use crate::layout::tables::table::Part;
use crate::letters::is_sign_of_mathematics;
use crate::page::Content;

/// Limits for the numbers of displayed formulas.
struct FormulaLimits {
    /// Most candidates for formula numbers on a page; further ones are ignored.
    max_count: usize,
    /// Most pieces of a number; brackets may be drawn separately.
    max_pieces: usize,
    /// Most parts of a number: `1.2.3` has three.
    max_parts: usize,
    /// Most digits of a part.
    max_digits: usize,
    /// Width of white space between a formula and its number that supports it, in ems.
    apart: f32,
    /// Largest distance between the right end of a number and that of its column's lines, in ems. A formula
    /// that begins further from the column's left edge than this is indented.
    in_line: f32,
    /// Largest distance of a line above or below a number that may belong to its formula, in ems.
    off_line: f32,
    /// Fewest letters of a long word.
    long_word: usize,
    /// More long words beside a number indicate text: formulas contain hardly any except names of functions.
    max_long_words: usize,
    /// Largest height of a picture of a formula, in ems.
    max_picture: f32,
    /// Largest distance of such a picture from the number, in ems.
    near_picture: f32,
}

const FORMULA: FormulaLimits = FormulaLimits {
    max_count: 64,
    max_pieces: 4,
    max_parts: 3,
    max_digits: 3,
    apart: 2.0,
    in_line: 1.0,
    off_line: 0.3,
    long_word: 4,
    max_long_words: 1,
    max_picture: 8.0,
    near_picture: 3.0,
};

/// The weights of the features of formula numbers, set by hand.
#[rustfmt::skip]
static WEIGHTS: Weights<11> = [
    ("a number in brackets", -3.5),
    ("signs of mathematics beside it", 2.0),
    ("beside a low picture", 2.0),
    ("alone on its line", 1.0),
    ("it counts in its chapter", 2.0),
    ("apart", 1.0),
    ("where the lines of its column end", 1.0),
    ("what is beside it is set in", 0.7),
    ("others count on", 0.7),
    ("no words beside it", 1.0),
    ("words beside it", -2.0),
];

/// Moves the number of each displayed formula to a block of its own, marked as a caption.
pub(crate) fn mark(page: &mut PageState<'_>) {
    for text in &mut page.texts {
        let found = Numbers::of(page.content, &page.pieces, text).found();
        if !found.is_empty() {
            text.blocks = apart(text.take_blocks(), found);
        }
    }
}

/// A line that contains only a number in brackets.
#[derive(Clone, Debug)]
struct Number {
    /// The index of its block, and of the line in it.
    block: usize,
    line: usize,
    cell: Rect,
    size: f32,
    /// The parts of the number; `(4.12)` has the parts 4 and 12.
    value: Vec<u32>,
}

/// The number of a formula: the index of its block, and of the line in it.
struct Found {
    block: usize,
    line: usize,
    why: String,
}

/// The numbers in brackets of a frame, with the columns they may be aligned to.
struct Numbers<'a> {
    content: &'a Content,
    pieces: &'a Pieces,
    text: &'a FrameText,
    /// The bounding boxes of blocks with more than one row, with the indices of the blocks.
    columns: Vec<(usize, Rect)>,
    numbers: Vec<Number>,
}

impl<'a> Numbers<'a> {
    fn of(content: &'a Content, pieces: &'a Pieces, text: &'a FrameText) -> Self {
        let mut out = Self {
            content,
            pieces,
            text,
            columns: Vec::new(),
            numbers: Vec::new(),
        };
        for (block, own) in text.blocks.iter().enumerate() {
            let lines = own.text().filter(|_| own.role.is_none());
            for (line, own) in lines.into_iter().flatten().enumerate() {
                if out.numbers.len() < FORMULA.max_count
                    && own.pieces.len() <= FORMULA.max_pieces
                    && out.begins_with_bracket(own)
                    && let Some(value) = value(&pieces.words(content, own.pieces.iter()))
                {
                    let (cell, size) = (own.cell, own.size);
                    out.numbers.push(Number {
                        block,
                        line,
                        cell,
                        size,
                        value,
                    });
                }
            }
        }
        if !out.numbers.is_empty() {
            let prose = |block: &PageBlock| {
                let lines = block.text().unwrap_or_default();
                let mut rows = lines.chunk_by(|a, b| a.row == b.row);
                rows.by_ref().filter(|row| row.len() == 1).nth(1).is_some()
            };
            let blocks = text.blocks.iter().enumerate();
            let blocks = blocks.filter(|(_, block)| prose(block));
            out.columns = blocks.map(|(n, block)| (n, block.cell())).collect();
        }
        out
    }

    /// Whether a line begins with a bracket, apart from white space: the text of the others is not put together.
    fn begins_with_bracket(&self, line: &RowLine) -> bool {
        let pieces = line.pieces.iter();
        let pieces = pieces.filter_map(|&i| self.pieces.pieces.get(i as usize));
        let glyphs = pieces.flat_map(|piece| self.pieces.glyphs_of(piece));
        let glyphs = glyphs.filter_map(|&i| self.content.glyphs.get(i as usize));
        let mut text = glyphs.flat_map(|glyph| self.content.text_of(glyph).chars());
        text.find(|c| !c.is_whitespace()) == Some('(')
    }

    /// The numbers that belong to formulas, in the order of blocks and lines.
    fn found(&self) -> Vec<Found> {
        let found = self.numbers.iter().filter_map(|number| {
            let score = self.weigh(number).filter(|score| score.holds())?;
            Some(Found {
                block: number.block,
                line: number.line,
                why: format!("caption: the number of a formula; {}", score.why()),
            })
        });
        found.collect()
    }

    /// Scores a number as that of a formula. Returns `None` if there is nothing beside it; a formula drawn as
    /// shapes has no text, so a number with neighbours in its sequence is scored all the same.
    fn weigh(&self, number: &Number) -> Option<Score> {
        let (own, em) = (number.cell, number.size);
        let middle = (own.y0 + own.y1) / 2.0;
        let ends = |r: &Rect| (r.x1 - own.x1).abs() <= FORMULA.in_line * em;
        let distance = |r: &Rect| (r.y0 - middle).max(middle - r.y1).max(0.0);
        let others = self.columns.iter().filter(|(n, _)| *n != number.block);
        let columns = others.map(|(_, r)| r).filter(|r| ends(r));
        let column = columns.min_by(|a, b| distance(a).total_cmp(&distance(b)));
        let start = column.map_or(f32::NEG_INFINITY, |column| column.x0 - em);
        let is_before = |(block, line): &(usize, &RowLine)| {
            line.cell.x1 <= own.x0 && (line.cell.x0 >= start || *block == number.block)
        };
        // A formula of several lines has its number between them.
        let level = |off: f32| {
            let from = move |line: &RowLine| line.cell.y0 - off..line.cell.y1 + off;
            let lines = self.lines().filter(|(_, line)| line.cell != own);
            lines.filter(move |(_, line)| from(line).contains(&middle))
        };
        let off = if level(0.0).any(|line| is_before(&line)) {
            0.0
        } else {
            FORMULA.off_line * em
        };
        let mut beside = String::new();
        let (mut first, mut last) = (f32::INFINITY, f32::NEG_INFINITY);
        for (_, line) in level(off).filter(is_before) {
            first = first.min(line.cell.x0);
            last = last.max(line.cell.x1);
            beside.push_str(&self.pieces.words(self.content, line.pieces.iter()));
        }
        let behind = level(0.0).any(|(block, line)| {
            line.cell.x0 >= own.x1 && (block == number.block || column.is_none())
        });
        let picture = self.text.pictures.iter().any(|r| {
            let white = (r.x0 - own.x1).max(own.x0 - r.x1);
            r.height() <= FORMULA.max_picture * em
                && (r.y0..=r.y1).contains(&middle)
                && white <= FORMULA.near_picture * em
        });
        let none = beside.trim().is_empty();
        let counted = self
            .numbers
            .iter()
            .any(|other| follows(other, number) || follows(number, other));
        let drawn = counted && number.value.len() > 1;
        if behind || (none && !picture && !drawn) {
            return None;
        }
        let long = beside.split(|c: char| !c.is_alphabetic());
        let long = long
            .filter(|word| word.chars().count() >= FORMULA.long_word)
            .count();
        let set_in = column.is_some_and(|c| first - c.x0 > FORMULA.in_line * em);
        Some(Score::of(
            &WEIGHTS,
            &[
                ("a number in brackets", true),
                ("signs of mathematics beside it", beside.contains(is_sign)),
                ("beside a low picture", picture),
                ("alone on its line", none),
                ("it counts in its chapter", none && drawn),
                ("apart", !none && own.x0 - last >= FORMULA.apart * em),
                ("where the lines of its column end", column.is_some()),
                ("what is beside it is set in", set_in),
                ("others count on", counted),
                ("no words beside it", !none && long == 0),
                ("words beside it", long > FORMULA.max_long_words),
            ],
        ))
    }

    /// The lines of all text blocks, with the indices of their blocks.
    fn lines(&self) -> impl Iterator<Item = (usize, &RowLine)> {
        let blocks = self.text.blocks.iter().enumerate();
        blocks.flat_map(|(n, block)| {
            block
                .text()
                .into_iter()
                .flatten()
                .map(move |line| (n, line))
        })
    }
}

/// Splits blocks so that each number found has its own block.
fn apart(blocks: Vec<PageBlock>, found: Vec<Found>) -> Vec<PageBlock> {
    let mut out = Vec::with_capacity(blocks.len() + 2 * found.len());
    let mut found = found.into_iter().peekable();
    for (place, block) in blocks.into_iter().enumerate() {
        if found.peek().is_none_or(|next| next.block != place) {
            out.push(block);
            continue;
        }
        let frame = block.frame;
        let lines = match block.part {
            Part::Text(lines) => lines,
            Part::Table(_) => Vec::new(),
        };
        let mut own: Vec<RowLine> = Vec::new();
        for (number, line) in lines.into_iter().enumerate() {
            let is_next = |next: &Found| (next.block, next.line) == (place, number);
            let Some(next) = found.next_if(is_next) else {
                own.push(line);
                continue;
            };
            if !own.is_empty() {
                out.push(PageBlock::of_text(frame, std::mem::take(&mut own)));
            }
            let mut caption = PageBlock::of_text(frame, vec![line]);
            caption.role = Some(Role::Caption);
            let decision = Decision::new(heuristics::FORMULA_NUMBERS, next.why);
            caption.decisions.push(decision);
            out.push(caption);
        }
        if !own.is_empty() {
            out.push(PageBlock::of_text(frame, own));
        }
    }
    out
}

/// Whether `b` is the number after `a`.
fn follows(a: &Number, b: &Number) -> bool {
    match (a.value.as_slice(), b.value.as_slice()) {
        ([before @ .., last], [same @ .., next]) => {
            before == same && last.checked_add(1) == Some(*next)
        }
        _ => false,
    }
}

/// The parts of a number in brackets, as formulas have: `(3)`, `(4.12)`, `(A.3)`, `(2.1b)`.
fn value(text: &str) -> Option<Vec<u32>> {
    let bare: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let bare = bare.strip_prefix('(')?.strip_suffix(')')?;
    let bare = bare.trim_end_matches(|c: char| c.is_ascii_lowercase() || matches!(c, '\'' | '′'));
    let mut parts = Vec::new();
    for (place, part) in bare.split(['.', '-', '–']).enumerate() {
        let chapter = part
            .chars()
            .next()
            .filter(|c| c.is_ascii_uppercase() && part.len() == 1);
        let value = match chapter {
            Some(letter) if place == 0 => u32::from(letter),
            _ if (1..=FORMULA.max_digits).contains(&part.len()) => part.parse().ok()?,
            _ => return None,
        };
        parts.push(value);
    }
    let numbered = bare.ends_with(|c: char| c.is_ascii_digit());
    (numbered && parts.len() <= FORMULA.max_parts).then_some(parts)
}

/// Returns `true` for signs of mathematics. Mathematical fonts often lack Unicode values, so U+FFFD counts.
fn is_sign(c: char) -> bool {
    c == char::REPLACEMENT_CHARACTER || is_sign_of_mathematics(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_formulas_are_in_brackets() {
        for (text, parts) in [
            ("(3)", vec![3]),
            ("(4.12)", vec![4, 12]),
            ("( 4.12 ) ", vec![4, 12]),
            ("(A.3)", vec![65, 3]),
            ("(2.1b)", vec![2, 1]),
            ("(7′)", vec![7]),
        ] {
            assert_eq!(value(text), Some(parts), "{text}");
        }
        for text in [
            "3",
            "(a)",
            "(1984)",
            "(1,200)",
            "(A)",
            "()",
            "(3",
            "(1.2.3.4)",
            "(12%)",
            "(vi)",
        ] {
            assert_eq!(value(text), None, "{text}");
        }
    }
}
