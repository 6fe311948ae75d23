//! The table of pages, and the rows of a page in any table.

use super::column::{Column, Rows, Value};
use super::sheet::{PageColumn, Sheet};
use super::{Table, table, text};

/// Position columns: the first ones of all items on pages, after the document's path.
pub(super) const PLACE: &[PageColumn] = &[
    Column::int("page", |sheet| Value::count(sheet.page.number().get())),
    Column::text("label", |sheet| Value::name(sheet.page.label())),
];

/// The other columns of pages, without the text.
pub(super) const PAGES: &[PageColumn] = &[
    Column::real("width", |sheet| Value::Real(sheet.page.width())),
    Column::real("height", |sheet| Value::Real(sheet.page.height())),
    Column::text("lang", |sheet| Value::name(sheet.page.lang())),
    Column::int("words", |sheet| Value::count(sheet.words)),
    Column::flag("needs_ocr", |sheet| Value::Flag(sheet.page.needs_ocr())),
    Column::int("warning_count", |sheet| {
        Value::count(sheet.page.warnings().count())
    }),
];

/// The text column of pages, which is the last.
pub(super) const TEXT: &[PageColumn] = &[Column::text("text", |sheet| {
    Value::Text(sheet.page.text().into())
})];

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
