//! Refuses files that would make the parser of objects use unbounded memory or time. That library decodes
//! object and cross-reference streams as a whole, and rescans nested objects when it rebuilds a table. Input:
//! the bytes of the file.

use super::lexer::is_white_space;
use super::table::last_table;
use super::{FromBytes, Stream, filter::Filter, stream};
use crate::budget::Budget;
use crate::diagnostics::{Diagnostic, Result, Warnings};
use crate::limits::Limits;

/// Size in bytes above which a file is not searched for object streams, because that would read all of it.
const LARGEST_FILE: usize = 32 << 20;
/// Maximum size in bytes of streams that are not decoded here if they have at most the Flate filter: their
/// output is small enough.
const SMALL: usize = 1 << 14;
/// Maximum distance in bytes between the beginning of a dictionary and its type.
const LONGEST_DICT: usize = 4096;
/// Depth to which the parser follows nested objects.
const DEEPEST: usize = 512;

/// Refuses a file whose objects cannot be read with bounded memory and work.
///
/// # Errors
///
/// [`Diagnostic::limit`].
pub(super) fn check(bytes: &[u8]) -> Result<()> {
    if !has_table(bytes) && work_of_nesting(bytes) > Limits::default().of_document(bytes.len(), 0) {
        return Err(Diagnostic::limit(
            "the file has no table of objects, and too many objects in objects to rebuild it",
        ));
    }
    if bytes.len() <= LARGEST_FILE {
        check_streams(bytes)?;
    }
    Ok(())
}

/// Whether `startxref` points to what may be a table. Otherwise, the parser scans the file.
fn has_table(bytes: &[u8]) -> bool {
    let table = last_table(bytes).and_then(|at| bytes.get(at..));
    let table = table.unwrap_or_default().trim_ascii_start();
    table.starts_with(b"xref") || table.first().is_some_and(u8::is_ascii_digit)
}

/// Number of bytes read if each dictionary, and each array that is an object, is followed to its end or to
/// [`DEEPEST`]. Computed in one pass.
fn work_of_nesting(bytes: &[u8]) -> usize {
    // The beginnings of open dictionaries and arrays; `None` for those not followed.
    let mut open: Vec<Option<usize>> = Vec::new();
    let mut work = 0usize;
    let mut end = 0;
    for at in brackets(bytes) {
        let byte = bytes.get(at).copied().unwrap_or_default();
        let is_angle = matches!(byte, b'<' | b'>');
        let is_single = bytes.get(at + 1) != Some(&byte);
        // Two angle brackets are read together.
        if at < end || is_angle && is_single {
            continue;
        }
        end = at + if is_angle { 2 } else { 1 };
        if matches!(byte, b'>' | b']') {
            work += open.pop().flatten().map_or(0, |start| at - start);
            continue;
        }
        if let Some(level) = open.len().checked_sub(DEEPEST)
            && let Some(start) = open.get_mut(level).and_then(Option::take)
        {
            work += at - start;
        }
        let begins = is_angle || is_object(bytes, at);
        open.push(begins.then_some(at));
    }
    let rest = open.into_iter().flatten().map(|start| bytes.len() - start);
    rest.fold(work, usize::saturating_add)
}

/// The offsets of all angle and square brackets, in ascending order.
fn brackets(bytes: &[u8]) -> impl Iterator<Item = usize> {
    let mut angle = memchr::memchr2_iter(b'<', b'>', bytes).peekable();
    let mut square = memchr::memchr2_iter(b'[', b']', bytes).peekable();
    std::iter::from_fn(move || match (angle.peek(), square.peek()) {
        (Some(a), Some(b)) if a > b => square.next(),
        (None, _) => square.next(),
        _ => angle.next(),
    })
}

/// Whether `obj` precedes an offset.
fn is_object(bytes: &[u8], at: usize) -> bool {
    let before = bytes.get(at.saturating_sub(8)..at).unwrap_or_default();
    before.trim_ascii_end().ends_with(b"obj")
}

/// The stream in whose dictionary a name is found.
pub(super) fn stream_around(bytes: &[u8], found: usize) -> Option<Stream<'_>> {
    let around = bytes.get(found.saturating_sub(LONGEST_DICT)..found)?;
    let header = around.windows(3).rposition(|w| w == b"obj")?;
    let body = bytes.get(found - around.len() + header + 3..)?;
    let start = body.iter().position(|&b| !is_white_space(b))?;
    Stream::from_bytes(body.get(start..)?)
}

/// Decodes object and cross-reference streams that could be large, within a budget.
fn check_streams(bytes: &[u8]) -> Result<()> {
    let limits = Limits::default();
    let budget = Budget::of_document(limits, bytes.len(), 0);
    for found in memchr::memchr_iter(b'/', bytes) {
        let rest = bytes.get(found + 1..).unwrap_or_default();
        if !(rest.starts_with(b"ObjStm") || rest.starts_with(b"XRef")) {
            continue;
        }
        let Some(stream) = stream_around(bytes, found) else {
            continue;
        };
        let filters = stream::filters(stream.dict());
        let inflated = matches!(filters.as_slice(), [] | [(Some(Filter::Flate), _)]);
        if inflated && stream.raw_data().len() <= SMALL {
            budget.take(stream.raw_data().len());
            continue;
        }
        stream::decode(&stream, &budget, &mut Warnings::new());
        if budget.is_cut() {
            return Err(Diagnostic::limit(format!(
                "the streams that hold the file's objects decode to more than {} MB",
                limits.of_document(bytes.len(), 0) >> 20
            )));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_work_of_nesting_grows_with_depth_and_is_found_in_one_pass() {
        let flat = b"1 0 obj <</A 1>> ".repeat(1000);
        assert!(work_of_nesting(&flat) < 2 * flat.len());
        let deep = b"1 0 obj <<".repeat(10_000);
        assert!(work_of_nesting(&deep) > 400 * deep.len());
        let arrays = b"1 0 obj [<</A ".repeat(10_000);
        assert!(work_of_nesting(&arrays) > 200 * arrays.len());
        let closed = [b"1 0 obj <<".repeat(400), b">>".repeat(400)].concat();
        assert!(work_of_nesting(&closed) > 150 * closed.len());
        assert_eq!(work_of_nesting(&b"]>>[".repeat(100)), 0);
    }

    #[test]
    fn a_table_is_noticed() {
        assert!(has_table(b"xref\n0 1 trailer startxref 0 %%EOF"));
        assert!(has_table(b"9 0 obj <<>> startxref\n0 %%EOF"));
        assert!(!has_table(b"startxref 99999 %%EOF"));
        assert!(!has_table(b""));
    }
}
