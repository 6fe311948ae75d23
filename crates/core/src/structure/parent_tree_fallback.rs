//! Assigns content that no `K` names to the element that the parent tree names.

use super::element::ElementId;
use super::parent_tree::{self, Holder, Parents};
use super::reader::{Reader, Scope};
use crate::pdf::{Dict, ObjectIdentifier};

/// Maximum number of ancestors followed by `P`.
const LONGEST_CHAIN: usize = 1000;

impl<'a> Reader<'a> {
    pub(super) fn adopt(&mut self, root: &Dict<'a>) {
        let Some(tree) = root.get::<Dict<'a>>("ParentTree") else {
            return;
        };
        let pages = parent_tree::pages(self.document);
        let mut others = Vec::new();
        for (key, parents) in parent_tree::read(self.document, &tree) {
            match (pages.get(&key), parents) {
                (Some(&page), Parents::Sequences(elements)) => {
                    self.adopt_sequences(Scope::Page(page), page, &elements);
                }
                (_, Parents::Object(element)) if self.has_object(element) => {}
                (_, parents) => others.push((key, parents)),
            }
        }
        // Searching forms and annotations is slow, and most files do not need it.
        if others.is_empty() {
            return;
        }
        let holders = parent_tree::holders(self.document);
        for (key, parents) in others {
            match (holders.get(&key), parents) {
                (Some(&Holder::Form { page, form }), Parents::Sequences(elements)) => {
                    self.adopt_sequences(Scope::Form(form), page, &elements);
                }
                (Some(&Holder::Object { page, object }), Parents::Object(element)) => {
                    if !self.claimed_objects.contains(&object.obj_number)
                        && let Some(id) = self.element_of_object(element)
                    {
                        self.push_object(id, Some(page), object);
                    }
                }
                _ => {}
            }
        }
    }

    /// Whether `K` gives the element an object, so that nothing is missing.
    fn has_object(&self, element: ObjectIdentifier) -> bool {
        let id = self.known.get(&element);
        id.is_some_and(|id| self.with_objects.contains(id))
    }

    fn adopt_sequences(&mut self, scope: Scope, page: u32, elements: &[Option<ObjectIdentifier>]) {
        for (mcid, element) in (0i64..).zip(elements) {
            let Some(element) = *element else { continue };
            if self.claimed.contains_key(&(scope, mcid)) {
                continue;
            }
            let Some(id) = self.element_of_object(element) else {
                continue;
            };
            let stream = match scope {
                Scope::Page(_) => None,
                Scope::Form(form) => Some(form),
            };
            // Some writers omit `Stm`, so that `K` names the form's sequence like one of the page.
            let said = self.claimed.get(&(Scope::Page(page), mcid));
            if stream.is_none() || said != Some(&id) {
                self.push_content(id, Some(page), stream, mcid);
            }
        }
    }

    /// The element of an object. One that `K` does not reach is added below its `P`.
    fn element_of_object(&mut self, object: ObjectIdentifier) -> Option<ElementId> {
        // Go up to a known element, then down again.
        let mut chain: Vec<(ObjectIdentifier, Dict<'a>)> = Vec::new();
        let mut at = object;
        let mut parent = None;
        while chain.len() < LONGEST_CHAIN {
            if let Some(&id) = self.known.get(&at) {
                parent = Some(id);
                break;
            }
            if chain.iter().any(|(id, _)| *id == at) {
                break;
            }
            let dict = self.document.object(at)?.into_dict()?;
            if !dict.contains_key("S") {
                // The root, or not an element.
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
