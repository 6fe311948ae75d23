//! The tables of words, lines and blocks.

use super::column::{Column, Value};
use super::sheet::Sheet;
use pdfa2hocr_core::blocks::{Block, Line, Paragraph, Word};
use pdfa2hocr_core::page::{Decoding, Style};

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
    Column::int("block", |row| Value::count(row.around.numbers.block)),
    Column::int("paragraph", |row| {
        Value::count(row.around.numbers.paragraph)
    }),
    Column::int("line", |row| Value::count(row.around.numbers.line)),
    Column::int("word", |row| Value::count(row.number)),
    Column::text("role", |row| Value::Text(row.around.role.into())),
    Column::text("text", |row| Value::Text(row.word.text())),
    Column::real("x0", |row| Value::side(row.word.bbox(), |b| b.x0)),
    Column::real("y0", |row| Value::side(row.word.bbox(), |b| b.y0)),
    Column::real("x1", |row| Value::side(row.word.bbox(), |b| b.x1)),
    Column::real("y1", |row| Value::side(row.word.bbox(), |b| b.y1)),
    Column::flag("glued", |row| Value::Flag(row.word.is_glued())),
    Column::int("confidence", |row| Value::count(row.style.confidence)),
    Column::text("source", |row| {
        Value::name(row.decoding.map(Decoding::source))
    }),
    Column::flag("visible", |row| Value::Flag(row.visible)),
    Column::text("lang", |row| {
        Value::name(row.word.lang().or_else(|| row.around.lang()))
    }),
    Column::text("font", |row| {
        Value::name(row.style.font.map(|font| font.name.as_str()))
    }),
    Column::text("family", |row| {
        Value::name(row.style.font.map(|font| font.family.as_str()))
    }),
    Column::real("size", |row| Value::Real(row.style.size)),
    Column::flag("bold", |row| Value::Flag(row.style.bold)),
    Column::flag("italic", |row| Value::Flag(row.style.italic)),
];

pub(super) const LINES: &[LineColumn] = &[
    Column::int("block", |row| Value::count(row.numbers.block)),
    Column::int("paragraph", |row| Value::count(row.numbers.paragraph)),
    Column::int("line", |row| Value::count(row.numbers.line)),
    Column::text("role", |row| Value::Text(row.role.into())),
    Column::int("level", |row| {
        row.paragraph.heading().map_or(Value::Null, Value::count)
    }),
    Column::text("text", |row| Value::Text(row.line.text().into())),
    Column::real("x0", |row| Value::side(row.line.bbox(), |b| b.x0)),
    Column::real("y0", |row| Value::side(row.line.bbox(), |b| b.y0)),
    Column::real("x1", |row| Value::side(row.line.bbox(), |b| b.x1)),
    Column::real("y1", |row| Value::side(row.line.bbox(), |b| b.y1)),
    Column::real("angle", |row| {
        row.line
            .geometry()
            .map_or(Value::Null, |g| Value::Real(g.angle))
    }),
    Column::real("size", |row| {
        row.line
            .geometry()
            .map_or(Value::Null, |g| Value::Real(g.size))
    }),
    Column::flag("right_to_left", |row| {
        Value::Flag(row.line.is_right_to_left())
    }),
    Column::text("lang", |row| Value::name(row.lang())),
    Column::int("words", |row| Value::count(row.line.words().len())),
];

pub(super) const BLOCKS: &[BlockColumn] = &[
    Column::int("block", |row| Value::count(row.number)),
    Column::text("role", |row| Value::Text(row.block.role().name().into())),
    Column::text("text", |row| Value::Text(row.text().into())),
    Column::real("x0", |row| Value::side(row.block.bbox(), |b| b.x0)),
    Column::real("y0", |row| Value::side(row.block.bbox(), |b| b.y0)),
    Column::real("x1", |row| Value::side(row.block.bbox(), |b| b.x1)),
    Column::real("y1", |row| Value::side(row.block.bbox(), |b| b.y1)),
    Column::int("paragraphs", |row| {
        Value::count(row.block.paragraphs().len())
    }),
    Column::text("alt", |row| Value::cut(row.block.alt(), ALT)),
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
