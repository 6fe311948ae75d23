//! The fonts of a document, each read once. Input: resource dictionaries. Output: shared [`Font`]s and the
//! warnings from reading them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};

use super::Font;
use crate::budget::Budget;
use crate::compact_sort::CompactSort;
use crate::counted::counted;
use crate::diagnostics::{Diagnostic, DiagnosticKind, Warning, Warnings};
use crate::lock::lock;
use crate::pdf::{Dict, ObjectIdentifier};

/// All fonts of a document, each read on first use and shared between threads.
#[derive(Debug)]
pub struct Fonts {
    /// The budget of all fonts together. If it runs out, the order of reading decides which fonts are
    /// incomplete.
    budget: Budget,
    fonts: Mutex<HashMap<Key, Arc<OnceLock<Arc<Font>>>>>,
    warnings: Mutex<Kept>,
    /// The resource keys of fonts without a name. Of several keys the alphabetically first is kept, because
    /// the order of pages depends on the threads.
    keys: Mutex<HashMap<Key, Vec<u8>>>,
}

/// The warnings from reading fonts, at most [`Warnings::KEPT`].
#[derive(Debug, Default)]
struct Kept {
    list: Vec<(Key, Warning)>,
    dropped: usize,
}

impl Kept {
    fn push(&mut self, key: Key, warning: Warning) {
        if self.list.len() < Warnings::KEPT {
            self.list.push((key, warning));
        } else {
            self.dropped += 1;
        }
    }
}

/// The identity of a font: two resource dictionaries may refer to the same one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Key {
    /// Number and generation of an indirect object.
    Object(u32, i32),
    /// The address of a direct dictionary. The document's bytes do not move while it is open.
    Place(usize),
}

impl Key {
    fn of(dict: &Dict<'_>) -> Self {
        Self::Place(dict.data().as_ptr() as usize)
    }
}

impl Fonts {
    /// An empty set of fonts; reading a font uses this budget.
    pub fn new(budget: Budget) -> Self {
        Self {
            budget,
            fonts: Mutex::default(),
            warnings: Mutex::default(),
            keys: Mutex::default(),
        }
    }

    /// The budget that reading fonts uses.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// The font `name` (its escapes resolved) of a resource dictionary's `Font` dictionary (7.8.3); `None` if
    /// it has no such font.
    pub fn get(&self, fonts: &Dict<'_>, name: &[u8]) -> Option<Arc<Font>> {
        let (key, font) = match fonts.get_ref(name) {
            Some(reference) => {
                let key = Key::Object(reference.obj_number, reference.gen_number);
                let font = self.known(key);
                let read = || Some(self.read(key, &fonts.get::<Dict<'_>>(name)?));
                (key, font.or_else(read)?)
            }
            None => {
                let dict = fonts.get::<Dict<'_>>(name)?;
                (Key::of(&dict), self.get_dict(&dict))
            }
        };
        if font.facts().name.is_empty() {
            let mut keys = lock(&self.keys);
            let known = keys.entry(key).or_insert_with(|| name.to_owned());
            if name < known.as_slice() {
                *known = name.to_owned();
            }
        }
        Some(font)
    }

    /// The font of a dictionary: the `Font` entry of a graphics state (8.4.5).
    pub fn get_dict(&self, dict: &Dict<'_>) -> Arc<Font> {
        let key = Key::of(dict);
        self.known(key).unwrap_or_else(|| self.read(key, dict))
    }

    /// The font of an indirect object, with its dictionary.
    pub fn get_object(&self, id: ObjectIdentifier, dict: &Dict<'_>) -> Arc<Font> {
        let key = Key::Object(id.obj_number, id.gen_number);
        self.known(key).unwrap_or_else(|| self.read(key, dict))
    }

    fn known(&self, key: Key) -> Option<Arc<Font>> {
        let fonts = lock(&self.fonts);
        fonts.get(&key)?.get().cloned()
    }

    fn read(&self, key: Key, dict: &Dict<'_>) -> Arc<Font> {
        let slot = {
            let mut fonts = lock(&self.fonts);
            Arc::clone(fonts.entry(key).or_default())
        };
        // Threads that need the same font wait for the first one; others continue.
        let font = slot.get_or_init(|| {
            let mut warnings = Warnings::new();
            let font = Font::read(dict, &self.budget, &mut warnings);
            self.keep(key, warnings, dict);
            Arc::new(font)
        });
        Arc::clone(font)
    }

    fn keep(&self, key: Key, warnings: Warnings, dict: &Dict<'_>) {
        let (list, dropped) = warnings.into_parts();
        let mut kept = lock(&self.warnings);
        let object = dict.obj_id().map(|id| (id.obj_number, id.gen_number));
        for mut warning in list {
            warning.place.object = warning.place.object.or(object);
            kept.push(key, warning);
        }
        if dropped > 0 {
            let text = counted(dropped, "more warning");
            kept.push(key, Diagnostic::new(DiagnosticKind::Font, text));
        }
    }

    /// The warnings from reading fonts, sorted. They have object numbers but no pages, because the page that
    /// reads a font first depends on the threads.
    pub fn warnings(&self) -> Vec<Warning> {
        let kept = lock(&self.warnings);
        let (list, dropped) = (kept.list.clone(), kept.dropped);
        let keys = lock(&self.keys);
        let labelled = |(key, mut warning): (Key, Warning)| {
            if let Some(font) = self.known(key) {
                let name = keys.get(&key).map_or(&[][..], Vec::as_slice);
                let label = font.label(name, warning.place.object);
                warning.message = format!("{label}: {}", warning.message);
            }
            warning
        };
        let mut list: Vec<Warning> = list.into_iter().map(labelled).collect();
        list.compact_sort_by(|a, b| {
            let key = |w: &Warning| (w.place.object, w.place.offset, w.kind);
            key(a).cmp(&key(b)).then_with(|| a.message.cmp(&b.message))
        });
        if dropped > 0 {
            let text = format!("{} about fonts", counted(dropped, "more warning"));
            list.push(Diagnostic::new(DiagnosticKind::Font, text));
        }
        list
    }
}
