//! Decides which rows begin items of lists, and how deep the items are nested.
//!
//! ```text
//!     a line of text before the list:
//!       1. an item that goes on          the label is set off; the next row begins
//!          on the next row               below the text
//!           - an item inside it          another kind of label, further in
//!       2. the next item                 the label counts on
//! ```
//!
//! A row is a candidate if it begins with a label or behind a drawn bullet. Each candidate is scored together
//! with the candidates around it, because a row of prose may begin with a number or a dash too.

mod evidence;
mod label;
mod weights;

use std::ops::Range;

use super::edges::End;
use super::list_label::{from_right, is_label};
use super::pieces::{Piece, Pieces};
use super::rows::RowLine;
use super::scored_rows::{Question, RowScore};
use crate::geometry::Rect;
use crate::page::{Content, is_clear_bullet};
use evidence::{Above, Evidence};
use label::Label;

/// Limits for the places of labels and texts, in ems.
struct ItemLimits {
    /// Places along the line that differ less are the same.
    same_place: f32,
    /// Least gap between a label and its text that is wider than a space between words.
    set_off: f32,
    /// Least distance of a label from the start of the text around the list.
    indent: f32,
    /// A row that ends at most this far before the end of its text is full.
    full: f32,
    /// Most candidates between two items of one list, which are items nested in the first.
    max_nested: usize,
    /// Most rows between an item and one in it.
    max_rows: usize,
    /// Least size of a heading, in sizes of the page's text.
    heading: f32,
    /// Width of the space before a word, in ems.
    space: f32,
    /// Largest pitch of a row that goes on with an item, in usual pitches of the page.
    pitch: f32,
}

const ITEM: ItemLimits = ItemLimits {
    same_place: 0.5,
    set_off: 0.55,
    indent: 0.6,
    full: 3.0,
    max_nested: 12,
    max_rows: 40,
    heading: 1.1,
    space: 0.6,
    pitch: 1.3,
};

/// The deepest level of nested lists; deeper ones are on this level.
const MAX_DEPTH: u8 = 8;

/// The start of an item.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Item {
    /// The index of the first line of its first row.
    pub line: usize,
    /// The depth of its list, from 1.
    pub depth: u8,
    /// The start of its label along the line, mirrored in right-to-left text.
    pub start: f32,
    /// The start of its text.
    pub text: f32,
}

/// The lines of a text, with the direction in which they are read.
pub(crate) struct Lines<'a> {
    pub lines: &'a [RowLine],
    pub right_to_left: bool,
    /// True if it is the text of a table cell.
    pub is_cell: bool,
    /// The ends of the column that it is in, along the line, if longer texts show them.
    pub column: Option<(f32, f32)>,
    /// By how much the rows of other entries of the page are indented, in points.
    pub indent: Option<f32>,
    /// The usual pitch within sentences of the page, in ems.
    pub pitch: Option<f32>,
}

/// A row of a text. Places along the line are mirrored if it is read from right to left.
struct Row {
    /// The number of its text.
    of: usize,
    lines: Range<usize>,
    start: f32,
    end: f32,
    /// The largest end of a row of its text.
    full: f32,
    top: f32,
    size: f32,
    bold: bool,
    candidate: Option<Candidate>,
}

/// The label of a row that may begin an item.
struct Candidate {
    label: Label,
    /// The start of the text behind the label.
    text: f32,
    evidence: Evidence,
    is_item: bool,
}

/// The items of a text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Items {
    pub items: Vec<Item>,
    /// The scores of all rows that may begin one.
    pub scores: Vec<RowScore>,
}

impl Items {
    /// The reasons for the first item.
    pub(crate) fn why(&self) -> String {
        let first = self.scores.iter().find(|row| row.score.holds());
        first.map_or_else(String::new, |row| row.score.why())
    }
}

/// Finds the items of some texts, given in reading order. `body` is the prevailing size of the page, in
/// points.
pub(crate) fn find(
    texts: &[Lines<'_>],
    body: f32,
    content: &Content,
    pieces: &Pieces,
) -> Vec<Items> {
    let mut out = vec![Items::default(); texts.len()];
    let finder = Finder { content, pieces };
    // Most pages have no labels at all.
    if !texts.iter().any(|text| finder.has_labels(text)) {
        return out;
    }
    let mut rows = Vec::new();
    for (of, text) in texts.iter().enumerate() {
        finder.rows(of, text, &mut rows);
    }
    link(&mut rows, body);
    for row in &mut rows {
        let (Some(candidate), Some(found)) = (&mut row.candidate, out.get_mut(row.of)) else {
            continue;
        };
        let score = candidate.evidence.score();
        candidate.is_item = score.holds();
        found.scores.push(RowScore {
            lines: (row.lines.start, row.lines.end),
            question: Question::Item,
            score,
        });
    }
    for (of, item) in nested(&rows) {
        if let Some(found) = out.get_mut(of) {
            found.items.push(item);
        }
    }
    out
}

/// The line after the last one of an item, at most `next`. All rows that begin below its text belong to it.
/// Without such rows, a row belongs to it if its first word did not fit on the row before, and if it is near.
pub(crate) fn end(item: &Item, text: &Lines<'_>, next: usize) -> usize {
    let full = text.lines.iter().map(|line| mirrored(line.cell, text).1);
    let full = full.fold(f32::NEG_INFINITY, f32::max);
    let lines = text.lines.get(item.line..next).unwrap_or_default();
    let mut rows = lines.chunk_by(|a, b| a.row == b.row);
    let Some(mut before) = rows.next() else {
        return next;
    };
    let mut at = item.line + before.len();
    let mut hangs = false;
    let baseline = |row: &[RowLine]| row.first().map_or(0.0, |line| line.baseline);
    for row in rows {
        let reach = |row: &[RowLine]| {
            let cell = row.iter().fold(Rect::EMPTY, |r, line| r.union(line.cell));
            mirrored(cell, text)
        };
        let size = row.first().map_or(0.0, |line| line.size);
        let near = ITEM.same_place * size;
        let ((start, _), (_, reached)) = (reach(row), reach(before));
        let word = row.first().map_or(0.0, |line| line.first_word);
        let below = start >= item.text - near;
        let fits = full - reached > word + ITEM.space * size;
        let pitch = baseline(row) - baseline(before);
        let apart = text
            .pitch
            .is_some_and(|usual| pitch > ITEM.pitch * usual * size);
        if !below && (hangs || fits || apart) {
            return at;
        }
        hangs |= below && item.text > item.start + near;
        at += row.len();
        before = row;
    }
    at
}

#[derive(Clone, Copy)]
struct Finder<'a> {
    content: &'a Content,
    pieces: &'a Pieces,
}

impl<'a> Finder<'a> {
    fn has_labels(self, text: &Lines<'_>) -> bool {
        text.lines.iter().any(|line| {
            let first = self.word(std::slice::from_ref(line), 0, text.right_to_left);
            first.is_some_and(|piece| piece.label || piece.bullet.is_some())
        })
    }

    /// The piece at this position of a row, in reading direction.
    fn word(self, row: &[RowLine], at: usize, right_to_left: bool) -> Option<&'a Piece> {
        let mut at = at;
        for line in row {
            let count = line.pieces.len();
            if at >= count {
                at -= count;
                continue;
            }
            let at = if right_to_left { count - 1 - at } else { at };
            let number = line.pieces.get(at)?;
            return self.pieces.pieces.get(*number as usize);
        }
        None
    }

    /// The ending of a line.
    fn ends(self, line: &RowLine, text: &Lines<'_>) -> End {
        let last = match text.right_to_left {
            false => line.pieces.last(),
            true => line.pieces.first(),
        };
        let last = last.and_then(|&i| self.pieces.pieces.get(i as usize));
        last.map_or(End::Closed, |piece| piece.edges.end)
    }

    fn rows(self, of: usize, text: &Lines<'_>, rows: &mut Vec<Row>) {
        let lines = text.lines;
        let all = lines.iter().map(|line| mirrored(line.cell, text).1);
        let full = all.fold(f32::NEG_INFINITY, f32::max);
        let mut first = 0;
        for row in lines.chunk_by(|a, b| a.row == b.row) {
            let range = first..first + row.len();
            let before = first.checked_sub(1).and_then(|n| lines.get(n));
            let cell = row.iter().fold(Rect::EMPTY, |r, line| r.union(line.cell));
            let (mut start, end) = mirrored(cell, text);
            let bullet = self
                .word(row, 0, text.right_to_left)
                .and_then(|first| first.bullet);
            if let Some(bullet) = bullet {
                start = start.min(if text.right_to_left { -bullet } else { bullet });
            }
            let mut candidate = self.candidate(row, text);
            if let Some(candidate) = &mut candidate {
                candidate.evidence.only = row.len() == lines.len();
            }
            if let (Some(candidate), Some(before)) = (&mut candidate, before) {
                let (_, end) = mirrored(before.cell, text);
                let label = row.first().map_or(0.0, |line| line.first_word);
                candidate.evidence.above = Some(Above {
                    ends: self.ends(before, text),
                    short: full - end > label + ITEM.space * before.size,
                });
            }
            rows.push(Row {
                of,
                lines: range,
                start,
                end,
                full,
                top: cell.y0,
                size: row.iter().map(|line| line.size).fold(0.0, f32::max),
                bold: row.iter().all(|line| line.bold),
                candidate,
            });
            first += row.len();
        }
    }

    fn candidate(self, row: &[RowLine], text: &Lines<'_>) -> Option<Candidate> {
        let first = self.word(row, 0, text.right_to_left)?;
        let (_, end) = mirrored(first.cell, text);
        let characters = || self.pieces.characters(self.content, first);
        let (label, behind) = if first.label {
            let label = if is_label(characters()) {
                Label::read(characters())?
            } else {
                Label::read(from_right(characters()).into_iter())?
            };
            (label, self.word(row, 1, text.right_to_left))
        } else {
            first.bullet?;
            (Label::DRAWN, Some(first))
        };
        let evidence = Evidence::of(label);
        let Some(behind) = behind else {
            return Some(Candidate {
                label,
                text: end,
                is_item: false,
                evidence,
            });
        };
        let (text_start, _) = mirrored(behind.cell, text);
        let gap = if first.label { text_start - end } else { 0.0 };
        let font = |piece| self.pieces.font(self.content, piece);
        let of_behind = self.pieces.characters(self.content, behind).next();
        let pieces = row.iter().flat_map(|line| &line.pieces);
        let mut pieces = pieces.filter_map(|&i| self.pieces.pieces.get(i as usize));
        let is_bullet = |piece: &Piece| {
            let mut text = self.pieces.characters(self.content, piece);
            piece.bullet.is_some()
                || piece.label && piece.inked == 1 && text.next().is_some_and(is_clear_bullet)
        };
        let bullets = pieces.clone().filter(|piece| is_bullet(piece)).count();
        Some(Candidate {
            label,
            text: text_start,
            is_item: false,
            evidence: Evidence {
                set_off: gap >= ITEM.set_off * first.size,
                other_font: first.label && font(first) != font(behind),
                begins: behind.edges.start,
                wordless: behind.label && behind.inked == 1 && first.label
                    || behind.inked == 1 && !of_behind.is_some_and(char::is_alphanumeric),
                repeated: bullets > 1,
                leaders: pieces.any(|piece| piece.leader && !piece.label),
                tabular: row.len() > 2,
                ..evidence
            },
        })
    }
}

/// Sets the evidence that depends on other rows.
fn link(rows: &mut [Row], body: f32) {
    // Items that follow each other.
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    mark_first_on_page(rows);
    for number in 0..rows.len() {
        let Some((row, candidate)) = candidate(rows, number) else {
            continue;
        };
        let (near, step) = (ITEM.same_place * row.size, ITEM.indent * row.size);
        let next = rows.get(number + 1);
        let before = rows.get(..number).unwrap_or_default();
        let below = next.filter(|next| next.of == row.of && next.candidate.is_none());
        let is_full = row.end >= row.full - ITEM.full * row.size;
        let mut evidence = candidate.evidence;
        evidence.hangs = below.is_some_and(|below| {
            candidate.text > row.start + near && (below.start - candidate.text).abs() <= near
        });
        evidence.wraps = below.is_some_and(|below| is_full && below.start < row.start - near);
        evidence.heading = row.size >= ITEM.heading * body
            || row.bold && next.is_some_and(|next| !next.bold && next.candidate.is_none());
        let above = before.iter().rev().take_while(|above| above.top < row.top);
        // The nearest row above that is not part of a list.
        let mut texts = above
            .clone()
            .filter(|above| above.candidate.is_none() && above.start < row.start + near);
        let in_text = texts
            .next()
            .is_some_and(|above| above.start <= row.start - step);
        let outer = outer_item(rows, number);
        evidence.in_item = outer.is_some();
        // The nearest row below that begins further out.
        let after = rows.get(number + 1..).unwrap_or_default().iter();
        let mut after = after.take_while(|below| below.top > row.top);
        let before_item = after
            .find(|below| below.start < row.start - near)
            .is_some_and(|below| below.candidate.is_some() && below.start <= row.start - step);
        evidence.indented = in_text || evidence.in_item || before_item;
        let leads = next_of(rows, number);
        pairs.extend(leads.map(|next| (number, next)));
        evidence.leads |= leads.is_some();
        if let Some(next) = leads.and_then(|at| rows.get_mut(at)?.candidate.as_mut()) {
            next.evidence.follows = true;
            next.evidence.next_to = leads == Some(number + 1);
        }
        if let Some(own) = rows.get_mut(number).and_then(|row| row.candidate.as_mut()) {
            own.evidence = evidence;
        }
        let holder = outer.and_then(|outer| rows.get_mut(outer)?.candidate.as_mut());
        if let Some(holder) = holder {
            holder.evidence.holds_items = true;
        }
    }
    let forwards = pairs.iter().map(|&(first, next)| (first, next, 1));
    let backwards = pairs.iter().rev().map(|&(first, next)| (next, first, 0));
    for (from, to, more) in forwards.chain(backwards) {
        let Some((_, own)) = candidate(rows, from) else {
            continue;
        };
        let placed = own.evidence.is_placed() || own.evidence.like_placed;
        let chain = own.evidence.chain + more;
        if let Some(other) = rows.get_mut(to).and_then(|row| row.candidate.as_mut()) {
            other.evidence.like_placed |= placed;
            other.evidence.chain = other.evidence.chain.max(chain);
        }
    }
}

/// The candidate above whose item a candidate is in, with the rows of its text in between.
fn outer_item(rows: &[Row], number: usize) -> Option<usize> {
    let row = rows.get(number)?;
    let near = ITEM.same_place * row.size;
    // The start of the outermost row in between.
    let mut start = row.start;
    for (at, above) in rows.get(..number)?.iter().enumerate().rev() {
        if above.top >= row.top || number - at > ITEM.max_rows {
            return None;
        }
        match &above.candidate {
            Some(outer) if above.start < row.start - near => {
                return (outer.text <= start + near).then_some(at);
            }
            Some(_) => {}
            None => start = start.min(above.start),
        }
    }
    None
}

fn candidate(rows: &[Row], number: usize) -> Option<(&Row, &Candidate)> {
    let row = rows.get(number)?;
    Some((row, row.candidate.as_ref()?))
}

/// Marks the candidates that may go on with lists of the page before: only single rows of other texts are
/// before them, such as running heads, and items further in.
fn mark_first_on_page(rows: &mut [Row]) {
    let Some(first) = rows.iter().position(|row| row.candidate.is_some()) else {
        return;
    };
    let (before, list) = rows.split_at_mut(first);
    let mut texts = before.chunk_by(|a, b| a.of == b.of);
    let inside = before.last().map(|last| last.of) == list.first().map(|row| row.of);
    if inside || !texts.all(|text| text.len() == 1) {
        return;
    }
    // The place of the outermost label so far, and the start of the text behind the last one.
    let (mut outermost, mut text) = (f32::INFINITY, f32::NEG_INFINITY);
    for row in list {
        let near = ITEM.same_place * row.size;
        match &mut row.candidate {
            Some(own) => {
                own.evidence.first_on_page = row.start < outermost - near;
                (outermost, text) = (outermost.min(row.start), own.text);
            }
            None if row.start < text - near => return,
            None => {}
        }
    }
}

/// The row of the next item of the list, if all rows in between belong to this item.
fn next_of(rows: &[Row], number: usize) -> Option<usize> {
    let (row, own) = candidate(rows, number)?;
    let near = ITEM.same_place * row.size;
    let mut nested = 0;
    for (at, other) in rows.iter().enumerate().skip(number + 1) {
        let moved = other.top < row.top;
        let Some(next) = &other.candidate else {
            // In its text, a row may belong to the item without a hanging indent.
            let belongs = moved || other.start >= own.text - near || other.of == row.of;
            if !belongs {
                return None;
            }
            continue;
        };
        let level = (other.start - row.start).abs() <= near || (next.text - own.text).abs() <= near;
        if own.label.leads_to(next.label) && (level || moved) {
            return Some(at);
        }
        nested += 1;
        if nested > ITEM.max_nested || !moved && other.start < row.start - near {
            return None;
        }
    }
    None
}

/// The items, each with the number of its text.
fn nested(rows: &[Row]) -> Vec<(usize, Item)> {
    /// A list that can go on: its last label, and where that starts.
    struct Open {
        label: Label,
        start: f32,
    }
    let mut out = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    let (mut top, mut of) = (f32::NEG_INFINITY, 0);
    for row in rows {
        let near = ITEM.same_place * row.size;
        let item = row.candidate.as_ref().filter(|own| own.is_item);
        let Some(item) = item else {
            // Text between two lists.
            let beside = open
                .first()
                .is_some_and(|first| row.start <= first.start + near);
            if row.of != of && beside {
                open.clear();
            }
            continue;
        };
        let moved = row.top < top;
        let counts_on = |list: &Open| {
            list.label.leads_to(item.label) && (moved || (list.start - row.start).abs() <= near)
        };
        match open.iter().rposition(counts_on) {
            Some(at) => open.truncate(at),
            None if moved => open.clear(),
            None => open.retain(|list| list.start < row.start - near),
        }
        open.push(Open {
            label: item.label,
            start: row.start,
        });
        (top, of) = (row.top, row.of);
        out.push((
            row.of,
            Item {
                line: row.lines.start,
                depth: (open.len() as u8).min(MAX_DEPTH),
                start: row.start,
                text: item.text,
            },
        ));
    }
    out
}

fn mirrored(cell: Rect, text: &Lines<'_>) -> (f32, f32) {
    match text.right_to_left {
        false => (cell.x0, cell.x1),
        true => (-cell.x1, -cell.x0),
    }
}

#[cfg(test)]
mod tests {
    use crate::geometry::Rect;
    use crate::layout::{LayoutParams, analyse};
    use crate::line::testing::Pen;
    use crate::page::{NodeKind, Own, Step};

    /// The paragraphs of a page with these lines, 14 points from one to the next, each with its depth if it is an
    /// item.
    fn paragraphs(mut pen: Pen, lines: &[(f32, &str)]) -> Vec<String> {
        let run = pen.run(10.0, 0.0);
        for (row, &(x, line)) in (0u8..).zip(lines) {
            // A label and its text are a tab apart.
            let parts = line.split('\t');
            for (part, x) in parts.zip([x, x + 15.0]) {
                pen.write(run, x, 100.0 + 14.0 * f32::from(row), part);
            }
        }
        let page = analyse(0, pen.content, &LayoutParams::default());
        let mut out = Vec::new();
        for step in page.tree.walk(page.tree.root()) {
            let Step::Enter(id) = step else { continue };
            let node = &page.tree[id];
            if node.kind == NodeKind::TEXTBOX {
                let mut text = String::new();
                page.push_text_below(id, &mut text);
                let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
                out.push(match node.own(Own::Item) {
                    Some(depth) => format!("{depth}: {text}"),
                    None => text,
                });
            }
        }
        out
    }

    #[test]
    fn each_label_begins_an_item() {
        let lines = [
            (50.0, "a sentence that introduces the list below"),
            (60.0, "1.\tthe first item of it"),
            (60.0, "2.\tanother one, which goes"),
            (75.0, "on below its beginning"),
            (60.0, "3.\tthe last item"),
            (50.0, "and a sentence behind all of these items"),
        ];
        assert_eq!(
            paragraphs(Pen::new(), &lines),
            [
                "a sentence that introduces the list below",
                "1: 1. the first item of it",
                "1: 2. another one, which goes on below its beginning",
                "1: 3. the last item",
                "and a sentence behind all of these items",
            ]
        );
    }

    #[test]
    fn two_short_rows_are_a_list() {
        let lines = [(50.0, "A. first letter"), (50.0, "B. second letter")];
        let items = ["1: A. first letter", "1: B. second letter"];
        assert_eq!(paragraphs(Pen::new(), &lines), items);
    }

    #[test]
    fn items_further_in_are_deeper() {
        let lines = [
            (50.0, "•\tan item"),
            (65.0, "a)\tan item in it"),
            (65.0, "b)\tanother"),
            (50.0, "•\tone more"),
            (65.0, "–\tin this"),
            (65.0, "–\tas well"),
        ];
        let found = paragraphs(Pen::new(), &lines);
        let depths: Vec<&str> = found.iter().map(|item| &item[..2]).collect();
        assert_eq!(depths, ["1:", "2:", "2:", "1:", "2:", "2:"], "{found:?}");
    }

    #[test]
    fn an_unknown_character_may_be_a_bullet() {
        let lines = [
            (50.0, "\u{FFFD}\tan item"),
            (50.0, "\u{FFFD}\tanother item"),
            (50.0, "\u{FFFD}\tthe last one"),
        ];
        assert_eq!(paragraphs(Pen::new(), &lines).len(), lines.len());
        let word = [
            (
                50.0,
                "a sentence of two rows, of which the second begins with",
            ),
            (50.0, "\u{FFFD} as its first word"),
        ];
        assert_eq!(paragraphs(Pen::new(), &word).len(), 1);
    }

    #[test]
    fn items_inside_an_item_need_no_gap_behind_their_labels() {
        let lines = [
            (50.0, "•\tan item"),
            (65.0, "* the first in it"),
            (65.0, "* the second in it"),
            (50.0, "•\tone more"),
        ];
        let found = paragraphs(Pen::new(), &lines);
        let depths: Vec<&str> = found.iter().map(|item| &item[..2]).collect();
        assert_eq!(depths, ["1:", "2:", "2:", "1:"], "{found:?}");
    }

    #[test]
    fn a_page_may_begin_with_items_inside_an_item() {
        let lines = [
            (65.0, "* an item in one of the page before"),
            (65.0, "* another in it"),
            (50.0, "3.\tthe next item"),
            (50.0, "4.\tand the last one"),
        ];
        let found = paragraphs(Pen::new(), &lines);
        assert_eq!(found.len(), lines.len(), "{found:?}");
    }

    #[test]
    fn a_page_may_begin_within_a_list() {
        let lines = [
            (50.0, "4.\tthe item behind those of the page before it"),
            (65.0, "with a second row"),
            (50.0, "and a sentence behind the list, on the same page"),
        ];
        let found = paragraphs(Pen::new(), &lines);
        assert!(found[0].starts_with("1: 4. the item"), "{found:?}");
        let mut lines = lines.to_vec();
        let text = "a sentence of two rows that is above a row with a number,";
        lines.splice(0..0, [(50.0, text), (50.0, "which is the second of them")]);
        let found = paragraphs(Pen::new(), &lines);
        assert!(
            found.iter().all(|text| !text.starts_with("1:")),
            "{found:?}"
        );
    }

    #[test]
    fn a_drawn_bullet_is_a_label() {
        let mut pen = Pen::new();
        for row in 0..3u8 {
            let y = 94.0 + 14.0 * f32::from(row);
            pen.content.marks.push(Rect::new(50.0, y, 54.0, y + 4.0));
        }
        let lines = [
            (62.0, "one item"),
            (62.0, "another item"),
            (62.0, "the last"),
        ];
        assert_eq!(
            paragraphs(pen, &lines),
            ["1: one item", "1: another item", "1: the last"]
        );
    }

    #[test]
    fn prose_and_columns_of_numbers_are_not_lists() {
        let lines = [
            (
                50.0,
                "prose that mentions a number in its second line, which is chapter",
            ),
            (
                50.0,
                "7. of a book, and goes on behind it for as long as the line before",
            ),
            (50.0, "- it has a dash too - and ends"),
        ];
        assert_eq!(paragraphs(Pen::new(), &lines).len(), 1);
        let talk = [
            (50.0, "– Where is the list that you promised to me?"),
            (50.0, "– In the next chapter of this book, I believe."),
            (50.0, "– And why is it not in this one already?"),
            (50.0, "– Because you have to read this one first."),
        ];
        assert!(
            paragraphs(Pen::new(), &talk)
                .iter()
                .all(|text| text.starts_with('–'))
        );
    }
}
