//! The parent tree (14.7.4.4): from marked content to the elements it belongs to. It says over
//! again what `K` says, and stands in where `K` is broken.

use std::collections::HashSet;

use crate::pdf::{Array, Dict, Document, Object, ObjectIdentifier, items};

/// Nodes of a number tree that are read; one with more goes in a circle.
const MOST_NODES: usize = 200_000;

/// For a page (its `StructParents`) the elements of its marked-content sequences, by MCID.
pub(super) type Parents = Vec<(i64, Vec<Option<ObjectIdentifier>>)>;

/// Reads the tree; single elements, which are the parents of whole objects, are left out.
pub(super) fn read<'a>(document: &'a Document, root: &Dict<'a>) -> Parents {
    let mut found = Vec::new();
    let mut seen: HashSet<ObjectIdentifier> = HashSet::new();
    let mut todo = vec![root.clone()];
    for _ in 0..MOST_NODES {
        let Some(node) = todo.pop() else { break };
        if let Some(numbers) = node.get::<Array<'a>>("Nums") {
            let mut pairs = items(&numbers);
            while let (Some(key), Some(value)) = (pairs.next(), pairs.next()) {
                if let (Some(key), Object::Array(parents)) = (key.into_number(), value) {
                    let parents = parents
                        .raw_iter()
                        .map(|p| p.as_obj_ref().map(Into::into))
                        .collect();
                    found.push((key.as_i64(), parents));
                }
            }
        }
        if let Some(kids) = node.get::<Array<'a>>("Kids") {
            for kid in kids.raw_iter() {
                let fresh = kid.as_obj_ref().is_none_or(|r| seen.insert(r.into()));
                if fresh && let Some(dict) = document.resolve(kid).and_then(Object::into_dict) {
                    todo.push(dict);
                }
            }
        }
    }
    found
}
