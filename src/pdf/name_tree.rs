//! Name trees (7.9.6).

use std::collections::HashSet;

use super::{Array, Dict, Document, Object, ObjectIdentifier, items, text_string};

/// Nodes of a tree that are read; one with more goes in a circle.
const MOST_NODES: usize = 200_000;

/// The entries of a name tree in the tree's order, their names as text.
pub fn name_tree<'a>(document: &'a Document, root: &Dict<'a>) -> Vec<(String, Object<'a>)> {
    let mut found = Vec::new();
    let mut seen: HashSet<ObjectIdentifier> = HashSet::new();
    let mut todo = vec![root.clone()];
    for _ in 0..MOST_NODES {
        let Some(node) = todo.pop() else { break };
        if let Some(names) = node.get::<Array<'a>>("Names") {
            let mut pairs = items(&names);
            while let (Some(key), Some(value)) = (pairs.next(), pairs.next()) {
                if let Some(key) = key.into_string() {
                    found.push((text_string(&key), value));
                }
            }
        }
        if let Some(kids) = node.get::<Array<'a>>("Kids") {
            let mut fresh = Vec::new();
            for kid in kids.raw_iter() {
                let new = kid.as_obj_ref().is_none_or(|r| seen.insert(r.into()));
                if new && let Some(dict) = document.resolve(kid).and_then(Object::into_dict) {
                    fresh.push(dict);
                }
            }
            todo.extend(fresh.into_iter().rev());
        }
    }
    found
}
