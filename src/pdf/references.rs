//! Objects that any number of others may refer to. The reader parses an object each time that it is asked for,
//! so a file with many references to a large object would take the square of its size: each time counts
//! against a budget.

#[cfg(feature = "validate")]
use std::cell::RefCell;
#[cfg(feature = "validate")]
use std::collections::HashMap;

use super::{Array, Dict, Document, MaybeRef, Object, ObjectIdentifier, text_string};
use crate::budget::Budget;

/// Reads what entries and items refer to. Nothing more is found when the budget is used up.
pub(crate) struct References<'d> {
    pub(crate) document: &'d Document,
    budget: &'d Budget,
    /// The objects that were asked for with [`References::has`], and whether there is one.
    #[cfg(feature = "validate")]
    present: RefCell<HashMap<ObjectIdentifier, bool>>,
}

impl<'d> References<'d> {
    pub(crate) fn new(document: &'d Document, budget: &'d Budget) -> Self {
        Self {
            document,
            budget,
            #[cfg(feature = "validate")]
            present: RefCell::default(),
        }
    }

    /// Takes bytes of the budget; `false` if there are not as many.
    pub(crate) fn take(&self, bytes: usize) -> bool {
        !self.budget.is_cut() && self.budget.try_take(bytes)
    }

    /// There is an entry; one that is null, or refers to what is not there, is none (7.3.7).
    #[cfg(feature = "validate")]
    pub(crate) fn has(&self, dict: &Dict<'_>, key: &str) -> bool {
        let has = || !matches!(dict.get::<Object<'_>>(key), None | Some(Object::Null(_)));
        let Some(id) = dict.get_ref(key) else {
            return has();
        };
        *self
            .present
            .borrow_mut()
            .entry(id.into())
            .or_insert_with(has)
    }

    /// An indirect object.
    pub(crate) fn object(&self, id: ObjectIdentifier) -> Option<Object<'d>> {
        if self.budget.is_cut() {
            return None;
        }
        let object = self.document.object(id)?;
        self.take(size(&object)).then_some(object)
    }

    /// An item of an array.
    pub(crate) fn resolve(&self, item: MaybeRef<Object<'d>>) -> Option<Object<'d>> {
        match item {
            MaybeRef::Ref(reference) => self.object(reference.into()),
            MaybeRef::NotRef(object) => Some(object),
        }
    }

    /// An entry of a dictionary.
    pub(crate) fn read<'a>(&self, dict: &Dict<'a>, key: &str) -> Option<Object<'a>> {
        if dict.get_ref(key).is_none() {
            return dict.get::<Object<'a>>(key);
        }
        if self.budget.is_cut() {
            return None;
        }
        self.read_again(dict, key)
    }

    /// An entry of a dictionary that others use as well.
    pub(crate) fn read_again<'a>(
        &self,
        dict: &Dict<'a>,
        key: impl AsRef<[u8]>,
    ) -> Option<Object<'a>> {
        let object = dict.get::<Object<'a>>(key)?;
        self.take(size(&object)).then_some(object)
    }

    /// A text string (ISO 32000-1, 7.9.2.2).
    pub(crate) fn text(&self, dict: &Dict<'_>, key: &str) -> Option<String> {
        Some(text_string(&self.read(dict, key)?.into_string()?))
    }

    /// The items of an array, without those that lead nowhere.
    pub(crate) fn items(&self, array: &Array<'d>) -> impl Iterator<Item = Object<'d>> {
        array.raw_iter().filter_map(|item| self.resolve(item))
    }
}

/// The bytes that were looked at to read an object, except for those of a stream's data.
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
