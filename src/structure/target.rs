//! Where links lead (12.3.2, 12.6.4).

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::HashMap;

use crate::address::allowed;
use crate::pdf::{Array, Dict, Document, MaybeRef, Name, Object, StringObject, name_tree};

/// Finds the targets of link annotations.
pub(super) struct Targets<'a> {
    document: &'a Document,
    /// Pages of named destinations, read when the first is asked for.
    names: OnceCell<HashMap<Vec<u8>, u32>>,
}

impl<'a> Targets<'a> {
    pub(super) fn new(document: &'a Document) -> Self {
        Self {
            document,
            names: OnceCell::new(),
        }
    }

    /// Where an annotation leads: an address, or `#page_5` inside the document.
    pub(super) fn of(&self, annotation: &Dict<'a>, pages: &HashMap<u32, u32>) -> Option<String> {
        let page = match annotation.get::<Dict<'a>>("A") {
            None => self.page(annotation.get::<Object<'a>>("Dest")?, pages)?,
            Some(action) => match action.get::<Name<'a>>("S").as_deref()? {
                b"URI" => {
                    let uri = action.get::<StringObject<'a>>("URI")?;
                    return allowed(&String::from_utf8_lossy(&uri)).map(Cow::into_owned);
                }
                b"GoTo" => self.page(action.get::<Object<'a>>("D")?, pages)?,
                _ => return None,
            },
        };
        Some(format!("#page_{}", u64::from(page) + 1))
    }

    /// The page of a destination: explicit, or named (12.3.2.3).
    fn page(&self, destination: Object<'a>, pages: &HashMap<u32, u32>) -> Option<u32> {
        match destination {
            Object::Array(explicit) => explicit_page(&explicit, pages),
            Object::Name(name) => self.named(&name, pages),
            Object::String(name) => self.named(&name, pages),
            _ => None,
        }
    }

    fn named(&self, name: &[u8], pages: &HashMap<u32, u32>) -> Option<u32> {
        let names = self.names.get_or_init(|| self.read_names(pages));
        names.get(name).copied()
    }

    fn read_names(&self, pages: &HashMap<u32, u32>) -> HashMap<Vec<u8>, u32> {
        let mut found = HashMap::new();
        let Some(catalog) = self.document.catalog() else {
            return found;
        };
        let page = |destination: Object<'_>| match destination {
            Object::Array(explicit) => explicit_page(&explicit, pages),
            Object::Dict(dict) => explicit_page(&dict.get::<Array<'_>>("D")?, pages),
            _ => None,
        };
        // PDF 1.1 had a dictionary, later versions have a name tree.
        if let Some(dests) = catalog.get::<Dict<'_>>("Dests") {
            for name in dests.keys() {
                if let Some(page) = dests.get::<Object<'_>>(name.as_ref()).and_then(page) {
                    found.insert(name.to_vec(), page);
                }
            }
        }
        let names = catalog.get::<Dict<'_>>("Names");
        let tree = names.and_then(|n| n.get::<Dict<'_>>("Dests"));
        let entries = tree.map(|tree| name_tree(self.document, &tree));
        for (name, destination) in entries.into_iter().flatten() {
            if let Some(page) = page(destination) {
                found.insert(name.to_vec(), page);
            }
        }
        found
    }
}

fn explicit_page(explicit: &Array<'_>, pages: &HashMap<u32, u32>) -> Option<u32> {
    match explicit.raw_iter().next()? {
        MaybeRef::Ref(page) => pages.get(&page.obj_number).copied(),
        // Destinations in other files have the page's index instead.
        MaybeRef::NotRef(_) => None,
    }
}
