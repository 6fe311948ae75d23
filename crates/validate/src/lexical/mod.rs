//! Reads the syntax of the file that object parsers discard, with byte offsets (ISO 32000-1, 7.3 and 7.5).
//! The file is read sequentially from its beginning without using cross-reference tables, so unlisted objects
//! are found too.

mod atom;
mod parts;
mod scan;

use memchr::memmem;

pub(super) use atom::number;
use atom::{Length, atoms};
pub(super) use parts::{Atom, ObjectSpan, StreamSpan, Visitor, XrefSpan};
use pdfa2hocr_core::pdf::behind_startxref;
use pdfa2hocr_core::pdf::lexer::{is_regular, is_white_space};
use scan::{Scan, is_line_end};

/// The first two lines of the file (7.5.2).
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Header {
    /// Byte offset of `%PDF-`.
    pub offset: Option<usize>,
    /// The first line without its line end.
    pub line: Vec<u8>,
    /// The second line is a comment whose first four bytes are all above 127.
    pub binary: bool,
    /// The beginning of the second line.
    pub second: Vec<u8>,
}

/// Reads the header.
pub(super) fn header(bytes: &[u8]) -> Header {
    let head = bytes.get(..bytes.len().min(1024)).unwrap_or_default();
    let Some(offset) = find(head, b"%PDF-", 0) else {
        return Header::default();
    };
    let is_line_end = |b: &u8| matches!(b, b'\r' | b'\n');
    let before = bytes.get(..offset).unwrap_or_default();
    let start = before.iter().rposition(is_line_end).map_or(0, |at| at + 1);
    let rest = bytes.get(start..).unwrap_or_default();
    let length = rest
        .iter()
        .position(is_line_end)
        .unwrap_or(rest.len())
        .min(1280);
    let (line, after) = rest.split_at(length);
    let second = match after {
        [b'\r', b'\n', second @ ..] | [b'\r' | b'\n', second @ ..] => second,
        _ => &[],
    };
    let mut lines = second.split(|b| matches!(b, b'\r' | b'\n'));
    let beginning = lines.next().and_then(|line| line.chunks(20).next());
    Header {
        offset: Some(offset),
        line: line.to_vec(),
        binary: matches!(second, [b'%', a, b, c, d, ..] if [a, b, c, d].iter().all(|x| **x > 127)),
        second: beginning.unwrap_or_default().to_vec(),
    }
}

/// Number of bytes after the last `%%EOF` and its line end; `None` without such a marker.
pub(super) fn after_end(bytes: &[u8]) -> Option<usize> {
    let marker = b"%%EOF";
    let at = memmem::rfind(bytes, marker)?;
    let rest = bytes.get(at + marker.len()..)?;
    let line_end = match rest {
        [b'\r', b'\n', ..] => 2,
        [b'\r' | b'\n', ..] => 1,
        _ => 0,
    };
    Some(rest.len() - line_end)
}

/// The offset that the last `startxref` gives (7.5.5).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Startxref {
    /// The keyword is missing, or no number follows it.
    Missing,
    /// The file ends with the number, so digits may be missing.
    CutOff,
    Offset(usize),
}

impl Startxref {
    /// The offset, if it is complete.
    pub(super) fn offset(self) -> Option<usize> {
        match self {
            Self::Offset(at) => Some(at),
            Self::Missing | Self::CutOff => None,
        }
    }
}

/// Reads the last `startxref`.
pub(super) fn last_startxref(bytes: &[u8]) -> Startxref {
    let Some(at) = behind_startxref(bytes) else {
        return Startxref::Missing;
    };
    let mut scan = Scan { bytes, at };
    scan.skip_space();
    match scan.number().map(usize::try_from) {
        Some(Ok(_)) if scan.peek().is_none() => Startxref::CutOff,
        Some(Ok(offset)) => Startxref::Offset(offset),
        _ => Startxref::Missing,
    }
}

/// Reads the whole file.
pub(super) fn read(bytes: &[u8], visitor: &mut impl Visitor) {
    let mut scan = Scan { bytes, at: 0 };
    loop {
        scan.skip_space();
        let start = scan.at;
        match scan.peek() {
            None => return,
            Some(b'0'..=b'9') => {
                if !object(&mut scan, visitor) {
                    scan.at = start;
                    scan.skip_regular();
                }
            }
            Some(_) if scan.take(b"xref") => xref(&mut scan, start, visitor),
            Some(_) if scan.take(b"trailer") => {
                scan.skip_space();
                let from = scan.at;
                atoms(&mut scan, visitor);
                visitor.trailer((from, scan.at));
            }
            Some(_) => {
                scan.skip_regular();
                scan.at = scan.at.max(start + 1);
            }
        }
    }
}

/// Reports the atoms of a single object from an object stream.
pub(super) fn read_object(bytes: &[u8], visitor: &mut impl Visitor) {
    atoms(&mut Scan { bytes, at: 0 }, visitor);
}

/// Reads a cross-reference table after the keyword `xref`, with all subsections.
fn xref(scan: &mut Scan<'_>, offset: usize, visitor: &mut impl Visitor) {
    let one_line_end = match scan.rest() {
        [b'\r', b'\n', next, ..] | [b'\r' | b'\n', next, ..] => next.is_ascii_digit(),
        _ => false,
    };
    let mut spaced = true;
    loop {
        scan.skip_while(is_white_space);
        let start = scan.at;
        let (Some(_), true) = (scan.number(), scan.peek().is_some_and(is_white_space)) else {
            scan.at = start;
            break;
        };
        spaced &= scan.single_space() && scan.byte(scan.at - 1) == Some(b' ');
        let Some(entries) = scan.number() else { break };
        for _ in 0..entries {
            let before = scan.at;
            scan.skip_while(is_white_space);
            let entry = scan.number().is_some() && {
                scan.skip_while(is_white_space);
                scan.number().is_some()
            };
            scan.skip_while(is_white_space);
            if !entry || !(scan.take(b"n") || scan.take(b"f")) {
                scan.at = before;
                break;
            }
        }
    }
    visitor.xref(XrefSpan {
        offset,
        one_line_end,
        spaced,
    });
}

fn find(bytes: &[u8], word: &[u8], from: usize) -> Option<usize> {
    memmem::find(bytes.get(from..)?, word).map(|at| from + at)
}

/// Reads `N G obj … endobj`; returns `false` if no object begins here.
fn object(scan: &mut Scan<'_>, visitor: &mut impl Visitor) -> bool {
    let offset = scan.at;
    let before = offset.checked_sub(1).and_then(|i| scan.byte(i));
    let mut spaced = before.is_none_or(is_line_end);
    let Some(number) = scan.number().and_then(|n| u32::try_from(n).ok()) else {
        return false;
    };
    spaced &= scan.single_space();
    let Some(generation) = scan.number().and_then(|n| i32::try_from(n).ok()) else {
        return false;
    };
    spaced &= scan.single_space();
    if !scan.take(b"obj") || scan.peek().is_some_and(|b| b.is_ascii_alphabetic()) {
        return false;
    }
    spaced &= scan.peek().is_some_and(is_line_end);
    scan.skip_space();
    let start = scan.at;
    let length = atoms(scan, visitor);
    let end = scan.at;
    // If the object is missing, so is the line end before `endobj`.
    spaced &= end > start;
    scan.skip_space();
    let stream = if scan.rest().starts_with(b"stream") {
        let declared = length.and_then(|length| match length {
            Length::Direct(n) => Some(n),
            Length::Indirect(number, generation) => visitor.length(number, generation),
        });
        Some(stream(scan, declared))
    } else {
        None
    };
    scan.skip_space();
    let keyword = scan.at;
    let line_before = keyword.checked_sub(1).and_then(|i| scan.byte(i));
    // Without the keyword, something else follows the object.
    spaced &= scan.take(b"endobj")
        && line_before.is_some_and(is_line_end)
        && scan.peek().is_none_or(is_line_end);
    visitor.object(ObjectSpan {
        number,
        generation,
        offset,
        spaced,
        body: (start, end),
        stream,
    });
    true
}

/// Reads a stream from `stream` to the end of `endstream`.
fn stream(scan: &mut Scan<'_>, declared: Option<u64>) -> StreamSpan {
    let offset = scan.at;
    scan.at += b"stream".len();
    let opened = match scan.rest() {
        [b'\r', b'\n', ..] => {
            scan.at += 2;
            true
        }
        [b'\n', ..] => {
            scan.at += 1;
            true
        }
        [b'\r', ..] => {
            scan.at += 1;
            false
        }
        _ => false,
    };
    let start = scan.at;
    let expected = declared
        .and_then(|n| usize::try_from(n).ok())
        .and_then(|n| start.checked_add(n))
        .filter(|&end| end <= scan.bytes.len());
    let keyword = expected
        .and_then(|end| end_of_stream_after(scan.bytes, end))
        .or_else(|| end_of_stream(scan.bytes, start));
    let until = keyword.unwrap_or(scan.bytes.len());
    scan.at = keyword.map_or(until, |at| at + END_OF_STREAM.len());
    let length = (until - start) as u64;
    let before = scan.bytes.get(offset..until).unwrap_or_default();
    let line_end = match before {
        // A carriage return that the declared length includes is data.
        [.., b'\r', b'\n'] if length > declared.unwrap_or(0).saturating_add(1) => 2,
        [.., b'\r' | b'\n'] => 1,
        _ => 0,
    };
    StreamSpan {
        offset,
        opened,
        closed: line_end > 0,
        declared,
        real: length.checked_sub(line_end),
    }
}

const END_OF_STREAM: &[u8] = b"endstream";

/// Whether `endstream` is at this offset.
fn is_end_of_stream(bytes: &[u8], at: usize) -> bool {
    let rest = bytes.get(at..).unwrap_or_default();
    let after = rest.strip_prefix(END_OF_STREAM);
    after.is_some_and(|after| after.first().is_none_or(|b| !is_regular(*b)))
}

/// The offset of `endstream` if only white space and comments come before it.
fn end_of_stream_after(bytes: &[u8], end: usize) -> Option<usize> {
    let mut scan = Scan { bytes, at: end };
    scan.skip_space();
    is_end_of_stream(bytes, scan.at).then_some(scan.at)
}

/// The offset of the next `endstream`.
fn end_of_stream(bytes: &[u8], start: usize) -> Option<usize> {
    let mut from = start;
    loop {
        let at = find(bytes, END_OF_STREAM, from)?;
        if is_end_of_stream(bytes, at) {
            return Some(at);
        }
        from = at + 1;
    }
}

#[cfg(test)]
mod tests;
