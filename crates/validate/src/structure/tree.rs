//! Reads the structure tree (ISO 32000-1, 14.7.2) without repairs.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::mem::size_of;

use super::attributes::Attributes;
use super::role::{Namespace, Role, RoleMaps};
use crate::flavour::Flavour;
use pdfa2hocr_core::pdf::References;
use pdfa2hocr_core::pdf::{Array, Dict, MaybeRef, Object, ObjectIdentifier, name_of, number_tree};

/// Maximum number of elements read; the rest is not checked. Real documents have up to several hundred
/// thousand.
const MAX_ELEMENTS: usize = 4_000_000;

/// Bytes of memory in a set for each element that another one refers to.
const SIZE_OF_LINK: usize = 32;

/// Maximum size of an element without an object number, which has its parents inside.
const MAX_DIRECT: usize = 1 << 16;

/// Maximum number of grouping elements between an element and the one that it belongs to.
const MAX_ANCESTORS: usize = 64;

/// A child of an element.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Kid {
    /// The index of a child element.
    Element(usize),
    /// A marked-content sequence.
    Content,
    /// A whole object, such as an annotation.
    Object(ObjectIdentifier),
}

/// A structure element.
pub(crate) struct Element<'d> {
    pub dict: Dict<'d>,
    pub parent: Option<usize>,
    /// `S`.
    pub own_type: String,
    pub role: Role,
    pub kids: Vec<Kid>,
    pub heritage: Heritage,
    /// Its parents, by `P`, lead to the root. Only then does its content count as tagged.
    pub rooted: bool,
}

/// Facts about an element that hold for its descendants too.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Heritage {
    /// It is an artifact (ISO 32000-2, 14.8.4.3).
    pub artifact: bool,
    /// It declares a language.
    pub has_lang: bool,
    /// It has an `ActualText`.
    pub replaced: bool,
    /// It has an `Alt`.
    pub described: bool,
}

/// The structure tree.
pub(crate) struct Tree<'d> {
    pub root: Dict<'d>,
    pub references: &'d References<'d>,
    /// The elements in reading order; parents precede their children.
    pub elements: Vec<Element<'d>>,
    /// Elements that only `ParentTree` leads to.
    others: Vec<Element<'d>>,
    /// The children of the root.
    top: Vec<Kid>,
    by_object: HashMap<ObjectIdentifier, usize>,
    /// The results of [`Tree::is_rooted`] by object.
    rooted: RefCell<HashMap<ObjectIdentifier, bool>>,
    /// While the tree is read: the element whose kids are read, and its ancestors.
    open: HashSet<usize>,
    /// `ParentTree` (14.7.4.4).
    parents: HashMap<i64, Object<'d>>,
    attributes: Attributes<'d>,
}

impl<'d> Tree<'d> {
    /// Reads the tree by the version of PDF that a flavour is about; `None` without a `StructTreeRoot`.
    pub(crate) fn read(references: &'d References<'d>, flavour: Flavour) -> Option<Self> {
        let document = references.document;
        let root = document.catalog()?.get::<Dict<'d>>("StructTreeRoot")?;
        let mut roles = RoleMaps::read(&root, flavour);
        let parents = root.get::<Dict<'d>>("ParentTree");
        let parents = parents.map(|tree| number_tree(document, &tree).collect());
        let mut tree = Self {
            elements: Vec::new(),
            others: Vec::new(),
            rooted: RefCell::default(),
            top: Vec::new(),
            by_object: HashMap::new(),
            open: HashSet::new(),
            parents: parents.unwrap_or_default(),
            attributes: Attributes::new(references, &root),
            references,
            root,
        };
        let mut stack = vec![(None, tree.kids(&tree.root))];
        while let Some((parent, rest)) = stack.last_mut() {
            let parent = *parent;
            let Some(kid) = rest.next() else {
                stack.pop();
                if let Some(index) = parent {
                    tree.open.remove(&index);
                }
                continue;
            };
            if tree.elements.len() >= MAX_ELEMENTS {
                break;
            }
            if let Some(index) = tree.take(&mut roles, parent, kid)
                && let Some(element) = tree.elements.get(index)
            {
                stack.push((Some(index), tree.kids(&element.dict)));
                tree.open.insert(index);
            }
        }
        tree.add_others(&mut roles);
        Some(tree)
    }

    /// Adds the elements that only `ParentTree` leads to: their content counts as tagged, too.
    fn add_others(&mut self, roles: &mut RoleMaps) {
        let mut ids: Vec<ObjectIdentifier> = Vec::new();
        for value in self.parents.values() {
            match value {
                Object::Dict(dict) => ids.extend(dict.obj_id()),
                Object::Array(list) if self.references.take(list.data().len()) => {
                    let items = list.raw_iter();
                    ids.extend(
                        items.filter_map(|item| Some(ObjectIdentifier::from(item.as_obj_ref()?))),
                    );
                }
                _ => {}
            }
        }
        for id in ids {
            if self.by_object.contains_key(&id) {
                continue;
            }
            let Some(Object::Dict(dict)) = self.references.object(id) else {
                continue;
            };
            let parent = dict.get_ref("P").and_then(|p| self.of_object(p.into()));
            let index = self.elements.len() + self.others.len();
            let other = self.element(roles, parent, Some(id), dict);
            self.by_object.insert(id, index);
            self.others.push(other);
        }
    }

    /// Whether the parents of an element, by `P`, lead to the root.
    fn is_rooted(&self, id: Option<ObjectIdentifier>, dict: &Dict<'d>) -> bool {
        let mut rooted = self.rooted.borrow_mut();
        let mut seen = Vec::new();
        // A direct object has the `obj_id` of the object around it.
        let mut own_id = id;
        let mut at = Some(dict.clone());
        let result = loop {
            let Some(dict) = at else {
                break false;
            };
            if let Some(id) = own_id {
                // A cycle of parents ends at an element that was met.
                rooted.insert(id, false);
                seen.push(id);
            } else if dict.data().len() > MAX_DIRECT {
                break false;
            }
            if name_of(&dict, "Type").as_deref() == Some("StructTreeRoot") {
                break true;
            }
            // A known parent is not read again: the root has as many bytes as it has kids.
            own_id = dict.get_ref("P").map(ObjectIdentifier::from);
            if let Some(&known) = own_id.and_then(|id| rooted.get(&id)) {
                break known;
            }
            at = self.references.read(&dict, "P").and_then(Object::into_dict);
        };
        rooted.extend(seen.into_iter().map(|id| (id, result)));
        result
    }

    /// The kids in `K`, which is one kid or an array of them.
    fn kids(&self, dict: &Dict<'d>) -> Box<dyn Iterator<Item = MaybeRef<Object<'d>>> + 'd> {
        match self.references.read(dict, "K") {
            Some(Object::Array(array)) => Box::new(array.raw_iter()),
            _ => Box::new(dict.get_raw::<Object<'d>>("K").into_iter()),
        }
    }

    /// Adds a kid. Returns the index of a new element.
    fn take(
        &mut self,
        roles: &mut RoleMaps,
        parent: Option<usize>,
        kid: MaybeRef<Object<'d>>,
    ) -> Option<usize> {
        let id: Option<ObjectIdentifier> = kid.as_obj_ref().map(Into::into);
        if let Some(known) = id.and_then(|id| self.by_object.get(&id).copied()) {
            // Either two elements have this kid, or the tree has a cycle.
            if !self.open.contains(&known) {
                self.hold(parent, Kid::Element(known));
            }
            return None;
        }
        let index = self.elements.len();
        let kid = match self.references.resolve(kid)? {
            Object::Number(_) => Kid::Content,
            Object::Dict(dict) => match name_of(&dict, "Type").as_deref() {
                Some("MCR") => Kid::Content,
                Some("OBJR") => Kid::Object(dict.get_ref("Obj")?.into()),
                // An element without S has no type, which the rules report.
                None | Some("StructElem") => {
                    if let Some(id) = id {
                        self.by_object.insert(id, index);
                    }
                    let element = self.element(roles, parent, id, dict);
                    self.elements.push(element);
                    Kid::Element(index)
                }
                _ => return None,
            },
            _ => return None,
        };
        let is_element = matches!(kid, Kid::Element(_));
        self.hold(parent, kid);
        is_element.then_some(index)
    }

    /// The element of a dictionary, without its kids.
    fn element(
        &self,
        roles: &mut RoleMaps,
        parent: Option<usize>,
        id: Option<ObjectIdentifier>,
        dict: Dict<'d>,
    ) -> Element<'d> {
        let own_type = name_of(&dict, "S").unwrap_or_default();
        let namespace = roles.namespace_of(self.references, &dict);
        let role = roles.role(&own_type, namespace);
        Element {
            rooted: self.is_rooted(id, &dict),
            heritage: self.heritage(parent, &dict, &role),
            role,
            dict,
            parent,
            own_type,
            kids: Vec::new(),
        }
    }

    fn heritage(&self, parent: Option<usize>, dict: &Dict<'d>, role: &Role) -> Heritage {
        let above = parent.and_then(|parent| self.get(parent));
        let from = above.map_or_else(Heritage::default, |parent| parent.heritage);
        let has = |key| self.references.has(dict, key);
        Heritage {
            artifact: from.artifact || role.is("Artifact"),
            has_lang: from.has_lang || has("Lang"),
            replaced: from.replaced || has("ActualText"),
            described: from.described || has("Alt"),
        }
    }

    /// Adds a kid to an element or to the root.
    fn hold(&mut self, parent: Option<usize>, kid: Kid) {
        // Many elements may share one array of kids, so copies use the budget.
        if !self.references.take(size_of::<Kid>()) {
            return;
        }
        match parent {
            Some(parent) => {
                if let Some(parent) = self.elements.get_mut(parent) {
                    parent.kids.push(kid);
                }
            }
            None => self.top.push(kid),
        }
    }

    pub(crate) fn get(&self, index: usize) -> Option<&Element<'d>> {
        let others = || self.others.get(index - self.elements.len());
        self.elements.get(index).or_else(others)
    }

    /// The index of the element with this object identifier.
    pub(crate) fn of_object(&self, id: ObjectIdentifier) -> Option<usize> {
        self.by_object.get(&id).copied()
    }

    /// The element of a whole object, by its `StructParent`.
    pub(crate) fn parent_of(&self, key: i64) -> Option<usize> {
        match self.parents.get(&key)? {
            Object::Dict(dict) => self.of_object(dict.obj_id()?),
            _ => None,
        }
    }

    /// The elements of a content stream's marked-content sequences by MCID; `key` is its `StructParents`.
    /// `None` for sequences without an element.
    pub(crate) fn sequences_of(&self, key: i64) -> Vec<Option<usize>> {
        match self.parents.get(&key) {
            Some(Object::Array(list)) if self.references.take(list.data().len()) => list
                .raw_iter()
                .map(|parent| self.of_object(parent.as_obj_ref()?.into()))
                .collect(),
            _ => Vec::new(),
        }
    }

    /// The children by which nesting is checked: grouping elements are replaced by their children. Elements
    /// without a standard type are included.
    pub(crate) fn children(&self, index: usize) -> Vec<usize> {
        self.counting(self.kids_of(Some(index)))
    }

    /// The children of the root, with grouping elements replaced by their children.
    pub(crate) fn top(&self) -> Vec<usize> {
        self.counting(&self.top)
    }

    /// The children, with grouping elements replaced by their children.
    fn counting(&self, kids: &[Kid]) -> Vec<usize> {
        let mut found = Vec::new();
        let mut stack: Vec<usize> = child_elements(kids).rev().collect();
        while let Some(child) = stack.pop() {
            match self.get(child) {
                Some(element) if element.only_groups() => {
                    // A grouping element with several parents may be visited very often.
                    if !self.can_look_at(&element.kids) {
                        break;
                    }
                    stack.extend(child_elements(&element.kids).rev());
                }
                _ => found.push(child),
            }
        }
        found
    }

    /// Takes the visit of a grouping element's kids from the budget; `false` if it is used up.
    fn can_look_at(&self, kids: &[Kid]) -> bool {
        self.references.take((kids.len() + 1) * size_of::<usize>())
    }

    /// The kids of an element or of the root.
    fn kids_of(&self, index: Option<usize>) -> &[Kid] {
        match index {
            Some(index) => self.get(index).map_or(&[], |e| &e.kids),
            None => &self.top,
        }
    }

    /// Whether an element or the root has content outside of its [`Self::children`].
    pub(crate) fn holds_content(&self, index: Option<usize>) -> bool {
        let mut stack = vec![self.kids_of(index)];
        while let Some(kids) = stack.pop() {
            if !self.can_look_at(kids) {
                break;
            }
            if kids.iter().any(|kid| !matches!(kid, Kid::Element(_))) {
                return true;
            }
            let inner = child_elements(kids).filter_map(|child| self.get(child));
            stack.extend(inner.filter(|e| e.only_groups()).map(|e| e.kids.as_slice()));
        }
        false
    }

    /// The standard types of [`Self::children`].
    pub(crate) fn child_types(&self, index: usize) -> Vec<&str> {
        self.types(&self.children(index))
    }

    /// The standard types of those elements that have one.
    pub(crate) fn types(&self, elements: &[usize]) -> Vec<&str> {
        elements
            .iter()
            .filter_map(|&child| self.get(child)?.standard())
            .collect()
    }

    /// The standard type of the nearest ancestor, by `P`, that is not a grouping element, or
    /// `StructTreeRoot`.
    pub(crate) fn parent_type(&self, index: usize) -> Option<&str> {
        let mut element = self.get(index)?;
        for _ in 0..MAX_ANCESTORS {
            let id = ObjectIdentifier::from(element.dict.get_ref("P")?);
            let Some(parent) = self.of_object(id).and_then(|parent| self.get(parent)) else {
                return (self.root.obj_id() == Some(id)).then_some("StructTreeRoot");
            };
            if !parent.only_groups() {
                return parent.standard();
            }
            element = parent;
        }
        None
    }

    /// Reads a text string of an element.
    pub(crate) fn text(&self, element: &Element<'d>, key: &str) -> Option<String> {
        self.references.text(&element.dict, key)
    }

    /// Whether an element has this text string and it is not empty.
    pub(crate) fn has_text(&self, element: &Element<'d>, key: &str) -> bool {
        self.text(element, key).is_some_and(|text| !text.is_empty())
    }

    /// An attribute by its owner, from `A` or from the classes in `C` (14.7.5).
    pub(crate) fn attribute(&self, index: usize, owner: &str, key: &str) -> Option<Object<'d>> {
        self.attributes.find(&self.get(index)?.dict, owner, key)
    }

    pub(crate) fn attribute_name(&self, index: usize, owner: &str, key: &str) -> Option<String> {
        let name = self.attribute(index, owner, key)?.into_name()?;
        Some(String::from_utf8_lossy(&name).into_owned())
    }

    /// The elements that `Ref` of an element refers to (ISO 32000-2, table 355).
    pub(crate) fn references(&self, index: usize) -> HashSet<usize> {
        let list = self.get(index);
        let list = list.and_then(|e| self.references.read(&e.dict, "Ref")?.into_array());
        let targets = list.iter().flat_map(Array::raw_iter);
        targets
            .take_while(|_| self.references.take(SIZE_OF_LINK))
            .filter_map(|r| self.of_object(r.as_obj_ref()?.into()))
            .collect()
    }
}

impl Element<'_> {
    pub(crate) fn standard(&self) -> Option<&str> {
        self.role.standard.as_ref().map(|(_, name)| name.as_str())
    }

    pub(crate) fn namespace(&self) -> Option<Namespace> {
        self.role.standard.as_ref().map(|(namespace, _)| *namespace)
    }

    pub(crate) fn is(&self, standard_type: &str) -> bool {
        self.role.is(standard_type)
    }

    /// Whether it is a grouping element without a meaning of its own (14.8.4.2).
    fn only_groups(&self) -> bool {
        matches!(self.standard(), Some("NonStruct" | "Div" | "Part"))
    }
}

fn child_elements(kids: &[Kid]) -> impl DoubleEndedIterator<Item = usize> {
    kids.iter().filter_map(|kid| match kid {
        Kid::Element(child) => Some(*child),
        _ => None,
    })
}
