//! The table of pages, and the rows of a page in any table.

use super::column::{Column, Kind, Rows, Value};
use super::sheet::{PageColumn, Sheet};
use super::{Table, table, text};

/// Position columns: the first ones of all items on pages, after the document's path.
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

/// The other columns of pages, without the text.
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

/// The text column of pages, which is the last.
pub(super) const TEXT: &[PageColumn] = &[Column {
    name: "text",
    kind: Kind::Text,
    value: |sheet| Value::Text(sheet.page.text().into()),
}];

/// Calls `with` for each row of the page in a table.
pub(super) fn each_row(
    sheet: &Sheet<'_>,
    table: Table,
    with: &mut dyn FnMut(&mut dyn Iterator<Item = Value<'_>>),
) {
    match table {
        Table::Documents => {}
        Table::Pages => with(&mut sheet.values(PAGES).chain(sheet.values(TEXT))),
        Table::Words => text::words(sheet, with),
        Table::Lines => text::lines(sheet, with),
        Table::Blocks => text::blocks(sheet, with),
        Table::Tables => table::cells(sheet, with),
    }
}

/// Adds the columns of a table, except the position columns.
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
