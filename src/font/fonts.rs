//! The fonts of a document, each read once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::Font;
use crate::diagnostics::{Diagnostic, Kind, Warning, Warnings};
use crate::limits::Limits;
use crate::pdf::Dict;

/// All fonts of a document, each read when it is first used and shared between threads.
#[derive(Debug)]
pub struct Fonts {
    limits: Limits,
    fonts: Mutex<HashMap<Key, Arc<OnceLock<Arc<Font>>>>>,
    warnings: Mutex<Warnings>,
}

/// Which font: two resource dictionaries may name the same one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Key {
    /// Number and generation of an indirect object.
    Object(u32, i32),
    /// Where a dictionary lies that is written in place. The document's bytes stay where they are
    /// as long as it is open.
    Place(usize),
}

impl Fonts {
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            fonts: Mutex::default(),
            warnings: Mutex::default(),
        }
    }

    /// The font `name` (its escapes resolved) of a resource dictionary's `Font` dictionary (7.8.3);
    /// `None` when there is none of that name.
    pub fn get(&self, fonts: &Dict<'_>, name: &[u8]) -> Option<Arc<Font>> {
        let reference = fonts.get_ref(name);
        if let Some(reference) = reference {
            let key = Key::Object(reference.obj_number, reference.gen_number);
            if let Some(font) = self.known(key) {
                return Some(font);
            }
            let dict = fonts.get::<Dict<'_>>(name)?;
            return Some(self.read(key, &dict));
        }
        Some(self.get_dict(&fonts.get::<Dict<'_>>(name)?))
    }

    /// A font whose dictionary is given: the `Font` entry of a graphics state (8.4.5).
    pub fn get_dict(&self, dict: &Dict<'_>) -> Arc<Font> {
        let key = Key::Place(dict.data().as_ptr() as usize);
        self.known(key).unwrap_or_else(|| self.read(key, dict))
    }

    fn known(&self, key: Key) -> Option<Arc<Font>> {
        let fonts = self.fonts.lock().unwrap_or_else(PoisonError::into_inner);
        fonts.get(&key)?.get().cloned()
    }

    fn read(&self, key: Key, dict: &Dict<'_>) -> Arc<Font> {
        let slot = {
            let mut fonts = self.fonts.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(fonts.entry(key).or_default())
        };
        // Threads that want the same font wait for the first one; others are not held up.
        let font = slot.get_or_init(|| {
            let mut warnings = Warnings::new();
            let font = Font::read(dict, &self.limits, &mut warnings);
            self.keep(warnings, &font.facts().name, dict);
            Arc::new(font)
        });
        Arc::clone(font)
    }

    fn keep(&self, warnings: Warnings, font: &str, dict: &Dict<'_>) {
        let mut kept = self.warnings.lock().unwrap_or_else(PoisonError::into_inner);
        let (list, dropped) = warnings.into_parts();
        let font = if font.is_empty() {
            "without a name"
        } else {
            font
        };
        for mut warning in list {
            warning.message = format!("font {font}: {}", warning.message);
            warning.place.object = warning
                .place
                .object
                .or_else(|| dict.obj_id().map(|id| (id.obj_number, id.gen_number)));
            kept.push(warning);
        }
        if dropped > 0 {
            let text = format!("font {font}: {dropped} more warnings");
            kept.push(Diagnostic::new(Kind::Font, text));
        }
    }

    /// The warnings from reading fonts: with object numbers but without pages, because which page
    /// read a font first depends on the threads. Sorted, for the same reason.
    pub fn take_warnings(&self) -> Vec<Warning> {
        let mut kept = self.warnings.lock().unwrap_or_else(PoisonError::into_inner);
        let (mut list, dropped) = std::mem::take(&mut *kept).into_parts();
        list.sort_by(|a, b| {
            let key = |w: &Warning| (w.place.object, w.place.offset, w.kind);
            key(a).cmp(&key(b)).then_with(|| a.message.cmp(&b.message))
        });
        if dropped > 0 {
            let text = format!("{dropped} more warnings about fonts");
            list.push(Diagnostic::new(Kind::Limit, text));
        }
        list
    }
}
