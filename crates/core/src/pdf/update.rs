//! Repairs unreadable objects of a file by an incremental update at its end (7.5.6).
//!
//! The reader refuses whole objects for one bad value, trusts wrong table entries, and needs the word
//! `endstream`. So objects are examined on opening, except the data of streams. Faulty ones are written again
//! behind the file, with a new table of all objects. Their strings and data stay encrypted.

use std::collections::HashMap;
use std::ops::Range;

use memchr::memmem;

use super::encryption::Encryption;
use super::lexer::{is_regular, is_white_space, space_end};
use super::repair::{Examined, Examiner};
use super::table::{Entry, EntryPlace, Table, after, header, headers, integer, within};
use super::{FromBytes, ObjectIdentifier, Stream, stream};
use crate::budget::Budget;
use crate::compact_sort::CompactSort;
use crate::diagnostics::{Diagnostic, DiagnosticKind, Warnings};
use crate::limits::Limits;

/// Maximum number of bytes between the end of data and that of its object that can be a damaged `endstream`.
const LONGEST_END: usize = 24;
/// Maximum length of white space skipped at an offset from the file, in bytes.
const NEAR: usize = 256;
/// Maximum size of a file that can be updated: the reader supports no larger `startxref`.
const LARGEST: usize = i32::MAX as usize;
/// Maximum size of all decoded object streams: bytes per byte of the file, and additional bytes. Such text
/// rarely expands 50 times.
const MEMBERS: (usize, usize) = (200, 16 << 20);

/// The objects of a file, and their repairs.
pub(super) struct Survey<'b> {
    bytes: &'b [u8],
    table: Table,
    /// Whether the file's own table is not readable.
    lost: bool,
    /// Objects in file order, with the range from the end of their header to the beginning of the next
    /// object.
    spans: Vec<(ObjectIdentifier, Range<usize>)>,
    object_streams: Vec<ObjectIdentifier>,
    /// Repaired objects, without header and `endobj`.
    repaired: HashMap<ObjectIdentifier, Vec<u8>>,
    /// Whether table entries had wrong offsets.
    moved: bool,
    pub encryption: Option<Encryption>,
    /// Whether the trailer is written without its `Encrypt`.
    unlocked: bool,
    /// Number of bytes of object streams that may still be examined.
    budget: Budget,
    pub warnings: Warnings,
}

impl<'b> Survey<'b> {
    /// Examines a file. `stale` means that its table does not list all objects.
    pub(super) fn new(bytes: &'b [u8], stale: bool) -> Self {
        let table = if stale { None } else { Table::read(bytes) };
        let mut survey = Self {
            bytes,
            lost: table.is_none(),
            table: table.unwrap_or_else(|| Table::scan(bytes)),
            spans: Vec::new(),
            object_streams: Vec::new(),
            repaired: HashMap::new(),
            moved: false,
            encryption: None,
            unlocked: false,
            budget: Budget::new(
                Limits::default(),
                bytes
                    .len()
                    .saturating_mul(MEMBERS.0)
                    .saturating_add(MEMBERS.1),
            ),
            warnings: Warnings::new(),
        };
        for fault in &survey.table.faults {
            let fault = format!("in the trailer: {fault}");
            survey
                .warnings
                .push(Diagnostic::new(DiagnosticKind::Mended, fault));
        }
        survey.locate();
        survey.examine();
        survey.encryption = survey.table.encryption(bytes);
        survey
    }

    fn is_locked(&self) -> bool {
        self.encryption.as_ref().is_some_and(|found| found.pages)
    }

    /// Whether there are object streams that need the document's key.
    pub(super) fn has_locked_members(&self) -> bool {
        !self.object_streams.is_empty() && self.is_locked()
    }

    /// Finds the position of each object. A table entry that points to another object is corrected.
    fn locate(&mut self) {
        let bytes = self.bytes;
        let mut lost = Vec::new();
        let mut found = Vec::with_capacity(self.table.entries.len());
        for (index, entry) in self.table.entries.iter_mut().enumerate() {
            let EntryPlace::At(offset) = entry.place else {
                continue;
            };
            let near = within(bytes, offset, NEAR);
            let header = [offset, space_end(near, offset)]
                .into_iter()
                .find_map(|at| Some((at, header(bytes, at)?)))
                .filter(|(_, header)| header.id == entry.id);
            match header {
                Some((at, header)) => {
                    self.moved |= at != offset;
                    entry.place = EntryPlace::At(at);
                    found.push((at, header));
                }
                // Some programs give free objects the offset 0.
                None if offset == 0 => entry.place = EntryPlace::Free,
                None => lost.push(index),
            }
        }
        if !lost.is_empty() {
            let places: HashMap<ObjectIdentifier, usize> = headers(bytes).collect();
            let mut count = 0;
            for index in lost {
                let Some(entry) = self.table.entries.get_mut(index) else {
                    continue;
                };
                if let Some(&at) = places.get(&entry.id)
                    && let Some(header) = header(bytes, at)
                {
                    entry.place = EntryPlace::At(at);
                    found.push((at, header));
                    count += 1;
                }
            }
            if count > 0 {
                self.moved = true;
                let message = format!(
                    "the table of objects is wrong about {count}; they were looked for in the file"
                );
                self.warnings
                    .push(Diagnostic::new(DiagnosticKind::Mended, message));
            }
        }
        found.sort_unstable_by_key(|(at, _)| *at);
        let ends = found.iter().skip(1).map(|(at, _)| *at);
        let ends = ends.chain([bytes.len()]);
        self.spans = found
            .iter()
            .zip(ends)
            .map(|((_, header), end)| (header.id, header.body..end.max(header.body)))
            .collect();
        // The reader requires white space between the numbers and the word.
        for (_, header) in found.iter().filter(|(_, header)| !header.plain) {
            self.repaired.insert(header.id, Vec::new());
        }
    }

    /// Examines the objects outside object streams.
    fn examine(&mut self) {
        let mut examiner = Examiner::default();
        for (id, span) in std::mem::take(&mut self.spans) {
            let data = self.bytes.get(span.clone()).unwrap_or_default();
            let examined = examiner.examine(data);
            if examined.object_stream {
                self.object_streams.push(id);
            }
            let extent = self.extent(&examined, &span);
            let faulty = extent.as_ref().is_some_and(|extent| extent.fault.is_some());
            if !examined.repairs.is_empty() || faulty || self.repaired.contains_key(&id) {
                self.warn(id, &examined);
                let mut text = Vec::new();
                examined.write(data, &mut text);
                if let Some(extent) = extent {
                    let data = self.bytes.get(extent.data).unwrap_or_default();
                    if let Some(fault) = extent.fault {
                        let warning = Diagnostic::new(DiagnosticKind::Stream, fault);
                        self.warnings
                            .push(warning.in_object(id.obj_number, id.gen_number));
                    }
                    write_stream(&mut text, data);
                }
                self.repaired.insert(id, text);
            }
            self.spans.push((id, span));
        }
    }

    fn warn(&mut self, id: ObjectIdentifier, examined: &Examined) {
        for repair in &examined.repairs {
            let warning = Diagnostic::new(DiagnosticKind::Mended, &*repair.fault);
            self.warnings
                .push(warning.in_object(id.obj_number, id.gen_number));
        }
    }

    /// The data of a stream whose dictionary has been examined; `None` if it is not a stream.
    fn extent(&self, examined: &Examined, span: &Range<usize>) -> Option<Extent> {
        let object = self.bytes.get(..span.end)?;
        let word = space_end(object, span.start + examined.end);
        let word_end = after(object, word, b"stream")?;
        let misplaced = Some("no end of line comes before the stream's data");
        let (start, begin) = match object.get(word_end..)? {
            [b'\r', b'\n', ..] => (word_end + 2, None),
            [b'\n' | b'\r', ..] => (word_end + 1, None),
            rest => {
                let blank = rest.iter().take_while(|b| matches!(b, b' ' | b'\t'));
                let line_end = word_end + blank.count();
                match object.get(line_end..)? {
                    [b'\r', b'\n', ..] => (line_end + 2, misplaced),
                    [b'\n' | b'\r', ..] => (line_end + 1, misplaced),
                    _ => (word_end, misplaced),
                }
            }
        };
        let length = examined.length.and_then(|at| self.length(span.start + at));
        let declared = length.and_then(|length| start.checked_add(length));
        // A valid length takes precedence over data that looks like another object.
        if let Some(end) = declared
            && after(
                self.bytes,
                white_end(within(self.bytes, end, NEAR), end),
                b"endstream",
            )
            .is_some()
        {
            return Some(Extent {
                data: start..end,
                fault: begin,
            });
        }
        let rest = object.get(start..)?;
        if let Some(end) = memmem::find(rest, b"endstream") {
            return Some(Extent {
                data: start..start + line_start(rest, end),
                fault: begin,
            });
        }
        let declared = declared.filter(|end| {
            object.get(*end..).is_some_and(|tail| {
                let word = memmem::find(tail, b"endobj").unwrap_or(tail.len());
                word <= LONGEST_END
            })
        });
        let end = declared.unwrap_or_else(|| {
            let end = memmem::find(rest, b"endobj").unwrap_or(rest.len());
            start + without_end(rest.get(..end).unwrap_or_default())
        });
        Some(Extent {
            data: start..end,
            fault: Some("the stream has no end"),
        })
    }

    /// The value of a `/Length` at an offset, which may be a reference.
    fn length(&self, at: usize) -> Option<usize> {
        let at = space_end(self.bytes, at);
        let (value, end) = integer(self.bytes, at)?;
        let generation = integer(self.bytes, white_end(self.bytes, end));
        let reference = generation
            .and_then(|(_, end)| after(self.bytes, white_end(self.bytes, end), b"R"))
            .is_some();
        if !reference {
            return usize::try_from(value).ok();
        }
        let EntryPlace::At(offset) = self.table.entry(u32::try_from(value).ok()?)?.place else {
            return None;
        };
        let body = header(self.bytes, offset)?.body;
        let near = within(self.bytes, body, NEAR);
        let (value, _) = integer(near, space_end(near, body))?;
        usize::try_from(value).ok()
    }

    /// Examines the objects in unencrypted object streams.
    pub(super) fn examine_members(&mut self) {
        if !self.is_locked() {
            let bodies: HashMap<ObjectIdentifier, Range<usize>> =
                self.spans.iter().cloned().collect();
            let bytes = self.bytes;
            for id in self.object_streams.clone() {
                let repaired = self.repaired.get(&id).cloned();
                let body = match &repaired {
                    Some(text) => Some(text.as_slice()),
                    None => bodies.get(&id).and_then(|span| bytes.get(span.start..)),
                };
                let stream = body
                    .and_then(|body| body.get(space_end(body, 0)..))
                    .and_then(Stream::from_bytes);
                if let Some(stream) = stream {
                    self.examine_stream(id, &stream, "");
                }
            }
        }
    }

    /// Examines the objects in object streams that need the document's key; `read` decrypts them.
    ///
    /// Returns whether repairs were found.
    pub(super) fn examine_locked_members<'a>(
        &mut self,
        read: impl Fn(ObjectIdentifier) -> Option<Stream<'a>>,
    ) -> bool {
        let before = self.repaired.len();
        for id in self.object_streams.clone() {
            if let Some(stream) = read(id) {
                // New streams are not encrypted (7.4.10).
                self.examine_stream(id, &stream, "/Filter[/Crypt]");
            }
        }
        self.repaired.len() > before
    }

    /// Examines the objects in an object stream (7.5.7).
    fn examine_stream(&mut self, id: ObjectIdentifier, stream: &Stream<'_>, filter: &str) {
        let data = stream::decode(stream, &self.budget, &mut Warnings::new());
        let Some(first) = stream.dict().get::<u32>("First").map(|n| n as usize) else {
            return;
        };
        let mut members: Vec<(u32, usize)> = Vec::new();
        let mut at = space_end(&data, 0);
        while let Some((number, end)) = integer(&data, at).filter(|_| at < first)
            && let Some((offset, end)) = integer(&data, space_end(&data, end))
            && let (Ok(number), Ok(offset)) = (u32::try_from(number), usize::try_from(offset))
        {
            members.push((number, first.saturating_add(offset)));
            at = space_end(&data, end);
        }
        // Members out of order are skipped; otherwise many members could share the same bytes.
        let mut behind = 0;
        for (_, at) in &mut members {
            if *at < behind {
                *at = usize::MAX;
            } else {
                behind = *at + 1;
            }
        }
        let mut ends: Vec<usize> = Vec::with_capacity(members.len());
        let mut end = data.len();
        for (_, at) in members.iter().rev() {
            ends.push(end);
            end = (*at).min(end);
        }
        ends.reverse();
        let mut examiner = Examiner::default();
        let mut streams = Vec::new();
        let mut bad = false;
        for ((number, start), end) in members.iter().zip(ends) {
            let body = data.get(*start..end).unwrap_or_default();
            let examined = examiner.examine(body);
            let place = self.table.entry(*number).map(|entry| entry.place);
            let used =
                self.lost || matches!(place, Some(EntryPlace::In(n, _)) if n == id.obj_number);
            if used && !examined.repairs.is_empty() {
                bad = true;
                self.warn(ObjectIdentifier::new(*number, 0), &examined);
            }
            streams.push((*number, body, examined));
        }
        if !bad {
            return;
        }
        let (mut head, mut bodies) = (String::new(), Vec::new());
        for (number, body, examined) in &streams {
            head.push_str(&format!("{number} {} ", bodies.len()));
            examined.write(body, &mut bodies);
            // An empty body needs a `null`, or the next body would replace it.
            bodies.extend_from_slice(if body.is_empty() { b"null\n" } else { b"\n" });
        }
        let mut text = format!(
            "<</Type/ObjStm/N {}/First {}{filter}>>",
            streams.len(),
            head.len()
        )
        .into_bytes();
        write_stream(&mut text, &[head.as_bytes(), &bodies].concat());
        self.repaired.insert(id, text);
    }

    /// Removes the encryption if only attachments are encrypted; these stay encrypted.
    pub(super) fn unlock(&mut self) {
        self.unlocked = true;
    }

    /// The file with its repairs; `None` if there are none.
    pub(super) fn write(&self) -> Option<Vec<u8>> {
        let trailer = !self.table.faults.is_empty() || self.unlocked;
        if self.repaired.is_empty() && !self.moved && !trailer {
            return None;
        }
        if self.bytes.len() > LARGEST {
            return None;
        }
        let mut out = self.bytes.to_vec();
        let mut ids: Vec<_> = self.repaired.iter().collect();
        ids.compact_sort_by_key(|(id, _)| **id);
        let mut places = HashMap::new();
        for (id, text) in ids {
            out.push(b'\n');
            places.insert(*id, EntryPlace::At(out.len()));
            out.extend_from_slice(format!("{} {} obj\n", id.obj_number, id.gen_number).as_bytes());
            out.extend_from_slice(text);
            out.extend_from_slice(b"\nendobj\n");
        }
        if self.lost {
            // The reader scans for the objects, and uses the last one of each identifier.
            if trailer {
                out.extend_from_slice(b"trailer\n<<");
                out.extend_from_slice(&self.trailer_entries());
                out.extend_from_slice(b">>\n");
            }
            return Some(out);
        }
        let mut entries = self.table.entries.clone();
        for entry in &mut entries {
            if let Some(place) = places.get(&entry.id) {
                entry.place = *place;
            }
        }
        let number = entries.last().map_or(0, |last| last.id.obj_number) + 1;
        let start = out.len();
        entries.push(Entry {
            id: ObjectIdentifier::new(number, 0),
            place: EntryPlace::At(start),
        });
        out.extend_from_slice(format!("{number} 0 obj\n").as_bytes());
        let mut text = self.table_dict(&entries);
        write_stream(&mut text, &rows(&entries));
        out.extend_from_slice(&text);
        out.extend_from_slice(format!("\nendobj\nstartxref\n{start}\n%%EOF\n").as_bytes());
        Some(out)
    }

    fn trailer_entries(&self) -> Vec<u8> {
        let keys = ["Root", "Info", "ID", "Encrypt"];
        let kept = keys.len() - usize::from(self.unlocked);
        self.table
            .trailer_entries(keys.get(..kept).unwrap_or_default())
    }

    /// The dictionary of a cross-reference stream (7.5.8.2) of all objects.
    fn table_dict(&self, entries: &[Entry]) -> Vec<u8> {
        let mut index = String::new();
        let follows = |a: &Entry, b: &Entry| a.id.obj_number + 1 == b.id.obj_number;
        for range in entries.chunk_by(follows) {
            let first = range.first().map_or(0, |entry| entry.id.obj_number);
            index.push_str(&format!("{first} {} ", range.len()));
        }
        let size = entries.last().map_or(0, |last| last.id.obj_number) + 1;
        let mut dict = format!("<</Type/XRef/Size {size}/W[1 4 4]/Index[{index}]").into_bytes();
        dict.extend_from_slice(&self.trailer_entries());
        dict.extend_from_slice(b">>");
        dict
    }
}

/// The data of a stream.
struct Extent {
    data: Range<usize>,
    /// The reason for which the reader would not find the data, if any.
    fault: Option<&'static str>,
}

/// The rows of a cross-reference stream, with fields of 1, 4 and 4 bytes (table 18).
fn rows(entries: &[Entry]) -> Vec<u8> {
    let mut rows = Vec::with_capacity(entries.len() * 9);
    for entry in entries {
        let (kind, second, third) = match entry.place {
            EntryPlace::Free => (0, 0, 0),
            EntryPlace::At(offset) => (1, offset as u32, entry.id.gen_number as u32),
            EntryPlace::In(stream, index) => (2, stream, index),
        };
        rows.push(kind);
        rows.extend_from_slice(&second.to_be_bytes());
        rows.extend_from_slice(&third.to_be_bytes());
    }
    rows
}

/// Appends data to its dictionary, with its length. The reader uses the last of two lengths.
fn write_stream(dict: &mut Vec<u8>, data: &[u8]) {
    dict.truncate(dict.trim_ascii_end().len());
    dict.truncate(dict.strip_suffix(b">>").map_or(dict.len(), <[u8]>::len));
    dict.extend_from_slice(format!("/Length {}>>\nstream\n", data.len()).as_bytes());
    dict.extend_from_slice(data);
    dict.extend_from_slice(b"\nendstream");
}

fn white_end(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    let white = rest.iter().take_while(|&&b| is_white_space(b));
    at.saturating_add(white.count())
}

/// The offset before an end of line at `at`, or `at` without one.
fn line_start(data: &[u8], at: usize) -> usize {
    match data.get(..at).unwrap_or_default() {
        [.., b'\r', b'\n'] => at - 2,
        [.., b'\r' | b'\n'] => at - 1,
        _ => at,
    }
}

/// The length of data without a damaged `endstream`.
fn without_end(data: &[u8]) -> usize {
    let data = data.trim_ascii_end();
    let word = data.iter().rev().take_while(|&&b| is_regular(b)).count();
    let (before, word) = data.split_at(data.len() - word.min(LONGEST_END));
    let rest = b"endstream".starts_with(word) && word.len() > 2;
    if rest || word.starts_with(b"endst") {
        before.trim_ascii_end().len()
    } else {
        data.len()
    }
}
