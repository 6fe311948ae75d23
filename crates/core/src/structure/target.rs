//! Targets of links (12.3.2, 12.6.4): reads link annotations into addresses and element references.

use std::borrow::Cow;
use std::collections::HashMap;

use super::references::Reference;
use crate::address::allowed;
use crate::page_number::PageNumber;
use crate::pdf::{
    Array, Destinations, Dict, Document, MaybeRef, Name, Object, StringObject, text_string,
};

/// The target of a link.
pub(super) enum Target {
    /// An address, or `#page_5` inside the document.
    Address(String),
    /// An element, and its page if the link also gives it.
    Element(Reference, Option<String>),
}

/// Finds the targets of link annotations.
pub(super) struct Targets<'a> {
    destinations: Destinations<'a>,
}

impl<'a> Targets<'a> {
    pub(super) fn new(document: &'a Document) -> Self {
        Self {
            destinations: Destinations::new(document),
        }
    }

    /// The target of an annotation.
    pub(super) fn of(&self, annotation: &Dict<'a>, pages: &HashMap<u32, u32>) -> Option<Target> {
        let action = annotation.get::<Dict<'a>>("A");
        if let Some(action) = &action
            && action.get::<Name<'a>>("S").as_deref() == Some(b"URI")
        {
            let uri = action.get::<StringObject<'a>>("URI")?;
            let address = allowed(&String::from_utf8_lossy(&uri)).map(Cow::into_owned);
            return address.map(Target::Address);
        }
        let page = self.destinations.of(annotation, pages);
        let page = page.map(|place| format!("#page_{}", PageNumber::of(place.page)));
        match action.and_then(|action| structure_destination(&action)) {
            Some(element) => Some(Target::Element(element, page)),
            None => page.map(Target::Address),
        }
    }
}

/// `SD` of an action (ISO 32000-2, 12.3.2.3 and table 202): an array that begins with an element or the `ID`
/// of one.
fn structure_destination(action: &Dict<'_>) -> Option<Reference> {
    let place = action.get::<Array<'_>>("SD")?;
    match place.raw_iter().next()? {
        MaybeRef::Ref(element) => Some(Reference::Object(element.into())),
        MaybeRef::NotRef(Object::String(id)) => Some(Reference::Id(text_string(&id))),
        MaybeRef::NotRef(_) => None,
    }
}
