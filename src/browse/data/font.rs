//! The fonts of a page, to which other lists refer by index.

use std::collections::HashMap;
use std::ptr;
use std::sync::Arc;

use serde::Serialize;

use super::view::View;
use crate::web::bbox::object_key;
use pdfa2hocr_core::page::{Content, FontFacts};

/// A font, with the properties that the browser needs to imitate it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(in crate::browse) struct Font {
    name: String,
    /// The key of its object, if it has one.
    key: Option<String>,
    family: String,
    bold: bool,
    italic: bool,
    serif: bool,
    monospace: bool,
}

impl Font {
    pub(super) fn new(view: &View, facts: &FontFacts) -> Self {
        // A font without an object of its own names the object that contains it.
        let object = facts.object.filter(|object| view.is_font(*object));
        Self {
            name: facts.name.clone(),
            key: object.map(object_key),
            family: facts.family.clone(),
            bold: facts.bold,
            italic: facts.italic,
            serif: facts.serif,
            monospace: facts.monospace,
        }
    }
}

/// The fonts of a page.
pub(super) fn fonts(view: &View, content: &Content) -> Vec<Font> {
    content
        .fonts
        .iter()
        .map(|facts| Font::new(view, facts))
        .collect()
}

/// Finds the index of a font in its page.
pub(super) struct FontIndex(HashMap<*const FontFacts, u32>);

impl FontIndex {
    pub(super) fn new(content: &Content) -> Self {
        let fonts = content.fonts.iter().map(Arc::as_ptr);
        Self(fonts.zip(0..).collect())
    }

    pub(super) fn of(&self, font: Option<&FontFacts>) -> Option<u32> {
        self.0.get(&ptr::from_ref(font?)).copied()
    }
}
