//! What is beside the running text: captions, footnotes and side notes.
//!
//! ```text
//!   text text text text      note
//!   text text text text      note      smaller, in a narrow column beyond all text of the body's size
//!   ┌────────┐ text text
//!   │ figure │ text text
//!   └────────┘ text text
//!   Fig. 1. A                near a picture or a table, and smaller or with a label
//!   ─────
//!   1 A note in small type   the last of its column, right below text of the body's size
//! ```

use crate::geometry::Rect;
use crate::layout::heuristics::{self, Heuristic};
use crate::layout::page::{PageBlock, PageState};
use crate::layout::regions::rows::RowLine;
use crate::layout::result::Decision;

/// What a block is to the running text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Caption,
    Footnote,
    SideNote,
}

impl Role {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Caption => "caption",
            Self::Footnote => "footnote",
            Self::SideNote => "sidenote",
        }
    }
}

/// Type of this share of the body's size, or less, is small.
const SMALL: f32 = 0.93;

/// Captions have no more lines.
const MOST_LINES: usize = 12;

/// How far a caption is from its figure at most, in ems of the body …
const NEAR: f32 = 2.5;

/// … and a short rule from the footnotes below it.
const RULE_NEAR: f32 = 2.5;

/// Text whose size differs from the body's by no more than this share is of the body …
const BODY_SIZE: f32 = 0.06;

/// … and from a caption's first line by more than this share is not of the caption, nor is what is below
/// it by more than this, in ems of that line.
const CAPTION_SIZE: f32 = 0.04;
const CAPTION_PITCH: f32 = 1.6;

/// Blocks are in one column, and beside or below a figure, when they overlap by this share of the smaller.
const OVERLAP: f32 = 0.5;

/// How far a rule may reach into the blocks above and below it, in ems of the lower.
const RULE_REACH: f32 = 0.3;

/// Footnotes are wider than this, in ems of the body, and begin with this many letters.
const LEAST_FOOTNOTE: f32 = 6.0;
const LEAST_LETTERS: usize = 3;

/// Side notes may reach into the text by this much, in ems of the body.
const INTO_TEXT: f32 = 0.5;

/// Pictures that have a caption without a label are wider and higher than this, in ems of the body …
const LEAST_PICTURE: [f32; 2] = [8.0, 5.0];

/// … and so is the caption wide …
const LEAST_CAPTION: f32 = 5.0;

/// … which may reach into the picture by this much.
const INTO_PICTURE: f32 = 0.5;

/// Columns of side notes are narrower than this share of the text.
const NARROW: f32 = 0.5;

/// Marks the captions of pictures and tables, also where text follows them so closely that it was
/// taken for the same block.
pub(crate) fn mark_captions(page: &mut PageState<'_>) {
    for text in &mut page.texts {
        let beginning = |line: &RowLine| page.pieces.beginning(page.content, &line.pieces);
        text.split_texts(|lines| split_caption(lines, beginning));
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
    mark(page, Role::Footnote, heuristics::FOOTNOTES, |found, n| {
        found.footnote(n)
    });
}

/// Gives a role to the blocks of each frame, in reading order, for which `decides` has a reason and
/// that have none yet.
fn mark(
    page: &mut PageState<'_>,
    role: Role,
    by: Heuristic,
    decides: impl Fn(&Blocks<'_>, usize) -> Option<&'static str>,
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
    decides: impl Fn(&Blocks<'_>, usize) -> Option<&'static str>,
) {
    let Some(mut found) = Blocks::of(blocks, around, beginning) else {
        return;
    };
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

/// What else the role of a block depends on, in its frame.
#[derive(Clone, Copy, Debug)]
struct Surroundings<'a> {
    /// The size of most text of the page, in points.
    body: f32,
    pictures: &'a [Rect],
    /// Ruled lines along the text, and pictures.
    rules: &'a [Rect],
}

/// A block, as far as its role depends on it.
struct Block {
    rect: Rect,
    size: f32,
    lines: usize,
    /// Its text is of the body's size, and prose.
    body: bool,
    table: bool,
    role: Option<Role>,
}

impl Block {
    fn of(block: &PageBlock, body: f32) -> Self {
        let lines = || block.part.lines();
        let width: f32 = lines().map(|l| l.cell.width()).sum();
        let size = lines().map(|l| l.size * l.cell.width()).sum::<f32>() / width.max(1e-3);
        let count = lines().count();
        Self {
            body: count > 1 && (size / body - 1.0).abs() <= BODY_SIZE,
            table: block.text().is_none(),
            role: block.role,
            lines: count,
            rect: block.cell(),
            size,
        }
    }

    fn is_small(&self, body: f32) -> bool {
        !self.table && self.size <= SMALL * body
    }

    /// Whether two blocks are in one column.
    fn is_in_column(&self, other: &Self) -> bool {
        let overlap = self.rect.x1.min(other.rect.x1) - self.rect.x0.max(other.rect.x0);
        overlap > OVERLAP * self.rect.width().min(other.rect.width())
    }
}

/// Splits a caption from text that follows it: where the size changes, or a wider space is.
fn split_caption(
    mut lines: Vec<RowLine>,
    beginning: impl Fn(&RowLine) -> String,
) -> Vec<Vec<RowLine>> {
    let labelled = lines
        .first()
        .is_some_and(|line| label(&beginning(line)) == Label::Closed);
    let end = labelled.then(|| caption_end(&lines)).flatten();
    let rest = end.map(|end| lines.split_off(end));
    [lines].into_iter().chain(rest).collect()
}

/// Where the text begins behind a caption, if any does.
fn caption_end(lines: &[RowLine]) -> Option<usize> {
    let first = lines.first()?;
    let changes = |above: &RowLine, below: &RowLine| {
        let pitch = below.baseline - above.baseline;
        (below.size / first.size - 1.0).abs() > CAPTION_SIZE || pitch > CAPTION_PITCH * first.size
    };
    let pairs = lines.windows(2);
    let change = |pair: &[RowLine]| matches!(pair, [a, b] if changes(a, b));
    pairs.into_iter().position(change).map(|n| n + 1)
}

/// The blocks of a frame in reading order, and the text of the body.
struct Blocks<'a> {
    blocks: Vec<Block>,
    /// The first line of each text.
    firsts: Vec<Option<&'a RowLine>>,
    around: Surroundings<'a>,
    beginning: &'a dyn Fn(&RowLine) -> String,
    /// Around the text of the body.
    text: Rect,
    /// The width of its widest block.
    widest: f32,
}

impl<'a> Blocks<'a> {
    /// `None` where there is no text of the body's size.
    fn of(
        blocks: &'a [PageBlock],
        around: Surroundings<'a>,
        beginning: &'a dyn Fn(&RowLine) -> String,
    ) -> Option<Self> {
        let first = |block: &'a PageBlock| block.text().and_then(|lines| lines.first());
        let firsts = blocks.iter().map(first).collect();
        let blocks: Vec<Block> = blocks.iter().map(|b| Block::of(b, around.body)).collect();
        let prose = || blocks.iter().filter(|b| b.body).map(|b| b.rect);
        let text = prose().fold(Rect::EMPTY, Rect::union);
        let widest = prose().map(Rect::width).fold(0.0, f32::max);
        (!text.is_empty()).then_some(Self {
            blocks,
            firsts,
            around,
            beginning,
            text,
            widest,
        })
    }

    /// How the text of a block begins.
    fn begins(&self, n: usize) -> String {
        let first = self.firsts.get(n).copied().flatten();
        first.map_or_else(String::new, |line| (self.beginning)(line))
    }

    /// Why a block is a caption, if it is one.
    fn caption(&self, n: usize) -> Option<&'static str> {
        let block = self.blocks.get(n).filter(|b| b.lines <= MOST_LINES)?;
        let body = self.around.body;
        let small = block.is_small(body);
        let pictures = self.around.pictures;
        match label(&self.begins(n)) {
            Label::Closed => Some("caption: it begins with a label and a number"),
            Label::Bare if small => Some("caption: it begins with a label, in small type"),
            Label::Bare => {
                let tables = self.blocks.iter().filter(|b| b.table).map(|b| b.rect);
                let mut figures = pictures.iter().copied().chain(tables);
                figures
                    .any(|figure| is_near(block.rect, figure, body))
                    .then_some("caption: it begins with a label, near a picture or a table")
            }
            Label::None => (small && pictures.iter().any(|f| is_under(block, *f, body)))
                .then_some("caption: small type below a picture"),
        }
    }

    /// Why a block is a note beside the text, if it is one.
    fn side_note(&self, n: usize) -> Option<&'static str> {
        let block = self.blocks.get(n)?;
        (block.is_small(self.around.body) && self.is_beside(block))
            .then_some("side note: small type in a narrow column beyond the text")
    }

    /// Why a block is a footnote, if it is one: small type that is the last of its column, below text
    /// or other footnotes, with a mark before it or a rule above.
    fn footnote(&self, n: usize) -> Option<&'static str> {
        let body = self.around.body;
        let block = self.blocks.get(n).filter(|block| block.is_small(body))?;
        let own = block.rect;
        let in_column = || {
            self.blocks
                .iter()
                .enumerate()
                .filter(|(m, other)| *m != n && block.is_in_column(other))
        };
        let last = !in_column().any(|(_, other)| other.body && other.rect.y0 >= own.y0);
        let low = own.y0 > (self.text.y0 + self.text.y1) / 2.0;
        let above = in_column()
            .filter(|(_, other)| other.rect.y0 < own.y0)
            .max_by(|(_, a), (_, b)| a.rect.y1.total_cmp(&b.rect.y1));
        let (_, above) = above.filter(|_| last && low)?;
        if above.role == Some(Role::Footnote) {
            return Some("footnote: small type below another footnote");
        }
        let ruled = self.around.rules.iter().any(|r| {
            r.y0 >= above.rect.y1 - RULE_REACH * block.size
                && r.y1 <= own.y0 + RULE_REACH * block.size
                && own.y0 - r.y1 <= RULE_NEAR * block.size
                && r.x0 < own.x1
                && r.x1 > own.x0
        });
        let begin = self.begins(n);
        let wide = own.width() >= LEAST_FOOTNOTE * body;
        let words = begin.chars().filter(|c| c.is_alphabetic()).count() >= LEAST_LETTERS;
        if !(above.body && wide && words) {
            None
        } else if ruled {
            Some("footnote: small type below the text and a rule")
        } else {
            has_mark(&begin).then_some("footnote: small type below the text, with a mark")
        }
    }

    /// Whether a block is in a narrow column beyond the text. A short line in a wide one, as the title
    /// of a section in smaller type, is as much text as what is above and below it.
    fn is_beside(&self, block: &Block) -> bool {
        let edge = INTO_TEXT * self.around.body;
        let (left, right) = (self.text.x0 + edge, self.text.x1 - edge);
        let beyond = |b: &Block| b.rect.x0 >= right || b.rect.x1 <= left;
        let narrow = |b: &Block| b.rect.width() <= NARROW * self.widest;
        let level = block.rect.y1 > self.text.y0 && block.rect.y0 < self.text.y1;
        let mut column = self
            .blocks
            .iter()
            .filter(|b| beyond(b) && b.is_in_column(block));
        level && beyond(block) && column.all(narrow)
    }
}

/// A label and what follows it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Label {
    None,
    /// `Figure 3 shows`: perhaps a sentence.
    Bare,
    /// `Figure 3.`, `Fig. 3: `, or nothing else on the line.
    Closed,
}

/// Whether a block is right above, below or beside a figure.
fn is_near(block: Rect, figure: Rect, em: f32) -> bool {
    let gap = |a0: f32, a1: f32, b0: f32, b1: f32| (b0 - a1).max(a0 - b1);
    let across = gap(block.x0, block.x1, figure.x0, figure.x1);
    let down = gap(block.y0, block.y1, figure.y0, figure.y1);
    let half = |gap: f32, least: f32| -gap >= OVERLAP * least;
    let least_width = block.width().min(figure.width());
    let least_height = block.height().min(figure.height());
    (half(across, least_width) && (-em..=NEAR * em).contains(&down))
        || (half(down, least_height) && (-em..=NEAR * em).contains(&across))
}

/// Whether a block without a label is the caption of a picture: right below it, no wider, and not
/// only a label in a drawing.
fn is_under(block: &Block, figure: Rect, em: f32) -> bool {
    let r = block.rect;
    let [width, height] = LEAST_PICTURE;
    let large = figure.width() >= width * em && figure.height() >= height * em;
    large
        && block.lines <= MOST_LINES / 2
        && r.width() >= LEAST_CAPTION * em
        && r.x0 >= figure.x0 - em
        && r.x1 <= figure.x1 + em
        && (-INTO_PICTURE * em..=NEAR * em).contains(&(r.y0 - figure.y1))
}

/// Whether a text begins with a mark of footnotes: a number, a star and the like, in brackets
/// perhaps.
fn has_mark(text: &str) -> bool {
    let bracket = match text.chars().next() {
        Some('(') => Some(')'),
        Some('[') => Some(']'),
        _ => None,
    };
    let rest = text.trim_start_matches(['(', '[']);
    let digits = rest.chars().take_while(|c| c.is_numeric()).count();
    let digits = match bracket {
        Some(end) if rest.chars().nth(digits) != Some(end) => 0,
        _ => digits,
    };
    let sign = rest.starts_with(['*', '∗', '†', '‡', '§', '¶', '#', '•']);
    sign || (1..=3).contains(&digits)
}

/// How words for figures and tables begin in several languages. They help where a caption's
/// place and style leave it open; without any a caption is known by these alone.
const LABELS: [&str; 31] = [
    "fig",
    "abb",
    "bild",
    "tab",
    "tav",
    "plate",
    "tafel",
    "illustration",
    "chart",
    "scheme",
    "map",
    "karte",
    "photo",
    "рис",
    "табл",
    "rys",
    "obr",
    "slika",
    "ábra",
    "kuva",
    "şekil",
    "çizelge",
    "εικ",
    "πίν",
    "図",
    "图",
    "圖",
    "表",
    "그림",
    "شکل",
    "جدول",
];

/// What label a text begins with: one of the words, at most some letters more, and a number.
fn label(text: &str) -> Label {
    let lower = text.to_lowercase();
    let Some(rest) = LABELS.iter().find_map(|word| lower.strip_prefix(word)) else {
        return Label::None;
    };
    let rest = rest.trim_start_matches(char::is_alphabetic);
    let rest = rest.trim_start_matches(['.', ' ', '\u{A0}']);
    let is_numeral = |c: char| c.is_numeric() || matches!(c, 'i' | 'v' | 'x');
    let number: usize = rest.chars().take_while(|&c| is_numeral(c)).count();
    if number == 0 {
        return Label::None;
    }
    let rest = rest.trim_start_matches(is_numeral);
    // Sub-numbers, and letters behind a number: 2.1, 3a, 4–5.
    let rest =
        rest.trim_start_matches(|c: char| c.is_numeric() || matches!(c, '-' | '–' | 'a'..='e'));
    let closed = match rest.strip_prefix('.') {
        Some(rest) => {
            !rest.starts_with(char::is_numeric) || {
                let rest = rest.trim_start_matches(|c: char| c.is_numeric() || c == '.');
                rest.is_empty() || rest.starts_with([':', '—', '–', '|'])
            }
        }
        None => {
            let rest = rest.trim_start();
            rest.is_empty() || rest.starts_with([':', '—', '–', '|', ')', ']'])
        }
    };
    if closed { Label::Closed } else { Label::Bare }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_words_with_numbers_and_sentences_are_left_open() {
        let closed = [
            "Figure 3. A map",
            "Fig. 12: rates",
            "TABLE IV.",
            "Abb. 2.1: Ansicht",
            "図 3",
            "Рис. 5. Схема",
            "Table 7 — results",
            "Tabelle 2",
        ];
        for text in closed {
            assert!(label(text) == Label::Closed, "{text}");
        }
        for text in ["Figure 3 shows", "table 2.1 is about", "Fig. 4 (left)"] {
            assert!(label(text) == Label::Bare, "{text}");
        }
        for text in [
            "figures are rare",
            "tabs",
            "The figure 3.",
            "",
            "Table of contents",
        ] {
            assert!(label(text) == Label::None, "{text}");
        }
    }

    /// A block of rows 12 points high.
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
    fn marks_of_footnotes_are_short() {
        for text in ["1 See below", "* first", "[12] ibid.", "†Deceased"] {
            assert!(has_mark(text), "{text}");
        }
        for text in ["1984 was a year", "See below", "[62 FR 139]", ""] {
            assert!(!has_mark(text), "{text}");
        }
    }
}
