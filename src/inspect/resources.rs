//! Finds the fonts in the resources (7.8.3) of pages and of the forms, patterns, Type 3 glyphs and annotation
//! appearances that they draw.

use std::collections::HashSet;
use std::sync::Arc;

use super::usage::font_key;
use super::{Inspector, Key};
use pdfa2hocr_core::diagnostics::{Diagnostic, Result};
use pdfa2hocr_core::font::Font;
use pdfa2hocr_core::pdf::{
    Array, Dict, MaybeRef, Name, Object, ObjectIdentifier, Resources, Stream, items,
};

/// Maximum number of resource dictionaries that are searched.
const MAX_RESOURCES: usize = 100_000;
/// Maximum number of fonts that are listed.
const MAX_FONTS: usize = 10_000;

/// A font in the resources of a page.
pub(super) struct FoundFont<'a> {
    pub key: Key,
    pub dict: Dict<'a>,
    pub font: Arc<Font>,
}

/// The fonts of the inspected pages without duplicates, in page order.
pub(super) fn fonts(inspector: &Inspector) -> Vec<FoundFont<'_>> {
    let mut finder = Finder {
        inspector,
        seen: HashSet::new(),
        fonts: Vec::new(),
        known: HashSet::new(),
        todo: Vec::new(),
    };
    for &index in &inspector.pages {
        let Some(page) = inspector.document.page(index) else {
            continue;
        };
        finder.look_into(page.resources());
        finder.finish();
        let annotations = page.dict().get::<Array<'_>>("Annots");
        for annotation in annotations.iter().flat_map(items) {
            let appearances = annotation
                .into_dict()
                .and_then(|a| a.get::<Dict<'_>>("AP"))
                .and_then(|ap| ap.get::<Object<'_>>("N"));
            match appearances {
                Some(Object::Stream(stream)) => finder.form(&stream),
                Some(Object::Dict(states)) => {
                    for (key, _) in states.entries() {
                        if let Some(stream) = states.get::<Stream<'_>>(&key) {
                            finder.form(&stream);
                        }
                    }
                }
                _ => {}
            }
        }
        finder.finish();
    }
    finder.fonts
}

/// Finds a font by its object, or by its row in the listing.
///
/// # Errors
///
/// [`Diagnostic::argument`] if it is not a font.
pub(super) fn find_font(inspector: &Inspector, key: Key) -> Result<FoundFont<'_>> {
    let found = match key {
        Key::Font(row) => fonts(inspector).into_iter().nth(row),
        _ => by_object(inspector, key),
    };
    found.ok_or_else(|| {
        let what = match key {
            Key::Font(_) => format!("there is no {key}"),
            _ => format!("object {key} is not a font"),
        };
        Diagnostic::argument(what)
    })
}

fn by_object(inspector: &Inspector, key: Key) -> Option<FoundFont<'_>> {
    const FONTS: [&[u8]; 5] = [b"Type0", b"Type1", b"MMType1", b"TrueType", b"Type3"];
    let id = key.id()?;
    let dict = inspector.document.object(id)?.into_dict()?;
    let subtype = dict.get::<Name<'_>>("Subtype")?;
    FONTS.contains(&subtype.as_ref()).then(|| FoundFont {
        key,
        font: inspector.fonts.get_object(id, &dict),
        dict: dict.clone(),
    })
}

struct Finder<'a> {
    inspector: &'a Inspector,
    /// The dictionaries searched so far, by their address in the file.
    seen: HashSet<usize>,
    fonts: Vec<FoundFont<'a>>,
    known: HashSet<usize>,
    todo: Vec<Dict<'a>>,
}

impl<'a> Finder<'a> {
    /// Searches the dictionaries found so far.
    fn finish(&mut self) {
        while let Some(dict) = self.todo.pop() {
            self.look_into(&Resources::new(dict));
        }
    }

    /// Records a dictionary. Returns `true` the first time.
    fn is_new(&mut self, dict: &Dict<'a>) -> bool {
        !dict.is_empty()
            && self.seen.len() < MAX_RESOURCES
            && self.seen.insert(dict.data().as_ptr() as usize)
    }

    fn look_into(&mut self, resources: &Resources<'a>) {
        if self.is_new(&resources.fonts) {
            for (name, written) in resources.fonts.entries() {
                if let (Some(font), Some(dict)) = (
                    self.inspector.fonts.get(&resources.fonts, &name),
                    resources.fonts.get::<Dict<'a>>(&name),
                ) {
                    self.font(id_of(&written), dict, font);
                }
            }
        }
        for forms in [&resources.x_objects, &resources.patterns] {
            if self.is_new(forms) {
                let streams = forms.entries();
                let streams = streams.filter_map(|(name, _)| forms.get::<Stream<'a>>(&name));
                streams.for_each(|stream| self.form(&stream));
            }
        }
        if self.is_new(&resources.ext_g_states) {
            for (name, _) in resources.ext_g_states.entries() {
                if let Some(state) = resources.ext_g_states.get::<Dict<'a>>(&name) {
                    self.graphics_state(&state);
                }
            }
        }
    }

    /// Queues the resources of a form or tiling pattern.
    fn form(&mut self, stream: &Stream<'a>) {
        let dict = stream.dict();
        if dict.get::<Name<'_>>("Subtype").as_deref() != Some(b"Image")
            && self.is_new(dict)
            && let Some(resources) = dict.get::<Dict<'a>>("Resources")
        {
            self.todo.push(resources);
        }
    }

    /// Adds the font of a graphics state and the group of its soft mask (8.4.5, 11.6.5.2).
    fn graphics_state(&mut self, state: &Dict<'a>) {
        if let Some(array) = state.get::<Array<'a>>("Font") {
            let id = array.raw_iter().next().and_then(|font| id_of(&font));
            if let Some(dict) = items(&array).next().and_then(Object::into_dict) {
                let font = self.inspector.fonts.get_dict(&dict);
                self.font(id, dict, font);
            }
        }
        let mask = state.get::<Dict<'a>>("SMask");
        if let Some(group) = mask.and_then(|mask| mask.get::<Stream<'a>>("G")) {
            self.form(&group);
        }
    }

    fn font(&mut self, id: Option<ObjectIdentifier>, dict: Dict<'a>, font: Arc<Font>) {
        if self.fonts.len() >= MAX_FONTS || !self.known.insert(font_key(&font)) {
            return;
        }
        // Type 3 fonts have resources for their glyphs.
        if let Some(resources) = dict.get::<Dict<'a>>("Resources") {
            self.todo.push(resources);
        }
        let key = id.map_or(Key::Font(self.fonts.len()), Key::from);
        self.fonts.push(FoundFont { key, dict, font });
    }
}

/// Returns the target of a reference.
fn id_of(object: &MaybeRef<Object<'_>>) -> Option<ObjectIdentifier> {
    object.as_obj_ref().map(Into::into)
}
