//! Writes the objects of a file whose cross-reference table cannot be read as a new file. Objects keep their numbers.

use std::collections::{BTreeMap, BTreeSet};

use super::number;
use crate::page::{ObjectNumber, dictionary};
use crate::pdf::syntax::{self, entries};
use crate::pdf::{Dict, Document, FromBytes, MaybeRef, Object, ObjectIdentifier};

/// A file with all objects that the catalog reaches, and the offset of its cross-reference table.
pub(super) fn rebuild(document: &Document) -> (Vec<u8>, usize) {
    let mut out = format!("%PDF-{}\n%\u{e4}\u{f6}\u{fc}\u{df}\n", document.version()).into_bytes();
    let trailer = document.trailer();
    let trailer = Dict::from_bytes(&trailer).unwrap_or_default();
    let mut todo = vec![number(document.root())];
    let info = trailer
        .get_ref("Info")
        .map(|info| (info.obj_number, info.gen_number));
    todo.extend(info);
    let mut offsets: BTreeMap<ObjectNumber, usize> = BTreeMap::new();
    let mut missing: BTreeSet<ObjectNumber> = BTreeSet::new();
    while let Some(id) = todo.pop() {
        if offsets.contains_key(&id) || missing.contains(&id) {
            continue;
        }
        offsets.insert(id, out.len());
        let object = document.object(ObjectIdentifier::new(id.0, id.1));
        // A missing object is null, and need not be written (7.3.10).
        let Some(object) = object else {
            offsets.remove(&id);
            missing.insert(id);
            continue;
        };
        out.extend(format!("{} {} obj\n", id.0, id.1).bytes());
        let stream = match &object {
            Object::Stream(stream) => Some(stream.clone()),
            _ => None,
        };
        match stream {
            Some(stream) => {
                let data = stream.raw_data();
                let mut entries = entries(stream.dict(), &["Length"]);
                entries.push((b"Length".to_vec(), data.len().to_string().into_bytes()));
                out.extend(dictionary(&entries));
                out.extend(b"\nstream\n");
                out.extend(data.as_ref());
                out.extend(b"\nendstream");
                syntax::references(&Object::Dict(stream.dict().clone()), &mut todo);
            }
            None => {
                syntax::references(&object, &mut todo);
                syntax::write(&MaybeRef::NotRef(object), &mut out);
            }
        }
        out.extend(b"\nendobj\n");
    }
    let table = out.len();
    out.extend(b"xref\n0 1\n0000000000 65535 f \n");
    for ((number, generation), offset) in &offsets {
        out.extend(format!("{number} 1\n{offset:010} {generation:05} n \n").bytes());
    }
    let size = offsets
        .keys()
        .last()
        .map_or(1, |(number, _)| number.saturating_add(1));
    let root = document.root();
    let root = format!("{} {} R", root.obj_number, root.gen_number);
    let info = info.map_or(String::new(), |(number, generation)| {
        format!("/Info {number} {generation} R")
    });
    out.extend(
        format!("trailer\n<</Size {size}/Root {root}{info}>>\nstartxref\n{table}\n%%EOF\n").bytes(),
    );
    (out, table)
}
