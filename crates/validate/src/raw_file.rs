//! Finds the objects, cross-reference tables and trailers in the bytes of the file.

use std::collections::HashMap;

use memchr::memmem;

use super::lexical::{self, Atom, Header, ObjectSpan, Visitor, XrefSpan};
use pdfa2hocr_core::budget::Budget;
use pdfa2hocr_core::compact_sort::CompactSort;
use pdfa2hocr_core::diagnostics::Warnings;
use pdfa2hocr_core::pdf::{
    Dict, Document, FromBytes, Name, Object, ObjectIdentifier, Stream, items, stream,
};

/// The objects, cross-reference tables and trailers of a file.
pub(super) struct RawFile<'b> {
    pub bytes: &'b [u8],
    pub header: Header,
    pub objects: Vec<ObjectSpan>,
    pub xrefs: Vec<XrefSpan>,
    /// Trailer dictionaries and those of cross-reference streams, in file order.
    pub trailers: Vec<Dict<'b>>,
    trailer_offsets: Vec<usize>,
    /// The file has cross-reference streams.
    pub has_xref_streams: bool,
    /// Indices of the objects that are in use.
    live: Vec<usize>,
}

impl<'b> RawFile<'b> {
    pub(super) fn read(bytes: &'b [u8], document: &Document) -> Self {
        let mut reader = RawFileReader {
            document,
            objects: Vec::new(),
            xrefs: Vec::new(),
            trailers: Vec::new(),
        };
        lexical::read(bytes, &mut reader);
        let span = |(from, to): (usize, usize)| bytes.get(from..to).unwrap_or_default();
        let mut trailers: Vec<(usize, Dict<'b>)> = reader
            .trailers
            .iter()
            .filter_map(|&s| Some((s.0, Dict::from_bytes(span(s))?)))
            .collect();
        let mut has_xref_streams = false;
        for object in reader.objects.iter().filter(|o| o.stream.is_some()) {
            let body = span(object.body);
            if memmem::find(body, b"/XRef").is_some()
                && let Some(dict) = Dict::from_bytes(body)
                && dict.get::<Name<'_>>("Type").as_deref() == Some(b"XRef")
            {
                has_xref_streams = true;
                trailers.push((object.offset, dict));
            }
        }
        trailers.compact_sort_by_key(|(offset, _)| *offset);
        let last: HashMap<u32, usize> = reader
            .objects
            .iter()
            .enumerate()
            .map(|(at, o)| (o.number, at))
            .collect();
        let mut live: Vec<usize> = last.into_values().collect();
        live.sort_unstable();
        live.retain(|&at| {
            reader.objects.get(at).is_some_and(|o| {
                let is_empty = o.body.0 == o.body.1;
                is_empty
                    || document
                        .object(ObjectIdentifier::new(o.number, o.generation))
                        .is_some()
            })
        });
        Self {
            bytes,
            header: lexical::header(bytes),
            objects: reader.objects,
            xrefs: reader.xrefs,
            trailer_offsets: trailers.iter().map(|(offset, _)| *offset).collect(),
            trailers: trailers.into_iter().map(|(_, dict)| dict).collect(),
            has_xref_streams,
            live,
        }
    }

    /// The objects in use: neither free nor replaced by a later revision.
    pub(super) fn live(&self) -> impl Iterator<Item = &ObjectSpan> {
        self.live.iter().filter_map(|&at| self.objects.get(at))
    }

    /// Whether the first object marks the file as linearized, with the length that the file has (annex F).
    pub(super) fn is_linearized(&self) -> bool {
        let first = self.objects.first();
        let dict = first.and_then(|o| Dict::from_bytes(self.bytes.get(o.body.0..o.body.1)?));
        dict.is_some_and(|d| {
            d.contains_key("Linearized")
                && d.get::<f64>("L")
                    .is_some_and(|length| length == self.bytes.len() as f64)
        })
    }

    /// The trailer in force: that of the table at the last `startxref` (7.5.5), or else the last one.
    pub(super) fn trailer(&self) -> Option<&Dict<'b>> {
        let start = lexical::last_startxref(self.bytes).offset();
        let start = start.and_then(|at| self.in_file(at));
        let at = start.and_then(|start| self.trailer_offsets.iter().position(|&o| o >= start));
        at.and_then(|at| self.trailers.get(at))
            .or(self.trailers.last())
    }

    /// Whether a cross-reference table or stream begins at this offset from the header, after optional white
    /// space.
    pub(super) fn has_xref_at(&self, at: usize) -> bool {
        let Some(start) = self.in_file(at) else {
            return false;
        };
        let rest = self.bytes.get(start..).unwrap_or_default();
        let space = rest.iter().take_while(|b| b.is_ascii_whitespace()).count();
        rest.get(space..)
            .is_some_and(|rest| rest.starts_with(b"xref"))
            || self.trailer_offsets.contains(&(start + space))
    }

    /// Converts an offset from the header to an offset in the file.
    fn in_file(&self, at: usize) -> Option<usize> {
        Some(at.saturating_add(self.header.offset?))
    }

    /// Reports the atoms of all live objects, including those in object streams. Offsets of the latter are
    /// those of the object stream.
    pub(super) fn atoms(
        &self,
        document: &Document,
        budget: &Budget,
        report: &mut dyn FnMut(Atom<'_>, usize),
    ) {
        let mut reporter = Reporter {
            report,
            base: Some(0),
        };
        for object in self.live() {
            let (from, to) = object.body;
            reporter.base = Some(from);
            lexical::read_object(self.bytes.get(from..to).unwrap_or_default(), &mut reporter);
            if object.stream.is_some() {
                let id = ObjectIdentifier::new(object.number, object.generation);
                if let Some(Object::Stream(stream)) = document.object(id)
                    && stream.dict().get::<Name<'_>>("Type").as_deref() == Some(b"ObjStm")
                {
                    reporter.base = None;
                    members(&stream, budget, object.offset, &mut reporter);
                }
            }
        }
    }
}

/// Reports the atoms of the objects in an object stream (7.5.7).
fn members(objects: &Stream<'_>, budget: &Budget, offset: usize, reporter: &mut Reporter<'_>) {
    let data = stream::decode(objects, budget, &mut Warnings::new());
    let Some(first) = objects.dict().get::<u32>("First").map(|f| f as usize) else {
        return;
    };
    let head = data.get(..first).unwrap_or_default();
    let numbers: Vec<usize> = head
        .split(|b| b.is_ascii_whitespace())
        .filter_map(|w| std::str::from_utf8(w).ok()?.parse().ok())
        .collect();
    // Each object is read up to the next offset, so that no bytes are read twice.
    let starts = numbers.chunks_exact(2).filter_map(|pair| pair.get(1));
    let mut starts: Vec<usize> = starts.filter_map(|&o| first.checked_add(o)).collect();
    starts.sort_unstable();
    starts.dedup();
    let ends = starts.iter().skip(1).copied().chain([data.len()]);
    for (&start, end) in starts.iter().zip(ends) {
        let end = end.min(data.len());
        if let Some(body) = data.get(start..end) {
            let mut inner = Reporter {
                report: &mut |atom, _| (reporter.report)(atom, offset),
                base: None,
            };
            lexical::read_object(body, &mut inner);
        }
    }
}

/// Reports the atoms of one object.
pub(super) fn each_atom(object: &[u8], report: &mut dyn FnMut(Atom<'_>)) {
    let mut reporter = Reporter {
        report: &mut |atom, _| report(atom),
        base: None,
    };
    lexical::read_object(object, &mut reporter);
}

/// Forwards atoms with offsets in the file.
struct Reporter<'t> {
    report: &'t mut dyn FnMut(Atom<'_>, usize),
    base: Option<usize>,
}

impl Visitor for Reporter<'_> {
    fn atom(&mut self, atom: Atom<'_>, offset: usize) {
        (self.report)(atom, self.base.unwrap_or_default() + offset);
    }
}

/// Collects everything except atoms.
struct RawFileReader<'d> {
    document: &'d Document,
    objects: Vec<ObjectSpan>,
    xrefs: Vec<XrefSpan>,
    trailers: Vec<(usize, usize)>,
}

impl Visitor for RawFileReader<'_> {
    fn object(&mut self, object: ObjectSpan) {
        self.objects.push(object);
    }

    fn xref(&mut self, xref: XrefSpan) {
        self.xrefs.push(xref);
    }

    fn trailer(&mut self, span: (usize, usize)) {
        self.trailers.push(span);
    }

    fn length(&self, number: u32, generation: i32) -> Option<u64> {
        let object = self
            .document
            .object(ObjectIdentifier::new(number, generation))?;
        u64::try_from(object.into_number()?.as_i64()).ok()
    }
}

/// `/ID` of a trailer: both strings as bytes.
pub(super) fn file_id(trailer: &Dict<'_>) -> Option<Vec<Vec<u8>>> {
    let Some(Object::Array(array)) = trailer.get::<Object<'_>>("ID") else {
        return None;
    };
    Some(
        items(&array)
            .filter_map(Object::into_string)
            .map(|s| s.as_bytes().to_vec())
            .collect(),
    )
}
