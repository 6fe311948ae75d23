//! Reads `StructTreeRoot` (14.7.2) of a document into a [`Structure`].

use std::collections::{HashMap, HashSet};

use super::element::{Element, ElementId, Kid, Structure};
use super::mathml::Formulas;
use super::references::Reference;
use super::role_map::RoleMap;
use super::target::{Target, Targets};
use super::{attributes, styles};
use crate::budget::Budget;
use crate::counted::{counted, verb};
use crate::diagnostics::{Diagnostic, DiagnosticKind, Warnings};
use crate::limits::Limits;
use crate::page::standard_type;
use crate::pdf::{Array, Dict, Document, MaybeRef, Name, Object, ObjectIdentifier, References};

/// Maximum depth of elements; deeper ones become siblings. Real documents stay under a hundred.
const DEEPEST: usize = 1000;

/// Maximum number of elements read. Real documents have up to some hundred thousand.
const MAX_ELEMENTS: usize = 4_000_000;

/// Reads the structure tree of a document; `None` if it has none.
pub fn read(document: &Document, warnings: &mut Warnings) -> Option<Structure> {
    let root = document.catalog()?.get::<Dict<'_>>("StructTreeRoot")?;
    let (size, pages) = (document.file_size(), document.distinct_page_count());
    let budget = Budget::of_document(Limits::default(), size, pages);
    let mut reader = Reader {
        document,
        objects: References::new(document, &budget),
        roles: RoleMap::read(&root),
        class_map: root.get::<Dict<'_>>("ClassMap"),
        pages: document.page_numbers(),
        targets: Targets::new(document),
        known: HashMap::new(),
        structure: Structure::default(),
        claimed: HashMap::new(),
        claimed_objects: HashSet::new(),
        with_objects: HashSet::new(),
        references: Vec::new(),
        formulas: Formulas::new(),
        warnings: Warnings::new(),
        broken: 0,
    };
    let kids = reader.kids_of(&root);
    reader.read_below(kids);
    reader.adopt(&root);
    let references = std::mem::take(&mut reader.references);
    reader.structure.resolve(references, &reader.known);
    if reader.broken > 0 {
        warnings.push(Diagnostic::new(
            DiagnosticKind::Tags,
            format!(
                "{} of the structure tree {are} missing, repeated or invalid, and {are} left out",
                counted(reader.broken, "entry"),
                are = verb(reader.broken, "is", "are")
            ),
        ));
    }
    if budget.is_cut() {
        let most = Limits::default().of_document(size, pages) >> 20;
        warnings.push(Diagnostic::limit(format!(
                "the structure tree is read in part: the objects that its elements refer to, each time, have \
                 more than the {most} MB that a file of its size should need"
            ),
        ));
    }
    reader
        .warnings
        .into_parts()
        .0
        .into_iter()
        .for_each(|warning| warnings.push(warning));
    Some(reader.structure)
}

pub(super) struct Reader<'a> {
    pub document: &'a Document,
    /// Reads what several elements may refer to.
    objects: References<'a>,
    roles: RoleMap,
    class_map: Option<Dict<'a>>,
    /// Page indices by object number.
    pages: HashMap<u32, u32>,
    targets: Targets<'a>,
    /// Elements already read, by their objects.
    pub known: HashMap<ObjectIdentifier, ElementId>,
    pub structure: Structure,
    /// The first element of each marked-content sequence.
    pub claimed: HashMap<(Scope, i64), ElementId>,
    /// Numbers of the objects that elements have as a whole.
    pub claimed_objects: HashSet<u32>,
    pub with_objects: HashSet<ElementId>,
    references: Vec<(ElementId, Reference)>,
    formulas: Formulas,
    warnings: Warnings,
    broken: usize,
}

/// A content stream with its own numbering of sequences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Scope {
    /// The content of the page with this index.
    Page(u32),
    /// The stream of the form XObject with this object number.
    Form(u32),
}

/// The unread kids of an element, or of the root.
type Pending<'a> = (Option<ElementId>, std::vec::IntoIter<MaybeRef<Object<'a>>>);

impl<'a> Reader<'a> {
    /// `K`: one kid, or an array of them.
    fn kids_of(&self, dict: &Dict<'a>) -> Vec<MaybeRef<Object<'a>>> {
        let Some(kids) = dict.get_raw::<Object<'a>>("K") else {
            return Vec::new();
        };
        // A reference may lead to an array, which is not an element.
        let array = match &kids {
            MaybeRef::NotRef(Object::Array(array)) => Some(array.clone()),
            MaybeRef::Ref(_) => self.objects.read(dict, "K").and_then(Object::into_array),
            MaybeRef::NotRef(_) => None,
        };
        match array {
            Some(array) => array.raw_iter().collect(),
            None => vec![kids],
        }
    }

    /// Reads kids of the root and all their descendants.
    fn read_below(&mut self, kids: Vec<MaybeRef<Object<'a>>>) {
        let mut pending: Vec<Pending<'a>> = vec![(None, kids.into_iter())];
        while let Some((parent, kids)) = pending.last_mut() {
            let parent = *parent;
            let Some(kid) = kids.next() else {
                pending.pop();
                continue;
            };
            match self.kid(parent, kid) {
                // Its kids become kids of its parent.
                Some((id, kids)) if pending.len() > DEEPEST => {
                    let around = self.structure[id].parent;
                    pending.push((around, kids.into_iter()));
                }
                Some((id, kids)) => pending.push((Some(id), kids.into_iter())),
                None => continue,
            }
            if self.structure.elements.len() >= MAX_ELEMENTS {
                self.broken += 1;
                return;
            }
        }
    }

    /// Reads a kid; for an element, returns its own kids.
    fn kid(
        &mut self,
        parent: Option<ElementId>,
        kid: MaybeRef<Object<'a>>,
    ) -> Option<(ElementId, Vec<MaybeRef<Object<'a>>>)> {
        let reference: Option<ObjectIdentifier> = kid.as_obj_ref().map(Into::into);
        if reference.is_some_and(|id| self.known.contains_key(&id)) {
            self.broken += 1;
            return None;
        }
        match self.objects.resolve(kid) {
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
                    // `Type` is optional; only elements have a structure type.
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

    /// Adds an element; `None` if it is already in the tree, which means that `K` has a cycle.
    pub(super) fn element(
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
            let text = self.objects.text(dict, key);
            // Some writers end strings with a zero character, as in C.
            let text = text.map(|text| text.replace('\0', ""));
            // Many writers give all keys, even without a value.
            text.filter(|text| !text.is_empty())
        };
        let own_type = dict
            .get::<Name<'a>>("S")
            .map(|n| String::from_utf8_lossy(&n).into_owned())
            .unwrap_or_default();
        let namespace = dict.get_ref("NS").map(Into::into);
        let mathml = self.roles.is_mathml(namespace);
        let in_formula = |around: ElementId| {
            let mut around = self.structure.ancestors(around);
            around.any(|id| self.structure[id].kind() == "Formula")
        };
        let mapped = match own_type.as_str() {
            "math" if mathml && !parent.is_some_and(in_formula) => "Formula".to_owned(),
            own_type => self.roles.standard(own_type, namespace),
        };
        let style = styles::standard_type(&own_type);
        let inherited = parent.and_then(|p| self.structure[p].page);
        self.structure.elements.push(Element {
            object: reference.map(|id| (id.obj_number, id.gen_number)),
            parent,
            style: style.filter(|_| mapped == "P" || standard_type(&mapped).is_none()),
            standard_type: mapped,
            own_type,
            mathml,
            mathml_file: None,
            page: self.page_of(dict).unwrap_or(inherited),
            lang: text("Lang"),
            alt: text("Alt"),
            actual_text: text("ActualText"),
            expansion: text("E"),
            title: text("T"),
            id: text("ID"),
            attributes: attributes::read(&self.objects, dict, self.class_map.as_ref()),
            target: None,
            referred: false,
            own: Vec::new(),
            kids: Vec::new(),
        });
        self.references_of(id, dict);
        if self.structure[id].kind() == "Formula"
            && let Some(math) = self.formulas.of(&self.objects, dict, &mut self.warnings)
        {
            self.structure.elements[id.0 as usize].mathml_file = Some(math);
        }
        match parent {
            Some(parent) => self.structure.elements[parent.0 as usize]
                .kids
                .push(Kid::Element(id)),
            None => self.structure.top.push(id),
        }
        Some((id, self.kids_of(dict)))
    }

    /// Reads `Ref` (ISO 32000-2, table 355).
    fn references_of(&mut self, id: ElementId, dict: &Dict<'a>) {
        const MAX: usize = 100;
        let list = self.objects.read(dict, "Ref");
        let list: Option<Array<'a>> = list.and_then(Object::into_array);
        let listed = list.iter().flat_map(|list| list.raw_iter()).take(MAX);
        let listed = listed.filter_map(|item| item.as_obj_ref());
        for object in listed.chain(dict.get_ref("Ref").filter(|_| list.is_none())) {
            let reference = Reference::Object(object.into());
            self.references.push((id, reference));
        }
    }

    /// The page index in `Pg`, or `Some(None)` if that is not a page of the document; `None` without `Pg`.
    fn page_of(&self, dict: &Dict<'a>) -> Option<Option<u32>> {
        let page = dict.get_ref("Pg")?;
        Some(self.pages.get(&page.obj_number).copied())
    }

    /// Reads a marked-content reference (14.7.4.2, table 324).
    fn marked_content(&mut self, parent: ElementId, dict: &Dict<'a>) {
        let page = self.page_of(dict).unwrap_or(self.structure[parent].page);
        let stream = dict.get_ref("Stm").map(|s| s.obj_number);
        match dict.get::<i32>("MCID") {
            Some(mcid) => self.push_content(parent, page, stream, i64::from(mcid)),
            None => self.broken += 1,
        }
    }

    pub(super) fn push_content(
        &mut self,
        parent: ElementId,
        page: Option<u32>,
        stream: Option<u32>,
        mcid: i64,
    ) {
        let scope = stream.map(Scope::Form).or(page.map(Scope::Page));
        if let Some(scope) = scope {
            self.claimed.entry((scope, mcid)).or_insert(parent);
        }
        self.structure.elements[parent.0 as usize]
            .kids
            .push(Kid::Content { page, stream, mcid });
    }

    /// Reads an object reference (14.7.4.3, table 325).
    fn object(&mut self, parent: ElementId, dict: &Dict<'a>) {
        let page = self.page_of(dict).unwrap_or(self.structure[parent].page);
        match dict.get_ref("Obj") {
            Some(object) => self.push_object(parent, page, object.into()),
            None => self.broken += 1,
        }
    }

    pub(super) fn push_object(
        &mut self,
        parent: ElementId,
        page: Option<u32>,
        object: ObjectIdentifier,
    ) {
        let number = object.obj_number;
        self.claimed_objects.insert(number);
        self.with_objects.insert(parent);
        let target = self
            .objects
            .object(object)
            .and_then(Object::into_dict)
            .and_then(|annotation| self.targets.of(&annotation, &self.pages));
        let target = match target {
            Some(Target::Element(reference, page)) => {
                self.references.push((parent, reference));
                page
            }
            Some(Target::Address(address)) => Some(address),
            None => None,
        };
        let element = &mut self.structure.elements[parent.0 as usize];
        let object = number;
        element.kids.push(Kid::Object { page, object });
        // A link on two lines has two annotations with one target.
        if element.target.is_none() {
            element.target = target;
        }
    }
}
