//! Number trees (7.9.7).

use std::collections::HashSet;

use super::{Array, Dict, Document, Object, ObjectIdentifier, items};

/// Nodes of a tree that are read; one with more goes in a circle.
const MOST_NODES: usize = 200_000;

/// The entries of a number tree, in no particular order.
pub fn number_tree<'a>(document: &'a Document, root: &Dict<'a>) -> Vec<(i64, Object<'a>)> {
    let mut found = Vec::new();
    let mut seen: HashSet<ObjectIdentifier> = HashSet::new();
    let mut todo = vec![root.clone()];
    for _ in 0..MOST_NODES {
        let Some(node) = todo.pop() else { break };
        if let Some(numbers) = node.get::<Array<'a>>("Nums") {
            let mut pairs = items(&numbers);
            while let (Some(key), Some(value)) = (pairs.next(), pairs.next()) {
                if let Some(key) = key.into_number() {
                    found.push((key.as_i64(), value));
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
