//! The parent tree (14.7.4.4): from marked content to the elements it belongs to. It says over
//! again what `K` says, and stands in where `K` is broken.

use crate::pdf::{Dict, Document, Object, ObjectIdentifier, number_tree};

/// For a page (its `StructParents`) the elements of its marked-content sequences, by MCID.
pub(super) type Parents = Vec<(i64, Vec<Option<ObjectIdentifier>>)>;

/// Reads the tree; single elements, which are the parents of whole objects, are left out.
pub(super) fn read<'a>(document: &'a Document, root: &Dict<'a>) -> Parents {
    let entries = number_tree(document, root).into_iter();
    entries
        .filter_map(|(key, value)| {
            let Object::Array(parents) = value else {
                return None;
            };
            let parents = parents.raw_iter();
            let parents = parents.map(|p| p.as_obj_ref().map(Into::into)).collect();
            Some((key, parents))
        })
        .collect()
}
