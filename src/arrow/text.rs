//! The tables of words, lines and blocks.

use super::column::{Column, Kind, Value};
use super::sheet::Sheet;
use crate::blocks::{Block, Line, Paragraph, Word};
use crate::page::{Decoding, Style};

/// Numbers of block, paragraph and line on the page, each from 1 in reading order.
#[derive(Clone, Copy, Default)]
struct Numbers {
    block: usize,
    paragraph: usize,
    line: usize,
}

/// A line with its context.
pub(super) struct LineRow<'a> {
    numbers: Numbers,
    role: &'static str,
    paragraph: &'a Paragraph<'a>,
    line: &'a Line<'a>,
    page_lang: Option<&'a str>,
}

/// A word with its context.
pub(super) struct WordRow<'a> {
    around: &'a LineRow<'a>,
    number: usize,
    word: &'a Word<'a>,
    style: Style<'a>,
    /// Decoding of its least reliable character.
    decoding: Option<Decoding>,
    visible: bool,
}

/// A block.
pub(super) struct BlockRow<'a> {
    number: usize,
    block: &'a Block<'a>,
}

type WordColumn = Column<for<'r> fn(&'r WordRow<'r>) -> Value<'r>>;
type LineColumn = Column<for<'r> fn(&'r LineRow<'r>) -> Value<'r>>;
type BlockColumn = Column<for<'r> fn(&'r BlockRow<'r>) -> Value<'r>>;

/// Maximum bytes of an alternative text: a page may have many images that share a long one.
const ALT: usize = 4096;

pub(super) const WORDS: &[WordColumn] = &[
    Column {
        name: "block",
        kind: Kind::Int,
        value: |row| Value::count(row.around.numbers.block),
    },
    Column {
        name: "paragraph",
        kind: Kind::Int,
        value: |row| Value::count(row.around.numbers.paragraph),
    },
    Column {
        name: "line",
        kind: Kind::Int,
        value: |row| Value::count(row.around.numbers.line),
    },
    Column {
        name: "word",
        kind: Kind::Int,
        value: |row| Value::count(row.number),
    },
    Column {
        name: "role",
        kind: Kind::Text,
        value: |row| Value::Text(row.around.role.into()),
    },
    Column {
        name: "text",
        kind: Kind::Text,
        value: |row| Value::Text(row.word.text()),
    },
    Column {
        name: "x0",
        kind: Kind::Real,
        value: |row| Value::side(row.word.bbox(), |b| b.x0),
    },
    Column {
        name: "y0",
        kind: Kind::Real,
        value: |row| Value::side(row.word.bbox(), |b| b.y0),
    },
    Column {
        name: "x1",
        kind: Kind::Real,
        value: |row| Value::side(row.word.bbox(), |b| b.x1),
    },
    Column {
        name: "y1",
        kind: Kind::Real,
        value: |row| Value::side(row.word.bbox(), |b| b.y1),
    },
    Column {
        name: "glued",
        kind: Kind::Flag,
        value: |row| Value::Flag(row.word.is_glued()),
    },
    Column {
        name: "confidence",
        kind: Kind::Int,
        value: |row| Value::count(row.style.confidence),
    },
    Column {
        name: "source",
        kind: Kind::Text,
        value: |row| Value::name(row.decoding.map(Decoding::source)),
    },
    Column {
        name: "visible",
        kind: Kind::Flag,
        value: |row| Value::Flag(row.visible),
    },
    Column {
        name: "lang",
        kind: Kind::Text,
        value: |row| Value::name(row.word.lang().or_else(|| row.around.lang())),
    },
    Column {
        name: "font",
        kind: Kind::Text,
        value: |row| Value::name(row.style.font.map(|font| font.name.as_str())),
    },
    Column {
        name: "family",
        kind: Kind::Text,
        value: |row| Value::name(row.style.font.map(|font| font.family.as_str())),
    },
    Column {
        name: "size",
        kind: Kind::Real,
        value: |row| Value::Real(row.style.size),
    },
    Column {
        name: "bold",
        kind: Kind::Flag,
        value: |row| Value::Flag(row.style.bold),
    },
    Column {
        name: "italic",
        kind: Kind::Flag,
        value: |row| Value::Flag(row.style.italic),
    },
];

pub(super) const LINES: &[LineColumn] = &[
    Column {
        name: "block",
        kind: Kind::Int,
        value: |row| Value::count(row.numbers.block),
    },
    Column {
        name: "paragraph",
        kind: Kind::Int,
        value: |row| Value::count(row.numbers.paragraph),
    },
    Column {
        name: "line",
        kind: Kind::Int,
        value: |row| Value::count(row.numbers.line),
    },
    Column {
        name: "role",
        kind: Kind::Text,
        value: |row| Value::Text(row.role.into()),
    },
    Column {
        name: "level",
        kind: Kind::Int,
        value: |row| row.paragraph.heading().map_or(Value::Null, Value::count),
    },
    Column {
        name: "text",
        kind: Kind::Text,
        value: |row| Value::Text(row.line.text().into()),
    },
    Column {
        name: "x0",
        kind: Kind::Real,
        value: |row| Value::side(row.line.bbox(), |b| b.x0),
    },
    Column {
        name: "y0",
        kind: Kind::Real,
        value: |row| Value::side(row.line.bbox(), |b| b.y0),
    },
    Column {
        name: "x1",
        kind: Kind::Real,
        value: |row| Value::side(row.line.bbox(), |b| b.x1),
    },
    Column {
        name: "y1",
        kind: Kind::Real,
        value: |row| Value::side(row.line.bbox(), |b| b.y1),
    },
    Column {
        name: "angle",
        kind: Kind::Real,
        value: |row| {
            row.line
                .geometry()
                .map_or(Value::Null, |g| Value::Real(g.angle))
        },
    },
    Column {
        name: "size",
        kind: Kind::Real,
        value: |row| {
            row.line
                .geometry()
                .map_or(Value::Null, |g| Value::Real(g.size))
        },
    },
    Column {
        name: "right_to_left",
        kind: Kind::Flag,
        value: |row| Value::Flag(row.line.is_right_to_left()),
    },
    Column {
        name: "lang",
        kind: Kind::Text,
        value: |row| Value::name(row.lang()),
    },
    Column {
        name: "words",
        kind: Kind::Int,
        value: |row| Value::count(row.line.words().len()),
    },
];

pub(super) const BLOCKS: &[BlockColumn] = &[
    Column {
        name: "block",
        kind: Kind::Int,
        value: |row| Value::count(row.number),
    },
    Column {
        name: "role",
        kind: Kind::Text,
        value: |row| Value::Text(row.block.role().name().into()),
    },
    Column {
        name: "text",
        kind: Kind::Text,
        value: |row| Value::Text(row.text().into()),
    },
    Column {
        name: "x0",
        kind: Kind::Real,
        value: |row| Value::side(row.block.bbox(), |b| b.x0),
    },
    Column {
        name: "y0",
        kind: Kind::Real,
        value: |row| Value::side(row.block.bbox(), |b| b.y0),
    },
    Column {
        name: "x1",
        kind: Kind::Real,
        value: |row| Value::side(row.block.bbox(), |b| b.x1),
    },
    Column {
        name: "y1",
        kind: Kind::Real,
        value: |row| Value::side(row.block.bbox(), |b| b.y1),
    },
    Column {
        name: "paragraphs",
        kind: Kind::Int,
        value: |row| Value::count(row.block.paragraphs().len()),
    },
    Column {
        name: "alt",
        kind: Kind::Text,
        value: |row| Value::cut(row.block.alt(), ALT),
    },
];

/// Receives the values of a row.
pub(super) type Sink<'s> = dyn FnMut(&mut dyn Iterator<Item = Value<'_>>) + 's;

pub(super) fn words(sheet: &Sheet<'_>, with: &mut Sink<'_>) {
    let content = &sheet.page.model().content;
    let mut number = 0;
    each_line(sheet, |around| {
        for word in around.line.words() {
            number += 1;
            let runs = word
                .glyphs()
                .filter_map(|g| content.runs.get(g.run as usize));
            let row = WordRow {
                around,
                number,
                word,
                style: word.style(),
                decoding: word.glyphs().map(|glyph| glyph.decoding).max(),
                visible: runs.into_iter().any(|run| run.visible),
            };
            with(&mut WORDS.iter().map(|column| (column.value)(&row)));
        }
    });
}

pub(super) fn lines(sheet: &Sheet<'_>, with: &mut Sink<'_>) {
    each_line(sheet, |row| {
        with(&mut LINES.iter().map(|column| (column.value)(row)));
    });
}

pub(super) fn blocks(sheet: &Sheet<'_>, with: &mut Sink<'_>) {
    for (block, number) in sheet.blocks.iter().zip(1..) {
        let row = BlockRow { number, block };
        with(&mut BLOCKS.iter().map(|column| (column.value)(&row)));
    }
}

fn each_line(sheet: &Sheet<'_>, mut with: impl FnMut(&LineRow<'_>)) {
    let mut numbers = Numbers::default();
    for block in &sheet.blocks {
        numbers.block += 1;
        for paragraph in block.paragraphs() {
            numbers.paragraph += 1;
            for line in paragraph.lines() {
                numbers.line += 1;
                with(&LineRow {
                    numbers,
                    role: block.role_of(paragraph),
                    paragraph,
                    line,
                    page_lang: sheet.page.lang(),
                });
            }
        }
    }
}

impl<'a> LineRow<'a> {
    fn lang(&self) -> Option<&'a str> {
        let line = self.line.lang().or_else(|| self.paragraph.lang());
        line.or(self.page_lang)
    }
}

impl BlockRow<'_> {
    /// The text, with an empty line between paragraphs.
    fn text(&self) -> String {
        let paragraphs = self.block.paragraphs().iter();
        let texts: Vec<String> = paragraphs.map(Paragraph::text).collect();
        texts.join("\n\n")
    }
}
