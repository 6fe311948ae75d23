//! The objects of a PDF that is written from its beginning to its end. Only those that wait for their object
//! stream (ISO 32000-1, 7.5.7) are in memory.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use pdf_writer::writers::ImageXObject;
use pdf_writer::{Chunk, Filter, Finish, Name, Obj, Ref, Settings, Stream};
use xxhash_rust::xxh3::Xxh3;

use crate::page::{Entries, ObjectNumber, OriginalFile, dictionary};
use crate::write::digest::pdf_comment;

/// Number of objects in an object stream. Larger streams compress little better, and readers inflate all of one
/// for a single object.
const PACKED: usize = 200;

/// The position of an object.
#[derive(Clone, Copy, Debug)]
enum Place {
    /// At this offset in bytes, with this generation.
    At(u64, i32),
    /// In an object stream, at an index.
    In(Ref, u32),
}

/// The objects of a file.
pub(super) struct Objects {
    /// The bytes that are not yet taken.
    out: Vec<u8>,
    /// Number of bytes taken before `out`.
    taken: u64,
    digest: Xxh3,
    /// The positions of the written objects, by number.
    places: BTreeMap<i32, Place>,
    /// The number of the next object.
    next: i32,
    /// The file that is continued.
    base: Option<Arc<OriginalFile>>,
    /// Objects for the next object stream, without their numbers.
    waiting: Vec<(Ref, Vec<u8>)>,
}

impl Objects {
    /// A file with a header. The second line has bytes above 127, which mark it as binary (7.5.2).
    pub(super) fn new(version: &str) -> Self {
        let head = format!("%PDF-{version}\n%\u{e4}\u{f6}\u{fc}\u{df}\n");
        Self::begin(head.into_bytes(), None)
    }

    /// An incremental update of a file (7.5.6), whose bytes are written by the caller.
    pub(super) fn update(base: Arc<OriginalFile>) -> Self {
        Self::begin(b"\n".to_vec(), Some(base))
    }

    fn begin(out: Vec<u8>, base: Option<Arc<OriginalFile>>) -> Self {
        let mut digest = Xxh3::new();
        let before = base.as_ref().map_or(&[][..], |base| (*base.bytes).as_ref());
        digest.update(before);
        Self {
            out,
            taken: before.len() as u64,
            digest,
            places: BTreeMap::new(),
            next: base
                .as_ref()
                .map_or(1, |base| base.next.min(1 << 30) as i32),
            waiting: Vec::new(),
            base,
        }
    }

    /// A number for an object that is written later.
    pub(super) fn reserve(&mut self) -> Ref {
        let id = Ref::new(self.next);
        self.next = self.next.saturating_add(1);
        id
    }

    /// Writes an object that is not a stream.
    pub(super) fn add(&mut self, id: Ref, write: impl FnOnce(Obj<'_>)) {
        let mut chunk = chunk();
        write(chunk.indirect(id));
        self.add_chunk(&chunk);
    }

    /// Writes the only object of a chunk, which is not a stream.
    pub(super) fn add_chunk(&mut self, chunk: &Chunk) {
        let Some(id) = chunk.refs().next() else {
            return;
        };
        self.add_object(number(id), content(chunk).to_vec());
    }

    /// Writes an object in PDF syntax, which may replace one of the file that is continued.
    pub(super) fn add_object(&mut self, (number, generation): ObjectNumber, object: Vec<u8>) {
        let id = id_of((number, generation));
        // Readers of files with tables may not know object streams.
        if generation == 0 && !self.has_table() {
            self.waiting.push((id, object));
            if self.waiting.len() >= PACKED {
                self.pack();
            }
            return;
        }
        self.place(id, Place::At(self.offset(), generation));
        self.out
            .extend(format!("{number} {generation} obj\n").bytes());
        self.out.extend(object);
        self.out.extend(b"\nendobj\n");
    }

    /// Writes a stream with the entries of a dictionary in PDF syntax.
    pub(super) fn stream_with(&mut self, id: Ref, entries: &Entries, data: &[u8]) {
        let data = deflated(data);
        let mut dict = dictionary(entries);
        dict.truncate(dict.len().saturating_sub(2));
        self.place(id, Place::At(self.offset(), 0));
        self.out.extend(format!("{} 0 obj\n", id.get()).bytes());
        self.out.extend(dict);
        self.out
            .extend(format!("/Filter/FlateDecode/Length {}>>\nstream\n", data.len()).bytes());
        self.out.extend(data);
        self.out.extend(b"\nendstream\nendobj\n");
    }

    fn has_table(&self) -> bool {
        self.base.as_ref().is_some_and(|base| base.is_table)
    }

    /// The offset in the file of the next byte.
    fn offset(&self) -> u64 {
        self.taken + self.out.len() as u64
    }

    /// Writes a stream with its data as it is.
    pub(super) fn stream(&mut self, id: Ref, data: &[u8], describe: impl FnOnce(&mut Stream<'_>)) {
        let mut chunk = chunk();
        let mut stream = chunk.stream(id, data);
        describe(&mut stream);
        stream.finish();
        self.append(id, &chunk);
    }

    /// Writes an image with its data as it is.
    pub(super) fn image(
        &mut self,
        id: Ref,
        data: &[u8],
        describe: impl FnOnce(&mut ImageXObject<'_>),
    ) {
        let mut chunk = chunk();
        let mut image = chunk.image_xobject(id, data);
        describe(&mut image);
        image.finish();
        self.append(id, &chunk);
    }

    /// Writes a stream that is compressed here.
    pub(super) fn compressed(
        &mut self,
        id: Ref,
        data: &[u8],
        describe: impl FnOnce(&mut Stream<'_>),
    ) {
        self.stream(id, &deflated(data), |stream| {
            stream.filter(Filter::FlateDecode);
            describe(stream);
        });
    }

    /// The bytes that were written since the last call.
    pub(super) fn take(&mut self) -> Vec<u8> {
        self.digest.update(&self.out);
        self.taken += self.out.len() as u64;
        std::mem::take(&mut self.out)
    }

    /// Ends the file with its cross-reference section, a stream (7.5.8) or a table (7.5.4), and returns the remaining
    /// bytes.
    pub(super) fn end(mut self, catalog: ObjectNumber, info: Option<ObjectNumber>) -> Vec<u8> {
        self.pack();
        let id = (!self.has_table()).then(|| self.reserve());
        let start = self.offset();
        if let Some(id) = id {
            self.place(id, Place::At(start, 0));
        }
        self.digest.update(&self.out);
        let hashed = self.out.len();
        let digest = self.digest.digest128().to_be_bytes();
        let first_id = self.base.as_ref().and_then(|base| base.id.clone());
        let first_id = first_id.unwrap_or_else(|| digest.to_vec());
        let size = self.next;
        let previous = self.base.as_ref().map(|base| base.last_table);
        let Some(id) = id else {
            self.table();
            let reference = |(number, generation): ObjectNumber| format!("{number} {generation} R");
            let hexadecimal = |id: &[u8]| id.iter().map(|b| format!("{b:02x}")).collect::<String>();
            let info = info.map_or(String::new(), |info| format!("/Info {}", reference(info)));
            let previous = previous.unwrap_or(0);
            let trailer = format!(
                "trailer\n<</Size {size}/Root {}{info}/Prev {previous}/ID[<{}><{}>]>>\n",
                reference(catalog),
                hexadecimal(&first_id),
                hexadecimal(&digest),
            );
            self.out.extend(trailer.bytes());
            return self.finish(start, hashed);
        };
        let (wide, table) = self.entries(start);
        let runs = self.runs();
        let is_new = self.base.is_none();
        self.compressed(id, &table, |stream| {
            stream.pair(Name(b"Type"), Name(b"XRef"));
            stream.pair(Name(b"Size"), size);
            stream.insert(Name(b"W")).array().items([1, wide, 2]);
            // PNG's "Up" (7.4.4.4).
            let mut parameters = stream.insert(Name(b"DecodeParms")).dict();
            parameters.pair(Name(b"Predictor"), 12);
            parameters.pair(Name(b"Columns"), wide + 3);
            parameters.finish();
            let mut index = stream.insert(Name(b"Index")).array();
            if is_new {
                index.items([0, 1]);
            }
            for (first, count) in &runs {
                index.items([*first, *count]);
            }
            index.finish();
            for (key, object) in [(Name(b"Root"), Some(catalog)), (Name(b"Info"), info)] {
                if let Some(object) = object {
                    stream.insert(key).primitive(id_of(object));
                }
            }
            if let Some(previous) = previous {
                stream.pair(Name(b"Prev"), previous as i32);
            }
            let mut ids = stream.insert(Name(b"ID")).array();
            ids.item(pdf_writer::Str(&first_id));
            ids.item(pdf_writer::Str(&digest));
        });
        self.finish(start, hashed)
    }

    /// Writes the end mark, and the digest of all bytes before it. `hashed` bytes of the output are in it already.
    fn finish(mut self, start: u64, hashed: usize) -> Vec<u8> {
        self.digest
            .update(self.out.get(hashed..).unwrap_or_default());
        let comment = pdf_comment(self.digest.digest128());
        self.out.extend(comment.bytes());
        self.out
            .extend(format!("startxref\n{start}\n%%EOF\n").bytes());
        self.out
    }

    /// The first numbers of consecutive objects, and how many they are.
    fn runs(&self) -> Vec<(i32, i32)> {
        let mut runs: Vec<(i32, i32)> = Vec::new();
        for number in self.places.keys() {
            match runs.last_mut() {
                Some((first, count)) if *first + *count == *number => *count += 1,
                _ => runs.push((*number, 1)),
            }
        }
        runs
    }

    /// The entries of a cross-reference stream: kind, position, and index or generation. Each is written as its
    /// difference from the one above. Also the number of bytes of a position.
    fn entries(&self, last: u64) -> (i32, Vec<u8>) {
        let largest = last.max(self.next as u64);
        let wide = (8 - largest.leading_zeros() as usize / 8).max(1);
        let mut table = Vec::new();
        let mut above = vec![0; wide + 3];
        let mut entry = |kind: u8, value: u64, rest: u16| {
            let mut own = vec![kind];
            own.extend(value.to_be_bytes().iter().skip(8 - wide));
            own.extend(rest.to_be_bytes());
            table.push(2);
            table.extend(
                own.iter()
                    .zip(&above)
                    .map(|(own, above)| own.wrapping_sub(*above)),
            );
            above = own;
        };
        if self.base.is_none() {
            // The head of the list of free objects (7.5.4).
            entry(0, 0, u16::MAX);
        }
        for place in self.places.values() {
            match *place {
                Place::At(offset, generation) => entry(1, offset, generation as u16),
                Place::In(stream, index) => entry(2, stream.get() as u64, index as u16),
            }
        }
        (wide as i32, table)
    }

    /// Writes a cross-reference table.
    fn table(&mut self) {
        self.out.extend(b"xref\n");
        let mut places = self.places.values();
        let mut lines = String::new();
        for (first, count) in self.runs() {
            lines.push_str(&format!("{first} {count}\n"));
            for place in places.by_ref().take(count as usize) {
                if let Place::At(offset, generation) = place {
                    lines.push_str(&format!("{offset:010} {generation:05} n \n"));
                }
            }
        }
        self.out.extend(lines.bytes());
    }

    /// Appends the only object of a chunk.
    fn append(&mut self, id: Ref, chunk: &Chunk) {
        self.place(id, Place::At(self.offset(), 0));
        self.out.extend_from_slice(chunk.as_bytes());
    }

    fn place(&mut self, id: Ref, place: Place) {
        self.places.insert(id.get(), place);
    }

    /// Writes the waiting objects as an object stream.
    fn pack(&mut self) {
        if self.waiting.is_empty() {
            return;
        }
        let stream = self.reserve();
        let (mut numbers, mut data) = (String::new(), Vec::new());
        for (index, (id, object)) in (0u32..).zip(std::mem::take(&mut self.waiting)) {
            numbers.push_str(&format!("{} {} ", id.get(), data.len()));
            data.extend_from_slice(&object);
            data.push(b'\n');
            self.place(id, Place::In(stream, index));
        }
        let count = numbers.matches(' ').count() as i32 / 2;
        let all = [numbers.as_bytes(), &data].concat();
        self.compressed(stream, &all, |stream| {
            stream.pair(Name(b"Type"), Name(b"ObjStm"));
            stream.pair(Name(b"N"), count);
            stream.pair(Name(b"First"), numbers.len() as i32);
        });
    }
}

/// The id of an object. Readers take any generation in a trailer for the newest object.
pub(super) fn id_of((number, _generation): ObjectNumber) -> Ref {
    Ref::new(number.clamp(1, i32::MAX as u32) as i32)
}

/// The number of an object of this file.
pub(super) fn number(id: Ref) -> ObjectNumber {
    (id.get() as u32, 0)
}

/// A reference in PDF syntax.
pub(super) fn reference(id: Ref) -> Vec<u8> {
    format!("{} 0 R", id.get()).into_bytes()
}

/// A text in hexadecimal UTF-16.
pub(super) fn utf16(text: &str) -> String {
    let units = text.encode_utf16().map(|unit| format!("{unit:04X}"));
    units.collect()
}

pub(super) fn chunk() -> Chunk {
    Chunk::with_settings(Settings { pretty: false })
}

/// The object of a chunk without `1 0 obj` and `endobj`.
fn content(chunk: &Chunk) -> &[u8] {
    let bytes = chunk.as_bytes();
    let start = memchr::memmem::find(bytes, b"obj").map_or(0, |at| at + 3);
    let end = memchr::memmem::rfind(bytes, b"endobj").unwrap_or(bytes.len());
    bytes.get(start..end).unwrap_or_default().trim_ascii()
}

/// An array of references.
pub(super) fn references(objects: &[ObjectNumber]) -> String {
    let objects = objects
        .iter()
        .map(|(number, generation)| format!("{number} {generation} R"));
    format!("[{}]", objects.collect::<Vec<_>>().join(" "))
}

/// The data compressed for `FlateDecode` (7.4.4).
pub(super) fn deflated(data: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::new(9));
    // Writing to memory does not fail.
    let _ = encoder.write_all(data);
    encoder.finish().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdf::{Document, Object, ObjectIdentifier, Source};

    #[test]
    fn objects_are_found_in_streams_and_outside() {
        let mut objects = Objects::new("1.7");
        let [catalog, pages, page, text] = [(); 4].map(|()| objects.reserve());
        objects.add(catalog, |obj| {
            let mut dict = obj.dict();
            dict.pair(Name(b"Type"), Name(b"Catalog"));
            dict.pair(Name(b"Pages"), pages);
        });
        objects.compressed(text, b"q Q", |_| {});
        let mut file = objects.take();
        objects.add(pages, |obj| {
            let mut dict = obj.dict();
            dict.pair(Name(b"Type"), Name(b"Pages"))
                .pair(Name(b"Count"), 1);
            dict.insert(Name(b"Kids")).array().item(page);
        });
        objects.add(page, |obj| {
            let mut dict = obj.dict();
            dict.pair(Name(b"Type"), Name(b"Page"))
                .pair(Name(b"Parent"), pages);
            dict.pair(Name(b"Contents"), text);
            dict.pair(
                Name(b"MediaBox"),
                pdf_writer::Rect::new(0.0, 0.0, 50.0, 60.5),
            );
        });
        let strings: Vec<Ref> = (0..250).map(|_| objects.reserve()).collect();
        for (i, id) in (0..).zip(&strings) {
            objects.add(*id, |obj| obj.primitive(i));
        }
        file.extend(objects.end((catalog.get() as u32, 0), None));
        let (document, warnings) = Document::open(&Source::from(file), "").unwrap();
        assert!(warnings.is_empty(), "{warnings:?}");
        assert_eq!(document.page(0).unwrap().size(), (50.0, 60.5));
        for (i, id) in strings.iter().enumerate() {
            let object = document.object(ObjectIdentifier::new(id.get() as u32, 0));
            let Some(Object::Number(number)) = object else {
                panic!("{i}")
            };
            assert_eq!(number.as_i64(), i as i64);
        }
    }
}
