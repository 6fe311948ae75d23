//! What stands beside the running text: captions, footnotes and side notes.
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
use crate::layout::regions::rows::RowLine;
use crate::layout::tables::Part;

/// What a block is to the running text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Caption,
    Footnote,
    SideNote,
}

impl Role {
    pub fn name(self) -> &'static str {
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

/// Columns of side notes are narrower than this share of the text.
const NARROW: f32 = 0.5;

/// What is looked at to tell roles, in one frame.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings<'a> {
    /// The size of most text of the page, in points.
    pub body: f32,
    /// Pictures.
    pub images: &'a [Rect],
    /// Ruled lines along the text.
    pub rules: &'a [Rect],
}

/// A block, as far as its role depends on it.
struct Block {
    rect: Rect,
    size: f32,
    lines: usize,
    /// Its text is of the body's size, and prose.
    body: bool,
    table: bool,
}

impl Block {
    fn of(part: &Part, body: f32) -> Self {
        let lines = || part.lines();
        let rect = lines().fold(Rect::EMPTY, |r, l| r.union(l.cell));
        let width: f32 = lines().map(|l| l.cell.width()).sum();
        let size = lines().map(|l| l.size * l.cell.width()).sum::<f32>() / width.max(1e-3);
        let count = lines().count();
        Self {
            body: count > 1 && (size / body - 1.0).abs() <= 0.06,
            table: matches!(part, Part::Table(_)),
            lines: count,
            rect,
            size,
        }
    }

    fn is_small(&self, body: f32) -> bool {
        !self.table && self.size <= SMALL * body
    }

    /// Whether two blocks stand in one column.
    fn is_in_column(&self, other: &Self) -> bool {
        let overlap = self.rect.x1.min(other.rect.x1) - self.rect.x0.max(other.rect.x0);
        overlap > 0.5 * self.rect.width().min(other.rect.width())
    }
}

/// Splits captions from text that follows them so closely that it was taken for the same block: where
/// the size changes, or a wider space is.
pub fn split_captions(parts: Vec<Part>, begins: impl Fn(&RowLine) -> String) -> Vec<Part> {
    let mut out = Vec::with_capacity(parts.len());
    for part in parts {
        let Part::Text(mut caption) = part else {
            out.push(part);
            continue;
        };
        let labelled = caption
            .first()
            .is_some_and(|line| label(&begins(line)) == Label::Closed);
        let end = if labelled {
            caption_end(&caption)
        } else {
            None
        };
        let rest = end.map(|end| caption.split_off(end));
        out.push(Part::Text(caption));
        out.extend(rest.map(Part::Text));
    }
    out
}

/// Where the text begins behind a caption, if any does.
fn caption_end(lines: &[RowLine]) -> Option<usize> {
    let first = lines.first()?;
    let changes = |above: &RowLine, below: &RowLine| {
        let pitch = below.baseline - above.baseline;
        (below.size / first.size - 1.0).abs() > 0.04 || pitch > 1.6 * first.size
    };
    let pairs = lines.windows(2);
    let change = |pair: &[RowLine]| matches!(pair, [a, b] if changes(a, b));
    pairs.into_iter().position(change).map(|n| n + 1)
}

/// The roles of the blocks of one frame, given in reading order; `begins` tells how the text of a
/// block begins.
pub fn roles(
    parts: &[Part],
    around: Surroundings<'_>,
    begins: impl Fn(&RowLine) -> String,
) -> Vec<Option<Role>> {
    let body = around.body;
    let blocks: Vec<Block> = parts.iter().map(|part| Block::of(part, body)).collect();
    let mut roles = vec![None; parts.len()];
    let prose = || blocks.iter().filter(|b| b.body).map(|b| b.rect);
    let text = Text {
        rect: prose().fold(Rect::EMPTY, Rect::union),
        widest: prose().map(Rect::width).fold(0.0, f32::max),
        body,
    };
    if text.rect.is_empty() {
        return roles;
    }
    let tables: Vec<Rect> = blocks.iter().filter(|b| b.table).map(|b| b.rect).collect();
    for (n, (part, block)) in parts.iter().zip(&blocks).enumerate() {
        let Part::Text(lines) = part else { continue };
        let small = block.is_small(body);
        // Long blocks of the body's size need not have their text looked at.
        let short = block.lines <= MOST_LINES;
        let begin = match lines.first().filter(|_| small || short) {
            Some(line) => begins(line),
            None => String::new(),
        };
        let figures = || around.images.iter().chain(&tables);
        let caption = short
            && match label(&begin) {
                Label::Closed => true,
                Label::Bare => small || figures().any(|f| is_near(block.rect, *f, body)),
                Label::None => small && around.images.iter().any(|f| is_under(block, *f, body)),
            };
        let role = if caption {
            Some(Role::Caption)
        } else if small && is_beside(block, &blocks, &text) {
            Some(Role::SideNote)
        } else if small && is_footnote(n, &blocks, &roles, around.rules, &begin, &text) {
            Some(Role::Footnote)
        } else {
            None
        };
        if let Some(slot) = roles.get_mut(n) {
            *slot = role;
        }
    }
    roles
}

/// The text of the body.
struct Text {
    rect: Rect,
    /// The width of its widest block.
    widest: f32,
    /// Its size.
    body: f32,
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

/// Whether a block stands right above, below or beside a figure.
fn is_near(block: Rect, figure: Rect, em: f32) -> bool {
    let gap = |a0: f32, a1: f32, b0: f32, b1: f32| (b0 - a1).max(a0 - b1);
    let across = gap(block.x0, block.x1, figure.x0, figure.x1);
    let down = gap(block.y0, block.y1, figure.y0, figure.y1);
    let half = |gap: f32, least: f32| -gap >= 0.5 * least;
    let least_width = block.width().min(figure.width());
    let least_height = block.height().min(figure.height());
    (half(across, least_width) && (-em..=NEAR * em).contains(&down))
        || (half(down, least_height) && (-em..=NEAR * em).contains(&across))
}

/// Whether a block without a label is the caption of a picture: right below it, no wider, and no
/// mere label in a drawing.
fn is_under(block: &Block, figure: Rect, em: f32) -> bool {
    let r = block.rect;
    let large = figure.width() >= 8.0 * em && figure.height() >= 5.0 * em;
    large
        && block.lines <= MOST_LINES / 2
        && r.width() >= 5.0 * em
        && r.x0 >= figure.x0 - em
        && r.x1 <= figure.x1 + em
        && (-0.5 * em..=NEAR * em).contains(&(r.y0 - figure.y1))
}

/// Whether a block is in a narrow column beyond the text. A short line in a wide one, as the title of a
/// section in smaller type, is as much text as what is above and below it.
fn is_beside(block: &Block, blocks: &[Block], text: &Text) -> bool {
    let edge = 0.5 * text.body;
    let (left, right) = (text.rect.x0 + edge, text.rect.x1 - edge);
    let beyond = |b: &Block| b.rect.x0 >= right || b.rect.x1 <= left;
    let narrow = |b: &Block| b.rect.width() <= NARROW * text.widest;
    let level = block.rect.y1 > text.rect.y0 && block.rect.y0 < text.rect.y1;
    let mut column = blocks.iter().filter(|b| beyond(b) && b.is_in_column(block));
    level && beyond(block) && column.all(narrow)
}

/// Whether a block of small type is the last of its column, below text or other footnotes, with a
/// mark before it or a rule above.
fn is_footnote(
    n: usize,
    blocks: &[Block],
    roles: &[Option<Role>],
    rules: &[Rect],
    begin: &str,
    text: &Text,
) -> bool {
    let Some(block) = blocks.get(n) else {
        return false;
    };
    let own = block.rect;
    let in_column = || {
        blocks
            .iter()
            .enumerate()
            .filter(|(m, other)| *m != n && block.is_in_column(other))
    };
    let last = !in_column().any(|(_, other)| other.body && other.rect.y0 >= own.y0);
    let low = own.y0 > (text.rect.y0 + text.rect.y1) / 2.0;
    let above = in_column()
        .filter(|(_, other)| other.rect.y0 < own.y0)
        .max_by(|(_, a), (_, b)| a.rect.y1.total_cmp(&b.rect.y1));
    let Some((m, above)) = above.filter(|_| last && low) else {
        return false;
    };
    if roles.get(m) == Some(&Some(Role::Footnote)) {
        return true;
    }
    let ruled = rules.iter().any(|r| {
        r.y0 >= above.rect.y1 - 0.3 * block.size
            && r.y1 <= own.y0 + 0.3 * block.size
            && own.y0 - r.y1 <= RULE_NEAR * block.size
            && r.x0 < own.x1
            && r.x1 > own.x0
    });
    let wide = own.width() >= 6.0 * text.body;
    let words = begin.chars().filter(|c| c.is_alphabetic()).count() >= 3;
    above.body && wide && words && (ruled || has_mark(begin))
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
/// place and style leave it open; without any a caption is told by these alone.
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
    fn block(x: f32, y: f32, width: f32, rows: u16, size: f32) -> Part {
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
        Part::Text((0..rows).map(line).collect())
    }

    #[test]
    fn short_lines_in_a_column_as_wide_as_the_text_are_no_side_notes() {
        let around = Surroundings {
            body: 10.0,
            images: &[],
            rules: &[],
        };
        let text = block(50.0, 50.0, 200.0, 30, 10.0);
        let title = block(270.0, 80.0, 60.0, 1, 8.0);
        let parts = [text.clone(), title.clone()];
        let found = roles(&parts, around, |_| String::new());
        assert_eq!(found, [None, Some(Role::SideNote)]);
        let parts = [text, title, block(270.0, 100.0, 200.0, 6, 8.0)];
        let found = roles(&parts, around, |_| String::new());
        assert_eq!(found, [None; 3]);
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
