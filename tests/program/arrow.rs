//! The Arrow tables of documents, against their documentation and against the pages.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use arrow_array::{Array, ArrayRef, RecordBatch, StructArray};
use arrow_ipc::reader::StreamReader;
use arrow_schema::{DataType, Field};
use pdfa2hocr::arrow::{self, Batches, Table};
use pdfa2hocr::{Document, Source};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Documents that together fill every column of the tables.
const DOCUMENTS: [&str; 5] = [
    "tagged/tables-and-lists.pdf",
    "layout/two-columns.pdf",
    "showcase/herald.pdf",
    "scans/no-text.pdf",
    "bombs/run-length.pdf",
];

fn open(name: &str) -> Document {
    Document::open(root().join("fixtures").join(name)).unwrap()
}

/// The rows of a table, which must fit into one batch.
fn rows(document: &Document, path: &str, table: Table) -> RecordBatch {
    let batches = Batches::new(document, path, table);
    let batches: Vec<RecordBatch> = batches.map(Result::unwrap).collect();
    match batches.as_slice() {
        [] => RecordBatch::new_empty(arrow::schema(table)),
        [one] => {
            assert_eq!(one.schema(), arrow::schema(table));
            one.clone()
        }
        _ => panic!("{} batches", batches.len()),
    }
}

fn nested(document: &Document, path: &str, tables: &[Table]) -> Vec<RecordBatch> {
    let mut bytes = Vec::new();
    arrow::write_stream(document, path, tables, &mut bytes).unwrap();
    let reader = StreamReader::try_new(bytes.as_slice(), None).unwrap();
    assert_eq!(reader.schema(), arrow::nested_schema());
    reader.map(Result::unwrap).collect()
}

/// The name of a type in the documentation.
fn type_name(field: &Field) -> &'static str {
    match field.data_type() {
        DataType::Utf8 => "utf8",
        DataType::Int32 => "int32",
        DataType::Int64 => "int64",
        DataType::Float32 => "float",
        DataType::Boolean => "bool",
        DataType::Struct(_) => "struct",
        DataType::List(_) => "list",
        other => panic!("{other}"),
    }
}

/// The columns in a section of the documentation, with their types.
fn documented(markdown: &str, heading: &str) -> Vec<(String, String)> {
    let section = markdown
        .split("\n## ")
        .find(|section| section.lines().next() == Some(heading))
        .unwrap_or_else(|| panic!("no section {heading}"));
    let mut columns = Vec::new();
    for line in section.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let names: Vec<&str> = cells[1].split(", ").map(|n| n.trim_matches('`')).collect();
        let types: Vec<&str> = cells[2].split(", ").collect();
        for (i, name) in names.iter().enumerate() {
            let kind = types.get(i).unwrap_or(&types[0]);
            columns.push(((*name).to_owned(), (*kind).to_owned()));
        }
    }
    columns
}

#[test]
fn the_documentation_lists_all_columns() {
    let markdown = fs::read_to_string(root().join("docs/arrow.md")).unwrap();
    let listed = |schema: &arrow_schema::Schema| -> Vec<(String, String)> {
        let fields = schema.fields().iter();
        fields
            .map(|f| (f.name().clone(), type_name(f).to_owned()))
            .collect()
    };
    for table in Table::ALL {
        let schema = arrow::schema(table);
        assert_eq!(documented(&markdown, table.name()), listed(&schema));
        assert_eq!(Table::named(table.name()), Some(table));
        assert_eq!(schema.metadata()["pdfa2hocr.version"], arrow::VERSION);
        assert_eq!(schema.metadata()["pdfa2hocr.table"], table.name());
    }
    let nested = arrow::nested_schema();
    assert_eq!(documented(&markdown, "All in one"), listed(&nested));
    assert!(markdown.contains(&format!("metadata, now {}.", arrow::VERSION)));
    let warnings = arrow::schema(Table::Documents);
    let DataType::List(item) = warnings.field_with_name("warnings").unwrap().data_type() else {
        panic!("no list")
    };
    let DataType::Struct(fields) = item.data_type() else {
        panic!("no struct")
    };
    for field in fields {
        let said = format!("`{}` ({})", field.name(), type_name(field));
        assert!(markdown.contains(&said), "{said}");
    }
}

#[test]
fn words_are_those_of_the_pages() {
    for name in DOCUMENTS {
        let document = open(name);
        let batch = rows(&document, "a name", Table::Words);
        let column = |name: &str| batch.column_by_name(name).unwrap().clone();
        let (paths, texts, pages) = (column("path"), column("text"), column("page"));
        let found: Vec<(i32, &str)> = (0..batch.num_rows())
            .map(|i| {
                assert_eq!(paths.as_string::<i32>().value(i), "a name");
                (
                    pages.as_primitive::<Int32Type>().value(i),
                    texts.as_string::<i32>().value(i),
                )
            })
            .collect();
        let read: Vec<_> = document.pages().map(Result::unwrap).collect();
        let words: Vec<(i32, String)> = read
            .iter()
            .flat_map(|page| {
                let number = page.number().get() as i32;
                page.words()
                    .map(move |word| (number, word.text().into_owned()))
            })
            .collect();
        let words: Vec<(i32, &str)> = words.iter().map(|(n, t)| (*n, t.as_str())).collect();
        assert_eq!(found, words, "{name}");
    }
}

/// The number of an item is that of the item before it, or the next one.
#[test]
fn numbers_count_from_one_on_each_page() {
    let document = open("showcase/herald.pdf");
    for (table, own) in [
        (Table::Words, "word"),
        (Table::Lines, "line"),
        (Table::Blocks, "block"),
    ] {
        let batch = rows(&document, "x", table);
        assert!(batch.num_rows() > 20);
        let numbers = |name: &str| {
            let column = batch.column_by_name(name).unwrap();
            column.as_primitive::<Int32Type>().values().to_vec()
        };
        let (pages, own) = (numbers("page"), numbers(own));
        let mut before = (0, 0);
        for (page, own) in pages.into_iter().zip(own) {
            assert!([(page, before.1 + 1), (page, 1)].contains(&(page, own)));
            assert_eq!(own == 1, page != before.0);
            before = (page, own);
        }
    }
}

#[test]
fn cells_of_tables_know_their_rows_and_columns() {
    let batch = rows(&open("tagged/tables-and-lists.pdf"), "x", Table::Tables);
    let number = |name: &str, row: usize| {
        let column = batch.column_by_name(name).unwrap();
        column.as_primitive::<Int32Type>().value(row)
    };
    let texts = batch.column_by_name("text").unwrap().as_string::<i32>();
    let cells: Vec<(i32, i32, &str)> = (0..batch.num_rows())
        .filter(|&i| number("table", i) == 1)
        .map(|i| (number("row", i), number("column", i), texts.value(i)))
        .collect();
    let head = [(1, 1, "wide head"), (2, 1, "tall"), (2, 2, "a")];
    // The tall cell spans both rows.
    let tail = [(2, 3, "b"), (3, 2, "c"), (3, 3, "")];
    assert_eq!(cells, [head, tail].concat());
}

#[test]
fn the_row_of_a_document_has_its_warnings_and_says_that_something_is_left_out() {
    let documents: BTreeMap<&str, RecordBatch> = DOCUMENTS
        .into_iter()
        .map(|name| (name, rows(&open(name), name, Table::Documents)))
        .collect();
    let number = |name: &str, column: &str| {
        let column = documents[name].column_by_name(column).unwrap();
        column.as_primitive::<Int32Type>().value(0)
    };
    assert!(documents.values().all(|batch| batch.num_rows() == 1));
    assert_eq!(number("layout/two-columns.pdf", "exit"), 0);
    assert_eq!(number("bombs/run-length.pdf", "exit"), 10);
    assert_eq!(number("scans/no-text.pdf", "needs_ocr"), 3);
    let bomb = &documents["bombs/run-length.pdf"];
    let flag = |name: &str| bomb.column_by_name(name).unwrap().as_boolean().value(0);
    assert!(flag("truncated"));
    let warnings = bomb.column_by_name("warnings").unwrap().as_list::<i32>();
    let warnings = warnings.value(0);
    let kinds = warnings.as_struct().column_by_name("kind").unwrap();
    let kinds = kinds.as_string::<i32>();
    assert!(kinds.iter().any(|kind| kind == Some("limit")));
    assert_eq!(
        number("bombs/run-length.pdf", "warning_count"),
        warnings.len() as i32
    );
}

/// The items of all lists in a column, in one sequence.
fn exploded(batches: &[RecordBatch], name: &str) -> Vec<StructArray> {
    let lists = batches.iter().map(|batch| {
        let list = batch.column_by_name(name).unwrap().as_list::<i32>();
        list.values().as_struct().clone()
    });
    lists.filter(|rows| !rows.is_empty()).collect()
}

#[test]
fn the_nested_rows_are_those_of_the_tables() {
    for name in DOCUMENTS {
        let document = open(name);
        let batches = nested(&document, name, &Table::ALL);
        for table in [Table::Words, Table::Lines, Table::Blocks, Table::Tables] {
            let flat = rows(&document, name, table);
            let lists = exploded(&batches, table.name());
            let count: usize = lists.iter().map(Array::len).sum();
            assert_eq!(count, flat.num_rows(), "{name} {table:?}");
            let mut start = 0;
            for list in lists {
                for (field, values) in list.fields().iter().zip(list.columns()) {
                    let same = flat.column_by_name(field.name()).unwrap();
                    let same = same.slice(start, list.len());
                    assert_eq!(values, &same, "{name} {table:?} {}", field.name());
                }
                start += list.len();
            }
        }
        let last = batches.last().unwrap();
        let row = last.num_rows() - 1;
        let whole = |name: &str| last.column_by_name(name).unwrap().clone();
        assert!(whole("page").is_null(row) && whole("words").is_null(row));
        let documents = rows(&document, name, Table::Documents);
        let own = whole("document").as_struct().clone();
        for (field, values) in own.fields().iter().zip(own.columns()) {
            let same: &ArrayRef = documents.column_by_name(field.name()).unwrap();
            assert_eq!(&values.slice(row, 1), same, "{name} {}", field.name());
        }
        let pages: usize = batches
            .iter()
            .map(|batch| {
                let pages = batch.column_by_name("page").unwrap();
                pages.len() - pages.null_count()
            })
            .sum();
        assert_eq!(pages, document.page_count() as usize);
    }
}

#[test]
fn tables_that_nobody_asks_for_are_null() {
    let document = open("tagged/tables-and-lists.pdf");
    let batches = nested(&document, "x", &[Table::Words]);
    for batch in &batches {
        let column = |name: &str| batch.column_by_name(name).unwrap();
        for name in ["lines", "blocks", "tables", "document"] {
            assert_eq!(column(name).null_count(), batch.num_rows(), "{name}");
        }
        assert_eq!(column("words").null_count(), 0);
        let pages = column("page").as_struct();
        let text = pages.column_by_name("text").unwrap();
        assert_eq!(text.null_count(), batch.num_rows());
    }
    assert!(!exploded(&batches, "words").is_empty());
}

/// A page with `count` words of three letters each.
fn page_of_words(count: usize) -> Vec<u8> {
    let mut content = String::from("BT /F 1 Tf 1 TL 10 990 Td ");
    for row in 0..count.div_ceil(100) {
        let words = vec!["abc"; 100.min(count - row * 100)].join(" ");
        content.push_str(&format!("({words}) Tj T* "));
    }
    content.push_str("ET");
    let height = count.div_ceil(100) + 20;
    let content = content.replace("10 990", &format!("10 {}", height - 10));
    format!(
        "%PDF-1.4\n\
         1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj\n\
         2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj\n\
         3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 300 {height}]/Contents 4 0 R\
         /Resources<</Font<</F 5 0 R>>>>>> endobj\n\
         4 0 obj <</Length {}>> stream\n{content}\nendstream endobj\n\
         5 0 obj <</Type/Font/Subtype/Type1/BaseFont/Courier>> endobj\n\
         trailer <</Root 1 0 R>>\n",
        content.len()
    )
    .into_bytes()
}

#[test]
fn batches_are_bounded_however_much_is_on_a_page() {
    let words = 70_000;
    let source = Source::from(page_of_words(words));
    let document = Document::with_options(&source, Default::default()).unwrap();
    let sizes: Vec<usize> = Batches::new(&document, "x", Table::Words)
        .map(|batch| batch.unwrap().num_rows())
        .collect();
    assert_eq!(sizes, [65_536, words - 65_536]);
}

#[test]
fn what_cannot_be_written_is_an_error() {
    struct Full;
    impl std::io::Write for Full {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::StorageFull.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let document = open("layout/two-columns.pdf");
    let error = arrow::write_stream(&document, "x", &Table::ALL, &mut Full).unwrap_err();
    assert_eq!(error.to_string(), "cannot write the rows: the disk is full");
}

#[test]
fn the_rows_of_a_page_are_those_of_the_document() {
    let document = open("showcase/herald.pdf");
    let page = document.page(1).unwrap();
    for table in [Table::Words, Table::Pages] {
        let all = rows(&document, "x", table);
        let pages = all.column_by_name("page").unwrap();
        let pages = pages.as_primitive::<Int32Type>().values();
        let start = pages.iter().position(|&n| n == 2).unwrap();
        let count = pages.iter().filter(|&&n| n == 2).count();
        let own = arrow::page_batch(&page, "x", table).unwrap();
        assert_eq!(own, all.slice(start, count));
    }
    let none = arrow::page_batch(&page, "x", Table::Documents).unwrap();
    assert_eq!(none.num_rows(), 0);
}
