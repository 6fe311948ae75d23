//! Role maps (14.7.3; ISO 32000-2, 14.7.4.3 with namespaces), which map a document's own types to standard
//! ones.

use std::collections::HashMap;

use super::mathml;
use crate::page::{PDF17_NAMESPACE, PDF20_NAMESPACE, standard_type};
use crate::pdf::{
    Array, Dict, Name, Object, ObjectIdentifier, StringObject, items, name_text, text_string,
};

/// Maximum number of steps between types, to end cycles.
const LONGEST_CHAIN: usize = 32;

/// `RoleMap` of the root, and `RoleMapNS` of its namespaces.
#[derive(Default)]
pub(super) struct RoleMap {
    roles: HashMap<String, String>,
    namespaces: HashMap<ObjectIdentifier, Namespace>,
}

#[derive(Default)]
struct Namespace {
    uri: String,
    /// The type and its namespace, by own type.
    roles: HashMap<String, (String, Option<ObjectIdentifier>)>,
}

impl RoleMap {
    pub(super) fn read(root: &Dict<'_>) -> Self {
        let mut map = Self::default();
        if let Some(roles) = root.get::<Dict<'_>>("RoleMap") {
            for key in roles.keys() {
                if let Some(role) = roles.get::<Name<'_>>(key.as_ref()) {
                    map.roles.insert(name_text(&key), name_text(&role));
                }
            }
        }
        let namespaces = root.get::<Array<'_>>("Namespaces");
        for namespace in namespaces.iter().flat_map(|a| a.iter::<Dict<'_>>()) {
            if let Some(id) = namespace.obj_id() {
                map.namespaces.insert(id, Namespace::read(&namespace));
            }
        }
        map
    }

    /// The standard type of `own_type`; itself if the maps give none.
    pub(super) fn standard(&self, own_type: &str, namespace: Option<ObjectIdentifier>) -> String {
        let mut current = (own_type, namespace);
        for _ in 0..LONGEST_CHAIN {
            let (name, namespace) = current;
            let known = namespace.and_then(|id| self.namespaces.get(&id));
            let in_standard =
                known.is_none_or(|n| [PDF17_NAMESPACE, PDF20_NAMESPACE].contains(&n.uri.as_str()));
            if in_standard && standard_type(name).is_some() {
                return name.to_owned();
            }
            let next = known
                .and_then(|n| n.roles.get(name))
                .map(|(role, namespace)| (role.as_str(), *namespace))
                .or_else(|| Some((self.roles.get(name)?.as_str(), None)));
            match next {
                Some(next) => current = next,
                None => break,
            }
        }
        own_type.to_owned()
    }

    /// Whether a namespace is that of MathML.
    pub(super) fn is_mathml(&self, namespace: Option<ObjectIdentifier>) -> bool {
        let known = namespace.and_then(|id| self.namespaces.get(&id));
        known.is_some_and(|namespace| namespace.uri == mathml::NAMESPACE)
    }
}

impl Namespace {
    /// Reads a namespace dictionary (ISO 32000-2, table 356).
    fn read(dict: &Dict<'_>) -> Self {
        let uri = dict.get::<StringObject<'_>>("NS");
        let mut roles = HashMap::new();
        if let Some(map) = dict.get::<Dict<'_>>("RoleMapNS") {
            for key in map.keys() {
                let role = match map.get::<Object<'_>>(key.as_ref()) {
                    Some(Object::Name(role)) => Some((name_text(&role), None)),
                    Some(Object::Array(pair)) => {
                        let mut pair = items(&pair);
                        let role = pair.next().and_then(Object::into_name);
                        let namespace = pair.next().and_then(Object::into_dict);
                        role.map(|r| (name_text(&r), namespace.and_then(|n| n.obj_id())))
                    }
                    _ => None,
                };
                if let Some(role) = role {
                    roles.insert(name_text(&key), role);
                }
            }
        }
        Self {
            uri: uri.map(|u| text_string(&u)).unwrap_or_default(),
            roles,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdf::FromBytes;

    #[test]
    fn chains_end_at_the_first_standard_type_and_circles_end_too() {
        let root = Dict::from_bytes(
            b"<< /RoleMap << /Body /Text /Text /P /A /B /B /A /Own /Unknown /H1 /P >> >>",
        )
        .unwrap();
        let map = RoleMap::read(&root);
        for (own, standard) in [
            ("Body", "P"),
            ("Text", "P"),
            ("A", "A"),
            ("Own", "Own"),
            ("Other", "Other"),
            ("H1", "H1"),
        ] {
            assert_eq!(map.standard(own, None), standard);
        }
    }
}
