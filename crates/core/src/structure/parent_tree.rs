//! The parent tree (14.7.4.4), which maps content to its elements. It repeats `K`, and replaces it if `K` is
//! broken.

use std::collections::{HashMap, HashSet};

use crate::pdf::{Array, Dict, Document, Object, ObjectIdentifier, Stream, items, number_tree};

/// Maximum number of objects on pages that are searched for keys.
const MAX_OBJECTS: usize = 4_000_000;

/// An entry of the parent tree.
pub(super) enum Parents {
    /// Of a content stream (its `StructParents`): the elements of its sequences, by MCID.
    Sequences(Vec<Option<ObjectIdentifier>>),
    /// Of an object as a whole (its `StructParent`): its element.
    Object(ObjectIdentifier),
}

/// Reads the tree, in the order of its keys.
pub(super) fn read<'a>(document: &'a Document, root: &Dict<'a>) -> Vec<(i64, Parents)> {
    let entries = number_tree(document, root);
    let mut found: Vec<(i64, Parents)> = entries
        .filter_map(|(key, value)| {
            let parents = match value {
                Object::Array(parents) => {
                    let parents = parents.raw_iter();
                    let parents = parents.map(|p| p.as_obj_ref().map(Into::into));
                    Parents::Sequences(parents.collect())
                }
                Object::Dict(element) => Parents::Object(element.obj_id()?),
                _ => return None,
            };
            Some((key, parents))
        })
        .collect();
    found.sort_by_key(|(key, _)| *key);
    found
}

/// The indices of pages by their keys.
pub(super) fn pages(document: &Document) -> HashMap<i64, u32> {
    let mut found = HashMap::new();
    for index in 0..document.page_count() as u32 {
        if let Some(page) = document.page(index)
            && let Some(key) = page.dict().get::<i32>("StructParents")
        {
            found.entry(i64::from(key)).or_insert(index);
        }
    }
    found
}

/// An object on a page that has a key of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holder {
    /// A form XObject whose sequences have elements.
    Form { page: u32, form: u32 },
    /// An annotation, a form or an image that has an element as a whole.
    Object { page: u32, object: ObjectIdentifier },
}

/// The form XObjects, images and annotations with keys. One on several pages counts for the first: "a form
/// XObject … shall not be painted more than once" if its sequences have elements (14.7.4.2).
pub(super) fn holders(document: &Document) -> HashMap<i64, Holder> {
    let mut found = HashMap::new();
    let mut seen: HashSet<ObjectIdentifier> = HashSet::new();
    for index in 0..document.page_count() as u32 {
        let Some(page) = document.page(index) else {
            continue;
        };
        if let Some(annotations) = page.dict().get::<Array<'_>>("Annots") {
            for annotation in items(&annotations).filter_map(Object::into_dict) {
                if let Some(object) = annotation.obj_id() {
                    take_down(&annotation, index, object, &mut found);
                }
            }
        }
        let mut todo = vec![page.resources().x_objects.clone()];
        while let Some(x_objects) = todo.pop() {
            for name in x_objects.keys() {
                let Some(stream) = x_objects.get::<Stream<'_>>(name.as_ref()) else {
                    continue;
                };
                let id = stream.obj_id();
                if seen.len() >= MAX_OBJECTS || !seen.insert(id) {
                    continue;
                }
                let dict = stream.dict();
                take_down(dict, index, id, &mut found);
                let resources = dict.get::<Dict<'_>>("Resources");
                todo.extend(resources.and_then(|r| r.get::<Dict<'_>>("XObject")));
            }
        }
    }
    found
}

fn take_down(
    dict: &Dict<'_>,
    page: u32,
    object: ObjectIdentifier,
    found: &mut HashMap<i64, Holder>,
) {
    if let Some(key) = dict.get::<i32>("StructParents") {
        let form = object.obj_number;
        let holder = Holder::Form { page, form };
        found.entry(i64::from(key)).or_insert(holder);
    }
    if let Some(key) = dict.get::<i32>("StructParent") {
        let holder = Holder::Object { page, object };
        found.entry(i64::from(key)).or_insert(holder);
    }
}
