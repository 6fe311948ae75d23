//! The elements with content on one page, as a tree of parts.

use std::collections::HashMap;

use super::element::{ElementId, Structure};
use super::pages::{Item, Pages};
use super::placement::Placement;

/// A child of a part, in the order of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Child {
    /// The number of a part.
    Part(u32),
    /// The number of an item.
    Item(u32),
}

/// The content of an element on the page.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub element: ElementId,
    pub place: Placement,
    pub parent: Option<u32>,
    /// The number of parts around it.
    pub depth: u32,
    /// Whether it is a note whose text is placed behind the lines around it.
    pub apart: bool,
    pub children: Vec<Child>,
}

/// The structure tree of a page; parents precede their children.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts {
    pub parts: Vec<Part>,
    pub top: Vec<Child>,
    /// Whether some part is [apart](Part::apart).
    pub has_notes: bool,
}

impl Parts {
    /// Creates the parts that contain these items.
    pub(super) fn new(structure: &Structure, pages: &Pages, items: &[Item]) -> Self {
        let mut this = Self::default();
        let mut known: HashMap<ElementId, u32> = HashMap::new();
        let mut missing = Vec::new();
        for (number, item) in (0u32..).zip(items) {
            let mut parent = None;
            for id in structure.ancestors(item.element) {
                if let Some(&part) = known.get(&id) {
                    parent = Some(part);
                    break;
                }
                missing.push(id);
            }
            for element in missing.drain(..).rev() {
                let part = this.parts.len() as u32;
                let depth = parent.map_or(0, |p: u32| this.parts[p as usize].depth + 1);
                this.parts.push(Part {
                    element,
                    place: pages.place(element),
                    parent,
                    depth,
                    apart: false,
                    children: Vec::new(),
                });
                known.insert(element, part);
                this.add(parent, Child::Part(part));
                parent = Some(part);
            }
            this.add(parent, Child::Item(number));
        }
        this
    }

    fn add(&mut self, parent: Option<u32>, child: Child) {
        match parent {
            Some(parent) => self.parts[parent as usize].children.push(child),
            None => self.top.push(child),
        }
    }

    pub(super) fn get(&self, part: u32) -> &Part {
        &self.parts[part as usize]
    }

    /// The children of a part; for `None`, those of the root.
    pub(super) fn children(&self, part: Option<u32>) -> &[Child] {
        part.map_or(&self.top, |p| &self.get(p).children)
    }

    /// The notes that are placed behind the lines of these children, in order; notes inside other such notes
    /// are excluded.
    pub(super) fn notes_below(&self, children: &[Child]) -> Vec<u32> {
        let mut found = Vec::new();
        if !self.has_notes {
            return found;
        }
        let mut todo: Vec<Child> = children.iter().rev().copied().collect();
        while let Some(child) = todo.pop() {
            match child {
                Child::Part(part) if self.get(part).apart => found.push(part),
                Child::Part(part) => todo.extend(self.get(part).children.iter().rev()),
                Child::Item(_) => {}
            }
        }
        found
    }

    /// The innermost part that contains both; `None` if they have no common one.
    pub(super) fn common(&self, mut a: Option<u32>, mut b: Option<u32>) -> Option<u32> {
        while a != b {
            let depth = |p: Option<u32>| p.map_or(0, |p| self.get(p).depth + 1);
            if depth(a) >= depth(b) {
                a = self.get(a?).parent;
            } else {
                b = self.get(b?).parent;
            }
        }
        a
    }

    /// All items below some children of a part, in order, each with its part. Items of artifacts are
    /// excluded, unless the part is one, and items of notes that are apart.
    pub(super) fn items_below(
        &self,
        part: Option<u32>,
        children: &[Child],
    ) -> Vec<(u32, Option<u32>)> {
        let mut found = Vec::new();
        let mut todo: Vec<(Option<u32>, std::slice::Iter<'_, Child>)> =
            vec![(part, children.iter())];
        while let Some((part, rest)) = todo.last_mut() {
            match rest.next() {
                Some(&Child::Item(item)) => found.push((item, *part)),
                Some(&Child::Part(inner)) => {
                    let is_artifact = |p: u32| self.get(p).place == Placement::Artifact;
                    if (is_artifact(inner) && !part.is_some_and(is_artifact))
                        || self.get(inner).apart
                    {
                        continue;
                    }
                    todo.push((Some(inner), self.get(inner).children.iter()));
                }
                None => {
                    todo.pop();
                }
            }
        }
        found
    }
}
