//! Reads indirect objects within a budget. An object is parsed at each access, so many references to a large
//! object would take quadratic time. Therefore each access counts.

use std::cell::RefCell;
use std::collections::HashMap;

use super::{Array, Dict, Document, MaybeRef, Object, ObjectIdentifier, text_string};
use crate::budget::Budget;

/// Reads indirect entries and items. Returns nothing when the budget is used up.
pub struct References<'d> {
    pub document: &'d Document,
    budget: &'d Budget,
    /// The results of [`References::has`] by object: whether it exists.
    present: RefCell<HashMap<ObjectIdentifier, bool>>,
}

impl<'d> References<'d> {
    pub fn new(document: &'d Document, budget: &'d Budget) -> Self {
        Self {
            document,
            budget,
            present: RefCell::default(),
        }
    }

    /// Takes bytes from the budget; `false` if too few are left.
    pub fn take(&self, bytes: usize) -> bool {
        !self.budget.is_cut() && self.budget.try_take(bytes)
    }

    /// Whether an entry exists. Null, or a reference to a missing object, is equivalent to no entry (7.3.7).
    pub fn has(&self, dict: &Dict<'_>, key: &str) -> bool {
        let has = || !matches!(dict.get::<Object<'_>>(key), None | Some(Object::Null(_)));
        let Some(id) = dict.get_ref(key) else {
            return has();
        };
        let id = ObjectIdentifier::from(id);
        // An object that is being read cannot be read again for a reference to itself.
        if dict.obj_id() == Some(id) {
            return true;
        }
        *self.present.borrow_mut().entry(id).or_insert_with(has)
    }

    /// Reads an indirect object.
    pub fn object(&self, id: ObjectIdentifier) -> Option<Object<'d>> {
        if self.budget.is_cut() {
            return None;
        }
        let object = self.document.object(id)?;
        self.take(size(&object)).then_some(object)
    }

    /// Reads an item of an array.
    pub fn resolve(&self, item: MaybeRef<Object<'d>>) -> Option<Object<'d>> {
        match item {
            MaybeRef::Ref(reference) => self.object(reference.into()),
            MaybeRef::NotRef(object) => Some(object),
        }
    }

    /// Reads an entry of a dictionary.
    pub fn read<'a>(&self, dict: &Dict<'a>, key: &str) -> Option<Object<'a>> {
        if dict.get_ref(key).is_none() {
            return dict.get::<Object<'a>>(key);
        }
        if self.budget.is_cut() {
            return None;
        }
        self.read_again(dict, key)
    }

    /// Reads an entry of a dictionary that many objects share, so that direct values use the budget too.
    pub(crate) fn read_again<'a>(
        &self,
        dict: &Dict<'a>,
        key: impl AsRef<[u8]>,
    ) -> Option<Object<'a>> {
        let object = dict.get::<Object<'a>>(key)?;
        self.take(size(&object)).then_some(object)
    }

    /// Reads a text string (ISO 32000-1, 7.9.2.2).
    pub fn text(&self, dict: &Dict<'_>, key: &str) -> Option<String> {
        Some(text_string(&self.read(dict, key)?.into_string()?))
    }

    /// The items of an array, without references to missing objects.
    pub fn items(&self, array: &Array<'d>) -> impl Iterator<Item = Object<'d>> {
        array.raw_iter().filter_map(|item| self.resolve(item))
    }
}

/// The bytes parsed to read an object, without a stream's data.
fn size(object: &Object<'_>) -> usize {
    match object {
        Object::Dict(dict) => dict.data().len(),
        Object::Stream(stream) => stream.dict().data().len(),
        Object::Array(array) => array.data().len(),
        Object::String(string) => string.as_bytes().len(),
        Object::Name(name) => name.len(),
        Object::Null(_) | Object::Boolean(_) | Object::Number(_) => 0,
    }
}
