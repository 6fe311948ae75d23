//! Marks the blocks that are not running text: captions, footnotes and side notes.
//!
//! ```text
//!     text text text text      note
//!     text text text text      note      small type, in a narrow column beyond all text of the body's size
//!     ┌────────┐ text text
//!     │ figure │ text text
//!     └────────┘ text text
//!     Fig. 1. A                near a picture or a table, and in small type or with a label
//!     ─────
//!     1 A note in small type   the last of its column, right below text of the body's size
//! ```

pub(crate) mod formulas;
mod marks;

use crate::geometry::Rect;
use crate::layout::heuristics::{self, Decision, Heuristic};
use crate::layout::regions::caption_label::{Label, is_label_alone, label};
use crate::layout::regions::rows::RowLine;
use crate::layout::role::Role;
use crate::layout::scale::{MIN_LENGTH, is_same_size};
use crate::layout::score::{Score, Weights};
use crate::layout::state::{PageBlock, PageState};
use marks::Mark;

/// Limits for comparing a block with the body and with other blocks.
struct BlockLimits {
    /// Largest size of small type, in shares of the body's size.
    small: f32,
    /// Largest difference between the size of body text and the body's size, as a share of it.
    body_size: f32,
    /// Least overlap of blocks in one column, or of a caption and its figure, as a share of the smaller.
    overlap: f32,
}

const BLOCK: BlockLimits = BlockLimits {
    small: 0.93,
    body_size: 0.06,
    overlap: 0.5,
};

/// Limits for captions.
struct CaptionLimits {
    /// Most lines of a caption.
    max_lines: usize,
    /// Largest distance between a caption and its figure, in ems of the body.
    near: f32,
    /// A caption ends where the size differs from that of its first line by more than this share of it.
    same_size: f32,
    /// A caption ends at a larger distance between baselines, in ems of its first line.
    max_pitch: f32,
    /// Most rows of a caption below a label on a line of its own.
    max_below_label: usize,
    /// A line above a caption is split from it if it is at most this share of the width of the caption's first
    /// line.
    short_above: f32,
    /// Largest width of the last line of a paragraph above a caption, as a share of the widest line.
    last_line: f32,
    /// Least width and height of a picture with an unlabelled caption, in ems of the body.
    min_picture: [f32; 2],
    /// Least width of an unlabelled caption, in ems of the body.
    min_width: f32,
    /// Largest overlap of an unlabelled caption with its picture, in ems of the body.
    into_picture: f32,
}

const CAPTION: CaptionLimits = CaptionLimits {
    max_lines: 12,
    near: 2.5,
    same_size: 0.04,
    max_pitch: 1.6,
    max_below_label: 4,
    short_above: 0.5,
    last_line: 0.85,
    min_picture: [8.0, 5.0],
    min_width: 5.0,
    into_picture: 0.5,
};

/// Limits for footnotes.
struct FootnoteLimits {
    /// Largest distance between a short rule and the footnotes below it, in ems of the footnote.
    rule_near: f32,
    /// Largest overlap of a rule with the blocks above and below it, in ems of the lower.
    rule_overlap: f32,
    /// Largest width of the rule above footnotes, in widths of their column.
    max_rule: f32,
    /// Least width, in ems of the body. A narrower block is penalised.
    min_width: f32,
    /// Fewest letters on the first row. Fewer are penalised.
    min_letters: usize,
    /// Fewest rows of a text that counts as prose: notes below it are compared with its size.
    min_prose: usize,
}

const FOOTNOTE: FootnoteLimits = FootnoteLimits {
    rule_near: 2.5,
    rule_overlap: 0.3,
    max_rule: 1.1,
    min_width: 6.0,
    min_letters: 3,
    min_prose: 3,
};

/// The weights of the features of footnotes, set by hand.
#[rustfmt::skip]
static FOOTNOTE_WEIGHTS: Weights<11> = [
    ("the last of a column", -4.0),
    ("few letters", -3.0),
    ("narrow", -1.9),
    ("small type", 2.3),
    ("below the text", 0.5),
    ("lowest of its column", 0.3),
    ("below another footnote", 2.0),
    ("beside another", 2.0),
    ("below a rule", 1.3),
    ("with a mark", 1.6),
    ("with what may be a mark", 0.8),
];

/// Limits for notes beside the text.
struct SideNoteLimits {
    /// Largest overlap of side notes with the text, in ems of the body.
    into_text: f32,
    /// Largest width of a column of side notes, as a share of the widest block of text.
    max_width: f32,
}

const SIDE_NOTE: SideNoteLimits = SideNoteLimits {
    into_text: 0.5,
    max_width: 0.5,
};

/// Marks the captions of pictures and tables. Splits a caption from its block if text follows it closely.
pub(crate) fn mark_captions(page: &mut PageState<'_>) {
    for text in &mut page.texts {
        let label = |line: &RowLine| page.pieces.label(page.content, &line.pieces);
        text.split_texts(|lines| split_caption(lines, label));
    }
    mark(page, Role::Caption, heuristics::CAPTIONS, |found, n| {
        found.caption(n)
    });
}

/// Marks the notes beside the text.
pub(crate) fn mark_side_notes(page: &mut PageState<'_>) {
    mark(page, Role::SideNote, heuristics::SIDE_NOTES, |found, n| {
        found.side_note(n)
    });
}

/// Marks the notes below the text.
pub(crate) fn mark_footnotes(page: &mut PageState<'_>) {
    // Two passes: the end of a note from the previous page is recognised by the notes beside it.
    for _ in 0..2 {
        mark(page, Role::Footnote, heuristics::FOOTNOTES, |found, n| {
            found.footnote(n)
        });
    }
}

/// Gives `role` to the blocks of each frame that have none and for which `decides` returns a reason, in
/// reading order.
fn mark(
    page: &mut PageState<'_>,
    role: Role,
    by: Heuristic,
    decides: impl Fn(&Blocks<'_>, usize) -> Option<String>,
) {
    for text in &mut page.texts {
        let beginning = |line: &RowLine| page.pieces.beginning(page.content, &line.pieces);
        let around = Surroundings {
            body: page.body,
            pictures: &text.pictures,
            rules: &text.shapes.barriers,
        };
        mark_blocks(&mut text.blocks, around, &beginning, role, by, &decides);
    }
}

fn mark_blocks(
    blocks: &mut [PageBlock],
    around: Surroundings<'_>,
    beginning: &dyn Fn(&RowLine) -> String,
    role: Role,
    by: Heuristic,
    decides: impl Fn(&Blocks<'_>, usize) -> Option<String>,
) {
    let mut found = Blocks::of(blocks, around, beginning);
    let mut decisions = Vec::new();
    for n in 0..found.blocks.len() {
        let why = match found.blocks.get(n) {
            Some(block) if block.role.is_none() && !block.table => decides(&found, n),
            _ => None,
        };
        if let (Some(why), Some(block)) = (why, found.blocks.get_mut(n)) {
            block.role = Some(role);
            decisions.push((n, why));
        }
    }
    for (n, why) in decisions {
        if let Some(block) = blocks.get_mut(n) {
            block.role = Some(role);
            block.decisions.push(Decision::new(by, why));
        }
    }
}

/// The surroundings of a block in its frame, on which its role depends.
#[derive(Clone, Copy, Debug)]
struct Surroundings<'a> {
    /// The size of most text of the page, in points.
    body: f32,
    pictures: &'a [Rect],
    /// Ruled lines along the text, and the boxes of pictures.
    rules: &'a [Rect],
}

/// The properties of a block on which its role depends.
struct Block {
    rect: Rect,
    size: f32,
    lines: usize,
    /// The number of rows of its lines.
    rows: usize,
    /// Whether its text is of the body's size and has more than one row.
    body: bool,
    table: bool,
    role: Option<Role>,
}

impl Block {
    fn of(block: &PageBlock, body: f32) -> Self {
        let lines = || block.part.lines();
        let width: f32 = lines().map(|l| l.cell.width()).sum();
        let size = lines().map(|l| l.size * l.cell.width()).sum::<f32>() / width.max(MIN_LENGTH);
        let count = lines().count();
        let mut numbers: Vec<u32> = lines().map(|l| l.row).collect();
        numbers.dedup();
        let rows = numbers.len();
        Self {
            rows,
            body: rows > 1 && (size / body - 1.0).abs() <= BLOCK.body_size,
            table: block.text().is_none(),
            role: block.role,
            lines: count,
            rect: block.cell(),
            size,
        }
    }

    fn is_small(&self, body: f32) -> bool {
        !self.table && self.size <= BLOCK.small * body
    }

    /// Whether two blocks are in one column.
    fn is_in_column(&self, other: &Self) -> bool {
        let overlap = self.rect.x1.min(other.rect.x1) - self.rect.x0.max(other.rect.x0);
        overlap > BLOCK.overlap * self.rect.width().min(other.rect.width())
    }
}

/// Splits a caption from the text after it, at a change of size or a wider space. Also splits it from the text above: a
/// paragraph that ends there, or a short line, the heading of its figure.
fn split_caption(mut lines: Vec<RowLine>, label: impl Fn(&RowLine) -> Label) -> Vec<Vec<RowLine>> {
    let is_labelled = |line: &RowLine| label(line) == Label::Closed;
    let width = lines.iter().map(|line| line.cell.width());
    let width = width.fold(0.0, f32::max);
    let begins = |pair: &[RowLine]| {
        matches!(pair, [above, below]
            if above.row != below.row
                && (above.cell.width() <= CAPTION.short_above * below.cell.width()
                    || above.cell.width() <= CAPTION.last_line * width
                    || (below.size / above.size - 1.0).abs() > CAPTION.same_size)
                && is_labelled(below)
                && !is_labelled(above))
    };
    let start = lines.windows(2).position(begins);
    let mut out = Vec::new();
    if let Some(start) = start {
        let below = lines.split_off(start + 1);
        out.push(std::mem::replace(&mut lines, below));
    }
    let labelled = lines.first().is_some_and(is_labelled);
    let end = labelled.then(|| caption_end(&lines)).flatten();
    let rest = end.map(|end| lines.split_off(end));
    out.push(lines);
    out.extend(rest);
    out
}

/// The index of the first line after a caption, if there is one.
fn caption_end(lines: &[RowLine]) -> Option<usize> {
    let first = lines.first()?;
    let changes = |above: &RowLine, below: &RowLine| {
        let pitch = below.baseline - above.baseline;
        (below.size / first.size - 1.0).abs() > CAPTION.same_size
            || pitch > CAPTION.max_pitch * first.size
    };
    let pairs = lines.windows(2);
    let change = |pair: &[RowLine]| matches!(pair, [a, b] if changes(a, b));
    pairs.into_iter().position(change).map(|n| n + 1)
}

/// The blocks of a frame in reading order, and the text of the body.
struct Blocks<'a> {
    blocks: Vec<Block>,
    /// The lines on the first row of each block; none for tables.
    firsts: Vec<&'a [RowLine]>,
    around: Surroundings<'a>,
    beginning: &'a dyn Fn(&RowLine) -> String,
    /// The bounding box of the text of the body's size; empty if there is none.
    text: Rect,
    /// The width of the widest block of that text.
    widest: f32,
}

impl<'a> Blocks<'a> {
    fn of(
        blocks: &'a [PageBlock],
        around: Surroundings<'a>,
        beginning: &'a dyn Fn(&RowLine) -> String,
    ) -> Self {
        let first = |block: &'a PageBlock| {
            let lines = block.text().unwrap_or_default();
            lines
                .chunk_by(|a, b| a.row == b.row)
                .next()
                .unwrap_or_default()
        };
        let firsts = blocks.iter().map(first).collect();
        let blocks: Vec<Block> = blocks.iter().map(|b| Block::of(b, around.body)).collect();
        let prose = || blocks.iter().filter(|b| b.body).map(|b| b.rect);
        let text = prose().fold(Rect::EMPTY, Rect::union);
        let widest = prose().map(Rect::width).fold(0.0, f32::max);
        Self {
            blocks,
            firsts,
            around,
            beginning,
            text,
            widest,
        }
    }

    /// The text of the first row of a block.
    fn begins(&self, n: usize) -> String {
        let row = self.firsts.get(n).copied().unwrap_or_default();
        row.iter().map(|line| (self.beginning)(line)).collect()
    }

    /// The reason why a block is a caption, or `None` if it is not.
    fn caption(&self, n: usize) -> Option<String> {
        let block = self
            .blocks
            .get(n)
            .filter(|b| b.lines <= CAPTION.max_lines)?;
        let body = self.around.body;
        let small = block.is_small(body);
        let pictures = self.around.pictures;
        let why = match label(&self.begins(n)) {
            Label::Closed => Some("it begins with a label and a number"),
            Label::Bare if small => Some("it begins with a label, in small type"),
            Label::Bare => {
                let tables = self.blocks.iter().filter(|b| b.table).map(|b| b.rect);
                let mut figures = pictures.iter().copied().chain(tables);
                figures
                    .any(|figure| is_near(block.rect, figure, body))
                    .then_some("it begins with a label, near a picture or a table")
            }
            Label::None if self.is_labelled_above(n) => Some("right below a label alone"),
            Label::None => (small && pictures.iter().any(|f| is_under(block, *f, body)))
                .then_some("small type below a picture"),
        };
        why.map(|why| format!("caption: {why}"))
    }

    /// Whether the previous block is only the label of a caption, and this block continues it.
    fn is_labelled_above(&self, n: usize) -> bool {
        let Some((number, own)) = n.checked_sub(1).zip(self.blocks.get(n)) else {
            return false;
        };
        self.blocks.get(number).is_some_and(|above| {
            above.role == Some(Role::Caption)
                && above.lines == 1
                && is_label_alone(&self.begins(number))
                && own.rows <= CAPTION.max_below_label
                && (above.rect.x0 - own.rect.x0).abs() <= own.size
                && (0.0..own.size).contains(&(own.rect.y0 - above.rect.y1).max(0.0))
                && own.rect.y0 >= above.rect.y0
        })
    }

    /// The reason why a block is a side note, or `None` if it is not.
    fn side_note(&self, n: usize) -> Option<String> {
        let block = self.blocks.get(n)?;
        (!self.text.is_empty() && block.is_small(self.around.body) && self.is_beside(block))
            .then(|| "side note: small type in a narrow column beyond the text".to_owned())
    }

    /// The reason why a block is a footnote, or `None` if it is not. A footnote is the last of its column,
    /// and mostly in small type, with a mark before it, a rule above, or another note beside it.
    fn footnote(&self, n: usize) -> Option<String> {
        let body = self.around.body;
        let block = self.blocks.get(n)?;
        let own = block.rect;
        let in_column = || {
            self.blocks
                .iter()
                .enumerate()
                .filter(|(m, other)| *m != n && block.is_in_column(other))
        };
        let last = !self.text.is_empty()
            && !in_column().any(|(_, other)| other.body && other.rect.y0 >= own.y0);
        let low = own.y0 > (self.text.y0 + self.text.y1) / 2.0;
        if !last || !low {
            return None;
        }
        let above = in_column()
            .filter(|(_, other)| other.rect.y0 < own.y0)
            .max_by(|(_, a), (_, b)| a.rect.y1.total_cmp(&b.rect.y1));
        let (_, above) = above?;
        // A rule wider than the column separates more than notes.
        let widest = FOOTNOTE.max_rule * own.width().max(above.rect.width());
        let ruled = self.around.rules.iter().any(|r| {
            r.width() <= widest
                && r.y0 >= above.rect.y1 - FOOTNOTE.rule_overlap * block.size
                && r.y1 <= own.y0 + FOOTNOTE.rule_overlap * block.size
                && own.y0 - r.y1 <= FOOTNOTE.rule_near * block.size
                && r.x0 < own.x1
                && r.x1 > own.x0
        });
        let begin = self.begins(n);
        let letters = begin.chars().filter(|c| c.is_alphabetic()).count();
        let below_note = above.role == Some(Role::Footnote);
        let beside = |other: &Block| {
            other.role == Some(Role::Footnote)
                && is_same_size(other.size, block.size)
                && !block.is_in_column(other)
                && other.rect.y1.min(own.y1) - other.rect.y0.max(own.y0)
                    > BLOCK.overlap * other.rect.height().min(own.height())
        };
        let beside_another = self.blocks.iter().any(beside);
        // On a page of mostly notes, they are small only in comparison with the text above.
        let mark = Mark::of(&begin);
        let prose = above.rows >= FOOTNOTE.min_prose && !above.table && above.role.is_none();
        let known = mark == Mark::Clear || beside_another;
        let below_prose = prose && known && block.is_small(above.size);
        // Only single-line blocks, such as a page number, may follow in its column.
        let lowest = !in_column().any(|(_, other)| other.rows > 1 && other.rect.y0 >= own.y1);
        let few_letters = letters < FOOTNOTE.min_letters && !below_note;
        let narrow = own.width() < FOOTNOTE.min_width * body && !below_note;
        let score = Score::of(
            &FOOTNOTE_WEIGHTS,
            &[
                ("the last of a column", true),
                ("few letters", few_letters),
                ("narrow", narrow),
                ("small type", block.is_small(body) || below_prose),
                ("below the text", above.body || below_prose),
                ("lowest of its column", lowest),
                ("below another footnote", below_note),
                ("beside another", beside_another),
                ("below a rule", ruled),
                ("with a mark", mark == Mark::Clear),
                ("with what may be a mark", mark == Mark::Doubtful),
            ],
        );
        score.holds().then(|| format!("footnote: {}", score.why()))
    }

    /// Whether a block is in a narrow column beyond the text. A short line in a wide column, such as a
    /// section title in smaller type, belongs to the text.
    fn is_beside(&self, block: &Block) -> bool {
        let edge = SIDE_NOTE.into_text * self.around.body;
        let (left, right) = (self.text.x0 + edge, self.text.x1 - edge);
        let beyond = |b: &Block| b.rect.x0 >= right || b.rect.x1 <= left;
        let narrow = |b: &Block| b.rect.width() <= SIDE_NOTE.max_width * self.widest;
        let level = block.rect.y1 > self.text.y0 && block.rect.y0 < self.text.y1;
        let mut column = self
            .blocks
            .iter()
            .filter(|b| beyond(b) && b.is_in_column(block));
        level && beyond(block) && column.all(narrow)
    }
}

/// Whether a block is right above, below or beside a figure.
fn is_near(block: Rect, figure: Rect, em: f32) -> bool {
    let gap = |a0: f32, a1: f32, b0: f32, b1: f32| (b0 - a1).max(a0 - b1);
    let across = gap(block.x0, block.x1, figure.x0, figure.x1);
    let down = gap(block.y0, block.y1, figure.y0, figure.y1);
    let half = |gap: f32, least: f32| -gap >= BLOCK.overlap * least;
    let least_width = block.width().min(figure.width());
    let least_height = block.height().min(figure.height());
    (half(across, least_width) && (-em..=CAPTION.near * em).contains(&down))
        || (half(down, least_height) && (-em..=CAPTION.near * em).contains(&across))
}

/// Whether an unlabelled block is the caption of a picture: right below it, not wider, and not just a label
/// in a drawing.
fn is_under(block: &Block, figure: Rect, em: f32) -> bool {
    let r = block.rect;
    let [width, height] = CAPTION.min_picture;
    let large = figure.width() >= width * em && figure.height() >= height * em;
    large
        && block.lines <= CAPTION.max_lines / 2
        && r.width() >= CAPTION.min_width * em
        && r.x0 >= figure.x0 - em
        && r.x1 <= figure.x1 + em
        && (-CAPTION.into_picture * em..=CAPTION.near * em).contains(&(r.y0 - figure.y1))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A block of lines 12 points high.
    fn block(x: f32, y: f32, width: f32, rows: u16, size: f32) -> PageBlock {
        let line = |row: u16| {
            let top = y + 12.0 * f32::from(row);
            RowLine {
                pieces: Vec::new(),
                cell: Rect::new(x, top, x + width, top + 10.0),
                baseline: top + 8.0,
                size,
                bold: false,
                row: u32::from(row),
                drawn: 0,
                first_word: 20.0,
            }
        };
        PageBlock::of_text(0, (0..rows).map(line).collect())
    }

    #[test]
    fn short_lines_in_a_column_as_wide_as_the_text_are_no_side_notes() {
        let roles = |blocks: &mut [PageBlock]| {
            let around = Surroundings {
                body: 10.0,
                pictures: &[],
                rules: &[],
            };
            let by = heuristics::SIDE_NOTES;
            let decides = |found: &Blocks<'_>, n| found.side_note(n);
            mark_blocks(
                blocks,
                around,
                &|_| String::new(),
                Role::SideNote,
                by,
                decides,
            );
            blocks.iter().map(|b| b.role).collect::<Vec<_>>()
        };
        let text = || block(50.0, 50.0, 200.0, 30, 10.0);
        let title = || block(270.0, 80.0, 60.0, 1, 8.0);
        assert_eq!(roles(&mut [text(), title()]), [None, Some(Role::SideNote)]);
        let column = block(270.0, 100.0, 200.0, 6, 8.0);
        assert_eq!(roles(&mut [text(), title(), column]), [None; 3]);
    }

    #[test]
    fn the_end_of_a_note_is_known_by_the_notes_beside_it_where_most_is_notes() {
        let roles = |size: f32| {
            let mut blocks = [
                block(50.0, 20.0, 200.0, 2, 9.0),
                block(50.0, 50.0, 200.0, 6, 11.0),
                block(50.0, 140.0, 200.0, 9, size),
                block(300.0, 50.0, 200.0, 6, 11.0),
                block(300.0, 140.0, 200.0, 9, 9.0),
            ];
            let around = Surroundings {
                body: 9.0,
                pictures: &[],
                rules: &[Rect::new(50.0, 130.0, 90.0, 130.5)],
            };
            let beginning = |line: &RowLine| match line.cell.x0 {
                300.0 => "35 For the influence".to_owned(),
                _ => "Book. Interspersed".to_owned(),
            };
            let by = heuristics::FOOTNOTES;
            for _ in 0..2 {
                let decides = |found: &Blocks<'_>, n| found.footnote(n);
                mark_blocks(&mut blocks, around, &beginning, Role::Footnote, by, decides);
            }
            blocks.map(|block| block.role)
        };
        let note = Some(Role::Footnote);
        assert_eq!(roles(9.0), [None, None, note, None, note]);
        assert_eq!(roles(11.0), [None, None, None, None, note]);
    }

    #[test]
    fn a_short_note_with_a_mark_below_a_rule_is_a_footnote() {
        let roles = |beginning: &str| {
            let mut blocks = [
                block(50.0, 50.0, 200.0, 9, 10.0),
                block(50.0, 180.0, 40.0, 1, 8.0),
            ];
            let around = Surroundings {
                body: 10.0,
                pictures: &[],
                rules: &[Rect::new(50.0, 172.0, 90.0, 172.5)],
            };
            let by = heuristics::FOOTNOTES;
            let decides = |found: &Blocks<'_>, n| found.footnote(n);
            let begin = |_: &RowLine| beginning.to_owned();
            mark_blocks(&mut blocks, around, &begin, Role::Footnote, by, decides);
            blocks.map(|block| block.role)
        };
        assert_eq!(roles("1 Ibid."), [None, Some(Role::Footnote)]);
        assert_eq!(roles("Owls"), [None; 2]);
    }

    #[test]
    fn what_is_right_below_a_label_alone_is_its_caption() {
        let roles = |label: &str, y: f32| {
            let mut blocks = [
                block(50.0, 50.0, 40.0, 1, 10.0),
                block(50.0, y, 200.0, 2, 10.0),
            ];
            let around = Surroundings {
                body: 10.0,
                pictures: &[],
                rules: &[],
            };
            let by = heuristics::CAPTIONS;
            let beginning = |line: &RowLine| match line.cell.y0 {
                50.0 => label.to_owned(),
                _ => "The shape of".to_owned(),
            };
            let decides = |found: &Blocks<'_>, n| found.caption(n);
            mark_blocks(&mut blocks, around, &beginning, Role::Caption, by, decides);
            blocks.map(|block| block.role)
        };
        let caption = Some(Role::Caption);
        assert_eq!(roles("Figure 7.", 62.0), [caption, caption]);
        assert_eq!(roles("Figure 7.", 80.0), [caption, None]);
        assert_eq!(roles("Figure 7. A bay", 62.0), [caption, None]);
    }
}
