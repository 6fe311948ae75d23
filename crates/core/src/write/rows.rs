//! Rows of a database in a compact form, for a program that inserts them itself: to parse them as SQL takes
//! longer than to store them.
//!
//! A block has the rows of one table. It is text, because all output of a [`Writer`](super::Writer) is:
//!
//! ```text
//! MARK  length of the rest  table and columns, END  number of columns  number of rows  values
//! ```
//!
//! A value is a letter and its content: an integer, the hundredths of a real number, or a text with `END`.
//! Integers are digits of six bits, the lowest first; each but the last has the bit `MORE`. The same value always
//! has the same bytes.

use super::plain::push_clean;

/// The character before a block. SQL of [`Format::Sqlite`](super::Format::Sqlite) does not contain it.
pub const MARK: u8 = 1;
/// The character after a text, which has no control characters.
const END: u8 = 0;
/// The bit of each digit but the last.
const MORE: u8 = 0x40;

/// A value of a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value<'a> {
    /// No value.
    Null,
    /// An integer.
    Integer(u64),
    /// A real number, rounded to hundredths.
    Real(f64),
    /// A text in UTF-8.
    Text(&'a [u8]),
}

/// A value as it is in a block, not decoded yet. Equal ones are the same value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Encoded<'a>(&'a [u8]);

impl<'a> Encoded<'a> {
    /// The value.
    pub fn value(self) -> Value<'a> {
        match self.0 {
            [b'i', digits @ ..] => Value::Integer(integer(digits).0),
            [b'+', digits @ ..] => Value::Real(integer(digits).0 as f64 / 100.0),
            [b'-', digits @ ..] => Value::Real(integer(digits).0 as f64 / -100.0),
            [b't', text @ .., END] => Value::Text(text),
            _ => Value::Null,
        }
    }
}

/// The rows of a table.
#[derive(Clone, Copy, Debug)]
pub struct Block<'a> {
    /// The name of the table, and in parentheses its columns if not all have values.
    pub table: &'a str,
    /// The number of values of a row.
    pub columns: usize,
    /// The number of rows.
    pub rows: usize,
    values: &'a [u8],
}

impl<'a> Block<'a> {
    /// Reads a block from the beginning of some text, and returns it with the rest of the text. `None` if the
    /// block is incomplete.
    pub fn read(text: &'a [u8]) -> Option<(Self, &'a [u8])> {
        let (length, rest) = integer(text.strip_prefix(&[MARK])?);
        let (block, rest) = rest.split_at_checked(usize::try_from(length).ok()?)?;
        let (table, block) = block.split_at(memchr::memchr(END, block)?);
        let (columns, block) = integer(block.get(1..)?);
        let (rows, values) = integer(block);
        let block = Self {
            table: str::from_utf8(table).ok()?,
            columns: usize::try_from(columns).ok()?,
            rows: usize::try_from(rows).ok()?,
            values,
        };
        Some((block, rest))
    }

    /// The values of all rows.
    pub fn values(self) -> Values<'a> {
        Values { rest: self.values }
    }
}

/// The values of the rows of a [`Block`].
#[derive(Clone, Debug)]
pub struct Values<'a> {
    rest: &'a [u8],
}

impl<'a> Values<'a> {
    /// Reads as many values as `run` has, and replaces those in it. `changed` gets the places of those that
    /// differ, from 0.
    pub fn read_into(&mut self, run: &mut [Encoded<'a>], changed: &mut Vec<usize>) {
        changed.clear();
        for ((place, own), value) in run.iter_mut().enumerate().zip(self) {
            if *own != value {
                *own = value;
                changed.push(place);
            }
        }
    }
}

impl<'a> Iterator for Values<'a> {
    type Item = Encoded<'a>;

    fn next(&mut self) -> Option<Encoded<'a>> {
        let length = match self.rest.first()? {
            b't' => 1 + memchr::memchr(END, self.rest)?,
            b'n' => 1,
            _ => {
                let digits = self.rest.get(1..)?;
                2 + digits.iter().position(|digit| digit & MORE == 0)?
            }
        };
        let value;
        (value, self.rest) = self.rest.split_at_checked(length)?;
        Some(Encoded(value))
    }
}

/// Appends a block. `values` are those of `rows` rows.
pub(super) fn push_block(table: &str, columns: usize, rows: usize, values: &str, out: &mut String) {
    let mut head = String::from(table);
    head.push(char::from(END));
    push_digits(columns as u64, &mut head);
    push_digits(rows as u64, &mut head);
    out.push(char::from(MARK));
    push_digits((head.len() + values.len()) as u64, out);
    out.push_str(&head);
    out.push_str(values);
}

pub(super) fn push_null(out: &mut String) {
    out.push('n');
}

pub(super) fn push_integer(value: u64, out: &mut String) {
    out.push('i');
    push_digits(value, out);
}

/// Appends a real number that is a whole number of hundredths.
pub(super) fn push_hundredths(hundredths: f64, out: &mut String) {
    out.push(if hundredths < 0.0 { '-' } else { '+' });
    push_digits(hundredths.abs() as u64, out);
}

pub(super) fn push_text(text: &str, out: &mut String) {
    out.push('t');
    push_clean(text, out);
    out.push(char::from(END));
}

fn push_digits(mut value: u64, out: &mut String) {
    while value >= u64::from(MORE) {
        out.push(char::from(MORE | (value as u8 & (MORE - 1))));
        value >>= 6;
    }
    out.push(char::from(value as u8));
}

/// Reads an integer from the beginning of some bytes, and returns it with the rest.
fn integer(bytes: &[u8]) -> (u64, &[u8]) {
    let (mut value, mut shift) = (0_u64, 0);
    for (at, digit) in bytes.iter().enumerate() {
        value |= u64::from(digit & (MORE - 1))
            .checked_shl(shift)
            .unwrap_or(0);
        shift += 6;
        if digit & MORE == 0 {
            return (value, bytes.get(at + 1..).unwrap_or_default());
        }
    }
    (value, &[])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_block_is_read_only_when_it_is_complete() {
        let (mut values, mut out) = (String::new(), String::new());
        push_integer(30_000_000_000, &mut values);
        push_text("it's\n\u{1}; łódź", &mut values);
        push_null(&mut values);
        push_hundredths(-1050.0, &mut values);
        push_block("t (a, b)", 2, 2, &values, &mut out);
        let whole = out.len();
        out.push_str("COMMIT;\n");
        for end in 0..whole {
            assert!(Block::read(&out.as_bytes()[..end]).is_none(), "{end}");
        }
        let (block, rest) = Block::read(out.as_bytes()).unwrap();
        assert_eq!(rest, b"COMMIT;\n");
        assert_eq!((block.table, block.columns, block.rows), ("t (a, b)", 2, 2));
        let text = "it's \u{FFFD}; łódź".as_bytes();
        assert_eq!(
            block.values().map(Encoded::value).collect::<Vec<_>>(),
            [
                Value::Integer(30_000_000_000),
                Value::Text(text),
                Value::Null,
                Value::Real(-10.5)
            ]
        );
    }

    proptest! {
        #[test]
        fn integers_come_back(value: u64) {
            let mut out = String::new();
            push_integer(value, &mut out);
            prop_assert_eq!(Encoded(out.as_bytes()).value(), Value::Integer(value));
        }

        #[test]
        fn any_bytes_are_read_without_panic(mut bytes: Vec<u8>) {
            bytes.insert(0, MARK);
            if let Some((block, _)) = Block::read(&bytes) {
                let values: Vec<_> = block.values().map(Encoded::value).collect();
                prop_assert!(values.len() <= bytes.len());
            }
        }
    }
}
