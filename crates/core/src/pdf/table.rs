//! The positions of a file's objects, from its cross-reference tables (7.5.4, 7.5.8) or from a scan of its
//! bytes.

use std::collections::HashMap;

use memchr::memmem;

use super::encryption::Encryption;
use super::lexer::{is_white_space, space_end};
use super::repair::Examiner;
use super::{Array, Dict, FromBytes, MaybeRef, Object, ObjectIdentifier, Stream, items, stream};
use crate::budget::Budget;
use crate::diagnostics::Warnings;
use crate::limits::Limits;

/// Maximum number of tables in a chain, as in the reader; a file with more is scanned.
const MAX_TABLES: usize = 256;
/// Length of a table entry, in bytes (7.5.4).
const ENTRY: usize = 20;
/// Maximum length of an object's header with its white space, in bytes. Without a limit, a million entries
/// could point to one megabyte of white space.
const LONGEST_HEADER: usize = 64;
/// Number of entries that a cross-reference stream may always have; above it, at most the size of the file in
/// bytes.
const FEW_ENTRIES: usize = 1 << 16;

/// The position of an object.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum EntryPlace {
    Free,
    /// At this offset in bytes.
    At(usize),
    /// In the object stream with this number, at this index.
    In(u32, u32),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub id: ObjectIdentifier,
    pub place: EntryPlace,
}

/// The header of an object: `7 0 obj`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Header {
    pub id: ObjectIdentifier,
    /// The offset of the object's content.
    pub body: usize,
    /// Whether white space separates the numbers and the word, as the reader requires.
    pub plain: bool,
}

/// The merged cross-reference table of a file.
#[derive(Debug, Default)]
pub(super) struct Table {
    /// The newest entry of each object number, in ascending order.
    pub entries: Vec<Entry>,
    /// The dictionary of the newest trailer.
    pub trailer: Vec<u8>,
    /// Descriptions of errors in trailers.
    pub faults: Vec<String>,
}

/// The offset behind the last `startxref`.
pub fn behind_startxref(bytes: &[u8]) -> Option<usize> {
    let word = b"startxref";
    Some(memmem::rfind(bytes, word)? + word.len())
}

/// The offset that the last `startxref` gives.
pub fn last_table(bytes: &[u8]) -> Option<usize> {
    let rest = bytes.get(behind_startxref(bytes)?..)?.trim_ascii_start();
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    std::str::from_utf8(rest.get(..digits)?).ok()?.parse().ok()
}

impl Table {
    /// Reads the chain of tables from the last `startxref`; `None` if one of them is not readable.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        let last = behind_startxref(bytes)?;
        let (start, _) = integer(bytes, space_end(bytes, last))?;
        let mut table = Self::default();
        let mut seen = Vec::new();
        let mut next = vec![start];
        while let Some(at) = next.pop() {
            if seen.contains(&at) || seen.len() >= MAX_TABLES {
                return None;
            }
            seen.push(at);
            let trailer = table.section(bytes, usize::try_from(at).ok()?)?;
            let dict = Dict::from_bytes(&trailer)?;
            // The stream of a hybrid file is newer than earlier tables (7.5.8.4).
            let pointers = ["Prev", "XRefStm"].map(|key| dict.get::<i32>(key));
            for pointer in pointers.into_iter().flatten() {
                next.push(u64::try_from(pointer).ok()?);
            }
            drop(dict);
            if table.trailer.is_empty() {
                table.trailer = trailer;
            }
            // The newest entry of a number was read first, and the sort is stable.
            table.entries.sort_by_key(|entry| entry.id.obj_number);
            table.entries.dedup_by_key(|entry| entry.id.obj_number);
        }
        Some(table)
    }

    /// Reads a table or a cross-reference stream; returns its dictionary.
    fn section(&mut self, bytes: &[u8], at: usize) -> Option<Vec<u8>> {
        let at = space_end(bytes, at);
        if let Some(header) = header(bytes, at) {
            let body = space_end(bytes, header.body);
            let most = bytes.len().max(FEW_ENTRIES);
            return self.stream(&Stream::from_bytes(bytes.get(body..)?)?, most);
        }
        let mut at = space_end(bytes, after(bytes, at, b"xref")?);
        let mut free = Vec::new();
        while let Some((first, end)) = integer(bytes, at) {
            let (count, end) = integer(bytes, space_end(bytes, end))?;
            let length = usize::try_from(count).ok()?.checked_mul(ENTRY)?;
            let start = space_end(bytes, end);
            at = start.checked_add(length)?;
            let lines = bytes.get(start..at)?.as_chunks::<ENTRY>().0;
            for (number, line) in (first..).zip(lines) {
                let entry = entry(u32::try_from(number).ok()?, line)?;
                if entry.place == EntryPlace::Free {
                    free.push(entry);
                } else {
                    self.entries.push(entry);
                }
            }
            at = space_end(bytes, at);
        }
        let at = space_end(bytes, after(bytes, at, b"trailer")?);
        let trailer = self.trailer_at(bytes.get(at..)?);
        // Objects free in the table may be in the stream of a hybrid file.
        if memmem::find(&trailer, b"/XRefStm").is_none() {
            self.entries.append(&mut free);
        }
        Some(trailer)
    }

    /// The dictionary of a trailer, repaired.
    fn trailer_at(&mut self, data: &[u8]) -> Vec<u8> {
        let examined = Examiner::default().examine(data);
        let mut dict = Vec::new();
        examined.write(data, &mut dict);
        self.faults
            .extend(examined.repairs.into_iter().map(|repair| repair.fault));
        dict
    }

    /// Reads a cross-reference stream (7.5.8) with at most `most` entries; returns its dictionary.
    fn stream(&mut self, stream: &Stream<'_>, most: usize) -> Option<Vec<u8>> {
        let dict = stream.dict();
        let widths = dict.get::<Array<'_>>("W")?;
        let mut widths = items(&widths).map(|w| Some(w.into_number()?.as_i64()));
        let mut width = || usize::try_from(widths.next()??).ok().filter(|w| *w <= 8);
        let widths = [width()?, width()?, width()?];
        let width = widths.iter().sum::<usize>().max(1);
        let limit = most.saturating_mul(width);
        let budget = Budget::new(Limits::default(), limit);
        let data = stream::decode(stream, &budget, &mut Warnings::new());
        let mut rows = data.chunks_exact(width);
        let size = dict.get::<u32>("Size")?;
        let index: Vec<i64> = match dict.get::<Array<'_>>("Index") {
            Some(index) => items(&index)
                .filter_map(|n| Some(n.into_number()?.as_i64()))
                .collect(),
            None => vec![0, i64::from(size)],
        };
        for pair in index.as_chunks::<2>().0 {
            let first = u32::try_from(pair[0]).ok()?;
            let last = first.checked_add(u32::try_from(pair[1]).ok()?)?;
            for number in first..last {
                // As in the reader, one missing row invalidates the table.
                self.entries.extend(row(number, rows.next()?, widths));
            }
        }
        Some(dict.data().to_vec())
    }

    /// Finds objects by a scan of the bytes. Of several with one identifier, the last is used.
    pub(super) fn scan(bytes: &[u8]) -> Self {
        let mut table = Self::default();
        let found: HashMap<ObjectIdentifier, usize> = headers(bytes).collect();
        let entry = |(id, at)| Entry {
            id,
            place: EntryPlace::At(at),
        };
        table.entries = found.into_iter().map(entry).collect();
        table.entries.sort_by_key(|entry| entry.id);
        for at in memmem::rfind_iter(bytes, b"trailer") {
            let at = space_end(bytes, at + b"trailer".len());
            let trailer = table.trailer_at(bytes.get(at..).unwrap_or_default());
            if Dict::from_bytes(&trailer).is_some_and(|dict| dict.contains_key("Root")) {
                table.trailer = trailer;
                break;
            }
            table.faults.clear();
        }
        table
    }

    /// The entry of an object number.
    pub(super) fn entry(&self, number: u32) -> Option<&Entry> {
        let found = self
            .entries
            .binary_search_by_key(&number, |entry| entry.id.obj_number);
        self.entries.get(found.ok()?)
    }

    /// The trailer entries with these keys, as in a dictionary; a new trailer needs them (table 15).
    pub(super) fn trailer_entries(&self, keys: &[&str]) -> Vec<u8> {
        let mut out = Vec::new();
        let Some(dict) = Dict::from_bytes(&self.trailer) else {
            return out;
        };
        for key in keys {
            let value = dict.get_raw::<Object<'_>>(key);
            let value: Vec<u8> = match value {
                Some(MaybeRef::Ref(r)) => {
                    format!("{} {} R", r.obj_number, r.gen_number).into_bytes()
                }
                Some(MaybeRef::NotRef(Object::Dict(dict))) => dict.data().to_vec(),
                Some(MaybeRef::NotRef(Object::Array(array))) => [b"[", array.data(), b"]"].concat(),
                _ => continue,
            };
            out.extend_from_slice(format!("/{key} ").as_bytes());
            out.extend_from_slice(&value);
        }
        out
    }

    /// The encryption dictionary that the trailer names.
    pub(super) fn encryption(&self, bytes: &[u8]) -> Option<Encryption> {
        let trailer = Dict::from_bytes(&self.trailer)?;
        match trailer.get_raw::<Dict<'_>>("Encrypt")? {
            MaybeRef::NotRef(dict) => Some(Encryption::read(&dict)),
            MaybeRef::Ref(reference) => {
                let EntryPlace::At(offset) = self.entry(reference.obj_number)?.place else {
                    return None;
                };
                let body = space_end(bytes, header(bytes, offset)?.body);
                let mut dict = Vec::new();
                let examined = Examiner::default().examine(bytes.get(body..)?);
                examined.write(bytes.get(body..)?, &mut dict);
                Some(Encryption::read(&Dict::from_bytes(&dict)?))
            }
        }
    }
}

/// The headers of all objects, in file order.
pub(super) fn headers(bytes: &[u8]) -> impl Iterator<Item = (ObjectIdentifier, usize)> + '_ {
    memmem::find_iter(bytes, b"obj").filter_map(|word| {
        let digits = |from: usize| {
            let before = bytes.get(..from)?;
            let count = before.iter().rev().take_while(|b| b.is_ascii_digit());
            let start = from - count.count();
            (start < from).then_some(start)
        };
        let space = |from: usize| {
            let before = bytes.get(..from).unwrap_or_default();
            let count = before.iter().rev().take_while(|&&b| is_white_space(b));
            from - count.count()
        };
        let generation = digits(space(word))?;
        let gap = space(generation);
        let number = digits(gap).filter(|_| gap < generation)?;
        let found = header(bytes, number)?;
        Some((found.id, number))
    })
}

/// The header of an object at an offset.
pub(super) fn header(bytes: &[u8], at: usize) -> Option<Header> {
    let bytes = within(bytes, at, LONGEST_HEADER);
    let (number, end) = integer(bytes, at)?;
    let (generation, end) = integer(bytes, space_end(bytes, end))?;
    let word = space_end(bytes, end);
    let body = after(bytes, word, b"obj")?;
    let id = ObjectIdentifier::new(u32::try_from(number).ok()?, i32::try_from(generation).ok()?);
    Some(Header {
        id,
        body,
        plain: word > end,
    })
}

/// The data up to a number of bytes behind an offset.
pub(super) fn within(bytes: &[u8], at: usize, length: usize) -> &[u8] {
    bytes.get(..at.saturating_add(length)).unwrap_or(bytes)
}

/// The unsigned integer at an offset, and its end.
pub(super) fn integer(bytes: &[u8], at: usize) -> Option<(u64, usize)> {
    let digits = bytes.get(at..)?.iter().take_while(|b| b.is_ascii_digit());
    let mut value = 0u64;
    let mut end = at;
    for digit in digits {
        value = value
            .checked_mul(10)?
            .checked_add(u64::from(digit - b'0'))?;
        end += 1;
    }
    (end > at).then_some((value, end))
}

/// The end of a word, if it is at an offset.
pub(super) fn after(bytes: &[u8], at: usize, word: &[u8]) -> Option<usize> {
    bytes
        .get(at..)?
        .starts_with(word)
        .then_some(at + word.len())
}

/// Parses a table entry: `0000000017 00000 n`.
fn entry(number: u32, line: &[u8; ENTRY]) -> Option<Entry> {
    let (offset, end) = integer(line.get(..10)?, 0)?;
    let (generation, generation_end) = integer(line.get(..16)?, 11)?;
    if (end, generation_end) != (10, 16) {
        return None;
    }
    let place = if line[17] == b'n' {
        EntryPlace::At(usize::try_from(offset).ok()?)
    } else {
        EntryPlace::Free
    };
    Some(Entry {
        id: ObjectIdentifier::new(number, i32::try_from(generation).ok()?),
        place,
    })
}

/// Parses an entry of a cross-reference stream (table 18).
fn row(number: u32, row: &[u8], widths: [usize; 3]) -> Option<Entry> {
    let (kind, rest) = row.split_at_checked(widths[0])?;
    let (second, third) = rest.split_at_checked(widths[1])?;
    let value = |field: &[u8]| {
        let digits = field.iter();
        digits.fold(0u64, |value, &byte| value << 8 | u64::from(byte))
    };
    let kind = if kind.is_empty() { 1 } else { value(kind) };
    let (second, third) = (value(second), value(third));
    let (generation, place) = match kind {
        0 => (0, EntryPlace::Free),
        1 => (third, EntryPlace::At(usize::try_from(second).ok()?)),
        2 => {
            let (stream, index) = (u32::try_from(second).ok()?, u32::try_from(third).ok()?);
            (0, EntryPlace::In(stream, index))
        }
        _ => return None,
    };
    Some(Entry {
        id: ObjectIdentifier::new(number, i32::try_from(generation).ok()?),
        place,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_startxref_gives_the_table() {
        let file = b"startxref\n12\n%%EOF\nstartxref\r\n 345\n%%EOF";
        assert_eq!(last_table(file), Some(345));
        assert_eq!(last_table(b"startxref\nx"), None);
        assert_eq!(last_table(b""), None);
    }
}
