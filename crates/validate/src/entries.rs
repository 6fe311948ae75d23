//! Reads entries of dictionaries for rules, and formats them for reports.

use std::collections::HashSet;

use pdfa2hocr_core::counted::counted;
use pdfa2hocr_core::pdf::{
    Array, Dict, Document, MaybeRef, Name, Object, StringObject, items, text_string,
};

/// Maximum number of steps from a page or field to its ancestors.
const MAX_ANCESTORS: usize = 64;

/// Maximum nesting of arrays and dictionaries; deeper ones are not visited.
const MAX_NESTING: usize = 32;

/// Identifies a dictionary by the address of its bytes, which do not move while the document is open.
///
/// The reader gives a direct dictionary the number of the object that contains it, so several dictionaries
/// can have the same number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Identity(usize);

impl Identity {
    pub(super) fn of(dict: &Dict<'_>) -> Self {
        Self(dict.data().as_ptr() as usize)
    }
}

/// Calls `visit` for the dictionary of an object and for the direct dictionaries nested in it.
pub(super) fn each_dict<'a>(object: &Object<'a>, visit: &mut dyn FnMut(&Dict<'a>)) {
    nested(object, visit, 0);
}

fn nested<'a>(object: &Object<'a>, visit: &mut dyn FnMut(&Dict<'a>), depth: usize) {
    if depth > MAX_NESTING {
        return;
    }
    if let Some(dict) = dict_of(object) {
        visit(dict);
    }
    let mut visit_direct = |value: MaybeRef<Object<'a>>| {
        if let MaybeRef::NotRef(value) = value {
            nested(&value, visit, depth + 1);
        }
    };
    match object {
        Object::Array(list) => list.raw_iter().for_each(visit_direct),
        object => {
            let entries = dict_of(object).into_iter().flat_map(Dict::entries);
            entries.for_each(|(_, value)| visit_direct(value));
        }
    }
}

/// Presence of dictionary entries.
pub(super) trait Entries {
    /// Whether there is an entry; null and references to missing objects do not count (7.3.7).
    fn has(&self, key: impl AsRef<[u8]>) -> bool;
}

impl Entries for Dict<'_> {
    fn has(&self, key: impl AsRef<[u8]>) -> bool {
        let key = key.as_ref();
        self.contains_key(key)
            && !matches!(self.get::<Object<'_>>(key), None | Some(Object::Null(_)))
    }
}

/// An entry under one of two keys: inline images may abbreviate theirs.
pub(super) fn either<'a>(dict: &Dict<'a>, first: &str, second: &str) -> Option<Object<'a>> {
    let first = dict.get::<Object<'a>>(first);
    first.or_else(|| dict.get::<Object<'a>>(second))
}

/// Whether an entry is this name.
pub(super) fn is_name(dict: &Dict<'_>, key: &str, name: &str) -> bool {
    dict.get::<Name<'_>>(key).as_deref() == Some(name.as_bytes())
}

/// The value of a text string entry (ISO 32000-1, 7.9.2.2).
pub(super) fn string_of(dict: &Dict<'_>, key: &str) -> Option<String> {
    Some(text_string(&dict.get::<StringObject<'_>>(key)?))
}

/// Whether an entry is a text string that is not empty.
pub(super) fn has_text(dict: &Dict<'_>, key: &str) -> bool {
    string_of(dict, key).is_some_and(|text| !text.is_empty())
}

/// An entry for reports: `Interpolate true`, or `no Interpolate`.
pub(super) fn entry(dict: &Dict<'_>, key: &str) -> String {
    match dict.get::<Object<'_>>(key) {
        None | Some(Object::Null(_)) => format!("no {key}"),
        Some(value) => format!("{key} {}", written(&value)),
    }
}

/// The entries of these keys that a dictionary has, for reports.
pub(super) fn present(dict: &Dict<'_>, keys: &[&str]) -> String {
    let has = keys.iter().filter(|key| dict.has(key));
    let entries: Vec<String> = has.map(|key| entry(dict, key)).collect();
    entries.join(", ")
}

/// A value for reports, shortened.
fn written(value: &Object<'_>) -> String {
    match value {
        Object::Null(_) => "null".into(),
        Object::Boolean(value) => value.to_string(),
        Object::Number(number) => number.as_f64().to_string(),
        Object::String(string) => shortened(&text_string(string.as_bytes())),
        Object::Name(name) => format!("/{}", String::from_utf8_lossy(name)),
        Object::Array(array) => {
            let count = array.raw_iter().count();
            let simple = |item: Object<'_>| match item {
                Object::Number(_) | Object::Name(_) => Some(written(&item)),
                _ => None,
            };
            let simple: Option<Vec<String>> = items(array).take(7).map(simple).collect();
            match simple {
                Some(words) if count < 7 => format!("[{}]", words.join(" ")),
                _ => format!("with {}", counted(count, "element")),
            }
        }
        Object::Dict(dict) => format!("with {}", counted(dict.len(), "entry")),
        Object::Stream(_) => "with a stream".into(),
    }
}

/// A text for reports: in quotation marks, cut after 60 characters.
pub(super) fn shortened(text: &str) -> String {
    let mut rest = text.chars();
    let start: String = rest.by_ref().take(60).collect();
    let more = if rest.next().is_some() { "…" } else { "" };
    format!("\"{start}{more}\"")
}

pub(super) fn number_of(dict: &Dict<'_>, key: &str) -> Option<f64> {
    Some(dict.get::<Object<'_>>(key)?.into_number()?.as_f64())
}

pub(super) fn is_true(dict: &Dict<'_>, key: &str) -> bool {
    matches!(dict.get::<Object<'_>>(key), Some(Object::Boolean(true)))
}

/// The dictionary that an object is or, of a stream, has.
pub(super) fn dict_of<'o, 'a>(object: &'o Object<'a>) -> Option<&'o Dict<'a>> {
    match object {
        Object::Dict(dict) => Some(dict),
        Object::Stream(stream) => Some(stream.dict()),
        _ => None,
    }
}

/// The items of an array, or any other object itself: the value of an entry that may have several.
pub(super) fn values<'a>(value: Option<Object<'a>>) -> impl Iterator<Item = Object<'a>> {
    let (one, list) = match value {
        Some(Object::Array(list)) => (None, Some(list)),
        value => (value, None),
    };
    let list = list.map(|list| items(&list)).into_iter().flatten();
    one.into_iter().chain(list)
}

/// A dictionary of the catalog, or one in it, by its keys.
pub(super) fn catalog_dict<'d>(document: &'d Document, keys: &[&str]) -> Option<Dict<'d>> {
    let catalog = document.catalog()?;
    let mut keys = keys.iter();
    keys.try_fold(catalog, |dict, key| dict.get::<Dict<'d>>(key))
}

/// The dictionaries that are reached from these by `next`, each once. At most `most` are visited.
pub(super) fn reachable<'a>(
    mut todo: Vec<Dict<'a>>,
    most: usize,
    next: impl Fn(&Dict<'a>) -> Vec<Dict<'a>>,
) -> Vec<Dict<'a>> {
    let mut seen: HashSet<Identity> = HashSet::new();
    let mut found = Vec::new();
    for _ in 0..most {
        let Some(dict) = todo.pop() else { break };
        if seen.insert(Identity::of(&dict)) {
            todo.extend(next(&dict));
            found.push(dict);
        }
    }
    found
}

/// The dictionaries in the array of an entry.
pub(super) fn dicts<'a>(dict: &Dict<'a>, key: &str) -> Vec<Dict<'a>> {
    let list = dict.get::<Array<'a>>(key);
    list.iter()
        .flat_map(items)
        .filter_map(Object::into_dict)
        .collect()
}

/// An entry of a page or field, its own or inherited from the nearest ancestor.
pub(super) fn inherited<'a>(dict: &Dict<'a>, key: &str) -> Option<Object<'a>> {
    nearest_with(dict, key)?.get::<Object<'a>>(key)
}

/// The nearest page, field or node, from this one upwards, that has an entry.
pub(super) fn nearest_with<'a>(dict: &Dict<'a>, key: &str) -> Option<Dict<'a>> {
    let mut node = dict.clone();
    for _ in 0..MAX_ANCESTORS {
        if node.contains_key(key) {
            return Some(node);
        }
        node = node.get::<Dict<'a>>("Parent")?;
    }
    None
}
