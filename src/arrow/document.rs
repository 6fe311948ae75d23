//! The table of documents, with their warnings.

use super::column::{Column, METADATA, Value};
use super::sheet::Sheet;
use crate::document::Document;
use pdfa2hocr_core::diagnostics::{DiagnosticKind, Warning, Warnings};
use pdfa2hocr_core::page::DocumentInfo;

/// Exit codes of the program: after errors of a module, and after a limit that truncated the output.
const MODULE: i32 = 6;
const TRUNCATED: i32 = 10;

/// Summary of a document after its pages were read.
#[derive(Default)]
pub(super) struct Summary {
    info: DocumentInfo,
    languages: String,
    tagged: bool,
    words: i64,
    needs_ocr: i32,
    /// The warnings that are kept; `warning_count` includes the others.
    warnings: Vec<Warning>,
    warning_count: usize,
    truncated: bool,
    module_failed: bool,
}

type DocumentColumn = Column<for<'r> fn(&'r Summary) -> Value<'r>>;

pub(super) const DOCUMENTS: &[DocumentColumn] = &[
    Column::int("pages", |row| Value::count(row.info.page_count)),
    Column::long("words", |row| Value::Long(row.words)),
    Column::int("needs_ocr", |row| Value::Int(row.needs_ocr)),
    Column::flag("tagged", |row| Value::Flag(row.tagged)),
    Column::text("title", |row| row.text(&row.info.metadata.title)),
    Column::text("author", |row| row.text(&row.info.metadata.author)),
    Column::text("subject", |row| row.text(&row.info.metadata.subject)),
    Column::text("keywords", |row| row.text(&row.info.metadata.keywords)),
    Column::text("creator", |row| row.text(&row.info.metadata.creator)),
    Column::text("producer", |row| row.text(&row.info.metadata.producer)),
    Column::text("created", |row| row.text(&row.info.metadata.created)),
    Column::text("modified", |row| row.text(&row.info.metadata.modified)),
    Column::text("languages", |row| {
        Value::cut(Some(&row.languages), METADATA)
    }),
    Column::flag("truncated", |row| Value::Flag(row.truncated)),
    Column::int("warning_count", |row| Value::count(row.warning_count)),
    Column::warnings("warnings", |row| Value::Warnings(&row.warnings)),
    Column::text("error", |_| Value::Null),
    Column::text("message", |_| Value::Null),
    Column::int("exit", |row| Value::Int(row.exit())),
];

impl Summary {
    /// Adds a page.
    pub(super) fn add(&mut self, sheet: &Sheet<'_>) {
        self.words = self.words.saturating_add(sheet.words as i64);
        self.needs_ocr += i32::from(sheet.page.needs_ocr());
        sheet
            .page
            .warnings()
            .for_each(|warning| self.add_warning(warning));
    }

    /// Adds the data of the document as a whole, after all pages.
    pub(super) fn end(&mut self, document: &Document) {
        self.info = document.info();
        self.languages = self.info.languages.join(" ");
        self.tagged = document.pipeline().tags().is_some();
        // Warnings about the document precede those about pages.
        let mut warnings = Self::default();
        document
            .warnings()
            .iter()
            .for_each(|warning| warnings.add_warning(warning));
        self.warning_count += warnings.warning_count;
        self.truncated |= warnings.truncated;
        self.module_failed |= warnings.module_failed;
        warnings.warnings.append(&mut self.warnings);
        warnings.warnings.truncate(Warnings::KEPT);
        self.warnings = warnings.warnings;
    }

    fn add_warning(&mut self, warning: &Warning) {
        self.warning_count += 1;
        self.truncated |= warning.kind == DiagnosticKind::Limit;
        self.module_failed |= warning.kind == DiagnosticKind::Module;
        if self.warnings.len() < Warnings::KEPT {
            self.warnings.push(warning.clone());
        }
    }

    /// The exit code of a program that converts the document.
    fn exit(&self) -> i32 {
        match (self.truncated, self.module_failed) {
            (true, _) => TRUNCATED,
            (false, true) => MODULE,
            (false, false) => 0,
        }
    }

    fn text<'r>(&self, text: &'r Option<String>) -> Value<'r> {
        Value::cut(text.as_deref(), METADATA)
    }

    pub(super) fn values(&self) -> impl Iterator<Item = Value<'_>> {
        DOCUMENTS.iter().map(|column| (column.value)(self))
    }
}
