//! Reads attributes of structure elements (ISO 32000-1, 14.7.5). Attribute objects and classes that many
//! elements share are read once: one class can have as many attributes as there are elements.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use pdfa2hocr_core::pdf::{Array, Dict, MaybeRef, Name, Object, ObjectIdentifier, References};

/// The attributes of the elements of a tree.
pub(super) struct Attributes<'d> {
    references: &'d References<'d>,
    /// `ClassMap`.
    class_map: Option<Dict<'d>>,
    classes: RefCell<HashMap<Vec<u8>, Rc<Table<'d>>>>,
    /// The attributes of the objects that `A` and `C` refer to.
    objects: RefCell<HashMap<(ObjectIdentifier, Kind), Rc<Table<'d>>>>,
}

/// The two roles that an object can have.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Kind {
    /// Attribute objects: one, or an array of them.
    Attributes,
    /// Names of classes: one, or an array of them.
    Classes,
}

/// Dictionaries by owner and key; for each key, the first dictionary that has it.
type Table<'d> = HashMap<Vec<u8>, HashMap<Vec<u8>, Dict<'d>>>;

impl<'d> Attributes<'d> {
    pub(super) fn new(references: &'d References<'d>, root: &Dict<'d>) -> Self {
        Self {
            references,
            class_map: root.get::<Dict<'d>>("ClassMap"),
            classes: RefCell::default(),
            objects: RefCell::default(),
        }
    }

    /// An attribute of an element by its owner, from `A` or from the classes in `C`.
    pub(super) fn find(&self, element: &Dict<'d>, owner: &str, key: &str) -> Option<Object<'d>> {
        let value = |dict: Dict<'d>| self.references.read(&dict, key);
        let (owner, key) = (owner.as_bytes(), key.as_bytes());
        let own = self.in_attributes(element.get_raw::<Object<'d>>("A"), owner, key);
        own.and_then(value)
            .or_else(|| match element.get_raw::<Object<'d>>("C")? {
                MaybeRef::Ref(id) => {
                    get(&self.shared(id.into(), Kind::Classes), owner, key).and_then(value)
                }
                MaybeRef::NotRef(names) => self
                    .class_names(names)
                    .find_map(|class| get(&self.class(&class), owner, key).and_then(value)),
            })
    }

    /// The dictionary of `A`, or of an array in it, that has an attribute.
    fn in_attributes(
        &self,
        attributes: Option<MaybeRef<Object<'d>>>,
        owner: &[u8],
        key: &[u8],
    ) -> Option<Dict<'d>> {
        let of_one = |one: MaybeRef<Object<'d>>| {
            let dict = match one {
                MaybeRef::Ref(id) => {
                    return get(&self.shared(id.into(), Kind::Attributes), owner, key);
                }
                MaybeRef::NotRef(Object::Dict(dict)) => dict,
                MaybeRef::NotRef(_) => return None,
            };
            let is_it = dict.get::<Name<'_>>("O").as_deref() == Some(owner);
            (is_it && dict.contains_key(key)).then_some(dict)
        };
        match attributes? {
            // A direct array belongs to one element only, so it is not cached.
            MaybeRef::NotRef(Object::Array(list)) => list.raw_iter().find_map(of_one),
            one => of_one(one),
        }
    }

    /// The attributes of an object that `A` or `C` refers to.
    fn shared(&self, id: ObjectIdentifier, kind: Kind) -> Rc<Table<'d>> {
        if let Some(table) = self.objects.borrow().get(&(id, kind)) {
            return Rc::clone(table);
        }
        let object = self.references.object(id);
        let table = Rc::new(match (object, kind) {
            (None, _) => Table::new(),
            (Some(object), Kind::Attributes) => self.of_object(object),
            (Some(object), Kind::Classes) => self.of_classes(object),
        });
        let mut objects = self.objects.borrow_mut();
        objects.insert((id, kind), Rc::clone(&table));
        table
    }

    fn class(&self, name: &[u8]) -> Rc<Table<'d>> {
        if let Some(table) = self.classes.borrow().get(name) {
            return Rc::clone(table);
        }
        let map = self.class_map.as_ref();
        let table = match map.and_then(|map| map.get_raw::<Object<'d>>(name)) {
            Some(MaybeRef::Ref(id)) => self.shared(id.into(), Kind::Attributes),
            Some(MaybeRef::NotRef(object)) => Rc::new(self.of_object(object)),
            None => Rc::default(),
        };
        let mut classes = self.classes.borrow_mut();
        classes.insert(name.to_vec(), Rc::clone(&table));
        table
    }

    fn of_classes(&self, names: Object<'d>) -> Table<'d> {
        let mut all = Table::new();
        for name in self.class_names(names) {
            for (owner, attributes) in self.class(&name).iter() {
                let of_owner = all.entry(owner.clone()).or_default();
                for (key, dict) in attributes {
                    of_owner.entry(key.clone()).or_insert_with(|| dict.clone());
                }
            }
        }
        all
    }

    fn of_object(&self, object: Object<'d>) -> Table<'d> {
        let mut table = Table::new();
        for object in self.one_or_more(object) {
            let dict = match object {
                Object::Dict(dict) => dict,
                Object::Stream(stream) => stream.dict().clone(),
                _ => continue,
            };
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

    fn class_names(&self, object: Object<'d>) -> impl Iterator<Item = Name<'d>> {
        self.one_or_more(object).filter_map(Object::into_name)
    }

    /// The items of an array, or another object itself.
    fn one_or_more(&self, object: Object<'d>) -> impl Iterator<Item = Object<'d>> {
        let (one, list): (_, Option<Array<'d>>) = match object {
            Object::Array(list) => (None, Some(list)),
            object => (Some(object), None),
        };
        let items = list.map(|list| list.raw_iter()).into_iter().flatten();
        let items = items.filter_map(|item| self.references.resolve(item));
        one.into_iter().chain(items)
    }
}

fn get<'d>(table: &Table<'d>, owner: &[u8], key: &[u8]) -> Option<Dict<'d>> {
    table.get(owner)?.get(key).cloned()
}
