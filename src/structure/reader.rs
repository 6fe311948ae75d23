//! `StructTreeRoot` (14.7.2) to a [`Structure`].

use std::collections::{HashMap, HashSet};

use super::attributes;
use super::element::{Element, ElementId, Kid, Structure};
use super::parent_tree;
use super::role_map::RoleMap;
use super::target::Targets;
use crate::diagnostics::{Diagnostic, Kind, Warnings};
use crate::model::Attribute;
use crate::pdf::{
    Array, Dict, Document, MaybeRef, Name, Object, ObjectIdentifier, StringObject, text_string,
};

/// Elements may be nested so deep; those below are put beside each other. Real documents stay under
/// a hundred.
const DEEPEST: usize = 1000;

/// Elements that are read. Real documents have up to some hundred thousand.
const MOST_ELEMENTS: usize = 4_000_000;

/// Reads the structure tree of a document; `None` when it has none.
pub fn read(document: &Document, warnings: &mut Warnings) -> Option<Structure> {
    let root = document.catalog()?.get::<Dict<'_>>("StructTreeRoot")?;
    let mut reader = Reader {
        document,
        roles: RoleMap::read(&root),
        class_map: root.get::<Dict<'_>>("ClassMap"),
        pages: document.page_numbers(),
        targets: Targets::new(document),
        known: HashMap::new(),
        structure: Structure::default(),
        claimed: HashSet::new(),
        broken: 0,
    };
    let kids = reader.kids_of(&root);
    reader.read_below(kids);
    reader.adopt(&root);
    if reader.broken > 0 {
        warnings.push(Diagnostic::new(
            Kind::Tags,
            format!(
                "{} entries of the structure tree are missing, repeated or senseless, and are left out",
                reader.broken
            ),
        ));
    }
    Some(reader.structure)
}

struct Reader<'a> {
    document: &'a Document,
    roles: RoleMap,
    class_map: Option<Dict<'a>>,
    /// Page indices by object number.
    pages: HashMap<u32, u32>,
    targets: Targets<'a>,
    /// Elements that have been read, by their objects.
    known: HashMap<ObjectIdentifier, ElementId>,
    structure: Structure,
    /// Marked content that an element has: page, MCID. Only the pages' own streams.
    claimed: HashSet<(u32, i64)>,
    broken: usize,
}

/// Kids that are still to be read, of an element or of the root.
type Pending<'a> = (Option<ElementId>, std::vec::IntoIter<MaybeRef<Object<'a>>>);

impl<'a> Reader<'a> {
    /// `K`: one kid, or an array of them.
    fn kids_of(&self, dict: &Dict<'a>) -> Vec<MaybeRef<Object<'a>>> {
        let Some(kids) = dict.get_raw::<Object<'a>>("K") else {
            return Vec::new();
        };
        // A reference may lead to an array, which must be told from an element.
        let array = match &kids {
            MaybeRef::NotRef(Object::Array(array)) => Some(array.clone()),
            MaybeRef::Ref(_) => dict.get::<Array<'a>>("K"),
            MaybeRef::NotRef(_) => None,
        };
        match array {
            Some(array) => array.raw_iter().collect(),
            None => vec![kids],
        }
    }

    /// Reads kids of the root and all that is below them.
    fn read_below(&mut self, kids: Vec<MaybeRef<Object<'a>>>) {
        let mut pending: Vec<Pending<'a>> = vec![(None, kids.into_iter())];
        while let Some((parent, kids)) = pending.last_mut() {
            let parent = *parent;
            let Some(kid) = kids.next() else {
                pending.pop();
                continue;
            };
            match self.kid(parent, kid) {
                // Its kids become those of the element around it.
                Some((id, kids)) if pending.len() > DEEPEST => {
                    let around = self.structure[id].parent;
                    pending.push((around, kids.into_iter()));
                }
                Some((id, kids)) => pending.push((Some(id), kids.into_iter())),
                None => continue,
            }
            if self.structure.elements.len() >= MOST_ELEMENTS {
                self.broken += 1;
                return;
            }
        }
    }

    /// Takes in a kid; for an element, returns its own kids.
    fn kid(
        &mut self,
        parent: Option<ElementId>,
        kid: MaybeRef<Object<'a>>,
    ) -> Option<(ElementId, Vec<MaybeRef<Object<'a>>>)> {
        let reference: Option<ObjectIdentifier> = kid.as_obj_ref().map(Into::into);
        match self.document.resolve(kid) {
            Some(Object::Number(mcid)) => {
                if let Some(parent) = parent {
                    let page = self.structure[parent].page;
                    self.push_content(parent, page, None, mcid.as_i64());
                }
            }
            Some(Object::Dict(dict)) => {
                let kind = dict.get::<Name<'a>>("Type");
                match (kind.as_deref(), parent) {
                    (Some(b"MCR"), Some(parent)) => self.marked_content(parent, &dict),
                    (Some(b"OBJR"), Some(parent)) => self.object(parent, &dict),
                    // Type may be left out; only elements have a structure type.
                    _ if dict.contains_key("S") => {
                        return self.element(parent, reference, &dict);
                    }
                    (None, Some(parent)) if dict.contains_key("MCID") => {
                        self.marked_content(parent, &dict);
                    }
                    _ => self.broken += 1,
                }
            }
            Some(Object::Null(_)) => {}
            _ => self.broken += 1,
        }
        None
    }

    /// Adds an element; `None` when it is in the tree already, which makes K go in a circle.
    fn element(
        &mut self,
        parent: Option<ElementId>,
        reference: Option<ObjectIdentifier>,
        dict: &Dict<'a>,
    ) -> Option<(ElementId, Vec<MaybeRef<Object<'a>>>)> {
        let id = ElementId(self.structure.elements.len() as u32);
        if let Some(reference) = reference {
            if self.known.contains_key(&reference) {
                self.broken += 1;
                return None;
            }
            self.known.insert(reference, id);
        }
        let text = |key: &str| {
            let text = dict.get::<StringObject<'a>>(key).map(|s| text_string(&s));
            // Many writers give all keys, whether they have anything to say or not.
            text.filter(|text| !text.is_empty())
        };
        let own_type = dict
            .get::<Name<'a>>("S")
            .map(|n| String::from_utf8_lossy(&n).into_owned())
            .unwrap_or_default();
        let namespace = dict.get_ref("NS").map(Into::into);
        let inherited = parent.and_then(|p| self.structure[p].page);
        self.structure.elements.push(Element {
            parent,
            standard_type: self.roles.standard(&own_type, namespace),
            own_type,
            page: self.page_of(dict).unwrap_or(inherited),
            lang: text("Lang"),
            alt: text("Alt"),
            actual_text: text("ActualText"),
            expansion: text("E"),
            title: text("T"),
            id: text("ID"),
            attributes: attributes::read(dict, self.class_map.as_ref()),
            kids: Vec::new(),
        });
        match parent {
            Some(parent) => self.structure.elements[parent.0 as usize]
                .kids
                .push(Kid::Element(id)),
            None => self.structure.top.push(id),
        }
        Some((id, self.kids_of(dict)))
    }

    /// `Pg`: a page's index, or the fact that it is no page of the document; `None` without `Pg`.
    fn page_of(&self, dict: &Dict<'a>) -> Option<Option<u32>> {
        let page = dict.get_ref("Pg")?;
        Some(self.pages.get(&page.obj_number).copied())
    }

    /// A marked-content reference (14.7.4.2, table 324).
    fn marked_content(&mut self, parent: ElementId, dict: &Dict<'a>) {
        let page = self.page_of(dict).unwrap_or(self.structure[parent].page);
        let stream = dict.get_ref("Stm").map(|s| s.obj_number);
        match dict.get::<i32>("MCID") {
            Some(mcid) => self.push_content(parent, page, stream, i64::from(mcid)),
            None => self.broken += 1,
        }
    }

    fn push_content(
        &mut self,
        parent: ElementId,
        page: Option<u32>,
        stream: Option<u32>,
        mcid: i64,
    ) {
        if let (Some(page), None) = (page, stream) {
            self.claimed.insert((page, mcid));
        }
        self.structure.elements[parent.0 as usize]
            .kids
            .push(Kid::Content { page, stream, mcid });
    }

    /// An object reference (14.7.4.3, table 325).
    fn object(&mut self, parent: ElementId, dict: &Dict<'a>) {
        let page = self.page_of(dict).unwrap_or(self.structure[parent].page);
        let Some(object) = dict.get_ref("Obj") else {
            self.broken += 1;
            return;
        };
        let target = self
            .document
            .object(object.into())
            .and_then(Object::into_dict)
            .and_then(|annotation| self.targets.of(&annotation, &self.pages));
        let element = &mut self.structure.elements[parent.0 as usize];
        element.kids.push(Kid::Object {
            page,
            object: object.obj_number,
        });
        // A link over two lines has two annotations with one target.
        if let Some(value) = target
            && element.attributes.iter().all(|a| a.name != "href")
        {
            let name = "href".into();
            element.attributes.push(Attribute { name, value });
        }
    }

    /// Gives marked content that no `K` names to the element that the parent tree names.
    fn adopt(&mut self, root: &Dict<'a>) {
        let Some(tree) = root.get::<Dict<'a>>("ParentTree") else {
            return;
        };
        let parents = parent_tree::read(self.document, &tree);
        let mut keys: HashMap<i64, u32> = HashMap::new();
        for index in 0..self.document.page_count() as u32 {
            if let Some(page) = self.document.page(index)
                && let Some(key) = page.dict().get::<i32>("StructParents")
            {
                keys.insert(i64::from(key), index);
            }
        }
        for (key, elements) in parents {
            let Some(&page) = keys.get(&key) else {
                continue;
            };
            for (mcid, element) in (0i64..).zip(elements) {
                if let Some(element) = element
                    && !self.claimed.contains(&(page, mcid))
                    && let Some(id) = self.element_of_object(element)
                {
                    self.push_content(id, Some(page), None, mcid);
                }
            }
        }
    }

    /// The element that an object is; one that `K` does not lead to is put where its `P` says.
    fn element_of_object(&mut self, object: ObjectIdentifier) -> Option<ElementId> {
        // Up to an element that is known, then down again.
        let mut chain: Vec<(ObjectIdentifier, Dict<'a>)> = Vec::new();
        let mut at = object;
        let mut parent = None;
        while chain.len() < 1000 {
            if let Some(&id) = self.known.get(&at) {
                parent = Some(id);
                break;
            }
            if chain.iter().any(|(id, _)| *id == at) {
                break;
            }
            let dict = self.document.object(at)?.into_dict()?;
            if !dict.contains_key("S") {
                // The root, or something that is no element.
                break;
            }
            let up = dict.get_ref("P");
            chain.push((at, dict));
            match up {
                Some(up) => at = up.into(),
                None => break,
            }
        }
        for (id, dict) in chain.into_iter().rev() {
            let (element, _) = self.element(parent, Some(id), &dict)?;
            parent = Some(element);
        }
        parent
    }
}
