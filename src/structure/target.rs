//! Where links lead (12.3.2, 12.6.4).

use std::borrow::Cow;
use std::collections::HashMap;

use crate::address::allowed;
use crate::pdf::{Destinations, Dict, Document, Name, StringObject};

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

    /// Where an annotation leads: an address, or `#page_5` inside the document.
    pub(super) fn of(&self, annotation: &Dict<'a>, pages: &HashMap<u32, u32>) -> Option<String> {
        let action = annotation.get::<Dict<'a>>("A");
        if let Some(action) = action
            && action.get::<Name<'a>>("S").as_deref() == Some(b"URI")
        {
            let uri = action.get::<StringObject<'a>>("URI")?;
            return allowed(&String::from_utf8_lossy(&uri)).map(Cow::into_owned);
        }
        let page = self.destinations.of(annotation, pages)?.page;
        Some(format!("#page_{}", u64::from(page) + 1))
    }
}
