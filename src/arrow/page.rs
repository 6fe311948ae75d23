//! The table of pages, and a page as the rows of all tables are made of it.

use super::column::{Column, Kind, Rows, Value};
use super::{Table, table, text};
use crate::write::{Block, Page};

/// A page, with what its rows need.
pub(super) struct Sheet<'a> {
    pub page: &'a Page,
    pub blocks: Vec<Block<'a>>,
    pub words: usize,
}

type PageColumn = Column<for<'r> fn(&'r Sheet<'r>) -> Value<'r>>;

/// Where things are: the first columns of all that is on pages, behind the document's path.
pub(super) const PLACE: &[PageColumn] = &[
    Column {
        name: "page",
        kind: Kind::Int,
        value: |sheet| Value::count(sheet.page.number()),
    },
    Column {
        name: "label",
        kind: Kind::Text,
        value: |sheet| Value::name(sheet.page.label()),
    },
];

/// The other columns of pages.
pub(super) const PAGES: &[PageColumn] = &[
    Column {
        name: "width",
        kind: Kind::Real,
        value: |sheet| Value::Real(sheet.page.width()),
    },
    Column {
        name: "height",
        kind: Kind::Real,
        value: |sheet| Value::Real(sheet.page.height()),
    },
    Column {
        name: "lang",
        kind: Kind::Text,
        value: |sheet| Value::name(sheet.page.lang()),
    },
    Column {
        name: "words",
        kind: Kind::Int,
        value: |sheet| Value::count(sheet.words),
    },
    Column {
        name: "needs_ocr",
        kind: Kind::Flag,
        value: |sheet| Value::Flag(sheet.page.needs_ocr()),
    },
    Column {
        name: "warning_count",
        kind: Kind::Int,
        value: |sheet| Value::count(sheet.page.warnings().count()),
    },
];

/// The text of a page: the last of its columns.
pub(super) const TEXT: &[PageColumn] = &[Column {
    name: "text",
    kind: Kind::Text,
    value: |sheet| Value::Text(sheet.page.text().into()),
}];

impl<'a> Sheet<'a> {
    pub(super) fn new(page: &'a Page) -> Self {
        let blocks = page.blocks();
        let paragraphs = blocks.iter().flat_map(Block::paragraphs);
        let lines = paragraphs.flat_map(|paragraph| paragraph.lines());
        let words = lines.map(|line| line.words().len()).sum();
        Self {
            page,
            blocks,
            words,
        }
    }

    /// The values of some columns of the page.
    pub(super) fn values<'r>(
        &'r self,
        columns: &'r [PageColumn],
    ) -> impl Iterator<Item = Value<'r>> {
        columns.iter().map(|column| (column.value)(self))
    }

    /// The page's rows in a table; `with` adds one of them.
    pub(super) fn each_row(
        &self,
        table: Table,
        with: &mut dyn FnMut(&mut dyn Iterator<Item = Value<'_>>),
    ) {
        match table {
            Table::Documents => {}
            Table::Pages => with(&mut self.values(PAGES).chain(self.values(TEXT))),
            Table::Words => text::words(self, with),
            Table::Lines => text::lines(self, with),
            Table::Blocks => text::blocks(self, with),
            Table::Tables => table::cells(self, with),
        }
    }
}

/// Rows of the columns that a table has besides those of the place.
pub(super) fn rows(rows: Rows, table: Table) -> Rows {
    match table {
        Table::Documents => rows,
        Table::Pages => rows.with(PAGES).with(TEXT),
        Table::Words => rows.with(text::WORDS),
        Table::Lines => rows.with(text::LINES),
        Table::Blocks => rows.with(text::BLOCKS),
        Table::Tables => rows.with(table::CELLS),
    }
}
