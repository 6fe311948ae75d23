//! Reads attributes of structure elements (ISO 32000-1, 14.7.5). Attribute objects and classes that many
//! elements share are read once: one class can have as many attributes as there are elements.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use crate::pdf::{Dict, Name, Null, Object, ObjectIdentifier, items};

/// The attributes of the elements of a tree.
pub(super) struct Attributes<'d> {
    /// `ClassMap`.
    class_map: Option<Dict<'d>>,
    classes: RefCell<HashMap<Vec<u8>, Rc<Table<'d>>>>,
    /// Attributes of the objects that `A` and `C` refer to, by object and entry.
    objects: RefCell<HashMap<(ObjectIdentifier, &'static str), Rc<Table<'d>>>>,
}

/// Dictionaries by owner and key; for each key, the first dictionary that has it.
type Table<'d> = HashMap<Vec<u8>, HashMap<Vec<u8>, Dict<'d>>>;

impl<'d> Attributes<'d> {
    pub(super) fn new(root: &Dict<'d>) -> Self {
        Self {
            class_map: root.get::<Dict<'d>>("ClassMap"),
            classes: RefCell::default(),
            objects: RefCell::default(),
        }
    }

    /// An attribute of an element by its owner, from `A` or from the classes in `C`.
    pub(super) fn find(&self, element: &Dict<'d>, owner: &str, key: &str) -> Option<Object<'d>> {
        let (owner, key) = (owner.as_bytes(), key.as_bytes());
        let own = match element.get_ref("A") {
            Some(id) => get(&self.shared(id.into(), element, "A"), owner, key),
            // A direct attribute object belongs to one element and is not cached.
            None => element.get::<Object<'d>>("A").and_then(|object| {
                dicts(object)
                    .filter(|dict| dict.get::<Name<'_>>("O").as_deref() == Some(owner))
                    .find_map(|dict| dict.get::<Object<'d>>(key))
            }),
        };
        own.or_else(|| match element.get_ref("C") {
            Some(id) => get(&self.shared(id.into(), element, "C"), owner, key),
            None => class_names(element.get::<Object<'d>>("C")?)
                .find_map(|class| get(&self.class(&class), owner, key)),
        })
    }

    /// The attributes of an indirect object in `A` or `C` of an element.
    fn shared(
        &self,
        id: ObjectIdentifier,
        element: &Dict<'d>,
        entry: &'static str,
    ) -> Rc<Table<'d>> {
        if let Some(table) = self.objects.borrow().get(&(id, entry)) {
            return Rc::clone(table);
        }
        let object = element
            .get::<Object<'d>>(entry)
            .unwrap_or(Object::Null(Null));
        let table = Rc::new(match entry {
            "A" => of_object(object),
            _ => self.of_classes(object),
        });
        let mut objects = self.objects.borrow_mut();
        objects.insert((id, entry), Rc::clone(&table));
        table
    }

    fn class(&self, name: &[u8]) -> Rc<Table<'d>> {
        if let Some(table) = self.classes.borrow().get(name) {
            return Rc::clone(table);
        }
        let map = self.class_map.as_ref();
        let object = map.and_then(|map| map.get::<Object<'d>>(name));
        let table = Rc::new(object.map_or_else(Table::new, of_object));
        let mut classes = self.classes.borrow_mut();
        classes.insert(name.to_vec(), Rc::clone(&table));
        table
    }

    fn of_classes(&self, names: Object<'d>) -> Table<'d> {
        let mut all = Table::new();
        for name in class_names(names) {
            for (owner, attributes) in self.class(&name).iter() {
                let of_owner = all.entry(owner.clone()).or_default();
                for (key, dict) in attributes {
                    of_owner.entry(key.clone()).or_insert_with(|| dict.clone());
                }
            }
        }
        all
    }
}

/// The dictionaries of an attribute entry: one, or an array of them.
fn dicts<'d>(object: Object<'d>) -> impl Iterator<Item = Dict<'d>> {
    let (one, list) = match object {
        Object::Dict(dict) => (Some(dict), None),
        Object::Stream(stream) => (Some(stream.dict().clone()), None),
        Object::Array(list) => (None, Some(list)),
        _ => (None, None),
    };
    let list = list.into_iter().flat_map(|list| items(&list));
    one.into_iter().chain(list.filter_map(Object::into_dict))
}

fn of_object<'d>(object: Object<'d>) -> Table<'d> {
    let mut table = Table::new();
    for dict in dicts(object) {
        let Some(owner) = dict.get::<Name<'_>>("O") else {
            continue;
        };
        let of_owner = table.entry(owner.to_vec()).or_default();
        for key in dict.keys() {
            let first = of_owner.entry(key.to_vec());
            first.or_insert_with(|| dict.clone());
        }
    }
    table
}

fn get<'d>(table: &Table<'d>, owner: &[u8], key: &[u8]) -> Option<Object<'d>> {
    table.get(owner)?.get(key)?.get::<Object<'d>>(key)
}

fn class_names<'d>(object: Object<'d>) -> impl Iterator<Item = Name<'d>> {
    let (one, list) = match object {
        Object::Name(class) => (Some(class), None),
        Object::Array(list) => (None, Some(list)),
        _ => (None, None),
    };
    let list = list.into_iter().flat_map(|list| items(&list));
    one.into_iter().chain(list.filter_map(Object::into_name))
}
