//! Name trees and number trees (7.9.6, 7.9.7), which differ only in their keys: reads their entries in order.

use std::collections::HashSet;

use super::{Array, Dict, Document, Object, ObjectIdentifier, StringObject, items};

/// Maximum number of nodes read from a tree; the limit ends cycles.
const MAX_NODES: usize = 200_000;

/// Maximum number of entries read, because nodes may share them.
const MAX_ENTRIES: usize = 1_000_000;

/// The entries of a name tree, in the tree's order.
pub fn name_tree<'a>(
    document: &'a Document,
    root: &Dict<'a>,
) -> impl Iterator<Item = (StringObject<'a>, Object<'a>)> + use<'a> {
    let entries = entries(document, root, "Names");
    entries.filter_map(|(key, value)| Some((key.into_string()?, value)))
}

/// The entries of a number tree, in the tree's order.
pub fn number_tree<'a>(
    document: &'a Document,
    root: &Dict<'a>,
) -> impl Iterator<Item = (i64, Object<'a>)> + use<'a> {
    let entries = entries(document, root, "Nums");
    entries.filter_map(|(key, value)| Some((key.into_number()?.as_i64(), value)))
}

/// The keys and values of the leaves.
fn entries<'a>(
    document: &'a Document,
    root: &Dict<'a>,
    leaf: &'static str,
) -> impl Iterator<Item = (Object<'a>, Object<'a>)> + use<'a> {
    let pairs = nodes(document, root).filter_map(move |node| node.get::<Array<'a>>(leaf));
    let pairs = pairs.flat_map(|pairs| {
        let mut pairs = items(&pairs);
        std::iter::from_fn(move || Some((pairs.next()?, pairs.next()?)))
    });
    pairs.take(MAX_ENTRIES)
}

/// The nodes of a tree, parents before children.
fn nodes<'a>(document: &'a Document, root: &Dict<'a>) -> impl Iterator<Item = Dict<'a>> + use<'a> {
    let mut seen: HashSet<ObjectIdentifier> = HashSet::new();
    let mut todo = vec![root.clone()];
    let next = move || {
        let node = todo.pop()?;
        let before = todo.len();
        for kid in node
            .get::<Array<'a>>("Kids")
            .iter()
            .flat_map(Array::raw_iter)
        {
            let fresh = kid.as_obj_ref().is_none_or(|r| seen.insert(r.into()));
            if fresh && let Some(kid) = document.resolve(kid).and_then(Object::into_dict) {
                todo.push(kid);
            }
        }
        // The stack is popped from its end, so the first kid must be last.
        if let Some(kids) = todo.get_mut(before..) {
            kids.reverse();
        }
        Some(node)
    };
    std::iter::from_fn(next).take(MAX_NODES)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdf::{FromBytes, Source};

    #[test]
    fn entries_come_in_the_order_of_the_tree() {
        let file = b"%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n\
            2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n\
            3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\n\
            trailer<</Root 1 0 R/Size 4>>";
        let (document, _) = Document::open(&Source::from(file.to_vec()), "").unwrap();
        let tree = b"<</Kids[<</Nums[0/A 1/B]>><</Kids[<</Nums[2/C]>>]/Nums[3/D 4]>>]>>";
        let root = Dict::from_bytes(tree).unwrap();
        let keys: Vec<i64> = number_tree(&document, &root).map(|(key, _)| key).collect();
        assert_eq!(keys, [0, 1, 3, 2]);
        assert_eq!(name_tree(&document, &root).count(), 0);
    }
}
