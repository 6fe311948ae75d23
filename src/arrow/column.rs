//! Defines columns by name, type and value, and converts rows to arrays.

use std::borrow::Cow;
use std::sync::Arc;

use arrow_array::builder::{
    BooleanBuilder, Float32Builder, Int32Builder, Int64Builder, StringBuilder,
};
use arrow_array::{ArrayRef, ListArray, StructArray};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_schema::{ArrowError, DataType, Field, Fields};

use pdfa2hocr_core::diagnostics::Warning;
use pdfa2hocr_core::geometry::Rect;
use pdfa2hocr_core::page_number::PageNumber;

/// A column of a table.
pub(super) struct Column<F: 'static> {
    name: &'static str,
    kind: Kind,
    /// Returns the value in a row.
    pub value: F,
}

impl<F> Column<F> {
    const fn new(name: &'static str, kind: Kind, value: F) -> Self {
        Self { name, kind, value }
    }

    pub(super) const fn text(name: &'static str, value: F) -> Self {
        Self::new(name, Kind::Text, value)
    }

    pub(super) const fn int(name: &'static str, value: F) -> Self {
        Self::new(name, Kind::Int, value)
    }

    pub(super) const fn long(name: &'static str, value: F) -> Self {
        Self::new(name, Kind::Long, value)
    }

    pub(super) const fn real(name: &'static str, value: F) -> Self {
        Self::new(name, Kind::Real, value)
    }

    pub(super) const fn flag(name: &'static str, value: F) -> Self {
        Self::new(name, Kind::Flag, value)
    }

    pub(super) const fn warnings(name: &'static str, value: F) -> Self {
        Self::new(name, Kind::Warnings, value)
    }
}

/// The type of a column. All are supported by every engine, so there are no unsigned types.
#[derive(Clone, Copy)]
enum Kind {
    Text,
    Int,
    Long,
    Real,
    Flag,
    Warnings,
}

/// The value of a cell.
pub(super) enum Value<'r> {
    Null,
    Text(Cow<'r, str>),
    Int(i32),
    Long(i64),
    Real(f32),
    Flag(bool),
    Warnings(&'r [Warning]),
}

/// Maximum bytes of a text about a document.
pub(super) const METADATA: usize = 1 << 16;

/// Maximum bytes of a name chosen by the document: it is repeated in every row.
const NAME: usize = 255;

impl<'r> Value<'r> {
    /// A name chosen by the document, cut if too long.
    pub(super) fn name(name: Option<&'r str>) -> Self {
        Self::cut(name, NAME)
    }

    /// A text cut to at most `most` bytes; null if it is empty.
    pub(super) fn cut(text: Option<&'r str>, most: usize) -> Self {
        let Some(text) = text.filter(|text| !text.is_empty()) else {
            return Self::Null;
        };
        let end = text.floor_char_boundary(most);
        Self::Text(text.get(..end).unwrap_or_default().into())
    }

    /// A count or a running number.
    pub(super) fn count(count: impl TryInto<i32>) -> Self {
        Self::Int(count.try_into().unwrap_or(i32::MAX))
    }

    /// One side of a box; null if the item has no position.
    pub(super) fn side(bbox: Rect, side: impl Fn(Rect) -> f32) -> Self {
        if bbox.is_finite() {
            Self::Real(side(bbox))
        } else {
            Self::Null
        }
    }
}

type WarningColumn = Column<for<'r> fn(&'r Warning) -> Value<'r>>;

/// The columns of a list of warnings, which is the value of a cell.
const WARNINGS: &[WarningColumn] = &[
    Column::text("kind", |warning| Value::Text(warning.kind.name().into())),
    Column::int("page", |warning| {
        let page = warning.place.page.map(PageNumber::of);
        page.map_or(Value::Null, |page| Value::count(page.get()))
    }),
    Column::int("object", |warning| {
        warning
            .place
            .object
            .map_or(Value::Null, |(n, _)| Value::count(n))
    }),
    Column::text("message", |warning| {
        Value::cut(Some(&warning.message), METADATA)
    }),
];

/// The fields of columns. All are nullable, because an unreadable file has a row too.
pub(super) fn fields<F>(columns: &[Column<F>]) -> Vec<Field> {
    let field = |column: &Column<F>| Field::new(column.name, column.kind.data_type(), true);
    columns.iter().map(field).collect()
}

/// The type of a list of rows.
pub(super) fn list_type(fields: Fields) -> DataType {
    DataType::List(Arc::new(item(fields)))
}

fn item(fields: Fields) -> Field {
    Field::new("item", DataType::Struct(fields), true)
}

impl Kind {
    fn data_type(self) -> DataType {
        match self {
            Self::Text => DataType::Utf8,
            Self::Int => DataType::Int32,
            Self::Long => DataType::Int64,
            Self::Real => DataType::Float32,
            Self::Flag => DataType::Boolean,
            Self::Warnings => list_type(fields(WARNINGS).into()),
        }
    }

    fn cells(self) -> Cells {
        match self {
            Self::Text => Cells::Text(StringBuilder::new()),
            Self::Int => Cells::Int(Int32Builder::new()),
            Self::Long => Cells::Long(Int64Builder::new()),
            Self::Real => Cells::Real(Float32Builder::new()),
            Self::Flag => Cells::Flag(BooleanBuilder::new()),
            Self::Warnings => Cells::Warnings(Box::new(Lists::new(Rows::new(WARNINGS)))),
        }
    }
}

/// The cells of a column.
enum Cells {
    Text(StringBuilder),
    Int(Int32Builder),
    Long(Int64Builder),
    Real(Float32Builder),
    Flag(BooleanBuilder),
    Warnings(Box<Lists>),
}

/// Maximum bytes of a text column: its offsets have 31 bits.
const COLUMN: usize = i32::MAX as usize;

impl Cells {
    /// Adds a cell and returns its size in bytes. The cell is null if the value has another type or does not
    /// fit into the column.
    fn push(&mut self, value: Value<'_>) -> usize {
        let bytes = match self {
            Self::Text(_) | Self::Warnings(_) => 0,
            Self::Int(_) | Self::Real(_) => 4,
            Self::Long(_) => 8,
            Self::Flag(_) => 1,
        };
        match (self, value) {
            (Self::Text(cells), Value::Text(text))
                if text.len() <= COLUMN.saturating_sub(cells.values_slice().len()) =>
            {
                cells.append_value(&text);
                return text.len();
            }
            (Self::Warnings(cells), Value::Warnings(warnings)) => {
                let before = cells.rows.bytes;
                for warning in warnings {
                    let values = WARNINGS.iter().map(|column| (column.value)(warning));
                    cells.rows.push(values);
                }
                cells.end(true);
                return cells.rows.bytes.saturating_sub(before);
            }
            (Self::Int(cells), Value::Int(value)) => cells.append_value(value),
            (Self::Long(cells), Value::Long(value)) => cells.append_value(value),
            (Self::Real(cells), Value::Real(value)) => cells.append_value(value),
            (Self::Flag(cells), Value::Flag(value)) => cells.append_value(value),
            (Self::Text(cells), _) => cells.append_null(),
            (Self::Int(cells), _) => cells.append_null(),
            (Self::Long(cells), _) => cells.append_null(),
            (Self::Real(cells), _) => cells.append_null(),
            (Self::Flag(cells), _) => cells.append_null(),
            (Self::Warnings(cells), _) => cells.end(false),
        }
        bytes
    }

    fn finish(&mut self) -> Result<ArrayRef, ArrowError> {
        Ok(match self {
            Self::Text(cells) => Arc::new(cells.finish()),
            Self::Int(cells) => Arc::new(cells.finish()),
            Self::Long(cells) => Arc::new(cells.finish()),
            Self::Real(cells) => Arc::new(cells.finish()),
            Self::Flag(cells) => Arc::new(cells.finish()),
            Self::Warnings(cells) => cells.finish()?,
        })
    }
}

/// Rows collected by column.
#[derive(Default)]
pub(super) struct Rows {
    /// The fields of the columns.
    pub fields: Fields,
    cells: Vec<Cells>,
    pub len: usize,
    /// Estimated memory, in bytes.
    pub bytes: usize,
}

impl Rows {
    /// Creates rows for a table with these columns.
    pub(super) fn new<F>(columns: &[Column<F>]) -> Self {
        Self::default().with(columns)
    }

    /// Appends columns.
    pub(super) fn with<F>(mut self, columns: &[Column<F>]) -> Self {
        let all = self.fields.iter().map(|field| field.as_ref().clone());
        self.fields = all.chain(fields(columns)).collect();
        self.cells.extend(columns.iter().map(|c| c.kind.cells()));
        self
    }

    /// Adds a row; missing values are null.
    pub(super) fn push<'r>(&mut self, values: impl IntoIterator<Item = Value<'r>>) {
        let values = values
            .into_iter()
            .chain(std::iter::repeat_with(|| Value::Null));
        for (cells, value) in self.cells.iter_mut().zip(values) {
            self.bytes = self.bytes.saturating_add(cells.push(value));
        }
        self.len += 1;
    }

    /// Takes the columns of the rows so far.
    pub(super) fn finish(&mut self) -> Result<Vec<ArrayRef>, ArrowError> {
        (self.len, self.bytes) = (0, 0);
        self.cells.iter_mut().map(Cells::finish).collect()
    }

    /// Takes the rows as one struct column; `there` marks the rows that are not null.
    pub(super) fn finish_struct(
        &mut self,
        there: Option<NullBuffer>,
    ) -> Result<ArrayRef, ArrowError> {
        let (len, columns) = (self.len, self.finish()?);
        let fields = self.fields.clone();
        let array = StructArray::try_new_with_length(fields, columns, there, len)?;
        Ok(Arc::new(array))
    }
}

/// A column of lists of rows.
pub(super) struct Lists {
    pub rows: Rows,
    lengths: Vec<usize>,
    there: Vec<bool>,
    /// Number of rows in completed lists.
    ended: usize,
}

impl Lists {
    pub(super) fn new(rows: Rows) -> Self {
        Self {
            rows,
            lengths: Vec::new(),
            there: Vec::new(),
            ended: 0,
        }
    }

    /// Ends the list of a cell, which contains the rows since the last call. If `there` is false, the cell is
    /// null.
    pub(super) fn end(&mut self, there: bool) {
        self.lengths.push(self.rows.len.saturating_sub(self.ended));
        self.there.push(there);
        self.ended = self.rows.len;
    }

    pub(super) fn finish(&mut self) -> Result<ArrayRef, ArrowError> {
        let fields = self.rows.fields.clone();
        let values = self.rows.finish_struct(None)?;
        self.ended = 0;
        let offsets = OffsetBuffer::from_lengths(std::mem::take(&mut self.lengths));
        let there = NullBuffer::from(std::mem::take(&mut self.there));
        let list = ListArray::try_new(Arc::new(item(fields)), offsets, values, Some(there))?;
        Ok(Arc::new(list))
    }
}
