//! Reads the structure tree (ISO 32000-1, 14.7.2) without repairs.

use std::collections::{HashMap, HashSet};

use super::attributes::Attributes;
use super::role::{Namespace, Role, RoleMaps};
use crate::pdf::{Array, Dict, Document, MaybeRef, Object, ObjectIdentifier, number_tree};
use crate::validate::entries::{Entries, name_of, says, string_of};

/// Maximum number of elements read; the rest is not checked. Real documents have up to several hundred
/// thousand.
const MOST_ELEMENTS: usize = 4_000_000;

/// Maximum number of ancestors followed.
const DEEPEST: usize = 10_000;

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
}

/// The structure tree.
pub(crate) struct Tree<'d> {
    pub root: Dict<'d>,
    /// All elements in reading order, each before its descendants.
    pub elements: Vec<Element<'d>>,
    /// The children of the root.
    top: Vec<Kid>,
    by_object: HashMap<ObjectIdentifier, usize>,
    /// `ParentTree` (14.7.4.4).
    parents: HashMap<i64, Object<'d>>,
    attributes: Attributes<'d>,
}

impl<'d> Tree<'d> {
    /// Reads the tree; `None` without a `StructTreeRoot`. With `pdf14`, types newer than PDF 1.4 are not
    /// standard.
    pub(crate) fn read(document: &'d Document, pdf14: bool) -> Option<Self> {
        let root = document.catalog()?.get::<Dict<'d>>("StructTreeRoot")?;
        let mut roles = RoleMaps::read(&root, pdf14);
        let parents = root.get::<Dict<'d>>("ParentTree");
        let parents = parents.map(|tree| number_tree(document, &tree).collect());
        let mut tree = Self {
            elements: Vec::new(),
            top: Vec::new(),
            by_object: HashMap::new(),
            parents: parents.unwrap_or_default(),
            attributes: Attributes::new(&root),
            root,
        };
        let mut stack: Vec<(Option<usize>, std::vec::IntoIter<MaybeRef<Object<'d>>>)> =
            vec![(None, kids(&tree.root).into_iter())];
        while let Some((parent, rest)) = stack.last_mut() {
            let parent = *parent;
            let Some(kid) = rest.next() else {
                stack.pop();
                continue;
            };
            if tree.elements.len() >= MOST_ELEMENTS {
                break;
            }
            if let Some(index) = tree.take(document, &mut roles, parent, kid)
                && let Some(element) = tree.elements.get(index)
            {
                stack.push((Some(index), kids(&element.dict).into_iter()));
            }
        }
        Some(tree)
    }

    /// Adds a child; returns the index of an element that is new.
    fn take(
        &mut self,
        document: &'d Document,
        roles: &mut RoleMaps,
        parent: Option<usize>,
        kid: MaybeRef<Object<'d>>,
    ) -> Option<usize> {
        let id: Option<ObjectIdentifier> = kid.as_obj_ref().map(Into::into);
        let index = self.elements.len();
        let kid = match document.resolve(kid)? {
            Object::Number(_) => Kid::Content,
            Object::Dict(dict) => match name_of(&dict, "Type").as_deref() {
                Some("MCR") => Kid::Content,
                Some("OBJR") => Kid::Object(dict.get_ref("Obj")?.into()),
                _ if dict.has("S") => {
                    if let Some(known) = id.and_then(|id| self.by_object.get(&id).copied()) {
                        // Two parents have it, or the tree contains a cycle.
                        if !parent.is_some_and(|p| self.is_in(p, known)) {
                            self.hold(parent, Kid::Element(known));
                        }
                        return None;
                    }
                    if let Some(id) = id {
                        self.by_object.insert(id, index);
                    }
                    let own_type = name_of(&dict, "S").unwrap_or_default();
                    let namespace = dict.get::<Dict<'d>>("NS");
                    self.elements.push(Element {
                        role: roles.role(&own_type, namespace.as_ref()),
                        dict,
                        parent,
                        own_type,
                        kids: Vec::new(),
                    });
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

    /// Adds a child to an element, or to the root.
    fn hold(&mut self, parent: Option<usize>, kid: Kid) {
        match parent {
            Some(parent) => {
                if let Some(parent) = self.elements.get_mut(parent) {
                    parent.kids.push(kid);
                }
            }
            None => self.top.push(kid),
        }
    }

    /// Whether an element is another one or a descendant of it.
    fn is_in(&self, inner: usize, outer: usize) -> bool {
        let mut around = std::iter::successors(Some(inner), |at| self.get(*at)?.parent);
        around.any(|at| at == outer)
    }

    pub(crate) fn get(&self, index: usize) -> Option<&Element<'d>> {
        self.elements.get(index)
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
            Some(Object::Array(list)) => list
                .raw_iter()
                .map(|parent| self.of_object(parent.as_obj_ref()?.into()))
                .collect(),
            _ => Vec::new(),
        }
    }

    /// An element and its ancestors, the outermost last.
    pub(crate) fn around(&self, index: usize) -> impl Iterator<Item = &Element<'d>> {
        std::iter::successors(self.get(index), |e| self.get(e.parent?)).take(DEEPEST)
    }

    /// The children of an element, with grouping elements replaced by their children. Includes elements
    /// without a standard type.
    pub(crate) fn children(&self, index: usize) -> Vec<usize> {
        self.counting(self.kids_of(Some(index))).0
    }

    /// The children of the root, with grouping elements replaced by their children.
    pub(crate) fn top(&self) -> Vec<usize> {
        self.counting(&self.top).0
    }

    /// The standard types of the grouping elements that [`Self::children`] leaves out.
    pub(crate) fn group_types(&self, index: Option<usize>) -> Vec<&str> {
        self.types(&self.counting(self.kids_of(index)).1)
    }

    /// The children, with grouping elements replaced by their children; and these grouping elements.
    fn counting(&self, kids: &[Kid]) -> (Vec<usize>, Vec<usize>) {
        let (mut found, mut groups) = (Vec::new(), Vec::new());
        let mut stack: Vec<usize> = child_elements(kids).rev().collect();
        // An element with two parents can appear many times.
        for _ in 0..MOST_ELEMENTS {
            let Some(child) = stack.pop() else { break };
            match self.get(child) {
                Some(element) if element.only_groups() => {
                    groups.push(child);
                    stack.extend(child_elements(&element.kids).rev());
                }
                _ => found.push(child),
            }
        }
        (found, groups)
    }

    /// The children of an element, or of the root.
    fn kids_of(&self, index: Option<usize>) -> &[Kid] {
        match index {
            Some(index) => self.get(index).map_or(&[], |e| &e.kids),
            None => &self.top,
        }
    }

    /// Whether an element or the root has content outside of its [`Self::children`].
    pub(crate) fn holds_content(&self, index: Option<usize>) -> bool {
        let mut stack = vec![self.kids_of(index)];
        for _ in 0..MOST_ELEMENTS {
            let Some(kids) = stack.pop() else { break };
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

    /// The standard type of the nearest ancestor that is not a grouping element.
    pub(crate) fn parent_type(&self, index: usize) -> Option<&str> {
        self.around(index)
            .skip(1)
            .find(|e| !e.only_groups())?
            .standard()
    }

    /// Whether an element or an ancestor declares a language.
    pub(crate) fn has_lang(&self, index: usize) -> bool {
        self.around(index).any(|e| e.dict.has("Lang"))
    }

    /// Whether an element or an ancestor is an artifact (ISO 32000-2, 14.8.4.3).
    pub(crate) fn is_artifact(&self, index: usize) -> bool {
        self.around(index).any(|e| e.is("Artifact"))
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
        let list = self.get(index).and_then(|e| e.dict.get::<Array<'d>>("Ref"));
        list.iter()
            .flat_map(Array::raw_iter)
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
        self.standard() == Some(standard_type)
    }

    /// Whether it is a grouping element without a meaning of its own (14.8.4.2).
    fn only_groups(&self) -> bool {
        matches!(self.standard(), Some("NonStruct" | "Div" | "Part"))
    }

    /// A text string entry of the element.
    pub(crate) fn text(&self, key: &str) -> Option<String> {
        string_of(&self.dict, key)
    }

    /// Whether the element has this text string and it is not empty.
    pub(crate) fn says(&self, key: &str) -> bool {
        says(&self.dict, key)
    }
}

fn child_elements(kids: &[Kid]) -> impl DoubleEndedIterator<Item = usize> {
    kids.iter().filter_map(|kid| match kid {
        Kid::Element(child) => Some(*child),
        _ => None,
    })
}

/// The children in `K`: one, or an array of them.
fn kids<'d>(dict: &Dict<'d>) -> Vec<MaybeRef<Object<'d>>> {
    match dict.get::<Object<'d>>("K") {
        Some(Object::Array(array)) => array.raw_iter().collect(),
        _ => dict.get_raw::<Object<'d>>("K").into_iter().collect(),
    }
}
