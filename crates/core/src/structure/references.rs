//! Resolves references between elements: `Ref` (ISO 32000-2, table 355), structure destinations of links (ISO
//! 32000-2, 12.3.2.3), and `Headers` of cells.

use std::collections::HashMap;

use super::element::{Element, ElementId, Kid, Structure};
use crate::page::{Name, Own};
use crate::pdf::ObjectIdentifier;

/// A reference to an element, as in the file.
#[derive(Clone, Debug)]
pub(super) enum Reference {
    Object(ObjectIdentifier),
    /// The `ID` of an element.
    Id(String),
}

/// The name of an element's beginning on its page, as a link target.
pub(super) fn anchor(id: ElementId) -> String {
    format!("element_{}", u64::from(id.0) + 1)
}

impl Structure {
    /// Turns references into links, after all elements have been read.
    pub(super) fn resolve(
        &mut self,
        references: Vec<(ElementId, Reference)>,
        objects: &HashMap<ObjectIdentifier, ElementId>,
    ) {
        let mut ids: HashMap<String, ElementId> = HashMap::new();
        for (number, element) in (0u32..).zip(&self.elements) {
            if let Some(id) = &element.id {
                ids.entry(id.clone()).or_insert(ElementId(number));
            }
        }
        let shows = self.shows();
        for (from, reference) in references {
            let to = match reference {
                Reference::Object(object) => objects.get(&object),
                Reference::Id(id) => ids.get(&id),
            };
            // Elements on no page are not written, so nothing can refer to them.
            if let Some(&to) = to
                && shows.get(to.0 as usize) == Some(&true)
            {
                self.lead(from, to);
            }
        }
        self.resolve_headers(&ids);
    }

    /// Whether each element, or one of its descendants, has content on a page.
    fn shows(&self) -> Vec<bool> {
        let mut shows: Vec<bool> = vec![false; self.elements.len()];
        // Children come after their parents.
        for (number, element) in self.elements.iter().enumerate().rev() {
            let placed = |kid: &Kid| match kid {
                Kid::Element(_) => false,
                Kid::Content { page, .. } | Kid::Object { page, .. } => page.is_some(),
            };
            shows[number] |= element.kids.is_empty() || element.kids.iter().any(placed);
            if let (true, Some(parent)) = (shows[number], element.parent) {
                shows[parent.0 as usize] = true;
            }
        }
        shows
    }

    /// Adds a link from an element, unless it already has one to an element.
    fn lead(&mut self, from: ElementId, to: ElementId) {
        let Some(link) = self.place_of_link(from) else {
            return;
        };
        let target = &mut self.elements[link.0 as usize].target;
        // A link to a page only is replaced by the more precise one.
        if target.as_deref().is_none_or(|t| t.starts_with("#page_")) {
            *target = Some(format!("#{}", anchor(to)));
            self.elements[to.0 as usize].referred = true;
        }
    }

    /// The element that carries the link: the `Link` child, or a note's label.
    fn place_of_link(&self, from: ElementId) -> Option<ElementId> {
        let is_note = is_note(&self[from]);
        if is_note {
            let label = self.first_below(from, "Lbl")?;
            return Some(self.first_below(label, "Link").unwrap_or(label));
        }
        match self[from].standard_type.as_str() {
            "Reference" | "Span" | "Lbl" | "Sup" | "Sub" | "Em" | "Strong" => {
                Some(self.first_below(from, "Link").unwrap_or(from))
            }
            "Link" => Some(from),
            _ => None,
        }
    }

    /// The first descendant of a type, among the first `FURTHEST` elements.
    fn first_below(&self, id: ElementId, standard_type: &str) -> Option<ElementId> {
        const FURTHEST: usize = 50;
        let mut todo = vec![id];
        for _ in 0..FURTHEST {
            let at = todo.pop()?;
            if at != id && self[at].standard_type == standard_type {
                return Some(at);
            }
            todo.extend(self[at].kids.iter().rev().filter_map(|kid| match kid {
                Kid::Element(id) => Some(*id),
                _ => None,
            }));
        }
        None
    }

    /// Resolves the cells that `Headers` (14.8.5.7) names.
    fn resolve_headers(&mut self, ids: &HashMap<String, ElementId>) {
        let headers = Name::standard("Headers");
        let mut named: Vec<(usize, Vec<ElementId>)> = Vec::new();
        for (number, element) in self.elements.iter().enumerate() {
            let said = element.attributes.iter().find(|a| a.name == headers);
            if let Some(said) = said.filter(|_| is_cell(element)) {
                let found = said.value.split(' ').filter_map(|id| ids.get(id).copied());
                let found: Vec<ElementId> = found.filter(|&id| is_cell(&self[id])).collect();
                if !found.is_empty() {
                    named.push((number, found));
                }
            }
        }
        for (cell, headers) in named {
            for header in &headers {
                self.elements[header.0 as usize].referred = true;
            }
            let value: Vec<String> = headers.into_iter().map(anchor).collect();
            let attributes = &mut self.elements[cell].own;
            attributes.push((Own::Headers, value.join(" ")));
        }
    }
}

fn is_cell(element: &Element) -> bool {
    matches!(element.standard_type.as_str(), "TH" | "TD")
}

/// Whether an element is a note to which the text refers, such as a footnote.
pub(super) fn is_note(element: &Element) -> bool {
    matches!(element.kind(), "Note" | "FENote")
}
