//! Resolves structure types with role maps (ISO 32000-1, 14.7.3 and 14.8.4; ISO 32000-2, 14.7.4 and 14.8.4),
//! without repairs.

use std::collections::{HashMap, HashSet};

use crate::flavour::Flavour;
use pdfa2hocr_core::page::{PDF17_NAMESPACE, PDF20_NAMESPACE, standard_type};
use pdfa2hocr_core::pdf::References;
use pdfa2hocr_core::pdf::{
    Array, Dict, Name, Object, ObjectIdentifier, StringObject, items, name_text, text_string,
};

/// Maximum number of mappings followed from one type to the next; a type with a longer chain has no role.
const MAX_CHAIN: usize = 100;

/// A namespace of standard structure types (ISO 32000-2, 14.8.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Namespace {
    /// The default namespace, for types without one.
    Pdf17,
    Pdf20,
    MathMl,
}

impl Namespace {
    fn of(uri: &str) -> Option<Self> {
        match uri {
            PDF17_NAMESPACE => Some(Self::Pdf17),
            PDF20_NAMESPACE => Some(Self::Pdf20),
            "http://www.w3.org/1998/Math/MathML" => Some(Self::MathMl),
            _ => None,
        }
    }

    fn has(self, name: &str) -> bool {
        match self {
            Self::MathMl => true,
            Self::Pdf17 => standard_type(name).is_some_and(|t| t.pdf17),
            Self::Pdf20 => standard_type(name).is_some_and(|t| t.pdf20),
        }
    }
}

/// Types not in PDF 1.4 (PDF Reference, third edition, 9.7.4).
const SINCE_PDF15: [&str; 11] = [
    "THead", "TBody", "TFoot", "Annot", "Ruby", "RB", "RT", "RP", "Warichu", "WT", "WP",
];

/// The resolved type of an element, with the faults of its mapping.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Role {
    /// The first standard type in the chain of role maps, or the type itself if unmapped. Every MathML type
    /// is `MathML`.
    pub standard: Option<(Namespace, String)>,
    /// The role map contains a cycle.
    pub circular: bool,
    /// A standard type is mapped to itself; PDF/UA counts this as a cycle.
    pub identical: bool,
    /// A standard type is mapped to another type.
    pub remapped: bool,
    /// A type of a namespace is mapped to one of the same namespace.
    pub within_namespace: bool,
}

type Type = (String, Option<ObjectIdentifier>);

/// The role maps of a document.
#[derive(Default)]
pub(super) struct RoleMaps {
    /// Only types of PDF 1.4 count as standard.
    pdf14: bool,
    /// PDF 2.0 introduced namespaces; earlier versions ignore them.
    has_namespaces: bool,
    /// `RoleMap`: maps types without a namespace.
    plain: HashMap<String, Type>,
    /// Name and `RoleMapNS` of each namespace, by its dictionary.
    namespaces: HashMap<ObjectIdentifier, (String, HashMap<String, Type>)>,
    /// The roles that were already resolved.
    known: HashMap<Type, Role>,
}

impl Role {
    pub(crate) fn is(&self, standard_type: &str) -> bool {
        let standard = self.standard.as_ref();
        standard.is_some_and(|(_, name)| name == standard_type)
    }
}

impl RoleMaps {
    /// Reads `RoleMap` of the structure tree root. Namespaces are added on first use.
    pub(super) fn read(root: &Dict<'_>, flavour: Flavour) -> Self {
        let mut maps = Self {
            pdf14: flavour == Flavour::A1a,
            has_namespaces: flavour.is_tagged2(),
            ..Self::default()
        };
        if let Some(roles) = root.get::<Dict<'_>>("RoleMap") {
            for key in roles.keys() {
                if let Some(role) = roles.get::<Name<'_>>(key.as_ref()) {
                    maps.plain.insert(name_text(&key), (name_text(&role), None));
                }
            }
        }
        for namespace in root
            .get::<Array<'_>>("Namespaces")
            .iter()
            .flat_map(items)
            .filter_map(Object::into_dict)
            .filter(|_| flavour.is_tagged2())
        {
            maps.add(&namespace);
        }
        maps
    }

    /// The namespace of an element.
    pub(super) fn namespace_of(
        &mut self,
        references: &References<'_>,
        element: &Dict<'_>,
    ) -> Option<ObjectIdentifier> {
        if !self.has_namespaces {
            return None;
        }
        let id = element.get_ref("NS").map(ObjectIdentifier::from);
        if let Some(id) = id.filter(|id| self.namespaces.contains_key(id)) {
            return Some(id);
        }
        let namespace = references.read(element, "NS")?.into_dict()?;
        // A namespace without a name is the default one.
        namespace.get::<StringObject<'_>>("NS")?;
        self.add(&namespace);
        namespace.obj_id()
    }

    /// Reads a namespace dictionary (ISO 32000-2, table 356) and the namespaces that it maps to.
    fn add(&mut self, first: &Dict<'_>) {
        let mut todo = vec![first.clone()];
        let mut met = HashSet::new();
        while let Some(dict) = todo.pop() {
            let Some(id) = dict.obj_id() else { continue };
            if self.namespaces.contains_key(&id) {
                continue;
            }
            let Some(uri) = dict.get::<StringObject<'_>>("NS") else {
                continue;
            };
            let mut roles = HashMap::new();
            if let Some(map) = dict.get::<Dict<'_>>("RoleMapNS") {
                for key in map.keys() {
                    let role = match map.get::<Object<'_>>(key.as_ref()) {
                        Some(Object::Name(role)) => (name_text(&role), None),
                        Some(Object::Array(pair)) => {
                            // Uses the number of the reference: a namespace that maps to itself cannot be
                            // resolved while it is being read.
                            let id = pair.raw_iter().nth(1);
                            let id: Option<ObjectIdentifier> =
                                id.and_then(|n| Some(n.as_obj_ref()?.into()));
                            let mut pair = items(&pair);
                            let Some(Object::Name(role)) = pair.next() else {
                                continue;
                            };
                            if id.is_none_or(|id| met.insert(id)) {
                                todo.extend(pair.next().and_then(Object::into_dict));
                            }
                            (name_text(&role), id)
                        }
                        _ => continue,
                    };
                    roles.insert(name_text(&key), role);
                }
            }
            self.namespaces.insert(id, (text_string(&uri), roles));
        }
    }

    /// The role of a type in this namespace, or without one.
    pub(super) fn role(&mut self, own_type: &str, namespace: Option<ObjectIdentifier>) -> Role {
        let own: Type = (own_type.to_owned(), namespace);
        if let Some(role) = self.known.get(&own) {
            return role.clone();
        }
        let role = self.follow(&own);
        self.known.insert(own, role.clone());
        role
    }

    fn follow(&self, own: &Type) -> Role {
        let first = self.mapped(own).cloned();
        let mut role = Role {
            identical: self.is_standard(own) && first.as_ref() == Some(own),
            ..Role::default()
        };
        // A mapped type takes the role of its target, even if it is a standard type.
        let (mut current, mut seen) =
            match first.filter(|first| first != own || !self.is_standard(own)) {
                Some(first) => {
                    role.within_namespace = first.1.is_some() && first.1 == own.1 && first != *own;
                    (first, HashSet::from([own.clone()]))
                }
                None => (own.clone(), HashSet::new()),
            };
        while !seen.contains(&current) && seen.len() <= MAX_CHAIN {
            if let Some(family) = self.standard_family(&current) {
                let next = self.mapped(&current);
                role.remapped = next.is_some_and(|next| *next != current);
                let name = match family {
                    Namespace::MathMl => "MathML".into(),
                    _ => current.0.clone(),
                };
                role.standard = Some((family, name));
                break;
            }
            let Some(next) = self.mapped(&current).cloned() else {
                break;
            };
            role.within_namespace |= next.1.is_some() && next.1 == current.1 && next != current;
            seen.insert(current);
            current = next;
        }
        role.circular = role.standard.is_none() && seen.contains(&current);
        role.remapped |= self.is_standard(own) && current != *own;
        role
    }

    fn is_standard(&self, of: &Type) -> bool {
        self.standard_family(of).is_some()
    }

    /// The namespace in which a type is standard.
    fn standard_family(&self, of: &Type) -> Option<Namespace> {
        let is_later = self.pdf14 && SINCE_PDF15.contains(&of.0.as_str());
        self.family(of.1).filter(|n| n.has(&of.0) && !is_later)
    }

    fn family(&self, namespace: Option<ObjectIdentifier>) -> Option<Namespace> {
        match namespace {
            None => Some(Namespace::Pdf17),
            Some(id) => Namespace::of(&self.namespaces.get(&id)?.0),
        }
    }

    fn mapped(&self, (name, namespace): &Type) -> Option<&Type> {
        match namespace {
            Some(id) => self.namespaces.get(id)?.1.get(name),
            None => self.plain.get(name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pdfa2hocr_core::pdf::FromBytes;

    fn role(map: &str, own_type: &str) -> Role {
        let root = format!("<< /RoleMap << {map} >> >>");
        let root = Dict::from_bytes(root.as_bytes()).unwrap();
        RoleMaps::read(&root, Flavour::Ua1).role(own_type, None)
    }

    fn standard(map: &str, own_type: &str) -> Option<String> {
        role(map, own_type).standard.map(|(_, name)| name)
    }

    #[test]
    fn a_chain_of_roles_ends_at_a_standard_type_or_nowhere() {
        assert_eq!(
            standard("/Body /Text /Text /P", "Body").as_deref(),
            Some("P")
        );
        assert_eq!(standard("", "H6").as_deref(), Some("H6"));
        assert_eq!(standard("", "H7"), None);
        assert_eq!(standard("/Body /Text", "Body"), None);
        assert_eq!(standard("/Table /Sect", "Table").as_deref(), Some("Sect"));
        assert_eq!(standard("/Table /Own", "Table"), None);
    }

    #[test]
    fn a_circle_is_told_from_a_type_that_leads_nowhere() {
        assert!(role("/A /B /B /A", "A").circular);
        assert!(!role("/A /B", "A").circular);
        assert!(!role("/A /P", "A").circular);
        assert!(role("/A /A", "A").circular);
        assert!(!role("/LI /LI", "LI").circular && role("/LI /LI", "LI").identical);
    }

    #[test]
    fn a_standard_type_that_is_mapped_away_is_reported() {
        assert!(role("/P /Own", "P").remapped);
        assert!(role("/Own /P /P /Other", "Own").remapped);
        assert!(!role("/P /P", "P").remapped);
        assert!(!role("/Own /P", "P").remapped);
    }
}
