//! Writes an SQL script that creates a database of the pages, for SQLite 3.9 or later with FTS5.
//!
//! `document` has one row; `pages`, `paragraphs`, `lines` and `words` have one for each item, with boxes in
//! pixels. `search` is a full-text index of the paragraphs, with divided words joined. An `id` is the page
//! number times ten million, plus the item's number on the page. The script has only the first id of each
//! page, because SQLite numbers further rows itself, and faster.
//!
//! A program that runs the script gets the rows of pages in [blocks](super::rows) instead.

use super::families::Families;
use super::number::{push_long, push_number};
use super::plain::push_clean;
use super::{Options, Writer, WrittenPage, languages, rows};
use crate::blocks::{self, Block, BlockRole, Paragraph, Pixels};
use crate::page::{DocumentInfo, Own, Page, Style};

const SCHEMA: &str = "\
CREATE TABLE document (name TEXT, title TEXT, author TEXT, subject TEXT, keywords TEXT, created TEXT, modified TEXT, languages TEXT, pages INTEGER);
CREATE TABLE pages (page INTEGER PRIMARY KEY, label TEXT, width INTEGER, height INTEGER, dpi REAL);
CREATE TABLE paragraphs (id INTEGER PRIMARY KEY, page INTEGER NOT NULL REFERENCES pages, block INTEGER NOT NULL, role TEXT NOT NULL, level INTEGER, x0 INTEGER, y0 INTEGER, x1 INTEGER, y1 INTEGER, text TEXT NOT NULL);
CREATE TABLE lines (id INTEGER PRIMARY KEY, paragraph INTEGER NOT NULL REFERENCES paragraphs, page INTEGER NOT NULL REFERENCES pages, x0 INTEGER, y0 INTEGER, x1 INTEGER, y1 INTEGER, text TEXT NOT NULL);
CREATE TABLE words (id INTEGER PRIMARY KEY, line INTEGER NOT NULL REFERENCES lines, page INTEGER NOT NULL REFERENCES pages, x0 INTEGER, y0 INTEGER, x1 INTEGER, y1 INTEGER, confidence INTEGER, font TEXT, size REAL, bold INTEGER, italic INTEGER, text TEXT NOT NULL);
CREATE VIRTUAL TABLE search USING fts5(text, content='paragraphs', content_rowid='id', tokenize='unicode61 remove_diacritics 2');
";

const END: &str = "\
CREATE INDEX paragraphs_of_page ON paragraphs (page);
CREATE INDEX lines_of_paragraph ON lines (paragraph);
CREATE INDEX words_of_line ON words (line);
CREATE INDEX words_by_text ON words (text);
INSERT INTO search (search) VALUES ('rebuild');
COMMIT;
";

/// The columns after the id.
const PAGES: &str = " (label, width, height, dpi)";
const PARAGRAPHS: &str = " (page, block, role, level, x0, y0, x1, y1, text)";
const LINES: &str = " (paragraph, page, x0, y0, x1, y1, text)";
const WORDS: &str = " (line, page, x0, y0, x1, y1, confidence, font, size, bold, italic, text)";

/// Size of the id range of a page. A page has at most two million characters, so ids cannot collide.
const IDS: u64 = 10_000_000;

/// Maximum rows in one statement, because SQLite holds a whole statement in memory.
const ROWS: usize = 200;

#[derive(Debug)]
pub(super) struct Sqlite {
    options: Options,
    form: Form,
}

/// The form of the rows of pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Sql,
    Block,
}

impl Sqlite {
    pub(super) fn new(options: &Options) -> Self {
        Self {
            options: options.clone(),
            form: match options.blocks_of_rows {
                true => Form::Block,
                false => Form::Sql,
            },
        }
    }
}

impl Writer for Sqlite {
    fn head(&self, document: &DocumentInfo, pages: usize) -> String {
        let m = &document.metadata;
        let languages = languages::of_document(document, self.options.lang.as_deref()).join(" ");
        let mut out = format!("BEGIN;\n{SCHEMA}");
        out.push_str("INSERT INTO document VALUES\n");
        let mut row = Row {
            out: &mut out,
            form: Form::Sql,
            separator: '(',
        };
        for value in [
            Some(&document.name),
            m.title.as_ref(),
            m.author.as_ref(),
            m.subject.as_ref(),
            m.keywords.as_ref(),
            m.created.as_ref(),
            m.modified.as_ref(),
            Some(&languages),
        ] {
            row.text(value.map(String::as_str).filter(|v| !v.is_empty()));
        }
        row.number(pages as u64);
        row.end();
        out.push_str(";\n");
        out
    }

    fn page(&self, page: &blocks::Page) -> WrittenPage {
        let (blocks, page, frame) = (page.blocks(), page.model(), page.frame());
        let mut rows = Rows {
            page,
            families: &self.options.families,
            number: u64::from(page.number().get()),
            paragraphs: Table::new(self.form, "paragraphs", PARAGRAPHS),
            lines: Table::new(self.form, "lines", LINES),
            words: Table::new(self.form, "words", WORDS),
            text: String::new(),
        };
        for (block, number) in blocks.iter().zip(1..) {
            rows.block(block, number);
        }
        let mut pages = Table::new(self.form, "pages", PAGES);
        let mut row = pages.row(rows.number);
        row.text(page.tree[page.tree.root()].own(Own::Label));
        row.number(u64::from(frame.width_px));
        row.number(u64::from(frame.height_px));
        row.real(frame.dpi_x);
        row.end();
        let words = rows.words.count;
        let mut out = String::new();
        for table in [pages, rows.paragraphs, rows.lines, rows.words] {
            table.append_to(&mut out);
        }
        WrittenPage::new(out, words)
    }

    fn tail(&self) -> String {
        END.to_owned()
    }
}

/// The rows of a table.
struct Table {
    form: Form,
    /// The name, and the columns other than the id.
    name: &'static str,
    columns: &'static str,
    count: usize,
    /// The first row in a block.
    first: String,
    /// The statements that insert the rows, or the other rows in a block.
    rows: String,
}

impl Table {
    fn new(form: Form, name: &'static str, columns: &'static str) -> Self {
        Self {
            form,
            name,
            columns,
            count: 0,
            first: String::new(),
            rows: String::new(),
        }
    }

    /// Begins a row. Ids ascend by one.
    fn row(&mut self, id: u64) -> Row<'_> {
        let is_first = self.count == 0;
        match self.form {
            Form::Sql if is_first || self.count % ROWS == 1 => self.begin_statement(),
            Form::Sql => self.rows.push_str(",\n"),
            Form::Block => {}
        }
        self.count += 1;
        let mut row = Row {
            out: match self.form {
                Form::Block if is_first => &mut self.first,
                _ => &mut self.rows,
            },
            form: self.form,
            separator: '(',
        };
        if is_first {
            row.number(id);
        }
        row
    }

    fn begin_statement(&mut self) {
        let (end, columns) = match self.count {
            0 => ("", ""),
            _ => (";\n", self.columns),
        };
        let out = &mut self.rows;
        for part in [end, "INSERT INTO ", self.name, columns, " VALUES\n"] {
            out.push_str(part);
        }
    }

    fn append_to(self, out: &mut String) {
        let Some(others) = self.count.checked_sub(1) else {
            return;
        };
        if self.form == Form::Sql {
            out.push_str(&self.rows);
            out.push_str(";\n");
            return;
        }
        let columns = 1 + self.columns.matches(',').count();
        rows::push_block(self.name, 1 + columns, 1, &self.first, out);
        if others > 0 {
            let table = format!("{}{}", self.name, self.columns);
            rows::push_block(&table, columns, others, &self.rows, out);
        }
    }
}

struct Rows<'a> {
    page: &'a Page,
    families: &'a Families,
    /// The page number, from 1.
    number: u64,
    paragraphs: Table,
    lines: Table,
    words: Table,
    text: String,
}

impl Rows<'_> {
    fn block(&mut self, block: &Block<'_>, number: u64) {
        if block.role == BlockRole::Image {
            return;
        }
        for paragraph in &block.paragraphs {
            let id = self.id(self.paragraphs.count);
            let text = self.lines(paragraph, id);
            let mut row = self.paragraphs.row(id);
            row.number(self.number);
            row.number(number);
            row.text(Some(block.role_of(paragraph)));
            match paragraph.heading {
                Some(level) => row.number(u64::from(level)),
                None => row.null(),
            }
            row.bbox(paragraph.place.pixels);
            row.text(Some(&text));
            row.end();
        }
    }

    /// Adds the lines of a paragraph. Returns its text with divided words joined.
    fn lines(&mut self, paragraph: &Paragraph<'_>, id: u64) -> String {
        let divisions = paragraph.divisions(self.page);
        let mut whole = String::new();
        for (line, division) in paragraph.lines.iter().zip(divisions) {
            let of_line = self.id(self.lines.count);
            let mut text = String::new();
            for word in &line.words {
                if !text.is_empty() && !word.glued {
                    text.push(' ');
                }
                self.text.clear();
                self.page.push_text(word.glyphs, &mut self.text);
                text.push_str(&self.text);
                let style = Style::of(self.page, word.glyphs);
                let id = self.id(self.words.count);
                let mut row = self.words.row(id);
                row.number(of_line);
                row.number(self.number);
                row.bbox(word.place.pixels);
                row.number(u64::from(style.confidence));
                row.text(style.font.map(|f| self.families.of(f)));
                row.real(style.size);
                row.number(u64::from(style.bold));
                row.number(u64::from(style.italic));
                row.text(Some(&self.text));
                row.end();
            }
            whole.push_str(&text);
            match division {
                Some(stem) => {
                    let hyphen = self.text.len().saturating_sub(stem);
                    whole.truncate(whole.len().saturating_sub(hyphen));
                }
                None => whole.push(' '),
            }
            let mut row = self.lines.row(of_line);
            row.number(id);
            row.number(self.number);
            row.bbox(line.place.pixels);
            row.text(Some(&text));
            row.end();
        }
        whole.truncate(whole.trim_end().len());
        whole
    }

    /// Returns the id of the next item on this page, in a table that has `rows` rows of it.
    fn id(&self, rows: usize) -> u64 {
        self.number
            .saturating_mul(IDS)
            .saturating_add(rows as u64)
            .saturating_add(1)
    }
}

/// A row whose values are appended.
struct Row<'a> {
    out: &'a mut String,
    form: Form,
    /// The character before the next value in SQL.
    separator: char,
}

impl Row<'_> {
    fn next(&mut self) -> &mut String {
        self.out.push(self.separator);
        self.separator = ',';
        self.out
    }

    fn null(&mut self) {
        match self.form {
            Form::Sql => self.next().push_str("NULL"),
            Form::Block => rows::push_null(self.out),
        }
    }

    fn number(&mut self, value: u64) {
        match self.form {
            Form::Sql => push_long(value, self.next()),
            Form::Block => rows::push_integer(value, self.out),
        }
    }

    fn real(&mut self, value: f32) {
        if !value.is_finite() {
            return self.null();
        }
        let hundredths = (f64::from(value) * 100.0).round_ties_even();
        match self.form {
            Form::Sql => push_number(hundredths / 100.0, 2, self.next()),
            Form::Block => rows::push_hundredths(hundredths, self.out),
        }
    }

    fn bbox(&mut self, bbox: Pixels) {
        for value in [bbox.x0, bbox.y0, bbox.x1, bbox.y1] {
            self.number(u64::from(value));
        }
    }

    fn text(&mut self, value: Option<&str>) {
        let Some(value) = value else {
            return self.null();
        };
        if self.form == Form::Block {
            return rows::push_text(value, self.out);
        }
        let out = self.next();
        out.push('\'');
        let start = out.len();
        push_clean(value, out);
        if value.contains('\'') {
            let doubled = out[start..].replace('\'', "''");
            out.replace_range(start.., &doubled);
        }
        out.push('\'');
    }

    fn end(self) {
        if self.form == Form::Sql {
            self.out.push(')');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blocks::testing::{Builder, frame};

    #[test]
    fn quotes_are_doubled_and_divided_words_stand_whole_in_paragraphs() {
        let mut b = Builder::new();
        b.open("textbox", [0.0, 0.0, 100.0, 100.0]);
        for line in [["it's", "dictio\u{AD}"], ["nary", "'x');"]] {
            b.line([0.0, 0.0, 100.0, 10.0], 0.0);
            for word in line {
                b.word(word, [0.0, 0.0, 10.0, 10.0]);
            }
            b.close();
        }
        let sqlite = Sqlite::new(&Options::default());
        let page = sqlite
            .page(&b.in_frame(frame(400, 200)))
            .text
            .replace('\u{AD}', "{shy}");
        insta::assert_snapshot!(page, @r"
        INSERT INTO pages VALUES
        (3,NULL,400,200,300);
        INSERT INTO paragraphs VALUES
        (30000001,3,1,'text',NULL,0,0,200,200,'it''s dictionary ''x'');');
        INSERT INTO lines VALUES
        (30000001,30000001,3,0,0,200,20,'it''s dictio{shy}');
        INSERT INTO lines (paragraph, page, x0, y0, x1, y1, text) VALUES
        (30000001,3,0,0,200,20,'nary ''x'');');
        INSERT INTO words VALUES
        (30000001,30000001,3,0,0,20,20,95,'Times',9,0,0,'it''s');
        INSERT INTO words (line, page, x0, y0, x1, y1, confidence, font, size, bold, italic, text) VALUES
        (30000001,3,0,0,20,20,95,'Times',9,0,0,'dictio{shy}'),
        (30000002,3,0,0,20,20,95,'Times',9,0,0,'nary'),
        (30000002,3,0,0,20,20,95,'Times',9,0,0,'''x'');');
        ");
    }
}
